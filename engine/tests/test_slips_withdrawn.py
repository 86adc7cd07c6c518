"""Requests and corrections that were slips themselves (article 2(1)): withdrawn, as if they had not been."""

import pytest

from engine.tests.openings import ACE_UP, ONE_BOX, TWO_BOXES
from engine.tests.script import play

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
"""12 events; card 8 comes next."""
EIGHTS = (
    ONE_BOX
    + """
    8S 8H           is box:1
    6D              is upcard       then offer surrender
"""
)
"""8 events; card 6 comes next."""
ELEVEN = (
    ONE_BOX
    + """
    6S 5S           is box:1
    9D              is upcard       then offer surrender
"""
)
"""8 events; card 6 comes next."""
NATURAL = (
    ONE_BOX
    + """
    AS KS           is box:1
    AD              is upcard       then deal hidden down
"""
)
"""8 events; card 6 is the hidden one."""
PAID = (
    ONE_BOX
    + """
    TS 9S           is box:1
    TD              is upcard       then offer surrender
    stand 1         then burn 1
    4H              is burn
    7D              is second       then settle     ends 1 win +200 5
    done            then take_wagers
"""
)
"""12 events, 7 cards."""

# 3(2)c: calls


def test_3_2_c_a_stand_that_was_not_said_is_asked_for_again() -> None:
    play(TWO_ASKED, "stand 1 then ask 3\nwithdraw last then offer surrender\nhit 1 then deal box:1/1 up")


def test_3_2_c_after_a_stand_that_was_not_said_the_card_is_the_first_boxs() -> None:
    play(
        TWO_ASKED,
        """
        stand 1         then ask 3
        5H              is box:3/1      then burn 1     pays 3 -400 3(2)b
        withdraw 13     then reconcile  later 8=box:1/1     moves 8=box:3/1>box:1/1     pays 3 +400 2(1)
        done            then ask 1
        stand 1         then ask 3
        """,
    )


def test_3_2_c_a_stand_of_the_last_box_withdrawn_makes_the_dealers_cards_its_extra_ones() -> None:
    play(
        ONE_BOX,
        """
        TS 5S           is box:1
        9D              is upcard
        stand 1         then burn 1
        2H              is burn
        AC              is second       then settle     ends 1 lose -200 5
        withdraw 9      then reconcile  later 6=box:1/1 7=null  moves 6=burn>box:1/1
        done            then reconcile  later 7=box:1/1     moves 7=second>box:1/1
        done            then ask 1
        stand 1         then burn 1
        3H              is burn
        8C              is second       then settle     ends again: 1 win +200 5
        """,
    )


def test_3_2_b_a_hit_that_was_not_said_is_no_longer_due() -> None:
    play(TWO_ASKED, "hit 1 then deal box:1/1 up\nwithdraw last then offer surrender\nstand 1 then ask 3")


def test_11_a_double_that_was_not_said_takes_no_second_wager() -> None:
    play(
        ELEVEN,
        """
        double 1        then deal box:1/1 up
        withdraw last   then offer surrender
        TH              is box:1/1      then ask 1
        stand 1         then burn 1
        4H              is burn
        TC              is second       then settle     ends 1 win +200 5
        """,
    )


def test_11_a_double_that_was_a_hit_leaves_its_card_with_the_hand_which_is_asked_again() -> None:
    play(
        ELEVEN,
        """
        double 1        then deal box:1/1 up
        2H              is box:1/1      then burn 1
        4H              is burn         then deal second up
        withdraw 9      then reconcile  later 7=box:1/1     moves 7=burn>box:1/1
        done            then ask 1
        stand 1         then burn 1
        """,
    )


def test_10_a_split_that_was_a_hit_leaves_its_card_with_the_hand() -> None:
    play(
        EIGHTS,
        """
        split 1         then deal box:1/1 up
        3C              is box:1/1      then ask 1
        withdraw 9      then ask 1
        stand 1         then burn 1
        4H              is burn
        2D              is second       then draw
        9H              is draw         then settle     ends 1 win +200 5
        """,
    )


def test_10_a_split_withdrawn_late_drops_what_its_second_hand_called() -> None:
    play(
        EIGHTS,
        """
        split 1         then deal box:1/1 up
        3C              is box:1/1      then ask 1
        stand 1         then deal box:1/2 up
        TD              is box:1/2      then ask 1/2
        stand 1/2       then burn 1
        withdraw 9      then reconcile  later 7=burn    moves 7=box:1/2>burn    alerts request_dropped
        done            then deal second up
        """,
    )


