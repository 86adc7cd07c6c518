"""Where everything of the screen lies, from its size and its pixels a millimetre. Pure geometry, y upward."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ui.shown import Block, Chart, Code, Keys, Lines, Progress, Row, Words
from ui.theme import Mm

BOXES: Final = 7
"""Most boxes a layout has (article 2(3))."""
HEADER_MM: Final = 6.0
"""How high the line of the header is, in millimetres."""
BAR_MM: Final = 3.4
"""How high the shoe's bar under it is on an upright glass."""
DEALER_MM: Final = 12.4
"""How high the dealer's strip is, in millimetres."""
READ_MM: Final = 12.2
"""How high what people must read under it is on an upright glass."""
HIGH_MM: Final = 92.0
"""How high a glass the layout is made for."""
FIRST_KEYS: Final = 2
"""The keys of the table's matters and of the slips lie at the same place always,"""
FIRST_KEY_MM: Final = 17.0
"""and are as wide, in millimetres, or wider where their words are."""
PRIMARY_MM: Final = 38.0
"""How wide the primary is at least, in millimetres."""
MOST_KEY_MM: Final = 26.0
"""How wide a key beside it is at most, in millimetres."""
ALONE_MM: Final = 36.0
"""Likewise, of one that is alone there."""
BOTTOM_MM: Final = 12.5
"""How high the primary and the keys beside it are, in millimetres."""
UPRIGHT_ROW_MM: Final = 13.2
"""How high the row of keys over the primary of an upright glass is, in millimetres."""
KEY_MM: Final = 15.0
"""How high a key over the boxes is at most, in millimetres."""
FOUR: Final = 4
MOST_FLAT: Final = 11
"""Keys beside each other on a sheet at most."""
MOST_UPRIGHT: Final = 7
"""Keys beside each other on an upright glass at most; a longer row is folded."""
BAND_MM: Final = 17.0
"""How high the line of the next action is, in millimetres."""
UPRIGHT_BAND_MM: Final = 28.9
"""Likewise on an upright glass, where it has two lines."""
LINE_MM: Final = 4.4
"""How high a line to read is, in millimetres."""
ROW_MM: Final = 12.0
"""How high a row of a list is at most, in millimetres."""
UPRIGHT_LIST_MM: Final = 22.0
"""Likewise on an upright glass, where its words need four lines."""
WORDS_MM: Final = 13.0
"""How high a sentence on a sheet is at most, in millimetres."""


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
    bottom: Rect
    """The primary, and beside it, on an upright glass above it, a row of keys."""
    is_upright: bool
    is_left_handed: bool

    def bottom_row(self, needs: tuple[int, ...]) -> tuple[tuple[Rect, ...], Rect]:
        """Where keys that need so many pixels lie, in the order they are read, and the primary on the side of the
        touching hand.
        """
        keys, primary = self._upright_row(needs) if self.is_upright else self._flat_row(needs)
        if not self.is_left_handed:
            return keys, primary
        return tuple(self._mirrored(key) for key in keys), self._mirrored(primary)

    def _mirrored(self, rect: Rect) -> Rect:
        return Rect(self.bottom.x + self.bottom.right - rect.right, rect.y, rect.w, rect.h)

    def _upright_row(self, needs: tuple[int, ...]) -> tuple[tuple[Rect, ...], Rect]:
        apart, room = self.sizes.at_least(Mm.APART), self.bottom
        primary = Rect(room.x, room.y, room.w, self.sizes.at_least(BOTTOM_MM))
        row = Rect(room.x, primary.top + apart, room.w, room.top - primary.top - apart)
        most = room.w if len(needs) > 1 else room.w // 2
        return self._beside(row, needs, room.w - apart * (len(needs) - 1), most), primary

    def _flat_row(self, needs: tuple[int, ...]) -> tuple[tuple[Rect, ...], Rect]:
        apart, room = self.sizes.at_least(Mm.APART), self.bottom
        free = room.w - self.sizes.px(PRIMARY_MM) - apart * len(needs)
        keys = self._beside(room, needs, free, self.sizes.px(MOST_KEY_MM if len(needs) > 1 else ALONE_MM))
        left = keys[-1].right + apart if keys else room.x
        return keys, Rect(left, room.y, room.right - left, room.h)

    def _beside(self, row: Rect, needs: tuple[int, ...], free: int, most: int) -> tuple[Rect, ...]:
        """Keys from the left: each what it needs and a part of what is ``free`` then, ``most`` at most."""
        apart, least = self.sizes.at_least(Mm.APART), self.sizes.at_least(Mm.TARGET)
        is_fixed = len(needs) > 1 and not self.is_upright
        fixed = [max(need, self.sizes.px(FIRST_KEY_MM)) for need in needs[:FIRST_KEYS]] if is_fixed else []
        others = needs[len(fixed) :]
        spare = (free - sum(fixed) - sum(others)) // max(1, len(others))
        left, keys = row.x, []
        for wide in (*fixed, *(max(min(need + spare, most), least) for need in others)):
            keys.append(Rect(left, row.y, wide, row.h))
            left = keys[-1].right + apart
        return tuple(keys)

    def box_places(self, number: int) -> tuple[Rect, ...]:
        """Where ``number`` boxes lie: side by side, or in two rows where the glass is upright."""
        gap = self.sizes.at_least(Mm.APART)
        if not self.is_upright:
            return self.boxes.columns(number, gap)
        in_row, tall = -(-number // 2), (self.boxes.h - gap) // 2
        upper, lower = self.boxes.upper(tall), self.boxes.upper(tall, tall + gap)
        return upper.columns(in_row, gap) + lower.columns(in_row, gap)[: number - in_row]

    def sheet(self, blocks: tuple[Block, ...]) -> tuple[Rect, ...]:
        """Where the blocks of a sheet lie between header and bottom row, from the top."""
        gap, down = self.sizes.at_least(Mm.APART), self.sizes.px(0.6)
        top = self.sheet_head[-1].y - down
        room = Rect(self.bottom.x, self.bottom.top + gap, self.bottom.w, top - self.bottom.top - gap)
        places, at = [], 0
        for tall in _shared(room.h - gap * (len(blocks) - 1), [self._need(block) for block in blocks]):
            places.append(room.upper(tall, at))
            at += tall + gap
        return tuple(places)

    @property
    def sheet_head(self) -> tuple[Rect, Rect]:
        """Where a sheet's title and time lie, and beside or under them what is due at the table."""
        px = self.sizes.px
        line = self.header.upper(px(HEADER_MM))
        if self.is_upright:
            return line, self.header.upper(px(HEADER_MM), px(HEADER_MM))
        half = line.w // 2
        right = px(14)
        return Rect(line.x, line.y, half, line.h), Rect(line.x + half, line.y, line.w - half - right, line.h)

    def _need(self, block: Block) -> tuple[int, int]:
        """How high a block is at least, and at most."""
        px, gap, target = self.sizes.px, self.sizes.at_least(Mm.APART), self.sizes.at_least(Mm.TARGET)
        match block:
            case Keys(keys=keys):
                rows = self._key_rows(len(keys))
                return rows * target + (rows - 1) * gap, rows * px(KEY_MM) + (rows - 1) * gap
            case Row():
                return target, px(UPRIGHT_LIST_MM if self.is_upright else ROW_MM)
            case Lines(lines=lines):
                high = -(-len(lines) // self._beside_each_other) * px(LINE_MM)
                return high, high
            case Words():
                return px(8.4), px(WORDS_MM)
            case Chart():
                return px(20), self.whole.h
            case Code():
                return px(30), self.whole.h
            case Progress():
                return px(6), px(6)

    @property
    def _beside_each_other(self) -> int:
        """Lines and sentences in a row."""
        return 1 if self.is_upright else 2

    def _key_rows(self, number: int) -> int:
        most = MOST_UPRIGHT if self.is_upright else MOST_FLAT
        return -(-number // most)

    def keys_in(self, rect: Rect, number: int) -> tuple[Rect, ...]:
        """Where so many keys of a sheet lie in ``rect``."""
        gap, rows = self.sizes.at_least(Mm.APART), self._key_rows(number)
        each = -(-number // max(1, rows))
        return tuple(cell for row in rect.rows(max(1, rows), gap) for cell in row.columns(max(1, each), gap))[:number]

    def lines_in(self, rect: Rect, number: int) -> tuple[Rect, ...]:
        """Where so many lines of a sheet lie in ``rect``."""
        beside, high = self._beside_each_other, self.sizes.px(LINE_MM)
        rows = -(-number // beside)
        return _grid(_strips(rect, rows, high, 0), beside, self.sizes.at_least(Mm.APART))[:number]

    def pad(self, lines: int, sentences: int, rows: tuple[int, ...]) -> "PadLayout":
        """Where so many lines, so many sentences and rows of so many keys lie over the boxes."""
        sizes, gap, room = self.sizes, self.sizes.at_least(Mm.APART), self.boxes
        beside = self._beside_each_other
        folds = [_folds(number) if self.is_upright else 1 for number in rows]
        line_rows, sentence_rows = -(-lines // beside), -(-sentences // beside)
        key_rows = sentence_rows + sum(folds)
        line_high = line_rows * sizes.px(LINE_MM) + (gap if line_rows else 0)
        high = min(sizes.at_least(KEY_MM), (room.h - line_high - gap * (key_rows - 1)) // max(1, key_rows))
        strips = _strips(_below(room, line_high), key_rows, high, gap)
        return PadLayout(
            _grid(_strips(room, line_rows, sizes.px(LINE_MM), 0), beside, gap)[:lines],
            _grid(strips[:sentence_rows], beside, gap)[:sentences],
            _rows(strips[sentence_rows:], tuple(zip(rows, folds, strict=True)), gap),
        )


@dataclass(frozen=True, slots=True)
class PadLayout:
    """What lies over the boxes."""

    lines: tuple[Rect, ...]
    sentences: tuple[Rect, ...]
    rows: tuple[tuple[Rect, ...], ...]


def _shared(room: int, needs: list[tuple[int, int]]) -> list[int]:
    """Heights between the least and the most of each need that share ``room``: the lowest grow first."""
    tall = [least for least, _ in needs]
    while (free := room - sum(tall)) > 0:
        growing = [at for at, (_, most) in enumerate(needs) if tall[at] < most]
        if not growing:
            break
        lowest = min(tall[at] for at in growing)
        low = [at for at in growing if tall[at] == lowest]
        ends = [tall[at] for at in growing if tall[at] > lowest] + [needs[at][1] for at in low]
        by = min(min(ends) - lowest, free // len(low))
        if by == 0:
            break
        for at in low:
            tall[at] += by
    return tall


def _below(room: Rect, down: int) -> Rect:
    return Rect(room.x, room.y, room.w, room.h - down)


def _folds(number: int) -> int:
    """Strips that a row of so many keys takes on an upright glass: four have words and need room."""
    return 2 if number == FOUR else -(-number // MOST_UPRIGHT)


def _strips(room: Rect, rows: int, high: int, apart: int) -> tuple[Rect, ...]:
    """So many rows of a height from the top."""
    return tuple(room.upper(high, at * (high + apart)) for at in range(rows))


def _grid(strips: tuple[Rect, ...], beside: int, gap: int) -> tuple[Rect, ...]:
    """Cells, row by row."""
    return tuple(cell for strip in strips for cell in strip.columns(beside, gap))


def _rows(strips: tuple[Rect, ...], rows: tuple[tuple[int, int], ...], gap: int) -> tuple[tuple[Rect, ...], ...]:
    """Rows of so many keys, each folded into so many strips."""
    found, at = [], 0
    for number, folds in rows:
        each = -(-number // folds) if folds else 0
        cells = tuple(cell for strip in strips[at : at + folds] for cell in strip.columns(each, gap))
        found.append(cells[:number])
        at += folds
    return tuple(found)


def table_layout(width: int, height: int, px_per_mm: float, *, is_left_handed: bool = False) -> TableLayout:
    """The dealer's screen of ``width`` × ``height`` pixels."""
    sizes = Sizes(px_per_mm, min(1.0, height / px_per_mm / HIGH_MM))
    margin, gap, apart = sizes.px(1.15), sizes.px(1.0), sizes.at_least(Mm.APART)
    whole = Rect(0, 0, width, height)
    inner = whole.inset(margin)
    is_upright = height > width
    row = sizes.at_least(UPRIGHT_ROW_MM) + apart if is_upright else 0
    bottom = Rect(inner.x, inner.y, inner.w, sizes.at_least(BOTTOM_MM) + row)
    header = inner.upper(sizes.px(HEADER_MM) + is_upright * sizes.px(BAR_MM))
    band = inner.upper(sizes.px(UPRIGHT_BAND_MM if is_upright else BAND_MM), header.h + gap)
    dealer_high = sizes.px(DEALER_MM) + is_upright * sizes.px(READ_MM)
    dealer = inner.upper(dealer_high, header.h + band.h + 2 * gap)
    boxes = Rect(inner.x, bottom.top + apart, inner.w, dealer.y - bottom.top - apart - gap)
    return TableLayout(sizes, whole, header, band, dealer, boxes, bottom, is_upright, is_left_handed)
