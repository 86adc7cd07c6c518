"""``banca21 log export``: records as JSON Lines, results as CSV, reports as PDF; each with how it is checked."""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import click

from deploy.commands.log_options import TIME, journal_options
from deploy.log_access import LONG, index_of, log_at
from deploy.proof import bar_of, stop, stopping
from deploy.reporting import coup_report, cover_of, shoe_report, span_report
from deploy.settings import Settings, SettingsError, load
from engine.clock import written as written_time
from engine.journal.errors import JournalError
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.search import Index
from engine.log.lines import csv_header, csv_rows, json_line
from engine.log.looking_up import UnanswerableError
from engine.log.passport import NoPassportError
from engine.log.reading import readable
from engine.log.stepping import NotToldError
from ui.reports.beside import beside
from ui.reports.report import Cover, Report
from ui.texts import LANGUAGES, NotBuiltError

NOTHING: Final = 1
"""Exit status: nothing is so."""
CANNOT_WRITE: Final = 2
"""Exit status: the file cannot be written."""
UNNAMED: Final = "-"
"""Of a table whose name is not told: the log does not hold it."""
BOM: Final = b"\xef\xbb\xbf"
"""Without it a spreadsheet takes UTF-8 for another code, and names of players for something else."""


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
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Into this file, whole or not.")
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
    with stopping(), log_at(journal) as log:
        if form == "pdf":
            with index_of(log) as index:
                _write_pdf(log, index, filters, table=table, language=language, output=output)
            return
        cover = _cover(log, table or _named() or UNNAMED) if output is not None else None
        if form == "csv" or filters != Filters():
            with index_of(log) as index:
                if form == "csv":
                    written = _csv(log, index, filters, *_within(log, first, last))
                else:
                    written = _jsonl(log, *_span(log, index, filters))
                _write_lines(written, output, cover, form, language)
        else:
            _write_lines(_jsonl(log, *_within(log, first, last)), output, cover, form, language)


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
    log: FilesReader, index: Index, filters: Filters, *, table: str | None, language: str, output: Path | None
) -> None:
    from ui.reports.rendering import pdf

    table = table or _named()
    if table is None:
        raise click.UsageError("--table is missing: give the table's name, or --config with its settings")
    cover = _cover(log, table)
    try:
        report = _report(log, index, filters, cover)
        _write(iter([pdf(report, language)]), output)
    except (NotToldError, NoPassportError, UnanswerableError) as error:
        stop(str(error), NOTHING)
    except NotBuiltError as error:
        stop(str(error), CANNOT_WRITE)


def _report(log: FilesReader, index: Index, filters: Filters, cover: Cover) -> Report:
    settings = _settings()
    if filters.coup is not None:
        found = index.coups(filters, limit=2)
        if not found:
            stop("no coup that is over is so: see banca21 log list", NOTHING)
        if len(found) > 1:
            stop(f"--coup {filters.coup}: there are several: give --shoe, or --since and --until, as well", NOTHING)
        return coup_report(log, index, found[0], cover, settings.table if settings is not None else None)
    if filters.shoe is not None:
        if filters.since is not None or filters.until is not None:
            raise click.UsageError("--format pdf: give --shoe, or --since and --until")
        return shoe_report(log, index, filters.shoe, cover, settings.journal.key if settings is not None else None)
    assert filters.since is not None
    return span_report(index, filters.since, filters.until or cover.at, cover)


def _write_lines(
    lines: Iterator[bytes], output: Path | None, cover: Cover | None, form: Literal["jsonl", "csv"], language: str
) -> None:
    """To ``output``, with how it is checked beside it; to standard output alone where none is given."""
    if output is None or cover is None:
        _write(lines, output)
        return
    digest = hashlib.sha256()
    _write(_hashed(lines, digest.update), output)
    try:
        text = beside(cover, output.name, digest.hexdigest(), form, language)
    except NotBuiltError as error:
        stop(str(error), CANNOT_WRITE)
    _write(iter([text.encode()]), output.with_name(f"{output.name}.txt"))


def _hashed(pieces: Iterator[bytes], update: Callable[[bytes], None]) -> Iterator[bytes]:
    for piece in pieces:
        update(piece)
        yield piece


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
        return _of_shoe(log, index, filters.shoe)
    found = index.coups(filters, limit=1)
    firsts = index.in_order(filters)
    oldest = index.coup(firsts[0]) if firsts else None
    if oldest is None:
        stop("no coup that is over is so: see banca21 log list", NOTHING)
    return oldest.first, found[0].last


def _of_shoe(log: FilesReader, index: Index, number: int) -> tuple[int, int]:
    shoe, following = index.shoe(number), index.shoe(number + 1)
    if shoe is None:
        stop(f"--shoe {number}: no such shoe here, the last is {index.reached.shoe}", NOTHING)
    return _within(log, shoe.record, following.record - 1 if following is not None else None)


def _jsonl(log: FilesReader, first: int, last: int) -> Iterator[bytes]:
    with bar_of(last - first + 1, LONG, "exporting records") as told:
        for logged in readable(log, first, last):
            yield json_line(logged)
            told(1)


def _csv(log: FilesReader, index: Index, filters: Filters, first: int, last: int) -> Iterator[bytes]:
    yield BOM + csv_header().encode()
    firsts = [each for each in index.in_order(filters) if first <= each <= last]
    with bar_of(len(firsts), LONG, "exporting results") as told:
        for each in firsts:
            coup = index.coup(each)
            if coup is not None and coup.last <= last:
                head = log.at(coup.last)
                yield "".join(csv_rows(coup, head.hash if head is not None else None)).encode()
            told(1)


def _write(written: Iterator[bytes], output: Path | None) -> None:
    """To ``output``, which is there whole or as it was before; to standard output where none is given."""
    if output is None:
        for piece in written:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    part = output.with_name(f".{output.name}.part")
    try:
        _write_file(written, part)
        part.replace(output)
        _sync(output.parent)
    except JournalError:
        part.unlink(missing_ok=True)
        raise
    except OSError as error:
        part.unlink(missing_ok=True)
        stop(
            f"{output}: cannot be written ({error.strerror}): give a file in a folder that you may write to",
            CANNOT_WRITE,
        )


def _write_file(written: Iterator[bytes], part: Path) -> None:
    part.touch(mode=0o600)
    with part.open("wb") as file:
        for piece in written:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
