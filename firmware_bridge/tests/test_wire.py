"""SHOE/1's frames, literally (vectors checked with an independent COBS and CRC)."""

import hmac
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import BadFrame, Deframer, Frame, Payload, wire

CARD = "06 01 10 34 12 07 04 40 E2 01 0D 08 E0 04 01 50 AA BB CC DD C9 04 2B 01 01 05 EC CF F9 9C 00"
SIGNED_CARD = (
    "06 01 10 34 12 07 04 40 E2 01 0D 08 E0 04 01 50 AA BB CC DD C9 04 2B 01 01 0D "
    "AD 25 9F 62 B5 1F 48 9C BF A6 A3 F2 00"
)
HEARTBEAT = "06 01 01 34 12 08 04 3A E3 01 02 2B 01 01 01 01 01 01 01 05 4B 3D 4B C5 00"
ACK = "06 01 80 34 12 07 01 01 01 01 05 DF E3 DE 86 00"
WHITE_CARD = "06 01 11 34 12 08 04 60 E4 01 02 2C 01 01 05 F7 36 FB D1 00"
HOST_HELLO = "03 01 81 01 01 01 01 01 01 01 15 A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF 22 D6 CE 1E 00"
UID = bytes.fromhex("E0040150AABBCCDD")
BOOT = 0x1234
KEY, HOST_NONCE, SHOE_NONCE = bytes(range(0x20)), bytes(range(0xA0, 0xB0)), bytes(range(0x50, 0x60))
SIGNER = shoe1.Signer(KEY, HOST_NONCE, SHOE_NONCE)

VECTORS = [
    pytest.param(CARD, Frame(0x10, BOOT, 7, 123456, shoe1.Card(UID, 0xC9, 4, 43)), id="card"),
    pytest.param(HEARTBEAT, Frame(0x01, BOOT, 8, 123706, shoe1.Heartbeat(43, 0, 0, 0)), id="heartbeat"),
    pytest.param(ACK, Frame(0x80, BOOT, 7, 0, shoe1.Nothing()), id="ack"),
    pytest.param(WHITE_CARD, Frame(0x11, BOOT, 8, 124000, shoe1.Count(44)), id="white card"),
    pytest.param(HOST_HELLO, Frame(0x81, 0, 0, 0, shoe1.HostHello(bytes(range(0xA0, 0xB0)))), id="host hello"),
]
ALL = bytes.fromhex(CARD + HEARTBEAT + ACK + WHITE_CARD + HOST_HELLO)


@pytest.mark.parametrize(("vector", "frame"), VECTORS)
def test_vector_is_read(vector: str, frame: Frame) -> None:
    assert Deframer().feed(bytes.fromhex(vector)) == [frame]


@pytest.mark.parametrize(("vector", "frame"), VECTORS)
def test_vector_is_written(vector: str, frame: Frame) -> None:
    body = shoe1.Body(frame.type, frame.boot_id, frame.seq, frame.t_ms, shoe1.pack(frame.type, *frame.payload))
    assert shoe1.wire(body) == bytes.fromhex(vector)


def test_host_writes_the_ack_of_the_vector() -> None:
    assert wire(shoe1.ACK, BOOT, 7) == bytes.fromhex(ACK)


def test_signed_card_of_the_vector_is_read_and_its_key_made_it() -> None:
    (frame,) = Deframer().feed(bytes.fromhex(SIGNED_CARD))
    assert frame == Frame(0x10, BOOT, 7, 123456, shoe1.Card(UID, 0xC9, 4, 43))
    assert isinstance(frame, Frame)
    opened = shoe1.Opened(None, None, frame.signed, frame.tag)
    assert SIGNER.made(opened)
    assert not shoe1.Signer(KEY[:-1] + b"x", HOST_NONCE, SHOE_NONCE).made(opened)
    assert not shoe1.Signer(KEY, SHOE_NONCE, HOST_NONCE).made(opened)
    assert not SIGNER.made(shoe1.Opened(None, None, frame.signed, b""))


def test_signed_card_of_the_vector_is_written() -> None:
    payload = shoe1.pack(shoe1.CARD, UID, 0xC9, 4, 43)
    assert shoe1.wire(shoe1.Body(shoe1.CARD, BOOT, 7, 123456, payload), SIGNER) == bytes.fromhex(SIGNED_CARD)


@given(st.binary(min_size=1, max_size=64), st.binary(max_size=100))
def test_tag_is_the_standard_librarys_hmac(key: bytes, signed: bytes) -> None:
    expected = hmac.digest(key, HOST_NONCE + SHOE_NONCE + signed, "sha256")[:8]
    assert shoe1.Signer(key, HOST_NONCE, SHOE_NONCE).tag(signed) == expected


