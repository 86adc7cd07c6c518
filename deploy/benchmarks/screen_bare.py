"""The yardstick of ``bench screen``: a bare Kivy window with the same settings and one rectangle.

``python -m deploy.benchmarks.screen_bare SOCKET TRACE WIDTH HEIGHT [offscreen]`` connects to ``SOCKET``; at each line,
a number, and at each touch the rectangle changes its colour, and after the flip ``TRACE`` gets the line that
``banca21 screen --trace`` would write.
"""

import socket
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

from deploy.processes import end_with_parent
from ui.app import configure
from ui.options import Screen


def run(path: Path, trace: Path, size: tuple[int, int], *, is_offscreen: bool) -> None:
    """Show the rectangle until this process is told to end."""
    configure(Screen(socket=path, size=size, is_offscreen=is_offscreen))
    from kivy.base import runTouchApp
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.graphics import Color, Rectangle
    from kivy.graphics.opengl import glFinish
    from kivy.uix.widget import Widget

    root = Widget(size=size)
    with root.canvas:
        colour = Color(1, 1, 1, 1)
        Rectangle(pos=(0, 0), size=size)
    due: list[str] = []
    in_frame: list[str] = []
    with trace.open("a", buffering=1, encoding="utf-8") as lines:

        def change(words: str) -> None:
            colour.rgb = (1.0 - colour.r, 0.5, 0.5)
            due.append(words)

        def on_draw(_window: Any) -> None:
            in_frame[:], due[:] = due, []

        def on_flip(window: Any) -> bool:
            window.flip()
            glFinish()
            for words in in_frame:
                seq, *more = words.split()
                lines.write(" ".join((seq, seq, str(time.monotonic_ns()), *more)) + "\n")
            return True

        def hear() -> None:
            with socket.socket(socket.AF_UNIX) as told, told.makefile("rb") as numbers:
                told.connect(str(path))
                for number in numbers:
                    words = number.decode()
                    Clock.schedule_once(lambda _dt, words=words: change(words))

        root.bind(on_touch_down=lambda _root, _touch: change("0 pressed"))
        Window.bind(on_draw=on_draw, on_flip=on_flip)
        Thread(target=hear, daemon=True).start()
        runTouchApp(root)


if __name__ == "__main__":
    end_with_parent()
    told, frames, wide, high, *how = sys.argv[1:]
    run(Path(told), Path(frames), (int(wide), int(high)), is_offscreen="offscreen" in how)
