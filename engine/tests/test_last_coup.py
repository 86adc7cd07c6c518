"""The end of a shoe (article 2(2)): the white card at every moment, the shuffle, a new shoe, an empty one."""

import re

import pytest

from engine.tests.openings import (
    ALL_BUST_AGAINST_AN_ACE,
    ANA_HAS_19,
    ONE_BOX,
    OPENING_COUP,
    THIRTY_LEFT,
    void_cards,
)
from engine.tests.script import play

# 2(2): the white card, the last coup, the shuffle


@pytest.mark.parametrize(
    ("before", "alert", "after"),
    [
        pytest.param("", "white_card_first", "2H is burn\nTS 9S is box:1\nTD is upcard\nstand 1", id="between-coups"),
        pytest.param(
            "close then burn 1",
            "white_card_first",
            "2H is burn\nTS 9S is box:1\nTD is upcard\nstand 1",
            id="before-the-burn",
        ),
        pytest.param("2H is burn", "white_card", "TS 9S is box:1\nTD is upcard\nstand 1", id="before-the-deal"),
        pytest.param("2H is burn\nTS is box:1", "white_card", "9S is box:1\nTD is upcard\nstand 1", id="in-the-deal"),
        pytest.param("2H is burn\nTS 9S is box:1\nTD is upcard", "white_card", "stand 1", id="in-play"),
        pytest.param(
            "2H is burn\nTS 4S is box:1\nTD is upcard\nhit 1 then deal box:1/1 up",
            "white_card",
            "5H is box:1/1 then ask 1\nstand 1",
            id="after-an-announced-hit",
        ),
        pytest.param("2H is burn\nTS 9S is box:1\nTD is upcard\nstand 1", "white_card", "", id="dealers-turn"),
    ],
)
def test_2_2_the_white_card_makes_the_coup_the_last_and_takes_no_role(before: str, alert: str, after: str) -> None:
    play(
        THIRTY_LEFT,
        "Ana bets 200 on 1",
        before,
        f"white alerts {alert}",
        after,
        """
        3H              is burn         then deal second up
        7D              is second       then settle     ends last: 1 win +200 5
        done                            then shuffle
        """,
    )


def test_2_2_the_white_card_does_not_change_what_is_due() -> None:
    play(
        THIRTY_LEFT,
        """
        Ana bets 200 on 1
        2H              is burn
        TS 9S           is box:1        then deal upcard up
        white                           then deal upcard up     alerts white_card
        AD              is upcard       then deal hidden down
        7D              is hidden       then offer insurance even_money
        """,
    )


def test_2_2_the_white_card_while_the_coup_is_paid_makes_that_coup_the_last() -> None:
    play(
        THIRTY_LEFT,
        """
        Ana bets 200 on 1
        2H              is burn
        TS 9S           is box:1
        TD              is upcard
        stand 1
        3H              is burn
        7D              is second       then settle     ends 1 win +200 5
        white                           then settle     alerts white_card   ends last again: 1 win +200 5
        done                            then shuffle
        Ana bets 200 on 1               then shuffle
        close                           refused shuffle_is_due 2(2)
        5C              is void         then shuffle    alerts not_asked_for
        """,
    )


def test_2_2_the_white_card_after_the_payment_leaves_one_more_coup() -> None:
    play(
        THIRTY_LEFT,
        """
        white                           then take_wagers    alerts white_card_first
        Ana bets 200 on 1
        close                           then burn 1
        """,
    )


def test_2_2_after_the_white_card_the_dealer_may_still_shuffle_at_once() -> None:
    play(
        THIRTY_LEFT,
        """
        white                           then take_wagers    alerts white_card_first
        shuffle                         then shuffle
        new shoe                        then take_wagers
        """,
    )


@pytest.mark.parametrize(
    ("behind", "alerts"),
    [
        (31, "white_card_first white_card_misplaced"),
        (30, "white_card_first"),
        (20, "white_card_first"),
        (19, "white_card_first white_card_misplaced"),
    ],
)
def test_2_1_the_white_card_lies_between_the_last_20th_and_30th_card(behind: int, alerts: str) -> None:
    play(OPENING_COUP, void_cards(104 - 8 - behind), f"white then take_wagers alerts {alerts}")


