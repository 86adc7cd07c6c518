"""Slips upon slips (article 2(1)): void, held, unread and boxed cards where something else is under way."""

import pytest

from engine.rules import TableRules
from engine.tests.openings import ACE_UP, ONE_BOX, OPENING_COUP, TWO_BOXES
from engine.tests.script import TWO_PACKS, play

METAL_BOX = TableRules(equipment="metal_box", decks=1)
EIGHTEEN = (
    ONE_BOX
    + """
    TS 8S           is box:1
    6D              is upcard       then offer surrender
"""
)
"""Card 6 comes next."""
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
"""Box 1 has 16, box 3 has 19; card 8 comes next."""
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
    6D              is upcard       then offer surrender
"""
)
NATURAL = ONE_BOX + "AS KS is box:1\n"
ACE_AND_FIVE = ACE_UP + "5C is hidden then offer insurance even_money\n"
ACE_AND_NINE = ACE_UP + "9C is hidden then offer insurance even_money\n"
"""18 against an ace and a hidden card; card 7 comes next."""
HELD = (
    EIGHTEEN
    + """
    3H              is box:1/1      then ask 1
    hold 6          then offer surrender    later 6=held
"""
)
"""Card 6 is in the dealer's hand; card 7 comes next."""
BOX = """
    new shoe
    Ana sits 1
    Ana bets 200 on 1
    2C              is burn
    TS 8S           is box:1
    6D              is upcard
    5C              is hidden
"""
"""18 against 11 from the metal box; card 6 comes next."""

# 2(1): boxed cards


def test_2_1_a_boxed_card_turns_the_hidden_one_and_is_burned_where_the_dealer_must_draw() -> None:
    play(
        ACE_AND_FIVE,
        """
        stand 1         then turn_hidden
        KC boxed        is burn         then draw
        ?? boxed        is void         then draw       alerts boxed
        2H              is draw         then settle     ends 1 push +0 7b
        """,
    )


def test_2_1_a_boxed_card_turns_the_hidden_one_and_is_a_mistake_where_the_dealer_stands() -> None:
    play(ACE_AND_NINE, "stand 1\nKC boxed is void then settle alerts drawn_by_mistake ends 1 lose -200 5")


def test_12_a_boxed_card_for_one_box_lets_another_surrender_and_the_first_still_waits_for_its_card() -> None:
    play(
        TWO_ASKED,
        """
        KC boxed        is void         then deal box:1/1 up    alerts boxed
        surrender 3     then deal box:1/1 up    pays 3 -200 12
        stand 1         then burn 1
        """,
    )


def test_11_a_boxed_card_in_place_of_an_extra_one_leaves_the_hand_its_two_cards_to_double() -> None:
    play(
        ELEVEN,
        """
        KC boxed        is void         then deal box:1/1 up    alerts boxed
        double 1        then deal box:1/1 up
        9D              is box:1/1      then burn 1
        """,
    )


# 2(1): a card that fell


def test_2_1_when_a_burn_fell_the_cards_of_one_box_shift_by_one_and_the_upcard_is_due() -> None:
    play(
        EIGHTEEN,
        """
        void 1  then reconcile  later 1=void 3=burn 5=box:1     moves 3=box:1>burn 5=upcard>box:1
        done            then deal upcard up
        """,
    )


