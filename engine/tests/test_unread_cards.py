"""Cards that passed unread (article 2(1)), in each role."""

import pytest

from engine.rules import TableRules
from engine.tests.openings import ACE_UP, ANA_HAS_19, ONE_BOX, TWO_BOXES
from engine.tests.script import go_on, play

# 2(1): unread cards


def test_2_1_an_unread_burned_card_need_not_be_named() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        ?? ??           is burn         then deal box:1 down
        name 1 2C                       then deal box:1 down
        """
    )


def test_2_1_an_unread_boxed_card_is_void_and_need_not_be_named() -> None:
    play(
        ONE_BOX,
        "TS 9S is box:1\n?? boxed is void then deal upcard up alerts boxed\n6D is upcard then offer surrender",
    )


def test_2_1_an_unread_box_card_is_named_before_the_payment() -> None:
    play(
        ONE_BOX,
        """
        TS              is box:1
        ??              is box:1        then deal upcard up     alerts unread
        TD              is upcard       then offer surrender
        stand 1                         then burn 1
        2H              is burn
        7D              is second       then name_card 4 box:1 @2(1)
        done                            refused not_due 2(1)
        5C              is null         then name_card 4 box:1
        name 4 AS   then settle     later 8=void    alerts drawn_by_mistake     ends 1 natural +300 6
        """,
    )


def test_2_1_an_unread_box_card_that_was_named_before_is_not_asked_for_at_the_payment() -> None:
    play(
        ONE_BOX,
        """
        TS              is box:1
        ??              is box:1        then deal upcard up     alerts unread
        TD              is upcard       then offer surrender
        name 4 AS                       then offer surrender
        stand 1                         then burn 1
        2H              is burn
        7D              is second       then settle     ends 1 natural +300 6
        """,
    )


@pytest.mark.parametrize(("name", "row"), [("name 4 AS", "1 natural +300 6"), ("name 3 9S 4 8C", "1 push +0 7b")])
def test_2_1_a_misread_card_or_a_whole_hand_is_named_anew_while_the_coup_is_paid(name: str, row: str) -> None:
    play(
        ANA_HAS_19,
        f"""
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle     ends 1 win +200 5
        {name}                          then settle     ends again: {row}
        """,
    )


def test_2_1_an_unread_upcard_is_named_before_anything_else_and_a_card_meanwhile_waits() -> None:
    play(
        ANA_HAS_19,
        """
        ??              is upcard       then name_card 5 upcard @2(1)   alerts unread
        stand 1                         refused name_first 2(1)
        7C              is null         then name_card 5 upcard
        name 6 8C                       then name_card 5 upcard
        name 5 AD                       then offer insurance even_money     later 6=hidden
        stand 1                         then turn_hidden
        done                            then settle                 ends 1 push +0 7b
        """,
    )
    play(
        ANA_HAS_19,
        """
        ??              is upcard       then name_card 5 upcard     alerts unread
        7C              is null         then name_card 5 upcard
        name 5 TD                       then settle     later 6=box:1/1     pays 1 -200 3(2)b     ends 1 bust -200 3(2)b
        """,
    )


def test_2_1_an_unread_extra_card_is_named_before_anything_else() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        6S              is box:1
        9H              is box:3
        6D              is upcard       then offer surrender
        ??              is box:1/1      then name_card 8 box:1/1    alerts unread
        2H              is null         then name_card 8 box:1/1
        ??              is null         then name_card 8 box:1/1
        name 8 7C   then name_card 10 box:3/1   later 9=box:3/1 10=box:3/1  alerts unread   pays 1 -200 3(2)b
        name 10 AC  then settle     pays 3 -400 3(2)b   ends 1 bust -200 3(2)b, 3 bust -400 3(2)b
        """,
    )


def test_2_1_an_unread_hidden_card_is_named_when_it_is_turned_and_matters() -> None:
    play(
        ACE_UP,
        """
        ??              is hidden       then offer insurance even_money                  alerts unread
        stand 1                         then turn_hidden
        done                            then name_card 6 hidden
        name 6 9C                       then settle                 ends 1 lose -200 5
        """,
    )


