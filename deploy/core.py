"""The core process put together: reader, journal, table and clients. The main thread is the table's.

The threads of a core: ``MainThread`` (engine/session.py) owns journal and table; ``shoe reader``
(firmware_bridge/shoe_source.py) owns the serial port; ``clients`` (deploy/clients.py) owns the socket.
"""

import gc
import os
import resource
import signal
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

import click

from deploy.clients import Clients
from deploy.devices import Devices
from deploy.settings import Settings
from deploy.shoe import card_source
from engine.events import PlayerSeated
from engine.journal.store import Journal
from engine.messages import Fault, Message, Update
from engine.session import Heard, Opening, Session, Stop

SWITCH_S: Final = 0.0005
"""How long a thread may keep another that became ready waiting, in seconds; Python's own 5 ms would be felt."""


class UtcClock:
    """The machine's clock."""

    def now(self) -> str:
        """UTC, ISO 8601, milliseconds."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def run(settings: Settings) -> None:
    """Keep the table until SIGTERM or SIGINT.

    Raises:
        SocketInUseError: another core answers at the socket, or its place cannot be used.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.umask(0o077)
    sys.setswitchinterval(SWITCH_S)
    session: Session
    clients: Clients

    def press(pressed: Heard) -> None:
        session.inbox.put(pressed)

    devices = Devices(card_source(settings), settings.panel, press)
    session = Session(
        opening(settings),
        lambda: Journal.open(settings.journal.path),
        devices,
        UtcClock(),
        lambda message: said(clients, devices, message),
    )
    clients = Clients(settings.core.socket, session.inbox.put, devices.health)
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: session.inbox.put(Stop()))
    clients.start()
    gc.freeze()  # what is here now stays: collections have only the day's work to look through
    try:
        session.run()
    finally:
        clients.stop()


def opening(settings: Settings) -> Opening:
    """With what the table is opened."""
    return Opening(
        table=settings.table.name,
        version=version("banca21"),
        settings=settings.digest,
        rules=settings.table.rules,
        seats=tuple(PlayerSeated(box=box, player=name) for box, name in settings.table.players.items()),
    )


def said(clients: Clients, devices: Devices, message: Message) -> None:
    """Tell ``message`` to everybody; a fault, and a link that is not up, also to whoever started the core."""
    match message:
        case Fault(text=text):
            click.echo(text, err=True)
        case Update(event="link", view=view) if view.reader.state != "up":
            click.echo(view.reader.text, err=True)
    devices.tell(message)
    clients.tell(message)
