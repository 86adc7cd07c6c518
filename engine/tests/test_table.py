"""Seats, wagers, what a device reports twice, numbers."""

import pytest

from engine.answers import Answer
from engine.articles import Article
from engine.cards import Card, Tag
from engine.events import CardOut, DealerChanged, Link, Note, Paid, ShoeStarted, SignedOut, WhiteCardOut
from engine.instructions import Burn, Shuffle, TakeWagers
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import snapshot
from engine.tests.script import go_on, play

BURNED = """
    new shoe
    Ana sits 1
    Bo sits 3
    Ana bets 200 on 1
    Bo bets 400 on 3
    2C 3C   is burn     then deal box:1 down
"""


def card(text: str, origin: str | None = None, tag: str | None = None, *, boxed: bool = False) -> CardOut:
    return CardOut(card=Card.parse(text), origin=origin, tag=Tag(tag) if tag is not None else None, boxed=boxed)


# Before the first shoe


def test_2_1_a_table_that_was_opened_wants_its_cards_shuffled_first() -> None:
    table = Table(TableRules())
    assert table.felt.due == Shuffle()
    answer = table.take(card("TS"))
    assert (answer.role, [alert.code for alert in answer.alerts]) == ("void", ["not_asked_for"])
    assert table.take(ShoeStarted()).due == TakeWagers()


def test_2_1_no_card_is_asked_for_while_nobody_wagers() -> None:
    play("new shoe\nAna sits 1 then take_wagers\nTS is void then take_wagers alerts not_asked_for")


# 2(3): seats and wagers


def test_2_3_a_player_who_leaves_before_betting_closes_takes_his_wager() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1\nbox 1 leaves\nclose refused nobody_wagers 2(3)")
    assert table.felt.seats == {}


def test_2_3_after_betting_has_closed_the_wager_of_a_player_who_leaves_stays_and_he_decides() -> None:
    play(
        BURNED,
        """
        box 1 leaves                    then deal box:1 down
        TS                  is box:1
        TH                  is box:3
        9S                  is box:1
        9H                  is box:3
        TD                  is upcard   then offer surrender
        stand 1 as Bo                   refused not_his_call 13
        stand 1 as Ana                  then ask 3
        stand 3                         then burn 1
        2H                  is burn
        7D                  is second   then settle     ends 1 win +200 5, 3 win +400 5
        """,
    )


def test_2_3_a_second_wager_replaces_the_first() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1\nAna bets 600 on 1\nclose")
    assert table.felt.open_coup is not None
    assert [bet.amount for hand in table.felt.open_coup.hands for bet in hand.bets] == [600]


def test_2_3_a_wager_can_be_taken_back_until_betting_closes() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana takes back 1                refused no_wager 2(3)
        Ana bets 200 on 1
        Bo takes back 1                 refused no_wager 2(3)
        Ana takes back 1                then take_wagers
        close                           refused nobody_wagers 2(3)
        Ana bets 200 on 1
        close
        Ana takes back 1                refused betting_is_closed 2(3)
        """
    )


def test_2_3_wagers_are_taken_also_while_a_shuffle_is_due() -> None:
    play("Ana sits 1\nAna bets 200 on 1 then shuffle\nclose refused shuffle_is_due 2(2)\nnew shoe\nclose then burn 2")


def test_2_2_a_coup_never_begins_from_a_shoe_whose_last_coup_is_over() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C 3C               is burn
        TS 9S               is box:1
        TD                  is upcard
        stand 1
        2H                  is burn
        7D                  is second   then settle     ends 1 win +200 5
        done
        Ana bets 400 on 1
        cancel                          then settle     ends cancelled again: 1 cancelled +0 2(1)
        white               alerts white_card white_card_misplaced      ends cancelled last again: 1 cancelled +0 2(1)
        close                           refused shuffle_is_due 2(2)
        """
    )


# What a device reports twice


