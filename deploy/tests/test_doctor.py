"""The self-test: each part's finding with its remedy, on settings of every kind; a person's answers are given here."""

import os
import shutil
import tty
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from deploy import doctor
from deploy.settings import load
from engine.ports import Finding
from firmware_bridge.registry import Registry
from firmware_bridge.simulated_shoe import SimulatedShoe

KEY = bytes(range(32))
Settle = Callable[..., dict[str, Finding]]


@pytest.fixture
def found(tmp_path: Path) -> Settle:
    """The findings by part, of settings with these lines in ``[shoe]`` and after it."""

    def findings(
        shoe: str = "", rest: str = "", *, packs: int = 6, journal: str = 'path = "journal.db"\n'
    ) -> dict[str, Finding]:
        (tmp_path / "deck.csv").write_text("\n".join(Registry.numbered(packs).lines()))
        (tmp_path / "table.toml").write_text(
            f'[table]\nname = "BJ-07"\n[journal]\n{journal}[core]\nsocket = "core.sock"\n'
            f'[shoe]\nport = "shoe"\ndeck = "deck.csv"\n{shoe}\n{rest}'
        )
        return {finding.part: finding for finding in doctor.findings(load(tmp_path / "table.toml"))}

    return findings


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MEET_S", 1.0)


@pytest.fixture
def _shoe(tmp_path: Path) -> Iterator[SimulatedShoe]:
    with SimulatedShoe(tmp_path / "shoe", key=KEY) as shoe:
        yield shoe


def with_a_key(folder: Path) -> str:
    (folder / "shoe.key").touch(mode=0o600)
    (folder / "shoe.key").write_text(KEY.hex())
    return 'key = "shoe.key"'


@pytest.mark.usefixtures("_shoe")
def test_a_table_in_order_has_no_fault(found: Settle, tmp_path: Path) -> None:
    parts = found(with_a_key(tmp_path))
    weak = {part for part, finding in parts.items() if finding.state != "good"}
    assert {"people", "witness"} <= weak <= {"core", "clock", "people", "witness"}
    assert "fault" not in {finding.state for part, finding in parts.items() if part != "clock"}
    assert "BJ21-0001, firmware 1." in parts["shoe"].text
    assert "hash" in parts["shoe"].text
    assert parts["authentication"].state == "good"
    assert "passes counted" in parts["exit gate"].text


WITNESSED = 'path = "journal.db"\nkey = "key.pem"\ncheckpoints = "witness"\n'


def with_a_signing_key(folder: Path) -> None:
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").touch(mode=0o600)
    (folder / "key.pem").write_bytes(pem)


@pytest.mark.usefixtures("_shoe")
def test_a_witness_that_cannot_be_reached_is_a_fault(found: Settle, tmp_path: Path) -> None:
    with_a_signing_key(tmp_path)
    missing = found(journal=WITNESSED)
    assert (missing["witness"].state, missing["witness"].remedy[:3]) == ("fault", "put")
    (tmp_path / "witness").mkdir()
    there = found(journal=WITNESSED)
    assert (there["witness"].state, there["witness"].remedy[:5]) == ("note", "mount")
    assert "no checkpoint yet; it lies on the journal's own disk" in there["witness"].text


@pytest.mark.usefixtures("_shoe")
def test_staff_that_cannot_be_read_is_a_fault(found: Settle) -> None:
    people = found(rest='[people]\nstaff = "staff"\nattempts = "attempts"\npepper = "pepper"\n')["people"]
    assert people.state == "fault"
    assert "pepper" in people.text


