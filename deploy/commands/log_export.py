"""``banca21 log export``: records as JSON Lines, results as CSV, reports as PDF; each with how it is checked."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import click

from deploy.commands.log_options import TIME, journal_options
from deploy.exporting import (
    NotExportedError,
    coup_at,
    coups_so,
    csv_pieces,
    jsonl_pieces,
    records_of_coups,
    records_of_shoe,
    span_of,
    write_lines,
)
from deploy.log_access import LONG, index_of, log_at
from deploy.proof import bar_of, stop, stopping
from deploy.reporting import coup_report, cover_of, shoe_report
from deploy.settings import Settings, SettingsError, load
from deploy.stick import READ_BY_OWNER, Place, StickError, write
from engine.clock import written as written_time
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.search import Index
from engine.log.looking_up import UnanswerableError
from engine.log.passport import NoPassportError
from engine.log.stepping import NotToldError
from ui.reports.report import Cover, Report
from ui.texts import LANGUAGES, NotBuiltError

NOTHING: Final = 1
"""Exit status: nothing is so."""
CANNOT_WRITE: Final = 2
"""Exit status: the file cannot be written."""
UNNAMED: Final = "-"
"""Of a table whose name is not told: the log does not hold it."""


@click.command()
@journal_options
@click.option("--from", "first", type=click.IntRange(min=1), help="From this record on.")
@click.option("--to", "last", type=click.IntRange(min=1), help="Up to this record.")
@click.option("--shoe", type=click.IntRange(min=1), help="This shoe.")
@click.option("--coup", type=click.IntRange(min=1), help="The coup of this number; with --shoe, of that shoe.")
@click.option("--since", type=TIME, help="Coups that ended then or later (UTC, as in 2026-01-31T20:00).")
@click.option("--until", type=TIME, help="Coups that ended before then.")
@click.option("--format", "form", type=click.Choice(("jsonl", "csv", "pdf")), default="jsonl", show_default=True)
@click.option(
    "--language", type=click.Choice(tuple(LANGUAGES)), default="en", show_default=True, help="Of what is told."
)
@click.option("--table", help="Whose log it is, instead of the settings' table.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Into this file, a new one, whole or not."
)
def export(
    *,
    journal: Path,
    first: int | None,
    last: int | None,
    form: Literal["jsonl", "csv", "pdf"],
    language: str,
    table: str | None,
    output: Path | None,
    **given: Any,
) -> None:
    """Write records as JSON Lines, the results of coups as CSV, or a report as PDF.

    A line of JSON holds an event as banca21 replay reads it, and what its place in the chain and its card are checked
    by (docs/audit.md). A line of CSV holds one wager's end. A PDF tells the coup of --coup, the shoe of --shoe, or the
    time from --since to --until. Cards that the log does not tell of yet are in none of them. Each says what the head
    of the log was then, and how it is checked: a PDF on its last page, the others in FILE.txt beside the FILE of -o.
    """
    filters = Filters(**given)
    if filters != Filters() and (first is not None or last is not None):
        raise click.UsageError("give --from and --to, or --shoe, --coup, --since and --until")
    if form == "pdf":
        _check_pdf(filters, first, last, output)
    into = _into(output, form) if output is not None else None
    with stopping(), log_at(journal) as log, _explained(output):
        if form == "pdf":
            with index_of(log) as index:
                _write_pdf(log, index, filters, table=table, language=language, into=into)
            return
        cover = _cover(log, table or _named() or UNNAMED) if into is not None else None
        if form == "jsonl" and filters == Filters():
            _write_lines(_jsonl(log, *_within(log, first, last)), into, cover, form=form, language=language)
            return
        with index_of(log) as index:
            if form == "csv":
                lines = _csv(log, index, _whole(index, filters, *_within(log, first, last)))
            else:
                lines = _jsonl(log, *_span(log, index, filters))
            _write_lines(lines, into, cover, form=form, language=language)


@dataclass(frozen=True, slots=True)
class _Into:
    """A new file in a folder that is there."""

    at: Place
    name: str


def _into(output: Path, form: str) -> _Into:
    """Where ``output`` goes: a new file, and but for a PDF a new one beside it."""
    for file in (output,) if form == "pdf" else (output, output.with_name(f"{output.name}.txt")):
        if os.path.lexists(file):
            stop(f"{file}: is there already and is kept: give another name", CANNOT_WRITE)
    try:
        return _Into(Place.at(output.parent, mode=READ_BY_OWNER), output.name)
    except OSError as error:
        stop(_in_words(output, error), CANNOT_WRITE)


@contextmanager
def _explained(output: Path | None) -> Iterator[None]:
    """Tell why there is no export, and exit with the status for it."""
    try:
        yield
    except (NotExportedError, NotToldError, NoPassportError, UnanswerableError) as error:
        stop(str(error), NOTHING)
    except NotBuiltError as error:
        stop(str(error), CANNOT_WRITE)
    except StickError as error:
        stop(_in_words(output, error), CANNOT_WRITE)


def _in_words(output: Path | None, error: OSError) -> str:
    """What the system said, be it through a :class:`StickError`."""
    seen = error.__cause__ if isinstance(error.__cause__, OSError) else error
    why = seen.strerror or str(seen)
    return f"{output}: cannot be written ({why}): give a file in a folder that you may write to and that has room"


def _settings() -> Settings | None:
    """The file's, where there is one that can be read: a copy of a journal may lie where there is none."""
    config = click.get_current_context().params["config"]
    try:
        return load(config)
    except SettingsError:
        return None


