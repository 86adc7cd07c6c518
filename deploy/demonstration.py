"""The demo's people: players with a fixed strategy and a dealer who does what the screen says.

They know what people at a table know. The dealer sees the public view; each player also sees his own two cards. Cards
reach the core only through the shoe: a pull on the simulated shoe's second channel, its firmware, its wire.
"""

import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, Protocol
from uuid import uuid4

from deploy.benchmarks.strategy import Decision, decision
from engine.cards import Card
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardNamed,
    Done,
    EvenMoney,
    Insurance,
    ShoeStarted,
    WagerPlaced,
)
from engine.hand import points
from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    NameCard,
    Offer,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.lines import name_of
from engine.messages import Answered, Fault, Message, Update, ask
from engine.roles import box_and_hand, extra
from engine.view import BoxView, PublicView
from firmware_bridge.simulated_shoe import WHITE_CARD
from ui.client import CoreClient

PATIENCE_S: Final = 30.0
"""How long the people wait for the core, in seconds."""


class DemonstrationError(RuntimeError):
    """The core did not answer, or did not do what the regulation has."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people take, in seconds."""

    pull: float = 0.7
    think: float = 1.1
    pay: float = 3.0
    shuffle: float = 2.0


FAST: Final = Pace(0, 0, 0, 0)
"""Nobody takes any time."""


class Shoe(Protocol):
    """The shoe as the dealer's hands know it."""

    def load(self, uids: list[str]) -> None:
        """Put these tags in, the first to leave first; :data:`WHITE_CARD` is the cut card."""

    def pull(self) -> object:
        """Draw the next thing out."""


class Felt:
    """The cards as they lie on the felt, which people see and the core is never told."""

    def __init__(self, deck: dict[str, Card], seed: int) -> None:
        self._deck = deck
        self._chance = random.Random(seed)
        self._shoe: list[str] = []
        self.out: list[Card] = []
        """Every card that left this shoe."""
        self.hands: dict[tuple[int, int], list[Card]] = defaultdict(list)
        """By box and hand."""

    def shuffled(self) -> list[str]:
        """A new shoe: the deck's tags shuffled, with the white card before the last 20 to 30 (article 2(1))."""
        self._shoe = list(self._deck)
        self._chance.shuffle(self._shoe)
        self._shoe.insert(len(self._shoe) - self._chance.randint(20, 30), WHITE_CARD)
        self.out.clear()
        return list(self._shoe)

    def pulled(self, to: str | None) -> bool:
        """The next thing left the shoe and was laid where the screen says; ``False``: it was the white card."""
        thing = self._shoe.pop(0)
        if thing == WHITE_CARD:
            return False
        card = self._deck[thing]
        self.out.append(card)
        at = box_and_hand(to)
        if at is not None:
            self.hands[at].append(card)
        return True

    def split(self, box: int, hand: int) -> None:
        """The second card of a hand begins the box's next one."""
        number = sum(at[0] == box for at in self.hands) + 1
        self.hands[box, number].append(self.hands[box, hand].pop())

    def wager(self) -> int:
        """What a player puts down, in avos: 100 to 1,000 patacas."""
        return self._chance.choice((10_000, 20_000, 50_000, 100_000))


class Core:
    """The core as one client hears it and speaks to it, patient over a restart of it."""

    def __init__(self, path: Path) -> None:
        self._heard: SimpleQueue[Message | None] = SimpleQueue()
        self._view: PublicView | None = None
        self._answers: dict[str, Answered] = {}
        self._client = CoreClient(path, self.hear, lambda: self.hear(None))
        self._client.start()

    def hear(self, message: Message | None) -> None:
        """Keep what the core says, ``None`` when it is gone. The client's thread."""
        self._heard.put(message)

    def close(self) -> None:
        """Go away."""
        self._client.close()

    @property
    def view(self) -> PublicView:
        """The newest public view."""
        while self._view is None or not self._heard.empty():
            self._listen("show the table")
        return self._view

    def until(self, holds: Callable[[PublicView], bool], what: str) -> PublicView:
        """The first view for which ``holds``; ``what`` names it, should it never come."""
        while not holds(self.view):
            self._listen(what)
        return self.view

    def ask(self, event: AnyEvent) -> Answered:
        """Ask for ``event`` as an answer to what is due; the same request again if the core went away meanwhile."""
        ident, line = uuid4().hex, b""
        while ident not in self._answers:
            if not line or self._view is None:
                line = ask(event, ident, self.view.due_seq)
                self._client.send(line)
            self._listen(f"answer {name_of(event)}")
        return self._answers.pop(ident)

    def _listen(self, what: str) -> None:
        """Take in the next message.

        Raises:
            DemonstrationError: the core says nothing for too long.
        """
        try:
            message = self._heard.get(timeout=PATIENCE_S)
        except Empty:
            reader = f"; of the shoe it says: {self._view.reader.text}" if self._view is not None else ""
            raise DemonstrationError(f"the core did not {what} within {PATIENCE_S:.0f} s{reader}") from None
        match message:
            case Update(view=view):
                self._view = view
            case Answered(id=ident):
                self._answers[ident] = message
            case Fault(text=text):
                raise DemonstrationError(text)
            case None:
                self._view = None


