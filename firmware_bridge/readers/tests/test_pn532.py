"""PN532: frames of the manual and of real readers, and a driver that outlives what people report."""

import pytest

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers import pn532
from firmware_bridge.readers.pn532 import Pn532, Pn532Answer, Pn532Decoder, Pn532Frame, Pn532Signal, tag_in, wire
from firmware_bridge.readers.tag_reader import Absent, Present, TagReader, TagSeen
from firmware_bridge.readers.tests.fakes import Bench, FakePn532, bad_frames, pn532_answer, pn532_frame, states
from firmware_bridge.readers.tests.vectors import (
    PN532_ACK,
    PN532_ERROR,
    PN532_FIRMWARE,
    PN532_SAM,
    PN532_UID_4,
    PN532_UID_7,
)

HERE = Present("PN532 firmware 1.6")
UID = bytes.fromhex("04A035B2BC2B80")
TAG = TagSeen("04A035B2BC2B80")

FRAMES = [
    pytest.param(PN532_ACK, Pn532Signal.ACK, id="ACK"),
    pytest.param(PN532_ERROR, Pn532Signal.ERROR, id="error frame"),
    pytest.param(PN532_SAM, Pn532Answer(0x15, b""), id="SAMConfiguration"),
    pytest.param(PN532_FIRMWARE, Pn532Answer(0x03, bytes.fromhex("32 01 06 07")), id="GetFirmwareVersion"),
    pytest.param("00 00 FF FF FF 00 02 FE D5 15 16 00", Pn532Answer(0x15, b""), id="extended frame"),
    pytest.param("00 FF 02 FE D5 15 16 00", Pn532Answer(0x15, b""), id="preamble lost"),
]


@pytest.mark.parametrize(("vector", "frame"), FRAMES)
def test_vector_is_read(vector: str, frame: Pn532Frame) -> None:
    assert Pn532Decoder().feed(bytes.fromhex(vector)) == [frame]


def test_longest_extended_frame_is_read_and_a_longer_one_is_not() -> None:
    assert Pn532Decoder().feed(pn532_frame(b"\xd5\x41" + bytes(263))) == [Pn532Answer(0x41, bytes(263))]
    found = Pn532Decoder().feed(pn532_frame(b"\xd5\x41" + bytes(264)))
    assert found[0] == BadFrame("LEN is 266: 1 to 265 were due")


def test_response_split_over_reads_is_read() -> None:
    """techniq/node-pn532#9: …D5 | 00 FE E2 …"""
    decoder = Pn532Decoder()
    whole = pn532_frame(bytes.fromhex("D5 00 FE E2 11 22"))
    assert decoder.feed(whole[:6]) == []
    assert decoder.feed(whole[6:]) == [Pn532Answer(0x00, bytes.fromhex("FE E2 11 22"))]


REFUSED = [
    pytest.param("00 00 FF 02 FD D5 15 16 00", "LEN and LCS do not agree: 02 FD", id="LCS"),
    pytest.param("00 00 FF 02 FE D5 15 17 00", "the DCS should be 16, the frame says 17", id="DCS"),
    pytest.param("00 00 FF 02 FE D5 15 16 01", "the frame ends with 01: 00 was due", id="postamble"),
    pytest.param("00 00 FF 02 FE D4 02 2A 00", "TFI D4 and 1 bytes: an answer (D5) was due", id="our own echo"),
    pytest.param("00 00 FF 00 FF 01", "00 was due behind an ACK", id="ACK without its end"),
    pytest.param("00 00 FF FF FF 00 00 00", "LEN is 0: 1 to 265 were due", id="extended frame of nothing"),
    pytest.param("00 00 FF FF 00 00", "LEN and LCS do not agree: FF 00", id="NACK, which only the host sends"),
    pytest.param("D5 4B 01 01", "bytes without the 00 that begins a frame", id="a pattern without sums"),
]


@pytest.mark.parametrize(("frame", "reason"), REFUSED)
def test_bad_frame_says_what_is_wrong(frame: str, reason: str) -> None:
    found = Pn532Decoder().feed(bytes.fromhex(frame))
    assert found[0] == BadFrame(reason)
    assert all(isinstance(item, BadFrame) for item in found)


COMMANDS = [
    pytest.param(pn532.SAM_CONFIGURATION, "00 00 FF 03 FD D4 14 01 17 00", id="SAMConfiguration"),
    pytest.param(pn532.GET_FIRMWARE_VERSION, "00 00 FF 02 FE D4 02 2A 00", id="GetFirmwareVersion"),
    pytest.param(pn532.RF_CONFIGURATION, "00 00 FF 06 FA D4 32 05 FF 01 01 F4 00", id="RFConfiguration"),
    pytest.param(pn532.IN_LIST_PASSIVE_TARGET, "00 00 FF 04 FC D4 4A 01 00 E1 00", id="InListPassiveTarget"),
]


