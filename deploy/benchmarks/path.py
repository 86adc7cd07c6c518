"""One card's path, timed: from the last byte of its frame on the wire to the picture that shows what is due then.

Each card is stamped by the firmware when its frame's last byte was written to the pseudo-terminal, and by the screen
when the picture was flipped whose widgets hold the new instruction. The core alone is stamped when a client has its
update, journal sync included, beside a bare write and ``fdatasync`` of one page on the same disk at the same pace.
"""

import os
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.demo_table import DemoTable, Setting
from deploy.demonstration import FAST, Core, DemonstrationError, People
from engine.messages import Update, decode

PACE_S: Final = 0.05
"""From one card to the next: a fast dealer, some twenty times over."""
PAGE: Final = 4096
"""Bytes of the bare write: a page of the journal."""
WARM_UP: Final = 20
"""Cards that are dealt before the count begins."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How a figure spreads over many cards, in milliseconds."""

    p50: float
    p99: float
    worst: float

    @classmethod
    def of(cls, times_ns: list[int]) -> "Spread":
        """The spread of ``times_ns``, at least two of them."""
        cuts = statistics.quantiles(times_ns, n=100, method="inclusive")
        return cls(cuts[49] / 1e6, cuts[98] / 1e6, max(times_ns) / 1e6)


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run measured."""

    cards: int
    screen: Spread
    """Frame's last byte to flip."""
    core: Spread
    """Frame's last byte to a client's update."""
    sync: Spread
    """The bare write and sync."""

    @property
    def core_to_sync(self) -> float:
        """p99 of the core as a multiple of the bare sync's p99."""
        return self.core.p99 / self.sync.p99


class TimedShoe:
    """The simulated shoe, noting when each frame's last byte was written."""

    def __init__(self, table: DemoTable, bare: "BareSync | None" = None) -> None:
        self._table = table
        self._bare = bare
        self.pulled_ns: list[int] = []

    def load(self, tags: list[str]) -> None:
        """As the shoe does."""
        self._table.shoe.load(tags)

    def pull(self) -> None:
        """As the shoe does, at the benchmark's pace; half-way between two cards the bare sync has its turn."""
        time.sleep(PACE_S / 2)
        if self._bare is not None:
            self._bare.once()
        time.sleep(PACE_S / 2)
        at_ns = self._table.shoe.pull().at_ns
        if at_ns is None:
            raise DemonstrationError("the firmware's interpreter has no monotonic clock: run it on CPython")
        self.pulled_ns.append(at_ns)


class Ear:
    """A client that does nothing but note when each line of the core's had arrived; read afterwards."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._arrived: list[tuple[int, bytes]] = []
        self._thread = threading.Thread(target=self._listen, name="ear", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while arrived := self._socket.recv(1 << 16):
            self._arrived.append((time.monotonic_ns(), arrived))

    def close(self) -> list[tuple[int, int]]:
        """Hang up; record and time in nanoseconds of each update that a card or white card brought."""
        self._socket.shutdown(socket.SHUT_WR)  # the core hangs up then, and what is on its way still comes
        self._thread.join()
        self._socket.close()
        updates, rest = [], b""
        for at_ns, arrived in self._arrived:
            *lines, rest = (rest + arrived).split(b"\n")
            for message in map(decode, lines):
                if isinstance(message, Update) and message.event in ("card_out", "white_card_out"):
                    updates.append((message.view.seq, at_ns))
        return updates


class BareSync:
    """One page written over and over in a file of its own, each time with ``fdatasync``."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_RDWR)
        os.posix_fallocate(self._file, 0, PAGE)
        os.fsync(self._file)
        self.times_ns: list[int] = []

    def once(self) -> None:
        """Write and sync, timed."""
        began = time.monotonic_ns()
        os.pwrite(self._file, os.urandom(PAGE), 0)
        os.fdatasync(self._file)
        self.times_ns.append(time.monotonic_ns() - began)


def measure(cards: int, seed: int) -> Measured:
    """Deal ``cards`` cards with a screen and as many without, and give the times.

    Raises:
        DemonstrationError: the core or the screen did not do its part.
    """
    return Measured(cards, Spread.of(list(to_screen(cards, seed))), *to_core(cards, seed))


def to_screen(cards: int, seed: int) -> Iterator[int]:
    """From the last byte to the flip, nanoseconds for each card."""
    with DemoTable(Setting(seed)) as table:
        trace = table.folder / "trace"
        table.show_screen("--offscreen", "--trace", str(trace))
        times = dealt(table, TimedShoe(table), cards)
        time.sleep(0.5)
        flips = [(int(seq), int(at)) for _due, seq, at in map(str.split, trace.read_text().splitlines())]
    for record, _, pulled in times:
        shown = next((at for seq, at in flips if seq >= record), None)
        if shown is None:
            raise DemonstrationError(f"the screen never showed record {record}: start it by hand and see why")
        yield shown - pulled


def to_core(cards: int, seed: int) -> tuple[Spread, Spread]:
    """From the last byte to a client's update, and the bare sync between the cards."""
    with DemoTable(Setting(seed)) as table:
        bare = BareSync(table.folder / "bare")
        times = dealt(table, TimedShoe(table, bare), cards)
        return Spread.of([told - pulled for _, told, pulled in times]), Spread.of(bare.times_ns[WARM_UP:])


def dealt(table: DemoTable, shoe: TimedShoe, cards: int) -> list[tuple[int, int, int]]:
    """Deal; for each card its record, when a client was told, and when it was pulled. The warm-up is left out."""
    await_socket(table.socket)
    ear = Ear(table.socket)  # the first client is told first
    core = Core(table.socket)
    people = People(table.felt, shoe, core, FAST)
    while len(shoe.pulled_ns) < cards + WARM_UP:
        people.act()
    core.close()
    told = ear.close()
    return [(seq, at_ns, pulled) for (seq, at_ns), pulled in zip(told, shoe.pulled_ns, strict=True)][WARM_UP:]


def await_socket(path: Path) -> None:
    """Wait until the core listens at ``path``."""
    core = Core(path)
    core.until(lambda view: view.reader.state == "up", "reach the shoe")
    core.close()
