"""Reading the chain in order, each record checked against the one before it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.journal import layout
from engine.journal.chain import Record, flaw
from engine.journal.errors import JournalBroken, worded

_BATCH: Final = 1000
"""Records read at once, so that no read stays open across an append or a checkpoint."""

_BELOW_ALL: Final = -(1 << 63)
"""Less than any number that a row can have: nothing may stand before record 1."""


def walk(path: Path, connection: sqlite3.Connection, previous: Record | None) -> Iterator[Record]:
    """The records after ``previous`` (``None``: all) in order; also those appended meanwhile.

    Raises:
        JournalBroken: at the first record that does not fit or cannot be read.
        JournalError: the file cannot be read at all.
    """
    while batch := _batch(path, connection, previous):
        for record in batch:
            if bad := flaw(record, previous):
                raise JournalBroken(path, bad)
            yield record
            previous = record


def _batch(path: Path, connection: sqlite3.Connection, previous: Record | None) -> list[Record]:
    after, due = (previous.seq, previous.seq + 1) if previous else (_BELOW_ALL, 1)
    try:
        with worded(path, due):
            return layout.after(connection, after, _BATCH)
    except JournalBroken:  # somewhere in the batch: go one by one up to the very record
        with worded(path, due):
            return layout.after(connection, after, 1)
