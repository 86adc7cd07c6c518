"""A table with staff and a witness, from the terminal: a real core, real PINs, a kill, and a log that can be proved."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

SETTINGS = """
[table]
name = "BJ-01"
players = { 1 = "Ana" }
[shoe]
reader = "none"
[journal]
path = "journal/journal.db"
key = "key.pem"
checkpoints = "witness"
[core]
socket = "core.sock"
[people]
staff = "people/staff"
attempts = "people/attempts"
pepper = "people/pepper"
"""
MANAGER, PIT, DEALER = "483920", "591837", "274913"
Command = Callable[..., "subprocess.CompletedProcess[str]"]


class House:
    """A table's folder, and the commands in it."""

    def __init__(self, folder: Path, command: Command) -> None:
        self.folder = folder
        self.config = folder / "table.toml"
        self._command = command
        self._core: subprocess.Popen[bytes] | None = None

    def does(self, *words: str, lines: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
        return self._command(*words, "--config", self.config, stdin="\n".join((*lines, "")))

    def asks(self, event: dict[str, Any], **pins: str) -> dict[str, Any]:
        """What the core answers to ``event``, which these people vouch for: their numbers behind an n."""
        staff = [word for number in pins for word in ("--staff", number.removeprefix("n"))]
        said = self.does("say", json.dumps(event), *staff, lines=tuple(pins.values()))
        assert said.stdout, said.stderr
        answer: dict[str, Any] = json.loads(said.stdout)
        return answer

    def code(self, event: dict[str, Any], **pins: str) -> str | None:
        refused = self.asks(event, **pins)["refused"]
        return None if refused is None else str(refused["code"])

    def opens(self) -> None:
        command = [sys.executable, "-m", "deploy", "core", "--config", str(self.config)]
        self._core = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while not (self.folder / "core.sock").is_socket() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)

    def ends(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self._core is not None:
            self._core.send_signal(how)
            self._core.wait(timeout=20)
            self._core = None
            if how is signal.SIGKILL:
                (self.folder / "core.sock").unlink()


@pytest.fixture
def house(tmp_path: Path, banca21: Command) -> Iterator[House]:
    house = House(tmp_path, banca21)
    house.config.write_text(SETTINGS)
    for folder in ("people", "witness"):
        (tmp_path / folder).mkdir()
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "key.pem").touch(mode=0o600)
    (tmp_path / "key.pem").write_bytes(pem)
    begun = house.does(
        "staff", "begin", "4001", "shift_manager", "3001", "pit_supervisor", lines=(MANAGER, MANAGER, PIT, PIT)
    )
    assert begun.returncode == 0, begun.stderr
    added = house.does(
        "staff",
        "add",
        "1042",
        "dealer",
        "--by",
        "4001",
        "--second",
        "3001",
        lines=(DEALER, DEALER, MANAGER, PIT),
    )
    assert added.returncode == 0, added.stderr
    house.opens()
    yield house
    house.ends()


@pytest.mark.timeout(240)
def test_a_shift_with_staff(house: House) -> None:
    assert house.code({"type": "shoe_started"}) == "nobody"
    assert house.code({"type": "dealer_changed"}, n1042="274914") == "wrong"
    assert house.code({"type": "dealer_changed"}, n1042=DEALER) is None
    assert house.code({"type": "shoe_started"}) is None
    by_hand = {"type": "link", "reader": "hand"}
    assert house.code(by_hand, n3001=PIT) == "second_due"
    assert house.code(by_hand, n3001=PIT, n1042=DEALER) is None
    wager = {"type": "wager_placed", "box": 1, "player": "Ana", "amount": 10_000}
    assert [house.code(wager), house.code({"type": "betting_closed"})] == [None, None]
    cards = ["2C", "3C", "4D", "5D", "6H", "7H", "TS", "8H", "9D"]
    assert {house.code({"type": "card_out", "card": card, "reader": "hand"}) for card in cards} == {None}
    house.ends(signal.SIGKILL)
    house.opens()
    assert house.code({"type": "call", "box": 1, "call": "stand"}) is None  # who dealt deals on
    assert house.code({"type": "coup_cancelled", "reason": "x", "by": "me"}, n3001=PIT) == "second_due"
    assert house.code({"type": "coup_cancelled", "reason": "x", "by": "me"}, n3001=PIT, n1042=DEALER) is None
    assert house.code({"type": "done", "of": "settle"}) is None
    house.ends()
    verified = house.does("log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    rows = [json.loads(line) for line in house.does("log", "export").stdout.splitlines()]
    (cancelled,) = (row for row in rows if row["type"] == "coup_cancelled")
    assert (cancelled["by"], cancelled["second"]) == ("3001", "1042")
    assert any("denied: dealer_changed" in row.get("text", "") for row in rows)
    assert any(row.get("text") == "staff 1042: entered as dealer" and row["by"] == "4001" for row in rows)
    assert not any(pin in line for pin in (MANAGER, PIT, DEALER) for line in map(str, rows))
    shown = house.does("log", "show", "1").stdout
    assert "9D" in shown and "TS" not in shown  # of a cancelled coup only the card that everybody saw
    assert len((house.folder / "witness" / "BJ-01.checkpoints").read_text().splitlines()) >= 4


@pytest.mark.timeout(240)
def test_a_journal_that_is_set_back_is_not_opened(house: House) -> None:
    assert house.code({"type": "dealer_changed"}, n1042=DEALER) is None
    house.ends()
    journal = house.folder / "journal"
    older = (journal / "journal.db").read_bytes()
    house.opens()
    assert house.code({"type": "shoe_started"}) is None
    house.ends()
    (journal / "journal.db").write_bytes(older)
    assert house.does("log", "verify").returncode == 2
    house.opens()
    said = house.does("say", '{"type": "shoe_started"}')
    assert said.returncode == 2
    assert "log restore" in said.stderr
