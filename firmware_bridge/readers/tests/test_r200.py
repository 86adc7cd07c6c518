"""R200: notices of real readers, two checks on each, and a driver that polls."""

from binascii import crc_hqx

import pytest

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers import r200
from firmware_bridge.readers.r200 import R200, R200Answer, R200Decoder, wire
from firmware_bridge.readers.tag_reader import Absent, Present, TagReader, TagSeen
from firmware_bridge.readers.tests.fakes import Bench, FakeR200, bad_frames, r200_frame, r200_notice, states
from firmware_bridge.readers.tests.vectors import R200 as NOTICES
from firmware_bridge.readers.tests.vectors import R200_INFO, R200_NO_TAG

HERE = Present("R200 (M100 26dBm V1.0)")
EPC = bytes.fromhex("E200001D7315016521408FC6")
TAG = TagSeen("E200001D7315016521408FC6")


@pytest.mark.parametrize(("vector", "epc"), NOTICES)
def test_vector_is_read(vector: str, epc: str) -> None:
    assert R200Decoder().feed(bytes.fromhex(vector)) == [TagSeen(epc)]


def test_answers_are_read() -> None:
    found = R200Decoder().feed(bytes.fromhex(R200_NO_TAG + R200_INFO))
    assert found == [R200Answer(0xFF, b"\x15"), R200Answer(0x03, b"\x00M100 26dBm V1.0")]


@pytest.mark.parametrize("size", range(2, 63, 2))
def test_epc_of_every_length_is_read(size: int) -> None:
    epc = (b"\xbb\x7e" * 31)[:size]
    assert R200Decoder().feed(r200_notice(epc)) == [TagSeen(epc.hex().upper())]


def _with_good_sums(pc: int, epc: bytes) -> bytes:
    coded = pc.to_bytes(2, "big") + epc
    crc = crc_hqx(coded, 0xFFFF) ^ 0xFFFF
    return r200_frame(2, 0x22, b"\xc9" + coded + crc.to_bytes(2, "big"))


REFUSED = [
    pytest.param(R200_NO_TAG[:-5] + "17 7E", "the sum is 16, the frame says 17", id="sum"),
    pytest.param(R200_NO_TAG[:-2] + "7F", "the frame ends with 7F: 7E was due", id="end"),
    pytest.param(wire(0x22).hex(), "type 00 was seen: 01 or 02 was due from a reader", id="our own echo"),
    pytest.param("BB 01 FF 01 00", "256 bytes of parameters: 80 at most were due", id="too long"),
    pytest.param("BB 02 22 00 10", "notice 22 of 16 bytes: a tag's was due", id="half a word"),
    pytest.param("BB 02 22 00 05", "notice 22 of 5 bytes: a tag's was due", id="no EPC"),
    pytest.param("BB 01 B7 00 02", "a response to B7, which nobody asked", id="another's answer"),
    pytest.param("7E", "bytes without the BB that begins a frame", id="noise"),
    pytest.param(
        r200_frame(2, 0x22, b"\xc9\x30\x00" + EPC + b"\x12\x34").hex(), "the tag's own CRC is wrong", id="tag's CRC"
    ),
    pytest.param(
        _with_good_sums(0x2800, EPC).hex(), "the PC says 10 bytes of EPC, the frame has 12", id="PC too short"
    ),
    pytest.param(_with_good_sums(0x3800, EPC).hex(), "the PC says 14 bytes of EPC, the frame has 12", id="PC too long"),
]


@pytest.mark.parametrize(("frame", "reason"), REFUSED)
def test_bad_frame_says_what_is_wrong(frame: str, reason: str) -> None:
    decoder = R200Decoder()
    assert decoder.feed(bytes.fromhex(frame)) == [BadFrame(reason)]
    decoder.flush()
    assert decoder.feed(r200_notice(EPC)) == [TAG]


def test_notice_within_one_that_lost_a_byte_is_not_read_but_the_next_is() -> None:
    first, second = r200_notice(b"\xbb\x02\x22\x00\x11\x7e"), r200_notice(EPC)
    decoder = R200Decoder()
    found = decoder.feed(first[:9] + first[10:] + second) + decoder.flush()
    assert [item for item in found if isinstance(item, TagSeen)] == [TAG]


def test_driver_is_a_tag_reader() -> None:
    reader: TagReader = R200()
    assert (reader.name, reader.baud, reader.due_at) == ("R200", 115200, None)


