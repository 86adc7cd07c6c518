"""The rule of a replacement: a worn card goes, a new one of the same name comes, and the tag changes in the deck.

Of several cards of that name the worn one must be known: by its tag, or it passes itself, or, where its tag is dead,
all others of the name pass and it is the one that is left.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.cards import Card
from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.enrolment import face_of, of_other_deck, packs_by_tag
from firmware_bridge.enrolment.errors import ReplacementError
from firmware_bridge.registry import Registry


class Replacement:
    """One card of a deck.

    Args:
        deck: the enrolled one.
        card: the worn card's name.
        old: its tag, where that is known.
        others: other decks, by the name of the file, whose tags must not come.

    Raises:
        ReplacementError: the deck does not have ``old`` in such a card.
    """

    def __init__(
        self, deck: Registry, card: Card, *, old: str | None = None, others: Mapping[str, Registry] | None = None
    ) -> None:
        self.card = card
        self._deck = deck
        self._others = dict(others or {})
        self._candidates = [tag for tag, face in deck.cards.items() if face is card]
        if old is not None and old not in self._candidates:
            raise ReplacementError(
                f"the deck has no {card.face} with the tag {old}: give the tag as the deck's file has it, or leave it "
                "out and pass the worn card"
            )
        self._given = old if old is not None or len(self._candidates) > 1 else self._candidates[0]
        self._old = self._given
        self._well: list[str] = []
        self._new: str | None = None
        self._is_confirmed = False
        self.is_dead = False
        """The worn card's tag is not read any more."""

    @property
    def old(self) -> str | None:
        """The tag that goes; ``None``: not known yet."""
        return self._old

    @property
    def new(self) -> str | None:
        """The tag that comes; ``None``: not read yet."""
        return self._new

    @property
    def pack(self) -> int | None:
        """The worn card's pack, from 1."""
        return None if self._old is None else packs_by_tag(self._deck)[self._old]

    @property
    def is_complete(self) -> bool:
        """Somebody saw that the new card is the one named."""
        return self._is_confirmed

    def registry(self) -> Registry:
        """The deck with the new tag in the worn one's place."""
        if self._old is None or self._new is None:
            return self._deck
        new = self._new
        cards = {new if tag == self._old else tag: card for tag, card in self._deck.cards.items()}
        return Registry(MappingProxyType(cards), self._deck.white)

    def take(self, tag: str) -> answers.ReplacementAnswer:
        """A card with this tag passed."""
        if self._old is None:
            return self._find(tag)
        if tag in (self._old, self._new):
            return answers.StillThere(self.card)
        face = face_of(self._deck, tag)
        if face is not None:
            return answers.SeenBefore(face, packs_by_tag(self._deck).get(tag))
        elsewhere = of_other_deck(tag, self._others)
        if elsewhere is not None:
            return elsewhere
        if self._new is not None:
            return answers.Unanswered()
        self._new = tag
        return answers.NewRead(self.card)

    def dead(self) -> bool:
        """The worn card is not read: the others will pass. Whether that helps now."""
        if self._old is not None:
            return False
        self.is_dead = True
        return True

    def confirm(self) -> bool:
        """Somebody looked: the new card is the one named; whether that was asked."""
        self._is_confirmed = self._new is not None
        return self._is_confirmed

    def back(self) -> bool:
        """The last step counts for nothing; whether there was one."""
        if self._new is not None:
            self._new = None
            return True
        if self._old == self._given and not self.is_dead:
            return False
        self._old = self._given
        self._well.clear()
        self.is_dead = False
        return True

    def _find(self, tag: str) -> answers.ReplacementAnswer:
        """The worn card itself, or one that is well."""
        if tag not in self._candidates:
            return answers.NotOfThisName(face_of(self._deck, tag))
        if not self.is_dead:
            self._old = tag
            return answers.OldFound()
        if tag in self._well:
            return answers.AlreadyPassed(self.card, packs_by_tag(self._deck)[tag])
        self._well.append(tag)
        left = [each for each in self._candidates if each not in self._well]
        if len(left) > 1:
            return answers.StruckOut(len(left))
        self._old = left[0]
        return answers.OldFound()
