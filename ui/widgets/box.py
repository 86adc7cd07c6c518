"""A betting place: number, wager, player, cards, total, and what became of the hand."""

from collections.abc import Iterator

from ui.layout import Rect, Sizes
from ui.shown import Box, Hand, State
from ui.theme import BRIGHT, DEEP, DIM, EDGE, PANEL, PANEL_EMPTY, TEXT, Mm, Tone
from ui.widgets.card import NEXT, CardDrawing, laid
from ui.widgets.ink import NOWHERE, HasParts, Part, Region, Sign, Surface, Untyped, Words

MOST_HANDS = 4
"""Hands a box may have (article 10, ``max_hands``)."""


class StateDrawing:
    """What became of a hand: sign and word, and under them the money."""

    def __init__(self, canvas: Untyped, ident: str, sizes: Sizes) -> None:
        self._sizes = sizes
        self._surface = Surface(canvas, sizes.px(1))
        self._sign = Sign(canvas)
        self._word = Words(canvas, f"{ident}.state", NOWHERE, sizes.px(3.7), DIM, align="center")
        self._amount = Words(canvas, f"{ident}.amount", NOWHERE, sizes.px(Mm.AMOUNT), TEXT, align="center")

    def show(self, state: State | None, rect: Rect) -> None:
        """Draw ``state`` in ``rect``."""
        if state is None or not state.word:
            self._surface.hide()
            self._sign.show("", NOWHERE, "")
            self._word.show("")
            self._amount.show("")
            return
        bright = BRIGHT[state.tone]
        if state.amount:
            self._surface.show(rect, DEEP[state.tone], bright, 1 if state.tone is Tone.CALM else 2)
        else:
            self._surface.hide()
        line = rect.upper(rect.h // 2 - 2, 2) if state.amount else rect
        side = self._sizes.px(Mm.LABEL * 0.8)
        room = Rect(rect.x + side + 6, line.y, rect.w - side - 10, line.h)
        self._word.show(state.word, bright, room)
        word_left = room.x + (room.w - self._word.width) // 2
        self._sign.show(state.sign, Rect(word_left - side - 5, line.y + (line.h - side) // 2, side, side), bright)
        below = Rect(rect.x + 3, rect.y + 2, rect.w - 6, rect.h - rect.h // 2 + 2)
        self._amount.show(state.amount, TEXT, below)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        yield from self._word.parts()
        yield from self._amount.parts()


class HandDrawing:
    """One hand: cards, total, state."""

    def __init__(self, canvas: Untyped, ident: str, sizes: Sizes) -> None:
        self._id, self._sizes = ident, sizes
        self._region = Region(canvas)
        canvas = self._cards_canvas = self._region.canvas
        self._cards: list[CardDrawing] = []
        self._total = Words(canvas, f"{ident}.total", NOWHERE, sizes.px(Mm.TOTAL), TEXT, align="center")
        self._state = StateDrawing(canvas, ident, sizes)

    def show(self, hand: Hand | None, column: Rect, columns: int) -> None:
        """Draw ``hand`` in ``column``, its cards side by side in ``columns``."""
        self._region.reveal(is_shown=hand is not None)
        if hand is None:
            return
        sizes = self._sizes
        state_high, total_high = sizes.px(9.6), sizes.px(6) if hand.total else 0
        state = Rect(column.x, column.y, column.w, state_high)
        total = Rect(column.x, state.top + 1, column.w, total_high)
        floor = total.top + 2 if hand.total else state.top + sizes.px(0.8)
        area = Rect(column.x, floor, column.w, column.top - floor)
        gap = sizes.px(0.8)
        cards = (*hand.cards, NEXT) if hand.next_card else hand.cards
        places = laid(area, len(cards), columns, sizes.px(8.2), gap)
        self._cards_shown(cards, places)
        self._total.show(hand.total, BRIGHT[Tone.TAKE] if hand.state.tone is Tone.TAKE else TEXT, total)
        self._state.show(hand.state, state)

    def _cards_shown(self, cards: tuple[str, ...], places: list[tuple[Rect, int]]) -> None:
        while len(self._cards) < len(cards):
            ident = f"{self._id}.card{len(self._cards) + 1}"
            self._cards.append(CardDrawing(self._cards_canvas, ident, self._sizes.px(4.7)))
        for at, drawing in enumerate(self._cards):
            if at < len(cards):
                drawing.show(cards[at], *places[at])
            else:
                drawing.hide()

    def parts(self) -> Iterator[Part]:
        """Its words."""
        if not self._region.is_shown:
            return
        yield from self._total.parts()
        yield from self._state.parts()


class BoxDrawing:
    """One betting place."""

    def __init__(self, canvas: Untyped, ident: str, rect: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        self._shown: Box | None = None
        self._surface = Surface(canvas, sizes.px(1.4))
        inner = rect.inset(sizes.px(0.9))
        head = inner.upper(sizes.px(5))
        name = inner.upper(sizes.px(4.2), head.h)
        self._body = Rect(inner.x, inner.y, inner.w, name.y - inner.y - sizes.px(0.4))
        number = Rect(head.x + 2, head.y, sizes.px(5), head.h)
        self._number = Words(canvas, f"{ident}.number", number, sizes.px(5), DIM)
        wager = Rect(number.right, head.y, head.right - number.right - 2, head.h)
        self._wager = Words(canvas, f"{ident}.wager", wager, sizes.px(Mm.BODY), TEXT, align="right")
        name = Rect(name.x + 2, name.y, name.w - 4, name.h)
        self._player = Words(canvas, f"{ident}.player", name, sizes.px(Mm.LABEL), DIM, is_bold=False)
        middle = Rect(self._body.x, self._body.y + self._body.h // 3, self._body.w, sizes.px(7))
        self._chip = Sign(canvas)
        self._chip_rect = Rect(middle.x, middle.top + sizes.px(0.6), middle.w, sizes.px(6))
        self._placed = Words(canvas, f"{ident}.placed", middle, sizes.px(Mm.TOTAL), TEXT, align="center")
        self._empty = Words(canvas, f"{ident}.empty", middle, sizes.px(Mm.LABEL), DIM, align="center", is_bold=False)
        self._hands = [HandDrawing(canvas, f"{ident}/{n}", sizes) for n in range(1, MOST_HANDS + 1)]

    def show(self, box: Box) -> None:
        """Draw ``box``."""
        if box == self._shown:
            return
        self._shown = box
        is_idle = bool(box.empty)
        edge = BRIGHT[box.lit] if box.lit else EDGE
        fill = DEEP[box.lit] if box.lit else PANEL_EMPTY if is_idle else PANEL
        self._surface.show(self._rect, fill, edge, self._sizes.px(0.6) if box.lit else 1)
        self._number.show(box.number, BRIGHT[box.lit] if box.lit else DIM if is_idle else TEXT)
        self._wager.show(box.wager)
        self._player.show(box.player)
        self._placed.show(box.placed)
        self._chip.show("chip" if box.placed else "", self._chip_rect, BRIGHT[Tone.LAST])
        self._empty.show(box.empty)
        self._hands_shown(box)

    def _hands_shown(self, box: Box) -> None:
        number = max(1, len(box.hands))
        columns = self._body.columns(number, self._sizes.px(0.6))
        for at, drawing in enumerate(self._hands):
            shown = box.hands[at] if at < len(box.hands) else None
            drawing.show(shown, columns[min(at, number - 1)], 2 if number == 1 else 1)

    def parts(self) -> Iterator[Part]:
        """Its words."""
        drawn: tuple[HasParts, ...] = (self._number, self._wager, self._player, self._placed, self._empty, *self._hands)
        for words in drawn:
            yield from words.parts()
