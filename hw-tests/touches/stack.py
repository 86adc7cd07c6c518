"""Shoes whose cards lie in an order that a test wants."""

from itertools import count

from deploy.demonstration import Felt
from engine.cards import Card
from firmware_bridge.simulated_shoe import WHITE_CARD, unread

UNREAD = "!"
"""Behind a card: its tag will not be read when it passes."""
BEHIND = 25
"""Cards behind a white card that no test has put anywhere."""


class Stack(Felt):
    """Each of ``shoes`` begins with these things, the rest of the deck behind them; the last one comes again.

    A thing is a card (``TH``), a card that will pass unread (``TH!``) or the white card (``-``).
    """

    def __init__(self, deck: dict[str, Card], *shoes: str) -> None:
        super().__init__(deck, seed=0)
        self._orders = [shoe.split() for shoe in shoes]
        self._number = count()

    def shuffled(self) -> list[str]:
        order = self._orders[min(next(self._number), len(self._orders) - 1)]
        rest, first = list(self._deck), []
        for thing in order:
            if thing == WHITE_CARD:
                first.append(thing)
                continue
            tag = next(tag for tag in rest if self._deck[tag] == Card.parse(thing.removesuffix(UNREAD)))
            rest.remove(tag)
            first.append(unread(tag) if thing.endswith(UNREAD) else tag)
        if WHITE_CARD not in first:
            rest.insert(len(rest) - BEHIND, WHITE_CARD)
        self.out.clear()
        loaded = first + rest
        self._shoe = [thing.removesuffix(UNREAD) for thing in loaded]
        return loaded
