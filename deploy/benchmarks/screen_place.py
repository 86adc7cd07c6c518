"""Where ``bench screen`` shows what it measures, and the bare Kivy window beside it."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.benchmarks.screen_glass import PATIENCE_S, Display, missing
from deploy.demo_table import FOLDERS, Setting
from deploy.processes import PARENT

SIZE: Final = Setting(0).size
"""Of every window, in pixels."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where screens are shown: on a display, or nowhere."""

    display: Display | None

    @property
    def screen(self) -> tuple[str, ...]:
        """What ``banca21 screen`` is told."""
        return () if self.display is not None else ("--offscreen",)

    @property
    def bare(self) -> tuple[str, ...]:
        """What the bare window is told."""
        return () if self.display is not None else ("offscreen",)


@contextlib.contextmanager
def place() -> Iterator[Place]:
    """A display where one can be had."""
    if missing():
        yield Place(None)
    else:
        with Display() as display:
            yield Place(display)


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a while."""
    with tempfile.TemporaryDirectory(prefix="banca21-bench-", dir=FOLDERS) as folder:
        yield Path(folder)


def flips(trace: Path) -> list[tuple[int, int, bool]]:
    """Of each line of a trace the record that the frame showed, when it was flipped, and whether a finger was new."""
    lines = [line.split() for line in trace.read_text().splitlines()] if trace.exists() else []
    return [(int(words[1]), int(words[2]), len(words) > 3) for words in lines]


class Bare:
    """The bare Kivy window as a process; it is told numbers."""

    def __init__(self, place: Place, folder: Path) -> None:
        self.trace = folder / "bare.trace"
        self.trace.unlink(missing_ok=True)
        path = folder / "bare.sock"
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            server.listen()
            server.settimeout(PATIENCE_S)
            self.began_ns = time.monotonic_ns()
            words = [str(path), str(self.trace), str(SIZE[0]), str(SIZE[1]), *place.bare]
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "deploy.benchmarks.screen_bare", *words],
                env=os.environ | {PARENT: str(os.getpid())},
            )
            self._told, _ = server.accept()

    def tell(self, number: int) -> int:
        """Have it show a number; ``time.monotonic_ns`` just before."""
        at_ns = time.monotonic_ns()
        self._told.sendall(b"%d\n" % number)
        return at_ns

    def close(self) -> None:
        """End it."""
        self._told.close()
        self.process.terminate()
        self.process.wait()
