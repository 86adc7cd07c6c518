"""What the clock did over a journal: where it went back, and where nothing was written for long.

The order of a journal is that of its numbers; its times are told and prove nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from engine.journal.walk import Row

GAP: Final = timedelta(minutes=10)
"""Without a record for so long there is a gap."""
BACK: Final = timedelta(seconds=2)
"""Set back by less, a clock was put right as clocks are."""

_AT: Final = b'"at":"'
_SKIP: Final = len(_AT)
_END: Final = _SKIP + len("2026-01-31T12:00:00.000Z")
_MINUTE: Final = len("2026-01-31T12:00")


@dataclass(frozen=True, slots=True)
class Step:
    """From one record to the next the clock went from ``before`` to ``after``."""

    seq: int
    """The later record."""
    before: datetime
    after: datetime

    @property
    def length(self) -> timedelta:
        """How far it went, forward or back."""
        return abs(self.after - self.before)


class Times:
    """The times of the records taken so far."""

    def __init__(self) -> None:
        self.back = 0
        """How often the clock went back."""
        self.furthest: Step | None = None
        """The longest step back."""
        self.gaps = 0
        """How often nothing was written for long."""
        self.longest: Step | None = None
        """The longest gap."""
        self._last = b""

    def take(self, rows: Iterable[Row]) -> None:
        """The next records. A record's time is the last ``"at"`` in it: within a JSON text the quotes are escaped."""
        last, minute = self._last, self._last[:_MINUTE] or b"none yet"
        for seq, payload, _ in rows:
            place = payload.rfind(_AT)
            if place < 0:
                continue
            at = payload[place + _SKIP : place + _END]
            if at < last or not at.startswith(minute):  # else there is nothing to be told
                self._judge(seq, _read(last), _read(at))
                minute = at[:_MINUTE]
            last = at
        self._last = last

    def _judge(self, seq: int, before: datetime | None, after: datetime | None) -> None:
        if before is None or after is None:
            return
        step = Step(seq, before, after)
        if step.after < step.before - BACK:
            self.back += 1
            if self.furthest is None or step.length > self.furthest.length:
                self.furthest = step
        elif step.after > step.before + GAP:
            self.gaps += 1
            if self.longest is None or step.length > self.longest.length:
                self.longest = step


def _read(at: bytes) -> datetime | None:
    try:
        read = datetime.fromisoformat(at.decode("ascii"))
    except ValueError:
        return None
    return read if read.tzinfo is not None else None
