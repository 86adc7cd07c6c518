"""Something to touch: open, closed with its reason, pressed, picked, or held until it counts."""

from collections.abc import Iterator

from ui.breaking import pieces
from ui.layout import Rect, Sizes
from ui.shown import Button
from ui.theme import (
    BRIGHT,
    CARD_BLACK,
    CARD_RED,
    DEEP,
    DIM,
    EDGE,
    GREYED,
    INK,
    IVORY,
    PANEL,
    PANEL_EMPTY,
    PICKED_RED,
    Colour,
    Mm,
)
from ui.widgets.card import RED
from ui.widgets.ink import NOWHERE, Block, Paragraph, Part, Region, Sign, Surface, Untyped
from ui.widgets.writing import Letters, measured

TIGHT = 0.88
"""The distance of a label's lines."""
NARROW_MM = 24.0
"""On a narrower key a sign stands above the words, if it is as high as this:"""
STACKED_MM = 9.5
SUITS = "SHDC"
"""Signs that are a card's: a key with one is ivory."""


class ButtonDrawing:
    """One button, drawn where it is told."""

    def __init__(self, canvas: Untyped, sizes: Sizes) -> None:
        self.rect = NOWHERE
        self.button: Button | None = None
        self._is_pressed = False
        self._sizes = sizes
        self._region = Region(canvas)
        canvas = self._region.canvas
        self._surface = Surface(canvas, sizes.px(1.5))
        self._progress = Block(canvas)
        self._sign = Sign(canvas)
        least = sizes.px(Mm.LABEL)
        self._large = Paragraph(
            canvas, "label", NOWHERE, (sizes.px(Mm.BUTTON), least), is_bold=True, line=TIGHT, align="center"
        )
        self._label = Paragraph(
            canvas, "label", NOWHERE, (sizes.px(4.2), least), is_bold=True, line=TIGHT, align="center"
        )
        self._reason = Paragraph(canvas, "reason", NOWHERE, (least, least), line=TIGHT, align="center")

    @property
    def touched(self) -> Rect:
        """Where a touch is one of the button."""
        return self.rect

    @property
    def is_open(self) -> bool:
        """It can be touched."""
        return self.button is not None and self.button.is_open

    def show(self, button: Button, rect: Rect) -> None:
        """Draw ``button`` in ``rect``."""
        if button == self.button and rect == self.rect:
            return
        self.button, self.rect = button, rect
        self._region.reveal(is_shown=True)
        self._draw()

    def hide(self) -> None:
        """Draw nothing; nothing of it can be touched."""
        if self.button is None:
            return
        self.button, self._is_pressed = None, False
        self._progress.show(NOWHERE, "")
        self._region.reveal(is_shown=False)

    def press(self, *, is_pressed: bool, held: float = 0.0) -> None:
        """A finger lies on it; ``held``: which part of the time it must lie there."""
        if self.button is None:
            return
        if is_pressed != self._is_pressed:
            self._is_pressed = is_pressed
            self._draw()
        done = self.rect.inset(self._sizes.px(0.6))
        width = round(done.w * min(held, 1.0))
        colour = BRIGHT[self.button.tone] if held > 0 else ""
        self._progress.show(Rect(done.x, done.y, width, self._sizes.px(1.4)) if held > 0 else NOWHERE, colour)

    def _draw(self) -> None:
        button = self.button
        assert button is not None
        if button.is_quiet:
            self._surface.hide()
            self._sign.show("", NOWHERE, "")
            self._words(button, DIM)
            return
        fill, edge, ink = self._colours(button)
        self._surface.show(self.rect, fill, edge, self._sizes.px(0.6 if self._is_pressed else 0.4))
        self._words(button, ink)

    def _colours(self, button: Button) -> tuple[Colour, Colour, Colour]:
        bright = BRIGHT[button.tone]
        if not button.is_open:
            return PANEL_EMPTY, EDGE, GREYED
        if button.key.startswith(("rank:", "suit:")):
            is_red = button.sign in RED
            if button.is_picked or self._is_pressed:
                return bright, bright, PICKED_RED if is_red else INK
            return IVORY, IVORY, CARD_RED if is_red else CARD_BLACK
        if button.is_primary or button.is_picked:
            return (DEEP[button.tone], bright, bright) if self._is_pressed else (bright, bright, INK)
        return (DEEP[button.tone] if self._is_pressed else PANEL), EDGE if button.is_held else DIM, bright

    def _words(self, button: Button, ink: Colour) -> None:
        sizes = self._sizes
        inner = Rect(
            self.rect.x + sizes.px(0.8), self.rect.y + 1, self.rect.w - 2 * sizes.px(0.8), self.rect.h - 2,
        )  # fmt: skip
        inner = self._sign_shown(button, inner, ink)
        large = button.is_primary and not button.reason and not button.is_quiet
        upper, lower = inner, NOWHERE
        if button.reason:
            upper, lower = self._parted(inner, button.reason)
        self._large.show(button.text if large else "", ink, upper)
        self._label.show("" if large else button.text, ink, upper)
        self._reason.show(button.reason, DIM if ink is not INK else INK, lower)

    def _parted(self, inner: Rect, reason: str) -> tuple[Rect, Rect]:
        """The label's part and the reason's, which has two lines where it needs and finds them."""
        px = self._sizes.px(Mm.LABEL)
        one, two = round(px * 1.24), round(px * 2.3)
        is_long = measured(reason, Letters(px, is_bold=False)) > inner.w
        high = two if is_long and inner.h >= one + two else one
        lower = Rect(inner.x, inner.y, inner.w, high)
        return Rect(inner.x, lower.top, inner.w, inner.h - high), lower

    def _sign_shown(self, button: Button, inner: Rect, ink: Colour) -> Rect:
        """Draw the sign at the left, or on a narrow key above the words; gives the room that is left."""
        if not button.sign:
            self._sign.show("", NOWHERE, "")
            return inner
        px = self._sizes.px
        side = px(5.6 if button.sign in SUITS else 4.2)
        if inner.w < px(NARROW_MM) and inner.h >= px(STACKED_MM):
            if button.reason or measured(button.text, Letters(px(Mm.LABEL), is_bold=True)) > inner.w:
                self._sign.show("", NOWHERE, "")  # its words need the room
                return inner
            self._sign.show(button.sign, inner.upper(px(4.0), px(0.8)), ink)
            return Rect(inner.x, inner.y, inner.w, inner.h - px(4.8))
        self._sign.show(button.sign, Rect(inner.x + px(0.6), inner.y, side, inner.h), ink)
        left = inner.x + side + px(1.2)
        return Rect(left, inner.y, inner.right - left, inner.h)

    def parts(self) -> Iterator[Part]:
        """The button itself, then its words."""
        if self.button is None:
            return
        key = self.button.key
        if not self.button.is_quiet:
            yield Part(key, "button", self.button.text, self.rect, self.rect, is_enabled=self.is_open)
        for words in (self._large, self._label, self._reason):
            for part in words.parts():
                yield Part(
                    f"{key}.{part.id}", part.kind, part.text, part.rect, part.drawn, part.px, is_whole=part.is_whole
                )


