"""What people do at a table, by chance: a seed decides, and what everybody sees. No face-down card does."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final, get_args

from msgspec import structs

from engine.cards import Card
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    CoupCancelled,
    Done,
    EvenMoney,
    HandShown,
    Insurance,
    MisdealFound,
    NamedCard,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
    Withdrawn,
)
from engine.instructions import Ask, Deal, NameCard, Offer, Reconcile, Settle, Shuffle, TakeWagers, TurnHidden
from engine.rules import TableRules
from engine.view import FACE_DOWN, PublicView

PACK: Final = Card.pack()
PRIZES: Final = tuple(card for card in PACK if card.face in ("6S", "7S", "8S", "7D"))
"""Faces of which many three win the special prize (article 9)."""
NAMES: Final = ("Ana", "Bo", "Cy", "Di")
CALLS: Final = ("hit", "stand", "double", "split", "surrender")
BY: Final = "Pit"
MOST_EVENTS: Final = 64
"""After so many events a table is left as it is."""
OPTIONS: Final[dict[str, tuple[object, ...]]] = {
    field.name: get_args(field.type) or (False, True)
    for field in structs.fields(TableRules)
    if field.default in (False, True) or isinstance(field.default, str)
}
"""The house options, with what each may be."""


def house(chance: Random) -> TableRules:
    """A table's rules: most options as they come, the others by chance."""
    chosen = {name: chance.choice(values) for name, values in OPTIONS.items() if chance.random() < 0.4}
    chosen["equipment"] = "metal_box" if chance.random() < 0.25 else "shoe"
    chosen["decks"] = 1 if chosen["equipment"] == "metal_box" else chance.choice((2, 2, 2, 3))
    chosen["max_hands"] = chance.choice((2, 2, 3, 4))
    chosen["boxes"] = chance.choice((6, 7))
    if chance.random() < 0.9:
        chosen["player_cards"] = "down"
    return TableRules(**chosen)  # type: ignore[arg-type]


@dataclass
class Habits:
    """How often what happens at a table."""

    slips: float
    """Corrections."""
    unread: float
    boxed: float
    claims: float
    """Doubles, splits, even money and hands shown, whatever lies face down."""
    unread_deal: float
    """Cards of the deal that pass unread."""
    few_faces: bool
    """The shoe holds few faces, each too often."""
    out_of_turn: float
    """Anything at all."""

    @classmethod
    def by(cls, chance: Random) -> "Habits":
        """The habits of one table."""
        few_faces = chance.random() < 0.2
        return cls(
            slips=0.2 if few_faces else chance.choice((0.0, 0.06, 0.2)),
            unread=chance.choice((0.0, 0.0, 0.08)),
            boxed=chance.choice((0.0, 0.03)),
            claims=chance.choice((0.05, 0.25)),
            unread_deal=chance.choice((0.0, 0.0, 0.0, 0.2)),
            few_faces=few_faces,
            out_of_turn=chance.choice((0.0, 0.03)),
        )


