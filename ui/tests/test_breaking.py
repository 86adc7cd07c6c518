"""Where lines may end and texts may be cut."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.breaking import CUT, clusters, lines, pieces, shortened, unseen_out

WIDE: Callable[[str], int] = len
"""Every character is as wide."""


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Box 4 decides", ["Box ", "4 ", "decides"]),
        ("card\u00a01: \u00b7 box", ["card\u00a01: ", "\u00b7 ", "box"]),
        ("莊家取牌，牌面向上。", ["莊", "家", "取", "牌，", "牌", "面", "向", "上。"]),
        ("按「停牌」", ["按", "「停", "牌」"]),
        ("第12門派1,250元", ["第12門", "派1,250元"]),
        ("（第5條）", ["（第5條）"]),
        ("不接受：no wager", ["不", "接", "受：", "no ", "wager"]),
        ("ไพ่\u200bหงาย ขอน", ["ไพ่\u200b", "หงาย ", "ขอน"]),
        ("賭\u2060枱", ["賭\u2060枱"]),
        ("", [""]),
    ],
)
def test_a_line_may_end_between_these(text: str, parts: list[str]) -> None:
    assert pieces(text) == parts


@pytest.mark.parametrize(
    ("text", "width", "broken"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 5, ["one", "two", "three"]),
        ("incomprehensible", 5, ["incomprehensible"]),
        ("莊家取牌，牌面向上", 4, ["莊家取", "牌，牌面", "向上"]),
        ("ไพ่\u200bหงาย\u200bขอน", 8, ["ไพ่หงาย", "ขอน"]),
        ("a\nb c", 9, ["a", "b c"]),
        ("a\n\nb", 9, ["a", "", "b"]),
    ],
)
def test_lines(text: str, width: int, broken: list[str]) -> None:
    assert lines(text, width, WIDE) == broken


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("e\u0301a", ["e\u0301", "a"]),
        ("น้ำใจ", ["น้ำ", "ใจ"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("陳大", ["陳", "大"]),
        ("\U0001f468\u200d\U0001f469x", ["\U0001f468\u200d\U0001f469", "x"]),
        ("\u0301", ["\u0301"]),
    ],
)
def test_what_is_read_as_one_character_stays_together(text: str, parts: list[str]) -> None:
    assert clusters(text) == parts


TEXTS = st.text(st.sampled_from("ab 1,莊家，「」。นำ้ีเใe\u0301\u200b\u2060\n"), max_size=40)


@given(TEXTS, st.integers(1, 12))
def test_lines_lose_nothing_but_the_spaces_at_which_they_end(text: str, width: int) -> None:
    broken = lines(text, width, WIDE)
    assert "".join(broken).replace(" ", "") == unseen_out(text).replace("\n", "").replace(" ", "")
    seen = [unseen_out(piece).strip() for part in text.split("\n") for piece in pieces(part)]
    for line in broken:
        assert len(line) <= width or line.strip() in seen


@given(TEXTS, st.integers(0, 12))
def test_a_text_that_is_cut_short_ends_between_two_characters(text: str, width: int) -> None:
    short = shortened(text, clusters(text), lambda part: len(part) <= width)
    if short in (text, ""):
        return
    kept = short.removesuffix(CUT)
    assert len(short) <= width
    assert any("".join(clusters(text)[:n]).rstrip(" \u200b") == kept for n in range(len(text) + 1))
