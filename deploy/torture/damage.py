"""A journal to be damaged, and how damage of it comes to light."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from deploy.torture.core import TABLE, keep_table, shown
from deploy.torture.script import scripted
from deploy.torture.tally import Detection
from engine.journal import layout
from engine.journal.chain import Flaw
from engine.journal.checkpoint import Checkpoint, Why
from engine.journal.errors import JournalError
from engine.journal.known import require
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify
from engine.memory import Memory
from engine.ports import Taken

OLDER: Final = 3
"""Coups in the older copy."""
FURTHER: Final = 14
"""What comes in after them; the coup is open then, and some of its cards are secret."""
TABLES: Final = {
    "record": "SELECT seq, payload, hash FROM record ORDER BY seq",  # its mark spares reading, and proves nothing
    "sealed": "SELECT seq, nonce, text FROM sealed ORDER BY seq",
    "origin": "SELECT seq, hash FROM origin ORDER BY rowid",
}
"""What must be the same byte for byte."""

Content: TypeAlias = dict[str, list[tuple[Any, ...]]]
"""Every row of each table."""


class How(Enum):
    """How damage came to light; the value is the field of a tally that counts it."""

    CHAIN = "chain"
    COMMITMENTS = "commitments"
    SQLITE = "sqlite"
    REFUSED = "refused"
    CHECKPOINT = "checkpoint"
    HARMLESS = "harmless"
    UNDETECTED = "undetected"


@dataclass(frozen=True, slots=True)
class Subject:
    """One journal in three states, and all that is known of it."""

    seed: int
    whole: Path
    """Closed: all of it is in its own file."""
    live: Path
    """As it was while the core ran: its newest records are in the WAL alone."""
    older: Path
    """As it was some records ago."""
    known: Checkpoint
    """Of its last record, kept elsewhere."""
    content: Content
    shown: tuple[str, ...]
    """The table, as a core sees it that opens the journal."""


class _Copying:
    """Copies the journal's files as they are when the core ends, before it closes them."""

    def __init__(self, journal: Path, folder: Path) -> None:
        self._journal = journal
        self._folder = folder

    def taken(self, taken: Taken) -> None:
        """A record more."""

    def stop(self) -> None:
        """The core ends."""
        copied(self._journal, self._folder)


def copied(journal: Path, folder: Path) -> Path:
    """A copy of the journal and its WAL in ``folder``."""
    folder.mkdir(exist_ok=True)
    for file in (journal, layout.wal(journal)):
        if file.exists():
            shutil.copyfile(file, folder / file.name)
    return folder / journal.name


def subject(folder: Path, seed: int) -> Subject:
    """Play a few coups in ``folder``."""
    script = scripted(OLDER + 1, seed)
    whole = folder / "whole" / "journal.db"
    chance = Random(seed)
    keep_table(whole, [each for coup in script[:OLDER] for each in coup], _unheard, chance=chance)
    older = copied(whole, folder / "older")
    copying = _Copying(whole, folder / "live")
    keep_table(whole, script[OLDER][:FURTHER], _unheard, chance=chance, followers=[copying])
    with Journal.open(whole) as journal:
        head = journal.head
        memory = Memory(journal, chance.randbytes)
        memory.recall()
    if head is None:
        raise LookupError(f"{whole}: nothing was written: see why the script does not play")
    known = Checkpoint(TABLE, head.seq, head.hash, "2026-01-31T12:00:00.000Z", Why.STOP)
    return Subject(seed, whole, folder / "live" / whole.name, older, known, content(whole), shown(memory))


def _unheard(_ident: str) -> None:
    pass


def content(journal: Path) -> Content:
    """What is in the file.

    Raises:
        sqlite3.Error: it cannot be read.
    """
    with closing(sqlite3.connect(journal)) as connection:
        connection.text_factory = bytes
        return {name: connection.execute(sql).fetchall() for name, sql in TABLES.items()}


def judged(journal: Path, of: Subject) -> tuple[How, str]:
    """How it comes to light that ``journal`` is not ``of`` any more, and in which words."""
    try:
        found = verify(journal)
        if isinstance(found, Flaw):
            return _how(found), str(found)
        if isinstance(verify(journal, [of.known]), Intact):
            return _harm(journal, of)
    except JournalError as error:
        return How.REFUSED, str(error)
    except Exception as error:  # noqa: BLE001 - whatever it is, a verdict was due
        return How.UNDETECTED, f"verify gave no verdict: {type(error).__name__}: {error}"
    try:
        require(journal, [of.known])
    except JournalError as error:
        return How.CHECKPOINT, str(error)
    return How.UNDETECTED, "verify finds it by the checkpoint, and a core that starts does not"


def _how(found: Flaw) -> How:
    if found.expected == "a sound file":
        return How.SQLITE
    about = found.expected + found.found
    return How.COMMITMENTS if any(word in about for word in ("commitment", "opening", "secret")) else How.CHAIN


def _harm(journal: Path, of: Subject) -> tuple[How, str]:
    """``verify`` found nothing: it must be that there is nothing."""
    try:
        is_content = content(journal) == of.content
        with Journal.open(journal) as opened:
            memory = Memory(opened, Random(0).randbytes)
            memory.recall()
            is_same = memory.is_open and shown(memory) == of.shown
        if memory.lost:
            return How.COMMITMENTS, "a core that starts tells that secrets are lost"
        if not is_content:
            return How.UNDETECTED, "verify finds it intact, and a row is another"
    except (sqlite3.Error, JournalError) as error:
        return How.UNDETECTED, f"verify finds it intact, and it cannot be opened: {error}"
    return (How.HARMLESS, "") if is_same else (How.UNDETECTED, "verify finds it intact, and a core has another table")


def counted(kind: str, how: How, text: str) -> Detection:
    """One attempt as a row; ``text`` is kept where nothing was detected."""
    counts = {each.value: int(each is how) for each in How}
    return Detection(kind, 1, **counts, examples=(text,) if how is How.UNDETECTED else ())
