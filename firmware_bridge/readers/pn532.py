"""PN532 on its UART (HSU): ISO 14443A tags, asked for ever.

A frame is 00 00 FF, LEN, LCS, TFI to the last byte of data, DCS, 00 (UM0701-02 6.2.1): LEN + LCS and TFI to DCS are 0
mod 256; an extended frame has 00 00 FF FF FF, LEN (2), LCS. The chip acknowledges a command and then answers it with
the command's code + 1. The sum lets 1.1 % of 2-bit errors through (of 100,000): one answer is not yet a card.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Final, TypeAlias

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers.line import Line
from firmware_bridge.readers.scanner import FrameScanner, Step, bad, garbage
from firmware_bridge.readers.tag_reader import Absent, Heard, Item, Present, TagSeen

SIZE_MAX: Final = 265
"""Most bytes from TFI to the last of data, in an extended frame (UM0701-02 6.2.1.2)."""

_FROM_HOST: Final = 0xD4
_FROM_CHIP: Final = 0xD5
_ERROR: Final = b"\x7f"
"""The error frame's TFI, and all it has: the chip did not understand the command (UM0701-02 6.2.1.5)."""
_MARK: Final = b"\x00\xff"
"""The start code; the 00 before it is a preamble that may be missing."""
_ACK: Final = b"\x00\xff"
"""Stands in place of LEN and LCS. A NACK (FF 00) goes only to the chip (UM0701-02 6.2.1.4): a bad frame here."""


class Pn532Signal(Enum):
    """Frames without data, and what the chip says by each."""

    ACK = auto()
    """It has taken the command."""
    ERROR = auto()
    """It did not understand the command."""


@dataclass(frozen=True, slots=True)
class Pn532Answer:
    """An answer with good sums."""

    code: int
    """The command's + 1."""
    payload: bytes


Pn532Frame: TypeAlias = Pn532Signal | Pn532Answer


class Pn532Decoder(FrameScanner[Pn532Frame]):
    """At most 273 bytes wait in it.

    >>> Pn532Decoder().feed(bytes.fromhex("00 00 FF 00 FF 00  00 00 FF 02 FE D5 15 16 00"))
    [<Pn532Signal.ACK: 1>, Pn532Answer(code=21, payload=b'')]
    """

    IDLE: ClassVar[bytes] = b"\x00"

    def _look(self, waiting: bytearray) -> Step[Pn532Frame] | None:
        if waiting[0] != 0:
            return garbage(waiting, 0)
        if len(waiting) < 2:
            return None
        if not waiting.startswith(_MARK):
            zeros = len(waiting) - len(waiting.lstrip(b"\x00"))
            return Step(max(1, zeros - 1), None)
        if len(waiting) < 5:
            return None
        if waiting[2:4] == _ACK:
            return Step(5, Pn532Signal.ACK) if waiting[4] == 0 else bad("00 was due behind an ACK")
        return _sized(waiting)


def _sized(waiting: bytearray) -> Step[Pn532Frame] | None:
    """The frame whose LEN stands behind the start code, or behind FF FF in an extended frame."""
    is_extended = waiting[2:4] == b"\xff\xff"
    at, start = (4, 7) if is_extended else (2, 4)
    if len(waiting) < start:
        return None
    counted = waiting[at:start]
    if sum(counted) & 0xFF:
        return bad(f"LEN and LCS do not agree: {counted.hex(' ').upper()}")
    return _body(waiting, start, int.from_bytes(counted[:-1], "big"))


def _body(waiting: bytearray, start: int, size: int) -> Step[Pn532Frame] | None:
    """The frame whose TFI stands at ``start``, once all of it has come."""
    if not 1 <= size <= SIZE_MAX:
        return bad(f"LEN is {size}: 1 to {SIZE_MAX} were due")
    end = start + size
    if len(waiting) < end + 2:
        return None
    body = bytes(waiting[start:end])
    if (sum(body) + waiting[end]) & 0xFF:
        return bad(f"the DCS should be {-sum(body) & 0xFF:02X}, the frame says {waiting[end]:02X}")
    if waiting[end + 1] != 0:
        return bad(f"the frame ends with {waiting[end + 1]:02X}: 00 was due")
    if body == _ERROR:
        return Step(end + 2, Pn532Signal.ERROR)
    if size < 2 or body[0] != _FROM_CHIP:
        return bad(f"TFI {body[0]:02X} and {size - 1} bytes: an answer (D5) was due")
    return Step(end + 2, Pn532Answer(body[1], body[2:]))


