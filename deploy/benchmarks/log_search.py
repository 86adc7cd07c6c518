"""How long it takes to find coups among those of a year: every filter of the log, every pair, what supervisors ask.

A year of one table is played by chance, by no law: what counts here is how many coups, results and alerts of which kind
there are, and that dealers and shoes change as they do. The index is written by what writes it at the table.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from deploy.benchmarks.path import Spread
from engine.answers import Alert, CoupResult, Outcome, SettlementRow
from engine.articles import Article
from engine.clock import written
from engine.events import DealerChanged, Opened, ShoeStarted, TableOpened
from engine.journal import index_file
from engine.journal.found import Filters
from engine.journal.index_notes import Batch, Noted, Told
from engine.journal.index_writing import write
from engine.journal.search import NEWEST, Index
from engine.log import looking_up
from engine.looking import AskAlerts, AskCoups, AskFigures

YEAR: Final = 700_000
"""Coups of one table."""
AIM_MS: Final = 100
"""p99 of any filter or pair."""
PAGE: Final = 50
"""Coups that one search gives."""
RECORDS: Final = 50
"""Of one coup in the journal: 35 million in a year."""
COUP_S: Final = 45
"""From one coup to the next."""
SHOE: Final = 13
"""Coups of one shoe."""
STINT: Final = 40
"""Coups that one dealer deals before another takes over."""
DEALERS: Final = tuple(str(1000 + n) for n in range(30))
BOXES: Final = range(1, 8)
BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
AT_ONCE: Final = 64
"""Coups that are written in one transaction here; at a table each is one of its own."""

ONE_BY_ONE: Final = 200
"""Coups behind all others that are written as at a table, to measure that."""

OUTCOMES: Final = {
    Outcome.LOSE: 330,
    Outcome.WIN: 330,
    Outcome.BUST: 170,
    Outcome.PUSH: 85,
    Outcome.NATURAL: 45,
    Outcome.SURRENDER: 20,
    Outcome.INSURANCE_LOSE: 12,
    Outcome.INSURANCE_WIN: 5,
    Outcome.EVEN_MONEY: 2,
    Outcome.BONUS: 1,
}
"""How often a row ends so, in a thousand. ``cancelled`` is a whole coup's."""
ALERTS: Final = {"unread": 200, "drawn_by_mistake": 300, "not_asked_for": 500, "boxed": 3000, "card_too_often": 100_000}
"""In how many coups one has such an alert."""
CANCELLED: Final = 1000
"""Of so many coups one is cancelled."""
CLOCK_BACK: Final = 50_000
"""After so many coups the clock goes back once."""


@dataclass(frozen=True, slots=True)
class Searched:
    """One filter or pair."""

    filters: tuple[str, ...]
    found: int
    """Coups that its searches gave."""
    ms: Spread


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the supervisor's."""

    question: str
    found: int
    """Coups or alerts that its answers told of."""
    ms: Spread


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run measured."""

    coups: int
    results: int
    bytes: int
    """Of the index's file."""
    coup_ms: Spread
    """To write one coup in a transaction of its own, behind all others."""
    searched: tuple[Searched, ...]
    asked: tuple[Asked, ...]

    @property
    def slowest(self) -> Searched:
        """By its p99."""
        return max(self.searched, key=lambda each: each.ms.p99)


def measure(coups: int = YEAR, seed: int = 21, times: int = 100, told: Callable[[int], None] | None = None) -> Measured:
    """Write the index of ``coups`` coups, and look ``times`` times for each filter and pair; ``told`` hears of coups
    that were written.
    """
    chance = Random(seed)
    year = Year(chance)
    with tempfile.TemporaryDirectory(prefix="banca21-") as folder:
        path = Path(folder) / "index.db"
        with closing(index_file.writing(path)) as connection:
            waiting: list[Batch] = []
            for batch in year.batches(coups):
                waiting.append(batch)
                if len(waiting) == AT_ONCE:
                    write(connection, waiting)
                    waiting.clear()
                    if told is not None:
                        told(AT_ONCE)
            write(connection, waiting)
            times_ns = [_written_ns(connection, batch) for batch in year.batches(ONE_BY_ONE)]
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with Index.open(path) as index:
            found = tuple(searched(index, names, year, times) for names in combined())
            told_of = tuple(asked(index, name, year, times) for name in QUESTIONS)
        return Measured(coups, year.results, path.stat().st_size, Spread.of(times_ns), found, told_of)