def test_3_1_a_when_a_boxs_first_card_fell_the_next_boxs_card_is_its() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        6S              is box:1
        void 3  then reconcile  later 3=void 4=box:1 5=box:3    moves 4=box:3>box:1 5=box:1>box:3
        done            then deal box:1 down
        """,
    )


def test_3_1_a_dealt_in_pairs_the_next_boxs_first_card_fills_the_place_of_one_that_fell() -> None:
    play(
        TWO_BOXES,
        """
        TS 8S           is box:1
        9S              is box:3
        void 3          then reconcile  later 3=void 5=box:1    moves 5=box:3>box:1
        done            then deal box:3 down
        """,
        rules=TableRules(decks=2, deal_order="pairs"),
    )


def test_3_1_b_when_the_hidden_card_fell_the_extra_card_is_the_hidden_one_whatever_the_upcard() -> None:
    play(
        BOX,
        """
        2H              is box:1/1      then ask 1
        void 5          then reconcile  later 5=void 6=hidden   moves 6=box:1/1>hidden
        done            then offer surrender
        """,
        rules=METAL_BOX,
    )


def test_11_when_the_doubled_hands_card_fell_the_burn_is_its_and_the_dealers_cards_follow_once_it_lies() -> None:
    play(
        ELEVEN,
        """
        double 1
        9D              is box:1/1
        4H              is burn
        TC              is second
        3C              is draw         ends 1 win +400 5
        void 6  then reconcile  later 6=void 7=box:1/1 8=null 9=null    moves 7=burn>box:1/1
        done    then reconcile  later 8=burn 9=second   moves 8=second>burn 9=draw>second
        done            then draw
        """,
    )


def test_10_when_a_split_aces_one_card_fell_the_other_aces_card_is_its() -> None:
    play(
        ONE_BOX,
        """
        AS AH           is box:1
        6D              is upcard
        split 1
        3D              is box:1/1
        4D              is box:1/2      then burn 1
        void 6          then reconcile  later 6=void 7=box:1/1  moves 7=box:1/2>box:1/1
        done            then deal box:1/2 up
        """,
    )


def test_10_dealt_both_at_once_the_second_hands_card_fills_the_place_of_the_first_hands_that_fell() -> None:
    play(
        EIGHTS,
        """
        split 1
        3D              is box:1/1      then deal box:1/2 up
        TC              is box:1/2      then ask 1
        void 6          then reconcile  later 6=void 7=box:1/1  moves 7=box:1/2>box:1/1
        done            then deal box:1/2 up
        """,
        rules=TableRules(decks=2, split_deal="both_at_once"),
    )


@pytest.mark.parametrize(
    ("before", "line"),
    [
        pytest.param(
            TWO_ASKED + "?? is box:1/1 then name_card 8 box:1/1 alerts unread\n9C is null",
            "void 8 then ask 3 later 8=void 9=box:1/1 pays 1 -200 3(2)b",
            id="extra-card",
        ),
        pytest.param(
            ONE_BOX + "TS 8S is box:1\n?? is upcard then name_card 5 upcard alerts unread\n9C is null",
            "void 5 then offer surrender later 5=void 6=upcard",
            id="upcard",
        ),
    ],
)
def test_2_1_an_unread_card_that_fell_needs_no_name_and_the_card_that_waited_takes_its_place(
    before: str, line: str
) -> None:
    play(before, line)


def test_2_1_a_card_that_waited_and_fell_is_nobodys_when_the_name_is_given() -> None:
    play(
        ONE_BOX,
        """
        TS 8S           is box:1
        ??              is upcard       alerts unread
        9C              is null
        void 6          then name_card 5 upcard     later 6=void
        name 5 AD       then deal hidden down
        """,
    )


def test_2_1_a_held_card_that_fell_is_no_longer_the_next_card() -> None:
    play(HELD, "void 6 then ask 1 later 6=void\nhit 1 then deal box:1/1 up")


def test_2_2_a_shuffle_that_was_called_is_dropped_when_a_card_of_the_paid_coup_fell() -> None:
    play(
        OPENING_COUP,
        """
        shuffle         then shuffle
        void 8          then draw       later 8=void    alerts request_dropped request_dropped
        9C              is draw         then settle
        done            then take_wagers
        """,
    )


def test_2_1_a_voided_card_of_the_opening_burn_is_still_due_after_the_coup_was_cancelled() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C              is burn
        void 1          then burn 2     later 1=void
        cancel          then settle     ends cancelled: 1 cancelled +0 2(1)
        done
        Ana bets 200 on 1
        close           then burn 2 @2(1)
        """
    )


# 2(1): held cards


