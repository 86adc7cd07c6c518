"""A table with staff and a witness in a folder: its settings, its people with their PINs, its core."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

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

    def is_staffed(self) -> None:
        """A shift manager, a pit supervisor and a dealer come to work here; the log has a witness."""
        self.config.write_text(SETTINGS)
        for folder in ("people", "witness"):
            (self.folder / folder).mkdir()
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (self.folder / "key.pem").touch(mode=0o600)
        (self.folder / "key.pem").write_bytes(pem)
        first = ("4001", "shift_manager", "3001", "pit_supervisor")
        begun = self.does("staff", "begin", *first, lines=(MANAGER, MANAGER, PIT, PIT))
        assert begun.returncode == 0, begun.stderr
        two = ("--by", "4001", "--second", "3001")
        added = self.does("staff", "add", "1042", "dealer", *two, lines=(DEALER, DEALER, MANAGER, PIT))
        assert added.returncode == 0, added.stderr
