"""Insurance against an ace (article 8): how much, by whom, until when, and what it pays."""

import pytest

from engine.rules import TableRules
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import TWO_PACKS, go_on, play

ACE_UP = (
    ONE_BOX
    + """
    TS 8S           is box:1
    AD              is upcard       then deal hidden down
    9C              is hidden       then offer insurance even_money @8
"""
)
"""18 against an ace, no natural below it."""
PAYING = {
    "natural": ("KC", "1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8"),
    "none": ("9C", "1/1 Ana lose -200 5, 1/1 Ana insurance_lose -100 8"),
}


@pytest.mark.parametrize(("hidden", "ends"), PAYING.values(), ids=PAYING)
def test_8_a_natural_pays_it_2_to_1_and_takes_the_wager_and_else_it_is_lost(hidden: str, ends: str) -> None:
    play(
        ONE_BOX,
        f"""
        TS 8S               is box:1
        AD                  is upcard
        {hidden}            is hidden       then offer insurance even_money
        Ana insures 1 for 100               then offer insurance even_money
        done                                then ask 1
        stand 1                             then turn_hidden
        done                                then settle         ends {ends}
        """,
    )


@pytest.mark.parametrize(
    ("hidden", "ends"),
    [
        pytest.param("KC", "1/1 Ana push +0 7a, 1/1 Ana insurance_win +200 8", id="natural-against-natural"),
        pytest.param("9C", "1/1 Ana natural +300 6, 1/1 Ana insurance_lose -100 8", id="natural-against-20"),
    ],
)
def test_8_a_natural_is_insured_like_any_hand(hidden: str, ends: str) -> None:
    play(
        ONE_BOX,
        f"""
        TS AS               is box:1
        AD                  is upcard
        {hidden}            is hidden
        Ana insures 1 for 100
        stand 1                             then turn_hidden
        done                                then settle         ends {ends}
        """,
    )


@pytest.mark.parametrize(
    ("hidden", "ends"),
    [
        ("KC", "1/1 Ana even_money +200 6, 1/1 Ana insurance_win +200 8"),
        ("9C", "1/1 Ana even_money +200 6, 1/1 Ana insurance_lose -100 8"),
    ],
    ids=PAYING,
)
def test_8_even_money_and_insurance_may_both_be_taken(hidden: str, ends: str) -> None:
    play(
        ONE_BOX,
        f"""
        TS AS               is box:1
        AD                  is upcard
        {hidden}            is hidden       then offer insurance even_money
        Ana insures 1 for 100               then offer insurance even_money
        Ana takes even money on 1           then turn_hidden        pays 1 +200 6
        done                                then settle             ends {ends}
        """,
    )


@pytest.mark.parametrize(
    ("hidden", "ends"),
    [
        ("KC", "1/1 Ana bust -200 3(2)b, 1/1 Ana insurance_win +200 8"),
        ("9C", "1/1 Ana bust -200 3(2)b, 1/1 Ana insurance_lose -100 8"),
    ],
    ids=PAYING,
)
def test_8_insurance_of_a_bust_lives_and_needs_the_hidden_card_turned_and_no_more(hidden: str, ends: str) -> None:
    play(
        ONE_BOX,
        f"""
        TS 5S               is box:1
        AD                  is upcard
        {hidden}            is hidden
        Ana insures 1 for 100
        7H                  is box:1/1      then turn_hidden        pays 1 -200 3(2)b
        done                                then settle             ends {ends}
        """,
    )


def test_8_it_needs_no_draw_of_the_dealer() -> None:
    """All bust, and the hidden card makes a soft 14: with no wager alive the dealer neither burns nor draws."""
    play(
        ONE_BOX,
        """
        TS 5S               is box:1
        AD                  is upcard
        3C                  is hidden
        Ana insures 1 for 100
        7H                  is box:1/1      then turn_hidden        pays 1 -200 3(2)b
        done            then settle     ends 1/1 Ana bust -200 3(2)b, 1/1 Ana insurance_lose -100 8
        """,
    )


def test_8_an_unread_hidden_card_must_be_named_for_it() -> None:
    play(
        ONE_BOX,
        """
        TS 5S               is box:1
        AD                  is upcard
        ??                  is hidden       alerts unread
        Ana insures 1 for 100
        7H                  is box:1/1      then turn_hidden        pays 1 -200 3(2)b
        done                                then name_card 6 hidden
        name 6 KC       then settle     ends 1/1 Ana bust -200 3(2)b, 1/1 Ana insurance_win +200 8
        """,
    )


def test_3_2_without_it_an_unread_hidden_card_need_not_be_named_when_no_wager_is_alive() -> None:
    play(
        ONE_BOX,
        """
        TS 5S               is box:1
        AD                  is upcard
        ??                  is hidden       alerts unread
        7H                  is box:1/1      then turn_hidden        pays 1 -200 3(2)b
        done                                then settle             ends 1 bust -200 3(2)b
        """,
    )


