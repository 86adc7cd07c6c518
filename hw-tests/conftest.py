"""The rig: a whole table without hardware, its processes real, its shoe's firmware on a pseudo-terminal.

``pytest hw-tests`` runs against every kind of shoe that needs no hardware; ``pytest hw-tests --port
/dev/serial/by-id/…`` runs the tests of the shoe against a real one, and says on the terminal what a hand has to do.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from rig import resources
from rig.cycles import Tally
from rig.driver import Host
from rig.fake_shoe import SERIAL
from rig.house import House
from rig.proxy import FaultProxy
from rig.resources import Ability, Plugged
from rig.table import Rig
from touches.dealer import Dealer

from deploy import demo_table
from deploy.benchmarks.screen_glass import Display, Glass, missing

KEY = bytes(range(32))
"""The simulated shoes', where they have one."""
TALLIES = pytest.StashKey[list[Tally]]()
GLASS = pytest.StashKey[Glass]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hw-tests", "the rig (hw-tests)")
    group.addoption("--port", help="run the shoe's tests against the real shoe at this port, and no other")
    group.addoption("--serial", help="the real shoe's serial; any, if not given")
    group.addoption("--key", type=Path, help="the file of the real shoe's key, in hex; it signs nothing, if not given")
    group.addoption("--no-hands", action="store_true", help="leave out what needs a hand at the real shoe")
    group.addoption("--cycles", type=int, default=5, help="how often each trouble of test_cycles.py comes")
    group.addoption("--seed", type=int, default=1, help="of chance in the fault proxy and in the cycles")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*abilities): left out where the shoe at --port cannot do this")
    config.stash[TALLIES] = []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "make_shoe" in metafunc.fixturenames:
        kinds = ["real"] if metafunc.config.getoption("port") else list(resources.KINDS)
        metafunc.parametrize("make_shoe", kinds, indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What a real shoe cannot do is left out; what needs hands, or many cycles, may take its time."""
    is_real = config.getoption("port") is not None
    can = resources.BY_HAND if is_real and not config.getoption("no_hands") else frozenset[Ability]()
    left_out = [item for item in items if is_real and any(set(mark.args) - can for mark in item.iter_markers("needs"))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        if is_real and can:
            item.add_marker(pytest.mark.timeout(0))
        elif "tally" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.timeout(120 + 5 * config.getoption("cycles")))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    tallies = config.stash[TALLIES]
    if tallies:
        terminalreporter.section(f"cycles, seed {config.getoption('seed')}")
        for line in Tally.table(tallies):
            terminalreporter.write_line(line)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Where a screen was looked at, a failure names the folder that shows it."""
    report: pytest.TestReport = yield
    glass = item.stash.get(GLASS, None)
    if report.failed and report.when == "call" and glass is not None:
        folder = item.funcargs["tmp_path"] / "failed"
        glass.leave(folder)
        report.sections.append(("what the screen showed", str(folder)))
    return report


# ---- the shoe, its wire, its host ------------------------------------------------------------------------------------


@pytest.fixture
def make_shoe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Plugged]]:
    """Plugs in a shoe of the kind that is due, of a serial and a key; they go away at the end."""
    made: list[Plugged] = []

    def make(serial: str = SERIAL, key: bytes | None = None, name: str = "shoe") -> Plugged:
        if request.param == "real":
            made.append(real_shoe(request.config))
        else:
            made.append(resources.KINDS[request.param](tmp_path, serial=serial, key=key, name=name))
        return made[-1]

    yield make
    for shoe in made:
        shoe.device.close()


def real_shoe(config: pytest.Config) -> Plugged:
    key_file: Path | None = config.getoption("key")
    key = bytes.fromhex(key_file.read_text().strip()) if key_file else None
    has_hands = not config.getoption("no_hands")
    return resources.real(Path(config.getoption("port")), config.getoption("serial"), key, has_hands=has_hands)


@pytest.fixture
def shoe(make_shoe: Callable[..., Plugged]) -> Plugged:
    """The shoe that most tests are about; a simulated one signs nothing."""
    return make_shoe()


