"""The dealer's screen, timed and weighed: the real process before a real core, beside a bare Kivy window.

On a display of its own (Xvfb) where there is one, else drawn without a display, and then not touched. What a frame
showed, and when, is the screen's own ``--trace``; what the processes cost is what ``/proc`` says of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from deploy.benchmarks.path import Spread
from deploy.benchmarks.screen_frames import bare_frames, bare_touch_frames, to_frames, touch_frames
from deploy.benchmarks.screen_place import place
from deploy.benchmarks.screen_touches import PeopleAtTheGlass, Tally
from deploy.benchmarks.screen_weight import Weighed, bare_starts, growth_mb, starts
from deploy.demo_table import DemoTable, Setting
from deploy.demonstration import Core

CARD_MS, TOUCH_MS, START_S, RESIDENT_MB, IDLE_PERCENT, GROWTH_MB = 50.0, 80.0, 1.0, 250.0, 5.0, 5.0
"""What is aimed at: p99 of card and touch to frame, first frame, memory, idle, and growth over 5,000 coups."""
COUNTED: Final = 20
"""Coups whose touches are counted."""


@dataclass(frozen=True, slots=True)
class Much:
    """How much is measured."""

    runs: int
    """How often a screen is started."""
    cards: int
    touches: int
    coups: int
    """Over which memory grows."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run measured. Times of frames in milliseconds, of what Kivy alone takes beside them."""

    is_on_display: bool
    cards: Spread
    """A frame's last byte on the wire to the flip."""
    updates: Spread
    """The same card, from when a client had the core's update."""
    bare_updates: Spread
    touches: Spread | None
    """A finger on a button to the flip that shows it there."""
    bare_touches: Spread | None
    runs: int
    weighed: Weighed
    bare: Weighed
    coups: int
    """Over which memory grew, after a tenth as many."""
    growth_mb: float
    tally: Tally


def measure(much: Much, seed: int, said: Callable[[str], None] = lambda _what: None) -> Measured:
    """Measure all of it, which takes minutes; ``said`` is told what is being measured.

    Raises:
        DemonstrationError: core or screen did not do its part.
    """
    with place() as at:
        said("cards to frames")
        on_wire, updates = to_frames(at, much.cards, seed)
        said("bare frames")
        bare_updates = bare_frames(at, much.cards)
        touched, bare_touched = None, None
        if at.display is not None:
            said("touches")
            touched = touch_frames(at.display, much.touches, seed)
            bare_touched = bare_touch_frames(at, at.display, much.touches)
        said("starts")
        weighed = starts(at, much.runs, seed)
        bare = bare_starts(at, much.runs)
        said(f"{much.coups + much.coups // 10} coups")
        growth = growth_mb(at, much.coups, seed)
        said("touches of a coup")
        tally = counted(COUNTED, seed)
    return Measured(
        is_on_display=at.display is not None,
        cards=on_wire,
        updates=updates,
        bare_updates=bare_updates,
        touches=touched,
        bare_touches=bare_touched,
        runs=much.runs,
        weighed=Weighed.median(weighed),
        bare=Weighed.median(bare),
        coups=much.coups,
        growth_mb=growth,
        tally=tally,
    )


def counted(coups: int, seed: int) -> Tally:
    """How many touches the demo's people need."""
    with DemoTable(Setting(seed)) as table:
        core = Core(table.socket)
        try:
            return PeopleAtTheGlass(table.felt, table.shoe, core).play_counted(coups)
        finally:
            core.close()
