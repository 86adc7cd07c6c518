"""The shoe in C on a simulated ATmega328P: SHOE/1 as it comes out of the second implementation, byte for byte."""

import os
import random
import select
import shutil
import signal
import subprocess
import time
import tty
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import BadFrame, Deframer, Frame, wire

HERE = Path(__file__).parent
TAGS = [f"E00401500000{number:04X}" for number in range(1, 400)]
WAIT_S = 10
NONCE = bytes(16)
POWER_ON, WATCHDOG = 1, 2

pytestmark = [
    pytest.mark.avr,
    pytest.mark.skipif(
        shutil.which("avr-gcc") is None or not Path("/usr/include/simavr/sim_avr.h").exists(),
        reason="apt-get install simavr libsimavr-dev gcc-avr avr-libc",
    ),
]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("avr")
    subprocess.run(["make", "-s", "-C", HERE, f"BUILD={folder}"], check=True)
    return folder


class Board:
    """A board on a pty of its own: the hands pull, and the host's end of the line is ours."""

    def __init__(self, built: Path, kept: Path) -> None:
        self._command = [built / "runner", built / "shoe.elf"]
        self._kept = kept
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self._deframer = Deframer()
        self.frames: list[Frame] = []
        self.heard_at: list[float] = []
        self.boot()

    def boot(self) -> shoe1.Hello:
        """Switch on; the HELLO of this boot."""
        command = [*map(str, self._command), str(self._master), str(self._kept), "BJ21-0001"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        self.process = subprocess.Popen(command, pass_fds=[self._master], **pipes)
        return self.hello()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT_S)
        self.process.stdin.close()
        self.process.stdout.close()

    def close(self) -> None:
        self.kill()
        os.close(self._master)
        os.close(self._slave)

    def order(self, *words: str) -> None:
        self.process.stdin.write(" ".join(words) + "\n")

    def ask(self, *words: str) -> list[str]:
        self.order(*words)
        return self.process.stdout.readline().split()

    def pull(self, count: int = 1) -> int:
        """Seq of the last one's event."""
        return [int(self.ask("pull")[1]) for _ in range(count)][-1]

    def say(self, kind: int, seq: int, *values: object, boot_id: int | None = None) -> None:
        self.send(wire(kind, self.boot_id if boot_id is None else boot_id, seq, *values))

    def send(self, chunk: bytes) -> None:
        while chunk:
            chunk = chunk[os.write(self._slave, chunk) :]

    def hear(self, seconds: float) -> list[Frame]:
        """The frames of so many seconds."""
        start, end = len(self.frames), time.monotonic() + seconds
        while end - time.monotonic() > 0:
            self._read(end)
        return self.frames[start:]

    def until(self, holds: Callable[[Frame], bool]) -> Frame:
        at, end = len(self.frames), time.monotonic() + WAIT_S
        while time.monotonic() < end:
            for frame in self.frames[at:]:
                if holds(frame):
                    return frame
            at = len(self.frames)
            self._read(end)
        pytest.fail("what was due did not come")

    def hello(self) -> shoe1.Hello:
        frame = self.until(lambda frame: frame.type == shoe1.HELLO)
        self.boot_id = frame.boot_id
        return frame.payload

    def beat(self) -> Frame:
        return self.until(lambda frame: frame.type == shoe1.HEARTBEAT)

    def introduced(self) -> Frame:
        """The HELLO that answers ours."""
        self.hear(0.01)
        self.say(shoe1.HOST_HELLO, 0, NONCE, boot_id=0)
        return self.until(lambda frame: frame.type == shoe1.HELLO)

    def event(self, seq: int) -> Frame:
        for frame in self.frames:
            if 0x10 <= frame.type <= 0x1F and (frame.boot_id, frame.seq) == (self.boot_id, seq):
                return frame
        return self.until(lambda frame: 0x10 <= frame.type <= 0x1F and frame.seq == seq)

    def _read(self, end: float) -> None:
        if select.select([self._slave], [], [], max(0.0, end - time.monotonic()))[0]:
            items = self._deframer.feed(os.read(self._slave, 4096))
            new = [item for item in items if not isinstance(item, BadFrame)]
            self.frames += new
            self.heard_at += [time.monotonic()] * len(new)


@pytest.fixture
def board(built: Path, tmp_path: Path) -> Iterator[Board]:
    board = Board(built, tmp_path / "eeprom")
    yield board
    board.close()


def test_cards_arrive_in_order_each_once_acknowledged(board: Board) -> None:
    board.ask("load", *TAGS[:40])
    for number, tag in enumerate(TAGS[:40], 1):
        assert board.pull() == number
        frame = board.event(number)
        assert (frame.payload.uid.hex().upper(), frame.payload.gate_count) == (tag, number)
        board.say(shoe1.ACK, number)
    assert board.event(41).type == shoe1.EMPTY
    board.say(shoe1.ACK, 41)
    assert board.introduced().seq == 42
    assert {frame.seq for frame in board.hear(1.2)} == {42}


