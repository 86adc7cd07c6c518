"""A supervisor's sheet: its title, what is due at the table, and its blocks one under the other."""

from collections.abc import Callable, Iterator
from typing import Final, Literal, assert_never

from kivy.graphics import InstructionGroup

from ui.layout import Rect, TableLayout
from ui.shown import Bar, Block, Button, Chart, Code, Keys, Lines, Notice, Progress, Row, Sheet, Words
from ui.theme import BAR_FILL, BAR_TRACK, BRIGHT, CARD_BLACK, DIM, EDGE, IVORY, TEXT, Colour, Mm, Tone
from ui.widgets.button import ButtonDrawing
from ui.widgets.ink import NOWHERE, Paragraph, Part, Sign, Untyped
from ui.widgets.ink import Block as Filled
from ui.widgets.ink import Words as Written
from ui.widgets.writing import Letters, measured

TIGHT: Final = 0.9
"""The distance of lines that share a row."""
QUIET: Final = 4
"""Modules that stay light round a QR code (ISO/IEC 18004)."""
Align = Literal["left", "center", "right"]


class _Painter:
    """Pieces of every kind, made once each; those that a sheet does not need are off the glass."""

    def __init__(self, canvas: Untyped, layout: TableLayout) -> None:
        self._layout = layout
        self._under, self._over = InstructionGroup(), InstructionGroup()
        canvas.add(self._under)
        canvas.add(self._over)
        self._used: dict[tuple[object, ...], int] = {}
        self._pieces: dict[tuple[object, ...], list[Untyped]] = {}
        self._hide: dict[tuple[object, ...], Callable[[Untyped], None]] = {}

    def begin(self) -> None:
        """Nothing is needed yet."""
        self._used = dict.fromkeys(self._used, 0)

    def end(self) -> None:
        """What was not needed goes off the glass."""
        for kind, pieces in self._pieces.items():
            for piece in pieces[self._used[kind] :]:
                self._hide[kind](piece)

    def _next(
        self, kind: tuple[object, ...], make: Callable[[int], Untyped], hide: Callable[[Untyped], None]
    ) -> Untyped:
        pieces = self._pieces.setdefault(kind, [])
        self._hide[kind] = hide
        at = self._used.get(kind, 0)
        self._used[kind] = at + 1
        if at == len(pieces):
            pieces.append(make(at))
        return pieces[at]

    def key(self, button: Button, rect: Rect) -> None:
        """Something to touch."""
        drawing = self._next(
            ("key",), lambda _at: ButtonDrawing(self._under, self._layout.sizes), lambda piece: piece.hide()
        )
        drawing.show(button, rect)

    def line(self, text: str, rect: Rect, px: int, colour: Colour, align: Align = "left", *, bold: bool = True) -> None:
        """One line of words."""
        piece = self._next(
            ("line", align, bold),
            lambda at: Written(self._over, f"sheet.{align}{at}", NOWHERE, px, TEXT, align=align, is_bold=bold),
            lambda piece: piece.show(""),
        )
        piece.show(text, colour, rect, px)

    def text(self, text: str, rect: Rect, sizes: tuple[int, int], colour: Colour, *, top: bool = False) -> None:
        """As many lines as fit."""
        piece = self._next(
            ("text", sizes, top),
            lambda at: Paragraph(self._over, f"sheet.text{at}", NOWHERE, sizes, is_top=top, line=TIGHT),
            lambda piece: piece.show("", TEXT),
        )
        piece.show(text, colour, rect)

    def fill(self, rect: Rect, colour: Colour) -> None:
        """A plain rectangle."""
        piece = self._next(("fill",), lambda _at: Filled(self._over), lambda piece: piece.show(NOWHERE, ""))
        piece.show(rect, colour)

    def sign(self, shape: str, rect: Rect, colour: Colour) -> None:
        """A sign."""
        piece = self._next(("sign",), lambda _at: Sign(self._over), lambda piece: piece.show("", NOWHERE, ""))
        piece.show(shape, rect, colour)

    @property
    def keys(self) -> list[ButtonDrawing]:
        """What can be touched."""
        return self._pieces.get(("key",), [])

    def parts(self) -> Iterator[Part]:
        """The words of everything."""
        for kind, pieces in self._pieces.items():
            if kind[0] in ("key", "line", "text"):
                for piece in pieces[: self._used[kind]]:
                    yield from piece.parts()


