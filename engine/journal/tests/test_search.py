"""What is looked for in the index is found, whatever is asked together, the newest first and page by page."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, astuple
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.answers import Alert, CoupResult, Outcome, SettlementRow
from engine.articles import Article
from engine.events import AlertAcknowledged, DealerChanged, Opened, ShoeStarted, TableOpened
from engine.journal import index_file
from engine.journal.found import Filters, FoundCoup
from engine.journal.index_notes import Batch, Noted, Told
from engine.journal.index_writing import write
from engine.journal.search import NEWEST, Index

COUPS = 120
OUTCOMES = (Outcome.WIN, Outcome.LOSE, Outcome.LOSE, Outcome.BUST, Outcome.SURRENDER, Outcome.CANCELLED)


def minute(number: int) -> str:
    return f"2026-01-31T{number // 60:02}:{number % 60:02}:00.000Z"


def batches(chance: Random) -> Iterator[Batch]:
    """Coups by chance: a clock that goes back now and then, a table that is opened anew, dealers, shoes, alerts."""
    seq = number = clock = 0
    for turn in range(COUPS):
        told: list[Told] = [TableOpened()] if turn in (0, 80) else []
        number = 1 if told else number + 1
        told += [ShoeStarted(), Opened(version="0.4.0", settings="ab")] if turn % 7 == 0 else []
        told += [DealerChanged(by=chance.choice("ABC"))] if turn % 5 == 0 else []
        clock += 2 if turn % 30 else -30 if turn else 60
        codes = ("boxed", "unread", "white_card")
        alerts = tuple(Alert(code, code, Article.START) for code in codes if chance.random() < 0.1)
        told += [AlertAcknowledged(seq=chance.randrange(1, seq), by="2001") for _ in range(4) if turn > 100]
        rows = tuple(
            SettlementRow(box, hand, "Ana", "main", 100 * box, chance.choice(OUTCOMES), 100 * hand - 150, Article.WIN)
            for box in sorted(chance.sample(range(1, 8), chance.randrange(4)))
            for hand in range(1, chance.choice((1, 1, 2)) + 1)
        )
        result = CoupResult(number=number, cancelled=False, last_of_shoe=False, supersedes=False, settlement=rows)
        noted = []
        for each in told:
            seq += 1
            noted.append(Noted(seq, minute(clock), number, each, False, False, (), None))  # noqa: FBT003
        right = chance.choice((None, None, "late", "card_named"))
        noted.append(Noted(seq + 1, minute(clock), number, None, True, False, alerts, result, right))  # noqa: FBT003
        noted.append(Noted(seq + 2, minute(clock), number + 1, None, False, True, (), None))  # noqa: FBT003
        yield Batch(noted[0].seq - 1, seq + 2, tuple(noted))
        seq += 2


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    path = tmp_path_factory.mktemp("index") / "index.db"
    with closing(index_file.writing(path)) as connection:
        write(connection, list(batches(Random(21))))
    with Index.open(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def everything(index: Index) -> list[FoundCoup]:
    return index.coups(Filters(), limit=10 * COUPS)


def fits(coup: FoundCoup, filters: Filters) -> bool:
    """What a filter means, coup by coup."""
    rows = [row for row in coup.rows if filters.box in (None, row.box) and filters.outcome in (None, row.outcome)]
    return (
        filters.shoe in (None, coup.shoe)
        and filters.coup in (None, coup.number)
        and (filters.since is None or coup.ended_at >= filters.since)
        and (filters.until is None or coup.ended_at < filters.until)
        and (rows != [] or (filters.box is None and filters.outcome is None))
        and (filters.alert is None or filters.alert in [alert.code for alert in coup.alerts])
        and filters.dealer in (None, coup.dealer)
    )


VALUES: dict[str, list[Any]] = {
    "shoe": [1, 12, 99],
    "coup": [1, 30, 70, 999],
    "since": [minute(0), minute(91), minute(140), minute(1400)],
    "until": [minute(0), minute(91), minute(150), minute(1400)],
    "box": [1, 7],
    "outcome": [Outcome.LOSE, Outcome.CANCELLED, Outcome.BONUS],
    "alert": ["boxed", "unread", "shoe_ran_out"],
    "dealer": ["A", "B", "Z"],
}


def choices(names: tuple[str, ...]) -> Iterator[Filters]:
    if not names:
        yield Filters()
        return
    for value in VALUES[names[0]]:
        for rest in choices(names[1:]):
            yield Filters(
                **{name: given for name, given in asdict(rest).items() if given is not None} | {names[0]: value}
            )


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_whatever_is_asked_together_is_found_and_nothing_else_newest_first(
    index: Index, everything: list[FoundCoup], size: int
) -> None:
    met = 0
    for names in combinations(VALUES, size):
        for filters in choices(names):
            due = [coup.first for coup in everything if fits(coup, filters)]
            assert index.in_order(filters) == due[::-1], filters
            met += bool(due)
    assert met > 0


def test_all_coups_are_there_in_order_of_their_records(everything: list[FoundCoup]) -> None:
    assert len(everything) == COUPS
    firsts = [coup.first for coup in everything]
    assert firsts == sorted(firsts, reverse=True)
    times = [coup.ended_at for coup in everything]
    assert times != sorted(times, reverse=True)  # the clock went back, and it orders nothing


@pytest.mark.parametrize("limit", [1, 7, 50])
def test_pages_go_on_where_the_one_before_ended(index: Index, everything: list[FoundCoup], limit: int) -> None:
    filters, before, paged = Filters(outcome=Outcome.LOSE), NEWEST, []
    while page := index.coups(filters, limit=limit, before=before):
        assert len(page) <= limit
        paged += page
        before = page[-1].first
    assert paged == [coup for coup in everything if fits(coup, filters)]


def test_the_coup_of_a_record_is_found(index: Index, everything: list[FoundCoup]) -> None:
    for coup in everything[:10]:
        assert index.coup_of(coup.first) == index.coup_of(coup.last) == index.coup(coup.first) == coup
    assert index.coup_of(everything[0].last + 1) is None
    assert index.coup(everything[0].last) is None
    assert index.coup_of(0) is None


def test_every_search_goes_through_an_index(index: Index) -> None:
    statements: list[str] = []
    connection = index._connection
    connection.set_trace_callback(statements.append)
    for names in combinations(VALUES, 2):
        index.coups(next(choices(names)), limit=5)
    connection.set_trace_callback(None)
    selects = {statement for statement in statements if statement.startswith("SELECT")}
    plans = [row[3] for sql in selects for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert len(selects) > 50
    assert {plan for plan in plans if plan.startswith("SCAN")} == {"SCAN stretch"}


# Alerts that stand


def standing(everything: list[FoundCoup]) -> list[tuple[int, str]]:
    return [
        (alert.record, alert.code)
        for coup in everything
        for alert in reversed(coup.alerts)
        if alert.acknowledged_at is None and alert.code != "white_card"
    ]


@pytest.mark.parametrize("limit", [1, 5, 1000])
def test_alerts_that_nobody_has_acknowledged_are_found_newest_first(
    index: Index, everything: list[FoundCoup], limit: int
) -> None:
    due = standing(everything)
    read = [alert for coup in everything for alert in coup.alerts if alert.acknowledged_at is not None]
    assert min(len(due), len(read)) > 2
    assert index.standing_count() == len(due)
    found = index.standing(limit=limit)
    assert [(each.told.record, each.told.code) for each in found] == due[:limit]
    numbers = {coup.first: coup.number for coup in everything}
    assert all(numbers[each.coup] == each.number for each in found)


def test_alerts_that_stand_are_found_through_an_index_of_them_alone(index: Index) -> None:
    statements: list[str] = []
    index._connection.set_trace_callback(statements.append)
    index.standing(limit=3)
    index.standing_count()
    index._connection.set_trace_callback(None)
    plans = [row[3] for sql in statements for row in index._run(f"EXPLAIN QUERY PLAN {sql}")]
    assert [plan.split(" (")[0] for plan in plans if plan.startswith(("SCAN", "SEARCH alert"))] == [
        "SEARCH alert USING INDEX alert_standing",
        "SCAN reached",  # its only row
        "SEARCH alert USING COVERING INDEX alert_standing",
    ]
    assert not any("TEMP B-TREE" in plan for plan in plans)


# Sums


TIMES = [(minute(0), minute(1400)), (minute(91), minute(150)), (minute(40), minute(41)), (minute(1300), minute(1400))]


@pytest.mark.parametrize(("since", "until"), TIMES)
def test_each_coup_of_a_time_is_added_up(index: Index, everything: list[FoundCoup], since: str, until: str) -> None:
    due = []
    for coup, before in zip(everything, [*everything[1:], None], strict=True):
        main = {row.box for row in coup.rows}
        handle = sum(row.wager for row in coup.rows if row.outcome is not Outcome.CANCELLED)
        paid = sum(row.net for row in coup.rows if row.net > 0)
        at = before.ended_at if before is not None and before.shoe == coup.shoe else None
        if since <= coup.ended_at < until:
            due.append((coup.shoe, coup.ended_at, len(main), handle, paid, coup.bank, at))
    found = [astuple(tally) for tally in index.tallies(since, until)]
    assert found == due[::-1]


@pytest.mark.parametrize(("since", "until"), TIMES)
def test_troubles_are_counted_by_code_and_dealer(
    index: Index, everything: list[FoundCoup], since: str, until: str
) -> None:
    coups = {coup.first: coup for coup in everything if since <= coup.ended_at < until}
    due: Counter[tuple[str, str, str | None]] = Counter(
        ("alert", alert.code, coup.dealer)
        for coup in coups.values()
        for alert in coup.alerts
        if alert.code != "white_card"
    )
    for code, first in index._run("SELECT code, coup FROM correction"):
        if first in coups:
            due["correction", code, coups[first].dealer] += 1
    found = index.troubles(since, until)
    assert {(each.kind, each.code, each.dealer): each.count for each in found} == due
    assert len(found) == len(due)


def test_without_an_index_nothing_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(index_file.NoIndexError):
        Index.open(tmp_path / "index.db")
    (tmp_path / "index.db").write_bytes(b"no database" * 1000)
    with pytest.raises(index_file.NoIndexError):
        Index.open(tmp_path / "index.db")
