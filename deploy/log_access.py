"""The journal and its index opened to be read, also while the core runs; and with which exit status reading stops."""

import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from engine.journal import index_file
from engine.journal.errors import JournalBroken, JournalError, JournalUnreadable
from engine.journal.files import FilesReader
from engine.journal.search import Index
from engine.log.filling import behind, fill

BROKEN: Final = 1
"""Exit status: a record is not as it was written."""
UNREADABLE: Final = 3
"""Exit status: there is no journal, none of ours, or one that this version cannot read."""
LONG: Final = 20_000
"""Records of which the reading takes so long that a bar shows how far it is."""


@contextmanager
def stopping() -> Iterator[None]:
    """Tell what the journal says of itself, and exit with the status that fits."""
    try:
        yield
    except JournalError as error:
        stop(str(error), BROKEN if isinstance(error, JournalBroken) else UNREADABLE)


def stop(text: str, status: int) -> NoReturn:
    """Tell ``text`` and exit with ``status``."""
    click.echo(text, err=True)
    sys.exit(status)


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
        with bar(records, "reading the journal") as told:
            fill(path, log, lambda _seq: told(1))


def bar(length: int, label: str) -> AbstractContextManager[Callable[[int], None]]:
    """A bar on standard error where the work is long and somebody looks; what it gives is told of the steps made."""
    if length < LONG or not sys.stderr.isatty():
        return nullcontext(lambda _steps: None)
    return _shown(length, label)


@contextmanager
def _shown(length: int, label: str) -> Iterator[Callable[[int], None]]:
    progress: Any = click.progressbar(length=length, label=label, file=sys.stderr, update_min_steps=length // 1000 + 1)
    with progress as shown:
        yield shown.update
