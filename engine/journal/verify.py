"""Is the journal whole? Walks it from the first record to the last, reading only, also while the core runs.

Four proofs: each record continues the chain, also from file to file; SQLite finds its files sound; each opening is of
the commitment that it names; and every checkpoint that was kept elsewhere has the hash of its record.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from engine.journal import layout
from engine.journal.chain import Flaw, Record
from engine.journal.checkpoint import Checkpoint
from engine.journal.commitments import Commitments
from engine.journal.errors import JournalBroken, worded
from engine.journal.files import FilesReader, misjoined
from engine.journal.known import Known
from engine.journal.retention import farewell_in
from engine.journal.times import Times
from engine.journal.walk import Row, walk_rows

_FAREWELL: Final = b"are removed: kept long enough"


@dataclass(frozen=True, slots=True)
class Details:
    """What else a walk saw."""

    first: int
    """The first record that was checked."""
    last: int
    """The last."""
    committed: int
    """Commitments."""
    opened: int
    """Commitments that were opened."""
    unopened: int
    """Commitments that are not opened."""
    unknown: int
    """Openings of commitments in records that are kept no more."""
    checkpoints: int
    """Those that were compared with their records."""
    covered: Checkpoint | None
    """The one of them that covers most."""
    times: Times


@dataclass(frozen=True, slots=True)
class Intact:
    """Every record is there and as it was written, up to ``head``.

    Without checkpoints a journal cut short is intact too: compare ``head`` with the last one that was kept elsewhere.
    """

    count: int
    """Records that were checked."""
    head: bytes
    """The hash of the last record, 32 bytes; of no record at all, ``GENESIS``."""
    details: Details | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Short:
    """What there is holds, and it ends before a checkpoint that is known."""

    seq: int
    """The last record that is there."""
    known: Checkpoint
    """The one that covers most."""
    covered: Checkpoint | None = field(default=None, compare=False)
    """The one that covers most of what is there."""


Verdict: TypeAlias = Intact | Short | Flaw
"""What a walk finds: all is well, records are missing at the end, or the first record that is not as it was."""


def verify(
    path: Path,
    checkpoints: Iterable[Checkpoint] = (),
    *,
    since: int | None = None,
    told: Callable[[int], None] = lambda _records: None,
) -> Verdict:
    """What a walk through the journal at ``path`` finds, as of the moment it begins.

    ``checkpoints`` are those of an earlier moment. With ``since`` it begins at that record, and takes the hash before
    it as given. ``told`` hears now and then how many records more were walked.

    Raises:
        JournalUnreadable, JournalForeign, JournalBusy, JournalUnwritable: it cannot be walked.
        CheckpointFalse: from ``checkpoints``.
    """
    path = Path(path).absolute()
    try:
        with FilesReader(path) as reader:
            return _Walk(reader, checkpoints, told).verdict(since)
    except JournalBroken as error:
        return error.flaw


class _Walk:
    """One walk through all files of a journal."""

    def __init__(self, reader: FilesReader, checkpoints: Iterable[Checkpoint], told: Callable[[int], None]) -> None:
        self._reader = reader
        self._told = told
        self._known = Known(checkpoints, reader)
        self._times = Times()
        self._farewell: Record | None = None
        """What is before the first file, as long as no note has said that it was removed."""

    def verdict(self, since: int | None) -> Verdict:
        """From the record ``since`` on."""
        self._hold_still()
        origin = self._reader.origin
        start = origin if since is None or since <= origin.seq + 1 else self._reader.at(since - 1)
        if start is None:
            return Flaw(since or 1, f"record {since}", f"the end, at record {(self._reader.head or origin).seq}")
        self._farewell = origin if since is None and origin.seq > 0 else None
        self._commitments = Commitments(start.seq + 1, self._reader.at)
        last = start
        for file in self._reader.files:
            found = self._file(file, start, last)
            if isinstance(found, Flaw):
                return found
            last = found
        return self._end(start, last)

    def _hold_still(self) -> None:
        """What is appended from now on is left for the next walk."""
        newest = self._reader.files[-1]
        connection = self._reader.connection(newest)
        with worded(newest, 1):
            connection.execute("BEGIN")
            layout.last(connection)  # SQLite's moment is the first reading's

    def _file(self, file: Path, start: Record, last: Record) -> Record | Flaw:
        """The last record after a walk through ``file``, or what is wrong in it."""
        connection = self._reader.connection(file)
        with worded(file, last.seq + 1):
            origin, end = layout.origin(connection), layout.last(connection)
        if end is not None and end.seq <= start.seq and file != self._reader.files[-1]:
            return last  # all of it is before the first record to be checked
        if origin.seq >= start.seq and not self._joins(origin, last, is_empty=end is None):
            return misjoined(origin, last)
        if end is not None:
            for rows in walk_rows(file, connection, start if origin.seq < start.seq else None):
                if bad := self._rows(rows):
                    return bad
                last = Record(*rows[-1])
        layout.require_sound(file, connection, last.seq + 1)
        connection.set_authorizer(None)  # what is sealed is compared with what was committed to, and not told
        with worded(file, last.seq + 1):
            bad = self._commitments.check(layout.secrets(connection))
        return bad or last

    def _joins(self, origin: Record, last: Record, *, is_empty: bool) -> bool:
        """A file that begins after ``origin`` continues what ends with ``last``."""
        if (origin.seq, origin.hash) == (last.seq, last.hash):
            return True
        before = self._reader.at(origin.seq) if is_empty else None  # begun, and left again before anything was written
        return before is not None and before.hash == origin.hash

    def _rows(self, rows: list[Row]) -> Flaw | None:
        self._times.take(rows)
        if self._farewell is not None and any(_FAREWELL in payload and self._says(payload) for _, payload, _ in rows):
            self._farewell = None
        self._told(len(rows))
        return self._commitments.take(rows) or self._known.take(rows)

    def _says(self, payload: bytes) -> bool:
        """The record is the note that the records before the first file were removed."""
        try:
            note = msgspec.json.decode(payload, type=_Note)
        except msgspec.DecodeError:
            return False
        return note.type == "note" and note.by is None and farewell_in(note.text) == self._farewell

    def _end(self, start: Record, last: Record) -> Verdict:
        if self._farewell is not None:
            due = "record 1, or a note of the log that says up to which the records were removed"
            return Flaw(1, due, f"record {start.seq + 1}, and no such note")
        match self._known.beyond(last.seq):
            case Flaw() as bad:
                return bad
            case Checkpoint() as known:
                return Short(last.seq, known, self._known.covers)
        made = self._commitments
        details = Details(
            first=start.seq + 1,
            last=last.seq,
            committed=made.committed,
            opened=made.opened,
            unopened=made.unopened,
            unknown=made.unknown,
            checkpoints=self._known.count,
            covered=self._known.covers,
            times=self._times,
        )
        return Intact(last.seq - start.seq, last.hash, details)


class _Note(msgspec.Struct):
    type: str = ""
    text: str = ""
    by: str | None = None
