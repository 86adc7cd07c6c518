"""RDM6300 and RDM630: EM4100 tags, 125 kHz. They send while a tag is there, are never asked, and can't be.

A frame is 14 bytes: STX, ten ASCII hex digits (version byte and four tag bytes), two of their XOR, ETX (Seeed's data
sheet of the 125 kHz module). It comes every 65 ms while the tag is in the field (arduino12/rdm6300). The XOR lets 1.0 %
of 2-bit errors through (of 100,000), and a noisy antenna gives frames with a good one where no tag is
(esprfid/esp-rfid#411).
"""

from functools import reduce
from operator import xor
from typing import Final

from firmware_bridge.readers.line import Line
from firmware_bridge.readers.scanner import FrameScanner, Step, bad, garbage
from firmware_bridge.readers.tag_reader import Heard, Present, TagSeen

STX: Final = 0x02
ETX: Final = 0x03
FRAME: Final = 14
"""Bytes of every frame."""
_ETX_AT: Final = FRAME - 1
_DIGITS: Final = b"0123456789ABCDEF"
"""Upper case alone: so the data sheet has it, and every frame that people recorded."""


class Rdm6300Decoder(FrameScanner[TagSeen]):
    """At most 13 bytes wait in it.

    >>> Rdm6300Decoder().feed(b"\\x0201000734E0D2\\x03")
    [TagSeen(tag='01000734E0')]
    """

    def _look(self, waiting: bytearray) -> Step[TagSeen] | None:
        if waiting[0] != STX:
            return garbage(waiting, STX)
        for at, byte in enumerate(waiting[1:_ETX_AT], 1):
            if byte == STX:
                return bad("a frame was cut short by the next", at)
            if byte not in _DIGITS:
                return bad(f"{byte:02X} stands where an upper-case hex digit was due", at)
        if len(waiting) < FRAME:
            return None
        if waiting[_ETX_AT] != ETX:
            return bad(f"{waiting[_ETX_AT]:02X} stands where ETX (03) was due", _ETX_AT)
        *tag, check = bytes.fromhex(waiting[1:_ETX_AT].decode("ascii"))
        if reduce(xor, tag) != check:
            return bad(f"the XOR is {reduce(xor, tag):02X}, the frame says {check:02X}", FRAME)
        return Step(FRAME, TagSeen(bytes(tag).hex().upper()))


class Rdm6300:
    """An RDM6300 or RDM630: a :class:`~firmware_bridge.readers.tag_reader.TagReader` that can't tell if it is there."""

    name: Final = "RDM6300"
    baud: Final = 9600
    reads: Final = 4  # its checksum is an XOR

    def __init__(self) -> None:
        self._line = Line(Rdm6300Decoder())

    @property
    def due_at(self) -> float | None:
        """When a frame that was begun is given up, seconds."""
        return self._line.due_at

    def opened(self, now: float) -> Heard:  # noqa: ARG002
        """Begin anew; nothing is sent."""
        self._line = Line(Rdm6300Decoder())
        return Heard((Present("RDM6300 (it only speaks when a tag is there)"),))

    def received(self, chunk: bytes, now: float) -> Heard:
        """Bytes came."""
        return Heard(tuple(self._line.received(chunk, now)))

    def advance(self, now: float) -> Heard:
        """Time has passed."""
        return Heard(tuple(self._line.advance(now)))
