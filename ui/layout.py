"""Where everything of the screen lies, from its size and its pixels a millimetre. Pure geometry, y upward."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ui.theme import Mm

BOXES: Final = 7
"""Most boxes a layout has (article 2(3))."""
HEADER_MM: Final = 6.6
"""How high a line of the header is, in millimetres; an upright glass has two."""
DEALER_MM: Final = 12.4
"""How high the dealer's strip is, in millimetres; on an upright glass what people must read stands under it."""
HIGH_MM: Final = 92.0
"""How high a glass the layout is made for."""
WIDE_MM: Final = 150.0
"""How wide a row of buttons it is made for; on a narrower one they are narrower."""
SIDE_MM: Final = 35.0
"""How wide cancel and shuffle are, in millimetres."""
KEY_MM: Final = 16.0
"""How high a key is at most, in millimetres."""
CALLS_MM: Final = (19, 19, 25)
"""How wide double, split and surrender are, in millimetres."""


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

    def rows(self, number: int, gap: int) -> tuple["Rect", ...]:
        """It, parted into ``number`` rows of one height, the upper first, that leave ``gap`` between them."""
        tall = (self.h - (number - 1) * gap) // number
        return tuple(self.upper(tall, at * (tall + gap)) for at in range(number))

    def columns(self, number: int, gap: int) -> tuple["Rect", ...]:
        """It, parted into ``number`` columns of one width that leave ``gap`` between them and fill it to the pixel."""
        edges = [self.x + round(i * (self.w + gap) / number) for i in range(number + 1)]
        return tuple(Rect(a, self.y, b - gap - a, self.h) for a, b in pairwise(edges))


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many pixels a millimetre has; on a glass that is lower than the layout all but what is touched is smaller."""

    px_per_mm: float
    scale: float = 1.0

    def px(self, mm: float) -> int:
        """``mm`` of the layout in whole pixels."""
        return round(mm * self.px_per_mm * self.scale)

    def at_least(self, mm: float) -> int:
        """``mm`` of the glass in whole pixels, never less."""
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
    calls: tuple[Rect, ...]
    """Double, split and surrender, in the place of ``shuffle`` and a part of ``primary``."""
    stand: Rect
    """The primary beside them."""
    ranks: tuple[Rect, ...]
    suits: tuple[Rect, ...]


def table_layout(width: int, height: int, px_per_mm: float) -> TableLayout:
    """The dealer's screen of ``width`` × ``height`` pixels."""
    sizes = Sizes(px_per_mm, min(1.0, height / px_per_mm / HIGH_MM))
    margin, gap = sizes.px(1.15), sizes.px(1.0)
    whole = Rect(0, 0, width, height)
    inner = whole.inset(margin)
    buttons = Rect(inner.x, inner.y, inner.w, sizes.at_least(Mm.PRIMARY))
    is_upright = height > width
    header = inner.upper(sizes.px(HEADER_MM) * (2 if is_upright else 1))
    band = inner.upper(sizes.px(17.0), header.h + gap)
    dealer = inner.upper(sizes.px(DEALER_MM) * (2 if is_upright else 1), header.h + band.h + 2 * gap)
    boxes = Rect(inner.x, buttons.top + gap, inner.w, dealer.y - buttons.top - 2 * gap)
    cancel, shuffle, primary = _buttons(buttons, sizes)
    calls, stand = _calls(buttons, cancel.right, sizes)
    ranks, suits = _keys(boxes, buttons.top, sizes)
    return TableLayout(sizes, whole, header, band, dealer, boxes, cancel, shuffle, primary, calls, stand, ranks, suits)


def box_places(area: Rect, number: int, sizes: Sizes) -> tuple[Rect, ...]:
    """Where ``number`` boxes lie in ``area``: side by side, or in two rows where it is high."""
    gap = sizes.px(0.9)
    if area.h < area.w:
        return area.columns(number, gap)
    in_row, tall = -(-number // 2), (area.h - gap) // 2
    upper, lower = area.upper(tall), area.upper(tall, tall + gap)
    return upper.columns(in_row, gap) + lower.columns(in_row, gap)[: number - in_row]


def _narrowed(wide: int, sizes: Sizes) -> float:
    """How much narrower than the layout's a row of buttons is."""
    return min(1.0, wide / sizes.px(WIDE_MM))


def _calls(row: Rect, left: int, sizes: Sizes) -> tuple[tuple[Rect, ...], Rect]:
    """Three calls from ``left`` on, and what they leave of the row for the primary."""
    apart = sizes.at_least(Mm.APART)
    calls: list[Rect] = []
    for wide_mm in CALLS_MM:
        left += apart
        calls.append(Rect(left, row.y, round(sizes.px(wide_mm) * _narrowed(row.w, sizes)), row.h))
        left = calls[-1].right
    return tuple(calls), Rect(left + apart, row.y, row.right - left - apart, row.h)


def _buttons(row: Rect, sizes: Sizes) -> tuple[Rect, Rect, Rect]:
    """Cancel, shuffle, primary: the primary is widest and at the right."""
    apart = sizes.at_least(Mm.APART)
    side = round(sizes.px(SIDE_MM) * _narrowed(row.w, sizes))
    cancel = Rect(row.x, row.y, side, row.h)
    shuffle = Rect(cancel.right + apart, row.y, side, row.h)
    start = shuffle.right + apart
    return cancel, shuffle, Rect(start, row.y, row.right - start, row.h)


def _keys(area: Rect, buttons_top: int, sizes: Sizes) -> tuple[tuple[Rect, ...], tuple[Rect, ...]]:
    """Thirteen ranks in two rows, four suits under them."""
    apart = sizes.at_least(Mm.APART)
    beneath = max(0, apart - (area.y - buttons_top))
    tall = min((area.h - beneath - 2 * apart) // 3, sizes.at_least(KEY_MM))
    room = Rect(area.x, area.y + beneath, area.w, 3 * tall + 2 * apart)
    upper, lower = room.upper(tall), room.upper(tall, tall + apart)
    keys = upper.columns(7, apart) + lower.columns(7, apart)[:6]
    return keys, Rect(room.x, room.y, room.w, tall).columns(4, apart)
