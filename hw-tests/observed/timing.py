"""How long a card takes from the table's queue to who is told, by rank: a face-down card must not be heard by it."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from statistics import fmean, variance
from time import perf_counter_ns
from typing import Final, NamedTuple

from engine.cards import Card, Rank
from engine.events import AnyEvent, CardOut, CoupCancelled, Done, PlayerSeated, ShoeStarted, WagerPlaced
from engine.instructions import Settle, TakeWagers
from engine.messages import Asked, Message
from engine.rules import TableRules
from engine.session import QUIET_S, Heard, Input, Stop
from observed.around import Ticks
from observed.core import Core, Place, without_threads

WARM_UP: Final = 200
"""Cards that are not counted."""
LIMIT: Final = 0.9
"""Of the times of one place so many count as they are, the others as the longest of these: what else the machine does
makes the longest.
"""
COUPS: Final = 15
"""Of a shoe here."""


class Took(NamedTuple):
    """One face-down card."""

    place: str
    rank: Rank
    ns: int


@dataclass(frozen=True)
class Difference:
    """How far one rank's cards are from all others."""

    rank: Rank
    cards: int
    t: float
    """Welch's."""
    mean_us: float
    """Later than the others, in microseconds."""


class Stopwatch(SimpleQueue[Input]):
    """The session's inbox: coups of which the boxes' cards are dealt face down, and which are cancelled then."""

    def __init__(self, core: Core, cards: int) -> None:
        super().__init__()
        self.took: list[Took] = []
        self._core = core
        self._cards = cards
        self._chance = Random(cards)
        self._inputs = self._coming()
        self._card: CardOut | None = None
        self._since_ns = 0

    def get(self, block: bool = True, timeout: float | None = None) -> Input:  # noqa: ARG002
        if timeout == QUIET_S and len(self.took) % 50 == 0:
            raise Empty
        self._core.settle()
        came = next(self._inputs)
        self._card = came if isinstance(came, CardOut) else None
        self._since_ns = perf_counter_ns()
        return came

    def told(self, tell: Callable[[Message], None], message: Message) -> None:
        """Tell ``message``, and note when it is told."""
        tell(message)
        now_ns = perf_counter_ns()
        if self._card is not None and self._card.card is not None:
            laid = self._core.session._memory.felt.cards
            place = laid[max(laid)].role
            self.took.append(Took(str(place), self._card.card.rank, now_ns - self._since_ns))
            self._card = None

    def _coming(self) -> Iterator[Input]:
        while len(self.took) < self._cards:
            yield self._asked(ShoeStarted())
            yield self._asked(PlayerSeated(box=1, player="Ana"))
            for _ in range(COUPS):
                yield from self._coup()
        yield Stop()

    def _coup(self) -> Iterator[Input]:
        yield self._asked(WagerPlaced(box=1, player="Ana", amount=200))
        before = self._out
        while self._out < before + 4 and not self._is_dealt:
            yield CardOut(card=self._chance.choice(Card.pack()))
        yield self._asked(CoupCancelled(reason="misdeal", by="Pit"))
        while not isinstance(self._core.session._memory.felt.due, TakeWagers):
            is_due = isinstance(self._core.session._memory.felt.due, Settle)
            yield self._asked(Done() if is_due else CoupCancelled(reason="misdeal", by="Pit"))

    @property
    def _out(self) -> int:
        return self._core.session._memory.felt.shoe.out

    @property
    def _is_dealt(self) -> bool:
        """Both cards of the box are."""
        coup = self._core.session._memory.felt.open_coup
        return coup is not None and any(len(hand.cards) == 2 for hand in coup.hands)

    def _asked(self, event: AnyEvent) -> Input:
        return Heard(Asked(event, f"{perf_counter_ns()}", None), lambda _message: None)


def took(folder: Path, cards: int) -> list[Took]:
    """How long so many face-down cards took at a core in ``folder``."""
    place = Place(folder)
    place.prepare()
    with without_threads():
        core = Core(place, TableRules(decks=2), Ticks(), Random(1).randbytes, lambda _taken: None, has_staff=False)
        watch = Stopwatch(core, cards + WARM_UP)
        tell = core.session._tell
        core.session._tell = lambda message: watch.told(tell, message)
        core.session.inbox = watch
        core.run()
    return watch.took[WARM_UP:]


def differences(cards: list[Took]) -> list[Difference]:
    """Each rank against all others, over the places where the cards lie; the farthest first."""
    by_place: dict[str, list[Took]] = defaultdict(list)
    for card in cards:
        by_place[card.place].append(card)
    late: dict[Rank, list[float]] = {rank: [] for rank in Rank}
    for each in by_place.values():
        limit = sorted(one.ns for one in each)[int(len(each) * LIMIT)]
        mean = fmean(min(one.ns, limit) for one in each)
        for one in each:
            late[one.rank].append(min(one.ns, limit) - mean)
    found = []
    for rank, mine in late.items():
        others = [ns for other, them in late.items() if other is not rank for ns in them]
        apart = fmean(mine) - fmean(others)
        found.append(Difference(rank, len(mine), welch(mine, others), apart / 1000))
    return sorted(found, key=lambda one: -abs(one.t))


def welch(mine: list[float], others: list[float]) -> float:
    """Welch's t: by how many standard errors the means differ."""
    error = sqrt(variance(mine) / len(mine) + variance(others) / len(others))
    return (fmean(mine) - fmean(others)) / error
