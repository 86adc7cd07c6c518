"""RDM6300: frames of real readers, ghosts, and a line that breaks off."""

import pytest

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers.line import GAP_S
from firmware_bridge.readers.rdm6300 import Rdm6300, Rdm6300Decoder
from firmware_bridge.readers.tag_reader import Heard, Present, TagReader, TagSeen
from firmware_bridge.readers.tests.vectors import GHOSTS, RDM6300

FRAME = b"\x0201000734E0D2\x03"
TAG = TagSeen("01000734E0")
OTHER = b"\x020D00319CD070\x03"
OTHER_TAG = TagSeen("0D00319CD0")


def opened() -> Rdm6300:
    reader = Rdm6300()
    reader.opened(0.0)
    return reader


@pytest.mark.parametrize(("vector", "tag"), RDM6300)
def test_vector_is_read(vector: str, tag: str) -> None:
    assert Rdm6300Decoder().feed(bytes.fromhex(vector)) == [TagSeen(tag)]


@pytest.mark.parametrize("ghost", GHOSTS)
def test_ghost_has_a_good_checksum_and_is_told_like_any_tag(ghost: str) -> None:
    assert Rdm6300Decoder().feed(b"\x02" + ghost.encode() + b"\x03") == [TagSeen(ghost[:10])]


REFUSED = [
    pytest.param(b"\x0201000734E0D3\x03", "the XOR is D2, the frame says D3", id="checksum"),
    pytest.param(b"\x0201000734E0D2\x0d", "0D stands where ETX (03) was due", id="no ETX"),
    pytest.param(b"\x0201000734e0D2\x03", "65 stands where an upper-case hex digit was due", id="lower case"),
    pytest.param(b"\x0201000734G0D2\x03", "47 stands where an upper-case hex digit was due", id="no hex"),
    pytest.param(b"\x020100\x03", "03 stands where an upper-case hex digit was due", id="too short"),
    pytest.param(b"U", "bytes without the 02 that begins a frame", id="noise"),
]


@pytest.mark.parametrize(("frame", "reason"), REFUSED)
def test_bad_frame_says_what_is_wrong(frame: bytes, reason: str) -> None:
    decoder = Rdm6300Decoder()
    assert decoder.feed(frame)[0] == BadFrame(reason)
    assert decoder.feed(FRAME) == [TAG]


def test_stx_within_a_frame_begins_it_anew() -> None:
    assert Rdm6300Decoder().feed(b"\x0201000" + FRAME) == [BadFrame("a frame was cut short by the next"), TAG]


def test_opening_says_that_it_can_not_tell_whether_it_is_alive() -> None:
    reader = Rdm6300()
    assert reader.opened(0.0) == Heard((Present("RDM6300 (it only speaks when a tag is there)"),))
    assert reader.due_at is None


def test_driver_is_a_tag_reader() -> None:
    reader: TagReader = Rdm6300()
    assert (reader.name, reader.baud, reader.due_at) == ("RDM6300", 9600, None)


def test_same_frame_forty_times_is_told_forty_times() -> None:
    reader = opened()
    seen = [item for turn in range(40) for item in reader.received(FRAME, turn * 0.065).items]
    assert seen == [TAG] * 40
    assert reader.due_at is None


def test_half_a_frame_waits_no_longer_than_a_gap() -> None:
    reader = opened()
    assert reader.received(FRAME[:9], 1.0) == Heard()
    assert reader.due_at == pytest.approx(1.0 + GAP_S)
    assert reader.advance(1.0 + GAP_S / 2) == Heard()
    assert reader.advance(1.0 + GAP_S) == Heard((BadFrame("a frame was cut short"),))
    assert reader.due_at is None
    assert reader.received(OTHER, 1.2).items == (OTHER_TAG,)


def test_halves_of_two_tags_are_never_joined_over_a_gap() -> None:
    reader = opened()
    reader.received(FRAME[:5], 1.0)
    assert TAG not in reader.received(FRAME[5:], 1.0 + GAP_S).items


def test_opening_again_forgets_the_half_frame() -> None:
    reader = opened()
    reader.received(FRAME[:5], 1.0)
    reader.opened(1.01)
    assert reader.due_at is None
    assert TAG not in reader.received(FRAME[5:], 1.02).items


def test_wrong_rate_gives_bad_frames_and_nothing_is_sent() -> None:
    heard = opened().received(bytes(range(0x80, 0x100)) * 100, 1.0)
    assert len(heard.items) == 50
    assert all(isinstance(item, BadFrame) for item in heard.items)
    assert heard.send == b""
