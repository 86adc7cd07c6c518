"""``banca21 say``: one request to the core, as the screen would send it."""

import sys
from pathlib import Path

import click
import msgspec

from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.listening import BarredError, refuse_barred
from deploy.vouching import pin_of
from engine.lines import ENCODER, EventError, event_from
from engine.people.errors import PeopleError
from ui.client import ClientError
from ui.client import say as ask_core


@click.command()
@click.argument("event")
@config_option
@click.option("--answers", type=int, default=None, help="The due_seq of the view that it answers.")
@click.option("--staff", multiple=True, metavar="NUMBER", help="Who vouches for it; a PIN is asked for. Twice for two.")
def say(event: str, config: Path, answers: int | None, staff: tuple[str, ...]) -> None:
    """Send EVENT (a JSON event of the log) and print what became of it; exit status 1 when it was refused."""
    settings = settings_or_exit(config)
    try:
        proofs = [{"staff": number, "pin": pin_of(number)} for number in staff]
        refuse_barred(settings.core.socket)
        answer = ask_core(settings.core.socket, event_from(event), answers=answers, proofs=proofs)
    except (BarredError, EventError, ClientError, PeopleError) as error:
        stop_with(error)
    click.echo(ENCODER.encode(msgspec.to_builtins(answer)))
    sys.exit(1 if answer.refused is not None else 0)
