"""``banca21 bench journal``: how fast records are safe, and how soon coups of a whole year are found."""

import json
import sys
from dataclasses import asdict

import click

from deploy.benchmarks import day, year_search
from deploy.benchmarks import journal as appends_speed
from deploy.benchmarks.log_search import AIM_MS, Searched
from deploy.benchmarks.path import Spread
from deploy.benchmarks.whole_year import YEAR
from deploy.commands.options import stop_with
from engine.journal.errors import JournalError


@click.command()
@click.option("--appends", type=click.IntRange(min=300), default=3000, show_default=True, help="Of each kind.")
@click.option("--records", type=click.IntRange(min=1000), default=YEAR // 10, show_default=True, help="To search in.")
@click.option("--year", is_flag=True, help=f"{YEAR:,} records, a year of one table: it needs 17 GB and some minutes.")
@click.option("--times", type=click.IntRange(min=2), default=100, show_default=True, help="How often each search.")
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--touches/--no-touches", default=True, show_default=True, help="A supervisor's, at a screen.")
@click.option("--json", "machine", is_flag=True, help="One JSON object.")
def journal(year: bool, machine: bool, *, touches: bool, appends: int, records: int, times: int, seed: int) -> None:
    """Durable appends beside a bare sync of the same bytes, and searches in a journal of millions of records."""
    speed = appends_speed.measure(appends, seed)
    if not machine:
        _tell_appends(speed)
    proved = day.measure(seed)
    if not machine:
        _tell_day(proved)
    length = YEAR if year else records
    try:
        with click.progressbar(length=length, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            found = year_search.measure(length, seed, times, bar.update, with_touches=touches)
    except (year_search.NoRoomError, JournalError) as error:
        stop_with(error)
    if machine:
        click.echo(json.dumps({"appends": asdict(speed), "day": proved._asdict(), "searches": asdict(found)}))
    else:
        _tell_searches(found)


def _tell_appends(speed: appends_speed.Measured) -> None:
    click.echo(
        f"{f'{speed.appends} appends of each kind':32}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'of the bare':>13}"
    )
    for name, rate in (
        ("bare write and fdatasync", speed.bare),
        ("a record of 250 bytes", speed.plain),
        ("the same with a sealed card", speed.with_card),
    ):
        click.echo(f"{name:32}{rate.per_second:10.0f}{rate.ms.p50:9.2f}{rate.ms.p99:9.2f}{rate.to_bare:12.2f}x")
    click.echo(
        f"a record aims at {appends_speed.AIM} x the bare sync's rate in the same round, the median of all rounds"
    )
    click.echo(
        f"growth by a record: WAL {speed.wal_bytes:.0f} bytes, with a card {speed.wal_bytes_with_card:.0f}; "
        f"file {speed.file_bytes:.0f}; copying the WAL back, while nothing waits, p99 {speed.rest_ms.p99:.1f} ms"
    )


def _tell_day(proved: day.Measured) -> None:
    shortest, longest = proved.seconds[0], proved.seconds[-1]
    click.echo(
        f"a day of {proved.records} records, {proved.openings} commitments opened, proved in {shortest:.2f} to "
        f"{longest:.2f} s, aims at {day.AIM_S:g} s"
    )


def _tell_searches(found: year_search.Measured) -> None:
    click.echo(
        f"{found.records} records, {found.coups} coups: journal {found.journal_bytes >> 20} MiB, index "
        f"{found.index_bytes >> 20} MiB, made in {found.made_s:.0f} s, {found.checked} records of the chain checked"
    )
    click.echo(f"{'milliseconds':32}{'p50':>8}{'p99':>8}{'max':>8}{'found':>8}")
    for each in found.searched:
        click.echo(_row(" and ".join(each.filters) or "no filter", each.ms) + f"{each.found:8}")
    for question in found.asked:
        click.echo(_row(question.question, question.ms) + f"{question.found:8}")
    click.echo(_row("one coup shown step by step", found.show))
    click.echo(_row("a shoe's passport", found.passport))
    for waited in found.touched:
        click.echo(_row(f"touch to frame: {waited.what}", waited.ms))
    if not found.touched:
        click.echo("touches not measured: they were left out, or no display can be had (xvfb xdotool imagemagick)")
    worst: Searched = found.slowest
    click.echo(
        f"the slowest search is by {' and '.join(worst.filters)}: p99 {worst.ms.p99:.1f} ms, aims at {AIM_MS} ms"
    )


def _row(name: str, spread: Spread) -> str:
    return f"{name:32}{spread.p50:8.2f}{spread.p99:8.2f}{spread.worst:8.2f}"