def test_3_1_a_the_hidden_card_of_an_upcard_that_is_no_ace_is_held_in_place_of_moved() -> None:
    play(
        ACE_AND_FIVE,
        """
        name 5 6D       then reconcile  later 6=box:1/1     moves 6=hidden>box:1/1
        hold 6          then reconcile  later 6=held        moves nothing
        done            then offer surrender
        stand 1         then deal second up     later 6=burn
        """,
    )


def test_2_1_an_unread_held_card_that_is_named_in_the_dealers_hand_is_not_asked_for_when_it_is_served() -> None:
    play(
        EIGHTEEN,
        """
        ??              is box:1/1      then name_card 6 box:1/1    alerts unread
        hold 6          then offer surrender    later 6=held
        name 6 2H       then offer surrender
        hit 1           then ask 1      later 6=box:1/1
        """,
    )


def test_2_1_a_held_card_that_the_dealer_does_not_need_is_the_next_coups_burn() -> None:
    play(
        ACE_AND_NINE,
        """
        3H              is box:1/1
        hold 7          then offer insurance even_money     later 7=held
        stand 1         then turn_hidden
        done            then settle     ends 1 lose -200 5
        done            then take_wagers
        Ana bets 200 on 1
        close           then deal box:1 down    later 7=burn
        """,
    )


def test_2_1_a_mistaken_draw_that_is_held_leaves_the_hidden_card_to_be_turned_and_is_the_next_coups_burn() -> None:
    play(
        ACE_AND_NINE,
        """
        stand 1
        5H              is void         alerts drawn_by_mistake     ends 1 lose -200 5
        hold 7          then turn_hidden        later 7=held
        done            then settle
        done            then take_wagers
        Ana bets 200 on 1
        9H              is box:1        then deal box:1 down    later 7=burn
        """,
    )


