"""The real firmware as a process behind a real pty, through the reader's thread; under CPython and MicroPython."""

import os
import platform
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from queue import Empty, Queue

import pytest

from engine.events import CardOut, Link, ShoeEmpty, WhiteCardOut
from engine.ports import Journalled, Sighting
from firmware_bridge.errors import SimulatedShoeError
from firmware_bridge.registry import Registry
from firmware_bridge.shoe_source import ShoeSource
from firmware_bridge.shoes import shoe1_device
from firmware_bridge.simulated_shoe import WHITE_CARD, SimulatedShoe, micropython, unread
from firmware_bridge.transport import Port

REGISTRY = Registry.numbered(8)
TAGS = list(REGISTRY.cards)
WAIT_S = 10
"""A test that waits so long has failed."""

_no_micropython = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="MicroPython's unix port comes as a wheel for x86_64 alone"
)
INTERPRETERS = [
    pytest.param(Path(sys.executable), id="cpython"),
    pytest.param(micropython() or Path("micropython"), id="micropython", marks=_no_micropython),
]


class Table:
    """Waits for what is posted."""

    def __init__(self) -> None:
        self.came: Queue[Sighting] = Queue()
        self.links: list[Link] = []
        self.origins: list[str] = []

    def next(self) -> Sighting:
        return self.came.get(timeout=WAIT_S)

    def next_pass(self) -> CardOut | WhiteCardOut:
        """The next card or white card; links on the way are noted."""
        while True:
            sighting = self.next()
            if isinstance(sighting, CardOut | WhiteCardOut):
                assert sighting.origin is not None
                self.origins.append(sighting.origin)
                return sighting
            if isinstance(sighting, Link):
                self.links.append(sighting)

    def until(self, state: str) -> Link:
        """The next link of this state."""
        while True:
            sighting = self.next()
            assert not isinstance(sighting, CardOut | WhiteCardOut), sighting
            if isinstance(sighting, Link):
                self.links.append(sighting)
                if sighting.state == state:
                    return sighting

    def has_quiet(self, seconds: float) -> bool:
        try:
            sighting = self.came.get(timeout=seconds)
        except Empty:
            return True
        pytest.fail(f"{sighting} came")

    @property
    def missing(self) -> list[Link]:
        return [link for link in self.links if link.state == "missing"]


@pytest.fixture(params=INTERPRETERS)
def shoe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SimulatedShoe]:
    with SimulatedShoe(tmp_path / "shoe", interpreter=request.param) as shoe:
        yield shoe


@pytest.fixture
def cpython_shoe(tmp_path: Path) -> Iterator[SimulatedShoe]:
    with SimulatedShoe(tmp_path / "shoe") as shoe:
        yield shoe


