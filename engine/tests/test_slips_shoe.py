"""The white card and the empty shoe (article 2(2)) in every phase of a coup, and corrections across them."""

import pytest

from engine.tests.openings import void_cards
from engine.tests.script import play

BURNED = (
    "new shoe"
    + void_cards(72)
    + """
    Ana sits 1
    Ana bets 200 on 1
    2C 3C           is burn         then deal box:1 down
"""
)
"""74 cards are out, 30 are left."""
SPLIT = BURNED + "8S 8H is box:1\n6D is upcard\nsplit 1 then deal box:1/1 up"
SECOND_HAND = SPLIT + "\n3D is box:1/1\nTC is box:1/1\nstand 1 then deal box:1/2 up"
DOUBLED = BURNED + "6S 5S is box:1\n6D is upcard\ndouble 1 then deal box:1/1 up"
EIGHTEEN = BURNED + "TS 8S is box:1\n6D is upcard then offer surrender"
ACE = BURNED + "TS 8S is box:1\nAD is upcard\n5C is hidden then offer insurance even_money"
UNREAD = EIGHTEEN + "\n?? is box:1/1 then name_card 78 box:1/1 alerts unread"
DEALER = "stand 1\n4H is burn\nTC is second\n"

# 2(2): the white card


@pytest.mark.parametrize(
    ("before", "due", "after"),
    [
        pytest.param(
            EIGHTEEN, "offer surrender", DEALER + "AC is draw then settle ends last: 1 win +200 5", id="offer"
        ),
        pytest.param(
            SPLIT,
            "deal box:1/1 up",
            "3D is box:1/1\nstand 1\n2D is box:1/2\nstand 1/2\n"
            + DEALER.removeprefix("stand 1\n")
            + "AC is draw then settle ends last: 1/1 Ana lose -200 5, 1/2 Ana lose -200 5",
            id="split-1",
        ),
        pytest.param(
            SECOND_HAND,
            "deal box:1/2 up",
            "2D is box:1/2\nstand 1/2\n"
            + DEALER.removeprefix("stand 1\n")
            + "AC is draw then settle ends last: 1/1 Ana win +200 5, 1/2 Ana lose -200 5",
            id="split-2",
        ),
        pytest.param(
            DOUBLED,
            "deal box:1/1 up",
            "TD is box:1/1\n" + DEALER.removeprefix("stand 1\n") + "AC is draw then settle ends last: 1 win +400 5",
            id="double",
        ),
        pytest.param(
            UNREAD,
            "name_card 78 box:1/1",
            "name 78 2H then ask 1\n" + DEALER + "AC is draw then settle ends last: 1 win +200 5",
            id="name",
        ),
        pytest.param(
            EIGHTEEN + "\nmisdeal",
            "reconcile",
            "done\n" + DEALER + "AC is draw then settle ends last: 1 win +200 5",
            id="reconcile",
        ),
        pytest.param(EIGHTEEN + "\n" + DEALER, "draw", "AC is draw then settle ends last: 1 win +200 5", id="draw"),
        pytest.param(
            ACE + "\nstand 1",
            "turn_hidden",
            "done then burn 1\n4H is burn\n3D is draw then settle ends last: 1 lose -200 5",
            id="turn",
        ),
        pytest.param(
            ACE + "\nstand 1\ndone", "burn 1", "4H is burn\n3D is draw then settle ends last: 1 lose -200 5", id="burn"
        ),
    ],
)
def test_2_2_the_white_card_hides_nothing_that_is_due_and_the_coup_is_the_last(
    before: str, due: str, after: str
) -> None:
    play(before, f"white then {due} alerts white_card", after, "done then shuffle")


def test_2_2_the_white_card_while_a_cancelled_coup_is_paid_back_makes_it_the_last() -> None:
    play(
        EIGHTEEN,
        """
        cancel          then settle     ends cancelled: 1 cancelled +0 2(1)
        white           then settle     alerts white_card   ends cancelled last again: 1 cancelled +0 2(1)
        done            then shuffle
        """,
    )


def test_2_2_a_coup_that_is_opened_again_after_the_white_card_is_still_the_last() -> None:
    play(
        EIGHTEEN,
        DEALER,
        """
        AC              is draw         then settle     ends 1 win +200 5
        white           then settle     alerts white_card   ends last again: 1 win +200 5
        void 80         then draw       later 80=void
        3C              is draw         then settle     ends last again: 1 lose -200 5
        done            then shuffle
        """,
    )


def test_2_2_a_late_stand_before_the_white_card_leaves_the_coup_the_last() -> None:
    play(
        EIGHTEEN,
        """
        2H              is box:1/1      then ask 1
        white           then ask 1      alerts white_card
        TC              is box:1/1      then settle     pays 1 -200 3(2)b   ends last: 1 bust -200 3(2)b
        stand 1 before 79   then reconcile  later 79=burn   moves 79=box:1/1>burn   pays 1 +200 2(1)
        done            then deal second up
        9C              is second       then draw
        6H              is draw         then settle     ends last again: 1 lose -200 5
        """,
    )


def test_2_1_a_coup_that_was_paid_is_cancelled_though_a_new_shoe_has_begun_whose_opening_burn_is_due() -> None:
    play(
        EIGHTEEN,
        DEALER,
        """
        AC              is draw         then settle     ends 1 win +200 5
        done            then take_wagers
        shuffle         then shuffle
        new shoe        then take_wagers
        cancel          then settle     ends cancelled again: 1 cancelled +0 2(1)
        done            then take_wagers
        Ana bets 200 on 1
        close           then burn 2 @2(1)
        """,
    )


