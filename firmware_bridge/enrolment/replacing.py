"""The dialogue of a replacement: the worn card is found, the new one is read and looked at."""

from typing import Final

from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.faces import large, words
from firmware_bridge.enrolment.heard import Heard, Key, SeveralPassed, TagPassed, UnreadPassed
from firmware_bridge.enrolment.replacement import Replacement
from firmware_bridge.enrolment.wording import noted, told

_KEYS: Final = "b = take the last step back, q = stop, nothing changes"


class Replacing:
    """A :class:`~firmware_bridge.enrolment.dialogue.Dialogue`."""

    def __init__(self, replacement: Replacement) -> None:
        self._replacement = replacement

    @property
    def is_over(self) -> bool:
        """The new card is confirmed."""
        return self._replacement.is_complete

    @property
    def prompt(self) -> str:
        """The step that is due."""
        it, card = self._replacement, self._replacement.card
        if it.new is not None:
            return f"Look at the new card: is it the {words(card).upper()}? Enter = yes, {_KEYS}"
        if it.old is not None:
            return f"next: the new {large(card)}"
        if it.is_dead:
            return f"next: every other {large(card)} of the deck, one by one"
        return f"next: the worn {large(card)}   (d = its tag is dead)"

    def opening(self) -> list[str]:
        """What is to be done."""
        known = "" if self._replacement.pack is None else f" of pack {self._replacement.pack}"
        return [f"{self._replacement.card.face}{known} is replaced", f"keys, each with Enter: {_KEYS}"]

    def stopped(self) -> list[str]:
        """Nothing is kept."""
        return ["stopped: the deck is as it was"]

    def hear(self, heard: Heard) -> list[str]:
        """What is said to it."""
        it = self._replacement
        match heard:
            case TagPassed(tag):
                return [told(it.take(tag))]
            case UnreadPassed() if it.old is None:
                return [f"{told(answers.Unread())}; if it is the worn {it.card.face}: d = its tag is dead"]
            case UnreadPassed():
                return [told(answers.Unread())]
            case SeveralPassed():
                return [told(answers.TwoAtOnce())]
            case Key("", 1) if it.confirm():
                return [f"{words(it.card)}: confirmed"]
            case Key("b", 1) if it.back():
                return ["taken back"]
            case Key("d", 1) if it.dead():
                return [
                    f"put the worn {it.card.face} away and pass the others: the one that does not come is the worn one"
                ]
            case _:
                return [noted(heard, _KEYS)]
