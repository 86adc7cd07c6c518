"""One boot's events in strict order of seq, and how far they may be acknowledged."""

from firmware_bridge.firmware.shoe1 import RING, SEQ_COUNT, distance, following
from firmware_bridge.framing import Frame


class Sequence:
    """Hands out each event once, in order; holds back what came early.

    The acknowledgement is cumulative, so it stands before the oldest event that the journal does not hold yet, and
    events that are not for the journal (lid, fault) wait their turn behind it.
    """

    def __init__(self, boot_id: int, oldest: int) -> None:
        self.boot_id = boot_id
        self.expected = oldest
        """The seq that is due next."""
        self.acknowledged = (oldest - 1) % SEQ_COUNT
        """The journal holds everything up to here."""
        self._held: dict[int, Frame] = {}
        self._settled: set[int] = set()

    def take(self, frame: Frame) -> list[Frame]:
        """The events that are in order now that this one came: none if it is a repeat or early."""
        if frame.seq == self.expected or (not self.is_repeat(frame.seq) and len(self._held) < RING):
            self._held[frame.seq] = frame
        return self._in_order()

    def is_repeat(self, seq: int) -> bool:
        """Whether this event was handed out already."""
        return distance(self.expected, seq) < 0

    def has_gap(self) -> bool:
        """Whether events wait for one that is missing."""
        return bool(self._held)

    def earliest_held(self) -> int:
        """Seq of the first event that waits.

        Raises:
            ValueError: none waits.
        """
        return min(self._held, key=lambda seq: distance(self.expected, seq))

    def skip_to(self, seq: int) -> list[Frame]:
        """Give up what is missing before ``seq``; the events that are in order now."""
        frames = []
        while distance(self.expected, seq) > 0:
            if self.expected in self._held:
                frames.append(self._held.pop(self.expected))
            else:
                self._settled.add(self.expected)
            self.expected = following(self.expected)
        self._advance()
        return frames + self._in_order()

    def settle(self, seq: int) -> bool:
        """The journal holds this event, or need not; whether the acknowledgement moved."""
        if self.is_acknowledged(seq):
            return False
        self._settled.add(seq)
        return self._advance()

    def is_acknowledged(self, seq: int) -> bool:
        """Whether the acknowledgement covers this event."""
        return distance(seq, self.acknowledged) >= 0

    def _in_order(self) -> list[Frame]:
        frames = []
        while self.expected in self._held:
            frames.append(self._held.pop(self.expected))
            self.expected = following(self.expected)
        return frames

    def _advance(self) -> bool:
        before = self.acknowledged
        while following(self.acknowledged) in self._settled:
            self.acknowledged = following(self.acknowledged)
            self._settled.discard(self.acknowledged)
        return self.acknowledged != before
