"""Colours, letters, shapes and distances: what can be proved without drawing."""

import struct
from itertools import pairwise
from pathlib import Path
from string import Formatter

import kivy
import pytest

from ui.layout import Rect, table_layout
from ui.shapes import SHAPES, coverage
from ui.texts import TEXTS, money
from ui.theme import PAIRS, contrast

FONTS = Path(kivy.__file__).parent / "data" / "fonts"


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0])
def test_every_pair_of_colours_can_be_read(pair: tuple[str, str, str, float]) -> None:
    name, ink, surface, least = pair
    assert contrast(ink, surface) >= least, name


def test_contrast_is_wcags() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def _characters(font: Path) -> set[int]:
    """The characters of a font's cmap, format 4."""
    content = font.read_bytes()
    tables = {
        content[at : at + 4]: struct.unpack(">II", content[at + 8 : at + 16]) for at in range(12, 12 + 16 * 40, 16)
    }
    start = tables[b"cmap"][0]
    found: set[int] = set()
    for record in range(struct.unpack(">H", content[start + 2 : start + 4])[0]):
        offset = struct.unpack(">I", content[start + 8 + 8 * record : start + 12 + 8 * record])[0]
        table = content[start + offset :]
        if struct.unpack(">H", table[:2])[0] != 4:
            continue
        segments = struct.unpack(">H", table[6:8])[0] // 2
        ends = struct.unpack(f">{segments}H", table[14 : 14 + 2 * segments])
        starts = struct.unpack(f">{segments}H", table[16 + 2 * segments : 16 + 4 * segments])
        for first, last in zip(starts, ends, strict=True):
            found.update(range(first, last + 1))
    return found - {0xFFFF}


@pytest.mark.parametrize("font", ["Roboto-Regular.ttf", "Roboto-Bold.ttf"])
def test_the_font_has_every_character_of_every_text(font: str) -> None:
    characters = _characters(FONTS / font)
    assert ord("\u2660") not in characters  # the test would see a missing one
    needed = {ord(c) for text in TEXTS.values() for c in text if c != "\n"} | {ord(c) for c in "0123456789,.?\u2026"}
    assert needed <= characters


def test_every_text_has_named_places_only() -> None:
    for code, text in TEXTS.items():
        assert all(name != "" for _, name, _, _ in Formatter().parse(text) if name is not None), code


@pytest.mark.parametrize(("avos", "read"), [(0, "0"), (100, "1"), (1_250_000, "12,500"), (3750, "37.50"), (-500, "5")])
def test_money_is_read_aloud(avos: int, read: str) -> None:
    assert money(avos) == read


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_fills_some_of_its_square_and_not_all(name: str) -> None:
    covered = sum(coverage(SHAPES[name], 24, 24)) / (255 * 24 * 24)
    assert 0.05 < covered < 0.95


def test_coverage_is_exact_where_it_can_be() -> None:
    half = ((((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))),)
    assert coverage(half, 3, 1) == bytes((255, 128, 0))


GLASSES = [(800, 480, 5.2), (1280, 720, 8.2), (1024, 600, 6.6), (720, 1280, 8.2)]


@pytest.mark.parametrize("size", GLASSES)
def test_regions_do_not_touch_and_fill_the_screen(size: tuple[int, int, float]) -> None:
    layout = table_layout(*size)
    stack = [layout.header, layout.band, layout.dealer, layout.boxes, layout.bottom]
    for upper, lower in pairwise(stack):
        assert upper.y > lower.top


@pytest.mark.parametrize("size", GLASSES)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_the_left_hands_row_is_the_right_hands_mirrored(size: tuple[int, int, float], number: int) -> None:
    right, left = (table_layout(*size, is_left_handed=is_left) for is_left in (False, True))
    keys, primary = right.bottom_row((50,) * number)
    mirrored, other = left.bottom_row((50,) * number)
    assert len(keys) == number
    assert right.is_upright or primary.right == right.bottom.right
    assert left.is_upright or other.x == left.bottom.x
    assert [key.w for key in keys] == [key.w for key in mirrored]
    assert all(left.bottom.x <= key.x and key.right <= left.bottom.right for key in (*mirrored, other))


def test_columns_fill_their_row_to_the_pixel() -> None:
    columns = Rect(6, 0, 788, 10).columns(7, 5)
    assert (columns[0].x, columns[-1].right) == (6, 794)
    assert {b.x - a.right for a, b in pairwise(columns)} == {5}
