"""``banca21 screen``: the dealer's screen alone."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from deploy import display
from deploy.commands.options import config_option, settings_or_exit
from deploy.processes import end_with_parent
from deploy.settings import Settings, SettingsError, load
from ui.app import run
from ui.options import Screen


@click.command()
@config_option
@click.option("--offscreen", is_flag=True, help="Draw without a display.")
@click.option(
    "--trace", type=click.Path(path_type=Path), help="Write what each frame showed: due_seq seq monotonic_ns."
)
def screen(config: Path, offscreen: bool, trace: Path | None) -> None:
    """Show the table on this display; a client of the core's socket that may start and stop at any time."""
    end_with_parent()
    if not offscreen and not display.is_there():
        _stop_without_display(config)
    try:
        run(_of(load(config), offscreen=offscreen, trace=trace))
    except SettingsError as error:
        click.echo(str(error), err=True)
        run(Screen(socket=config, is_offscreen=offscreen, errors=str(error)))
        sys.exit(2)


def _stop_without_display(config: Path) -> NoReturn:
    settings_or_exit(config)
    click.echo("no display here: start it where there is one, or follow the table with: banca21 watch", err=True)
    sys.exit(2)


def _of(settings: Settings, *, offscreen: bool, trace: Path | None) -> Screen:
    return Screen(
        socket=settings.core.socket,
        size=settings.screen.size,
        px_per_mm=settings.screen.px_per_mm,
        is_fullscreen=settings.screen.fullscreen,
        is_offscreen=offscreen,
        trace=trace,
    )