def wire(command: bytes) -> bytes:
    """The bytes of a command, its code first; at most 254.

    >>> wire(GET_FIRMWARE_VERSION).hex(" ")
    '00 00 ff 02 fe d4 02 2a 00'
    """
    body = bytes((_FROM_HOST, *command))
    return bytes((0x00, *_MARK, len(body), -len(body) & 0xFF, *body, -sum(body) & 0xFF, 0x00))


SAM_CONFIGURATION: Final = b"\x14\x01"
"""No security chip is used (UM0701-02 7.2.10)."""
GET_FIRMWARE_VERSION: Final = b"\x02"
"""Answered by IC, version, revision, support (UM0701-02 7.2.2)."""
RF_CONFIGURATION: Final = b"\x32\x05\xff\x01\x01"
"""MaxRetries: MxRtyATR and MxRtyPSL as they are by default; MxRtyPassiveActivation 1, by default endless, so that the
poll is answered when no tag is there (UM0701-02 7.3.1, item 5)."""
IN_LIST_PASSIVE_TARGET: Final = b"\x4a\x01\x00"
"""One tag, 106 kBd, type A (UM0701-02 7.3.5)."""
WAKE_UP: Final = b"\x55\x55" + bytes(14)
"""Wakes the chip; the zeros last the millisecond that it needs (UM0701-02 7.2.11, and libnfc)."""
ABORT: Final = bytes.fromhex("00 00 FF 00 FF 00")
"""An ACK from the host makes the chip drop the command under way (UM0701-02 6.2.1.3)."""

_COMMANDS: Final = (SAM_CONFIGURATION, GET_FIRMWARE_VERSION, RF_CONFIGURATION, IN_LIST_PASSIVE_TARGET)
"""In this order, the last for ever."""


def tag_in(payload: bytes) -> TagSeen | BadFrame | None:
    """What a poll was answered; ``None``: no tag is there.

    The answer is NbTg, Tg, SENS_RES (2), SEL_RES, the UID's length, the UID and, from ISO 14443-4 tags, the ATS, whose
    first byte is its length (UM0701-02 7.3.5).
    """
    if payload == b"\x00":
        return None
    if len(payload) < 6 or payload[:2] != b"\x01\x01":
        return BadFrame("the poll's answer names neither one tag nor none")
    size = payload[5]
    uid, ats = payload[6 : 6 + size], payload[6 + size :]
    if size not in (4, 7, 10) or len(uid) != size or (ats and ats[0] != len(ats)):
        return BadFrame(f"the poll's answer has a UID of {size} bytes: 4, 7 or 10 were due, and all of them")
    return TagSeen(uid.hex().upper())


ACK_S: Final = 0.1
"""A command is acknowledged within this, seconds (15 ms by UM0701-02; as much as nfcpy gives)."""
ANSWER_S: Final = 0.5
"""And answered within this of the asking, seconds; a poll with two tries takes a tenth of it."""
BROKEN_S: Final = 0.1
"""After bytes that are no frame the answer is waited for no longer than this, seconds: it may have been in them."""
PAUSE_S: Final = 0.005
"""Between an answer and the next command, seconds."""
BACK_OFF_S: Final = 0.05
"""Before the chip is set up again, doubling with each attempt, seconds (libnfc#167: not at once after an abort)."""
BACK_OFF_MAX_S: Final = 2.0
"""The longest of these, seconds."""
ATTEMPTS: Final = 3
"""So many in a row have failed, and the reader counts as absent."""

_NO_ACK: Final = (
    "the PN532 does not answer: check its supply, that its switches say HSU (both 0), and that TX and RX are crossed"
)
_NO_ANSWER: Final = "the PN532 acknowledges and does not answer: switch its supply off and on, and check it is 3.3 V"
_REFUSED: Final = "the PN532 does not understand its commands: check its TX, RX and ground, then switch it off and on"
_NOISE: Final = (
    "the PN532's port gives bytes that are no frames: check the baud rate (115200), and its TX, RX and ground"
)


