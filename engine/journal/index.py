"""The index beside the journal, kept up to date while the table plays: who looks for a coup need not read the journal.

The table's thread only gathers in memory; the thread ``index`` writes, one transaction at a coup's end and one for each
thing that people look for before. Whatever is the matter with the index, the table goes on: it is a state that can be
asked for, and is tried again.
"""

import sqlite3
import threading
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

from engine.answers import Answer
from engine.events import AnyEvent
from engine.journal import index_file, place
from engine.journal.index_file import reached
from engine.journal.index_notes import Batch, Early, Gathering, Noted
from engine.journal.index_writing import forget, write, write_early
from engine.ports import Taken

RETRY_S: Final = 10.0
"""How long what failed rests before it is tried again, in seconds."""
KEPT: Final = 1000
"""Batches that wait in memory while the index cannot be written: more than a shift's coups."""
CLOSING_S: Final = 2.0
"""How long closing waits for what is being written, in seconds."""


@dataclass(frozen=True, slots=True)
class _Forget:
    """The journal does not hold what is before this record any more."""

    before: int


_Work: TypeAlias = Batch | Early | _Forget | None


class Indexer:
    """The index at ``path``, made anew where it is missing, damaged or of another version."""

    def __init__(self, path: Path) -> None:
        self.trouble = ""
        """What is the matter and what to do; empty while all is well. Any thread may read it."""
        self.upto = 0
        """The record that the index has reached. Any thread may read it."""
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._inode: int | None = None
        self._work: SimpleQueue[_Work] = SimpleQueue()
        self._waiting: deque[Batch] = deque(maxlen=KEPT)
        self._gathering = Gathering()
        self._open()
        self._thread = threading.Thread(target=self._keep, name="index", daemon=True)
        self._thread.start()

    def take(self, record_seq: int, at: str, event: AnyEvent, answer: Answer, coup: int) -> None:
        """Take note of a record that the table has taken; ``coup`` is the number of the open or coming one after it.

        Records come in order and without gaps, from the core's start on beginning with one from which a replay may
        begin. Those that the index has reached already are passed over. Never blocks.
        """
        work = self._gathering.take(Noted.of(record_seq, at, event, answer, coup))
        if work is not None:
            self._work.put(work)

    def taken(self, taken: Taken) -> None:
        """The same, for a session that it follows."""
        self.take(taken.record.seq, taken.at, taken.event, taken.answer, taken.coups + 1)

    def stop(self) -> None:
        """The core ends."""
        self.close()

    def forget(self, before: int) -> None:
        """Coups that begin before the record ``before`` go from the index, as they went from the journal."""
        self._work.put(_Forget(before))

    def close(self) -> None:
        """End the thread once it has written what is ready; closing twice is harmless."""
        self._work.put(None)
        self._thread.join(CLOSING_S)

    # In the thread

    def _keep(self) -> None:
        goes_on = True
        while goes_on:
            try:
                goes_on = self._do_next()
            except Exception as error:  # noqa: BLE001 - the thread's outermost loop
                self._waiting.clear()  # what cannot be written does not stop what comes after the gap is filled
                self._failed(error)
        if self._connection is not None:
            self._connection.close()

    def _do_next(self) -> bool:
        try:
            work = self._work.get(timeout=RETRY_S if self._waiting else None)
        except Empty:
            self._write()
            return True
        match work:
            case Batch():
                self._waiting.append(work)
                self._write()
            case Early() | _Forget():
                self._try(work)
        return work is not None

    def _try(self, work: Early | _Forget) -> None:
        """What a later batch, or the next start, does again is tried once."""
        if self._connection is None:
            return
        try:
            if isinstance(work, Early):
                write_early(self._connection, work)
            else:
                forget(self._connection, work.before)
        except sqlite3.Error as error:
            self._failed(error)

    def _write(self) -> None:
        self._look_in_place()
        if self._connection is None:
            self._open()
        if self._connection is None:
            return
        try:
            self.upto = write(self._connection, list(self._waiting))
        except sqlite3.Error as error:
            self._failed(error)
            return
        while self._waiting and self._waiting[0].upto <= self.upto:
            self._waiting.popleft()
        self.trouble = self._behind() if self._waiting else ""

    def _look_in_place(self) -> None:
        """A file that was taken from its place, to be made anew, is let go."""
        if self._connection is not None and place.inode(self._path) != self._inode:
            self._connection.close()
            self._connection = None

    def _behind(self) -> str:
        return (
            f"{self._path}: the index reaches record {self.upto} and the table has gone on from record "
            f"{self._waiting[0].after + 1}: fill the gap with banca21 log list, which may be done while the table plays"
        )

    def _open(self) -> None:
        try:
            self._connection = index_file.writing(self._path)
            self._inode = place.inode(self._path)
            self.upto = reached(self._connection).upto
        except (sqlite3.Error, OSError) as error:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        self.trouble = (
            f"{self._path}: the index cannot be written ({error}): the journal is not touched by it; look at "
            f"df -h {self._path.parent} and ls -l {self._path}*"
        )
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if isinstance(error, sqlite3.Error) and index_file.is_damage(error):
            index_file.remove(self._path)
