"""Finds coups in the index: the newest first, a page at a time, however many coups a table has played.

Each filter is a list of coups in order, of which the index gives the next one at or before any coup. What all of them
hold is found by leaping: the list that is furthest back says where the others need to look next. So two filters that
hardly ever meet cost no more steps than the shorter of both has coups (Veldhuizen, *Leapfrog Triejoin*, ICDT 2014).
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, pairwise
from pathlib import Path
from typing import Final, Self, TypeAlias

from engine.answers import Outcome
from engine.journal import index_file
from engine.journal.found import (
    CountedTrouble,
    Filters,
    FoundCoup,
    FoundShoe,
    FoundStanding,
    Tally,
)
from engine.journal.index_file import Reached, reached
from engine.journal.index_stored import ALERT, ROW, alert_of, row_of
from engine.reasons import ROUTINE

NEWEST: Final = (1 << 63) - 1
"""No record comes after it."""

TALLIES: Final = (
    "SELECT shoe, ended_at, count(DISTINCT box), "
    f"coalesce(sum(CASE WHEN outcome <> '{Outcome.CANCELLED}' THEN wager END), 0), "
    "coalesce(sum(max(net, 0)), 0), bank "
    "FROM coup LEFT JOIN result ON coup = first WHERE first BETWEEN ? AND ? GROUP BY first ORDER BY first"
)
"""What each coup of a range was."""
TROUBLES: Final = " UNION ALL ".join(
    f"SELECT '{kind}', code, dealer, count(*) FROM {kind} WHERE coup IN (SELECT first FROM coup WHERE "
    "first BETWEEN :low AND :high) AND coup BETWEEN :low AND :high GROUP BY code, dealer"
    for kind in ("alert", "correction")
)
"""What went wrong in them."""

Leap: TypeAlias = Callable[[int], int | None]
"""The greatest coup of a list that is at or before a given one."""


class Index:
    """The index, to look into. One thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._run = connection.execute

    @classmethod
    def open(cls, path: Path) -> Self:
        """The index at ``path``, also while the core runs.

        Raises:
            NoIndexError: there is none that can be read.
        """
        return cls(index_file.reading(path))

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def reached(self) -> Reached:
        """How far it has come."""
        return reached(self._connection)

    def coups(self, filters: Filters, *, limit: int, before: int = NEWEST) -> list[FoundCoup]:
        """At most ``limit`` coups that ``filters`` let through, the newest first; ``before``: those whose first record
        is before it, to go on behind a page.
        """
        with self.at_once():
            return [self._found(first) for first in islice(self._firsts(filters, before), limit)]

    def in_order(self, filters: Filters) -> list[int]:
        """The first records of all coups that ``filters`` let through, the oldest first."""
        return list(self._firsts(filters, NEWEST))[::-1]

    def coup(self, first: int) -> FoundCoup | None:
        """The coup whose first record is ``first``."""
        found = self.coups(Filters(), limit=1, before=first + 1)
        return found[0] if found and found[0].first == first else None

    def coup_of(self, record: int) -> FoundCoup | None:
        """The coup that ``record`` is of, if it is over."""
        found = self.coups(Filters(), limit=1, before=record + 1)
        return found[0] if found and record <= found[0].last else None

    def shoe(self, number: int) -> FoundShoe | None:
        """The shoe of that number."""
        row = self._run("SELECT number, record, at, version, settings FROM shoe WHERE number = ?", (number,)).fetchone()
        return FoundShoe(*row) if row is not None else None

    @property
    def newest_shoe(self) -> FoundShoe | None:
        """The shoe that began last."""
        number = self._run("SELECT max(number) FROM shoe").fetchone()[0]
        return self.shoe(number) if number is not None else None

    def corrections(self, coup: int, code: str) -> list[int]:
        """The records of the corrections of that ``code`` of the coup whose first record is ``coup``, in order."""
        found = self._run("SELECT record FROM correction WHERE coup = ? AND code = ? ORDER BY record", (coup, code))
        return [record for (record,) in found]

    def standing(self, *, limit: int, before: int = NEWEST) -> list[FoundStanding]:
        """At most ``limit`` alerts that nobody has acknowledged, the newest first; ``before``: those told before that
        record, to go on behind a page.
        """
        found = self._run(
            f"SELECT {ALERT}, coup, (SELECT number FROM coup WHERE first = alert.coup AND "
            "first <> (SELECT first FROM reached)) FROM alert "  # one that was opened once more is not over
            "WHERE stands = 1 AND record < ? ORDER BY record DESC, place DESC LIMIT ?",
            (before, limit),
        )
        return [FoundStanding(alert_of(row[:-2]), *row[-2:]) for row in found]

    def standing_count(self) -> int:
        """How many alerts nobody has acknowledged."""
        count: int = self._run("SELECT count(*) FROM alert WHERE stands = 1").fetchone()[0]
        return count

    def tallies(self, since: str, until: str) -> list[Tally]:
        """The coups that ended at ``since`` or later and before ``until``, each added up, the oldest first; times as in
        :class:`~engine.journal.found.Filters`.
        """
        found = []
        for low, high in reversed(list(self._spans(Filters(since=since, until=until)))):
            last = self._run("SELECT shoe, ended_at FROM coup WHERE first < ? ORDER BY first DESC LIMIT 1", (low,))
            shoe, ended_at = last.fetchone() or (None, "")
            for row in self._run(TALLIES, (low, high)):
                found.append(Tally(*(*row, ended_at if row[0] == shoe else None)))
                shoe, ended_at = row[:2]
        return found

    def troubles(self, since: str, until: str) -> list[CountedTrouble]:
        """What went wrong in the coups of these times, counted by kind, code and dealer, in no order."""
        found = Counter[tuple[str, str, str | None]]()
        for low, high in self._spans(Filters(since=since, until=until)):
            for kind, code, dealer, count in self._run(TROUBLES, {"low": low, "high": high}):
                found[kind, code, dealer] += count
        return [
            CountedTrouble("alert" if kind == "alert" else "correction", code, dealer, count)
            for (kind, code, dealer), count in found.items()
            if code not in ROUTINE
        ]

    def alert_codes(self) -> list[str]:
        """The codes of all alerts that were ever told."""
        codes: list[str] = []
        while row := self._run("SELECT min(code) FROM alert WHERE code > ?", (codes[-1] if codes else "",)).fetchone():
            if row[0] is None:
                break
            codes.append(row[0])
        return codes

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is written meanwhile changes nothing of what is read within it."""
        self._run("BEGIN")
        try:
            yield
        finally:
            self._run("COMMIT")

    # Leaping

    def _firsts(self, filters: Filters, before: int) -> Iterator[int]:
        """The first records of the coups that are looked for, the newest first."""
        leaps = self._leaps(filters)
        for low, high in self._spans(filters):
            yield from _common(leaps, min(high, before - 1), low)

    def _leaps(self, filters: Filters) -> list[Leap]:
        """A list for each filter, those first that can be expected to be short."""
        of_coup = "SELECT max(first) FROM coup WHERE {} first <= ?"
        given: list[tuple[str, tuple[object, ...]]] = []
        if filters.coup is not None:
            given.append((of_coup.format("number = ? AND"), (filters.coup,)))
        if filters.shoe is not None:
            given.append((of_coup.format("shoe = ? AND"), (filters.shoe,)))
        if filters.alert is not None:
            given.append(("SELECT max(coup) FROM alert WHERE code = ? AND coup <= ?", (filters.alert,)))
        if filters.dealer is not None:
            given.append((of_coup.format("dealer = ? AND"), (filters.dealer,)))
        match filters.box, filters.outcome:
            case None, None:
                pass
            case None, outcome:
                given.append(("SELECT max(coup) FROM result WHERE outcome = ? AND coup <= ?", (outcome,)))
            case box, None:
                given.append(("SELECT max(coup) FROM result WHERE box = ? AND coup <= ?", (box,)))
            case both:
                given.append(("SELECT max(coup) FROM result WHERE box = ? AND outcome = ? AND coup <= ?", both))
        given.append((of_coup.format(""), ()))
        return [self._leap(sql, values) for sql, values in given]

    def _leap(self, sql: str, values: tuple[object, ...]) -> Leap:
        run = self._run

        def leap(at: int) -> int | None:
            first: int | None = run(sql, (*values, at)).fetchone()[0]
            return first

        return leap

    def _spans(self, filters: Filters) -> Iterator[tuple[int, int]]:
        """From which coup to which the time fits, the newest first.

        Order is by record, never by clock: where the clock went back a new stretch begins, and time is looked up in
        each for itself.
        """
        if filters.since is None and filters.until is None:
            yield 1, NEWEST
            return
        begins = [first for (first,) in self._run("SELECT first FROM stretch ORDER BY first DESC")]
        for end, begin in pairwise([NEWEST, *begins]):
            low = self._first_at(begin, end, filters.since) if filters.since is not None else begin
            high = self._first_at(begin, end, filters.until) if filters.until is not None else end
            if low < high:
                yield low, high - 1

    def _first_at(self, begin: int, end: int, at: str) -> int:
        """In the stretch from ``begin`` to before ``end``: the first coup that ended at ``at`` or later, or ``end``."""
        newest = self._run("SELECT max(first) FROM coup WHERE first < ?", (end,)).fetchone()[0]
        low, high = begin, end if newest is None else min(end, newest + 1)
        while low < high:
            middle = (low + high) // 2
            row = self._run(
                "SELECT first, ended_at FROM coup WHERE first >= ? AND first < ? ORDER BY first LIMIT 1", (middle, high)
            ).fetchone()
            if row is None or row[1] >= at:
                high = middle
            else:
                low = row[0] + 1
        return low

    def _found(self, first: int) -> FoundCoup:
        run = self._run
        first, last, number, shoe, began_at, ended_at, dealer, cancelled, last_of_shoe, bank, told = run(
            "SELECT * FROM coup WHERE first = ?", (first,)
        ).fetchone()
        rows = run(f"SELECT {ROW} FROM result WHERE coup = ? ORDER BY place", (first,))
        alerts = run(f"SELECT {ALERT} FROM alert WHERE coup = ? ORDER BY record, place", (first,))
        return FoundCoup(
            first=first,
            last=last,
            number=number,
            shoe=shoe,
            began_at=began_at,
            ended_at=ended_at,
            dealer=dealer,
            cancelled=bool(cancelled),
            last_of_shoe=bool(last_of_shoe),
            bank=bank,
            told=told,
            rows=tuple(row_of(row) for row in rows),
            alerts=tuple(alert_of(alert) for alert in alerts),
        )


def _common(leaps: list[Leap], at: int, down_to: int) -> Iterator[int]:
    """What every list holds, from ``at`` down to ``down_to``."""
    while True:
        agreed = 0
        while agreed < len(leaps):
            for leap in leaps:
                found = leap(at)
                if found is None or found < down_to:
                    return
                agreed = agreed + 1 if found == at else 1
                at = found
                if agreed == len(leaps):
                    break
        yield at
        at -= 1
