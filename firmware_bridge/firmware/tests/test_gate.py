"""The fusing rule: which tag is the card's that passes, and when nobody may say."""

from itertools import pairwise

import pytest
from firmware_bridge.firmware import shoe1
from firmware_bridge.firmware.gate import BEAM_A, BEAM_B, BEFORE_MS, SPENT_ROUNDS, WHITE, Gate
from firmware_bridge.firmware.shoe import Passing
from hypothesis import given
from hypothesis import strategies as st

ONE, TWO = (bytes.fromhex(uid) for uid in ("E004015000000001", "E004015000000002"))
OUT = (BEAM_A, BEAM_A | BEAM_B, BEAM_B, 0)
"""The levels of a card on its way out."""
IN = (BEAM_B, BEAM_A | BEAM_B, BEAM_A, 0)
GATE = Passing(shoe1.GATE, b"", 0, 0)


class Mouth:
    """A gate with a clock: 10 ms go by with each round of the reader, 20 ms between two edges."""

    def __init__(self, now_ms: int = 1000) -> None:
        self.now = now_ms
        self.gate = Gate(0, now_ms)

    def read(self, *uids: bytes, rounds: int = 1) -> None:
        for _ in range(rounds):
            self.now = (self.now + 10) & 0xFFFFFFFF
            self.gate.read(list(uids), 0x55, self.now)

    def move(self, *levels: int, uids: "tuple[bytes, ...]" = ()) -> None:
        """The beams go through these levels, with two rounds that read these tags before each."""
        for level in levels:
            self.read(*uids, rounds=2)
            self.gate.sense(level, self.now)

    def told(self) -> list[Passing]:
        passings = []
        while (passing := self.gate.passing()) is not None:
            passings.append(passing)
        return passings

    def pull(self, *uids: bytes) -> list[Passing]:
        """Draw a card with these tags in the field, then let them leave it."""
        self.move(*OUT, uids=uids)
        self.read(rounds=3)
        return self.told()


def card(uid: bytes, reads: int) -> Passing:
    return Passing(shoe1.CARD, uid, 0x55, reads)


@pytest.mark.parametrize("now_ms", [1000, 2**32 - 60], ids=["", "while the clock wraps"])
def test_card_read_before_and_during_the_pass_is_told_by_its_tag(now_ms: int) -> None:
    mouth = Mouth(now_ms)
    assert mouth.pull(ONE) == [card(ONE, 8)]
    assert mouth.gate.fault() is None


def test_nothing_read_is_an_unread_pass() -> None:
    assert Mouth().pull() == [GATE]


def test_nothing_is_told_before_the_card_is_out() -> None:
    mouth = Mouth()
    mouth.move(*OUT[:3], uids=(ONE,))
    assert mouth.told() == []


@pytest.mark.parametrize(
    "levels",
    [
        pytest.param(IN, id="pushed in from outside"),
        pytest.param((BEAM_A, 0), id="only looked out"),
        pytest.param((BEAM_A, BEAM_A | BEAM_B, BEAM_A, 0), id="drawn halfway and pushed back"),
        pytest.param(
            (BEAM_A, BEAM_A | BEAM_B, BEAM_B, BEAM_A | BEAM_B, BEAM_A, 0), id="drawn almost out and pushed back"
        ),
        pytest.param((BEAM_B, 0), id="something touched B from outside"),
    ],
)
def test_no_pass(levels: tuple[int, ...]) -> None:
    mouth = Mouth()
    mouth.move(*levels, uids=(ONE,))
    assert mouth.told() == []
    assert mouth.pull(ONE)[0].kind == shoe1.CARD


def test_bouncing_edges_are_one_pass() -> None:
    mouth = Mouth()
    bounced = [level for old, new in pairwise((0, *OUT)) for level in (new, old, new)]
    mouth.move(*bounced, uids=(ONE,))
    assert [passing.kind for passing in mouth.told()] == [shoe1.CARD]


@given(st.lists(st.integers(0, 3), max_size=40))
def test_wherever_the_card_was_moved_it_is_told_once_when_it_leaves(levels: list[int]) -> None:
    """Single steps between beams that end outside after having begun inside: whole turns outward less those inward."""
    mouth = Mouth()
    order = (0, BEAM_A, BEAM_A | BEAM_B, BEAM_B)
    place = told = 0
    for level in levels:
        place += (1, -1, 1, 0)[level]
        if place == -4:
            place = 0
        mouth.gate.sense(order[place % 4], mouth.now)
        if place == 4:
            place = 0
            told += 1
    assert mouth.told() == [GATE] * told


def test_lost_edges_tell_a_pass_rather_than_none() -> None:
    mouth = Mouth()
    mouth.move(BEAM_A | BEAM_B, 0)
    assert mouth.told() == [GATE]


def test_card_in_the_beams_at_boot_is_told_when_it_leaves() -> None:
    gate = Gate(BEAM_B, 0)
    gate.sense(0, 30)
    assert gate.passing() == GATE


def test_one_read_is_too_few() -> None:
    mouth = Mouth()
    mouth.gate.sense(BEAM_A, mouth.now)
    mouth.read(ONE)
    mouth.move(*OUT[1:])
    assert mouth.told() == [GATE]


def test_tag_first_read_after_the_pulse_is_the_next_cards() -> None:
    mouth = Mouth()
    mouth.move(BEAM_A, BEAM_A | BEAM_B)
    mouth.move(BEAM_B, 0, uids=(ONE,))
    assert mouth.told() == [GATE]
    assert mouth.pull(ONE)[0][:2] == (shoe1.CARD, ONE)


