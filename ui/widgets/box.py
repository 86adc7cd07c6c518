"""A betting place: number, wager, player, cards, total, and what became of its hands and of each bettor's wager."""

from collections.abc import Iterator
from dataclasses import replace

from ui.layout import Rect, Sizes
from ui.shown import Box, Button, Hand, Share, State
from ui.theme import BRIGHT, DEEP, DIM, EDGE, PANEL, PANEL_EMPTY, TEXT, Colour, Mm, Tone
from ui.widgets.button import ButtonDrawing, Keys
from ui.widgets.card import NEXT, CardDrawing, in_one_row, laid
from ui.widgets.ink import NOWHERE, HasParts, Part, Region, Sign, Surface, Untyped, Words, fitted
from ui.widgets.writing import Letters, measured

MOST_HANDS = 4
"""Hands a box may have (article 10, ``max_hands``)."""
LOW_MM = 34.0
"""A lower box has no room for chips, nor for a name beside several hands or bettors."""
SHARES_LOW = 3
"""Bettors' lines that a low box has room for."""
LOWEST_MM = 21.0
"""Room in which what became of a hand has one line."""
KEYED_MM = 11.5
"""Room over a player's keys in which cards and their total lie."""
STATE_MM = 5.0
"""How high that line is."""
POINTS_MM = 5.6
"""How wide points are that stand beside it."""
SHARE_MM = 4.0
"""How high a bettor's line is."""


class SharesDrawing:
    """Several bettors, a line each: who, and how much."""

    def __init__(self, canvas: Untyped, ident: str, sizes: Sizes) -> None:
        self._canvas, self._id, self._sizes = canvas, ident, sizes
        self._players: list[Words] = []
        self._amounts: list[Words] = []

    def show(self, shares: tuple[Share, ...], room: Rect = NOWHERE) -> None:
        """Draw ``shares`` from the top of ``room``."""
        line, px = self._sizes.px(SHARE_MM), self._sizes.px(Mm.LABEL)
        while len(self._players) < len(shares):
            ident, n = self._id, len(self._players) + 1
            self._players.append(Words(self._canvas, f"{ident}.player{n}", NOWHERE, px, DIM, is_bold=False))
            self._amounts.append(Words(self._canvas, f"{ident}.amount{n}", NOWHERE, px, TEXT, align="right"))
        for at, (player, amount) in enumerate(zip(self._players, self._amounts, strict=True)):
            if at >= len(shares):
                player.show("")
                amount.show("")
                continue
            own = room.upper(line, at * line)
            ink = TEXT if shares[at].tone is Tone.CALM else BRIGHT[shares[at].tone]
            amount.show(shares[at].amount, ink, own)
            player.show(shares[at].player, DIM, Rect(own.x, own.y, own.w - amount.width - 4, own.h))

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (*self._players, *self._amounts):
            yield from words.parts()


