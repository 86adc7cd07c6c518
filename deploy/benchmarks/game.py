"""A game at a table of our own, played in process: every card, call and touch is an event that the law judges."""

from random import Random
from typing import Final

from deploy.benchmarks.strategy import Decision, Strategy
from engine.answers import Answer, CoupResult
from engine.cards import Card
from engine.events import AnyEvent, Call, CardOut, Done, PlayerSeated, ShoeStarted, WagerPlaced
from engine.instructions import Ask, Burn, Deal, Draw, Due, Shuffle, TakeWagers
from engine.lines import ENCODER_OF_CARDS
from engine.table import Table

WAGER: Final = 200
"""Avos: the least whose half and 3:2 are whole chips."""
CARDS_KEPT: Final = 52
"""With fewer cards left, those who play a shoe to its end shuffle: no coup of seven boxes needs so many."""


class RefusedError(RuntimeError):
    """The table refused what is lawful: the engine does not play the regulation's game."""


class LazyShoe:
    """A shoe that is shuffled only as far as it is dealt."""

    def __init__(self, packs: int, chance: Random) -> None:
        self._all = [CardOut(card=card) for card in Card.pack() * packs]
        self._cards = list(self._all)
        self._chance = chance.random

    @property
    def left(self) -> int:
        """Cards that have not left yet."""
        return len(self._cards)

    def shuffle(self) -> None:
        """All cards are in it again."""
        self._cards = list(self._all)

    def draw(self) -> CardOut:
        """The next card leaves: any of those that are left."""
        cards = self._cards
        return cards.pop(int(self._chance() * len(cards)))


class Game:
    """Who plays ``strategy`` on the first ``boxes`` of ``table``, nobody having sat there yet."""

    def __init__(self, table: Table, chance: Random, strategy: Strategy, boxes: int = 1) -> None:
        self.shoe = LazyShoe(table.felt.rules.decks, chance)
        self._table = table
        self._strategy = strategy
        self.happened: list[AnyEvent] = []
        """Since the shoe began."""
        self._wagers = [WagerPlaced(box=box, player=f"Box {box}", amount=WAGER) for box in range(1, boxes + 1)]
        self.shuffle()
        for wager in self._wagers:
            self._take(PlayerSeated(box=wager.box, player=wager.player))

    def shuffle(self) -> None:
        """A new shoe begins."""
        self.shoe.shuffle()
        self.happened = []
        self._take(ShoeStarted())

    def coup(self) -> CoupResult:
        """One coup from the wagers to the payment.

        Raises:
            RefusedError: the table refused a wager, a call or a touch, did not go on, or told no result.
        """
        for wager in self._wagers:
            self._take(wager)
        answer, result = self._take(self.shoe.draw()), None
        while not isinstance(answer.due, TakeWagers | Shuffle):
            due, event = answer.due, self._next(answer.due)
            answer = self._take(event)
            result = answer.coup or result
            if isinstance(event, Done) and answer.due == due:
                raise RefusedError(f"{due} is due and stays so when it is done: see why the coup does not go on")
        if result is None:
            raise RefusedError("the table paid a coup and told no result: see what its answers hold")
        return result

    def _next(self, due: Due | None) -> AnyEvent:
        match due:
            case Burn() | Deal() | Draw():
                return self.shoe.draw()
            case Ask(box=box, hand=hand):
                call = self._decision(box, hand)
                return self.shoe.draw() if call == "hit" else Call(box=box, hand=hand, call=call)
            case _:
                return Done()

    def _decision(self, box: int, number: int) -> Decision:
        coup = self._table.felt.open_coup
        if coup is None:
            raise RefusedError("the table asks a hand when no coup is open: see what is due")
        hands = coup.of_box(box)
        cards = next(hand.known for hand in hands if hand.number == number)
        return self._strategy(cards, coup.dealer.known[0], has_split=len(hands) > 1)

    def _take(self, event: AnyEvent) -> Answer:
        self.happened.append(event)
        return taken(self._table, event)


def taken(table: Table, event: AnyEvent) -> Answer:
    """What ``table`` answers to a lawful event.

    Raises:
        RefusedError: it refused.
    """
    answer = table.take(event)
    if answer.refused is not None:
        line = ENCODER_OF_CARDS.encode(event).decode()
        raise RefusedError(f"the table refused {line}: {answer.refused.reason} ({answer.refused.article})")
    return answer
