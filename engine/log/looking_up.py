"""What is asked of the log and found in its index alone: coups, alerts that stand, how the table did.

What was asked is checked first: the questions come from a client, and an answer must come while somebody waits.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Final

from engine.clock import written
from engine.journal.found import Filters, FoundStanding, Tally
from engine.journal.search import NEWEST, Index
from engine.looking import (
    Alerts,
    AskAlerts,
    AskCoups,
    AskFigures,
    Coups,
    Figures,
    Pace,
    Span,
    StandingAlert,
    Trouble,
)

MOST: Final = 100
"""Coups or alerts of one page: an answer stays below a mebibyte, also where each box was split and bet on by others."""
MOST_SPANS: Final = 400
"""Bars of a plot: the hours of two weeks."""
LONGEST: Final = timedelta(days=92)
"""What figures can be asked for at once: a quarter takes a second or two, and somebody waits."""
PAUSE: Final = timedelta(minutes=10)
"""Nobody deals a coup for so long: from its end to the next one's the table rested."""
HOUR: Final = timedelta(hours=1)


class UnanswerableError(ValueError):
    """What was asked has no answer: what was given, what can be asked for."""


def coups(question: AskCoups, index: Index, now: datetime) -> Coups:
    """The coups that are so; ``now`` is what the machine's clock shows.

    Raises:
        UnanswerableError: a page, a time or a number that there cannot be.
        sqlite3.Error: the index cannot be read.
    """
    limit, before = _page(question.limit, question.before)
    found = index.coups(_filters(question, now), limit=limit + 1, before=before)
    return Coups(
        coups=tuple(found[:limit]),
        is_more=len(found) > limit,
        now=written(now.timestamp()),
        alerts=index.standing_count(),
    )


def alerts(question: AskAlerts, index: Index) -> Alerts:
    """The alerts that nobody has acknowledged.

    All of one record are acknowledged together, so a page does not end between two of them, but where one record fills
    it alone.

    Raises:
        UnanswerableError, sqlite3.Error: as above.
    """
    limit, before = _page(question.limit, question.before)
    with index.at_once():
        found = index.standing(limit=limit + 1, before=before)
        count = index.standing_count()
    shown = found[:limit]
    if len(found) > limit:
        cut = found[limit].told.record
        shown = [each for each in shown if each.told.record != cut] or shown
    is_more = bool(shown) and bool(index.standing(limit=1, before=shown[-1].told.record))
    return Alerts(alerts=tuple(_standing(each) for each in shown), count=count, is_more=is_more)


def figures(question: AskFigures, index: Index, now: datetime) -> Figures:
    """How the table did in the coups that ended in those times; ``now`` as above.

    Raises:
        UnanswerableError: times that there cannot be, or more than can be told at once.
        sqlite3.Error: as above.
    """
    since, until = _times(question, now)
    step = _step(question.step_s, until - since)
    with index.at_once():
        tallies = index.tallies(_written(since), _written(until))
        troubles = index.troubles(_written(since), _written(until))
    found = [
        Trouble(kind=each.kind, code=each.code, count=each.count, dealer=each.dealer)
        for each in sorted(troubles, key=lambda each: (-each.count, each.kind, each.code, each.dealer or ""))
    ]
    return Figures(
        since=_written(since),
        until=_written(until),
        step_s=question.step_s,
        spans=tuple(_spans(tallies, since, until, step)),
        pace=tuple(_paces(tallies)),
        troubles=tuple(found),
    )


# What was asked


def _page(limit: int, before: int | None) -> tuple[int, int]:
    if not 1 <= limit <= MOST:
        raise UnanswerableError(f"limit: {limit} on a page, 1 to {MOST} can be asked for")
    if before is not None and not 0 <= before <= NEWEST:
        raise UnanswerableError(
            f"before: {before} is no record: give the first record of the page's last coup or alert"
        )
    return limit, NEWEST if before is None else before


