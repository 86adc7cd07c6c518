"""One coup on the felt: whose hands, which cards, what moved. The order of play is in :mod:`engine.procedure`."""

from collections import deque
from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from engine.answers import Alert, Payment, SettlementRow
from engine.articles import Article
from engine.cards import Card
from engine.hand import Bet, BoxHand, Hand, Laid, is_ace, is_prize
from engine.reasons import Moved, Notice
from engine.roles import BURN, HELD, VOID, Role, extra
from engine.rules import TableRules
from engine.settlement import cancelled, prize, settled, settlement
from engine.shoe import Shoe


class Told(Struct, eq=False):
    """What one event did, gathered until the table answers."""

    laid: list[Laid] = field(default_factory=list)
    """Cards whose role was set or changed."""
    turned: list[Laid] = field(default_factory=list)
    """Cards that became public since somebody looked."""
    alerts: list[Alert] = field(default_factory=list)
    pay: list[Payment] = field(default_factory=list)

    def clear(self) -> None:
        """Nothing is told yet of the next event; what turned up is not forgotten before somebody looked."""
        if self.laid:
            self.laid = []
        if self.alerts:
            self.alerts = []
        if self.pay:
            self.pay = []

    def alert(self, alert: Alert) -> None:
        """Tell it, once."""
        if alert not in self.alerts:
            self.alerts.append(alert)


