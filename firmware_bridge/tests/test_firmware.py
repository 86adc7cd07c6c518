"""The firmware on a hardware layer in memory: what it says, when, and what it keeps."""

import pytest

from firmware_bridge.firmware import shoe1
from firmware_bridge.firmware.shoe import Passing, Shoe
from firmware_bridge.framing import wire
from firmware_bridge.tests.fakes import NONCE, SERIAL, TAGS, FakeHal

KEY = bytes(range(32))


def booted(hal: FakeHal) -> Shoe:
    shoe = Shoe(hal, SERIAL, bytes(8))
    hal.drain()
    return shoe


def pull(hal: FakeHal, shoe: Shoe, count: int = 1) -> None:
    for number in range(count):
        hal.gate.append(Passing(shoe1.CARD, bytes.fromhex(TAGS[number % 52]), 1, 4))
    shoe.step()


def tell(hal: FakeHal, shoe: Shoe, kind: int, seq: int, *values: object) -> None:
    hal.heard += wire(kind, shoe.boot_id, seq, *values)
    shoe.step()


def test_boot_closes_a_half_frame_then_says_who_it_is() -> None:
    hal = FakeHal()
    Shoe(hal, SERIAL, b"12345678")
    assert hal.sent[0] == 0
    first, second = hal.said()
    assert (first.type, first.seq, second.type, second.seq) == (shoe1.HELLO, 1, shoe1.HEARTBEAT, 1)
    assert isinstance(first.payload, shoe1.Hello)
    assert (first.payload.serial, first.payload.fw_hash, first.payload.ring) == (SERIAL, b"12345678", 64)


def hellos(hal: FakeHal) -> list[shoe1.Hello]:
    return [frame.payload for frame in hal.said() if isinstance(frame.payload, shoe1.Hello)]


def test_each_session_has_a_fresh_nonce_and_keeps_it() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    tell(hal, shoe, shoe1.HOST_HELLO, 0, NONCE)
    tell(hal, shoe, shoe1.SELFTEST, 0)
    tell(hal, shoe, shoe1.HOST_HELLO, 0, NONCE)
    one, same, two = hellos(hal)
    assert one.nonce == same.nonce
    assert one.nonce != two.nonce
    assert not one.features & shoe1.FEATURE_MAC


class Session:
    """A host's side of one session with a shoe that has a key."""

    def __init__(self, hal: FakeHal, shoe: Shoe) -> None:
        self._hal = hal
        self._shoe = shoe
        hal.drain()
        tell(hal, shoe, shoe1.HOST_HELLO, 0, NONCE)
        self.answer = hal.said()
        self.hello = next(frame.payload for frame in self.answer if isinstance(frame.payload, shoe1.Hello))
        self.signer = shoe1.Signer(KEY, NONCE, self.hello.nonce)
        self.number = 0

    def tell(self, kind: int, seq: int, *values: object) -> bytes:
        """Say it, signed; the bytes."""
        self.number += 1
        sent = wire(kind, self._shoe.boot_id, seq, *values, number=self.number, signer=self.signer)
        self._hal.heard += sent
        self._shoe.step()
        return sent


def keyed(hal: FakeHal) -> Shoe:
    return Shoe(hal, SERIAL, bytes(8), KEY)


def test_with_a_key_every_frame_is_signed_from_the_answer_to_hello_on() -> None:
    hal = FakeHal()
    shoe = keyed(hal)
    assert [frame.tag for frame in hal.said()] == [b"", b""]
    session = Session(hal, shoe)
    assert session.hello.features & shoe1.FEATURE_MAC
    pull(hal, shoe, 3)
    hal.now += 300
    shoe.step()
    frames = session.answer + hal.said()
    assert {frame.type for frame in frames} == {shoe1.HELLO, shoe1.HEARTBEAT, shoe1.CARD}
    for frame in frames:
        assert session.signer.made(shoe1.Opened(None, None, frame.signed, frame.tag))


def test_with_a_key_only_its_own_host_is_obeyed_and_each_frame_once() -> None:
    hal = FakeHal()
    shoe = keyed(hal)
    session = Session(hal, shoe)
    pull(hal, shoe, 3)
    tell(hal, shoe, shoe1.ACK, 3)
    assert len(shoe._ring) == 3, "not signed"
    hal.heard += wire(shoe1.ACK, shoe.boot_id, 3, number=9, signer=shoe1.Signer(b"x", NONCE, session.hello.nonce))
    shoe.step()
    assert len(shoe._ring) == 3, "signed with another key"
    set_to_nought = session.tell(shoe1.SET, 3, shoe1.KEY_GATE_COUNT, 0)
    assert shoe.gate_count == 0
    pull(hal, shoe, 2)
    hal.heard += set_to_nought
    shoe.step()
    assert shoe.gate_count == 2, "said before"
    session.tell(shoe1.ACK, 3)
    assert len(shoe._ring) == 2
    again = Session(hal, shoe)
    hal.heard += set_to_nought
    shoe.step()
    assert shoe.gate_count == 2, "of the session before"
    assert again.hello.nonce != session.hello.nonce
    beats = hal.said(shoe1.HEARTBEAT)
    hal.now += 300
    shoe.step()
    beats = hal.said(shoe1.HEARTBEAT)
    assert isinstance(beats[-1].payload, shoe1.Heartbeat)
    assert beats[-1].payload.rx_bad == 4


