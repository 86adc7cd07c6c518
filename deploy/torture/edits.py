"""What somebody does to a journal on purpose who may write its file: each edit in several places."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from deploy.torture.core import keep_table
from deploy.torture.cuts import commits
from deploy.torture.damage import Subject, copied, counted, judged
from deploy.torture.script import scripted
from deploy.torture.tally import Detection
from engine.journal import layout
from engine.journal.chain import following
from engine.journal.store import Journal

Edit: TypeAlias = Callable[[Path, Subject, Random], None]
"""Does it to a copy of the journal."""

GUARDS: Final = ("no_update", "no_delete", "no_gap")
PAGE: Final = 4096


def _run(journal: Path, *statements: str) -> None:
    """As another program would, the guards taken away."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        for name in GUARDS:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        for statement in statements:
            connection.execute(statement)


def _sql(*statements: str) -> Edit:
    """Statements on a record ``{seq}``, a later one, ``{other}``, a secret's, ``{secret}``, and the ``{last}``."""

    def edit(journal: Path, subject: Subject, chance: Random) -> None:
        last = subject.known.seq
        seq = chance.randrange(2, last - 1)
        places = {
            "seq": seq,
            "other": chance.randrange(seq + 1, last),
            "secret": chance.choice(subject.content["sealed"])[0],
            "last": last,
            "bytes": chance.randbytes(32).hex(),
        }
        _run(journal, *(statement.format(**places) for statement in statements))

    return edit


def _rewritten(journal: Path, subject: Subject, chance: Random) -> None:
    """One record changed, and every hash after it made anew."""
    seq = chance.randrange(1, subject.known.seq + 1)
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        for name in GUARDS:
            connection.execute(f"DROP TRIGGER {name}")
        before = layout.at(connection, seq - 1) or layout.origin(connection)
        connection.execute("BEGIN")
        for record in layout.after(connection, seq - 1, subject.known.seq):
            payload = record.payload
            if record.seq == seq:
                payload = payload.replace(b'"at":"2026', b'"at":"2025')
            before = following(before, payload)
            row = (before.payload, before.hash, before.seq)
            connection.execute("UPDATE record SET payload = ?, hash = ? WHERE seq = ?", row)
        connection.execute("COMMIT")


def _continued(journal: Path, subject: Subject, _chance: Random) -> None:
    """An older copy, to which other records were appended, as many as had been."""
    _older(journal, subject, _chance)
    with Journal.open(journal) as opened:
        while opened.head is None or opened.head.seq < subject.known.seq + 3:
            opened.append(b'{"type":"note","text":"nothing happened","at":"2026-01-31T12:00:00.000Z"}')


def _older(journal: Path, subject: Subject, _chance: Random) -> None:
    shutil.copyfile(subject.older, journal)


def _cut_short(journal: Path, _subject: Subject, chance: Random) -> None:
    os.truncate(journal, chance.randrange(layout.size(journal)))


