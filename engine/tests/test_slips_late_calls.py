"""Calls, claims and wagers that were made in time and tapped late (article 2(1)): each kind, in each phase."""

import pytest

from engine.rules import TableRules
from engine.tests.openings import ACE_UP, ONE_BOX, TWO_BOXES
from engine.tests.script import TWO_PACKS, play

TWO_ASKED = (
    TWO_BOXES
    + """
    TS              is box:1
    TH              is box:3
    6S              is box:1
    9H              is box:3        then deal upcard up
    6D              is upcard       then offer surrender
"""
)
"""Box 1 has 16, box 3 has 19; card 8 comes next."""
EIGHTS = (
    ONE_BOX
    + """
    8S 8H           is box:1        then deal upcard up
    6D              is upcard       then offer surrender
"""
)
"""Card 6 comes next."""
NINETEEN = (
    ONE_BOX
    + """
    TS 9S           is box:1        then deal upcard up
    TD              is upcard       then offer surrender
"""
)
"""Card 6 comes next."""

# 3(2)c: a stand that was not tapped


def test_3_2_c_after_a_forgotten_stand_the_card_is_the_next_boxs_and_is_moved() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        stand 1 before 8    then reconcile @2(1)    later 8=box:3/1     moves 8=box:1/1>box:3/1
        done            then ask 3
        stand 3         then burn 1
        4H              is burn
        8C              is second       then draw
        4D              is draw         then settle     ends 1 lose -200 5, 3 win +400 5
        """,
    )


def test_3_2_c_a_forgotten_stand_where_the_felt_agrees_needs_no_laying() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        stand 1 before 8 felt agrees    then ask 3      later 8=box:3/1
        """,
    )


def test_3_2_b_after_a_forgotten_stand_the_bust_is_the_next_boxs() -> None:
    play(
        TWO_ASKED,
        """
        7H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        stand 1 before 8 felt agrees    then burn 1     later 8=box:3/1     pays 1 +200 2(1), 3 -400 3(2)b
        """,
    )


def test_2_4_after_a_forgotten_stand_of_the_last_box_the_cards_are_burn_and_second_card() -> None:
    play(
        NINETEEN,
        """
        2H              is box:1/1      then ask 1
        7D              is box:1/1      then settle     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        stand 1 before 6 then reconcile later 6=burn 7=second moves 6=box:1/1>burn 7=box:1/1>second pays 1 +200 2(1)
        done            then settle     ends again: 1 win +200 5
        """,
    )


def test_3_2_c_a_stand_of_the_first_split_hand_was_forgotten() -> None:
    play(
        EIGHTS,
        """
        split 1         then deal box:1/1 up
        TC              is box:1/1      then ask 1
        3C              is box:1/1      then ask 1
        stand 1 before 7 felt agrees    then ask 1/2    later 7=box:1/2
        stand 1/2       then burn 1
        """,
    )


def test_3_1_a_after_a_forgotten_stand_the_card_turned_the_hidden_one_and_was_a_mistake() -> None:
    play(
        ACE_UP,
        """
        9C              is hidden       then offer insurance even_money
        5H              is box:1/1      then turn_hidden    pays 1 -200 3(2)b
        stand 1 before 7 felt agrees later 7=void alerts drawn_by_mistake pays 1 +200 2(1) ends 1 lose -200 5
        """,
    )


def test_3_1_a_after_a_forgotten_stand_the_card_turned_the_hidden_one_and_was_the_burn() -> None:
    play(
        ACE_UP,
        """
        5C              is hidden       then offer insurance even_money
        5H              is box:1/1      then turn_hidden    pays 1 -200 3(2)b
        stand 1 before 7    then reconcile      later 7=burn    moves 7=box:1/1>burn    pays 1 +200 2(1)
        done            then draw
        3D              is draw         then settle     ends 1 lose -200 5
        """,
    )


THREE_DROPPED = "alerts request_dropped request_dropped request_dropped"
"""The stand as it was tapped, the payment, and the next wager."""


