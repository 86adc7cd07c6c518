"""The engine's speed, as ratios within one run: beside gymnasium's blackjack, and beside a loop of bare integers.

All three play one box that hits below 17 against a dealer who stands on 17. Ours takes every wager, card and call as an
event that the law judges, and the payment as done when the next wager comes; nobody looks at its answers. Gymnasium
deals from an endless pack and has no burns.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from deploy.benchmarks.game import CARDS_KEPT, WAGER, LazyShoe, RefusedError
from engine.cards import Card
from engine.events import Call, Done, PlayerSeated, ShoeStarted, WagerPlaced
from engine.instructions import Ask, Offer, Settle, TurnHidden
from engine.rules import TableRules
from engine.table import Table

HANDS: Final = 2000
"""That each plays in a round."""
PACKS: Final = 6
WAGER_OF_ONE: Final = WagerPlaced(box=1, player="Ana", amount=WAGER)
STAND: Final = Call(box=1, call="stand")
TURNED: Final = Done(of="turn_hidden")
MISSING: Final = "gymnasium is not installed: run deploy/test, which sets it up, or pip install --editable '.[bench]'"
"""What to do without it."""


class NotInstalledError(ModuleNotFoundError):
    """What ours is compared with is not there."""


@dataclass(frozen=True, slots=True)
class Speeds:
    """Seconds a hand, in the order of the rounds; in a round the three play one after the other."""

    ours: list[float]
    gymnasium: list[float]
    bare: list[float]

    @property
    def ours_to_gymnasium(self) -> float:
        """Our hands in the time of one of gymnasium's."""
        return median(theirs / ours for theirs, ours in zip(self.gymnasium, self.ours, strict=True))

    @property
    def bare_to_ours(self) -> float:
        """The bare loop's hands in the time of one of ours."""
        return median(ours / bare for ours, bare in zip(self.ours, self.bare, strict=True))


def measured(rounds: int, seed: int) -> Speeds:
    """Let the three play in turn, so many rounds.

    Raises:
        NotInstalledError: gymnasium is missing.
        RefusedError: our table refused a lawful call.
    """
    speeds = Speeds([], [], [])
    ours = TableGame(Random(seed))
    bare = BareGame(Random(seed))
    players = [
        (ours.hand, speeds.ours),
        (gymnasium_game(seed), speeds.gymnasium),
        (bare.hand, speeds.bare),
    ]
    for _ in range(rounds):
        for hand, times in players:
            times.append(seconds_a_hand(hand))
    return speeds


def seconds_a_hand(hand: Callable[[], object]) -> float:
    """How long ``hand`` takes, on the average of a round."""
    began = perf_counter()
    for _ in range(HANDS):
        hand()
    return (perf_counter() - began) / HANDS


class TableGame:
    """A table of ours at which one box plays."""

    def __init__(self, chance: Random) -> None:
        self.table = Table(TableRules(decks=PACKS))
        self.shoe = LazyShoe(PACKS, chance)
        self._shuffle()
        self.table.happen(PlayerSeated(box=1, player=WAGER_OF_ONE.player))

    def hand(self) -> None:
        """One coup, of a new shoe if little is left of this one.

        Raises:
            RefusedError: the table refused a lawful request.
        """
        if self.shoe.left < CARDS_KEPT:
            self._shuffle()
        felt, happen, draw = self.table.felt, self.table.happen, self.shoe.draw
        refused = happen(WAGER_OF_ONE)
        while refused is None and (due := type(felt.due)) is not Settle:
            if due is Ask or due is Offer:
                coup = felt.open_coup
                stands = coup is not None and coup.hands[0].total >= 17
                refused = happen(STAND if stands else draw())
            else:
                refused = happen(TURNED if due is TurnHidden else draw())
        if refused is not None:
            raise RefusedError(f"the table refused a wager, a stand or a touch: {refused.reason} ({refused.article})")

    def _shuffle(self) -> None:
        self.shoe.shuffle()
        self.table.happen(ShoeStarted())


def gymnasium_game(seed: int) -> Callable[[], None]:
    """What plays one hand of gymnasium's.

    Raises:
        NotInstalledError: it is missing.
    """
    try:
        gymnasium = importlib.import_module("gymnasium")
    except ModuleNotFoundError as error:
        raise NotInstalledError(MISSING) from error
    game = gymnasium.make("Blackjack-v1")
    game.reset(seed=seed)

    def hand() -> None:
        (total, _, _), _ = game.reset()
        over = False
        while not over:
            (total, _, _), _, over, _, _ = game.step(int(total < 17))

    return hand


class BareGame:
    """The same game as nothing but integers: no suits and so no prize, no burns, no record of what happened."""

    def __init__(self, chance: Random) -> None:
        self._cards = [card.points for card in Card.pack() * PACKS]
        self._chance = chance.random
        self._out = 0

    def hand(self) -> int:
        """Play one; what it won, in half wagers."""
        if len(self._cards) - self._out < CARDS_KEPT:
            self._out = 0
        first, second, upcard = self.draw(), self.draw(), self.draw()
        dealt = best(first + second, has_ace=1 in (first, second))
        player = dealt if dealt >= 17 else self._to_17(first + second, has_ace=1 in (first, second))
        if player > 21:
            return -2
        second = self.draw()
        dealer = self._to_17(upcard + second, has_ace=1 in (upcard, second))
        natural = dealer == 21 and best(upcard + second, has_ace=1 in (upcard, second)) == 21
        if dealt == 21:
            return 0 if natural else 3
        if natural or player < dealer <= 21:
            return -2
        return 0 if player == dealer else 2

    def draw(self) -> int:
        """The next card's points."""
        cards, out = self._cards, self._out
        chosen = out + int(self._chance() * (len(cards) - out))
        cards[out], cards[chosen] = cards[chosen], cards[out]
        self._out = out + 1
        return cards[out]

    def _to_17(self, total: int, *, has_ace: bool) -> int:
        while (counted := best(total, has_ace=has_ace)) < 17:
            card = self.draw()
            total += card
            has_ace = has_ace or card == 1
        return counted


def best(total: int, *, has_ace: bool) -> int:
    """What cards of ``total`` points, an ace as 1, count."""
    return total + 10 if has_ace and total <= 11 else total
