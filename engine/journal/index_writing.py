"""What is written into the index, whole or not at all: batches, what does not wait for its own, what is forgotten."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from engine.journal.index_file import REACHED, reached
from engine.journal.index_notes import Batch, Early
from engine.journal.index_rows import Writing


def write(connection: sqlite3.Connection, batches: list[Batch]) -> int:
    """Write those of ``batches`` that follow on what is written, in one transaction; gives the record reached.

    Raises:
        sqlite3.Error: nothing of it is written.
    """
    with _together(connection):
        state = reached(connection)
        for batch in batches:
            if batch.after == state.upto:
                state = Writing(connection, state).written(batch)
        columns = ", ".join(f"{name} = ?" for name in REACHED)
        connection.execute(f"UPDATE reached SET {columns}", [getattr(state, name) for name in REACHED])
    return state.upto


def write_early(connection: sqlite3.Connection, early: Early) -> None:
    """Write what people look for before its coup is over: the batch that holds it may end much later, and writes the
    same again. Nothing is written where the index has not come so far, or further.

    Raises:
        sqlite3.Error: nothing of it is written.
    """
    with _together(connection):
        state = reached(connection)
        if state.upto == early.after:
            Writing(connection, state).write_early(early)


def begin_after(connection: sqlite3.Connection, upto: int) -> None:
    """Let an index that is empty begin after the record ``upto``: the journal holds nothing before.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    connection.execute("UPDATE reached SET upto = ?, first = ? WHERE upto = 0", (upto, upto + 1))


def forget(connection: sqlite3.Connection, before: int) -> None:
    """Remove the coups and shoes that begin before record ``before``: the journal does not hold them any more.

    Raises:
        sqlite3.Error: nothing of it is removed.
    """
    with _together(connection):
        for sql in (
            "DELETE FROM result WHERE coup < ?",
            "DELETE FROM alert WHERE coup < ?",
            "DELETE FROM correction WHERE coup < ?",
            "DELETE FROM coup WHERE first < ?",
            # the shoe that was open then is still spoken of
            "DELETE FROM shoe WHERE record < (SELECT coalesce(max(record), 0) FROM shoe WHERE record <= ?)",
            "DELETE FROM stretch WHERE first < (SELECT coalesce(max(first), 0) FROM stretch WHERE first <= ?)",
        ):
            connection.execute(sql, (before,))


@contextmanager
def _together(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
