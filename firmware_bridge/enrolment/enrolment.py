"""The rule of enrolment: cards pass in a known order, so that each new tag is the tag of the card that is due.

Tags are not known beforehand, so that a slip of the order shows in the cards alone: after each thirteen, at the end and
whenever a pass may have gone unnoticed, somebody looks at the card and says that it is the one named, before the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

from engine.cards import Card
from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.faces import PACK, SUIT, WHITE_CARD, Face
from firmware_bridge.registry import Registry


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be enrolled."""

    packs: int
    order: tuple[Card, ...] = Card.pack()
    """In which the cards of every pack pass."""
    has_white: bool = False
    """At the end the tag of a white card."""
    deck: Registry = field(default_factory=lambda: Registry(MappingProxyType({})))
    """What is enrolled before: the new packs come after its own."""

    @property
    def faces(self) -> tuple[Face, ...]:
        """All that pass, in order."""
        return (*self.order * self.packs, *([WHITE_CARD] if self.has_white else []))

    @property
    def packs_before(self) -> int:
        """Packs of the deck that is there already."""
        return len(self.deck.cards) // PACK


class Enrolment:
    """One deck on its way.

    Args:
        plan: what is due.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._others: dict[str, Registry] = {}
        self._faces = plan.faces
        self._packs_of_deck = packs_by_tag(plan.deck)
        self._tags: list[str] = []
        self._at: dict[str, int] = {}
        """Where each tag stands in ``_tags``."""
        self._is_asking = False
        self._checked: set[int] = set()

    @property
    def tags(self) -> tuple[str, ...]:
        """Those enrolled, in order."""
        return tuple(self._tags)

    @property
    def due(self) -> Face | None:
        """What is to pass next; ``None``: nothing any more."""
        return self._faces[len(self._tags)] if len(self._tags) < len(self._faces) else None

    @property
    def last(self) -> Face | None:
        """What was enrolled last."""
        return self._faces[len(self._tags) - 1] if self._tags else None

    @property
    def asked(self) -> Face | None:
        """Somebody must look whether the card that passed last is this one; ``None``: nobody need."""
        return self.last if self._is_asking else None

    @property
    def is_complete(self) -> bool:
        """Nothing is due and nothing is asked."""
        return self.due is None and not self._is_asking

    @property
    def whole_pack(self) -> int | None:
        """The pack that ended with the last card, from 1; ``None`` in the midst of one."""
        cards = min(len(self._tags), self.plan.packs * PACK)
        if self._is_asking or not cards or cards % PACK:
            return None
        return self.plan.packs_before + cards // PACK

    @property
    def checked(self) -> frozenset[int]:
        """Packs whose second pass agreed."""
        return frozenset(self._checked)

    def pack(self, number: int) -> dict[str, Face]:
        """Tag and face of a new pack that is whole, in order; ``number`` counts from 1 with those before."""
        begin = (number - 1 - self.plan.packs_before) * PACK
        return dict(zip(self._tags[begin : begin + PACK], self.plan.order, strict=True))

    def registry(self) -> Registry:
        """The deck with everything that is enrolled by now."""
        new = dict(zip(self._tags, self._faces, strict=False))
        cards = {tag: face for tag, face in new.items() if isinstance(face, Card)}
        whites = frozenset(new) - frozenset(cards)
        return Registry(MappingProxyType({**self.plan.deck.cards, **cards}), self.plan.deck.white | whites)

    def beside(self, others: Mapping[str, Registry]) -> Self:
        """Itself, from now on with these other decks whose tags must not come."""
        self._others = dict(others)
        return self

    def take(self, tag: str) -> answers.Answer:
        """A card with this tag passed."""
        refusal = self._refusal(tag)
        if refusal is not None:
            return refusal
        number = len(self._tags)
        face = self._faces[number]
        self._at[tag] = number
        self._tags.append(tag)
        self._is_asking = len(self._tags) % SUIT == 0 or self.due is None
        return answers.Enrolled(face, self._pack_at(number), number % PACK + 1)

    def unread(self) -> answers.Answer:
        """A card passed and no tag was read: nothing changes."""
        return answers.Unread()

    def two_at_once(self) -> answers.Answer:
        """Several passed together: nothing changes."""
        return answers.TwoAtOnce()

    def doubt(self) -> None:
        """A card may have passed unnoticed: the last one must be looked at."""
        self._is_asking = bool(self._tags)

    def confirm(self) -> answers.Answer:
        """Somebody looked: the card that passed last is the one asked for."""
        face = self.asked
        if face is None:
            return answers.NothingAsked()
        self._is_asking = False
        return answers.Confirmed(face)

    def back(self, count: int = 1) -> answers.Answer:
        """The last ``count`` cards count for nothing; all of them or none."""
        if not 1 <= count <= len(self._tags):
            return answers.NotThatMany(len(self._tags))
        taken = []
        for _ in range(count):
            del self._at[self._tags.pop()]
            taken.append(self._faces[len(self._tags)])
        self._is_asking = False
        whole = self.plan.packs_before + len(self._tags) // PACK
        self._checked = {number for number in self._checked if number <= whole}
        return answers.TakenBack(tuple(taken))

    def agree(self) -> None:
        """The second pass of the pack that ended last agreed."""
        if self.whole_pack is not None:
            self._checked.add(self.whole_pack)

    def _refusal(self, tag: str) -> answers.Answer | None:
        """Why a tag is not taken."""
        if tag in self._at:
            at = self._at[tag]
            if at == len(self._tags) - 1:
                return answers.StillThere(self._faces[at])
            return answers.SeenBefore(self._faces[at], self._pack_at(at))
        before = face_of(self.plan.deck, tag)
        if before is not None:
            return answers.SeenBefore(before, self._packs_of_deck.get(tag))
        elsewhere = of_other_deck(tag, self._others)
        if elsewhere is not None:
            return elsewhere
        if self._is_asking:
            return answers.Unanswered()
        return answers.Surplus() if self.due is None else None

    def _pack_at(self, number: int) -> int | None:
        if self._faces[number] == WHITE_CARD:
            return None
        return self.plan.packs_before + number // PACK + 1


def packs_by_tag(deck: Registry) -> dict[str, int]:
    """In which pack each tag lies, from 1: the first of each card in the first pack, and so on."""
    seen: dict[Card, int] = {}
    packs = {}
    for tag, card in deck.cards.items():
        packs[tag] = seen[card] = seen.get(card, 0) + 1
    return packs


def face_of(deck: Registry, tag: str) -> Face | None:
    """What the deck has the tag in."""
    return WHITE_CARD if tag in deck.white else deck.cards.get(tag)


def of_other_deck(tag: str, others: Mapping[str, Registry]) -> answers.OfOtherDeck | None:
    """The other deck that has the tag."""
    for file, deck in others.items():
        face = face_of(deck, tag)
        if face is not None:
            return answers.OfOtherDeck(face, file)
    return None
