"""Where everything of the screen lies, from its size and its pixels a millimetre. Pure geometry, y upward."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ui.theme import Mm

BOXES: Final = 7
"""Most boxes a layout has (article 2(3))."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in whole pixels; ``x``, ``y`` is its left lower corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First pixel beyond it."""
        return self.x + self.w

    @property
    def top(self) -> int:
        """First pixel above it."""
        return self.y + self.h

    def holds(self, x: float, y: float) -> bool:
        """The point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.top

    def inset(self, by: int) -> "Rect":
        """It, smaller on every side."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def upper(self, height: int, down: int = 0) -> "Rect":
        """Its part of ``height``, ``down`` from the top."""
        return Rect(self.x, self.top - down - height, self.w, height)

    def columns(self, number: int, gap: int) -> tuple["Rect", ...]:
        """It, parted into ``number`` columns of one width that leave ``gap`` between them and fill it to the pixel."""
        edges = [self.x + round(i * (self.w + gap) / number) for i in range(number + 1)]
        return tuple(Rect(a, self.y, b - gap - a, self.h) for a, b in pairwise(edges))


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many pixels a millimetre has."""

    px_per_mm: float

    def px(self, mm: float) -> int:
        """``mm`` in whole pixels."""
        return round(mm * self.px_per_mm)

    def at_least(self, mm: float) -> int:
        """``mm`` in whole pixels, never less."""
        return -int(-mm * self.px_per_mm // 1)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The dealer's screen, parted from top to bottom."""

    sizes: Sizes
    whole: Rect
    header: Rect
    band: Rect
    dealer: Rect
    boxes: Rect
    cancel: Rect
    shuffle: Rect
    primary: Rect
    ranks: tuple[Rect, ...]
    suits: tuple[Rect, ...]


def table_layout(width: int, height: int, px_per_mm: float) -> TableLayout:
    """The dealer's screen of ``width`` × ``height`` pixels."""
    sizes = Sizes(px_per_mm)
    margin, gap = sizes.px(1.15), sizes.px(1.0)
    whole = Rect(0, 0, width, height)
    inner = whole.inset(margin)
    buttons = Rect(inner.x, inner.y, inner.w, sizes.at_least(Mm.PRIMARY))
    header = inner.upper(sizes.px(6.6))
    band = inner.upper(sizes.px(17.0), header.h + gap)
    dealer = inner.upper(sizes.px(12.4), header.h + band.h + 2 * gap)
    boxes = Rect(inner.x, buttons.top + gap, inner.w, dealer.y - buttons.top - 2 * gap)
    cancel, shuffle, primary = _buttons(buttons, sizes)
    ranks, suits = _keys(boxes, buttons.top, sizes)
    return TableLayout(sizes, whole, header, band, dealer, boxes, cancel, shuffle, primary, ranks, suits)


def _buttons(row: Rect, sizes: Sizes) -> tuple[Rect, Rect, Rect]:
    """Cancel, shuffle, primary: the primary is widest and at the right."""
    apart = sizes.at_least(Mm.APART)
    side = sizes.px(35)
    cancel = Rect(row.x, row.y, side, row.h)
    shuffle = Rect(cancel.right + apart, row.y, side, row.h)
    start = shuffle.right + apart
    return cancel, shuffle, Rect(start, row.y, row.right - start, row.h)


def _keys(area: Rect, buttons_top: int, sizes: Sizes) -> tuple[tuple[Rect, ...], tuple[Rect, ...]]:
    """Thirteen ranks in two rows, four suits under them."""
    apart = sizes.at_least(Mm.APART)
    beneath = max(0, apart - (area.y - buttons_top))
    room = Rect(area.x, area.y + beneath, area.w, area.h - beneath)
    tall = (room.h - 2 * apart) // 3
    upper, lower = room.upper(tall), room.upper(tall, tall + apart)
    keys = upper.columns(7, apart) + lower.columns(7, apart)[:6]
    return keys, Rect(room.x, room.y, room.w, tall).columns(4, apart)
