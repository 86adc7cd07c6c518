"""What the subcommands have in common: the settings file, and how they stop over a mistake."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

if TYPE_CHECKING:
    from deploy.settings import Settings

CONFIG: Final = Path("/etc/banca21/banca21.toml")
"""Where the settings are looked for."""

config_option = click.option(
    "--config",
    type=click.Path(path_type=Path),
    default=CONFIG,
    show_default=True,
    envvar="BANCA21_CONFIG",
    help="The settings file.",
)
"""``--config FILE``."""


def settings_or_exit(config: Path) -> "Settings":
    """The settings of ``config``; with mistakes in it, tell them all and exit with status 2."""
    from deploy.settings import SettingsError, load  # a quarter of a second, which the screen has no time for

    try:
        return load(config)
    except SettingsError as error:
        stop_with(error)


def stop_with(error: Exception) -> NoReturn:
    """Tell ``error`` in its own words and exit with status 2."""
    click.echo(str(error), err=True)
    sys.exit(2)
