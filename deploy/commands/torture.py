"""``banca21 bench torture``: the journal under death, cut and dropped writes, rotten bits and edits, counted."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from itertools import chain
from typing import Final

import click

from deploy.commands.options import stop_with
from deploy.torture.orders import Orders, Outcome, carried_out
from deploy.torture.writes import NotSeenError

FOUND_BY: Final = ("chain", "commitments", "sqlite", "refused", "checkpoint", "harmless", "undetected")
"""Columns of what damage was found by."""


def _option(name: str, least: int, text: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """The option of one of the counts, its default that of the orders."""
    default = getattr(Orders(), name)
    return click.option(
        f"--{name.replace('_', '-')}", type=click.IntRange(min=least), default=default, show_default=True, help=text
    )


@click.command()
@_option("coups", 1, "Scripted coups to die in.")
@_option("deaths", 0, "Deaths, each at a step of an event.")
@click.option("--all", "everywhere", is_flag=True, help="A death at every step of every event.")
@_option("kills", 0, "SIGKILLs at random times.")
@_option("cuts", 0, "Cuts of the WAL, at any byte.")
@_option("drops", 0, "Power failures that drop what was not synced.")
@_option("flips", 0, "Flipped bits of the file.")
@_option("wal_flips", 0, "Flipped bits of the WAL.")
@_option("edits", 0, "How often each edit.")
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--json", "machine", is_flag=True, help="One JSON object.")
def torture(everywhere: bool, machine: bool, **counts: int) -> None:
    """The journal under death, lost writes, rotten bits and edits; exit status 1 when it does not bear all of it."""
    began = time.monotonic()
    orders = Orders(**counts)
    try:
        outcome = carried_out(replace(orders, deaths=None) if everywhere else orders, _bar)
    except NotSeenError as error:
        stop_with(error)
    took_s = time.monotonic() - began
    if machine:
        click.echo(json.dumps(asdict(outcome) | {"is_sound": outcome.is_sound, "seconds": took_s}))
    else:
        _tell(outcome)
        click.echo(f"{'sound' if outcome.is_sound else 'NOT SOUND'}; {took_s:.0f} s, seed {orders.seed}")
    sys.exit(0 if outcome.is_sound else 1)


@contextmanager
def _bar(what: str, length: int) -> Iterator[Callable[[], None]]:
    with click.progressbar(length=length, label=f"{what:16}", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda: bar.update(1)


def _tell(outcome: Outcome) -> None:
    if outcome.steps:
        click.echo(f"{outcome.steps} steps of the script's events, before and after each of which one can die")
    heads = ("tried", "acknowledged", "lost", "wrong")
    click.echo(f"{'what was tried':42}" + "".join(f"{head:>14}" for head in heads))
    for row in outcome.survived:
        click.echo(f"  {row.kind:40}" + "".join(f"{getattr(row, head):14}" for head in heads))
    click.echo(f"{'what was damaged':42}{'tried':>8}" + "".join(f"{head:>12}" for head in FOUND_BY))
    for each in outcome.detected:
        click.echo(f"  {each.kind:40}{each.tried:8}" + "".join(f"{getattr(each, head):12}" for head in FOUND_BY))
    examples = [row.examples for row in outcome.survived] + [row.examples for row in outcome.detected]
    for text in chain.from_iterable(examples):
        click.echo(text, err=True)
