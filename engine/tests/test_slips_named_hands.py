"""A hand that was taken, paid or stopped by a card that was misread, and named since (articles 2(1), 3(2)b, 9)."""

import pytest

from engine.rules import TableRules
from engine.tests.script import TWO_PACKS, play

SIX_SEVEN = """
    new shoe
    Bo sits 1
    Bo bets 1000 on 1
    2C 3C           is burn
    7S 6S           is box:1
    7H              is upcard       then offer surrender
"""
ADDED = TableRules(decks=2, bonus="add")
STOPS = TableRules(decks=2, stop_on_21=True)


@pytest.mark.parametrize(
    ("drawn", "named", "rules"),
    [
        pytest.param(
            "8S is box:1/1 then settle pays 1 +3000 9 ends 1 bonus +3000 9",
            "name 3 9H then settle pays 1/1 Bo -3000 2(1), 1/1 Bo -1000 3(2)b ends again: 1 bust -1000 3(2)b",
            TWO_PACKS,
            id="a-prize-is-a-bust",
        ),
        pytest.param(
            "8S is box:1/1 then burn 1 pays 1 +3000 9",
            "name 3 9H then settle pays 1/1 Bo -3000 2(1), 1/1 Bo -1000 3(2)b ends 1 bust -1000 3(2)b",
            ADDED,
            id="a-prize-paid-besides-is-a-bust",
        ),
        pytest.param(
            "8S is box:1/1 then settle pays 1 +3000 9 ends 1 bonus +3000 9",
            "name 3 5H then ask 1 pays 1 -3000 2(1)",
            TWO_PACKS,
            id="a-prize-is-nothing",
        ),
        pytest.param("8H is box:1/1 then burn 1", "name 3 5H then ask 1", STOPS, id="a-21-is-19"),
        pytest.param(
            "9H is box:1/1 then settle pays 1 -1000 3(2)b ends 1 bust -1000 3(2)b",
            "name 3 6H then burn 1 pays 1 +1000 2(1)",
            STOPS,
            id="a-bust-is-21",
        ),
    ],
)
def test_9_and_3_2_b_a_hand_is_judged_again_by_the_right_name_of_its_card(
    drawn: str, named: str, rules: TableRules
) -> None:
    play(SIX_SEVEN, drawn, named, rules=rules)


def test_9_a_bust_that_was_a_prize_ends_the_hand_all_the_same_and_no_later_card_moves() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Bo sits 2
        Ana bets 200 on 1
        Bo bets 400 on 2
        2C 3C           is burn
        9S              is box:1
        5H              is box:2
        6S              is box:1
        5D              is box:2
        7H              is upcard
        8S              is box:1/1      then ask 2      pays 1 -200 3(2)b
        2H              is box:2/1      then ask 2
        name 3 7S                       then ask 2      pays 1/1 Ana +200 2(1), 1/1 Ana +600 9
        """
    )


@pytest.mark.parametrize("request_late", ["Bo takes back 1", "box 1 leaves", "shuffle"])
def test_2_3_no_late_request_undoes_the_betting_of_a_coup_that_has_begun(request_late: str) -> None:
    play(SIX_SEVEN, f"{request_late} before 1 then offer surrender refused betting_stands 2(3)")


def test_2_1_the_first_card_of_a_coup_whose_result_is_told_is_not_held() -> None:
    play(
        """
        new shoe
        Bo sits 1
        Bo bets 1000 on 1
        2C              is burn
        cancel          then settle     ends cancelled: 1 cancelled +0 2(1)
        hold 1          then settle     refused betting_stands 2(3)
        """
    )


def test_2_1_a_card_that_waited_for_a_name_is_laid_again_once_it_has_a_role() -> None:
    play(
        """
        new shoe
        Bo sits 1
        Bo bets 400 on 1
        2C 3C           is burn
        7C              is box:1
        ??              is box:1        alerts unread
        8C              is upcard
        2C              is box:1/1      then ask 1
        stand 1
        TS              is burn
        7C              is second       then draw
        stand 1 before 6    then reconcile  later 6=burn 7=second 8=null    moves 6=box:1/1>burn 7=burn>second
                            alerts request_dropped
        done reconcile      then name_card 4 box:1
        name 4 9C           then reconcile  later 8=void    moves 8=second>void     alerts drawn_by_mistake
        done                then settle     ends 1 lose -400 5
        """.replace("\n                            alerts", " alerts")
    )


def test_2_1_a_refused_request_does_not_make_the_coup_before_past() -> None:
    play(
        """
        new shoe
        Cy sits 3
        Cy bets 200 on 3
        2C 3C           is burn
        TS TH           is box:3
        6D              is upcard
        stand 3         then burn 1
        4H              is burn
        8C              is second       then draw
        Bo insures 3 for 100            refused no_insurance 8
        name 3 2D                       then draw
        """
    )


def test_2_1_a_card_that_leaves_while_another_has_no_value_waits_and_is_not_lost() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C 3C           is burn
        TS 8S           is box:1
        AD              is upcard
        6C              is hidden       then offer insurance even_money
        void 5          then reconcile  later 5=void 6=upcard   moves 6=hidden>upcard
        2H              is null         then reconcile          moves 6=hidden>upcard
        done            then ask 1      later 7=box:1/1
        """
    )


def test_2_1_a_card_that_waits_for_the_name_of_a_shown_card_is_void_when_the_coup_is_cancelled() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C 3C           is burn
        TS              is box:1
        ??              is box:1        alerts unread
        TD              is upcard       then offer surrender
        1 shows                         then name_card 4 box:1
        5H              is null         then name_card 4 box:1
        cancel          then settle     later 6=void    alerts left_over    ends cancelled: 1 cancelled +0 2(1)
        """
    )