# 2(2): the empty shoe


@pytest.mark.parametrize(
    ("before", "rows"),
    [
        pytest.param(SPLIT, "1/1 Ana cancelled +0 2(1), 1/2 Ana cancelled +0 2(1)", id="split-1"),
        pytest.param(SECOND_HAND, "1/1 Ana cancelled +0 2(1), 1/2 Ana cancelled +0 2(1)", id="split-2"),
        pytest.param(EIGHTEEN + "\nstand 1", "1 cancelled +0 2(1)", id="dealers-burn"),
        pytest.param(EIGHTEEN + "\nstand 1\n4H is burn", "1 cancelled +0 2(1)", id="second"),
        pytest.param(EIGHTEEN + "\n" + DEALER, "1 cancelled +0 2(1)", id="draw"),
        pytest.param(ACE + "\nstand 1\ndone", "1 cancelled +0 2(1)", id="burn-before-draw"),
        pytest.param(ACE + "\nstand 1\ndone\n4H is burn", "1 cancelled +0 2(1)", id="draw-after-burn"),
    ],
)
def test_2_2_a_card_that_must_be_had_from_an_empty_shoe_cancels_the_coup(before: str, rows: str) -> None:
    play(
        before,
        f"empty then settle @2(1) alerts shoe_count_off shoe_ran_out ends cancelled last: {rows}\ndone then shuffle",
    )


def test_2_2_the_second_split_hand_without_a_card_cancels_the_coup_when_the_first_has_stood() -> None:
    play(
        SPLIT,
        """
        3D              is box:1/1      then ask 1
        empty           then ask 1 stand    alerts shoe_count_off
        hit 1           then ask 1 stand    refused shoe_is_empty 2(2)
        """,
        "stand 1 then settle alerts shoe_ran_out "
        "ends cancelled last: 1/1 Ana cancelled +0 2(1), 1/2 Ana cancelled +0 2(1)",
    )


def test_11_a_double_without_a_card_is_not_taken_and_its_second_wager_goes_back() -> None:
    play(
        BURNED,
        """
        6S 5S           is box:1
        AD              is upcard
        9C              is hidden
        double 1        then deal box:1/1 up
        empty           then ask 1 stand    alerts shoe_count_off
        stand 1         then turn_hidden
        done            then settle     ends last: 1 lose -200 5
        """,
    )


def test_2_2_a_hit_that_was_announced_is_not_taken_from_an_empty_shoe() -> None:
    play(
        ACE,
        """
        hit 1           then deal box:1/1 up
        empty           then ask 1 stand    alerts shoe_count_off
        """,
    )


@pytest.mark.parametrize("call", ["hit 1", "double 1", "split 1"])
def test_2_2_from_an_empty_shoe_no_card_is_called_and_a_surrender_is_taken(call: str) -> None:
    play(
        EIGHTEEN,
        f"""
        empty           then offer surrender    alerts shoe_count_off
        {call}          then offer surrender    refused shoe_is_empty 2(2)
        surrender 1     then settle     pays 1 -100 12      ends last: 1 surrender -100 12
        """,
    )


def test_2_2_an_unread_card_of_an_empty_shoe_is_named_and_the_hand_may_stand() -> None:
    play(
        UNREAD,
        """
        empty           then name_card 78 box:1/1   alerts shoe_count_off
        name 78 2H      then ask 1 stand
        """,
    )


def test_2_2_with_no_wager_alive_an_empty_shoe_cancels_nothing() -> None:
    play(
        ACE,
        """
        7H              is box:1/1      then turn_hidden    pays 1 -200 3(2)b
        empty           then turn_hidden    alerts shoe_count_off
        done            then settle     ends last: 1 bust -200 3(2)b
        done            then shuffle
        """,
    )


def test_2_2_a_card_voided_after_the_shoe_was_empty_cancels_the_coup() -> None:
    play(
        EIGHTEEN,
        DEALER,
        """
        AC              is draw         then settle     ends 1 win +200 5
        empty           then settle     alerts shoe_count_off   ends last again: 1 win +200 5
        void 80 then settle @2(1) later 80=void alerts shoe_ran_out ends cancelled last again: 1 cancelled +0 2(1)
        withdraw last   then reconcile  later 80=draw   moves 80=void>draw
        done            then settle     ends last again: 1 win +200 5
        """,
    )


def test_2_2_a_bust_in_a_coup_that_ran_out_goes_back() -> None:
    play(
        """
        new shoe
        Bo sits 3
        Ana sits 1
        Bo bets 400 on 3
        Ana bets 200 on 1
        2C 3C           is burn
        TS              is box:1
        TH              is box:3
        6S              is box:1
        9H              is box:3
        6D              is upcard
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        stand 3         then burn 1
        """,
        "empty then settle alerts shoe_count_off shoe_ran_out pays 1 +200 2(1) "
        "ends cancelled last: 1 cancelled +0 2(1), 3 cancelled +0 2(1)",
    )


# 2(2): a new shoe in the midst of a coup


@pytest.mark.parametrize("before", [SPLIT, SECOND_HAND], ids=["split-1", "split-2"])
def test_2_2_a_new_shoe_while_a_split_hand_waits_for_its_card_cancels_the_coup(before: str) -> None:
    play(
        before,
        "new shoe then settle alerts shoe_changed "
        "ends cancelled last: 1/1 Ana cancelled +0 2(1), 1/2 Ana cancelled +0 2(1)",
        "done then take_wagers",
    )
