"""``banca21 log verify`` and ``backup``: is the journal whole, and a copy of it; ``restore`` is the way back.

They exit with 0, 1 broken, 2 shorter than a known checkpoint or backup, 3 unreadable, also for a slip in their options.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from deploy.commands.log_restore import restore
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
from engine.journal.backup import back_up
from engine.journal.chain import Flaw
from engine.journal.errors import JournalBroken, JournalShort
from engine.journal.times import Step
from engine.journal.verify import Details, Intact, Short
from engine.journal.verify import verify as walked

__all__ = ["backup", "restore", "verify"]


@click.command(cls=ProofCommand)
@with_options(*JOURNAL, *CHECKPOINTS)
@click.option(
    "--from", "since", type=click.IntRange(min=1), help="Begin at this record; the hash before is not proved."
)
def verify(since: int | None, **which: Any) -> None:
    """Is the journal whole?

    Proves the chain over all its files, that SQLite finds them sound, every opening against its commitment and every
    checkpoint against its record. Exit status 0: intact; 1: broken; 2: shorter than a known checkpoint; 3: unreadable.
    It only reads, also while the core runs.
    """
    with stopping():
        asked = asked_of(**which)
        with bar(asked.journal, since) as told, proving(asked.checkpoints()) as known:
            verdict = walked(asked.journal, known or (), since=since, told=told)
            if known is not None:
                known.require()
        match verdict:
            case Flaw() as flaw:
                raise JournalBroken(asked.journal, flaw)
            case Short() as short:
                raise JournalShort(f"{asked.journal}: {_missing(short)}")
            case Intact() as intact:
                click.echo("\n".join(_words(asked, intact)))


@click.command(cls=ProofCommand)
@click.argument("folder", type=FOLDER)
@with_options(*JOURNAL)
def backup(folder: Path, **which: Any) -> None:
    """Add to the backup in FOLDER what is new in the journal, also while the core runs.

    Each run adds a file, which is verified, and changes no older one. Nothing that is still secret is in it: the cards
    of the open coup would have to be named after a restore.
    """
    from engine.clock import WatchedClock  # with which a verification need not wait

    with stopping():
        asked = asked_of(**which)
        with bar(asked.journal, None) as told:
            added = back_up(asked.journal, folder, WatchedClock().now(), told)
    for each in added:
        click.echo(f"{each.file}: records {each.first} to {each.last.seq}, head {each.last.hash.hex()}")
    if not added:
        click.echo(f"{folder}: nothing is new")


def _missing(short: Short) -> str:
    return (
        f"whole up to record {short.seq}, where it ends, and the checkpoint of {short.known.at} ({short.known.why}) "
        f"says that it had {short.known.seq}: records are missing. Keep its files as they are, call the supervisor, "
        "and restore the newest backup with banca21 log restore FOLDER"
    )


def _words(asked: Asked, intact: Intact) -> Iterator[str]:
    yield f"{asked.journal}: intact"
    if (seen := intact.details) is None or intact.count == 0:
        yield f"no record, head {intact.head.hex()}"
        return
    yield f"records {seen.first} to {seen.last}, head {intact.head.hex()}"
    yield f"commitments {seen.committed}, opened {seen.opened}, not opened {seen.unopened}{_unknown(seen)}"
    yield _compared(asked, seen)
    back, gaps = seen.times.furthest, seen.times.longest
    yield "clock set back: " + (f"{seen.times.back}, the furthest {_far(back)}" if back else "never")
    yield "gaps of more than 10 minutes: " + (f"{seen.times.gaps}, the longest {_far(gaps)}" if gaps else "none")


def _unknown(seen: Details) -> str:
    return f"; {seen.unknown} opened whose records are not kept any more" if seen.unknown else ""


def _compared(asked: Asked, seen: Details) -> str:
    if asked.folder is None:
        return "checkpoints none given: a journal that was cut short, or written anew, would look the same"
    newest = seen.covered
    return f"checkpoints {seen.checkpoints}" + (
        f", the newest of {newest.at} ({newest.why}) at record {newest.seq}" if newest else ""
    )


def _far(step: Step) -> str:
    seconds = round(step.length.total_seconds())
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} before record {step.seq}"
