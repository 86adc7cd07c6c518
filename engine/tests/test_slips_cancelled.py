"""Cancelled coups (article 2(1)): the money that moved back, what is refused then, and results that are told again."""

import pytest

from engine.answers import Outcome
from engine.events import CoupCancelled
from engine.rules import TableRules
from engine.tests.openings import ACE_UP, ONE_BOX, TWO_BOXES
from engine.tests.script import play

KEEPS = TableRules(decks=2, void_keeps_paid=True)
TWO_ASKED = (
    TWO_BOXES
    + """
    TS              is box:1
    TH              is box:3
    6S              is box:1
    9H              is box:3
    6D              is upcard       then offer surrender
"""
)
"""12 events; box 1 has 16, box 3 has 19; card 8 comes next."""
SEVENS = (
    TWO_BOXES
    + """
    7S              is box:1
    TH              is box:3
    7H              is box:1
    9H              is box:3
    6D              is upcard
    7D              is box:1/1      then ask 3      pays 1 +600 9
"""
)
NATURAL = (
    ONE_BOX
    + """
    AS KS           is box:1
    AD              is upcard
    9C              is hidden       then offer insurance even_money
    Ana insures 1 for 100
    Ana takes even money on 1       then turn_hidden    pays 1 +200 6
"""
)
EIGHTS = (
    ONE_BOX
    + """
    8S 8H           is box:1
    6D              is upcard
    split 1
    TC              is box:1/1      then ask 1
    9C              is box:1/1      then deal box:1/2 up    pays 1 -200 3(2)b
    3C              is box:1/2      then ask 1/2
"""
)
FOLLOWED = """
    new shoe
    Ana sits 1
    Ana bets 400 on 1
    Cy bets 200 on 1
    2C 3C           is burn
    TS 6S           is box:1
    9D              is upcard
    TC  is box:1/1  pays 1/1 Ana -400 3(2)b, 1/1 Cy -200 3(2)b  ends 1/1 Ana bust -400 3(2)b, 1/1 Cy bust -200 3(2)b
"""
PAID = (
    TWO_ASKED
    + """
    6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
    stand 3
    4H              is burn
    TC              is second       then draw
    AC              is draw         then settle     ends 1 bust -200 3(2)b, 3 win +400 5
    done            then take_wagers
"""
)
"""11 cards."""
GONE = "1 cancelled +0 2(1), 3 cancelled +0 2(1)"

# 2(1): what moved goes back


@pytest.mark.parametrize(
    ("before", "back", "rows"),
    [
        pytest.param(TWO_ASKED, "", GONE, id="nothing-moved"),
        pytest.param(TWO_ASKED + "surrender 3 pays 3 -200 12", "pays 3 +200 2(1)", GONE, id="surrender"),
        pytest.param(TWO_ASKED + "6H is box:1/1 pays 1 -200 3(2)b", "pays 1 +200 2(1)", GONE, id="bust"),
        pytest.param(SEVENS, "pays 1 -600 2(1)", GONE, id="prize"),
        pytest.param(
            NATURAL,
            "pays 1 -200 2(1)",
            "1/1 Ana cancelled +0 2(1), 1/1 Ana cancelled +0 2(1)",
            id="insurance-and-even-money",
        ),
        pytest.param(
            EIGHTS, "pays 1 +200 2(1)", "1/1 Ana cancelled +0 2(1), 1/2 Ana cancelled +0 2(1)", id="split-hand-bust"
        ),
    ],
)
def test_2_1_a_cancelled_coup_takes_back_what_moved(before: str, back: str, rows: str) -> None:
    play(before, f"cancel then settle @2(1) {back} ends cancelled: {rows}\ndone then take_wagers")


def test_2_1_a_coup_cancelled_while_it_is_paid_gives_each_bettors_bust_back() -> None:
    play(
        FOLLOWED,
        "cancel then settle pays 1/1 Ana +400 2(1), 1/1 Cy +200 2(1) "
        "ends cancelled again: 1/1 Ana cancelled +0 2(1), 1/1 Cy cancelled +0 2(1)",
    )


