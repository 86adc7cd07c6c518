"""``banca21 bench``: the benchmarks, as ratios within one run, and the bank's edge."""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from statistics import median

import click

from deploy.benchmarks import edge as bank_edge
from deploy.benchmarks import engine as engine_speed
from deploy.benchmarks import faults as frame_faults
from deploy.benchmarks import whole_shoe
from deploy.benchmarks import wire as wire_speed
from deploy.benchmarks.corruptions import VacuousError
from deploy.benchmarks.game import RefusedError
from deploy.benchmarks.path import Spread, measure
from deploy.benchmarks.restart import core_back_s, screen_back_s
from deploy.benchmarks.tag_faults import SERIES
from deploy.commands.bench_journal import journal
from deploy.commands.bench_screen import screen
from deploy.commands.options import stop_with
from deploy.commands.torture import torture
from deploy.demonstration import DemonstrationError
from firmware_bridge.errors import SimulatedShoeError


@click.group()
def bench() -> None:
    """Measure the product on this machine."""


bench.add_command(journal)
bench.add_command(screen)
bench.add_command(torture)


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
        screen_s, core_s = screen_back_s(times, seed), core_back_s(times, seed)
    except DemonstrationError as error:
        stop_with(error)
    click.echo("seconds from the death                median     max")
    click.echo(f"screen: a frame with the present view{median(screen_s):8.2f}{max(screen_s):8.2f}")
    click.echo(f"core: a client with the same view    {median(core_s):8.2f}{max(core_s):8.2f}")


