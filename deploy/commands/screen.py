"""``banca21 screen``: the dealer's screen alone."""

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NoReturn

import click

from deploy import display
from deploy.commands.options import config_option, stop_with
from deploy.own_settings import own_settings, screen_user
from deploy.processes import as_screen, end_with_parent
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
@click.option("--practice", type=click.Path(path_type=Path), help="The socket of a practice: banca21 practise.")
def screen(  # noqa: PLR0917 - its options
    config: Path, offscreen: bool, trace: Path | None, tree: Path | None, hand: Path | None, practice: Path | None
) -> None:
    """Show the table on this display; a client of the core's socket that may start and stop at any time."""
    own = own_settings(config)
    mistakes = "" if own is not None else _mistakes(config) or f"{config}: has just changed; start the screen again"
    try:
        if own is not None:
            as_screen(own.user, own.screen.choices)
        else:
            as_screen(screen_user(config))
    except NotThatUserError as error:
        stop_with(error)
    end_with_parent()
    if not offscreen and not display.is_there():
        _stop_without_display(mistakes if own is None else _mistakes(config, own.written))
    if own is None:
        click.echo(mistakes, err=True)
        run(Screen(socket=config, is_offscreen=offscreen, errors=mistakes))
    else:
        check = partial(_mistakes_told, config, own.written)
        told = replace(own.screen, is_offscreen=offscreen, trace=trace, tree=tree, hand=hand, practice=practice)
        mistakes = run(replace(told, check=check))
    if mistakes:
        sys.exit(2)


def _mistakes_told(config: Path, written: bytes) -> str:
    """What is wrong with the whole file, which the screen has begun without; told at once where it was started."""
    mistakes = _mistakes(config, written)
    if mistakes:
        click.echo(mistakes, err=True)
    return mistakes


def _mistakes(config: Path, written: bytes | None = None) -> str:
    """What is wrong with the file, in which this was ``written``; empty: nothing."""
    from deploy.settings import SettingsError, checked, load  # a third of the time until the first frame

    try:
        if written is None:
            load(config)
        else:
            checked(config, written)
    except SettingsError as error:
        return str(error)
    return ""


def _stop_without_display(mistakes: str) -> NoReturn:
    nowhere = "no display here: start it where there is one, or follow the table with: banca21 watch"
    click.echo(mistakes or nowhere, err=True)
    sys.exit(2)
