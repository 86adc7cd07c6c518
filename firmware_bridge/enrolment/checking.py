"""The dialogue of a check: every card of an enrolled deck passes, and is named so that somebody can look at it."""

from collections import Counter
from typing import Final

from engine.cards import Card
from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.check import Check
from firmware_bridge.enrolment.enrolment import packs_by_tag
from firmware_bridge.enrolment.faces import PACK, WHITE_CARD, Face, large, short
from firmware_bridge.enrolment.heard import Heard, Key, SeveralPassed, TagPassed, UnreadPassed
from firmware_bridge.enrolment.wording import noted, told, where
from firmware_bridge.registry import Registry

_KEYS: Final = "q = end the check"


class Checking:
    """A :class:`~firmware_bridge.enrolment.dialogue.Dialogue`.

    Args:
        deck: the enrolled one.
        order: of each pack, where the cards must come so; ``None``: they come as they come.
    """

    def __init__(self, deck: Registry, order: tuple[Card, ...] | None = None) -> None:
        self._faces: dict[str, Face] = {**deck.cards, **dict.fromkeys(sorted(deck.white), WHITE_CARD)}
        due: tuple[Face, ...] | None = None
        if order is not None:
            due = (*order * (len(deck.cards) // PACK), *[WHITE_CARD] * len(deck.white))
        self._check = Check(self._faces, packs_by_tag(deck), order=due)
        self._strange: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        """Every card passed."""
        return self._check.is_complete

    @property
    def prompt(self) -> str:
        """The card that is due, or how many are left."""
        if self._check.slip is not None:
            return f"Enter = go on, {_KEYS}"
        if self._check.due is not None:
            return f"next: {large(self._check.due)}"
        left = len(self._faces) - self._check.passed
        return f"{left} left: pass the next, and look whether it is the one named" if left else ""

    def opening(self) -> list[str]:
        """What is to be passed."""
        how = "in order" if self._check.due is not None else "in any order"
        return [f"check of {len(self._faces)} cards, {how}", f"keys, each with Enter: {_KEYS}"]

    def stopped(self) -> list[str]:
        """What did not pass."""
        missing = [where(face, pack) for face, pack in self._check.missing]
        return [f"missing, {len(missing)} of {len(self._faces)}:", *(f"  {each}" for each in missing), *self.closing()]

    def closing(self) -> list[str]:
        """Which cards passed that are not the deck's."""
        return [
            f"tag {tag} is not enrolled and passed {count} ×: keep this card out of the deck"
            for tag, count in self._strange.items()
        ]

    def hear(self, heard: Heard) -> list[str]:
        """What is said to it."""
        match heard:
            case TagPassed(tag):
                return self._passed(tag)
            case UnreadPassed():
                return [told(answers.Unread())]
            case SeveralPassed():
                return [told(answers.TwoAtOnce())]
            case Key("", 1) if self._check.resume():
                return ["the check goes on"]
            case _:
                return [noted(heard, _KEYS)]

    def _passed(self, tag: str) -> list[str]:
        answer = self._check.take(tag)
        match answer:
            case answers.NotEnrolled():
                self._strange[tag] += 1
                return [told(answer)]
            case answers.Slipped(seen, due):
                if seen is None:
                    self._strange[tag] += 1
                name, must = short(seen), short(due)
                return [
                    told(answer),
                    f"look at the card: if it is {must}, the deck's file is wrong and the cards from {must} on are "
                    f"in doubt: strike the pack's lines from the file and enrol it again with --add; if it is {name}, "
                    f"the pack in your hand is out of order: put it right, press Enter and pass {must}",
                ]
            case answers.Passed(face, _):
                return [f"{told(answer)}   {large(face)}"]
            case _:
                return [told(answer)]
