"""How long a supervisor waits at a year's log: from the finger that comes down to the frame that shows what was told.

A real core keeps the table on that journal, its reader of the log answers, and the real screen draws on a display.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from deploy.benchmarks.path import Spread
from deploy.benchmarks.screen_glass import AFTER_TOUCH_S, PATIENCE_S, Display, Glass, NotShownError
from deploy.processes import PARENT

START_S: Final = 60.0
"""How long the core may take to play the last shoes again and bring the index up to date, in seconds."""
REST_S: Final = 0.3
"""Between two touches, so that no answer to the one is taken for the other's, in seconds."""
SETTINGS: Final = """\
[table]
name = "YEAR"
[shoe]
reader = "none"
[journal]
path = "{journal}"
[core]
socket = "core.sock"
[screen]
size = [800, 480]
fullscreen = false
choices = "choices.json"
"""


@dataclass(frozen=True, slots=True)
class Waited:
    """One kind of touch, milliseconds."""

    what: str
    ms: Spread


def measure(journal: Path, folder: Path, display: Display, times: int, seed: int) -> tuple[Waited, ...]:
    """Touch each kind of key ``times`` times at the screen of a core that keeps ``journal``.

    Raises:
        NotShownError: the screen did not show what was due.
    """
    config = folder / "table.toml"
    config.write_text(SETTINGS.format(journal=journal))
    glass = Glass(display, folder)
    chance = Random(seed)
    with _process("core", config), _process("screen", config, *glass.options):
        _until(lambda: (seen := glass.seen) is not None and seen.is_connected, "the table", START_S)
        glass.press("table")
        glass.press("supervisor")
        glass.until(lambda seen: seen.open("older"), "the newest coups")
        return tuple(_waited(glass, what, times, keys) for what, keys in _kinds(chance).items())


def _kinds(chance: Random) -> dict[str, Callable[[], tuple[str, str]]]:
    """What is touched: a key that leads to the page, if it is not open, and the key that is timed."""
    return {
        "coups of a box": lambda: ("all", f"of_box:{chance.randint(1, 7)}"),
        "the page before": lambda: ("all", "older"),
        "a coup's first step": lambda: ("all", "coup:"),
        "alerts": lambda: ("tab:coups", "tab:alerts"),
        "figures of 8 hours": lambda: ("tab:coups", "tab:figures"),
    }


def _waited(glass: Glass, what: str, times: int, keys: Callable[[], tuple[str, str]]) -> Waited:
    took = []
    for _ in range(times):
        before, timed = keys()
        if (seen := glass.seen) is not None and seen.open(before) is None:
            glass.press("back")
        glass.press(before)
        time.sleep(REST_S)
        took.append(_answered_ns(glass, timed))
    if (seen := glass.seen) is not None and seen.open("back") is not None:
        glass.press("back")
    return Waited(what, Spread.of(took))


def _answered_ns(glass: Glass, begins: str) -> int:
    """From the finger on the first key whose name begins so to the first frame after an answer, in nanoseconds."""

    def key_of() -> str:
        seen = glass.seen
        keys = [part for part in seen.parts if part.kind == "button" and part.is_enabled] if seen is not None else []
        return next((part.id for part in keys if part.id.startswith(begins)), "")

    _until(lambda: bool(key_of()), f'a key "{begins}"', PATIENCE_S)
    seen = glass.seen
    assert seen is not None
    button = seen.open(key_of())
    assert button is not None
    time.sleep(max(0.0, seen.steady_s - time.monotonic()) + AFTER_TOUCH_S)
    finger, rect = glass.display.finger, button.rect
    finger.move(rect.x + rect.w // 2, rect.y + rect.h // 2, seen.size[1])
    down_ns = finger.down()
    finger.up()
    shown = 0

    def is_shown() -> bool:
        nonlocal shown
        shown = next((at for at in _answers(glass.trace) if at > down_ns), 0)
        return shown > 0

    _until(is_shown, f'an answer to "{begins}"', PATIENCE_S)
    return shown - down_ns


def _answers(trace: Path) -> Iterator[int]:
    """When frames were flipped that showed what the core said, ``time.monotonic_ns``."""
    for line in trace.read_text().splitlines():
        words = line.split()
        if len(words) == 3:
            yield int(words[2])


@contextmanager
def _process(part: str, config: Path, *options: str) -> Iterator[None]:
    command = [sys.executable, "-P", "-m", "deploy", part, "--config", str(config), *options]
    with subprocess.Popen(command, env=os.environ | {PARENT: str(os.getpid())}) as process:
        try:
            yield
        finally:
            process.terminate()


def _until(holds: Callable[[], bool], what: str, patience_s: float) -> None:
    until = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > until:
            raise NotShownError(f"the screen did not show {what} within {patience_s:.0f} s")
        time.sleep(0.002)
