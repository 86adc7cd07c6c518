"""``banca21 run``: core and screen at a real table."""

import sys
import time
from pathlib import Path

import click

from deploy import display, processes
from deploy.commands.options import config_option, settings_or_exit
from deploy.commands.watch import Words, lost
from deploy.settings import SettingsError, load
from ui.client import CoreClient


@click.command()
@config_option
def run(config: Path) -> None:
    """Start core and screen, and start each again when it dies; without a display, tell the table in the terminal."""
    if display.is_there():
        with_screen(config)
    else:
        in_terminal(config)


def with_screen(config: Path) -> None:
    """Core and screen until the screen is closed; of mistakes in the settings the screen alone tells."""
    try:
        load(config)
        kept = [processes.core(config), processes.screen(config)]
    except SettingsError as error:
        click.echo(str(error), err=True)
        kept = [processes.screen(config)]
    try:
        while kept[-1].keep() is None:
            kept[0].keep()
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass
    finally:
        for one in reversed(kept):
            one.end()


def in_terminal(config: Path) -> None:
    """The core, and what it says, until it is interrupted or a person must mend its settings."""
    settings = settings_or_exit(config)
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
