"""``banca21 run``: core and screen at a real table."""

import sys
import time
from pathlib import Path

import click

from deploy import display, processes
from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.commands.watch import Words, lost
from deploy.settings import Settings, SettingsError, load
from deploy.users import NotThatUserError
from ui.client import CoreClient


@click.command()
@config_option
def run(config: Path) -> None:
    """Start core and screen, and start each again when it dies; without a display, tell the table in the terminal."""
    processes.end_on_signals()
    if display.is_there():
        with_screen(config)
    else:
        in_terminal(config)


def with_screen(config: Path) -> None:
    """Core and screen until the screen is closed; with mistakes in the settings the screen alone, which tells them."""
    settings, status = None, 0
    try:
        settings = load(config)
    except SettingsError:
        status = 2
    if settings is not None:
        startable_or_exit(settings)
    kept = [processes.screen(config)]
    if settings is not None:
        kept.append(processes.core(config))
    try:
        while kept[0].keep() is None:
            for other in kept[1:]:
                other.keep()
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass
    finally:
        for one in kept:
            one.end()
    sys.exit(status)


def startable_or_exit(settings: Settings) -> None:
    """Stop where only root could start what the settings say."""
    try:
        processes.startable(settings)
    except NotThatUserError as error:
        stop_with(error)


def in_terminal(config: Path) -> None:
    """The core, and what it says, until it is interrupted or a person must mend its settings."""
    settings = settings_or_exit(config)
    startable_or_exit(settings)
    core = processes.core(config)
    client = CoreClient(settings.core.socket, Words(), lost)
    client.start()
    status: int | None = None
    try:
        while status is None:
            status = core.keep()
            time.sleep(0.05)
    except KeyboardInterrupt:
        core.end()
    client.close()
    sys.exit(status or 0)
