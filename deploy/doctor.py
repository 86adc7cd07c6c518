"""The self-test: every part of a table, each finding with what to do about it."""

import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from deploy.devices import Devices
from deploy.sections import JournalSettings
from deploy.settings import Settings
from deploy.shoe import card_source
from engine.clock import BUILT
from engine.events import Link
from engine.journal import keys
from engine.journal.checkpoint import last
from engine.journal.errors import JournalError
from engine.people import pepper, staff
from engine.people.errors import PeopleError
from engine.ports import Finding, Journalled, Sighting, SourceError
from firmware_bridge import key_file
from firmware_bridge.device import Contact
from firmware_bridge.errors import KeyFileError
from firmware_bridge.panel.board import NEXT
from firmware_bridge.panel.errors import PanelError
from firmware_bridge.panel.panel import Panel
from firmware_bridge.panel.pins import factory
from firmware_bridge.panel.signals import Sound
from firmware_bridge.panel.wiring import Wiring
from firmware_bridge.registry import Registry, RegistryError
from ui.client import ClientError, CoreAway, health

PORTS: Final = Path("/dev/serial/by-id")
"""Serial devices under names that stay."""
SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
"""There once systemd-timesyncd has set the clock (systemd-timesyncd.service(8))."""
MEET_S: Final = 3.0
"""So long a shoe is waited for."""
HAND_S: Final = 10.0
"""So long a person has to touch something, or to look at a lamp."""
LITTLE_B: Final = 1 << 30
"""Less room than this is worth a note, bytes: some months of a table."""


def findings(settings: Settings) -> Iterator[Finding]:
    """Everything that can be seen without a hand, part by part."""
    yield from _ports(settings)
    yield from _deck(settings)
    yield from _key(settings)
    yield _witness(settings)
    yield _people(settings)
    yield from _devices(settings)
    yield _clock()
    yield from _disk(settings.journal)


def _ports(settings: Settings) -> Iterator[Finding]:
    names = sorted(entry.name for entry in PORTS.iterdir()) if PORTS.is_dir() else []
    listed = ", ".join(names) if names else "none"
    yield Finding("ports", "good", f"in {PORTS}: {listed}")
    port = settings.shoe.port
    if port is None:
        return
    try:
        is_device = stat.S_ISCHR(port.stat().st_mode)
    except OSError as error:
        yield Finding("port", "fault", f"{port}: {error.strerror}", "plug the shoe in, or correct shoe.port")
        return
    if not is_device:
        yield Finding("port", "fault", f"{port} is no serial port", "correct shoe.port in the settings")
    elif not os.access(port, os.R_OK | os.W_OK):
        yield Finding("port", "fault", f"this user may not open {port}", "add the user to the group dialout")
    elif port.parent != PORTS and PORTS.is_dir():
        remedy = f"name the shoe in {PORTS} instead: that name stays when it is plugged in again"
        yield Finding("port", "note", f"{port} may be another device tomorrow", remedy)
    else:
        yield Finding("port", "good", f"{port} leads to {port.resolve()}")


def _deck(settings: Settings) -> Iterator[Finding]:
    if settings.shoe.deck is None:
        return
    try:
        deck = Registry.load(settings.shoe.deck)
    except RegistryError as error:
        yield Finding("deck", "fault", str(error), "banca21 enrol tags")
        return
    packs, due = len(deck.cards) // 52, settings.table.rules.decks
    if packs != due:
        remedy = "enrol the packs that lie in the shoe, or correct table.rules.decks"
        yield Finding("deck", "fault", f"{packs} packs are enrolled, the table plays with {due}", remedy)
    else:
        yield Finding("deck", "good", f"{packs} packs are enrolled")


def _key(settings: Settings) -> Iterator[Finding]:
    if settings.shoe.key is None:
        return
    try:
        key_file.load(settings.shoe.key)
    except KeyFileError as error:
        yield Finding("key", "fault", str(error), "see above")
    else:
        yield Finding("key", "good", f"{settings.shoe.key} holds a key")


def _witness(settings: Settings) -> Finding:
    """Whether the end of the journal could be cut off unseen."""
    key, folder = settings.journal.key, settings.journal.checkpoints
    if key is None or folder is None:
        remedy = "give journal.key and journal.checkpoints, a folder on another medium"
        return Finding("witness", "note", "no checkpoint leaves this machine: a journal cut short is not seen", remedy)
    try:
        known = last(folder, settings.table.name, keys.private_key(key).public_key())
    except JournalError as error:
        return Finding("witness", "fault", str(error), "see above")
    if not folder.is_dir():
        return Finding("witness", "fault", f"{folder}: no folder there", "put the medium in, or correct the settings")
    seen = f"the last checkpoint is of record {known.seq}, {known.at}" if known is not None else "no checkpoint yet"
    if _disk_of(folder) == _disk_of(settings.journal.path):
        remedy = "mount another medium there: who loses or sets back this disk loses both"
        return Finding("witness", "note", f"{folder}: {seen}; it lies on the journal's own disk", remedy)
    return Finding("witness", "good", f"{folder}: {seen}")


def _disk_of(path: Path) -> int:
    """The device of ``path``, or of the nearest folder above it that is there."""
    return next(each for each in (path, *path.parents) if each.exists()).stat().st_dev


def _people(settings: Settings) -> Finding:
    """Whether it is known who asks for what."""
    people = settings.people
    if people is None:
        remedy = "write [people] into the settings, then banca21 staff begin"
        return Finding("people", "note", "no staff is named: whoever touches the screen is believed", remedy)
    try:
        pepper.load(people.pepper)
        members = staff.read(people.staff)
    except PeopleError as error:
        return Finding("people", "fault", str(error), "see above")
    return Finding("people", "good", f"{sum(member.pin is not None for member in members.present)} people have a PIN")


