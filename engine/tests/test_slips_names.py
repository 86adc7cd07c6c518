"""Misread cards put right, unread cards named, boxed cards passed over (article 2(1)): in each role and phase."""

import pytest

from engine.tests.openings import ACE_UP, ONE_BOX, TWO_BOXES
from engine.tests.script import play

EIGHTEEN = (
    ONE_BOX
    + """
    TS 8S           is box:1
    6D              is upcard       then offer surrender
"""
)
"""8 events; card 6 comes next."""
EIGHTS = (
    ONE_BOX
    + """
    8S 8H           is box:1
    6D              is upcard       then offer surrender
"""
)
ELEVEN = (
    ONE_BOX
    + """
    6S 5S           is box:1
    9D              is upcard       then offer surrender
"""
)
SPLIT = (
    EIGHTS
    + """
    split 1         then deal box:1/1 up
    3D              is box:1/1      then ask 1
    TC              is box:1/1      then ask 1
    stand 1         then deal box:1/2 up
    2D              is box:1/2      then ask 1/2
"""
)
"""Cards 6 and 7 are the first hand's, 8 the second's; card 9 comes next."""
SPLIT_SETTLING = (
    SPLIT
    + """
    9C              is box:1/2
    stand 1/2       then burn 1
    4H              is burn
    5D              is second       then draw
    6S              is draw         then settle     ends 1/1 Ana win +200 5, 1/2 Ana win +200 5
"""
)
"""21 and 19 against 17; card 10 is the burn, 11 the second card, 12 the draw."""
ACE_ASKED = (
    ACE_UP
    + """
    5C              is hidden       then offer insurance even_money
    2H              is box:1/1      then ask 1
"""
)
"""20 against an ace and a hidden five."""
ACE_SETTLING = (
    ACE_ASKED
    + """
    stand 1         then turn_hidden
    done            then burn 1
    4H              is burn
    3D              is draw         then settle     ends 1 win +200 5
"""
)
"""20 against 19; card 6 is the hidden one, 8 the burn, 9 the draw."""
PAID = (
    ONE_BOX
    + """
    TS 9S           is box:1
    TD              is upcard
    stand 1
    4H              is burn
    7D              is second       then settle     ends 1 win +200 5
    done            then take_wagers
"""
)
"""19 against 17; card 7 is the second card."""

# 3(1)a: the upcard


def test_3_1_a_an_upcard_that_is_an_ace_after_all_wants_its_hidden_card() -> None:
    play(
        EIGHTEEN,
        """
        name 5 AD       then deal hidden down
        9C              is hidden       then offer insurance even_money
        """,
    )


def test_3_1_a_an_extra_card_that_was_the_hidden_one_was_seen_so_insurance_is_closed() -> None:
    play(
        EIGHTEEN,
        """
        2H              is box:1/1      then ask 1
        name 5 AD       then reconcile  later 6=hidden  moves 6=box:1/1>hidden
        done            then ask 1
        Ana insures 1 for 100       refused insurance_is_closed 8
        stand 1         then turn_hidden
        done            then burn 1
        """,
    )


def test_3_1_a_a_stand_before_the_hidden_card_was_out_is_dropped_and_can_be_placed_behind_it() -> None:
    play(
        EIGHTEEN,
        """
        stand 1         then burn 1
        4H              is burn
        TC              is second       then draw
        name 5 AD later 6=hidden 7=box:1/1 moves 6=burn>hidden 7=second>box:1/1 alerts request_dropped pays 1 -200 3(2)b
        stand 1 before 7    then reconcile  later 7=null    moves 6=burn>hidden     pays 1 +200 2(1)
        done            then reconcile  later 7=burn    moves 7=second>burn
        done            then draw
        3D              is draw         then settle     ends 1 push +0 7b
        """,
    )


def test_3_1_a_a_hidden_card_of_an_upcard_that_is_none_is_the_first_boxs_and_counts_once_it_lies_there() -> None:
    play(
        ACE_UP,
        """
        5C              is hidden       then offer insurance even_money
        Ana insures 1 for 100
        name 5 6D       then reconcile  later 6=box:1/1     moves 6=hidden>box:1/1      alerts request_dropped
        stand 1         refused reconcile_first 2(1)
        7C              is null         then reconcile
        done    later 7=void    alerts drawn_by_mistake     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        """,
    )


def test_12_an_upcard_that_is_no_ace_lets_a_refused_surrender_be_asked_for_again() -> None:
    play(
        ACE_UP,
        """
        surrender 1     then deal hidden down   refused no_surrender 12
        name 5 6D       then offer surrender    alerts request_lawful_now
        surrender 1     then settle     pays 1 -100 12      ends 1 surrender -100 12
        """,
    )


# 3(2)b: extra cards