@dataclass
class People:
    """The players, the dealer and the pit at one table."""

    chance: Random
    rules: TableRules
    habits: Habits
    happened: list[AnyEvent] = field(default_factory=list)
    coups: int = 1
    left: list[Card] = field(default_factory=list)
    """Faces that have not left the shoe."""

    @classmethod
    def by(cls, seed: int) -> "People":
        """The people of the table number ``seed``."""
        chance = Random(seed)
        people = cls(chance, house(chance), Habits.by(chance))
        people.coups = chance.choice((1, 1, 1, 2))
        return people

    def opening(self) -> list[AnyEvent]:
        """A shoe, seats, and wagers of several bettors."""
        boxes = self.chance.sample(range(1, 6), self.chance.choice((1, 1, 2, 2, 3)))
        seats = dict(zip(boxes, NAMES, strict=False))
        events: list[AnyEvent] = [ShoeStarted()]
        events += [PlayerSeated(box=box, player=player) for box, player in seats.items()]
        self._load()
        return events + [self._wager(box, player) for box, player in seats.items()] + self._guests(seats)

    def _guests(self, seats: dict[int, str]) -> list[AnyEvent]:
        names = [*NAMES, "Ed"]
        return [self._wager(box, self.chance.choice(names)) for box in seats if self.chance.random() < 0.4]

    def _wager(self, box: int, player: str) -> WagerPlaced:
        return WagerPlaced(box=box, player=player, amount=200 * self.chance.randint(1, 4))

    def _load(self) -> None:
        """A new shoe; or one that holds few faces."""
        self.left = list(PACK) * self.rules.decks
        if self.habits.few_faces:
            some = self.chance.sample(PACK, 4), self.chance.sample(PACK, 9), PRIZES
            self.left = list(self.chance.choice(some)) * 20
        self.chance.shuffle(self.left)

    # What happens next

    def next(self, view: PublicView) -> AnyEvent | None:
        """What happens when people see ``view``; ``None``: the table is left."""
        over = view.coup > self.coups and isinstance(view.due, TakeWagers | Shuffle)
        if len(self.happened) >= MOST_EVENTS or (over and self.chance.random() < 0.6):
            return None
        roll = self.chance.random()
        if self.happened[-1:] == [Done(of="reconcile")] and roll < 0.4:
            return CardNamed(n=1, card=self.chance.choice(PACK), by=BY)
        if view.shoe.out and roll < self.habits.slips:
            return self._slip(view)
        if roll > 1 - self.habits.out_of_turn:
            return self._anything(view)
        return self._due(view)

    def _due(self, view: PublicView) -> AnyEvent:
        chance, due = self.chance, view.due
        match due:
            case TakeWagers():
                return self._between(view)
            case Shuffle():
                self._load()
                return ShoeStarted()
            case Offer() | Ask():
                return self._decision(view)
            case Deal(to=to) if "/" in to and chance.random() < 0.1:
                return self._decision(view)
            case TurnHidden() if chance.random() < 0.5:
                early = (
                    self.card,
                    self._claim,
                    self._between,
                    lambda _view: ShuffleCalled(),
                    lambda _view: ShoeEmpty(),
                )
                return chance.choice(early)(view)
            case TurnHidden():
                return Done()
            case Settle():
                return Done() if chance.random() < 0.7 else chance.choice((self.card, self._between, self._slip))(view)
            case Reconcile():
                if chance.random() < 0.6:
                    return Done(of="reconcile")
                meanwhile = (self.card, self._slip, self._decision, lambda view: self._call(view, ("double", "split")))
                return chance.choice(meanwhile)(view)
            case NameCard(n=n):
                return CardNamed(n=n, card=self._face(view), by=BY) if chance.random() < 0.85 else self.card(view)
            case _:
                return self.card(view)

    def _between(self, view: PublicView) -> AnyEvent:
        wagered = [box.box for box in view.boxes if box.wagers]
        if wagered and self.chance.random() < 0.7:
            return BettingClosed() if self.chance.random() < 0.5 else self.card(view)
        box, player = self._box(view)
        return self._wager(box, player)

    def _box(self, view: PublicView) -> tuple[int, str]:
        """A box and somebody at it."""
        box = self.chance.choice([box for box in view.boxes if box.player is not None] or list(view.boxes))
        bettors = [bet.player for hand in box.hands[:1] for bet in hand.bets] or [box.player or "Ana"]
        return box.box, self.chance.choice(bettors)

    def card(self, view: PublicView) -> CardOut:
        """A card leaves the shoe."""
        face, roll = self._face(view), self.chance.random()
        boxed = self.chance.random() < self.habits.boxed
        dealt = isinstance(view.due, Deal) and view.due.face == "down"
        unread = self.habits.unread_deal if dealt else self.habits.unread
        return CardOut(card=None if roll < unread else face, boxed=boxed)

    def _face(self, view: PublicView) -> Card:
        """A face from the shoe; an ace is wanted as the upcard more often than it comes, and low ones by a hand."""
        if not self.left:
            self._load()
        wanted: Callable[[Card], bool] = lambda _card: True  # noqa: E731
        match view.due:
            case Deal(to="upcard") if self.chance.random() < 0.35:
                wanted = lambda card: card.points == 1  # noqa: E731
            case Ask() | Deal(to="hidden") if self.chance.random() < 0.5:
                wanted = lambda card: card.points < 6  # noqa: E731
        at = next((at for at, card in enumerate(self.left) if wanted(card)), 0)
        return self.left.pop(at)

    def _decision(self, view: PublicView) -> AnyEvent:
        """Something that a player or the dealer does while players decide."""
        roll = self.chance.random()
        if roll < self.habits.claims:
            return self._claim(view)
        if self.habits.slips and roll > 0.96:
            return MisdealFound(reason="box 2", by=BY)
        unread = any(alert.code == "unread" for alert in view.alerts)
        if unread and isinstance(view.due, Offer) and roll < 0.6:
            return CardNamed(n=view.shoe.out, card=self.chance.choice(PACK), by=BY)
        if isinstance(view.due, Offer) and roll < 0.5:
            box, player = self._box(view)
            return self.chance.choice(
                (
                    Done(),
                    Insurance(box=box, player=player, amount=100 * self.chance.randint(0, 3)),
                    Call(box=box, call="surrender"),
                )
            )
        return self.card(view) if roll < 0.6 else self._call(view, ("stand", "stand", "stand", "hit"))

    def _call(self, view: PublicView, calls: tuple[str, ...]) -> Call:
        box, hand = self._asked(view)
        matched = self.chance.choice((None, None, (), ("Bo",)))
        call = self.chance.choice(calls)
        return Call(box=box, hand=hand, call=call, matched_by=matched if call in ("double", "split") else None)  # type: ignore[arg-type]

    def _asked(self, view: PublicView) -> tuple[int, int]:
        """The hand that is asked, or will be first."""
        if isinstance(view.due, Ask):
            return view.due.box, view.due.hand
        waiting = [
            (box.box, at)
            for box in view.boxes
            for at, hand in enumerate(box.hands, 1)
            if hand.state in ("asked", "waiting")
        ]
        return min(waiting, default=(1, 1))

    def _claim(self, view: PublicView) -> AnyEvent:
        """Something that shows a hand."""
        box, player = self._box(view)
        if self.chance.random() < 0.25:
            return EvenMoney(box=box, player=player)
        if self.chance.random() < 0.25:
            return HandShown(box=box)
        return self._call(view, ("double", "split"))

    def _slip(self, view: PublicView) -> AnyEvent:
        """A correction."""
        chance, n = self.chance, self._recent(view)
        face = chance.choice(PACK)
        return chance.choice(
            (
                lambda: self._late(view, n),
                lambda: self._late(view, n),
                lambda: self._late(view, n),
                self._withdrawal,
                self._withdrawal,
                lambda: CardNamed(n=n, card=face, by=BY),
                lambda: CardNamed(names=(NamedCard(n, face), NamedCard(n + 1, chance.choice(PACK))), by=BY),
                lambda: CardVoided(n=n, reason="fell", by=BY),
                lambda: CardHeld(n=n, by=BY),
                lambda: CardHeld(n=view.shoe.out, by=BY),
                lambda: CardHeld(n=view.shoe.out, by=BY) if self.habits.few_faces else self._late(view, n),
                lambda: CardExposed(n=n, by=BY),
                lambda: MisdealFound(reason="box 2", by=BY),
                lambda: MisdealFound(reason="box 2", by=BY),
                lambda: CoupCancelled(reason="misdeal", by=BY),
            )
        )()

    def _recent(self, view: PublicView) -> int:
        return max(view.shoe.out - self.chance.randint(0, 8), 1)

    def _late(self, view: PublicView, n: int) -> AnyEvent:
        """A call or claim that was made before card ``n`` left."""
        box, player = self._box(view)
        call = Call(box=box, hand=self.chance.choice((1, 1, 1, 2)), call=self.chance.choice(CALLS))
        insured = Insurance(box=box, player=player, amount=100)
        hides = FACE_DOWN in view.dealer.cards
        made: Request = (
            insured
            if hides and self.chance.random() < 0.3
            else self.chance.choice(
                (
                    call,
                    call,
                    replaced(call, "stand"),
                    replaced(call, "stand"),
                    insured,
                    EvenMoney(box=box, player=player),
                )
            )
        )
        return structs.replace(made, before=n, by=BY, felt="agrees" if self.chance.random() < 0.25 else None)  # type: ignore[return-value]

    def _withdrawal(self) -> AnyEvent:
        """One of the last requests was a slip. Events count from 2: the first opened the table."""
        asked = [at for at, event in enumerate(self.happened, 2) if isinstance(event, Request)]
        return Withdrawn(seq=self.chance.choice(asked[-4:] or [1]), reason="slip", by=BY)

    def _anything(self, view: PublicView) -> AnyEvent:
        box, player = self._box(view)
        return self.chance.choice(
            (
                WhiteCardOut,
                WhiteCardOut,
                ShoeEmpty,
                ShuffleCalled,
                lambda: self.card(view),
                lambda: Done(of=self.chance.choice(("offer", "turn_hidden", "settle", "reconcile"))),
                lambda: PlayerLeft(box=box),
                lambda: WagerWithdrawn(box=box, player=player),
                lambda: HandShown(box=box, hand=2),
                lambda: self._call(view, CALLS),
                AssistantOn,
                AssistantOff if self.chance.random() < 0.1 else Done,
                ShoeStarted if self.chance.random() < 0.3 else Done,
            )
        )()


def replaced(call: Call, by: str) -> Call:
    """The same hand's other call."""
    return structs.replace(call, call=by)
