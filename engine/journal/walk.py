"""Reading the chain in order, each record checked against the one before it."""

import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from engine.journal import layout
from engine.journal.chain import Record, flaw
from engine.journal.errors import JournalBroken, worded

Row: TypeAlias = tuple[int, bytes, bytes]
"""A record as SQLite gives it: seq, payload, hash. A walk through millions has no time to make more of it."""

_BATCH: Final = 1000
"""Records read at once, so that no read stays open across an append or a checkpoint."""

_BELOW_ALL: Final = -(1 << 63)
"""Less than any number that a row can have: nothing may stand before the first record."""

_READ: Final = "SELECT seq, payload, hash FROM record WHERE seq > ? ORDER BY seq LIMIT ?"


def walk(path: Path, connection: sqlite3.Connection, previous: Record | None) -> Iterator[Record]:
    """The records after ``previous`` (``None``: all of the file) in order; also those appended meanwhile.

    Raises:
        JournalBroken: at the first record that does not fit or cannot be read.
        JournalError: the file cannot be read at all.
    """
    for rows in walk_rows(path, connection, previous):
        for row in rows:
            yield Record(*row)


def walk_rows(path: Path, connection: sqlite3.Connection, previous: Record | None) -> Iterator[list[Row]]:
    """The same, as rows, many at once; those before a flaw come before it is raised."""
    after = previous.seq if previous is not None else _BELOW_ALL
    if previous is None:
        with worded(path, 1):
            previous = layout.origin(connection)
    while rows := _batch(path, connection, after, previous.seq + 1):
        sound = _sound(rows, previous)
        if sound:
            yield rows[:sound]
            previous = Record(*rows[sound - 1])
        for row in rows[sound:]:
            record = Record(*row)
            if bad := flaw(record, previous):
                raise JournalBroken(path, bad)
            yield [row]
            previous = record
        after = previous.seq


def _sound(rows: list[Row], previous: Record) -> int:
    """How many of ``rows``, from the first on, continue the chain after ``previous``: ``chain.flaw``, made quick."""
    due, tip = previous.seq + 1, previous.hash
    if not isinstance(tip, bytes):
        return 0
    for sound, (seq, payload, stored) in enumerate(rows):
        if seq != due or type(payload) is not bytes:
            return sound
        tip = sha256(tip + seq.to_bytes(8, "big") + payload).digest()
        if tip != stored:
            return sound
        due += 1
    return len(rows)


def _batch(path: Path, connection: sqlite3.Connection, after: int, due: int) -> list[Row]:
    try:
        with worded(path, due):
            return connection.execute(_READ, (after, _BATCH)).fetchall()
    except JournalBroken:  # somewhere in the batch: go one by one up to the very record
        with worded(path, due):
            return connection.execute(_READ, (after, 1)).fetchall()
