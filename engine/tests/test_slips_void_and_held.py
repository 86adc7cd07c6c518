"""Cards that count for nothing, and cards that stay with the dealer (article 2(1)): in each role and phase."""

import pytest

from engine.tests.openings import ONE_BOX, OPENING_COUP
from engine.tests.script import play

SPLIT = """
    new shoe
    Ana sits 1
    Ana bets 200 on 1
    2C              is burn         then burn 1
    3C              is burn         then deal box:1 down
    8S              is box:1        then deal box:1 down
    8H              is box:1        then deal upcard up
    6D              is upcard       then offer surrender
    split 1         then deal box:1/1 up
    3D              is box:1/1      then ask 1
    TC              is box:1/1      then ask 1
    stand 1         then deal box:1/2 up
    2D              is box:1/2      then ask 1/2
    9C              is box:1/2      then ask 1/2
    stand 1/2       then burn 1
    4H              is burn         then deal second up
    5D              is second       then draw
    6S              is draw         then settle     ends 1/1 Ana win +200 5, 1/2 Ana win +200 5
"""
"""A coup of 12 cards that ends with 21 and 19 against 17."""
ACE = """
    new shoe
    Ana sits 1
    Ana bets 200 on 1
    2C              is burn         then burn 1
    3C              is burn         then deal box:1 down
    TS              is box:1        then deal box:1 down
    8S              is box:1        then deal upcard up
    AD              is upcard       then deal hidden down
    5C              is hidden       then offer insurance even_money
    2H              is box:1/1      then ask 1
    stand 1         then turn_hidden
    done            then burn 1
    4H              is burn         then draw
    3D              is draw         then settle     ends 1 win +200 5
"""
"""A coup of 9 cards that ends with 20 against 19."""
DOUBLED = """
    new shoe
    Ana sits 1
    Ana bets 200 on 1
    2C              is burn         then burn 1
    3C              is burn         then deal box:1 down
    6S              is box:1        then deal box:1 down
    5S              is box:1        then deal upcard up
    6D              is upcard       then offer surrender
    double 1        then deal box:1/1 up
    9D              is box:1/1      then burn 1
"""
"""Card 6 is the doubled hand's only one."""
OFFERED = (
    ONE_BOX
    + """
    TS 8S           is box:1        then deal upcard up
    6D              is upcard       then offer surrender
"""
)
"""Card 6 comes next."""


def through(script: str, card: int) -> str:
    """The beginning of a coup of one card a line, through its card so many."""
    lines, left = [], card
    for line in script.strip().splitlines():
        lines.append(line)
        left -= line.split()[0][-1] in "SHDC"
        if not left:
            return "\n".join(lines)
    raise ValueError(f"{card} cards are not dealt")


def after(script: str, card: int) -> str:
    """What follows card so many."""
    return script.strip().removeprefix(through(script, card))


def face(script: str, card: int) -> str:
    """The line of card so many."""
    return through(script, card).splitlines()[-1]


# 2(1): a card that fell

FILLED = [
    pytest.param(SPLIT, 1, "burn 2", "", id="burn-1"),
    pytest.param(SPLIT, 2, "burn 1", "", id="burn-2"),
    pytest.param(SPLIT, 3, "deal box:1 down", "", id="box"),
    pytest.param(SPLIT, 4, "deal box:1 down", "", id="box-2"),
    pytest.param(SPLIT, 5, "deal upcard up", "", id="upcard"),
    pytest.param(SPLIT, 6, "deal box:1/1 up", "", id="split-1"),
    pytest.param(SPLIT, 8, "deal box:1/2 up", "", id="split-2"),
    pytest.param(SPLIT, 10, "burn 1", "", id="dealers-burn"),
    pytest.param(SPLIT, 11, "deal second up", "", id="second"),
    pytest.param(ACE, 6, "deal hidden down", "", id="hidden"),
    pytest.param(ACE, 8, "burn 1", "", id="burn-after-turn"),
    pytest.param(ACE, 9, "draw", "4D is draw then settle ends again: 1 push +0 7b", id="draw"),
    pytest.param(DOUBLED, 6, "deal box:1/1 up", "", id="double"),
]
"""Coup, card, what is due when it fell, and how the coup goes on: as before with such another card, or else."""


