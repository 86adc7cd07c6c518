"""Text as textures, in the fonts of the language that is spoken."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from kivy.core.text import Label, LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup

from ui.breaking import lines, unseen_out
from ui.fonts import KIVYS, SCRIPTS, files, runs
from ui.texts import spoken

Align: TypeAlias = Literal["left", "center", "right"]
"""On which side lines begin or end."""


@dataclass(frozen=True, slots=True)
class Letters:
    """How letters look, and in which language they are."""

    px: int
    is_bold: bool
    line: float = 1.0
    """The distance of lines, 1 the font's own."""
    align: Align = "left"
    language: str = field(default_factory=spoken)


def exact(texture: Any) -> Any:
    """``texture``, drawn pixel for pixel: no weighing of neighbours, which costs most of a frame without a GPU."""
    texture.min_filter = texture.mag_filter = "nearest"
    return texture


def written(text: str, letters: Letters) -> Any:
    """The texture of one line, white."""
    return _written(unseen_out(text), letters)


@lru_cache(maxsize=96)
def wrapped(text: str, width: int, letters: Letters) -> tuple[Any, int]:
    """The texture of a paragraph in ``width``, white, and how much of its height is marks that stand above a line's."""
    broken = lines(text, width, lambda part: measured(part, letters))
    usual = _extents("x", letters)[1]
    above = sum(max(0, _extents(line, letters)[1] - usual) for line in broken)
    return _written("\n".join(broken), letters), round(above * letters.line)


@lru_cache(maxsize=384)
def _written(text: str, letters: Letters) -> Any:
    label = _label(text, letters)
    label.refresh()
    return exact(label.texture)


def measured(text: str, letters: Letters) -> int:
    """How wide ``text`` becomes."""
    return _extents(unseen_out(text), letters)[0]


def _extents(text: str, letters: Letters) -> tuple[int, int]:
    of_language = runs(text, letters.language)
    sizes = [_ruler(run.family, letters.px, letters.is_bold).get_extents(run.text) for run in of_language]
    return sum(width for width, _ in sizes), max((height for _, height in sizes), default=0)


def _label(text: str, letters: Letters) -> Any:
    parted = runs(text, letters.language)
    first = parted[0].family if parted else KIVYS
    options = {
        "font_name": _named(first),
        "font_script_name": SCRIPTS[first],
        "font_size": letters.px,
        "bold": letters.is_bold,
        "line_height": letters.line,
        "halign": letters.align,
    }
    if len(parted) < 2:
        return Label(text=text, **options)
    return _Mixed(text="".join(f"[font={_named(r.family)}]{escape_markup(r.text)}[/font]" for r in parted), **options)


class _Mixed(MarkupLabel):  # type: ignore[misc]  # Kivy has no types
    """Runs in several fonts, each shaped as its own script."""

    def resolve_font_name(self) -> None:
        """Wherever another font begins: also its script."""
        super().resolve_font_name()
        self.options["font_script_name"] = SCRIPTS[self.options["font_name"]]


@lru_cache(maxsize=64)
def _ruler(family: str, px: int, is_bold: bool) -> Any:
    """Measures text."""
    return Label(font_name=_named(family), font_size=px, bold=is_bold, font_script_name=SCRIPTS[family])


@lru_cache(maxsize=8)
def _named(family: str) -> str:
    """What Kivy calls ``family``."""
    if family != KIVYS:
        regular, bold = files(family)
        LabelBase.register(family, str(regular), fn_bold=str(bold))
    return family
