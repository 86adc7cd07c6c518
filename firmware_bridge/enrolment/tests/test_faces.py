"""The order of the cards: what is taken and what each mistake is told."""

import doctest
from pathlib import Path
from types import ModuleType

import pytest

from engine.cards import Card
from firmware_bridge.enrolment import faces, heard, part_file, passport, records, wording
from firmware_bridge.enrolment.errors import OrderFileError

MAKERS = [card.face for card in Card.pack()[::-1]]


@pytest.mark.parametrize("between", ["\n", ",", ", ", ";\r\n", " "])
def test_an_order_is_read_however_its_cards_are_parted(tmp_path: Path, between: str) -> None:
    path = tmp_path / "order.txt"
    path.write_text(between.join(MAKERS), encoding="utf-8-sig")
    assert faces.load_order(path) == Card.pack()[::-1]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["KC", "QX"], ["order, line 2: 'QX' is no card"]),
        (MAKERS[1:], ["51 cards without KC, each of the 52 was due once"]),
        ([*MAKERS, "TH"], ["53 cards with 2 × TH"]),
        ([*MAKERS[1:], "TH"], ["52 cards without KC and with 2 × TH"]),
        ([], ["0 cards without AS"]),
    ],
)
def test_a_mistake_in_the_order_is_told(lines: list[str], words: list[str]) -> None:
    with pytest.raises(OrderFileError) as caught:
        faces.order_of(lines, name="order")
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(("content", "word"), [(None, "No such file"), (b"\xff\xfe", "not UTF-8")])
def test_an_order_that_cannot_be_read_is_told_by_its_path(tmp_path: Path, content: bytes | None, word: str) -> None:
    path = tmp_path / "order.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(OrderFileError, match=f"order.txt: {word}"):
        faces.load_order(path)


@pytest.mark.parametrize("module", [faces, heard, part_file, passport, records, wording])
def test_examples_of_the_module_hold(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.failed == 0
    assert results.attempted > 0
