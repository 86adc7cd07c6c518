"""The pins: chosen by name, every failure says what to do, and inputs tell edges that gpiozero's own events hide."""

import importlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
from gpiozero import LED, PinUnknownPi  # type: ignore[import-untyped]
from gpiozero.pins import local  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from firmware_bridge.errors import BridgeError
from firmware_bridge.panel import pins
from firmware_bridge.panel.errors import (
    BusyPinError,
    ForbiddenChipError,
    NoPinLibraryError,
    NoSuchChipError,
    PanelError,
    PinError,
)
from firmware_bridge.panel.pins import Input, Output, factory
from firmware_bridge.panel.wiring import ContactWiring, Level, OutputWiring, Pull

ROOT: Final = Path(pins.__file__).parents[2]
"""Of the repository."""
PI_4: Final = 0xC03111
"""A revision code of a Pi 4B."""
with_lgpio = pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio has no wheel for this Python")


def test_mock_is_gpiozeros_own() -> None:
    assert isinstance(factory("mock"), MockFactory)


@with_lgpio
def test_a_machine_that_is_no_pi_has_no_chip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pins, "DEVICES", tmp_path)

    def no_pi() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr(local, "get_pi_revision", no_pi)
    with pytest.raises(NoSuchChipError, match=r"no GPIO chip .* take the panel out of the settings"):
        factory("lgpio")


def refused(monkeypatch: pytest.MonkeyPatch, devices: Path, why: str = "can not open gpiochip") -> None:
    """A Pi whose chip lgpio cannot open."""
    with pins._pipe_elsewhere():
        lgpio: Any = importlib.import_module("lgpio")
    monkeypatch.setattr(pins, "DEVICES", devices)
    monkeypatch.setattr(local, "get_pi_revision", lambda: PI_4)

    def gpiochip_open(_chip: int) -> int:
        raise lgpio.error(why)

    monkeypatch.setattr(lgpio, "gpiochip_open", gpiochip_open)


@with_lgpio
def test_a_chip_that_is_shut_names_the_group(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    refused(monkeypatch, tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ForbiddenChipError, match=r"gpiochip0 is not open to this user .* group gpio"):
        factory("lgpio")


@with_lgpio
def test_another_refusal_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    refused(monkeypatch, tmp_path, "no memory")
    with pytest.raises(PinError, match=r"no memory.* gpioinfo"):
        factory("lgpio")


def test_without_the_library_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(NoPinLibraryError, match="python3-lgpio") as raised:
        factory("lgpio")
    assert isinstance(raised.value, ImportError)


LOADING: Final = """
from firmware_bridge.panel.errors import PanelError
from firmware_bridge.panel.pins import factory
try:
    factory("lgpio").close()
except PanelError:
    pass
import lgpio
assert lgpio._notify_thread.is_alive()
"""


@with_lgpio
def test_the_library_leaves_no_pipe_and_hears_all_the_same(tmp_path: Path) -> None:
    working, temporary = tmp_path / "working", tmp_path / "temporary"
    working.mkdir()
    temporary.mkdir()
    env = {"PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    done = subprocess.run([sys.executable, "-c", LOADING], cwd=working, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(working.iterdir()) == list(temporary.iterdir()) == []


def test_errors_are_one_family_and_no_source_errors() -> None:
    leaves = PanelError.__subclasses__()
    assert issubclass(PanelError, BridgeError)
    assert len(leaves) == 6
    assert not any(issubclass(leaf, RuntimeError) for leaf in leaves)


# Inputs


class Edges:
    """What an input told."""

    def __init__(self) -> None:
        self.levels: list[bool] = []

    def __call__(self, _ticks: float, is_active: bool) -> None:
        self.levels.append(is_active)


@pytest.mark.parametrize(
    ("pull", "active", "high", "low"),
    [
        ("up", "low", False, True),
        ("up", "high", True, False),
        ("down", "high", True, False),
        ("down", "low", False, True),
        ("none", "high", True, False),
        ("none", "low", False, True),
    ],
)
def test_pull_and_active_level_are_free_of_each_other(pull: Pull, active: Level, high: bool, low: bool) -> None:
    mock, edges = factory("mock"), Edges()
    contact = Input("lid", ContactWiring(pin=5, active=active, pull=pull), edges, mock)
    pin = mock.pin(5)
    assert pin.pull == {"none": "floating"}.get(pull, pull)
    pin.drive_low()
    pin.drive_high()
    assert contact.read() is high
    pin.drive_low()
    assert contact.read() is low
    assert edges.levels[-2:] == [high, low]


def test_a_press_after_a_lost_release_is_still_told() -> None:
    mock, edges = factory("mock"), Edges()
    contact = Input("next", ContactWiring(pin=5), edges, mock)
    pin = mock.pin(5)
    pin.drive_low()
    pin._state = True  # it went up and no edge came
    assert not contact.read()
    pin.drive_low()
    assert edges.levels == [True, True]


def test_a_closed_input_tells_nothing_and_leaves_its_pin() -> None:
    mock, edges = factory("mock"), Edges()
    contact = Input("next", ContactWiring(pin=5), edges, mock)
    pin = mock.pin(5)
    let_go, pin.close = pin.close, lambda: None  # as lgpio's, which leaves the edges on
    contact.close()
    pin.drive_low()
    let_go()
    assert edges.levels == []
    LED(5, pin_factory=mock).close()


# Failures of a pin


def test_a_pin_twice_in_this_program() -> None:
    mock = factory("mock")
    held = LED(5, pin_factory=mock)
    with pytest.raises(BusyPinError, match="GPIO 5 of lid is in use by this program"):
        Input("lid", ContactWiring(pin=5), Edges(), mock)
    held.close()


@pytest.mark.parametrize(
    ("why", "error", "remedy"),
    [("GPIO busy", BusyPinError, "gpioinfo names it"), ("bad GPIO number", PinError, "choose another pin")],
)
def test_a_pin_that_the_kernel_refuses(why: str, error: type[PanelError], remedy: str) -> None:
    def refuse(*_: object) -> None:
        raise Exception(why)

    mock = factory("mock")
    mock.pin = refuse
    with pytest.raises(error, match=f"GPIO 5 of red .*{why}.*{remedy}"):
        Output("red", OutputWiring(pin=5), mock)


def test_a_pin_that_cannot_do_it() -> None:
    with pytest.raises(PinError, match=r"GPIO 2 cannot be lid: .* choose another pin"):
        Input("lid", ContactWiring(pin=2, pull="down"), Edges(), factory("mock"))


# Outputs


@pytest.mark.parametrize(("active", "on"), [("high", 1), ("low", 0)])
def test_an_output_is_off_until_it_is_switched_and_after(active: Level, on: int) -> None:
    mock = factory("mock")
    lamp = Output("red", OutputWiring(pin=5, active=active), mock)
    pin = mock.pin(5)
    assert pin.state == 1 - on
    lamp.switch(is_on=True)
    assert (pin.state, lamp.is_on) == (on, True)
    lamp.close()
    assert [state.state for state in pin.states][-1] == 1 - on
