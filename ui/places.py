"""Roles of cards as places on the felt, in words."""

from engine.instructions import Ask, Burn, Deal, Draw, Due, NameCard, Settle, Shuffle, TakeWagers, TurnHidden
from engine.roles import BURN, DRAW, HIDDEN, SECOND, UPCARD, Role, extra
from engine.view import PublicView
from ui.texts import text

DEALERS = frozenset({UPCARD, HIDDEN, SECOND, DRAW})
"""Roles of the dealer's own cards."""


def target(due: Due) -> Role | None:
    """Where the next card or touch belongs; ``None``: nowhere in particular."""
    match due:
        case Burn():
            return BURN
        case Deal(to=to):
            return to
        case Ask(box=box, hand=hand):
            return extra(box, hand)
        case NameCard(role=role):
            return role
        case TurnHidden():
            return HIDDEN
        case Draw():
            return DRAW
        case TakeWagers() | Settle() | Shuffle():
            return None


def box_and_hand(role: Role | None) -> tuple[int, int] | None:
    """The box and the hand of ``role``; ``None`` where it is none of a box's.

    >>> box_and_hand("box:3"), box_and_hand("box:3/2"), box_and_hand("draw")
    ((3, 1), (3, 2), None)
    """
    kind, _, place = (role or "").partition(":")
    if kind != "box":
        return None
    box, _, hand = place.partition("/")
    return int(box), int(hand or 1)


def has_hands(view: PublicView, box: int) -> bool:
    """The box has been split: its hands need numbers."""
    return any(shown.box == box and len(shown.hands) > 1 for shown in view.boxes)


def place(view: PublicView, role: Role, *, is_title: bool = False) -> str:
    """``role`` in words."""
    at = box_and_hand(role)
    end = ".title" if is_title else ""
    if at is not None:
        box, hand = at
        if has_hands(view, box):
            return text(f"place.hand{end}", box=box, hand=hand)
        return text(f"place.box{end}", box=box)
    if role == HIDDEN:
        return text("place.hidden")
    return text("place.burn") if role == BURN else text("place.dealer")
