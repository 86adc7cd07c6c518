"""What the screen knows: the last view, whether the core is there, what became of presses: one frozen value."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, assert_never

from engine.events import CoupCancelled
from engine.instructions import Settle, Shuffle, TakeWagers
from engine.looking import Found, Progress, Question
from engine.messages import Answered, Fault, Health, Looked, Message, Pending, Refused, Update
from engine.ports import Finding
from engine.view import PublicView
from ui.choices import Choices
from ui.opened import STAYS, Naming, Opened, People
from ui.person import Person
from ui.practice.telling import Dealing, Practice
from ui.sayings import refused
from ui.shown import CALL, PRIMARY, Button
from ui.supervisor.pages import FRESH, PAGES, VOUCHED, File, Log, Proof, question
from ui.texts import sentence, text

TOLD_S: Final = 6.0
"""How long the screen says what became of a press."""
ANSWER_S: Final = 2.0
"""How long a press may wait for its answer."""
TWICE_S: Final = 0.08
"""A second press within this time is the same touch."""
GUARD_S: Final = 0.5
"""How long primary and calls stay closed once their meaning changed: a second touch was meant for what they said."""

STEADY_S: Final = 0.3
"""How long touches are passed over once other keys lie over the boxes: the second of two was meant for the first's."""
PEOPLE_S: Final = 60.0
"""How long numbers and PINs that were typed lie there untouched, and a supervisor who is signed in stays so."""
SIGN_S: Final = 20.0
"""How often the core is told that who is signed in is at work: his session ends a minute after it heard of him."""
AGAIN_S: Final = 0.7
"""After a page was told anew, since something has happened, it is asked once more so much later."""
LEAVING_S: Final = 1.5
"""How long touches are passed over once the screen has gone back to the dealer: they were meant for a page."""
READING_S: Final = 300.0
"""How long a supervisor's page lies there untouched where nobody signs in."""
HINT_S: Final = 5.0
"""How long the screen waits for the core before it says what to do about it."""
AS_IT_CAME: Final = Choices()
"""How a screen is that nobody has chosen anything for."""
WHITE_CARD: Final = frozenset({"white_card", "white_card_first"})
"""Alerts of the white card: a line and the banner tell it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a press, until it has been read."""

    text: str
    until_s: float