def test_what_the_hardware_finds_wrong_is_told_once() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    hal.faults = [(shoe1.FAULT_TWO_TAGS, 0), (shoe1.FAULT_TAG_READER, 7)]
    shoe.step()
    shoe.step()
    assert [frame.payload for frame in hal.said(shoe1.FAULT)] == [shoe1.Fault(2, 0), shoe1.Fault(3, 7)]


def test_boot_id_is_drawn_once_and_then_counts_on() -> None:
    hal = FakeHal()
    draws = [0, 0xFFFF, 0xFFFD]
    hal.random = lambda n: draws.pop(0).to_bytes(2, "little") if n == 2 else bytes(n)  # type: ignore[method-assign]
    assert [Shoe(hal, SERIAL, bytes(8)).boot_id for _ in range(4)] == [0xFFFD, 0xFFFE, 1, 2]


def test_a_set_that_comes_late_is_answered_and_not_obeyed() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 3)
    tell(hal, shoe, shoe1.ACK, 3)
    tell(hal, shoe, shoe1.SET, 1, shoe1.KEY_GATE_COUNT, 0)
    tell(hal, shoe, shoe1.SET, 4, shoe1.KEY_GATE_COUNT, 0)
    assert shoe.gate_count == 3
    tell(hal, shoe, shoe1.SET, 3, shoe1.KEY_GATE_COUNT, 0)
    assert shoe.gate_count == 0


def test_heartbeat_comes_four_times_a_second_and_bears_the_next_seq() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 3)
    tell(hal, shoe, shoe1.ACK, 3)
    hal.drain()
    for hal.now in range(1, 1001):
        shoe.step()
    beats = hal.said(shoe1.HEARTBEAT)
    assert [(frame.t_ms, frame.seq) for frame in beats] == [(250, 4), (500, 4), (750, 4), (1000, 4)]


def test_event_is_sent_again_after_50_ms_doubling_to_a_second_until_acknowledged() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe)
    assert len(hal.said(shoe1.CARD)) == 1
    sent_at = []
    for hal.now in range(1, 4000):
        shoe.step()
        sent_at += [hal.now] * len(hal.said(shoe1.CARD))
    assert sent_at == [50, 150, 350, 750, 1550, 2550, 3550]
    tell(hal, shoe, shoe1.ACK, 1)
    for hal.now in range(4000, 6000):
        shoe.step()
    assert not hal.said(shoe1.CARD)


def test_sleep_ends_when_something_falls_due() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    assert shoe.step() == 250
    hal.now = 240
    assert shoe.step() == 10
    pull(hal, shoe)
    hal.now = 245
    assert shoe.step() == 5


def test_clock_may_wrap() -> None:
    hal = FakeHal()
    hal.now = 2**32 - 10
    shoe = booted(hal)
    pull(hal, shoe)
    hal.drain()
    hal.now += 49
    shoe.step()
    assert not hal.said(shoe1.CARD)
    hal.now += 1
    shoe.step()
    assert len(hal.said(shoe1.CARD)) == 1


def test_eight_are_on_the_way_at_most() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 10)
    assert [frame.seq for frame in hal.said(shoe1.CARD)] == list(range(1, 9))
    assert (shoe.has_sent(8), shoe.has_sent(9)) == (True, False)
    tell(hal, shoe, shoe1.ACK, 1)
    assert [frame.seq for frame in hal.said(shoe1.CARD)] == [9]


def test_acknowledgement_is_cumulative() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 5)
    tell(hal, shoe, shoe1.ACK, 4)
    hal.drain()
    hal.now = 60
    shoe.step()
    assert [frame.seq for frame in hal.said(shoe1.CARD)] == [5]


@pytest.mark.parametrize("seq", [2, 100, 40000])
def test_acknowledgement_of_what_never_happened_is_ignored(seq: int) -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe)
    tell(hal, shoe, shoe1.ACK, seq)
    tell(hal, shoe, shoe1.HOST_HELLO, 0, NONCE)
    assert hal.said(shoe1.HELLO)[0].seq == 1


def test_words_to_another_boot_are_ignored() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 2)
    hal.heard = wire(shoe1.ACK, shoe.boot_id ^ 1, 2) + wire(shoe1.SET, shoe.boot_id ^ 1, 0, 1, 0)
    shoe.step()
    assert shoe.gate_count == 2
    assert shoe._oldest() == 1


