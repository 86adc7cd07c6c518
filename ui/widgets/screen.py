"""The whole screen: the table, or one page that is read from afar."""

from collections.abc import Iterator
from typing import assert_never

import msgspec

from ui.layout import BOXES, Rect, TableLayout, box_places
from ui.shown import Page, Shown, Table
from ui.theme import BACKGROUND, BRIGHT, DEEP, DIM, TEXT, VEIL_ALPHA, Mm, Tone
from ui.widgets.box import BoxDrawing
from ui.widgets.button import ButtonDrawing
from ui.widgets.ink import NOWHERE, Block, HasParts, Paragraph, Part, Region, Sign, Surface, Untyped, Words
from ui.widgets.regions import BandDrawing, DealerDrawing, HeaderDrawing

SUIT_KEYS = ("S", "H", "D", "C")
"""Suits in the keypad's order."""


class PageDrawing:
    """One sentence with its remedy, over the whole screen."""

    def __init__(self, canvas: Untyped, layout: TableLayout) -> None:
        sizes, whole = layout.sizes, layout.whole
        self._rect = whole.inset(sizes.px(3))
        self._sizes = sizes
        self._surface = Surface(canvas, sizes.px(2))
        self._sign = Sign(canvas)
        inner = self._rect.inset(sizes.px(5))
        head = inner.upper(sizes.px(16))
        self._sign_rect = Rect(head.x, head.y, sizes.px(12), head.h)
        title = Rect(
            self._sign_rect.right + sizes.px(4), head.y, inner.right - self._sign_rect.right - sizes.px(4), head.h
        )
        self._title = Paragraph(canvas, "page.title", title, (sizes.px(8), sizes.px(6)), is_bold=True)
        foot = Rect(inner.x, inner.y, inner.w, sizes.px(7))
        self._foot = Words(canvas, "page.foot", foot, sizes.px(Mm.BODY), DIM, is_bold=False)
        text = Rect(inner.x, foot.top + sizes.px(2), inner.w, head.y - foot.top - sizes.px(5))
        self._text = Paragraph(canvas, "page.text", text, (sizes.px(5.6), sizes.px(Mm.LABEL)), is_top=True)

    def show(self, page: Page) -> None:
        """Draw ``page``."""
        bright = BRIGHT[page.tone]
        self._surface.show(self._rect, DEEP[page.tone], bright, self._sizes.px(0.8))
        self._sign.show(page.sign, self._sign_rect, bright)
        self._title.show(page.title, bright)
        self._text.show(page.text, TEXT)
        self._foot.show(page.foot)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (self._title, self._text, self._foot):
            yield from words.parts()


class ScreenDrawing:
    """Draws whatever is shown; everything is made here, once."""

    def __init__(self, canvas: Untyped, layout: TableLayout) -> None:
        self._layout = layout
        self._table, self._page = Region(canvas), Region(canvas)
        self._page_drawing = PageDrawing(self._page.canvas, layout)
        table, sizes = self._table.canvas, layout.sizes
        self._frame = Surface(table, sizes.px(2))
        self._header = HeaderDrawing(table, layout.header, sizes)
        self._dealer = DealerDrawing(table, layout.dealer, sizes)
        self._boxes_region, self._keypad_region = Region(table), Region(table)
        keypad = self._keypad_region.canvas
        keys = [(rect, "") for rect in layout.ranks] + list(zip(layout.suits, SUIT_KEYS, strict=True))
        self._keys = [ButtonDrawing(keypad, rect, sizes, card=suit) for rect, suit in keys]
        self._cancel = ButtonDrawing(table, layout.cancel, sizes)
        self._shuffle = ButtonDrawing(table, layout.shuffle, sizes)
        self._primary = ButtonDrawing(table, layout.primary, sizes, is_primary=True)
        self._stand = ButtonDrawing(table, layout.stand, sizes, is_primary=True)
        self._calls = [ButtonDrawing(table, rect, sizes) for rect in layout.calls]
        self._veil = Block(table, VEIL_ALPHA)
        self._band = BandDrawing(table, layout.band, layout.header, sizes)
        self._row: list[BoxDrawing] = []

    def show(self, shown: Shown) -> None:
        """Draw ``shown``; what is as before is left as it is."""
        match shown:
            case Page():
                self._page_drawing.show(shown)
            case Table():
                self._show_table(shown)
            case _:
                assert_never(shown)
        self._table.reveal(is_shown=isinstance(shown, Table))
        self._page.reveal(is_shown=isinstance(shown, Page))

    def button_at(self, x: float, y: float) -> ButtonDrawing | None:
        """The open button at a point."""
        return next((b for b in self._buttons() if b.is_open and b.rect.holds(x, y)), None)

    def parts(self) -> Iterator[Part]:
        """Everything that is on the screen now, with its words."""
        if self._page.is_shown:
            yield from self._page_drawing.parts()
        if not self._table.is_shown:
            return
        regions: tuple[HasParts, ...] = (self._header, self._band, self._dealer, *self._buttons())
        for region in regions:
            yield from region.parts()
        if self._boxes_region.is_shown:
            for box in self._row:
                yield from box.parts()

    def tree(self) -> bytes:
        """:meth:`parts` as JSON, a list: to compare two screens by more than their pixels."""
        return msgspec.json.encode(list(self.parts()))

    def _buttons(self) -> tuple[ButtonDrawing, ...]:
        if not self._table.is_shown:
            return ()
        keys = self._keys if self._keypad_region.is_shown else []
        return (self._primary, self._stand, self._cancel, self._shuffle, *self._calls, *keys)

    def _show_table(self, table: Table) -> None:
        self._header.show(table.shoe, table.reader, is_covered=bool(table.band.remedy))
        frame = self._layout.whole if table.shoe.banner else NOWHERE
        self._frame.show(frame, BACKGROUND, BRIGHT[Tone.LAST], self._layout.header.x - 2)
        self._band.show(table.band)
        self._dealer.show(table.dealer, table.burned, table.beside)
        self._show_boxes(table)
        for drawing, key in zip(self._keys, table.keypad, strict=False):
            drawing.show(key)
        self._keypad_region.reveal(is_shown=bool(table.keypad))
        self._boxes_region.reveal(is_shown=not table.keypad)
        self._cancel.show(table.cancel)
        self._show_answers(table)
        self._veil.show(self._layout.whole if table.veiled else NOWHERE, BACKGROUND)

    def _show_answers(self, table: Table) -> None:
        """The primary with the shuffle beside it, or while a hand is asked with the calls."""
        usual, asked = (self._primary, self._shuffle), (self._stand, *self._calls)
        for drawing in usual if table.calls else asked:
            drawing.hide()
        if table.calls:
            for drawing, button in zip(asked, (table.primary, *table.calls), strict=True):
                drawing.show(button)
        else:
            self._primary.show(table.primary)
            self._shuffle.show(table.shuffle)

    def _show_boxes(self, table: Table) -> None:
        if len(self._row) != len(table.boxes):
            self._row = self._row_of(len(table.boxes))
        for drawing, box in zip(self._row, table.boxes, strict=True):
            drawing.show(box)

    def _row_of(self, number: int) -> list[BoxDrawing]:
        """The boxes of a layout of ``number``: made on its first view, once."""
        canvas, sizes = self._boxes_region.canvas, self._layout.sizes
        places = box_places(self._layout.boxes, max(1, min(number, BOXES)), sizes)
        canvas.clear()
        return [BoxDrawing(canvas, f"box{n}", rect, sizes) for n, rect in enumerate(places, 1)]
