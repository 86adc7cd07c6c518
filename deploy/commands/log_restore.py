"""``banca21 log restore``: a backup put in the journal's place, with proof of what it holds and what is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from deploy.proof import (
    CHECKPOINTS,
    FOLDER,
    JOURNAL,
    Asked,
    ProofCommand,
    asked_of,
    bar,
    proving,
    stopping,
    with_options,
)
from engine.journal import lock, place
from engine.journal import restore as restoring
from engine.journal.checkpoint import Checkpoint, file_of
from engine.journal.errors import JournalShort
from engine.journal.files import FilesReader


@click.command(cls=ProofCommand)
@click.argument("folder", type=FOLDER)
@with_options(*JOURNAL, *CHECKPOINTS)
@click.option("--replace", is_flag=True, help="Even where the journal that is there is longer, or cannot be read.")
@click.option("--staff", multiple=True, metavar="NUMBER", help="Who vouches for it, where there is staff: two people.")
def restore(folder: Path, replace: bool, staff: tuple[str, ...], **which: Any) -> None:
    """Put the backup in FOLDER in the journal's place, while no core runs.

    It is verified first, also against the checkpoints, and what is lost is told. The journal that is there is moved
    aside, never deleted; so are checkpoints of records that are lost.
    """
    with stopping():
        asked = asked_of(**which)
        with _held(asked.journal):
            longest = _require_shorter(asked.journal, folder, replace=replace)
            found = _proved(asked, folder)
            click.echo("\n".join(_proof(found, longest)))
            _put_in_place(asked, found, longest, _vouched(asked, staff))


def _vouched(asked: Asked, staff: tuple[str, ...]) -> tuple[str, ...]:
    """The staff numbers of who vouches for it; none at a table without staff."""
    from deploy.vouching import vouched  # with which a verification need not wait
    from engine.people.duties import Action
    from engine.people.errors import PeopleError

    try:
        return vouched(asked.people, Action.RESTORE, staff).numbers if asked.people is not None else ()
    except PeopleError as error:
        raise click.ClickException(f"nothing was restored: {error}") from error


@contextmanager
def _held(journal: Path) -> Iterator[None]:
    """No core runs, and none begins."""
    place.make_folder(journal)
    with place.placed(journal):
        descriptor = lock.take(journal)
        restoring.give(lock.beside(journal), journal.parent)
    with open(descriptor):  # noqa: PTH123 -- which closes it
        yield


def _require_shorter(journal: Path, folder: Path, *, replace: bool) -> int | None:
    """The last record of the journal that is there.

    Raises:
        JournalShort: that it is longer than the backup.
        JournalError: the backup cannot be read.
    """
    longest = restoring.length(journal)
    with FilesReader(folder.absolute() / journal.name) as reader:
        last = (reader.head or reader.origin).seq
    if replace or (longest is not None and longest <= last):
        return longest
    seen = "cannot be read" if longest is None else f"has {longest} records"
    raise JournalShort(
        f"{journal}: {seen}, and the backup in {folder} ends at record {last}: look at banca21 log verify first; "
        "--replace moves what is there aside"
    )


def _proved(asked: Asked, folder: Path) -> restoring.Backup:
    with bar(folder.absolute() / asked.journal.name, None) as told, proving(asked.checkpoints()) as known:
        found = restoring.proved(folder, asked.journal, known or (), told)
        if known is not None:
            known.require()
        return found


def _proof(found: restoring.Backup, longest: int | None) -> Iterator[str]:
    yield f"{found.mine.parent}: whole"
    yield f"records {found.origin.seq + 1} to {found.last.seq}, head {found.last.hash.hex()}"
    yield "the newest checkpoint that it holds: " + (_named(found.covered) if found.covered else "none is known")
    yield "lost: " + "; ".join(_lost(found, longest))


def _lost(found: restoring.Backup, longest: int | None) -> Iterator[str]:
    last = found.last.seq
    if found.lost is not None:
        yield f"records {last + 1} to {found.lost.seq}, by the checkpoint of {_named(found.lost)}"
    if longest is None:
        yield "what the journal that was there had after it, which cannot be read"
    elif longest > last:
        yield f"records {last + 1} to {longest}, which the journal that was there had"
    elif found.lost is None:
        yield "nothing that is known"


def _named(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.at} ({checkpoint.why}), record {checkpoint.seq}"


def _put_in_place(asked: Asked, found: restoring.Backup, longest: int | None, who: tuple[str, ...]) -> None:
    from engine.clock import WatchedClock  # with which a verification need not wait
    from engine.events import Note
    from engine.sealing import written

    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    text = f"restored from a backup up to record {found.last.seq}; lost: {'; '.join(_lost(found, longest))}"
    by, second, *_ = (*who, None, None)
    note = written(Note(text=text, by=by, second=second), {"at": WatchedClock().now()}, bytes).payload
    with bar(found.mine, None) as told:
        aside = restoring.put_in_place(found, asked.journal, note, stamp, told)
    click.echo(f"{asked.journal}: in its place, with a note of it as record {found.last.seq + 1}")
    if aside is not None:
        click.echo(f"{aside}: what was there")
    if found.lost is not None and asked.folder is not None:
        kept = restoring.set_back(file_of(asked.folder, found.lost.table), found.last.seq, stamp)
        click.echo(f"{kept}: the checkpoints as they were, with those of the lost records")