@pytest.mark.parametrize(
    ("next_coup", "rest"),
    [
        ("", "done then take_wagers"),
        ("Ana bets 400 on 1", "done then take_wagers\nclose then burn 1"),
        ("Ana bets 400 on 1\nclose then burn 1", "done then take_wagers\nclose then burn 1"),
    ],
    ids=["no-wager-yet", "wagers", "closed"],
)
def test_2_1_a_coup_cancelled_after_its_payment_takes_back_what_moved_and_the_next_wagers_lie(
    next_coup: str, rest: str
) -> None:
    play(PAID, next_coup, f"cancel then settle pays 1 +200 2(1) ends cancelled again: {GONE}", rest)


def test_2_1_a_payment_of_a_coup_that_is_cancelled_before_its_last_card_is_dropped_and_the_wagers_are_to_go_back() -> (
    None
):
    play(
        PAID,
        "cancel before 11 then settle later 11=void alerts drawn_by_mistake "
        f"pays 1 +200 2(1) ends cancelled again: {GONE}",
        "done then take_wagers",
    )


def test_2_1_a_payment_of_a_coup_that_ran_out_after_all_is_dropped_and_the_wagers_are_to_go_back() -> None:
    play(
        PAID.rpartition("done")[0],
        """
        empty   then settle alerts shoe_count_off   ends last again: 1 bust -200 3(2)b, 3 win +400 5
        done            then shuffle
        """,
        f"void 11 then settle later 11=void alerts shoe_ran_out pays 1 +200 2(1) ends cancelled last again: {GONE}",
        "done then shuffle",
    )


def test_2_1_the_payment_of_a_cancelled_coup_stands_when_a_card_of_it_is_named_otherwise() -> None:
    play(
        PAID,
        f"""
        cancel          then settle     pays 1 +200 2(1)    ends cancelled again: {GONE}
        done            then take_wagers
        name 11 5H      then take_wagers
        """,
    )


def test_2_1_the_wagers_of_the_coming_coup_lie_when_the_coup_before_is_cancelled_late() -> None:
    play(
        PAID,
        "Ana bets 400 on 1",
        f"cancel before 11 later 11=void alerts drawn_by_mistake pays 1 +200 2(1) ends cancelled again: {GONE}",
        "close then burn 1",
    )


def test_2_1_from_its_first_card_on_the_next_coup_is_the_one_that_is_cancelled() -> None:
    table = play(PAID, "Ana bets 400 on 1\n5H is burn")
    coup = table.take(CoupCancelled(reason="misdeal", by="Pit")).coup
    assert coup is not None
    assert (coup.number, coup.supersedes, coup.settlement[0].wager) == (2, False, 400)


def test_11_a_doubled_wager_goes_back_whole() -> None:
    table = play(ONE_BOX, "6S 5S is box:1\n6D is upcard\ndouble 1 then deal box:1/1 up")
    coup = table.take(CoupCancelled(reason="misdeal", by="Pit")).coup
    assert coup is not None
    assert [(row.wager, row.outcome, row.net) for row in coup.settlement] == [(400, Outcome.CANCELLED, 0)]


@pytest.mark.parametrize(
    ("before", "rows"),
    [
        pytest.param(
            TWO_ASKED + "surrender 3 pays 3 -200 12", "1 cancelled +0 2(1), 3 surrender -200 12", id="surrender"
        ),
        pytest.param(
            TWO_ASKED + "6H is box:1/1 pays 1 -200 3(2)b", "1 bust -200 3(2)b, 3 cancelled +0 2(1)", id="bust"
        ),
        pytest.param(SEVENS, "1 bonus +600 9, 3 cancelled +0 2(1)", id="prize"),
        pytest.param(NATURAL, "1/1 Ana even_money +200 6, 1/1 Ana cancelled +0 2(1)", id="insurance-and-even-money"),
        pytest.param(EIGHTS, "1/1 Ana bust -200 3(2)b, 1/2 Ana cancelled +0 2(1)", id="split-hand-bust"),
    ],
)
def test_2_1_by_house_rule_what_moved_stays_and_insurance_is_returned(before: str, rows: str) -> None:
    play(before, f"cancel then settle @2(1) ends cancelled: {rows}", rules=KEEPS)


# 2(1): nothing of it goes on


