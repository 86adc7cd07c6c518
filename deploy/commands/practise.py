"""``banca21 practise``: the dealer's screen on a virtual shoe, and a payout drill."""

import sys
from functools import partial
from pathlib import Path
from typing import Final

import click

from deploy import display, processes
from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.demonstration import DemonstrationError
from deploy.own_settings import own_settings
from deploy.practice.lesson import LessonError, lesson_of
from deploy.practice.open_table import TableIsOpenError, see_that_no_table_is_open
from deploy.practice.place import KeptFolderError, Place
from deploy.practice.scenarios import BY_NAME, SCENARIOS
from deploy.practice.session import Lesson, Session
from deploy.practice.stacking import StackError
from engine.journal.errors import JournalError
from firmware_bridge.errors import SimulatedShoeError
from ui.practice.shown import DRILL, LESSON

KEPT_S: Final = 0.05
"""How often it is seen to that core and screen are there, in seconds."""
TROUBLES: Final = (
    *(TableIsOpenError, LessonError, JournalError, KeptFolderError),
    *(StackError, DemonstrationError, SimulatedShoeError),
)
"""What ends a practice with a sentence."""
SEED: Final = 1
"""Of the first cards, where no other was given."""


@click.command()
@config_option
@click.argument("scenario", required=False)
@click.option("--seed", type=int, default=SEED, show_default=True, help="Another seed, other cards.")
@click.option("--list", "lists", is_flag=True, help="Tell what can be practised.")
@click.option("--lesson", type=click.IntRange(min=1), metavar="SHOE", help="Deal this shoe of the log again.")
@click.option("--journal", type=click.Path(path_type=Path), help="The log's file, instead of the settings'.")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Keep journals and best run there.")
def practise(  # noqa: PLR0917 - its options
    config: Path,
    scenario: str | None,
    seed: int,
    lists: bool,
    lesson: int | None,
    journal: Path | None,
    keep: Path | None,
) -> None:
    """Practise at a virtual shoe: a menu of scenarios and the payout drill, or SCENARIO at once.

    Nothing of it is the table's: it has its own core, its own journal, which goes away with it, and says PRACTICE.
    """
    if lists:
        _list()
        return
    if scenario is not None and scenario not in (*BY_NAME, DRILL):
        raise click.UsageError(f"{scenario!r} is nothing to practise: give one of {', '.join((*BY_NAME, DRILL))}")
    if scenario is not None and lesson is not None:
        raise click.UsageError("give a scenario or --lesson, not both")
    if journal is not None and lesson is None:
        raise click.UsageError("--journal says where the shoe of --lesson is: give --lesson too")
    processes.end_on_signals()
    own = own_settings(config)
    try:
        may = partial(see_that_no_table_is_open, own.screen.socket if own is not None else None)
        may()
        again = _lesson(config, journal, lesson)
        if not display.is_there():
            click.echo("you practise on a display, and here is none: start it where there is one", err=True)
            sys.exit(2)
        with (
            Place(keep, own.screen if own is not None else None) as place,
            Session(place, seed, again, may=may) as session,
        ):
            _run(place, session, LESSON if again is not None else scenario)
    except TROUBLES as error:
        stop_with(error)
    except KeyboardInterrupt:
        sys.exit(130)


def _list() -> None:
    """What there is, a line each."""
    wide = max(len(name) for name in BY_NAME)
    for scenario in SCENARIOS:
        click.echo(f"{scenario.name:<{wide}}  {scenario.teaches}")
    click.echo(f"{DRILL:<{wide}}  What is paid and taken: settled hands, one after the other, timed")


def _lesson(config: Path, journal: Path | None, shoe: int | None) -> Lesson | None:
    if shoe is None:
        return None
    return lesson_of((journal or settings_or_exit(config).journal.path).absolute(), shoe)


def _run(place: Place, session: Session, name: str | None) -> None:
    """Until the screen is closed."""
    click.echo("practise on the screen; Ctrl-C ends it")
    screen = processes.screen(place.config, "--hand", str(place.hand_at), "--practice", str(place.told_at))
    try:
        if name is not None:
            session.begin(name)
        while screen.keep() is None:
            session.step(KEPT_S)
    finally:
        screen.end()