@pytest.mark.parametrize(("command", "vector"), COMMANDS)
def test_command_is_written(command: bytes, vector: str) -> None:
    assert wire(command) == bytes.fromhex(vector)


POLLED = [
    pytest.param("00", None, id="no tag"),
    pytest.param("01 01 00 04 08 04 DE AD BE EF", TagSeen("DEADBEEF"), id="4 bytes"),
    pytest.param("01 01 00 44 00 07 04 A0 35 B2 BC 2B 80", TAG, id="7 bytes"),
    pytest.param("01 01 00 84 00 0A 01 02 03 04 05 06 07 08 09 0A", TagSeen("0102030405060708090A"), id="10 bytes"),
    pytest.param("01 01 03 44 20 04 DE AD BE EF 05 78 80 70 02", TagSeen("DEADBEEF"), id="with ATS"),
]


@pytest.mark.parametrize(("payload", "seen"), POLLED)
def test_poll_tells_of_a_tag_or_none(payload: str, seen: TagSeen | None) -> None:
    assert tag_in(bytes.fromhex(payload)) == seen


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param("", id="nothing"),
        pytest.param("02 01 00 04 08 04 DE AD BE EF", id="two tags"),
        pytest.param("01 01 00 04 08 05 DE AD BE EF 01", id="5 bytes"),
        pytest.param("01 01 00 04 08 07 DE AD BE EF", id="UID cut short"),
        pytest.param("01 01 00 04 08 04 DE AD BE EF 09", id="a byte too many"),
        pytest.param("01 01 00 04 08", id="no UID"),
    ],
)
def test_poll_that_does_not_add_up_is_a_bad_frame(payload: str) -> None:
    assert isinstance(tag_in(bytes.fromhex(payload)), BadFrame)


def test_driver_is_a_tag_reader() -> None:
    reader: TagReader = Pn532()
    assert (reader.name, reader.baud, reader.due_at) == ("PN532", 115200, None)


def test_nothing_is_sent_before_the_port_opens() -> None:
    reader = Pn532()
    assert reader.advance(5.0).send == b""
    assert reader.received(bytes.fromhex(PN532_UID_7), 6.0).items == ()


def test_opening_wakes_it_and_sets_it_up_and_then_polls() -> None:
    bench = Bench(Pn532(), FakePn532(UID))
    bench.run(0.05)
    assert bench.items[:3] == [HERE, TAG, TAG]
    assert isinstance(bench.device, FakePn532)
    assert bench.device.commands[:5] == [0x14, 0x02, 0x32, 0x4A, 0x4A]


@pytest.mark.parametrize("vector", [PN532_UID_4, PN532_UID_7])
def test_vector_of_a_tag_is_told(vector: str) -> None:
    device = FakePn532()
    bench = Bench(Pn532(), device)
    bench.run(0.05)
    device.uid = bytes.fromhex(vector)[13:-2]
    bench.run(0.05)
    assert bench.tags[0] == device.uid.hex().upper()


@pytest.mark.parametrize("uid", ["DEADBEEF", "04A035B2BC2B80", "0102030405060708090A"])
@pytest.mark.parametrize("ats", ["", "0578807002"])
def test_tag_is_told_as_often_as_it_answers(uid: str, ats: str) -> None:
    bench = Bench(Pn532(), FakePn532(bytes.fromhex(uid), bytes.fromhex(ats)))
    bench.run(1.0)
    assert set(bench.tags) == {uid}
    assert 100 < len(bench.tags) < 200
    assert not bad_frames(bench.items)


def test_polls_without_a_tag_are_answered_and_do_not_spin() -> None:
    bench = Bench(Pn532(), FakePn532())
    assert bench.run(10.0) == [HERE]
    assert bench.wakes < 10 * 400


@pytest.mark.parametrize("split", [1, 2, 5])
def test_answers_in_pieces_are_read(split: int) -> None:
    bench = Bench(Pn532(), FakePn532(UID, split=split))
    bench.run(1.0)
    assert len(bench.tags) > 10
    assert not bad_frames(bench.items)


@pytest.mark.parametrize("lost", [1, 2])
def test_lost_acks_are_made_good_without_a_word(lost: int) -> None:
    bench = Bench(Pn532(), FakePn532(UID, lose_acks=lost))
    bench.run(1.0)
    assert states(bench.items) == [HERE]
    assert bench.tags


def test_answer_is_believed_though_its_ack_was_lost() -> None:
    reader = Pn532()
    reader.opened(0.0)
    assert reader.received(bytes.fromhex(PN532_SAM), 0.01).items == ()
    assert reader.advance(0.02).send == wire(pn532.GET_FIRMWARE_VERSION)


