"""``banca21 screen``: the dealer's screen alone."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from deploy import display
from deploy.commands.options import config_option, stop_with
from deploy.processes import as_screen, end_with_parent
from deploy.settings import Settings, SettingsError, load, screen_user
from deploy.users import NotThatUserError
from ui.app import run
from ui.options import Screen


@click.command()
@config_option
@click.option("--offscreen", is_flag=True, help="Draw without a display.")
@click.option(
    "--trace", type=click.Path(path_type=Path), help="Write what each frame showed: due_seq seq monotonic_ns."
)
@click.option(
    "--tree", type=click.Path(path_type=Path), help="Keep what the last frame showed there: each part, as JSON."
)
@click.option(
    "--hand", type=click.Path(path_type=Path), help="The socket of a hand that draws cards: banca21 demo --by-hand."
)
def screen(config: Path, offscreen: bool, trace: Path | None, tree: Path | None, hand: Path | None) -> None:
    """Show the table on this display; a client of the core's socket that may start and stop at any time."""
    settings, mistakes = _settings(config)
    try:
        if settings is not None:
            as_screen(settings.screen.user or settings.core.user, settings.screen.choices)
        else:
            as_screen(screen_user(config))
    except NotThatUserError as error:
        stop_with(error)
    end_with_parent()
    if not offscreen and not display.is_there():
        _stop_without_display(mistakes)
    if settings is not None:
        run(replace(_of(settings), is_offscreen=offscreen, trace=trace, tree=tree, hand=hand))
    else:
        click.echo(mistakes, err=True)
        run(Screen(socket=config, is_offscreen=offscreen, errors=mistakes))
        sys.exit(2)


def _settings(config: Path) -> tuple[Settings | None, str]:
    """The settings, or the mistakes in them, which the screen shows."""
    try:
        return load(config), ""
    except SettingsError as error:
        return None, str(error)


def _stop_without_display(mistakes: str) -> NoReturn:
    nowhere = "no display here: start it where there is one, or follow the table with: banca21 watch"
    click.echo(mistakes or nowhere, err=True)
    sys.exit(2)


def _of(settings: Settings) -> Screen:
    return Screen(
        socket=settings.core.socket,
        size=settings.screen.size,
        px_per_mm=settings.screen.px_per_mm,
        is_fullscreen=settings.screen.fullscreen,
        chosen=settings.screen.chosen,
        choices=settings.screen.choices,
    )
