"""What the screen knows: the last view, whether the core is there, what became of presses: one frozen value."""

from dataclasses import dataclass, replace
from typing import Final, assert_never

from engine.cards import Rank, Suit
from engine.messages import Answered, Fault, Health, Message, Pending, Refused, Update
from engine.view import PublicView
from ui.shown import CALL, PRIMARY, Button, Named
from ui.texts import sentence, text

TOLD_S: Final = 6.0
"""How long the screen says what became of a press."""
ANSWER_S: Final = 2.0
"""How long a press may wait for its answer."""
TWICE_S: Final = 0.08
"""A second press within this time is the same touch."""
GUARD_S: Final = 0.5
"""How long primary and calls stay closed once their meaning changed: a second touch was meant for what they said."""

HINT_S: Final = 5.0
"""How long the screen waits for the core before it says what to do about it."""
WHITE_CARD: Final = frozenset({"white_card", "white_card_first"})
"""Alerts of the white card: a line and the banner tell it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a press, until it has been read."""

    text: str
    until_s: float


@dataclass(frozen=True, slots=True)
class Sent:
    """A press that waits for its answer."""

    id: str
    button: str
    overdue_s: float
    """When waiting for the answer ends."""


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the presenter needs. Times are seconds of one monotonic clock."""

    view: PublicView | None = None
    is_connected: bool = False
    fault: str | None = None
    is_saving: bool = False
    """The core's disk takes its time."""
    told: Told | None = None
    sent: Sent | None = None
    pressed_s: float = float("-inf")
    hint_at_s: float | None = None
    """Until then nobody needs to be told why no table is shown."""
    white_at: int | None = None
    """The ``due_seq`` at which the white card came out."""
    guarded_until_s: float | None = None
    """Until then primary and calls are closed, since one was touched or they mean something else now."""
    rank: Rank | None = None
    """Picked for the card that is to be named."""
    suit: Suit | None = None

    def after(self, message: Message, now_s: float) -> "Situation":
        """What the screen knows after the core's ``message``."""
        match message:
            case Update(view=view):
                return self._seeing(view, now_s)
            case Answered(id=id, refused=refused):
                if self.sent is None or self.sent.id != id:
                    return self
                answered = replace(self, sent=None)
                return answered if refused is None else answered._telling(_why(message), now_s)
            case Refused() | Health():
                return self
            case Pending(since=since):
                return replace(self, is_saving=since is not None)
            case Fault(text=said):
                return replace(self, fault=said, is_connected=True)
            case _:
                assert_never(message)

    def without_core(self, now_s: float) -> "Situation":
        """What the screen knows once the connection has ended."""
        lost = replace(self, is_connected=False, is_saving=False, fault=None, sent=None)
        return lost if self.sent is None else lost._telling(_unanswered(self.sent), now_s)

    def at(self, now_s: float) -> "Situation":
        """What the screen knows as time passes: told long enough, waited long enough."""
        passed = self
        if passed.told is not None and now_s >= passed.told.until_s:
            passed = replace(passed, told=None)
        if passed.sent is not None and now_s >= passed.sent.overdue_s:
            passed = replace(passed, sent=None)._telling(_unanswered(passed.sent), now_s)
        if passed.hint_at_s is not None and now_s >= passed.hint_at_s:
            passed = replace(passed, hint_at_s=None)
        if passed.guarded_until_s is not None and now_s >= passed.guarded_until_s:
            passed = replace(passed, guarded_until_s=None)
        return passed

    def next_change_s(self) -> float | None:
        """When time alone changes something."""
        told_s = self.told.until_s if self.told is not None else None
        sent_s = self.sent.overdue_s if self.sent is not None else None
        times = (told_s, sent_s, self.guarded_until_s, self.hint_at_s)
        return min((time_s for time_s in times if time_s is not None), default=None)

    def takes_press(self, now_s: float) -> bool:
        """A press now is neither the same touch twice nor impatience."""
        return self.sent is None and now_s - self.pressed_s >= TWICE_S

    def sending(self, ident: str, button: Button, now_s: float) -> "Situation":
        """A press is on its way."""
        sent = replace(self, sent=Sent(ident, button.text, now_s + ANSWER_S), told=None, pressed_s=now_s)
        is_guarded = button.key == PRIMARY or button.key.startswith(CALL)
        return replace(sent, guarded_until_s=now_s + GUARD_S) if is_guarded else sent

    def unsent(self, button: Button, now_s: float) -> "Situation":
        """A press could not be sent."""
        kept = replace(self, sent=None, pressed_s=now_s)
        return kept._telling(text("press.unsent", button=button.text), now_s)

    def picking(self, key: str, now_s: float) -> "Situation":
        """A rank or a suit was touched; touched again, it is not picked any more."""
        kind, _, value = key.partition(":")
        part: Named = "rank" if kind == "rank" else "suit"
        if part == "rank":
            rank = Rank(value)
            return replace(self, rank=None if self.rank is rank else rank, pressed_s=now_s)
        suit = Suit(value)
        return replace(self, suit=None if self.suit is suit else suit, pressed_s=now_s)

    def _seeing(self, view: PublicView, now_s: float) -> "Situation":
        seen = replace(self, view=view, is_connected=True, fault=None)
        before = self.view
        if before is None:
            return seen
        if white_card_told(view) and not white_card_told(before):
            seen = replace(seen, white_at=view.due_seq)
        if (before.due_seq, before.due) != (view.due_seq, view.due):
            return replace(seen, rank=None, suit=None, told=None, guarded_until_s=now_s + GUARD_S)
        return seen if _wagers(before) == _wagers(view) else replace(seen, told=None)

    def _telling(self, what: str, now_s: float) -> "Situation":
        return replace(self, told=Told(what, now_s + TOLD_S))


def _wagers(view: PublicView) -> tuple[int | None, ...]:
    return tuple(box.wager for box in view.boxes)


def white_card_told(view: PublicView) -> bool:
    """An alert says that the white card is out."""
    return any(alert.code in WHITE_CARD for alert in view.alerts)


def _why(answer: Answered) -> str:
    assert answer.refused is not None
    if answer.refused.code == "table_moved_on":
        return text("press.table_moved_on")
    cited = text("cited", sentence=answer.refused.reason, article=text("article", article=answer.refused.article))
    return text("press.refused", sentence=cited)


def _unanswered(sent: Sent) -> str:
    return sentence(text("press.unanswered", button=sent.button))
