"""Faults that people meet with serial ports, each by its number in the wire's list (SHOE/1, "Faults people meet").

The sixth, a press whose release was lost, is the panel's: firmware_bridge/panel.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from rig import resources
from rig.driver import ALARM_S, TAGS, Host
from rig.fake_shoe import SERIAL, FakeShoe
from rig.proxy import FaultProxy, Way, cut
from rig.resources import Ability, Plugged
from rig.table import ROOT, settings

from deploy.demonstration import Core
from firmware_bridge.link import BAUD
from firmware_bridge.transport import Port

StartHost = Callable[..., Host]
PlugProxy = Callable[..., FaultProxy]

OTHER_SERIAL = "BJ21-0002"
BYTES_A_SECOND = BAUD // 10

cards = pytest.mark.needs(Ability.LOAD)


def begun(shoe: Plugged, host: Host, words: list[str] | None = None) -> None:
    host.until_link("up")
    if Ability.LOAD in shoe.can:
        host.new_shoe(shoe, words or list(TAGS[: shoe.handful + 12]))
        shoe.pull(2)
        host.until_came(shoe)


def goes_on(shoe: Plugged, host: Host) -> None:
    """The next cards come, and every card that left has come once."""
    host.until_up()
    if Ability.LOAD in shoe.can:
        shoe.pull(2)
    host.until_came(shoe)
    assert host.verdict(shoe).is_whole, host.verdict(shoe)
    assert host.alarms == 0, host.told()


# ---- 1 ---------------------------------------------------------------------------------------------------------------


def test_1_the_port_comes_back_under_another_name_while_the_old_one_is_held(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    for _ in range(3):
        before = proxy.path.readlink()
        proxy.move()
        assert proxy.path.readlink() != before
        host.until_link("lost", "leads to another port now", seconds=2.0)
        goes_on(shoe, host)


def test_1_two_adapters_swap_places_and_each_shoe_is_refused_by_name(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost, tmp_path: Path
) -> None:
    serial = shoe.serial or ""
    if not serial:
        pytest.skip("which shoe is the right one, the host cannot know: give its --serial")
    other = resources.fake(tmp_path, serial=OTHER_SERIAL, name="other")
    try:
        ours, theirs = plug_proxy(shoe), plug_proxy(other)
        at_ours, at_theirs = start_host(shoe, ours.path), start_host(other, theirs.path)
        begun(shoe, at_ours)
        begun(other, at_theirs, list(TAGS[100:120]))
        ours.swap(theirs)
        assert at_ours.until_link("lost", f"is {OTHER_SERIAL}, the settings name {serial}")
        assert at_theirs.until_link("lost", f"is {serial}, the settings name {OTHER_SERIAL}")
        other.pull(3)
        at_ours.never(lambda: len(at_ours.passes) > len(shoe.left) or at_ours.is_up, "another shoe's card", 0.5)
        ours.swap(theirs)
        goes_on(shoe, at_ours)
        goes_on(other, at_theirs)
        at_ours.kill()
        at_theirs.kill()
    finally:
        other.device.close()


# ---- 2 ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def opening_resets(monkeypatch: pytest.MonkeyPatch, shoe: Plugged) -> None:
    """DTR toggles when the port is opened, and the shoe boots; a real shoe does as it is wired."""
    if Ability.CHOICE not in shoe.can:
        return
    really_open = Port.open

    def opened(path: str, baud: int) -> Port:
        port = really_open(path, baud)
        shoe.device.restart()
        return port

    monkeypatch.setattr(Port, "open", opened)


@cards
@pytest.mark.usefixtures("opening_resets")
def test_2_opening_resets_the_shoe_and_nothing_is_lost_or_doubled(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(shoe, host)
    for _ in range(3):
        host.restart()
        host.until_link("up")
        shoe.pull()
        host.until_came(shoe)
    goes_on(shoe, host)
    if Ability.CHOICE in shoe.can:
        assert len({origin.split(":")[0] for origin in host.origins}) == 4, "a new boot each time"


@pytest.mark.needs(Ability.CHOICE)
@pytest.mark.usefixtures("opening_resets")
def test_2_cards_that_die_as_the_port_is_opened_are_called_missing(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(shoe, host)
    host.kill()
    shoe.pull(3)
    host.start()
    assert "counted 5 cards out, the log holds 2" in host.until_link("missing", seconds=ALARM_S).text
    shoe.pull()
    host.until(lambda: len(host.passes) == 3, "the next card")
    assert (host.verdict(shoe).lost, host.verdict(shoe).doubled, host.verdict(shoe).wrong) == (3, 0, 0)


# ---- 3 ---------------------------------------------------------------------------------------------------------------


def test_3_a_port_that_is_ready_and_gives_nothing_has_hung_up(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    for _ in range(5):
        began = time.monotonic()
        proxy.hang_up()
        host.until_link("lost", "hung up: plug the shoe in again, and let no other program read the port")
        assert host.link_times[-1] - began <= 1.0
        proxy.plug()
        goes_on_with_one(shoe, host)


def goes_on_with_one(shoe: Plugged, host: Host) -> None:
    host.until_up()
    if shoe.knows_cards:
        shoe.pull()
    host.until_came(shoe)


class Thief:
    """A second program that reads the port: an advisory lock does not keep it out."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NOCTTY)
        self.stolen = b""
        self._is_over = False
        self._thread = threading.Thread(target=self._steal, daemon=True)
        self._thread.start()

    def _steal(self) -> None:
        while not self._is_over:
            self.stolen += os.read(self._descriptor, 7)

    def leave(self) -> None:
        """It lets go when it has read once more."""
        self._is_over = True
        self._thread.join(5.0)
        os.close(self._descriptor)


