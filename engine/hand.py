"""Cards on the felt, hands, and what they count (articles 4 and 6)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.cards import Card, Rank


class Points(NamedTuple):
    """What cards count."""

    total: int
    """An ace counts 11 unless the hand would bust."""
    soft: bool
    """An ace counts 11."""


def points(cards: Iterable[Card]) -> Points:
    """What ``cards`` count (article 4).

    >>> points([Card.parse("AS"), Card.parse("6H")])
    Points(total=17, soft=True)
    >>> points([Card.parse("AS"), Card.parse("6H"), Card.parse("TD")])
    Points(total=17, soft=False)
    """
    total, ace = 0, False
    for card in cards:
        total += card.points
        ace = ace or card.points == 1
    soft = ace and total <= 11
    return Points(total + 10 if soft else total, soft)


@dataclass(slots=True)
class Laid:
    """A card that has its place on the felt."""

    n: int
    """Which card of the shoe, counted from 1."""
    card: Card | None
    """``None``: it passed unread and nobody has named it."""
    face_up: bool
    """Everybody sees it."""


@dataclass(slots=True)
class Hand:
    """The cards of the dealer, or of one hand of a box."""

    cards: list[Laid] = field(default_factory=list)

    @property
    def known(self) -> list[Card]:
        """The faces that were read or named, in the order they were dealt."""
        return [laid.card for laid in self.cards if laid.card is not None]

    @property
    def unread(self) -> Laid | None:
        """The first card whose face nobody knows."""
        return next((laid for laid in self.cards if laid.card is None), None)

    @property
    def points(self) -> Points:
        """What the known cards count."""
        return points(self.known)

    @property
    def is_bust(self) -> bool:
        """Its known cards count more than 21 (article 3(2)b)."""
        return self.points.total > 21

    @property
    def is_natural(self) -> bool:
        """An ace and a ten-point card as its first two and only cards (article 6)."""
        return len(self.cards) == 2 and sorted(card.points for card in self.known) == [1, 10]

    @property
    def is_prize(self) -> bool:
        """Exactly three cards, three sevens or 6-7-8 of one suit in any order (article 9)."""
        cards = self.known
        if len(self.cards) != 3 or len(cards) != 3:
            return False
        ranks = {card.rank for card in cards}
        suited = len({card.suit for card in cards}) == 1
        return ranks == {Rank.SEVEN} or (suited and ranks == {Rank.SIX, Rank.SEVEN, Rank.EIGHT})

    @property
    def open(self) -> list[Card]:
        """The known faces that everybody sees."""
        return [laid.card for laid in self.cards if laid.card is not None and laid.face_up]

    def show(self) -> None:
        """Turn every card face up."""
        for laid in self.cards:
            laid.face_up = True


@dataclass(slots=True)
class BoxHand(Hand):
    """One hand of a box and the wager on it. ``wager`` in avos."""

    box: int = 0
    number: int = 1
    player: str = ""
    wager: int = 0
    stood: bool = False
    is_over: bool = False
    """Bust, its wager taken (article 3(2)b), or paid the prize (article 9): the dealer's cards decide nothing."""

    @property
    def is_seen_bust(self) -> bool:
        """Bust by cards that all were read, or by those that lie open: of an unread face-down card only its player
        knows (article 3(2)b).
        """
        return (self.unread is None and self.is_bust) or points(self.open).total > 21


def is_ace(card: Card | None) -> bool:
    """An ace; an unread card is none."""
    return card is not None and card.rank is Rank.ACE
