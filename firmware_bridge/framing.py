"""Bytes to frames of SHOE/1: no port, no clock, bounded memory."""

from dataclasses import dataclass, field
from typing import TypeAlias

from firmware_bridge.firmware import shoe1

Payload: TypeAlias = (
    shoe1.Heartbeat
    | shoe1.Hello
    | shoe1.Card
    | shoe1.Count
    | shoe1.Lid
    | shoe1.Fault
    | shoe1.HostHello
    | shoe1.Set
    | shoe1.Time
    | shoe1.Nothing
)
"""The payload's tuple, by the frame's type."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame with a good checksum and a payload that SHOE/1 has."""

    type: int
    boot_id: int
    seq: int
    t_ms: int
    """The sender's clock, milliseconds, u32."""
    payload: Payload
    signed: bytes = field(default=b"", repr=False, compare=False)
    """What its authentication tag is over."""
    tag: bytes = field(default=b"", repr=False, compare=False)
    """Its authentication tag; empty where it bears none. Whether it is right the link must say."""


@dataclass(frozen=True, slots=True)
class BadFrame:
    """Bytes between two zeros that are no frame."""

    reason: str


class Deframer:
    """Cuts and checks; at most one block's bytes (101) wait in it.

    >>> Deframer().feed(bytes.fromhex("06018034120701010101 05DFE3DE8600"))
    [Frame(type=128, boot_id=4660, seq=7, t_ms=0, payload=Nothing())]
    """

    def __init__(self) -> None:
        self._splitter = shoe1.Splitter()
        self.bad = 0
        """Bad frames so far."""

    def feed(self, chunk: bytes) -> list[Frame | BadFrame]:
        """The frames, good and bad, that end in ``chunk``."""
        found = [self._checked(block) for block in self._splitter.feed(chunk)]
        self.bad += sum(isinstance(item, BadFrame) for item in found)
        return found

    def _checked(self, block: bytes | None) -> Frame | BadFrame:
        if block is None:
            return BadFrame(f"more than {shoe1.BLOCK_MAX} bytes without a zero")
        try:
            opened = shoe1.opened(block)
        except shoe1.WireError as error:
            return BadFrame(str(error))
        body = opened.body
        return Frame(body.type, body.boot_id, body.seq, body.t_ms, opened.payload, opened.signed, opened.tag)


def wire(
    kind: int, boot_id: int, seq: int, *values: object, number: int = 0, signer: shoe1.Signer | None = None
) -> bytes:
    """The bytes of a host's frame; ``number`` grows with each frame of a session that is signed."""
    return shoe1.wire(shoe1.Body(kind, boot_id, seq, number, shoe1.pack(kind, *values)), signer)
