"""A backup put in the place of the journal, with proof; what was there is moved aside and never deleted.

First the whole journal is made anew in a folder beside and verified; only then is anything moved. Until it is in its
place that folder keeps every core from beginning another journal.
"""

import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from engine.journal import files, place
from engine.journal.backup import sources
from engine.journal.chain import Record
from engine.journal.checkpoint import Checkpoint, seq_of
from engine.journal.copying import copy
from engine.journal.errors import JournalBroken, JournalError
from engine.journal.files import FilesReader
from engine.journal.store import Journal
from engine.journal.verify import Intact, Short, verify

_STAGE: Final = ".staging"
"""Ends the name of the folder in which the journal is made anew."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was verified."""

    mine: Path
    """Its name in its folder."""
    origin: Record
    """What it begins behind."""
    last: Record
    """Its last record, without the payload."""
    covered: Checkpoint | None
    """The checkpoint that covers most of it."""
    lost: Checkpoint | None
    """The checkpoint that goes furthest beyond it: what came up to there is not in it."""


def proved(folder: Path, path: Path, checkpoints: Iterable[Checkpoint], told: Callable[[int], None]) -> Backup:
    """The backup in ``folder`` of the journal at ``path``, its chain, openings and ``checkpoints`` verified.

    Raises:
        JournalBroken: it is not whole.
        CheckpointFalse: from ``checkpoints``.
        JournalError: it cannot be read.
    """
    mine = Path(folder).absolute() / path.name
    with FilesReader(mine) as backup:
        origin, last = backup.origin, backup.head or backup.origin
    found = verify(mine, checkpoints, since=origin.seq + 1, told=told)
    end = Record(last.seq, b"", last.hash)
    match found:
        case Intact(details=details):
            return Backup(mine, origin, end, details.covered if details else None, None)
        case Short(known=known, covered=covered):
            return Backup(mine, origin, end, covered, known)
    raise JournalBroken(mine, found)


def length(path: Path) -> int | None:
    """The last record of the journal that is at ``path``, nought where there is none; ``None``: it cannot be read."""
    if not files.names(path):
        return 0
    try:
        with FilesReader(path) as reader:
            return (reader.head or reader.origin).seq
    except JournalError:
        return None


def put_in_place(
    backup: Backup, path: Path, note: bytes, stamp: str, told: Callable[[int], None] = lambda _records: None
) -> Path | None:
    """Make the journal at ``path`` the one of ``backup``, followed by the record ``note``.

    The folder into which was moved what had been there, whose name ends with ``stamp``; ``None`` if there was nothing.
    The caller holds the journal's lock.

    Raises:
        JournalError: it cannot be done; what is there stays, or a folder says that it was cut off.
    """
    stage = path.with_name(path.name + _STAGE)
    with place.placed(stage):
        if stage.exists():
            shutil.rmtree(stage)  # copies alone
        stage.mkdir(0o700)
    _make_anew(backup, stage / path.name, told)
    with Journal.open(files.newest(stage / path.name)) as journal:
        journal.append(note)
    with place.placed(stage):
        for each in stage.glob("*.lock"):
            each.unlink()
        for each in (stage, *stage.iterdir()):
            give(each, path.parent)
        place.sync(stage)
        aside = _move_aside(path, path.with_name(f"{path.name}.aside-{stamp}"), stage)
        for each in sorted(files.staged(path).iterdir()):
            each.rename(path.with_name(each.name))
        place.sync(path.parent)
        files.staged(path).rmdir()
        place.sync(path.parent)
    return aside


def set_back(path: Path, last: int, stamp: str) -> Path | None:
    """Let the checkpoints at ``path`` end with those of the record ``last`` and of earlier ones.

    All of them, as they were, are kept in the file beside that is returned; ``None`` where none goes further.

    Raises:
        JournalError: it cannot be done.
    """
    with place.placed(path):
        whole = path.read_bytes()
        kept = b"".join(line + b"\n" for line in whole.splitlines() if (seq_of(line) or last + 1) <= last)
        if len(kept) >= len(whole):
            return None
        aside, part = (path.with_name(path.name + end) for end in (f".until-{stamp}", files.PART))
        for file, content in ((aside, whole), (part, kept)):
            file.write_bytes(content)
            with file.open("rb") as written:
                os.fsync(written.fileno())
            give(file, path)
            file.chmod(path.stat().st_mode)
        part.replace(path)
        place.sync(path.parent)
    return aside


def give(file: Path, like: Path) -> None:
    """Let ``file`` have the owner of ``like``: whoever restores a journal, the core must be able to write it."""
    if os.geteuid() == 0:
        os.chown(file, like.stat().st_uid, like.stat().st_gid)


def _make_anew(backup: Backup, to: Path, told: Callable[[int], None]) -> None:
    """The files as the journal had them: those of the backup that were copied from one file become one again."""
    of = sources(backup.mine)
    after = backup.origin
    with FilesReader(backup.mine) as reader:
        for _, parts in groupby(reader.files, key=lambda file: of.get(file.name, file.name)):
            last = reader.last_of(list(parts)[-1])
            if last is not None:
                after = copy(reader, after, last.seq, files.name_for(to, after.seq + 1), told)


def _move_aside(path: Path, aside: Path, stage: Path) -> Path | None:
    """What is there goes into ``aside``; from now on ``stage`` is what will be."""
    left = files.staged(path)  # of a restore that was cut off
    index = list(path.parent.glob("index.db*"))  # of what was there; it is made anew
    there = [each for file in files.names(path) for each in files.beside(file)]
    if there or left.exists():
        aside.mkdir(0o700)
        give(aside, path.parent)
    if left.exists():
        left.rename(aside / left.name)
    stage.rename(left)
    place.sync(path.parent)
    for each in (*there, *index) if aside.exists() else ():
        each.rename(aside / each.name)
    return aside if aside.exists() else None
