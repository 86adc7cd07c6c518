"""Roles of cards as places on the felt, in words."""

from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    Due,
    NameCard,
    Offer,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.roles import BURN, DRAW, HIDDEN, SECOND, UPCARD, Role, box_and_hand, extra
from engine.view import HandView, Payout, PublicView
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
        case TakeWagers() | Offer() | Reconcile() | Settle() | Shuffle():
            return None


def has_hands(view: PublicView, box: int) -> bool:
    """The box has been split: its hands need numbers."""
    return any(shown.box == box and len(shown.hands) > 1 for shown in view.boxes)


def place(view: PublicView, role: Role, *, is_title: bool = False) -> str:
    """The box, and the hand where it has several, that ``role`` belongs to."""
    at = box_and_hand(role)
    assert at is not None
    box, hand = at
    end = ".title" if is_title else ""
    if has_hands(view, box):
        return text(f"place.hand{end}", box=box, hand=hand)
    return text(f"place.box{end}", box=box)


def hand_of(view: PublicView, role: Role) -> HandView | None:
    """The hand that ``role`` belongs to; ``None`` for the dealer's cards."""
    at = box_and_hand(role)
    hands = [hand for box in view.boxes for n, hand in enumerate(box.hands, 1) if (box.box, n) == at]
    return hands[0] if hands else None


def lies(view: PublicView, role: Role) -> str:
    """Where a card of ``role`` lies on the felt."""
    return text(f"lies.{role}") if box_and_hand(role) is None else place(view, role)


def next_payout(view: PublicView) -> Payout | None:
    """What the dealer pays or takes next; ``None``: nothing is left."""
    return next((payout for payout in view.payouts if not payout.is_done and payout.net), None)
