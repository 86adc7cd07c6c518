"""A decoder on a line that may go quiet in the midst of a frame."""

from typing import Final, Generic, TypeVar

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers.scanner import FrameScanner

F = TypeVar("F")

GAP_S: Final = 0.05
"""So long without a byte ends a frame, seconds.

No reader pauses within one (14 bytes take 15 ms at 9600 baud). USB adapters hold bytes back for 16 ms (FTDI's latency
timer), and the computer may be late.
"""


class Line(Generic[F]):
    """Frames are never joined over a gap, and a frame that was cut by one doesn't hold up the next."""

    def __init__(self, decoder: FrameScanner[F]) -> None:
        self._decoder = decoder
        self._heard_at = 0.0

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to do, seconds."""
        return None if self._decoder.is_settled else self._heard_at + GAP_S

    def received(self, chunk: bytes, now: float) -> list[F | BadFrame]:
        """The frames, good and bad, that bytes completed."""
        found = self.advance(now)
        if chunk:
            self._heard_at = now
            found += self._decoder.feed(chunk)
        return found

    def advance(self, now: float) -> list[F | BadFrame]:
        """The frames, good and bad, that a gap ended."""
        due_at = self.due_at
        return [] if due_at is None or now < due_at else self._decoder.flush()