class StateDrawing:
    """What became of a hand: sign and word, and under them the money, of each bettor where there are several."""

    def __init__(self, canvas: Untyped, ident: str, sizes: Sizes) -> None:
        self._sizes = sizes
        self._surface = Surface(canvas, sizes.px(1))
        self._sign = Sign(canvas)
        self._word = Words(canvas, f"{ident}.state", NOWHERE, sizes.px(3.7), DIM, align="center")
        self._amount = Words(canvas, f"{ident}.amount", NOWHERE, sizes.px(Mm.AMOUNT), TEXT, align="center")
        self._shares = SharesDrawing(canvas, f"{ident}.share", sizes)

    def height(self, hand: Hand) -> int:
        """How high it is for ``hand``."""
        if not hand.state.word:
            return 0
        return self._sizes.px(5.0 + SHARE_MM * len(hand.shares) if hand.shares else 9.6)

    def show(self, hand: Hand, rect: Rect) -> None:
        """Draw the state of ``hand`` in ``rect``."""
        state = hand.state
        if not state.word:
            self.hide()
            return
        bright = BRIGHT[state.tone]
        self._frame(state, rect)
        self._shares.show(hand.shares, Rect(rect.x + 4, rect.y, rect.w - 8, rect.h - self._sizes.px(4.4)))
        if hand.shares:
            line = rect.upper(self._sizes.px(4.4))
        else:
            line = rect.upper(rect.h // 2 - 2, 2) if state.amount else rect
        self._said(state, state.word, line, bright)
        below = Rect(rect.x + 3, rect.y + 2, rect.w - 6, rect.h - rect.h // 2 + 2)
        self._amount.show("" if hand.shares else state.amount, TEXT, below, self._sizes.px(Mm.AMOUNT))

    def show_line(self, hand: Hand, line: Rect) -> None:
        """Draw sign and word, or sign and money, in one line; where a word has no room, its sign alone."""
        state = hand.state
        self.hide()
        if not state.word:
            return
        self._frame(state, line)
        ink = TEXT if state.amount else BRIGHT[state.tone]
        word = state.amount or state.word
        room = line.w - self._sizes.px(Mm.LABEL * 0.8) - 7
        is_narrow = measured(word, Letters(self._sizes.px(Mm.LABEL), is_bold=True)) > room
        self._said(state, "" if is_narrow and not state.amount else word, line, ink)

    def _frame(self, state: State, rect: Rect) -> None:
        if state.amount:
            self._surface.show(rect, DEEP[state.tone])
        else:
            self._surface.hide()

    def _said(self, state: State, word: str, line: Rect, ink: Colour) -> None:
        """The sign, and beside it ``word``; both in the middle."""
        side = self._sizes.px(Mm.LABEL * 0.8)
        room = Rect(line.x + side + 6, line.y, line.w - side - 7, line.h)
        self._word.show(word, ink, room)
        word_left = room.x + (room.w - self._word.width) // 2
        place = Rect(word_left - side - 5, line.y + (line.h - side) // 2, side, side)
        self._sign.show(state.sign, place, BRIGHT[state.tone])

    def hide(self) -> None:
        """Draw nothing."""
        self._surface.hide()
        self._sign.show("", NOWHERE, "")
        self._word.show("")
        self._amount.show("")
        self._shares.show(())

    def parts(self) -> Iterator[Part]:
        """Its words."""
        for words in (self._word, self._amount, self._shares):
            yield from words.parts()


class HandDrawing:
    """One hand: cards, total, state."""

    def __init__(self, canvas: Untyped, ident: str, sizes: Sizes) -> None:
        self._id, self._sizes = ident, sizes
        self._region = Region(canvas)
        canvas = self._cards_canvas = self._region.canvas
        self._cards: list[CardDrawing] = []
        self._total = Words(canvas, f"{ident}.total", NOWHERE, sizes.px(Mm.TOTAL), TEXT, align="center")
        self._points = Words(canvas, f"{ident}.points", NOWHERE, sizes.px(Mm.BODY), TEXT)
        self._done = Words(canvas, f"{ident}.done", NOWHERE, sizes.px(Mm.LABEL), DIM, align="right", is_bold=False)
        self._state = StateDrawing(canvas, ident, sizes)
        chips = [Words(canvas, f"{ident}.chips{n}", NOWHERE, sizes.px(Mm.LABEL), TEXT, align="center") for n in (1, 2)]
        self._chips = chips

    def hide(self) -> None:
        """Draw nothing."""
        self._region.reveal(is_shown=False)

    def show(self, hand: Hand, room: Rect, *, is_low: bool = False) -> None:
        """Draw ``hand`` as the only one of its box; what it is paid in stands lowest."""
        self._region.reveal(is_shown=True)
        self._done.show("")
        sizes = self._sizes
        line = sizes.px(SHARE_MM)
        for at, words in enumerate(self._chips):
            lowest = Rect(room.x, room.y + (len(hand.chips) - 1 - at) * line, room.w, line)
            words.show(hand.chips[at] if at < len(hand.chips) else "", rect=lowest)
        paid = min(len(hand.chips), len(self._chips)) * line
        room = Rect(room.x, room.y + paid, room.w, room.h - paid)
        is_line = is_low and room.h < sizes.px(LOWEST_MM) and bool(hand.state.word)
        high = sizes.px(STATE_MM) if is_line else self._state.height(hand)
        state = Rect(room.x, room.y, room.w, high)
        total_high = sizes.px(4.1 if hand.shares else 6) if hand.total else 0
        total = Rect(room.x, state.top + 1, room.w, total_high)
        floor = total.top + 2 if hand.total else state.top + sizes.px(0.8)
        area = Rect(room.x, floor, room.w, room.top - floor)
        cards = (*hand.cards, NEXT) if hand.next_card else hand.cards
        if hand.shares or is_low or hand.chips:
            places = in_one_row(area, len(cards), self._least(), min(area.h, self._tall(area)))
        else:
            places = laid(area, len(cards), 2, self._tall(area), sizes.px(0.8))
        self._cards_shown(cards, places)
        self._points.show(hand.total if hand.shares else "", self._ink(hand), total)
        self._total.show("" if hand.shares else hand.total, self._ink(hand), total)
        if is_line:
            self._state.show_line(hand, state)
        else:
            self._state.show(hand, state)

    def show_low(self, hand: Hand, room: Rect) -> None:
        """Draw ``hand`` as one of two in a low box: its cards in one row, under them points and state in one line."""
        self._region.reveal(is_shown=True)
        for words in (self._total, self._done, *self._chips):
            words.show("")
        line = room.y, self._sizes.px(SHARE_MM)
        area = Rect(room.x, room.y + line[1] + 2, room.w, room.h - line[1] - 2)
        cards = (*hand.cards, NEXT) if hand.next_card else hand.cards
        self._cards_shown(cards, in_one_row(area, len(cards), self._least(), min(area.h, self._tall(area))))
        points = Rect(room.x + 1, line[0], self._sizes.px(POINTS_MM), line[1])
        self._points.show(hand.points, self._ink(hand), points)
        left = points.right if hand.points else room.x
        self._state.show_line(hand, Rect(left, line[0], room.right - left, line[1]))

    def show_among(self, hand: Hand, room: Rect) -> None:
        """Draw ``hand`` as one of two in a box: its cards in one row, under them two lines."""
        self._region.reveal(is_shown=True)
        for words in (self._total, *self._chips):
            words.show("")
        line = self._sizes.px(4.1)
        area = Rect(room.x, room.y + 2 * line + 2, room.w, room.h - 2 * line - 2)
        cards = (*hand.cards, NEXT) if hand.next_card else hand.cards
        self._cards_shown(cards, in_one_row(area, len(cards), self._least(), min(area.h, self._tall(area))))
        under = Rect(room.x, area.y - line - 1, room.w, line)
        points = Rect(under.x + 2, under.y, under.w - 4, under.h)
        has_word = bool(hand.state.amount)
        self._done.show(hand.state.word if has_word else "", BRIGHT[hand.state.tone], points)
        room_left = points.w - self._done.width - 4 if has_word else points.w
        self._points.show(hand.total, self._ink(hand), Rect(points.x, points.y, room_left, points.h))
        self._state.show_line(hand, Rect(room.x, under.y - line, room.w, line))

    def show_beside(self, hand: Hand, room: Rect) -> None:
        """Draw ``hand`` as one of three or four in a box: its newest card at the left, money or points at the right."""
        self._region.reveal(is_shown=True)
        for words in (self._total, self._done, *self._chips):
            words.show("")
        half = self._least()
        cards = (*hand.cards, NEXT) if hand.next_card else hand.cards
        area = Rect(room.x, room.y, half, room.h)
        self._cards_shown(cards, in_one_row(area, len(cards), self._least(), min(room.h, self._sizes.px(4.6))))
        right = Rect(room.x + half + 2, room.y, room.w - half - 2, room.h)
        shown = hand.state.amount or hand.total
        self._points.show("")
        self._state.show_line(
            Hand((), "", State(hand.state.tone, hand.state.sign, shown)), right.upper(min(right.h, self._sizes.px(4.6)))
        )

    def _least(self) -> int:
        return self._sizes.px(5.6)

    def _tall(self, area: Rect) -> int:
        """How high a card is that has room to spare."""
        return max(self._sizes.px(8.2), min(area.w * 2 // 3, area.h // 3))

    def _ink(self, hand: Hand) -> Colour:
        return BRIGHT[Tone.TAKE] if hand.state.tone is Tone.TAKE else TEXT

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
        drawn: tuple[HasParts, ...] = (
            self._total, self._points, self._done, self._state, *self._chips, *self._cards,
        )  # fmt: skip
        for words in drawn:
            yield from words.parts()


class BoxDrawing:
    """One betting place."""

    def __init__(self, canvas: Untyped, ident: str, rect: Rect, sizes: Sizes) -> None:
        self._rect, self._sizes = rect, sizes
        self._shown: Box | None = None
        self._surface = Surface(canvas, sizes.px(1.4))
        inner = rect.inset(sizes.px(0.6))
        head = inner.upper(sizes.px(5))
        name = inner.upper(sizes.px(4.2), head.h)
        self._body = Rect(inner.x, inner.y, inner.w, name.y - inner.y - sizes.px(0.4))
        number = Rect(head.x + 2, head.y, sizes.px(3.8), head.h)
        self._number = Words(canvas, f"{ident}.number", number, sizes.px(5), DIM)
        wager = Rect(number.right, head.y, head.right - number.right - 2, head.h)
        self._wager = Words(canvas, f"{ident}.wager", wager, sizes.px(Mm.BODY), TEXT, align="right")
        self._name = Rect(name.x + 2, name.y, name.w - 4, name.h)
        self._player = Words(canvas, f"{ident}.player", self._name, sizes.px(Mm.LABEL), DIM, is_bold=False)
        self._insured = Words(canvas, f"{ident}.insured", self._name, sizes.px(Mm.LABEL), DIM, align="right")
        middle = Rect(self._body.x, self._body.y + self._body.h // 3, self._body.w, sizes.px(7))
        self._chip = Sign(canvas)
        self._chip_rect = Rect(middle.x, middle.top + sizes.px(0.6), middle.w, sizes.px(6))
        self._placed_rect = middle
        self._placed = Words(canvas, f"{ident}.placed", middle, sizes.px(Mm.TOTAL), TEXT, align="center")
        self._shares = SharesDrawing(canvas, ident, sizes)
        self._empty = Words(canvas, f"{ident}.empty", middle, sizes.px(Mm.LABEL), DIM, align="center", is_bold=False)
        self._hands = [HandDrawing(canvas, f"{ident}/{n}", sizes) for n in range(1, MOST_HANDS + 1)]
        self._keys = Keys(canvas, sizes)
        self.touched = NOWHERE
        """Where a touch is one of the box itself."""

    @property
    def button(self) -> Button | None:
        """What a touch of it does."""
        return self._shown.button if self._shown is not None else None

    @property
    def keys(self) -> list[ButtonDrawing]:
        """What its player may ask for."""
        return self._keys.drawings

    def press(self, *, is_pressed: bool, held: float = 0.0) -> None:  # noqa: ARG002 - as every button is pressed
        """A finger lies on it."""
        box = self._shown
        if box is not None and box.button is not None:
            edge = BRIGHT[box.lit or Tone.ASK] if is_pressed or box.lit else EDGE
            self._surface.show(
                self._rect, self._fill(box), edge, self._sizes.px(0.9) if is_pressed else self._edge(box)
            )

    def _fill(self, box: Box) -> Colour:
        return DEEP[box.lit] if box.lit else PANEL_EMPTY if box.empty else PANEL

    def _edge(self, box: Box) -> int:
        return self._sizes.px(0.6) if box.lit else 1

    def show(self, box: Box) -> None:
        """Draw ``box``."""
        if box == self._shown:
            return
        self._shown = box
        is_idle = bool(box.empty)
        edge = BRIGHT[box.lit] if box.lit else DIM if box.button is not None else EDGE
        self._surface.show(self._rect, self._fill(box), edge, self._edge(box))
        self._number.show(box.number, BRIGHT[box.lit] if box.lit else DIM if is_idle else TEXT)
        self._wager.show(box.wager)
        self._name_shown(box)
        self._placed_shown(box)
        self._empty.show(box.empty)
        self._hands_shown(box)

    def _name_shown(self, box: Box) -> None:
        """Who decides; chips take his place."""
        name, insured = self._name, box.insured
        if self._needs_room(box):
            self._insured.show("")
            self._player.show("")
            return
        self._insured.show(insured.amount if insured else "", BRIGHT[insured.tone] if insured else DIM)
        room = Rect(name.x, name.y, name.w - (self._insured.width + 6 if insured else 0), name.h)
        px = self._sizes.px(Mm.LABEL)
        is_whole = fitted(box.player, px, is_bold=False, width=room.w) == (box.player, px)
        self._player.show(box.player if is_whole or not insured else "", DIM, room)

    def _placed_shown(self, box: Box) -> None:
        """The wager in large under a chip; with several bettors in their place a line each under it."""
        body = self._body
        several = bool(box.shares)
        self._chip.show(
            "chip" if box.placed and not several and not self._is_low else "", self._chip_rect, BRIGHT[Tone.LAST]
        )
        top = body.upper(self._sizes.px(7))
        self._placed.show(box.placed, TEXT, top if several else self._placed_rect)
        shares = () if self._is_low and len(box.shares) > SHARES_LOW else box.shares
        self._shares.show(shares, Rect(body.x, body.y, body.w, body.h - top.h - self._sizes.px(1)))

    def _needs_room(self, box: Box) -> bool:
        """What lies here needs the place of the player's name."""
        if self._is_low:
            return bool(box.hands) and not box.insured
        return any(hand.chips for hand in box.hands)

    @property
    def _is_low(self) -> bool:
        return self._rect.h < self._sizes.px(LOW_MM)

    def _hands_shown(self, box: Box) -> None:
        number, body = len(box.hands), self._body
        if self._needs_room(box):
            body = Rect(body.x, body.y, body.w, self._name.top - body.y)
        body = self._keys_shown(box, body)
        rows = body.rows(number, self._sizes.px(0.8)) if number else ()
        for at, drawing in enumerate(self._hands):
            if at >= number:
                drawing.hide()
            elif number == 1:
                hand = replace(box.hands[at], chips=(), shares=()) if self._is_low else box.hands[at]
                if box.keys and body.h < self._sizes.px(KEYED_MM):
                    hand = replace(hand, total="")
                drawing.show(hand, body, is_low=self._is_low)
            elif number == 2 and self._is_low:
                drawing.show_low(box.hands[at], rows[at])
            elif number == 2:
                drawing.show_among(box.hands[at], rows[at])
            else:
                drawing.show_beside(box.hands[at], rows[at])

    def _keys_shown(self, box: Box, body: Rect) -> Rect:
        """Draw as many of what its player may ask for as leave enough of the box to touch, which opens them all; gives
        what of ``body`` is left.
        """
        apart, high = self._sizes.at_least(Mm.APART), self._sizes.at_least(Mm.TARGET)
        number = max(0, min(len(box.keys), (self._rect.top - high - body.y) // (high + apart)))
        places = [Rect(body.x, body.y + (number - 1 - at) * (high + apart), body.w, high) for at in range(number)]
        self._keys.show(tuple(zip(box.keys, places, strict=False)))
        taken = number * (high + apart)
        left = Rect(body.x, body.y + taken, body.w, body.h - taken)
        self.touched = Rect(self._rect.x, left.y, self._rect.w, self._rect.top - left.y) if number else self._rect
        return left

    def parts(self) -> Iterator[Part]:
        """Its words, and itself where it can be touched."""
        if self.button is not None:
            yield Part(self.button.key, "button", "", self.touched, self.touched)
        for drawing in self._keys.drawings:
            yield from drawing.parts()
        drawn: tuple[HasParts, ...] = (
            self._number, self._wager, self._player, self._insured, self._placed, self._shares, self._empty,
            *self._hands,
        )  # fmt: skip
        for words in drawn:
            yield from words.parts()
