"""What the log tells, gathered into reports (:mod:`ui.reports.report`)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Final

from deploy.sections import TableSettings
from engine.chips import USUAL_CHIPS, Chips
from engine.events import Note, PayoutCorrected
from engine.journal.files import FilesReader
from engine.journal.found import Filters, FoundCoup
from engine.journal.keys import private_key
from engine.journal.search import Index
from engine.lines import name_of
from engine.log.looking_up import figures
from engine.log.passport import passport
from engine.log.playing import beginning
from engine.log.reading import Logged, readable
from engine.log.stepping import stepped
from engine.looking import AskFigures
from ui.happened import people_of
from ui.reports.report import Corrected, CoupReport, Cover, Noted, ShoeReport, SpanReport

HOUR_S: Final = 3600
DAY_S: Final = 86_400
MOST_HOURS: Final = timedelta(hours=72)
"""Longer spans have a bar for each day."""
PAYOUT_CORRECTED: Final = name_of(PayoutCorrected)


def cover_of(log: FilesReader, table: str, at: str, *, is_told: bool = True) -> Cover:
    """The cover of a report on ``log`` made at the time ``at``, with the log's head as it is now.

    Raises:
        JournalError: it cannot be read.
    """
    head = log.head
    assert head is not None, "whoever opens the log sees to it that there is a record"
    return Cover(table=table, at=at, version=version("banca21"), seq=head.seq, hash=head.hash.hex(), is_told=is_told)


def coup_report(
    log: FilesReader, index: Index, coup: FoundCoup, cover: Cover, table: TableSettings | None
) -> CoupReport:
    """A report on ``coup``; ``table``: its settings, for its chips.

    Raises:
        NotToldError: the log does not tell all its cards yet.
        JournalError: a record cannot be read.
    """
    chips = Chips(table.chips, are_told=table.wagers == "amounts") if table is not None else USUAL_CHIPS
    steps = stepped(log, coup, cover.table, chips)
    logged = list(readable(log, beginning(log, coup.first), coup.last))
    vouched = {one.seq: people_of(one.event) for one in logged if one.seq >= coup.first}
    return CoupReport(
        cover=cover,
        coup=coup,
        steps=steps,
        people={seq: people for seq, people in vouched.items() if people},
        later=tuple(_later(log, index, coup)),
        notes=tuple(_notes(logged, coup)),
    )


def _notes(logged: list[Logged], coup: FoundCoup) -> list[Noted]:
    """Notes about boxes up to the last record of ``coup``; of those before it the holds that stood when it began."""
    standing: dict[int, Noted] = {}
    since: list[Noted] = []
    for one in logged:
        if not isinstance(one.event, Note) or one.event.box is None:
            continue
        noted = Noted(record=one.seq, at=one.at, event=one.event)
        if one.seq >= coup.first:
            since.append(noted)
        elif one.event.hold is not None:
            standing.pop(one.event.box, None)
            if one.event.hold:
                standing[one.event.box] = noted
    return [*standing.values(), *since]


def _later(log: FilesReader, index: Index, coup: FoundCoup) -> Iterator[Corrected]:
    """What was corrected of its payment behind its last record."""
    for record in index.corrections(coup.first, PAYOUT_CORRECTED):
        one = _read(log, record)
        if record > coup.last and isinstance(one.event, PayoutCorrected):
            yield Corrected(record=one.seq, at=one.at, event=one.event)


def _read(log: FilesReader, seq: int) -> Logged:
    return next(readable(log, seq, seq))


def shoe_report(log: FilesReader, index: Index, shoe: int | None, cover: Cover, key: Path | None) -> ShoeReport:
    """A report on a shoe that is over; ``None``: the last one. ``key``: the file of the journal's key.

    Raises:
        JournalError: a record cannot be read, or the key cannot.
    """
    told = passport(log, index, shoe, private_key(key) if key is not None else None)
    return ShoeReport(cover=cover, passport=told, coups=coups_of(index, Filters(shoe=told.shoe)))


def span_report(index: Index, since: str, until: str, cover: Cover) -> SpanReport:
    """A report on the coups that ended from ``since`` to before ``until``.

    Raises:
        UnanswerableError: times that there cannot be, or more than can be told at once.
    """
    length = datetime.fromisoformat(until) - datetime.fromisoformat(since)
    step_s = HOUR_S if length <= MOST_HOURS else DAY_S
    asked = AskFigures(since=since, until=until, step_s=step_s)
    told = figures(asked, index, datetime.fromisoformat(cover.at))
    return SpanReport(cover=cover, figures=told, coups=coups_of(index, Filters(since=told.since, until=told.until)))


def coups_of(index: Index, filters: Filters) -> tuple[FoundCoup, ...]:
    """All coups that are so, the oldest first."""
    return tuple(coup for first in index.in_order(filters) if (coup := index.coup(first)) is not None)