def test_white_card_unread_card_doubtful_card_and_two_at_once(board: Board) -> None:
    board.ask("load", "-", f"{TAGS[0]}!", f"{TAGS[1]}?", f"{TAGS[2]}+{TAGS[3]}", TAGS[4])
    board.pull(3)
    board.say(shoe1.ACK, 3)
    board.pull(2)
    kinds = [board.event(seq).type for seq in range(1, 8)]
    assert kinds == [
        shoe1.WHITE_CARD, shoe1.GATE, shoe1.CARD, shoe1.GATE, shoe1.FAULT, shoe1.CARD, shoe1.EMPTY,
    ]  # fmt: skip
    assert board.event(3).payload.reads == 1
    assert board.event(5).payload == shoe1.Fault(2, 0)
    assert board.event(6).payload.uid.hex().upper() == TAGS[4]
    assert board.event(7).payload == shoe1.Count(5)


def test_heartbeat_comes_each_250_ms(board: Board) -> None:
    board.hear(3)
    at = [at for at, frame in zip(board.heard_at, board.frames, strict=True) if frame.type == shoe1.HEARTBEAT]
    shoes = [frame.t_ms for frame in board.frames if frame.type == shoe1.HEARTBEAT]
    assert all(0.2 <= later - earlier <= 0.3 for earlier, later in pairwise(at[1:]))
    assert all(later - earlier == 250 for earlier, later in pairwise(shoes[1:]))


def test_event_is_sent_again_after_50_ms_doubling_to_a_second(board: Board) -> None:
    board.ask("load", *TAGS[:2])
    board.pull()
    first = len(board.frames)
    board.hear(3.2)
    at = [
        time_
        for time_, frame in zip(board.heard_at[first:], board.frames[first:], strict=True)
        if frame.type == shoe1.CARD
    ]
    pauses = [later - earlier for earlier, later in pairwise(at[-4:])]
    assert pauses == pytest.approx([0.4, 0.8, 1.0], abs=0.03)


def test_gate_count_outlives_a_kill_and_the_boot_id_is_another(board: Board) -> None:
    board.ask("load", *TAGS[:5])
    board.pull(3)
    before = board.boot_id
    board.kill()
    hello = board.boot()
    assert (hello.gate_count, hello.reset_cause, hello.ring, hello.features) == (3, POWER_ON, 16, 6)
    assert board.boot_id not in (0, before)
    board.ask("load", *TAGS[3:5])
    assert board.pull() == 1
    assert board.event(1).payload.gate_count == 4


def test_watchdog_brings_a_hung_shoe_back(board: Board) -> None:
    board.ask("load", *TAGS[:5])
    board.pull(2)
    before = board.boot_id
    assert 240 <= int(board.ask("hang")[1]) <= 320
    hello = board.hello()
    assert (hello.gate_count, hello.reset_cause) == (2, WATCHDOG)
    assert board.boot_id not in (0, before)
    assert board.pull() == 1
    assert board.event(1).payload.uid.hex().upper() == TAGS[2]


def test_boot_ids_count_on(board: Board) -> None:
    ids = []
    for _ in range(16):
        board.ask("hang")
        board.hello()
        ids.append(board.boot_id)
    assert all(later == earlier % 0xFFFE + 1 for earlier, later in pairwise(ids))


def test_eight_are_on_the_way_and_the_others_wait(board: Board) -> None:
    board.ask("load", *TAGS[:12])
    waits = [board.ask("pull")[2] == "0" for _ in range(10)]
    assert waits == [False] * 8 + [True] * 2
    board.say(shoe1.ACK, 1)
    assert board.event(9).type == shoe1.CARD
    board.hear(0.3)
    assert max(frame.seq for frame in board.frames if frame.type == shoe1.CARD) == 9


def test_full_ring_of_16_drops_its_oldest_and_says_so(board: Board) -> None:
    board.ask("load", *TAGS[:30])
    board.pull(20)
    assert board.introduced().seq == 6
    board.say(shoe1.ACK, 9)
    assert board.event(17).payload == shoe1.Fault(shoe1.FAULT_RING_FULL, 1)
    assert board.beat().payload.gate_count == 20


def test_acknowledgement_of_the_future_and_of_another_boot_is_ignored(board: Board) -> None:
    board.ask("load", *TAGS[:9])
    board.pull(2)
    board.say(shoe1.ACK, 3)
    board.say(shoe1.ACK, 40000)
    board.say(shoe1.ACK, 2, boot_id=board.boot_id ^ 1)
    assert board.introduced().seq == 1


