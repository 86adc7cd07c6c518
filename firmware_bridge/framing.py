"""Bytes to frames of SHOE/1: no port, no clock, bounded memory."""

from dataclasses import dataclass
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
            body = shoe1.body_of(block)
            payload = shoe1.unpack(body.type, body.payload)
        except shoe1.WireError as error:
            return BadFrame(str(error))
        return Frame(body.type, body.boot_id, body.seq, body.t_ms, payload)


def wire(kind: int, boot_id: int, seq: int, *values: object) -> bytes:
    """The bytes of a host's frame; its ``t_ms`` is 0, since the shoe does not ask for it."""
    return shoe1.wire(shoe1.Body(kind, boot_id, seq, 0, shoe1.pack(kind, *values)))
