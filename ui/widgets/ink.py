"""What everything is drawn with: one line of words, a paragraph, a sign, a rounded surface.

Each is made once with its canvas instructions and changed in place; what did not change costs nothing. Textures of
words and signs are kept, since a table says the same few words again and again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, Protocol, TypeAlias

from kivy.graphics import BorderImage, Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture

from ui.breaking import clusters, pieces, shortened, unseen_out
from ui.layout import Rect
from ui.shapes import SHAPES, coverage, round_cornered
from ui.texts import spoken
from ui.theme import Colour, rgb
from ui.widgets.writing import Letters, wrapped, written

Untyped: TypeAlias = Any
"""A value of Kivy, which has no types."""

NOWHERE: Final = Rect(0, 0, 0, 0)
"""Where a thing is that is not shown."""
FAR_AWAY: Final = (-4096, -4096)
"""Off the screen."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing on the screen, for tests that compare and check what is shown."""

    id: str
    kind: Literal["words", "paragraph", "button", "card"]
    text: str
    rect: Rect
    """Where it may be."""
    drawn: Rect
    """Where its text is."""
    px: int = 0
    """Its letters' size."""
    is_enabled: bool = True
    is_whole: bool = True
    """Nothing of the text was cut."""


@lru_cache(maxsize=96)
def rounded(radius: int, colour: Colour, edge: Colour, width: int) -> Untyped:
    """The texture of a rounded square whose middle pixel stretches: its corners, edge and filling."""
    side = 2 * (radius + 1) + 1
    outer = coverage((round_cornered(0.0, radius / side),), side, side)
    inner = coverage((round_cornered(width / side, max(0.0, radius - width) / side),), side, side)
    channels = tuple(zip(rgb(colour), rgb(edge), strict=True))
    mixed = {
        filled: bytes(round(own * filled + around * (255 - filled)) for own, around in channels)
        for filled in set(inner)
    }
    pixels = b"".join(mixed[filled] + bytes((alpha,)) for alpha, filled in zip(outer, inner, strict=True))
    return exact(Texture.create(size=(side, side), colorfmt="rgba"), pixels)


def exact(texture: Untyped, pixels: bytes = b"") -> Untyped:
    """``texture``, drawn pixel for pixel: no weighing of neighbours, which costs most of a frame without a GPU."""
    if pixels:
        texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    texture.min_filter = texture.mag_filter = "nearest"
    return texture


def placed(rectangle: Untyped) -> Rect:
    """Where a Kivy rectangle lies."""
    return Rect(*(int(at) for at in (*rectangle.pos, *rectangle.size)))


@lru_cache(maxsize=1)
def blank() -> Untyped:
    """A white pixel."""
    return exact(Texture.create(size=(1, 1), colorfmt="rgba"), b"\xff" * 4)


class HasParts(Protocol):
    """Anything drawn that holds words."""

    def parts(self) -> Iterator[Part]:
        """Its words, and itself if it can be touched."""
        ...


@lru_cache(maxsize=128)
def drawn(shape: str, width: int, height: int) -> Untyped:
    """The texture of a suit or a sign, white."""
    pixels = bytearray(b"\xff" * (4 * width * height))
    pixels[3::4] = coverage(SHAPES[shape], width, height)
    return exact(Texture.create(size=(width, height), colorfmt="rgba"), bytes(pixels))


class _Least:
    """The size below which nothing is written."""

    px = 1


def never_below(px: int) -> None:
    """From now on no line shrinks below ``px``: it is cut short instead."""
    _Least.px = px


def fitted(text: str, px: int, is_bold: bool, width: int) -> tuple[str, int]:
    """``text`` and a size at which it is no wider than ``width``: smaller first, then cut short."""
    return _fitted(unseen_out(text), Letters(px, is_bold), width, min(px, _Least.px))


