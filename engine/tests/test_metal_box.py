"""One pack in a metal box (articles 1b, 2(1), 2(2), 3(1)b): whole coups from it."""

import pytest

from engine.rules import TableRules, faults
from engine.table import Table
from engine.tests.script import go_on, play

METAL_BOX = TableRules(equipment="metal_box", decks=1)

BET = """
    new shoe                            then take_wagers
    Ana sits 1
    Ana bets 200 on 1                   then take_wagers
"""


def play_box(*scripts: str) -> Table:
    """Play a coup from the metal box."""
    return play(BET, *scripts, rules=METAL_BOX)


@pytest.mark.parametrize(
    ("equipment", "decks", "lawful"),
    [
        ("metal_box", 1, True),
        ("metal_box", 0, False),
        ("metal_box", 2, False),
        ("metal_box", 6, False),
        ("shoe", 1, False),
        ("shoe", 2, True),
        ("shoe", 8, True),
        ("shoe", 9, False),
        ("shoe", 0, False),
    ],
)
def test_1_b_one_pack_in_a_metal_box_several_in_a_shoe(equipment: str, decks: int, lawful: bool) -> None:
    found = faults(TableRules(equipment=equipment, decks=decks))  # type: ignore[arg-type]
    assert [(fault.field, fault.article) for fault in found] == ([] if lawful else [("decks", "1b")])


@pytest.mark.parametrize("upcard", ["2D", "6D", "9D", "TD"])
def test_3_1_b_the_dealers_second_card_lies_face_down_whatever_the_upcard(upcard: str) -> None:
    play_box(
        f"""
        close                               then burn 1 @2(1)
        2C              is burn             then deal box:1 down @3(1)b
        TS              is box:1            then deal box:1 down @3(1)b
        9S              is box:1            then deal upcard up @3(1)b
        {upcard}        is upcard           then deal hidden down @3(1)b
        8C              is hidden           then offer surrender @12
        done                                then ask 1
        stand 1                             then turn_hidden
        """
    )


def test_3_1_b_no_later_burns() -> None:
    play_box(
        """
        2C              is burn
        TS 9S           is box:1
        6D              is upcard
        5C              is hidden
        stand 1                             then turn_hidden
        done                                then draw @3(2)a
        2H              is draw             then draw
        4H              is draw             then settle     ends last: 1 win +200 5
        """
    )


def test_3_1_b_against_an_ace_there_is_no_burn_either() -> None:
    play_box(
        """
        2C              is burn
        TS 9S           is box:1
        AD              is upcard           then deal hidden down @3(1)b
        5C              is hidden           then offer insurance even_money @8
        Ana insures 1 for 100
        stand 1                             then turn_hidden
        done                                then draw
        TH              is draw             then draw
        4H              is draw     then settle     ends last: 1/1 Ana lose -200 5, 1/1 Ana insurance_lose -100 8
        """
    )


def test_2_4_the_dealer_who_need_not_draw_takes_no_card() -> None:
    play_box(
        """
        2C              is burn
        TS 9S           is box:1
        TD              is upcard
        8C              is hidden
        stand 1                             then turn_hidden
        done                                then settle     ends last: 1 win +200 5
        """
    )


def test_2_2_one_coup_only_and_then_the_cards_are_shuffled() -> None:
    play_box(
        """
        2C              is burn
        TS 9S           is box:1
        TD              is upcard
        8C              is hidden
        stand 1                             then turn_hidden
        done                                then settle     ends last: 1 win +200 5
        done                                then shuffle @2(2)
        Ana bets 200 on 1                   then shuffle
        close                               then shuffle    refused shuffle_is_due 2(2)
        3C              is void             then shuffle    alerts not_asked_for
        new shoe                            then take_wagers
        close                               then burn 1 @2(1)
        4C              is burn             then deal box:1 down
        """
    )


def test_2_2_a_cancelled_coup_was_the_one_coup_too() -> None:
    play_box(
        """
        2C              is burn
        TS              is box:1
        cancel                              then settle     ends cancelled last: 1 cancelled +0 2(1)
        done                                then shuffle
        """
    )


def test_6_naturals_from_the_metal_box() -> None:
    play_box(
        """
        2C              is burn
        TS AS           is box:1
        KD              is upcard
        AC              is hidden
        stand 1                             then turn_hidden
        done                                then settle     ends last: 1 push +0 7a
        """
    )


def test_3_2_with_no_wager_alive_the_hidden_card_is_turned_and_nothing_drawn() -> None:
    play_box(
        """
        2C              is burn
        TS 6S           is box:1
        9D              is upcard
        2H              is hidden
        7C              is box:1/1          then turn_hidden    pays 1 -200 3(2)b
        done                                then settle         ends last: 1 bust -200 3(2)b
        """
    )


def test_3_1_b_a_split_and_a_double_from_the_metal_box() -> None:
    play_box(
        """
        2C              is burn
        8S 8H           is box:1
        9D              is upcard
        8C              is hidden           then offer surrender
        split 1                             then deal box:1/1 up
        3D              is box:1/1          then ask 1
        TC              is box:1/1          then ask 1
        stand 1                             then deal box:1/2 up
        9C              is box:1/2          then ask 1/2
        stand 1/2                           then turn_hidden
        done                                then settle     ends last: 1/1 Ana win +200 5, 1/2 Ana push +0 7b
        """
    )


def test_2_2_the_white_card_that_cut_the_pack_lies_nowhere_wrongly() -> None:
    play_box(
        """
        2C              is burn
        white                               then deal box:1 down    alerts white_card
        TS 9S           is box:1            then deal upcard up
        """
    )


def test_1_a_a_card_that_is_seen_twice_in_one_pack_is_told() -> None:
    table = play_box("2C is burn\nTS 9S is box:1\nTD is upcard\n8C is hidden\nstand 1 then turn_hidden")
    go_on(
        table,
        "expose 1 then turn_hidden",
        "done then settle ends last: 1 win +200 5\ndone then shuffle",
        "new shoe\nAna bets 200 on 1\n2C is burn\nTS 4S is box:1\n6D is upcard\n8C is hidden",
        "TS is box:1/1 then turn_hidden pays 1 -200 3(2)b alerts card_too_often",
    )


def test_2_1_a_card_is_exposed_before_the_dealer_has_one() -> None:
    play_box("2C is burn\nTS is box:1\nexpose 2 then deal box:1 down")
