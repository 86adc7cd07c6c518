"""Checkpoints that were kept elsewhere, compared with the records that they speak of."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.journal import layout
from engine.journal.chain import Flaw
from engine.journal.checkpoint import Checkpoint
from engine.journal.errors import JournalBroken, JournalShort
from engine.journal.files import FilesReader, names
from engine.journal.walk import Row


def require(path: Path, checkpoints: Iterable[Checkpoint]) -> None:
    """Stop where the journal at ``path`` is not the one that ``checkpoints`` were written of: cut short, or another.

    Raises:
        JournalShort: it ends before one of them.
        JournalBroken: a record has another hash than a checkpoint says.
        JournalError: it cannot be read.
    """
    known = sorted(checkpoints, key=lambda each: each.seq)
    if not known:
        return
    if not any(layout.size(file) for file in names(path)):
        raise _short(path, 0, known[-1])
    with FilesReader(path) as reader:
        last = (reader.head or reader.origin).seq
        if known[-1].seq > last:
            raise _short(path, last, known[-1])
        for each in known:
            if bad := contradicted(each, reader):
                raise JournalBroken(path, bad)


def contradicted(known: Checkpoint, reader: FilesReader) -> Flaw | None:
    """What is wrong with the record that ``known`` speaks of; nothing can be said of one that is kept no more."""
    found = reader.at(known.seq)
    if found is None and known.seq < reader.origin.seq:
        return None
    return _judged(known, (found or reader.origin).hash if found or known.seq == reader.origin.seq else None)


class Known:
    """Checkpoints, in the order they were written, beside a walk through the records."""

    def __init__(self, checkpoints: Iterable[Checkpoint], reader: FilesReader) -> None:
        self.count = 0
        """Those that were compared."""
        self.covers: Checkpoint | None = None
        """The one of them that covers most."""
        self._rest = iter(checkpoints)
        self._next = next(self._rest, None)
        self._reader = reader

    def take(self, rows: Sequence[Row]) -> Flaw | None:
        """What the checkpoints have against the next rows of the walk.

        Raises:
            CheckpointFalse: one that the key did not sign.
        """
        first, last = rows[0][0], rows[-1][0]
        while (known := self._next) is not None and known.seq <= last:
            here = known.seq >= first
            bad = _judged(known, rows[known.seq - first][2]) if here else contradicted(known, self._reader)
            if bad is not None:
                return bad
            self.count += 1
            if self.covers is None or known.seq >= self.covers.seq:
                self.covers = known
            self._next = next(self._rest, None)
        return None

    def beyond(self, last: int) -> Checkpoint | Flaw | None:
        """After the walk, which ended at record ``last``: the checkpoint that goes furthest beyond it, or a flaw.

        Raises:
            CheckpointFalse: as above.
        """
        furthest: Checkpoint | None = None
        while (known := self._next) is not None:
            if known.seq > last:
                furthest = known if furthest is None or known.seq > furthest.seq else furthest
            elif bad := contradicted(known, self._reader):
                return bad
            else:
                self.count += 1
            self._next = next(self._rest, None)
        return furthest


def _judged(known: Checkpoint, found: bytes | None) -> Flaw | None:
    if found == known.head:
        return None
    due = f"hash {known.head.hex()}, by the checkpoint of {known.at} ({known.why})"
    return Flaw(known.seq, due, f"hash {found.hex()}" if isinstance(found, bytes) else "none")


def _short(path: Path, seq: int, known: Checkpoint) -> JournalShort:
    return JournalShort(
        f"{path}: ends at record {seq}, and a checkpoint of {known.at} says that it had {known.seq}: records are "
        "missing. Deal no further from it: keep its files as they are, call the supervisor, and restore the newest "
        "backup with banca21 log restore FOLDER"
    )