PAYLOADS = [
    (shoe1.HELLO, shoe1.Hello(1, 2, b"12345678", "BJ21-0001", 6, 64, 1, 99, bytes(range(16)))),
    (shoe1.LID, shoe1.Lid(1)),
    (shoe1.FAULT, shoe1.Fault(1, 300)),
    (shoe1.GATE, shoe1.Count(2**32 - 1)),
    (shoe1.SET, shoe1.Set(1, 312)),
    (shoe1.TIME, shoe1.Time(1_800_000_000_000)),
    (shoe1.CARD, shoe1.Card(b"", 0, 0, 0)),
]


@pytest.mark.parametrize(("kind", "payload"), PAYLOADS)
def test_payload_survives_the_wire(kind: int, payload: Payload) -> None:
    sent = wire(kind, 1, 65535, *payload)
    assert sent.count(0) == 1
    assert Deframer().feed(sent) == [Frame(kind, 1, 65535, 0, payload)]


def test_byte_by_byte_is_as_good_as_at_once() -> None:
    slow = Deframer()
    one_by_one = [item for byte in ALL for item in slow.feed(bytes([byte]))]
    assert one_by_one == Deframer().feed(ALL)
    assert len(one_by_one) == 5


@pytest.mark.parametrize("at", range(30))
def test_one_wrong_byte_costs_one_frame_and_no_more(at: int) -> None:
    wrong = bytearray(bytes.fromhex(CARD))
    wrong[at] ^= 0x20
    deframer = Deframer()
    items = deframer.feed(bytes(wrong) + bytes.fromhex(HEARTBEAT))
    assert [type(item) for item in items] == [BadFrame, Frame]
    assert deframer.bad == 1


@pytest.mark.parametrize("cut", range(1, 31))
def test_half_a_frame_before_the_link_began_costs_that_frame_alone(cut: int) -> None:
    good = [item for item in Deframer().feed(bytes.fromhex(CARD)[cut:] + bytes.fromhex(ACK)) if isinstance(item, Frame)]
    assert [item.type for item in good] == [shoe1.ACK]


def test_bad_frames_are_counted_from_the_start() -> None:
    deframer = Deframer()
    for _ in range(3):
        deframer.feed(b"no frame\0")
    assert deframer.bad == 3


def test_zeros_between_frames_mean_nothing() -> None:
    deframer = Deframer()
    assert len(deframer.feed(bytes(1000) + ALL + bytes(1000))) == 5
    assert deframer.bad == 0


def test_a_megabyte_without_a_zero_is_held_in_no_more_than_a_block() -> None:
    deframer = Deframer()
    for _ in range(256):
        assert deframer.feed(b"\x55" * 4096) == []
        assert len(deframer._splitter._open) <= shoe1.BLOCK_MAX
    assert deframer.feed(b"\0" + bytes.fromhex(ACK)) == [
        BadFrame("more than 101 bytes without a zero"),
        Frame(0x80, BOOT, 7, 0, shoe1.Nothing()),
    ]
    assert deframer.bad == 1


@given(st.lists(st.binary(max_size=300)))
def test_no_bytes_raise_and_none_are_hoarded(chunks: list[bytes]) -> None:
    deframer = Deframer()
    for chunk in chunks:
        deframer.feed(chunk)
        assert len(deframer._splitter._open) <= shoe1.BLOCK_MAX
    deframer.feed(b"\0")
    assert deframer.feed(ALL) == Deframer().feed(ALL)


@given(st.integers(0, 255), st.binary(max_size=100))
def test_no_payload_with_a_good_checksum_raises(kind: int, payload: bytes) -> None:
    items = Deframer().feed(shoe1.wire(shoe1.Body(kind, 1, 1, 1, payload)))
    assert len(items) == 1


@given(st.binary(max_size=2000))
def test_stuffing_hides_every_zero_and_gives_all_back(plain: bytes) -> None:
    stuffed = shoe1.cobs(plain)
    assert 0 not in stuffed
    assert shoe1.uncobs(stuffed) == plain


@pytest.mark.parametrize(
    ("start", "end", "steps"),
    [(1, 2, 1), (65535, 0, 1), (0, 65535, -1), (65000, 200, 736), (7, 7, 0)],
)
def test_distance_goes_round_the_end_of_seq(start: int, end: int, steps: int) -> None:
    assert shoe1.distance(start, end) == steps


def test_after_65535_comes_0() -> None:
    assert (shoe1.following(65534), shoe1.following(65535)) == (65535, 0)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"\x02" + bytes(9), "version 2 was seen, 1 was due"),
        (b"\x01" + bytes(2), "7 bytes are no frame: 14 to 100 were due"),
        (b"\x01\x15" + bytes(8), "type 15 is no frame of SHOE/1"),
        (b"\x01\x10" + bytes(8) + b"\x0b", "a tag of 11 bytes was seen: 10 at most were due"),
    ],
)
def test_what_is_wrong_is_named(body: bytes, reason: str) -> None:
    checked = body + crc32(body).to_bytes(4, "little")
    assert Deframer().feed(shoe1.cobs(checked) + b"\0") == [BadFrame(reason)]
