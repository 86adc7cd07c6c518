"""The enrolled deck's file: what is taken, and what each mistake is told."""

from pathlib import Path

import pytest

from engine.cards import Card
from firmware_bridge.registry import Registry, RegistryError

DECK = Registry.numbered(2).lines()


def error_of(lines: list[str]) -> str:
    with pytest.raises(RegistryError) as caught:
        Registry.parse(lines)
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


def test_two_packs_are_read(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text("\r\n".join(DECK))
    cards = Registry.load(path).cards
    assert len(cards) == 104
    assert cards["E004015000000000"] is Card.parse("AS")


def test_small_letters_and_blank_lines_are_taken() -> None:
    assert Registry.parse([line.lower() for line in DECK] + [""]).cards == Registry.numbered(2).cards


@pytest.mark.parametrize(
    ("at", "line", "words"),
    [
        (0, "E004,AS", ["line 1", '"tag,card" was due']),
        (3, "E004015000000002", ["line 4", "1 fields were seen", "write tag,card"]),
        (3, "E0040150XY,3S", ["line 4", "'E0040150XY' is not hexadecimal"]),
        (3, ",3S", ["line 4", "has 0 bytes, 1 to 62 were due"]),
        (3, "AB" * 63 + ",3S", ["line 4", "has 63 bytes"]),
        (3, "E004015000000002,3X", ["line 4", "'3X' is no card"]),
        (3, "E004015000000000,3S", ["line 4", "E004015000000000 stands in line 2 already"]),
        (3, "E004015000000002,4S", ["104 cards are no 2 × 52", "without 1 × 3S", "with 1 × 4S"]),
    ],
)
def test_mistake_is_told_with_its_line_and_remedy(at: int, line: str, words: list[str]) -> None:
    text = error_of([*DECK[:at], line, *DECK[at + 1 :]])
    for word in words:
        assert word in text


def test_missing_card_is_named() -> None:
    assert "103 cards are no 2 × 52: 2 packs without 1 × KC" in error_of(DECK[:-1])


def test_card_too_many_is_named() -> None:
    assert "2 packs with 1 × TH" in error_of([*DECK, "FF,TH"])


def test_file_that_is_not_there_is_told_by_its_path(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match=r"deck\.csv.*name the CSV file"):
        Registry.load(tmp_path / "deck.csv")


def test_empty_file_lacks_the_first_line() -> None:
    assert "line 1" in error_of([])


def test_white_card_that_bears_a_tag_is_no_card_of_the_packs() -> None:
    lines = [*Registry.numbered(1).lines(), "e00401509999, White"]
    deck = Registry.parse(lines)
    assert deck.white == {"E00401509999"}
    assert deck.cards == Registry.numbered(1).cards
    assert Registry.parse(deck.lines()) == deck
