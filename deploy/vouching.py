"""Who vouches for what is done in a terminal: staff numbers and PINs, asked for without an echo.

Where standard input is no terminal, each PIN is a line of it, in the order in which a terminal would ask.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_bytes

import click

from deploy.settings import PeopleSettings, Settings
from engine.clock import WatchedClock
from engine.events import Note
from engine.journal.store import Journal
from engine.people import pepper
from engine.people.attempts import Attempts
from engine.people.denied import Denied
from engine.people.duties import Action, Person, refusal
from engine.people.errors import PeopleError, PinError
from engine.people.pins import Pin
from engine.people.proofs import Proof
from engine.people.verifier import Verifier
from engine.sealing import written
from ui.client import CoreAway, say


class DeniedError(PeopleError):
    """These people may not, in words with a remedy."""


def asked(what: str) -> str:
    """What a person types, unseen.

    Raises:
        PinError: standard input is over.
    """
    if sys.stdin.isatty():
        return str(click.prompt(what, hide_input=True, err=True))
    line = sys.stdin.readline()
    if not line:
        raise PinError(f"standard input is over, a line with {what} was due: give one line for each")
    return line.strip()


def pin_of(number: str) -> str:
    """The PIN that the person with this staff number types.

    Raises:
        PinError: standard input is over.
    """
    return asked(f"PIN of {number}")


@dataclass(frozen=True)
class Vouched:
    """Who vouches, proved."""

    persons: tuple[Person, ...]
    proofs: tuple[Proof, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        """Their staff numbers."""
        return tuple(person.staff for person in self.persons)


def vouched(people: PeopleSettings, action: Action, numbers: Sequence[str]) -> Vouched:
    """The people with these staff numbers, once each has proved it and they may do ``action`` together.

    Raises:
        DeniedError: somebody is not recognised, or they may not.
        PeopleError: a file about people cannot be used.
    """
    if len(set(numbers)) < len(numbers):
        raise PeopleError(f"{numbers[0]} cannot confirm twice: name a second, different person")
    verifier = Verifier(people.staff, Attempts(people.attempts, is_shared=False), pepper.load(people.pepper))
    persons, proofs = [], []
    for number in numbers:
        proofs.append(Proof(staff=number, pin=Pin(pin_of(number))))
        found = verifier.person(proofs[-1])
        if isinstance(found, Denied):
            raise DeniedError(f"staff {number}: {found.text}")
        persons.append(found)
    denied = refusal(action, persons)
    if denied is not None:
        raise DeniedError(denied.text)
    return Vouched(tuple(persons), tuple(proofs))


def record(settings: Settings, text: str, by: Vouched) -> None:
    """Have the log say ``text`` under the numbers of who vouched: by the core that runs, else here.

    Raises:
        ClientError, JournalError: it could not be written.
        DeniedError: the core refused it.
    """
    first, second, *_ = (*by.numbers, None)
    note = Note(text=text, by=first, second=second)
    proofs = [{"staff": proof.staff or "", "pin": proof.pin.digits} for proof in by.proofs]
    try:
        answer = say(settings.core.socket, note, proofs=proofs)
    except CoreAway:
        with Journal.open(settings.journal.path) as journal:
            journal.append(written(note, {"at": WatchedClock().now()}, token_bytes).payload)
    else:
        if answer.refused is not None:
            raise DeniedError(answer.refused.reason)
