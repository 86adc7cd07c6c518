"""Wiring that contradicts itself is told key by key, with what to do."""

from dataclasses import replace
from typing import Any

import pytest

from firmware_bridge.panel.wiring import ContactWiring, OutputWiring, Wiring, WiringFault, faults

SOUND = Wiring(
    next=ContactWiring(pin=17),
    white_card=ContactWiring(pin=22, active="high", pull="down", debounce_ms=1),
    exit_gate=ContactWiring(pin=27, active="high", pull="none", debounce_ms=1),
    empty=ContactWiring(pin=2),
    lid=ContactWiring(pin=5, active="high"),
    green=OutputWiring(pin=13),
    amber=OutputWiring(pin=19),
    red=OutputWiring(pin=26),
    buzzer=OutputWiring(pin=12, active="low"),
)


@pytest.mark.parametrize("wiring", [SOUND, Wiring()], ids=["everything", "nothing"])
def test_a_sound_wiring_has_no_fault(wiring: Wiring) -> None:
    assert faults(wiring) == ()


@pytest.mark.parametrize(
    ("part", "wired", "key", "found"),
    [
        pytest.param("next", ContactWiring(pin=28), "next.pin", "28 is no GPIO", id="above the header"),
        pytest.param("red", OutputWiring(pin=-1), "red.pin", "-1 is no GPIO", id="below it"),
        pytest.param("next", ContactWiring(pin=True), "next.pin", "True is no GPIO", id="no number"),
        pytest.param("lid", ContactWiring(pin=17), "lid.pin", "GPIO 17 is the pin of next too", id="two contacts"),
        pytest.param("buzzer", OutputWiring(pin=17), "buzzer.pin", "GPIO 17 is the pin of next too", id="in and out"),
        pytest.param("lid", ContactWiring(pin=3, pull="down"), "lid.pull", "fixed pull-up", id="pulled up, down"),
        pytest.param("lid", ContactWiring(pin=3, pull="none"), "lid.pull", "fixed pull-up", id="pulled up, floating"),
        pytest.param("lid", ContactWiring(pin=5, debounce_ms=0), "lid.debounce_ms", "0", id="no debounce"),
        pytest.param("lid", ContactWiring(pin=5, debounce_ms=201), "lid.debounce_ms", "201", id="a long debounce"),
        pytest.param("exit_gate", ContactWiring(pin=6), "exit_gate.debounce_ms", "30", id="a button's at the gate"),
    ],
)
def test_a_fault_names_key_finding_and_remedy(part: str, wired: object, key: str, found: str) -> None:
    changed: Any = {part: wired}
    (fault,) = faults(replace(SOUND, **changed))
    assert fault.key == key
    assert found in fault.found
    assert fault.remedy


def test_a_word_that_is_none_is_told_with_those_that_are() -> None:
    wrong: Any = "floating"
    assert faults(replace(SOUND, lid=ContactWiring(pin=5, pull=wrong))) == (
        WiringFault("lid.pull", "'floating'", 'give "up" or "down" or "none"'),
    )


def test_all_faults_are_told_at_once() -> None:
    wiring = Wiring(next=ContactWiring(pin=40, debounce_ms=-1), red=OutputWiring(pin=40))
    assert [fault.key for fault in faults(wiring)] == ["next.pin", "next.debounce_ms", "red.pin", "red.pin"]
