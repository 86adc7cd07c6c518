"""The files of one journal: it begins in the file of its name and continues in others beside it::

    journal.db  journal-000003105417.db  journal-000006420988.db …

Each bears the number of its first record, and holds after which record it begins. Only the newest is written to. None
is ever renamed, since a reader may have it open.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Final, Self

from engine.journal import layout, place
from engine.journal.chain import Flaw, Record
from engine.journal.errors import JournalBroken, JournalUnreadable, worded

PART: Final = ".part"
"""What a file's name ends with until it is whole."""
_BESIDE: Final = ("-wal", "-shm")
"""What SQLite keeps beside a file. The core's lock is no part of it: there is one for the whole journal."""

_OPENINGS: Final = "SELECT seq, payload, hash FROM record WHERE opens AND seq < ? ORDER BY seq DESC LIMIT ?"
_ABOVE_ALL: Final = (1 << 63) - 1
"""More than any number that a row can have."""


def name_for(path: Path, first: int) -> Path:
    """The file of the journal at ``path`` whose first record is ``first``."""
    return path if first == 1 else path.with_name(f"{path.stem}-{first:012d}{path.suffix}")


def names(path: Path) -> list[Path]:
    """The files that there are of the journal at ``path``, the oldest first."""
    found = {path: 1} if path.exists() else {}
    for each in path.parent.iterdir() if path.parent.is_dir() else ():
        if each != path and (first := _first(path, each.name)) is not None and each.is_file():
            found[each] = first
    return sorted(found, key=lambda each: found[each])


def newest(path: Path) -> Path:
    """The file of the journal at ``path`` that is written to; ``path`` itself where there is none yet."""
    return (names(path) or [path])[-1]


def beside(file: Path) -> list[Path]:
    """What there is of ``file`` and of what SQLite keeps beside it."""
    return [each for each in (file, *(file.with_name(file.name + end) for end in _BESIDE)) if each.exists()]


def begun(path: Path, head: Record) -> Path:
    """A new file of the journal at ``path``, which continues it after ``head``; whole and durable when this returns.

    For the writer alone, which appends to no older file from now on. Where this fails it may be called again.

    Raises:
        JournalError: it cannot be made.
    """
    _clear_unused(path)
    file = name_for(path, head.seq + 1)
    new = file.with_name(file.name + PART)
    clear(new)
    place.make_file(new)
    layout.writing(new, head).close()  # which copies the WAL back, durable, and leaves nothing beside
    with place.placed(file):
        new.rename(file)
        place.sync(file.parent)
    return file


def settled(path: Path) -> Path:
    """The file of the journal at ``path`` to go on writing to, what a crash left of a new one taken away.

    For the writer alone, which holds the journal's lock.

    Raises:
        JournalUnreadable: a restore was cut off.
        JournalBroken: the newest file does not continue the one before.
    """
    if staged(path).exists():
        raise JournalUnreadable(
            f"{path}: a restore was cut off, {staged(path).name} still lies beside it: "
            "end it with banca21 log restore FOLDER --replace"
        )
    for each in path.parent.iterdir() if path.parent.is_dir() else ():
        if each.name.endswith(PART) and _first(path, each.name.removesuffix(PART)) is not None:
            clear(each)
    _clear_unused(path)
    return newest(path)


def staged(path: Path) -> Path:
    """The folder from which a restore puts the journal at ``path`` in its place."""
    return path.with_name(path.name + ".restoring")