def _cut_by_pages(journal: Path, _subject: Subject, chance: Random) -> None:
    os.truncate(journal, PAGE * chance.randrange(layout.size(journal) // PAGE))


def _removed(journal: Path, _subject: Subject, _chance: Random) -> None:
    journal.unlink()


def _another(journal: Path, _subject: Subject, chance: Random) -> None:
    """Another table's journal in its place."""
    journal.unlink()
    other = scripted(2, chance.randrange(1 << 30))
    keep_table(journal, [each for coup in other for each in coup], lambda _ident: None, chance=chance)


def _page_of_older(journal: Path, subject: Subject, chance: Random) -> None:
    """A page as it was some records ago."""
    older, now = subject.older.read_bytes(), bytearray(journal.read_bytes())
    pages = [at for at in range(0, len(older), PAGE) if older[at : at + PAGE] != now[at : at + PAGE]]
    at = chance.choice(pages)
    now[at : at + PAGE] = older[at : at + PAGE]
    journal.write_bytes(now)


def _wal_removed(journal: Path, subject: Subject, _chance: Random) -> None:
    """The files as they were while the core ran, but for the WAL."""
    shutil.copyfile(subject.live, journal)


def _wal_cut(journal: Path, subject: Subject, chance: Random) -> None:
    copied(subject.live, journal.parent)
    wal = layout.wal(journal)
    os.truncate(wal, chance.randrange(commits(wal.read_bytes())[-1]))


_SWAP: Final = (
    "UPDATE record SET seq = -{seq} WHERE seq = {seq}",
    "UPDATE record SET seq = {seq} WHERE seq = {other}",
    "UPDATE record SET seq = {other} WHERE seq = -{seq}",
)
_INSERT: Final = "INSERT INTO record SELECT {}, opens, payload, hash FROM record WHERE seq = {{seq}}"

EDITS: Final[Mapping[str, Mapping[str, Edit]]] = {
    "a column of record edited": {
        "seq": _sql("UPDATE record SET seq = {last} + 7 WHERE seq = {seq}"),
        "seq, below one": _sql("UPDATE record SET seq = -{seq} WHERE seq = {seq}"),
        "opens": _sql("UPDATE record SET opens = 1 - opens WHERE seq = {seq}"),
        "opens, of all": _sql("UPDATE record SET opens = 0"),
        "payload": _sql("UPDATE record SET payload = x'{bytes}' WHERE seq = {seq}"),
        "payload, a byte more": _sql("UPDATE record SET payload = CAST(payload || ' ' AS BLOB) WHERE seq = {seq}"),
        "payload, of the last": _sql("UPDATE record SET payload = x'{bytes}' WHERE seq = {last}"),
        "hash": _sql("UPDATE record SET hash = x'{bytes}' WHERE seq = {seq}"),
        "hash, of the last": _sql("UPDATE record SET hash = x'{bytes}' WHERE seq = {last}"),
    },
    "a column of sealed edited": {
        "seq": _sql("UPDATE sealed SET seq = {last} + 7 WHERE seq = {secret}"),
        "nonce": _sql("UPDATE sealed SET nonce = x'{bytes}' WHERE seq = {secret}"),
        "text": _sql("UPDATE sealed SET text = CAST('AS' || substr(CAST(text AS TEXT), 3) AS BLOB)"),
        "text, no ASCII": _sql("UPDATE sealed SET text = CAST(x'D4' || substr(text, 2) AS BLOB) WHERE seq = {secret}"),
        "two exchanged": _sql(
            "UPDATE sealed SET seq = -seq",
            "UPDATE sealed SET seq = (SELECT min(-seq) + max(-seq) FROM sealed) + seq",
        ),
        "one more": _sql("INSERT INTO sealed VALUES (1, x'{bytes}', zeroblob(64))"),
        "one deleted": _sql("DELETE FROM sealed WHERE seq = {secret}"),
    },
    "a column of origin edited": {
        "seq": _sql("UPDATE origin SET seq = {seq}"),
        "hash": _sql("UPDATE origin SET hash = x'{bytes}'"),
        "deleted": _sql("DELETE FROM origin"),
        "one more": _sql("INSERT INTO origin VALUES (0, x'{bytes}')"),
    },
    "records deleted": {
        "one": _sql("DELETE FROM record WHERE seq = {seq}"),
        "the first": _sql("DELETE FROM record WHERE seq = 1"),
        "the last": _sql("DELETE FROM record WHERE seq = {last}"),
        "all after one": _sql("DELETE FROM record WHERE seq > {seq}"),
        "all before one, its origin made to fit": _sql(
            "UPDATE origin SET seq = {seq}, hash = (SELECT hash FROM record WHERE seq = {seq})",
            "DELETE FROM record WHERE seq <= {seq}",
        ),
        "all after one, and their secrets": _sql(
            "DELETE FROM record WHERE seq > {seq}", "DELETE FROM sealed WHERE seq > {seq}"
        ),
        "all": _sql("DELETE FROM record", "DELETE FROM sealed"),
    },
    "records swapped or inserted": {
        "swapped": _sql(*_SWAP),
        "swapped, but for their hashes": _sql(
            "CREATE TEMP TABLE two AS SELECT seq, payload FROM record WHERE seq IN ({seq}, {other})",
            "UPDATE record SET payload = (SELECT payload FROM two WHERE seq = {seq} + {other} - record.seq) "
            "WHERE seq IN ({seq}, {other})",
        ),
        "at the end": _sql(_INSERT.format("{last} + 1")),
        "far behind the end": _sql(_INSERT.format("{last} + 300")),
        "before the first": _sql(_INSERT.format("0")),
        "in the midst": _sql(
            "UPDATE record SET seq = -seq - 1 WHERE seq >= {other}",
            "UPDATE record SET seq = -seq WHERE seq < 0",
            _INSERT.format("{other}"),
        ),
    },
    "the chain rewritten": {"from one record on": _rewritten, "an older copy continued": _continued},
    "files cut short, rolled back or replaced": {
        "cut anywhere": _cut_short,
        "cut between pages": _cut_by_pages,
        "emptied": lambda journal, _subject, _chance: os.truncate(journal, 0),
        "removed": _removed,
        "an older copy": _older,
        "a page of an older copy": _page_of_older,
        "another table's": _another,
        "the WAL removed": _wal_removed,
        "the WAL cut": _wal_cut,
    },
    "the layout edited": {
        "application_id": _sql("PRAGMA application_id = 1"),
        "user_version": _sql("PRAGMA user_version = 1"),
        "the guards taken away": _sql(),
        "the index of openings": _sql("DROP INDEX opening"),
        "a table removed": _sql("DROP TABLE sealed"),
    },
}
"""By what is damaged, and by how."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One edit, for the so manieth time."""

    kind: str
    name: str
    number: int


def drawn(times: int) -> list[Attempt]:
    """Each edit so many times."""
    return [Attempt(kind, name, number) for kind, edits in EDITS.items() for name in edits for number in range(times)]


def edited(subject: Subject, attempt: Attempt) -> Detection:
    """How one edit comes to light."""
    chance = Random(f"{subject.seed}/{attempt}")
    with TemporaryDirectory(dir=subject.whole.parents[1]) as folder:
        journal = copied(subject.whole, Path(folder))
        EDITS[attempt.kind][attempt.name](journal, subject, chance)
        how, text = judged(journal, subject)
    return counted(attempt.kind, how, f"{attempt.name}: {text}")
