"""For each value of each field of ``TableRules`` scripts that no other value of it passes, by the paragraph of the
regulation. :mod:`engine.tests.test_mutation` proves that, and that no field is left out.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from msgspec import structs

from engine.rules import TableRules
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import play

Value: TypeAlias = str | int | bool | None


@dataclass(frozen=True)
class Option:
    """What one value of one house option makes of a script."""

    field: str
    value: Value
    fact: str
    """With its article, as a test's name."""
    scripts: tuple[str, ...]
    others: TableRules
    """The other house options."""

    def play(self, value: Value) -> None:
        """Play the script at a table where the option has this value."""
        play(*self.scripts, rules=structs.replace(self.others, **{self.field: value}))


def option(fact: str, *scripts: str, **values: Value) -> Option:
    """A row of :data:`OPTIONS`: of the first of ``values``; the others are the table's, of two packs where not said."""
    field, *others = values
    rules = TableRules(**{"decks": 2} | {other: values[other] for other in others})  # type: ignore[arg-type]
    return Option(field, values[field], fact, scripts, rules)


SEATED: Final = "new shoe\nAna sits 1"
BET: Final = f"{SEATED}\nAna bets 200 on 1"
BUST: Final = "\nTS 6S is box:1\n9D is upcard\n7C is box:1/1"
SEVENS: Final = "\n7S 7H is box:1\nTD is upcard\n7C is box:1/1"
EIGHTS_SPLIT: Final = "\n8S 8H is box:1\n6D is upcard\nsplit 1 then deal box:1/1 up"
SEVENS_SPLIT: Final = "\n7S 7H is box:1\nTD is upcard\nsplit 1\n7D is box:1/1 then ask 1\n7C is box:1/1"
NATURAL_UP_AN_ACE: Final = "\nTS AS is box:1\nAD is upcard\nKC is hidden\nAna takes even money on 1 pays 1 +200 6"
NATURAL_UP_A_TEN: Final = "\nTS AS is box:1\nTD is upcard"
SURRENDER: Final = "\nTS 6S is box:1\n9D is upcard"
SOFT_17: Final = "\nTS 8S is box:1\nAD is upcard\n6C is hidden\nstand 1 then turn_hidden"
ELEVEN: Final = "\n5S 6H is box:1\nTD is upcard"
ODD: Final = ONE_BOX.replace("200", "300")
RESPLIT: Final = EIGHTS_SPLIT + "\n8D is box:1/1 then ask 1"
DOUBLED: Final = "\ndouble 1\nTC is box:1/1 then burn 1\n4H is burn"
BOTH_20: Final = """
    TS TH           is box:1
    KD              is upcard
    split 1
    TC              is box:1/1
    stand 1
    9C              is box:1/2
    stand 1/2
    4H              is burn
"""
FIRST_DOUBLED: Final = """
    8S 8H           is box:1
    KD              is upcard
    split 1
    3C              is box:1/1
    double 1
    9H              is box:1/1
    9C              is box:1/2
    stand 1/2
    4H              is burn
"""

