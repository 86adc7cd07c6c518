"""Coups as a script: cards that leave the shoe and what people ask for, in the order in which they come in.

A table plays them once in memory, so the script is lawful from end to end. Some coups have what most have not: cards
that pass unread, a boxed card, a card that everybody saw, a coup that is cancelled, the white card and a new shoe.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from msgspec import structs

from deploy.benchmarks.game import LazyShoe
from deploy.demonstration import called, wants
from engine.answers import Answer
from engine.cards import Card
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardExposed,
    CardNamed,
    CardOut,
    CoupCancelled,
    Done,
    EvenMoney,
    Insurance,
    NamedCard,
    PlayerSeated,
    ShoeStarted,
    TableOpened,
    WagerPlaced,
    WhiteCardOut,
)
from engine.hand import Laid, points
from engine.instructions import Ask, Burn, Deal, Draw, Due, NameCard, Offer, Shuffle, TakeWagers
from engine.rules import TableRules
from engine.table import Table

BOXES: Final = {1: "Ana", 3: "Bento", 4: "Chan", 6: "Dora"}
"""Who plays at the scripted table."""
BEHIND: Final = 25
"""Cards behind the white card."""
BY: Final = "1042"
"""Who puts things right, by staff number."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A table, and who sits at it."""

    packs: int
    boxes: Mapping[int, str]
    has_slips: bool = True
    """Some of its coups have what most have not."""

    @property
    def rules(self) -> TableRules:
        """The table's."""
        return TableRules(decks=self.packs)

    @property
    def seats(self) -> tuple[PlayerSeated, ...]:
        """Who sits down before the first shoe."""
        return tuple(PlayerSeated(box=box, player=player) for box, player in self.boxes.items())


