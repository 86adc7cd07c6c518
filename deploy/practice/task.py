"""What is dealt at a practice table, be it a scenario or a shoe of the log: cards, seats, wagers and calls by coup."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from deploy.demo_table import NAMES
from deploy.practice.players import Players
from deploy.practice.scenarios import FREE, Need, Scenario, Trouble
from deploy.practice.stacking import COUPS, Stack, stacked
from engine.events import AnyEvent, PlayerLeft, PlayerSeated, WagerPlaced, WagerWithdrawn
from engine.rules import TableRules
from engine.view import PublicView


@dataclass(frozen=True, slots=True)
class Coup:
    """Who sits where, who bets what, and what players call."""

    seats: Mapping[int, str]
    """By box."""
    wagers: Mapping[int, Sequence[tuple[str, int]]]
    """By box: each bettor's, in avos, in the order they were placed."""
    players: Players = field(default_factory=Players)


@dataclass(frozen=True, slots=True)
class Task:
    """Something to deal."""

    name: str
    stack: Stack
    rules: TableRules
    coups: tuple[Coup, ...]
    """One after the other; the last one again and again, where more are dealt."""
    most: int | None
    """Coups after which it ends at the latest; ``None``: with its shoe."""
    trouble: Trouble | None = None
    needs: tuple[Need, ...] = ()

    def coup(self, number: int) -> Coup:
        """The coup of this number, from 0."""
        return self.coups[min(number, len(self.coups) - 1)]


def task_of(scenario: Scenario, seed: int) -> Task:
    """``scenario`` with the cards of ``seed``.

    Raises:
        StackError: its cards do not come as its table says.
    """
    stack = stacked(scenario, seed)
    seats = {box: NAMES[box - 1] for box in scenario.wagers}
    wagers = {box: ((seats[box], amount),) for box, amount in scenario.wagers.items()}
    most = None if scenario.name == FREE or scenario.is_last else COUPS
    coup = Coup(seats, wagers, scenario.players)
    return Task(scenario.name, stack, scenario.rules, (coup,), most, scenario.trouble, scenario.needs)


def betting(view: PublicView, coup: Coup) -> Iterable[AnyEvent]:
    """What people do before the coup: who leaves, who sits down, who bets; what is so already is left as it is."""
    yield from _withdrawing(view, coup)
    for box in view.boxes:
        if box.player is not None and coup.seats.get(box.box) != box.player:
            yield PlayerLeft(box=box.box)
    for number, player in coup.seats.items():
        if view.boxes[number - 1].player != player:
            yield PlayerSeated(box=number, player=player)
    for number, bets in coup.wagers.items():
        lying = {bet.player: bet.wager for bet in view.boxes[number - 1].wagers}
        for player, amount in bets:
            if lying.get(player) != amount:
                yield WagerPlaced(box=number, player=player, amount=amount)


def _withdrawing(view: PublicView, coup: Coup) -> Iterable[AnyEvent]:
    """Wagers that lie of nobody's who bets there now."""
    for box in view.boxes:
        bettors = {player for player, _ in coup.wagers.get(box.box, ())}
        for bet in reversed(box.wagers):
            if bet.player not in bettors:
                yield WagerWithdrawn(box=box.box, player=bet.player)
