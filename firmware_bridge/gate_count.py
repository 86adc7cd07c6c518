"""Whether the shoe's exit gate and the log agree on how many cards have left.

The shoe's heartbeat gives its gate's count and the seq that comes next; once every event before that seq is taken, the
two counts speak of the same moment and must agree. So a pulse that never became an event is noticed, whatever
swallowed it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The gate's count and ours, of the same moment; both of the open shoe."""

    gate: int
    log: int


class GateCount:
    """Our count of the open shoe's passes beside the gate's.

    The gate's count starts again when the host says so, some time after the log's new shoe. Until a heartbeat shows
    that it did, it may stand at our count or still ahead of it by what it stood at before: every lead that it may have
    is in ``_leads``, and after a second new shoe in the meantime there are three.
    """

    def __init__(self, passed: int, shoe_open: bool) -> None:
        self.passed = passed
        """Cards and white cards out of the open shoe, by the events taken."""
        self.is_restarting = shoe_open and passed == 0
        """The shoe was told to count from nought, or will be, and has not shown it yet. Of a new shoe without a pass an
        earlier host may not have come so far.
        """
        self._shoe_open = shoe_open
        self._leads = {0} if shoe_open and passed else set()
        """Empty: the gate's lead is not known, and the next heartbeat is believed."""
        self._heard: tuple[int, int] | None = None

    def restart(self, passed: int) -> None:
        """A new shoe began, of which ``passed`` passes are taken already."""
        if self._leads:
            self._leads = {lead + self.passed - passed for lead in self._leads} | {0}
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
            self._leads = set()

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
        lead = self._heard[1] - self.passed
        self._heard = None
        agrees = lead in self._leads or not self._leads or not self._shoe_open
        before = max((known for known in self._leads if known <= lead), default=0)
        if lead == 0:
            self.is_restarting = False
        if not self.is_restarting:
            self._leads = {lead}
        elif lead not in self._leads:
            self._leads = {lead, 0}
        return None if agrees else Disagreement(self.passed + lead - before, self.passed)
