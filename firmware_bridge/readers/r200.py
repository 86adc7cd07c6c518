"""R200, M100, YRM100 and JRD-4035: EPC Gen2 tags, UHF, asked by single polls.

A frame is BB, type (00 command, 01 response, 02 notice), command, length (2), parameters, sum8 of type to parameters,
7E (M5Stack's protocol of the JRD-4035). A notice of a tag has RSSI, PC, EPC and the tag's own CRC-16 over PC and EPC,
which is checked too: the sum lets 3.3 % of 2-bit errors through, both together none of 100,000.
"""

from binascii import crc_hqx
from dataclasses import dataclass
from typing import Final, TypeAlias

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers.line import Line
from firmware_bridge.readers.scanner import FrameScanner, Step, bad, garbage
from firmware_bridge.readers.tag_reader import Absent, Heard, Item, Present, TagSeen

HEADER: Final = 0xBB
END: Final = 0x7E
MODULE_INFO: Final = 0x03
"""Command: what the module says it is; parameter 00 asks for the hardware."""
SINGLE_POLL: Final = 0x22
"""Command: one inventory round. Its notices bear the same number."""
ERROR: Final = 0xFF
"""The number of a response whose first parameter says what failed."""
NO_TAG: Final = 0x15
"""No tag answered, or its CRC was wrong: the one error that is everyday."""
PARAMETERS_MAX: Final = 80
"""Most bytes of parameters that we take; a notice with the longest EPC has 67."""

_RESPONSE: Final = 0x01
_NOTICE: Final = 0x02
_ENVELOPE: Final = 7
"""Bytes of a frame besides its parameters."""
_NOTICE_SIZES: Final = range(7, 68, 2)
"""RSSI, PC and CRC, and 1 to 31 words of EPC (the PC's length field has five bits)."""


@dataclass(frozen=True, slots=True)
class R200Answer:
    """A response with a good sum."""

    command: int
    parameters: bytes


R200Frame: TypeAlias = TagSeen | R200Answer


class R200Decoder(FrameScanner[R200Frame]):
    """At most 86 bytes wait in it.

    >>> R200Decoder().feed(bytes.fromhex("BB 01 FF 00 01 15 16 7E"))
    [R200Answer(command=255, parameters=b'\\x15')]
    """

    def _look(self, waiting: bytearray) -> Step[R200Frame] | None:
        if waiting[0] != HEADER:
            return garbage(waiting, HEADER)
        refusal = _refusal(waiting)
        if refusal is not None or len(waiting) < 5:
            return None if refusal is None else bad(refusal)
        size = int.from_bytes(waiting[3:5], "big")
        length = size + _ENVELOPE
        if len(waiting) < length:
            return None
        *summed, total, end = waiting[1:length]
        if sum(summed) & 0xFF != total:
            return bad(f"the sum is {sum(summed) & 0xFF:02X}, the frame says {total:02X}")
        if end != END:
            return bad(f"the frame ends with {end:02X}: 7E was due")
        parameters = bytes(summed[4:])
        if summed[0] == _NOTICE:
            return _notice(parameters, length)
        return Step(length, R200Answer(summed[1], parameters))


def wire(command: int, parameters: bytes = b"") -> bytes:
    """The bytes of a command.

    >>> wire(SINGLE_POLL).hex(" ")
    'bb 00 22 00 00 22 7e'
    """
    body = bytes((0x00, command)) + len(parameters).to_bytes(2, "big") + parameters
    return bytes((HEADER, *body, sum(body) & 0xFF, END))


def _refusal(waiting: bytearray) -> str | None:
    """Why no frame of a reader's begins so, told as early as can be."""
    if len(waiting) >= 2 and waiting[1] not in (_RESPONSE, _NOTICE):
        return f"type {waiting[1]:02X} was seen: 01 or 02 was due from a reader"
    if len(waiting) < 5:
        return None
    size = int.from_bytes(waiting[3:5], "big")
    if size > PARAMETERS_MAX:
        return f"{size} bytes of parameters: {PARAMETERS_MAX} at most were due"
    if waiting[1] == _NOTICE and (waiting[2] != SINGLE_POLL or size not in _NOTICE_SIZES):
        return f"notice {waiting[2]:02X} of {size} bytes: a tag's was due"
    if waiting[1] == _RESPONSE and waiting[2] not in (MODULE_INFO, ERROR):
        return f"a response to {waiting[2]:02X}, which nobody asked"
    return None


