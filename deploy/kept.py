"""What the core keeps of a table: the journal, which a checkpoint elsewhere must agree with, its witness, its index."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from deploy.settings import Settings
from engine.events import Note, Opened, TableClosed
from engine.journal import keys
from engine.journal.checkpoint import Why, last
from engine.journal.errors import JournalError
from engine.journal.files import FilesReader
from engine.journal.index import Indexer
from engine.journal.index_file import beside
from engine.journal.known import require
from engine.journal.place import make_folder
from engine.journal.retention import farewell_in
from engine.journal.store import Journal
from engine.journal.witness import Unwitnessed, Witness
from engine.log.filling import behind, fill
from engine.ports import Clock, Follower, Taken
from engine.view import Condition

UNWITNESSED: Final = "unwitnessed"
AT_START: Final = 3000
"""Records that the index may catch up with at a start: half a second."""


def opened(settings: Settings) -> Journal:
    """The journal of ``settings``, unless it is shorter than its last checkpoint, or another one.

    Raises:
        JournalError: the leaf that fits.
    """
    path, folder = settings.journal.path, settings.journal.checkpoints
    if settings.journal.key is not None and folder is not None:
        known = last(folder, settings.table.name, keys.private_key(settings.journal.key).public_key())
        require(path, [known] if known is not None else [])
    return Journal.open(path)


def followers(settings: Settings, clock: Clock, tell: Callable[[Condition], None]) -> tuple[Follower, ...]:
    """Whoever is told of each record; ``tell`` hears, in their threads, what people must know of them.

    Raises:
        JournalError: the key of the checkpoints cannot be used.
    """
    make_folder(settings.journal.path)
    catch_up(settings.journal.path)
    index = Indexed(Indexer(beside(settings.journal.path)), tell)
    key, folder = settings.journal.key, settings.journal.checkpoints
    if key is None or folder is None:
        return (index,)

    def became(unwitnessed: Unwitnessed | None) -> None:
        tell(Condition(UNWITNESSED, unwitnessed.text if unwitnessed is not None else ""))

    witness = Witness(keys.private_key(key), folder, settings.table.name, tell=became, now=clock.now)
    witness.start()
    return (Witnessed(witness), index)


def catch_up(journal: Path) -> None:
    """Let the index of ``journal`` reach it, if a start may take so long; more is for ``banca21 log list``.

    What is the matter with journal or index is told by those who open them for good.
    """
    index = beside(journal)
    with suppress(JournalError, OSError, sqlite3.Error), FilesReader(journal) as log:
        if 0 < behind(index, log) < AT_START:
            fill(index, log)


class Indexed:
    """The index, as a :class:`engine.ports.Follower`."""

    def __init__(self, indexer: Indexer, tell: Callable[[Condition], None]) -> None:
        self._indexer = indexer
        self._tell = tell
        self._trouble = ""

    def taken(self, taken: Taken) -> None:
        """Take note of it; records that go from the journal go from the index."""
        self._indexer.taken(taken)
        if (
            isinstance(taken.event, Note)
            and taken.event.by is None
            and (gone := farewell_in(taken.event.text)) is not None
        ):
            self._indexer.forget(gone.seq + 1)
        if self._indexer.trouble != self._trouble:
            self._trouble = self._indexer.trouble
            self._tell(Condition("index", self._trouble))

    def stop(self) -> None:
        """End it."""
        self._indexer.stop()


class Witnessed:
    """The witness, as a :class:`engine.ports.Follower`."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness
        self._coups = 0

    def taken(self, taken: Taken) -> None:
        """A checkpoint is due at each coup's end, at each start, and when the table is closed."""
        self._witness.note(taken.record.seq, taken.record.hash)
        match taken.event:
            case TableClosed():
                self._witness.mark(Why.SHIFT)
            case Opened(standing=None):
                self._witness.mark(Why.START)
            case _ if taken.coups > self._coups:
                self._witness.mark(Why.COUP)
        self._coups = taken.coups

    def stop(self) -> None:
        """Write a last checkpoint."""
        self._witness.stop()