def _named() -> str | None:
    settings = _settings()
    return settings.table.name if settings is not None else None


def _cover(log: FilesReader, table: str) -> Cover:
    settings = _settings()
    is_told = settings is None or settings.table.wagers == "amounts"
    return cover_of(log, table, written_time(time.time()), is_told=is_told)


def _check_pdf(filters: Filters, first: int | None, last: int | None, output: Path | None) -> None:
    if first is not None or last is not None or filters == Filters():
        raise click.UsageError("--format pdf: give --coup, --shoe, or --since and --until")
    if filters.coup is None and filters.shoe is None and filters.since is None:
        raise click.UsageError("--since is missing: give when the time begins")
    if output is None and sys.stdout.isatty():
        raise click.UsageError("-o is missing: give the PDF a file")


def _write_pdf(
    log: FilesReader, index: Index, filters: Filters, *, table: str | None, language: str, into: _Into | None
) -> None:
    from ui.reports.rendering import pdf

    table = table or _named()
    if table is None:
        raise click.UsageError("--table is missing: give the table's name, or --config with its settings")
    pages = pdf(_report(log, index, filters, _cover(log, table)), language)
    if into is not None:
        write(into.at, into.name, [pages])
    else:
        _to_standard_output([pages])


def _report(log: FilesReader, index: Index, filters: Filters, cover: Cover) -> Report:
    settings = _settings()
    if filters.coup is not None:
        firsts = coups_so(index, filters)
        if len(firsts) > 1:
            stop(f"--coup {filters.coup}: there are several: give --shoe, or --since and --until, as well", NOTHING)
        return coup_report(
            log, index, coup_at(index, firsts[0]), cover, settings.table if settings is not None else None
        )
    if filters.shoe is not None:
        if filters.since is not None or filters.until is not None:
            raise click.UsageError("--format pdf: give --shoe, or --since and --until")
        return shoe_report(log, index, filters.shoe, cover, settings.journal.key if settings is not None else None)
    assert filters.since is not None
    return span_of(index, filters.since, filters.until or cover.at, cover)


def _write_lines(
    lines: Iterator[bytes],
    into: _Into | None,
    cover: Cover | None,
    *,
    form: Literal["jsonl", "csv"],
    language: str,
) -> None:
    """With how they are checked beside them; to standard output alone where no file is given."""
    if into is not None and cover is not None:
        write_lines(into.at, into.name, lines, cover, form=form, language=language)
    else:
        _to_standard_output(lines)


def _to_standard_output(pieces: Iterable[bytes]) -> None:
    for piece in pieces:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def _within(log: FilesReader, first: int | None, last: int | None) -> tuple[int, int]:
    """The records from ``first`` to ``last``, as far as there are such."""
    head = log.head
    begin, end = log.origin.seq + 1, head.seq if head is not None else 0
    if first is not None and not begin <= first <= end:
        stop(f"--from {first}: no such record here, they are {begin} to {end}", NOTHING)
    since, upto = first or begin, min(last or end, end)
    if upto < since:
        stop(f"--to {last}: no record before it from {since} on, they are {begin} to {end}", NOTHING)
    return since, upto


def _span(log: FilesReader, index: Index, filters: Filters) -> tuple[int, int]:
    """From which record to which ``filters`` reach."""
    if filters == Filters(shoe=filters.shoe) and filters.shoe is not None:
        _, head = _within(log, None, None)
        return records_of_shoe(log, index, filters.shoe, head)
    return records_of_coups(index, coups_so(index, filters))


def _whole(index: Index, filters: Filters, first: int, last: int) -> list[int]:
    """The first records of the coups that are so and lie from record ``first`` to ``last``; at least one."""
    firsts = [each for each in coups_so(index, filters) if first <= each <= last]
    newest = index.coup(firsts[-1]) if firsts else None
    if newest is not None and newest.last > last:
        firsts.pop()
    if not firsts:
        stop(f"no coup that is over lies in the records from {first} to {last}: give others", NOTHING)
    return firsts


def _jsonl(log: FilesReader, first: int, last: int) -> Iterator[bytes]:
    return _with_bar(jsonl_pieces(log, first, last), last - first + 1, "exporting records")


def _csv(log: FilesReader, index: Index, firsts: list[int]) -> Iterator[bytes]:
    return _with_bar(csv_pieces(log, index, firsts), len(firsts) + 1, "exporting results")


def _with_bar(pieces: Iterator[bytes], number: int, label: str) -> Iterator[bytes]:
    with bar_of(number, LONG, label) as told:
        for piece in pieces:
            yield piece
            told(1)
