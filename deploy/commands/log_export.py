"""``banca21 log export``: records as JSON Lines, results as CSV."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import click

from deploy.commands.log_options import TIME, journal_options
from deploy.log_access import LONG, index_of, log_at
from deploy.proof import bar_of, stop, stopping
from engine.journal.errors import JournalError
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.search import Index
from engine.log.lines import csv_header, csv_rows, json_line
from engine.log.reading import readable

NOTHING: Final = 1
"""Exit status: nothing is so."""
CANNOT_WRITE: Final = 2
"""Exit status: the file cannot be written."""
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
@click.option("--format", "form", type=click.Choice(("jsonl", "csv")), default="jsonl", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Into this file, whole or not.")
def export(
    journal: Path,
    first: int | None,
    last: int | None,
    form: Literal["jsonl", "csv"],
    output: Path | None,
    **given: Any,
) -> None:
    """Write records as JSON Lines, or the results of coups as CSV.

    A line of JSON holds an event as banca21 replay reads it, and what its place in the chain and its card are checked
    by (docs/audit.md). A line of CSV holds one wager's end. Cards that the log does not tell of yet are in neither.
    """
    filters = Filters(**given)
    if filters != Filters() and (first is not None or last is not None):
        raise click.UsageError("give --from and --to, or --shoe, --coup, --since and --until")
    with stopping(), log_at(journal) as log:
        if form == "csv" or filters != Filters():
            with index_of(log) as index:
                if form == "csv":
                    _write(_csv(log, index, filters, *_within(log, first, last)), output)
                else:
                    _write(_jsonl(log, *_span(log, index, filters)), output)
        else:
            _write(_jsonl(log, *_within(log, first, last)), output)


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