class FilesReader:
    """All files of one journal as one, to read from; also while the core runs. Files begun later are not seen."""

    def __init__(self, path: Path) -> None:
        """Of the journal at ``path``.

        Raises:
            JournalUnreadable: there is none.
        """
        self.path = path
        self.files = names(path)
        """The oldest first."""
        if not self.files:
            raise JournalUnreadable(
                f"{path}: no file there that this user may read, a journal was due: check with ls -l {path.parent}"
            )
        self._open: dict[Path, sqlite3.Connection] = {}

    @property
    def origin(self) -> Record:
        """The record after which the oldest file begins, without its payload.

        Raises:
            JournalError: as below.
        """
        return self._origin(self.files[0])

    @property
    def head(self) -> Record | None:
        """The last record; ``None`` where there is none.

        Raises:
            JournalError: a file cannot be read.
        """
        return next(filter(None, map(self.last_of, reversed(self.files))), None)

    def last_of(self, file: Path) -> Record | None:
        """The last record of one file.

        Raises:
            JournalError: it cannot be read.
        """
        with worded(file, 1):
            return layout.last(self.connection(file))

    def at(self, seq: int) -> Record | None:
        """The record ``seq``, if it is there.

        Raises:
            JournalError: as above.
        """
        for file in reversed(self._filled):
            if self.begins_before(file, seq):
                with worded(file, seq):
                    return layout.at(self.connection(file), seq)
        return None

    def after(self, seq: int, limit: int) -> list[Record]:
        """At most ``limit`` records after ``seq``, in order; none only where there is no further one.

        Raises:
            JournalError: as above.
        """
        filled = self._filled
        for file, following in zip_longest(filled, filled[1:]):
            if following is not None and self.begins_before(following, seq + 1):
                continue
            with worded(file, seq + 1):
                if records := layout.after(self.connection(file), seq, limit):
                    return records
        return []

    def records(self, since: int = 1, limit: int = 1000) -> Iterator[Record]:
        """The records from ``since`` on, in order, ``limit`` of them read at once; not checked.

        Raises:
            JournalError: as above.
        """
        seq = since - 1
        while records := self.after(seq, limit):
            yield from records
            seq = records[-1].seq

    def openings(self, limit: int, before: int | None = None) -> list[Record]:
        """The last ``limit`` records marked as openings, of those before ``before``; the newest first.

        Raises:
            JournalError: as above.
        """
        found: list[Record] = []
        for file in reversed(self.files):
            with worded(file, 1):
                rows = self.connection(file).execute(_OPENINGS, (before or _ABOVE_ALL, limit - len(found)))
                found += [Record(*row) for row in rows]
            if len(found) == limit:
                break
        return found

    def begins_before(self, file: Path, seq: int) -> bool:
        """The first record of ``file`` is ``seq`` or an earlier one.

        Raises:
            JournalError: it cannot be read.
        """
        return self._origin(file).seq < seq

    def connection(self, file: Path) -> sqlite3.Connection:
        """The one to ``file``, opened when it is first asked for.

        Raises:
            JournalError: it cannot be read.
        """
        if file not in self._open:
            self._open[file] = layout.reading(file)
        return self._open[file]

    def close(self) -> None:
        """End reading. Closing twice is harmless."""
        while self._open:
            self._open.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _origin(self, file: Path) -> Record:
        with worded(file, 1):
            return layout.origin(self.connection(file))

    @property
    def _filled(self) -> list[Path]:
        """The files with records: the newest may have none yet, or never get any."""
        return self.files if self.last_of(self.files[-1]) is not None else self.files[:-1]


def _first(path: Path, name: str) -> int | None:
    """The number of the first record in a file of this name; ``None`` where it is none of the journal at ``path``."""
    if name == path.name:
        return 1
    named = re.fullmatch(rf"{re.escape(path.stem)}-(\d{{12,18}}){re.escape(path.suffix)}", name)
    return int(named[1]) if named else None


def _clear_unused(path: Path) -> None:
    """Take away the newest file if it was begun and the older one went on all the same: nothing is in it."""
    found = names(path)
    if len(found) > 1 and not _continues(*found[-2:]):
        clear(found[-1])


def _continues(older: Path, newer: Path) -> bool:
    """``newer`` begins where ``older`` ends; ``False`` where it is empty and begins earlier.

    Raises:
        JournalBroken: neither.
    """
    with closing(layout.reading(older)) as before, closing(layout.reading(newer)) as after:
        with worded(newer, 1):
            origin, is_empty = layout.origin(after), layout.last(after) is None
        with worded(older, 1):
            last, there = layout.last(before), layout.at(before, origin.seq)
            last = last or layout.origin(before)
    if (origin.seq, origin.hash) == (last.seq, last.hash):
        return True
    if is_empty and there is not None and there.hash == origin.hash:
        return False
    raise JournalBroken(newer, misjoined(origin, last))


def misjoined(origin: Record, last: Record) -> Flaw:
    """A file begins after ``origin``, and the one before it ends with ``last``, which is another record."""
    return Flaw(
        last.seq + 1,
        f"a file that continues record {last.seq}, hash {last.hash.hex()}",
        f"one that continues record {origin.seq}, hash {origin.hash.hex()}",
    )


def clear(file: Path) -> None:
    """Take away a file that holds no record, or no other than are elsewhere; if there is one.

    Raises:
        JournalUnwritable: it cannot be removed.
    """
    with place.placed(file):
        for each in beside(file):
            each.unlink()
