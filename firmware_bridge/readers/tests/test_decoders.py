"""What holds for every reader's decoder, whatever its frames."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers.pn532 import Pn532Decoder
from firmware_bridge.readers.r200 import R200Decoder
from firmware_bridge.readers.rdm6300 import Rdm6300Decoder
from firmware_bridge.readers.scanner import RUN, FrameScanner
from firmware_bridge.readers.tests import vectors
from firmware_bridge.readers.tests.fakes import pn532_frame, r200_notice

pytestmark = pytest.mark.thorough

Decoder = FrameScanner[Any]


def _bytes(*texts: str) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


RDM6300_FRAMES = _bytes(*(str(vector.values[0]) for vector in vectors.RDM6300))
PN532_FRAMES = [
    *_bytes(
        vectors.PN532_ACK,
        vectors.PN532_SAM,
        vectors.PN532_FIRMWARE,
        vectors.PN532_UID_4,
        vectors.PN532_UID_7,
        vectors.PN532_ERROR,
    ),
    pn532_frame(b"\xd5\x41" + bytes(range(256)))[:-1] + b"\x00",
]
R200_FRAMES = [
    *_bytes(*(str(vector.values[0]) for vector in vectors.R200), vectors.R200_NO_TAG, vectors.R200_INFO),
    r200_notice(b"\xbb\x02\x22\x00\x11\x7e\xbb\x7e" * 3),
    r200_notice(bytes(range(62))),
]
KINDS = [
    pytest.param(Rdm6300Decoder, RDM6300_FRAMES, id="RDM6300"),
    pytest.param(Pn532Decoder, PN532_FRAMES, id="PN532"),
    pytest.param(R200Decoder, R200_FRAMES, id="R200"),
]
LONGEST = {Rdm6300Decoder: 14, Pn532Decoder: 274, R200Decoder: 87}
"""Bytes of the longest frame."""
each_kind = pytest.mark.parametrize(("kind", "frames"), KINDS)


def good(found: list[Any]) -> list[Any]:
    return [item for item in found if not isinstance(item, BadFrame)]


def alone(kind: Callable[[], Decoder], frame: bytes) -> Any:
    """What the frame says by itself."""
    found = kind().feed(frame)
    assert len(found) == 1
    assert not isinstance(found[0], BadFrame)
    return found[0]


def pieces(frames: list[bytes]) -> st.SearchStrategy[bytes]:
    """A good frame, a cut one, one with a byte changed, or garbage that likes the bytes of frames."""
    frame = st.sampled_from(frames)
    cut = st.builds(lambda whole, share: whole[: int(len(whole) * share)], frame, st.floats(0, 1))
    changed = st.builds(
        lambda whole, share, byte: whole[: (at := int(len(whole) * share))] + bytes((byte,)) + whole[at + 1 :],
        frame,
        st.floats(0, 0.99),
        st.integers(0, 255),
    )
    likely = st.lists(st.sampled_from(sorted(set(b"".join(frames)))), max_size=40).map(bytes)
    return st.one_of(frame, frame, cut, changed, likely, st.binary(max_size=40))


@each_kind
@given(draw=st.data())
@settings(max_examples=150, deadline=None)
def test_byte_by_byte_is_as_good_as_at_once(kind: type[Decoder], frames: list[bytes], draw: st.DataObject) -> None:
    stream = b"".join(draw.draw(st.lists(pieces(frames), max_size=12)))
    at_once, slow, cut = kind(), kind(), kind()
    found = at_once.feed(stream) + at_once.flush()
    assert [item for byte in stream for item in slow.feed(bytes((byte,)))] + slow.flush() == found
    at = draw.draw(st.integers(0, len(stream)))
    assert cut.feed(stream[:at]) + cut.feed(stream[at:]) + cut.flush() == found
    assert at_once.waiting == 0


@each_kind
@given(draw=st.data())
@settings(max_examples=150, deadline=None)
def test_good_frame_behind_a_gap_is_always_read(kind: type[Decoder], frames: list[bytes], draw: st.DataObject) -> None:
    decoder = kind()
    decoder.feed(b"".join(draw.draw(st.lists(pieces(frames), max_size=6))))
    decoder.flush()
    frame = draw.draw(st.sampled_from(frames))
    assert decoder.feed(frame) == [alone(kind, frame)]


@each_kind
def test_frames_glued_together_are_all_read(kind: type[Decoder], frames: list[bytes]) -> None:
    decoder = kind()
    assert decoder.feed(b"".join(frames)) == [alone(kind, frame) for frame in frames]
    assert decoder.is_settled


@each_kind
def test_good_frame_behind_one_that_was_cut_at_any_byte_is_read(kind: type[Decoder], frames: list[bytes]) -> None:
    """The one that lost only its end may be read too: the PN532's end and beginning are both 00."""
    for cut in frames:
        for at in range(1, len(cut)):
            for frame in frames:
                decoder = kind()
                found = decoder.feed(cut[:at] + frame) + decoder.flush()
                only_end_lost = good(found)[:-1] == [alone(kind, cut)] and at == len(cut) - 1
                assert good(found)[:-1] == [] or only_end_lost, (cut[:at].hex(), frame.hex())
                assert good(found)[-1] == alone(kind, frame), (cut[:at].hex(), frame.hex())


