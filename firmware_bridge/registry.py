"""The enrolled deck: which tag lies in which card."""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from engine.cards import Card, CardError
from firmware_bridge.errors import RegistryError

__all__ = ["Registry", "RegistryError"]

HEADER: Final = "tag,card"
"""The file's first line."""
WHITE: Final = "white"
"""Stands for the white card in the file, where that bears a tag too."""
TAG_BYTES_MAX: Final = 62
"""Longest tag, bytes: a UHF tag's EPC (its length field counts 31 words of 16 bits). SHOE/1's CARD takes 10."""
_PACK: Final = 52


@dataclass(frozen=True, slots=True)
class Registry:
    """A whole number of packs, each card with its own tag."""

    cards: Mapping[str, Card]
    """Tag, upper-case hex, to card."""
    white: frozenset[str] = field(default_factory=frozenset)
    """Tags of white cards."""

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The deck in a CSV file: a line ``tag,card``, then a line for each card, as in ``E0040150AABBCCDD,TH``.

        A white card that bears a tag is ``white``.

        Raises:
            RegistryError: the file can't be read, or names no whole number of packs; with the line and the remedy.
        """
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "not UTF-8"
            raise RegistryError(f"{path}: {why}: name the CSV file of the enrolled deck in the settings") from error
        return cls.parse(text.splitlines(), name=str(path))

    @classmethod
    def parse(cls, lines: Iterable[str], *, name: str = "deck") -> Self:
        """The deck in the lines of a CSV file; ``name`` stands in the errors.

        Raises:
            RegistryError: as :meth:`load`.
        """
        try:
            rows = list(enumerate(csv.reader(lines), 1))
        except csv.Error as error:
            raise RegistryError(f"{name}: no CSV file ({error}): write a line for each card, as in TAG,TH") from error
        if not rows or ",".join(rows[0][1]).replace(" ", "").lower() != HEADER:
            raise RegistryError(f'{name}, line 1: "{HEADER}" was due: write it above the first tag')
        cards: dict[str, Card | None] = {}
        line_of: dict[str, int] = {}
        for number, row in rows[1:]:
            if not row:
                continue
            tag, card = _entry(row, f"{name}, line {number}")
            if tag in cards:
                raise RegistryError(
                    f"{name}, line {number}: tag {tag} stands in line {line_of[tag]} already: "
                    "read both cards again and correct one line"
                )
            cards[tag] = card
            line_of[tag] = number
        known = {tag: card for tag, card in cards.items() if card is not None}
        _check_packs(known.values(), name)
        return cls(MappingProxyType(known), frozenset(cards) - frozenset(known))

    @classmethod
    def numbered(cls, packs: int) -> Self:
        """Packs with made-up tags in order, for the simulated shoe.

        >>> list(Registry.numbered(1).cards)[51]
        'E004015000000033'
        """
        faces = Card.pack() * packs
        return cls(MappingProxyType({f"E0040150{number:08X}": card for number, card in enumerate(faces)}))

    def lines(self) -> list[str]:
        """The lines of the CSV file that :meth:`parse` reads."""
        whites = (f"{tag},{WHITE}" for tag in sorted(self.white))
        return [HEADER, *(f"{tag},{card.face}" for tag, card in self.cards.items()), *whites]


def _entry(row: list[str], where: str) -> tuple[str, Card | None]:
    """Tag and card of a line; ``None`` for the white card."""
    if len(row) != 2:
        raise RegistryError(f"{where}: {len(row)} fields were seen, tag and card were due: write tag,card")
    text = row[0].strip()
    try:
        tag = bytes.fromhex(text)
    except ValueError as error:
        raise RegistryError(f"{where}: tag {text!r} is not hexadecimal: copy it as the reader shows it") from error
    if not 0 < len(tag) <= TAG_BYTES_MAX:
        raise RegistryError(f"{where}: tag {text!r} has {len(tag)} bytes, 1 to {TAG_BYTES_MAX} were due: read it again")
    if row[1].strip().lower() == WHITE:
        return tag.hex().upper(), None
    try:
        card = Card.parse(row[1].strip())
    except CardError as error:
        raise RegistryError(f"{where}: {error}") from error
    return tag.hex().upper(), card


def _check_packs(cards: Iterable[Card], name: str) -> None:
    counts = Counter(cards)
    packs = max(1, round(counts.total() / _PACK))
    missing = [f"{packs - counts[card]} × {card.face}" for card in Card.pack() if counts[card] < packs]
    surplus = [f"{counts[card] - packs} × {card.face}" for card in Card.pack() if counts[card] > packs]
    if missing or surplus:
        found = " and ".join(
            f"{what} {', '.join(which)}" for what, which in (("without", missing), ("with", surplus)) if which
        )
        raise RegistryError(
            f"{name}: {counts.total()} cards are no {packs} × {_PACK}: {packs} packs {found}: enrol what is missing, "
            "strike what is too many"
        )
