"""The fault proxy: a line between shoe and host that writes down all that passes and spoils what it is told to."""

import contextlib
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Final, Self

from firmware_bridge.errors import TransportError
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import Deframer, Frame
from firmware_bridge.link import BAUD
from firmware_bridge.transport import Port
from rig.faults import Fault, Silence
from rig.line import Line

LOOK_S: Final = 0.01
"""Between two looks for a shoe that is not plugged in."""
PATIENCE_S: Final = 10.0
"""A proxy whose thread takes so long has failed."""


class Way(Enum):
    """Where bytes go."""

    TO_HOST = "to host"
    TO_SHOE = "to shoe"


@dataclass(frozen=True, slots=True)
class Passed:
    """Bytes that came to the proxy, and what it made of them."""

    at: float
    """``time.monotonic``, when they came."""
    way: Way
    came: bytes
    """Empty: the proxy itself spoke."""
    went: bytes


@dataclass
class _Stream:
    """One way."""

    fault: Fault = field(default_factory=Fault)
    pending: deque[tuple[float, bytes]] = field(default_factory=deque)
    is_full: bool = False
    deframer: Deframer = field(default_factory=Deframer)
    frames: list[tuple[float, Frame]] = field(default_factory=list)

    def push(self, piece: bytes, delay_s: float = 0.0) -> None:
        earliest = self.pending[-1][0] if self.pending else 0.0
        self.pending.append((max(time.monotonic(), earliest) + delay_s, piece))

    @property
    def due_at(self) -> float | None:
        return self.pending[0][0] if self.pending and not self.is_full else None


