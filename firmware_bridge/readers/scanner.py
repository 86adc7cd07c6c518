"""Bytes to frames where a false start must not cost the good frame behind it: no port, no clock, bounded memory."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar

from firmware_bridge.framing import BadFrame

F = TypeVar("F")

RUN: Final = 256
"""Bytes in a row that form no frame give one :class:`BadFrame`, and another for each further run of so many."""


@dataclass(frozen=True, slots=True)
class Step(Generic[F]):
    """What the oldest bytes that wait turned out to be."""

    length: int
    """So many bytes are done with; the scan goes on behind them."""
    found: F | BadFrame | None
    """``None``: bytes that may stand between frames."""


class FrameScanner(ABC, Generic[F]):
    """Judges the oldest bytes as soon as they suffice; behind a failed check it looks again for a frame's start.

    The outcome doesn't depend on how the bytes were cut into chunks. What waits is never longer than one frame.
    """

    IDLE: ClassVar[bytes] = b""
    """Bytes that may stand between frames."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._bad_run = 0

    @property
    def waiting(self) -> int:
        """Bytes that wait for more."""
        return len(self._waiting)

    @property
    def is_settled(self) -> bool:
        """Nothing waits, and the last bytes were a good frame."""
        return not self._waiting and not self._bad_run

    def feed(self, chunk: bytes) -> list[F | BadFrame]:
        """The frames, good and bad, that end in ``chunk``."""
        found: list[F | BadFrame] = []
        for at in range(0, len(chunk), RUN):
            self._waiting += chunk[at : at + RUN]
            self._scan(found)
        return found

    def flush(self) -> list[F | BadFrame]:
        """The line went quiet: what waits will not be completed, yet a whole frame may stand within it."""
        found: list[F | BadFrame] = []
        while self._waiting:
            is_idle = self._waiting[0] in self.IDLE
            self._take(Step(1, None if is_idle else BadFrame("a frame was cut short")), found)
            self._scan(found)
        self._bad_run = 0
        return found

    @abstractmethod
    def _look(self, waiting: bytearray) -> Step[F] | None:
        """Judge the oldest bytes, at least one; ``None``: that takes more of them.

        More bytes must not change a judgement, and no more than one frame's bytes may be asked for.
        """

    def _scan(self, found: list[F | BadFrame]) -> None:
        while self._waiting and (step := self._look(self._waiting)) is not None:
            self._take(step, found)

    def _take(self, step: Step[F], found: list[F | BadFrame]) -> None:
        del self._waiting[: step.length]
        if isinstance(step.found, BadFrame):
            before = self._bad_run
            self._bad_run += step.length
            found += [step.found] * ((self._bad_run - 1) // RUN - (before - 1) // RUN)
        elif step.found is not None:
            self._bad_run = 0
            found.append(step.found)


def garbage(waiting: bytearray, start: int) -> Step[F]:
    """The bytes up to the next that could be a frame's first."""
    at = waiting.find(start)
    return Step(len(waiting) if at < 0 else at, BadFrame(f"bytes without the {start:02X} that begins a frame"))


def bad(reason: str, length: int = 1) -> Step[F]:
    """No frame begins here; the scan goes on ``length`` bytes further."""
    return Step(length, BadFrame(reason))
