"""Plots as bars: over time above and below a line, and lying ones with a name each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ui.reports.paper import ACCENT, ACROSS, BODY, LEFT, LINE, LOSS, QUIET, RIGHT, SMALL, Paper

HEIGHT: Final = 34.0
"""Of a plot over time, millimetres."""
SCALE: Final = 20.0
"""Left of it, for what its height means."""
MOST_NAMES: Final = 9
"""Names under the bars."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One value and what it is of."""

    name: str
    value: float


def upright(paper: Paper, bars: Sequence[Bar], said: Callable[[float], str]) -> None:
    """``bars`` beside each other; what is below nought hangs from the line. ``said``: a value in words."""
    paper.room(HEIGHT + 10.0)
    high, low = max(0.0, *(bar.value for bar in bars)), min(0.0, *(bar.value for bar in bars))
    spread = (high - low) or 1.0
    top, nought = paper.y + 2.0, paper.y + 2.0 + HEIGHT * high / spread
    if high == low:
        nought = top + HEIGHT
    left = LEFT + SCALE
    step = (RIGHT - left) / len(bars)
    for value, y in ((high, top), (low, top + HEIGHT)):
        if value:
            paper.rule(y, LINE, left)
            paper.write(left - 2.0, y + 0.9, said(value), SMALL, "right")
    paper.write(left - 2.0, nought + 0.9, said(0.0), SMALL, "right")
    for at, bar in enumerate(bars):
        tall = HEIGHT * abs(bar.value) / spread
        x, width = left + step * (at + 0.14), step * 0.72
        if tall > 0:
            paper.block(x, nought - tall if bar.value > 0 else nought, width, tall, ACCENT if bar.value > 0 else LOSS)
    paper.rule(nought, QUIET, left)
    every = -(-len(bars) // MOST_NAMES)
    for at in range(0, len(bars), every):
        paper.write(left + step * (at + 0.14), top + HEIGHT + 4.0, bars[at].name, SMALL)
    paper.skip(HEIGHT + 9.0)


def lying(paper: Paper, bars: Sequence[Bar], said: Callable[[float], str]) -> None:
    """``bars`` below each other, each with its name and its value."""
    greatest = max((bar.value for bar in bars), default=0.0) or 1.0
    for bar in bars:
        paper.room(5.2)
        paper.write(LEFT, paper.y + 3.3, bar.name, BODY)
        length = (ACROSS - 60.0) * bar.value / greatest
        paper.block(LEFT + 40.0, paper.y + 0.9, max(length, 0.2), 2.9, ACCENT)
        paper.write(LEFT + 42.0 + length, paper.y + 3.3, said(bar.value), BODY)
        paper.skip(5.2)
