"""Letters on paper: which font writes what, how wide it is, where lines end. Millimetres and points."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.fonts import TTFFont

from ui.breaking import clusters, pieces, unseen_out
from ui.font_making import MAKINGS
from ui.fonts import KIVYS, SCRIPTS, Run, files, runs

MONO: Final = "mono"
"""Letters of one width, for what is typed into a terminal."""
POINT: Final = 25.4 / 72
"""Millimetres."""
BASELINE: Final = 0.8
"""Where letters stand in a cell as high as they are, from its top: as fpdf places them."""
AM: Final = re.compile("([\u0e48-\u0e4b]*)\u0e33")
"""SARA AM behind the tone that its ring stands under."""
MISSING: Final = ("\u25a1", "?")
"""What stands for a character that no font has: the first that the font has."""


@dataclass(frozen=True, slots=True)
class Style:
    """How something is written."""

    size: float = 8.5
    """Points."""
    colour: str = "#1b2226"
    is_bold: bool = False
    is_mono: bool = False

    @property
    def leading(self) -> float:
        """From one line to the next, millimetres: Thai has marks above and below."""
        return self.size * POINT * 1.36


class Lettering:
    """Writes with the fonts of ``language`` on ``pdf``; a font comes in when it is first needed."""

    def __init__(self, pdf: FPDF, language: str) -> None:
        self._pdf, self._language = pdf, language
        self._widths: dict[tuple[Run, float, bool], float] = {}
        """What was measured: a line is measured before it is written, and much is written more than once."""

    def width(self, words: str, style: Style) -> float:
        """How wide ``words`` are in a line, millimetres."""
        return sum(self._width(run, style) for run in self._runs(words, style))

    def write(self, x: float, y: float, words: str, style: Style) -> float:
        """Write ``words`` from ``x`` on, standing on the line ``y``; gives where they end."""
        self._pdf.set_text_color(style.colour)
        for run in self._runs(words, style):
            width = self._width(run, style)
            height = style.size * POINT
            self._pdf.set_xy(x, y - BASELINE * height)
            self._pdf.cell(width, height, run.text)  # fpdf shapes what stands in cells alone
            x += width
        return x

    def lines(self, words: str, style: Style, width: float) -> list[str]:
        """``words`` in lines of at most ``width`` millimetres; what cannot be broken otherwise is broken anywhere."""
        found: list[str] = []
        for paragraph in words.split("\n") or [""]:
            line = ""
            for piece in self._small_pieces(paragraph, style, width):
                if line and self.width((line + piece).rstrip(), style) > width:
                    found.append(line.rstrip())
                    line = ""
                line += piece
            found.append(line.rstrip())
        return found

    def _small_pieces(self, words: str, style: Style, width: float) -> list[str]:
        found: list[str] = []
        for piece in pieces(words):
            found += [piece] if self.width(piece, style) <= width else clusters(piece)
        return found

    def _runs(self, words: str, style: Style) -> list[Run]:
        """By font, with nothing in them that the font lacks."""
        clean = _clean(words)
        parted = (Run(MONO, clean),) if style.is_mono else runs(clean, self._language)
        return [Run(run.family, self._written(Run(run.family, _parted(run.text)), style)) for run in parted]

    def _written(self, run: Run, style: Style) -> str:
        font = self._font(run.family, style)
        stands_in = next((one for one in MISSING if ord(one) in font.cmap), "")
        return "".join(each if ord(each) in font.cmap else stands_in for each in run.text)

    def _width(self, run: Run, style: Style) -> float:
        """Also makes its font the one that is written with."""
        self._font(run.family, style)
        measured = run, style.size, style.is_bold
        if measured not in self._widths:
            self._widths[measured] = self._pdf.get_string_width(run.text)
        return self._widths[measured]

    def _font(self, family: str, style: Style) -> TTFFont:
        weight = "B" if style.is_bold and family != MONO else ""
        if f"{family.lower()}{weight}" not in self._pdf.fonts:
            self._pdf.add_font(family, weight, _file(family, is_bold=bool(weight)))
        self._pdf.set_text_shaping(True, script=SCRIPTS.get(family, SCRIPTS[KIVYS]))
        self._pdf.set_font(family, weight, style.size)
        font = self._pdf.current_font
        assert isinstance(font, TTFFont)
        return font


@cache
def _file(family: str, *, is_bold: bool) -> Path:
    """The font's file; letters of one width and Latin ones are those that come with Kivy, which is not started."""
    latin = next(making for making in MAKINGS if making.family == KIVYS)
    if family == MONO:
        return latin.regular.with_name("RobotoMono-Regular.ttf")
    if family == KIVYS:
        return latin.bold if is_bold else latin.regular
    return files(family)[is_bold]


def _parted(words: str) -> str:
    """SARA AM as the two signs that it is drawn as, so that each is found again by who searches the file."""
    return AM.sub("\u0e4d\\1\u0e32", words)


def _clean(words: str) -> str:
    """In one line, accents joined to their letters; what cannot be drawn stays and gets a sign of its own."""
    composed = unicodedata.normalize("NFC", unseen_out(words))
    return "".join(" " if each in "\n\r\t\u00a0" else each for each in composed)
