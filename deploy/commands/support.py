"""``banca21 support``: a technician's bundle."""

from collections.abc import Callable
from pathlib import Path

import click

from deploy.commands.options import config_option, stop_with
from deploy.proof import bar_of
from deploy.settings import Settings, SettingsError, load
from deploy.support import PlaceError, bundle


@click.command()
@click.argument("place", type=click.Path(path_type=Path), metavar="FILE|FOLDER")
@config_option
@click.option("--journal", type=click.Path(path_type=Path), help="A journal's first file, instead of the settings'.")
def support(place: Path, config: Path, journal: Path | None) -> None:
    """Write a technician's bundle: one .zip with versions, settings, how the link was, counts, and no card.

    FILE must not be there yet; in FOLDER the bundle gets a name of its own. It is written whatever is the matter with
    settings, journal or core: what cannot be told says why. Exit status 2 where it cannot be written there.
    """
    settings: Settings | SettingsError
    try:
        settings = load(config)
    except SettingsError as error:
        settings = error
    try:
        with bar_of(100, 1, "looking") as told:
            path = bundle(settings, place, _in_steps(told), journal=journal)
    except PlaceError as error:
        stop_with(error)
    click.echo(f"{path}: {path.stat().st_size:,} bytes; README.txt in it says what it holds and what not")


def _in_steps(told: Callable[[int], None]) -> Callable[[float], None]:
    """Hears of parts of 1 and tells of hundredths more."""
    shown = 0

    def so_far(done: float) -> None:
        nonlocal shown
        steps = round(100 * done) - shown
        shown += steps
        told(steps)

    return so_far
