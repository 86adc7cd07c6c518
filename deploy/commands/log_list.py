"""``banca21 log list``: coups looked for."""

from pathlib import Path
from typing import Any

import click
import msgspec

from deploy.commands.log_options import ALERT, OUTCOME, TIME, journal_options
from deploy.log_access import index_of, log_at
from deploy.proof import stopping
from engine.answers import SettlementRow
from engine.journal.found import Filters, FoundCoup
from engine.journal.search import NEWEST
from engine.money import money


@click.command("list")
@journal_options
@click.option("--shoe", type=click.IntRange(min=1), help="Of this shoe.")
@click.option("--coup", type=click.IntRange(min=1), help="Of this number.")
@click.option("--since", type=TIME, help="Ended then or later (UTC, as in 2026-01-31T20:00).")
@click.option("--until", type=TIME, help="Ended before then.")
@click.option("--box", type=click.IntRange(1, 7), help="With a wager on this box.")
@click.option("--outcome", type=OUTCOME, help="With a wager that ended so; with --box, one on that box.")
@click.option("--alert", type=ALERT, help="With an alert of this code.")
@click.option("--dealer", help="Dealt by this one of the staff, by number.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="So many, the newest.")
@click.option(
    "--before", type=click.IntRange(min=1), default=NEWEST, help="Go on behind a page, as its last line says."
)
@click.option("--json", "machine", is_flag=True, help="One JSON object for each coup.")
def list_coups(journal: Path, limit: int, before: int, machine: bool, **given: Any) -> None:
    """List coups that are over, the newest first."""
    filters = Filters(**given)
    with stopping(), log_at(journal) as read, index_of(read) as index:
        found = index.coups(filters, limit=limit + 1, before=before)
    for coup in found[:limit]:
        click.echo(msgspec.json.encode(coup).decode() if machine else "\n".join(_row(coup)))
    if not found:
        click.echo("no coup that is over is so", err=True)
    elif len(found) > limit:
        click.echo(f"further ones: add --before {found[limit - 1].first}", err=True)


def _row(coup: FoundCoup) -> list[str]:
    """A coup in two lines: which, and how its wagers ended."""
    ended = f"{coup.ended_at[:19].replace('T', ' ')} UTC"
    dealer = f", dealer {coup.dealer}" if coup.dealer is not None else ""
    how = ", cancelled" if coup.cancelled else ""
    last = ", the last of the shoe" if coup.last_of_shoe else ""
    ends = (f"box {row.box}{f'/{row.hand}' if row.hand != 1 else ''} {row.player} {_end(row)}" for row in coup.rows)
    lines = [
        f"coup {coup.number}, shoe {coup.shoe}, {ended}, bank {money(coup.bank)}{dealer}{how}{last}, "
        f"records {coup.first} to {coup.last}",
        f"  {'; '.join(ends) or 'no wager'}",
    ]
    return lines + [f"  ! {alert.text} (record {alert.record})" for alert in coup.alerts]


def _end(row: SettlementRow) -> str:
    return f"{row.outcome.replace('_', ' ')} {'+' if row.net > 0 else ''}{money(row.net)}"


def _machine(coup: FoundCoup) -> str:
    return msgspec.json.encode(coup).decode()