class FaultProxy:
    """A line at ``path`` that leads to the shoe at ``device``, by way of its own thread.

    It starts faultless. A shoe that is unplugged is hung up on the host's side too, and comes back when the shoe does.
    """

    def __init__(self, device: Path, path: Path, *, seed: int = 0) -> None:
        self.path = path
        self.record: list[Passed] = []
        """All that passed, oldest first."""
        self._recorded = threading.Condition()
        self._device = device
        self._chance = Random(seed)
        self._streams = {way: _Stream() for way in Way}
        self._port: Port | None = None
        self._line: Line | None = None
        self._abandoned: list[Line] = []
        self._is_hung_up = False
        self._orders: SimpleQueue[tuple[Callable[[], object], threading.Event]] = SimpleQueue()
        self._wake = os.eventfd(0, os.EFD_NONBLOCK)
        self._is_over = False
        self._look()
        self._thread = threading.Thread(target=self._run, name="fault proxy", daemon=True)
        self._thread.start()

    # What a test does. Each has happened when it returns.

    def spoil(self, fault: Fault, *ways: Way) -> None:
        """From now on ``fault`` befalls what goes this way; one object for both ways would mix them up."""
        self._do(lambda: self._change(fault, ways))

    def heal(self) -> None:
        """No fault any more; what a fault still held goes on."""
        self._do(lambda: self._change(Fault(), Way))

    def inject(self, wire: bytes, way: Way = Way.TO_HOST) -> None:
        """Speak in the place of shoe or host."""
        self._do(lambda: self._speak(wire, way))

    def replay(self, record: Iterable[Passed]) -> None:
        """Say to the host again what a shoe once said, in the same chunks."""
        for passed in record:
            if passed.way is Way.TO_HOST and passed.came:
                self.inject(passed.came)

    def hang_up(self) -> None:
        """The host's side is unplugged, the shoe keeps its supply; what was under way is lost."""

        def hang_up() -> None:
            self._is_hung_up = True
            self._drop_line()

        self._do(hang_up)

    def plug(self) -> None:
        """The host's side is plugged in, under another pty."""

        def plug() -> None:
            self._is_hung_up = False
            self._look()

        self._do(plug)

    def move(self) -> None:
        """The name leads to another pty by now, while the old one stays open to whoever holds it, and is silent."""

        def move() -> None:
            if self._line is not None:
                self._abandoned.append(self._line)
            self._line = Line(self.path)

        self._do(move)

    def swap(self, other: Self) -> None:
        """Two adapters change places: each comes back under the other's name."""
        self.hang_up()
        other.hang_up()
        self.path, other.path = other.path, self.path
        self.plug()
        other.plug()

    def wait_delivered(self) -> None:
        """Until everything that was injected has gone out."""
        until = time.monotonic() + PATIENCE_S
        while any(stream.pending for stream in self._streams.values()):
            self._do(lambda: None)
            if time.monotonic() > until:
                raise TimeoutError("the proxy could not deliver: nobody reads at the other end")

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until ``holds``, looked at whenever something passed.

        Raises:
            AssertionError: it did not; ``what`` says what was waited for.
        """
        with self._recorded:
            if not self._recorded.wait_for(holds, PATIENCE_S):
                raise AssertionError(f"{what} was due on the wire")

    def until_acknowledged(self, origin: str) -> None:
        """Wait until an ACK of this event, or of a later one, has passed."""
        boot, seq = map(int, origin.split(":"))

        def is_acknowledged() -> bool:
            acks = (one.seq for one in self.frames(Way.TO_SHOE) if one.type == shoe1.ACK and one.boot_id == boot)
            return any(shoe1.distance(seq, ack) >= 0 for ack in acks)

        self.until(is_acknowledged, f"an ACK of {origin}")

    def close(self) -> None:
        """End the thread and give both ports back; a second time it does nothing."""
        if self._is_over:
            return
        self._is_over = True
        os.eventfd_write(self._wake, 1)
        self._thread.join(PATIENCE_S)
        self._drop_line()
        for line in self._abandoned:
            line.close()
        if self._port is not None:
            self._port.close()
        os.close(self._wake)

    def timed_frames(self, way: Way = Way.TO_HOST) -> list[tuple[float, Frame]]:
        """The good frames that came this way, each with the time of its last byte."""
        return list(self._streams[way].frames)

    def frames(self, way: Way = Way.TO_HOST) -> list[Frame]:
        """The good frames that came this way."""
        return [frame for _, frame in self.timed_frames(way)]

    @property
    def origins(self) -> list[str]:
        """Of every card and white card that came from the shoe, each once, in order."""
        return self.origins_since(0)

    def origins_since(self, number: int, uid: str | None = None) -> list[str]:
        """The same, of the frames from this one on; of the card with this tag alone, if one is given."""
        passes = [one for one in self.frames()[max(0, number) :] if one.type in shoe1.PASSES]
        if uid is not None:
            passes = [
                one for one in passes if isinstance(one.payload, shoe1.Card) and one.payload.uid.hex().upper() == uid
            ]
        return list(dict.fromkeys(f"{one.boot_id}:{one.seq}" for one in passes))

    # What its thread does

    def _do(self, order: Callable[[], object]) -> None:
        done = threading.Event()
        self._orders.put((order, done))
        os.eventfd_write(self._wake, 1)
        if not done.wait(PATIENCE_S):
            raise TimeoutError("the proxy's thread does not answer: see its traceback")

    def _run(self) -> None:
        while not self._is_over:
            self._pass()
            with contextlib.suppress(Empty):
                while True:
                    order, done = self._orders.get_nowait()
                    order()
                    done.set()
            for way in Way:
                self._deliver(way)

    def _pass(self) -> None:
        """Wait, and take in what has come."""
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        if self._port is not None:
            poll.register(self._port.fileno(), self._events(Way.TO_SHOE))
        if self._line is not None:
            poll.register(self._line.near, self._events(Way.TO_HOST))
        for descriptor, events in poll.poll(self._wait_ms()):
            if descriptor == self._wake:
                with contextlib.suppress(BlockingIOError):
                    os.eventfd_read(self._wake)
            elif self._line is not None and descriptor == self._line.near:
                self._streams[Way.TO_HOST].is_full = False
                with contextlib.suppress(BlockingIOError):  # flushed since
                    self._take(os.read(descriptor, 4096), Way.TO_SHOE)
            elif self._port is not None:
                self._streams[Way.TO_SHOE].is_full = False
                if events & ~select.POLLOUT:
                    self._hear_shoe(self._port)
        if self._port is None:
            self._look()

    def _events(self, way: Way) -> int:
        return select.POLLIN | (select.POLLOUT if self._streams[way].is_full else 0)

    def _wait_ms(self) -> float | None:
        dues = [stream.due_at for stream in self._streams.values()]
        if self._port is None:
            dues.append(time.monotonic() + LOOK_S)
        due_at = min((due for due in dues if due is not None), default=None)
        return None if due_at is None else max(0.0, due_at - time.monotonic()) * 1000

    def _look(self) -> None:
        """Open the shoe's port and the host's line, whichever can be."""
        if self._port is None:
            with contextlib.suppress(TransportError):
                self._port = Port.open(str(self._device), BAUD)
        if self._port is not None and self._line is None and not self._is_hung_up:
            self._line = Line(self.path)

    def _hear_shoe(self, port: Port) -> None:
        try:
            chunk = port.read()
        except TransportError:
            self._lose_shoe()
            return
        if chunk:
            self._take(chunk, Way.TO_HOST)

    def _lose_shoe(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
        self._drop_line()

    def _drop_line(self) -> None:
        for stream in self._streams.values():
            stream.pending.clear()
            stream.is_full = False
        if self._line is not None:
            self._line.close()
            self._line = None

    def _take(self, chunk: bytes, way: Way) -> None:
        stream = self._streams[way]
        pieces = stream.fault.pass_on(chunk, self._chance)
        self._write_down(Passed(time.monotonic(), way, chunk, b"".join(piece.wire for piece in pieces)))
        for piece in pieces:
            stream.push(piece.wire, piece.delay_s)

    def _speak(self, wire: bytes, way: Way) -> None:
        self._write_down(Passed(time.monotonic(), way, b"", wire))
        self._streams[way].push(wire)

    def _write_down(self, passed: Passed) -> None:
        stream = self._streams[passed.way]
        items = stream.deframer.feed(passed.came)
        with self._recorded:
            self.record.append(passed)
            stream.frames += [(passed.at, item) for item in items if isinstance(item, Frame)]
            self._recorded.notify_all()

    def _change(self, fault: Fault, ways: Iterable[Way]) -> None:
        for way in ways:
            stream = self._streams[way]
            rest = stream.fault.rest()
            if rest:
                stream.push(rest)
            stream.fault = fault

    def _deliver(self, way: Way) -> None:
        stream = self._streams[way]
        while (due_at := stream.due_at) is not None and due_at <= time.monotonic():
            at, wire = stream.pending.popleft()
            sent = self._write(wire, way)
            if sent < len(wire):
                stream.pending.appendleft((at, wire[sent:]))
                stream.is_full = True

    def _write(self, wire: bytes, way: Way) -> int:
        """How many bytes need not be tried again: all of them where there is nobody."""
        end = self._port if way is Way.TO_SHOE else self._line
        if end is None:
            return len(wire)
        try:
            return os.write(end.fileno() if isinstance(end, Port) else end.near, wire)
        except BlockingIOError:
            return 0
        except OSError:
            self._lose_shoe()
            return len(wire)


def cut(proxy: FaultProxy) -> None:
    """Cut the wire both ways."""
    for way in Way:
        proxy.spoil(Silence(), way)
