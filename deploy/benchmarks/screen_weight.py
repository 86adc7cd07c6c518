"""What a screen costs: how long it takes to be there, what it holds, what it does when nothing happens."""

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from deploy.benchmarks.restart import wait_for
from deploy.benchmarks.screen_place import Bare, Place, flips, scratch
from deploy.demo_table import DemoTable, Setting
from deploy.demonstration import DemonstrationError
from engine.instructions import TakeWagers

SETTLED_S: Final = 2.5
"""After its first frame a screen checks its settings and draws what will come, unseen; then it is weighed."""
IDLE_S: Final = 3.0
"""How long it is then watched."""
TICKS: Final = os.sysconf("SC_CLK_TCK")
"""Of the processor time that /proc tells, in a second."""
MB: Final = 1e6
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One process from its start on."""

    first_frame_s: float
    """From its start to the first frame with the present view."""
    resident_mb: float
    """Once it has settled."""
    idle_percent: float
    """Of one processor, with nothing to show."""

    @classmethod
    def median(cls, each: list["Weighed"]) -> "Weighed":
        """The median of each figure."""
        return cls(
            median(one.first_frame_s for one in each),
            median(one.resident_mb for one in each),
            median(one.idle_percent for one in each),
        )


def starts(at: Place, runs: int, seed: int) -> list[Weighed]:
    """The screen, started so often before a table that takes wagers."""
    with DemoTable(Setting(seed)) as table, table.people() as people:
        while not isinstance(people.core.view.due, TakeWagers):
            people.act()
        people.core.until(lambda view: view.reader.state == "up", "reach the shoe")
        return [_weighed_screen(at, table, people.core.view.seq) for _ in range(runs)]


def _weighed_screen(at: Place, table: DemoTable, seq: int) -> Weighed:
    trace = table.folder / "trace"
    trace.unlink(missing_ok=True)
    began_ns = time.monotonic_ns()
    screen = table.show_screen(*at.screen, "--trace", str(trace))
    wait_for(lambda: any(shown >= seq for shown, *_ in flips(trace)), "the screen")
    first_ns = next(at_ns for shown, at_ns, _ in flips(trace) if shown >= seq)
    weighed = _weighed(screen.process.pid, first_ns - began_ns)
    screen.end()
    return weighed


def bare_starts(at: Place, runs: int) -> list[Weighed]:
    """The bare window, started as often."""
    return [_weighed_bare(at) for _ in range(runs)]


def _weighed_bare(at: Place) -> Weighed:
    with scratch() as folder, contextlib.closing(Bare(at, folder)) as bare:
        bare.tell(0)
        wait_for(lambda: bool(flips(bare.trace)), "the bare window")
        return _weighed(bare.process.pid, flips(bare.trace)[0][1] - bare.began_ns)


def _weighed(pid: int, first_frame_ns: int) -> Weighed:
    time.sleep(SETTLED_S)
    began, used = time.monotonic(), processor_s(pid)
    time.sleep(IDLE_S)
    idle = (processor_s(pid) - used) / (time.monotonic() - began)
    return Weighed(first_frame_ns / 1e9, resident_mb(pid), 100 * idle)


def processor_s(pid: int) -> float:
    """Processor time that the process has used, in seconds (proc(5), stat)."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


def resident_mb(pid: int) -> float:
    """Memory of the process that is in RAM, shared libraries too (proc(5), status: VmRSS)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) * 1024 / MB


def growth_mb(at: Place, coups: int, seed: int) -> float:
    """How much the screen grows over so many coups, after a tenth as many."""
    with DemoTable(Setting(seed)) as table, table.people() as people:
        trace = table.folder / "trace"
        screen = table.show_screen(*at.screen, "--trace", str(trace))
        wait_for(lambda: bool(flips(trace)), "the screen")
        sizes = []
        for number in (coups // 10, coups):
            people.play(number)
            time.sleep(SETTLED_S)
            sizes.append(resident_mb(screen.process.pid))
        if screen.process.poll() is not None or not any(seq >= people.core.view.seq for seq, *_ in flips(trace)):
            raise DemonstrationError("the screen did not keep up: start it by hand and see why")
        return sizes[1] - sizes[0]
