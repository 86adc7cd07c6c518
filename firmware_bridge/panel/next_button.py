"""What a press of NEXT asks for: what the dealer does about the instruction that was due when the finger came down."""

from collections import deque
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from engine.events import BettingClosed, Call, Done
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
from engine.view import PublicView

Primary: TypeAlias = Call | Done | BettingClosed
"""What the button can ask for."""

GUARD_S: Final = 0.5
"""How long a press means nothing once something else is due, in seconds: it was meant for what was due before, or it is
the same push again. The screen's large button is shut for as long.
"""
KEPT_S: Final = 5.0
"""How long views are remembered, in seconds; a press is understood a fraction of one after the finger came down."""


def meaning(view: PublicView) -> Primary | None:
    """What NEXT asks for while ``view`` is shown; ``None``: nothing.

    It says what the screen's large button says, but for what must not be done without looking:

    - a card's name is chosen on the screen;
    - a new shoe forgets counts and white card of the old one, and cannot be withdrawn;
    - where a card is due, the card itself is the answer;
    - with no wager there is no betting to close.
    """
    due: Due = view.due
    match due:
        case Ask(box=box, hand=hand):
            return Call(box=box, hand=hand, call="stand")
        case Offer():
            return Done(of="offer")
        case TurnHidden():
            return Done(of="turn_hidden")
        case Settle():
            return Done(of="settle")
        case Reconcile():
            return Done(of="reconcile")
        case TakeWagers():
            return BettingClosed() if any(box.wager for box in view.boxes) else None
        case NameCard() | Burn() | Deal() | Draw() | Shuffle():
            return None
        case _:
            assert_never(due)


@dataclass(frozen=True, slots=True)
class Press:
    """What a press asks for, and of which instruction."""

    request: Primary
    answers: int
    """The view's ``due_seq``."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A view, from when it was told."""

    view: PublicView | None
    at: float
    due_since: float
    """When what is due became so."""


class NextButton:
    """The views of the last seconds. Times are monotonic seconds."""

    def __init__(self) -> None:
        self._told: deque[_Told] = deque()

    def tell(self, view: PublicView | None, at: float) -> None:
        """``view`` is shown from ``at`` on; ``None``: nothing is, since no table is kept."""
        last = self._told[-1] if self._told else None
        is_same = last is not None and _due(last.view) == _due(view)
        self._told.append(_Told(view, at, last.due_since if last is not None and is_same else at))
        while len(self._told) > 1 and self._told[1].at <= at - KEPT_S:
            self._told.popleft()

    def pressed(self, at: float) -> Press | None:
        """What a press asks for whose finger came down at ``at``; ``None``: nothing."""
        told = next((told for told in reversed(self._told) if told.at <= at), None)
        if told is None or told.view is None or at < told.due_since + GUARD_S:
            return None
        request = meaning(told.view)
        return Press(request, told.view.due_seq) if request is not None else None


def _due(view: PublicView | None) -> tuple[int, Due] | None:
    return (view.due_seq, view.due) if view is not None else None