def test_3_2_b_a_misread_extra_card_makes_no_bust() -> None:
    play(
        EIGHTEEN,
        """
        5H              is box:1/1      then settle     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        name 6 3H       then ask 1      pays 1 +200 2(1)
        """,
    )


def test_3_2_b_a_misread_extra_card_makes_a_bust_after_the_stand_which_is_dropped() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        6S              is box:1
        9H              is box:3
        6D              is upcard
        5H              is box:1/1      then ask 1
        stand 1         then ask 3
        AC              is box:3/1      then ask 3
        name 8 7H       then ask 3      alerts request_dropped      pays 1 -200 3(2)b
        """,
    )


def test_3_2_b_a_misread_card_of_the_first_split_hand_makes_it_bust_and_not_the_second() -> None:
    play(
        SPLIT,
        """
        name 6 TD       then ask 1/2    alerts request_dropped      pays 1 -200 3(2)b
        stand 1/2       then burn 1
        """,
    )


def test_9_a_misread_extra_card_is_the_third_seven() -> None:
    play(
        ONE_BOX,
        """
        7S 7H           is box:1
        6D              is upcard
        6C              is box:1/1      then ask 1
        name 6 7C       then settle     pays 1 +600 9   ends 1 bonus +600 9
        """,
    )


@pytest.mark.parametrize(
    ("first", "read", "name", "pays"),
    [
        pytest.param("TS", "3H", "name 8 KH", "pays 1 -200 3(2)b", id="bust"),
        pytest.param("7S", "6C", "name 8 7C", "pays 1 +600 9", id="prize"),
    ],
)
def test_2_1_money_that_a_name_moves_is_told_once_and_not_again_with_the_next_card(
    first: str, read: str, name: str, pays: str
) -> None:
    play(
        TWO_BOXES,
        f"""
        {first}         is box:1
        TH              is box:3
        7H              is box:1
        9H              is box:3
        6D              is upcard
        {read}          is box:1/1      then ask 1
        {name}          then ask 3      {pays}
        2C              is box:3/1      then ask 3
        """,
    )


# 3(1): face-down cards


def test_3_2_b_a_misread_face_down_card_is_silent_as_long_as_nothing_is_shown() -> None:
    play(
        ACE_ASKED,
        """
        name 3 9S       then ask 1
        stand 1         then turn_hidden
        done            then burn 1
        4H              is burn
        3D              is draw         then settle     ends 1 push +0 7b
        """,
    )


@pytest.mark.parametrize(("before", "due"), [("", "turn_hidden"), ("stand 1", "turn_hidden")], ids=["asked", "stood"])
def test_3_2_b_a_misread_face_down_card_that_makes_a_bust_is_told_at_once(before: str, due: str) -> None:
    play(ACE_ASKED, before, f"name 4 TC then {due} pays 1 -200 3(2)b\ndone then settle ends 1 bust -200 3(2)b")


def test_3_2_b_the_cards_that_left_before_the_name_keep_their_roles() -> None:
    play(
        ACE_ASKED,
        """
        stand 1
        4H              is burn         then draw
        name 4 TC       then settle     pays 1 -200 3(2)b       ends 1 bust -200 3(2)b
        """,
    )


def test_9_a_misread_face_down_card_wins_the_prize_when_it_is_named() -> None:
    play(
        ONE_BOX,
        """
        7S 6H           is box:1
        6D              is upcard
        7C              is box:1/1      then ask 1
        stand 1         then burn 1
        name 4 7D       then settle     pays 1 +600 9       ends 1 bonus +600 9
        """,
    )


def test_10_a_split_of_a_misread_pair_is_dropped_and_its_card_is_a_hit() -> None:
    play(
        EIGHTS,
        """
        split 1         then deal box:1/1 up
        3D              is box:1/1      then ask 1
        name 4 9H       then ask 1      alerts request_dropped
        stand 1         then burn 1
        """,
    )


def test_11_a_double_of_a_misread_eleven_is_dropped() -> None:
    play(
        ELEVEN,
        """
        double 1        then deal box:1/1 up
        TH              is box:1/1      then burn 1
        4H              is burn
        name 4 6H later 7=void moves 7=burn>void alerts request_dropped drawn_by_mistake pays 1 -200 3(2)b
        done            then settle     ends 1 bust -200 3(2)b
        """,
    )


def test_6_even_money_of_a_misread_natural_goes_back() -> None:
    play(
        ONE_BOX,
        """
        AS KS           is box:1
        AD              is upcard
        9C              is hidden       then offer insurance even_money
        Ana takes even money on 1   then turn_hidden    pays 1 +200 6
        name 4 9S       then offer insurance even_money     alerts request_dropped      pays 1 -200 2(1)
        """,
    )


# 3(1)a: the hidden card


def test_3_1_a_a_misread_hidden_card_is_silent_until_it_is_turned() -> None:
    play(
        ACE_ASKED,
        """
        name 6 9C       then ask 1
        stand 1         then turn_hidden
        name 6 8C       then turn_hidden
        done            then settle     ends 1 win +200 5
        """,
    )


def test_3_2_a_a_misread_hidden_card_that_was_turned_makes_burn_and_draw_mistakes() -> None:
    play(
        ACE_SETTLING,
        """
        name 6 9C       then reconcile  later 8=void 9=void  moves 8=burn>void 9=draw>void  alerts drawn_by_mistake
        done            then settle     ends again: 1 push +0 7b
        """,
    )


def test_6_a_misread_hidden_card_that_was_turned_is_a_natural() -> None:
    play(
        ACE_UP,
        """
        9C              is hidden
        Ana insures 1 for 100
        stand 1
        done            then settle     ends 1/1 Ana lose -200 5, 1/1 Ana insurance_lose -100 8
        name 6 KC       then settle     ends again: 1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8
        """,
    )


# 3(2)a: the dealer's other cards


def test_3_2_a_a_misread_draw_is_told_in_the_result() -> None:
    play(SPLIT_SETTLING, "name 12 TS then settle ends again: 1/1 Ana push +0 7b, 1/2 Ana lose -200 5")


def test_3_2_a_after_a_misread_draw_the_dealer_must_draw_on() -> None:
    play(
        SPLIT_SETTLING,
        """
        name 12 2S      then draw
        8C              is draw         then settle     ends again: 1/1 Ana push +0 7b, 1/2 Ana lose -200 5
        """,
    )


def test_3_2_a_after_a_misread_second_card_the_draw_was_a_mistake() -> None:
    play(
        SPLIT_SETTLING,
        """
        name 11 AD      then reconcile      later 12=void   moves 12=draw>void      alerts drawn_by_mistake
        done            then settle
        """,
    )


def test_2_4_a_burned_card_may_be_named_and_changes_nothing() -> None:
    play(SPLIT_SETTLING, "name 1 AS then settle\nname 10 AC then settle")


def test_2_1_a_void_card_may_be_named_and_changes_nothing() -> None:
    play(EIGHTEEN, "?? boxed is void then deal box:1/1 up alerts boxed\nname 6 AS then deal box:1/1 up")


# After the hands were shown


def test_5_a_misread_card_of_a_shown_hand_changes_the_result() -> None:
    play(ACE_SETTLING, "name 3 9S then settle ends again: 1 push +0 7b")


def test_5_a_card_named_after_the_payment_changes_the_result_of_the_coup_before() -> None:
    play(
        PAID,
        """
        Ana bets 400 on 1
        name 7 9D       then take_wagers    ends again: 1 push +0 7b
        close           then burn 1
        """,
    )


def test_3_2_a_a_card_named_after_the_payment_lets_the_dealer_draw_and_the_payment_is_dropped() -> None:
    play(
        PAID,
        """
        name 7 6D       then draw       alerts request_dropped
        TC              is draw         then settle
        done            then take_wagers
        """,
    )


# Unread cards that the felt wants to know


def test_2_1_a_whole_hand_is_named_at_once() -> None:
    play(
        ONE_BOX,
        """
        ??              is box:1        alerts unread
        ??              is box:1        alerts unread
        TD              is upcard
        stand 1
        4H              is burn
        7D              is second       then name_card 3 box:1
        name 3 TS 3 9S  refused no_card_named 2(1)
        name 3 TS 99 9S refused no_such_card 2(1)
        name 3 TS 4 9S  then settle     ends 1 win +200 5
        """,
    )


def test_10_an_unread_second_card_of_a_split_hand_is_named_before_anything_else() -> None:
    play(
        EIGHTS,
        """
        split 1         then deal box:1/1 up
        ??              is box:1/1      then name_card 6 box:1/1    alerts unread
        stand 1         refused name_first 2(1)
        3C              is null         then name_card 6 box:1/1
        name 6 KC       then ask 1      later 7=box:1/1     alerts request_lawful_now
        """,
    )


def test_10_an_unread_card_of_split_aces_is_named_and_the_next_is_the_other_hands() -> None:
    play(
        ONE_BOX,
        """
        AS AH           is box:1
        6D              is upcard
        split 1         then deal box:1/1 up
        ??              is box:1/1      then name_card 6 box:1/1    alerts unread
        3C              is null         then name_card 6 box:1/1
        name 6 KC       then burn 1     later 7=box:1/2
        """,
    )


def test_11_an_unread_doubled_card_is_named_and_a_card_meanwhile_is_the_dealers() -> None:
    play(
        ELEVEN,
        """
        double 1        then deal box:1/1 up
        ??              is box:1/1      then name_card 6 box:1/1    alerts unread
        3C              is null         then name_card 6 box:1/1
        name 6 KC       then deal second up     later 7=burn
        """,
    )


@pytest.mark.parametrize(
    ("cards", "claim", "n", "yes", "granted", "no", "refused"),
    [
        ("8S", "split 1", 4, "8H", "deal box:1/1 up", "9H", "offer surrender"),
        ("6S", "double 1", 4, "5H", "deal box:1/1 up", "6H", "offer surrender"),
    ],
    ids=["split", "double"],
)
def test_10_and_11_a_claim_on_an_unread_card_waits_for_its_name(
    cards: str, claim: str, n: int, yes: str, granted: str, no: str, refused: str
) -> None:
    waits = f"{cards} is box:1\n?? is box:1 alerts unread\n6D is upcard\n{claim} then name_card {n} box:1"
    play(ONE_BOX, waits, f"name {n} {yes} then {granted}")
    play(ONE_BOX, waits, f"name {n} {no} then {refused} alerts claim_refused")


def test_6_a_claim_of_even_money_on_an_unread_card_waits_for_its_name() -> None:
    waits = """
        AS              is box:1
        ??              is box:1        alerts unread
        AD              is upcard
        9C              is hidden       then offer insurance even_money
        Ana takes even money on 1       then name_card 4 box:1
    """
    play(ONE_BOX, waits, "name 4 KH then turn_hidden pays 1 +200 6")
    play(ONE_BOX, waits, "name 4 9H then offer insurance even_money alerts claim_refused")


def test_8_an_insurance_against_an_unread_upcard_can_be_asked_for_once_it_is_named() -> None:
    play(
        ONE_BOX,
        """
        TS 8S           is box:1
        ??              is upcard       then name_card 5 upcard     alerts unread
        Ana insures 1 for 100   refused name_first 2(1)
        name 5 AD       then deal hidden down       alerts request_lawful_now
        Ana insures 1 for 100   then deal hidden down
        """,
    )


def test_3_2_b_a_player_shows_his_unread_hand_and_is_bust_at_once() -> None:
    play(
        ONE_BOX,
        """
        TS              is box:1
        ??              is box:1        alerts unread
        6D              is upcard
        2H              is box:1/1      then ask 1
        1 shows         then name_card 4 box:1
        name 4 KS       then settle     pays 1 -200 3(2)b       ends 1 bust -200 3(2)b
        """,
    )


def test_3_2_b_a_hand_whose_open_cards_are_bust_needs_its_unread_card_named_to_be_shown() -> None:
    play(
        ONE_BOX,
        """
        2S              is box:1
        ??              is box:1        alerts unread
        6D              is upcard
        TH              is box:1/1      then ask 1
        9H              is box:1/1      then ask 1
        3H              is box:1/1      then name_card 4 box:1      pays 1 -200 3(2)b
        name 4 2H       then settle     ends 1 bust -200 3(2)b
        """,
    )


# Boxed cards


def test_10_a_boxed_second_card_of_a_split_hand_is_void_and_its_role_passes_on() -> None:
    play(
        EIGHTS,
        """
        split 1         then deal box:1/1 up
        KC boxed        is void         then deal box:1/1 up    alerts boxed
        3D              is box:1/1      then ask 1
        stand 1         then deal box:1/2 up
        ?? boxed        is void         then deal box:1/2 up    alerts boxed
        2D              is box:1/2      then ask 1/2
        """,
    )


def test_11_a_boxed_card_for_a_doubled_hand_is_void_and_its_role_passes_on() -> None:
    play(
        ELEVEN,
        """
        double 1        then deal box:1/1 up
        KC boxed        is void         then deal box:1/1 up    alerts boxed
        TC              is box:1/1      then burn 1
        """,
    )


def test_12_a_boxed_card_closes_no_window() -> None:
    play(
        EIGHTEEN,
        """
        KC boxed        is void         then deal box:1/1 up    alerts boxed
        surrender 1     then settle     pays 1 -100 12      ends 1 surrender -100 12
        """,
    )


def test_2_4_a_boxed_card_is_burned_before_the_second_card_and_the_first_of_a_coup() -> None:
    play(
        PAID,
        """
        Ana bets 200 on 1
        KC boxed        is burn         then deal box:1 down
        TS 9S           is box:1
        TD              is upcard
        stand 1
        ?? boxed        is burn         then deal second up
        7D              is second       then settle     ends 1 win +200 5
        KC boxed        is void         then settle     alerts drawn_by_mistake
        """,
    )


def test_2_1_a_boxed_card_that_waited_for_a_name_is_void_then() -> None:
    play(
        ONE_BOX,
        """
        TS 8S           is box:1
        ??              is upcard       then name_card 5 upcard     alerts unread
        KC boxed        is null         then name_card 5 upcard
        9C              is null         then name_card 5 upcard
        name 5 AD       then offer insurance even_money     later 6=void 7=hidden   alerts boxed
        """,
    )
