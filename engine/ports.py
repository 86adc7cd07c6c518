"""Where effects enter: a card source and a clock, as the session sees them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from engine.answers import Answer
from engine.events import AnyEvent, CardOut, ClockStepped, Link, ShoeEmpty, WhiteCardOut
from engine.journal.chain import Record
from engine.view import Condition

Sighting: TypeAlias = CardOut | WhiteCardOut | ShoeEmpty | Link
"""What a card source can report: facts, never guesses."""


@dataclass(frozen=True, slots=True)
class Journalled:
    """What the journal holds of a card source when it starts: enough to drop repeats and to notice what is missing."""

    origins: frozenset[str] = field(default_factory=frozenset)
    """``boot_id:seq`` of every event of the open shoe."""
    passed: int = 0
    """Cards and white cards that left the open shoe."""
    shoe_open: bool = False


class SourceError(RuntimeError):
    """A card source cannot begin: what was seen and what to do. It may be started again once that is done."""


class Finding(Struct, frozen=True):
    """What a technician is told of one part."""

    part: str
    """Such as ``shoe``, ``exit gate``, ``disk``."""
    state: Literal["good", "note", "fault"]
    """``note``: weaker than it could be; ``fault``: the table must not open."""
    text: str
    """What was seen."""
    remedy: str = ""
    """What to do; empty only where nothing need be done."""


class CardSource(Protocol):
    """A reader at the shoe. It has its own thread and speaks through ``post`` alone."""

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:
        """Begin; ``post`` may be called from any thread and never blocks.

        Raises:
            SourceError: it cannot begin, and has not begun.
        """

    def acknowledge(self, origin: str) -> None:
        """The journal holds the event of this ``origin``: the device may forget it. Any thread."""

    def shoe_started(self) -> None:
        """The journal holds that a new shoe began: passes count from nought. Any thread."""

    def stop(self) -> None:
        """End the thread and close the device; returns when both are done."""


class Clock(Protocol):
    """The time of day, for the log; never for the order of things."""

    def now(self) -> str:
        """UTC, ISO 8601, milliseconds: ``2026-01-31T12:00:00.000Z``."""

    def stepped(self) -> ClockStepped | None:
        """The jump since this was asked last, if there was one."""

    def stepped_since(self, at: str) -> ClockStepped | None:
        """The jump back since the log's last record, which bears the time ``at``."""

    def conditions(self) -> tuple[Condition, ...]:
        """What people must know of it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A record that is durable and that the table took."""

    record: Record
    at: str
    event: AnyEvent
    answer: Answer
    coups: int
    """Coups that are over."""


class Follower(Protocol):
    """Told of every record in order, in the table's thread: it returns at once, and its troubles are its own."""

    def taken(self, taken: Taken) -> None:
        """A record more."""

    def stop(self) -> None:
        """The core ends."""
