"""The shoe on its board: cards are drawn, frames come out of the UART."""

import importlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from firmware_bridge.firmware import pn5180, shoe1
from firmware_bridge.firmware.tests.board import Board, ResetError
from firmware_bridge.firmware.tests.nor_flash import PowerCutError
from firmware_bridge.firmware.tests.simulated_pn5180 import SimulatedPn5180
from firmware_bridge.framing import Frame, wire

FOLDER = Path(shoe1.__file__).parent
ON_BOARD = ("shoe1", "shoe", "gate", "pn5180", "kept_flash", "hal_rp2", "main_rp2", "machine", "vfs")
UIDS = [bytes.fromhex(f"E00401500000{number:04X}") for number in range(16)]


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    board = Board()
    monkeypatch.syspath_prepend(FOLDER)
    for name in ON_BOARD:
        monkeypatch.delitem(sys.modules, name, raising=False)
    for name, module in board.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    yield board
    for name in ON_BOARD:
        sys.modules.pop(name, None)


class Running:
    """A boot: the loop of ``main_rp2`` with a clock that stands still while nobody looks."""

    def __init__(self, board: Board) -> None:
        board.power_up()
        self.board = board
        self.hal: Any = importlib.import_module("hal_rp2").Rp2Hal(board.clock)
        self.shoe: Any = importlib.import_module("shoe").Shoe(self.hal, "BJ21-TEST", bytes(8))
        self.hal.guard()

    def run(self, ms: int) -> list[Frame]:
        """What it says in so many milliseconds."""
        end_us = self.board.clock.now_us + ms * 1000
        while self.board.clock.now_us < end_us:
            self.hal.work()
            self.shoe.step()
            self.board.clock.sleep_us(200)
            assert self.board.watchdog is not None
            assert not self.board.watchdog.has_bitten()
        return self.board.said()

    def acknowledge(self) -> None:
        self.board.heard += wire(shoe1.ACK, self.shoe.boot_id, self.shoe.last_seq())


def events(frames: list[Frame]) -> list[tuple[int, Any]]:
    """Types and payloads of the events, each once."""
    seen = {frame.seq: (frame.type, frame.payload) for frame in frames if 0x10 <= frame.type < 0x80}
    return list(seen.values())


def test_cards_drawn_come_out_of_the_uart_in_order(board: Board) -> None:
    running = Running(board)
    running.run(50)
    for number, uid in enumerate(UIDS):
        board.pull(uid)
        running.acknowledge()
        found = events(running.run(250))
        assert [(kind, card.uid, card.gate_count) for kind, card in found] == [(shoe1.CARD, uid, number + 1)]
        assert found[0][1].reads >= 2


def test_card_without_a_tag_is_a_gate_and_a_white_one_is_white(board: Board) -> None:
    running = Running(board)
    board.pull()
    board.pull(is_white=True, after_us=200_000)
    assert events(running.run(500)) == [(shoe1.GATE, shoe1.Count(1)), (shoe1.WHITE_CARD, shoe1.Count(2))]


def test_two_cards_at_once_are_unread_and_a_fault(board: Board) -> None:
    running = Running(board)
    board.pull(UIDS[1], UIDS[2])
    assert events(running.run(400)) == [
        (shoe1.GATE, shoe1.Count(1)),
        (shoe1.FAULT, shoe1.Fault(shoe1.FAULT_TWO_TAGS, 2)),
    ]


def test_tags_that_cannot_be_told_apart_are_unread_and_a_fault(board: Board) -> None:
    running = Running(board)
    board.pull(UIDS[1], bytes.fromhex("E004015000010001"))
    assert events(running.run(600)) == [
        (shoe1.GATE, shoe1.Count(1)),
        (shoe1.FAULT, shoe1.Fault(shoe1.FAULT_TWO_TAGS, 0)),
    ]


def test_card_that_lies_at_the_mouth_leaves_the_next_ones_alone(board: Board) -> None:
    running = Running(board)
    board.pull(UIDS[5])
    board.clock.after(171_000, lambda: board.chip.tags.append(UIDS[5]))
    for number in (6, 7, 8):
        board.pull(UIDS[number], after_us=(number - 5) * 300_000)
    found = events(running.run(1300))
    assert [(kind, card.uid) for kind, card in found] == [(shoe1.CARD, UIDS[number]) for number in (5, 6, 7, 8)]


