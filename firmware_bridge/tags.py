"""Tags to cards, each tag at most once a shoe."""

from collections.abc import Iterable, Mapping

from engine.cards import Card
from engine.events import CardOut


class TagsOut:
    """Which tags of the enrolled deck have left the open shoe since this process began."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self._cards = cards
        self._out: set[str] = set()

    def card_out(self, uid: bytes, origin: str) -> CardOut:
        """The card that this tag is; unread where the tag is not enrolled or is out already (contract: "A tag that is
        already out in this shoe is no card").
        """
        tag = uid.hex().upper()
        card = None if tag in self._out else self._cards.get(tag)
        self._out.add(tag)
        return CardOut(card=card, tag=tag or None, origin=origin)

    def new_shoe(self, out: Iterable[str]) -> None:
        """A new shoe began, of which these tags have left already."""
        self._out = set(out)
