"""One coup on the felt: whose hands, which cards, what moved. The order of play is in :mod:`engine.procedure`."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import structs

from engine.answers import Alert, CoupResult, Payment, SettlementRow
from engine.articles import Article
from engine.cards import Card
from engine.hand import BoxHand, Hand, Laid, is_ace
from engine.reasons import Moved, Notice
from engine.roles import BURN, VOID, Role
from engine.rules import TableRules
from engine.settlement import cancelled, settled
from engine.shoe import Shoe


@dataclass(frozen=True, slots=True)
class Passed:
    """A card that left the shoe."""

    n: int
    """Which card of the shoe, counted from 1."""
    card: Card | None
    """``None``: it passed unread."""
    boxed: bool = False
    """It lay face up in the shoe."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager on a box, in avos."""

    player: str
    amount: int


@dataclass(slots=True)
class Told:
    """What one event did to the coup, gathered until the table answers."""

    roles: dict[int, Role] = field(default_factory=dict)
    alerts: list[Alert] = field(default_factory=list)
    pay: list[Payment] = field(default_factory=list)

    def alert(self, alert: Alert) -> None:
        """Tell it, once."""
        if alert not in self.alerts:
            self.alerts.append(alert)


@dataclass(slots=True)
class Coup:
    """A coup from the closing of the betting to its payment. Only :mod:`engine.procedure` lays its cards."""

    rules: TableRules
    number: int
    shoe: Shoe
    """That it is dealt from."""
    burns: int
    """Cards to burn before the deal."""
    burns_article: Article
    """The opening burn or its rest (2(1)), or the one of each coup (2(4))."""
    last: bool
    """No coup follows it from its shoe (article 2(2))."""
    hands: list[BoxHand]
    """In the order they are dealt to and asked."""
    dealer: Hand = field(default_factory=Hand)
    roles: dict[int, Role] = field(default_factory=dict)
    """Of every card that has left in this coup, by its number."""
    waiting: deque[Passed] = field(default_factory=deque)
    """Cards that left while something else had to come first."""
    settlement: tuple[SettlementRow, ...] | None = None
    """The result, once it is final."""
    result: CoupResult | None = None
    """As it was told last."""
    cancelled: bool = False
    told: Told = field(default_factory=Told)

    @classmethod
    def of(cls, rules: TableRules, number: int, shoe: Shoe, wagers: Mapping[int, Wager]) -> "Coup":
        """A coup on these wagers, by box; nothing has left the shoe yet."""
        article = Article.START if shoe.burns_due else Article.BURN
        hands = [BoxHand(box=box, player=wager.player, wager=wager.amount) for box, wager in sorted(wagers.items())]
        return cls(rules, number, shoe, shoe.burns_due or 1, article, shoe.white_card_out, hands)

    @property
    def begun(self) -> bool:
        """Its first card has left: it is in progress (article 2(2))."""
        return bool(self.roles)

    @property
    def burned(self) -> int:
        """Cards burned in it."""
        return sum(role == BURN for role in self.roles.values())

    @property
    def opening_burned(self) -> int:
        """Cards burned before its deal."""
        return min(self.burned, self.burns)

    def of_box(self, box: int) -> list[BoxHand]:
        """The hands of a box; none if it is not played."""
        return [hand for hand in self.hands if hand.box == box]

    def laid(self, n: int) -> Laid:
        """Card ``n`` where it lies.

        Raises:
            LookupError: it lies in no hand.
        """
        for hand in (*self.hands, self.dealer):
            for laid in hand.cards:
                if laid.n == n:
                    return laid
        raise LookupError(f"card {n} lies in no hand")

    @property
    def alive(self) -> bool:
        """A wager is still to be decided by the dealer's cards."""
        return not all(hand.is_over for hand in self.hands)

    @property
    def ace_up(self) -> bool:
        """The upcard is an ace."""
        return bool(self.dealer.cards) and is_ace(self.dealer.cards[0].card)

    def lay(self, passed: Passed, role: Role, hand: Hand | None = None, *, face_up: bool = False) -> Laid:
        """Give ``passed`` its role, and its place in ``hand`` if it has one; an unread card is told."""
        laid = Laid(passed.n, passed.card, face_up)
        self.roles[passed.n] = self.told.roles[passed.n] = role
        if hand is not None:
            hand.cards.append(laid)
            if passed.card is None:
                self.told.alert(Notice.UNREAD.alert())
        return laid

    def discard(self, passed: Passed, why: Notice) -> None:
        """``passed`` counts for nothing."""
        self.lay(passed, VOID)
        self.told.alert(why.alert())

    def move_at_once(self, hand: BoxHand, why: Moved) -> None:
        """Turn the hand up, and take its wager or pay its prize at once: it is over (articles 3(2)b, 9)."""
        hand.is_over = True
        hand.show()
        net = settled(hand, self.dealer, self.rules).net
        self.told.pay.append(Payment(hand.box, hand.number, hand.player, net, *why.value))

    def finish(self) -> None:
        """No card, call or turn is left to happen: the hands are shown and the result is final."""
        for hand in self.hands:
            hand.show()
        self.settlement = tuple(settled(hand, self.dealer, self.rules) for hand in self.hands)

    def cancel(self) -> None:
        """Every wager goes back, or all but the busts (2(1), ``void_keeps_paid``); cards face down stay so."""
        self.cancelled = True
        self.settlement = tuple(cancelled(hand, self.dealer, self.rules) for hand in self.hands)

    def tell_result(self) -> CoupResult | None:
        """The result, if it is final and was not told so before."""
        before = self.result
        if self.settlement is None:
            return None
        now = CoupResult(self.number, self.cancelled, self.last, before is not None, self.settlement)
        if before is not None and structs.replace(before, supersedes=True) == now:
            return None
        self.result = now
        return now
