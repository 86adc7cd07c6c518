"""The one writer of the journal: a record is on the disk, and in the chain, when ``append`` returns.

Each append is one INSERT, which in SQLite is a transaction of its own: one frame in the WAL, one sync. What costs
more, copying the WAL back into the journal, is left to ``rest``, which the owner calls when nothing waits.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Self

from engine.journal import files, layout, lock, place
from engine.journal.chain import Flaw, Record, flaw, following
from engine.journal.errors import JournalBroken, JournalError, JournalUnwritable, worded
from engine.journal.seal import Sealed
from engine.journal.walk import walk

_REST_AFTER: Final = 256
"""Appends between two checkpoints: the WAL stays near 1 MiB and is overwritten in place, which syncs faster."""

_INSERT: Final = "INSERT INTO record (seq, opens, payload, hash) VALUES (?, ?, ?, ?)"
_SEAL: Final = f"INSERT INTO {layout.SECRET} (seq, nonce, text) VALUES (?, ?, ?)"
_UNSEAL: Final = f"DELETE FROM {layout.SECRET} WHERE seq = ?"


class Journal:
    """The open journal. One owner at a time, in whichever thread."""

    def __init__(self, path: Path, lock_held: int) -> None:
        """For ``open`` alone: ``lock_held`` is the descriptor of the lock file."""
        self.path = path
        self._lock = lock_held
        self._file = files.settled(path)
        place.make_file(self._file)
        self._connection = layout.writing(self._file)
        self._origin = layout.origin(self._connection)
        self._inode = place.inode(self._file)
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

    def append(
        self, payload: bytes, *, opens: bool = False, sealed: Sealed | None = None, opened: Iterable[int] = ()
    ) -> Record:
        """The record of ``payload``, durable. ``opens`` marks it as one from which a replay may begin.

        ``sealed`` is what a commitment in it stands for, kept in the same transaction where nobody else can read it;
        ``opened`` are the records of which the payload tells it, so that it is no secret any more.

        After an error the outcome is unknown until the next call; ``head`` then tells whether the record is in.

        Raises:
            JournalFull, JournalUnwritable, JournalBusy: not acknowledged; may be tried again.
            JournalBroken: another program wrote into the journal.
        """
        record = following(self.head or self._origin, payload)
        self._require_in_place()
        self._doubtful = record
        row = (record.seq, opens, payload, record.hash)
        with worded(self._file, record.seq):
            if sealed is None and not opened:
                self._connection.execute(_INSERT, row)
            else:
                self._together(row, sealed, opened)
        self._head, self._doubtful = record, None
        self._unrested += 1
        return record

    def _together(self, row: tuple[int, bool, bytes, bytes], sealed: Sealed | None, opened: Iterable[int]) -> None:
        """The record and its secrets in one transaction."""
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        try:
            run(_INSERT, row)
            if sealed is not None:
                run(_SEAL, (row[0], sealed.nonce, sealed.text.encode("ascii")))
            self._connection.executemany(_UNSEAL, [(seq,) for seq in opened])
            run("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                run("ROLLBACK")
            raise

    def secrets(self) -> dict[int, Sealed]:
        """What is still sealed, by its record.

        Raises:
            JournalError: it cannot be read.
        """
        with worded(self._file, 1):
            return layout.secrets(self._connection)

    def records(self, since: int = 1) -> Iterator[Record]:
        """The records from ``since`` on in order, each checked against the one before; also those appended meanwhile.

        Those of files that were removed are passed over.

        Raises:
            JournalBroken: at the first record that does not fit.
        """
        previous: Record | None = None
        if since <= self._origin.seq:
            yield from self._older(since)
        elif since > self._origin.seq + 1:
            with worded(self._file, since):
                previous = layout.at(self._connection, since - 1)
            if previous is None:
                if self._ends_before(since):
                    return
                raise JournalBroken(self._file, Flaw(since - 1, f"record {since - 1}", "none"))
        yield from walk(self._file, self._connection, previous)

    def _older(self, since: int) -> Iterator[Record]:
        """The records from ``since`` on of the files before the one that is written to."""
        with files.FilesReader(self.path) as reader:
            previous = reader.at(since - 1) or reader.origin
            for record in reader.records(max(since, previous.seq + 1)):
                if record.seq > self._origin.seq:
                    break
                if bad := flaw(record, previous):
                    raise JournalBroken(self.path, bad)
                yield record
                previous = record
        if previous.seq == self._origin.seq and previous.hash != self._origin.hash:
            due, found = self._origin.hash.hex(), previous.hash.hex()
            raise JournalBroken(self._file, Flaw(previous.seq, f"hash {due}", f"hash {found}"))

    def openings(self, limit: int) -> list[Record]:
        """The last ``limit`` records appended with ``opens``, the newest first.

        The mark spares reading and is no part of the chain: what the record says is in its payload.
        """
        with worded(self._file, 1):
            found = layout.openings(self._connection, limit)
        if len(found) == limit or not self._origin.seq:
            return found
        with files.FilesReader(self.path) as reader:
            return found + reader.openings(limit - len(found), before=self._origin.seq + 1)

    def begin_file(self) -> None:
        """Go on in a further file, so that the one so far can grow old.

        Raises:
            JournalError: it could not be begun, and all goes on in the one so far.
        """
        if self.head is None:
            return
        file = files.begun(self.path, self.head)
        connection = layout.writing(file)
        self._connection.close()
        self._file, self._connection, self._inode = file, connection, place.inode(file)
        self._origin, self._head, self._unrested = self.head, None, 0

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
        with worded(self._file, 1):
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
        with worded(self._file, 1):
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
        last = self.openings(1)
        for record in self.records(last[0].seq if last else 1):
            self._head = record

    def _settle(self, doubtful: Record) -> None:
        with worded(self._file, doubtful.seq):
            found = layout.last(self._connection)
        if found not in (self._head, doubtful):
            raise JournalBroken(self.path, Flaw(doubtful.seq, "the end of the journal", "the work of another program"))
        self._head, self._doubtful = found, None

    def _ends_before(self, seq: int) -> bool:
        with worded(self._file, seq):
            return not layout.after(self._connection, seq - 1, 1)

    def _require_in_place(self) -> None:
        if place.inode(self._file) != self._inode:
            raise JournalUnwritable(
                f"{self.path}: the journal was taken from its place while it was open, a record would be lost with it: "
                "put it back with its -wal and -shm, or stop the core and start it on another path"
            )
