"""The wire, timed: the shoe's own firmware behind a pseudo-terminal, the reader's thread, the queue.

The firmware stamps each card when the last byte of its frame is written, the reader's thread when it posts; both clocks
are CLOCK_MONOTONIC. MicroPython runs the firmware where there is one, else CPython; every frame is signed. A thread in
the journal's place acknowledges each card as it comes.
"""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Self, TypeAlias

from deploy.benchmarks.path import Spread
from engine.events import CardOut, Link
from engine.ports import Journalled, Sighting
from firmware_bridge.firmware.shoe import HEARTBEAT_MS
from firmware_bridge.registry import Registry
from firmware_bridge.shoe_source import ShoeSource
from firmware_bridge.shoes import shoe1_device
from firmware_bridge.simulated_shoe import SimulatedShoe, micropython

DECK: Final = Registry.numbered(8)
KEY: Final = bytes(range(32))
"""The shoe's."""
WAIT_S: Final = 10.0
"""What has not come in this time does not come, seconds."""
AWAY_S: Final = (0.05, 1.5)
"""So long the shoe stays unplugged, seconds: the reader tries the port again at most each half second."""
REPLAYED: Final = 4
"""Cards that leave as soon as the shoe is plugged in, before anybody hears it."""

TO_QUEUE_MS: Final = 5.0
"""Target: p99 from a frame's last byte to the queue."""
UNPLUGGED_MS: Final = 100.0
"""Target: p99 until an unplugged shoe is told of."""
SILENT_MS: Final = 1000.0
"""Target: p99 until a shoe that hangs is told of."""
BACK_MS: Final = 1000.0
"""Target: p99 from plugging in, the firmware's boot included, until its cards are in the queue."""


class NotHeardError(RuntimeError):
    """What was due on the queue did not come."""


@dataclass(frozen=True, slots=True)
class Came:
    """A sighting, and when it was in the queue (``time.monotonic_ns``)."""

    at_ns: int
    sighting: Sighting


@dataclass(frozen=True, slots=True)
class Left:
    """A card that was pulled."""

    seq: int
    tag: str
    asked_ns: int
    """When the hand pulled it (``time.monotonic_ns``)."""
    at_ns: int | None
    """When the last byte of its frame was written; ``None``: 8 others were under way."""


SeqAndTag: TypeAlias = tuple[int, str]
"""A card's seq and tag."""


@dataclass(frozen=True, slots=True)
class Flow:
    """Cards in a steady flow."""

    cards: int
    per_second: float
    lost: int
    doubled: int
    disordered: int
    """Cards that came before one that had left earlier."""
    held: int
    """Cards whose frame had to wait in the shoe, since 8 others were not acknowledged."""
    to_queue: Spread
    """Last byte to queue; below nought where the reader was quicker than the firmware's look at its clock."""
    from_hand: Spread
    """The hand's pull to the queue: more than that by the firmware's own work, on file and signature."""

    @property
    def is_whole(self) -> bool:
        """Each card came once, in its place."""
        return not (self.lost or self.doubled or self.disordered)


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run measured."""

    interpreter: str
    """What ran the firmware."""
    flow: Flow
    unplugged: Spread
    """From before the plug is pulled, the firmware's end included, to the report."""
    back: Spread
    """From plugging in to the last of the cards that left meanwhile."""
    silent: Spread
    """From the firmware's stop to the report."""
    missing: int
    """Reports that cards may be missing; none was."""

    @property
    def is_whole(self) -> bool:
        """No card was lost, doubled, out of order or wrongly missed."""
        return self.flow.is_whole and not self.missing


class Rig:
    """A shoe, its source, and a thread in the journal's place."""

    def __init__(self, folder: Path, interpreter: Path | None) -> None:
        self.shoe = SimulatedShoe(folder / "shoe", interpreter=interpreter, key=KEY)
        self.links: SimpleQueue[Came] = SimpleQueue()
        self.passes: SimpleQueue[Came] = SimpleQueue()
        """Cards that were acknowledged."""
        self.missing = 0
        self._came: SimpleQueue[Came | None] = SimpleQueue()
        self._source = ShoeSource(folder / "shoe", shoe1_device(lambda: DECK, key=lambda: KEY))
        self._journal = threading.Thread(target=self._acknowledge, name="journal", daemon=True)

    def __enter__(self) -> Self:
        self._journal.start()
        self._source.start(self._post, Journalled())
        self.await_link("up")
        self._source.shoe_started()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._source.stop()
        self._came.put(None)
        self._journal.join()
        self.shoe.close()

    def await_link(self, state: str) -> Came:
        """The next report that the link became so.

        Raises:
            NotHeardError: there is none.
        """
        while True:
            came = _next(self.links, f"the link's report that it is {state}")
            if isinstance(came.sighting, Link) and came.sighting.state == state:
                return came

    def forget_links(self) -> None:
        """What was reported until now is no matter."""
        while not self.links.empty():
            self.links.get()

    def pull(self) -> Left:
        """The next card leaves; the shoe is filled again before its last card, so that it never tells EMPTY."""
        if len(self.shoe.remaining) < 2:
            self.shoe.load(list(DECK.cards))
        tag = self.shoe.remaining[0]
        asked_ns = time.monotonic_ns()
        pulled = self.shoe.pull()
        return Left(pulled.seq, tag, asked_ns, pulled.at_ns)

    def came(self, cards: int) -> list[Came]:
        """As many cards as come, at most ``cards``."""
        found: list[Came] = []
        while len(found) < cards:
            try:
                found.append(_next(self.passes, "a card"))
            except NotHeardError:
                break
        return found

    def surplus(self) -> list[Came]:
        """The cards that have come and were not taken yet."""
        found = []
        while not self.passes.empty():
            found.append(self.passes.get())
        return found

    def _post(self, sighting: Sighting) -> None:
        self._came.put(Came(time.monotonic_ns(), sighting))

    def _acknowledge(self) -> None:
        while (came := self._came.get()) is not None:
            match came.sighting:
                case Link(state=state):
                    self.missing += state == "missing"
                    self.links.put(came)
                case CardOut(origin=str() as origin):
                    self._source.acknowledge(origin)
                    self.passes.put(came)


