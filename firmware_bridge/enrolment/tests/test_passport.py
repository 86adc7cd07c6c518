"""The pack passport: whether it is this deck's, and what each difference is told."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from firmware_bridge.enrolment import passport
from firmware_bridge.enrolment.errors import DeckFileError, PassportError
from firmware_bridge.enrolment.tests.cards import ONE_PACK, TAGS, TWO_PACKS
from firmware_bridge.registry import Registry

CONTENT = passport.content_of(TWO_PACKS)
MADE = passport.issue(
    TWO_PACKS,
    name="house",
    file="deck.csv",
    made_at="2026-01-31T12:00:00.000Z",
    banca21="0.2.0",
    work=[passport.Work(did="enrolment of 2 packs", by="Ana", at="2026-01-31T11:00:00.000Z", reader="R", port="P")],
)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.csv"
    passport.save(TWO_PACKS, MADE, path)
    return path


def test_a_passport_counts_every_rank_and_suit() -> None:
    assert set(MADE.ranks.values()) == {8}
    assert MADE.suits == {"S": 26, "H": 26, "D": 26, "C": 26}
    assert (MADE.cards, MADE.white_cards, len(MADE.packs)) == (104, 0, 2)


def test_sums_are_those_that_sha256sum_gives(deck: Path) -> None:
    assert MADE.sha256 == hashlib.sha256(deck.read_bytes()).hexdigest()
    tags = sorted(list(TWO_PACKS.cards)[52:])
    assert MADE.packs[1].tags_sha256 == hashlib.sha256("".join(f"{tag}\n" for tag in tags).encode()).hexdigest()


def test_a_deck_of_its_passport_has_no_faults(deck: Path) -> None:
    assert passport.faults(MADE, CONTENT) == ()
    assert passport.of_deck(deck) == MADE


def test_a_deck_without_passport_has_none(deck: Path) -> None:
    passport.passport_path(deck).unlink()
    assert passport.of_deck(deck) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("04,5S", "00,5S").replace("00,AS", "04,AS"), ["sha256 is "]),
        (lambda text: text.replace("E004015000000004", TAGS[0]), ["sha256 is ", "tags of pack 1 are not"]),
        (lambda _: passport.content_of(ONE_PACK).decode(), ["52 cards, the passport 104", "1 packs, the passport 2"]),
        (lambda text: text + f"{TAGS[0]},white\n", ["1 white cards, the passport 0"]),
        (lambda text: text.replace("5S", "6S", 1), ["without 1 × 5S"]),
        (lambda text: text.lower(), ["sha256 is "]),
    ],
)
def test_a_deck_that_was_changed_is_told_in_what(deck: Path, change: Callable[[str], str], words: list[str]) -> None:
    deck.write_text(change(CONTENT.decode()))
    with pytest.raises(PassportError) as caught:
        passport.of_deck(deck)
    for word in [*words, "is not the deck of", "bring back the file of this passport"]:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cards": 103}, "104 cards, the passport 103"),
        ({"ranks": MADE.ranks | {"A": 7}}, "of each rank"),
        ({"suits": MADE.suits | {"S": 27}}, "of each suit"),
        ({"packs": MADE.packs[::-1]}, "tags of pack 1"),
        ({"sha256": "0" * 64}, f"the passport has {'0' * 64}"),
    ],
)
def test_a_passport_that_was_changed_is_told_in_what(change: dict[str, object], words: str) -> None:
    changed = msgspec.structs.replace(MADE, **change)
    assert words in "; ".join(passport.faults(changed, CONTENT))


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"deck": 1}'])
def test_a_file_that_is_no_passport_is_told(deck: Path, content: bytes) -> None:
    passport.passport_path(deck).write_bytes(content)
    with pytest.raises(PassportError, match=r"deck\.passport\.json: no pack passport"):
        passport.of_deck(deck)


def test_a_passport_whose_deck_is_gone_is_told_by_the_decks_path(deck: Path) -> None:
    deck.unlink()
    with pytest.raises(DeckFileError, match=r"deck\.csv: No such file"):
        passport.of_deck(deck)


def test_a_deck_that_cannot_be_written_leaves_no_passport_of_another(deck: Path) -> None:
    deck.unlink()
    deck.mkdir()
    with pytest.raises(DeckFileError):
        passport.save(ONE_PACK, MADE, deck)
    assert not passport.passport_path(deck).exists()


def test_words_of_a_passport_name_who_and_how_many() -> None:
    text = "\n".join(passport.words(MADE))
    assert "pack passport of house: 2 packs, 104 cards; 8 of each rank, 26 of each suit" in text
    assert "second pass agreed for 0 of 2 packs" in text
    assert "enrolment of 2 packs by Ana, reader R" in text


def test_the_deck_that_is_written_is_read_again() -> None:
    assert Registry.parse(CONTENT.decode().splitlines()).lines() == TWO_PACKS.lines()
