"""The table's chips: which there are, what wagers are made of, and an amount in the fewest of them."""

from functools import cache
from typing import Final

from msgspec import Struct

from engine.rules import RuleFault, TableRules, least_wager, wager_step
from engine.view import MoneyView, Pile

USUAL: Final = (1, 5, 25, 100, 500, 1000, 5000, 10000)
"""The usual chips, in units of the smallest."""
UNTOLD: Final = 2
"""Chips of a wager where nobody tells amounts: its 3:2 and its half are whole chips (articles 6, 12)."""


class Chips(Struct, frozen=True):
    """What the house plays with."""

    values: tuple[int, ...] = ()
    """Of each chip, in avos; none: the usual ones."""
    are_told: bool = True
    """People tell amounts; else each wager is of two chips, and one that is higher than another of four."""


USUAL_CHIPS: Final = Chips()
"""Where the house says nothing else."""


@cache
def money_of(rules: TableRules, chips: Chips) -> MoneyView:
    """How wagers are placed and told. Chips that the smallest of ``rules`` does not make up are left out."""
    unit = rules.chip_unit
    values = {value for value in chips.values if value % unit == 0} or {unit * times for times in USUAL}
    worth = tuple(sorted(values | {unit}, reverse=True))
    if chips.are_told:
        return MoneyView(chips=worth, least=least_wager(rules), most=rules.max_wager, step=wager_step(rules))
    least = UNTOLD * unit
    return MoneyView(chips=worth, least=least, most=2 * least, step=least, is_told=False)


def faults(rules: TableRules, chips: Chips) -> list[RuleFault]:
    """What of ``rules`` does not go where nobody tells amounts: two chips and four must both be lawful wagers."""
    found = []
    least = UNTOLD * rules.chip_unit
    for name, limit, fits in (
        ("min_wager", rules.min_wager, rules.min_wager is None or rules.min_wager <= least),
        ("max_wager", rules.max_wager, rules.max_wager is None or rules.max_wager >= 2 * least),
    ):
        if not (chips.are_told or fits):
            remedy = f"leave {name} out, or let it admit wagers of {least} and {2 * least}"
            found.append(RuleFault(name, f"{limit} where no amounts are told", remedy))
    return found


def piles(amount: int, chips: tuple[int, ...]) -> tuple[Pile, ...]:
    """``amount`` in chips, the greatest first; none where they do not make it up.

    >>> piles(1300, (1000, 500, 100))
    (Pile(chip=1000, count=1), Pile(chip=100, count=3))
    """
    found = []
    for chip in chips:
        count, amount = divmod(amount, chip)
        if count:
            found.append(Pile(chip, count))
    return tuple(found) if not amount else ()