@bench.command()
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--coups", type=click.IntRange(min=1000), help="How many coups, whatever the error.")
@click.option(
    "--precision",
    type=click.FloatRange(min=0, min_open=True),
    default=0.0005,
    show_default=True,
    help="Else it goes on until the standard error is this.",
)
def edge(seed: int, coups: int | None, precision: float) -> None:
    """The player's edge with a fixed strategy, by the engine itself; exit status 1 when it is not what it must be."""
    tally = bank_edge.Tally()
    try:
        length = coups or bank_edge.coups_for(precision)
        with click.progressbar(length=length, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            for tally in bank_edge.measured(seed, coups=coups, precision=precision):
                bar.update(tally.coups - bar.pos)
    except RefusedError as error:
        stop_with(error)
    click.echo(f"{f'{tally.coups} coups':28}{'estimate':>12}{'standard error':>16}{'must be':>12}")
    click.echo(_estimate("edge of the original wager", tally.edge, tally.edge_error, bank_edge.EDGE))
    click.echo(_estimate("naturals", tally.naturals_rate, tally.naturals_error, bank_edge.NATURALS))
    for fault in tally.faults:
        click.echo(fault, err=True)
    sys.exit(1 if tally.faults else 0)


@bench.command()
@click.option("--rounds", type=click.IntRange(min=1), default=9, show_default=True, help="Medians are of so many.")
@click.option("--seed", type=int, default=21, show_default=True)
def engine(rounds: int, seed: int) -> None:
    """The engine's speed beside gymnasium's blackjack and bare integers; a shoe's replay; a correction."""
    try:
        _tell_speeds(engine_speed.measured(rounds, seed))
        logs = [whole_shoe.log_of_a_shoe(seed + number) for number in range(rounds)]
        replay_ms = 1000 * median(map(whole_shoe.replay_s, logs))
        click.echo(
            f"8 packs, 7 boxes, {median(map(len, logs)):.0f} events: replayed in {replay_ms:.1f} ms, aims at 20 ms"
        )
        click.echo(f"an event of a shoe's last fifth costs {whole_shoe.growth(logs):.2f} x its like in the first")
        correction_ms = 1000 * median(whole_shoe.correction_s() for _ in range(rounds))
        click.echo(f"a correction in the midst of a coup: {correction_ms:.1f} ms, aims at 5 ms")
    except (engine_speed.NotInstalledError, RefusedError) as error:
        stop_with(error)


@bench.command()
@click.option(
    "--frames",
    type=click.IntRange(min=100),
    default=frame_faults.FRAMES,
    show_default=True,
    help="SHOE/1 frames of each kind; for readers of tags a tenth of it, of passing cards.",
)
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--json", "machine", is_flag=True, help="One JSON object.")
def faults(frames: int, seed: int, machine: bool) -> None:
    """Corrupted, forged and replayed frames: wrong cards that were believed; exit status 1 when there is one."""
    began = time.monotonic()
    found = []
    try:
        length = len(list(frame_faults.batches(seed, frames)))
        with click.progressbar(length=length, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            for row in frame_faults.measured(seed, frames):
                found.append(row)
                bar.update(1)
    except VacuousError as error:
        stop_with(error)
    rows = frame_faults.summed(found)
    wrong = sum(row.tally.wrong for row in rows)
    took_s = time.monotonic() - began
    if machine:
        click.echo(json.dumps({"rows": [asdict(row) for row in rows], "wrong": wrong, "seconds": took_s}))
    else:
        _tell_faults(rows)
        click.echo(f"wrong cards: {wrong}, must be 0; {took_s:.0f} s")
    sys.exit(1 if wrong else 0)


def _tell_faults(rows: list[frame_faults.Row]) -> None:
    subject = None
    for row in rows:
        tally = row.tally
        has_passes = row.subject in SERIES
        if row.subject != subject:
            subject = row.subject
            tried, *others = ("passes", "no gate", "unread") if has_passes else ("frames",)
            click.echo(f"{subject:32}{tried:>9}{'wrong by checksum':>19}{'wrong cards':>13}" + _columns(others))
        figures = f"{tally.tried:9}{tally.by_checksum:19}{tally.wrong:13}"
        others = [str(tally.ungated), f"{tally.unread / tally.tried:.1%}"] if has_passes else []
        click.echo(f"  {row.kind:30}{figures}" + _columns(others))


def _columns(texts: Sequence[str]) -> str:
    return "".join(f"{text:>9}" for text in texts)


@bench.command()
@click.option("--seconds", type=click.FloatRange(min=1), default=60, show_default=True, help="How long cards flow.")
@click.option("--rate", type=click.FloatRange(min=1), default=200, show_default=True, help="Cards a second.")
@click.option("--times", type=click.IntRange(min=2), default=20, show_default=True, help="How often it is unplugged.")
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--json", "machine", is_flag=True, help="One JSON object.")
def wire(seconds: float, rate: float, times: int, seed: int, machine: bool) -> None:
    """The firmware's wire to the queue, a flow of cards, unplugging and silence; exit status 1 when a card is lost."""
    try:
        measured = wire_speed.measure(seconds, rate, times, seed)
    except (wire_speed.NotHeardError, SimulatedShoeError) as error:
        stop_with(error)
    if machine:
        click.echo(json.dumps(asdict(measured) | {"is_whole": measured.is_whole}))
    else:
        _tell_wire(measured)
    sys.exit(0 if measured.is_whole else 1)


def _tell_wire(measured: wire_speed.Measured) -> None:
    flow = measured.flow
    click.echo(f"{f'{measured.interpreter}, milliseconds':32}     p50     p99     max    p99 aims at")
    for name, spread, aim_ms in (
        ("last byte on the wire to queue", flow.to_queue, wire_speed.TO_QUEUE_MS),
        ("the hand's pull to queue", flow.from_hand, None),
        ("unplugged to report", measured.unplugged, wire_speed.UNPLUGGED_MS),
        ("firmware stopped to report", measured.silent, wire_speed.SILENT_MS),
        ("plugged in to its cards in queue", measured.back, wire_speed.BACK_MS),
    ):
        click.echo(_row(name, spread) + (f"{aim_ms:15.0f}" if aim_ms else ""))
    click.echo(
        f"{flow.cards} cards, {flow.per_second:.1f} a second: {flow.lost} lost, {flow.doubled} doubled, "
        f"{flow.disordered} out of order, {measured.missing} wrongly missed; {flow.held} had to wait in the shoe"
    )


def _tell_speeds(speeds: engine_speed.Speeds) -> None:
    click.echo("one box that hits below 17    hands/s")
    for name, times in (
        ("our engine", speeds.ours),
        ("gymnasium's Blackjack-v1", speeds.gymnasium),
        ("bare integers", speeds.bare),
    ):
        click.echo(f"{name:28}{1 / median(times):9.0f}")
    click.echo(f"ours ÷ gymnasium {speeds.ours_to_gymnasium:.2f}, bare ÷ ours {speeds.bare_to_ours:.0f}")


def _estimate(name: str, estimate: float, error: float, expected: float) -> str:
    return f"{name:28}{estimate:12.4%}{error:16.4%}{expected:12.4%}"


def _row(name: str, spread: Spread) -> str:
    return f"{name:32}{spread.p50:8.2f}{spread.p99:8.2f}{spread.worst:8.2f}"