@pytest.mark.parametrize(
    ("lines", "packs", "part", "words"),
    [
        ('serial = "BJ21-0002"', 6, "shoe", "plug in BJ21-0002"),
        ("", 6, "shoe", "shoe.key"),
        ("", 2, "deck", "correct table.rules.decks"),
        ('key = "none.key"', 6, "key", "see above"),
    ],
)
@pytest.mark.usefixtures("_shoe")
def test_what_keeps_a_table_shut_is_a_fault_with_its_remedy(
    found: Settle, lines: str, packs: int, part: str, words: str
) -> None:
    finding = found(lines, packs=packs)[part]
    assert finding.state == "fault"
    assert words in finding.remedy


def test_a_port_that_is_not_there_and_one_that_is_a_file(found: Settle, tmp_path: Path) -> None:
    parts = found()
    assert (parts["port"].state, parts["shoe"].state) == ("fault", "fault")
    assert "there is no port" in parts["shoe"].remedy
    (tmp_path / "shoe").write_text("")
    assert "no serial port" in found()["shoe"].remedy


def test_a_reader_without_gate_and_white_card_sensor_says_what_is_weak(found: Settle, tmp_path: Path) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    (tmp_path / "shoe").symlink_to(os.ttyname(slave))
    parts = found('reader = "rdm6300"')
    assert "RDM6300" in parts["reader"].text
    assert parts["exit gate"].state == parts["authentication"].state == "note"
    assert parts["white card"].state == "fault"
    wired = found('reader = "rdm6300"', '[panel]\npins = "mock"\nexit_gate = {pin = 22}\nwhite_card = {pin = 23}')
    assert "white card" not in {part for part, finding in wired.items() if finding.state == "fault"}
    assert "a pulse" in wired["exit gate"].text or "GPIO 22" in wired["exit gate"].text
    os.close(master)
    os.close(slave)


@pytest.mark.usefixtures("_shoe")
def test_a_panel_that_cannot_be_opened_is_a_fault(found: Settle, tmp_path: Path) -> None:
    if any(Path("/dev").glob("gpiochip*")):
        pytest.skip("this machine has GPIO pins")
    panel = found(with_a_key(tmp_path), '[panel]\npins = "lgpio"\nnext = {pin = 17}')["panel"]
    assert panel.state == "fault"
    assert "gpio" in panel.remedy.lower()


def test_a_clock_of_1970_is_a_fault(found: Settle, monkeypatch: pytest.MonkeyPatch) -> None:
    class Epoch(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Epoch":  # noqa: ARG003 (the standard library's)
            return cls(1970, 1, 1, 0, 3, tzinfo=UTC)

    monkeypatch.setattr(doctor, "datetime", Epoch)
    clock = found()["clock"]
    assert clock.state == "fault"
    assert "date --set" in clock.remedy


@pytest.mark.parametrize(("free", "state"), [(1 << 40, "good"), (1 << 29, "note"), (1 << 20, "fault")])
def test_room_on_the_disk(found: Settle, monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: type("Usage", (), {"free": free}))
    assert found()["disk"].state == state


def test_lamps_buzzer_button_and_contacts_are_tried_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from firmware_bridge.panel import pins

    monkeypatch.setattr(doctor, "HAND_S", 1.0)
    made = pins.factory("mock")
    monkeypatch.setattr(doctor, "factory", lambda _kind: made)
    (tmp_path / "table.toml").write_text(
        '[table]\nname = "BJ-07"\n[shoe]\nreader = "none"\n[panel]\npins = "mock"\n'
        "next = {pin = 17}\nlid = {pin = 18}\n"
        "empty = {pin = 19}\ngreen = {pin = 5}\nred = {pin = 6}\nbuzzer = {pin = 13}\n"
    )

    def answer(question: str) -> bool:
        for pin, word in ((17, "next"), (18, "lid")):
            if f"move: {word}." in question:
                made.pin(pin).drive_low()
        return "red" not in question

    found = {each.part: each.state for each in doctor.by_hand(load(tmp_path / "table.toml"), answer)}
    assert found == {
        "green": "good",
        "red": "fault",
        "buzzer": "good",
        "next": "good",
        "empty": "fault",
        "lid": "good",
    }
