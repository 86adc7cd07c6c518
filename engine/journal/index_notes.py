"""What the index keeps of the records, and where the table rests: there its rows are written.

A batch ends at a coup's end, or at a record from which a replay may begin. So where one ends follows from the records
alone, and whoever fills the index, the core or a command beside it, writes the same.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from engine.answers import Alert, Answer, CoupResult
from engine.events import (
    AnyEvent,
    BettingClosed,
    CardOut,
    DealerChanged,
    Done,
    Opened,
    PayoutCorrected,
    ShoeStarted,
    TableOpened,
)
from engine.roles import HELD, VOID

Told: TypeAlias = TableOpened | ShoeStarted | Opened | DealerChanged | PayoutCorrected
"""Events that the index keeps something of besides what they were answered."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What the index keeps of one record: nothing of a card."""

    seq: int
    at: str
    coup: int
    """The open or coming coup, after it."""
    told: Told | None
    begins: bool
    """The betting is closed, or a card of the coup is out."""
    is_done: bool
    """A touch, which begins nothing of the next coup."""
    alerts: tuple[Alert, ...]
    result: CoupResult | None

    @classmethod
    def of(cls, seq: int, at: str, event: AnyEvent, answer: Answer, coup: int) -> Self:
        """What is kept of ``event`` and its ``answer``."""
        told = event if isinstance(event, Told) else None
        begins = answer.role not in (None, VOID, HELD) if isinstance(event, CardOut) else type(event) is BettingClosed
        done = isinstance(event, Done)
        return cls(seq, at, coup, told, begins and answer.refused is None, done, answer.alerts, answer.coup)

    @property
    def matters(self) -> bool:
        """The index keeps something of it."""
        return self.told is not None or self.begins or bool(self.alerts) or self.result is not None

    @property
    def is_of_past(self) -> bool:
        """It changes what a coup that is over was paid."""
        if isinstance(self.told, PayoutCorrected):
            return self.told.coup != self.coup
        return self.result is not None and self.result.number != self.coup

    @property
    def opens(self) -> bool:
        """A replay may begin with it."""
        return isinstance(self.told, TableOpened) or (isinstance(self.told, Opened) and self.told.standing is not None)


@dataclass(frozen=True, slots=True)
class Batch:
    """What happened from one rest of the table to the next."""

    after: int
    """The record before the first one."""
    upto: int
    """The last record."""
    noted: tuple[Noted, ...]
    """Those of the records that the index keeps something of, and the last one."""


class Past(NamedTuple):
    """The result of a coup that is over, told once more in the midst of a batch."""

    after: int
    """The record before the batch."""
    noted: Noted


class Gathering:
    """Gathers what comes after the record ``after``; ``coup`` is the number of the open or coming coup there.

    With nothing said it begins with the first record that it takes, from which a replay may begin.
    """

    def __init__(self, after: int | None = None, coup: int = 0) -> None:
        self._after = after
        self._coup = coup
        self._noted: list[Noted] = []

    def take(self, noted: Noted) -> Batch | Past | None:
        """What is to be written now that ``noted`` has come."""
        rests = noted.opens or (self._after is not None and noted.coup != self._coup)
        if self._after is None:
            self._after = noted.seq - 1
        self._coup = noted.coup
        if rests or noted.matters:
            self._noted.append(noted)
        if rests:
            batch = Batch(self._after, noted.seq, tuple(self._noted))
            self._noted, self._after = [], noted.seq
            return batch
        return Past(self._after, noted) if noted.is_of_past else None
