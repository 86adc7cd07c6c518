"""What is looked for in the index, and what is found."""

from dataclasses import dataclass
from typing import Literal

from engine.answers import Alert, Outcome, SettlementRow
from engine.articles import Article


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
    """An alert, where it was told, and who has acknowledged it."""

    record: int
    at: str
    """When it was told."""
    code: str
    text: str
    article: Article
    values: dict[str, str | int]
    """What the sentence speaks of."""
    acknowledged_by: str | None
    acknowledged_at: str | None
    """``None``: nobody has acknowledged it."""

    @property
    def alert(self) -> Alert:
        """As it was told."""
        return Alert(self.code, self.text, self.article, self.values)


@dataclass(frozen=True, slots=True)
class FoundStanding:
    """An alert that nobody has acknowledged, and whose it is."""

    told: FoundAlert
    coup: int
    """The first record of its coup."""
    number: int | None
    """The coup's number; ``None``: it is not over."""


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


@dataclass(frozen=True, slots=True)
class Tally:
    """A coup's money and boxes, added up; amounts in avos."""

    shoe: int
    ended_at: str
    boxes: int
    """Boxes with a wager, also of a coup that was cancelled."""
    handle: int
    """What was wagered: main wagers as they were settled, and insurance; nothing of what went back."""
    paid: int
    """What players won."""
    bank: int
    """What the bank won (negative: lost)."""
    before_at: str | None
    """When the coup before ended; ``None``: it was of another shoe."""


@dataclass(frozen=True, slots=True)
class CountedTrouble:
    """How often something went wrong under one dealer."""

    kind: Literal["alert", "correction"]
    code: str
    dealer: str | None
    count: int