class Asking(Protocol):
    """The core as people who play need it, through whatever they ask it by."""

    @property
    def view(self) -> PublicView:
        """The newest public view."""

    def until(self, holds: Callable[[PublicView], bool], what: str) -> PublicView:
        """The first view for which ``holds``; ``what`` names it, should it never come."""

    def ask(self, event: AnyEvent) -> Answered:
        """Ask for ``event`` as an answer to what is due."""


class People:
    """Players and dealer at one table."""

    def __init__(self, felt: Felt, shoe: Shoe, core: Asking, pace: Pace) -> None:
        self._felt = felt
        self._shoe = shoe
        self.core = core
        self._pace = pace

    def play(self, coups: int | None = None) -> None:
        """Play so many coups, for ever if ``None``; the last one is paid when this returns."""
        paid = 0
        while coups is None or paid < coups:
            paid += self.act()

    def act(self) -> bool:
        """Do what is due; ``True``: that was the payment of a coup."""
        view = self.core.view
        match view.due:
            case Shuffle():
                self._rest(self._pace.shuffle)
                self._shoe.load(self._felt.shuffled())
                self._ask(ShoeStarted())
            case TakeWagers():
                self._bet(view)
            case Burn():
                self.pull(None)
            case Deal(to=to):
                self.pull(to)
            case Draw():
                self.pull("draw")
            case Offer(what=what):
                self._consider(what, view)
            case Ask():
                self._decide(view.due, view)
            case TurnHidden():
                self._rest(self._pace.think)
                self._ask(Done(of="turn_hidden"))
            case Reconcile():
                self._rest(self._pace.think)
                self._ask(Done(of="reconcile"))
            case NameCard(n=n):
                self._rest(self._pace.think)
                self._ask(CardNamed(n=n, card=self._felt.out[n - 1], by="dealer"))
            case Settle():
                self._rest(self._pace.pay)
                self._felt.hands.clear()
                return self._ask(Done(of="settle"))
        return False

    def pull(self, to: str | None) -> None:
        """Draw the next thing out of the shoe, and see that the core has seen it."""
        self._rest(self._pace.pull)
        self._shoe.pull()
        if self._felt.pulled(to):
            self.core.until(lambda view: view.shoe.out == len(self._felt.out), "take the card that left the shoe")
        else:
            self.core.until(lambda view: view.shoe.white_card_out, "take the white card")

    def _bet(self, view: PublicView) -> None:
        for wager in self.wagers(view):
            self._rest(self._pace.think / 2)
            self._ask(wager)
        self._rest(self._pace.think)
        self._ask(BettingClosed())

    def wagers(self, view: PublicView) -> tuple[WagerPlaced, ...]:
        """What the players put down for the coming coup."""
        free = [(box.box, box.player) for box in view.boxes if box.player is not None and box.wager is None]
        return tuple(WagerPlaced(box=box, player=player, amount=self._felt.wager()) for box, player in free)

    def _consider(self, what: tuple[str, ...], view: PublicView) -> None:
        """Each box takes of the offer what it wants; then the dealer goes on."""
        self._rest(self._pace.think)
        for box in view.boxes:
            request = self._wanted(box, what, view.dealer.cards[0]) if box.hands else None
            if request is not None:
                self._ask(request)
                self._rest(self._pace.think)
        if isinstance(self.core.view.due, Offer):
            self._ask(Done(of="offer"))

    def _wanted(self, box: BoxView, what: tuple[str, ...], upcard: str) -> AnyEvent | None:
        hand, player, wager = self._felt.hands[box.box, 1], box.player or "", box.wager or 0
        wish = wants(hand, Card.parse(upcard))
        if wish not in what:
            return None
        if wish == "even_money":
            return EvenMoney(box=box.box, player=player)
        if wish == "insurance":
            return Insurance(box=box.box, player=player, amount=wager // 2)
        return Call(box=box.box, call="surrender")

    def _decide(self, due: Ask, view: PublicView) -> None:
        self._rest(self._pace.think)
        box, hand = due.box, due.hand
        call = called(self._felt.hands[box, hand], Card.parse(view.dealer.cards[0]), due.calls)
        if call == "hit":
            self.pull(extra(box, hand))
        elif self._ask(Call(box=box, hand=hand, call=call)) and call == "split":
            self._felt.split(box, hand)

    def _ask(self, event: AnyEvent) -> bool:
        return self.core.ask(event).refused is None

    def _rest(self, seconds: float) -> None:
        if seconds:
            time.sleep(seconds)


def wants(cards: list[Card], upcard: Card) -> str:
    """What a player asks for before the first extra card: a natural takes even money, 20 is insured, and what is given
    up by the strategy is given up at once; empty: nothing.
    """
    if upcard.points == 1:
        total = points(cards).total
        return "even_money" if total == 21 else "insurance" if total == 20 else ""
    return "surrender" if decision(cards, upcard, has_split=False) == "surrender" else ""


def called(cards: list[Card], upcard: Card, calls: tuple[str, ...]) -> Decision:
    """What a player calls by the strategy, of what is open to him; where that is not, by his points alone."""
    wished = decision(cards, upcard, has_split=False)
    if wished in calls:
        return wished
    plain = decision(cards, upcard, has_split=True)
    return plain if plain in calls else "stand"
