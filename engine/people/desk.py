"""Who stands behind a request at a table with staff: whether they may, under whose number it is journalled, who is
signed in afterwards.
"""

from collections.abc import Callable
from typing import Final

from msgspec import structs

from engine.answers import Refusal
from engine.articles import Article
from engine.events import (
    AnyEvent,
    BettingClosed,
    CardExposed,
    CardHeld,
    CardVoided,
    DealerChanged,
    ShoeStarted,
    SignedIn,
    SignedOut,
    TableClosed,
)
from engine.felt import Felt
from engine.people.denied import Denied, Why
from engine.people.duties import MAY, Action, Duty, Person, action_of, needs_proof, refusal
from engine.people.sessions import Sessions

_NO_ACTION: Final = Denied(Why.NOT_IN_TABLE, "only the core or a device tells that: ask for what a person may")
_PROOF_DUE: Final = Denied(Why.NOBODY, "a PIN is due with this very request: send staff number, or badge, and PIN")
NOTED_S: Final = 60.0
"""For so long somebody who must wait is written down once, in seconds."""
MOST_NOTED: Final = 64
"""So many of them at most."""


class Desk:
    """The table's thread alone uses it.

    Args:
        now_s: a monotonic clock, in seconds.
        employed: whether somebody still is of the staff; asked at each shoe and coup.
    """

    def __init__(self, now_s: Callable[[], float], employed: Callable[[Person], bool] = lambda _person: True) -> None:
        self._sessions = Sessions(now_s)
        self._employed = employed
        self._now_s = now_s
        self._noted_s: dict[tuple[Why, str | None], float] = {}

    def deals(self, staff: str, duty: str | None) -> None:
        """By the journal this person dealt when the core ended: the table goes on."""
        self._sessions.deals(Person(staff, Duty(duty or Duty.DEALER)))
        self._sessions.keep_only(self._employed)

    def persons(self, event: AnyEvent, felt: Felt, proved: tuple[Person, ...] | None) -> tuple[Person, ...]:
        """Who stands behind ``event``: who proved it, or, of what needs no PIN, who is signed in at the screen.

        Args:
            event: what is asked for.
            felt: what it is asked of.
            proved: who showed a PIN with it; ``None``: nobody did, at the screen.
        """
        if proved is not None:
            return proved
        action = _acted(event, felt)
        if action is None or needs_proof(action):
            return ()
        return tuple(person for person in self._sessions.present if person.duty in MAY[action].first)

    def readers(self, action: Action, proved: tuple[Person, ...] | None) -> tuple[Person, ...]:
        """Who asks the log for ``action``: who proved it, or at the screen, where no PIN is due, who is signed in."""
        if proved is not None or needs_proof(action):
            return proved or ()
        return tuple(person for person in self._sessions.present if person.duty in MAY[action].first)

    def unread(self, action: Action, persons: tuple[Person, ...]) -> Denied | None:
        """Why these may not be told; who is told and is signed in stays so for another minute."""
        denied = _PROOF_DUE if not persons and needs_proof(action) else refusal(action, persons)
        if denied is None and self._sessions.supervisor in persons:
            self._sessions.touch()
        return denied

    @property
    def supervisor(self) -> str | None:
        """Who is signed in to read the log, by staff number."""
        person = self._sessions.supervisor
        return person.staff if person is not None else None

    def denial(self, event: AnyEvent, felt: Felt, persons: tuple[Person, ...]) -> Denied | None:
        """Why these may not ask for ``event``."""
        action = _acted(event, felt)
        if action is None:
            return _NO_ACTION
        return _PROOF_DUE if not persons and needs_proof(action) else refusal(action, persons)

    def is_news(self, denied: Denied) -> bool:
        """The log has not said so within the last minute: who is made to wait is not written down at every try."""
        if denied.why not in (Why.WAIT, Why.LOCKED, Why.TABLE_WAITS):
            return True
        about, now_s = (denied.why, denied.staff), self._now_s()
        self._noted_s = {each: at for each, at in self._noted_s.items() if now_s - at < NOTED_S}
        if about in self._noted_s or len(self._noted_s) >= MOST_NOTED:
            return False
        self._noted_s[about] = now_s
        return True

    def signed(self, event: AnyEvent, persons: tuple[Person, ...]) -> AnyEvent:
        """``event`` under their numbers, whatever the client wrote there."""
        first = persons[0] if persons else None
        names: dict[str, str | None] = {
            "by": first.staff if first is not None else None,
            "second": persons[1].staff if len(persons) > 1 else None,
            "duty": first.duty.value if first is not None else None,
        }
        if action_of(event) is Action.DEAL:
            names = dict.fromkeys(names)  # an ordinary request corrects nothing, so nobody vouches for it
        bears = {field.name for field in structs.fields(event)}
        return structs.replace(event, **{name: value for name, value in names.items() if name in bears})

    def happened(self, event: AnyEvent, persons: tuple[Person, ...]) -> None:
        """``event`` was taken: who signs in or out by it does so."""
        match event:
            case DealerChanged():
                self._sessions.deals(persons[0])
            case SignedIn():
                self._sessions.supervises(persons[0])
            case SignedOut():
                self._sessions.sign_out(persons[0].staff)
            case TableClosed():
                self._sessions.table_closed()
            case BettingClosed() | ShoeStarted():
                self._sessions.coup_began()
                self._sessions.keep_only(self._employed)
            case _ if self._sessions.supervisor in persons and self._sessions.dealer not in persons:
                self._sessions.touch()

    def ended(self) -> list[SignedOut]:
        """Who was signed out by time or by another, for the log."""
        return [SignedOut(by=ended.person.staff, why=ended.why.value) for ended in self._sessions.ended()]


def _acted(event: AnyEvent, felt: Felt) -> Action | None:
    """What ``event`` asks for on this felt: to say that a face-down card was seen, or is void, would show it."""
    action = action_of(event)
    if action is Action.PUT_RIGHT and isinstance(event, CardExposed | CardVoided | CardHeld):
        laid = felt.card(event.n)
        if laid is not None and not laid.face_up:
            return Action.OPEN_CARD
    return action


def refused(denied: Denied) -> Refusal:
    """A denial as the answer to a request."""
    values: dict[str, str | int] = {"wait_s": denied.wait_s} if denied.wait_s else {}
    return Refusal(denied.text, Article.START, denied.why.value, values)
