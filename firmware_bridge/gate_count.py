"""Whether the shoe's exit gate and the log agree on how many cards have left.

The shoe's heartbeat gives its gate's count and the seq that comes next; once every event before that seq is taken, the
two counts speak of the same moment and must agree. So a pulse that never became an event is noticed, whatever
swallowed it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The gate's count and ours, of the same moment."""

    gate: int
    log: int


class GateCount:
    """Our count of the open shoe's passes beside the gate's.

    The gate's count starts again when the host says so, some time after the log's new shoe. Until a heartbeat shows
    that it did, it may stand at our count or still at our count plus what it stood at before: ``offset``.
    """

    def __init__(self, passed: int, shoe_open: bool) -> None:
        self.passed = passed
        """Cards and white cards out of the open shoe, by the events taken."""
        self.is_restarting = False
        """The shoe was told to count from nought, or will be, and has not shown it yet."""
        self._shoe_open = shoe_open
        self._offset: int | None = 0 if shoe_open else None
        self._heard: tuple[int, int] | None = None

    def restart(self, passed: int) -> None:
        """A new shoe began, of which ``passed`` passes are taken already."""
        if self._offset is not None:
            self._offset += self.passed - passed
        self.passed = passed
        self._shoe_open = True
        self.is_restarting = True

    def hear(self, next_seq: int, gate: int) -> None:
        """A heartbeat: ``gate`` counts every pass before ``next_seq``. An earlier one that still waits goes first."""
        if self._heard is None:
            self._heard = (next_seq, gate)

    def forget(self, *, losses_reported: bool = False) -> None:
        """The heartbeat that waits will never be due: another boot, or a gap given up.

        With ``losses_reported`` the next heartbeat is believed, since what it would show is known.
        """
        self._heard = None
        if losses_reported:
            self._offset = None

    def has_heard(self, next_seq: int) -> bool:
        """Whether a heartbeat can be compared, now that ``next_seq`` is due."""
        return self._heard is not None and self._heard[0] == next_seq

    def is_waiting(self) -> bool:
        """Whether a heartbeat tells of events that are not taken yet."""
        return self._heard is not None

    def compare(self) -> Disagreement | None:
        """Compare with the heartbeat that waits; after a disagreement its count is the one we go on from.

        Raises:
            ValueError: no heartbeat waits.
        """
        if self._heard is None:
            raise ValueError("no heartbeat waits: ask has_heard() first")
        gate = self._heard[1]
        self._heard = None
        expected = None if self._offset is None else self.passed + self._offset
        if self.is_restarting and gate == self.passed:
            self.is_restarting = False
        elif gate != expected and expected is not None and self._shoe_open:
            self._offset = gate - self.passed
            return Disagreement(gate, expected)
        self._offset = gate - self.passed
        return None
