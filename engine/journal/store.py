"""The one writer of the journal: a record is on the disk, and in the chain, when ``append`` returns.

Each append is one INSERT, which in SQLite is a transaction of its own: one frame in the WAL, one sync. What costs
more, copying the WAL back into the journal, is left to ``rest``, which the owner calls when nothing waits.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from engine.journal import layout, lock, place
from engine.journal.chain import Flaw, Record, following
from engine.journal.errors import JournalBroken, JournalError, JournalUnwritable, worded
from engine.journal.walk import walk

_REST_AFTER: Final = 256
"""Appends between two checkpoints: the WAL stays near 1 MiB and is overwritten in place, which syncs faster."""

_INSERT: Final = "INSERT INTO record (seq, opens, payload, hash) VALUES (?, ?, ?, ?)"


class Journal:
    """The open journal. One owner at a time, in whichever thread."""

    def __init__(self, path: Path, lock_held: int) -> None:
        """For ``open`` alone: ``lock_held`` is the descriptor of the lock file."""
        self.path = path
        self._lock = lock_held
        self._connection = layout.writing(path)
        self._inode = place.inode(path)
        self._head: Record | None = None
        self._doubtful: Record | None = None
        self._unrested = 0

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal at ``path``, made if it is missing, its chain checked from the last opening to the head.

        Raises:
            JournalError: whichever leaf fits; nothing is left open.
        """
        path = Path(path).absolute()
        place.make_folder(path)
        with place.placed(path):
            held = lock.take(path)
        try:
            place.make_file(path)
            journal = cls(path, held)
        except JournalError:
            os.close(held)
            raise
        try:
            journal._find_head()
        except JournalError:
            journal.close()
            raise
        return journal

    def append(self, payload: bytes, *, opens: bool = False) -> Record:
        """The record of ``payload``, durable. ``opens`` marks it as one from which a replay may begin.

        After an error the outcome is unknown until the next call; ``head`` then tells whether the record is in.

        Raises:
            JournalFull, JournalUnwritable, JournalBusy: not acknowledged; may be tried again.
            JournalBroken: another program wrote into the journal.
        """
        record = following(self.head, payload)
        self._require_in_place()
        self._doubtful = record
        with worded(self.path, record.seq):
            self._connection.execute(_INSERT, (record.seq, opens, payload, record.hash))
        self._head, self._doubtful = record, None
        self._unrested += 1
        return record

    def records(self, since: int = 1) -> Iterator[Record]:
        """The records from ``since`` on in order, each checked against the one before; also those appended meanwhile.

        Raises:
            JournalBroken: at the first record that does not fit.
        """
        with worded(self.path, since):
            previous = layout.at(self._connection, since - 1)
        if previous is None and since > 1:
            if self._ends_before(since):
                return
            raise JournalBroken(self.path, Flaw(since - 1, f"record {since - 1}", "none"))
        yield from walk(self.path, self._connection, previous)

    def last_opening(self) -> int | None:
        """The greatest ``seq`` appended with ``opens``.

        The mark spares reading and is no part of the chain: what the record says is in its payload.
        """
        with worded(self.path, 1):
            return layout.last_opening(self._connection)

    @property
    def head(self) -> Record | None:
        """The last record; after a failed append read anew, so that it tells what became of it.

        Raises:
            JournalError: it cannot be read, or another program wrote after it.
        """
        if self._doubtful is not None:
            self._settle(self._doubtful)
        return self._head

    @property
    def pragmas(self) -> dict[str, str | int]:
        """The settings of the open file, read back from SQLite."""
        with worded(self.path, 1):
            return layout.read_back(self._connection)

    def rest(self) -> None:
        """Copy the WAL back into the journal if enough has gathered; to be called when nothing waits to be appended.

        A reader in the middle of its walk is not waited for: what it holds back is copied the next time.

        Raises:
            JournalFull, JournalUnwritable: the copy failed; every record is still safe in the WAL.
        """
        if self._unrested < _REST_AFTER:
            return
        self._unrested = 0
        with worded(self.path, 1):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        """End writing and let another core in. Closing twice is harmless."""
        self._connection.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _find_head(self) -> None:
        for record in self.records(self.last_opening() or 1):
            self._head = record

    def _settle(self, doubtful: Record) -> None:
        with worded(self.path, doubtful.seq):
            found = layout.last(self._connection)
        if found not in (self._head, doubtful):
            raise JournalBroken(self.path, Flaw(doubtful.seq, "the end of the journal", "the work of another program"))
        self._head, self._doubtful = found, None

    def _ends_before(self, seq: int) -> bool:
        with worded(self.path, seq):
            return not layout.after(self._connection, seq - 1, 1)

    def _require_in_place(self) -> None:
        if place.inode(self.path) != self._inode:
            raise JournalUnwritable(
                f"{self.path}: the journal was taken from its place while it was open, a record would be lost with it: "
                "put it back with its -wal and -shm, or stop the core and start it on another path"
            )