def test_2_1_a_stand_that_is_told_after_the_payment_changes_the_result_while_the_next_wagers_wait() -> None:
    play(
        NINETEEN,
        f"""
        2H              is box:1/1      then ask 1
        stand 1         then burn 1
        4H              is burn
        7D              is second       then settle     ends 1 win +200 5
        done            then take_wagers
        Ana bets 400 on 1   then take_wagers
        stand 1 before 6 then reconcile later 6=burn 7=second 8=null moves 6=box:1/1>burn 7=burn>second {THREE_DROPPED}
        done            then take_wagers    later 8=draw    alerts request_counts request_counts
        ends again: 1 lose -200 5
        """.replace("\n        ends", " ends"),
    )


# 11: a double


def test_11_a_double_that_was_tapped_after_its_card_takes_the_second_wager_and_ends_the_hand() -> None:
    play(
        ONE_BOX,
        """
        6S 5S           is box:1
        9D              is upcard       then offer surrender
        KS              is box:1/1      then ask 1
        double 1 before 6   then burn 1
        4H              is burn
        TC              is second       then settle     ends 1 win +400 5
        """,
    )


def test_11_a_late_double_of_other_points_is_refused_and_the_hand_stays_shown() -> None:
    table = play(
        NINETEEN,
        """
        2H              is box:1/1      then ask 1
        double 1 before 6   then ask 1      refused not_eleven 11
        """,
    )
    assert [laid.face_up for laid in table.felt.open_coup.hands[0].cards] == [True, True, True]  # type: ignore[union-attr]


def test_11_a_late_double_gives_the_card_that_followed_to_the_next_box() -> None:
    play(
        TWO_BOXES,
        """
        6S              is box:1
        TH              is box:3
        5S              is box:1
        2S              is box:3
        6D              is upcard       then offer surrender
        9S              is box:1/1      then ask 1
        TC              is box:1/1      then ask 3      pays 1 -200 3(2)b
        double 1 before 8 felt agrees   then burn 1     later 9=box:3/1     pays 1 +200 2(1), 3 -400 3(2)b
        """,
    )


# 10: a split


def test_10_a_split_that_was_tapped_late_undoes_the_bust_that_was_no_hand() -> None:
    play(
        EIGHTS,
        """
        TC              is box:1/1      then settle     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        split 1 before 6    then ask 1      pays 1 +200 2(1)
        stand 1         then deal box:1/2 up
        3C              is box:1/2      then ask 1/2
        stand 1/2       then burn 1
        2H              is burn
        9C              is second       then draw
        TD              is draw         then settle     ends again: 1/1 Ana win +200 5, 1/2 Ana win +200 5
        """,
    )


def test_10_a_late_split_of_aces_gives_the_next_card_to_the_other_hand() -> None:
    play(
        ONE_BOX,
        """
        AS AH           is box:1
        6D              is upcard       then offer surrender
        TC              is box:1/1      then ask 1
        3C              is box:1/1      then ask 1
        split 1 before 6 felt agrees    then burn 1     later 7=box:1/2
        """,
    )


# 12: a surrender


def test_12_a_surrender_before_the_first_extra_card_counts_though_it_was_tapped_after_it() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        surrender 3     refused surrender_is_closed 12
        surrender 3 before 8    then ask 1      pays 3 -200 12
        stand 1         then burn 1
        """,
    )


def test_12_a_late_surrender_of_the_box_that_drew_moves_its_card_to_the_next() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        surrender 1 before 8    then reconcile      later 8=box:3/1     moves 8=box:1/1>box:3/1     pays 1 -100 12
        done            then ask 3
        """,
    )


def test_12_a_surrender_after_the_first_extra_card_is_too_late_wherever_it_is_placed() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        2H              is box:1/1      then ask 1
        surrender 3 before 9    then ask 1      refused surrender_is_closed 12
        """,
    )


def test_12_by_house_rule_a_late_surrender_counts_until_the_boxs_own_extra_card() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        2H              is box:1/1      then ask 1
        surrender 3 before 9    then ask 1      pays 3 -200 12
        """,
        rules=TableRules(decks=2, surrender_window="own_box"),
    )


# 8: insurance; 6: even money

NATURAL = (
    ONE_BOX
    + """
    AS KS           is box:1        then deal upcard up
    AD              is upcard       then deal hidden down
"""
)
"""Card 6 is the hidden one."""


