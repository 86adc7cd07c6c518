"""What holds for every reader's driver, whatever comes and whenever."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.readers.pn532 import Pn532
from firmware_bridge.readers.r200 import R200
from firmware_bridge.readers.rdm6300 import Rdm6300
from firmware_bridge.readers.tag_reader import Absent, TagReader
from firmware_bridge.readers.tests.test_decoders import PN532_FRAMES, R200_FRAMES, RDM6300_FRAMES, pieces

KINDS = [
    pytest.param(Rdm6300, RDM6300_FRAMES, id="RDM6300"),
    pytest.param(Pn532, PN532_FRAMES, id="PN532"),
    pytest.param(R200, R200_FRAMES, id="R200"),
]


@pytest.mark.parametrize(("kind", "frames"), KINDS)
@given(draw=st.data())
@settings(max_examples=100, deadline=None)
def test_nothing_raises_and_time_that_was_dealt_with_is_not_due_again(
    kind: Callable[[], TagReader], frames: list[bytes], draw: st.DataObject
) -> None:
    reader, now = kind(), 1000.0
    moves = st.one_of(st.sampled_from(["open", "wait"]), pieces(frames))
    for move in draw.draw(st.lists(moves, max_size=30)):
        now += draw.draw(st.sampled_from([0.0, 0.001, 0.02, 0.06, 0.2, 3.0]))
        if move == "open":
            reader.opened(now)
        elif isinstance(move, bytes):
            reader.received(move, now)
        reader.advance(now)
        assert reader.due_at is None or reader.due_at > now


@pytest.mark.parametrize("kind", [Pn532, R200])
def test_reader_that_asks_tells_of_silence_within_two_seconds(kind: Callable[[], TagReader]) -> None:
    reader = kind()
    reader.opened(0.0)
    heard = [item for turn in range(200) for item in reader.advance(turn * 0.01).items]
    assert [type(item) for item in heard] == [Absent]
