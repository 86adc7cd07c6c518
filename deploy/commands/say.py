"""``banca21 say``: one request to the core, as the screen would send it."""

import sys
from pathlib import Path

import click
import msgspec

from deploy.commands.options import config_option, settings_or_exit, stop_with
from engine.lines import ENCODER, EventError, event_from
from ui.client import ClientError
from ui.client import say as ask_core


@click.command()
@click.argument("event")
@config_option
@click.option("--answers", type=int, default=None, help="The due_seq of the view that it answers.")
def say(event: str, config: Path, answers: int | None) -> None:
    """Send EVENT (a JSON event of the log) and print what became of it; exit status 1 when it was refused."""
    settings = settings_or_exit(config)
    try:
        answer = ask_core(settings.core.socket, event_from(event), answers=answers)
    except (EventError, ClientError) as error:
        stop_with(error)
    click.echo(ENCODER.encode(msgspec.to_builtins(answer)))
    sys.exit(1 if answer.refused is not None else 0)
