"""What is looked for in the index, and what is found."""

from dataclasses import dataclass

from engine.answers import Outcome, SettlementRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which coups are looked for; all that is given must hold."""

    shoe: int | None = None
    coup: int | None = None
    """Its number."""
    since: str | None = None
    """It ended then or later: UTC, ISO 8601 with milliseconds and ``Z``, as the journal writes it."""
    until: str | None = None
    """It ended before then."""
    box: int | None = None
    """Somebody had a wager there."""
    outcome: Outcome | None = None
    """A wager ended so; with ``box``, one on that box."""
    alert: str | None = None
    """The code of an alert that was told in it."""
    dealer: str | None = None
    """By staff number, who dealt its first card."""


@dataclass(frozen=True, slots=True)
class FoundAlert:
    """An alert, and where it was told."""

    record: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class FoundCoup:
    """A coup that is over."""

    first: int
    """Its first record, by which it is known."""
    last: int
    number: int
    shoe: int
    began_at: str
    ended_at: str
    dealer: str | None
    cancelled: bool
    last_of_shoe: bool
    bank: int
    """What the bank won, in avos."""
    told: int
    """The record that told its result last; after ``last`` where a payout was corrected."""
    rows: tuple[SettlementRow, ...]
    alerts: tuple[FoundAlert, ...]


@dataclass(frozen=True, slots=True)
class FoundShoe:
    """A shoe: by which version and with which settings it was dealt."""

    number: int
    record: int
    at: str
    version: str
    settings: str
