"""The rule of a check: every card of an enrolled deck passes once more, in any order or in the one that is due."""

from collections.abc import Mapping, Sequence

from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.faces import Face


class Check:
    """One pass of a deck.

    Args:
        faces: the deck, tag to face.
        packs: in which pack each tag lies.
        order: the faces in the order that is due; ``None``: they come as they come.
    """

    def __init__(
        self, faces: Mapping[str, Face], packs: Mapping[str, int], *, order: Sequence[Face] | None = None
    ) -> None:
        self._faces = faces
        self._packs = packs
        self._order = None if order is None else tuple(order)
        self._passed: list[str] = []
        self._slip: answers.Slipped | None = None

    @property
    def passed(self) -> int:
        """How many cards agreed so far."""
        return len(self._passed)

    @property
    def due(self) -> Face | None:
        """What is to pass next; ``None``: nothing any more, or any card."""
        if self._order is None or self.passed >= len(self._order):
            return None
        return self._order[self.passed]

    @property
    def slip(self) -> answers.Slipped | None:
        """What somebody must look at before the check goes on."""
        return self._slip

    @property
    def is_complete(self) -> bool:
        """Every card passed."""
        return self.passed == len(self._faces)

    @property
    def missing(self) -> tuple[tuple[Face, int | None], ...]:
        """What did not pass, and its pack, in the deck's order."""
        passed = set(self._passed)
        return tuple((face, self._packs.get(tag)) for tag, face in self._faces.items() if tag not in passed)

    def take(self, tag: str) -> answers.CheckAnswer:
        """A card with this tag passed."""
        face = self._faces.get(tag)
        if face is not None and self._passed and tag == self._passed[-1]:
            return answers.StillThere(face)
        if self._slip is not None:
            return answers.Unanswered()
        if face is not None and tag in self._passed:
            return answers.AlreadyPassed(face, self._packs.get(tag))
        if self.due is not None and face != self.due:
            self._slip = answers.Slipped(face, self.due)
            return self._slip
        if face is None:
            return answers.NotEnrolled(tag)
        self._passed.append(tag)
        return answers.Passed(face, self._packs.get(tag))

    def resume(self) -> bool:
        """The pack in the hand was put right, and the card that is due passes next; whether that was asked."""
        was_asked = self._slip is not None
        self._slip = None
        return was_asked
