"""Draws what is shown and reads it back, pixel by pixel, without a running table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kivy.base import EventLoop
from kivy.core.image import Image
from kivy.core.window import Window
from kivy.graphics import Canvas, ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.graphics.texture import Texture

from ui.layout import table_layout
from ui.shown import Shown
from ui.theme import BACKGROUND, EDGE, rgb
from ui.widgets.screen import ScreenDrawing

SHEET: Final = 1640
"""How wide a sheet is at most, in pixels."""
COLUMN: Final = 400
"""How wide a state is on it."""
APART: Final = 8
"""What parts two of them."""


class Snapshot:
    """A screen that is drawn into memory."""

    def __init__(self, size: tuple[int, int] = (800, 480), px_per_mm: float = 5.2) -> None:
        EventLoop.ensure_window()
        self.size = size
        """In pixels."""
        self._fbo: Any = Fbo(size=size, with_stencilbuffer=False)
        with self._fbo:
            ClearColor(*rgb(BACKGROUND), 1)
            ClearBuffers()
        canvas: Any = Canvas()
        self.layout = table_layout(*size, px_per_mm)
        self.drawing = ScreenDrawing(canvas, self.layout)
        self._fbo.add(canvas)

    def pixels(self, what: Shown) -> bytes:
        """``what`` as opaque RGBA, bottom row first."""
        self.drawing.show(what)
        Window.canvas.ask_update()
        self._fbo.ask_update()
        self._fbo.draw()
        drawn = bytearray(self._fbo.pixels)
        drawn[3::4] = b"\xff" * (len(drawn) // 4)
        return bytes(drawn)

    def texture(self, what: Shown) -> Any:
        """``what`` as a texture of its own."""
        texture = Texture.create(size=self.size, colorfmt="rgba")
        texture.blit_buffer(self.pixels(what), colorfmt="rgba", bufferfmt="ubyte")
        return texture

    def save(self, what: Shown, path: Path) -> None:
        """``what`` as a PNG."""
        Image(self.texture(what)).save(str(path), flipped=True)


def save_sheet(snapshot: Snapshot, states: Sequence[Shown], path: Path) -> None:
    """``states`` beside each other, half as wide or, of an upright glass, narrower, as one PNG."""
    width, height = snapshot.size
    wide = COLUMN if width > height else COLUMN // 2
    own = (wide, round(wide * height / width))
    columns = SHEET // (own[0] + APART)
    rows = -(-len(states) // columns)
    size = (columns * (own[0] + APART) + APART, rows * (own[1] + APART) + APART)
    textures = [snapshot.texture(state) for state in states]
    sheet: Any = Fbo(size=size)
    with sheet:
        ClearColor(*rgb(EDGE), 1)
        ClearBuffers()
        Color(1, 1, 1, 1)
        for at, texture in enumerate(textures):
            row, column = divmod(at, columns)
            left, bottom = APART + column * (own[0] + APART), size[1] - (row + 1) * (own[1] + APART)
            Rectangle(texture=texture, pos=(left, bottom), size=own)
    sheet.draw()
    drawn = Texture.create(size=size, colorfmt="rgba")
    drawn.blit_buffer(sheet.pixels, colorfmt="rgba", bufferfmt="ubyte")
    Image(drawn).save(str(path), flipped=True)
