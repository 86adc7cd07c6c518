"""``banca21 watch``: every public view, alert and refusal as it happens, in the terminal."""

import signal
import sys
import threading
from pathlib import Path

import click

from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.listening import BarredError, refuse_barred
from engine import transcript
from engine.messages import Answered, Fault, Health, Looked, Message, Pending, Refused, Update, encode
from ui.client import CoreClient


@click.command()
@config_option
@click.option("--json", "machine", is_flag=True, help="The core's own messages, one JSON object a line.")
def watch(config: Path, machine: bool) -> None:
    """Tell what happens at the table until interrupted."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads has had enough: end like any other filter
    path = settings_or_exit(config).core.socket
    try:
        refuse_barred(path)
    except BarredError as error:
        stop_with(error)
    client = CoreClient(path, _as_json if machine else Words(), lost)
    client.start()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        client.close()


def _as_json(message: Message) -> None:
    click.echo(encode(message).decode(), nl=False)
    sys.stdout.flush()


def lost() -> None:
    """Say that nobody answers."""
    click.echo("the core does not answer; waiting for it", err=True)


class Words:
    """Prints each message in words, and what is due whenever that changes."""

    def __init__(self) -> None:
        self.seq = 0
        """The newest record that was told."""
        self._due_seq: int | None = None

    def __call__(self, message: Message) -> None:
        """Print ``message``."""
        for line in self._lines(message):
            click.echo(line)
        sys.stdout.flush()
        if isinstance(message, Update):
            self.seq = message.view.seq

    def _lines(self, message: Message) -> list[str]:
        match message:
            case Fault(text=text):
                return [f"! {text}"]
            case Refused(event=event, refused=refused):
                return [transcript.refused(event, refused)]
            case Update(view=view, event=event, request=request, answer=answer):
                lines = list(transcript.told(event, request, answer, view)) if event and answer else []
                if event in (None, "link"):
                    lines.append(f"  shoe: {view.reader.state}. {view.reader.text}".rstrip())
                if view.due_seq != self._due_seq:
                    self._due_seq = view.due_seq
                    lines.append(transcript.due(view))
                return lines
            case Pending(since=since):
                return [f"  saving since {since}: the disk takes its time" if since is not None else "  saved"]
            case Answered() | Health() | Looked():
                return []
