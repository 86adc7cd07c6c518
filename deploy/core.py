"""The core process put together: reader, journal, table and clients. The main thread is the table's.

The threads of a core: ``MainThread`` (engine/session.py) owns journal and table; ``shoe reader``
(firmware_bridge/shoe_source.py) owns the serial port; ``clients`` (deploy/clients.py) owns the socket.
"""

import gc
import signal
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click

from deploy import kept
from deploy.clients import Clients
from deploy.devices import Devices
from deploy.gate import OpenGate, StaffedGate
from deploy.hardening import harden
from deploy.hearing import Hearing
from deploy.log_reader import LogReader, reading
from deploy.peers import admission
from deploy.settings import Settings
from deploy.shoe import card_source
from deploy.stall import StallWatch
from engine.chips import Chips
from engine.clock import WatchedClock
from engine.events import PlayerSeated
from engine.journal.retention import Policy
from engine.journal.room import Room
from engine.messages import Fault, Message, Pending, Update
from engine.people import staff
from engine.people.desk import Desk
from engine.people.duties import Person
from engine.people.errors import PeopleError
from engine.session import Heard, Inquired, Opening, Session, Stop
from engine.view import Condition

SWITCH_S: Final = 0.0005
"""How long a thread may keep another that became ready waiting, in seconds; Python's own 5 ms would be felt."""


def run(settings: Settings, config: Path) -> None:
    """Keep the table until SIGTERM or SIGINT.

    It must run as the core's user already; ``config`` is the file of ``settings``, which that user can read.

    Raises:
        SocketInUseError: another core answers at the socket, or its place cannot be used.
        PeopleError: a file about people cannot be used.
        JournalError: the key of the checkpoints cannot be used.
    """
    harden()
    sys.setswitchinterval(SWITCH_S)
    session: Session
    clients: Clients

    def press(pressed: Heard | Inquired) -> None:
        session.inbox.put(pressed)

    def became(condition: Condition) -> None:
        session.inbox.put(condition)

    gate = gate_of(settings, press)
    devices = Devices(card_source(settings), settings.panel, press)
    clock = WatchedClock()
    reader = LogReader(reading(config))
    session = Session(
        opening(settings),
        lambda: kept.opened(settings),
        devices,
        clock,
        lambda message: said(clients, devices, message),
        room=Room(settings.journal.path, settings.journal.room_mib << 20),
        desk=desk_of(settings),
        policy=Policy(settings.journal.rotate_days, settings.journal.keep_days),
        followers=kept.followers(settings, clock, became),
        read=reader.ask,
    )

    clients = Clients(
        settings.core.socket,
        session.inbox.put,
        Hearing(gate, devices.health),
        admission(settings),
        group=settings.core.group,
    )
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: session.inbox.put(Stop()))
    stall = StallWatch(lambda: session.pending_since, lambda pending: waits(clients, pending))
    gate.start()
    reader.start()
    clients.start()
    stall.start()
    gc.freeze()  # what is here now stays: collections have only the day's work to look through
    try:
        session.run()
    finally:
        stall.stop()
        clients.stop()
        reader.stop()
        gate.stop()


def gate_of(settings: Settings, put: Callable[[Heard | Inquired], None]) -> OpenGate | StaffedGate:
    """What a request passes on its way to the table."""
    people = settings.people
    return OpenGate(put) if people is None else StaffedGate(put, people.staff, people.attempts, people.pepper)


def desk_of(settings: Settings) -> Desk | None:
    """Who stands behind a request, where there is staff."""
    people = settings.people
    if people is None:
        return None

    def employed(person: Person) -> bool:
        try:
            member = staff.read(people.staff).known(person.staff)
        except PeopleError:
            return True  # that the file cannot be read is told when a PIN is asked for
        return member is not None and member.duty == person.duty

    return Desk(time.monotonic, employed)


def waits(clients: Clients, pending: Pending) -> None:
    """Tell everybody, those too who connect meanwhile, that something waits to be safe, or that it waits no more."""
    clients.stand(pending if pending.since is not None else None)
    if pending.since is None:
        clients.tell(pending)


def opening(settings: Settings) -> Opening:
    """With what the table is opened."""
    return Opening(
        table=settings.table.name,
        version=version("banca21"),
        settings=settings.digest,
        rules=settings.table.rules,
        seats=tuple(PlayerSeated(box=box, player=name) for box, name in settings.table.players.items()),
        chips=Chips(settings.table.chips, are_told=settings.table.wagers == "amounts"),
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
