"""A real shoe at a real port, whose hands are a person's."""

import time
from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.simulated_shoe import WHITE_CARD, Pulled


class PortShoe:
    """A real shoe: what has to be done to it is written on the terminal, and waits for Enter."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self, tags: Sequence[str]) -> None:
        runs: list[list[object]] = []
        for name in map(_named, tags):
            if runs and runs[-1][1] == name:
                runs[-1][0] += 1  # type: ignore[operator]
            else:
                runs.append([1, name])
        self._tell("load the shoe, first to leave first: " + ", ".join(f"{count} × {name}" for count, name in runs))

    def pull(self) -> Pulled:
        self._tell("draw the next card")
        return Pulled(0, time.monotonic_ns())

    def lid(self, *, is_open: bool) -> None:
        self._tell("open the lid" if is_open else "close the lid")

    def kill(self) -> None:
        self._tell("hold the shoe's reset button down")

    def restart(self) -> None:
        self._tell("let go of the shoe's reset button, or press it once")

    def hang(self) -> None:
        raise NotImplementedError("nobody can stop the clock of a real shoe's firmware")

    def resume(self) -> None:
        raise NotImplementedError("nobody can stop the clock of a real shoe's firmware")

    def unplug(self) -> None:
        self._tell("unplug the shoe")

    def plug(self) -> None:
        self._tell("plug the shoe in")

    def close(self) -> None:
        """It stays where it is."""

    def _tell(self, what: str) -> None:
        """On the terminal itself, which pytest does not capture."""
        with Path("/dev/tty").open("rb+", buffering=0) as terminal:
            terminal.write(f"\r\n>>> {what}, then press Enter ".encode())
            while terminal.read(1) not in (b"\n", b"\r", b""):
                pass


def _named(word: str) -> str:
    if word == WHITE_CARD:
        return "the white card"
    if word.endswith("!"):
        return "card with its tag covered"
    return "two cards as one" if "+" in word else "card"