def test_2_1_in_a_cancelled_coup_nobody_calls_surrenders_or_insures() -> None:
    play(
        TWO_ASKED,
        f"""
        cancel          then settle     ends cancelled: {GONE}
        stand 1         then settle     refused not_asked 3(2)c
        surrender 3     then settle     refused not_asked 3(2)c
        done offer      then settle     refused not_due 2(1)
        """,
    )
    play(
        ACE_UP,
        """
        9C              is hidden
        cancel          then settle     ends cancelled: 1 cancelled +0 2(1)
        Ana insures 1 for 100       then settle     refused insurance_is_closed 8
        Ana takes even money on 1   then settle     refused coup_is_cancelled 2(1)
        """,
    )


def test_2_1_a_card_that_waited_for_a_name_is_void_when_the_coup_is_cancelled() -> None:
    play(
        TWO_ASKED,
        f"""
        ??              is box:1/1      then name_card 8 box:1/1    alerts unread
        7C              is null         then name_card 8 box:1/1
        cancel          then settle     later 9=void    alerts left_over    ends cancelled: {GONE}
        """,
    )


def test_2_1_a_held_card_outlives_the_cancelled_coup() -> None:
    play(
        TWO_ASKED,
        f"""
        7C              is box:1/1      then ask 3      pays 1 -200 3(2)b
        hold 8          then offer surrender    later 8=held    pays 1 +200 2(1)
        cancel          then settle     ends cancelled: {GONE}
        done            then take_wagers
        Ana bets 200 on 1
        close           then deal box:1 down    later 8=burn
        """,
    )


def test_2_1_a_card_is_put_right_in_a_cancelled_coup_and_nothing_need_be_laid() -> None:
    play(
        TWO_ASKED,
        f"""
        AH              is box:1/1      then ask 1
        cancel          then settle     ends cancelled: {GONE}
        void 3          then settle     later 3=void 4=box:1 5=box:3 6=box:1 7=box:3 8=upcard
        done            then take_wagers
        """,
    )


def test_2_1_a_bust_in_a_cancelled_coup_that_is_named_otherwise_moves_nothing() -> None:
    play(
        TWO_ASKED,
        f"""
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        cancel          then settle     pays 1 +200 2(1)    ends cancelled: {GONE}
        name 8 5H       then settle
        done            then take_wagers
        """,
    )


def test_2_1_a_bust_in_a_cancelled_coup_that_is_named_otherwise_changes_what_the_house_keeps() -> None:
    play(
        TWO_ASKED,
        f"""
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        cancel          then settle     ends cancelled: 1 bust -200 3(2)b, 3 cancelled +0 2(1)
        name 8 5H       then settle     pays 1 +200 2(1)    ends cancelled again: {GONE}
        """,
        rules=KEEPS,
    )


# Results that are told again


def test_2_1_every_change_of_a_result_is_told_again_and_what_changes_nothing_is_not() -> None:
    play(
        PAID,
        f"""
        name 11 2C      then take_wagers
        name 11 3C      then take_wagers    ends again: 1 bust -200 3(2)b, 3 push +0 7b
        name 11 4C      then take_wagers    ends again: 1 bust -200 3(2)b, 3 lose -400 5
        cancel          then settle         pays 1 +200 2(1)    ends cancelled again: {GONE}
        withdraw last   then take_wagers    pays 1 -200 3(2)b   ends again: 1 bust -200 3(2)b, 3 lose -400 5
        withdraw 21     then take_wagers    ends again: 1 bust -200 3(2)b, 3 push +0 7b
        """,
    )


def test_2_1_a_bust_told_before_is_taken_back_and_told_again_as_the_corrections_come_and_go() -> None:
    play(
        TWO_ASKED,
        """
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        name 8 5H       then ask 1      pays 1 +200 2(1)
        name 8 7H       then ask 3      pays 1 -200 3(2)b
        void 8          then ask 1      later 8=void    pays 1 +200 2(1)
        """,
    )


def test_12_a_surrender_of_a_box_that_was_bust_replaces_the_bust() -> None:
    play(
        TWO_ASKED,
        "6H is box:1/1 then ask 3 pays 1 -200 3(2)b",
        "surrender 1 before 8 then reconcile later 8=box:3/1 moves 8=box:1/1>box:3/1 "
        "pays 1/1 Ana +200 2(1), 1/1 Ana -100 12, 3 -400 3(2)b",
        "done then settle ends 1 surrender -100 12, 3 bust -400 3(2)b",
    )
