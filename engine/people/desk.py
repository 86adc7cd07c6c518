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
    DealerChanged,
    SignedIn,
    SignedOut,
    TableClosed,
)
from engine.people.denied import Denied, Why
from engine.people.duties import Action, Duty, Person, action_of, needs_proof, refusal
from engine.people.sessions import Sessions

_NO_ACTION: Final = Denied(Why.NOT_IN_TABLE, "only the core or a device tells that: ask for what a person may")
_PROOF_DUE: Final = Denied(Why.NOBODY, "a PIN is due with this very request: send staff number, or badge, and PIN")
_SUPERVISORS: Final = frozenset(Duty) - {Duty.DEALER}


class Desk:
    """The table's thread alone uses it.

    Args:
        now_s: a monotonic clock, in seconds.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._sessions = Sessions(now_s)

    def deals(self, staff: str, duty: str | None) -> None:
        """By the journal this person dealt when the core ended: the table goes on."""
        self._sessions.deals(Person(staff, Duty(duty or Duty.DEALER)))

    def persons(self, event: AnyEvent, proved: tuple[Person, ...] | None) -> tuple[Person, ...]:
        """Who stands behind ``event``: who proved it, or, of what needs no PIN, who is signed in at the screen.

        Args:
            event: what is asked for.
            proved: who showed a PIN with it; ``None``: nobody did, at the screen.
        """
        if proved is not None:
            return proved
        action = action_of(event)
        return () if action is None or needs_proof(action) else self._sessions.present

    def denial(self, event: AnyEvent, persons: tuple[Person, ...]) -> Denied | None:
        """Why these may not ask for ``event``."""
        action = action_of(event)
        if action is None:
            return _NO_ACTION
        if not persons and needs_proof(action):
            return _PROOF_DUE
        if action is Action.SIGN_OUT and isinstance(event, SignedOut):
            return None if persons else _PROOF_DUE
        return refusal(action, persons)

    def signed(self, event: AnyEvent, persons: tuple[Person, ...]) -> AnyEvent:
        """``event`` under their numbers, whatever the client wrote there."""
        first = persons[0] if persons else None
        names: dict[str, str | None] = {
            "by": first.staff if first is not None else None,
            "second": persons[1].staff if len(persons) > 1 else None,
            "duty": first.duty.value if first is not None else None,
        }
        bears = {field.name for field in structs.fields(event)}
        keeps = {"by"} if action_of(event) is Action.DEAL else set()  # an ordinary request is nobody's correction
        return structs.replace(event, **{name: value for name, value in names.items() if name in bears - keeps})

    def happened(self, event: AnyEvent, persons: tuple[Person, ...]) -> None:
        """``event`` was taken: who signs in or out by it does so."""
        match event:
            case DealerChanged():
                self._sessions.deals(persons[0])
            case SignedIn() if persons[0].duty in _SUPERVISORS:
                self._sessions.supervises(persons[0])
            case SignedOut():
                self._sessions.sign_out(persons[0].staff)
            case TableClosed():
                self._sessions.table_closed()
            case BettingClosed():
                self._sessions.coup_began()
            case _ if persons:
                self._sessions.touch()

    def ended(self) -> list[SignedOut]:
        """Who was signed out by time or by another, for the log."""
        return [SignedOut(by=ended.person.staff, why=ended.why.value) for ended in self._sessions.ended()]


def refused(denied: Denied) -> Refusal:
    """A denial as the answer to a request."""
    values: dict[str, str | int] = {"wait_s": denied.wait_s} if denied.wait_s else {}
    return Refusal(denied.text, Article.START, denied.why.value, values)
