"""Cards on the felt, hands, the wagers on them, and what they count (articles 4, 6, 9)."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from engine.cards import Card, Rank
from engine.instructions import Due
from engine.roles import Role


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


Fate: TypeAlias = Literal["plays", "void", "held"]
"""What a correction made of a card: nothing, ``card_voided`` or ``card_held``."""


class Laid(Struct, eq=False):
    """A card that left the shoe. Two are the same only when they are one card."""

    seq: int
    """The record of its leaving: no other card of the table has it."""
    n: int
    """Which card of the shoe, counted from 1."""
    card: Card | None
    """Its face, where it counts. ``None``: it passed unread and nobody has named it, or it is sealed."""
    boxed: bool = False
    """It lay face up in the shoe: void (article 2(1))."""
    fate: Fate = "plays"
    lies_as: Role | None = None
    """After a correction, the role for which it lies face down and unseen."""
    role: Role | None = None
    """``None`` while it waits for a name that comes first."""
    asked: Due | None = None
    """What was due in the open coup when it left."""
    face_up: bool = False
    """Everybody sees it."""
    face: Card | None = None
    """Of a sealed card, what it will count."""
    sealed: bool = False
    """It lies face down but belongs face up: it has no value until the cards lie as the law has them."""

    @property
    def value(self) -> Card | None:
        """Its face, sealed or not; ``None`` while nobody has read or named it."""
        return self.face if self.sealed else self.card


def is_ace_and_ten(cards: Sequence[Laid]) -> bool:
    """An ace and a ten-point card, and nothing else (article 6)."""
    if len(cards) != 2 or cards[0].card is None or cards[1].card is None:
        return False
    first, second = cards[0].card.points, cards[1].card.points
    return first + second == 11 and (first == 1 or second == 1)


class Hand(Struct, eq=False):
    """The cards of the dealer, or of one hand of a box."""

    cards: list[Laid] = field(default_factory=list)

    @property
    def known(self) -> list[Card]:
        """The faces that were read or named, in the order they were dealt."""
        return [laid.card for laid in self.cards if laid.card is not None]

    @property
    def unread(self) -> Laid | None:
        """The first card whose face nobody knows."""
        for laid in self.cards:
            if laid.card is None:
                return laid
        return None

    @property
    def points(self) -> Points:
        """What the known cards count."""
        return points(self.known)

    @property
    def total(self) -> int:
        """What the known cards count, an ace 11 unless the hand would bust."""
        total, ace = 0, False
        for laid in self.cards:
            card = laid.card
            if card is not None:
                count = card.points
                total += count
                if count == 1:
                    ace = True
        return total + 10 if ace and total <= 11 else total

    @property
    def is_bust(self) -> bool:
        """Its known cards count more than 21 (article 3(2)b)."""
        total = 0
        for laid in self.cards:
            card = laid.card
            if card is not None:
                total += card.points
        return total > 21

    @property
    def is_natural(self) -> bool:
        """An ace and a ten-point card as its first two and only cards (article 6)."""
        return is_ace_and_ten(self.cards)

    @property
    def open(self) -> list[Card]:
        """The known faces that everybody sees."""
        return [laid.card for laid in self.cards if laid.card is not None and laid.face_up]

    @property
    def is_open(self) -> bool:
        """Everybody sees every card of it."""
        for laid in self.cards:  # noqa: SIM110 - half the time of all()
            if not laid.face_up or laid.card is None:
                return False
        return True


class Bet(Struct, eq=False):
    """One bettor's wager on a hand, in avos."""

    player: str
    unit: int
    """As it was placed."""
    amount: int
    """What is at risk: twice the unit once doubled (article 11)."""
    surrendered: bool = False
    """Half of it was given up (article 12)."""
    even_money: bool = False
    """It was paid 1:1 (article 6)."""

    @property
    def is_over(self) -> bool:
        """The cards to come decide nothing of it."""
        return self.surrendered or self.even_money


class BoxHand(Hand, eq=False):
    """One hand of a box and the wagers on it."""

    box: int = 0
    number: int = 1
    bets: list[Bet] = field(default_factory=list)
    stood: bool = False
    """It draws no more."""
    is_over: bool = False
    """Every wager on it is decided: bust (article 3(2)b), prize (9), given up (12) or even money (6)."""
    split: bool = False
    """It came of a split: its 21 of two cards is no natural (article 6)."""
    has_prize: bool = False
    """It was paid the special prize (article 9)."""

    @property
    def is_natural(self) -> bool:
        """An ace and a ten-point card as its only cards, and no split wager (article 6)."""
        return not self.split and is_ace_and_ten(self.cards)

    @property
    def is_seen_bust(self) -> bool:
        """Bust by cards that all were read, or by those that lie open: of an unread face-down card only its player
        knows (article 3(2)b).
        """
        if not self.is_bust:
            return False
        return self.unread is None or points(self.open).total > 21

    @property
    def to_play(self) -> bool:
        """Its player has still to decide."""
        return not (self.stood or self.is_over)

    @property
    def is_doubled(self) -> bool:
        """A wager on it was doubled (article 11)."""
        return any(bet.amount > bet.unit for bet in self.bets)

    @property
    def live_bets(self) -> Sequence[Bet]:
        """The wagers that are still to be decided."""
        return [] if self.is_over else [bet for bet in self.bets if not (bet.surrendered or bet.even_money)]

    def bet_of(self, player: str) -> Bet | None:
        """The wager of ``player`` on it."""
        return next((bet for bet in self.bets if bet.player == player), None)


PRIZE_RUN = {Rank.SIX, Rank.SEVEN, Rank.EIGHT}
"""Of one suit (article 9)."""


def is_prize(hand: Hand) -> bool:
    """Exactly three cards, three sevens or 6-7-8 of one suit in any order (article 9)."""
    if len(hand.cards) != 3:
        return False
    ranks, suits = set(), set()
    for laid in hand.cards:
        if laid.card is None:
            return False
        ranks.add(laid.card.rank)
        suits.add(laid.card.suit)
    return ranks == {Rank.SEVEN} or (len(suits) == 1 and ranks == PRIZE_RUN)


def is_ace(card: Card | None) -> bool:
    """An ace; an unread card is none."""
    return card is not None and card.rank is Rank.ACE


def is_ten(card: Card | None) -> bool:
    """A ten-point card; an unread card is none."""
    return card is not None and card.points == 10
