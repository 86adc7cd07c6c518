"""All kinds of torture, one after the other, each as often as it was ordered."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeAlias

from deploy.torture import cuts, damage, deaths, edits, flips, kills, power
from deploy.torture.places import DISK, quick
from deploy.torture.spread import spread
from deploy.torture.tally import Detection, Survival, detection, survival

Bar: TypeAlias = Callable[[str, int], AbstractContextManager[Callable[[], None]]]
"""For what is tried and how often: something to tell of each attempt that is done."""


@dataclass(frozen=True, slots=True)
class Orders:
    """How often what is tried."""

    coups: int = 20
    """Scripted, to die in."""
    deaths: int | None = 600
    """At a step of an event; ``None``: at every one."""
    kills: int = 300
    cuts: int = 600
    """Of the WAL."""
    drops: int = 1000
    """Of unsynced writes."""
    flips: int = 2000
    """Of a bit of the file."""
    wal_flips: int = 1000
    """Of a bit of the WAL."""
    edits: int = 10
    """How often each."""
    seed: int = 21


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    steps: int
    """At which one could have died in the script."""
    survived: list[Survival]
    detected: list[Detection]

    @property
    def is_sound(self) -> bool:
        """Nothing acknowledged was lost, and nothing that does harm goes undetected."""
        return all(row.is_sound for row in self.survived) and all(row.is_sound for row in self.detected)


def carried_out(orders: Orders, bar: Bar) -> Outcome:
    """What comes of ``orders``.

    Raises:
        NotSeenError: what a process writes cannot be seen here.
    """
    with (
        TemporaryDirectory(prefix="banca21-", dir=quick()) as memory,
        TemporaryDirectory(prefix="banca21-", dir=DISK) as disk,
    ):
        steps, died = _deaths(Path(memory), orders, bar)
        lost = _losses(Path(memory), Path(disk), orders, bar)
        return Outcome(steps, survival(died + lost), detection(_damage(Path(memory), orders, bar)))


def _deaths(folder: Path, orders: Orders, bar: Bar) -> tuple[int, list[Survival]]:
    if orders.deaths == 0:
        return 0, []
    scene = deaths.prepared(folder, orders.coups, orders.seed)
    chosen = deaths.sampled(scene, orders.deaths, Random(orders.seed))
    with bar("deaths", len(chosen)) as told:
        rows = spread(deaths.died, scene, chosen, told)
    in_order = [Survival(deaths.kind_of(death)) for death in scene.deaths()]
    return len(in_order), in_order + rows


def _losses(memory: Path, disk: Path, orders: Orders, bar: Bar) -> list[Survival]:
    rows = []
    with bar("kills", orders.kills) as told:
        rows += kills.measured(disk, orders.kills, Random(orders.seed), told)
    if orders.cuts:
        with bar("cuts of the WAL", orders.cuts) as told:
            rows += cuts.measured(memory, orders.cuts, Random(orders.seed), told)
    if orders.drops:
        with bar("dropped writes", orders.drops) as told:
            rows += power.measured(memory, orders.drops, Random(orders.seed), told)
    return rows


def _damage(folder: Path, orders: Orders, bar: Bar) -> list[Detection]:
    subject = damage.subject(folder / "damage", orders.seed)
    flipped = flips.drawn(subject, orders.flips, orders.wal_flips, Random(orders.seed))
    with bar("flipped bits", len(flipped)) as told:
        rows = spread(flips.flipped, subject, flipped, told)
    edited = edits.drawn(orders.edits)
    with bar("edits", len(edited)) as told:
        return rows + spread(edits.edited, subject, edited, told)
