"""Reports and records that leave for a stick: a coup, a shoe or a span of time as PDF, CSV or JSON Lines.

Each says what the chain's head was and how it is checked: a PDF on its last page, the others in a text beside them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, NoReturn

from deploy.reporting import DAY_S, coup_report, cover_of, shoe_report, span_report
from deploy.settings import Settings
from deploy.stick import Lying, Place, StickError, name_of, place, write, writing
from engine.clock import written
from engine.journal.files import FilesReader
from engine.journal.found import Filters, FoundCoup, FoundShoe
from engine.journal.search import Index
from engine.log.lines import csv_header, csv_rows, json_line
from engine.log.looking_up import UnanswerableError, figures
from engine.log.passport import NoPassportError
from engine.log.reading import readable
from engine.log.stepping import NotToldError
from engine.looking import AskExport, AskFigures, Unfound, Written
from ui.reports.report import Cover, Report, SpanReport
from ui.texts import LANGUAGES, NotBuiltError

BOM: Final = b"\xef\xbb\xbf"
"""Without it a spreadsheet takes UTF-8 for another code, and names of players for something else."""
FOUND: Final = 0.5
"""Of a PDF, when all is gathered; the rest is writing."""
LINES: Final = 0.95
"""Of the others, when the lines are written."""

Told = Callable[[float], None]
"""Hears how far it is, 0 to 1."""


class NotExportedError(Exception):
    """Nothing was written; ``found`` says why and what to do."""

    def __init__(self, found: Unfound) -> None:
        super().__init__(found.text)
        self.found = found


@dataclass(frozen=True, slots=True)
class _Work:
    """What is asked for, and what it is made of."""

    ask: AskExport
    log: FilesReader
    index: Index
    settings: Settings
    cover: Cover


def export(ask: AskExport, log: FilesReader, index: Index, settings: Settings, told: Told) -> Written:
    """Write what was asked for to the stick, whole or not at all.

    Raises:
        NotExportedError: nothing is so, the log does not tell it yet, or there is no stick with room.
        JournalError: a record cannot be read.
        sqlite3.Error: the index cannot be read.
    """
    if ask.language not in LANGUAGES:
        _refuse("trouble", f"language: {ask.language}: give {', '.join(LANGUAGES)}")
    cover = cover_of(
        log, settings.table.name, written(datetime.now(UTC).timestamp()), is_told=settings.table.wagers == "amounts"
    )
    try:
        stick = place(settings.reports.folder)
        work = _Work(ask, log, index, settings, cover)
        lying = _write_pdf(work, stick, told) if ask.form == "pdf" else _write_lines(work, stick, told)
    except (StickError, NotToldError, NoPassportError, UnanswerableError, NotBuiltError) as error:
        raise NotExportedError(_unfound(error)) from error
    told(1.0)
    return Written(path=str(lying.path), size=lying.size, sha256=lying.sha256)


def _unfound(error: Exception) -> Unfound:
    match error:
        case StickError(code=code):
            return Unfound(code=code, text=str(error))
        case NotToldError():
            return Unfound(code="not_told", text=str(error))
        case NoPassportError():
            return Unfound(code="no_shoe", text=str(error))
    return Unfound(code="trouble", text=str(error))


def _refuse(code: Literal["no_coup", "no_shoe", "trouble"], words: str) -> NoReturn:
    raise NotExportedError(Unfound(code=code, text=words))


# As PDF


def _write_pdf(work: _Work, stick: Place, told: Told) -> Lying:
    from ui.reports.rendering import pdf

    report, what = _report(work)
    told(FOUND)
    name = name_of(work.cover.table, what, work.cover.at, "pdf")
    return write(stick, name, [pdf(report, work.ask.language)])


def _report(work: _Work) -> tuple[Report, str]:
    """The report, and how its file is called."""
    match work.ask.what:
        case "coup":
            coup = coup_at(work.index, work.ask.coup)
            return coup_report(work.log, work.index, coup, work.cover, work.settings.table), f"coup-{coup.number}"
        case "shoe":
            shoe = shoe_report(work.log, work.index, work.ask.shoe, work.cover, work.settings.journal.key)
            return shoe, f"shoe-{shoe.passport.shoe}"
        case "span":
            since, until = _times(work.ask, work.index, work.cover)
            return span_of(work.index, since, until, work.cover), _spanning(since, until)


def _times(ask: AskExport, index: Index, cover: Cover) -> tuple[str, str]:
    """From when to when, as the journal writes times: the hours of a report are those that the screen's figures have.

    Raises:
        UnanswerableError: so many hours cannot be told.
    """
    if ask.hours != 0:
        told = figures(AskFigures(hours=ask.hours, step_s=DAY_S), index, datetime.fromisoformat(cover.at))
        return told.since, told.until
    if ask.since is None:
        _refuse("trouble", "since: missing: give since and until, or hours")
    since, until = _time("since", ask.since), _time("until", ask.until or cover.at)
    if until <= since:
        _refuse("trouble", f"until: {until} is not behind since, {since}: give a later one")
    return since, until


def _time(name: str, text: str) -> str:
    """As the journal writes it; without a zone it is UTC."""
    try:
        time = datetime.fromisoformat(text)
        return written((time if time.tzinfo is not None else time.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        _refuse("trouble", f"{name}: {text!r} is no time: write times as 2026-12-01T20:00:00.000Z")


def _spanning(since: str, until: str) -> str:
    return "span-" + "-".join(f"{time[:10].replace('-', '')}T{time[11:16].replace(':', '')}" for time in (since, until))


# As lines


def _write_lines(work: _Work, stick: Place, told: Told) -> Lying:
    ask, cover = work.ask, work.cover
    assert ask.form != "pdf"
    if ask.form == "csv":
        firsts, what = _coups(ask, work.index, cover)
        pieces, number = csv_pieces(work.log, work.index, firsts), len(firsts) + 1
    else:
        (first, last), what = _records(work)
        pieces, number = jsonl_pieces(work.log, first, last), last - first + 1
    name = name_of(cover.table, what, cover.at, ask.form)
    counted = _counted(pieces, number, told)
    return write_lines(stick, name, counted, cover, form=ask.form, language=ask.language)


def _counted(pieces: Iterator[bytes], number: int, told: Told) -> Iterator[bytes]:
    """``pieces``, of which there are so many; ``told`` hears how far they are written."""
    for done, piece in enumerate(pieces, 1):
        yield piece
        told(LINES * done / number)


def _coups(ask: AskExport, index: Index, cover: Cover) -> tuple[list[int], str]:
    """The coups that are asked for, by their first records, the oldest first; and how the file is called."""
    match ask.what:
        case "coup":
            coup = coup_at(index, ask.coup)
            return [coup.first], f"coup-{coup.number}"
        case "shoe":
            number = _shoe(ask, index)
            return coups_so(index, Filters(shoe=number)), f"shoe-{number}"
        case "span":
            since, until = _times(ask, index, cover)
            return coups_so(index, Filters(since=since, until=until)), _spanning(since, until)


def _shoe(ask: AskExport, index: Index) -> int:
    """Of a shoe without a number: the one before the newest, which is over."""
    if ask.shoe is not None:
        return _check_shoe(index, ask.shoe).number
    newest = index.newest_shoe
    if newest is None or newest.number == 1:
        _refuse("no_shoe", "no shoe is over yet: ask again when the next one has begun, or for the one that is dealt")
    return _check_shoe(index, newest.number - 1).number


def _records(work: _Work) -> tuple[tuple[int, int], str]:
    """The first and the last record of what is asked for; and how the file is called."""
    if work.ask.what == "shoe":
        number = _shoe(work.ask, work.index)
        return records_of_shoe(work.log, work.index, number, work.cover.seq), f"shoe-{number}"
    firsts, what = _coups(work.ask, work.index, work.cover)
    return records_of_coups(work.index, firsts), what


# What a terminal has as well


def span_of(index: Index, since: str, until: str, cover: Cover) -> SpanReport:
    """A report on the coups that ended from ``since`` to before ``until``; at least one.

    Raises:
        NotExportedError: none did.
        UnanswerableError: times that there cannot be, or more than can be told at once.
    """
    report = span_report(index, since, until, cover)
    if not report.coups:
        _refuse("no_coup", f"no coup that is over ended from {since} to {until}: ask for another time")
    return report


def coups_so(index: Index, filters: Filters) -> list[int]:
    """The first records of the coups that ``filters`` let through, the oldest first; at least one.

    Raises:
        NotExportedError: none is so.
    """
    firsts = index.in_order(filters)
    if not firsts:
        _refuse(
            "no_coup", "no coup that is over is so: look at the list of coups (banca21 log list), then ask for others"
        )
    return firsts


def coup_at(index: Index, first: int | None) -> FoundCoup:
    """The coup whose first record is ``first``.

    Raises:
        NotExportedError: there is none, or it is not over.
    """
    coup = index.coup(first) if first is not None else None
    if coup is None:
        _refuse("no_coup", f"coup: no coup that is over begins with record {first}: look for one first")
    return coup


def records_of_coups(index: Index, firsts: list[int]) -> tuple[int, int]:
    """The first record of the first of these coups, and the last one of the last.

    Raises:
        NotExportedError: the last is no coup that is over.
    """
    return firsts[0], coup_at(index, firsts[-1]).last


def records_of_shoe(log: FilesReader, index: Index, number: int, head: int) -> tuple[int, int]:
    """The first and the last record of a shoe, which reaches to the next one's, or to the log's ``head``.

    Raises:
        NotExportedError: there is no such shoe, or its first records are in the journal no more.
    """
    shoe, following = _check_shoe(index, number), index.shoe(number + 1)
    if shoe.record <= log.origin.seq:
        _refuse(
            "no_shoe",
            f"shoe {number}: its first records are not in the journal any more: read the backup that holds them",
        )
    return shoe.record, following.record - 1 if following is not None else head


def _check_shoe(index: Index, number: int) -> FoundShoe:
    shoe = index.shoe(number) if number >= 1 else None
    if shoe is None:
        _refuse("no_shoe", f"shoe {number}: no such shoe here, the last is {index.reached.shoe}: ask for another")
    return shoe


def jsonl_pieces(log: FilesReader, first: int, last: int) -> Iterator[bytes]:
    """The records from ``first`` to ``last`` as JSON Lines, a piece for each.

    Raises:
        JournalError: a record cannot be read.
    """
    return (json_line(logged) for logged in readable(log, first, last))


def csv_pieces(log: FilesReader, index: Index, firsts: list[int]) -> Iterator[bytes]:
    """The ends of the wagers of the coups that begin with ``firsts`` as CSV for a spreadsheet: a piece for the header,
    and one for each coup, with the hash of its last record.

    Raises:
        JournalError: a record cannot be read.
        sqlite3.Error: the index cannot be read.
    """
    yield BOM + csv_header().encode()
    for first in firsts:
        coup = index.coup(first)
        if coup is not None:
            head = log.at(coup.last)
            yield "".join(csv_rows(coup, head.hash if head is not None else None)).encode()


def write_lines(
    at: Place, name: str, pieces: Iterator[bytes], cover: Cover, *, form: Literal["csv", "jsonl"], language: str
) -> Lying:
    """Write ``pieces`` as a file, and how it is checked in a text beside it: alone it would not say that.

    Raises:
        StickError: they cannot be written there; then neither is.
        NotBuiltError: the texts of ``language`` have not been built.
    """
    from ui.reports.beside import beside

    with writing(at) as files:
        lying = files.write(name, pieces)
        text = beside(cover, lying.path.name, lying.sha256, form, language)
        files.write(f"{lying.path.name}.txt", [text.encode()])
    return lying
