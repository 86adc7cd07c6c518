"""The house options, each by the scripts of :mod:`engine.tests.options`, and what two of them do together."""

from typing import Final

import pytest

from engine.instructions import Ask
from engine.rules import TableRules
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.options import ELEVEN, OPTIONS, SEVENS, Option, named
from engine.tests.script import go_on, play


@pytest.mark.parametrize("case", OPTIONS, ids=named)
def test_the_house_option(case: Option) -> None:
    case.play(case.value)


ONE_BUST: Final = """
    8S 8H           is box:1
    KD              is upcard
    split 1
    TC              is box:1/1
    6C              is box:1/1      then deal box:1/2 up    pays 1 -200 3(2)b
    9C              is box:1/2
    stand 1/2
    4H              is burn
"""


# What no value of an option may change, or two together do


@pytest.mark.parametrize("value", ["stand", "draw"])
@pytest.mark.parametrize(
    ("hidden", "then"),
    [
        pytest.param("7C", "settle ends 1 push +0 7b", id="a-soft-18-stands"),
        pytest.param("5C", "burn 1", id="a-soft-16-draws"),
    ],
)
def test_3_2_a_only_of_a_soft_17_the_house_decides(value: str, hidden: str, then: str) -> None:
    rules = TableRules(decks=2, dealer_soft_17=value)  # type: ignore[arg-type]
    play(ONE_BOX, f"TS 8S is box:1\nAD is upcard\n{hidden} is hidden\nstand 1\ndone then {then}", rules=rules)


@pytest.mark.parametrize("value", ["stand", "draw"])
@pytest.mark.parametrize("second", ["7C", "8C"])
def test_3_2_a_without_an_ace_17_and_more_stand(value: str, second: str) -> None:
    rules = TableRules(decks=2, dealer_soft_17=value)  # type: ignore[arg-type]
    table = play(ONE_BOX, "TS 9S is box:1\nTD is upcard\nstand 1\n4H is burn", rules=rules)
    go_on(table, f"{second} is second then settle ends 1 win +200 5")


def test_3_2_a_with_an_ace_that_counts_1_a_17_stands() -> None:
    play(
        ONE_BOX,
        """
        TS 8S           is box:1
        6D              is upcard
        stand 1
        4H              is burn
        AC              is second       then draw
        TC              is draw         then settle     ends 1 win +200 5
        """,
        rules=TableRules(decks=2, dealer_soft_17="draw"),
    )


def test_3_2_a_natural_is_asked_though_a_21_stops() -> None:
    rules = TableRules(decks=2, stop_on_21=True)
    table = play(ONE_BOX, "TS AS is box:1\n6D is upcard\ndone then ask 1", rules=rules)
    go_on(table, "5H is box:1/1 then ask 1\n5C is box:1/1 then burn 1")


def test_3_2_a_stopped_hand_counts_as_shown() -> None:
    table = play(ONE_BOX, ELEVEN, "TC is box:1/1 then burn 1", rules=TableRules(decks=2, stop_on_21=True))
    coup = table.felt.open_coup
    assert coup is not None
    assert coup.hands[0].is_open


def test_3_2_a_hand_with_an_unread_card_is_not_stopped_until_it_is_named() -> None:
    rules = TableRules(decks=2, stop_on_21=True)
    play(
        ONE_BOX,
        """
        5S              is box:1
        ??              is box:1        alerts unread
        TD              is upcard
        TC              is box:1/1      then ask 1
        1 shows                         then name_card 4 box:1
        name 4 6H                       then burn 1
        """,
        rules=rules,
    )


@pytest.mark.parametrize(
    ("takes", "ends"),
    [
        pytest.param("all", "1/1 Ana bust -200 3(2)b, 1/2 Ana lose -200 6", id="all"),
        pytest.param("one", "1/1 Ana bust -200 3(2)b, 1/2 Ana lose -200 6", id="one"),
    ],
)
def test_6_busted_wagers_stay_lost_and_one_unit_of_those_alive_is_lost(takes: str, ends: str) -> None:
    rules = TableRules(decks=2, dealer_natural_takes=takes)  # type: ignore[arg-type]
    play(ONE_BOX, ONE_BUST, f"AC is second then settle ends {ends}", rules=rules)


def test_6_a_busted_doubled_wager_stays_lost_whole_and_the_other_hand_loses_its_unit() -> None:
    play(
        ONE_BOX,
        """
        8S 8H           is box:1
        KD              is upcard
        split 1
        3C              is box:1/1
        TC              is box:1/1
        6C              is box:1/1      then deal box:1/2 up    pays 1 -200 3(2)b
        3H              is box:1/2
        double 1/2
        9C              is box:1/2
        4H              is burn
        AC              is second       then settle     ends 1/1 Ana bust -200 3(2)b, 1/2 Ana lose -200 6
        """,
        rules=TableRules(decks=2, dealer_natural_takes="one", double_after_split=True),
    )


def test_6_the_one_unit_is_each_bettors_own() -> None:
    """Cy did not match the split: his one wager is on the first hand."""
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 400 on 1
        Cy bets 200 on 1
        2C 3C           is burn
        TS TH           is box:1
        KD              is upcard
        split 1 with nobody
        TC              is box:1/1
        stand 1
        9C              is box:1/2
        stand 1/2
        4H              is burn
        """,
        "AC is second then settle ends 1/1 Ana lose -400 6, 1/1 Cy lose -200 6, 1/2 Ana push +0 6",
        rules=TableRules(decks=2, dealer_natural_takes="one"),
    )


def test_6_the_one_unit_is_lost_on_each_box() -> None:
    play(
        TWO_BOXES,
        """
        TS TH 9S 9H
        KD              is upcard
        stand 1
        stand 3
        4H              is burn
        AC              is second       then settle     ends 1 lose -200 6, 3 lose -400 6
        """,
        rules=TableRules(decks=2, dealer_natural_takes="one"),
    )


def test_6_with_one_unit_taken_a_prize_that_is_paid_besides_stays() -> None:
    play(
        ONE_BOX,
        SEVENS + " pays 1 +600 9",
        "4H is burn\nAC is second then settle ends 1/1 Ana bonus +600 9, 1/1 Ana lose -200 6",
        rules=TableRules(decks=2, dealer_natural_takes="one", bonus="add"),
    )


@pytest.mark.parametrize(
    ("cards", "calls"),
    [
        ("TS 6H", ("hit", "stand", "surrender")),
        ("8S 8H", ("hit", "stand", "split", "surrender")),
        ("5S 6H", ("hit", "stand", "double", "surrender")),
        ("TS AH", ("hit", "stand", "surrender")),
    ],
)
@pytest.mark.parametrize("face", ["down", "up"])
def test_3_1_a_open_cards_say_which_calls_are_offered_and_hidden_ones_do_not(
    face: str, cards: str, calls: tuple[str, ...]
) -> None:
    rules = TableRules(decks=2, player_cards=face)  # type: ignore[arg-type]
    opening = ONE_BOX.replace("then deal box:1 down", "")
    table = play(opening, f"{cards} is box:1\n6D is upcard\ndone then ask 1", rules=rules)
    due = table.felt.due
    assert isinstance(due, Ask)
    assert due.calls == (calls if face == "up" else ("hit", "stand", "double", "split", "surrender"))