class Pn532:
    """A PN532 on its UART, as a :class:`~firmware_bridge.readers.tag_reader.TagReader`.

    Only an answer to the command under way is believed. After a failure the chip is set up from the beginning, since
    it may have lost its supply; it has recovered when it answers a poll.
    """

    name: Final = "PN532"
    baud: Final = 115200
    reads: Final = 6  # its checksum is a sum over few bytes, and it is asked some 30 times a second

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._line = Line(Pn532Decoder())
        self._due_at: float | None = None
        self._asked_at = 0.0
        self._step = 0
        self._is_awaiting = False
        self._trouble = _NO_ACK
        self._failures = 0
        self._version = ""
        self._is_present = False
        self._items: list[Item] = []
        self._send = b""

    @property
    def due_at(self) -> float | None:
        """When the next command, or the end of our patience, is due, seconds."""
        return min((at for at in (self._due_at, self._line.due_at) if at is not None), default=None)

    def opened(self, now: float) -> Heard:
        """Begin anew: wake it and set it up."""
        self._begin()
        self._ask(now)
        return self._drain()

    def received(self, chunk: bytes, now: float) -> Heard:
        """Bytes came."""
        self._hear(self._line.received(chunk, now), now)
        return self._drain()

    def advance(self, now: float) -> Heard:
        """Time has passed."""
        self._hear(self._line.advance(now), now)
        if self._due_at is not None and now >= self._due_at:
            if self._is_awaiting:
                self._fail(self._trouble, now)
            else:
                self._ask(now)
        return self._drain()

    def _ask(self, now: float) -> None:
        command = wire(_COMMANDS[self._step])
        self._send += WAKE_UP + command if self._step == 0 else command
        self._is_awaiting = True
        self._trouble = _NO_ACK
        self._asked_at = now
        self._due_at = now + ACK_S

    def _hear(self, frames: list[Pn532Frame | BadFrame], now: float) -> None:
        for frame in frames:
            if isinstance(frame, BadFrame):
                self._items.append(frame)
            if self._is_awaiting:
                self._heed(frame, now)

    def _heed(self, frame: Pn532Frame | BadFrame, now: float) -> None:
        match frame:
            case Pn532Answer(code, payload) if code == _COMMANDS[self._step][0] + 1:
                self._answered(payload, now)
            case Pn532Answer():
                pass
            case Pn532Signal.ACK:
                self._trouble = _NO_ANSWER
                self._due_at = self._asked_at + ANSWER_S
            case Pn532Signal.ERROR:
                self._fail(_REFUSED, now)
            case BadFrame():
                self._trouble = _NOISE
                self._due_at = min(self._asked_at + ANSWER_S, now + BROKEN_S)

    def _answered(self, payload: bytes, now: float) -> None:
        command = _COMMANDS[self._step]
        self._is_awaiting = False
        self._due_at = now + PAUSE_S
        self._step = min(self._step + 1, len(_COMMANDS) - 1)
        if command == GET_FIRMWARE_VERSION:
            self._version = _version(payload)
            if not self._failures:
                self._appear()
        elif command == IN_LIST_PASSIVE_TARGET:
            self._failures = 0
            self._appear()
            seen = tag_in(payload)
            if seen is not None:
                self._items.append(seen)

    def _appear(self) -> None:
        if not self._is_present:
            self._items.append(Present(self._version))
        self._is_present = True

    def _fail(self, trouble: str, now: float) -> None:
        self._send += ABORT
        self._is_awaiting = False
        self._step = 0
        self._due_at = now + min(BACK_OFF_S * 2 ** min(self._failures, 10), BACK_OFF_MAX_S)
        self._failures += 1
        if self._failures == ATTEMPTS:
            self._is_present = False
            self._items.append(Absent(trouble))

    def _drain(self) -> Heard:
        heard = Heard(tuple(self._items), self._send)
        self._items, self._send = [], b""
        return heard


def _version(payload: bytes) -> str:
    """What GetFirmwareVersion was answered, in words: IC (32 is the PN532's), version, revision, support."""
    if len(payload) != 4:
        return Pn532.name
    chip = Pn532.name if payload[0] == 0x32 else f"IC {payload[0]:02X}"
    return f"{chip} firmware {payload[1]}.{payload[2]}"
