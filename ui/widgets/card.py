"""A card: its face with a drawn suit, its back, an unread one, or the place where the next one belongs."""

from collections.abc import Iterator
from typing import Final

from engine.view import FACE_DOWN, UNREAD
from ui.layout import Rect
from ui.shown import OPENED
from ui.theme import BACK, BACK_LINE, BRIGHT, CARD_BLACK, CARD_EDGE, CARD_RED, DEEP, INK, IVORY, Tone
from ui.widgets.ink import NOWHERE, Part, Region, Sign, Surface, Untyped, Words

NEXT: Final = "next"
"""Stands for the place of the card that is due."""
RED: Final = frozenset("HD")
"""Suits in red."""


class CardDrawing:
    """One card, drawn where it is told."""

    def __init__(self, canvas: Untyped, ident: str, px: int) -> None:
        self._id = ident
        self._state: tuple[str, Rect, int, bool] = ("", NOWHERE, 0, False)
        self._region = Region(canvas)
        inside = self._region.canvas
        self._surface = Surface(inside, radius=max(3, px // 6))
        self._pattern = Sign(inside)
        self._rank = Words(inside, ident, NOWHERE, px, CARD_BLACK, align="center", may_shrink=False)
        self._suit = Sign(inside)
        self._px = px

    def show(self, card: str, rect: Rect, visible: int, *, is_lit: bool = False) -> None:
        """Draw ``card`` in ``rect``, of which ``visible`` pixels from the top are not covered."""
        if (card, rect, visible, is_lit) == self._state:
            return
        self._state = (card, rect, visible, is_lit)
        self._region.reveal(is_shown=True)
        self._pattern.show("", NOWHERE, "")
        self._suit.show("", NOWHERE, "")
        self._rank.show("")
        if card == FACE_DOWN:
            self._back(rect, is_lit=is_lit)
        elif card == NEXT:
            self._surface.show(rect, DEEP[Tone.MOVE], BRIGHT[Tone.MOVE], 2)
            side = min(rect.h, visible) // 2
            self._pattern.show(
                "card", Rect(rect.x, rect.top - visible // 2 - side // 2, rect.w, side), BRIGHT[Tone.MOVE]
            )
        elif card == UNREAD:
            self._surface.show(rect, BRIGHT[Tone.ASK], CARD_EDGE, 1)
            self._rank.show("??", INK, Rect(rect.x, rect.top - visible, rect.w, visible))
        else:
            self._face(card, rect, visible)

    def hide(self) -> None:
        """Draw nothing."""
        if self._state[0]:
            self._state = ("", NOWHERE, 0, False)
            self._region.reveal(is_shown=False)

    def parts(self) -> Iterator[Part]:
        """The card, if there is one, as far as it is not covered."""
        card, rect, visible, _ = self._state
        if card:
            seen = rect.upper(visible)
            yield Part(f"{self._id}", "card", card, seen, seen)

    def _back(self, rect: Rect, *, is_lit: bool) -> None:
        self._surface.show(rect, BACK, BRIGHT[Tone.ASK] if is_lit else BACK_LINE, 4 if is_lit else 2)
        side = min(rect.w, rect.h) - 12
        self._pattern.show(
            "lattice", Rect(rect.x, rect.y, rect.w, rect.h).inset((min(rect.w, rect.h) - side) // 2), BACK_LINE
        )

    def _face(self, card: str, rect: Rect, visible: int) -> None:
        """Ivory; with the edge of a back where it lay face down."""
        lay_down = card.endswith(OPENED)
        colour = CARD_RED if card[1] in RED else CARD_BLACK
        rank = "10" if card[0] == "T" else card[0]
        px = min(self._px, visible - 2, round(rect.w * (0.46 if len(rank) > 1 else 0.56)))
        suit = round(px * 0.7)
        strip = Rect(rect.x, rect.top - visible, rect.w, visible)
        self._surface.show(rect, IVORY, BACK if lay_down else CARD_EDGE, max(3, self._px // 7) if lay_down else 1)
        self._rank.show(rank, colour, strip, px)
        left = rect.x + (rect.w - self._rank.width - suit - 1) // 2
        self._rank.show(rank, colour, Rect(left, strip.y, self._rank.width, visible))
        beside = Rect(left + self._rank.width + 1, strip.y + (visible - suit) // 2, suit, suit)
        self._suit.show(card[1], beside, colour)


def laid(area: Rect, number: int, columns: int, height: int, gap: int) -> list[tuple[Rect, int]]:
    """Where ``number`` cards lie in ``area``: side by side in ``columns``, smaller or closer where they are many.

    Gives each card's rectangle and how many of its pixels, from the top, the next row leaves uncovered. ``height`` is
    that of a card with room to spare.
    """
    if number > 2 * columns and columns > 1:
        columns += 1
    rows = max(1, -(-number // columns))
    least = round(height * 0.6)
    width = (area.w - (columns - 1) * gap) // columns
    tall = max(least, min(height, (area.h - (rows - 1) * gap) // rows))
    pitch = tall + gap if rows == 1 else min(tall + gap, (area.h - tall) // (rows - 1))
    places = []
    for at in range(number):
        row, column = divmod(at, columns)
        rect = Rect(area.x + column * (width + gap), area.top - tall - row * pitch, width, tall)
        places.append((rect, min(tall, pitch) if at + columns < number else tall))
    return places


def fanned(area: Rect, number: int, size: tuple[int, int], gap: int) -> list[tuple[Rect, int]]:
    """Where ``number`` cards lie in one row of ``area``, closer where they are many."""
    width, height = size
    pitch = width + gap
    if number > 1:
        pitch = min(pitch, (area.w - width) // (number - 1))
    low = area.y + (area.h - height) // 2
    return [(Rect(area.x + at * pitch, low, width, height), height) for at in range(number)]


def in_one_row(area: Rect, number: int, least: int, height: int) -> list[tuple[Rect, int]]:
    """Where ``number`` cards lie in one row along the top of ``area``: narrower where they are many, down to ``least``,
    then closer.
    """
    gap = max(1, least // 10)
    width = max(least, min((area.w - gap) // 2, (area.w - (number - 1) * gap) // max(1, number)))
    return fanned(area.upper(height), number, (width, height), gap)
