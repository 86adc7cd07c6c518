"""Nothing that is said depends on a face-down card: of two tables that differ in such cards only, all is the same.

``SECRECY_PAIRS=10000 pytest engine/tests/test_secrecy.py`` compares as many pairs; without it a fixed part of them.
A coup that would end, or a hand that would be shown, because of a face-down card tells its table from every pair that
lacks that card; so nothing need be compared beyond the event that makes a changed card public.
"""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Final, NamedTuple

import pytest

from engine.events import (
    CardExposed,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    CoupCancelled,
    Done,
    MisdealFound,
    Withdrawn,
)
from engine.tests.leak import Leak
from engine.tests.leaks import LEAKS
from engine.tests.leaks_by_others import LEAKS as LEAKS_BY_OTHERS
from engine.tests.pairs import Change, Played, altered, changes, played, told_apart
from engine.tests.secrecy import DECLASSIFIED

pytestmark = pytest.mark.thorough

PAIRS: Final = int(os.environ.get("SECRECY_PAIRS", "1200"))
PAIRS_OF_A_TABLE: Final = 6
ENOUGH_FOR_A_LEAK: Final = 6000
"""Pairs after which a leak must have shown itself."""


class Pair(NamedTuple):
    """A table and what is other at its twin; ``None``: the law told apart all twins that were tried."""

    seed: int
    table: Played
    change: Change | None


def pairs() -> Iterator[Pair]:
    """Pairs without end, the same each time."""
    for seed in count():
        table = played(seed)
        for change in changes(table, Random(seed), PAIRS_OF_A_TABLE):
            yield Pair(seed, table, change)


def kept() -> Iterator[tuple[int, Played, Change]]:
    """Those that count."""
    return ((seed, table, change) for seed, table, change in pairs() if change is not None)


@pytest.mark.timeout(900)
def test_tables_that_differ_only_face_down_say_the_same_at_every_event() -> None:
    for seed, table, change in islice(kept(), PAIRS):
        told = told_apart(table, change)
        assert told is None, f"table {seed}, {change}: {told}"


def test_nearly_every_pair_counts() -> None:
    """The law tells few of them apart, so the rest is no choice of easy ones."""
    some = list(islice(pairs(), 600))
    assert sum(pair.change is not None for pair in some) > 0.97 * len(some)


def test_twins_differ_in_tags_and_confidences_too() -> None:
    """Where the reader tells them, and of hidden cards alone."""
    for _, table, change in islice(kept(), 60):
        pairs_of_cards = [
            (line, one, other)
            for line, (one, other) in enumerate(zip(table.events, altered(table, change), strict=False))
            if isinstance(one, CardOut) and isinstance(other, CardOut)
        ]
        hidden = table.seen.hidden(change.until)
        assert all(one == other for line, one, other in pairs_of_cards if line not in hidden)
        assert table.seed % 3 or all(
            one.tag != other.tag for line, one, other in pairs_of_cards if line in change.faces
        )


def test_the_tables_come_to_everything_that_makes_a_card_public_and_every_correction() -> None:
    tables = [played(seed) for seed in range(300)]
    causes = Counter(cause for table in tables for _, cause in table.seen.public.values())
    assert {row.name for row in DECLASSIFIED} <= causes.keys()
    taken = {type(step.event) for table in tables for step in table.steps if step.is_taken}
    assert {CardExposed, CardHeld, CardNamed, CardVoided, CoupCancelled, Done, MisdealFound, Withdrawn} <= taken
    assert {table.rules.equipment for table in tables} == {"shoe", "metal_box"}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("leak", [*LEAKS, *LEAKS_BY_OTHERS], ids=lambda leak: leak.name)
def test_a_leak_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak.apply(monkeypatch)
    assert any(told_apart(table, change) is not None for _, table, change in islice(kept(), ENOUGH_FOR_A_LEAK))
