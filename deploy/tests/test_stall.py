import time
from collections.abc import Iterator
from queue import Empty, Queue

import pytest

from deploy.stall import LOOK_S, StallWatch
from engine.messages import Pending


class Table:
    """Something that waits to be durable, or not."""

    def __init__(self) -> None:
        self.since: str | None = None
        self.told: Queue[Pending] = Queue()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    watch = StallWatch(lambda: table.since, table.told.put)
    watch.start()
    yield table
    watch.stop()


def test_a_stall_is_told_and_its_end(table: Table) -> None:
    table.since = "noon"
    assert table.told.get(timeout=5) == Pending(since="noon")
    table.since = None
    assert table.told.get(timeout=5) == Pending(since=None)


def test_appends_that_do_not_stall_are_told_to_nobody(table: Table) -> None:
    for at in range(40):
        table.since = f"{at}"
        time.sleep(LOOK_S / 4)
    table.since = None
    with pytest.raises(Empty):
        table.told.get(timeout=4 * LOOK_S)


def test_it_is_told_once_however_long_it_lasts(table: Table) -> None:
    table.since = "noon"
    table.told.get(timeout=5)
    with pytest.raises(Empty):
        table.told.get(timeout=6 * LOOK_S)
