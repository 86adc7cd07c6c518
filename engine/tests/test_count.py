"""The shoe's own truth (article 1a): n packs hold each card n times."""

import re

import pytest

from engine.cards import Card
from engine.count import CardCount
from engine.hand import Laid
from engine.table import Table
from engine.tests.openings import ONE_BOX, OPENING_COUP
from engine.tests.script import go_on, play

COUP_WITH_6D_UP = """
    Ana bets 200 on 1
    5C              is burn
    TH 9S           is box:1
    6D              is upcard
    stand 1                         then burn 1
    5D              is burn
    TS              is second       then draw
    KD              is draw         then settle     ends 1 win +200 5
    done                            then take_wagers
"""
"""A second coup after the opening one, which had the 6 of diamonds up too."""


NEW_SHOE = re.sub(r"Ana sits 1 +then take_wagers", "", OPENING_COUP)
"""The same cards once more, from a new shoe."""


def too_often(table: Table) -> list[dict[str, str | int]]:
    """What stands about cards that there are too many of."""
    return [alert.values for alert in table.felt.alerts if alert.code == "card_too_often"]


def test_1_a_the_third_of_a_card_in_two_packs_is_told_when_it_is_public() -> None:
    table = play(
        OPENING_COUP,
        COUP_WITH_6D_UP,
        """
        Ana bets 200 on 1
        6C              is burn
        TC 9H           is box:1
        6D              is upcard       then offer surrender    alerts card_too_often
        """,
    )
    assert too_often(table) == [{"card": "6D", "times": 3, "packs": 2}]


def test_1_a_as_often_as_there_are_packs_is_right() -> None:
    assert too_often(play(OPENING_COUP, COUP_WITH_6D_UP)) == []


def test_1_a_a_face_down_card_of_a_box_counts_when_its_hand_is_shown() -> None:
    play(
        OPENING_COUP,
        COUP_WITH_6D_UP,
        """
        Ana bets 200 on 1
        6C              is burn
        TC 6D           is box:1        then deal upcard up
        9D              is upcard
        1 shows                         alerts card_too_often
        """,
    )


def test_1_a_a_face_down_card_counts_at_the_settlement_if_its_hand_lives() -> None:
    play(
        OPENING_COUP,
        COUP_WITH_6D_UP,
        """
        Ana bets 200 on 1
        6C              is burn
        TC 6D           is box:1
        9D              is upcard
        stand 1                         then burn 1
        6H              is burn
        9S              is second       then settle     alerts card_too_often   ends 1 lose -200 5
        """,
    )


def test_1_a_a_hidden_card_counts_when_it_is_turned() -> None:
    play(
        OPENING_COUP,
        COUP_WITH_6D_UP,
        """
        Ana bets 200 on 1
        6C              is burn
        TC 9H           is box:1
        AD              is upcard
        6D              is hidden       then offer insurance even_money
        stand 1                         then turn_hidden
        done                            then settle     alerts card_too_often   ends 1 win +200 5
        """,
    )


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param("shuffle then shuffle", id="at-a-shuffle"),
        pytest.param("empty then shuffle alerts shoe_count_off", id="at-an-empty-shoe"),
    ],
)
def test_1_a_burned_cards_count_only_at_the_end_of_the_shoe(ends: str) -> None:
    """The 2 of clubs is burned three times."""
    table = play(OPENING_COUP, COUP_WITH_6D_UP.replace("5C", "2C").replace("5D", "2C"))
    go_on(table, with_alert(ends, "card_too_often"))
    assert too_often(table) == [{"card": "2C", "times": 3, "packs": 2}]


def with_alert(line: str, code: str) -> str:
    """The same line, with one alert more."""
    return f"{line} {code}" if "alerts" in line else f"{line} alerts {code}"


def test_1_a_face_down_cards_of_a_coup_without_a_showing_count_at_the_end_of_the_shoe() -> None:
    """Box 1 surrenders with the third 6 of diamonds, which stays face down."""
    play(
        OPENING_COUP,
        COUP_WITH_6D_UP,
        """
        Ana bets 200 on 1
        6C              is burn
        TC 6D           is box:1
        9D              is upcard
        surrender 1                     then settle     pays 1 -100 12  ends 1 surrender -100 12
        done                            then take_wagers
        shuffle                         then shuffle    alerts card_too_often
        """,
    )


def test_1_a_a_shoe_counts_anew() -> None:
    table = play(OPENING_COUP, COUP_WITH_6D_UP, "shuffle then shuffle", NEW_SHOE)
    assert too_often(table) == []


def test_1_a_a_card_that_gets_another_name_counts_by_that() -> None:
    play(
        OPENING_COUP,
        COUP_WITH_6D_UP,
        """
        Ana bets 200 on 1
        6C              is burn
        TC 9H           is box:1
        7D              is upcard       then offer surrender
        name 19 6D                      then offer surrender    alerts card_too_often
        """,
    )


def test_1_a_a_card_that_gets_another_name_counts_no_more_by_the_one_before() -> None:
    count = CardCount(packs=1)
    first, second = Laid(1, 1, Card.parse("6D")), Laid(2, 2, Card.parse("6D"))
    assert count.seen(first) is None
    first.card = Card.parse("7D")
    assert count.seen(first) is None
    assert count.seen(second) is None
    assert count.wholly() == []
    third = Laid(3, 3, Card.parse("6D"))
    alert = count.seen(third)
    assert alert is not None
    assert alert.values == {"card": "6D", "times": 2, "packs": 1}


def test_1_a_a_card_that_is_seen_again_counts_once() -> None:
    count, laid = CardCount(packs=1), Laid(1, 1, Card.parse("6D"))
    assert [count.seen(laid), count.seen(laid)] == [None, None]
    one_more = Laid(2, 2, Card.parse("6D"))
    assert [count.seen(one_more) is None, count.seen(one_more) is None] == [False, True]


def test_1_a_a_card_that_is_named_counts_as_a_public_one() -> None:
    play(
        OPENING_COUP,
        COUP_WITH_6D_UP,
        """
        Ana bets 200 on 1
        6C              is burn
        TC 9H           is box:1
        ??              is upcard       then name_card 19 upcard    alerts unread
        name 19 6D                      then offer surrender        alerts card_too_often
        """,
    )


def test_1_a_a_shoe_that_is_empty_before_its_packs_are_out_is_told() -> None:
    table = play(ONE_BOX, "TS 9S is box:1\nTD is upcard\nempty then offer surrender alerts shoe_count_off")
    assert [alert.values for alert in table.felt.alerts] == [{"size": 104, "out": 5}]


def test_1_a_a_shoe_that_is_empty_when_its_packs_are_out_is_right() -> None:
    play("new shoe", "?? is void alerts not_asked_for\n" * 104, "empty then shuffle")


def test_1_a_a_card_more_than_the_packs_hold_is_told_once() -> None:
    table = play("new shoe", "?? is void alerts not_asked_for\n" * 104)
    go_on(table, "?? is void alerts shoe_count_off not_asked_for\n?? is void alerts not_asked_for")