def _devices(settings: Settings) -> Iterator[Finding]:
    """Of the running core, which holds port and pins; without one, of the shoe itself."""
    try:
        yield from health(settings.core.socket)
        yield Finding("core", "good", f"answers at {settings.core.socket}")
    except CoreAway:
        yield Finding("core", "note", "does not run", "start it when the table opens: banca21 run")
        yield from _shoe(settings)
    except ClientError as error:
        yield Finding("core", "fault", str(error), "see the core's log")


def _shoe(settings: Settings) -> Iterator[Finding]:
    """Shoe and panel, begun for a moment."""
    devices, posted = Devices(card_source(settings), settings.panel, lambda _pressed: None), SimpleQueue[Sighting]()
    try:
        devices.start(posted.put, Journalled())
        _wait_for_the_shoe(posted)
        yield from devices.health()
    except SourceError as error:
        yield Finding("shoe", "fault", str(error), "see above")
    finally:
        devices.stop()


def _wait_for_the_shoe(posted: "SimpleQueue[Sighting]") -> None:
    until = time.monotonic() + MEET_S
    with suppress(Empty):
        while (left_s := until - time.monotonic()) > 0:
            said = posted.get(timeout=left_s)
            if isinstance(said, Link) and said.state != "lost":
                return


def by_hand(settings: Settings, ask: Callable[[str], bool]) -> Iterator[Finding]:
    """What only a person can see and hear, part by part; ``ask`` puts a question that is answered yes or no.

    The core must not run: it holds the pins.
    """
    if settings.panel is None:
        yield Finding("panel", "note", "none is configured", "name its pins in the settings, [panel]")
        return
    touched: SimpleQueue[Contact] = SimpleQueue()

    def sense(contact: Contact, at: float, *, is_active: bool) -> None:  # noqa: ARG001 (either way it was touched)
        touched.put(contact)

    try:
        pins = factory(settings.panel.pins)
        panel = Panel(settings.panel.wiring, pins, lambda _heard: None, sense)
    except PanelError as error:
        yield Finding("panel", "fault", str(error), "see above")
        return
    panel.start()
    try:
        yield from _outputs(panel, settings.panel.wiring, ask)
        yield from _contacts(panel, settings.panel.wiring, touched, ask)
    finally:
        panel.stop()


def _outputs(panel: Panel, wiring: Wiring, ask: Callable[[str], bool]) -> Iterator[Finding]:
    for name, wired in wiring.outputs():
        if name == "buzzer":
            panel.play(Sound.ALERT)
            is_seen = ask("Did the buzzer sound?")
        else:
            panel.try_lamp(name, HAND_S)  # type: ignore[arg-type]
            is_seen = ask(f"Is the {name} lamp lit, and no other?")
        yield _seen(name, wired.pin, is_seen=is_seen)


def _contacts(
    panel: Panel, wiring: Wiring, touched: "SimpleQueue[Contact]", ask: Callable[[str], bool]
) -> Iterator[Finding]:
    for name, wired in wiring.contacts():
        while not touched.empty():
            touched.get()
        what = name.replace("_", " ")
        if not ask(f"Within {HAND_S:.0f} s of Enter, touch or move: {what}. Ready?"):
            yield Finding(what, "note", "left out", "try it before the table opens")
        elif name == NEXT:
            yield _seen(name, wired.pin, is_seen=panel.wait_for_press(HAND_S))
        else:
            yield _seen(name, wired.pin, is_seen=_is_touched(touched, Contact(name)))


def _is_touched(touched: "SimpleQueue[Contact]", contact: Contact) -> bool:
    until = time.monotonic() + HAND_S
    with suppress(Empty):
        while (left_s := until - time.monotonic()) > 0:
            if touched.get(timeout=left_s) is contact:
                return True
    return False


def _seen(name: str, pin: int, *, is_seen: bool) -> Finding:
    what = name.replace("_", " ")
    if is_seen:
        return Finding(what, "good", f"works on GPIO {pin}")
    remedy = f"check its wires and its plug, and panel.{name} in the settings (pin, active)"
    return Finding(what, "fault", f"nothing came of it on GPIO {pin}", remedy)


def _clock() -> Finding:
    now = datetime.now(UTC)
    if now.timestamp() < BUILT:
        remedy = "set it, and fit a battery to the real-time clock: sudo date --set='YYYY-MM-DD HH:MM'"
        return Finding("clock", "fault", f"shows {now:%Y-%m-%d %H:%M} UTC", remedy)
    if SYNCHRONISED.parent.is_dir() and not SYNCHRONISED.exists():
        remedy = "compare it with a watch; let it reach a time server now and then"
        return Finding("clock", "note", f"shows {now:%Y-%m-%d %H:%M} UTC and was never set by a server", remedy)
    return Finding("clock", "good", f"shows {now:%Y-%m-%d %H:%M} UTC")


def _disk(journal: JournalSettings) -> Iterator[Finding]:
    folder = journal.path.parent
    try:
        free = shutil.disk_usage(folder).free
        is_writable = os.access(folder, os.W_OK)
    except OSError as error:
        remedy = "mount its medium, or make the folder; correct journal.path if it is another"
        yield Finding("disk", "fault", f"{folder}: {error.strerror}", remedy)
        return
    text = f"{free / (1 << 30):.1f} GiB free in {folder}"
    if not is_writable:
        yield Finding("disk", "fault", f"this user may not write in {folder}", f"chown it to this user: {folder}")
    elif free < journal.room_mib << 20:
        yield Finding("disk", "fault", text, "make room there before the table opens")
    elif free < LITTLE_B:
        yield Finding("disk", "note", text, "make room there, or let old records go sooner: journal.keep_days")
    else:
        yield Finding("disk", "good", text)