def test_tag_that_was_taken_back_does_not_name_a_card_with_a_dead_one() -> None:
    mouth = Mouth()
    mouth.read(ONE, rounds=4)
    mouth.move(*OUT)
    assert mouth.told() == [GATE]
    assert mouth.pull(ONE)[0][:2] == (shoe1.CARD, ONE)


def test_tag_read_long_before_is_not_in_the_window() -> None:
    mouth = Mouth()
    mouth.read(TWO, rounds=4)
    mouth.read(rounds=BEFORE_MS // 10 + 1)
    assert mouth.pull(ONE) == [card(ONE, 8)]


def test_two_tags_are_never_guessed_and_are_a_fault() -> None:
    mouth = Mouth()
    mouth.move(*OUT, uids=(ONE, TWO))
    assert mouth.told() == [GATE]
    assert mouth.gate.fault() == (shoe1.FAULT_TWO_TAGS, 2)
    assert mouth.gate.fault() is None


def test_second_tag_read_once_is_a_second_tag() -> None:
    mouth = Mouth()
    mouth.move(*OUT[:3], uids=(ONE,))
    mouth.read(TWO)
    mouth.move(0, uids=(ONE,))
    assert mouth.told() == [GATE]


def test_tags_that_the_reader_could_not_tell_apart_are_two() -> None:
    mouth = Mouth()
    mouth.move(*OUT[:2], uids=(ONE,))
    mouth.gate.read_unresolved(mouth.now)
    mouth.move(*OUT[2:], uids=(ONE,))
    assert mouth.told() == [GATE]
    assert mouth.gate.fault() == (shoe1.FAULT_TWO_TAGS, 0)


def test_collision_long_before_is_forgotten() -> None:
    mouth = Mouth()
    mouth.gate.read_unresolved(mouth.now)
    mouth.read(rounds=BEFORE_MS // 10 + 1)
    assert mouth.pull(ONE) == [card(ONE, 8)]


def test_card_that_lingers_neither_names_the_next_nor_makes_it_two() -> None:
    mouth = Mouth()
    mouth.move(*OUT, uids=(ONE,))
    mouth.read(ONE, rounds=300)
    mouth.move(*OUT, uids=(ONE, TWO))
    mouth.move(*OUT, uids=(ONE,))
    assert [passing[:2] for passing in mouth.told()] == [(shoe1.CARD, ONE), (shoe1.CARD, TWO), (shoe1.GATE, b"")]
    assert mouth.gate.fault() is None


def test_collision_with_a_card_that_lingers_is_laid_to_it() -> None:
    mouth = Mouth()
    mouth.move(*OUT, uids=(ONE,))
    mouth.read(ONE, rounds=2)
    mouth.gate.read_unresolved(mouth.now)
    mouth.move(*OUT, uids=(ONE, TWO))
    assert [passing[:2] for passing in mouth.told()] == [(shoe1.CARD, ONE), (shoe1.CARD, TWO)]


def test_card_that_flickers_at_the_fields_edge_stays_spent() -> None:
    mouth = Mouth()
    mouth.move(*OUT, uids=(ONE,))
    mouth.read(rounds=SPENT_ROUNDS - 1)
    mouth.move(*OUT, uids=(ONE,))
    assert [passing.kind for passing in mouth.told()] == [shoe1.CARD, shoe1.GATE]


def test_card_that_was_away_counts_again() -> None:
    mouth = Mouth()
    mouth.pull(ONE)
    mouth.read(rounds=SPENT_ROUNDS + 1)
    assert mouth.pull(ONE) == [card(ONE, 8)]


def test_card_pushed_back_in_may_leave_again_alone_or_as_one_of_two() -> None:
    mouth = Mouth()
    mouth.move(*OUT, *IN, *OUT, uids=(ONE,))
    mouth.move(*IN, uids=(ONE,))
    mouth.move(*OUT, uids=(ONE, TWO))
    assert [passing.kind for passing in mouth.told()] == [shoe1.CARD, shoe1.CARD, shoe1.GATE]
    assert mouth.gate.fault() == (shoe1.FAULT_TWO_TAGS, 2)


def test_white_card_is_told_and_takes_no_tag_from_the_next_card() -> None:
    mouth = Mouth()
    mouth.move(BEAM_A, BEAM_A | WHITE, BEAM_A | BEAM_B | WHITE, BEAM_B, 0, uids=(ONE,))
    assert mouth.told() == [Passing(shoe1.WHITE_CARD, b"", 0, 0)]
    assert mouth.pull(ONE)[0][:2] == (shoe1.CARD, ONE)


def test_white_that_was_taken_back_does_not_whiten_the_next_card() -> None:
    mouth = Mouth()
    mouth.move(BEAM_A | WHITE, WHITE, 0, uids=())
    assert mouth.pull(ONE) == [card(ONE, 8)]


def test_reads_are_a_byte() -> None:
    mouth = Mouth()
    mouth.read(ONE, rounds=400)
    assert mouth.pull(ONE) == [card(ONE, 255)]


def test_more_tags_than_are_told_apart_cost_no_memory() -> None:
    mouth = Mouth()
    mouth.move(*OUT, uids=tuple(number.to_bytes(8, "big") for number in range(20)))
    assert mouth.told() == [GATE]
    assert mouth.gate.fault() == (shoe1.FAULT_TWO_TAGS, 8)