def test_nothing_is_sent_before_the_port_opens() -> None:
    assert R200().advance(5.0).send == b""


def test_poll_is_written_as_the_vector() -> None:
    assert wire(r200.SINGLE_POLL) == bytes.fromhex("BB 00 22 00 00 22 7E")
    assert wire(r200.MODULE_INFO, b"\x00") == bytes.fromhex("BB 00 03 00 01 00 04 7E")


def test_opening_asks_what_it_is_and_polls() -> None:
    bench = Bench(R200(), FakeR200([EPC]))
    bench.run(1.0)
    assert bench.items[:3] == [HERE, TAG, TAG]
    assert 10 < len(bench.tags) < 20


def test_no_tag_is_life() -> None:
    bench = Bench(R200(), FakeR200())
    bench.run(10.0)
    assert bench.items == [HERE]
    assert bench.wakes < 10 * 60


def test_reader_that_does_not_say_what_it_is_is_polled_all_the_same() -> None:
    bench = Bench(R200(), FakeR200([EPC], tells_what_it_is=False))
    bench.run(1.0)
    assert bench.items[:2] == [Present("R200"), TAG]


@pytest.mark.parametrize("split", [1, 7])
def test_a_pile_of_tags_in_pieces_is_all_told(split: int) -> None:
    epcs = [EPC, b"\xbb\x7e" * 6, bytes(range(62))]
    bench = Bench(R200(), FakeR200(epcs, split=split))
    bench.run(10.0)
    assert set(bench.tags) == {epc.hex().upper() for epc in epcs}
    assert not bad_frames(bench.items)


def test_silence_is_absence_with_a_remedy_and_is_told_once() -> None:
    device = FakeR200([EPC], is_deaf=True)
    bench = Bench(R200(), device)
    (absent,) = bench.run(60.0)
    assert isinstance(absent, Absent)
    assert "check its supply" in absent.text
    assert bench.wakes < 70
    device.is_deaf = False
    assert bench.run(2.0)[:2] == [Present("R200"), TAG]


def test_one_lost_answer_is_made_good_without_a_word() -> None:
    device = FakeR200([EPC])
    bench = Bench(R200(), device)
    bench.run(1.0)
    device.is_deaf = True
    assert bench.run(0.4) == []
    device.is_deaf = False
    assert set(bench.run(1.0)) == {TAG}


def test_lost_answers_far_apart_do_not_add_up_to_absence() -> None:
    device = FakeR200([EPC])
    bench = Bench(R200(), device)
    for _ in range(5):
        bench.run(1.0)
        device.is_deaf = True
        bench.run(0.4)
        device.is_deaf = False
    assert states(bench.items) == [HERE]


def test_old_noise_is_not_the_cause_of_a_later_silence() -> None:
    device = FakeR200()
    bench = Bench(R200(), device)
    bench.say(b"\x87\xe1\x78")
    bench.run(1.0)
    device.is_deaf = True
    absent = bench.run(10.0)[-1]
    assert isinstance(absent, Absent)
    assert "check its supply" in absent.text


def test_noise_is_told_as_noise() -> None:
    bench = Bench(R200(), FakeR200(is_deaf=True))
    for _ in range(20):
        bench.say(b"\x87\xe1\x78" * 10)
        bench.run(0.1)
    (absent,) = states(bench.items)
    assert isinstance(absent, Absent)
    assert "baud rate" in absent.text


def test_other_errors_are_told() -> None:
    bench = Bench(R200(), FakeR200(error=0x20))
    bench.run(1.0)
    assert set(bad_frames(bench.items)) == {BadFrame("the R200 reports error 20")}
    assert states(bench.items) == [HERE]


def test_stalled_half_notice_does_not_swallow_the_next() -> None:
    bench = Bench(R200(), FakeR200())
    bench.run(0.5)
    bench.say(r200_notice(bytes(62))[:20])
    bench.run(0.2)
    bench.say(r200_notice(EPC))
    assert bench.items[-1] == TAG
    assert len(bad_frames(bench.items)) == 1


def test_opening_again_begins_anew() -> None:
    bench = Bench(R200(), FakeR200([EPC]))
    bench.run(0.5)
    assert bench.reader.opened(bench.now).send == wire(r200.MODULE_INFO, b"\x00")
