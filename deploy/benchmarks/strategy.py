"""The fixed strategy of ``banca21 bench edge``, as tables; its edge under these rules is known from two analyses.

Points count an ace as 1, as an upcard too; 10 is every ten-point card. Insurance and even money are never taken.
"""

from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias

from engine.cards import Card
from engine.hand import points

Decision: TypeAlias = Literal["hit", "stand", "double", "split", "surrender"]
"""What a player can call."""


class Strategy(Protocol):
    """Whatever decides for a hand."""

    def __call__(self, cards: Sequence[Card], upcard: Card, /, *, has_split: bool) -> Decision:
        """What a hand of ``cards`` calls against ``upcard``; ``has_split``: it came of a split."""


SPLITS: Final[dict[int, frozenset[int]]] = {
    1: frozenset(range(2, 11)),
    2: frozenset(range(4, 8)),
    3: frozenset(range(4, 8)),
    6: frozenset(range(3, 7)),
    7: frozenset(range(2, 8)),
    8: frozenset(range(2, 10)),
    9: frozenset({2, 3, 4, 5, 6, 8, 9}),
}
"""Upcards against which a pair of so many points each is split; this comes before all else."""
SURRENDERS: Final[dict[int, frozenset[int]]] = {14: frozenset({10}), 15: frozenset({10}), 16: frozenset({9, 10})}
"""Upcards against which so many hard points in two cards are given up."""
DOUBLES: Final[dict[int, frozenset[int]]] = {11: frozenset(range(2, 10))}
"""Upcards against which so many hard points in two cards are doubled."""
HARD_STANDS: Final[dict[int, frozenset[int]]] = {
    12: frozenset({4, 5, 6}),
    13: frozenset(range(2, 7)),
    14: frozenset(range(2, 7)),
    15: frozenset(range(2, 7)),
    16: frozenset(range(2, 7)),
}
"""Upcards against which so many hard points stand; more always do, fewer never."""
SOFT_STANDS: Final[dict[int, frozenset[int]]] = {18: frozenset(range(2, 9))}
"""Upcards against which so many soft points stand; more always do, fewer never."""


def decision(cards: Sequence[Card], upcard: Card, /, *, has_split: bool) -> Decision:
    """What a hand of ``cards`` calls; neither split hands nor more than two cards split, surrender or double."""
    total, soft = points(cards)
    against = upcard.points
    if len(cards) == 2 and not has_split:
        if cards[0].points == cards[1].points and against in SPLITS.get(cards[0].points, ()):
            return "split"
        if not soft and against in SURRENDERS.get(total, ()):
            return "surrender"
        if not soft and against in DOUBLES.get(total, ()):
            return "double"
    stands = SOFT_STANDS if soft else HARD_STANDS
    return "stand" if total > max(stands) or against in stands.get(total, ()) else "hit"


def hits_below_17(cards: Sequence[Card], _upcard: Card, /, *, has_split: bool) -> Decision:  # noqa: ARG001
    """The strategy that is timed beside another program's: hit on less than 17, soft or hard."""
    return "hit" if points(cards).total < 17 else "stand"