def test_hello_bears_the_oldest_unacknowledged_seq_and_all_are_sent_again() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 4)
    tell(hal, shoe, shoe1.ACK, 1)
    hal.drain()
    tell(hal, shoe, shoe1.HOST_HELLO, 0, NONCE)
    assert [(frame.type, frame.seq) for frame in hal.said()] == [
        (shoe1.HELLO, 2),
        (shoe1.HEARTBEAT, 5),
        (shoe1.CARD, 2),
        (shoe1.CARD, 3),
        (shoe1.CARD, 4),
    ]


def test_replay_sends_again_from_its_seq_at_once() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 4)
    hal.drain()
    tell(hal, shoe, shoe1.REPLAY, 3)
    assert [(frame.type, frame.seq) for frame in hal.said()] == [(shoe1.CARD, 3), (shoe1.CARD, 4)]


def test_replay_begins_the_doubling_anew() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe)
    for hal.now in range(1, 2000):
        shoe.step()
    hal.now = 2000
    tell(hal, shoe, shoe1.REPLAY, 1)
    hal.drain()
    hal.now = 2050
    shoe.step()
    assert len(hal.said(shoe1.CARD)) == 1


def test_replay_of_what_is_gone_is_answered_by_where_the_ring_begins() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 4)
    tell(hal, shoe, shoe1.ACK, 2)
    hal.drain()
    tell(hal, shoe, shoe1.REPLAY, 1)
    answer = hal.said()[0]
    assert (answer.type, answer.seq) == (shoe1.HELLO, 3)


def test_gate_count_outlives_a_reset_and_is_kept_before_anyone_hears_of_the_card() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    kept_when_written = []
    hal.write = lambda wire: kept_when_written.append((wire[2:3], hal.kept_values[0]))  # type: ignore[method-assign]
    pull(hal, shoe)
    assert (bytes([shoe1.CARD]), 1) in kept_when_written
    assert Shoe(hal, SERIAL, bytes(8)).gate_count == 1


def test_gate_counts_cards_white_cards_and_unread_ones() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    hal.gate = [Passing(kind, b"\1" if kind == shoe1.CARD else b"", 0, 0) for kind in shoe1.PASSES]
    hal.lid = hal.empty = True
    shoe.step()
    assert [frame.type for frame in hal.said()] == [shoe1.CARD, shoe1.WHITE_CARD, shoe1.GATE, shoe1.LID, shoe1.EMPTY]
    assert shoe.gate_count == 3


def test_count_set_as_of_an_event_includes_the_passes_since() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 3)
    hal.lid = True
    shoe.step()
    pull(hal, shoe, 2)
    hal.drain()
    tell(hal, shoe, shoe1.SET, 3, shoe1.KEY_GATE_COUNT, 0)
    assert shoe.gate_count == hal.kept_values[0] == 2
    answer = hal.said(shoe1.HEARTBEAT)[0]
    assert isinstance(answer.payload, shoe1.Heartbeat)
    assert (answer.seq, answer.payload.gate_count) == (7, 2)


def test_full_ring_drops_its_oldest_and_says_so_once() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    pull(hal, shoe, 70)
    assert len(shoe._ring) == shoe1.RING
    faults = [waiting.body for waiting in shoe._ring if waiting.body.type == shoe1.FAULT]
    assert [body.payload for body in faults] == [shoe1.pack(shoe1.FAULT, shoe1.FAULT_RING_FULL, 1)]
    assert shoe._oldest() == 71 - 63
    assert shoe.gate_count == 70


def test_seq_begins_at_1_and_goes_from_65535_to_0() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    shoe._next_seq = 65535
    pull(hal, shoe, 2)
    assert [frame.seq for frame in hal.said(shoe1.CARD)] == [65535, 0]
    tell(hal, shoe, shoe1.ACK, 0)
    assert shoe._ring == []


def test_garbage_is_counted_and_costs_nothing_else() -> None:
    hal = FakeHal()
    shoe = booted(hal)
    hal.heard = b"\x55" * 5000 + b"\0abc\0" + wire(shoe1.HOST_HELLO, 0, 0, NONCE)
    shoe.step()
    heartbeat = hal.said(shoe1.HEARTBEAT)[0].payload
    assert isinstance(heartbeat, shoe1.Heartbeat)
    assert heartbeat.rx_bad == 2


def test_lid_and_empty_are_told_when_they_change() -> None:
    hal = FakeHal()
    hal.empty = True
    shoe = booted(hal)
    shoe.step()
    assert not hal.said(shoe1.EMPTY)
    hal.empty = False
    shoe.step()
    hal.lid = True
    shoe.step()
    shoe.step()
    hal.lid = False
    shoe.step()
    lids = [frame.payload for frame in hal.said() if frame.type == shoe1.LID]
    assert lids == [shoe1.Lid(1), shoe1.Lid(0)]
