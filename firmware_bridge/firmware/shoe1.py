"""The wire format of SHOE/1, alone: what the shoe and the host both need to read and write frames.

``wire = COBS(body + crc32 LE) + 00``; ``body = ver u8 = 1 | type u8 | boot_id u16 | seq u16 | t_ms u32 | payload``, all
little endian. This one file runs on MicroPython and on CPython, so its annotations say only what both can parse.

Where the text of SHOE/1 is silent, this shoe and this host agree that:

* ``boot_id`` is one more at each boot, 1 after 65534, so that none comes again while the host may know it; where
  nothing is kept it is drawn. A frame of the host bears the boot it speaks to, 0 for none;
* the first event of a boot has seq 1; after 65535 comes 0;
* HELLO's header bears the oldest seq not yet acknowledged (the next seq, if there is none), HEARTBEAT's the next seq;
* REPLAY of a seq that the ring no longer holds is answered by a HELLO, whose header then says where the ring begins;
* SET's header bears the last seq that the value takes into account: passes after it are counted on top. So a card that
  leaves while the frame is under way is neither lost nor counted twice, and the frame may be repeated. One that came so
  late that later events are acknowledged already is answered and not obeyed;
* the gate's count in HELLO and HEARTBEAT is that before the header's next seq;
* HELLO's reset cause is 0 unknown, 1 power on, 2 watchdog, 3 software, 4 reset pin, 5 supply too low;
* HELLO and SET are answered at once, HELLO by HELLO and HEARTBEAT, SET by HEARTBEAT;
* a shoe without a key signs nothing, one with a key everything from its answer to the host's HELLO on; the host's HELLO
  is never signed, since it begins the session. A further HELLO of the shoe in a session bears the session's nonce;
* where frames are signed, the host's bear in ``t_ms`` a number that grows with each, from 1: a shoe obeys none that has
  not grown. Elsewhere it is 0;
* events bear the ``t_ms`` at which they happened, heartbeats that at which they are sent: a heartbeat that does not
  advance is a recorded one and tells nothing of the shoe;
* a CARD of one read only is a doubtful one, which the host takes for unread.
"""

import binascii
import hashlib
import struct
from collections import namedtuple

VERSION = 1
"""The first byte of every body."""

HEARTBEAT = 0x01
"""Shoe: alive, four times a second."""
HELLO = 0x02
"""Shoe: who it is."""
CARD = 0x10
"""Shoe: a card passed the exit gate and its tag was read."""
WHITE_CARD = 0x11
"""Shoe: the white card passed the exit gate."""
EMPTY = 0x12
"""Shoe: nothing is left in it."""
GATE = 0x13
"""Shoe: something passed the exit gate and nothing was read."""
LID = 0x14
"""Shoe: its lid was opened or closed."""
FAULT = 0x1F
"""Shoe: it found something wrong with itself."""
ACK = 0x80
"""Host: the journal holds every event up to the header's seq."""
HOST_HELLO = 0x81
"""Host: who are you?"""
SET = 0x82
"""Host: let this key have this value."""
SELFTEST = 0x83
"""Host: test yourself, and answer."""
TIME = 0x84
"""Host: the time of day."""
REPLAY = 0x8F
"""Host: send again from the header's seq."""

PASSES = (CARD, WHITE_CARD, GATE)
"""The events that are one exit-gate pulse each."""
FIRST_SEQ = 1
"""Seq of a boot's first event."""
LAST_BOOT = 0xFFFE
"""The greatest boot_id: FFFF marks a blank cell of an EEPROM."""
SEQ_COUNT = 0x10000
"""Seqs are a u16."""
RING = 64
"""Events that the shoe keeps until they are acknowledged."""

KEY_GATE_COUNT = 1
"""SET: the exit gate's count."""
FEATURE_MAC = 1
"""HELLO: frames are signed."""
FEATURE_GATE = 2
"""HELLO: there is an exit gate."""
FEATURE_WHITE_CARD = 4
"""HELLO: the white card has a sensor."""
FLAG_LID_OPEN = 1
"""HEARTBEAT: the lid is open."""
FLAG_EMPTY = 2
"""HEARTBEAT: nothing is left in the shoe."""
FLAG_SUPPLY_LOW = 4
"""HEARTBEAT: the supply's voltage is low."""
FAULT_RING_FULL = 1
"""FAULT: the ring was full, and its oldest event was dropped; the detail is that event's seq."""
FAULT_TWO_TAGS = 2
"""FAULT: two tags were in one pass, which is told as GATE."""
FAULT_TAG_READER = 3
"""FAULT: the tag reader does not work; the detail is its status."""

BODY_MAX = 88
"""Longest body, bytes."""
TAG = 8
"""Bytes of a frame's authentication tag."""
CRC = 4
"""Bytes of a frame's checksum."""
BLOCK_MAX = BODY_MAX + TAG + CRC + 1
"""Longest block between two zero bytes: body, authentication tag, checksum and COBS's one byte more."""
NONCE = 16
"""Bytes of a nonce."""

