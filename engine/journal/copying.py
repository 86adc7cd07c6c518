"""Records from one journal's files into another file, checked as they leave and as they arrive."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from engine.journal import files, layout, place
from engine.journal.chain import Record
from engine.journal.errors import JournalUnwritable, worded
from engine.journal.files import FilesReader
from engine.journal.verify import Intact, verify
from engine.journal.walk import walk_rows

_OPENINGS: Final = "SELECT seq FROM record WHERE opens AND seq > ?"
_WRITE: Final = "INSERT INTO record (seq, opens, payload, hash) VALUES (?, ?, ?, ?)"


def copy(
    reader: FilesReader, after: Record, last: int, to: Path, told: Callable[[int], None] = lambda _records: None
) -> Record:
    """A file at ``to`` with the records after ``after`` up to ``last``; whole, proved and durable on return.

    Not one byte of what is sealed comes with them. Returns the last record, without its payload; ``told`` hears now
    and then how many records more were copied.

    Raises:
        JournalBroken: a record that is read does not continue the chain.
        JournalUnwritable: what arrived is not what was sent.
        JournalError: one of the files cannot be used.
    """
    part = to.with_name(to.name + files.PART)
    files.clear(part)
    place.make_file(part)
    end = after
    with closing(layout.writing(part, after)) as connection:
        connection.execute("PRAGMA synchronous = 0")  # nothing counts before all of it is there
        for rows in _rows(reader, after, last):
            with worded(part, rows[0][0]):
                connection.execute("BEGIN")
                connection.executemany(_WRITE, rows)
                connection.execute("COMMIT")
            end = Record(rows[-1][0], b"", rows[-1][3])
            told(len(rows))
        with worded(part, end.seq + 1):
            connection.execute("PRAGMA journal_mode = delete").fetchall()  # who reads it leaves nothing beside it
    _make_durable(part)
    found = verify(part, since=after.seq + 1)
    if found != Intact(end.seq - after.seq, end.hash):
        raise JournalUnwritable(
            f"{part}: {end.seq - after.seq} records up to hash {end.hash.hex()} were written, and {found} was read "
            "again: the medium is bad; put in another"
        )
    with place.placed(to):
        part.rename(to)
        place.sync(to.parent)
    return end


def _rows(reader: FilesReader, after: Record, last: int) -> Iterator[list[tuple[int, bool, bytes, bytes]]]:
    """Number, whether it is an opening, payload and hash."""
    for file in reader.files:
        connection = reader.connection(file)
        with worded(file, after.seq + 1):
            opens = {seq for (seq,) in connection.execute(_OPENINGS, (after.seq,))}
        for rows in walk_rows(file, connection, after):
            wanted = [(seq, seq in opens, payload, stored) for seq, payload, stored in rows if seq <= last]
            if not wanted:
                return
            yield wanted
            after = Record(*rows[-1])


def _make_durable(file: Path) -> None:
    with place.placed(file), file.open("rb") as written:
        os.fsync(written.fileno())
        os.posix_fadvise(written.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # so that it is read again from the medium
