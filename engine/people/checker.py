"""The thread ``people``: checks PINs one after another, so that the table's thread never waits for one.

One at a time, whoever asks: so guessing is as slow as the checks are, and the other processors are left to the table.
"""

import logging
from collections.abc import Callable, Sequence
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import Final, TypeAlias

from engine.people.denied import BUSY, ENDING, Denied, Why
from engine.people.duties import Person
from engine.people.proofs import Proof
from engine.people.verifier import Verifier

WAITING: Final = 8
"""How many may wait to be checked."""
MOST_PROOFS: Final = 2
"""How many people one request may bear."""

Known: TypeAlias = tuple[Person, ...] | Denied
"""Everybody who showed a proof, in order; or why not."""
Callback: TypeAlias = Callable[[Known], None]
"""Takes the answer, on the thread ``people``; must not block."""

_TOO_MANY: Final = Denied(
    Why.UNUSABLE, f"more than {MOST_PROOFS} people with one request: send one or two, as it needs"
)
_FAILED: Final = Denied(
    Why.UNUSABLE, "the PIN could not be checked: enter it again, and call the technician with the core's log"
)
_log = logging.getLogger(__name__)


class Checker:
    """The thread and its queue."""

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier
        self._jobs: Queue[tuple[tuple[Proof, ...], Callback] | None] = Queue(WAITING)
        self._thread = Thread(target=self._run, name="people", daemon=True)
        self._door = Lock()
        self._is_ending = False

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def check(self, proofs: Sequence[Proof], callback: Callback) -> Denied | None:
        """Have ``proofs`` checked, and ``callback`` told; or the reason why not, at once. Never blocks."""
        if len(proofs) > MOST_PROOFS:
            return _TOO_MANY
        with self._door:
            if self._is_ending:
                return ENDING
            try:
                self._jobs.put_nowait((tuple(proofs), callback))
            except Full:
                return BUSY
        return None

    def stop(self) -> None:
        """End once the check that runs is done; what waits is denied."""
        with self._door:
            self._is_ending = True
        waiting = self._drained()
        self._jobs.put(None)
        self._thread.join()
        for _, callback in waiting:
            _tell(callback, ENDING)

    def _drained(self) -> list[tuple[tuple[Proof, ...], Callback]]:
        waiting: list[tuple[tuple[Proof, ...], Callback]] = []
        while True:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return waiting
            if job is not None:
                waiting.append(job)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            proofs, callback = job
            _tell(callback, self._known(proofs))

    def _known(self, proofs: tuple[Proof, ...]) -> Known:
        """Everybody who is recognised; the first who is not ends it, so that one request is one guess."""
        persons: list[Person] = []
        for proof in proofs:
            try:
                found = self._verifier.person(proof)
            except Exception:  # noqa: BLE001 - the thread's outermost loop
                _log.exception("a PIN could not be checked")
                return _FAILED
            if isinstance(found, Denied):
                return found
            persons.append(found)
        return tuple(persons)


def _tell(callback: Callback, known: Known) -> None:
    try:
        callback(known)
    except Exception:  # noqa: BLE001 - the thread's outermost loop
        _log.exception("the answer to a PIN was not taken")