@pytest.mark.parametrize(
    ("coup", "card", "due", "rest"),
    FILLED,
)
def test_2_1_the_next_card_fills_the_place_of_one_that_fell(coup: str, card: int, due: str, rest: str) -> None:
    play(through(coup, card), f"void {card} then {due} later {card}=void", rest or face(coup, card) + after(coup, card))


@pytest.mark.parametrize(("card", "box"), [(7, "1"), (9, "1/2")])
def test_2_1_after_an_extra_card_that_fell_the_hand_is_asked_again(card: int, box: str) -> None:
    play(
        through(SPLIT, card),
        f"void {card} then ask {box} later {card}=void",
        f"stand {box} then {'burn 1' if box == '1/2' else 'deal box:1/2 up'}",
    )


def test_2_1_a_hit_that_was_announced_for_a_card_that_fell_is_asked_anew() -> None:
    play(
        OFFERED,
        """
        hit 1           then deal box:1/1 up
        2H              is box:1/1      then ask 1
        void 6          then ask 1      later 6=void
        stand 1         then burn 1
        """,
    )


def test_12_a_card_that_fell_closes_no_window() -> None:
    play(
        OFFERED,
        """
        2H              is box:1/1      then ask 1
        surrender 1     refused surrender_is_closed 12
        void 6          then ask 1      later 6=void    alerts request_lawful_now
        surrender 1     then settle     pays 1 -100 12  ends 1 surrender -100 12
        """,
    )


def test_3_2_b_a_bust_with_a_card_that_fell_was_none() -> None:
    play(
        OFFERED,
        """
        7H              is box:1/1      then settle     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        void 6          then ask 1      later 6=void    pays 1 +200 2(1)
        stand 1         then burn 1
        4H              is burn
        TC              is second       then draw
        AC              is draw         then settle     ends again: 1 win +200 5
        """,
    )


def test_9_a_prize_with_a_card_that_fell_goes_back() -> None:
    play(
        ONE_BOX,
        """
        7S 7H           is box:1
        6D              is upcard       then offer surrender
        7D              is box:1/1      then settle     pays 1 +600 9   ends 1 bonus +600 9
        void 6          then ask 1      later 6=void    pays 1 -600 2(1)
        """,
    )


def test_2_4_when_the_dealers_burn_fell_the_second_card_is_the_burn_and_the_draw_the_second() -> None:
    play(
        SPLIT,
        """
        void 10         then reconcile  later 10=void 11=burn 12=second     moves 11=second>burn 12=draw>second
        done            then draw
        9D              is draw         then settle     ends again: 1/1 Ana push +0 7b, 1/2 Ana lose -200 5
        """,
    )


def test_3_1_when_a_boxs_card_fell_the_upcard_is_the_boxs() -> None:
    play(
        OFFERED,
        """
        void 3          then reconcile  later 3=void 5=box:1    moves 5=upcard>box:1
        done            then deal upcard up
        9D              is upcard       then offer surrender
        """,
    )


def test_3_1_a_when_the_upcard_fell_the_hidden_card_is_the_upcard_and_is_not_known_before_it_is_turned() -> None:
    play(
        through(ACE, 6),
        """
        void 5          then reconcile  later 5=void 6=upcard   moves 6=hidden>upcard
        stand 1         refused reconcile_first 2(1)
        done            then offer surrender    alerts request_lawful_now
        surrender 1     then settle     pays 1 -100 12      ends 1 surrender -100 12
        """,
    )


def test_3_1_a_when_the_hidden_card_fell_an_extra_card_that_all_saw_is_the_hidden_one() -> None:
    play(
        through(ACE, 7),
        """
        void 6          then reconcile  later 6=void 7=hidden   moves 7=box:1/1>hidden
        done            then ask 1
        Ana insures 1 for 100           refused insurance_is_closed 8
        """,
    )


def test_2_1_a_card_that_fell_after_the_payment_opens_the_coup_again() -> None:
    play(
        SPLIT,
        """
        done            then take_wagers
        void 12         then draw       later 12=void   alerts request_dropped
        9D              is draw         then settle     ends again: 1/1 Ana win +200 5, 1/2 Ana lose -200 5
        done            then take_wagers
        """,
    )