def test_a_card_whose_origin_was_reported_before_is_dropped() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1")
    first = table.take(card("TS", "b1:1"))
    assert (first.role, first.due) == ("burn", Burn(left=1, article=Article.START))
    before = snapshot(table.felt)
    assert table.take(card("TS", "b1:1")) == Answer(due=first.due)
    assert table.take(WhiteCardOut(origin="b1:1")) == Answer(due=first.due)
    assert snapshot(table.felt) == before
    assert table.take(card("TS", "b1:2")).role == "burn"


def test_a_white_card_whose_origin_was_reported_before_is_dropped() -> None:
    table = play("new shoe")
    assert len(table.take(WhiteCardOut(origin="b1:1")).alerts) == 2
    assert table.take(WhiteCardOut(origin="b1:1")) == Answer(due=TakeWagers())


def test_an_origin_is_remembered_through_the_next_shoe() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1")
    table.take(card("TS", "b1:1"))
    table.take(ShoeStarted())
    out = table.felt.shoe.out
    assert table.take(card("TS", "b1:1")) == Answer(due=table.felt.due)
    assert table.felt.shoe.out == out == 0


def test_cards_without_an_origin_all_count() -> None:
    play("new shoe\nAna sits 1\nAna bets 200 on 1\n2C 2C is burn then deal box:1 down\n2C 2C is box:1")


@pytest.mark.parametrize(
    ("before", "role"),
    [("", "box:1"), ("TS TH 9S 9H", "upcard"), ("TS TH 9S 9H 6D", "box:1/1")],
    ids=["first-two", "upcard", "extra"],
)
def test_2_1_a_tag_that_is_already_out_in_this_shoe_is_an_unread_card(before: str, role: str) -> None:
    table = play("new shoe\nAna sits 1\nBo sits 3\nAna bets 200 on 1\nBo bets 200 on 3")
    table.take(card("2C", tag="E01"))
    table.take(card("3C", tag="E02"))
    for face in before.split():
        table.take(card(face))
    answer = table.take(card("2C", tag="E01"))
    assert (answer.role, [alert.code for alert in answer.alerts]) == (role, ["unread"])
    assert table.felt.cards[table.seq].card is None


def test_2_1_a_tag_that_is_already_out_is_told_also_when_it_is_burned() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1")
    table.take(card("2C", tag="E01"))
    answer = table.take(card("2C", tag="E01"))
    assert (answer.role, [alert.code for alert in answer.alerts]) == ("burn", ["unread"])


def test_2_1_in_a_new_shoe_every_tag_may_leave_again() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1")
    table.take(card("2C", tag="E01"))
    table.take(ShoeStarted())
    table.take(ShoeStarted())
    play_on = [table.take(card("2C", tag=tag)) for tag in ("E00", "E02", "E01")]
    assert [answer.alerts[1:] for answer in play_on] == [(), (), ()]


# Records and answers


@pytest.mark.parametrize("record", [Link(state="lost"), DealerChanged(), SignedOut(), Paid(), Note()], ids=repr)
def test_a_record_changes_no_coup(record: Link | Note) -> None:
    table = play(BURNED)
    before = snapshot(table.felt.play)
    assert table.take(record) == Answer(due=table.felt.due)
    assert snapshot(table.felt.play) == before


def test_coups_are_numbered_from_one() -> None:
    table = play("new shoe\nAna sits 1")
    for number, (burns, suit) in enumerate([("2H 2D", "S"), ("2C", "H"), ("2S", "D")], 1):
        go_on(
            table,
            f"""
            Ana bets 200 on 1
            {burns}             is burn
            T{suit} 9{suit}     is box:1
            J{suit}             is upcard
            stand 1
            3{suit}             is burn
            7{suit}             is second   then settle     ends 1 win +200 5
            done                            then take_wagers
            """,
        )
        assert (table.results[number].number, table.results[number].bank) == (number, -200)
    assert table.felt.coups == 3


def test_the_bank_wins_what_the_players_lose() -> None:
    table = play(
        BURNED,
        """
        TS                  is box:1
        TH                  is box:3
        8S                  is box:1
        9H                  is box:3
        TD                  is upcard
        stand 1
        stand 3
        2H                  is burn
        9D                  is second   then settle     ends 1 lose -200 5, 3 push +0 7b
        """,
    )
    assert table.result is not None
    assert table.result.bank == 200
