"""Article 9: three sevens, or 6-7-8 of one suit, win three times the wager at once."""

import pytest

from engine.projection import projected
from engine.rules import TableRules
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import play
from engine.view import LinkView


@pytest.mark.parametrize("first", ["7S 7H", "7D 7D"])
def test_9_three_sevens_are_paid_at_once_and_end_the_hand(first: str) -> None:
    play(
        ONE_BOX,
        f"""
        {first}         is box:1
        6D              is upcard       then offer surrender
        7C              is box:1/1      then settle     pays 1 +600 9       ends 1 bonus +600 9
        done                            then take_wagers
        """,
    )


def test_9_a_prize_is_paid_also_when_the_upcard_is_an_ace_and_the_hidden_card_is_only_turned() -> None:
    play(
        ONE_BOX,
        """
        8H 6H           is box:1
        AD              is upcard
        KD              is hidden       then offer insurance even_money
        hit 1                           then deal box:1/1 up
        7H              is box:1/1      then turn_hidden    pays 1 +600 9
        done                            then settle         ends 1 bonus +600 9
        """,
    )


def test_9_the_other_boxes_play_on_after_a_prize() -> None:
    play(
        TWO_BOXES,
        """
        6S TS 7S 9S     then deal upcard up
        TD              is upcard       then offer surrender
        8S              is box:1/1      then ask 3          pays 1 +600 9
        stand 3                         then burn 1
        4C              is burn
        8D              is second       then settle         ends 1 bonus +600 9, 3 win +400 5
        """,
    )


@pytest.mark.parametrize("cards", ["6S 7S 8H", "7S 7H 6S", "6S 8S 7D"])
def test_9_what_is_no_prize_is_asked_again(cards: str) -> None:
    *first, extra = cards.split()
    play(ONE_BOX, f"{' '.join(first)} is box:1\n6D is upcard\n{extra} is box:1/1 then ask 1")


def test_9_three_sevens_reached_with_a_fourth_card_are_no_prize() -> None:
    play(ONE_BOX, "7S 2H is box:1\n6D is upcard\n7C is box:1/1 then ask 1\n5C is box:1/1 then ask 1")


def test_9_a_prize_with_a_card_that_passed_unread_is_paid_when_it_is_named() -> None:
    play(
        ONE_BOX,
        """
        7S              is box:1
        ??              is box:1        alerts unread
        6D              is upcard
        7C              is box:1/1      then ask 1
        stand 1                         then burn 1
        4C              is burn
        TD              is second       then draw
        2D              is draw         then name_card 4 box:1
        name 4 7H       then settle     pays 1 +600 9       ends 1 bonus +600 9
        """,
    )


@pytest.mark.parametrize(
    ("keeps_paid", "told"),
    [
        (True, "ends cancelled again: 1 bonus +600 9"),
        (False, "pays 1 -600 2(1) ends cancelled again: 1 cancelled +0 2(1)"),
    ],
    ids=["keeps", "goes-back"],
)
def test_9_by_house_rule_a_prize_stays_paid_in_a_cancelled_coup_and_else_goes_back(keeps_paid: bool, told: str) -> None:
    prize = "7S 7H is box:1\n6D is upcard\n7C is box:1/1 then settle pays 1 +600 9 ends 1 bonus +600 9"
    rules = TableRules(decks=2, void_keeps_paid=keeps_paid)
    play(ONE_BOX, prize, f"cancel {told}", rules=rules)


def test_9_the_hand_of_a_prize_is_shown_with_what_it_wins() -> None:
    table = play(TWO_BOXES, "6S TS 7S 9S then deal upcard up\nTD is upcard\n8S is box:1/1 then ask 3 pays 1 +600 9")
    view = projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text=""))
    (hand,) = view.boxes[0].hands
    assert hand.cards == ("6S", "7S", "8S")
    assert (hand.state, hand.outcome, hand.at_once, hand.net, hand.total) == ("settled", "bonus", True, None, 21)
    assert view.boxes[2].hands[0].cards == ("##", "##")


def test_9_the_hand_of_a_prize_goes_back_with_its_cancelled_coup() -> None:
    prize = "7S 7H is box:1\n6D is upcard\n7C is box:1/1 then settle pays 1 +600 9 ends 1 bonus +600 9"
    table = play(ONE_BOX, prize, "cancel pays 1 -600 2(1) ends cancelled again: 1 cancelled +0 2(1)")
    view = projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text=""))
    (hand,) = view.boxes[0].hands
    assert (hand.outcome, hand.net) == ("cancelled", 0)
