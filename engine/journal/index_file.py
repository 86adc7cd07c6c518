"""The index's file: what is in it, and how it is opened to write and to read.

It holds nothing that the journal does not, and of that only what the table's answers told everybody: no card. So it may
be lost: one that is missing, damaged or of another version is begun anew and filled from the journal.
"""

import os
import sqlite3
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

APPLICATION_ID: Final = 0x6232_3169
"""``b21i``: what SQLite's header knows the index by."""
VERSION: Final = 3
"""Of the tables, and of what is filled into them and when, in ``user_version``."""

_WAIT_S: Final = 2.0
"""How long one writer waits for the other: the core, or who fills the index from the journal."""

_TABLES: Final = (
    # a coup is known by its first record: numbers begin anew when a table is opened with other rules
    "CREATE TABLE coup (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, number INTEGER NOT NULL, "
    "shoe INTEGER NOT NULL, began_at TEXT NOT NULL, ended_at TEXT NOT NULL, dealer TEXT, cancelled INTEGER NOT NULL, "
    "last_of_shoe INTEGER NOT NULL, bank INTEGER NOT NULL, told INTEGER NOT NULL) STRICT",
    "CREATE INDEX coup_by_number ON coup (number, first)",
    "CREATE INDEX coup_by_shoe ON coup (shoe, first)",
    "CREATE INDEX coup_by_dealer ON coup (dealer, first)",
    "CREATE TABLE result (coup INTEGER NOT NULL, place INTEGER NOT NULL, box INTEGER NOT NULL, hand INTEGER NOT NULL, "
    "player TEXT NOT NULL, kind TEXT NOT NULL, wager INTEGER NOT NULL, outcome TEXT NOT NULL, net INTEGER NOT NULL, "
    "article TEXT NOT NULL, PRIMARY KEY (coup, place)) STRICT, WITHOUT ROWID",
    "CREATE INDEX result_by_box ON result (box, coup)",
    "CREATE INDEX result_by_outcome ON result (outcome, coup)",
    "CREATE INDEX result_by_both ON result (box, outcome, coup)",
    # what it speaks of is JSON; an alert stands until it is acknowledged, unless it is routine
    "CREATE TABLE alert (record INTEGER NOT NULL, place INTEGER NOT NULL, at TEXT NOT NULL, code TEXT NOT NULL, "
    "text TEXT NOT NULL, article TEXT NOT NULL, speaks_of TEXT NOT NULL, coup INTEGER NOT NULL, dealer TEXT, "
    "stands INTEGER NOT NULL, acknowledged_by TEXT, acknowledged_at TEXT, PRIMARY KEY (record, place)) "
    "STRICT, WITHOUT ROWID",
    "CREATE INDEX alert_by_code ON alert (code, coup)",
    "CREATE INDEX alert_by_coup ON alert (coup, code, dealer)",
    "CREATE INDEX alert_standing ON alert (stands, record, place) WHERE stands = 1",
    # what was put right, by which code, and who dealt then
    "CREATE TABLE correction (record INTEGER PRIMARY KEY, at TEXT NOT NULL, code TEXT NOT NULL, coup INTEGER NOT NULL, "
    "dealer TEXT) STRICT",
    "CREATE INDEX correction_by_coup ON correction (coup, code, dealer)",
    "CREATE TABLE shoe (number INTEGER PRIMARY KEY, record INTEGER NOT NULL, at TEXT NOT NULL, version TEXT NOT NULL, "
    "settings TEXT NOT NULL) STRICT",
    # the first coup of each stretch in which the clock did not go back: within one, times are in order
    "CREATE TABLE stretch (first INTEGER PRIMARY KEY) STRICT",
    "CREATE TABLE reached (upto INTEGER NOT NULL, at TEXT NOT NULL, opened INTEGER NOT NULL, coup INTEGER NOT NULL, "
    "first INTEGER NOT NULL, shoe INTEGER NOT NULL, dealer TEXT, version TEXT NOT NULL, settings TEXT NOT NULL) STRICT",
    "INSERT INTO reached VALUES (0, '', 0, 0, 1, 0, NULL, '', '')",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {VERSION}",
)


