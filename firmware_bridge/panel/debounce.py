"""One contact without its bounce: edges and readings of its level go in, the changes that count come out.

Edges that follow each other closer than the debounce time are one *burst*. A burst ends when the contact has been quiet
for that time and a reading of the level agrees with the last edge, or when the opposite edge comes later than that;
only then does the contact count as changed, and the change is timed by the burst's first edge.

Edges get lost (joan2937/lg#18, gpiozero#550), so no edge is believed for ever: a reading that differs from what is
believed opens a burst, and one that differs from the last edge puts it in *doubt*. A doubt lasts one debounce time, in
which an edge that is still on its way may explain it; then the reading is believed.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transition:
    """A contact changed."""

    is_active: bool
    at: float
    """Of the first edge, monotonic seconds; where that was lost, the earliest that it can have been: when the contact
    was last known to be otherwise.
    """


@dataclass(slots=True)
class _Burst:
    """Edges that are one change, or none."""

    level: bool
    """As heard last."""
    last: float
    """When that was."""
    first: float
    """When it began; where a reading opened it, the earliest that it can have."""
    is_read: bool = False
    """It was opened by a reading, and no edge has come yet."""
    doubted_at: float | None = None
    """Since when readings differ from ``level``."""


class Debouncer:
    """One contact. Times are monotonic seconds; call :meth:`read` at ``due_at`` and a few times a second.

    Args:
        debounce_s: how long a level must last to count, in seconds.
        is_active: the level at the beginning.
        now: when that was.
    """

    def __init__(self, debounce_s: float, *, is_active: bool, now: float) -> None:
        self.is_active = is_active
        """What is believed."""
        self.healed = 0
        """How often a reading told what no edge had."""
        self._debounce_s = debounce_s
        self._known_at = now
        self._burst: _Burst | None = None

    @property
    def due_at(self) -> float | None:
        """When the level should be read next to end a burst; ``None``: there is none."""
        burst = self._burst
        if burst is None:
            return None
        return (burst.last if burst.doubted_at is None else burst.doubted_at) + self._debounce_s

    def edge(self, at: float, *, is_active: bool) -> tuple[Transition, ...]:
        """The level changed to ``is_active``: what that proves."""
        burst = self._burst
        if burst is None:
            self._burst = _Burst(is_active, last=at, first=at)
            return ()
        if burst.doubted_at is not None and at > burst.doubted_at:
            self._believe_reading(burst, burst.doubted_at)
        if burst.is_read and is_active == burst.level:  # the edge that the reading overtook
            burst.first = burst.last = min(at, burst.last)
            burst.is_read = False
            return ()
        at = max(at, burst.last)
        if is_active != burst.level and at >= burst.last + self._debounce_s:
            ended = self._end(burst, at)
            self._burst = _Burst(is_active, last=at, first=at)
            return ended
        burst.level, burst.last, burst.doubted_at, burst.is_read = is_active, at, None, False
        return ()

    def read(self, now: float, *, is_active: bool) -> tuple[Transition, ...]:
        """The level was read as ``is_active``: what that proves."""
        burst = self._burst
        if burst is None:
            if is_active == self.is_active:
                self._known_at = now
            else:
                self._burst = _Burst(is_active, last=now, first=self._known_at, is_read=True)
            return ()
        if now < burst.last + self._debounce_s:
            return ()
        if is_active != burst.level:
            return self._doubt(burst, now)
        if burst.doubted_at is not None:  # it changed there and back unheard
            burst.last, burst.doubted_at = now, None
            return ()
        return self._end(burst, now)

    def _doubt(self, burst: _Burst, now: float) -> tuple[Transition, ...]:
        if burst.doubted_at is None:
            burst.doubted_at = now
        elif now >= burst.doubted_at + self._debounce_s:
            self._believe_reading(burst, burst.doubted_at)
            return self._end(burst, now)
        return ()

    def _believe_reading(self, burst: _Burst, doubted_at: float) -> None:
        """An edge was lost between the burst's last and the reading that differed."""
        self.healed += 1
        burst.level, burst.last, burst.doubted_at = not burst.level, doubted_at, None

    def _end(self, burst: _Burst, now: float) -> tuple[Transition, ...]:
        """The burst is over and its level counts."""
        self._burst = None
        self._known_at = now
        if burst.level == self.is_active:
            return ()
        self.healed += burst.is_read
        self.is_active = burst.level
        return (Transition(burst.level, burst.first),)
