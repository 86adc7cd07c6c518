"""The table's rules: what the regulation leaves open, as named house options with their defaults."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from engine.articles import Article

LARGEST: Final = 2**53
"""The greatest number that a rule or an event may hold: every JSON reader still has it exact."""
Number: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
"""A whole number within reach."""


class TableRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The house options of one table; every default is the regulation's own ruling. Amounts in avos (1/100 pataca)."""

    equipment: Literal["shoe", "metal_box"] = "shoe"
    """1b: several packs in a shoe, or one pack in a metal box."""
    decks: Number = 6
    """1b: packs; shoe 2 to 8, metal box 1."""
    boxes: Number = 7
    """2(3): 6 or 7 boxes on the layout."""
    chip_unit: Number = 100
    """The smallest chip; wagers are whole chips."""
    min_wager: Number | None = None
    """Each bettor's least wager; ``None``: one chip."""
    max_wager: Number | None = None
    """Each bettor's greatest wager; ``None``: no limit."""
    deal_order: Literal["two_passes", "pairs"] = "two_passes"
    """3(1): one card to each box, twice round; or two to each box in turn."""
    player_cards: Literal["down", "up"] = "down"
    """3(1): how the boxes' first two cards lie."""
    void_keeps_paid: bool = False
    """2(1): whether a cancelled coup leaves busts, surrenders and prizes as they were."""
    dealer_soft_17: Literal["stand", "draw"] = "stand"
    """3(2)a: what the dealer does on a 17 with an ace that counts 11."""
    dealer_draws_without_wagers: bool = False
    """3(2): whether the dealer plays on when no wager is alive."""
    stop_on_21: bool = False
    """3(2): whether a hand of 21 that is no natural stops by itself and counts as shown."""
    even_money_upcards: Literal["A", "AT"] = "A"
    """6: upcards against which a natural may ask for 1:1; T stands for every ten-point card."""
    dealer_natural_takes: Literal["all", "one"] = "all"
    """6: whether a dealer's natural takes split and doubled wagers whole."""
    bonus: Literal["replace", "add"] = "replace"
    """9: whether the prize ends the hand or is paid besides."""
    bonus_on_split: bool = True
    """9: whether split hands win the prize."""
    split_by: Literal["points", "rank"] = "points"
    """10: which two cards count as equal."""
    max_hands: Number = 2
    """10: hands a box may have after splitting, 2 to 4."""
    split_deal: Literal["hand_by_hand", "both_at_once"] = "hand_by_hand"
    """10: when the split hands get their second cards."""
    double_after_split: bool = False
    """11: whether a split hand of 11 may double."""
    surrender_window: Literal["table", "own_box"] = "table"
    """12: surrender until the coup's first extra card, or until the box's own."""
    odd_amounts: Literal["refuse", "player", "house"] = "refuse"
    """What happens where 3:2 or a half is no whole number of chips: refused, or rounded for one side."""


class RuleFault(Struct, frozen=True):
    """A rule that the regulation or the contract forbids."""

    field: str
    why: str
    remedy: str
    article: Article = Article.EQUIPMENT


DECKS: Final = {"shoe": range(2, 9), "metal_box": range(1, 2)}
"""Packs that each equipment may hold (1b)."""


def faults(rules: TableRules) -> list[RuleFault]:
    """Every rule of ``rules`` that 1b, 2(3), 10 or the event log forbids."""
    found = []
    decks = DECKS[rules.equipment]
    if rules.decks not in decks:
        lawful = "1" if rules.equipment == "metal_box" else "2 to 8"
        found.append(RuleFault("decks", f"{rules.decks} packs in a {rules.equipment}", f"give {lawful} (article 1b)"))
    if rules.boxes not in (6, 7):
        found.append(RuleFault("boxes", f"{rules.boxes} boxes", "give 6 or 7 (article 2(3))", Article.BOXES))
    if rules.max_hands not in range(2, 5):
        found.append(RuleFault("max_hands", f"{rules.max_hands} hands", "give 2 to 4 (article 10)", Article.SPLIT))
    return found + _money_faults(rules)


def _money_faults(rules: TableRules) -> list[RuleFault]:
    found = []
    for name in ("chip_unit", "min_wager", "max_wager"):
        amount = getattr(rules, name)
        if amount is not None and amount < 1:
            found.append(RuleFault(name, f"{amount} avos", "give a whole number of avos above 0"))
    if rules.min_wager is not None and rules.max_wager is not None and rules.min_wager > rules.max_wager:
        found.append(RuleFault("min_wager", "it is above max_wager", "give a min_wager of at most max_wager"))
    elif not found and rules.max_wager is not None and rules.max_wager < least_wager(rules):
        why = f"no lawful wager is so small: the least is {least_wager(rules)}"
        found.append(
            RuleFault("max_wager", why, "give a greater max_wager, a smaller chip_unit, or let odd_amounts round")
        )
    return found


def wager_step(rules: TableRules) -> int:
    """What lawful wagers are multiples of, in avos: one chip, or two where 3:2 and the half must be whole chips."""
    return rules.chip_unit * (2 if rules.odd_amounts == "refuse" else 1)


def least_wager(rules: TableRules) -> int:
    """The least lawful wager, in avos."""
    step = wager_step(rules)
    return -(-max(rules.min_wager or step, step) // step) * step
