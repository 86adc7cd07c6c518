"""``banca21 log verify`` and ``backup``: is the journal whole, and a copy of it; ``restore`` is the way back.

They exit with 0, 1 broken, 2 shorter than a known checkpoint or backup, 3 unreadable, also for a slip in their options.
"""

from pathlib import Path
from typing import Any

import click

from deploy.commands.log_restore import restore
from deploy.proof import (
    CHECKPOINTS,
    FOLDER,
    JOURNAL,
    ProofCommand,
    asked_of,
    bar,
    stopping,
    with_options,
)
from deploy.verifying import proved, words
from engine.journal.backup import back_up

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
        with bar(asked.journal, since) as told:
            intact = proved(asked, since, told)
        click.echo("\n".join(words(asked, intact)))


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
