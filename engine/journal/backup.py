"""Copies of a journal while the core writes it.

A backup is itself a journal in files, beside a list of them: each time one file is added for each of the journal's that
has something new, and no older one is touched. It holds the records alone: no secret that is still sealed is in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.journal import files, layout, place
from engine.journal.chain import Record
from engine.journal.checkpoint import append
from engine.journal.copying import copy
from engine.journal.errors import JournalForeign, JournalShort, worded
from engine.journal.files import FilesReader

MANIFEST: Final = "manifest"
"""The list beside a backup's files: file, the journal's own file, first and last record, hash of the last, time."""
_WORDS: Final = 6


@dataclass(frozen=True, slots=True)
class Copied:
    """A file that was added."""

    file: Path
    first: int
    """Its first record."""
    last: Record
    """Its last record, without the payload."""


def back_up(path: Path, folder: Path, now: str, told: Callable[[int], None] = lambda _records: None) -> list[Copied]:
    """Add to the backup in ``folder`` what the journal at ``path`` has and it has not, up to the head of this moment.

    ``now`` is the time for the list; ``told`` hears now and then how many records more were copied.

    Raises:
        JournalForeign: the backup is of another journal.
        JournalShort: the backup has records that the journal lacks.
        JournalBroken: a record does not continue the chain.
        JournalError: journal or folder cannot be used.
    """
    path, mine = Path(path).absolute(), Path(folder).absolute() / path.name
    place.make_folder(mine)
    added = []
    with FilesReader(path) as journal:
        head = (journal.head or journal.origin).seq
        behind = _reached(mine, journal)
        _complete(mine, journal, now)
        for file in journal.files:
            end = journal.last_of(file)
            last = min(end.seq, head) if end is not None else 0
            if last <= behind.seq:
                continue
            to = files.name_for(mine, behind.seq + 1)
            added.append(Copied(to, behind.seq + 1, copy(journal, behind, last, to, told)))
            behind = added[-1].last
        _complete(mine, journal, now)
    return added


def sources(mine: Path) -> dict[str, str]:
    """Of each file of the backup at ``mine`` that is listed, by its name, which of the journal's files it was copied
    from."""
    manifest = mine.with_name(MANIFEST)
    lines = manifest.read_text(encoding="utf-8", errors="replace").splitlines() if manifest.exists() else []
    words = [line.split(" ") for line in lines]
    return {line[0]: line[1] for line in words if len(line) == _WORDS}  # any other was cut off, and written again


def _reached(mine: Path, journal: FilesReader) -> Record:
    """The last record that the backup at ``mine`` has; where there is none yet, what the journal begins behind."""
    if not files.names(mine):
        return journal.origin
    with FilesReader(mine) as backup:
        last = backup.head or backup.origin
    head, origin = journal.head or journal.origin, journal.origin
    if last.seq > head.seq:
        raise JournalShort(
            f"{journal.path}: ends at record {head.seq}, and its backup in {mine.parent} has {last.seq}: records are "
            "missing. Keep both as they are, and see banca21 log verify; banca21 log restore puts the backup in place"
        )
    if last.seq < origin.seq:
        raise JournalForeign(
            f"{mine.parent}: its backup ends at record {last.seq}, and the journal keeps none before {origin.seq + 1} "
            "any more: begin another backup in a new folder"
        )
    there = origin if last.seq == origin.seq else journal.at(last.seq)
    if there is None or there.hash != last.hash:
        raise JournalForeign(
            f"{mine.parent}: the backup of another journal: its record {last.seq} has the hash {last.hash.hex()}, "
            f"{there.hash.hex() if there else 'none'} was due: give another folder"
        )
    return Record(last.seq, b"", last.hash)


def _complete(mine: Path, journal: FilesReader, now: str) -> None:
    """Bring the list up to date with the files that are there."""
    known = sources(mine)
    missing = [file for file in files.names(mine) if file.name not in known]
    if not missing:
        return
    with FilesReader(mine) as backup, place.placed(mine):
        for file in missing:
            connection = backup.connection(file)
            with worded(file, 1):
                first, last = layout.origin(connection).seq + 1, layout.last(connection)
            if last is None:
                continue
            of = next((each for each in reversed(journal.files) if journal.begins_before(each, first)), journal.path)
            append(mine.with_name(MANIFEST), f"{file.name} {of.name} {first} {last.seq} {last.hash.hex()} {now}")
