"""The special prize's house options (article 9): paid besides (``bonus`` add), and on split hands or not."""

import pytest

from engine.rules import TableRules
from engine.tests.openings import ONE_BOX
from engine.tests.script import play

ADD = TableRules(decks=2, bonus="add")

SEVENS = """
    7S 7H           is box:1
    TD              is upcard
    7C              is box:1/1      then burn 1     pays 1 +600 9
    4H              is burn         then deal second up
"""
"""Three sevens; the dealer's second card is due."""


@pytest.mark.parametrize(
    ("dealers", "main"),
    [
        pytest.param("TC is second", "win +200 5", id="21-against-20"),
        pytest.param("5C is second then draw\n6S is draw", "push +0 7b", id="21-against-21-of-three-cards"),
        pytest.param("AC is second", "lose -200 6", id="21-of-three-cards-against-a-natural"),
        pytest.param("6C is second then draw\n9S is draw", "win +200 5", id="against-a-bust"),
    ],
)
def test_9_by_house_rule_it_is_paid_at_once_and_the_hand_is_settled_besides(dealers: str, main: str) -> None:
    play(ONE_BOX, SEVENS, f"{dealers} then settle ends 1/1 Ana bonus +600 9, 1/1 Ana {main}", rules=ADD)


def test_9_else_the_stake_goes_back_and_nothing_more_is_at_risk() -> None:
    play(
        ONE_BOX,
        """
        7S 7H           is box:1
        TD              is upcard
        7C              is box:1/1      then settle     pays 1 +600 9   ends 1 bonus +600 9
        """,
    )


def test_9_by_house_rule_the_hand_of_a_prize_draws_no_more() -> None:
    play(
        ONE_BOX,
        """
        6S 7S           is box:1
        TD              is upcard
        8S              is box:1/1      then burn 1     pays 1 +600 9
        hit 1                           then burn 1     refused not_asked 3(2)c
        """,
        rules=ADD,
    )


def test_9_against_an_ace_too_and_then_the_natural_takes_the_wager_that_stands() -> None:
    play(
        ONE_BOX,
        """
        6S 7S           is box:1
        AD              is upcard
        KC              is hidden
        8S              is box:1/1      then turn_hidden        pays 1 +600 9
        done                            then settle     ends 1/1 Ana bonus +600 9, 1/1 Ana lose -200 6
        """,
        rules=ADD,
    )


@pytest.mark.parametrize("rules", [TableRules(decks=2), ADD], ids=["replace", "add"])
def test_9_every_bettor_of_the_hand_is_paid_three_times_his_own_wager(rules: TableRules) -> None:
    after = "burn 1 pays" if rules.bonus == "add" else "settle pays"
    ends = "" if rules.bonus == "add" else "ends 1/1 Ana bonus +1200 9, 1/1 Cy bonus +600 9"
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 400 on 1
        Cy bets 200 on 1
        2C 3C           is burn
        7S 7H           is box:1
        TD              is upcard
        """,
        f"7C is box:1/1 then {after} 1/1 Ana +1200 9, 1/1 Cy +600 9 {ends}",
        rules=rules,
    )


SPLIT_SEVENS = """
    7S 7H           is box:1
    TD              is upcard
    split 1
    7D              is box:1/1      then ask 1
"""


def test_9_by_house_rule_a_split_hand_wins_no_prize_and_is_a_21() -> None:
    play(
        ONE_BOX,
        SPLIT_SEVENS,
        """
        7C              is box:1/1      then ask 1
        stand 1                         then deal box:1/2 up
        TC              is box:1/2
        stand 1/2
        4H              is burn
        TH              is second       then settle     ends 1/1 Ana win +200 5, 1/2 Ana lose -200 5
        """,
        rules=TableRules(decks=2, bonus_on_split=False),
    )


def test_9_by_house_rule_on_a_split_hand_it_is_paid_on_its_wager_and_the_hand_settled_besides() -> None:
    play(
        ONE_BOX,
        SPLIT_SEVENS,
        """
        7C              is box:1/1      then deal box:1/2 up    pays 1 +600 9
        TC              is box:1/2
        stand 1/2
        4H              is burn
        TH      is second   then settle ends 1/1 Ana bonus +600 9, 1/1 Ana win +200 5, 1/2 Ana lose -200 5
        """,
        rules=ADD,
    )


def test_9_by_house_rule_an_unsplit_hand_wins_it_though_split_ones_do_not() -> None:
    play(
        ONE_BOX,
        "7S 7H is box:1\nTD is upcard\n7C is box:1/1 then settle pays 1 +600 9 ends 1 bonus +600 9",
        rules=TableRules(decks=2, bonus_on_split=False),
    )


@pytest.mark.parametrize(
    ("keeps_paid", "ends"),
    [
        pytest.param(True, "ends cancelled: 1/1 Ana bonus +600 9, 1/1 Ana cancelled +0 2(1)", id="stays-paid"),
        pytest.param(False, "pays 1 -600 2(1) ends cancelled: 1 cancelled +0 2(1)", id="goes-back"),
    ],
)
def test_2_1_in_a_cancelled_coup_the_prize_stays_or_goes_back_and_the_wager_goes_back(
    keeps_paid: bool, ends: str
) -> None:
    rules = TableRules(decks=2, bonus="add", void_keeps_paid=keeps_paid)
    play(ONE_BOX, SEVENS, f"cancel then settle {ends}", rules=rules)
