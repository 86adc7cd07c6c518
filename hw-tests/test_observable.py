"""Nothing that anybody can observe of a core depends on a face-down card: two tables that differ in such cards only are
run through a whole core each, and look the same from all sides after every event.

Compared are what clients are told, the journal's rows as stored and how much of it is kept secret, index, checkpoints,
what ``banca21 log`` says, lamps, buzzer, the shoe's end, what is printed and logged, how much is written, and names and
sizes of files. ``OBSERVED_PAIRS=1000 pytest hw-tests/test_observable.py`` compares as many pairs; without it some of
them. What is said within the engine is compared more often, by engine/tests/test_secrecy.py.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Final

import pytest
from observed.around import Around
from observed.comparing import Apart, Pairs
from observed.leaks import LEAKS, slow_ace
from observed.timing import differences, took
from observed.watching import Watched, watched

from engine.cards import Card
from engine.events import (
    AnyEvent,
    Call,
    CardOut,
    Done,
    PlayerSeated,
    ShoeStarted,
    ShuffleCalled,
    TableClosed,
    TableOpened,
    WagerPlaced,
    WhiteCardOut,
    Withdrawn,
)
from engine.instructions import Reconcile, Shuffle, TakeWagers
from engine.journal.seal import sealed
from engine.journal.store import Journal
from engine.memory import Memory, UnreadableRecordError
from engine.rules import TableRules
from engine.sealing import written
from engine.tests.leak import Leak

pytestmark = pytest.mark.thorough

PAIRS: Final = int(os.environ.get("OBSERVED_PAIRS", "50"))
PAIRS_OF_A_TABLE: Final = 4
TABLES_FOR_A_LEAK: Final = 20
"""In so many a leak must have shown itself."""
CARDS: Final = int(os.environ.get("OBSERVED_CARDS", "2400"))
"""Cards that are timed."""
FAR_APART: Final = 10.0
"""Welch's t, from which a rank is said to take another time than the others."""
SHARED: Final = Path("/dev/shm")
"""In memory, if it can be had: a sync costs nothing there."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Where every core here keeps its things, one after another."""
    made = Path(tempfile.mkdtemp(prefix="banca21-observed-", dir=SHARED if os.access(SHARED, os.W_OK) else None))
    yield made / "table"
    shutil.rmtree(made)


def tables(folder: Path) -> Iterator[Pairs]:
    """Tables without end, the same each time."""
    return (Pairs.by(folder, seed, PAIRS_OF_A_TABLE) for seed in count())


@pytest.mark.timeout(900)
def test_tables_that_differ_face_down_look_the_same_from_everywhere(folder: Path) -> None:
    compared = 0
    for pairs in tables(folder):
        for change in pairs.changes:
            apart = pairs.apart(change)
            assert apart is None, f"table {pairs.table.seed}, {pairs.around}, {change}: {apart}"
        assert not pairs.guessed()
        compared += len(pairs.changes)
        if compared >= PAIRS:
            return