_HEADER = "<BBHHI"
_HEADER_SIZE = 10
_HELLO_TAIL = "<HBBI"
_HELLO_TAIL_SIZE = 8

Body = namedtuple("Body", ("type", "boot_id", "seq", "t_ms", "payload"))
"""A frame's body: three numbers, the sender's milliseconds (u32), and the payload's bytes."""
Opened = namedtuple("Opened", ("body", "payload", "signed", "tag"))
"""A frame whose checksum holds: its body, its payload's tuple, the bytes that its authentication tag is over, and that
tag (empty where the frame is not signed)."""
Heartbeat = namedtuple("Heartbeat", ("gate_count", "rx_bad", "rf_errors", "flags"))
"""Payload of HEARTBEAT."""
Hello = namedtuple(
    "Hello", ("major", "minor", "fw_hash", "serial", "features", "ring", "reset_cause", "gate_count", "nonce")
)
"""Payload of HELLO; ``serial`` is a text of at most 16 ASCII characters, ``fw_hash`` 8 bytes, ``nonce`` 16."""
Card = namedtuple("Card", ("uid", "rssi", "reads", "gate_count"))
"""Payload of CARD; ``uid`` is at most 10 bytes."""
Count = namedtuple("Count", ("gate_count",))
"""Payload of WHITE_CARD, EMPTY and GATE."""
Lid = namedtuple("Lid", ("open",))
"""Payload of LID."""
Fault = namedtuple("Fault", ("code", "detail"))
"""Payload of FAULT."""
HostHello = namedtuple("HostHello", ("nonce",))
"""Payload of the host's HELLO, 16 bytes."""
Set = namedtuple("Set", ("key", "value"))
"""Payload of SET."""
Time = namedtuple("Time", ("unix_ms",))
"""Payload of TIME."""
Nothing = namedtuple("Nothing", ())
"""Payload of ACK, SELFTEST and REPLAY."""

_FIXED = {
    HEARTBEAT: ("<IHHB", Heartbeat),
    WHITE_CARD: ("<I", Count),
    EMPTY: ("<I", Count),
    GATE: ("<I", Count),
    LID: ("<B", Lid),
    FAULT: ("<BH", Fault),
    ACK: ("<", Nothing),
    HOST_HELLO: ("<16s", HostHello),
    SET: ("<BI", Set),
    SELFTEST: ("<", Nothing),
    TIME: ("<Q", Time),
    REPLAY: ("<", Nothing),
}


class WireError(ValueError):
    """Bytes that are no frame of SHOE/1: what was seen and what was due."""


def cobs(plain: bytes) -> bytes:
    """``plain`` without a zero byte in it: consistent overhead byte stuffing (Cheshire and Baker, 1999)."""
    stuffed = bytearray()
    for part in plain.split(b"\0"):
        full = len(part) // 254 * 254
        for at in range(0, full, 254):
            stuffed += b"\xff" + part[at : at + 254]
        stuffed.append(len(part) - full + 1)
        stuffed += part[full:]
    return bytes(stuffed)


def uncobs(stuffed: bytes) -> bytes:
    """The bytes that :func:`cobs` was given.

    Raises:
        WireError: a zero byte, or a length that points past the end.
    """
    plain = bytearray()
    at = 0
    while at < len(stuffed):
        code = stuffed[at]
        end = at + code
        if code == 0 or end > len(stuffed):
            raise WireError(f"COBS length {code} at byte {at} of {len(stuffed)} points nowhere")
        plain += stuffed[at + 1 : end]
        if code < 255 and end < len(stuffed):
            plain.append(0)
        at = end
    return bytes(plain)


class Signer:
    """Signs the frames of one session: the first 8 bytes of HMAC-SHA256 (RFC 2104) over both nonces and the body.

    The key has 1 to 64 bytes, SHA-256's block; MicroPython has no ``hmac``.
    """

    def __init__(self, key: bytes, host_nonce: bytes, shoe_nonce: bytes) -> None:
        block = key + bytes(64 - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in block]) + host_nonce + shoe_nonce
        self._outer = bytes([byte ^ 0x5C for byte in block])

    def tag(self, signed: bytes) -> bytes:
        """The authentication tag of a body's bytes."""
        inner = hashlib.sha256(self._inner + signed).digest()
        return hashlib.sha256(self._outer + inner).digest()[:TAG]

    def made(self, opened: Opened) -> bool:
        """Whether this session's key made the frame's tag; takes the same time wherever two tags differ."""
        if len(opened.tag) != TAG:
            return False
        ours = self.tag(opened.signed)
        differing = 0
        for at in range(TAG):
            differing |= ours[at] ^ opened.tag[at]
        return differing == 0


def wire(body: Body, signer=None) -> bytes:  # type: ignore[no-untyped-def]
    """The bytes of one frame, its closing zero included; ``signer`` signs it."""
    signed = struct.pack(_HEADER, VERSION, body.type, body.boot_id, body.seq, body.t_ms) + body.payload
    plain = signed if signer is None else signed + signer.tag(signed)
    return cobs(plain + struct.pack("<I", binascii.crc32(plain))) + b"\0"


