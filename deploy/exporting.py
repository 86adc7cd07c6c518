"""Reports and records that leave for a stick: a coup, a shoe or a span of time as PDF, CSV or JSON Lines.

Each says what the chain's head was and how it is checked: a PDF on its last page, the others in a text beside them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, NoReturn

from deploy.reporting import DAY_S, coup_report, coups_of, cover_of, shoe_report, span_report
from deploy.settings import Settings
from deploy.stick import Lying, Place, StickError, name_of, place, write, writing
from engine.clock import written
from engine.journal.files import FilesReader
from engine.journal.found import Filters, FoundCoup
from engine.journal.search import Index
from engine.log.lines import csv_header, csv_rows, json_line
from engine.log.looking_up import UnanswerableError, figures
from engine.log.passport import NoPassportError
from engine.log.reading import readable
from engine.log.stepping import NotToldError
from engine.looking import AskExport, AskFigures, Unfound, Written
from ui.reports.report import Cover, Report
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
            coup = _coup(work.ask, work.index)
            return coup_report(work.log, work.index, coup, work.cover, work.settings.table), f"coup-{coup.number}"
        case "shoe":
            shoe = shoe_report(work.log, work.index, work.ask.shoe, work.cover, work.settings.journal.key)
            return shoe, f"shoe-{shoe.passport.shoe}"
        case "span":
            since, until = _times(work.ask, work.index, work.cover)
            return span_report(work.index, since, until, work.cover), _spanning(since, until)


def _coup(ask: AskExport, index: Index) -> FoundCoup:
    coup = index.coup(ask.coup) if ask.coup is not None else None
    if coup is None:
        _refuse("no_coup", f"coup: no coup that is over begins with record {ask.coup}: look for one first")
    return coup


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
    from ui.reports.beside import beside

    ask, cover = work.ask, work.cover
    assert ask.form != "pdf"
    coups, what = _coups(ask, work.index, cover)

    def partly(done: float) -> None:
        told(LINES * done)

    if ask.form == "csv":
        pieces = csv_pieces(work.log, coups, partly)
    else:
        pieces = jsonl_pieces(work.log, *_records(ask, work.index, coups, cover), partly)
    with writing(stick) as files:  # alone it would not say how it is checked
        lying = files.write(name_of(cover.table, what, cover.at, ask.form), pieces)
        text = beside(cover, lying.path.name, lying.sha256, ask.form, ask.language)
        files.write(f"{lying.path.name}.txt", [text.encode()])
    return lying


def _coups(ask: AskExport, index: Index, cover: Cover) -> tuple[tuple[FoundCoup, ...], str]:
    """The coups that are asked for, the oldest first, and how the file is called."""
    match ask.what:
        case "coup":
            coup = _coup(ask, index)
            return (coup,), f"coup-{coup.number}"
        case "shoe":
            number = _shoe(ask, index)
            return coups_of(index, Filters(shoe=number)), f"shoe-{number}"
        case "span":
            since, until = _times(ask, index, cover)
            return coups_of(index, Filters(since=since, until=until)), _spanning(since, until)


def _shoe(ask: AskExport, index: Index) -> int:
    """Of a shoe without a number: the one before the newest, which is over."""
    newest = index.newest_shoe
    number = ask.shoe if ask.shoe is not None else newest.number - 1 if newest is not None else 0
    if number < 1 or index.shoe(number) is None:
        _refuse("no_shoe", f"shoe: {number}: no such shoe here: ask for another, or when one is over")
    return number


def _records(ask: AskExport, index: Index, coups: tuple[FoundCoup, ...], cover: Cover) -> tuple[int, int]:
    """The first and the last record of what is asked for: a shoe's reach to the next one's."""
    if ask.what == "shoe":
        number = _shoe(ask, index)
        shoe, following = index.shoe(number), index.shoe(number + 1)
        assert shoe is not None
        return shoe.record, following.record - 1 if following is not None else cover.seq
    if not coups:
        _refuse("no_coup", "no coup that is over is so: ask for another time")
    return coups[0].first, coups[-1].last


def jsonl_pieces(log: FilesReader, first: int, last: int, told: Told) -> Iterator[bytes]:
    """The records from ``first`` to ``last`` as JSON Lines; ``told`` hears the part that is done.

    Raises:
        JournalError: a record cannot be read.
    """
    for logged in readable(log, first, last):
        yield json_line(logged)
        told((logged.seq - first + 1) / (last - first + 1))


def csv_pieces(log: FilesReader, coups: tuple[FoundCoup, ...], told: Told) -> Iterator[bytes]:
    """The ends of the wagers of ``coups`` as CSV for a spreadsheet, with the hash of each coup's last record.

    Raises:
        JournalError: a record cannot be read.
    """
    yield BOM + csv_header().encode()
    for number, coup in enumerate(coups, 1):
        head = log.at(coup.last)
        yield "".join(csv_rows(coup, head.hash if head is not None else None)).encode()
        told(number / len(coups))
