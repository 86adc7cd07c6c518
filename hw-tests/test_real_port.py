"""The way to a real shoe, without one: the rig runs with ``--port``, and who reads its terminal does as it says."""

import contextlib
import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rig.fake_shoe import SERIAL, FakeShoe
from rig.table import ROOT

from firmware_bridge.errors import SimulatedShoeError
from firmware_bridge.simulated_shoe import WHITE_CARD, together, unread

OWN_TAGS: Final = [f"E0040155{number:08X}" for number in range(2000)]
"""Of a deck that the rig does not know."""
PROMPT: Final = re.compile(r">>> (.*), then press Enter ")


class Person:
    """Reads the terminal, does at the shoe what it says, and presses Enter."""

    def __init__(self, terminal: int, shoe: FakeShoe, give_up: Callable[[], None]) -> None:
        self.done: list[str] = []
        self._give_up = give_up
        self._terminal = terminal
        self._shoe = shoe
        self._tags = iter(OWN_TAGS)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Until the terminal hangs up."""
        self._thread.join(10.0)

    def _work(self) -> None:
        said = ""
        with contextlib.suppress(OSError):  # the terminal hangs up behind its last word
            while chunk := os.read(self._terminal, 4096):
                said += chunk.decode(errors="replace")
                while asked := PROMPT.search(said):
                    said = said[asked.end() :]
                    try:
                        self._do(asked[1])
                    except SimulatedShoeError:
                        self._give_up()
                        raise
                    self.done.append(asked[1])
                    os.write(self._terminal, b"\n")

    def _do(self, what: str) -> None:
        known: dict[str, Callable[[], object]] = {
            "draw the next card": self._shoe.pull,
            "open the lid": lambda: self._shoe.lid(is_open=True),
            "close the lid": lambda: self._shoe.lid(is_open=False),
            "unplug the shoe": self._shoe.unplug,
            "plug the shoe in": self._shoe.plug,
            "hold the shoe's reset button down": self._shoe.kill,
            "let go of the shoe's reset button, or press it once": self._shoe.restart,
        }
        if what in known:
            known[what]()
        else:
            self._shoe.load([word for part in what.split(": ")[1].split(", ") for word in self._words(part)])

    def _words(self, part: str) -> list[str]:
        count, name = part.split(" × ")
        word: Callable[[], str] = {
            "card": lambda: next(self._tags),
            "card with its tag covered": lambda: unread(next(self._tags)),
            "two cards as one": lambda: together(next(self._tags), next(self._tags)),
            "the white card": lambda: WHITE_CARD,
        }[name]
        return [word() for _ in range(int(count))]


def run(tmp_path: Path, *arguments: str) -> tuple[int, str, list[str]]:
    """The rig at a port: its exit status, what it wrote, and what the person did."""
    shoe = FakeShoe(tmp_path / "port")
    terminal, slave = pty.openpty()
    command = ["setsid", "--ctty", "--wait", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["--port", str(tmp_path / "port"), "--serial", SERIAL, "--basetemp", str(tmp_path / "inner")]
    with subprocess.Popen(
        [*command, *arguments], stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT
    ) as process:
        os.close(slave)
        person = Person(terminal, shoe, process.kill)
        said, _ = process.communicate(timeout=100)
    person.join()
    os.close(terminal)
    shoe.close()
    return process.returncode, said, person.done


def test_a_person_is_told_what_to_do_and_the_shoe_passes(tmp_path: Path) -> None:
    status, said, done = run(
        tmp_path,
        "hw-tests/test_shoe.py",
        "hw-tests/test_faults.py::test_every_split_point_of_a_card",
        "hw-tests/test_faults.py::test_of_cards_lost_one_after_another_each_is_called_missing",
        "hw-tests/test_faults_people_meet.py",
        "hw-tests/test_cycles.py",
        "--cycles=2",
        "-knot test_4",
    )
    assert status == 0, said
    assert "[fake]" not in said
    for what in ("draw the next card", "open the lid", "unplug the shoe", "hold the shoe's reset button down"):
        assert what in done
    assert any(line.startswith("load the shoe") and "the white card" in line for line in done)


def test_without_hands_only_the_wire_is_tried_and_nobody_is_asked(tmp_path: Path) -> None:
    status, said, done = run(
        tmp_path, "--no-hands", "hw-tests/test_shoe.py", "hw-tests/test_faults.py", "-k", "not noise"
    )
    assert status == 0, said
    assert done == []
    assert "deselected" in said