@dataclass(frozen=True, slots=True)
class Sent:
    """A press that waits for its answers."""

    ids: frozenset[str]
    """Of its requests that are not answered yet."""
    button: str
    overdue_s: float
    """When waiting for them ends."""
    opens: Opened | None = None
    """What lies over the boxes once all were taken."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What is asked of the log for the page that is open, and what was told."""

    question: Question
    ident: str
    """The request's."""
    seq: int
    """How far the table was when it was asked."""
    found: Found | None = None
    before: Found | None = None
    """What was told to the question before: it is shown until this one has its answer."""
    again_s: float | None = None
    """When it is asked once more: what is looked up is written beside the table, and may be a moment late."""

    @property
    def told(self) -> Found | None:
        """What there is to show."""
        return self.found if self.found is not None else self.before

    @property
    def is_open(self) -> bool:
        """Its answer is still to come."""
        return self.found is None or isinstance(self.found, Progress)


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the presenter needs. Times are seconds of one monotonic clock."""

    view: PublicView | None = None
    is_connected: bool = False
    fault: Fault | None = None
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
    steady_s: float = float("-inf")
    """Until then touches are passed over, since other keys lie over the boxes."""
    opened: Opened | None = None
    """What people have opened over the boxes."""
    choices: Choices = AS_IT_CAME
    """How they want the screen."""
    can_draw: bool = False
    """A card can be drawn from the simulated shoe on this screen."""
    practice: Practice | None = None
    """Where a practice is, if this is one."""
    inquiry: Inquiry | None = None
    """Of a supervisor's page."""
    asked_s: float = float("-inf")
    """When the log was asked something last."""
    health: tuple[Finding, ...] = ()
    """How the devices are, as the core said last."""

    def after(self, message: Message, now_s: float) -> "Situation":
        """What the screen knows after the core's ``message``."""
        match message:
            case Update(view=view):
                return self._seeing(view, now_s)
            case Answered():
                return self._answered(message, now_s)
            case Refused():
                return self
            case Health(findings=findings):
                return replace(self, health=findings)
            case Looked(id=ident, found=found):
                return self._told_of_log(ident, found)
            case Pending(since=since):
                return replace(self, is_saving=since is not None)
            case Fault():
                return replace(self, fault=message, is_connected=True)
            case _:
                assert_never(message)

    def coached(self, practice: Practice, now_s: float) -> "Situation":
        """What the screen knows once its practice says where it is: another table is not the one before."""
        if isinstance(practice, Dealing) and isinstance(self.practice, Dealing):
            return replace(self, practice=practice)
        told = replace(self, practice=practice, told=None, sent=None, opened=None, steady_s=now_s + STEADY_S)
        return told if isinstance(practice, Dealing) else replace(told, view=None, hint_at_s=now_s + HINT_S)

    def without_core(self, now_s: float) -> "Situation":
        """What the screen knows once the connection has ended."""
        lost = replace(
            self,
            opened=Log() if isinstance(self.opened, VOUCHED) else _wiped(self.opened),
            is_connected=False,
            is_saving=False,
            fault=None,
            sent=None,
            inquiry=None,
        )
        return lost if self.sent is None else lost._telling(_unanswered(self.sent), now_s)

    def at(self, now_s: float) -> "Situation":
        """What the screen knows as time passes: told long enough, waited long enough."""
        passed = self
        if passed.told is not None and now_s >= passed.told.until_s:
            passed = replace(passed, told=None)
        if passed.sent is not None and now_s >= passed.sent.overdue_s:
            wiped = replace(passed, sent=None, opened=_wiped(passed.opened))
            passed = wiped._telling(_unanswered(passed.sent), now_s)
        left_s = passed._left_s
        if left_s is not None and now_s >= left_s:
            passed = replace(passed, opened=None, inquiry=None)
        if passed.hint_at_s is not None and now_s >= passed.hint_at_s:
            passed = replace(passed, hint_at_s=None)
        if passed.guarded_until_s is not None and now_s >= passed.guarded_until_s:
            passed = replace(passed, guarded_until_s=None)
        return passed

    def next_change_s(self) -> float | None:
        """When time alone changes something."""
        told_s = self.told.until_s if self.told is not None else None
        sent_s = self.sent.overdue_s if self.sent is not None else None
        again_s = self.inquiry.again_s if self.inquiry is not None and not self.inquiry.is_open else None
        times = (told_s, sent_s, again_s, self._left_s, self.guarded_until_s, self.hint_at_s)
        return min((time_s for time_s in times if time_s is not None), default=None)

    @property
    def _left_s(self) -> float | None:
        """When what was opened is put away since nobody touches it any more."""
        match self.opened:
            case People():
                return self.pressed_s + PEOPLE_S
            case Proof() | File() if self.inquiry is not None and self.inquiry.is_open:
                return None
            case _ if isinstance(self.opened, PAGES):
                is_staffed = self.view is not None and self.view.is_staffed
                return self.pressed_s + (PEOPLE_S if is_staffed else READING_S)
        return None

    def unasked(self, now_s: float) -> Question | None:
        """What is to be asked of the log now for the page that is open."""
        if not isinstance(self.opened, PAGES) or self.view is None or not self.is_connected:
            return None
        wanted, asked = question(self.opened), self.inquiry
        if wanted is None or asked is None or asked.question != wanted:
            return wanted
        if asked.is_open or not isinstance(self.opened, FRESH):
            return None
        is_due = asked.again_s is not None and now_s >= asked.again_s
        return wanted if is_due or asked.seq != self.view.seq else None

    def stays_signed_in(self, now_s: float) -> bool:
        """Who is signed in touches the screen, and the core hears nothing of it: it must be told to last."""
        is_at_work = isinstance(self.opened, (*PAGES, People)) if self.view is not None else False
        is_signed_in = self.view is not None and self.view.supervisor is not None
        return is_at_work and is_signed_in and now_s - self.asked_s >= SIGN_S

    def told_to_last(self, now_s: float) -> "Situation":
        """The core was told so."""
        return replace(self, asked_s=now_s)

    @property
    def proofs(self) -> tuple[Person, ...]:
        """Who vouches for what is asked of the log."""
        return self.opened.proofs if isinstance(self.opened, VOUCHED) else ()

    def asking(self, asked: Question, ident: str, now_s: float) -> "Situation":
        """``asked`` is on its way to the log; PINs are not kept."""
        seq, before = self.view.seq if self.view is not None else 0, self.inquiry
        has_moved = before is not None and before.question == asked and before.seq != seq
        opened = replace(self.opened, proofs=()) if isinstance(self.opened, VOUCHED) else self.opened
        inquiry = Inquiry(
            asked,
            ident,
            seq,
            before=before.told if before is not None else None,
            again_s=now_s + AGAIN_S if has_moved else None,
        )
        return replace(self, inquiry=inquiry, opened=opened, asked_s=now_s)

    def takes_press(self, now_s: float) -> bool:
        """A press now is neither the same touch twice nor impatience."""
        return self.sent is None and now_s - self.pressed_s >= TWICE_S and now_s >= self.steady_s

    def sending(self, idents: Iterable[str], button: Button, now_s: float) -> "Situation":
        """The requests of a press are on their way."""
        sent = Sent(frozenset(idents), button.text, now_s + ANSWER_S, button.opens)
        pressed = replace(self, sent=sent, told=None, pressed_s=now_s, steady_s=now_s + GUARD_S)
        is_guarded = button.key == PRIMARY or button.key.startswith(CALL)
        return replace(pressed, guarded_until_s=now_s + GUARD_S) if is_guarded else pressed

    def unsent(self, button: Button, now_s: float) -> "Situation":
        """A press could not be sent."""
        kept = replace(self, sent=None, pressed_s=now_s)
        return kept._telling(text("press.unsent", button=button.text), now_s)

    def touched(self, button: Button, now_s: float) -> "Situation":
        """A button was touched that asks nothing of the core: something is opened, typed, put away, or chosen."""
        touched = replace(self, pressed_s=now_s, choices=button.chooses or self.choices)
        if button.opens is None and not button.closes:
            return touched
        if button.opens == self.opened or isinstance(button.opens, VOUCHED):  # it is to be told anew
            touched = replace(touched, inquiry=None)
        return replace(touched._opening(button.opens, now_s, STEADY_S), told=None)

    def _opening(self, opened: Opened | None, now_s: float, steady_s: float) -> "Situation":
        """``opened`` lies over the boxes; other keys than before rest for a while. No page lies over a coup."""
        if leads_to_page(opened) and self.view is not None and not may_be_read(self.view):
            opened = None
        is_other = type(opened) is not type(self.opened) and not _goes_on(self.opened, opened)
        return replace(self, opened=opened, steady_s=now_s + steady_s if is_other else self.steady_s)

    def _answered(self, answer: Answered, now_s: float) -> "Situation":
        sent = self.sent
        if self.inquiry is not None and answer.id == self.inquiry.ident and answer.refused is not None:
            back = Log() if isinstance(self.opened, VOUCHED) else None
            return replace(self, inquiry=None, opened=back)._telling(_why(answer), now_s)
        if sent is None or answer.id not in sent.ids:
            return self
        if answer.refused is not None:
            wiped = replace(self, sent=None, opened=_wiped(self.opened))
            return wiped._telling(_why(answer), now_s)
        waiting = sent.ids - {answer.id}
        if waiting:
            return replace(self, sent=replace(sent, ids=waiting))
        return replace(self, sent=None)._opening(sent.opens, now_s, STEADY_S)

    def _told_of_log(self, ident: str, found: Found) -> "Situation":
        inquiry = self.inquiry
        if inquiry is None or inquiry.ident != ident:
            return self
        return replace(self, inquiry=replace(inquiry, found=found))

    def _seeing(self, view: PublicView, now_s: float) -> "Situation":
        seen = replace(self, view=view, is_connected=True, fault=None)
        before = self.view
        if before is None:
            return seen
        if white_card_told(view) and not white_card_told(before):
            seen = replace(seen, white_at=view.due_seq)
        if _is_the_dealers(seen.opened, before, view):
            seen = replace(seen, inquiry=None)._opening(None, now_s, LEAVING_S)
        elif _cancels_another(seen.opened, before, view):
            seen = seen._opening(None, now_s, GUARD_S)
        if (before.due_seq, before.due) != (view.due_seq, view.due):
            moved = replace(seen, told=None, guarded_until_s=now_s + GUARD_S)
            return moved if _stays(moved.opened, view) else moved._opening(None, now_s, GUARD_S)
        return seen if _wagers(before) == _wagers(view) else replace(seen, told=None)

    def _telling(self, what: str, now_s: float) -> "Situation":
        return replace(self, told=Told(what, now_s + TOLD_S))


