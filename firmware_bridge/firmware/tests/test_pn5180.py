"""The driver against a simulated PN5180, byte by byte."""

from types import SimpleNamespace

import pytest
from firmware_bridge.firmware import pn5180
from firmware_bridge.firmware.pn5180 import Pn5180, TagCollisionError, TagReaderError
from firmware_bridge.firmware.tests.clock import Clock
from firmware_bridge.firmware.tests.simulated_pn5180 import SimulatedPn5180, crc16
from hypothesis import given, settings
from hypothesis import strategies as st

ONE, TWO, THREE = (bytes.fromhex(uid) for uid in ("E0040150AABBCC01", "E0040150AABBCC02", "E0040150AABBCC05"))


class Out:
    """A pin that the chip hears."""

    def __init__(self, tell: object) -> None:
        self.tell = tell

    def value(self, level: int) -> None:
        self.tell(level)  # type: ignore[operator]


class Spi:
    def __init__(self, chip: SimulatedPn5180) -> None:
        self._chip = chip

    def write_readinto(self, out: bytes, heard: bytearray) -> None:
        assert len(out) == len(heard)
        heard[:] = self._chip.exchange(bytes(out))


def wired(**state: object) -> tuple[SimulatedPn5180, Pn5180]:
    clock = Clock()
    chip = SimulatedPn5180(clock, **state)  # type: ignore[arg-type]
    busy = SimpleNamespace(value=chip.busy)
    return chip, Pn5180(Spi(chip), Out(chip.set_nss), busy, Out(chip.set_reset), clock)


def started(**state: object) -> tuple[SimulatedPn5180, Pn5180]:
    chip, reader = wired(**state)
    reader.self_test()
    return chip, reader


def test_self_test_tells_the_firmware_and_switches_the_field_on() -> None:
    _, reader = wired(firmware=(3, 12), tags=[ONE])
    assert reader.self_test() == (3, 12)
    assert reader.inventory() == [ONE]


def test_inventory_of_one_slot_goes_out_with_its_crc() -> None:
    chip, reader = started()
    assert reader.inventory() == []
    assert chip.air == [bytes.fromhex("260100F60A")]


def test_uid_is_told_e0_first() -> None:
    _, reader = started(tags=[bytes.fromhex("E0040150AABBCCDD")])
    assert [uid.hex() for uid in reader.inventory()] == ["e0040150aabbccdd"]
    assert reader.rssi == 0x155 >> 2


def test_tag_that_leaves_is_gone_in_the_next_round() -> None:
    chip, reader = started(tags=[ONE])
    reader.inventory()
    chip.tags = []
    assert reader.inventory() == []


@pytest.mark.parametrize(
    "tags",
    [
        pytest.param([ONE, TWO], id="first bit differs"),
        pytest.param([ONE, THREE], id="third bit differs"),
        pytest.param([ONE, bytes.fromhex("E0040150AABBCC41")], id="seventh bit differs"),
        pytest.param([ONE, TWO, THREE], id="three"),
    ],
)
def test_tags_that_collide_are_told_apart(tags: list[bytes]) -> None:
    _, reader = started(tags=tags)
    assert sorted(reader.inventory()) == sorted(tags)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 2**48 - 1), max_size=3, unique_by=lambda serial: serial % 8))
def test_up_to_three_tags_that_differ_in_three_bits_are_always_told_apart(serials: list[int]) -> None:
    tags = [b"\xe0\x04" + serial.to_bytes(6, "big") for serial in serials]
    _, reader = started(tags=tags)
    assert sorted(reader.inventory()) == sorted(tags)


def test_tags_alike_in_eight_bits_stay_unresolved_in_bounded_time() -> None:
    chip, reader = started(tags=[ONE, bytes.fromhex("E0040150AABBDD01")])
    start_us = chip.clock.now_us
    with pytest.raises(TagCollisionError, match="16 requests"):
        reader.inventory()
    assert chip.clock.now_us - start_us < 250_000


def test_damaged_answer_tells_nothing() -> None:
    chip, reader = started(tags=[ONE], garbled={ONE})
    assert reader.inventory() == []
    assert reader.damaged == 1
    chip.garbled.clear()
    assert reader.inventory() == [ONE]


def test_one_damaged_answer_of_two_tells_nothing_of_the_other() -> None:
    _, reader = started(tags=[ONE, TWO], garbled={TWO})
    assert reader.inventory() == []


def test_uid_without_e0_is_damaged() -> None:
    _, reader = started(tags=[bytes.fromhex("E104015000000001")])
    assert reader.inventory() == []
    assert reader.damaged == 1


def test_answer_of_a_tag_that_was_not_asked_tells_nothing() -> None:
    _, reader = started(tags=[ONE, TWO], heedless={ONE})
    assert reader.inventory() == []
    assert reader.damaged == 1


def test_noise_before_the_first_byte_is_no_tag() -> None:
    _, reader = started(noise=True)
    assert reader.inventory() == []


@pytest.mark.parametrize(
    ("state", "status"),
    [
        pytest.param({"busy_stuck": 0}, pn5180.STATUS_BUSY, id="BUSY always low"),
        pytest.param({"busy_stuck": 1}, pn5180.STATUS_BUSY, id="BUSY always high"),
        pytest.param({"is_wired": False}, pn5180.STATUS_COMMAND, id="MISO open"),
        pytest.param({"firmware": (0xFF, 0xFF)}, pn5180.STATUS_VERSION, id="no firmware"),
        pytest.param({"has_5v": False}, pn5180.STATUS_FIELD, id="no 5 V"),
    ],
)
def test_reader_that_does_not_start_says_why_in_bounded_time(state: dict[str, object], status: int) -> None:
    chip, reader = wired(**state)
    with pytest.raises(TagReaderError) as error:
        reader.self_test()
    assert error.value.status == status
    assert chip.clock.now_us < 250_000


def test_chip_that_was_reset_behind_our_back_is_noticed_and_starts_anew() -> None:
    chip, reader = started(tags=[ONE])
    chip.power_up()
    with pytest.raises(TagReaderError) as error:
        reader.inventory()
    assert error.value.status == pn5180.STATUS_STATE
    reader.self_test()
    assert reader.inventory() == [ONE]


def test_chip_that_dies_is_noticed() -> None:
    chip, reader = started(tags=[ONE])
    chip.busy_stuck = 0
    with pytest.raises(TagReaderError) as error:
        reader.inventory()
    assert error.value.status == pn5180.STATUS_BUSY


def test_round_with_one_tag_takes_9_ms() -> None:
    chip, reader = started(tags=[ONE])
    start_us = chip.clock.now_us
    reader.inventory()
    assert chip.clock.now_us - start_us < 9000


def test_residue_of_the_simulated_crc_is_that_of_iso_15693() -> None:
    message = bytes.fromhex("260100")
    assert int.from_bytes(crc16(message + crc16(message)), "little") ^ 0xFFFF == 0xF0B8
