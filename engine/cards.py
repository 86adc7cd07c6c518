"""Cards: rank, suit, points (article 4), and how they are written."""

from enum import StrEnum
from typing import ClassVar, Final, Self, final

from engine.hidden import Hidden


class CardError(ValueError):
    """A text that names no card."""


class Rank(StrEnum):
    """Ace to king; the value is the letter or digit a card is written with."""

    ACE = "A"
    """Counts 11 or 1, as the player likes (article 4)."""
    TWO = "2"
    """Counts 2."""
    THREE = "3"
    """Counts 3."""
    FOUR = "4"
    """Counts 4."""
    FIVE = "5"
    """Counts 5."""
    SIX = "6"
    """Counts 6."""
    SEVEN = "7"
    """Counts 7."""
    EIGHT = "8"
    """Counts 8."""
    NINE = "9"
    """Counts 9."""
    TEN = "T"
    """Counts 10."""
    JACK = "J"
    """Counts 10."""
    QUEEN = "Q"
    """Counts 10."""
    KING = "K"
    """Counts 10."""


class Suit(StrEnum):
    """The four suits; the value is the letter a card is written with."""

    SPADES = "S"
    """♠"""
    HEARTS = "H"
    """♥"""
    DIAMONDS = "D"
    """♦"""
    CLUBS = "C"
    """♣"""


POINTS: Final[dict[Rank, int]] = {rank: min(number, 10) for number, rank in enumerate(Rank, 1)}
"""Points of each rank, an ace as 1 (article 4)."""


@final
class Card(Hidden):
    """One of the 52 faces. Each exists once: ``Card.parse("TH") is Card.parse("10H")``. Only ``face`` says which it is.

    >>> Card.parse("10h").points
    10
    """

    __slots__ = ("face", "points", "rank", "suit")
    _faces: ClassVar[dict[str, Self]] = {}

    rank: Rank
    suit: Suit
    points: int
    face: str
    """Rank, then suit, as it is written: for a card that everybody sees, or for who may know it."""

    def __init__(self, rank: Rank, suit: Suit) -> None:
        self.rank = rank
        self.suit = suit
        self.points = POINTS[rank]
        self.face = rank.value + suit.value

    @classmethod
    def parse(cls, text: str) -> Self:
        """The card that ``text`` names: rank then suit, ``TH`` or ``10H``.

        Raises:
            CardError: the text names no card.
        """
        face = cls._faces.get(text.upper().replace("10", "T"))
        if face is None:
            raise CardError(f"{text!r} is no card: write rank A 2 … 9 T J Q K, then suit S H D C, as in TH")
        return face

    @classmethod
    def pack(cls) -> tuple[Self, ...]:
        """The 52 cards of one pack, spades to clubs, ace to king."""
        return tuple(cls._faces.values())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _copied: object) -> Self:
        return self


Card._faces.update({rank.value + suit.value: Card(rank, suit) for suit in Suit for rank in Rank})


class Tag(Hidden, str):
    """What a card's RFID tag says. It names the card to whoever has the deck's file: only ``text`` says it."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """As the reader gave it."""
        return str.__str__(self)