def test_2_1_a_burn_that_is_held_opens_the_betting_again_and_is_burned_when_the_coup_begins() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        9C              is burn
        hold 9          then take_wagers        later 9=held
        Ana bets 400 on 1
        8C              is box:1        then deal box:1 down    later 9=burn
        """,
    )


def test_2_1_a_held_card_is_void_when_a_new_shoe_cancels_the_coup() -> None:
    play(
        HELD,
        """
        new shoe    then settle later 6=void    alerts shoe_changed     ends cancelled last: 1 cancelled +0 2(1)
        done
        Ana bets 200 on 1
        close           then burn 2
        """,
    )


def test_2_2_a_held_card_is_burned_though_the_empty_shoe_has_no_second_card_for_the_dealer() -> None:
    play(
        HELD,
        """
        empty           then offer surrender    alerts shoe_count_off
        stand 1 then settle later 6=burn    alerts shoe_ran_out     ends cancelled last: 1 cancelled +0 2(1)
        """,
    )


# 2(1): misdealt and exposed cards


def test_2_4_after_a_missed_burn_the_card_shown_is_the_burn_and_the_next_the_second_card() -> None:
    play(
        EIGHTEEN,
        """
        stand 1         then burn 1
        TC              is burn         then deal second up
        misdeal         then reconcile  moves nothing
        expose 6        then reconcile
        done            then deal second up
        5H              is second       then draw
        """,
    )


def test_8_the_exposed_hidden_card_is_still_turned_for_the_insurance_of_a_bust() -> None:
    play(
        ACE_UP,
        """
        KC              is hidden
        Ana insures 1 for 100
        expose 6        then ask 1
        5H              is box:1/1      then turn_hidden    pays 1 -200 3(2)b
        done            then settle     ends 1/1 Ana bust -200 3(2)b, 1/1 Ana insurance_win +200 8
        """,
    )


# 2(1): unread and misread cards


def test_12_an_unread_hand_that_surrenders_needs_no_name() -> None:
    play(
        ONE_BOX,
        """
        ??              is box:1        alerts unread
        ??              is box:1        alerts unread
        TD              is upcard
        surrender 1     then settle     pays 1 -100 12  ends 1 surrender -100 12
        done            then take_wagers
        """,
    )


def test_2_1_two_unread_cards_of_a_hand_are_asked_for_one_by_one() -> None:
    play(
        ONE_BOX,
        """
        ??              is box:1        alerts unread
        ??              is box:1        alerts unread
        TD              is upcard
        stand 1
        4H              is burn
        7D              is second       then name_card 3 box:1
        name 3 TS       then name_card 4 box:1
        name 4 9S       then settle     ends 1 win +200 5
        """,
    )


def test_2_2_the_white_card_and_the_end_of_the_shoe_leave_the_name_due_by_which_the_coup_is_paid() -> None:
    play(
        ONE_BOX,
        """
        TS              is box:1
        ??              is box:1        alerts unread
        TD              is upcard
        stand 1
        4H              is burn
        7D              is second       then name_card 4 box:1
        white           then name_card 4 box:1      alerts white_card white_card_misplaced
        empty           then name_card 4 box:1      alerts shoe_count_off
        name 4 9S       then settle     ends last: 1 win +200 5
        """,
    )


def test_6_a_second_card_that_is_named_no_ace_makes_the_players_natural_win() -> None:
    play(
        NATURAL,
        """
        TD              is upcard
        stand 1
        4H              is burn
        AC              is second       then settle     ends 1 push +0 7a
        name 7 9C       then settle     ends again: 1 natural +300 6
        """,
    )


def test_3_1_b_a_misread_hidden_card_that_was_turned_makes_the_last_draw_a_mistake() -> None:
    play(
        BOX,
        """
        stand 1
        done            then draw
        3C              is draw         then draw
        9C              is draw         then settle     ends last: 1 win +200 5
        name 5 KC       then reconcile  later 7=void    moves 7=draw>void       alerts drawn_by_mistake
        done            then settle     ends last again: 1 lose -200 5
        """,
        rules=METAL_BOX,
    )


def test_9_by_house_rule_a_prize_whose_card_was_no_seven_goes_back_and_the_hand_may_be_bust() -> None:
    play(
        ONE_BOX,
        """
        7S 7H           is box:1
        6D              is upcard
        7D              is box:1/1      then burn 1     pays 1 +600 9
        name 6 7C       then burn 1
        name 6 8C   then settle pays 1/1 Ana -600 2(1), 1/1 Ana -200 3(2)b  ends 1 bust -200 3(2)b
        """,
        rules=TableRules(decks=2, bonus="add"),
    )


def test_3_2_by_house_rule_a_hand_that_stopped_on_a_misread_21_is_asked_again() -> None:
    play(
        TWO_ASKED,
        """
        5H              is box:1/1      then ask 3
        name 8 4H       then ask 1
        """,
        rules=TableRules(decks=2, stop_on_21=True),
    )


# 2(1): late calls and claims


def test_6_by_house_rule_even_money_that_is_told_late_makes_the_second_card_a_mistake() -> None:
    play(
        NATURAL,
        """
        TD              is upcard       then offer even_money surrender
        stand 1
        4H              is burn
        7D              is second       then settle     ends 1 natural +300 6
        Ana takes even money on 1       refused even_money_is_closed 6
        """,
        "Ana takes even money on 1 before 7 then reconcile later 7=void moves 7=second>void "
        "alerts drawn_by_mistake pays 1 +200 6",
        "done then settle ends again: 1 even_money +200 6",
        rules=TableRules(decks=2, even_money_upcards="AT"),
    )


def test_12_a_surrender_that_is_told_while_the_coup_is_paid_makes_every_later_card_a_mistake() -> None:
    play(
        EIGHTEEN,
        """
        2H              is box:1/1
        stand 1
        4H              is burn
        TC              is second
        3C              is draw         ends 1 win +200 5
        """,
        "surrender 1 before 6 then reconcile later 6=void 7=void 8=void 9=void "
        "moves 6=box:1/1>void 7=burn>void 8=second>void 9=draw>void "
        "alerts drawn_by_mistake request_dropped pays 1 -100 12",
        "done then settle ends again: 1 surrender -100 12",
    )


def test_8_the_late_insurance_of_a_second_bettor_is_measured_by_his_own_wager() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 400 on 1
        Cy bets 200 on 1
        2C 3C           is burn
        TS 8S           is box:1
        AD              is upcard
        KC              is hidden
        Ana insures 1 for 200
        5H              is box:1/1      pays 1/1 Ana -400 3(2)b, 1/1 Cy -200 3(2)b
        Cy insures 1 for 200 before 7   refused insures_too_much 8
        Cy insures 1 for 100 before 7   then turn_hidden
        """,
        "done then settle ends 1/1 Ana bust -400 3(2)b, 1/1 Cy bust -200 3(2)b, "
        "1/1 Ana insurance_win +400 8, 1/1 Cy insurance_win +200 8",
    )