def _filters(question: AskCoups, now: datetime) -> Filters:
    given = question.filters
    for name in ("shoe", "coup", "box"):
        number = getattr(given, name)
        if number is not None and not 0 <= number <= NEWEST:
            raise UnanswerableError(f"{name}: there is no {number}, whole numbers from 1 are given")
    since = _time("since", given.since) if given.since is not None else None
    until = _time("until", given.until) if given.until is not None else None
    if question.minutes is not None:
        newer = _before(now, timedelta(minutes=1), question.minutes, "minutes")
        since = newer if since is None else max(since, newer)
    return replace(
        given,
        since=_written(since) if since is not None else None,
        until=_written(until) if until is not None else None,
    )


def _times(question: AskFigures, now: datetime) -> tuple[datetime, datetime]:
    """From when to when: as it is given, or the last so many hours to the full one."""
    if question.back < 0:
        raise UnanswerableError(f"back: {question.back} times before, 0 or more can be asked for")
    if question.until is not None:
        until = _time("until", question.until)
    else:
        until = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0) + HOUR
        if question.since is None and question.back:
            until = _before(until, HOUR, question.hours * question.back, "back")
    if question.since is not None:
        since = _time("since", question.since)
    else:
        since = _before(until, HOUR, question.hours, "hours")
    if since >= until:
        raise UnanswerableError(f"until: {_written(until)} is not after since, {_written(since)}: give a later one")
    if until - since > LONGEST:
        raise UnanswerableError(
            f"since: {_written(since)} is more than {LONGEST.days} days before {_written(until)}: ask for less at once"
        )
    return since, until


def _before(then: datetime, unit: timedelta, times: int, name: str) -> datetime:
    """So many times that unit before ``then``."""
    if times < 1:
        raise UnanswerableError(f"{name}: {times} were asked for, at least 1 must be")
    try:
        return then - unit * times
    except OverflowError as error:
        raise UnanswerableError(f"{name}: {times} is further back than there is a calendar: give less") from error


def _step(step_s: int, length: timedelta) -> timedelta:
    least = -(-length // timedelta(seconds=MOST_SPANS))
    if step_s < max(least, 1):
        raise UnanswerableError(
            f"step_s: {step_s} makes more than {MOST_SPANS} bars of that time: ask for {max(least, 1)} or more seconds"
        )
    return min(timedelta(seconds=min(step_s, LONGEST.days * 86_400)), length)


def _time(name: str, text: str) -> datetime:
    """In UTC; without a zone it is."""
    try:
        time = datetime.fromisoformat(text)
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UnanswerableError(f"{name}: {text!r} is no time: write it as 2026-01-31T20:00:00.000Z") from error


def _written(time: datetime) -> str:
    return written(time.timestamp())


# What is told


def _standing(found: FoundStanding) -> StandingAlert:
    told = found.told
    return StandingAlert(record=told.record, at=told.at, alert=told.alert, coup=found.coup, number=found.number)


def _spans(tallies: list[Tally], since: datetime, until: datetime, step: timedelta) -> Iterator[Span]:
    """One after the other, those without a coup as well."""
    ended = defaultdict[int, list[Tally]](list)
    for tally in tallies:
        ended[(datetime.fromisoformat(tally.ended_at) - since) // step].append(tally)
    for place in range(-(-(until - since) // step)):
        each = ended[place]
        yield Span(
            at=_written(since + step * place),
            coups=len(each),
            boxes=sum(tally.boxes for tally in each),
            handle=sum(tally.handle for tally in each),
            paid=sum(tally.paid for tally in each),
            bank=sum(tally.bank for tally in each),
        )


def _paces(tallies: list[Tally]) -> Iterator[Pace]:
    """By boxes, the fewest first."""
    times_s = defaultdict[int, list[float]](list)
    for tally in tallies:
        if tally.before_at is not None:
            took = datetime.fromisoformat(tally.ended_at) - datetime.fromisoformat(tally.before_at)
            if timedelta() < took <= PAUSE:
                times_s[tally.boxes].append(took.total_seconds())
    for boxes, each in sorted(times_s.items()):
        yield Pace(boxes=boxes, coups=len(each), an_hour=round(HOUR.total_seconds() / median(each), 1))
