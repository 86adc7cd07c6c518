"""The index filled from the journal: after it was lost, or where the core could not write it.

It says nothing that the log does not tell. So of the shoe that is dealt while it is filled, what the core said of cards
face down is left out: that one passed unread, and what was told while one lay open that nobody named in a coup then
cancelled. To take every such card for unread would lay alerts on the list that nobody was told; who needs those of the
day takes the index away once the shoe is over, and it is made anew with them.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from engine.answers import Answer
from engine.journal import index_file
from engine.journal.files import FilesReader
from engine.journal.index_file import NoIndexError, Reached, reached
from engine.journal.index_notes import Batch, Early, Gathering, Noted
from engine.journal.index_writing import begin_after, write, write_early
from engine.journal.search import Index
from engine.log.playing import Played, played
from engine.log.reading import opens_commitments

AT_ONCE: Final = 64
"""Batches written in one transaction."""
OPEN_COUP: Final = 5000
"""More records than an open coup has: behind by so many, the index is not up to date."""


def behind(path: Path, log: FilesReader) -> int:
    """How many records the index at ``path`` is behind ``log`` by; nought where only the open coup is missing.

    A coup's commitments are opened when it is settled, behind the record that the index then has reached.

    Raises:
        JournalError: the journal cannot be read.
    """
    head = log.head
    if head is None:
        return 0
    try:
        with Index.open(path) as index:
            upto = index.reached.upto
    except (NoIndexError, sqlite3.Error):
        return head.seq - log.origin.seq
    if head.seq - upto > OPEN_COUP or upto > head.seq:
        return max(head.seq - upto, 1)
    later = islice(log.records(upto + 1), 1, None)
    settled = any(opens_commitments(record) for record in later)
    return head.seq - upto if settled else 0


def fill(path: Path, log: FilesReader, told: Callable[[int], None] | None = None) -> int:
    """Let the index at ``path`` reach the last coup of ``log`` that is settled; gives the record reached.

    It may be done while the core runs, which goes on from there. ``told`` hears the number of each record that was
    played, from the first one after what the index had reached.

    Raises:
        JournalError: a record cannot be read.
        sqlite3.Error, OSError: the index cannot be written.
    """
    head = log.head
    if head is None:
        return 0
    with closing(index_file.writing(path)) as connection:
        state = reached(connection)
    if not _is_of(state, log):
        index_file.remove(path)
    with closing(index_file.writing(path)) as connection:
        state = reached(connection)
        if state.upto < log.origin.seq:
            begin_after(connection, log.origin.seq)
            state = reached(connection)
        return _filled(connection, state, log, head.seq, told)


def _is_of(state: Reached, log: FilesReader) -> bool:
    """The index is of this journal, and the journal holds what comes next."""
    if state.upto <= log.origin.seq:
        return state.upto in (0, log.origin.seq)
    record = log.at(state.upto)
    return record is not None and f'"at":"{state.at}"'.encode() in record.payload


def _filled(
    connection: sqlite3.Connection, state: Reached, log: FilesReader, head: int, told: Callable[[int], None] | None
) -> int:
    """What the log does not tell enough of yet is left out; the index ends before it, or goes on with the next shoe."""
    coup, upto = 0, state.upto
    gathering: Gathering | None = None
    waiting: list[Batch] = []
    early: list[Early] = []
    for each in played(log, state.upto + 1, head):
        if each.logged.seq <= state.upto:
            coup = each.coup
            continue
        gathering = gathering or Gathering(state.upto, coup)
        noted = _noted(each, coup)
        coup = noted.coup
        work = gathering.take(noted)
        match work:
            case Batch():
                waiting.append(work)
                early.clear()
            case Early():
                early.append(work)
        if len(waiting) == AT_ONCE:
            upto = write(connection, waiting)
            waiting.clear()
        if told is not None:
            told(noted.seq)
    upto = write(connection, waiting) if waiting else upto
    for each_early in early:
        write_early(connection, each_early)
    return upto


def _noted(each: Played, coup: int) -> Noted:
    logged = each.logged
    if each.is_certain:
        return Noted.of(logged.seq, logged.at, logged.event, each.answer, each.coup)
    nothing = Answer(due=each.answer.due)
    return replace(Noted.of(logged.seq, logged.at, logged.event, nothing, coup), begins=False, correction=None)
