"""The reference shoe's logic in a thread of this process: a real pty, and all other hardware in memory."""

import contextlib
import os
import secrets
import select
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from firmware_bridge.errors import SimulatedShoeError
from firmware_bridge.firmware import shoe1
from firmware_bridge.firmware.shoe import Passing, Shoe
from firmware_bridge.simulated_shoe import WHITE_CARD, Pulled
from rig.line import Line

SERIAL: Final = "BJ21-0001"
"""The simulated shoes', unless a test wants another."""
PATIENCE_S: Final = 10.0
"""A shoe of this process that takes so long has failed."""


class PowerLossError(Exception):
    """The firmware of this process ends here."""


class MemoryHal:
    """The layer that :class:`Shoe` asks for: a pty, and all else in memory."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.gate: list[Passing] = []
        self.faults: list[tuple[int, int]] = []
        self.lid = False
        self.empty = True
        self.outlives_a_reset = (0, 0)
        self.wrote_at_ns = 0
        self.calls_left: int | None = None
        """Of the firmware's, to what could be cut short; then the power is lost."""

    def _live(self) -> None:
        if self.calls_left is None:
            return
        if not self.calls_left:
            self.calls_left = None
            raise PowerLossError
        self.calls_left -= 1

    def millis(self) -> int:
        return (time.monotonic_ns() // 1_000_000) & 0xFFFFFFFF

    def read(self) -> bytes:
        if self.line is None:
            return b""
        try:
            return os.read(self.line.near, 4096)
        except BlockingIOError:
            return b""

    def write(self, frame: bytes) -> None:
        self._live()
        if self.line is not None:
            with contextlib.suppress(BlockingIOError):  # nobody drains it: lost, as on a wire
                os.write(self.line.near, frame)
        self.wrote_at_ns = time.monotonic_ns()

    def passing(self) -> Passing | None:
        self._live()
        return self.gate.pop(0) if self.gate else None

    def fault(self) -> tuple[int, int] | None:
        return self.faults.pop(0) if self.faults else None

    def lid_open(self) -> bool:
        return self.lid

    def is_empty(self) -> bool:
        self._live()
        return self.empty

    def supply_low(self) -> bool:
        return False

    def reset_cause(self) -> int:
        return 1

    def kept(self) -> tuple[int, int]:
        return self.outlives_a_reset

    def keep(self, gate_count: int, boot_id: int) -> None:
        self._live()
        self.outlives_a_reset = gate_count, boot_id

    def random(self, n: int) -> bytes:
        return secrets.token_bytes(n)

    def pass_out(self, word: str) -> None:
        """The card of this word passes the gate."""
        if word == WHITE_CARD:
            self.gate.append(Passing(shoe1.WHITE_CARD, b"", 0, 0))
        elif "+" in word:
            self.gate.append(Passing(shoe1.GATE, b"", 0, 0))
            self.faults.append((shoe1.FAULT_TWO_TAGS, 0))
        elif word.endswith("!"):
            self.gate.append(Passing(shoe1.GATE, b"", 0, 0))
        else:
            reads = 1 if word.endswith("?") else 4
            self.gate.append(Passing(shoe1.CARD, bytes.fromhex(word.rstrip("?")), 0xC9, reads))


_Order = Callable[[Shoe], object]


class FakeShoe:
    """The reference shoe's logic in a thread; it can do, and is asked, what :class:`SimulatedShoe` is."""

    def __init__(self, path: Path, *, serial: str = SERIAL, key: bytes | None = None) -> None:
        self.path = path
        self._serial = serial
        self._key = key
        self._hal = MemoryHal()
        self._remaining: list[str] = []
        self._orders: SimpleQueue[tuple[_Order, SimpleQueue[object]]] = SimpleQueue()
        self._wake = os.eventfd(0, os.EFD_NONBLOCK)
        self._goes_on = threading.Event()
        self._is_killed = False
        self._thread: threading.Thread | None = None
        self.plug()

    def load(self, tags: Sequence[str]) -> None:
        self._remaining = list(tags)
        self._ask(lambda _: setattr(self._hal, "empty", not self._remaining))

    def pull(self) -> Pulled:
        if self._thread is not None and not self._remaining:
            raise SimulatedShoeError("the shoe is empty: load it before you pull")
        return self._ask(self._pull)  # type: ignore[return-value]

    def _pull(self, shoe: Shoe) -> Pulled:
        self._hal.pass_out(self._remaining.pop(0))
        shoe.step()
        seq = shoe.last_seq()
        wrote_at_ns = self._hal.wrote_at_ns if shoe.has_sent(seq) else None
        self._hal.empty = not self._remaining
        shoe.step()
        return Pulled(seq, wrote_at_ns)

    def lid(self, *, is_open: bool) -> None:
        self._ask(lambda _: setattr(self._hal, "lid", is_open))

    def kill(self) -> None:
        if self._thread is None:
            raise SimulatedShoeError("the shoe is off: restart() it, or plug() it in")
        self._is_killed = True
        self._goes_on.set()
        os.eventfd_write(self._wake, 1)
        self._thread.join(PATIENCE_S)
        self._thread = None

    def gate_count(self) -> int:
        """What outlives a reset of the gate's count."""
        return self._hal.outlives_a_reset[0]

    def pull_and_lose_power(self, calls: int) -> None:
        """Let the next card leave; after so many calls to its hardware the firmware ends within one.

        Raises:
            SimulatedShoeError: it did.
        """

        def order(shoe: Shoe) -> None:
            self._hal.calls_left = calls
            self._pull(shoe)

        self._ask(order)

    def restart(self) -> None:
        if self._thread is not None:
            self.kill()
        self._boot()

    def hang(self) -> None:
        self._goes_on.clear()

    def resume(self) -> None:
        self._goes_on.set()

    def unplug(self) -> None:
        if self._thread is not None:
            self.kill()
        if self._hal.line is not None:
            self._hal.line.close()
            self._hal.line = None

    def plug(self) -> None:
        if self._hal.line is None:
            self._hal.line = Line(self.path)
        if self._thread is None:
            self._boot()

    def close(self) -> None:
        self.unplug()
        if self._wake >= 0:
            os.close(self._wake)
            self._wake = -1

    def _boot(self) -> None:
        if self._hal.line is None:
            raise SimulatedShoeError("the shoe has no supply: plug it in first")
        self._hal.gate.clear()
        self._hal.faults.clear()
        self._hal.calls_left = None
        self._is_killed = False
        self._goes_on.set()
        self._thread = threading.Thread(target=self._run, args=(self._hal.line.near,), name="fake shoe", daemon=True)
        self._thread.start()

    def _run(self, line: int) -> None:
        poll = select.poll()
        for descriptor in (line, self._wake):
            poll.register(descriptor, select.POLLIN)
        with contextlib.suppress(PowerLossError):
            shoe = Shoe(self._hal, self._serial, b"in-proc.", self._key)
            while not self._is_killed:
                poll.poll(shoe.step())
                self._goes_on.wait()
                with contextlib.suppress(BlockingIOError):
                    os.eventfd_read(self._wake)
                self._obey(shoe)

    def _obey(self, shoe: Shoe) -> None:
        with contextlib.suppress(Empty):
            while not self._is_killed:
                order, reply = self._orders.get_nowait()
                try:
                    reply.put(order(shoe))
                except PowerLossError:
                    reply.put(SimulatedShoeError("the firmware ended while it was asked: restart() it"))
                    raise

    def _ask(self, order: _Order) -> object:
        if self._thread is None:
            raise SimulatedShoeError("the shoe is off: restart() it, or plug() it in")
        reply: SimpleQueue[object] = SimpleQueue()
        self._orders.put((order, reply))
        os.eventfd_write(self._wake, 1)
        answer = reply.get(timeout=PATIENCE_S)
        if isinstance(answer, SimulatedShoeError):
            self.kill()
            raise answer
        return answer
