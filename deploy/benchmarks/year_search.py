"""How long it takes to find coups in a year of one table, and to show one: its records read, and played by the law."""

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from deploy.benchmarks import log_search, year_touches
from deploy.benchmarks.log_search import Asked, Searched
from deploy.benchmarks.path import Spread
from deploy.benchmarks.screen_place import place
from deploy.benchmarks.whole_year import Year, laid
from deploy.benchmarks.year_touches import Waited
from deploy.torture.places import DISK
from engine.journal import layout
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.search import Index
from engine.journal.walk import walk
from engine.log.passport import passport
from engine.log.showing import in_words, is_told

ROOM: Final = 500
"""Bytes of the disk for each record, the index and what is sorted included."""
SAMPLES: Final = 10
"""Stretches of the chain that are checked once it is made."""
STRETCH: Final = 10_000
"""Records of one."""


class NoRoomError(RuntimeError):
    """The journal does not fit on the disk."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run measured."""

    records: int
    coups: int
    journal_bytes: int
    index_bytes: int
    made_s: float
    checked: int
    """Records of the chain that were checked."""
    searched: tuple[Searched, ...]
    asked: tuple[Asked, ...]
    """What supervisors ask at the screen."""
    show: Spread
    """To show one coup, milliseconds."""
    passport: Spread
    """To make one shoe's passport, milliseconds."""
    touched: tuple[Waited, ...]
    """From a supervisor's touch to what was told on the glass; none where no display can be had."""

    @property
    def slowest(self) -> Searched:
        """The filter or pair of the greatest p99."""
        return max(self.searched, key=lambda each: each.ms.p99)


def measure(records: int, seed: int, times: int, told: Callable[[int], None], *, with_touches: bool = True) -> Measured:
    """Make a journal of so many records, look ``times`` times for each filter and pair, and show as many coups.

    ``told`` hears how many records more were made; ``with_touches``: a screen is touched as well.

    Raises:
        NoRoomError: it does not fit.
        JournalBroken: what was made is no journal.
    """
    free = shutil.disk_usage(DISK).free
    if free < records * ROOM:
        raise NoRoomError(f"{DISK}: {free >> 20} MiB free, {records * ROOM >> 20} MiB are needed: give fewer --records")
    chance = Random(seed)
    with tempfile.TemporaryDirectory(prefix="banca21-", dir=DISK) as folder:
        began = time.perf_counter()
        year = laid(Path(folder), records, seed, told)
        made_s = time.perf_counter() - began
        checked = sum(_checked(year, chance.randrange(year.records)) for _ in range(SAMPLES))
        looked = log_search.Year(chance)
        looked.coups, looked.seq = year.coups, year.records
        with FilesReader(year.journal) as log, Index.open(year.index) as index:
            searched = tuple(log_search.searched(index, names, looked, times) for names in log_search.combined())
            asked = tuple(log_search.asked(index, name, looked, times) for name in log_search.QUESTIONS)
            shown_ns = [_shown(log, index, chance.randint(1, year.coups - 1)) for _ in range(times)]
            passports_ns = [_passport_ns(log, index, chance.randint(1, year.shoes - 2)) for _ in range(times)]
        sizes = layout.size(year.journal), layout.size(year.index)
        spreads = Spread.of(shown_ns), Spread.of(passports_ns)
        touched = _touched(year, Path(folder), times, seed) if with_touches else ()
        return Measured(year.records, year.coups, *sizes, made_s, checked, searched, asked, *spreads, touched)


def _touched(year: Year, folder: Path, times: int, seed: int) -> tuple[Waited, ...]:
    """At a real core that keeps the year's journal."""
    with place() as at:
        if at.display is None:
            return ()
        return year_touches.measure(year.journal, folder, at.display, times, seed)


def _checked(year: Year, after: int) -> int:
    """How many records of the chain hold, from the one after this."""
    with closing(layout.reading(year.journal)) as connection:
        previous = layout.at(connection, after)
        return sum(1 for _ in islice(walk(year.journal, connection, previous), STRETCH))


def _shown(log: FilesReader, index: Index, number: int) -> int:
    """How long it takes to show the coup of that number, as ``banca21 log show`` does."""
    began = time.perf_counter_ns()
    coup = index.coups(Filters(coup=number), limit=1)[0]
    if not is_told(log, coup) or not list(in_words(log, coup)):
        raise LookupError(f"coup {number} cannot be shown: see what was made")
    return time.perf_counter_ns() - began


def _passport_ns(log: FilesReader, index: Index, shoe: int) -> int:
    """How long the passport of the shoe of that number takes."""
    began = time.perf_counter_ns()
    found = passport(log, index, shoe, None)
    if found.dealt + found.burned + found.void + found.unread + (found.behind or 0) != found.size:
        raise LookupError(f"shoe {shoe}: its cards do not add up: see what was made")
    return time.perf_counter_ns() - began
