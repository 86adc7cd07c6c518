"""How fast the journal takes records for good, beside what the disk itself can do, and how much it grows by them.

The bare loop writes the same bytes one after another into a file that was written full before, and syncs each: no
journal on this disk can be faster. Both have their turns in blocks, in an order that is shuffled anew each round.
"""

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from deploy.benchmarks.path import Spread
from deploy.torture.cuts import commits
from deploy.torture.places import DISK
from engine.journal import layout
from engine.journal.seal import sealed
from engine.journal.store import Journal

AIM: Final = 0.45
"""Of the bare loop's rate."""
PAYLOAD: Final = 250
"""Bytes."""
RECORD: Final = PAYLOAD + 8 + 32
"""Bytes of a record: its number, what it says, and its hash."""
BLOCK: Final = 50
"""Appends at a stretch."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast one kind of append is."""

    per_second: float
    ms: Spread
    to_bare: float
    """Of the bare loop's rate in the same round: the median of all rounds."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run measured."""

    appends: int
    """Of each kind."""
    bare: Rate
    plain: Rate
    """A record."""
    with_card: Rate
    """A record and what it committed to, in one transaction."""
    rest_ms: Spread
    """To copy the WAL back, which is done while nothing waits."""
    wal_bytes: float
    """By which the WAL grows with a record; with a card as well."""
    wal_bytes_with_card: float
    file_bytes: float
    """By which the journal's own file grows with a record, half of them with cards."""


class _Bare:
    """Overwrites a file from its beginning to its end."""

    def __init__(self, path: Path, appends: int) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_RDWR)
        os.write(self._file, bytes(appends * RECORD))
        os.fsync(self._file)
        self._at = 0

    def append(self, record: bytes) -> None:
        os.pwrite(self._file, record, self._at)
        os.fdatasync(self._file)
        self._at += len(record)

    def close(self) -> None:
        os.close(self._file)


def measure(appends: int, seed: int) -> Measured:
    """Append so many of each kind."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory(prefix="banca21-", dir=DISK) as folder:
        return _Run(Path(folder), appends, chance).measured()


class _Run:
    """One journal, one bare file, and the turns that they have."""

    def __init__(self, folder: Path, appends: int, chance: Random) -> None:
        self._path = folder / "journal.db"
        self._journal = Journal.open(self._path)
        self._bare = _Bare(folder / "bare", appends)
        self._chance = chance
        self._rounds = max(appends // BLOCK, 2)
        self._rests_ns: list[int] = []

    def measured(self) -> Measured:
        kinds = {"bare": self._append_bare, "plain": self._append_plain, "with card": self._append_with_card}
        times: dict[str, list[list[int]]] = {name: [] for name in kinds}
        for _ in range(self._rounds):
            for name in self._chance.sample(list(kinds), len(kinds)):
                times[name].append([kinds[name](self._chance.randbytes(PAYLOAD)) for _ in range(BLOCK)])
                self._rest()
        plain_grows, with_card_grows = (self._wal_growth(kinds[name]) for name in ("plain", "with card"))
        self._journal.close()
        self._bare.close()
        records = 2 * BLOCK * (self._rounds + 1)
        rates = {name: _rate(rounds, times["bare"]) for name, rounds in times.items()}
        return Measured(
            BLOCK * self._rounds,
            rates["bare"],
            rates["plain"],
            rates["with card"],
            Spread.of(self._rests_ns),
            plain_grows,
            with_card_grows,
            layout.size(self._path) / records,
        )

    def _append_bare(self, payload: bytes) -> int:
        record = payload.ljust(RECORD, b"\0")
        began = time.perf_counter_ns()
        self._bare.append(record)
        return time.perf_counter_ns() - began

    def _append_plain(self, payload: bytes) -> int:
        began = time.perf_counter_ns()
        self._journal.append(payload)
        return time.perf_counter_ns() - began

    def _append_with_card(self, payload: bytes) -> int:
        secret = sealed("TH E00401509F1C2B3A 0.98", self._chance.randbytes)
        began = time.perf_counter_ns()
        self._journal.append(payload, sealed=secret)
        return time.perf_counter_ns() - began

    def _rest(self) -> None:
        """As at a table where nothing waits to be appended."""
        before = layout.size(self._path)
        began = time.perf_counter_ns()
        self._journal.rest()
        took_ns = time.perf_counter_ns() - began
        if layout.size(self._path) != before:
            self._rests_ns.append(took_ns)

    def _wal_growth(self, append: Callable[[bytes], int]) -> float:
        append(self._chance.randbytes(PAYLOAD))  # should the WAL begin anew, it does so here
        before = commits(layout.wal(self._path).read_bytes())[-1]
        for _ in range(BLOCK):
            append(self._chance.randbytes(PAYLOAD))
        return (commits(layout.wal(self._path).read_bytes())[-1] - before) / BLOCK


def _rate(rounds: list[list[int]], bare: list[list[int]]) -> Rate:
    times_ns = [each for block in rounds for each in block]
    ratios = [sum(other) / sum(block) for block, other in zip(rounds, bare, strict=True)]
    return Rate(1e9 * len(times_ns) / sum(times_ns), Spread.of(times_ns), median(ratios))
