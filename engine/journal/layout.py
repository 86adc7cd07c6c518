"""What a journal is on disk: the SQLite file's schema and settings, and how it is opened to write and to read."""

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from engine.journal.chain import BEGINNING, Flaw, Record
from engine.journal.errors import (
    JournalBroken,
    JournalError,
    JournalForeign,
    JournalUnreadable,
    JournalUnsafe,
    JournalUnwritable,
    worded,
)
from engine.journal.seal import Sealed

APPLICATION_ID: Final = 0x6232_316A
"""``b21j``: what ``file`` and SQLite's header know the journal by."""
VERSION: Final = 2
"""Of the schema, in ``user_version``."""

PRAGMAS: Final[dict[str, str | int]] = {
    "journal_mode": "wal",
    "synchronous": 3,  # EXTRA: as dear as FULL in WAL, and safe should somebody leave WAL
    "locking_mode": "normal",  # readers must get in; the one writer is kept by a lock file
    "wal_autocheckpoint": 1024,  # the backstop of a core that never rests: the WAL stays near 4 MiB
    "cell_size_check": 1,
    "trusted_schema": 0,
    "recursive_triggers": 1,  # so that REPLACE meets the guard against deletion
}
"""What the writer sets and must read back, as SQLite reads it."""

_WAIT_S: Final = 2.0
"""How long opening waits for a reader that is just recovering the WAL after a crash. No reader makes an append wait."""

_ROOM: Final = 5 << 18
"""Bytes of the WAL that are made ready: what gathers between two checkpoints, and a little more."""

_TABLE: Final = (
    "CREATE TABLE record (seq INTEGER PRIMARY KEY CHECK (seq > 0), opens INTEGER NOT NULL CHECK (opens IN (0, 1)), "
    "payload BLOB NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT",
    "CREATE INDEX opening ON record (seq) WHERE opens",
    "CREATE TABLE sealed (seq INTEGER PRIMARY KEY, nonce BLOB NOT NULL CHECK (length(nonce) = 32), "
    "text BLOB NOT NULL) STRICT",
    "CREATE TABLE origin (seq INTEGER NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {VERSION}",
)

SECRET: Final = "sealed"
"""The table of what nobody may read but the core: random bytes and text of each commitment that is not opened yet."""

_GUARDS: Final = (
    "CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON record "
    "BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END",
    "CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON record "
    "BEGIN SELECT RAISE(ABORT, 'a journal is never cut'); END",
    "CREATE TRIGGER IF NOT EXISTS no_gap BEFORE INSERT ON record "
    "WHEN NEW.seq <> (SELECT coalesce(max(seq), (SELECT seq FROM origin)) + 1 FROM record) "
    "BEGIN SELECT RAISE(ABORT, 'a record follows the last one'); END",
)
"""They stop our own slips, not an attacker: him the chain shows."""

_LAID: Final = frozenset(sql for sql in _TABLE if sql.startswith("CREATE"))
_GUARDED: Final = frozenset(sql.replace("IF NOT EXISTS ", "") for sql in _GUARDS)
"""As SQLite keeps the words of the layout."""


def writing(path: Path, origin: Record = BEGINNING) -> sqlite3.Connection:
    """A connection to the journal at ``path``, laid out and safe to append to. The file must exist, empty if new; then
    it begins behind the record ``origin``.

    Raises:
        JournalError: no journal of ours, not writable, or a setting did not take.
    """
    connection = _connected(path, "mode=rw")
    try:
        with worded(path, 1):
            fresh = _is_fresh(connection, path)
            _set(connection)
            _lay_out(connection, origin if fresh else None)
            _make_room(connection, path)
        _require(path, read_back(connection))
    except JournalError:
        connection.close()
        raise
    return connection