# 2(2): the empty shoe and the white card


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        pytest.param("9C", "ends last: 1 lose -200 5", id="20-needs-no-card"),
        pytest.param("5C", "alerts shoe_ran_out ends cancelled last: 1 cancelled +0 2(1)", id="16-needs-one"),
    ],
)
def test_2_2_the_name_of_the_hidden_card_says_whether_the_empty_shoe_cancels_the_coup(name: str, rest: str) -> None:
    play(
        ACE_UP,
        f"""
        ??              is hidden       alerts unread
        stand 1
        empty           then turn_hidden        alerts shoe_count_off
        done            then name_card 6 hidden
        name 6 {name}   then settle     {rest}
        """,
    )


def test_6_even_money_of_the_only_wager_needs_no_card_of_an_empty_shoe() -> None:
    play(
        NATURAL,
        """
        AD              is upcard
        KC              is hidden
        Ana takes even money on 1       then turn_hidden    pays 1 +200 6
        empty           then turn_hidden        alerts shoe_count_off
        done            then settle     ends last: 1 even_money +200 6
        """,
    )


def test_2_2_a_card_from_a_shoe_that_was_said_to_be_empty_is_taken_all_the_same() -> None:
    play(EIGHTEEN, "empty then offer surrender alerts shoe_count_off\n2C is box:1/1 then ask 1 stand")


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        pytest.param(
            TWO_PACKS, "pays 1 +200 2(1) ends cancelled last: 1 cancelled +0 2(1), 3 cancelled +0 2(1)", id="goes-back"
        ),
        pytest.param(
            TableRules(decks=2, void_keeps_paid=True),
            "ends cancelled last: 1 bust -200 3(2)b, 3 cancelled +0 2(1)",
            id="stays",
        ),
    ],
)
def test_2_1_in_a_coup_that_ran_out_the_house_says_whether_a_bust_stays(rules: TableRules, ends: str) -> None:
    play(
        TWO_ASKED,
        f"""
        6H              is box:1/1      pays 1 -200 3(2)b
        stand 3
        empty           then settle     alerts shoe_count_off shoe_ran_out      {ends}
        """,
        rules=rules,
    )


def test_2_2_the_white_card_before_a_coups_first_card_ends_the_shoe_though_the_coup_is_cancelled() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        close
        white           then burn 1     alerts white_card_first white_card_misplaced
        2H              is burn
        cancel          then settle     ends cancelled last: 1 cancelled +0 2(1)
        done            then shuffle
        """,
    )


def test_2_2_the_white_card_while_the_coup_is_paid_ends_the_shoe_though_it_is_cancelled_after_it() -> None:
    play(
        EIGHTEEN,
        """
        stand 1
        4H              is burn
        TC              is second
        5H              is draw         ends 1 lose -200 5
        white   then settle     alerts white_card white_card_misplaced      ends last again: 1 lose -200 5
        cancel          then settle     ends cancelled last again: 1 cancelled +0 2(1)
        done            then shuffle
        """,
    )