def test_8_an_insurance_before_the_first_extra_card_counts_though_it_was_tapped_after_it() -> None:
    play(
        ACE_UP,
        """
        KC              is hidden       then offer insurance even_money
        2H              is box:1/1      then ask 1
        Ana insures 1 for 100   refused insurance_is_closed 8
        Ana insures 1 for 100 before 8      then ask 1      refused insurance_is_closed 8
        Ana insures 1 for 100 before 7      then ask 1
        stand 1         then turn_hidden
        done            then settle     ends 1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8
        """,
    )


def test_8_insurance_is_open_from_the_upcard_and_not_before_it() -> None:
    play(
        ACE_UP,
        """
        9C              is hidden       then offer insurance even_money
        Ana insures 1 for 100 before 5      refused no_upcard 8
        Ana insures 1 for 200 before 6      refused insures_too_much 8
        Ana insures 1 for 100 before 6      then offer insurance even_money
        stand 1         then turn_hidden
        done            then settle     ends 1/1 Ana lose -200 5, 1/1 Ana insurance_lose -100 8
        """,
    )


def test_8_a_late_insurance_makes_an_unread_hidden_card_matter() -> None:
    play(
        ACE_UP,
        """
        ??              is hidden       then offer insurance even_money     alerts unread
        5H              is box:1/1      then turn_hidden    pays 1 -200 3(2)b
        done            then settle     ends 1 bust -200 3(2)b
        Ana insures 1 for 100 before 7      then name_card 6 hidden
        name 6 KC       then settle     ends again: 1/1 Ana bust -200 3(2)b, 1/1 Ana insurance_win +200 8
        """,
    )


def test_6_even_money_before_the_card_that_turned_the_hidden_one_leaves_no_wager_to_play_for() -> None:
    play(
        NATURAL,
        """
        5C              is hidden       then offer insurance even_money
        stand 1         then turn_hidden
        5H              is burn         then draw
        Ana takes even money on 1   refused even_money_is_closed 6
        Ana takes even money on 1 before 7 later 7=void moves 7=burn>void alerts drawn_by_mistake pays 1 +200 6
        done            then settle     ends 1 even_money +200 6
        """,
    )


def test_6_a_late_even_money_without_a_natural_is_refused() -> None:
    play(
        ACE_UP,
        """
        9C              is hidden       then offer insurance even_money
        2H              is box:1/1      then ask 1
        Ana takes even money on 1 before 7      then ask 1      refused no_natural 6
        """,
    )


# 2(3): a wager


def test_2_3_a_wager_that_was_raised_before_the_first_card_counts_though_it_was_tapped_after_it() -> None:
    play(
        NINETEEN,
        """
        Ana bets 400 on 1           refused betting_is_closed 2(3)
        Ana bets 400 on 1 before 1  then offer surrender
        stand 1         then burn 1
        4H              is burn
        7D              is second       then settle     ends 1 win +400 5
        """,
    )


def test_2_3_a_wager_of_another_box_that_was_forgotten_makes_every_later_card_anothers() -> None:
    play(
        ONE_BOX,
        """
        TS 8S           is box:1        then deal upcard up
        6D              is upcard       then offer surrender
        Bo sits 3       then offer surrender
        Bo bets 400 on 3 before 1   refused box_is_empty 2(3)
        Bo sits 3 before 1          then offer surrender    alerts request_dropped
        """,
    )
    play(
        ONE_BOX,
        """
        TS 8S           is box:1        then deal upcard up
        6D              is upcard       then offer surrender
        Bo sits 3 before 1          then offer surrender
        Bo bets 400 on 3 before 1   then reconcile  later 4=box:3 5=box:1   moves 4=box:1>box:3 5=upcard>box:1
        done            then deal box:3 down
        """,
    )