def opened(block: bytes) -> Opened:
    """The frame in one block, the bytes between two zeros.

    Raises:
        WireError: no COBS, a wrong checksum, another version, a type or a length that SHOE/1 does not have.
    """
    plain = uncobs(block)
    if not _HEADER_SIZE + CRC <= len(plain) <= BODY_MAX + TAG + CRC:
        raise WireError(f"{len(plain)} bytes are no frame: 14 to {BODY_MAX + TAG + CRC} were due")
    if binascii.crc32(plain[:-CRC]) != struct.unpack("<I", plain[-CRC:])[0]:
        raise WireError(f"the checksum of {len(plain)} bytes is wrong")
    version, kind, boot_id, seq, t_ms = struct.unpack(_HEADER, plain[:_HEADER_SIZE])
    if version != VERSION:
        raise WireError(f"version {version} was seen, {VERSION} was due")
    rest = plain[_HEADER_SIZE:-CRC]
    size = _size(kind, rest)
    if len(rest) not in (size, size + TAG):
        raise WireError(f"type {kind:02X} has {len(rest)} bytes of payload: {size} were due, {TAG} more if signed")
    body = Body(kind, boot_id, seq, t_ms, rest[:size])
    return Opened(body, _unpacked(kind, body.payload), plain[: _HEADER_SIZE + size], rest[size:])


def pack(kind: int, *values) -> bytes:  # type: ignore[no-untyped-def]
    """The payload of a frame of this type; the values are its tuple's, in order."""
    if kind == CARD:
        uid, rssi, reads, gate_count = values
        return bytes([len(uid)]) + bytes(uid) + struct.pack("<BBI", rssi, reads, gate_count)
    if kind == HELLO:
        major, minor, fw_hash, serial, features, ring, reset_cause, gate_count, nonce = values
        text = serial.encode()
        tail = struct.pack(_HELLO_TAIL, features, ring, reset_cause, gate_count)
        return b"".join((bytes([major, minor]), fw_hash, bytes([len(text)]), text, tail, nonce))
    return struct.pack(_FIXED[kind][0], *values)


def _size(kind: int, rest: bytes) -> int:
    """Bytes of the payload that ``rest`` begins with."""
    if kind == CARD:
        length = rest[0] if rest else 0
        if length > 10:
            raise WireError(f"a tag of {length} bytes was seen: 10 at most were due")
        return 1 + length + 6
    if kind == HELLO:
        length = rest[10] if len(rest) > 10 else 0
        if length > 16:
            raise WireError(f"a serial of {length} characters was seen: 16 at most were due")
        return 11 + length + _HELLO_TAIL_SIZE + NONCE
    if kind not in _FIXED:
        raise WireError(f"type {kind:02X} is no frame of SHOE/1")
    return struct.calcsize(_FIXED[kind][0])


def _unpacked(kind: int, payload: bytes):  # type: ignore[no-untyped-def]
    if kind == CARD:
        length = payload[0]
        return Card(payload[1 : 1 + length], *struct.unpack("<BBI", payload[1 + length :]))
    if kind == HELLO:
        return _hello(payload)
    layout, shape = _FIXED[kind]
    return shape(*struct.unpack(layout, payload))


def _hello(payload: bytes) -> Hello:
    length = payload[10]
    serial = payload[11 : 11 + length]
    if any(not 32 < byte < 127 for byte in serial):
        raise WireError("the serial bears more than ASCII: letters and digits were due")
    tail = payload[11 + length :]
    features, ring, cause, gate_count = struct.unpack(_HELLO_TAIL, tail[:_HELLO_TAIL_SIZE])
    who = (payload[0], payload[1], payload[2:10], serial.decode())
    return Hello(*who, features, ring, cause, gate_count, tail[_HELLO_TAIL_SIZE:])


def following(seq: int) -> int:
    """The seq after this one: 0 after 65535."""
    return (seq + 1) % SEQ_COUNT


def distance(start: int, end: int) -> int:
    """Steps from seq ``start`` to seq ``end``, -32768 to 32767; negative where ``end`` comes first."""
    return (end - start + SEQ_COUNT // 2) % SEQ_COUNT - SEQ_COUNT // 2


class Splitter:
    """Cuts a stream of bytes at its zeros; holds no more than one block's bytes."""

    def __init__(self) -> None:
        self._open = b""
        self._overlong = False

    def feed(self, chunk: bytes) -> "list[bytes | None]":
        """The blocks that end in ``chunk``, oldest first; ``None`` for one that was too long to be a frame."""
        parts = chunk.split(b"\0")
        blocks = []
        for part in parts[:-1]:
            self._take(part)
            if self._overlong or self._open:
                blocks.append(None if self._overlong else self._open)
            self._open = b""
            self._overlong = False
        self._take(parts[-1])
        return blocks

    def _take(self, part: bytes) -> None:
        if self._overlong or len(self._open) + len(part) > BLOCK_MAX:
            self._open = b""
            self._overlong = True
        else:
            self._open += part
