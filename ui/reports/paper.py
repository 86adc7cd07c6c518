"""A4 sheets: margins, the cursor that goes down, headings, facts, tables, cards. Millimetres from the top left."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, TypeAlias

from fpdf import FPDF

from engine.view import FACE_DOWN, UNREAD
from ui.reports.lettering import Lettering, Style
from ui.shapes import SHAPES
from ui.texts import text
from ui.theme import BACK, BACK_LINE, CARD_BLACK, CARD_EDGE, CARD_RED, IVORY

WIDTH: Final = 210.0
HEIGHT: Final = 297.0
LEFT: Final = 18.0
RIGHT: Final = WIDTH - 18.0
TOP: Final = 27.0
"""Below the head of a page."""
BOTTOM: Final = HEIGHT - 20.0
"""Above its foot."""
ACROSS: Final = RIGHT - LEFT
INK: Final = "#1b2226"
QUIET: Final = "#5b6870"
"""What is read second; 5:1 on white."""
LINE: Final = "#d5dbdd"
ACCENT: Final = "#0b5d4b"
"""The one colour: of felt."""
TINT: Final = "#eef4f2"
"""The accent, hardly there."""
LOSS: Final = "#9a3412"
"""Of bars below nought, and of alerts."""

BODY: Final = Style(8.5, INK)
BOLD: Final = replace(BODY, is_bold=True)
SMALL: Final = Style(7.0, QUIET)
LABEL: Final = Style(7.0, QUIET)
ALERT: Final = Style(8.5, LOSS)
HEADING: Final = Style(11.0, ACCENT, is_bold=True)
TITLE: Final = Style(22.0, INK, is_bold=True)
TYPED: Final = Style(6.0, INK, is_mono=True)
HASH: Final = Style(10.5, INK, is_mono=True)

CARD_WIDTH: Final = 7.5
CARD_HEIGHT: Final = 4.9
"""Cards lie on their side of a line: a rank and a suit beside each other."""
CARD_STEP: Final = 8.1
PAD: Final = 1.25
"""Above and below what stands in a row."""

GUTTER: Final = 3.4
"""Between columns."""

Align: TypeAlias = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards in a row, each two characters as a view writes it."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences below each other, each with its style."""

    said: tuple[tuple[str, Style], ...]


Cell: TypeAlias = str | Cards | Sentences
"""What stands in a column of a row."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    width: float
    """A share of the page's width."""
    align: Align = "left"
    style: Style = BODY