def test_2_3_no_wager_counts_after_the_betting_was_closed() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        close           then burn 2
        2C 3C           is burn         then deal box:1 down
        Ana bets 400 on 1 before 1  refused betting_is_closed 2(3)
        """
    )


# 3(2)b: a hit; a hand that was shown


def test_3_2_b_a_hit_that_is_told_after_its_card_changes_nothing() -> None:
    play(
        NINETEEN,
        """
        2H              is box:1/1      then ask 1
        hit 1 before 6  then ask 1
        """,
    )


def test_3_2_b_a_late_hit_of_a_hand_that_had_stood_is_refused_until_its_stand_is_withdrawn() -> None:
    play(
        TWO_ASKED,
        """
        stand 1         then ask 3
        AH              is box:3/1      then ask 3
        hit 1 before 8  then ask 3      refused not_asked 3(2)c
        withdraw 13     then reconcile  later 8=box:1/1     moves 8=box:3/1>box:1/1
        done            then ask 1
        """,
    )


def test_3_2_b_an_unread_hand_that_was_shown_before_the_next_card_is_named_first() -> None:
    play(
        ONE_BOX,
        """
        TS              is box:1
        ??              is box:1        alerts unread
        6D              is upcard       then offer surrender
        2H              is box:1/1      then ask 1
        1 shows before 6    then name_card 4 box:1      later 6=null
        name 4 TC       then settle     later 6=box:1/1     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        """,
    )


# The place of a late request

WHOLE = (
    ONE_BOX
    + """
    TS 8S           is box:1
    AD              is upcard
    5C              is hidden
    2H              is box:1/1
    stand 1
    4H              is burn
    3D              is draw         then settle     ends 1 win +200 5
"""
)
"""Cards 1 and 2 burned, 3 and 4 the box's, 5 upcard, 6 hidden, 7 extra, 8 burn, 9 draw."""


@pytest.mark.parametrize(
    ("late", "refused"),
    [
        ("stand 1 before 1", "not_asked 3(2)c"),
        ("stand 1 before 3", "not_asked 3(2)c"),
        ("stand 1 before 6", "not_asked 3(2)c"),
        ("stand 1 before 8", "not_asked 3(2)c"),
        ("stand 1 before 9", "not_asked 3(2)c"),
        ("hit 1 before 8", "not_asked 3(2)c"),
        ("double 1 before 8", "not_asked 3(2)c"),
        ("surrender 1 before 4", "not_dealt 12"),
        ("surrender 1 before 7", "no_surrender 12"),
        ("double 1 before 7", "not_eleven 11"),
        ("split 1 before 7", "not_equal 10"),
        ("Ana insures 1 for 100 before 5", "no_upcard 8"),
        ("Ana insures 1 for 100 before 8", "insurance_is_closed 8"),
        ("Ana insures 1 for 100 before 10", "insurance_is_closed 8"),
        ("Ana takes even money on 1 before 4", "no_upcard 6"),
        ("Ana takes even money on 1 before 8", "not_two_cards 6"),
        ("Ana takes even money on 1 before 9", "even_money_is_closed 6"),
        ("Ana bets 400 on 1 before 2", "betting_is_closed 2(3)"),
        ("1 shows before 3", "no_hand 3(2)c"),
        ("done offer before 5", "not_due 3(1)a"),
        ("done turn_hidden before 9", "not_due 3(2)a"),
        ("shuffle before 2", "coup_in_progress 2(2)"),
        ("stand 1 before 11", "no_such_card 2(1)"),
        ("stand 1 before 0", "no_such_card 2(1)"),
    ],
)
def test_2_1_a_late_request_is_refused_where_it_was_not_lawful(late: str, refused: str) -> None:
    play(WHOLE, f"{late} then settle refused {refused}")


def test_2_1_a_request_is_not_placed_in_a_coup_that_is_past() -> None:
    play(
        WHOLE,
        """
        done                            then take_wagers
        Ana bets 200 on 1
        5H              is burn         then deal box:1 down
        stand 1 before 7                refused no_such_card 2(1)
        """,
    )


def test_11_double_is_taken_late_by_the_decider_and_matched_by_whom_it_names() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 400 on 1
        Cy bets 200 on 1
        2C 3C           is burn
        6S 5S           is box:1
        9D              is upcard       then offer surrender
        KS              is box:1/1      then ask 1
        double 1 as Cy before 6     refused not_his_call 13
        double 1 with nobody before 6   then burn 1
        4H              is burn
        TC              is second       then settle     ends 1/1 Ana win +800 5, 1/1 Cy win +200 5
        """,
        rules=TWO_PACKS,
    )