def test_2_1_a_mistaken_draw_is_void_already_and_a_card_of_a_coup_past_cannot_be_voided() -> None:
    play(
        SPLIT,
        """
        9D              is void         then settle     alerts drawn_by_mistake
        void 13         then settle
        done            then take_wagers
        Ana bets 200 on 1
        5H              is burn         then deal box:1 down
        void 12         refused no_such_card 2(1)
        void 15         refused no_such_card 2(1)
        void 14         then burn 1     later 14=void
        """,
    )


def test_2_1_a_voided_card_whose_voiding_was_a_slip_is_taken_back_to_its_place() -> None:
    play(
        through(SPLIT, 7),
        """
        void 7          then ask 1      later 7=void
        withdraw last   then reconcile  later 7=box:1/1     moves 7=void>box:1/1
        done            then ask 1
        """,
    )


# 2(1): a card that nobody had asked for


def test_2_1_a_held_card_of_the_first_hand_is_the_second_hands() -> None:
    play(
        through(SPLIT, 7),
        """
        hold 7          then ask 1      later 7=held
        stand 1         then ask 1/2    later 7=box:1/2
        """,
    )


def test_2_4_a_held_card_is_burned_where_the_dealers_turn_comes() -> None:
    play(
        through(SPLIT, 9),
        """
        hold 9          then ask 1/2    later 9=held
        stand 1/2       then deal second up     later 9=burn
        """,
    )


def test_3_1_a_held_card_waits_while_the_hidden_card_is_to_be_turned_and_is_then_burned() -> None:
    play(
        through(ACE, 7),
        """
        hold 7          then offer insurance even_money     later 7=held
        Ana insures 1 for 100   then offer insurance even_money
        stand 1         then turn_hidden
        done            then draw       later 7=burn
        """,
    )


@pytest.mark.parametrize(
    ("coup", "card", "due"),
    [
        (SPLIT, 2, "deal box:1 down"),
        (SPLIT, 4, "deal upcard up"),
        (SPLIT, 5, "offer surrender"),
        (SPLIT, 6, "ask 1"),
        (SPLIT, 10, "deal second up"),
        (SPLIT, 11, "draw"),
        (ACE, 6, "offer insurance even_money"),
        (DOUBLED, 6, "burn 1"),
    ],
)
def test_2_1_a_card_that_is_held_while_one_is_due_is_the_next_card_and_fills_that_place(
    coup: str, card: int, due: str
) -> None:
    play(through(coup, card), f"hold {card} then {due}")


def test_12_a_held_card_closes_no_window_and_is_the_next_coups_first() -> None:
    play(
        OFFERED,
        """
        3H              is box:1/1      then ask 1
        hold 6          then offer surrender    later 6=held
        surrender 1     then settle     pays 1 -100 12      ends 1 surrender -100 12
        done            then take_wagers
        Ana bets 200 on 1
        close           then deal box:1 down    later 6=burn
        """,
    )


def test_2_1_each_card_drawn_behind_a_held_one_joins_the_end_of_the_queue() -> None:
    play(
        OFFERED,
        """
        3H              is box:1/1
        2H              is box:1/1      then settle     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        4D              is void         then settle     alerts drawn_by_mistake
        hold 6          then reconcile  later 8=held    moves 8=void>held
        done            then settle
        """,
    )


def test_2_1_who_draws_gets_the_head_of_the_queue_and_the_card_that_leaves_joins_its_end() -> None:
    play(
        OFFERED,
        """
        3H              is box:1/1      then ask 1
        hold 6          then offer surrender    later 6=held
        2H              is held         then ask 1      later 6=box:1/1
        stand 1         then deal second up     later 7=burn
        TC              is second       then draw
        """,
    )


def test_2_1_an_announced_hit_is_served_from_the_dealers_hand_at_once() -> None:
    play(
        OFFERED,
        """
        3H              is box:1/1      then ask 1
        hold 6          then offer surrender    later 6=held
        hit 1           then ask 1      later 6=box:1/1
        """,
    )


def test_11_a_double_is_served_from_the_dealers_hand_at_once() -> None:
    play(
        ONE_BOX,
        """
        6S 5S           is box:1
        6D              is upcard       then offer surrender
        TH              is box:1/1      then ask 1
        hold 6          then offer surrender    later 6=held
        double 1        then burn 1     later 6=box:1/1
        """,
    )