def test_replay_sends_again_and_of_what_is_gone_tells_where_the_ring_begins(board: Board) -> None:
    board.ask("load", *TAGS[:9])
    board.pull(4)
    board.say(shoe1.ACK, 2)
    board.hear(1)
    board.say(shoe1.REPLAY, 4)
    assert board.until(lambda frame: frame.type == shoe1.CARD).seq in (3, 4)
    board.say(shoe1.REPLAY, 1)
    assert board.until(lambda frame: frame.type == shoe1.HELLO).seq == 3


def test_set_counts_the_passes_after_its_seq_on_top_and_is_kept(board: Board) -> None:
    board.ask("load", *TAGS[:9])
    board.pull(3)
    board.ask("lid", "open")
    board.pull(2)
    board.say(shoe1.SET, 3, shoe1.KEY_GATE_COUNT, 0)
    beat = board.until(lambda frame: frame.type == shoe1.HEARTBEAT and frame.payload.gate_count == 2)
    assert beat.seq == 7
    board.kill()
    assert board.boot().gate_count == 2


def test_set_that_comes_late_again_counts_nothing_twice(board: Board) -> None:
    board.ask("load", *TAGS[:9])
    board.pull(2)
    board.say(shoe1.SET, 0, shoe1.KEY_GATE_COUNT, 10)
    board.until(lambda frame: frame.type == shoe1.HEARTBEAT and frame.payload.gate_count == 12)
    board.say(shoe1.ACK, 2)
    board.say(shoe1.SET, 0, shoe1.KEY_GATE_COUNT, 10)
    board.hear(0.05)
    assert board.beat().payload.gate_count == 12


def test_garbage_is_counted_bounded_and_costs_nothing_else(board: Board) -> None:
    before = board.beat().payload.rx_bad
    board.send(b"\x55" * 3000 + b"\0abc\0\0\0")
    board.send(wire(shoe1.ACK, board.boot_id, 7)[:-3] + b"\x11\x22\0")
    board.hear(0.6)
    assert board.introduced().seq == 1
    assert board.beat().payload.rx_bad == before + 3


def test_dead_reader_is_a_fault_and_its_cards_are_unread(board: Board) -> None:
    board.ask("reader", "dead")
    board.ask("load", *TAGS[:3])
    fault = board.until(lambda frame: frame.type == shoe1.FAULT)
    assert fault.payload == shoe1.Fault(3, 1)
    board.pull()
    assert board.event(2).type == shoe1.GATE
    board.ask("reader", "alive")
    board.hear(0.5)
    board.pull()
    assert board.event(3).type == shoe1.CARD


def test_lid_and_supply_are_told(board: Board) -> None:
    board.ask("lid", "open")
    assert board.event(1).payload == shoe1.Lid(1)
    board.ask("supply", "low")
    board.until(
        lambda frame: (
            frame.type == shoe1.HEARTBEAT
            and frame.payload.flags == shoe1.FLAG_LID_OPEN | shoe1.FLAG_EMPTY | shoe1.FLAG_SUPPLY_LOW
        )
    )


def test_supply_cut_at_any_moment_hides_no_card(board: Board) -> None:
    """The kept count is never behind what was told, and at most one ahead: the card whose event died."""
    rng = random.Random(21)
    told = 0
    for _ in range(30):
        board.ask("load", *TAGS[:3])
        board.order("pull")
        board.hear(rng.uniform(0.005, 0.05))
        board.kill()
        board.hear(0.005)
        cards = [frame for frame in board.frames if frame.type == shoe1.CARD and frame.boot_id == board.boot_id]
        told = max([told, *(frame.payload.gate_count for frame in cards)])
        count = board.boot().gate_count
        assert told <= count <= told + 1
        told = count


def test_count_whose_write_was_cut_short_is_one_more_than_the_last_good_one(board: Board, tmp_path: Path) -> None:
    board.ask("load", *TAGS[:5])
    board.pull(3)
    board.kill()
    with (tmp_path / "eeprom").open("r+b") as eeprom:
        eeprom.seek(16 + 2 * 6 + 5)  # the crc of the third slot
        crc = eeprom.read(1)[0]
        eeprom.seek(-1, os.SEEK_CUR)
        eeprom.write(bytes([crc ^ 1]))
    assert board.boot().gate_count == 2 + 1
    board.kill()
    assert board.boot().gate_count == 3


def test_count_goes_round_its_120_slots(board: Board) -> None:
    board.ask("load", *TAGS[:130])
    for seq in range(1, 131):
        board.pull()
        board.say(shoe1.ACK, seq)
    board.kill()
    assert board.boot().gate_count == 130


def test_idle_shoe_takes_little_of_the_processor(board: Board) -> None:
    def used() -> int:
        return sum(map(int, Path(f"/proc/{board.process.pid}/stat").read_text().split()[13:15]))

    before = used()
    board.hear(2)
    assert (used() - before) / os.sysconf("SC_CLK_TCK") < 0.2 * 2
