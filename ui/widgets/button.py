"""Something to touch: open, closed with its reason, pressed, picked, or held until it counts."""

from collections.abc import Iterator

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
from ui.widgets.ink import NOWHERE, Block, Part, Sign, Surface, Untyped, Words


class ButtonDrawing:
    """One button in its place."""

    def __init__(
        self, canvas: Untyped, rect: Rect, sizes: Sizes, *, is_primary: bool = False, card: str | None = None
    ) -> None:
        self.rect = rect
        self.button: Button | None = None
        self._is_pressed = False
        self._sizes, self._is_primary, self._card = sizes, is_primary, card
        self._surface = Surface(canvas, sizes.px(1.5))
        self._progress = Block(canvas)
        self._sign = Sign(canvas)
        px = sizes.px(Mm.BUTTON if is_primary else 4.2 if card is None else 5.0 if card else Mm.TOTAL)
        self._px = px
        self._label = Words(canvas, "label", rect, px, INK, align="center")
        self._reason = Words(canvas, "reason", rect, sizes.px(Mm.LABEL), DIM, align="center", is_bold=False)

    @property
    def is_open(self) -> bool:
        """It can be touched."""
        return self.button is not None and self.button.is_open

    def show(self, button: Button) -> None:
        """Draw ``button``."""
        if button == self.button:
            return
        self.button = button
        self._draw()

    def hide(self) -> None:
        """Draw nothing; nothing of it can be touched."""
        self.button, self._is_pressed = None, False
        self._surface.hide()
        self._progress.show(NOWHERE, "")
        self._label.show("")
        self._reason.show("")

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
            self._reason.show("")
            self._label.show(button.text, DIM, self.rect, self._sizes.px(Mm.BODY))
            return
        fill, edge, ink = self._colours(button)
        self._surface.show(self.rect, fill, edge, self._sizes.px(0.6 if self._is_pressed else 0.4))
        self._words(button, ink)

    def _colours(self, button: Button) -> tuple[Colour, Colour, Colour]:
        bright = BRIGHT[button.tone]
        if not button.is_open:
            return PANEL_EMPTY, EDGE, GREYED
        if self._card is not None:
            is_red = self._card in RED
            if button.is_picked or self._is_pressed:
                return bright, bright, PICKED_RED if is_red else INK
            return IVORY, IVORY, CARD_RED if is_red else CARD_BLACK
        if self._is_primary:
            return (DEEP[button.tone], bright, bright) if self._is_pressed else (bright, bright, INK)
        return (DEEP[button.tone] if self._is_pressed else PANEL), EDGE if button.is_held else DIM, bright

    def _words(self, button: Button, ink: Colour) -> None:
        inner = self.rect.inset(self._sizes.px(1))
        if button.reason:
            upper = inner.upper(inner.h // 2)
            self._label.show(button.text, ink, upper, self._px)
            self._reason.show(button.reason, DIM, Rect(inner.x, inner.y, inner.w, inner.h - upper.h))
            return
        self._reason.show("")
        if self._card:
            side = self._sizes.px(6)
            self._sign.show(self._card, Rect(inner.x + self._sizes.px(1.6), inner.y, side, inner.h), ink)
            left = inner.x + side + self._sizes.px(2)
            inner = Rect(left, inner.y, inner.right - self._sizes.px(0.6) - left, inner.h)
        self._label.show(button.text, ink, inner, self._px)

    def parts(self) -> Iterator[Part]:
        """The button itself, then its words."""
        if self.button is None:
            return
        key = self.button.key
        if not self.button.is_quiet:
            yield Part(key, "button", self.button.text, self.rect, self.rect, is_enabled=self.is_open)
        for words in (self._label, self._reason):
            for part in words.parts():
                yield Part(
                    f"{key}.{part.id}", "words", part.text, part.rect, part.drawn, part.px, is_whole=part.is_whole
                )
