"""The shoe's own truth: n packs hold each card n times (article 1a).

It is counted on cards that are public, and wholly at the end of the shoe.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.answers import Alert
from engine.cards import Card
from engine.hand import Laid
from engine.reasons import Notice


@dataclass(slots=True)
class CardCount:
    """The cards of one shoe by their record. It never leaves the engine: only its alerts do."""

    packs: int
    since: int = 0
    """The record of its loading: what left before is another shoe's."""
    cards: dict[int, Laid] = field(default_factory=dict)
    """Every card that left, face-down ones too."""
    public: dict[int, Card] = field(default_factory=dict)
    """Those that were seen by all."""
    times: Counter[Card] = field(default_factory=Counter)
    """How often each was seen."""

    def left(self, cards: Mapping[int, Laid]) -> None:
        """These cards left the shoe, or the one before it."""
        self.cards.update(cards)

    def seen(self, laid: Laid) -> Alert | None:
        """A card is public, or has another name now; gives the alert that there are too many of it."""
        before, card = self.public.get(laid.seq), laid.card
        if card is before or card is None or laid.seq < self.since:
            return None
        if before is not None:
            self.times[before] -= 1
        self.public[laid.seq] = card
        self.times[card] += 1
        return self._too_often(card, self.times[card]) if self.times[card] > self.packs else None

    def wholly(self) -> list[Alert]:
        """At the end of the shoe: the alerts of all its cards, burned ones too."""
        times = Counter(laid.value for seq, laid in self.cards.items() if seq > self.since)
        return [
            self._too_often(card, often) for card, often in times.items() if card is not None and often > self.packs
        ]

    def _too_often(self, card: Card, times: int) -> Alert:
        return Notice.CARD_TOO_OFTEN.alert(card=card.face, times=times, packs=self.packs)