def test_2_1_an_unread_hidden_card_that_was_named_before_is_only_turned() -> None:
    play(
        ACE_UP,
        """
        ??              is hidden       alerts unread
        stand 1                         then turn_hidden
        name 6 9C                       then turn_hidden
        done                            then settle                 ends 1 lose -200 5
        """,
    )


def test_2_1_an_unread_hidden_card_that_a_card_turned_holds_that_card_until_it_is_named() -> None:
    play(
        ACE_UP,
        """
        ??              is hidden       then offer insurance even_money                  alerts unread
        stand 1                         then turn_hidden
        5H              is null         then name_card 6 hidden
        name 6 5C                       then draw                   later 7=burn
        """,
    )


def test_2_1_an_unread_hidden_card_does_not_matter_with_no_wager_alive() -> None:
    play(
        ACE_UP,
        """
        ??              is hidden       then offer insurance even_money                  alerts unread
        5H              is box:1/1      then turn_hidden            pays 1 -200 3(2)b
        done                            then settle                 ends 1 bust -200 3(2)b
        """,
    )


def test_2_1_an_unread_hidden_card_matters_where_the_dealer_draws_without_wagers() -> None:
    play(
        ACE_UP,
        """
        ??              is hidden       then offer insurance even_money                  alerts unread
        5H              is box:1/1      then turn_hidden            pays 1 -200 3(2)b
        done                            then name_card 6 hidden
        name 6 8C                       then settle                 ends 1 bust -200 3(2)b
        """,
        rules=TableRules(decks=2, dealer_draws_without_wagers=True),
    )


def test_2_1_an_unread_second_card_and_draw_are_named_at_once() -> None:
    play(
        ANA_HAS_19,
        """
        6D              is upcard
        stand 1
        2H              is burn
        ??              is second       then name_card 7 second     alerts unread
        ??              is null         then name_card 7 second
        name 7 TD                       then name_card 8 draw       later 8=draw    alerts unread
        name 8 5D                       then settle                 ends 1 lose -200 5
        """,
    )


def test_2_1_a_player_whose_card_is_unread_plays_on_and_is_found_bust_at_the_payment() -> None:
    play(
        ONE_BOX,
        """
        TS              is box:1
        ??              is box:1        alerts unread
        TD              is upcard       then offer surrender
        8H              is box:1/1      then ask 1
        stand 1                         then burn 1
        2H              is burn
        7D              is second       then name_card 4 box:1
        name 4 5S   then settle     pays 1 -200 3(2)b       ends 1 bust -200 3(2)b
        """,
    )


@pytest.mark.parametrize("felt", ["", "felt agrees"], ids=["to-be-laid", "lies-so"])
def test_2_1_a_card_that_was_shown_unread_is_named_though_a_correction_lets_the_dealer_draw_first(felt: str) -> None:
    play(
        ONE_BOX,
        f"""
        ??              is box:1        alerts unread
        TD              is box:1
        TS              is upcard
        stand 1                         then burn 1
        2H              is burn
        TC              is second       then name_card 3 box:1
        name 5 4S {felt}                then draw
        8S              is draw         then name_card 3 box:1
        name 3 5H                       then settle             ends 1 win +200 5
        """,
    )


def test_2_1_a_name_by_which_a_coup_was_paid_that_is_past_is_no_slip_any_more() -> None:
    table = play(
        ANA_HAS_19,
        """
        6D              is upcard
        stand 1
        2H              is burn
        TD              is second
        TC              is draw         then settle     ends 1 win +200 5
        done                            then take_wagers
        Ana bets 200 on 1
        name 8 KC                       then take_wagers
        2D              is burn         then deal box:1 down
        """,
    )
    go_on(table, f"withdraw {table.seq - 1} refused no_such_request 2(1)")
