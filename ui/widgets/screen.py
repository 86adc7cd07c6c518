"""The whole screen: the table, or one page that is read from afar."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias, assert_never

import msgspec

from ui.layout import BOXES, Rect, TableLayout
from ui.shown import Page, Sheet, Shown, Table
from ui.texts import spoken
from ui.theme import BACKGROUND, BRIGHT, DEEP, DIM, NIGHT, TEXT, VEIL_ALPHA, Mm, Tone
from ui.widgets.box import BoxDrawing
from ui.widgets.button import ButtonDrawing, Keys, needed
from ui.widgets.ink import (
    NOWHERE,
    Block,
    HasParts,
    Paragraph,
    Part,
    Region,
    Sign,
    Surface,
    Untyped,
    never_below,
)
from ui.widgets.pad import PadDrawing
from ui.widgets.regions import BandDrawing, DealerDrawing, HeaderDrawing
from ui.widgets.sheet import SheetDrawing


class PageDrawing:
    """One sentence with its remedy, over the whole screen."""

    def __init__(self, canvas: Untyped, layout: TableLayout) -> None:
        sizes, whole = layout.sizes, layout.whole
        self._rect = whole.inset(sizes.px(3))
        self._sizes = sizes
        self._surface = Surface(canvas, sizes.px(2))
        self._sign = Sign(canvas)
        inner = self._rect.inset(sizes.px(5))
        head = inner.upper(sizes.px(16 if whole.w > whole.h else 30))
        self._sign_rect = Rect(head.x, head.y, sizes.px(12), head.h)
        title = Rect(
            self._sign_rect.right + sizes.px(4), head.y, inner.right - self._sign_rect.right - sizes.px(4), head.h
        )
        self._title = Paragraph(canvas, "page.title", title, (sizes.px(8), sizes.px(6)), is_bold=True)
        foot = Rect(inner.x, inner.y, inner.w, sizes.px(9.6))
        self._foot = Paragraph(canvas, "page.foot", foot, (sizes.px(Mm.BODY), sizes.px(Mm.LABEL)))
        text = Rect(inner.x, foot.top + sizes.px(2), inner.w, head.y - foot.top - sizes.px(5))
        self._text = Paragraph(canvas, "page.text", text, (sizes.px(5.6), sizes.px(Mm.LABEL)), is_top=True)

    def show(self, page: Page) -> None:
        """Draw ``page``."""
        bright = BRIGHT[page.tone]
        self._surface.show(self._rect, DEEP[page.tone], bright, self._sizes.px(0.8))
        self._sign.show(page.sign, self._sign_rect, bright)
        self._title.show(page.title, bright)
        self._text.show(page.text, TEXT)
        self._foot.show(page.foot, DIM)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (self._title, self._text, self._foot):
            yield from words.parts()


Touchable: TypeAlias = ButtonDrawing | BoxDrawing
"""What a finger can lie on."""


class ScreenDrawing:
    """Draws whatever is shown; everything is made here, once, and anew when another language is spoken."""

    def __init__(self, canvas: Untyped, layout: TableLayout) -> None:
        self._canvas, self._layout = canvas, layout
        self._make()

    def _make(self) -> None:
        self._language = spoken()
        canvas, layout = self._canvas, self._layout
        canvas.clear()
        self._table, self._page = Region(canvas), Region(canvas)
        self._page_drawing = PageDrawing(self._page.canvas, layout)
        table, sizes = self._table.canvas, layout.sizes
        self._felt, self._sheet_region = Region(table), Region(table)
        self._sheet = SheetDrawing(self._sheet_region.canvas, layout)
        felt = self._felt.canvas
        self._frame = Surface(felt, sizes.px(2))
        self._header = HeaderDrawing(felt, layout.header, sizes)
        self._dealer = DealerDrawing(felt, layout.dealer, sizes)
        self._boxes_region, self._pad_region = Region(felt), Region(felt)
        self._pad = PadDrawing(self._pad_region.canvas, layout)
        self._primary = ButtonDrawing(table, sizes)
        self._keys = Keys(table, sizes)
        self._veil = Block(table)
        self._band_region = Region(table)
        self._band = BandDrawing(self._band_region.canvas, layout.band, layout.header, sizes)
        self._row: list[BoxDrawing] = []
        self._dark = Block(canvas)

    def dim(self, black: float) -> None:
        """Lay so much black, 0 to 1, over everything."""
        self._dark.show(self._layout.whole if black else NOWHERE, NIGHT, black)

    def show(self, shown: Shown) -> None:
        """Draw ``shown``; what is as before is left as it is."""
        if spoken() != self._language:
            self._make()
        never_below(self._layout.sizes.px(Mm.LABEL))
        match shown:
            case Page():
                self._page_drawing.show(shown)
            case Table():
                self._show_table(shown)
            case Sheet():
                self._show_sheet(shown)
            case _:
                assert_never(shown)
        self._table.reveal(is_shown=isinstance(shown, Table | Sheet))
        self._felt.reveal(is_shown=isinstance(shown, Table))
        self._band_region.reveal(is_shown=isinstance(shown, Table))
        self._sheet_region.reveal(is_shown=isinstance(shown, Sheet))
        self._page.reveal(is_shown=isinstance(shown, Page))

    def turn(self, *, is_left_handed: bool) -> None:
        """From the next picture on the primary lies on that side."""
        self._layout = replace(self._layout, is_left_handed=is_left_handed)

    def button_at(self, x: float, y: float) -> Touchable | None:
        """What can be touched at a point."""
        if not self._table.is_shown:
            return None
        button = next((b for b in self._buttons() if b.is_open and b.rect.holds(x, y)), None)
        if button is not None or not self._has_boxes:
            return button
        return next((box for box in self._row if box.button is not None and box.touched.holds(x, y)), None)

    def can_touch(self, target: Touchable) -> bool:
        """It is on the screen: neither a page nor a pad has taken its place."""
        if not self._table.is_shown:
            return False
        on_boxes = self._has_boxes and isinstance(target, BoxDrawing)
        return on_boxes or any(button is target for button in self._buttons())

    def parts(self) -> Iterator[Part]:
        """Everything that is on the screen now, with its words."""
        if self._page.is_shown:
            yield from self._page_drawing.parts()
        if not self._table.is_shown:
            return
        regions: list[HasParts] = [self._primary, *self._keys.drawings]
        if self._felt.is_shown:
            regions += [self._header, self._band, self._dealer]
            regions += [self._pad] if self._pad_region.is_shown else self._row
        else:
            regions.append(self._sheet)
        for region in regions:
            yield from region.parts()

    def tree(self) -> bytes:
        """:meth:`parts` as JSON, a list: to compare two screens by more than their pixels."""
        return msgspec.json.encode(list(self.parts()))

    @property
    def _has_boxes(self) -> bool:
        return self._felt.is_shown and self._boxes_region.is_shown

    def _buttons(self) -> list[ButtonDrawing]:
        buttons = [self._primary, *self._keys.drawings]
        if self._sheet_region.is_shown:
            return buttons + self._sheet.keys
        if self._pad_region.is_shown:
            return buttons + self._pad.keys
        return buttons + [key for box in self._row for key in box.keys]

    def _show_table(self, table: Table) -> None:
        self._header.show(table.shoe, table.reader, is_covered=bool(table.band.remedy))
        frame = self._layout.whole if table.shoe.banner else NOWHERE
        self._frame.show(frame, BACKGROUND, BRIGHT[Tone.LAST], self._layout.header.x - 2)
        self._band.show(table.band)
        self._dealer.show(table.dealer, table.burned, table.beside)
        self._dealer.show_title(table.pad)
        self._show_boxes(table)
        if table.pad is not None:
            self._pad.show(table.pad)
        self._pad_region.reveal(is_shown=table.pad is not None)
        self._boxes_region.reveal(is_shown=table.pad is None)
        self._show_bottom(table)

    def _show_sheet(self, sheet: Sheet) -> None:
        self._sheet.show(sheet)
        self._show_bottom(sheet)

    def _show_bottom(self, shown: Table | Sheet) -> None:
        places, primary = self._layout.bottom_row(tuple(needed(button, self._layout.sizes) for button in shown.row))
        self._keys.show(tuple(zip(shown.row, places, strict=True)))
        self._primary.show(shown.primary, primary)
        self._veil.show(self._layout.whole if shown.veiled else NOWHERE, BACKGROUND, VEIL_ALPHA)

    def _show_boxes(self, table: Table) -> None:
        if len(self._row) != len(table.boxes):
            self._row = self._row_of(len(table.boxes))
        for drawing, box in zip(self._row, table.boxes, strict=True):
            drawing.show(box)

    def _row_of(self, number: int) -> list[BoxDrawing]:
        """The boxes of a layout of ``number``: made on its first view, once."""
        canvas, sizes = self._boxes_region.canvas, self._layout.sizes
        places = self._layout.box_places(max(1, min(number, BOXES)))
        canvas.clear()
        return [BoxDrawing(canvas, f"box{n}", rect, sizes) for n, rect in enumerate(places, 1)]