def _notice(parameters: bytes, length: int) -> Step[R200Frame]:
    """The tag of a notice, if its own length (PC, its five highest bits, in words) and CRC agree (Gen2 6.3.2.1.2)."""
    coded, crc = parameters[1:-2], int.from_bytes(parameters[-2:], "big")
    words = coded[0] >> 3
    if len(coded) != 2 + 2 * words:
        return bad(f"the PC says {2 * words} bytes of EPC, the frame has {len(coded) - 2}")
    if crc_hqx(coded, 0xFFFF) ^ 0xFFFF != crc:
        return bad("the tag's own CRC is wrong")
    return Step(length, TagSeen(coded[2:].hex().upper()))


ANSWER_S: Final = 0.3
"""So long without an answer, and the question is put again, seconds."""
PAUSE_S: Final = 0.05
"""Between an answer and the next poll, seconds."""
MISSES: Final = 3
"""So many questions in a row without an answer, and the reader counts as absent."""
RETRY_S: Final = 1.0
"""Between two polls of an absent reader, seconds."""

_SILENT: Final = "the R200 does not answer: check its supply (5 V, 500 mA), and that its TX and RX are crossed"
_NOISE: Final = (
    "the R200's port gives bytes that are no frames: check the baud rate (115200), and its TX, RX and ground"
)


class R200:
    """An R200 or one of its kin, as a :class:`~firmware_bridge.readers.tag_reader.TagReader`.

    It reads whatever lies within a metre, the whole pile too: for enrolment and checks rather than for dealing.
    """

    name: Final = "R200"
    baud: Final = 115200
    reads: Final = 2  # the tag's own CRC-16 is in the frame

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._line = Line(R200Decoder())
        self._due_at: float | None = None
        self._is_awaiting = False
        self._is_present = False
        self._is_noisy = False
        self._misses = 0

    @property
    def due_at(self) -> float | None:
        """When the next poll, or the end of our patience, is due, seconds."""
        return min((at for at in (self._due_at, self._line.due_at) if at is not None), default=None)

    def opened(self, now: float) -> Heard:
        """Begin anew: ask what it is; should it not say, it is polled all the same."""
        self._begin()
        return Heard(send=self._ask(wire(MODULE_INFO, b"\x00"), now))

    def received(self, chunk: bytes, now: float) -> Heard:
        """Bytes came."""
        return Heard(tuple(self._hear(self._line.received(chunk, now), now)))

    def advance(self, now: float) -> Heard:
        """Time has passed."""
        items = self._hear(self._line.advance(now), now)
        if self._due_at is None or now < self._due_at:
            return Heard(tuple(items))
        if self._is_awaiting:
            items += self._miss()
        return Heard(tuple(items), self._ask(wire(SINGLE_POLL), now))

    def _ask(self, question: bytes, now: float) -> bytes:
        self._is_awaiting = True
        self._due_at = now + (ANSWER_S if self._misses < MISSES else RETRY_S)
        return question

    def _miss(self) -> list[Item]:
        self._misses += 1
        if self._misses != MISSES:
            return []
        self._is_present = False
        return [Absent(_NOISE if self._is_noisy else _SILENT)]

    def _hear(self, frames: list[R200Frame | BadFrame], now: float) -> list[Item]:
        items: list[Item] = []
        for frame in frames:
            if isinstance(frame, BadFrame):
                self._is_noisy = True
                items.append(frame)
            else:
                items += self._answered(frame, now)
        return items

    def _answered(self, frame: R200Frame, now: float) -> list[Item]:
        items: list[Item] = []
        if not self._is_present:
            items.append(Present(_presentation(frame)))
        self._is_present = True
        self._is_noisy = False
        self._misses = 0
        if self._is_awaiting:
            self._is_awaiting = False
            self._due_at = now + PAUSE_S
        if isinstance(frame, TagSeen):
            items.append(frame)
        elif frame.command == ERROR and frame.parameters[:1] != bytes((NO_TAG,)):
            items.append(BadFrame(f"the R200 reports error {frame.parameters.hex().upper()}"))
        return items


def _presentation(frame: R200Frame) -> str:
    """The module's text, such as ``M100 26dBm V1.0``, behind the byte that says which text it is."""
    if not isinstance(frame, R200Answer) or frame.command != MODULE_INFO:
        return R200.name
    text = "".join(chr(byte) for byte in frame.parameters[1:] if 0x20 <= byte < 0x7F)
    return f"{R200.name} ({text})" if text else R200.name
