"""The thread: what the mock pins do reaches table and shoe, and back, in real time."""

import threading
import time
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

import pytest
from gpiozero import LED, GPIOPinInUse  # type: ignore[import-untyped]

from engine.events import Done
from engine.instructions import Draw, Settle
from engine.messages import Update
from engine.session import Heard
from firmware_bridge.device import Contact
from firmware_bridge.panel.panel import Panel
from firmware_bridge.panel.pins import factory
from firmware_bridge.panel.signals import Sound
from firmware_bridge.panel.tests.views import view
from firmware_bridge.panel.wiring import ContactWiring, OutputWiring, Wiring

WIRING = Wiring(
    next=ContactWiring(pin=17),
    exit_gate=ContactWiring(pin=27, active="high", pull="down", debounce_ms=1),
    green=OutputWiring(pin=5),
    red=OutputWiring(pin=13),
    buzzer=OutputWiring(pin=19),
)
WAIT_S = 10.0
"""A test that waits so long has failed."""


class Rig:
    """A running panel and what came of it."""

    def __init__(self, wiring: Wiring = WIRING) -> None:
        self.pins = factory("mock")
        self.posted: SimpleQueue[Heard] = SimpleQueue()
        self.sensed: SimpleQueue[tuple[Contact, float, bool]] = SimpleQueue()
        self.panel = Panel(wiring, self.pins, self.posted.put, self.sense)

    def sense(self, contact: Contact, at: float, *, is_active: bool) -> None:
        self.sensed.put((contact, at, is_active))

    def pin(self, number: int) -> Any:
        return self.pins.pin(number)

    def until(self, number: int, *, is_high: bool) -> None:
        """Wait for an output."""
        ends = time.monotonic() + WAIT_S
        while bool(self.pin(number).state) is not is_high:
            assert time.monotonic() < ends, f"GPIO {number} never came"
            threading.Event().wait(0.001)


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    rig.panel.start()
    yield rig
    rig.panel.stop()


def test_a_press_reaches_the_table(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.panel.next_button.GUARD_S", 0.0)
    rig.panel.tell(Update(view=view(Settle(), due_seq=7)))
    rig.pin(17).drive_low()
    heard = rig.posted.get(timeout=WAIT_S)
    assert (heard.asked.event, heard.asked.answers) == (Done(of="settle"), 7)


def test_a_pulse_at_the_gate_reaches_the_shoe_with_its_times(rig: Rig) -> None:
    before = time.monotonic()
    rig.pin(27).drive_high()
    broken = rig.sensed.get(timeout=WAIT_S)
    rig.pin(27).drive_low()
    free = rig.sensed.get(timeout=WAIT_S)
    assert (broken[0], broken[2], free[2]) == (Contact.EXIT_GATE, True, False)
    assert before <= broken[1] <= free[1] <= time.monotonic()


def test_what_is_told_lights_the_lamps(rig: Rig) -> None:
    rig.until(13, is_high=True)
    rig.panel.tell(Update(view=view(Draw())))
    rig.until(5, is_high=True)
    rig.until(13, is_high=False)


def test_a_panel_sleeps_when_nothing_is_due(rig: Rig) -> None:
    rig.panel.tell(Update(view=view(Draw())))
    rig.until(5, is_high=True)
    ends = time.monotonic() + WAIT_S
    while rig.panel._board.woken.is_set():
        assert time.monotonic() < ends


def test_a_technician_lights_a_lamp_sounds_the_buzzer_and_waits_for_a_press(rig: Rig) -> None:
    assert not rig.panel.wait_for_press(0.01)
    rig.panel.try_lamp("green", 0.05)
    rig.until(5, is_high=True)
    rig.until(5, is_high=False)
    rig.panel.play(Sound.ALERT)
    rig.until(19, is_high=True)
    pressing = threading.Timer(0.05, rig.pin(17).drive_low)
    pressing.start()
    assert rig.panel.wait_for_press(WAIT_S)
    pressing.join()


def test_a_pin_that_fails_is_found_and_the_others_go_on(rig: Rig) -> None:
    lamp = rig.pin(5)
    lamp._set_state, working = lambda _: 1 / 0, lamp._set_state
    rig.panel.tell(Update(view=view(Draw())))
    rig.pin(27).drive_high()
    assert rig.sensed.get(timeout=WAIT_S)[2]
    ends = time.monotonic() + WAIT_S
    while not any(finding.state == "fault" for finding in rig.panel.health()):
        assert time.monotonic() < ends
    (fault,) = [finding for finding in rig.panel.health() if finding.state == "fault"]
    assert "ZeroDivisionError" in fault.text
    assert fault.remedy
    lamp._set_state = working
    rig.until(5, is_high=True)
    while any(finding.state == "fault" for finding in rig.panel.health()):
        assert time.monotonic() < ends


def test_a_stopped_panel_is_dark_and_lets_go_of_its_pins() -> None:
    rig = Rig()
    rig.panel.start()
    rig.until(13, is_high=True)
    red = rig.pin(13)
    with pytest.raises(GPIOPinInUse):
        LED(13, pin_factory=rig.pins)
    rig.panel.stop()
    assert not red.state
    assert not any(thread.name == "panel" for thread in threading.enumerate())
    LED(13, pin_factory=rig.pins).close()


def test_a_panel_that_never_began_can_be_stopped() -> None:
    rig = Rig()
    rig.panel.stop()
    LED(13, pin_factory=rig.pins).close()


def test_a_panel_without_anything_says_so() -> None:
    rig = Rig(Wiring())
    rig.panel.start()
    (finding,) = rig.panel.health()
    assert (finding.part, finding.state) == ("panel", "note")
    rig.panel.stop()
