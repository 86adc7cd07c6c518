"""What a report tells, as frozen values. Amounts in avos; times UTC, ISO 8601, as the journal writes them."""

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.events import AnyEvent, Note
from engine.journal.found import FoundCoup
from engine.looking import Figures, Passport, Step
from ui import digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Whose report it is, when it was made, and what the log's last record was then."""

    table: str
    at: str
    """When it was made."""
    version: str
    """Of banca21."""
    seq: int
    """The log's last record then."""
    hash: str
    """That record's hash, 64 hexadecimal digits."""
    is_told: bool = True
    """Amounts are told at this table."""

    @property
    def line(self) -> str:
        """The chain's head in a line, as a checkpoint begins.

        >>> Cover(table="BJ-01", at="", version="", seq=7, hash="ab" * 32).line[:24]
        'banca21 BJ-01 7 abababab'
        """
        return digest.line(self.table, self.seq, self.hash)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A correction behind the coup's last record: of what was paid."""

    record: int
    at: str
    event: AnyEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A remark about a box, or that it is held in a dispute, or no longer."""

    record: int
    at: str
    event: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupReport:
    """One coup that is over."""

    cover: Cover
    coup: FoundCoup
    steps: tuple[Step, ...]
    """Each of its records, in order."""
    people: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Who vouches for a record, by its number: one or two staff numbers."""
    later: tuple[Corrected, ...] = ()
    notes: tuple[Noted, ...] = ()
    """About its boxes, in order: the holds that stood when it began, then what was noted up to its last record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeReport:
    """One shoe that is over."""

    cover: Cover
    passport: Passport
    coups: tuple[FoundCoup, ...]
    """The oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanReport:
    """A span of time, such as a shift."""

    cover: Cover
    figures: Figures
    coups: tuple[FoundCoup, ...]
    """Those that ended in it, the oldest first."""


Report: TypeAlias = CoupReport | ShoeReport | SpanReport
"""Whatever is reported."""