def _stays(opened: Opened | None, view: PublicView) -> bool:
    """It still means something now that another instruction is due."""
    match opened:
        case None:
            return True
        case People(answers=answers):
            return answers in (None, view.due_seq)
        case _:
            return isinstance(opened, STAYS)


def _cancels_another(opened: Opened | None, before: PublicView, view: PublicView) -> bool:
    """People were about to cancel a coup that is no longer the one that would be cancelled."""
    is_cancel = isinstance(opened, People) and isinstance(opened.event, CoupCancelled)
    return is_cancel and before.cancellable != view.cancellable


def _is_the_dealers(opened: Opened | None, before: PublicView, view: PublicView) -> bool:
    """The screen goes back to the dealer: a coup is dealt, or the supervisor is signed in no more."""
    if not leads_to_page(opened):
        return False
    return not may_be_read(view) or (before.supervisor is not None and view.supervisor is None)


def leads_to_page(opened: Opened | None) -> bool:
    """It is a supervisor's page, or who is named there is going to one."""
    return isinstance(opened, PAGES) or (isinstance(opened, People) and isinstance(opened.then, PAGES))


def may_be_read(view: PublicView) -> bool:
    """Nobody waits for the dealer: between coups, while one is paid, where the table is closed or goes on without."""
    return isinstance(view.due, TakeWagers | Shuffle | Settle) or view.is_closed or view.is_off


def _goes_on(before: Opened | None, after: Opened | None) -> bool:
    """The same keys lie there: those for a card's name do by themselves when one is due."""
    return before is None and isinstance(after, Naming)


def _wiped(opened: Opened | None) -> Opened | None:
    """What was not taken stays open, but for people: they name themselves anew."""
    return replace(opened, persons=(), staff="", pin="", is_at_pin=False) if isinstance(opened, People) else opened


def _wagers(view: PublicView) -> tuple[int | None, ...]:
    return tuple(box.wager for box in view.boxes)


def white_card_told(view: PublicView) -> bool:
    """An alert says that the white card is out."""
    return any(alert.code in WHITE_CARD for alert in view.alerts)


def _why(answer: Answered) -> str:
    assert answer.refused is not None
    if answer.refused.code == "table_moved_on":
        return text("press.table_moved_on")
    cited = text("cited", sentence=refused(answer.refused), article=text("article", article=answer.refused.article))
    return text("press.refused", sentence=cited)


def _unanswered(sent: Sent) -> str:
    return sentence(text("press.unanswered", button=sent.button))