def test_3_2_nor_when_another_card_had_to_be_named() -> None:
    play(
        ONE_BOX,
        """
        ??                  is box:1        alerts unread
        TS                  is box:1
        AD                  is upcard
        ??                  is hidden       alerts unread
        1 shows                             then name_card 3 box:1
        name 3 5S                           then offer insurance even_money
        7H                  is box:1/1      then turn_hidden        pays 1 -200 3(2)b
        done                                then settle             ends 1 bust -200 3(2)b
        """,
    )


@pytest.mark.parametrize(
    ("hidden", "alerts", "wager"),
    [
        pytest.param(
            "KC",
            "",
            "then take_wagers ends 1/1 Ana bust -200 3(2)b, 1/1 Ana insurance_win +200 8",
            id="nothing-is-left-but-to-turn-and-to-pay",
        ),
        pytest.param("??", "alerts unread", "then turn_hidden refused betting_is_closed 2(3)", id="a-name-is-wanted"),
    ],
)
def test_8_a_wager_for_the_next_coup_says_that_the_card_was_turned_where_it_need_not_be_named(
    hidden: str, alerts: str, wager: str
) -> None:
    play(
        ONE_BOX,
        f"""
        TS 5S               is box:1
        AD                  is upcard
        {hidden}            is hidden       {alerts}
        Ana insures 1 for 100
        7H                  is box:1/1      then turn_hidden        pays 1 -200 3(2)b
        Ana bets 200 on 1                   {wager}
        """,
    )


# The window


def test_8_it_is_open_from_the_upcard_on() -> None:
    play(
        ONE_BOX,
        """
        TS 8S               is box:1        then deal upcard up
        Ana insures 1 for 100               then deal upcard up     refused no_upcard 8
        AD                  is upcard       then deal hidden down
        Ana insures 1 for 100               then deal hidden down
        """,
    )


def test_8_it_stays_open_until_the_first_extra_card_of_the_coup() -> None:
    play(
        TWO_BOXES,
        """
        TS 5H 8S 6H                         then deal upcard up
        AD                  is upcard
        9C                  is hidden       then offer insurance even_money
        done                                then ask 1
        Bo insures 3 for 100                then ask 1
        stand 1                             then ask 3
        Ana insures 1 for 100               then ask 3
        hit 3                               then deal box:3/1 up
        Bo insures 3 for 200                then deal box:3/1 up
        2D boxed            is void         then deal box:3/1 up    alerts boxed
        Ana insures 1 for 0                 then deal box:3/1 up
        2H                  is box:3/1      then ask 3
        Bo insures 3 for 100                refused insurance_is_closed 8
        Ana insures 1 for 100               refused insurance_is_closed 8
        stand 3                             then turn_hidden
        done    then settle     ends 1 lose -200 5, 3/1 Bo lose -400 5, 3/1 Bo insurance_lose -200 8
        """,
    )


def test_8_it_closes_at_the_turn_where_no_extra_card_was_dealt() -> None:
    play(
        ACE_UP,
        """
        stand 1                             then turn_hidden
        Ana insures 1 for 100               then turn_hidden
        done                                then settle         ends 1/1 Ana lose -200 5, 1/1 Ana insurance_lose -100 8
        Ana insures 1 for 0                 then settle         refused insurance_is_closed 8
        """,
    )


def test_2_1_a_hidden_card_that_is_exposed_closes_it() -> None:
    play(
        ACE_UP,
        """
        expose 6                            then ask 1
        Ana insures 1 for 100               then ask 1          refused insurance_is_closed 8
        stand 1                             then turn_hidden
        done                                then settle         ends 1 lose -200 5
        """,
    )


@pytest.mark.parametrize("upcard", ["2D", "9D", "TD", "KD"])
def test_8_only_an_ace_is_insured_against(upcard: str) -> None:
    play(
        ONE_BOX,
        f"TS 8S is box:1\n{upcard} is upcard then offer surrender\nAna insures 1 for 100 refused no_insurance 8",
    )


# How much, and whose


@pytest.mark.parametrize(
    ("amount", "refused"),
    [
        pytest.param(100, "", id="half"),
        pytest.param(0, "", id="nothing"),
        pytest.param(200, "refused insures_too_much 8", id="the-whole"),
        pytest.param(101, "refused insures_too_much 8", id="an-avo-above-the-half"),
        pytest.param(50, "refused insures_nothing 8", id="half-a-chip"),
        pytest.param(-100, "refused insures_nothing 8", id="below-nought"),
    ],
)
def test_8_at_most_half_of_the_wager_in_whole_chips(amount: int, refused: str) -> None:
    play(ACE_UP, f"Ana insures 1 for {amount} then offer insurance even_money {refused}")


