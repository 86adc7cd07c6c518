"""Surrender (article 12): half the wager, until the first extra card, irrevocable; never against an ace."""

import pytest

from engine.rules import TableRules
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import TWO_PACKS, play

OWN_BOX = TableRules(decks=2, surrender_window="own_box")

DEALT = (
    TWO_BOXES
    + """
    TS 5H 6S 6H                         then deal upcard up
    TD              is upcard           then offer surrender @12
"""
)
"""Box 1 has 16, box 3 has 11, a ten lies up."""
ELEVEN = ONE_BOX + "6S 5S is box:1\n6D is upcard then offer surrender\n"
"""Card 6 comes next."""


@pytest.mark.parametrize("upcard", ["2D", "9D", "TD", "KD"])
def test_12_half_the_wager_is_lost_at_once(upcard: str) -> None:
    play(
        ONE_BOX,
        f"""
        TS 6S           is box:1
        {upcard}        is upcard       then offer surrender
        surrender 1                     then settle     pays 1 -100 12  ends 1 surrender -100 12
        """,
    )


def test_12_the_half_is_told_once_and_not_again_with_the_next_card() -> None:
    play(DEALT, "surrender 3 pays 3 -200 12\n2H is box:1/1 then ask 1")


def test_12_never_against_an_ace() -> None:
    play(
        ONE_BOX,
        """
        TS 6S           is box:1
        AD              is upcard
        9C              is hidden       then offer insurance even_money
        surrender 1                     refused no_surrender 12
        done                            then ask 1
        surrender 1                     refused no_surrender 12
        """,
    )


def test_12_it_is_irrevocable_even_if_the_dealer_then_shows_a_natural() -> None:
    play(
        DEALT,
        """
        surrender 1                     pays 1 -100 12
        surrender 1                     refused has_decided 12
        done                            then ask 3
        hit 1                           refused not_asked 3(2)c
        stand 3                         then burn 1
        4C              is burn
        AC              is second       then settle     ends 1 surrender -100 12, 3 lose -400 6
        """,
    )


def test_12_a_surrendered_natural_is_lost_for_half_too() -> None:
    play(ONE_BOX, "TS AS is box:1\nTD is upcard\nsurrender 1 then settle pays 1 -100 12 ends 1 surrender -100 12")


# The window


def test_12_not_before_the_deal_is_over() -> None:
    play(
        ONE_BOX,
        """
        surrender 1                     then deal box:1 down    refused not_dealt 12
        TS              is box:1
        surrender 1                     then deal box:1 down    refused not_dealt 12
        6S              is box:1
        surrender 1                     then deal upcard up     refused not_dealt 12
        """,
    )