def needed(button: Button, sizes: Sizes) -> int:
    """The pixels that the words of ``button`` take in the smallest letters."""
    px = sizes.px(Mm.LABEL)
    label = _in_two_lines(button.text, Letters(px, is_bold=True))
    reason = _in_two_lines(button.reason, Letters(px, is_bold=False))
    return max(sizes.at_least(Mm.TARGET), label, reason) + 2 * sizes.px(0.9)


def _in_two_lines(text: str, letters: Letters) -> int:
    """How wide ``text`` is in two lines, where they part best."""
    parts = pieces(text)
    breaks = range(1, len(parts)) if len(parts) > 1 else range(1)
    return min(
        max(measured("".join(parts[:at]).strip(), letters), measured("".join(parts[at:]).strip(), letters))
        for at in breaks
    )


class Keys:
    """As many buttons as are needed, made once each."""

    def __init__(self, canvas: Untyped, sizes: Sizes) -> None:
        self._canvas, self._sizes = canvas, sizes
        self.drawings: list[ButtonDrawing] = []

    def show(self, keys: tuple[tuple[Button, Rect], ...]) -> None:
        """Draw these and no others."""
        while len(self.drawings) < len(keys):
            self.drawings.append(ButtonDrawing(self._canvas, self._sizes))
        for at, drawing in enumerate(self.drawings):
            if at < len(keys):
                drawing.show(*keys[at])
            else:
                drawing.hide()
