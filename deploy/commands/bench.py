"""``banca21 bench``: the benchmarks, as ratios within one run."""

import json
from dataclasses import asdict
from statistics import median

import click

from deploy.benchmarks.path import Spread, measure
from deploy.benchmarks.restart import core_back_s, screen_back_s
from deploy.commands.options import stop_with
from deploy.demonstration import DemonstrationError


@click.group()
def bench() -> None:
    """Measure the product on this machine."""


@bench.command()
@click.option("--cards", type=click.IntRange(min=50), default=500, show_default=True, help="How many cards, twice.")
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--json", "machine", is_flag=True, help="One JSON object.")
def path(cards: int, seed: int, machine: bool) -> None:
    """One card's path: wire to screen, and wire to a client beside a bare sync at the same pace."""
    try:
        measured = measure(cards, seed)
    except DemonstrationError as error:
        stop_with(error)
    if machine:
        click.echo(json.dumps(asdict(measured) | {"core_to_sync": measured.core_to_sync}))
        return
    click.echo(f"{cards} cards, milliseconds           p50     p99     max")
    click.echo(_row("last byte on the wire to flip", measured.screen))
    click.echo(_row("last byte to a client's update", measured.core))
    click.echo(_row("bare write and fdatasync", measured.sync))
    click.echo(f"the core's p99 is {measured.core_to_sync:.2f} x the bare sync's; the screen's p99 aims at 50 ms")


@bench.command()
@click.option("--times", type=click.IntRange(min=1), default=5, show_default=True, help="How often each is killed.")
@click.option("--seed", type=int, default=21, show_default=True)
def restart(times: int, seed: int) -> None:
    """How soon the truth is back after SIGKILL of the screen and of the core in mid-coup."""
    try:
        screen, core = screen_back_s(times, seed), core_back_s(times, seed)
    except DemonstrationError as error:
        stop_with(error)
    click.echo("seconds from the death                median     max")
    click.echo(f"screen: a frame with the present view{median(screen):8.2f}{max(screen):8.2f}")
    click.echo(f"core: a client with the same view    {median(core):8.2f}{max(core):8.2f}")


def _row(name: str, spread: Spread) -> str:
    return f"{name:32}{spread.p50:8.2f}{spread.p99:8.2f}{spread.worst:8.2f}"
