"""One boot's events in order, and what is held meanwhile."""

from firmware_bridge.firmware import shoe1
from firmware_bridge.firmware.shoe1 import RING
from firmware_bridge.framing import Frame
from firmware_bridge.sequence import Sequence


def event(seq: int) -> Frame:
    """An event of boot 1."""
    return Frame(shoe1.GATE, 1, seq, 0, shoe1.Count(0))


def test_no_more_is_held_back_than_a_ring_holds() -> None:
    sequence = Sequence(1, 1)
    for seq in range(2, 500):
        assert sequence.take(event(seq)) == []
    assert [frame.seq for frame in sequence.take(event(1))] == list(range(1, RING + 2))


def test_settling_twice_does_not_settle_the_same_seq_of_the_next_round() -> None:
    sequence = Sequence(1, 7)
    sequence.take(event(7))
    assert sequence.settle(7)
    assert not sequence.settle(7)
    sequence.expected, sequence.acknowledged = 7, 6
    sequence.take(event(7))
    sequence.take(event(8))
    assert not sequence.settle(8)


def test_giving_up_a_gap_keeps_what_is_held_within_it() -> None:
    sequence = Sequence(1, 1)
    sequence.take(event(2))
    sequence.take(event(5))
    assert sequence.earliest_held() == 2
    assert [frame.seq for frame in sequence.skip_to(4)] == [2]
    assert (sequence.expected, sequence.acknowledged) == (4, 1)
    assert [frame.seq for frame in sequence.take(event(4))] == [4, 5]