@each_kind
def test_good_frames_behind_lost_beginnings_are_read(kind: type[Decoder], frames: list[bytes]) -> None:
    for cut in frames:
        for at in range(3, len(cut)):
            decoder = kind()
            found = decoder.feed(cut[at:] + frames[0]) + decoder.flush()
            assert good(found)[-1] == alone(kind, frames[0])


@each_kind
def test_frame_that_waits_for_the_cut_ones_length_comes_when_more_bytes_do(
    kind: type[Decoder], frames: list[bytes]
) -> None:
    decoder = kind()
    found = decoder.feed(max(frames, key=len)[:10] + b"".join(frames) * 12)
    assert good(found)[: len(frames)] == [alone(kind, frame) for frame in frames]


@each_kind
@pytest.mark.parametrize(
    "filler", [b"\x00", b"\xff", b"U", b"0", b"\x02", b"\xbb", b"\x00\x00\xff\xfe\x02", b"\xbb\x01\xff\x00P"]
)
def test_a_megabyte_without_a_frame_takes_no_memory(kind: type[Decoder], frames: list[bytes], filler: bytes) -> None:
    decoder = kind()
    told = 0
    for _ in range(256):
        found = decoder.feed(filler * (4096 // len(filler)))
        told += len(found) - len(good(found))
        assert decoder.waiting < LONGEST[kind]
    assert told <= 2**20 // RUN
    assert good(decoder.feed(frames[0]) + decoder.flush())[-1] == alone(kind, frames[0])


@each_kind
def test_a_megabyte_of_noise_takes_no_memory(kind: type[Decoder], frames: list[bytes]) -> None:
    decoder = kind()
    found = decoder.feed(random.Random(21).randbytes(2**20))
    assert decoder.waiting < LONGEST[kind]
    assert len(found) <= 2 * 2**20 // RUN
    decoder.flush()
    assert decoder.feed(frames[0]) == [alone(kind, frames[0])]


@each_kind
def test_every_single_bit_flip_yields_nothing_else(kind: type[Decoder], frames: list[bytes]) -> None:
    for frame in frames:
        for bit in range(8 * len(frame)):
            decoder = kind()
            flipped = bytearray(frame)
            flipped[bit // 8] ^= 1 << bit % 8
            found = good(decoder.feed(bytes(flipped)) + decoder.flush())
            assert found in ([], [alone(kind, frame)]), bit


def fuzz(kind: Callable[[], Decoder], frames: list[bytes], executions: int, seed: int) -> tuple[int, int]:
    """Mutated frames, a few at a time; counts frames found good and bad. Run by hand for a million."""
    chance = random.Random(seed)
    goods = bads = 0
    longest = max(map(len, frames))
    decoder = kind()
    for execution in range(executions):
        stream = bytearray(b"".join(chance.choices(frames, k=chance.randint(1, 3))))
        for _ in range(chance.randint(0, 4)):
            at = chance.randrange(len(stream) + 1)
            match chance.randrange(4):
                case 0:
                    stream[at : at + 1] = bytes((chance.randrange(256),))
                case 1:
                    del stream[at : at + chance.randint(1, 4)]
                case 2:
                    stream[at:at] = chance.randbytes(chance.randint(1, 4))
                case 3:
                    del stream[at:]
        found = decoder.feed(bytes(stream))
        if execution % 8 == 0:
            found += decoder.flush()
        assert decoder.waiting < max(longest, 300)
        goods += len(good(found))
        bads += len(found) - len(good(found))
    return goods, bads


@each_kind
@pytest.mark.parametrize("seed", range(3))
def test_mutated_frames_raise_nothing(kind: type[Decoder], frames: list[bytes], seed: int) -> None:
    goods, bads = fuzz(kind, frames, executions=2000, seed=seed)
    assert goods > 1000
    assert bads > 100
