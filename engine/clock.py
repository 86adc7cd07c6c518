"""The time of day for the log, watched for jumps: what orders the log is the number of a record, never its time."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from engine.events import ClockStepped
from engine.view import Condition

TOLERANCE_S: Final = 2.0
"""How far wall clock and monotonic clock may drift apart between two records before it is a jump, in seconds."""
BUILT: Final = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""No true clock shows a time before this version was written: a Raspberry Pi without a battery starts in 1970."""

NOT_SET: Final = Condition(
    "clock_not_set",
    "the clock shows {now}: the log's order holds, its times do not; connect the network or a clock module, or let a "
    "technician set it with timedatectl set-time",
)
STEPPED: Final = Condition(
    "clock_stepped", "the clock jumped by {by_s:+.0f} s at {now}: times before and after it do not compare"
)


class WatchedClock:
    """The machine's clock.

    Args:
        wall: seconds since 1970, UTC.
        monotonic: seconds that only grow.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._wall_s, self._monotonic_s = wall(), monotonic()
        self._stepped: Condition | None = None

    def now(self) -> str:
        """UTC, ISO 8601, milliseconds."""
        return written(self._wall())

    def stepped(self) -> ClockStepped | None:
        """The jump since this was asked last, if there was one."""
        wall_s, monotonic_s = self._wall(), self._monotonic()
        due_s = self._wall_s + monotonic_s - self._monotonic_s
        self._wall_s, self._monotonic_s = wall_s, monotonic_s
        return self._step(due_s, wall_s) if abs(wall_s - due_s) > TOLERANCE_S else None

    def stepped_since(self, at: str) -> ClockStepped | None:
        """The jump back since the log's last record, which bears the time ``at``: the core may have slept meanwhile."""
        try:
            then_s = datetime.fromisoformat(at).timestamp()
        except ValueError:
            return None
        return self._step(then_s, self._wall()) if self._wall() < then_s - TOLERANCE_S else None

    def _step(self, due_s: float, wall_s: float) -> ClockStepped:
        by_s = round(wall_s - due_s, 3)
        self._stepped = Condition(STEPPED.code, STEPPED.text.format(by_s=by_s, now=written(wall_s)))
        return ClockStepped(was=written(due_s), now=written(wall_s), by_s=by_s)

    def conditions(self) -> tuple[Condition, ...]:
        """What people must know of it: that it is not set, or that it jumped since the core started."""
        if self._wall() < BUILT:
            return (Condition(NOT_SET.code, NOT_SET.text.format(now=self.now())),)
        return (self._stepped,) if self._stepped is not None else ()


def written(wall_s: float) -> str:
    """A time as the log writes it.

    >>> written(0)
    '1970-01-01T00:00:00.000Z'
    """
    return datetime.fromtimestamp(wall_s, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
