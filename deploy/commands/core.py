"""``banca21 core``: the core alone."""

from pathlib import Path

import click

from deploy import core as core_process
from deploy.clients import SocketInUseError
from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.processes import end_with_parent


@click.command()
@config_option
def core(config: Path) -> None:
    """Keep the table: reader, journal, engine. Screens and other clients connect to its socket."""
    end_with_parent()
    settings = settings_or_exit(config)
    try:
        core_process.run(settings)
    except SocketInUseError as error:
        stop_with(error)
