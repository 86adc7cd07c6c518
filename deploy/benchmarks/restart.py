"""How soon the truth is back after a death: SIGKILL of screen or core in mid-coup, seen from outside."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from deploy.demo_table import DemoTable, Setting
from deploy.demonstration import DemonstrationError
from engine.instructions import Ask

PATIENCE_S: Final = 20.0
"""How long anything is waited for, in seconds."""


def screen_back_s(times: int, seed: int) -> list[float]:
    """From the screen's death to the flip of a frame that shows the present view, seconds."""
    with DemoTable(Setting(seed)) as table, table.people() as people:
        while not isinstance(people.core.view.due, Ask):
            people.act()
        trace = table.folder / "trace"
        screen = table.show_screen("--offscreen", "--trace", str(trace))
        back = []
        for _ in range(times + 1):  # the first is the start
            began = time.monotonic()
            wait_for(lambda: screen.keep() is None and shows(trace, people.core.view.seq), "the screen")
            back.append(time.monotonic() - began)
            screen.process.kill()
            screen.process.wait()
            trace.unlink()
        return back[1:]


def core_back_s(times: int, seed: int) -> list[float]:
    """From the core's death to a client that has the present view, the shoe heard again, seconds."""
    with DemoTable(Setting(seed)) as table, table.people() as people:
        while not isinstance(people.core.view.due, Ask):
            people.act()
        back = []
        for _ in range(times):
            before = people.core.view
            began = time.monotonic()
            table.core.process.kill()
            table.core.process.wait()
            wait_for(lambda: table.core.keep() is None and table.core.process.poll() is None, "the core")
            people.core.until(lambda view: view.reader.state == "up", "come back")
            if people.core.view.due != before.due or people.core.view.boxes != before.boxes:
                raise DemonstrationError("the core came back with another instruction or other hands")
            back.append(time.monotonic() - began)
        return back


def shows(trace: Path, seq: int) -> bool:
    """A frame with record ``seq`` or a later one has been flipped."""
    return trace.exists() and any(int(line.split()[1]) >= seq for line in trace.read_text().splitlines())


def wait_for(holds: Callable[[], bool], what: str) -> None:
    """Wait until it holds.

    Raises:
        DemonstrationError: it never does.
    """
    until = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > until:
            raise DemonstrationError(f"{what} did not come back within {PATIENCE_S:.0f} s")
        time.sleep(0.005)
