"""The section [panel]: each mistake with its key and remedy, all at once."""

from pathlib import Path

import pytest

from deploy.panel import PARTS, panel_settings
from deploy.settings import SettingsError, load
from deploy.tests.test_settings import LEAST, SAMPLE, told
from firmware_bridge.panel.wiring import ContactWiring, OutputWiring

TAGS = LEAST.replace('deck = "deck.csv"', 'deck = "deck.csv"\nreader = "rdm6300"')


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def test_without_the_section_there_is_no_panel(file: Path) -> None:
    file.write_text(LEAST)
    assert load(file).panel is None


def test_parts_take_their_defaults(file: Path) -> None:
    file.write_text(f'{TAGS}[panel]\npins = "mock"\nnext = {{pin = 17}}\nexit_gate = {{pin = 22}}\nred = {{pin = 5}}')
    panel = load(file).panel
    assert panel is not None
    assert panel.pins == "mock"
    assert panel.wiring.next == ContactWiring(pin=17)
    assert panel.wiring.exit_gate == ContactWiring(pin=22, debounce_ms=1.0)
    assert panel.wiring.red == OutputWiring(pin=5)
    assert panel.wiring.lid is None


def test_the_sample_wires_every_part(file: Path) -> None:
    lines = [line.removeprefix("# ") for line in SAMPLE.read_text().splitlines()]
    at = lines.index("[panel]")
    file.write_text(TAGS + "\n".join(lines[at : at + 11]))
    panel = load(file).panel
    assert panel is not None
    assert all(getattr(panel.wiring, part) is not None for part in PARTS)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("", 'panel.pins: missing; give "lgpio" on a Raspberry Pi, or "mock" to try without one'),
        ('pins = "pigpio"', 'panel.pins: "pigpio"; give "lgpio" on a Raspberry Pi, or "mock" to try without one'),
        ('pins = "mock"\nnxt = {pin = 1}', "panel.nxt: unknown key; write next"),
        ('pins = "mock"\nnext = 17', "panel.next: 17; write it as a table: { pin = 17 }"),
        ('pins = "mock"\nnext = {}', "panel.next.pin: missing; give its GPIO (BCM) number, such as 17"),
        ('pins = "mock"\nnext = {pin = "17"}', 'panel.next.pin: "17"; give a number'),
        (
            'pins = "mock"\nred = {pin = 3, pull = "up"}',
            "panel.red.pull: unknown key; leave it out; known here: active, pin",
        ),
        ('pins = "mock"\nred = {pin = 5, active = "on"}', 'panel.red.active: "on"; give "high" or "low"'),
        (
            'pins = "mock"\nred = {pin = 40}',
            "panel.red.pin: 40 is no GPIO of the header; "
            "give a GPIO (BCM) number from 0 to 27, not the header's pin number",
        ),
    ],
)
def test_a_mistake_is_told_with_its_key_and_remedy(file: Path, given: str, line: str) -> None:
    assert told(file, f"{TAGS}[panel]\n{given}") == [line]


def test_mistakes_are_told_at_once_with_those_of_other_sections(file: Path) -> None:
    lines = told(file, f'{TAGS}serial = "X"\n[panel]\nnext = {{pin = 4}}\nlid = {{pin = 4}}\n[screen]\nfullscreen = 1')
    assert [line.split(":")[0] for line in lines] == ["shoe.serial", "screen.fullscreen", "panel.pins", "panel.lid.pin"]


def test_a_shoe_with_sensors_of_its_own_takes_none_from_the_panel(file: Path) -> None:
    lines = told(file, f'{LEAST}[panel]\npins = "mock"\nexit_gate = {{pin = 22}}\nnext = {{pin = 17}}')
    assert lines == ["panel.exit_gate: a shoe1 shoe has its own; leave it out"]


def test_panel_that_is_no_table_is_refused(file: Path) -> None:
    assert told(file, f"panel = 3\n{LEAST}") == ["panel: 3; write it as a table, [panel]"]
    with pytest.raises(SettingsError):
        load(file)


def test_settings_that_are_made_already_are_taken() -> None:
    made = panel_settings({"pins": "mock"})
    assert panel_settings(made) is made
