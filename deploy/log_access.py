"""The journal and its index opened to be read, also while the core runs; and with which exit status reading stops."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from deploy.proof import UNREADABLE, bar_of, stop
from engine.journal import index_file
from engine.journal.errors import JournalError, JournalUnreadable
from engine.journal.files import FilesReader
from engine.journal.index_file import NoIndexError, Reached
from engine.journal.search import Index
from engine.log.filling import behind, fill
from engine.log.reading import opens_commitments

LONG: Final = 20_000
"""Records of which the reading takes so long that a bar shows how far it is."""


@contextmanager
def log_at(path: Path) -> Iterator[FilesReader]:
    """The journal at ``path``.

    Raises:
        JournalError: it cannot be read, or holds no record.
    """
    with FilesReader(path) as log:
        if log.head is None:
            raise JournalUnreadable(f"{path}: it holds no record yet: open the table first, with banca21 run")
        yield log


class IndexUnreadableError(RuntimeError):
    """The index cannot be read: what was seen and what to do. One that is damaged was taken away."""


@contextmanager
def index_of(log: FilesReader) -> Iterator[Index]:
    """The index of ``log``, filled from it where it is behind; where its place cannot be written, for this time only.

    Whoever asks at a terminal is told of one that cannot be read, and the command ends.

    Raises:
        JournalError: a record cannot be read.
    """
    try:
        with filled_index(log, behind(index_file.beside(log.path), log)) as index:
            yield index
    except IndexUnreadableError as error:
        stop(str(error), UNREADABLE)


@contextmanager
def filled_index(log: FilesReader, late: int) -> Iterator[Index]:
    """The index of ``log``, filled first where it is ``late`` records behind; where its place cannot be written, for
    this time only.

    Raises:
        JournalError: a record cannot be read.
        IndexUnreadableError: the index cannot be read.
    """
    path = index_file.beside(log.path)
    with ExitStack() as closing:
        if late:
            try:
                _fill(path, log, late)
            except (sqlite3.Error, OSError) as error:
                if isinstance(error, JournalError):
                    raise
                folder = closing.enter_context(tempfile.TemporaryDirectory(prefix="banca21-"))
                path = Path(folder) / path.name
                _fill(path, log, behind(path, log))
        try:
            yield closing.enter_context(Index.open(path))
        except NoIndexError as error:
            raise IndexUnreadableError(f"{error}: ask again, the index is made anew") from error
        except sqlite3.Error as error:
            raise IndexUnreadableError(_unreadable(path, error)) from error


def _fill(path: Path, log: FilesReader, records: int) -> None:
    with bar_of(records, LONG, "reading the journal") as told:
        fill(path, log, lambda _seq: told(1))


def _unreadable(path: Path, error: sqlite3.Error) -> str:
    """What is told of it; one that is damaged is taken away, so that it is made anew."""
    is_false = not hasattr(error, "sqlite_errorcode")  # SQLite could read it, and it is nothing that we write
    if not is_false and not index_file.is_damage(error):
        return f"{path}: the index cannot be read ({error}): ask again; if that does not help, look at ls -l {path}*"
    try:
        index_file.remove(path)
    except OSError as kept:
        return f"{path}: the index is damaged ({error}) and stays ({kept.strerror}): take it away with rm {path}*"
    return f"{path}: the index is damaged ({error}) and was taken away: ask again, it is made anew"


class Lateness:
    """Whether the index of a journal lacks coups that are over, looked at again and again. One thread.

    The core keeps its index up to date, coup by coup. So what is behind the record that the index has reached is mostly
    of the open or the coming coup, be it a whole night of a table that rests; then there is nothing to fill in. Each
    record is looked at once.

    Args:
        most: records that somebody may wait for; where it is more, not all of them are looked at.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._state: Reached | None = None
        self._seen = 0
        """The record up to which was looked."""
        self._over = 0
        """The last one that shows that a coup is over which the index lacks; nought: none does."""
        self._vain: tuple[Reached, int] | None = None
        """Where a fill brought nothing."""

    def late(self, log: FilesReader) -> int:
        """How many records the index of ``log`` must be filled with before it tells all coups that are over; nought:
        it does, or a fill has just brought nothing.

        Raises:
            JournalError: the journal cannot be read.
        """
        head = log.head
        if head is None:
            return 0
        state = _reached(log)
        if state != self._state:
            self._state, self._over, self._seen = state, 0, 0
        if state is None:
            return max(head.seq - log.origin.seq, 1)
        late = head.seq - state.upto
        if not (self._over and late > self._most):
            self._look(log, state, late)
        return late if self._over and self._vain != (state, self._over) else 0

    def _look(self, log: FilesReader, state: Reached, late: int) -> None:
        """Look at what was not looked at; the first record after the one reached opens what the index has of it."""
        since = max(self._seen, state.upto + 1, log.origin.seq + 1) + 1
        for record in log.records(since):
            self._seen = record.seq
            if opens_commitments(record):
                self._over = record.seq
                if late > self._most:
                    return

    def filled(self, log: FilesReader) -> None:
        """The index was filled as far as it can be: what it lacks now is not tried again until more is over.

        Raises:
            JournalError: as above.
        """
        if self.late(log) and self._state is not None:
            self._vain = self._state, self._over


def _reached(log: FilesReader) -> Reached | None:
    """How far the index of ``log`` has come; ``None`` where there is none that can be read, or of another journal."""
    try:
        with Index.open(index_file.beside(log.path)) as index:
            state = index.reached
    except (NoIndexError, sqlite3.Error):
        return None
    if state.upto <= log.origin.seq:
        return state if state.upto in (0, log.origin.seq) else None
    record = log.at(state.upto)
    return state if record is not None and f'"at":"{state.at}"'.encode() in record.payload else None