@pytest.mark.timeout(300)
def test_tables_that_fail_in_the_midst_of_an_event_say_the_same(folder: Path) -> None:
    for pairs in islice(tables(folder), max(PAIRS // 10, 8)):
        for change in pairs.changes[-1:]:
            apart = pairs.apart_in_failing(change)
            assert apart is None, f"table {pairs.table.seed}, {pairs.around}, {change}: {apart}"


@pytest.mark.timeout(300)
def test_the_tables_come_to_everything_that_is_compared(folder: Path) -> None:
    came_to: set[str] = set()
    for pairs in islice(tables(folder), 25):
        around = pairs.around
        came_to |= {name for name in Around.__dataclass_fields__ if getattr(around, name)}
        for observed in pairs.first.observed.values():
            came_to |= {name for name, seen in observed.surfaces.items() if seen}
            said = b"".join((*observed.rows, *observed.surfaces.values()))
            came_to |= {mark for mark in MARKS if mark.encode() in said}
    assert came_to >= {*Around.__dataclass_fields__, *SURFACES, *MARKS}


SURFACES: Final = ("told", "written", "panel", "shoe", "sealed", "index", "asked", "proof", "output", "files")
MARKS: Final = (
    '"kind":"pending","since":"2026',
    '"kind":"fault"',
    '"kind":"answer"',
    '"kind":"refusal"',
    "commitments_opened",
    "clock_stepped",
    '"standing":{',
    "disk_nearly_full",
    "card_named",
    "natural",
    "buzzer",
    "green lamp",
    "amber lamp",
    "acknowledge",
    ": intact",
    "is not settled yet",
    '"about":"step"',
    "sealed",
)
"""What is to be found in what is compared."""


# Leaks


@pytest.fixture(scope="module")
def prepared(folder: Path) -> list[Pairs]:
    """Tables and twins that no leak had a part in; those first at which most happens."""
    return sorted(islice(tables(folder), TABLES_FOR_A_LEAK), key=lambda pairs: -happens(pairs))


def happens(pairs: Pairs) -> int:
    """How much of what happens seldom does."""
    around = (pairs.around.slow_at, pairs.around.full_at, pairs.around.restarts_at, pairs.around.joins_at)
    shoes = sum(isinstance(event, ShoeStarted) for event in pairs.table.events)
    return sum(at is not None for at in around) + shoes


def shown(pairs: Pairs) -> Apart | str | None:
    """By what a leak shows itself."""
    apart = next((apart for change in pairs.changes if (apart := pairs.apart(change)) is not None), None)
    return apart or pairs.guessed() or next(map(pairs.apart_in_failing, pairs.changes[-1:]), None)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_leak_is_caught(leak: Leak, prepared: list[Pairs], monkeypatch: pytest.MonkeyPatch) -> None:
    leak.apply(monkeypatch)
    assert any(shown(replace(pairs)) for pairs in prepared)


# Cards of a shoe that goes on

OPENED: Final = (
    TableOpened(rules=TableRules(decks=2)),
    ShoeStarted(),
    PlayerSeated(box=1, player="Ana"),
    WagerPlaced(box=1, player="Ana", amount=200),
)
SETTLED: Final = "4H TC TD"
"""A burned card, and the dealer's."""


def dealt(*happened: AnyEvent | str) -> list[AnyEvent]:
    """What happened after the wager; cards by their faces."""
    events: list[AnyEvent] = [*OPENED]
    for each in happened:
        events += [CardOut(card=Card.parse(face)) for face in each.split()] if isinstance(each, str) else [each]
    return events


def told_of(seen: Watched) -> list[str]:
    """The faces that the log tells."""
    return [one["text"].split()[0] for one in seen.openings]


STAND: Final = Call(box=1, call="stand")
COUP: Final = dealt("2C 3C TS 8S 6D", STAND, SETTLED, Done())
LAST_COUP: Final = dealt("2C 3C TS 8S", WhiteCardOut(), "6D", STAND, SETTLED, Done())


def test_a_shuffle_that_was_called_by_mistake_tells_no_burned_card(folder: Path) -> None:
    events = [*COUP, ShuffleCalled()]
    seen = watched(folder, [*events, Withdrawn(seq=len(events), reason="slip", by="Pit")], Around())
    assert isinstance(seen.due[len(events)], TakeWagers), "the shoe goes on"
    assert not {"2C", "3C", "4H"} & {*told_of(seen)}


def test_a_last_coup_that_a_correction_opens_again_tells_no_burned_card(folder: Path) -> None:
    withdrawn = Withdrawn(seq=LAST_COUP.index(STAND) + 1, reason="slip", by="Pit")
    seen = watched(folder, [*LAST_COUP, withdrawn], Around())
    assert isinstance(seen.due[len(LAST_COUP)], Reconcile), "the coup goes on"
    assert not {"2C", "3C"} & {*told_of(seen)}


CLOSED: Final[dict[str, tuple[list[AnyEvent], AnyEvent]]] = {
    "after a shuffle was called by mistake": ([*COUP, ShuffleCalled(), TableClosed()], ShuffleCalled()),
    "before a shuffle is called by mistake": ([*COUP, TableClosed(), ShuffleCalled()], ShuffleCalled()),
    "after a last coup that is put right": ([*LAST_COUP, TableClosed()], STAND),
}
"""Tables that are closed, and what is withdrawn then."""


@pytest.mark.parametrize("when", CLOSED)
def test_a_table_that_is_closed_tells_no_burned_card_of_a_shoe_that_goes_on(folder: Path, when: str) -> None:
    events, slip = CLOSED[when]
    withdrawn = Withdrawn(seq=events.index(slip) + 1, reason="slip", by="Pit")
    seen = watched(folder, [*events, withdrawn], Around(has_staff=True))
    goes_on = not isinstance(seen.due[len(events)], Shuffle)
    assert not (goes_on and {"2C", "3C"} & {*told_of(seen)})


# Errors, times


def test_a_secret_that_this_version_cannot_read_is_told_to_nobody(tmp_path: Path) -> None:
    later = sealed("9D/2 E00401 0.98", bytes)
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.append(written(TableOpened(), {"at": ""}, bytes).payload, opens=True)
        journal.append(f'{{"type":"card_out","commitment":"{later.commitment}","at":""}}'.encode(), sealed=later)
        with pytest.raises(UnreadableRecordError) as raised:
            Memory(journal, bytes).recall()
    assert "9D" not in str(raised.value)


def test_an_error_tells_where_it_came_from_and_no_card(folder: Path) -> None:
    events = dealt("2C 3C TS 8S")
    seen = watched(folder, events, Around(), fails_at=len(events) - 1)
    said = b"".join(seen for observed in seen.observed.values() for seen in observed.surfaces.values())
    assert b"the table cannot go on" in said
    assert b"LookupError" in said
    assert not any(face in said for face in (b"2C", b"3C", b"TS 8S", b"8S"))


@pytest.mark.timeout(300)
def test_no_rank_takes_another_time_than_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    farthest = differences(took(folder, CARDS))[0]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{CARDS} face-down cards from the queue to who is told: the rank farthest from the others is "
            f"{farthest.rank}, |t| {abs(farthest.t):.1f}, {farthest.mean_us:+.0f} µs "
        )
    assert abs(farthest.t) < FAR_APART


@pytest.mark.timeout(300)
def test_a_rank_that_takes_longer_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_ace.apply(monkeypatch)
    shutil.rmtree(folder, ignore_errors=True)
    farthest = differences(took(folder, CARDS))[0]
    assert (farthest.rank, abs(farthest.t) > FAR_APART) == ("A", True)