def test_12_a_surrender_that_was_not_said_gives_its_half_back() -> None:
    play(
        TWO_ASKED,
        """
        surrender 3     then offer surrender    pays 3 -200 12
        withdraw last   then offer surrender    pays 3 +200 2(1)
        stand 1         then ask 3
        """,
    )


def test_12_a_surrender_withdrawn_after_the_result_opens_the_coup_again() -> None:
    play(
        ELEVEN,
        """
        surrender 1     then settle     pays 1 -100 12      ends 1 surrender -100 12
        withdraw last   then offer surrender    pays 1 +100 2(1)
        stand 1         then burn 1
        4H              is burn
        TC              is second       then settle     ends again: 1 lose -200 5
        """,
    )


# 8, 6: claims


def test_8_an_insurance_that_was_not_asked_for_is_no_wager() -> None:
    play(
        ACE_UP,
        """
        9C              is hidden       then offer insurance even_money
        Ana insures 1 for 100   then offer insurance even_money
        2H              is box:1/1      then ask 1
        withdraw 10     then ask 1
        stand 1         then turn_hidden
        done            then settle     ends 1 push +0 7b
        """,
    )


def test_8_an_insurance_withdrawn_after_the_result_is_told_again() -> None:
    play(
        ACE_UP,
        """
        KC              is hidden       then offer insurance even_money
        Ana insures 1 for 100
        stand 1         then turn_hidden
        done            then settle     ends 1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8
        withdraw 10     then settle     ends again: 1 lose -200 6
        """,
    )


def test_8_a_withdrawn_second_insurance_leaves_the_first() -> None:
    play(
        ACE_UP,
        """
        KC              is hidden
        Ana insures 1 for 100
        Ana insures 1 for 0
        withdraw last   then offer insurance even_money
        stand 1
        done            then settle     ends 1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8
        """,
    )


def test_6_even_money_that_was_not_asked_for_goes_back_and_the_natural_stays_shown() -> None:
    table = play(
        NATURAL,
        """
        KC              is hidden       then offer insurance even_money
        Ana takes even money on 1   then turn_hidden    pays 1 +200 6
        withdraw last   then offer insurance even_money     pays 1 -200 2(1)
        stand 1         then turn_hidden
        """,
    )
    assert [laid.face_up for laid in table.felt.open_coup.hands[0].cards] == [True, True]  # type: ignore[union-attr]


# Touches


def test_12_an_offer_that_was_not_made_is_made() -> None:
    play(TWO_ASKED, "done then ask 1\nwithdraw last then offer surrender")


def test_3_1_a_a_hidden_card_once_turned_stays_seen_and_even_money_closed() -> None:
    play(
        NATURAL,
        """
        9C              is hidden
        stand 1         then turn_hidden
        done            then settle     ends 1 natural +300 6
        withdraw last   then turn_hidden
        Ana takes even money on 1   refused even_money_is_closed 6
        done            then settle
        """,
    )


def test_a_payment_that_was_not_made_is_due_again_and_its_result_is_the_same() -> None:
    play(PAID, "withdraw 12 then settle\ndone then take_wagers")


def test_2_2_a_shuffle_that_was_not_called_is_no_longer_due() -> None:
    play(PAID, "shuffle then shuffle\nwithdraw last then take_wagers\nAna bets 200 on 1\nclose then burn 1 @2(4)")


# 2(3): wagers


def test_2_3_a_wager_can_be_withdrawn_as_a_slip_until_a_card_is_out() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        Ana bets 400 on 1
        withdraw last
        close           then burn 2
        withdraw last   then take_wagers
        close           then burn 2
        2C 3C           is burn
        withdraw 3      refused wager_stays 2(3)
        withdraw 8      refused wager_stays 2(3)
        TS 9S           is box:1
        TD              is upcard
        stand 1
        4H              is burn
        7D              is second       then settle     ends 1 win +200 5
        """
    )


def test_2_3_a_wager_taken_back_by_a_slip_lies_again() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        Ana takes back 1
        close           refused nobody_wagers 2(3)
        withdraw 4      then take_wagers
        close           then burn 2
        """
    )


# Corrections


def test_2_1_a_card_named_by_a_slip_counts_as_it_was_read() -> None:
    play(
        ELEVEN,
        """
        TH              is box:1/1      then ask 1
        8C              is box:1/1      then settle     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        name 6 2C       then ask 1      pays 1 +200 2(1)
        withdraw last   then settle     pays 1 -200 3(2)b
        """,
    )


