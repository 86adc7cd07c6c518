"""What each frame showed, written after it was flipped: for those who measure the screen, and for tests that look."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

from ui.situation import Situation
from ui.widgets.ink import Part
from ui.widgets.screen import ScreenDrawing

PRESSED: Final = "pressed"
"""Ends the line of a frame that was the first to show a finger on a button."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What the last frame showed."""

    frame: int
    """Frames that showed something new, counted from 1."""
    size: tuple[int, int]
    """The window's, in pixels."""
    is_connected: bool
    """To the core."""
    due_seq: int | None
    """Of the view; ``None``: there is none."""
    seq: int | None
    steady_s: float
    """On the monotonic clock, until when touches are passed over (:data:`ui.situation.STEADY_S`)."""
    parts: tuple[Part, ...]


class Frames:
    """Writes which view a frame showed (``trace``: a line each), and all that is on it (``tree``: the last one)."""

    def __init__(
        self, trace: Path | None, tree: Path | None, drawing: ScreenDrawing, situation: Callable[[], Situation]
    ) -> None:
        self._trace: TextIO | None = trace.open("a", buffering=1, encoding="utf-8") if trace is not None else None
        self._tree, self._drawing, self._situation = tree, drawing, situation
        self._last: Seen | None = None
        self._applied: tuple[str, ...] = ()
        self._in_frame: tuple[str, ...] = ()
        Window.bind(on_draw=self._on_draw, on_flip=self._on_flip)

    def applied(self) -> None:
        """The widgets now hold the situation's view; the next frame will have it."""
        self._will_tell()

    def pressed(self) -> None:
        """A button now shows that a finger lies on it; the next frame will have it."""
        self._will_tell(PRESSED)

    def close(self) -> None:
        """End the files."""
        Window.unbind(on_draw=self._on_draw, on_flip=self._on_flip)
        if self._trace is not None:
            self._trace.close()

    def _will_tell(self, *more: str) -> None:
        view = self._situation().view
        if view is not None:
            self._applied = (str(view.due_seq), str(view.seq), *(self._applied[2:] or more))
            Window.canvas.ask_update()

    def _on_draw(self, _window: Any) -> None:
        self._in_frame, self._applied = self._applied, ()

    def _on_flip(self, window: Any) -> bool:
        """Flip here and stop the event, so that what is written is written after the flip and not before it."""
        window.flip()
        glFinish()
        now_ns = time.monotonic_ns()
        if self._trace is not None and self._in_frame:
            due_seq, seq, *more = self._in_frame
            self._trace.write(" ".join((due_seq, seq, str(now_ns), *more)) + "\n")
        if self._tree is not None:
            self._write_tree(self._tree)
        return True

    def _write_tree(self, path: Path) -> None:
        situation, before = self._situation(), self._last
        view = situation.view
        seen = Seen(
            frame=before.frame if before is not None else 0,
            size=tuple(Window.size),
            is_connected=situation.is_connected,
            due_seq=view.due_seq if view is not None else None,
            seq=view.seq if view is not None else None,
            steady_s=max(0.0, situation.steady_s),
            parts=tuple(self._drawing.parts()),
        )
        if seen == before:
            return
        self._last = msgspec.structs.replace(seen, frame=seen.frame + 1)
        new = path.with_name(path.name + ".new")
        new.write_bytes(msgspec.json.encode(self._last))
        new.replace(path)
