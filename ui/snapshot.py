"""Draws what is shown and reads it back, pixel by pixel, without a running table."""

from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.core.image import Image
from kivy.core.window import Window
from kivy.graphics import Canvas, ClearBuffers, ClearColor, Fbo
from kivy.graphics.texture import Texture

from ui.layout import table_layout
from ui.shown import Shown
from ui.theme import BACKGROUND, rgb
from ui.widgets.screen import ScreenDrawing


class Snapshot:
    """A screen that is drawn into memory."""

    def __init__(self, size: tuple[int, int] = (800, 480), px_per_mm: float = 5.2) -> None:
        EventLoop.ensure_window()
        self._size = size
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

    def save(self, what: Shown, path: Path) -> None:
        """``what`` as a PNG."""
        texture = Texture.create(size=self._size, colorfmt="rgba")
        texture.blit_buffer(self.pixels(what), colorfmt="rgba", bufferfmt="ubyte")
        Image(texture).save(str(path), flipped=True)