def test_2_1_an_unread_card_whose_name_was_a_slip_must_be_named_again() -> None:
    play(
        ELEVEN,
        """
        ??              is box:1/1      then name_card 6 box:1/1    alerts unread
        name 6 TH       then ask 1
        withdraw last   then name_card 6 box:1/1    alerts unread
        stand 1         refused name_first 2(1)
        name 6 9H       then ask 1      alerts request_lawful_now
        """,
    )


def test_2_1_a_cancelled_coup_whose_cancelling_was_a_slip_goes_on() -> None:
    play(
        TWO_ASKED,
        """
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        cancel          then settle     pays 1 +200 2(1)    ends cancelled: 1 cancelled +0 2(1), 3 cancelled +0 2(1)
        withdraw last   then ask 3      pays 1 -200 3(2)b
        stand 3         then burn 1
        4H              is burn
        TD              is second       then draw
        4D              is draw         then settle     ends again: 1 bust -200 3(2)b, 3 lose -400 5
        """,
    )


def test_2_1_a_coup_cancelled_after_its_payment_by_a_slip_is_paid_again() -> None:
    play(
        PAID,
        """
        cancel          then settle         ends cancelled again: 1 cancelled +0 2(1)
        withdraw last   then take_wagers    ends again: 1 win +200 5
        """,
    )


def test_2_1_a_card_exposed_by_a_slip_of_the_hand_stays_seen() -> None:
    play(
        NATURAL,
        """
        9C              is hidden       then offer insurance even_money
        expose 6        then ask 1
        withdraw last   then ask 1
        Ana insures 1 for 100       refused insurance_is_closed 8
        Ana takes even money on 1   refused even_money_is_closed 6
        """,
    )


def test_2_1_a_misdeal_once_found_is_ended_by_laying_the_cards_alone() -> None:
    play(TWO_ASKED, "misdeal then reconcile\nwithdraw last then reconcile\ndone then offer surrender")


def test_2_1_that_the_cards_were_laid_is_no_slip() -> None:
    play(
        TWO_ASKED,
        """
        misdeal         then reconcile
        done            then offer surrender
        withdraw last   then offer surrender    refused no_such_request 2(1)
        """,
    )


def test_2_1_a_late_call_withdrawn_leaves_the_cards_where_they_were_drawn_for() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        stand 1 before 8 felt agrees    then ask 3      later 8=box:3/1
        withdraw last   then reconcile  later 8=box:1/1     moves 8=box:3/1>box:1/1
        done            then ask 1
        """,
    )


def test_2_1_a_withdrawal_that_was_a_slip_is_withdrawn_itself() -> None:
    play(
        TWO_ASKED,
        """
        stand 1         then ask 3
        withdraw 13     then offer surrender
        withdraw 14     then ask 3
        withdraw 14     refused no_such_request 2(1)
        withdraw 13     then offer surrender
        """,
    )


@pytest.mark.parametrize("seq", ["1", "6", "12", "13", "14", "99", "0"])
def test_2_1_only_a_request_that_was_taken_can_be_withdrawn(seq: str) -> None:
    play(
        TWO_ASKED,
        f"""
        stand 3         refused not_asked 3(2)c
        white           alerts white_card white_card_misplaced
        withdraw {seq}  then offer surrender    refused no_such_request 2(1)
        """,
    )


def test_2_1_a_request_of_a_coup_that_is_past_is_not_withdrawn() -> None:
    play(
        PAID,
        """
        Ana bets 200 on 1
        5H              is burn         then deal box:1 down
        withdraw 9      refused no_such_request 2(1)
        """,
    )


def test_2_3_who_sat_and_who_left_before_the_deal_is_no_slip_once_a_card_is_out() -> None:
    play(
        TWO_ASKED,
        """
        Cy sits 5
        5H              is box:1/1      then ask 1
        withdraw 3      then ask 1      refused wager_stays 2(3)
        withdraw 13     then ask 1
        """,
    )
    play(
        PAID,
        """
        Ana bets 400 on 1
        box 1 leaves    then take_wagers
        Cy sits 1
        Cy bets 200 on 1
        5H              is burn         then deal box:1 down
        withdraw 14     refused wager_stays 2(3)
        """,
    )


def test_2_3_a_seat_withdrawn_before_the_deal_drops_its_wager_and_the_closing_does_not_hide_that() -> None:
    play(
        """
        new shoe
        Bo sits 3
        Ana sits 1
        Bo bets 400 on 3
        Ana bets 200 on 1
        close           then burn 2
        withdraw 3      then burn 2     alerts request_dropped
        2C 3C           is burn         then deal box:3 down
        """
    )