class Year:
    """What a table plays by chance."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.results = 0
        """Rows so far."""
        self.coups = 0
        """Coups so far."""
        self.seq = 0
        """The last record."""
        self._now = BEGAN
        self._outcomes = tuple(OUTCOMES)
        self._weights = tuple(OUTCOMES.values())

    def batches(self, coups: int) -> Iterator[Batch]:
        """The next ``coups`` coups."""
        if self.seq == 0:
            yield self._batch([self._noted(TableOpened())])
        for _ in range(coups):
            told: list[Told] = []
            if self.coups % SHOE == 0:
                told += ShoeStarted(), Opened(version="0.4.0", settings="0" * 64)
            if self.coups % STINT == 0:
                told.append(DealerChanged(by=self.chance.choice(DEALERS)))
            noted = [self._noted(each) for each in told]
            noted.append(self._noted(begins=True))
            self.seq += RECORDS - 3
            self._now += timedelta(seconds=COUP_S)
            if self.coups % CLOCK_BACK == CLOCK_BACK - 1:
                self._now -= timedelta(hours=1)
            noted.append(self._noted(alerts=self._alerts(), result=self._result()))
            self.coups += 1
            noted.append(self._noted(is_done=True))
            yield self._batch(noted)

    def filters(self, names: tuple[str, ...]) -> Filters:
        """Something to look for by each of ``names``: what there is, now and then what there is not."""
        chance = self.chance
        since = BEGAN + timedelta(seconds=COUP_S * chance.randrange(self.coups))
        values: dict[str, Callable[[], Any]] = {
            "shoe": lambda: chance.randrange(self.coups // SHOE + 2),
            "coup": lambda: chance.randrange(self.coups + 2),
            "since": lambda: _written(since),
            "until": lambda: _written(since + timedelta(hours=chance.choice((1, 24, 24 * 30)))),
            "box": lambda: chance.randrange(1, 9),
            "outcome": lambda: chance.choice(list(Outcome)),
            "alert": lambda: chance.choice([*ALERTS, "white_card", "shoe_ran_out"]),
            "dealer": lambda: chance.choice([*DEALERS, "9999"]),
        }
        return Filters(**{name: values[name]() for name in names})

    @property
    def now(self) -> datetime:
        """When its last coup ended, but for the clock that went back."""
        return BEGAN + timedelta(seconds=COUP_S * self.coups)

    def question(self, name: str, *, is_page_behind: bool) -> AskCoups | AskAlerts | AskFigures:
        """What is asked by that name of :data:`QUESTIONS`; of pages the first, or one from somewhere on."""
        chance = self.chance
        before = chance.randrange(self.seq) if is_page_behind else None
        match name:
            case "alerts that stand":
                return AskAlerts(before=before)
            case "figures of a day":
                return self._figures(days=1, step_s=3600)
            case "figures of a week":
                return self._figures(days=7, step_s=86_400)
            case "coups of a box":
                return AskCoups(filters=self.filters(("box",)), before=before)
            case "coups of a box and outcome":
                return AskCoups(filters=self.filters(("box", "outcome")), before=before)
        return AskCoups(before=before)

    def _figures(self, *, days: int, step_s: int) -> AskFigures:
        since = BEGAN + timedelta(seconds=COUP_S * self.chance.randrange(max(self.coups - days * 86_400 // COUP_S, 1)))
        return AskFigures(since=_written(since), until=_written(since + timedelta(days=days)), step_s=step_s)

    def _noted(
        self,
        told: Told | None = None,
        *,
        begins: bool = False,
        is_done: bool = False,
        alerts: tuple[Alert, ...] = (),
        result: CoupResult | None = None,
    ) -> Noted:
        self.seq += 1
        at = _written(self._now)
        return Noted(self.seq, at, self.coups + 1, told, begins, is_done, alerts, result)

    def _batch(self, noted: list[Noted]) -> Batch:
        return Batch(noted[0].seq - 1, self.seq, tuple(noted))

    def _alerts(self) -> tuple[Alert, ...]:
        codes = [code for code, times in ALERTS.items() if self.chance.randrange(times) == 0]
        codes += ["white_card"] if self.coups % SHOE == SHOE - 1 else []
        return tuple(
            Alert(code, f"{code} was told at the table, with what to do about it", Article.START) for code in codes
        )

    def _result(self) -> CoupResult:
        is_cancelled = self.chance.randrange(CANCELLED) == 0
        boxes = [box for box in BOXES if box != 7 or self.chance.random() < 0.02]  # the last box is hardly ever taken
        boxes += [box for box in boxes if self.chance.random() < 0.18]  # a second bettor or a split hand
        outcomes = self.chance.choices(self._outcomes, self._weights, k=len(boxes))
        rows = tuple(
            SettlementRow(box, 1, f"Player {box}", "main", 10_000, outcome, 0, Article.WIN)
            for box, outcome in zip(boxes, [Outcome.CANCELLED] * len(boxes) if is_cancelled else outcomes, strict=True)
        )
        self.results += len(rows)
        return CoupResult(
            number=self.coups + 1,
            cancelled=is_cancelled,
            last_of_shoe=self.coups % SHOE == SHOE - 1,
            supersedes=False,
            settlement=rows,
        )


def combined() -> list[tuple[str, ...]]:
    """No filter, each, each pair, and all that can meet."""
    names = ("shoe", "coup", "since", "until", "box", "outcome", "alert", "dealer")
    return [(), *((name,) for name in names), *combinations(names, 2), ("box", "outcome", "alert", "dealer", "since")]


def searched(index: Index, names: tuple[str, ...], year: Year, times: int) -> Searched:
    """The first page, and each second time one from somewhere on."""
    found, times_ns = 0, []
    for turn in range(times):
        filters = year.filters(names)
        before = year.chance.randrange(year.seq) if turn % 2 else NEWEST
        began = time.perf_counter_ns()
        found += len(index.coups(filters, limit=PAGE, before=before))
        times_ns.append(time.perf_counter_ns() - began)
    return Searched(names, found, Spread.of(times_ns))


QUESTIONS: Final = (
    "the newest coups",
    "coups of a box",
    "coups of a box and outcome",
    "alerts that stand",
    "figures of a day",
    "figures of a week",
)
"""What a supervisor asks at the screen."""


def asked(index: Index, name: str, year: Year, times: int) -> Asked:
    """The question of that name of :data:`QUESTIONS`, ``times`` times, each of something else that there is."""
    found, times_ns = 0, []
    for turn in range(times):
        question = year.question(name, is_page_behind=bool(turn % 2))
        began = time.perf_counter_ns()
        found += _answered(index, question, year.now)
        times_ns.append(time.perf_counter_ns() - began)
    return Asked(name, found, Spread.of(times_ns))


def _answered(index: Index, question: AskCoups | AskAlerts | AskFigures, now: datetime) -> int:
    """How many coups or alerts were told."""
    match question:
        case AskCoups():
            return len(looking_up.coups(question, index, now).coups)
        case AskAlerts():
            return len(looking_up.alerts(question, index).alerts)
        case AskFigures():
            return sum(span.coups for span in looking_up.figures(question, index, now).spans)


def _written_ns(connection: sqlite3.Connection, batch: Batch) -> int:
    began = time.perf_counter_ns()
    write(connection, [batch])
    return time.perf_counter_ns() - began


def _written(at: datetime) -> str:
    return written(at.timestamp())