def reading(path: Path) -> sqlite3.Connection:
    """A connection that can only read the journal at ``path``, also while the core runs and from a read-only medium.

    Only the writer ever checkpoints: a second one would meet the WAL-reset bug of SQLite before 3.51.3
    (sqlite.org/wal.html, 11).

    Raises:
        JournalUnreadable: nothing there that can be read.
        JournalForeign: no journal of ours.
    """
    if not os.access(path, os.R_OK) or not path.is_file():
        raise JournalUnreadable(
            f"{path}: no file there that this user may read, a journal was due: check with ls -l {path.parent}"
        )
    try:
        return _recognised(path, "mode=ro")
    except JournalUnwritable as error:
        if size(wal(path)):
            raise JournalUnreadable(
                f"{path}: its last records lie in {wal(path).name}, and SQLite may not write beside it to read them: "
                f"copy both files to a folder of yours with cp {path}* FOLDER, and read the copy"
            ) from error
    return _recognised(path, "mode=ro&immutable=1")  # nothing can be written here, and no WAL is left to be read


def read_back(connection: sqlite3.Connection) -> dict[str, str | int]:
    """The settings as the connection has them, by name."""
    names = (*PRAGMAS, "application_id", "user_version")
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}


def origin(connection: sqlite3.Connection) -> Record:
    """The record after which the file begins, without its payload; before the first of all it is ``BEGINNING``."""
    rows = connection.execute("SELECT seq, hash FROM origin LIMIT 2").fetchall()
    if len(rows) != 1:
        raise sqlite3.DatabaseError(f"{len(rows)} rows in origin, one was due")
    return Record(rows[0][0], b"", rows[0][1])


def last(connection: sqlite3.Connection) -> Record | None:
    """The record of the greatest ``seq``."""
    row = connection.execute("SELECT seq, payload, hash FROM record ORDER BY seq DESC LIMIT 1").fetchone()
    return Record(*row) if row else None


def at(connection: sqlite3.Connection, seq: int) -> Record | None:
    """The record ``seq``."""
    row = connection.execute("SELECT seq, payload, hash FROM record WHERE seq = ?", (seq,)).fetchone()
    return Record(*row) if row else None


def after(connection: sqlite3.Connection, seq: int, limit: int) -> list[Record]:
    """At most ``limit`` records after ``seq``, in order."""
    rows = connection.execute("SELECT seq, payload, hash FROM record WHERE seq > ? ORDER BY seq LIMIT ?", (seq, limit))
    return [Record(*row) for row in rows]


def openings(connection: sqlite3.Connection, limit: int) -> list[Record]:
    """The last ``limit`` records that are marked as openings, the newest first."""
    rows = connection.execute("SELECT seq, payload, hash FROM record WHERE opens ORDER BY seq DESC LIMIT ?", (limit,))
    return [Record(*row) for row in rows]


def secrets(connection: sqlite3.Connection) -> dict[int, Sealed]:
    """What is still sealed, by its record; for a connection that writes."""
    rows = connection.execute(f"SELECT seq, nonce, text FROM {SECRET} ORDER BY seq")
    return {seq: Sealed(nonce, bytes(text).decode("latin-1")) for seq, nonce, text in rows}


def require_sound(path: Path, connection: sqlite3.Connection, seq: int) -> None:
    """Stop where SQLite finds its file unsound. It sees few damaged records, but a tail that fell off the tree it does.

    Raises:
        JournalBroken: at ``seq``, the first that may be missing.
    """
    with worded(path, seq):
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        laid = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}
    if found != "ok":
        raise JournalBroken(path, Flaw(seq, "a sound file", found))
    strange = (_LAID - laid) or (laid - _LAID - _GUARDED)
    if (
        strange
    ):  # SQLite takes no notice of it in a file that it only reads; a guard that is gone stands again at opening
        raise JournalBroken(path, Flaw(seq, "a sound file", f"a layout with, or without, {min(strange)[:80]!r}"))


