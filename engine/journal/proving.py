"""Signatures are proved by a process of their own while the records are walked.

A day has some 2,500 of 0.13 ms each, as long as the walk itself; Python would not let a thread do it beside.
"""

import multiprocessing
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Self

from engine.journal.checkpoint import Checkpoint, Checkpoints
from engine.journal.errors import JournalError


class Proving:
    """The checkpoints at once, and the proof of their signatures when it is asked for."""

    def __init__(self, checkpoints: Checkpoints) -> None:
        self._checkpoints = checkpoints

    def __enter__(self) -> Self:
        here = multiprocessing.get_context("fork")  # the key cannot be sent to a process
        self._outcome, told = here.Pipe(duplex=False)
        self._process = here.Process(target=_prove, args=(self._checkpoints, told), daemon=True)
        self._process.start()
        told.close()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.join()
        self._outcome.close()

    def __iter__(self) -> Iterator[Checkpoint]:
        """All of them in the order they were written, not proved yet.

        Raises:
            CheckpointFalse: a line that is no checkpoint.
            JournalUnreadable: they cannot be read.
        """
        return self._checkpoints.unproved()

    def require(self) -> None:
        """Wait for the proof.

        Raises:
            CheckpointFalse: a line that the key did not sign.
            JournalUnreadable: they cannot be read.
        """
        try:
            found = self._outcome.recv()
        except EOFError:  # the process was killed: so it is done here
            found = _proved(self._checkpoints)
        if found is not None:
            raise found


def _prove(checkpoints: Checkpoints, told: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    told.send(_proved(checkpoints))


def _proved(checkpoints: Checkpoints) -> JournalError | None:
    try:
        for _ in checkpoints:
            pass
    except JournalError as error:
        return error
    return None
