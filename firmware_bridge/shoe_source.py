"""A shoe as a card source: the thread ``shoe reader``, which owns the port and the device that speaks on it.

One pass of its loop: wait for bytes, an order or the time; read; carry out the orders that came before those bytes;
feed the bytes to the device; post, then send. Orders before bytes, so that a card pulled because a new shoe was
announced is never judged by the old one.
"""

import logging
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias, assert_never

from engine.ports import Finding, Journalled, Sighting
from firmware_bridge.device import Contact, Device, Reaction
from firmware_bridge.errors import TransportError
from firmware_bridge.transport import Port

RETRY_MIN_S: Final = 0.01
"""Until a port that could not be opened is tried again; doubles each time."""
RETRY_MAX_S: Final = 0.5
"""The doubling ends here."""
HEALTH_S: Final = 1.0
"""So long the reader's thread is waited for when it is asked how it is."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Acknowledge:
    """The journal holds this origin's event."""

    origin: str


@dataclass(frozen=True, slots=True)
class _NewShoe:
    """The journal holds that a new shoe began."""


@dataclass(frozen=True, slots=True)
class _Sensed:
    """A contact of the panel changed."""

    contact: Contact
    at: float
    is_active: bool


@dataclass(frozen=True, slots=True)
class _HowAreYou:
    """Somebody asks for the device's health."""

    reply: "SimpleQueue[tuple[Finding, ...]]"


@dataclass(frozen=True, slots=True)
class _Stop:
    """The thread is to end."""


_Order: TypeAlias = _Acknowledge | _NewShoe | _Sensed | _HowAreYou | _Stop


class _Orders:
    """What other threads want of the reader, in order; whoever polls :meth:`fileno` wakes when there is one."""

    def __init__(self) -> None:
        self._waiting: deque[_Order] = deque()
        self._sleeper, self._waker = socket.socketpair()
        self._sleeper.setblocking(False)  # noqa: FBT003 (the standard library's signature)
        self._waker.setblocking(False)  # noqa: FBT003

    def give(self, order: _Order) -> None:
        """Any thread, at any time; never blocks."""
        self._waiting.append(order)
        with suppress(OSError):  # full: it will wake anyway; closed: nobody is there any more
            self._waker.send(b"\0")

    def take(self) -> Iterator[_Order]:
        """Those that wait, oldest first."""
        while self._waiting:
            yield self._waiting.popleft()

    def fileno(self) -> int:
        """Readable when somebody gave an order."""
        return self._sleeper.fileno()

    def calm(self) -> None:
        """Let :meth:`fileno` be unreadable until the next order."""
        with suppress(BlockingIOError):
            self._sleeper.recv(4096)

    def close(self) -> None:
        """Nobody takes orders any more."""
        self._waker.close()
        self._sleeper.close()


class ShoeSource:
    """A shoe behind a serial port; an :class:`engine.ports.CardSource`.

    Args:
        path: the port's; best one under ``/dev/serial/by-id``, which survives plugging in again.
        device: makes what speaks on it, from what the journal holds; asked at each start, and what it raises as a
            SourceError, so does the start.
    """

    def __init__(self, path: Path | str, device: Callable[[Journalled], Device]) -> None:
        self._path = str(path)
        self._device = device
        self._orders = _Orders()
        self._thread: threading.Thread | None = None

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:
        """Begin; see :meth:`engine.ports.CardSource.start`. A port that is not there yet is waited for and reported."""
        reader = _Reader(self._path, self._device(journalled), post, self._orders)
        self._thread = threading.Thread(target=reader.run, name="shoe reader", daemon=True)
        self._thread.start()

    def acknowledge(self, origin: str) -> None:
        """The journal holds the event of this origin; call in the journal's order with :meth:`shoe_started`."""
        self._orders.give(_Acknowledge(origin))

    def shoe_started(self) -> None:
        """The journal holds that a new shoe began. Events acknowledged after this call belong to it."""
        self._orders.give(_NewShoe())

    def sense(self, contact: Contact, at: float, *, is_active: bool) -> None:
        """A contact of the panel changed at ``at`` (``time.monotonic``); any thread, never waits."""
        self._orders.give(_Sensed(contact, at, is_active))

    def health(self) -> tuple[Finding, ...]:
        """How port and device are; any thread but the reader's own."""
        if self._thread is None:
            return ()
        reply: SimpleQueue[tuple[Finding, ...]] = SimpleQueue()
        self._orders.give(_HowAreYou(reply))
        try:
            return reply.get(timeout=HEALTH_S)
        except Empty:
            return (
                Finding("reader", "fault", f"its thread has not answered for {HEALTH_S:.0f} s", "restart the core"),
            )

    def stop(self) -> None:
        """End the thread and close the port; returns when both are done."""
        self._orders.give(_Stop())
        if self._thread is not None:
            self._thread.join()
        self._orders.close()


