"""``banca21 replay``: a log of events played through the same engine as the table."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from engine import transcript
from engine.events import Request, ShoeStarted
from engine.lines import name_of
from engine.projection import projected
from engine.replay import ReplayError, Step, as_json, play, read
from engine.view import LinkView


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "machine", is_flag=True, help="One JSON object for each line of FILE.")
@click.option("--omniscient", is_flag=True, help="Add every card, also those that lie face down. Never at a table.")
def replay(file: Path, machine: bool, omniscient: bool) -> None:
    """Play the events of FILE (- is standard input) and print what each did."""
    try:
        events = read(_lines(file), str(file))
    except ReplayError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    for step in play(events):
        if machine:
            click.echo(as_json(step, omniscient=omniscient))
        else:
            click.echo("\n".join(_words(step)))


def _lines(file: Path) -> Iterable[bytes]:
    """The log's lines; ``-`` is standard input."""
    if str(file) == "-":
        return sys.stdin.buffer
    try:
        return file.read_bytes().splitlines()
    except OSError as error:
        raise ReplayError(f"{file}: {error.strerror}: give a log of events, or - for standard input") from error


def _words(step: Step) -> list[str]:
    view = projected(step.table, name="", seq=step.line, due_seq=0, reader=LinkView(state="up", text=""))
    name = name_of(step.event)
    request = step.event if isinstance(step.event, Request | ShoeStarted) else None
    return [*transcript.told(name, request, step.answer, view), f"{step.line:5} {transcript.due(view)}"]
