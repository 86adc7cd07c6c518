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
from engine.journal.search import Index
from engine.log.filling import behind, fill

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


@contextmanager
def index_of(log: FilesReader) -> Iterator[Index]:
    """The index of ``log``, filled from it where it is behind; where its place cannot be written, for this time only.

    Raises:
        JournalError: a record cannot be read.
    """
    path = index_file.beside(log.path)
    with ExitStack() as closing:
        try:
            _bring_up_to_date(path, log)
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, JournalError):
                raise
            folder = closing.enter_context(tempfile.TemporaryDirectory(prefix="banca21-"))
            path = Path(folder) / path.name
            _bring_up_to_date(path, log)
        index = closing.enter_context(Index.open(path))
        try:
            yield index
        except sqlite3.DatabaseError as error:
            index_file.remove(path)
            stop(f"{path}: the index is damaged ({error}) and was taken away: ask again, it is made anew", UNREADABLE)


def _bring_up_to_date(path: Path, log: FilesReader) -> None:
    records = behind(path, log)
    if records:
        with bar_of(records, LONG, "reading the journal") as told:
            fill(path, log, lambda _seq: told(1))