class SheetDrawing:
    """One sheet at a time; its pieces are made once and change in place."""

    def __init__(self, canvas: Untyped, layout: TableLayout) -> None:
        self._layout = layout
        self._painter = _Painter(canvas, layout)
        self._shown: Sheet | None = None

    @property
    def keys(self) -> list[ButtonDrawing]:
        """What can be touched on it."""
        return self._painter.keys

    def parts(self) -> Iterator[Part]:
        """Its words and keys."""
        yield from self._painter.parts()

    def show(self, sheet: Sheet) -> None:
        """Draw ``sheet``."""
        if sheet == self._shown:
            return
        self._shown = sheet
        self._painter.begin()
        self._head(sheet)
        for block, rect in zip(sheet.blocks, self._layout.sheet(sheet.blocks), strict=True):
            self._block(block, rect)
        self._painter.end()

    def _head(self, sheet: Sheet) -> None:
        px, paint = self._layout.sizes.px, self._painter
        title, notice = self._layout.sheet_head
        wide = px(14)
        time = Rect(self._layout.header.right - wide, title.y, wide, title.h)
        room = min(title.right - px(2), time.x) - title.x - px(1)
        paint.line(sheet.title, Rect(title.x + px(1), title.y, room, title.h), px(4.4), TEXT)
        paint.line(sheet.time, time, px(Mm.BODY), DIM, "right", bold=False)
        self._notice(sheet.notice, notice)

    def _notice(self, notice: Notice, rect: Rect) -> None:
        px, bright = self._layout.sizes.px, BRIGHT[notice.tone]
        side = px(3.4)
        self._painter.sign(notice.sign, Rect(rect.x, rect.y, side, rect.h), bright)
        beside = Rect(rect.x + side + px(1.2), rect.y, rect.w - side - px(1.2), rect.h)
        self._painter.line(notice.text, beside, px(Mm.BODY), bright)

    def _block(self, block: Block, rect: Rect) -> None:
        match block:
            case Keys(keys=keys):
                for key, place in zip(keys, self._layout.keys_in(rect, len(keys)), strict=True):
                    self._painter.key(key, place)
            case Row():
                self._row(block, rect)
            case Lines():
                self._lines(block, rect)
            case Chart():
                self._chart(block, rect)
            case Words():
                self._words(block, rect)
            case Code():
                self._code(block, rect)
            case Progress(done=done):
                low = rect.upper(self._layout.sizes.px(3), (rect.h - self._layout.sizes.px(3)) // 2)
                self._painter.fill(low, BAR_TRACK)
                self._painter.fill(Rect(low.x, low.y, round(low.w * min(max(done, 0.0), 1.0)), low.h), BAR_FILL)
            case _:
                assert_never(block)

    def _row(self, row: Row, rect: Rect) -> None:
        px, paint = self._layout.sizes.px, self._painter
        paint.key(row.button, rect)
        inner = Rect(rect.x + px(1.6), rect.y + 2, rect.w - px(3.2), rect.h - 4)
        left, right = px(24), px(23) if row.amount else 0
        sizes = (px(Mm.BODY), px(Mm.LABEL))
        paint.text(row.title, Rect(inner.x, inner.y, left - px(1), inner.h), sizes, TEXT)
        paint.text(row.text, Rect(inner.x + left, inner.y, inner.w - left - right, inner.h), sizes, DIM)
        amount = Rect(inner.right - right, inner.y, right, inner.h)
        paint.line(row.amount, amount, px(Mm.DETAIL), BRIGHT[row.tone], "right")

    def _lines(self, lines: Lines, rect: Rect) -> None:
        px = self._layout.sizes.px(Mm.LABEL)
        for line, cell in zip(lines.lines, self._layout.lines_in(rect, len(lines.lines)), strict=True):
            wide = min(measured(line.value, Letters(px, is_bold=True)), cell.w * 2 // 3)
            label = Rect(cell.x, cell.y, cell.w - wide - px // 2, cell.h)
            self._painter.line(line.label, label, px, DIM, bold=False)
            self._painter.line(line.value, Rect(cell.right - wide, cell.y, wide, cell.h), px, TEXT, "right")

    def _words(self, words: Words, rect: Rect) -> None:
        px = self._layout.sizes.px
        if words.sign:
            side = px(6)
            self._painter.sign(words.sign, Rect(rect.x + px(1), rect.y, side, rect.h), BRIGHT[words.tone])
            rect = Rect(rect.x + side + px(3), rect.y, rect.w - side - px(3), rect.h)
        colour = TEXT if words.tone is Tone.CALM else BRIGHT[words.tone]
        self._painter.text(words.text, rect, (px(Mm.DETAIL), px(Mm.LABEL)), colour)

    def _chart(self, chart: Chart, rect: Rect) -> None:
        """Bars from a line at nought: what is lost hangs under it."""
        px, paint = self._layout.sizes.px, self._painter
        high = px(4.6)
        paint.line(chart.title, rect.upper(high), px(Mm.BODY), TEXT)
        labels = Rect(rect.x, rect.y, rect.w, high)
        plot = Rect(rect.x, labels.top, rect.w, rect.h - 2 * high)
        most = max((bar.value for bar in chart.bars), default=0.0)
        least = min((bar.value for bar in chart.bars), default=0.0)
        top, bottom = max(most, 0.0), min(least, 0.0)
        over, under = high * (top > 0), high * (bottom < 0)
        room = max(1, plot.h - over - under)
        scale = room / (top - bottom) if top > bottom else 0.0
        nought = plot.y + under + round(-bottom * scale)
        paint.fill(Rect(plot.x, nought, plot.w, max(1, px(0.2))), EDGE)
        for bar, cell in zip(chart.bars, plot.columns(max(1, len(chart.bars)), px(1)), strict=False):
            self._bar(bar, cell, nought, round(abs(bar.value) * scale))
            paint.line(bar.label, Rect(cell.x, labels.y, cell.w, labels.h), px(Mm.LABEL), DIM, "center", bold=False)

    def _bar(self, bar: Bar, cell: Rect, nought: int, tall: int) -> None:
        px = self._layout.sizes.px
        wide = min(cell.w, px(14))
        left = cell.x + (cell.w - wide) // 2
        is_under = bar.value < 0
        body = Rect(left, nought - tall if is_under else nought, wide, max(tall, 1))
        if bar.value:
            self._painter.fill(body, BRIGHT[bar.tone])
            said = Rect(cell.x, body.y - px(4.6) if is_under else body.top, cell.w, px(4.6))
            self._painter.line(bar.text, said, px(Mm.LABEL), TEXT, "center")

    def _code(self, code: Code, rect: Rect) -> None:
        """A QR code on ivory at the left, its words beside it."""
        px = self._layout.sizes.px
        number = len(code.modules) + 2 * QUIET
        module = max(1, min(rect.h, rect.w // 2) // number)
        side = module * number
        square = Rect(rect.x, rect.top - side, side, side)
        self._painter.fill(square, IVORY)
        for y, line in enumerate(code.modules):
            for begin, end in _runs(line):
                left, top = square.x + (QUIET + begin) * module, square.top - (QUIET + y) * module
                self._painter.fill(Rect(left, top - module, (end - begin) * module, module), CARD_BLACK)
        words = Rect(square.right + px(3), rect.y, rect.right - square.right - px(3), rect.h)
        self._painter.text(code.words, words, (px(Mm.DETAIL), px(Mm.LABEL)), TEXT, top=True)


def _runs(line: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    """Where dark modules lie together: from and to before."""
    begin: int | None = None
    for at, is_dark in enumerate((*line, False)):
        if is_dark and begin is None:
            begin = at
        elif not is_dark and begin is not None:
            yield begin, at
            begin = None