class _Reader:
    """What the thread owns."""

    def __init__(self, path: str, device: Device, post: Callable[[Sighting], None], orders: _Orders) -> None:
        self._path = path
        self._device = device
        self._post = post
        self._orders = orders
        self._is_stopping = False
        self._port: Port | None = None
        self._poll = select.poll()
        self._poll.register(orders.fileno(), select.POLLIN)
        self._retry_at = 0.0
        self._retry_s = RETRY_MIN_S

    def run(self) -> None:
        """Until told to stop; whatever goes wrong is reported as a lost link and tried again."""
        while not self._is_stopping:
            try:
                self._pass()
            except TransportError as error:
                self._lose(str(error))
            except Exception as error:  # noqa: BLE001 (a thread's outermost loop)
                _log.exception("the shoe reader failed")
                self._lose(f"the shoe reader failed ({error!r}) and begins again: report this with the log")
        self._close()

    def _pass(self) -> None:
        if self._port is None and time.monotonic() >= self._retry_at:
            self._open()
        chunk = self._wait()
        for order in self._orders.take():
            self._obey(order)
        now = time.monotonic()
        if chunk:
            self._retry_s = RETRY_MIN_S
            self._carry_out(self._device.received(chunk, now))
        elif self._port is not None:
            self._port.check_name()
        self._carry_out(self._device.advance(now))

    def _open(self) -> None:
        port = Port.open(self._path, self._device.baud)
        self._port = port
        self._poll.register(port.fileno(), select.POLLIN)
        self._carry_out(self._device.opened(time.monotonic()))

    def _wait(self) -> bytes:
        """Until bytes, an order or the time: the bytes.

        Raises:
            VanishedPortError: the port hung up.
        """
        dues = [self._retry_at if self._port is None else None, self._device.due_at]
        due_at = min((due for due in dues if due is not None), default=None)
        left_s = None if due_at is None else max(0.0, due_at - time.monotonic())
        ready = self._poll.poll(None if left_s is None else ceil(left_s * 1000))
        chunk = b""
        for descriptor, _ in ready:
            if descriptor == self._orders.fileno():
                self._orders.calm()
            elif self._port is not None:
                chunk = self._port.read()
        return chunk

    def _obey(self, order: _Order) -> None:
        match order:
            case _Acknowledge(origin):
                self._carry_out(self._device.acknowledge(origin))
            case _NewShoe():
                self._carry_out(self._device.shoe_started())
            case _Sensed(contact, at, is_active):
                self._carry_out(self._device.sensed(contact, at, is_active=is_active))
            case _HowAreYou(reply):
                reply.put((Finding("port", "good" if self._port else "fault", self._path), *self._device.health()))
            case _Stop():
                self._is_stopping = True
            case _:
                assert_never(order)

    def _carry_out(self, reaction: Reaction) -> None:
        for sighting in reaction.post:
            self._post(sighting)
        if reaction.send and self._port is not None:
            self._port.write(reaction.send)

    def _lose(self, why: str) -> None:
        self._close()
        self._retry_at = time.monotonic() + self._retry_s
        self._retry_s = min(2 * self._retry_s, RETRY_MAX_S)
        for sighting in self._device.closed(why, time.monotonic()).post:
            self._post(sighting)

    def _close(self) -> None:
        if self._port is not None:
            self._poll.unregister(self._port.fileno())
            self._port.close()
            self._port = None