def wal(path: Path) -> Path:
    """Where SQLite keeps the records that are not yet in the journal's own file."""
    return path.with_name(path.name + "-wal")


def size(path: Path) -> int:
    """Of the file in bytes; nought where there is none."""
    return path.stat().st_size if path.exists() else 0


def _connected(path: Path, how: str) -> sqlite3.Connection:
    with worded(path, 1):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{how}",
            uri=True,
            isolation_level=None,
            timeout=_WAIT_S,
            check_same_thread=False,
        )
    connection.text_factory = _text
    return connection


def _denied(action: int, name: str | None, *_: object) -> int:
    """Who only reads a journal reads no secret: SQLite itself refuses the table (sqlite.org/c3ref/set_authorizer)."""
    is_secret = action == sqlite3.SQLITE_READ and name == SECRET
    return sqlite3.SQLITE_DENY if is_secret else sqlite3.SQLITE_OK


def _text(stored: bytes) -> str:
    return stored.decode(errors="replace")  # a damaged BLOB can turn up as TEXT: it must be read to be found out


def _recognised(path: Path, how: str) -> sqlite3.Connection:
    connection = _connected(path, how)
    try:
        with worded(path, 1):
            if _is_fresh(connection, path):
                raise JournalForeign(f"{path}: an empty file, a journal was due: check the path")
            connection.set_authorizer(_denied)
    except JournalError:
        connection.close()
        raise
    return connection


def _is_fresh(connection: sqlite3.Connection, path: Path) -> bool:
    found, version, tables = (
        connection.execute(sql).fetchone()[0]
        for sql in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema")
    )
    if (found, version, tables) == (0, 0, 0):
        return True
    if found != APPLICATION_ID:
        raise JournalForeign(
            f"{path}: a database of another program (application_id {found:#x}, {APPLICATION_ID:#x} was due): "
            "give the path of a journal, or of no file to begin one"
        )
    if version != VERSION:
        raise JournalForeign(
            f"{path}: a journal of version {version}, this core keeps version {VERSION}: "
            "start the core that wrote it, or give a new path"
        )
    return False


def _set(connection: sqlite3.Connection) -> None:
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}").fetchall()


def _lay_out(connection: sqlite3.Connection, origin: Record | None) -> None:
    connection.execute("BEGIN IMMEDIATE")  # even if all stands: it proves that the file can be written
    for sql in (*(_TABLE if origin is not None else ()), *_GUARDS):
        connection.execute(sql)
    if origin is not None:
        connection.execute("INSERT INTO origin VALUES (?, ?)", (origin.seq, origin.hash))
    connection.execute("COMMIT")


def _make_room(connection: sqlite3.Connection, path: Path) -> None:
    """Let the WAL have its full length at once: an append that lengthens the file costs half as much again to sync.

    What is written for it is rolled back, so to SQLite it is the waste behind the last commit. A disk that is nearly
    full has better use for its room.
    """
    if size(wal(path)) >= _ROOM or shutil.disk_usage(path.parent).free < 16 * _ROOM:
        return
    kept = connection.execute("PRAGMA cache_size").fetchone()[0]
    connection.execute("PRAGMA cache_size = 16")  # so that it does not stay in memory
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE room (waste BLOB)")
    connection.execute("INSERT INTO room VALUES (zeroblob(?))", (_ROOM,))
    connection.execute("ROLLBACK")
    connection.execute(f"PRAGMA cache_size = {kept}")
    with wal(path).open("r+b") as lengthened:
        os.fsync(lengthened.fileno())


def _require(path: Path, found: dict[str, str | int]) -> None:
    for name, due in PRAGMAS.items():
        if found[name] != due:
            raise JournalUnsafe(
                f"{path}: PRAGMA {name} reads {found[name]}, {due} was set: records would not be safe here; keep the "
                f"journal on a local disk (ext4, not a network folder) with SQLite 3.37 or later "
                f"(this is {sqlite3.sqlite_version})"
            )