def test_12_from_the_metal_box_not_before_the_dealer_has_his_hidden_card() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C              is burn
        TS 6S           is box:1
        TD              is upcard       then deal hidden down
        surrender 1                     then deal hidden down   refused not_dealt 12
        9C              is hidden       then offer surrender
        surrender 1                     then turn_hidden        pays 1 -100 12
        done                            then settle             ends last: 1 surrender -100 12
        """,
        rules=TableRules(equipment="metal_box", decks=1),
    )


def test_12_in_any_order() -> None:
    play(
        DEALT,
        """
        surrender 3                     then offer surrender    pays 3 -200 12
        surrender 1     then settle     pays 1 -100 12  ends 1 surrender -100 12, 3 surrender -200 12
        """,
    )


def test_12_for_a_box_that_has_not_stood_while_another_is_asked() -> None:
    play(
        DEALT,
        """
        done                            then ask 1
        surrender 3                     then ask 1              pays 3 -200 12
        stand 1                         then burn 1
        """,
    )


def test_12_not_for_a_box_that_has_stood() -> None:
    play(
        DEALT,
        """
        stand 1                         then ask 3
        surrender 1                     then ask 3              refused has_decided 12
        surrender 3                     then burn 1             pays 3 -200 12
        """,
    )


@pytest.mark.parametrize("rules", [TWO_PACKS, OWN_BOX], ids=["table", "own-box"])
def test_12_not_for_a_hand_that_was_doubled(rules: TableRules) -> None:
    play(
        ELEVEN,
        """
        double 1                            then deal box:1/1 up
        surrender 1                         then deal box:1/1 up    refused has_decided 12
        9D              is box:1/1          then burn 1
        surrender 1 before 6                then burn 1             refused has_decided 12
        """,
        rules=rules,
    )


@pytest.mark.parametrize(
    ("rules", "other"),
    [
        pytest.param(TableRules(decks=2), "refused surrender_is_closed 12", id="table"),
        pytest.param(OWN_BOX, "pays 3 -200 12", id="own-box"),
    ],
)
def test_12_until_the_first_extra_card_of_the_coup_or_by_house_rule_of_the_box(rules: TableRules, other: str) -> None:
    play(
        DEALT,
        f"""
        hit 1                           then deal box:1/1 up
        2D              is box:1/1      then ask 1
        surrender 1                     then ask 1              refused surrender_is_closed 12
        surrender 3                     then ask 1              {other}
        """,
        rules=rules,
    )


@pytest.mark.parametrize("rules", [TableRules(decks=2), OWN_BOX], ids=["table", "own-box"])
def test_12_an_announced_hit_can_be_taken_back_until_its_card_is_out_and_void_cards_close_nothing(
    rules: TableRules,
) -> None:
    play(
        DEALT,
        """
        hit 1                           then deal box:1/1 up
        2D boxed        is void         then deal box:1/1 up    alerts boxed
        surrender 1                     then ask 3              pays 1 -100 12
        """,
        rules=rules,
    )


def test_12_the_offer_ends_with_the_last_hand_that_is_left_to_play() -> None:
    play(
        DEALT,
        "surrender 1 then offer surrender pays 1 -100 12",
        "surrender 3 then settle pays 3 -200 12 ends 1 surrender -100 12, 3 surrender -200 12",
    )


# Split wagers


@pytest.mark.parametrize("rules", [TableRules(decks=2), OWN_BOX], ids=["table", "own-box"])
@pytest.mark.parametrize("hand", ["1", "1/2"])
def test_12_split_wagers_surrender_both_before_their_second_cards(rules: TableRules, hand: str) -> None:
    play(
        ONE_BOX,
        """
        8S 8H           is box:1
        TD              is upcard
        split 1                         then deal box:1/1 up
        """,
        f"surrender {hand} then settle pays 1/1 Ana -100 12, 1/2 Ana -100 12"
        " ends 1/1 Ana surrender -100 12, 1/2 Ana surrender -100 12",
        rules=rules,
    )


@pytest.mark.parametrize("rules", [TableRules(decks=2), OWN_BOX], ids=["table", "own-box"])
def test_12_a_split_hands_second_card_is_an_extra_card(rules: TableRules) -> None:
    play(
        ONE_BOX,
        """
        8S 8H           is box:1
        TD              is upcard
        split 1                         then deal box:1/1 up
        2D              is box:1/1      then ask 1
        surrender 1                     then ask 1      refused surrender_is_closed 12
        surrender 1/2                   then ask 1      refused surrender_is_closed 12
        """,
        rules=rules,
    )


# Several bettors (13)


def test_13_a_surrender_by_the_decider_surrenders_the_box_and_a_followers_is_refused() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        Cy bets 400 on 1
        2C 3C           is burn
        TS 6S           is box:1
        TD              is upcard
        surrender 1 as Ana              refused not_his_call 13
        """,
        "surrender 1 as Cy then settle pays 1/1 Ana -100 12, 1/1 Cy -200 12"
        " ends 1/1 Ana surrender -100 12, 1/1 Cy surrender -200 12",
    )


@pytest.mark.parametrize(("odd", "net"), [("player", "-100"), ("house", "-200")])
def test_12_half_of_an_odd_wager_is_rounded_for_the_side_that_the_house_names(odd: str, net: str) -> None:
    play(
        ONE_BOX.replace("200", "300"),
        f"TS 6S is box:1\nTD is upcard\nsurrender 1 then settle pays 1 {net} 12 ends 1 surrender {net} 12",
        rules=TableRules(decks=2, odd_amounts=odd),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("keeps_paid", "pays"), [(True, ""), (False, "pays 1 +100 2(1)")])
def test_2_1_it_goes_back_with_a_cancelled_coup_unless_what_is_paid_stays(keeps_paid: bool, pays: str) -> None:
    row = "1 surrender -100 12" if keeps_paid else "1 cancelled +0 2(1)"
    play(
        DEALT,
        "surrender 1 pays 1 -100 12",
        f"cancel then settle {pays} ends cancelled: {row}, 3 cancelled +0 2(1)",
        rules=TableRules(decks=2, void_keeps_paid=keeps_paid),
    )