OPTIONS: Final = (
    # 1b, 2(1): the equipment
    option(
        "3(1)a-no-hidden-card",
        BET,
        "2C 3C is burn",
        "TS 9S is box:1",
        "6D is upcard then offer surrender",
        equipment="shoe",
    ),
    option(
        "3(1)b-a-hidden-card",
        BET,
        "2C is burn",
        "TS 9S is box:1",
        "6D is upcard then deal hidden down",
        equipment="metal_box",
        decks=1,
    ),
    option(
        "2(2)-one-coup-only",
        BET,
        "2C is burn",
        "TS 9S is box:1",
        "6D is upcard",
        "4C is hidden",
        "stand 1",
        "done",
        "7D is draw then settle ends last: 1 win +200 5",
        "done then shuffle",
        equipment="metal_box",
        decks=1,
    ),
    option(
        "2(1)-two-cards-are-burned",
        BET,
        "2C 3C is burn then deal box:1 down",
        decks=2,
    ),
    option(
        "2(1)-three-cards-are-burned",
        BET,
        "2C 3C is burn then burn 1",
        "4C is burn then deal box:1 down",
        decks=3,
    ),
    option(
        "2(3)-one-box-only",
        BET,
        "Bo sits 3",
        "Bo bets 200 on 3",
        "Ana bets 200 on 3 refused one_box_only 2(3)",
        decks=1,
        equipment="metal_box",
    ),
    option(
        "2(3)-seven-boxes",
        "new shoe",
        "Ana sits 7",
        "Ana bets 200 on 7",
        boxes=7,
    ),
    option(
        "2(3)-six-boxes",
        "new shoe",
        "Ana sits 6",
        "Bo sits 7 refused no_such_box 2(3)",
        boxes=6,
    ),
    # 6, 12: money
    option(
        "6-the-half-of-300-is-no-whole-chips",
        SEATED,
        "Ana bets 300 on 1 refused odd_wager 6",
        chip_unit=100,
    ),
    option(
        "6-the-half-of-300-is-three-chips",
        SEATED,
        "Ana bets 300 on 1",
        "Ana bets 350 on 1 refused odd_wager 6",
        chip_unit=50,
    ),
    option(
        "2(3)-no-minimum",
        SEATED,
        "Ana bets 200 on 1",
        min_wager=None,
    ),
    option(
        "2(3)-a-minimum",
        SEATED,
        "Ana bets 200 on 1 refused below_minimum 2(3)",
        "Ana bets 400 on 1",
        min_wager=400,
    ),
    option(
        "2(3)-no-maximum",
        SEATED,
        "Ana bets 600 on 1",
        max_wager=None,
    ),
    option(
        "2(3)-a-maximum",
        SEATED,
        "Ana bets 600 on 1 refused above_maximum 2(3)",
        "Ana bets 400 on 1",
        max_wager=400,
    ),
    option(
        "6-refused-when-placed",
        SEATED,
        "Ana bets 300 on 1 refused odd_wager 6",
        odd_amounts="refuse",
    ),
    option(
        "6-3:2-of-300-is-500",
        ODD,
        "TS AS is box:1",
        "6D is upcard",
        "stand 1",
        "4H is burn",
        "TC is second",
        "9C is draw then settle ends 1 natural +500 6",
        odd_amounts="player",
    ),
    option(
        "6-3:2-of-300-is-400",
        ODD,
        "TS AS is box:1",
        "6D is upcard",
        "stand 1",
        "4H is burn",
        "TC is second",
        "9C is draw then settle ends 1 natural +400 6",
        odd_amounts="house",
    ),
    option(
        "12-half-of-300-is-100",
        ODD,
        SURRENDER,
        "surrender 1 then settle pays 1 -100 12 ends 1 surrender -100 12",
        odd_amounts="player",
    ),
    option(
        "12-half-of-300-is-200",
        ODD,
        SURRENDER,
        "surrender 1 then settle pays 1 -200 12 ends 1 surrender -200 12",
        odd_amounts="house",
    ),
    # 3(1): the deal
    option(
        "3(1)a-one-card-to-each-box-twice-round",
        TWO_BOXES,
        "TS is box:1 then deal box:3 down",
        "9S is box:3 then deal box:1 down",
        "2S is box:1 then deal box:3 down",
        "3S is box:3 then deal upcard up",
        deal_order="two_passes",
    ),
    option(
        "3(1)a-two-cards-to-each-box",
        TWO_BOXES,
        "TS is box:1 then deal box:1 down",
        "9S is box:1 then deal box:3 down",
        "2S is box:3 then deal box:3 down",
        "3S is box:3 then deal upcard up",
        deal_order="pairs",
    ),
    option(
        "3(1)a-face-down",
        ONE_BOX,
        "TS is box:1 then deal box:1 down",
        "?? is box:1 then deal upcard up alerts unread",
        player_cards="down",
    ),
    option(
        "3(1)a-face-up-and-named-at-once",
        BET,
        "2C 3C is burn then deal box:1 up",
        "TS is box:1 then deal box:1 up",
        "?? is box:1 then name_card 4 box:1 alerts unread",
        player_cards="up",
    ),
    # 2(1): a cancelled coup
    option(
        "2(1)-a-bust-goes-back",
        ONE_BOX,
        BUST + " then settle pays 1 -200 3(2)b ends 1 bust -200 3(2)b",
        "cancel then settle pays 1 +200 2(1) ends cancelled again: 1 cancelled +0 2(1)",
        void_keeps_paid=False,
    ),
    option(
        "2(1)-a-bust-stays-taken",
        ONE_BOX,
        BUST + " then settle pays 1 -200 3(2)b ends 1 bust -200 3(2)b",
        "cancel then settle ends cancelled again: 1 bust -200 3(2)b",
        void_keeps_paid=True,
    ),
    option(
        "2(1)-a-surrendered-half-goes-back",
        ONE_BOX,
        SURRENDER,
        "surrender 1 pays 1 -100 12 ends 1 surrender -100 12",
        "cancel then settle pays 1 +100 2(1) ends cancelled again: 1 cancelled +0 2(1)",
        void_keeps_paid=False,
    ),
    option(
        "2(1)-a-surrendered-half-stays-taken",
        ONE_BOX,
        SURRENDER,
        "surrender 1 pays 1 -100 12 ends 1 surrender -100 12",
        "cancel then settle ends cancelled again: 1 surrender -100 12",
        void_keeps_paid=True,
    ),
    option(
        "2(1)-a-prize-goes-back",
        ONE_BOX,
        SEVENS + " then settle pays 1 +600 9 ends 1 bonus +600 9",
        "cancel then settle pays 1 -600 2(1) ends cancelled again: 1 cancelled +0 2(1)",
        void_keeps_paid=False,
    ),
    option(
        "2(1)-a-prize-stays-paid",
        ONE_BOX,
        SEVENS + " then settle pays 1 +600 9 ends 1 bonus +600 9",
        "cancel then settle ends cancelled again: 1 bonus +600 9",
        void_keeps_paid=True,
    ),
    option(
        "2(1)-a-prize-that-is-paid-besides-goes-back",
        ONE_BOX,
        SEVENS + " then burn 1 pays 1 +600 9",
        "cancel then settle pays 1 -600 2(1) ends cancelled: 1 cancelled +0 2(1)",
        void_keeps_paid=False,
        bonus="add",
    ),
    option(
        "2(1)-a-prize-that-is-paid-besides-stays-and-the-wager-goes-back",
        ONE_BOX,
        SEVENS + " then burn 1 pays 1 +600 9",
        "cancel then settle ends cancelled: 1/1 Ana bonus +600 9, 1/1 Ana cancelled +0 2(1)",
        void_keeps_paid=True,
        bonus="add",
    ),
    option(
        "2(1)-even-money-goes-back",
        ONE_BOX,
        NATURAL_UP_AN_ACE,
        "cancel then settle pays 1 -200 2(1) ends cancelled: 1 cancelled +0 2(1)",
        void_keeps_paid=False,
    ),
    option(
        "2(1)-even-money-stays-paid",
        ONE_BOX,
        NATURAL_UP_AN_ACE,
        "cancel then settle ends cancelled: 1 even_money +200 6",
        void_keeps_paid=True,
    ),
    # 3(2): extra cards
    option(
        "3(2)a-a-soft-17-stands",
        ONE_BOX,
        SOFT_17,
        "done then settle ends 1 win +200 5",
        dealer_soft_17="stand",
    ),
    option(
        "3(2)a-a-soft-17-draws",
        ONE_BOX,
        SOFT_17,
        "done then burn 1 @3(1)a",
        "2C is burn then draw",
        "4C is draw then settle ends 1 lose -200 5",
        dealer_soft_17="draw",
    ),
    option(
        "3(2)-with-no-wager-alive-nothing-is-drawn",
        ONE_BOX,
        BUST + " then settle pays 1 -200 3(2)b ends 1 bust -200 3(2)b",
        dealer_draws_without_wagers=False,
    ),
    option(
        "3(2)-the-dealer-plays-on",
        ONE_BOX,
        BUST + " then burn 1 pays 1 -200 3(2)b",
        "4H is burn then deal second up",
        "3C is second then draw",
        "TC is draw then settle ends 1 bust -200 3(2)b",
        dealer_draws_without_wagers=True,
    ),
    option(
        "3(2)-a-hidden-card-is-turned-and-no-more",
        ONE_BOX,
        "TS 6S is box:1",
        "AD is upcard",
        "2H is hidden",
        "7C is box:1/1 then turn_hidden pays 1 -200 3(2)b",
        "done then settle ends 1 bust -200 3(2)b",
        dealer_draws_without_wagers=False,
    ),
    option(
        "3(2)-after-the-hidden-card-he-burns-and-draws",
        ONE_BOX,
        "TS 6S is box:1",
        "AD is upcard",
        "2H is hidden",
        "7C is box:1/1 then turn_hidden pays 1 -200 3(2)b",
        "done then burn 1",
        dealer_draws_without_wagers=True,
    ),
    option(
        "3(2)-a-hand-of-21-is-asked",
        ONE_BOX,
        ELEVEN,
        "TC is box:1/1 then ask 1",
        "2C is box:1/1 then settle pays 1 -200 3(2)b ends 1 bust -200 3(2)b",
        stop_on_21=False,
    ),
    option(
        "3(2)-a-hand-of-21-stops",
        ONE_BOX,
        ELEVEN,
        "TC is box:1/1 then burn 1",
        stop_on_21=True,
    ),
    option(
        "3(2)-a-split-hand-of-21-stops",
        ONE_BOX,
        "TS TH is box:1",
        "6D is upcard",
        "split 1",
        "AC is box:1/1 then deal box:1/2 up",
        stop_on_21=True,
    ),
    # 6: naturals
    option(
        "6-against-an-ace-only",
        ONE_BOX,
        NATURAL_UP_A_TEN + " then offer surrender",
        "Ana takes even money on 1 refused no_even_money 6",
        even_money_upcards="A",
    ),
    option(
        "6-against-a-ten-too",
        ONE_BOX,
        NATURAL_UP_A_TEN + " then offer even_money surrender",
        "Ana takes even money on 1 then settle pays 1 +200 6 ends 1 even_money +200 6",
        even_money_upcards="AT",
    ),
    option(
        "6-both-split-wagers",
        ONE_BOX,
        BOTH_20,
        "AC is second then settle ends 1/1 Ana lose -200 6, 1/2 Ana lose -200 6",
        dealer_natural_takes="all",
    ),
    option(
        "6-one-unit-of-both-split-wagers",
        ONE_BOX,
        BOTH_20,
        "AC is second then settle ends 1/1 Ana lose -200 6, 1/2 Ana push +0 6",
        dealer_natural_takes="one",
    ),
    option(
        "6-the-doubled-wager",
        ONE_BOX,
        ELEVEN,
        DOUBLED,
        "AC is second then settle ends 1 lose -400 6",
        dealer_natural_takes="all",
    ),
    option(
        "6-one-unit-of-the-doubled-wager",
        ONE_BOX,
        ELEVEN,
        DOUBLED,
        "AC is second then settle ends 1 lose -200 6",
        dealer_natural_takes="one",
    ),
    option(
        "6-a-doubled-split-wager-and-the-other",
        ONE_BOX,
        FIRST_DOUBLED,
        "AC is second then settle ends 1/1 Ana lose -400 6, 1/2 Ana lose -200 6",
        dealer_natural_takes="all",
        double_after_split=True,
    ),
    option(
        "6-one-unit-of-a-doubled-split-wager-and-none-of-the-other",
        ONE_BOX,
        FIRST_DOUBLED,
        "AC is second then settle ends 1/1 Ana lose -200 6, 1/2 Ana push +0 6",
        dealer_natural_takes="one",
        double_after_split=True,
    ),
    # 9: the prize
    option(
        "9-it-ends-the-hand",
        ONE_BOX,
        SEVENS + " then settle pays 1 +600 9 ends 1 bonus +600 9",
        bonus="replace",
    ),
    option(
        "9-it-is-paid-and-the-hand-stands",
        ONE_BOX,
        SEVENS + " then burn 1 pays 1 +600 9",
        "4H is burn",
        "TC is second then settle ends 1/1 Ana bonus +600 9, 1/1 Ana win +200 5",
        bonus="add",
    ),
    option(
        "9-split-hands-win-it",
        ONE_BOX,
        SEVENS_SPLIT + " then deal box:1/2 up pays 1 +600 9",
        bonus_on_split=True,
    ),
    option(
        "9-split-hands-do-not",
        ONE_BOX,
        SEVENS_SPLIT + " then ask 1",
        bonus_on_split=False,
    ),
    # 10: split
    option(
        "10-equal-points",
        ONE_BOX,
        "TS JH is box:1",
        "6D is upcard",
        "split 1 then deal box:1/1 up",
        split_by="points",
    ),
    option(
        "10-one-rank",
        ONE_BOX,
        "TS JH is box:1",
        "6D is upcard",
        "split 1 then offer surrender refused not_equal 10",
        split_by="rank",
    ),
    option(
        "10-no-resplit",
        ONE_BOX,
        RESPLIT,
        "split 1 then ask 1 refused no_resplit 10",
        max_hands=2,
    ),
    option(
        "10-three-hands",
        ONE_BOX,
        RESPLIT,
        "split 1 then deal box:1/1 up",
        "8C is box:1/1 then ask 1",
        "split 1 refused no_resplit 10",
        max_hands=3,
    ),
    option(
        "10-four-hands",
        ONE_BOX,
        RESPLIT,
        "split 1 then deal box:1/1 up",
        "8C is box:1/1 then ask 1",
        "split 1 then deal box:1/1 up",
        "8D is box:1/1 then ask 1",
        "split 1 refused no_resplit 10",
        max_hands=4,
    ),
    option(
        "10-the-first-hand-is-played-out",
        ONE_BOX,
        EIGHTS_SPLIT,
        "3D is box:1/1 then ask 1",
        split_deal="hand_by_hand",
    ),
    option(
        "10-both-hands-get-their-second-cards",
        ONE_BOX,
        EIGHTS_SPLIT,
        "3D is box:1/1 then deal box:1/2 up",
        "4D is box:1/2 then ask 1",
        split_deal="both_at_once",
    ),
    # 11: double
    option(
        "11-not-on-split-hands",
        ONE_BOX,
        EIGHTS_SPLIT,
        "3D is box:1/1 then ask 1",
        "double 1 then ask 1 refused not_on_split 11",
        double_after_split=False,
    ),
    option(
        "11-on-split-hands",
        ONE_BOX,
        EIGHTS_SPLIT,
        "3D is box:1/1 then ask 1",
        "double 1 then deal box:1/1 up",
        double_after_split=True,
    ),
    # 12: surrender
    option(
        "12-until-the-coups-first-extra-card",
        TWO_BOXES,
        "TS TH 6S 6H",
        "9D is upcard",
        "2C is box:1/1 then ask 1",
        "surrender 3 refused surrender_is_closed 12",
        surrender_window="table",
    ),
    option(
        "12-until-the-boxs-own-first-extra-card",
        TWO_BOXES,
        "TS TH 6S 6H",
        "9D is upcard",
        "2C is box:1/1 then ask 1",
        "surrender 3 then ask 1 pays 3 -200 12",
        surrender_window="own_box",
    ),
)


def named(case: Option) -> str:
    """Its field, its value, its article and fact."""
    return f"{case.field}={case.value}-{case.fact}"
