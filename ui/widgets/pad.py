"""What lies over the boxes: lines to read, sentences and keys to touch."""

from collections.abc import Iterator

from ui.layout import Rect, TableLayout
from ui.shown import Pad
from ui.theme import DIM, TEXT, Mm
from ui.widgets.button import ButtonDrawing, Keys
from ui.widgets.ink import NOWHERE, Part, Untyped, Words


class PadDrawing:
    """One pad at a time; its keys are made once and change in place."""

    def __init__(self, canvas: Untyped, layout: TableLayout) -> None:
        self._canvas, self._layout = canvas, layout
        self._shown: Pad | None = None
        self._lines: list[tuple[Words, Words]] = []
        self._keys = Keys(canvas, layout.sizes)

    @property
    def keys(self) -> list[ButtonDrawing]:
        """What can be touched on it."""
        return self._keys.drawings

    def show(self, pad: Pad) -> None:
        """Draw ``pad``."""
        if pad == self._shown:
            return
        self._shown = pad
        rows = tuple(len(row) for row in pad.rows)
        places = self._layout.pad(len(pad.lines), len(pad.sentences), rows)
        self._lines_shown(pad, places.lines)
        keys = list(zip(pad.sentences, places.sentences, strict=True))
        for row, rects in zip(pad.rows, places.rows, strict=True):
            keys += zip(row, rects, strict=True)
        self._keys.show(tuple(keys))

    def _lines_shown(self, pad: Pad, rects: tuple[Rect, ...]) -> None:
        px = self._layout.sizes.px(Mm.LABEL)
        while len(self._lines) < len(pad.lines):
            n = len(self._lines) + 1
            label = Words(self._canvas, f"pad.line{n}.label", NOWHERE, px, DIM, is_bold=False)
            self._lines.append((label, Words(self._canvas, f"pad.line{n}.value", NOWHERE, px, TEXT, align="right")))
        for at, (label, value) in enumerate(self._lines):
            line = pad.lines[at] if at < len(pad.lines) else None
            rect = rects[at] if line is not None else NOWHERE
            value.show(line.value if line is not None else "", rect=rect)
            room = Rect(rect.x, rect.y, max(0, rect.w - value.width - px), rect.h)
            label.show(line.label if line is not None else "", rect=room)

    def parts(self) -> Iterator[Part]:
        """Its words and keys."""
        for words in (words for line in self._lines for words in line):
            yield from words.parts()
        for key in self._keys.drawings:
            yield from key.parts()