class Coup(Struct, eq=False):
    """A coup from the closing of the betting to its payment. Only :mod:`engine.procedure` lays its cards."""

    rules: TableRules
    number: int
    shoe: Shoe
    """That it is dealt from."""
    burns: int
    """Cards to burn before the deal."""
    is_opening: bool
    """They are the opening burn, or its rest (2(1)); otherwise the one of each coup (2(4))."""
    last: bool
    """No coup follows it from its shoe (article 2(2))."""
    hands: list[BoxHand]
    """In the order they are dealt to and asked."""
    deciders: dict[int, str]
    """Who makes all decisions for a box, fixed by name when the betting closed (article 13)."""
    occupants: Mapping[int, str]
    """Who occupied which box then: boxes are not changed during a coup (article 2(3))."""
    names: Mapping[int, Card]
    """What was named, by the card's record: it counts from when the card lies face up."""
    told: Told
    dealer: Hand = field(default_factory=Hand)
    upcard: Card | None = None
    """The dealer's first card, once it lies face up and is known."""
    ace_up: bool = False
    """The upcard is an ace."""
    has_hidden: bool = False
    """The dealer's second card is dealt face down."""
    insurance: dict[tuple[int, str], int] = field(default_factory=dict)
    """In avos, by box and bettor (article 8)."""
    begun: bool = False
    """Its first card has left: it is in progress (article 2(2))."""
    burned: int = 0
    """Cards burned in it."""
    extra_out: set[int] = field(default_factory=set)
    """Boxes that an extra card was dealt to (articles 8, 12)."""
    hidden_turned: bool = False
    """The hidden card was turned (article 3(1)a)."""
    hidden_exposed: bool = False
    """It was seen by all before: insurance and even money are closed (article 2(1))."""
    waiting: deque[Laid] = field(default_factory=deque)
    """Cards that left while something else had to come first."""
    to_name: list[Laid] = field(default_factory=list)
    """Cards that lie face up unread: each must be named before anything else."""
    moved: list[Payment] = field(default_factory=list)
    """Money that moved at once in it."""
    settlement: tuple[SettlementRow, ...] | None = None
    """The result, once it is final."""
    to_pay: list[Laid] = field(default_factory=list)
    """Cards that were turned up because it is to be paid."""
    cancelled: bool = False

    @property
    def burned_before_deal(self) -> int:
        """Cards burned before its deal."""
        return min(self.burned, self.burns)

    @property
    def deal_article(self) -> Article:
        """How the cards are dealt: from a shoe or from the metal box."""
        return Article.DEAL_METAL_BOX if self.rules.equipment == "metal_box" else Article.DEAL

    def of_box(self, box: int) -> list[BoxHand]:
        """The hands of a box; none if it is not played."""
        return [hand for hand in self.hands if hand.box == box]

    def hand(self, box: int, number: int) -> BoxHand | None:
        """One hand of a box, if there is such a one."""
        for hand in self.hands:
            if hand.box == box and hand.number == number:
                return hand
        return None

    def cards(self) -> Iterable[Laid]:
        """Every card that lies in a hand."""
        for hand in self.hands:
            yield from hand.cards
        yield from self.dealer.cards

    @property
    def alive(self) -> bool:
        """A wager is still to be decided by the dealer's cards."""
        for hand in self.hands:  # noqa: SIM110 - half the time of any()
            if not hand.is_over:
                return True
        return False

    @property
    def hand_to_play(self) -> BoxHand | None:
        """The first hand whose player has still to decide."""
        for hand in self.hands:
            if not (hand.stood or hand.is_over):
                return hand
        return None

    @property
    def is_insured(self) -> bool:
        """An insurance is still to be decided by the hidden card (article 8)."""
        return any(self.insurance.values())

    @property
    def is_dealt(self) -> bool:
        """The deal is over, and the upcard is known."""
        return self.upcard is not None and len(self.dealer.cards) >= (2 if self.has_hidden else 1)

    @property
    def hidden(self) -> Laid | None:
        """The dealer's card that was dealt face down."""
        return self.dealer.cards[1] if self.has_hidden and len(self.dealer.cards) > 1 else None

    def face_upcard(self) -> None:
        """The upcard is known: it says whether the dealer's second card is dealt face down at once (3(1)a, 3(1)b)."""
        self.upcard = self.dealer.cards[0].card
        self.ace_up = is_ace(self.upcard)
        self.has_hidden = self.ace_up or self.rules.equipment == "metal_box"

    # Cards

    @property
    def next_waits(self) -> bool:
        """A card that left before can be taken now."""
        return bool(self.waiting) and not self.to_name

    @property
    def has_cards(self) -> bool:
        """Another card can be had."""
        return bool(self.waiting) or self.shoe.has_cards

    def next_card(self, *, needed: bool) -> Laid | None:
        """The card that waited longest, or where one is needed the first that is held; none while a name is wanted."""
        if self.to_name:
            return None
        if self.waiting:
            return self.waiting.popleft()
        return self.shoe.held.popleft() if needed and self.shoe.held else None

    def hold(self, laid: Laid) -> None:
        """The card stays with the dealer as the next card out (article 2(1))."""
        laid.role = HELD
        self.told.laid.append(laid)
        self.shoe.held.append(laid)

    def lay(self, laid: Laid, role: Role, hand: Hand | None = None, *, face_up: bool = False) -> None:
        """Give a card its role, and its place in ``hand`` if it has one; an unread card is told."""
        self.begun = True
        laid.role = role
        self.told.laid.append(laid)
        if hand is None:
            self.burned += role == BURN
            return
        hand.cards.append(laid)
        if face_up:
            self.turn_up(laid)
        if laid.card is None and not laid.sealed:
            self.told.alert(Notice.UNREAD.alert(n=laid.n))

    def turn_up(self, laid: Laid, *, must_be_named: bool = True, is_seen: bool = False) -> None:
        """The card lies face up from now on. After a correction one that nobody has seen has no value before it is
        laid there, but that its player shows it, or the law at once (``is_seen``).
        """
        named = self.names.get(laid.seq, laid.card) if self.names else laid.card
        if laid.lies_as is not None and laid.lies_as != laid.role and not is_seen:
            laid.sealed, laid.face, laid.card = True, laid.face or named, None
        else:
            laid.face_up, laid.card = True, named
            self.told.turned.append(laid)
        if named is None and must_be_named and laid not in self.to_name:
            self.to_name.append(laid)

    def unseal(self, laid: Laid) -> None:
        """The card lies as the law has it: it is turned, and counts."""
        laid.sealed, laid.lies_as, laid.card = False, None, laid.face
        self.turn_up(laid)

    def name(self, laid: Laid, card: Card) -> None:
        """A card that lies in a hand gets its name."""
        if laid.sealed:
            laid.face = card
        else:
            laid.card = card
        if laid in self.to_name:
            self.to_name.remove(laid)

    def discard(self, laid: Laid, why: Notice | None) -> None:
        """The card counts for nothing; ``None``: somebody said so."""
        self.lay(laid, VOID)
        if why is not None:
            self.told.alert(why.alert())

    def show(self, hand: Hand) -> None:
        """Turn every card of a hand face up, for a claim, a bust or a prize."""
        for laid in hand.cards:
            if not laid.face_up or laid.card is None:
                self.turn_up(laid, is_seen=True)

    # Money that moves at once

    def move(self, row: SettlementRow, why: Moved) -> None:
        """Tell what moves."""
        moved = why.payment(row)
        self.moved.append(moved)
        self.told.pay.append(moved)

    def take_bust(self, hand: BoxHand) -> None:
        """A bust hand is turned up and its wagers are taken at once (article 3(2)b)."""
        self.show(hand)
        live = hand.live_bets
        hand.is_over = hand.stood = True
        for bet in live:
            self.move(settled(hand, bet, self.dealer, self.rules), Moved.BUST)

    def pay_prize(self, hand: BoxHand) -> None:
        """The special prize, at once (article 9): it ends the hand, or is paid besides (``bonus``)."""
        self.show(hand)
        live = hand.live_bets
        hand.has_prize = hand.stood = True
        hand.is_over = self.rules.bonus == "replace"
        for bet in live:
            self.move(prize(hand, bet), Moved.PRIZE)

    def wins_prize(self, hand: BoxHand) -> bool:
        """The special prize is due to it (article 9, ``bonus_on_split``)."""
        return (
            len(hand.cards) == 3
            and not hand.has_prize
            and (not hand.split or self.rules.bonus_on_split)
            and is_prize(hand)
        )

    def judge_named(self) -> None:
        """A card that was unread has its name: a hand that has stood may prove bust, or win the prize."""
        for hand in self.hands if self.settlement is None else ():
            if hand.is_over or not hand.stood:
                continue
            if hand.is_seen_bust:
                self.take_bust(hand)
            elif self.wins_prize(hand):
                self.pay_prize(hand)

    def surrender(self, box: int) -> None:
        """Every wager of the box gives up half, split ones both (articles 12, 13)."""
        for hand in self.of_box(box):
            for bet in hand.live_bets:
                bet.surrendered = True
                self.move(settled(hand, bet, self.dealer, self.rules), Moved.SURRENDER)
            hand.is_over = True

    def pay_even_money(self, box: int, player: str) -> None:
        """A natural is paid 1:1 at once (article 6)."""
        hand = self.of_box(box)[0]
        bet = hand.bet_of(player)
        if bet is not None:
            bet.even_money = True
            self.move(settled(hand, bet, self.dealer, self.rules), Moved.EVEN_MONEY)
            hand.is_over = not hand.live_bets

    def split(self, hand: BoxHand, matched_by: tuple[str, ...] | None) -> BoxHand:
        """Two cards of equal points become two hands; who does not match stays on the first (articles 10, 13)."""
        hand.split = True
        others = self.of_box(hand.box)
        bets = [
            Bet(bet.player, bet.unit, bet.unit)
            for bet in hand.live_bets
            if matched_by is None or bet.player in matched_by or bet.player == self.deciders[hand.box]
        ]
        second = BoxHand([hand.cards.pop()], hand.box, len(others) + 1, bets, split=True)
        self.hands.insert(self.hands.index(others[-1]) + 1, second)
        return second

    def double(self, hand: BoxHand, matched_by: tuple[str, ...] | None) -> None:
        """One more equal wager (article 11); a follower need not (article 13)."""
        for bet in hand.live_bets:
            if matched_by is None or bet.player in matched_by or bet.player == self.deciders[hand.box]:
                bet.amount = 2 * bet.unit

    def extra(self, hand: BoxHand) -> Role:
        """The role of an extra card to ``hand``."""
        return extra(hand.box, hand.number)

    # The end

    def finish(self) -> None:
        """No card, call or turn is left to happen: the result is final."""
        self.settlement = settlement(self.hands, self.insurance, self.dealer, self.rules)

    def cancel(self) -> None:
        """Every wager goes back, or all but what was decided (2(1), ``void_keeps_paid``); cards face down stay so."""
        self.cancelled = True
        self.to_name.clear()
        if not self.rules.void_keeps_paid:
            self.told.pay += [Moved.back(payment) for payment in self.moved]
            self.moved.clear()
        self.settlement = cancelled(self.hands, self.insurance, self.dealer, self.rules)
