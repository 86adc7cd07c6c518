"""``banca21 core``: the core alone."""

from pathlib import Path

import click

from deploy import core as core_process
from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.listening import SocketInUseError
from deploy.processes import as_core, end_with_parent
from deploy.users import NotThatUserError
from engine.journal.errors import JournalError
from engine.people.errors import PeopleError


@click.command()
@config_option
def core(config: Path) -> None:
    """Keep the table: reader, journal, engine. Screens and other clients connect to its socket."""
    settings = settings_or_exit(config)
    try:
        as_core(settings)
    except (NotThatUserError, OSError) as error:
        stop_with(error)
    end_with_parent()
    try:
        core_process.run(settings, config.absolute())
    except (SocketInUseError, PeopleError, JournalError) as error:
        stop_with(error)