def test_3_a_second_reader_of_the_port_is_told_and_nothing_wrong_is_accepted(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    thief = Thief(proxy.path)
    if Ability.LOAD in shoe.can:
        shoe.pull(2)
    host.until(lambda: any(link.state in ("lost", "attention") for link in host.links), "tell of the damage")
    thief.leave()
    assert len(thief.stolen) > 20
    host.settle(shoe)


# ---- 4 ---------------------------------------------------------------------------------------------------------------


class CoreProcess:
    """A core at a shoe's port, and one client; what it says of the port."""

    def __init__(self, folder: Path, *before: str) -> None:
        config = settings(folder, port='"port"', serial=f'"{SERIAL}"')
        self._process = subprocess.Popen(
            [*before, sys.executable, "-m", "deploy", "core", "--config", str(config)], stderr=subprocess.PIPE, cwd=ROOT
        )
        self._client = Core(folder / "core.sock")

    def until(self, state: str, words: str) -> None:
        """The core answers at its socket, and says this of the shoe."""
        self._client.until(lambda view: view.reader.state == state and words in view.reader.text, f"say {words!r}")
        assert self._process.poll() is None

    def end(self) -> str:
        """What it said on standard error."""
        self._client.close()
        self._process.terminate()
        _, said = self._process.communicate(timeout=10)
        return said.decode()


@pytest.fixture
def core_at(tmp_path: Path) -> Iterator[Callable[..., CoreProcess]]:
    """Starts a core whose shoe's port is ``port`` in the test's folder; at the end it has shown no traceback."""
    made: list[CoreProcess] = []

    def start(*before: str) -> CoreProcess:
        made.append(CoreProcess(tmp_path, *before))
        return made[-1]

    yield start
    for one in made:
        assert "Traceback" not in one.end()


def test_4_no_such_port(core_at: Callable[..., CoreProcess], tmp_path: Path) -> None:
    core = core_at()
    core.until("lost", f"there is no port {tmp_path / 'port'}: plug the shoe in, or correct its path in the settings")
    shoe = FakeShoe(tmp_path / "port")
    core.until("up", "is connected")
    shoe.close()
    core.until("lost", "there is no port")


def test_4_a_busy_port(core_at: Callable[..., CoreProcess], tmp_path: Path) -> None:
    shoe = FakeShoe(tmp_path / "port")
    with Port.open(str(tmp_path / "port"), BAUD):
        core = core_at()
        core.until("lost", f"another program holds {tmp_path / 'port'}: end it")
    core.until("up", "is connected")
    shoe.close()


def test_4_permission_denied(core_at: Callable[..., CoreProcess], tmp_path: Path) -> None:
    shoe = FakeShoe(tmp_path / "port")
    (tmp_path / "port").chmod(0)
    core = core_at(*without_the_rights_of_root())
    core.until("lost", f"this user may not open {tmp_path / 'port'}: add the user to the group dialout")
    (tmp_path / "port").chmod(0o600)
    core.until("up", "is connected")
    shoe.close()


def without_the_rights_of_root() -> list[str]:
    """What to put before a command so that a file's mode holds for it, also where root runs the tests."""
    dropped = "-dac_override,-dac_read_search"
    return ["setpriv", f"--bounding-set={dropped}", f"--inh-caps={dropped}"] if os.geteuid() == 0 else []


# ---- 5 ---------------------------------------------------------------------------------------------------------------


def test_5_garbage_is_said_to_be_so_and_costs_no_time(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost, seed: int
) -> None:
    """A wrong rate, or a clock that drifts: bytes at the line's rate that are no frames."""
    proxy = plug_proxy(shoe)
    cut(proxy)
    host = start_host(shoe, proxy.path)
    (reader,) = (thread for thread in threading.enumerate() if thread.name == "shoe reader")
    assert reader.ident is not None
    clock = time.pthread_getcpuclockid(reader.ident)
    chance, pace = Random(seed), threading.Event()
    used_before, began = time.clock_gettime(clock), time.monotonic()
    while time.monotonic() < began + 1.5:
        proxy.inject(chance.randbytes(BYTES_A_SECOND // 100))
        pace.wait(0.01)
    used_s = time.clock_gettime(clock) - used_before
    host.until_link("lost", f"bytes that are no frames: check the baud rate ({BAUD})")
    assert used_s < 0.3, "of 1.5 s"
    assert {finding.part: finding.state for finding in host.source.health()}["shoe"] == "fault"
    proxy.heal()
    host.until_link("up")


def test_5_garbage_in_the_midst_of_cards_is_no_card(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost, seed: int
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    chance = Random(seed)
    for _ in range(20):
        proxy.inject(chance.randbytes(chance.randrange(1, 2000)))
        proxy.inject(chance.randbytes(50), Way.TO_SHOE)
    proxy.wait_delivered()
    goes_on(shoe, host)
