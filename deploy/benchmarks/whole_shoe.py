"""A shoe of eight packs at seven boxes: how long its replay takes, whether events come to cost more, a correction."""

from collections import deque
from collections.abc import Iterator
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Final, NamedTuple

from deploy.benchmarks.game import CARDS_KEPT, WAGER, Game, taken
from deploy.benchmarks.strategy import hits_below_17
from engine.cards import Card
from engine.events import AnyEvent, Call, CardOut, PlayerSeated, ShoeStarted, TableOpened, WagerPlaced
from engine.instructions import Due
from engine.lines import ENCODER_OF_CARDS, event_from
from engine.replay import play, read
from engine.rules import TableRules
from engine.table import Table

RULES: Final = TableRules(decks=8)
BOXES: Final = range(1, 8)
Log = list[bytes]
"""Events as lines."""

Kind = tuple[type[AnyEvent], type[Due]]
"""What happened and what was due: events of a kind do much the same."""
REPLAYS: Final = 5
"""By which the machine's noise is kept out of what an event costs."""
OPENING: Final = 1 + 1 + len(BOXES)
"""Events before the first wager: the table opened, its shoe, its players."""
FIRST_EXTRA_CARD: Final = RULES.decks + 2 * len(BOXES) + 1 + 1
"""The number of the coup's first extra card: after the burns, the deal and the upcard."""


class Cost(NamedTuple):
    """What taking an event costs."""

    kind: Kind
    seconds: float


def log_of_a_shoe(seed: int) -> Log:
    """A shoe's events, from the opening of its table."""
    game = Game(Table(RULES), Random(seed), hits_below_17, boxes=len(BOXES))
    while game.shoe.left >= CARDS_KEPT:
        game.coup()
    return [ENCODER_OF_CARDS.encode(event) for event in (TableOpened(rules=RULES), *game.happened)]


def replay_s(log: Log) -> float:
    """How long the replay of its parsed events takes, in seconds."""
    events = read(log, "shoe")
    began = perf_counter()
    deque(play(events), maxlen=0)
    return perf_counter() - began


def growth(logs: list[Log]) -> float:
    """What an event of the shoes' last fifths costs as a multiple of one of its kind in the first fifths."""
    first: dict[Kind, list[float]] = {}
    last: dict[Kind, list[float]] = {}
    for log in logs:
        timed = costs(log)
        fifth = len(timed) // 5
        for cost in timed[:fifth]:
            first.setdefault(cost.kind, []).append(cost.seconds)
        for cost in timed[-fifth:]:
            last.setdefault(cost.kind, []).append(cost.seconds)
    both = first.keys() & last.keys()
    return sum(sum(last[kind]) for kind in both) / sum(fmean(first[kind]) * len(last[kind]) for kind in both)


def costs(log: Log) -> list[Cost]:
    """What each event of the log's coups costs, the least of several replays."""
    events = [event_from(line) for line in log[1:]]
    replays = [list(_timed(events)) for _ in range(REPLAYS)]
    return [min(costs, key=lambda cost: cost.seconds) for costs in zip(*replays, strict=True)][OPENING - 1 :]


def _timed(events: list[AnyEvent]) -> Iterator[Cost]:
    table = Table(RULES)
    for event in events:
        kind = type(event), type(table.felt.due)
        began = perf_counter()
        table.take(event)
        yield Cost(kind, perf_counter() - began)


def correction_s() -> float:
    """How long it takes that box 1 stood before its extra card, told when all seven have drawn theirs; in seconds.

    Raises:
        RefusedError: the table refused the correction.
    """
    table = Table(RULES)
    for event in (*dealt(), *drawn()):
        taken(table, event)
    late = Call(box=1, call="stand", before=FIRST_EXTRA_CARD, by="pit")
    began = perf_counter()
    taken(table, late)
    return perf_counter() - began


def dealt() -> list[AnyEvent]:
    """Seven boxes of a two and a three each, against a six."""
    cards = ("9C",) * RULES.decks + ("2S",) * len(BOXES) + ("3H",) * len(BOXES) + ("6D",)
    return [
        ShoeStarted(),
        *(PlayerSeated(box=box, player=f"Box {box}") for box in BOXES),
        *(WagerPlaced(box=box, player=f"Box {box}", amount=WAGER) for box in BOXES),
        *(CardOut(card=Card.parse(card)) for card in cards),
    ]


def drawn() -> list[AnyEvent]:
    """Each box draws a four and stands; the last has not said yet that it does."""
    events: list[AnyEvent] = []
    for box in BOXES:
        events += CardOut(card=Card.parse("4C")), Call(box=box, call="stand")
    return events[:-1]