SCRIPTED: Final = Setting(2, BOXES)
"""Two packs, so that a shoe is soon over."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """One thing that comes in."""

    event: AnyEvent
    ident: str
    """A card's origin, or a request's id."""
    card: Card | None = None
    """What a card is, also one that passes unread."""

    @property
    def is_seen(self) -> bool:
        """A device reports it; otherwise somebody asks for it."""
        return isinstance(self.event, CardOut | WhiteCardOut)


def scripted(coups: int, seed: int, setting: Setting = SCRIPTED, boot: int = 0) -> list[list[Scripted]]:
    """So many coups, each from the first thing that comes in after the one before was paid to its own payment.

    ``boot`` is the shoe's before the first: its origins count from there.
    """
    people = _People(Random(seed), setting, boot)
    return [list(people.coup(number)) for number in range(coups)]


class _People:
    """Who play the script's table, and know the cards."""

    def __init__(self, chance: Random, setting: Setting, boot: int) -> None:
        self._seats = setting.seats
        self._has_slips = setting.has_slips
        self._table = Table(setting.rules)
        self._shoe = LazyShoe(setting.packs, chance)
        self._idents = count(1)
        self._cards: list[Card] = []
        """That left this shoe."""
        self._boot = boot
        self._is_white_out = False
        self._number = 0
        self._boxed: set[int] = set()
        """Coups of which a card lay face up in the shoe."""
        self._considered_by: set[tuple[int, int]] = set()
        """Coup and box of who has considered the offer."""
        self._table.take(TableOpened(rules=setting.rules))
        for seat in self._seats:
            self._table.take(seat)

    def coup(self, number: int) -> Iterator[Scripted]:
        self._number, coups = number, self._table.felt.coups
        while self._table.felt.coups == coups:
            yield from self._answer(self._table.felt.due)

    def _answer(self, due: Due | None) -> Iterator[Scripted]:
        match due:
            case Shuffle():
                self._boot, self._is_white_out = self._boot + 1, False
                self._cards.clear()
                self._shoe.shuffle()
                yield self._asked(ShoeStarted())
            case TakeWagers():
                for seat in self._seats:
                    yield self._asked(WagerPlaced(box=seat.box, player=seat.player, amount=20_000))
                yield self._asked(BettingClosed())
            case Burn() | Deal() | Draw():
                yield from self._pull(due)
            case Offer(what=what):
                yield from self._considered(what)
            case Ask():
                yield from self._decided(due)
            case NameCard(n=n):
                yield from self._named(n)
            case _:
                yield self._asked(Done())

    def _pull(self, due: Burn | Deal | Draw | Ask) -> Iterator[Scripted]:
        if self._shoe.left <= BEHIND and not self._is_white_out:
            self._is_white_out = True
            yield self._seen(WhiteCardOut(), None)
        event = self._shoe.draw()
        card = event.card
        if card is not None:
            self._cards.append(card)
        if not isinstance(due, Deal) or not self._has_slips:
            yield self._seen(event, card)
            return
        yield self._seen(self._slipped(event, due), card)
        if due.to == "box:4" and self._number % 6 == 4 and len(self._hands(4)[0]) == 1:
            yield self._asked(CardExposed(n=len(self._cards), by=BY))
        if due.to == "upcard" and self._number % 8 == 6:
            yield self._asked(CoupCancelled(reason="a player fell ill", by=BY))

    def _slipped(self, event: CardOut, due: Deal) -> CardOut:
        """In some coups a card is not read, or lay face up in the shoe."""
        if self._number % 5 == 1 and due.to in ("box:3", "upcard"):
            event = CardOut(card=None)
        if self._number % 7 == 3 and due.to == "box:6" and self._number not in self._boxed:
            self._boxed.add(self._number)
            event = structs.replace(event, boxed=True)
        return event

    def _considered(self, what: tuple[str, ...]) -> Iterator[Scripted]:
        for seat in self._seats:
            if (self._number, seat.box) in self._considered_by:
                continue  # it was offered before a card had to be named
            self._considered_by.add((self._number, seat.box))
            match wants(self._faces(seat.box), self._upcard):
                case "even_money" if "even_money" in what:
                    yield self._asked(EvenMoney(box=seat.box, player=seat.player))
                case "insurance" if "insurance" in what:
                    yield self._asked(Insurance(box=seat.box, player=seat.player, amount=10_000))
                case "surrender" if "surrender" in what:
                    yield self._asked(Call(box=seat.box, call="surrender"))
        if isinstance(self._table.felt.due, Offer):
            yield self._asked(Done(of="offer"))

    def _decided(self, due: Ask) -> Iterator[Scripted]:
        cards = self._faces(due.box, due.hand)
        open_to = due.calls if len(cards) == 2 else tuple(call for call in due.calls if call in ("hit", "stand"))
        call = "stand" if points(cards).total >= 19 else called(cards, self._upcard, open_to)
        if call == "hit":
            yield from self._pull(due)
        else:
            yield self._asked(Call(box=due.box, hand=due.hand, call=call))

    def _named(self, n: int) -> Iterator[Scripted]:
        """The card that must be known; of a box all that passed unread, at once."""
        box = next((seat.box for seat in self._seats if any(laid.n == n for laid in self._laid(seat.box))), None)
        unread = [laid.n for laid in self._laid(box) if laid.value is None] if box is not None else [n]
        if len(unread) == 1:
            yield self._asked(CardNamed(n=n, card=self._cards[n - 1], by=BY))
        else:
            names = tuple(NamedCard(each, self._cards[each - 1]) for each in unread)
            yield self._asked(CardNamed(names=names, by=BY))

    def _laid(self, box: int) -> list[Laid]:
        return [laid for hand in self._hands(box) for laid in hand]

    def _hands(self, box: int) -> list[list[Laid]]:
        coup = self._table.felt.open_coup
        return [hand.cards for hand in coup.of_box(box)] if coup is not None else []

    def _faces(self, box: int, number: int = 1) -> list[Card]:
        """A hand as its player knows it."""
        hands = self._hands(box)
        return [self._cards[laid.n - 1] for laid in hands[number - 1]] if len(hands) >= number else []

    @property
    def _upcard(self) -> Card:
        coup = self._table.felt.open_coup
        if coup is None:
            raise LookupError("no coup is open")
        return self._cards[coup.dealer.cards[0].n - 1]

    def _seen(self, event: CardOut | WhiteCardOut, card: Card | None) -> Scripted:
        self._passes = len(self._cards) + self._is_white_out
        seen = structs.replace(event, origin=f"{self._boot}:{self._passes}")
        self._take(seen)
        return Scripted(seen, seen.origin or "", card)

    def _asked(self, event: AnyEvent) -> Scripted:
        answer = self._take(event)
        if answer.refused is not None:
            raise RuntimeError(f"the script's {type(event).__name__} was refused: {answer.refused.code}")
        return Scripted(event, f"request-{next(self._idents)}")

    def _take(self, event: AnyEvent) -> Answer:
        return self._table.take(event)