Start = Callable[..., tuple[ShoeSource, Table]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a source; all are stopped at the end."""
    started: list[ShoeSource] = []

    def begin(
        path: Path, journalled: Journalled | None = None, serial: str | None = "BJ21-0001"
    ) -> tuple[ShoeSource, Table]:
        source, table = ShoeSource(path, shoe1_device(lambda: REGISTRY, serial=serial)), Table()
        started.append(source)
        source.start(table.came.put, journalled or Journalled())
        return source, table

    yield begin
    for source in started:
        source.stop()


def deal(shoe: SimulatedShoe, source: ShoeSource, table: Table, count: int) -> list[str]:
    """Pull, take, acknowledge; the cards that came."""
    cards = []
    for _ in range(count):
        shoe.pull()
        sighting = table.next_pass()
        assert isinstance(sighting, CardOut)
        cards.append(sighting.card.face if sighting.card is not None else "-")
        assert sighting.origin is not None
        source.acknowledge(sighting.origin)
    return cards


def test_a_hundred_cards_come_in_order(shoe: SimulatedShoe, start: Start) -> None:
    source, table = start(shoe.path)
    table.until("up")
    source.shoe_started()
    shoe.load(TAGS[:100])
    assert deal(shoe, source, table, 100) == [REGISTRY.cards[tag].face for tag in TAGS[:100]]
    assert table.next() == ShoeEmpty()
    assert table.missing == []


def test_white_card_and_unread_card_are_told(shoe: SimulatedShoe, start: Start) -> None:
    _, table = start(shoe.path)
    table.until("up")
    shoe.load([unread(TAGS[0]), WHITE_CARD, TAGS[1]])
    for _ in range(2):
        shoe.pull()
    first = table.next_pass()
    assert isinstance(first, CardOut)
    assert (first.card, first.tag) == (None, None)
    assert isinstance(table.next_pass(), WhiteCardOut)


def test_firmware_killed_in_mid_shoe_loses_and_doubles_nothing(shoe: SimulatedShoe, start: Start) -> None:
    source, table = start(shoe.path)
    table.until("up")
    source.shoe_started()
    shoe.load(TAGS[:40])
    dealt = []
    for _ in range(4):
        dealt += deal(shoe, source, table, 10)
        shoe.restart()
    source.acknowledge("end")
    assert dealt == [REGISTRY.cards[tag].face for tag in TAGS[:40]]
    assert len(set(table.origins)) == 40
    assert len({origin.split(":")[0] for origin in table.origins}) == 4
    assert table.missing == []


def test_card_that_the_killed_firmware_never_told_is_missing(shoe: SimulatedShoe, start: Start) -> None:
    """The port is gone when the card leaves, so that its event dies with the firmware; the gate's count does not."""
    source, table = start(shoe.path)
    table.until("up")
    source.shoe_started()
    shoe.load(TAGS[:10])
    deal(shoe, source, table, 3)
    source.stop()
    shoe.pull()
    shoe.restart()
    _, later = start(shoe.path, Journalled(frozenset(table.origins), 3, shoe_open=True))
    assert "counted 4 cards out, the log holds 3" in later.until("missing").text
    shoe.pull()
    assert isinstance(later.next_pass(), CardOut)


def test_host_that_starts_again_gets_what_it_had_not_journalled_and_nothing_twice(
    shoe: SimulatedShoe, start: Start
) -> None:
    source, table = start(shoe.path)
    table.until("up")
    source.shoe_started()
    shoe.load(TAGS[:10])
    deal(shoe, source, table, 2)
    for _ in range(3):
        shoe.pull()
    journalled = [*table.origins, table.next_pass().origin]
    source.stop()
    again, later = start(shoe.path, Journalled(frozenset(map(str, journalled)), 3, shoe_open=True))
    cards = [later.next_pass() for _ in range(2)]
    assert [card.card for card in cards if isinstance(card, CardOut)] == [REGISTRY.cards[tag] for tag in TAGS[3:5]]
    for card in cards:
        again.acknowledge(str(card.origin))
    later.until("up")
    assert later.missing == []


def test_shoe_plugged_in_again_has_another_name_and_goes_on(shoe: SimulatedShoe, start: Start) -> None:
    source, table = start(shoe.path)
    table.until("up")
    source.shoe_started()
    shoe.load(TAGS[:10])
    deal(shoe, source, table, 3)
    before = shoe.path.readlink()
    occupied = os.openpty()
    shoe.unplug()
    assert "hung up" in table.until("lost").text
    squatter = os.openpty()
    shoe.plug()
    assert shoe.path.readlink() != before
    table.until("up")
    assert deal(shoe, source, table, 2) == [REGISTRY.cards[tag].face for tag in TAGS[3:5]]
    assert table.missing == []
    for end in (*occupied, *squatter):
        os.close(end)


def test_silent_shoe_is_lost_and_comes_back(cpython_shoe: SimulatedShoe, start: Start) -> None:
    _, table = start(cpython_shoe.path)
    table.until("up")
    cpython_shoe.hang()
    assert "said nothing for 750 ms" in table.until("lost").text
    cpython_shoe.resume()
    table.until("up")


def test_lid_is_told(cpython_shoe: SimulatedShoe, start: Start) -> None:
    _, table = start(cpython_shoe.path)
    table.until("up")
    cpython_shoe.lid(is_open=True)
    assert "lid is open" in table.until("attention").text
    cpython_shoe.lid(is_open=False)
    assert "lid is closed" in table.until("up").text


def test_shoe_keeps_what_is_not_acknowledged_and_window_is_eight(cpython_shoe: SimulatedShoe, start: Start) -> None:
    source, table = start(cpython_shoe.path)
    table.until("up")
    cpython_shoe.load(TAGS[:12])
    pulled = [cpython_shoe.pull() for _ in range(10)]
    assert [one.at_ns is None for one in pulled] == [False] * 8 + [True] * 2
    first = [table.next_pass() for _ in range(8)]
    assert table.has_quiet(0.2)
    source.acknowledge(str(first[0].origin))
    assert table.next_pass().origin == f"{str(first[0].origin).split(':')[0]}:9"


def test_port_that_is_not_there_is_reported_once_and_waited_for(tmp_path: Path, start: Start) -> None:
    _, table = start(tmp_path / "shoe")
    assert "there is no port" in table.until("lost").text
    with SimulatedShoe(tmp_path / "shoe"):
        assert table.until("up").text == "shoe BJ21-0001 is connected, not authenticated"
        assert len(table.links) == 2


def test_absent_port_is_tried_ever_less_often(tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []
    really_open = Port.open

    def noted(path: str, baud: int) -> Port:
        tries.append(time.monotonic())
        return really_open(path, baud)

    monkeypatch.setattr(Port, "open", noted)
    _, table = start(tmp_path / "shoe")
    table.until("lost")
    assert table.has_quiet(0.7)
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert 2 <= len(pauses) <= 7
    assert all(pause >= 0.01 * 2**n for n, pause in enumerate(pauses))


def test_reader_sleeps_when_nothing_happens(cpython_shoe: SimulatedShoe, start: Start) -> None:
    source, table = start(cpython_shoe.path)
    table.until("up")
    source.acknowledge("1:1")
    used_before = time.process_time()
    assert table.has_quiet(0.5)
    assert time.process_time() - used_before < 0.1


def test_file_in_the_ports_place_is_reported(tmp_path: Path, start: Start) -> None:
    (tmp_path / "shoe").touch()
    _, table = start(tmp_path / "shoe")
    assert "is no serial port" in table.until("lost").text


def test_another_shoe_in_the_ports_place_is_refused(cpython_shoe: SimulatedShoe, start: Start) -> None:
    _, table = start(cpython_shoe.path, serial="BJ21-0002")
    cpython_shoe.load(TAGS[:3])
    cpython_shoe.pull()
    assert "is BJ21-0001, the settings name BJ21-0002" in table.until("lost").text
    assert table.has_quiet(0.3)


def test_garbage_is_named_and_costs_no_time(tmp_path: Path, start: Start) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    (tmp_path / "shoe").symlink_to(os.ttyname(slave))
    _, table = start(tmp_path / "shoe")
    while not os.read(master, 4096):
        pass
    used_before = time.process_time()
    for _ in range(40):
        os.write(master, b"\x55\xaa\0" * 20)
    assert "no frames" in table.until("lost").text
    assert time.process_time() - used_before < 0.4
    os.close(slave)
    os.close(master)


def test_stop_ends_the_thread_and_frees_the_port(cpython_shoe: SimulatedShoe, start: Start) -> None:
    source, table = start(cpython_shoe.path)
    table.until("up")
    source.stop()
    assert "shoe reader" not in [thread.name for thread in threading.enumerate()]
    source.acknowledge("1:1")
    _, second = start(cpython_shoe.path)
    second.until("up")


def test_firmware_ends_with_whoever_started_it(shoe: SimulatedShoe) -> None:
    process = shoe._running()
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(WAIT_S) == 0


def test_pulling_at_an_empty_or_dead_shoe_is_told(cpython_shoe: SimulatedShoe) -> None:
    with pytest.raises(SimulatedShoeError, match="empty: load it"):
        cpython_shoe.pull()
    cpython_shoe.kill()
    with pytest.raises(SimulatedShoeError, match="off: restart"):
        cpython_shoe.pull()
    cpython_shoe.unplug()
    with pytest.raises(SimulatedShoeError, match="no supply: plug"):
        cpython_shoe.restart()
