"""What every reader of tags has in common: bytes and time go in; tags, troubles and bytes to send come out.

A reader only says which tags lie in its field. Whether one of them is a card that left the shoe is judged by
:mod:`firmware_bridge.fuse`; a good checksum is not yet a card.
"""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from firmware_bridge.framing import BadFrame


@dataclass(frozen=True, slots=True)
class TagSeen:
    """One frame that was whole told of this tag."""

    tag: str
    """Upper-case hex, two digits a byte, as the enrolled deck's file has it."""


@dataclass(frozen=True, slots=True)
class Present:
    """The reader answers."""

    text: str
    """What it says it is, such as ``PN532 firmware 1.6``; empty where its protocol does not tell."""


@dataclass(frozen=True, slots=True)
class Absent:
    """The reader does not answer."""

    text: str
    """What was seen and what to do."""


Item: TypeAlias = TagSeen | BadFrame | Present | Absent
"""What a reader has to tell, oldest first."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of bytes or of time passing."""

    items: tuple[Item, ...] = ()
    send: bytes = b""
    """To be sent to the reader now."""


class TagReader(Protocol):
    """One reader on one line. ``now`` is monotonic seconds everywhere. Its memory is bounded whatever comes in."""

    @property
    def name(self) -> str:
        """The model, as people call it."""

    @property
    def baud(self) -> int:
        """The line's rate, 8N1."""

    @property
    def reads(self) -> int:
        """So many equal reads make a card at a gate, by how much its checksum lets through (``banca21 bench faults``);
        without one it takes one more.
        """

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to do, seconds; ``None``: nothing waits for the time."""

    def opened(self, now: float) -> Heard:
        """The port is open: begin anew, whatever was before."""

    def received(self, chunk: bytes, now: float) -> Heard:
        """Bytes came, cut anywhere."""

    def advance(self, now: float) -> Heard:
        """Time has passed."""
