"""What a card was for, written as the event log writes it."""

from functools import cache
from typing import Final, TypeAlias

Role: TypeAlias = str
"""``burn`` · ``box:3`` · ``box:3/1`` · ``upcard`` · ``hidden`` · ``second`` · ``draw`` · ``void`` · ``held``"""

BURN: Final[Role] = "burn"
"""Put aside unseen (articles 2(1), 2(4))."""
UPCARD: Final[Role] = "upcard"
"""The dealer's first card, face up."""
HIDDEN: Final[Role] = "hidden"
"""The dealer's second card when it lies face down."""
SECOND: Final[Role] = "second"
"""The dealer's second card when it lies face up."""
DRAW: Final[Role] = "draw"
"""The dealer's extra card."""
VOID: Final[Role] = "void"
"""Counts for nothing and is discarded."""
HELD: Final[Role] = "held"
"""Stays with the dealer as the next card out (article 2(1))."""


@cache
def first_two(box: int) -> Role:
    """One of the first two cards of a box, face down."""
    return f"box:{box}"


@cache
def box_and_hand(role: Role | None) -> tuple[int, int] | None:
    """The box and the hand that ``role`` belongs to; ``None`` where it is none of a box's.

    >>> box_and_hand("box:3"), box_and_hand("box:3/2"), box_and_hand("draw")
    ((3, 1), (3, 2), None)
    """
    kind, _, place = (role or "").partition(":")
    if kind != "box":
        return None
    box, _, hand = place.partition("/")
    return int(box), int(hand or 1)


@cache
def extra(box: int, hand: int) -> Role:
    """An extra card of a box's hand, face up."""
    return f"box:{box}/{hand}"
