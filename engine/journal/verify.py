"""Is the journal whole? Walks it from the first record to the last, reading only, also while the core runs."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from engine.journal import layout
from engine.journal.chain import GENESIS, Flaw, Record
from engine.journal.errors import JournalBroken
from engine.journal.walk import walk


@dataclass(frozen=True, slots=True)
class Intact:
    """Every record is there and as it was written, up to ``head``.

    Compare ``head`` with the last one that was kept elsewhere: only that shows a journal cut short.
    """

    count: int
    """Records."""
    head: bytes
    """The hash of the last record, 32 bytes; of no record at all, ``GENESIS``."""


Verdict: TypeAlias = Intact | Flaw
"""What a walk finds: all is well, or the first record that is not."""


def verify(path: Path) -> Verdict:
    """What a walk through the whole journal at ``path`` finds, as of the moment it begins.

    Raises:
        JournalUnreadable, JournalForeign, JournalBusy, JournalUnwritable: it cannot be walked.
    """
    path = Path(path).absolute()
    try:
        connection = layout.reading(path)
    except JournalBroken as error:
        return error.flaw
    with closing(connection):
        return _walked(path, connection)


def _walked(path: Path, connection: sqlite3.Connection) -> Verdict:
    connection.execute("BEGIN")  # what is appended meanwhile is left for the next walk
    head: Record | None = None
    try:
        for record in walk(path, connection, None):
            head = record
        layout.require_sound(path, connection, head.seq + 1 if head else 1)
    except JournalBroken as error:
        return error.flaw
    return Intact(head.seq, head.hash) if head else Intact(0, GENESIS)