@dataclass(frozen=True, slots=True)
class Reached:
    """How far the index has come, and what it must know to go on."""

    upto: int
    at: str
    """When that record was written."""
    opened: int
    """The record that opened the table: coups are numbered from there."""
    coup: int
    """The number of the coming coup."""
    first: int
    """Its first record."""
    shoe: int
    """How many shoes have begun."""
    dealer: str | None
    version: str
    settings: str


REACHED: Final = tuple(field.name for field in fields(Reached))
"""The columns in which it is kept."""


def reached(connection: sqlite3.Connection) -> Reached:
    """How far the index has come.

    Raises:
        sqlite3.Error: it cannot be read.
    """
    return Reached(*connection.execute(f"SELECT {', '.join(REACHED)} FROM reached").fetchone())


class NoIndexError(Exception):
    """There is no index at the path that can be read: it must be filled from the journal first."""


def beside(journal: Path) -> Path:
    """Where the index of the journal at ``journal`` lies.

    >>> beside(Path("/var/lib/banca21/journal.db")).name
    'index.db'
    """
    return journal.with_name("index.db")


def writing(path: Path) -> sqlite3.Connection:
    """A connection to the index at ``path``, made anew where it is missing, damaged or of another version.

    Raises:
        sqlite3.Error, OSError: it cannot be written.
    """
    connection = _sound(path)
    if connection is None:
        remove(path)
        path.touch(mode=0o600)  # SQLite gives its -wal and -shm the same, also the owner
        if os.geteuid() == 0:  # who owns the folder goes on with it
            os.chown(path, path.parent.stat().st_uid, path.parent.stat().st_gid)
        connection = _connected(path, "rw")
        try:
            _set(connection)
            _lay_out(connection)
        except sqlite3.Error:
            connection.close()
            raise
    return connection


def remove(path: Path) -> None:
    """Let the index at ``path`` be made anew.

    Raises:
        OSError: its folder cannot be written.
    """
    for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        file.unlink(missing_ok=True)


def reading(path: Path) -> sqlite3.Connection:
    """A connection that can only read the index at ``path``, also while the core runs.

    Raises:
        NoIndexError: there is none that can be read.
    """
    for how in ("ro", "ro&immutable=1"):  # where nothing may be written beside it, and no WAL is left to be read
        try:
            connection = _connected(path, how)
        except sqlite3.Error as error:
            raise NoIndexError(f"{path}: {error}") from error
        try:
            if _is_ours(connection):
                return connection
            seen = "it is of another version"
        except sqlite3.Error as error:
            seen = str(error)
        connection.close()
        if path.with_name(path.name + "-wal").exists():
            break
    raise NoIndexError(f"{path}: {seen}")


def _sound(path: Path) -> sqlite3.Connection | None:
    """A connection to the index that is there; ``None`` where it must be made anew."""
    if not path.is_file():
        return None
    connection = _connected(path, "rw")
    try:
        if _is_ours(connection):
            _set(connection)
            return connection
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            connection.close()
            raise
    connection.close()
    return None


def is_damage(error: sqlite3.Error) -> bool:
    """The file is no database of ours any more: it must be made anew."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_ERROR,  # a table of it is missing
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
    )


def _is_ours(connection: sqlite3.Connection) -> bool:
    found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    return found == [APPLICATION_ID, VERSION] and connection.execute("SELECT count(*) FROM reached").fetchone() == (1,)


def _connected(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={how}",
        uri=True,
        isolation_level=None,
        timeout=_WAIT_S,
        check_same_thread=False,
    )


def _set(connection: sqlite3.Connection) -> None:
    """As fast as may be: what a power failure takes is filled in again from the journal."""
    for pragma in ("journal_mode = wal", "synchronous = normal", "cell_size_check = 1", "trusted_schema = 0"):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _lay_out(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for sql in _TABLES:
        connection.execute(sql)
    connection.execute("COMMIT")
