"""``banca21 bench screen``: the dealer's screen, timed and weighed beside a bare Kivy window."""

import json
import sys
from dataclasses import asdict

import click

from deploy.benchmarks import screen as screens
from deploy.benchmarks.path import Spread
from deploy.benchmarks.screen_touches import DECISIONS, PAYMENT, REPEATED, STEPS, WAGERS, Tally
from deploy.commands.options import stop_with
from deploy.demonstration import DemonstrationError
from firmware_bridge.errors import SimulatedShoeError


@click.command()
@click.option("--runs", type=click.IntRange(min=1), default=9, show_default=True, help="Starts, for medians.")
@click.option("--cards", type=click.IntRange(min=50), default=300, show_default=True, help="Cards that are timed.")
@click.option("--touches", type=click.IntRange(min=50), default=150, show_default=True, help="Touches that are timed.")
@click.option(
    "--coups",
    type=click.IntRange(min=10),
    default=500,
    show_default=True,
    help="For memory's growth.",
)
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--json", "machine", is_flag=True, help="One JSON object.")
def screen(*, runs: int, cards: int, touches: int, coups: int, seed: int, machine: bool) -> None:
    """The dealer's screen: card and touch to frame, start, idle, memory, touches a coup (minutes)."""
    try:
        measured = screens.measure(screens.Much(runs, cards, touches, coups), seed, _said)
    except (DemonstrationError, SimulatedShoeError) as error:
        stop_with(error)
    if machine:
        click.echo(json.dumps(asdict(measured)))
        return
    _tell_frames(measured)
    _tell_costs(measured)
    _tell_touches(measured.tally)


def _said(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{what}\x1b[K", nl=False, err=True)


def _tell_frames(measured: screens.Measured) -> None:
    where = "on a display (Xvfb)" if measured.is_on_display else "without a display: not touched"
    click.echo(f"{f'{where}, milliseconds':40}     p50     p99     max   p99 aims at")
    click.echo(_row("last byte on the wire to flip", measured.cards, screens.CARD_MS))
    click.echo(_row("a client's update to flip", measured.updates))
    click.echo(_row("bare Kivy: a line to flip", measured.bare_updates))
    if measured.touches is not None and measured.bare_touches is not None:
        click.echo(_row("a finger on a button to flip", measured.touches, screens.TOUCH_MS))
        click.echo(_row("bare Kivy: a finger to flip", measured.bare_touches))
    click.echo(
        f"a bare frame's median: an update takes {measured.updates.p50 / measured.bare_updates.p50:.1f} x as long"
        + (
            f", a touch {measured.touches.p50 / measured.bare_touches.p50:.1f} x"
            if measured.touches is not None and measured.bare_touches is not None
            else ""
        )
    )


def _tell_costs(measured: screens.Measured) -> None:
    ours, bare = measured.weighed, measured.bare
    click.echo(f"{f'median of {measured.runs} starts':40}  screen    bare   ratio       aims at")
    for name, one, other, aim in (
        ("start to the first frame, s", ours.first_frame_s, bare.first_frame_s, screens.START_S),
        ("resident, MB", ours.resident_mb, bare.resident_mb, screens.RESIDENT_MB),
        ("idle, % of a processor", ours.idle_percent, bare.idle_percent, screens.IDLE_PERCENT),
    ):
        ratio = f"{one / other:8.1f}" if other else f"{'-':>8}"
        click.echo(f"{name:40}{one:8.2f}{other:8.2f}{ratio}{aim:14.1f}")
    click.echo(
        f"memory grew by {measured.growth_mb:.1f} MB over {measured.coups} coups after {measured.coups // 10}, "
        f"aims at {screens.GROWTH_MB:.0f} MB over 5000"
    )


def _tell_touches(tally: Tally) -> None:
    click.echo(f"{f'touches, {tally.coups} coups of 5 players':32}  a coup  for each")
    for kind in (WAGERS, REPEATED, DECISIONS, STEPS, PAYMENT):
        if tally.requests[kind]:
            each = tally.touches[kind] / tally.requests[kind]
            click.echo(f"  {kind:30}{tally.per_coup(kind):8.1f}{each:10.2f}")
    for event, times in tally.without.items():
        click.echo(f"  no touches ask for {event}, wanted {times} times")


def _row(name: str, spread: Spread, aim: float | None = None) -> str:
    return f"{name:40}{spread.p50:8.2f}{spread.p99:8.2f}{spread.worst:8.2f}" + (f"{aim:14.0f}" if aim else "")