def test_8_any_part_of_the_half_can_be_insured() -> None:
    play(
        ONE_BOX.replace("200", "600"),
        """
        TS 8S               is box:1
        AD                  is upcard
        KC                  is hidden
        Ana insures 1 for 100
        stand 1
        done                then settle     ends 1/1 Ana lose -600 6, 1/1 Ana insurance_win +200 8
        """,
    )


def test_8_the_half_of_an_odd_wager_is_rounded_down_to_chips() -> None:
    play(
        ACE_UP.replace("200", "300"),
        "Ana insures 1 for 200 refused insures_too_much 8\nAna insures 1 for 100",
        rules=TableRules(decks=2, odd_amounts="player"),
    )


@pytest.mark.parametrize(
    ("changes", "ends"),
    [
        pytest.param("Ana insures 1 for 0", "1 lose -600 5", id="0-takes-it-back"),
        pytest.param("Ana insures 1 for 300", "1/1 Ana lose -600 5, 1/1 Ana insurance_lose -300 8", id="more"),
        pytest.param("Ana insures 1 for 100", "1/1 Ana lose -600 5, 1/1 Ana insurance_lose -100 8", id="less"),
        pytest.param(
            "Ana insures 1 for 400 refused insures_too_much 8",
            "1/1 Ana lose -600 5, 1/1 Ana insurance_lose -200 8",
            id="one-that-is-refused-leaves-the-first",
        ),
    ],
)
def test_8_a_second_insurance_replaces_the_first(changes: str, ends: str) -> None:
    play(ACE_UP.replace("200", "600"), "Ana insures 1 for 200", changes, f"stand 1\ndone then settle ends {ends}")


def test_8_after_a_split_it_is_half_of_the_original_wager() -> None:
    play(
        ONE_BOX,
        """
        8H 8S               is box:1
        AD                  is upcard
        KC                  is hidden       then offer insurance even_money
        split 1                             then deal box:1/1 up
        Ana insures 1 for 200               then deal box:1/1 up    refused insures_too_much 8
        Ana insures 1 for 100               then deal box:1/1 up
        TH                  is box:1/1      then ask 1
        stand 1                             then deal box:1/2 up
        TC                  is box:1/2      then ask 1/2
        stand 1/2                           then turn_hidden
        done    then settle     ends 1/1 Ana lose -200 6, 1/2 Ana lose -200 6, 1/1 Ana insurance_win +200 8
        """,
    )


def test_8_a_doubled_wager_is_insured_for_half_of_the_original() -> None:
    play(
        ONE_BOX,
        """
        6H 5S               is box:1
        AD                  is upcard
        9C                  is hidden
        double 1                            then deal box:1/1 up
        Ana insures 1 for 200               then deal box:1/1 up    refused insures_too_much 8
        Ana insures 1 for 100               then deal box:1/1 up
        TH                  is box:1/1      then turn_hidden
        done    then settle     ends 1/1 Ana win +400 5, 1/1 Ana insurance_lose -100 8
        """,
    )


def test_8_each_bettor_of_a_box_insures_for_himself() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Bo sits 3
        Ana bets 400 on 1
        Cy bets 200 on 1
        Bo bets 200 on 3
        2C 3C               is burn
        TS TH 8S 8H                         then deal upcard up
        AD                  is upcard
        KC                  is hidden
        Cy insures 1 for 200                refused insures_too_much 8
        Cy insures 1 for 100
        Bo insures 1 for 100                refused no_such_bettor 8
        Cy insures 3 for 100                refused no_such_bettor 8
        Bo insures 2 for 100                refused no_such_bettor 8
        Ana insures 1 for 200
        Ana insures 1 for 0
        stand 1
        stand 3                             then turn_hidden
        done    then settle     ends 1/1 Ana lose -400 6, 1/1 Cy lose -200 6, 3 lose -200 6, 1/1 Cy insurance_win +200 8
        """,
    )


@pytest.mark.parametrize("keeps_paid", [True, False])
def test_2_1_insurance_of_a_cancelled_coup_goes_back_whatever_is_kept(keeps_paid: bool) -> None:
    table = play(ACE_UP, "Ana insures 1 for 100", rules=TableRules(decks=2, void_keeps_paid=keeps_paid))
    go_on(table, "cancel then settle ends cancelled: 1/1 Ana cancelled +0 2(1), 1/1 Ana cancelled +0 2(1)")


def test_8_nobody_insures_before_a_coup() -> None:
    play("new shoe\nAna sits 1\nAna bets 200 on 1", "Ana insures 1 for 100 refused no_upcard 8", rules=TWO_PACKS)
