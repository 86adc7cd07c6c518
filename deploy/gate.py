"""Where a request of a client becomes one that the table hears: who vouches for it is found out on the way.

Without staff in the settings everybody at the screen is believed. With staff a PIN that comes with a request is checked
by the thread ``people`` before the request joins the table's queue.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from deploy.peers import Kind, Peer
from engine.messages import Answered, Asked, AskedLog
from engine.people import pepper
from engine.people.attempts import Attempts
from engine.people.checker import MOST_PROOFS, Checker
from engine.people.denied import Denied, Why
from engine.people.desk import refused
from engine.people.duties import Person
from engine.people.errors import PeopleError
from engine.people.proofs import proof_of
from engine.people.verifier import Verifier
from engine.session import Heard, Inquired, Reply

NOT_AT_SCREEN: Final = Denied(Why.NOT_FOR_DUTY, "the log is read at the screen: elsewhere with banca21 log")


class OpenGate:
    """At a table without staff."""

    def __init__(self, put: Callable[[Heard | Inquired], None]) -> None:
        self._put = put

    def __call__(self, peer: Peer, asked: Asked | AskedLog, reply: Reply) -> None:
        """Pass the request on; the log is read at the screen alone."""
        may = not isinstance(asked, AskedLog) or peer.kind is Kind.SCREEN
        self._put(_heard(asked, reply, None, None if may else NOT_AT_SCREEN))

    def start(self) -> None:
        """Nothing has to begin."""

    def stop(self) -> None:
        """Nothing has to end."""


class StaffedGate:
    """At a table with staff.

    Args:
        put: takes what the table is to hear; any thread, never blocks.
        staff, attempts, pepper_file: the files about people.

    Raises:
        PeopleError: the pepper cannot be used.
    """

    def __init__(self, put: Callable[[Heard | Inquired], None], staff: Path, attempts: Path, pepper_file: Path) -> None:
        self._put = put
        self._checker = Checker(Verifier(staff, Attempts(attempts), pepper.load(pepper_file)))

    def __call__(self, peer: Peer, asked: Asked | AskedLog, reply: Reply) -> None:
        """Pass the request on, at once or when its PINs are checked."""
        if asked.proofs is None:
            self._put(_heard(asked, reply, None if peer.kind is Kind.SCREEN else ()))
            return

        def known(found: tuple[Person, ...] | Denied) -> None:
            proved, denied = ((), found) if isinstance(found, Denied) else (found, None)
            self._put(_heard(asked, reply, proved, denied))

        try:
            proofs = [proof_of(fields) for fields in asked.proofs.fields[: MOST_PROOFS + 1]]
        except PeopleError as error:
            _deny(Denied(Why.WRONG, str(error)), asked, reply)
            return
        denied = self._checker.check(proofs, known)
        if denied is not None:
            _deny(denied, asked, reply)

    def start(self) -> None:
        """Begin to check PINs."""
        self._checker.start()

    def stop(self) -> None:
        """End it; what waits is denied."""
        self._checker.stop()


def _heard(
    asked: Asked | AskedLog, reply: Reply, proved: tuple[Person, ...] | None, denied: Denied | None = None
) -> Heard | Inquired:
    """What the table is to hear of it."""
    if isinstance(asked, AskedLog):
        return Inquired(asked, reply, proved, denied)
    return Heard(asked, reply, proved, denied)


def _deny(denied: Denied, asked: Asked | AskedLog, reply: Reply) -> None:
    """What was no guess, or could not be checked, is answered here."""
    reply(Answered(id=asked.ident, seq=None, refused=refused(denied)))