def test_silence_from_the_start_is_absence_with_a_remedy_and_is_told_once() -> None:
    device = FakePn532(is_deaf=True)
    bench = Bench(Pn532(), device)
    (absent,) = bench.run(30.0)
    assert isinstance(absent, Absent)
    assert "switches say HSU" in absent.text
    assert bench.wakes < 60
    device.is_deaf = False
    device.uid = UID
    assert bench.run(3.0)[:2] == [HERE, TAG]


def test_ack_then_silence_is_told_so_and_recovers() -> None:
    """nfcpy#45, libnfc#167."""
    device = FakePn532()
    bench = Bench(Pn532(), device)
    bench.run(0.5)
    device.is_mute_after_ack = True
    (absent,) = bench.run(10.0)
    assert isinstance(absent, Absent)
    assert "acknowledges and does not answer" in absent.text
    assert device.aborts >= pn532.ATTEMPTS
    device.is_mute_after_ack = False
    assert bench.run(3.0) == [HERE]


def test_chip_that_lost_its_supply_is_set_up_again_without_a_word() -> None:
    device = FakePn532(UID)
    bench = Bench(Pn532(), device)
    bench.run(0.5)
    device.power_cycle()
    assert set(bench.run(1.0)) == {TAG}


def test_set_up_that_works_is_no_recovery_while_polls_stay_unanswered() -> None:
    device = FakePn532()
    bench = Bench(Pn532(), device)
    bench.run(0.1)
    device.leaves_polls_unanswered = True
    assert [type(item) for item in bench.run(20.0)] == [Absent]


def test_failures_far_apart_do_not_add_up_to_absence() -> None:
    device = FakePn532(UID)
    bench = Bench(Pn532(), device)
    for _ in range(5):
        bench.run(1.0)
        device.lose_acks = 1
    assert states(bench.items) == [HERE]


def test_error_frames_end_in_absence_and_one_alone_does_not() -> None:
    bench = Bench(Pn532(), FakePn532(UID, refuse=1))
    bench.run(1.0)
    assert states(bench.items) == [HERE]
    (absent,) = Bench(Pn532(), FakePn532(refuse=1000)).run(5.0)
    assert isinstance(absent, Absent)
    assert "does not understand" in absent.text


def test_broken_answer_is_told_and_asked_again_soon() -> None:
    device = FakePn532(UID)
    bench = Bench(Pn532(), device)
    bench.run(0.5)
    device.break_answers = 1
    items = bench.run(0.3)
    assert len(bad_frames(items)) == 1
    assert items[-1] == TAG
    assert not states(items)


def test_nack_is_a_broken_answer_and_does_not_stop_the_driver() -> None:
    bench = Bench(Pn532(), FakePn532(UID))
    bench.run(0.1)
    bench.say(bytes.fromhex("00 00 FF FF 00 00"))
    assert bench.run(1.0)[-1] == TAG


def test_noise_is_told_as_noise() -> None:
    reader = Pn532()
    reader.opened(0.0)
    items = [item for turn in range(300) for item in _noise(reader, turn * 0.01)]
    (absent,) = [item for item in items if isinstance(item, Absent)]
    assert "baud rate" in absent.text


def _noise(reader: Pn532, now: float) -> tuple[object, ...]:
    return reader.received(b"\x87\xe1\x78" * 10, now).items + reader.advance(now).items


def test_answer_to_another_command_is_not_believed() -> None:
    reader = Pn532()
    reader.opened(0.0)
    assert reader.received(pn532_answer(UID), 0.01).items == ()
    assert reader.due_at == pytest.approx(pn532.ACK_S)


def test_answer_that_nobody_waits_for_is_not_believed() -> None:
    bench = Bench(Pn532(), FakePn532())
    bench.run(1.0)
    device = bench.device
    assert isinstance(device, FakePn532)
    device.is_deaf = True
    bench.run(pn532.ACK_S + 0.02)
    bench.say(pn532_answer(UID))
    assert bench.tags == []


def test_acks_without_end_do_not_put_off_the_end_of_patience() -> None:
    reader = Pn532()
    reader.opened(0.0)
    for turn in range(100):
        reader.received(bytes.fromhex(PN532_ACK), turn * 0.005)
    assert reader.due_at == pytest.approx(pn532.ANSWER_S)


def test_other_chip_says_its_number() -> None:
    bench = Bench(Pn532(), FakePn532(version=b"\x33\x02\x08\x07"))
    bench.run(0.5)
    assert states(bench.items) == [Present("IC 33 firmware 2.8")]


def test_opening_again_begins_anew() -> None:
    bench = Bench(Pn532(), FakePn532(UID))
    bench.run(0.5)
    heard = bench.reader.opened(bench.now)
    assert heard.send.endswith(wire(pn532.SAM_CONFIGURATION))
    assert heard.send.startswith(bytes.fromhex("55 55 00 00 00"))
