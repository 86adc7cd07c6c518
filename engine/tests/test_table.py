"""Seats, wagers, what a device reports twice, numbers; and what holds whatever happens."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from engine.answers import Answer, CoupResult
from engine.articles import Article
from engine.cards import Card
from engine.coup import Coup
from engine.events import AssistantOff, CardOut, DealerChanged, Link, Note, Paid, Request, ShoeStarted, WhiteCardOut
from engine.instructions import Burn, Settle, Shuffle, TakeWagers
from engine.lines import ENCODER
from engine.rules import TableRules
from engine.table import Table
from engine.tests import chance
from engine.tests.chance import events, plays, rules, snapshot
from engine.tests.script import play

BURNED = """
    new shoe
    Ana sits 1
    Bo sits 3
    Ana bets 200 on 1
    Bo bets 400 on 3
    2C 3C   is burn     then deal box:1 down
"""


def card(text: str, origin: str | None = None, tag: str | None = None, *, boxed: bool = False) -> CardOut:
    return CardOut(card=Card.parse(text), origin=origin, tag=tag, boxed=boxed)


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
    assert [hand.wager for hand in table.felt.open_coup.hands] == [600]


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
    assert table.felt.open_coup is not None
    assert table.felt.open_coup.laid(table.felt.shoe.out).card is None


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


@pytest.mark.parametrize("record", [Link(state="lost"), DealerChanged(), AssistantOff(), Paid(), Note()], ids=repr)
def test_a_record_changes_no_coup(record: Link | Note) -> None:
    table = play(BURNED)
    before = snapshot(table.felt.play)
    assert table.take(record) == Answer(due=table.felt.due)
    assert snapshot(table.felt.play) == before


def test_coups_are_numbered_from_one() -> None:
    one_coup = """
        Ana bets 200 on 1
        2H                  is burn
        TS 9S               is box:1
        TD                  is upcard
        stand 1
        2H                  is burn
        7D                  is second   then settle     ends 1 win +200 5
        done                            then take_wagers
    """
    first = one_coup.replace("2H                  is burn\n        TS", "2H 2D is burn\n        TS")
    table = play("new shoe\nAna sits 1", first, one_coup, one_coup)
    assert table.felt.coups == 3
    assert table.felt.play is not None
    result = table.felt.play.coup.result
    assert result is not None
    assert (result.number, result.bank) == (3, -200)


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
    assert table.felt.result is not None
    assert table.felt.result.bank == 200


# Whatever happens

RATIO = {
    "natural": Fraction(3, 2),
    "win": Fraction(1),
    "push": Fraction(0),
    "lose": Fraction(-1),
    "bust": Fraction(-1),
    "bonus": Fraction(3),
    "cancelled": Fraction(0),
}
"""What each outcome pays for one (articles 2(1), 3(2)b, 5, 6, 7, 9)."""


@settings(max_examples=120)
@given(plays, rules)
def test_no_sequence_of_events_ends_in_an_exception_and_something_is_always_due(
    decided: bytes, chosen: TableRules
) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        note(repr(happened))
        assert table.take(happened).due is not None


@settings(max_examples=60)
@given(plays, rules)
def test_a_refused_request_changes_nothing(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        before = snapshot(table.felt)
        answer = table.take(happened)
        if answer.refused is not None:
            assert isinstance(happened, Request)
            assert answer == Answer(due=table.felt.due, refused=answer.refused)
            assert snapshot(table.felt) == before


@settings(max_examples=120)
@given(plays, rules, st.integers(0, 80))
def test_every_beginning_of_a_table_played_again_gives_the_same_answers_and_felt(
    decided: bytes, chosen: TableRules, length: int
) -> None:
    begun = events(decided, chosen)[:length]
    once, again = Table(chosen), Table(chosen)
    for happened in begun:
        assert once.take(happened) == again.take(happened)
    assert snapshot(once.felt) == snapshot(again.felt)


@settings(max_examples=120)
@given(plays, rules)
def test_no_answer_changes_after_it_was_given(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    written = [(answer, ENCODER.encode(answer)) for answer in map(table.take, events(decided, chosen))]
    assert all(ENCODER.encode(answer) == before for answer, before in written)


@settings(max_examples=120)
@given(plays, rules)
def test_each_net_follows_from_its_outcome_and_each_outcome_from_the_cards(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        result = table.take(happened).coup
        if result is not None and table.felt.play is not None:
            check_money(result, chosen)
            check_outcomes(result, table.felt.play.coup)


def check_money(result: CoupResult, chosen: TableRules) -> None:
    for row in result.settlement:
        exact = row.wager * RATIO[row.outcome]
        assert row.net % chosen.chip_unit == 0
        assert abs(row.net - exact) < chosen.chip_unit
        assert row.net == exact or (row.net > exact) == (chosen.odd_amounts == "player")
        assert result.cancelled == (row.outcome == "cancelled")
    assert result.bank == -sum(row.net for row in result.settlement)


def check_outcomes(result: CoupResult, coup: Coup) -> None:
    """Each outcome as the law has it, counted here by hand (articles 3(2)b, 4, 5, 6, 7)."""
    if result.cancelled:
        return
    dealer = [str(laid.card) for laid in coup.dealer.cards]
    assert [(row.box, row.hand) for row in result.settlement] == [(hand.box, hand.number) for hand in coup.hands]
    for row, hand in zip(result.settlement, coup.hands, strict=True):
        faces = [str(laid.card) for laid in hand.cards]
        assert row.outcome == lawful_outcome(faces, dealer), (faces, dealer)


def lawful_outcome(player: list[str], dealer: list[str]) -> str:
    if prize(player):
        return "bonus"
    if (mine := count(player)) > 21:
        return "bust"
    his = count(dealer)
    if natural(player):
        return "push" if natural(dealer) else "natural"
    if natural(dealer):
        return "lose"
    if his > 21 or mine > his:
        return "win"
    return "push" if mine == his else "lose"


def count(faces: list[str]) -> int:
    least = sum({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(face[0]) or int(face[0]) for face in faces)
    return least + 10 if least <= 11 and any(face[0] == "A" for face in faces) else least


def prize(faces: list[str]) -> bool:
    ranks, suits = "".join(sorted(face[0] for face in faces)), {face[1] for face in faces}
    return ranks == "777" or (ranks == "678" and len(suits) == 1)


def natural(faces: list[str]) -> bool:
    return len(faces) == 2 and count(faces) == 21


@settings(max_examples=120)
@given(plays, rules)
def test_a_coup_that_is_not_cancelled_deals_its_cards_in_the_order_of_the_law(
    decided: bytes, chosen: TableRules
) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        answer = table.take(happened)
        play = table.felt.play
        is_final = answer.coup is not None or isinstance(answer.due, Settle)
        if is_final and play is not None and not play.coup.cancelled:
            check_order(play.coup)


def check_order(coup: Coup) -> None:
    """Articles 2(4), 3(1)a, 3(2): void cards aside, the roles come in one order."""
    roles = " ".join(role for _, role in sorted(coup.roles.items()) if role != "void") + " "
    boxes = [f"box:{hand.box} " for hand in coup.hands]
    deal = "".join(box * 2 for box in boxes) if coup.rules.deal_order == "pairs" else "".join(boxes * 2)
    extras = "".join(f"(box:{hand.box}/1 )*" for hand in coup.hands)
    faces = [[str(laid.card) for laid in hand.cards] for hand in coup.hands]
    alive = any(count(hand) <= 21 and not prize(hand) for hand in faces)
    ace_up = str(coup.dealer.cards[0].card).startswith("A")
    plays_on = alive or coup.rules.dealer_draws_without_wagers or not all(hand.is_over for hand in coup.hands)
    dealer = ("(burn (draw )+)?" if ace_up else "burn second (draw )*") if plays_on else ""
    opening = "burn " * coup.burns
    assert re.fullmatch(f"{opening}{deal}upcard {'hidden ' if ace_up else ''}{extras}{dealer}", roles), roles
    if plays_on:
        check_draws([str(laid.card) for laid in coup.dealer.cards], coup.rules)


def check_draws(dealer: list[str], chosen: TableRules) -> None:
    """Article 3(2)a: he draws on 16 or less, stands on 17 or more."""
    for drawn in range(2, len(dealer) + 1):
        so_far = dealer[:drawn]
        soft = count(so_far) > sum(
            10 if face[0] in "TJQK" else 1 if face[0] == "A" else int(face[0]) for face in so_far
        )
        draws = count(so_far) <= 16 or (count(so_far) == 17 and soft and chosen.dealer_soft_17 == "draw")
        assert draws == (drawn < len(dealer)), dealer


def test_chance_reaches_the_end_of_coups_and_every_kind_of_event() -> None:
    """What the properties above stand on: among some tables every outcome and every event occurs."""
    kinds, outcomes = set(), set()
    for seed in range(400):
        decided = bytes((seed * 7919 + n * 104729 + n * n * 31) % 256 for n in range(240))
        table = Table(chance.RULES[seed % 3])
        for happened in events(decided, chance.RULES[seed % 3]):
            kinds.add(type(happened))
            result = table.take(happened).coup
            outcomes |= {str(row.outcome) for row in result.settlement} if result is not None else set()
    assert outcomes >= set(RATIO) - {"bonus"}
    assert len(kinds) >= 26