def test_no_pulse_is_lost_while_the_loop_is_busy(board: Board) -> None:
    running = Running(board)
    for number in range(20):
        board.pull(after_us=number * 150_000)
    board.clock.sleep_us(3_300_000)
    running.acknowledge()
    running.run(20)
    assert running.shoe.gate_count == 20


def test_edges_beyond_the_ring_are_dropped_and_the_levels_are_read_again(board: Board) -> None:
    running = Running(board)
    for _ in range(100):
        board.set_level(12, 1)
        board.set_level(12, 0)
    board.set_level(10, 1)
    board.set_level(11, 1)
    running.run(20)
    board.set_level(10, 0)
    board.set_level(11, 0)
    assert events(running.run(20)) == [(shoe1.WHITE_CARD, shoe1.Count(1))]


def die(chip: SimulatedPn5180) -> None:
    chip.busy_stuck = 0


def lose_5_v(chip: SimulatedPn5180) -> None:
    chip.has_5v = False
    chip.power_up()


@pytest.mark.parametrize(
    ("breaks", "status"),
    [
        pytest.param(die, pn5180.STATUS_BUSY, id="dies"),
        pytest.param(lose_5_v, pn5180.STATUS_STATE, id="loses its 5 V"),
    ],
)
def test_reader_that_fails_is_told_once_and_cards_are_unread(
    board: Board, breaks: Callable[[SimulatedPn5180], None], status: int
) -> None:
    running = Running(board)
    running.run(100)
    breaks(board.chip)
    board.pull(UIDS[0], after_us=1_000_000)
    assert events(running.run(3000)) == [
        (shoe1.FAULT, shoe1.Fault(shoe1.FAULT_TAG_READER, status)),
        (shoe1.GATE, shoe1.Count(1)),
    ]


def test_reader_that_comes_back_reads_again_and_may_fail_again(board: Board) -> None:
    board.chip.busy_stuck = 1
    running = Running(board)
    assert [kind for kind, _ in events(running.run(1500))] == [shoe1.FAULT]
    board.chip.busy_stuck = None
    running.run(1500)
    running.acknowledge()
    board.pull(UIDS[3])
    assert [kind for kind, _ in events(running.run(400))] == [shoe1.CARD]
    running.acknowledge()
    board.chip.busy_stuck = 1
    assert [kind for kind, _ in events(running.run(100))] == [shoe1.FAULT]


def test_lid_and_last_card_are_told_when_their_level_is_steady(board: Board) -> None:
    running = Running(board)
    running.run(100)
    for number, level in enumerate((1, 0, 1, 0)):
        board.clock.after(number * 5000, partial(board.set_level, 14, level))
    assert events(running.run(100)) == []
    board.set_level(14, 1)
    board.set_level(13, 1)
    assert sorted(events(running.run(100))) == [(shoe1.EMPTY, shoe1.Count(0)), (shoe1.LID, shoe1.Lid(1))]


def test_low_supply_is_in_the_heartbeat(board: Board) -> None:
    running = Running(board)
    running.run(300)
    board.vsys_mv = 4300
    beats = [frame.payload for frame in running.run(300) if frame.type == shoe1.HEARTBEAT]
    assert [beat.flags for beat in beats if isinstance(beat, shoe1.Heartbeat)] == [shoe1.FLAG_SUPPLY_LOW]
    board.vsys_mv = 4750
    assert not running.hal.supply_low()


def test_milliseconds_are_a_u32_over_micropythons_wrap(board: Board) -> None:
    board.clock.now_us = ((1 << 30) - 50) * 1000
    running = Running(board)
    running.run(100)
    assert 100 <= running.hal.millis() < 130


def test_gate_count_outlives_a_power_cut_at_any_byte(board: Board) -> None:
    for bytes_left in range(0, 256, 5):
        running = Running(board)
        counted = running.shoe.gate_count
        board.flash.bytes_left = bytes_left
        board.pull()
        with pytest.raises(PowerCutError):
            running.run(250)
        board.flash.bytes_left = None
        board.levels[10] = board.levels[11] = 0
        assert Running(board).shoe.gate_count in (counted, counted + 1)


