"""The bank's edge, by playing the engine itself with a fixed strategy until chance leaves little doubt.

Whatever the engine does wrongly in any call, article or payment moves the edge; two analyses of the same rules and
strategy agree on what it must be.
"""

import math
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from os import cpu_count
from random import Random
from typing import Final

from deploy.benchmarks.game import WAGER, Game
from deploy.benchmarks.strategy import decision
from engine.answers import CoupResult, Outcome
from engine.articles import Article
from engine.rules import TableRules
from engine.table import Table

EDGE: Final = -0.01035
"""What the player wins of his original wager on the average: six packs, fresh each coup, every rule at its default."""
EDGE_KNOWN_TO: Final = 0.00005
"""How far the analyses may be from the truth."""
NATURALS: Final = 2 * 24 * 96 / (312 * 311)
"""How often the first two of six packs are an ace and a ten-point card: 4.7489 %."""
ERRORS_ALLOWED: Final = 3
"""Standard errors that an estimate may be off by chance."""
SPREAD: Final = 1.02
"""Standard deviation of what one coup wins, in wagers."""
BATCH: Final = 5000
"""Coups that one process plays at a stretch, a second or two."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What so many coups came to; money in wagers."""

    coups: int = 0
    won: float = 0
    squares: float = 0
    """Sum of the squares of what each coup won."""
    naturals: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.coups + other.coups,
            self.won + other.won,
            self.squares + other.squares,
            self.naturals + other.naturals,
        )

    @property
    def edge(self) -> float:
        """What a coup won on the average."""
        return self.won / self.coups

    @property
    def edge_error(self) -> float:
        """Standard error of :attr:`edge`."""
        return math.sqrt((self.squares / self.coups - self.edge**2) / self.coups)

    @property
    def naturals_rate(self) -> float:
        """Of all coups, those where the player had a natural."""
        return self.naturals / self.coups

    @property
    def naturals_error(self) -> float:
        """Standard error that :attr:`naturals_rate` must have by chance."""
        return math.sqrt(NATURALS * (1 - NATURALS) / self.coups)

    @property
    def faults(self) -> list[str]:
        """What chance cannot explain, in sentences; empty: all is as it must be."""
        found = []
        if abs(self.edge - EDGE) > ERRORS_ALLOWED * self.edge_error + EDGE_KNOWN_TO:
            found.append(f"the edge must be {EDGE:.3%}: a call, an article or a payment is played wrongly")
        if abs(self.naturals_rate - NATURALS) > ERRORS_ALLOWED * self.naturals_error:
            found.append(f"the naturals must be {NATURALS:.4%}: cards are dealt, or naturals told, wrongly")
        return found


@dataclass(frozen=True, slots=True)
class Batch:
    """Coups that one process plays; the same batch plays the same coups wherever."""

    seed: int
    number: int
    coups: int


def measured(seed: int, *, coups: int | None, precision: float) -> Iterator[Tally]:
    """The tally so far, again and again: until there are so many ``coups``, else until its error is ``precision``.

    It depends on ``seed`` alone, not on how many processes play.

    Raises:
        RefusedError: the table refused a lawful call.
    """
    tally = Tally()
    for each in _played_in_order(batches(seed, coups)):
        tally += each
        yield tally
        if coups is None and tally.edge_error <= precision:
            return


def coups_for(precision: float) -> int:
    """How many coups it takes, nearly, until the standard error is ``precision``."""
    return math.ceil((SPREAD / precision) ** 2)


def batches(seed: int, coups: int | None) -> Iterator[Batch]:
    """Of so many ``coups``; without end for ``None``."""
    for number in count():
        left = BATCH if coups is None else min(BATCH, coups - number * BATCH)
        if left <= 0:
            return
        yield Batch(seed, number, left)


def _played_in_order(waiting: Iterator[Batch]) -> Iterator[Tally]:
    """What each batch came to, in their order, played by as many processes as there are processors."""
    processes = cpu_count() or 1
    with ProcessPoolExecutor(processes) as pool:
        playing = deque(pool.submit(played, batch) for batch in islice(waiting, 2 * processes))
        try:
            while playing:
                yield playing.popleft().result()
                playing.extend(pool.submit(played, batch) for batch in islice(waiting, 1))
        finally:
            pool.shutdown(cancel_futures=True)


def played(batch: Batch) -> Tally:
    """Play it on a table of its own, each coup from a fresh shoe."""
    game = Game(Table(TableRules()), Random(f"{batch.seed}/{batch.number}"), decision)
    tally = Tally()
    for _ in range(batch.coups):
        tally += of_coup(game.coup())
        game.shuffle()
    return tally


def of_coup(result: CoupResult) -> Tally:
    """One coup, as it was settled."""
    won = -result.bank / WAGER
    natural = any(row.outcome is Outcome.NATURAL or row.article is Article.PUSH_NATURALS for row in result.settlement)
    return Tally(1, won, won**2, int(natural))