def test_2_2_a_misplaced_white_card_ends_the_shoe_after_the_coup_that_has_begun() -> None:
    play(
        ANA_HAS_19,
        """
        TD              is upcard
        white                           then offer surrender    alerts white_card white_card_misplaced
        stand 1
        2H              is burn
        7D              is second       then settle     ends last: 1 win +200 5
        done                            then shuffle
        """,
    )


def test_2_2_the_white_card_in_the_opening_burn_is_wrongly_placed_and_the_coup_the_last() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C              is burn         then burn 1
        white                           then burn 1     alerts white_card white_card_misplaced
        3C              is burn         then deal box:1 down
        TS 9S           is box:1
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle     ends last: 1 win +200 5
        done                            then shuffle
        """
    )


def test_2_2_a_white_card_seen_in_a_cancelled_coup_still_ends_the_shoe() -> None:
    play(
        THIRTY_LEFT,
        """
        Ana bets 200 on 1
        2H              is burn
        white                           alerts white_card
        cancel                          then settle @2(1)   ends cancelled last: 1 cancelled +0 2(1)
        done                            then shuffle
        """,
    )


def test_2_2_a_white_card_between_coups_leaves_the_coming_coup_the_last_though_the_former_is_cancelled() -> None:
    play(
        THIRTY_LEFT,
        """
        white                           then take_wagers    alerts white_card_first
        cancel                          then settle         ends cancelled again: 1 cancelled +0 2(1)
        done                            then take_wagers
        Ana bets 200 on 1
        close                           then burn 1
        """,
    )


def test_2_2_the_dealer_may_shuffle_before_a_coups_first_card_and_wagers_stay() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        close                           then burn 1
        shuffle                         then shuffle
        Ana bets 400 on 1               then shuffle
        new shoe                        then take_wagers
        close                           then burn 2
        """,
    )


def test_2_2_the_dealer_may_not_shuffle_in_the_midst_of_a_coup() -> None:
    play(
        ANA_HAS_19,
        """
        shuffle                         refused coup_in_progress 2(2)   then deal upcard up
        TD              is upcard
        shuffle                         refused coup_in_progress 2(2)   then offer surrender
        stand 1
        shuffle                         refused coup_in_progress 2(2)   then burn 1
        2H              is burn
        7D              is second       then settle     ends 1 win +200 5
        """,
    )


def test_2_2_a_new_shoe_before_a_coups_first_card_lets_the_wagers_stay() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        close                           then burn 1
        new shoe                        then take_wagers
        5C              is burn         then burn 1
        5D              is burn         then deal box:1 down
        """,
    )


@pytest.mark.parametrize(
    "before",
    [
        "",
        "TS is box:1",
        "TS 9S is box:1\nTD is upcard",
        "TS 9S is box:1\nTD is upcard\nstand 1",
        "TS 9S is box:1\n?? is upcard alerts unread",
    ],
    ids=["burn", "deal", "play", "dealer", "name-card"],
)
def test_2_2_a_new_shoe_in_the_midst_of_a_coup_cancels_it(before: str) -> None:
    play(
        ONE_BOX,
        before,
        """
        new shoe        then settle @2(1)   alerts shoe_changed     ends cancelled last: 1 cancelled +0 2(1)
        done                            then take_wagers
        Ana bets 200 on 1
        close                           then burn 2 @2(1)
        """,
    )


def test_2_2_a_coup_after_whose_last_card_a_new_shoe_begins_was_the_last_if_the_white_card_was_out() -> None:
    play(
        ALL_BUST_AGAINST_AN_ACE,
        """
        white       then turn_hidden    alerts white_card white_card_misplaced
        new shoe    then take_wagers    ends last: 1 bust -200 3(2)b
        """,
    )


@pytest.mark.parametrize(
    ("before", "alerts"),
    [
        ("2C is burn", "white_card white_card_misplaced"),
        ("2C 3C is burn", "white_card"),
        ("2C 3C is burn\nTS is box:1", "white_card"),
    ],
    ids=["in-it", "after-it", "in-the-deal"],
)
def test_2_2_the_white_card_with_25_behind_it_is_wrongly_placed_only_in_the_opening_burn(
    before: str, alerts: str
) -> None:
    gone = 104 - 25 - len(re.findall(r"[A-Z0-9][SC] ", before))
    play("new shoe", void_cards(gone), "Ana sits 1\nAna bets 200 on 1", before, f"white alerts {alerts}")


# 2(2): the shoe runs out


def test_2_2_an_empty_shoe_between_coups_wants_a_shuffle() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        empty                           then shuffle    alerts shoe_count_off
        close                           refused shuffle_is_due 2(2)
        """,
    )