def test_old_records_are_erased_only_while_no_card_can_leave(board: Board) -> None:
    running = Running(board)
    for count in range(600):
        running.hal.keep(count, 1)
    running.run(100)
    assert board.flash.erased == [0, 0, 0, 0]
    board.set_level(14, 1)
    running.run(100)
    assert sum(board.flash.erased) == 2
    assert Running(board).shoe.gate_count == 599


def test_board_without_a_rom_partition_is_refused(board: Board) -> None:
    board.has_rom = False
    with pytest.raises(OSError, match="no ROM partition"):
        Running(board)


def test_another_line_takes_the_uarts_place(board: Board) -> None:
    written: list[bytes] = []
    line = SimpleNamespace(any=lambda: 2, read=lambda size: b"\x01\x00"[:size], write=written.append)
    hal = importlib.import_module("hal_rp2").Rp2Hal(board.clock, line)
    hal.write(b"\x02\x00")
    assert (hal.read(), written, board.sent) == (b"\x01\x00", [b"\x02\x00"], b"")


# main.py


@pytest.fixture
def main(board: Board, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "print_exception", lambda _error: None, raising=False)
    for name in ("ticks_us", "ticks_ms", "ticks_diff", "sleep_us"):
        monkeypatch.setattr("time." + name, getattr(board.clock, name), raising=False)
    main = importlib.import_module("main_rp2")
    monkeypatch.setattr(main, "SOURCES", [str(FOLDER / name) for name in main.SOURCES])
    return main


def until_power_is_lost(board: Board, main: ModuleType) -> list[Frame]:
    board.clock.after(600_000, lambda: (_ for _ in ()).throw(PowerCutError))
    with pytest.raises((PowerCutError, ResetError)):
        main.run()
    return board.said()


def hello(frames: list[Frame]) -> shoe1.Hello:
    found = [frame.payload for frame in frames if isinstance(frame.payload, shoe1.Hello)]
    return found[0]


def test_main_introduces_itself_by_its_serial_and_sources(board: Board, main: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "serial.txt").write_text("BJ21-0007\n")
    said = hello(until_power_is_lost(board, main))
    assert (said.serial, said.fw_hash, said.reset_cause) == ("BJ21-0007", main.fw_hash(), 1)
    assert not said.features & shoe1.FEATURE_MAC


def test_main_without_a_serial_makes_one_of_the_boards_number(board: Board, main: ModuleType) -> None:
    assert hello(until_power_is_lost(board, main)).serial == "BJ21-E7452D2F"


def test_main_signs_with_its_key(board: Board, main: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "key.hex").write_text(bytes(range(32)).hex() + "\n")
    assert hello(until_power_is_lost(board, main)).features & shoe1.FEATURE_MAC
    assert main.key() == bytes(range(32))


@pytest.mark.parametrize("text", ["00" * 15, "00" * 65, "0" * 63, "", "zz" * 32])
def test_key_that_is_none_is_refused(main: ModuleType, tmp_path: Path, text: str) -> None:
    (tmp_path / "key.hex").write_text(text)
    with pytest.raises(ValueError, match=r"hex"):
        main.key()


@pytest.mark.parametrize("text", ["", "BJ21-000000000017", "BJ 21", "BJ21-é"])
def test_serial_that_is_none_is_refused(main: ModuleType, tmp_path: Path, text: str) -> None:
    (tmp_path / "serial.txt").write_text(text)
    with pytest.raises(ValueError, match="1 to 16 of ASCII"):
        main.serial()


def test_error_begins_anew_and_hello_says_by_software(board: Board, main: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "key.hex").write_text("no key")
    with pytest.raises(ResetError):
        main.main()
    (tmp_path / "key.hex").unlink()
    board.power_up()
    assert hello(until_power_is_lost(board, main)).reset_cause == 3
    board.power_up()
    assert hello(until_power_is_lost(board, main)).reset_cause == 2


def test_service_jumper_leaves_the_prompt(board: Board, main: ModuleType) -> None:
    board.levels[15] = 0
    main.main()
    assert board.watchdog is None
    assert board.sent == b""
