"""What the index keeps of the records, and where the table rests: there its rows are written.

A batch ends at a coup's end, or at a record from which a replay may begin. So where one ends follows from the records
alone, and whoever fills the index, the core or a command beside it, writes the same. What people look for meanwhile is
written early as well, and once more with its batch.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, Self, TypeAlias

from engine.answers import Alert, Answer, CoupResult
from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    BettingClosed,
    CardOut,
    Correction,
    DealerChanged,
    Done,
    Opened,
    PayoutCorrected,
    Request,
    ShoeStarted,
    TableOpened,
)
from engine.lines import name_of
from engine.roles import HELD, VOID

Told: TypeAlias = TableOpened | ShoeStarted | Opened | DealerChanged | PayoutCorrected | AlertAcknowledged
"""Events that the index keeps something of besides what they were answered."""

LATE: Final = "late"
"""The code of a request that was made for a moment that had passed; of other corrections it is their ``type``."""


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
    correction: str | None = None
    """It put something right: how, by its code."""

    @classmethod
    def of(cls, seq: int, at: str, event: AnyEvent, answer: Answer, coup: int) -> Self:
        """What is kept of ``event`` and its ``answer``."""
        told = event if isinstance(event, Told) else None
        begins = answer.role not in (None, VOID, HELD) if isinstance(event, CardOut) else type(event) is BettingClosed
        done = isinstance(event, Done)
        is_taken = answer.refused is None
        correction = correction_of(event) if is_taken else None
        return cls(seq, at, coup, told, begins and is_taken, done, answer.alerts, answer.coup, correction)

    @property
    def matters(self) -> bool:
        """The index keeps something of it."""
        known = (self.told, self.result, self.correction)
        return self.begins or bool(self.alerts) or any(each is not None for each in known)

    @property
    def is_of_past(self) -> bool:
        """It changes what a coup that is over was paid, or says that an alert was read."""
        if isinstance(self.told, AlertAcknowledged):
            return True
        if isinstance(self.told, PayoutCorrected):
            return self.told.coup != self.coup
        return self.result is not None and self.result.number != self.coup

    @property
    def is_looked_for(self) -> bool:
        """People look for it before its coup is over."""
        return bool(self.alerts) or self.correction is not None or self.is_of_past

    @property
    def opens(self) -> bool:
        """A replay may begin with it."""
        return isinstance(self.told, TableOpened) or (isinstance(self.told, Opened) and self.told.standing is not None)


def correction_of(event: AnyEvent) -> str | None:
    """The code of what ``event``, if it is taken, puts right; ``None``: nothing.

    >>> from engine.events import Done, MisdealFound
    >>> correction_of(MisdealFound(reason="two upcards", by="2001"))
    'misdeal_found'
    >>> correction_of(Done(before=7)), correction_of(Done())
    ('late', None)
    """
    if isinstance(event, Correction | PayoutCorrected):
        return name_of(event)
    return LATE if isinstance(event, Request) and event.before is not None else None


@dataclass(frozen=True, slots=True)
class Batch:
    """What happened from one rest of the table to the next."""

    after: int
    """The record before the first one."""
    upto: int
    """The last record."""
    noted: tuple[Noted, ...]
    """Those of the records that the index keeps something of, and the last one."""


class Early(NamedTuple):
    """What is written before its batch: alerts, what was put right, what concerns a coup that is over."""

    after: int
    """The record before the batch."""
    noted: Noted
    dealer: DealerChanged | None
    """Who has come to deal since the batch began."""


class Gathering:
    """Gathers what comes after the record ``after``; ``coup`` is the number of the open or coming coup there.

    With nothing said it begins with the first record that it takes, from which a replay may begin.
    """

    def __init__(self, after: int | None = None, coup: int = 0) -> None:
        self._after = after
        self._coup = coup
        self._noted: list[Noted] = []
        self._dealer: DealerChanged | None = None

    def take(self, noted: Noted) -> Batch | Early | None:
        """What is to be written now that ``noted`` has come."""
        rests = noted.opens or (self._after is not None and noted.coup != self._coup)
        if self._after is None:
            self._after = noted.seq - 1
        self._coup = noted.coup
        if rests or noted.matters:
            self._noted.append(noted)
        if rests:
            batch = Batch(self._after, noted.seq, tuple(self._noted))
            self._noted, self._after, self._dealer = [], noted.seq, None
            return batch
        if isinstance(noted.told, DealerChanged):
            self._dealer = noted.told
        return Early(self._after, noted, self._dealer) if noted.is_looked_for else None
