"""What became of a card that passed, or of a key: what was done, or why nothing was."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from firmware_bridge.enrolment.faces import Face


@dataclass(frozen=True, slots=True)
class Enrolled:
    """The tag is this face's from now on."""

    face: Face
    pack: int | None
    """From 1; the white card lies in none."""
    number: int
    """From 1, within its pack."""


@dataclass(frozen=True, slots=True)
class StillThere:
    """The tag that was taken last was read again: no mistake."""

    face: Face


@dataclass(frozen=True, slots=True)
class SeenBefore:
    """The tag is enrolled already."""

    face: Face
    pack: int | None


@dataclass(frozen=True, slots=True)
class OfOtherDeck:
    """The tag is enrolled in another deck's file."""

    face: Face
    file: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A card passed and no tag was read."""


@dataclass(frozen=True, slots=True)
class TwoAtOnce:
    """Two or more passed together."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A card passed while a question is open: it counts for nothing."""


@dataclass(frozen=True, slots=True)
class Surplus:
    """A card passed after the last one that was due."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The dealer saw that the card is the one named."""

    face: Face


@dataclass(frozen=True, slots=True)
class NothingAsked:
    """There was no question to answer."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """These count for nothing any more, the last enrolled first."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class NotThatMany:
    """So many cannot be taken back; nothing was."""

    there: int


Answer: TypeAlias = (
    Enrolled
    | StillThere
    | SeenBefore
    | OfOtherDeck
    | Unread
    | TwoAtOnce
    | Unanswered
    | Surplus
    | Confirmed
    | NothingAsked
    | TakenBack
    | NotThatMany
)
"""Of an enrolment."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A card of the deck, once more."""

    face: Face
    pack: int | None


@dataclass(frozen=True, slots=True)
class AlreadyPassed:
    """It passed in this check before."""

    face: Face
    pack: int | None


@dataclass(frozen=True, slots=True)
class NotEnrolled:
    """No card of the deck bears this tag."""

    tag: str


@dataclass(frozen=True, slots=True)
class Slipped:
    """Another card than the one due: the pack in the hand or the deck's file is out of order. The check waits."""

    seen: Face | None
    """As what the tag is enrolled; ``None``: not at all."""
    due: Face


CheckAnswer: TypeAlias = Passed | StillThere | AlreadyPassed | NotEnrolled | Slipped | Unread | TwoAtOnce | Unanswered
"""Of a check."""


@dataclass(frozen=True, slots=True)
class OldFound:
    """It is known which tag goes."""


@dataclass(frozen=True, slots=True)
class StruckOut:
    """This one reads well, so it is not the worn one; so many may still be it."""

    left: int


@dataclass(frozen=True, slots=True)
class NotOfThisName:
    """The deck has the tag in another card, or not at all."""

    face: Face | None


@dataclass(frozen=True, slots=True)
class NewRead:
    """The tag of the new card was read."""

    card: Card


ReplacementAnswer: TypeAlias = (
    OldFound
    | StruckOut
    | NotOfThisName
    | NewRead
    | AlreadyPassed
    | StillThere
    | SeenBefore
    | OfOtherDeck
    | Unread
    | TwoAtOnce
    | Unanswered
)
"""Of a replacement."""