@pytest.mark.parametrize(
    "before",
    [
        "TS is box:1",
        "TS 9S is box:1",
        "TS 9S is box:1\nAD is upcard then deal hidden down",
        "TS 9S is box:1\nTD is upcard\nstand 1 then burn 1",
        "TS 9S is box:1\nTD is upcard\nstand 1\n2H is burn then deal second up",
        "TS 9S is box:1\n6D is upcard\nstand 1\n2H is burn\nTD is second then draw",
        "TS 9S is box:1\nAD is upcard\n2D is hidden\nstand 1\ndone then burn 1",
    ],
    ids=["first-two", "upcard", "hidden", "burn-before-second", "second", "draw", "burn-before-draw"],
)
def test_2_2_without_a_card_that_the_deal_or_the_dealer_must_have_the_coup_is_cancelled(before: str) -> None:
    play(
        ONE_BOX,
        before,
        """
        empty   then settle @2(1)   alerts shoe_count_off shoe_ran_out  ends cancelled last: 1 cancelled +0 2(1)
        done                            then shuffle
        """,
    )


def test_2_2_an_empty_shoe_in_the_opening_burn_cancels_the_coup() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C              is burn
        empty   then settle     alerts shoe_count_off shoe_ran_out  ends cancelled last: 1 cancelled +0 2(1)
        """
    )


@pytest.mark.parametrize("announced", ["done then ask 1", "hit 1 then deal box:1/1 up"], ids=["asked", "announced"])
def test_2_2_once_the_shoe_is_known_to_be_empty_no_hit_is_taken(announced: str) -> None:
    play(
        ONE_BOX,
        "TS 9S is box:1\nTD is upcard then offer surrender",
        announced,
        """
        empty                           then ask 1 stand surrender      alerts shoe_count_off
        hit 1                           then ask 1 stand surrender      refused shoe_is_empty 2(2)
        stand 1     then settle         alerts shoe_ran_out     ends cancelled last: 1 cancelled +0 2(1)
        """,
    )


@pytest.mark.parametrize(
    ("hidden", "rest"),
    [
        ("9D", "done then settle ends last: 1 lose -200 5"),
        ("5D", "done then settle alerts shoe_ran_out ends cancelled last: 1 cancelled +0 2(1)"),
    ],
    ids=["20-needs-no-card", "16-needs-one"],
)
def test_2_2_an_empty_shoe_cancels_only_when_the_dealer_must_draw(hidden: str, rest: str) -> None:
    play(
        ANA_HAS_19,
        f"""
        AD              is upcard
        {hidden}        is hidden
        empty                           then offer insurance even_money     alerts shoe_count_off
        done                            then ask 1 stand
        stand 1                         then turn_hidden
        """,
        rest,
    )


def test_2_2_a_card_that_waits_is_still_played_from_an_empty_shoe() -> None:
    play(
        ANA_HAS_19,
        """
        ??              is upcard       then name_card 5 upcard     alerts unread
        7C              is null         then name_card 5 upcard
        empty                           then name_card 5 upcard     alerts shoe_count_off
        name 5 AD                       then offer insurance even_money     later 6=hidden
        done                            then ask 1 stand
        stand 1                         then turn_hidden
        done                            then settle                 ends last: 1 win +200 5
        """,
    )


def test_2_2_an_empty_shoe_while_the_coup_is_paid_makes_it_the_last() -> None:
    play(
        ANA_HAS_19,
        """
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle     ends 1 win +200 5
        empty       then settle     alerts shoe_count_off   ends last again: 1 win +200 5
        done                            then shuffle
        """,
    )