class Paper:
    """Sheets of one report.

    Args:
        language: what is written on them; :func:`ui.texts.speak` was told the same.
        title: of the file.
        at: when the report was made: the file says no other time, so that equal reports are equal bytes.
        furnish: draws what is the same on every page; it is given the page's number.
    """

    def __init__(self, language: str, title: str, at: datetime, furnish: Callable[["Paper", int], None]) -> None:
        self._pdf = FPDF(orientation="portrait", unit="mm", format="A4")
        self._pdf.set_auto_page_break(False)
        self._pdf.c_margin = 0.0
        self._pdf.set_creation_date(at)
        self._pdf.set_title(title)
        self._pdf.set_creator("banca21")
        self._pdf.set_producer("banca21")
        self._pdf.set_lang(language.replace("_", "-"))
        self._letters = Lettering(self._pdf, language)
        self._furnish = furnish
        self.y = TOP
        """Where the next thing goes, from the top."""
        self.turn()

    @property
    def pages(self) -> int:
        """How many there are."""
        return self._pdf.pages_count

    def file(self) -> bytes:
        """The PDF."""
        return bytes(self._pdf.output())

    # Going down

    def turn(self) -> None:
        """Take the next sheet."""
        self._pdf.add_page()
        self._furnish(self, self.pages)
        self.y = TOP

    def room(self, height: float) -> bool:
        """Is there so much left on this sheet? If not, the next one is taken."""
        if self.y + height <= BOTTOM:
            return True
        self.turn()
        return False

    def skip(self, height: float) -> None:
        """Leave a space."""
        self.y += height

    # Letters

    def write(self, x: float, y: float, words: str, style: Style = BODY, align: Align = "left") -> float:
        """Write a line that stands on ``y``; aligned to the right it ends at ``x``. Gives where it ends."""
        if align == "right":
            x -= self._letters.width(words, style)
        return self._letters.write(x, y, words, style)

    def width(self, words: str, style: Style) -> float:
        """How wide ``words`` are in a line."""
        return self._letters.width(words, style)

    def lines(self, words: str, style: Style, width: float) -> list[str]:
        """``words`` in lines of at most ``width``."""
        return self._letters.lines(words, style, width)

    def paragraph(self, words: str, style: Style = BODY, width: float = ACROSS, x: float = LEFT) -> None:
        """Write ``words`` from the cursor on, line by line."""
        for line in self.lines(words, style, width):
            self.room(style.leading)
            self.write(x, self.y + style.leading * 0.76, line, style)
            self.y += style.leading

    def heading(self, words: str, then: float = 14.0) -> None:
        """A heading, on a sheet that has room for ``then`` millimetres of what it is of."""
        self.room(10.0 + then)
        if self.y > TOP:
            self.skip(5.0)
        self.write(LEFT, self.y + 4.0, words, HEADING)
        self.skip(6.6)

    # Shapes

    def rule(self, y: float, colour: str = LINE, left: float = LEFT, right: float = RIGHT, width: float = 0.2) -> None:
        """A line across."""
        self._pdf.set_draw_color(colour)
        self._pdf.set_line_width(width)
        self._pdf.line(left, y, right, y)

    def block(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle, from its top left corner."""
        self._pdf.set_fill_color(colour)
        self._pdf.rect(x, y, width, height, style="F")

    def sign(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        """A suit or a sign of :mod:`ui.shapes`, in a square of ``size``, from its top left corner."""
        self._pdf.set_fill_color(colour)
        for polygon in SHAPES[name]:
            self._pdf.polygon([(x + px * size, y + (1 - py) * size) for px, py in polygon], style="F")

    def card(self, x: float, y: float, face: str) -> None:
        """A card: rank and suit, its back where it is ``##``, a question mark where it passed unread."""
        is_down = face == FACE_DOWN
        self._pdf.set_draw_color(BACK_LINE if is_down else CARD_EDGE)
        self._pdf.set_fill_color(BACK if is_down else IVORY)
        self._pdf.set_line_width(0.15)
        self._pdf.rect(x, y, CARD_WIDTH, CARD_HEIGHT, style="DF", round_corners=True, corner_radius=0.7)
        if is_down:
            self._pdf.rect(x + 0.7, y + 0.7, CARD_WIDTH - 1.4, CARD_HEIGHT - 1.4, style="D")
            return
        colour = CARD_RED if face[1:] in ("H", "D") else CARD_BLACK
        style = Style(8.5, colour, is_bold=True)
        if face == UNREAD or face[1:] not in SHAPES:
            self.write(x + (CARD_WIDTH - self.width("?", style)) / 2, y + 3.5, "?", style)
            return
        rank = text(f"key.{face[0]}")
        width = self.width(rank, style) + 0.4 + 2.4
        start = self.write(x + (CARD_WIDTH - width) / 2, y + 3.5, rank, style)
        self.sign(face[1], start + 0.4, y + 1.2, 2.4, colour)

    def cards(self, x: float, y: float, faces: Sequence[str], width: float) -> None:
        """Cards beside each other from the top left corner; what has no room goes into a further row."""
        a_row = max(int((width + CARD_STEP - CARD_WIDTH) / CARD_STEP), 1)
        for at, face in enumerate(faces):
            row, place = divmod(at, a_row)
            self.card(x + place * CARD_STEP, y + row * (CARD_HEIGHT + 0.6), face)

    # Tables

    def facts(self, facts: Sequence[tuple[str, str]], columns: int = 4) -> None:
        """Names and values in ``columns``, the name small above its value."""
        step = ACROSS / columns
        for start in range(0, len(facts), columns):
            row = facts[start : start + columns]
            values = [self.lines(value, BOLD, step - 3.0) for _, value in row]
            height = 4.0 + max(map(len, values)) * BOLD.leading + 1.6
            self.room(height)
            for at, ((name, _), lines) in enumerate(zip(row, values, strict=True)):
                x = LEFT + at * step
                self.write(x, self.y + 2.8, name, LABEL)
                for number, line in enumerate(lines):
                    self.write(x, self.y + 3.6 + BOLD.leading * (number + 0.76), line, BOLD)
            self.skip(height)

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> None:
        """Rows with hairlines between them; the columns' titles stand on every sheet. Without a row it says so."""
        widths = [column.width * ACROSS for column in columns]
        self._titles(columns, widths)
        if not rows:
            self.skip(PAD)
            self.paragraph(text("report.nothing"), SMALL)
        for row in rows:
            laid = [self._laid(cell, column, width) for cell, column, width in zip(row, columns, widths, strict=True)]
            height = max(one.height for one in laid) + 2 * PAD
            if not self.room(height):
                self._titles(columns, widths)
            x = LEFT
            for one, width in zip(laid, widths, strict=True):
                one.draw(x, self.y + PAD)
                x += width
            self.skip(height)
            self.rule(self.y)

    def _titles(self, columns: Sequence[Column], widths: Sequence[float]) -> None:
        titles = [
            self.lines(column.title, LABEL, width - GUTTER) for column, width in zip(columns, widths, strict=True)
        ]
        height = max(map(len, titles)) * LABEL.leading + 1.4
        x = LEFT
        for column, lines, width in zip(columns, titles, widths, strict=True):
            for number, line in enumerate(reversed(lines)):
                at = x + width - GUTTER if column.align == "right" else x
                self.write(at, self.y + height - 1.6 - number * LABEL.leading, line, LABEL, column.align)
            x += width
        self.skip(height)
        self.rule(self.y, ACCENT, width=0.35)

    def _laid(self, cell: Cell, column: Column, width: float) -> "_Laid":
        inner = width - GUTTER
        match cell:
            case Cards(faces=faces):
                a_row = max(int((inner + CARD_STEP - CARD_WIDTH) / CARD_STEP), 1)
                rows = -(-len(faces) // a_row)
                return _Laid(rows * (CARD_HEIGHT + 0.6), lambda x, y: self.cards(x, y - 0.5, faces, inner))
            case Sentences(said=said):
                lines = [(line, style) for words, style in said for line in self.lines(words, style, inner)]
            case str():
                lines = [(line, column.style) for line in self.lines(cell, column.style, inner)]
        height = sum(style.leading for _, style in lines)
        return _Laid(height, lambda x, y: self._column(x, y, inner, lines, column.align))

    def _column(self, x: float, y: float, width: float, lines: list[tuple[str, Style]], align: Align) -> None:
        for line, style in lines:
            self.write(x + width if align == "right" else x, y + style.leading * 0.76, line, style, align)
            y += style.leading


@dataclass(frozen=True, slots=True)
class _Laid:
    """A cell with its height, and how it is drawn from its top left corner."""

    height: float
    draw: Callable[[float, float], None]
