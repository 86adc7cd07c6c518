"""How soon a frame shows what happened: a card that left the shoe, a finger on a button."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from deploy.benchmarks.path import PACE_S, Spread, TimedShoe, await_socket, dealt
from deploy.benchmarks.restart import wait_for
from deploy.benchmarks.screen_glass import Display, Glass, touch
from deploy.benchmarks.screen_place import SIZE, Bare, Place, flips, scratch
from deploy.demo_table import DemoTable, Setting
from engine.instructions import Ask

BETWEEN_S: Final = 0.2
"""From one touch to the next."""


def to_frames(at: Place, cards: int, seed: int) -> tuple[Spread, Spread]:
    """From the wire, and from a client's update, to the flip."""
    with DemoTable(Setting(seed)) as table:
        trace = table.folder / "trace"
        table.show_screen(*at.screen, "--trace", str(trace))
        await_socket(table.socket)
        wait_for(lambda: bool(flips(trace)), "the screen")
        times = dealt(table, TimedShoe(table), cards)
        wait_for(lambda: flips(trace)[-1][0] >= times[-1][0], "the last frame")
        shown = flips(trace)
    found = [(next(at_ns for seq, at_ns, _ in shown if seq >= record), told, pulled) for record, told, pulled in times]
    return Spread.of([at - pulled for at, _, pulled in found]), Spread.of([at - told for at, told, _ in found])


def bare_frames(at: Place, cards: int) -> Spread:
    """From the line to the flip."""
    with scratch() as folder, contextlib.closing(Bare(at, folder)) as bare:
        bare.tell(0)
        wait_for(lambda: bool(flips(bare.trace)), "the bare window")
        told = []
        for number in range(1, cards + 1):
            time.sleep(PACE_S)
            told.append(bare.tell(number))
        wait_for(lambda: flips(bare.trace)[-1][0] == cards, "the last bare frame")
        shown = {seq: at_ns for seq, at_ns, _ in flips(bare.trace)}
    return Spread.of([shown[number] - at_ns for number, at_ns in enumerate(told, 1)])


def touch_frames(display: Display, touches: int, seed: int) -> Spread:
    """From the finger on the button that answers to the flip; it slides off, so that nothing is asked for."""
    with DemoTable(Setting(seed)) as table, table.people() as people:
        glass = Glass(display, table.folder)
        table.show_screen(*glass.options)
        while not isinstance(people.core.view.due, Ask):
            people.act()
        glass.reaches(people.core.view.seq)
        seen = glass.until(lambda seen: seen.open("primary"), "an open button")
        button = seen.open("primary")
        assert button is not None
        middle = button.rect.x + button.rect.w // 2, button.rect.y + button.rect.h // 2
        return Spread.of(list(_touched(display, glass.trace, middle, seen.size[1], touches)))


def bare_touch_frames(at: Place, display: Display, touches: int) -> Spread:
    """The same at the bare window, which is touched anywhere."""
    with scratch() as folder, contextlib.closing(Bare(at, folder)) as bare:
        bare.tell(0)
        wait_for(lambda: bool(flips(bare.trace)), "the bare window")
        return Spread.of(list(_touched(display, bare.trace, (SIZE[0] // 2, SIZE[1] // 2), SIZE[1], touches)))


def _touched(display: Display, trace: Path, point: tuple[int, int], height: int, touches: int) -> Iterator[int]:
    for _ in range(touches):
        display.finger.move(*point, height)
        time.sleep(BETWEEN_S / 2)
        yield touch(display.finger, trace)
        display.finger.move(0, 0, height)
        display.finger.up()
        time.sleep(BETWEEN_S / 2)