@lru_cache(maxsize=512)
def _fitted(text: str, letters: Letters, width: int, smallest: int) -> tuple[str, int]:
    for size in range(letters.px, smallest - 1, -1):
        if written(text, replace(letters, px=size)).width <= width:
            return text, size
    for size in range(smallest - 1, smallest // 2, -1) if _has_digits(text) else ():
        if written(text, replace(letters, px=size)).width <= width:
            return text, size
    small = replace(letters, px=smallest)
    return shortened(text, clusters(text), lambda short: written(short, small).width <= width), smallest


def _has_digits(text: str) -> bool:
    """A number that is cut is another number: it is written smaller instead."""
    return any(character.isdigit() for character in text)


class Words:
    """One line of text."""

    def __init__(
        self,
        canvas: Untyped,
        ident: str,
        rect: Rect,
        px: int,
        colour: Colour,
        *,
        align: Literal["left", "center", "right"] = "left",
        is_bold: bool = True,
        may_shrink: bool = True,
    ) -> None:
        self._id, self._rect, self._px, self._align = ident, rect, px, align
        self._is_bold, self._may_shrink = is_bold, may_shrink
        self._state: tuple[str, Colour, Rect, int, str] = ("", colour, rect, px, "")
        self._shown, self._size = "", px
        self._colour = Color(*rgb(colour), 1)
        self._rectangle = Rectangle(pos=(0, 0), size=(0, 0))
        canvas.add(self._colour)
        canvas.add(self._rectangle)

    def show(self, text: str, colour: Colour | None = None, rect: Rect | None = None, px: int | None = None) -> None:
        """Write ``text``, as and where it was before unless told otherwise."""
        state = (unseen_out(text), colour or self._state[1], rect or self._rect, px or self._px, spoken())
        if state == self._state:
            return
        if state[1] != self._state[1]:
            self._colour.rgb = rgb(state[1])
        self._state, self._rect, self._px = state, state[2], state[3]
        self._write(state[0])

    def _write(self, text: str) -> None:
        if not text:
            self._shown = ""
            self._rectangle.size = (0, 0)
            return
        room = self._rect
        shown, size = fitted(text, self._px, self._is_bold, room.w) if self._may_shrink else (text, self._px)
        self._shown, self._size = shown, size
        texture = written(shown, Letters(size, self._is_bold))
        free = room.w - texture.width
        left = {"left": 0, "center": free // 2, "right": free}[self._align]
        self._rectangle.texture = texture
        self._rectangle.size = texture.size
        self._rectangle.pos = (room.x + left, room.y + (room.h - texture.height) // 2)

    @property
    def width(self) -> int:
        """Pixels that the line takes."""
        return int(self._rectangle.size[0])

    @property
    def is_whole(self) -> bool:
        """Nothing of it was cut."""
        return self._shown == self._state[0]

    def parts(self) -> Iterator[Part]:
        """The line, if there is one."""
        text = self._state[0]
        if text:
            is_whole = self._shown == text
            yield Part(self._id, "words", text, self._rect, placed(self._rectangle), self._size, is_whole=is_whole)


class Paragraph:
    """Several lines in one rectangle, as large as fits between two sizes; from the top or centred upright."""

    def __init__(
        self,
        canvas: Untyped,
        ident: str,
        rect: Rect,
        sizes: tuple[int, int],
        *,
        is_top: bool = False,
        is_bold: bool = False,
        line: float = 1.0,
        align: Literal["left", "center"] = "left",
    ) -> None:
        self._id, self._rect, self._sizes, self._is_top, self._is_bold = ident, rect, sizes, is_top, is_bold
        self._line, self._align = line, align
        self._text, self._language, self._is_whole, self._size = "", "", True, sizes[0]
        self._colour = Color(1, 1, 1, 1)
        self._rectangle = Rectangle(pos=(0, 0), size=(0, 0))
        canvas.add(self._colour)
        canvas.add(self._rectangle)

    def show(self, text: str, colour: Colour, rect: Rect | None = None) -> None:
        """Write ``text``, where it was before unless told otherwise."""
        self._colour.rgb = rgb(colour)
        room = rect or self._rect
        if (text, room, spoken()) == (self._text, self._rect, self._language):
            return
        self._text, self._rect, self._language = text, room, spoken()
        if not text:
            self._rectangle.size = (0, 0)
            return
        texture = self._fitting(text)
        room = self._rect
        down = 0 if self._is_top else (room.h - texture.height) // 2
        self._rectangle.texture = texture
        self._rectangle.size = texture.size
        right = (room.w - texture.width) // 2 if self._align == "center" else 0
        self._rectangle.pos = (room.x + right, room.top - texture.height - down)

    def _fitting(self, text: str) -> Untyped:
        largest, smallest = self._sizes
        for size in range(largest, smallest - 1, -1):
            if self._holds(text, size):
                self._is_whole, self._size = True, size
                return self._wrapped(text, size)[0]
        for size in range(smallest - 1, smallest // 2, -1) if _has_digits(text) else ():
            if self._holds(text, size):
                self._is_whole, self._size = True, size
                return self._wrapped(text, size)[0]
        self._is_whole, self._size = False, smallest
        return self._wrapped(self._cut(text, smallest), smallest)[0]

    def _cut(self, text: str, size: int) -> str:
        """As many words as fit, or of one that is too wide as much as fits."""
        parts = pieces(text)
        if not self._holds(parts[0], size):
            parts = clusters(text)
        return shortened(text, parts, lambda short: self._holds(short, size))

    def _wrapped(self, text: str, size: int) -> tuple[Untyped, int]:
        return wrapped(text, self._rect.w, Letters(size, self._is_bold, self._line, self._align))

    def _holds(self, text: str, size: int) -> bool:
        texture, marks_above = self._wrapped(text, size)
        return bool(texture.height - marks_above <= self._rect.h and texture.width <= self._rect.w)

    def parts(self) -> Iterator[Part]:
        """The paragraph, if there is one."""
        if self._text:
            drawn_at = placed(self._rectangle)
            yield Part(
                self._id, "paragraph", unseen_out(self._text), self._rect, drawn_at, self._size, is_whole=self._is_whole
            )


class Sign:
    """A suit or a sign."""

    def __init__(self, canvas: Untyped) -> None:
        self._state: tuple[str, Rect, Colour] = ("", NOWHERE, "")
        self._colour = Color(1, 1, 1, 1)
        self._rectangle = Rectangle(pos=(0, 0), size=(0, 0))
        canvas.add(self._colour)
        canvas.add(self._rectangle)

    def show(self, shape: str, rect: Rect, colour: Colour) -> None:
        """Draw ``shape`` in the middle of ``rect``, square; nothing where ``shape`` is empty."""
        if (shape, rect, colour) == self._state:
            return
        self._state = (shape, rect, colour)
        side = min(rect.w, rect.h)
        if not shape or side <= 0:
            self._rectangle.size = (0, 0)
            return
        self._colour.rgb = rgb(colour)
        self._rectangle.texture = drawn(shape, side, side)
        self._rectangle.size = (side, side)
        self._rectangle.pos = (rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2)


class Surface:
    """A rounded rectangle with an edge, in one pass: the fewer pixels are drawn twice, the sooner a frame is there."""

    def __init__(self, canvas: Untyped, radius: int) -> None:
        self._radius = radius
        self._state: tuple[Rect, Colour, Colour, int] = (NOWHERE, "", "", 0)
        self._patch = BorderImage(pos=FAR_AWAY, size=(0, 0))
        canvas.add(Color(1, 1, 1, 1))
        canvas.add(self._patch)

    def show(self, rect: Rect, colour: Colour, edge: Colour = "", width: int = 0) -> None:
        """Fill ``rect`` with ``colour`` inside an edge of ``width`` pixels."""
        if (rect, colour, edge, width) == self._state:
            return
        self._state = (rect, colour, edge, width)
        if colour:
            self._patch.texture = rounded(self._radius, colour, edge or colour, width)
            self._patch.border = (self._radius + 1,) * 4
        self._patch.size = (rect.w, rect.h)
        self._patch.pos = (rect.x, rect.y) if rect.w else FAR_AWAY  # without a size it still has corners

    def hide(self) -> None:
        """Draw nothing."""
        self.show(NOWHERE, "")


class Block:
    """A plain rectangle."""

    def __init__(self, canvas: Untyped) -> None:
        self._state: tuple[Rect, Colour, float] = (NOWHERE, "", 0.0)
        self._colour = Color(0, 0, 0, 0)
        self._rectangle = Rectangle(pos=(0, 0), size=(0, 0), texture=blank())
        canvas.add(self._colour)
        canvas.add(self._rectangle)

    def show(self, rect: Rect, colour: Colour, alpha: float = 1.0) -> None:
        """Fill ``rect``; below an alpha of 1, what lies under it shows."""
        if (rect, colour, alpha) == self._state:
            return
        self._state = (rect, colour, alpha)
        if colour:
            self._colour.rgba = (*rgb(colour), alpha)
        self._rectangle.pos = (rect.x, rect.y)
        self._rectangle.size = (rect.w, rect.h)


class Region:
    """A group of drawings that is on the screen or not."""

    def __init__(self, canvas: Untyped) -> None:
        self._slot = InstructionGroup()
        self.canvas: Untyped = InstructionGroup()
        self.is_shown = False
        canvas.add(self._slot)

    def reveal(self, *, is_shown: bool) -> None:
        """Put the group on the screen, or take it off."""
        if is_shown == self.is_shown:
            return
        self.is_shown = is_shown
        if is_shown:
            self._slot.add(self.canvas)
        else:
            self._slot.remove(self.canvas)