def _next(queue: "SimpleQueue[Came]", what: str) -> Came:
    try:
        return queue.get(timeout=WAIT_S)
    except Empty:
        raise NotHeardError(f"{what} did not come in {WAIT_S:.0f} s") from None


def measure(seconds: float, rate: float, times: int, seed: int) -> Measured:
    """A flow of so many ``seconds`` at ``rate`` cards a second; unplugged so many ``times``, silent a quarter of it.

    Raises:
        NotHeardError: what was due on the queue did not come.
        SimulatedShoeError: the firmware ended.
    """
    interpreter = micropython()
    with TemporaryDirectory(prefix="banca21-") as folder, Rig(Path(folder), interpreter) as rig:
        flow = steady(rig, seconds, rate)
        chance = Random(seed)
        silent = Spread.of(list(silences(rig, max(2, times // 4), chance)))
        outages = list(unpluggings(rig, times, chance))
        return Measured(
            "MicroPython" if interpreter else "CPython",
            flow,
            Spread.of([outage.noticed_ns for outage in outages]),
            Spread.of([outage.back_ns for outage in outages]),
            silent,
            rig.missing,
        )


def steady(rig: Rig, seconds: float, rate: float) -> Flow:
    """Cards at a steady rate, each at its own moment, however late the one before was."""
    left = []
    began = time.monotonic()
    for number in range(max(2, round(seconds * rate))):
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
        left.append(rig.pull())
    took_s = time.monotonic() - began
    came = rig.came(len(left))
    time.sleep(0.25)  # a repeat of the last ones would come by now
    return flow(left, came + rig.surplus(), len(left) / took_s)


def flow(left: list[Left], came: list[Came], per_second: float) -> Flow:
    """What left beside what came.

    Raises:
        NotHeardError: fewer than two came whose frames did not wait in the shoe.
    """
    left_keys = [(each.seq, each.tag) for each in left]
    came_keys = [_key(each) for each in came]
    place = {key: number for number, key in enumerate(left_keys)}
    places = [place[key] for key in came_keys if key in place]
    lost, surplus = Counter(left_keys), Counter(came_keys)
    lost.subtract(came_keys)
    surplus.subtract(left_keys)
    at_ns = {key: each.at_ns for key, each in zip(reversed(came_keys), reversed(came), strict=True)}
    both = [(each, at_ns[each.seq, each.tag]) for each in left if (each.seq, each.tag) in at_ns]
    to_queue = [at - each.at_ns for each, at in both if each.at_ns is not None]
    if len(to_queue) < 2:
        raise NotHeardError(f"{len(left)} cards left, {len(to_queue)} of them came at once: start with fewer a second")
    return Flow(
        cards=len(left),
        per_second=per_second,
        lost=(+lost).total(),
        doubled=(+surplus).total(),
        disordered=sum(later < earlier for earlier, later in pairwise(places)),
        held=sum(each.at_ns is None for each in left),
        to_queue=Spread.of(to_queue),
        from_hand=Spread.of([at - each.asked_ns for each, at in both]),
    )


def _key(came: Came) -> SeqAndTag:
    sighting = came.sighting
    if not isinstance(sighting, CardOut) or sighting.origin is None:
        raise NotHeardError(f"{sighting} came, a card was due")
    return int(sighting.origin.partition(":")[2]), sighting.tag.text if sighting.tag is not None else ""


def silences(rig: Rig, times: int, chance: Random) -> Iterator[int]:
    """From the firmware's stop, anywhere between two heartbeats, to the report, nanoseconds; it goes on afterwards."""
    for _ in range(times):
        time.sleep(chance.uniform(0, HEARTBEAT_MS / 1000))
        rig.forget_links()
        began = time.monotonic_ns()
        rig.shoe.hang()
        lost = rig.await_link("lost")
        rig.shoe.resume()
        rig.await_link("up")
        yield lost.at_ns - began


@dataclass(frozen=True, slots=True)
class Outage:
    """An unplugging and what followed, nanoseconds."""

    noticed_ns: int
    back_ns: int


def unpluggings(rig: Rig, times: int, chance: Random) -> Iterator[Outage]:
    """Unplug and plug in again, and cards that leave at once.

    Raises:
        NotHeardError: they did not come, or others.
    """
    for _ in range(times):
        rig.forget_links()
        began = time.monotonic_ns()
        rig.shoe.unplug()
        noticed_ns = rig.await_link("lost").at_ns - began
        time.sleep(chance.uniform(*AWAY_S))
        began = time.monotonic_ns()
        rig.shoe.plug()
        left = [rig.pull() for _ in range(REPLAYED)]
        came = rig.came(REPLAYED)
        if [_key(each) for each in came] != [(each.seq, each.tag) for each in left]:
            raise NotHeardError(f"{left} left, {came} came")
        rig.await_link("up")
        yield Outage(noticed_ns, came[-1].at_ns - began)