def test_2_1_a_boxed_card_that_is_held_is_void_when_a_box_needs_one_and_burned_when_a_burn_is_due() -> None:
    play(
        OFFERED,
        """
        3H boxed        is void         then deal box:1/1 up    alerts boxed
        hold 6          then offer surrender    later 6=held
        hit 1           then deal box:1/1 up    later 6=void    alerts boxed
        """,
    )
    play(
        OFFERED,
        """
        3H boxed        is void         then deal box:1/1 up    alerts boxed
        hold 6          then offer surrender    later 6=held
        stand 1         then deal second up     later 6=burn
        """,
    )


def test_2_1_an_unread_card_that_is_held_is_named_when_it_lies_face_up() -> None:
    play(
        OFFERED,
        """
        ??              is box:1/1      then name_card 6 box:1/1    alerts unread
        hold 6          then offer surrender    later 6=held
        hit 1           then name_card 6 box:1/1    later 6=box:1/1     alerts unread
        name 6 2H       then ask 1
        """,
    )


def test_2_1_a_card_pulled_while_paying_may_be_held_and_is_burned_first_in_the_next_coup() -> None:
    play(
        SPLIT,
        """
        9D              is void         then settle     alerts drawn_by_mistake
        hold 13         then settle     later 13=held
        done            then take_wagers
        Ana bets 200 on 1
        close           then deal box:1 down    later 13=burn
        """,
    )


def test_2_1_a_card_pulled_while_paying_is_held_though_the_payment_is_over() -> None:
    play(
        SPLIT,
        """
        9D              is void         then settle     alerts drawn_by_mistake
        done            then take_wagers
        hold 13         then take_wagers    later 13=held
        Ana bets 200 on 1
        4D              is box:1        then deal box:1 down    later 13=burn
        """,
    )


def test_2_1_a_held_card_is_void_at_a_shuffle() -> None:
    play(
        OFFERED,
        """
        3H              is box:1/1
        hold 6          then offer surrender    later 6=held
        surrender 1     then settle     pays 1 -100 12      ends 1 surrender -100 12
        done            then take_wagers
        shuffle         then shuffle
        new shoe        then take_wagers        later 6=void
        Ana bets 200 on 1
        close           then burn 2
        """,
    )


def test_2_1_a_held_card_whose_holding_was_a_slip_goes_where_it_was_drawn_for() -> None:
    play(
        OFFERED,
        """
        3H              is box:1/1
        hold 6          then offer surrender    later 6=held
        withdraw last   then reconcile  later 6=box:1/1     moves 6=held>box:1/1
        done            then ask 1
        """,
    )


def test_2_1_a_card_held_that_was_served_long_ago_gives_every_later_card_another_place() -> None:
    play(
        SPLIT,
        """
        hold 9          then reconcile  later 9=burn 10=second 11=null 12=null  moves 10=burn>second
        done            then reconcile  later 11=draw 12=draw   moves 11=second>draw
        done            then settle     ends again: 1/1 Ana push +0 7b, 1/2 Ana lose -200 5
        """,
    )


def test_2_2_a_held_card_is_still_drawn_from_an_empty_shoe() -> None:
    play(
        OFFERED,
        """
        3H              is box:1/1
        hold 6          then offer surrender    later 6=held
        empty           then offer surrender    alerts shoe_count_off
        hit 1           then ask 1 stand        later 6=box:1/1
        hit 1           refused shoe_is_empty 2(2)
        """,
    )


def test_2_1_a_card_that_was_held_since_the_coup_before_lies_where_it_was_dealt() -> None:
    """However often the coup before was played again while it was held."""
    play(
        OPENING_COUP.rpartition("done")[0],
        """
        ??          is void     alerts drawn_by_mistake
        ??          is void     alerts drawn_by_mistake
        hold 9      later 9=held
        hold 10     later 10=held
        done
        Ana bets 200 on 1
        name 10 5C
        close                   later 9=burn 10=box:1   alerts unread
        6H          is box:1
        TD          is upcard
        2C          is box:1/1
        double 1 before 13      then burn 1
        """,
    )
