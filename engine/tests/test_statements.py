"""Statements of the regulation that need a test of their own (:mod:`engine.tests.statements`)."""

import pytest

from engine.lines import EventError, event_from
from engine.projection import projected
from engine.table import Table
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import go_on, play
from engine.view import LinkView, PublicView


def seen(table: Table) -> PublicView:
    """What everybody sees."""
    return projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text=""))


@pytest.mark.parametrize(
    "played", ["", "3D is box:1/1 then ask 1\nstand 1 then deal box:1/2 up"], ids=["first-hand", "other-hand"]
)
def test_2_2_a_split_hand_without_its_second_card_cancels_the_coup(played: str) -> None:
    play(
        ONE_BOX,
        "8S 8H is box:1\n6D is upcard\nsplit 1 then deal box:1/1 up",
        played,
        "empty then settle alerts shoe_count_off shoe_ran_out"
        " ends cancelled last: 1/1 Ana cancelled +0 2(1), 1/2 Ana cancelled +0 2(1)",
    )


def test_2_3_the_occupant_need_not_bet_for_the_box_to_be_played() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Cy bets 200 on 1
        2C 3C           is burn         then deal box:1 down
        TS 9S           is box:1
        TD              is upcard
        stand 1 as Ana                  refused not_his_call 13
        stand 1 as Cy                   then burn 1
        4H              is burn
        8D              is second       then settle     ends 1 win +200 5
        """
    )


def test_3_1_a_the_hidden_card_is_turned_when_every_box_has_finished_and_not_before() -> None:
    table = play(TWO_BOXES, "TS TH 9S 4H\nAD is upcard\n7C is hidden\ndone then ask 1")
    for line in ("done turn_hidden refused not_due 3(2)c", "stand 1 then ask 3", "5C is box:3/1 then ask 3"):
        go_on(table, line)
        assert seen(table).dealer.cards == ("AD", "##")
    go_on(table, "stand 3 then turn_hidden")
    assert seen(table).dealer.cards == ("AD", "##")
    go_on(table, "done then settle ends 1 win +200 5, 3 win +400 5")
    assert seen(table).dealer.cards == ("AD", "7C")


@pytest.mark.parametrize("face", ["AS", "2S", "7S", "TS", "KS"])
def test_3_1_a_a_card_is_what_was_due_whatever_its_face(face: str) -> None:
    play(
        f"""
        new shoe
        Ana sits 1
        Ana bets 200 on 1               then take_wagers
        {face}          is burn         then burn 1
        white                           then burn 1             alerts white_card white_card_misplaced
        {face}          is burn         then deal box:1 down
        4S              is box:1        then deal box:1 down
        5S              is box:1        then deal upcard up
        6D              is upcard       then offer surrender
        {face}          is box:1/1      then ask 1
        """
    )


def test_3_2_c_a_card_that_leaves_before_the_box_has_stood_is_its_own() -> None:
    play(
        TWO_BOXES,
        """
        TS TH 4S 4H
        TD              is upcard
        3C              is box:1/1      then ask 1
        2D              is box:1/1      then ask 1
        stand 1                         then ask 3
        3D              is box:3/1      then ask 3
        """,
    )


@pytest.mark.parametrize("part", ["amount", "wager"])
def test_11_a_double_of_part_of_the_wager_is_no_call(part: str) -> None:
    with pytest.raises(EventError, match=part):
        event_from(f'{{"type": "call", "box": 1, "call": "double", "{part}": 100}}')


@pytest.mark.parametrize("amount", ["200.5", "200.0", '"200"', "2e2"])
@pytest.mark.parametrize("event", ["wager_placed", "insurance"])
def test_an_amount_is_a_whole_number_of_avos(event: str, amount: str) -> None:
    with pytest.raises(EventError, match="amount"):
        event_from(f'{{"type": "{event}", "box": 1, "player": "Ana", "amount": {amount}}}')


def test_6_a_players_natural_lies_face_down_until_the_payment() -> None:
    table = play(ONE_BOX, "TS AS is box:1\n6D is upcard")
    for line in ("done then ask 1", "stand 1 then burn 1", "4H is burn", "TC is second then draw"):
        go_on(table, line)
        (hand,) = seen(table).boxes[0].hands
        assert (hand.cards, hand.natural) == (("##", "##"), False)
    go_on(table, "2D is draw then settle ends 1 natural +300 6")
    (hand,) = seen(table).boxes[0].hands
    assert (hand.cards, hand.natural) == (("TS", "AS"), True)


@pytest.mark.parametrize("cards", ["TS AS", "AS KS"])
@pytest.mark.parametrize(
    "dealer", ["AD is upcard\nKC is hidden\nstand 1\ndone", "QD is upcard\nstand 1\n4H is burn\nAC is second"]
)
def test_7_a_both_naturals_push(cards: str, dealer: str) -> None:
    play(ONE_BOX, f"{cards} is box:1", f"{dealer} then settle ends 1 push +0 7a")


@pytest.mark.parametrize(
    ("cards", "second"), [("TS 7S", "7C"), ("AS 8S", "9C"), ("TS KS", "JC")], ids=["17", "19", "20"]
)
def test_7_b_equal_points_push(cards: str, second: str) -> None:
    play(
        ONE_BOX,
        f"{cards} is box:1\nTD is upcard\nstand 1\n4H is burn\n{second} is second then settle ends 1 push +0 7b",
    )