@pytest.fixture
def signing_shoe(make_shoe: Callable[..., Plugged], request: pytest.FixtureRequest) -> Plugged:
    """A shoe with a key."""
    if request.config.getoption("port") and not request.config.getoption("key"):
        pytest.skip("the real shoe signs nothing: give its --key if it does")
    return make_shoe(key=KEY)


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """Of the test's chance."""
    return int(request.config.getoption("seed"))


@pytest.fixture
def plug_proxy(tmp_path: Path, seed: int) -> Iterator[Callable[..., FaultProxy]]:
    """Plugs a fault proxy in before a shoe."""
    made: list[FaultProxy] = []

    def plug(shoe: Plugged) -> FaultProxy:
        made.append(FaultProxy(shoe.path, tmp_path / f"proxy{len(made)}", seed=seed))
        return made[-1]

    yield plug
    for proxy in made:
        proxy.close()


@pytest.fixture
def start_host(tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Starts a host with a journal of its own, for the shoe that it expects; all are stopped at the end."""
    made: list[Host] = []

    def start(shoe: Plugged, at: Path | None = None, **expected: object) -> Host:
        as_due = {"serial": shoe.serial, "key": shoe.key} | expected
        made.append(Host(at or shoe.path, tmp_path / f"journal{len(made)}.db", **as_due))
        return made[-1]

    yield start
    for host in made:
        host.kill()


@pytest.fixture
def tally(request: pytest.FixtureRequest, seed: int) -> Tally:
    """Counts the cycles of one trouble; told at the end of the run."""
    callspec = request.node.callspec.params
    one = Tally(callspec["make_shoe"], callspec["trouble"], request.config.getoption("cycles"), seed)
    request.config.stash[TALLIES].append(one)
    return one


# ---- the whole table -------------------------------------------------------------------------------------------------


@pytest.fixture
def over_ssh() -> dict[str, str]:
    """The environment of a terminal over ssh."""
    return {name: value for name, value in os.environ.items() if name != "DISPLAY"}


@pytest.fixture
def rig() -> Iterator[Callable[..., Rig]]:
    """Makes tables; they go away at the end."""
    made: list[Rig] = []

    def make(seed: int = 1, cards: str = "", **setting: int) -> Rig:
        made.append(Rig(seed, cards, **setting))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def glass(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Glass]:
    """A display of its own for the screen of this test's table, to be touched and looked at."""
    if missing():
        pytest.skip(f"no screen can be touched here: apt-get install {' '.join(missing())}")
    with Display() as display:
        request.node.stash[GLASS] = Glass(display, tmp_path)
        yield request.node.stash[GLASS]


@pytest.fixture
def dealer(glass: Glass, rig: Callable[..., Rig]) -> Callable[..., Dealer]:
    """Makes a dealer at a table whose shoe is stacked, its screen on a display of its own."""
    return partial(Dealer, rig, glass)


@pytest.fixture
def taps(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[FaultProxy]]:
    """From now on the fault proxy stands before every table's shoe, faultless until it is told otherwise."""
    made: list[FaultProxy] = []
    really = demo_table.SimulatedShoe

    def tapped(path: Path, **named: object) -> object:
        shoe = really(path.with_name("shoe.device"), **named)
        made.append(FaultProxy(shoe.path, path))
        return shoe

    monkeypatch.setattr(demo_table, "SimulatedShoe", tapped)
    yield made
    for tap in made:
        tap.close()


@pytest.fixture
def banca21(over_ssh: dict[str, str]) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs the command to its end, without a display."""

    def run(*arguments: str | Path, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "deploy", *map(str, arguments)]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, timeout=60, check=False, env=over_ssh
        )

    return run


@pytest.fixture
def house(tmp_path: Path, banca21: Callable[..., "subprocess.CompletedProcess[str]"]) -> Iterator[House]:
    """A staffed table whose core runs."""
    house = House(tmp_path, banca21)
    house.is_staffed()
    house.opens()
    yield house
    house.ends()
