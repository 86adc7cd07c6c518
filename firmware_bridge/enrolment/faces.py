"""What can be due: a card or the white card, how it is said, and in which order a pack lies."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal, TypeAlias

from engine.cards import Card, CardError, Suit
from firmware_bridge.enrolment.errors import OrderFileError

Face: TypeAlias = Card | Literal["white"]
"""What a tag lies in."""

PACK: Final = 52
"""Cards of a pack."""
SUIT: Final = 13
"""Cards of a suit: after so many the dealer is asked."""
PIPS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
"""Each suit's sign."""
WHITE_CARD: Final[Face] = "white"
"""The white card."""


def words(face: Face) -> str:
    """As it is said.

    >>> words(Card.parse("KS"))
    'king of spades'
    """
    return f"{face.rank.name.lower()} of {face.suit.name.lower()}" if isinstance(face, Card) else "white card"


def short(face: Face | None) -> str:
    """As a deck's file writes it; ``None`` is none of the deck.

    >>> short(Card.parse("10S")), short(WHITE_CARD)
    ('TS', 'white')
    """
    return face.face if isinstance(face, Card) else face or "another card"


def large(face: Face) -> str:
    """As it is read from afar.

    >>> large(Card.parse("TH"))
    '10♥  TEN OF HEARTS'
    """
    sign = f"{face.rank.value.replace('T', '10')}{PIPS[face.suit]}  " if isinstance(face, Card) else ""
    return sign + words(face).upper()


def packs_in_words(number: int) -> str:
    """So many packs.

    >>> packs_in_words(1)
    '1 pack'
    """
    return f"{number} pack{'' if number == 1 else 's'}"


def load_order(path: Path) -> tuple[Card, ...]:
    """The 52 cards of a file, in its order, the first to pass first; see :func:`order_of`.

    Raises:
        OrderFileError: it can't be read or is not the order of one whole pack; with the line and the remedy.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise OrderFileError(f"{path}: {why}: name a text file of 52 cards, as in KS, QS, JS") from error
    return order_of(text.splitlines(), name=str(path))


def order_of(lines: Iterable[str], *, name: str) -> tuple[Card, ...]:
    """The cards of these lines, parted by commas, semicolons or blanks; ``name`` stands in the errors.

    Raises:
        OrderFileError: as :func:`load_order`.
    """
    order = []
    for number, line in enumerate(lines, 1):
        for word in re.split(r"[\s,;]+", line.strip()):
            if not word:
                continue
            try:
                order.append(Card.parse(word))
            except CardError as error:
                raise OrderFileError(f"{name}, line {number}: {error}") from error
    counts = Counter(order)
    missing = [card.face for card in Card.pack() if not counts[card]]
    surplus = [f"{count} × {card.face}" for card, count in counts.items() if count > 1]
    if missing or surplus:
        found = " and ".join(
            f"{what} {', '.join(which)}" for what, which in (("without", missing), ("with", surplus)) if which
        )
        raise OrderFileError(f"{name}: {len(order)} cards {found}, each of the 52 was due once: correct the file")
    return tuple(order)
