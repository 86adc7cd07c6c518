"""Views of a table in every state the screen knows: for its tests and its pictures. Money is in avos."""

from typing import Final

from msgspec import structs

from engine.answers import Alert, CoupResult, Outcome, Payment, Refusal, SettlementRow
from engine.articles import Article
from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    Due,
    Made,
    NameCard,
    Offer,
    Place,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.messages import Fault
from engine.projection import BY_HAND
from engine.reasons import Moved, Notice, Reason
from engine.view import (
    FACE_DOWN,
    UNREAD,
    BetView,
    BoxView,
    DealerView,
    HandState,
    HandView,
    LinkView,
    MoneyView,
    Payout,
    Pile,
    PublicView,
    ShoeView,
)
from ui.situation import Situation

PLAYERS: Final = ("Chan", "Lei", "Ho", "Sousa", None, "Wong", "Ng")
"""Who sits where."""
WAGERS: Final = (500_00, 1_000_00, 250_00, 2_000_00, None, 300_00, None)
"""What lies on the boxes."""
DOWN: Final = (FACE_DOWN, FACE_DOWN)
"""A box's first two cards."""
UP: Final = LinkView(state="up", text="")
"""A shoe that is heard."""


def hand(
    box: int,
    cards: tuple[str, ...] = DOWN,
    state: HandState = "waiting",
    total: int | None = None,
    outcome: Outcome | None = None,
    *,
    net: int | None = None,
    soft: bool = False,
    natural: bool = False,
    naming: int | None = None,
    at_once: bool = False,
    bets: tuple[BetView, ...] = (),
) -> HandView:
    """A hand of ``box`` on its wager, or on ``bets``."""
    wager = WAGERS[box - 1] or 0
    own = BetView(
        player=PLAYERS[box - 1] or "", wager=wager, moved=outcome if at_once else None, outcome=outcome, net=net
    )
    return HandView(
        cards=cards,
        total=total,
        soft=soft,
        natural=natural,
        naming=naming,
        at_once=at_once,
        state=state,
        bets=bets or (own,),
        wager=sum(bet.wager for bet in bets) or wager,
        outcome=outcome,
        net=sum(bet.net or 0 for bet in bets) if bets and net is not None else net,
    )


MONEY: Final = MoneyView(
    chips=(5_000_00, 1_000_00, 500_00, 100_00, 50_00, 25_00, 5_00, 1_00), least=100_00, most=10_000_00, step=2_00
)
"""A table's chips and limits."""
RATIOS: Final = {
    Outcome.NATURAL: "3:2", Outcome.WIN: "1:1", Outcome.BONUS: "3:1", Outcome.SURRENDER: "1:2",
    Outcome.EVEN_MONEY: "1:1", Outcome.INSURANCE_WIN: "2:1",
}  # fmt: skip
"""How wagers are paid."""


def payouts(result: CoupResult | None, hands: "Hands") -> tuple[Payout, ...]:
    """What is done with each wager of ``result``."""
    at_once = {(box, n) for box in hands for n, one in enumerate(hands_of(hands, box), 1) if one.at_once}
    rows = result.settlement if result is not None else ()
    return tuple(
        Payout(
            box=row.box, hand=row.hand, player=row.player, kind=row.kind, outcome=row.outcome, wager=row.wager,
            net=row.net, ratio=RATIOS.get(row.outcome, ""), article=row.article,
            is_done=row.kind == "main" and (row.box, row.hand) in at_once,
        )
        for row in sorted(rows, key=lambda row: (row.box, row.hand, row.kind != "main"))
    )  # fmt: skip


def piles(amount: int) -> tuple[Pile, ...]:
    """An amount in the table's chips."""
    found = []
    for chip in MONEY.chips:
        count, amount = divmod(amount, chip)
        found += [Pile(chip, count)] * bool(count)
    return tuple(found)


Hands = dict[int, HandView | tuple[HandView, ...]]
"""By box; several where it was split."""


def hands_of(hands: Hands, box: int) -> tuple[HandView, ...]:
    """The hands of ``box``."""
    lying = hands.get(box, ())
    return lying if isinstance(lying, tuple) else (lying,)


def boxes(
    hands: Hands | None = None, number: int = 7, placed: dict[int, tuple[BetView, ...]] | None = None
) -> tuple[BoxView, ...]:
    """The seven boxes, with ``hands`` where cards lie; ``placed``: the wagers where several lie on a box."""
    return tuple(_box(n, hands_of(hands or {}, n), (placed or {}).get(n, ())) for n in range(1, number + 1))


def _box(box: int, hands: tuple[HandView, ...], placed: tuple[BetView, ...]) -> BoxView:
    wager = sum(hand.wager for hand in hands) or sum(bet.wager for bet in placed) or WAGERS[box - 1]
    return BoxView(box=box, player=PLAYERS[box - 1], wager=wager, hands=hands, wagers=placed)


def dealer(
    cards: tuple[str, ...] = (), total: int | None = None, *, soft: bool = False, natural: bool = False
) -> DealerView:
    """The dealer's cards."""
    return DealerView(cards=cards, total=total, soft=soft, natural=natural)


def shoe(
    out: int, burned: int = 1, *, last: bool = False, white: bool = False, held: int = 0, need: int | None = None
) -> ShoeView:
    """A shoe of six packs; the coming coup may ``need`` so many cards."""
    return ShoeView(
        size=312,
        out=out,
        white_card_out=white,
        last_coup=last,
        empty=False,
        burned=burned,
        held=held,
        need=need,
        shuffle_advised=need is not None and 312 - out < need,
    )


def view(
    due: Due,
    hands: Hands | None = None,
    of_dealer: DealerView | None = None,
    of_shoe: ShoeView | None = None,
    *,
    seq: int = 100,
    reader: LinkView = UP,
    alerts: tuple[Alert, ...] = (),
    result: CoupResult | None = None,
    pay: tuple[Payment, ...] = (),
    cancellable: int | None = 142,
    number: int = 7,
    placed: dict[int, tuple[BetView, ...]] | None = None,
) -> PublicView:
    """A whole view, of a coup in progress unless told otherwise."""
    moved = payouts(result, hands or {})
    return PublicView(
        seq=seq,
        due=due,
        due_seq=seq,
        table="BJ-07",
        coup=142,
        boxes=boxes(hands, number, placed),
        dealer=of_dealer or dealer(),
        shoe=of_shoe or shoe(172),
        reader=reader,
        pay=pay,
        cancellable=cancellable,
        result=result,
        alerts=alerts,
        money=MONEY,
        payouts=moved,
        stacks={
            amount: piles(amount)
            for amount in {one.net for one in moved if one.net > 0} | {one.amount for one in pay if one.amount > 0}
        },
        not_now=_not_now(due),
    )


def _not_now(due: Due) -> dict[str, Refusal]:
    """Why calls are closed that are not among the instruction's."""
    if not isinstance(due, Ask):
        return {}
    why = {
        "double": Reason.NOT_TWO_CARDS.refusal(Article.DOUBLE, box=due.box, hand=due.hand),
        "split": Reason.NOT_TWO_CARDS.refusal(Article.SPLIT, box=due.box, hand=due.hand),
        "surrender": Reason.SURRENDER_IS_CLOSED.refusal(box=1),
    }
    return {call: refusal for call, refusal in why.items() if call not in due.calls}


def cleared(of: PublicView) -> PublicView:
    """A view without wagers."""
    return structs.replace(of, boxes=tuple(structs.replace(box, wager=None) for box in of.boxes))


def dealt(**others: HandView | tuple[HandView, ...]) -> Hands:
    """Two cards face down at every box that wagered, but for ``others``: ``box2=…``."""
    played: Hands = {n: hand(n) for n in (1, 2, 3, 4, 6)}
    return played | {int(name[3:]): other for name, other in others.items()}


def result(hands: Hands, *, last: bool = False, cancelled: bool = False, insured_won: bool = False) -> CoupResult:
    """The coup's result that ``hands`` have."""
    rows = [
        SettlementRow(n, number, bet.player, "main", bet.wager, bet.outcome, bet.net or 0, Article.WIN)
        for n in hands
        for number, one in enumerate(hands_of(hands, n), 1)
        for bet in one.bets
        if bet.outcome is not None
    ]
    rows += [
        SettlementRow(
            n, 1, bet.player, "insurance", bet.insurance,
            Outcome.INSURANCE_WIN if insured_won else Outcome.INSURANCE_LOSE,
            bet.insurance * (2 if insured_won else -1), Article.INSURANCE,
        )
        for n in hands
        for one in hands_of(hands, n)
        for bet in one.bets
        if bet.insurance
    ]  # fmt: skip
    return CoupResult(142, cancelled, last, supersedes=False, settlement=tuple(rows))


def paid(box: int, amount: int, why: Moved, *, number: int = 1, player: str | None = None) -> Payment:
    """Money that moves at once."""
    text, article = why.value
    return Payment(box, number, player or PLAYERS[box - 1] or "", amount, text, article, why.name.lower())


def bets(
    *players: tuple[str, int], insured: int = 0, outcome: Outcome | None = None, nets: tuple[int, ...] = ()
) -> tuple[BetView, ...]:
    """Several bettors of a hand, who decides first; the first of them ``insured``."""
    return tuple(
        BetView(
            player=player, wager=wager, insurance=0 if at else insured, outcome=outcome,
            net=nets[at] if nets else None,
        )
        for at, (player, wager) in enumerate(players)
    )  # fmt: skip


STOOD: Final = hand(1, state="stood")
"""A hand that stands face down."""
BUST: Final = hand(2, ("7C", "9D", "KH"), "bust", 26, Outcome.BUST, at_once=True)
"""A bust hand, turned up, its wager taken."""
PRIZE: Final = hand(3, ("7S", "7D", "7H"), "settled", 21, Outcome.BONUS, net=750_00, at_once=True)
"""Three sevens, paid."""
SETTLED: Final[Hands] = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.LOSE, net=-500_00),
    2: hand(2, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-1_000_00, at_once=True),
    3: hand(3, ("AC", "KD"), "settled", 21, Outcome.NATURAL, net=375_00, soft=True, natural=True),
    4: hand(4, ("5S", "6H", "9H"), "settled", 20, Outcome.WIN, net=2_000_00),
    6: hand(6, ("9S", "4C", "6D"), "settled", 19, Outcome.PUSH, net=0),
}
"""A settlement with a natural, a win, a push, a loss and a bust."""
WON: Final[Hands] = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.WIN, net=500_00),
    2: hand(2, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-1_000_00),
    3: PRIZE,
    4: hand(4, ("5S", "6H", "9H"), "settled", 20, Outcome.WIN, net=2_000_00),
    6: hand(6, ("AS", "8C"), "settled", 19, Outcome.WIN, net=300_00, soft=True),
}
"""A settlement after the dealer went bust, with a prize that was paid and a bust that comes to light."""
BEATEN: Final[Hands] = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.LOSE, net=-500_00),
    2: SETTLED[2],
    3: hand(3, ("AC", "KD"), "settled", 21, Outcome.PUSH, net=0, soft=True, natural=True),
    4: hand(4, ("5S", "6H", "9H"), "settled", 20, Outcome.LOSE, net=-2_000_00),
    6: hand(6, ("9S", "4C", "6D"), "settled", 19, Outcome.LOSE, net=-300_00),
}
"""A settlement against the dealer's natural, with one that equals it."""
ALL_BUST: Final[Hands] = {
    n: hand(n, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-(WAGERS[n - 1] or 0), at_once=True)
    for n in (1, 2, 3, 4, 6)
}
"""No wager is left to pay or to take."""
CANCELLED: Final[Hands] = {n: hand(n, state="settled", outcome=Outcome.CANCELLED, net=0) for n in (1, 2, 3, 4, 6)}
"""A coup that counts for nothing."""
NINETEEN: Final = dealer(("9C", "KS"), 19)
"""The dealer's final hand."""
LOST: Final = LinkView(
    state="lost",
    text="the port is open and no shoe answers: check the shoe's supply, and that the port is the shoe's",
)
"""A shoe that fell silent."""
MISSING: Final = LinkView(
    state="missing",
    text="cards may be missing: the shoe's gate counted 174 cards out, the log holds 173: "
    "compare the cards on the table with the screen; if they differ, cancel the coup",
)
"""Cards may have passed unseen."""
FOURTH_ASKED: Final[Hands] = dealt(box1=STOOD, box2=BUST, box3=hand(3, state="stood"), box4=hand(4, state="asked"))
"""Three boxes are done, the fourth decides."""
DONE: Final[Hands] = {
    **FOURTH_ASKED, 4: hand(4, (*DOWN, "6H"), "stood"), 6: hand(6, (*DOWN, "6D"), "stood"),
}  # fmt: skip
"""Every box is done: the dealer's turn."""
HIT_OR_STAND: Final = ("hit", "stand")
"""What a box may call."""
ALL_CALLS: Final = (*HIT_OR_STAND, "double", "split", "surrender")
"""What a box may call with its first two cards."""
SHARED: Final = {
    2: bets(("Lei", 1_000_00), ("Bo", 400_00), ("Cy", 200_00)),
    4: bets(("Sousa", 2_000_00), ("Chan", 1_000_00)),
    6: bets(("Wong", 300_00), ("Ng", 200_00), ("Bo", 200_00), ("Dias", 100_00), ("Rui", 100_00)),
}
"""Several bettors on boxes."""
SPLIT_FIRST: Final = (hand(4, ("8H", "3S"), "asked", 11), hand(4, ("8C",), total=8))
"""A split whose first hand decides."""
SPLIT_SECOND: Final = (hand(3, ("9H", "9D", "AS"), "stood", 19), hand(3, ("9C", "2S", "5D", "2C"), "asked", 18))
"""A split whose second hand decides."""
ACES: Final = (hand(4, ("AH", "KS"), "stood", 21, soft=True), hand(4, ("AC",), "asked", 11, soft=True))
"""Split aces: one card each."""
FOUR_HANDS: Final = (
    hand(4, ("8H", "9S"), "stood", 17), hand(4, ("8C", "7D", "9D"), "bust", 24, Outcome.BUST, at_once=True),
    hand(4, ("8S", "AH", "2D", "4C"), "asked", 15), hand(4, ("8D",), total=8),
)  # fmt: skip
"""A house that lets a box have four hands."""
SPLIT_SETTLED: Final[Hands] = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.LOSE, net=-500_00),
    2: hand(
        2, ("9S", "4C", "7D"), "settled", 20, Outcome.WIN, net=1,
        bets=bets(
            ("Lei", 1_000_00), ("Bo", 400_00), ("Cy", 200_00), outcome=Outcome.WIN, nets=(1_000_00, 400_00, 200_00),
        ),
    ),
    3: (
        hand(3, ("9H", "TD"), "settled", 19, Outcome.PUSH, net=0),
        hand(3, ("9C", "2S", "5D", "TC"), "settled", 26, Outcome.BUST, net=-250_00, at_once=True),
    ),
    4: (
        hand(
            4, ("8H", "3S", "TS"), "settled", 21, Outcome.WIN, net=1,
            bets=bets(("Sousa", 2_000_00), ("Chan", 1_000_00), outcome=Outcome.WIN, nets=(2_000_00, 1_000_00)),
        ),
        hand(4, ("8C", "TD"), "settled", 18, Outcome.LOSE, net=-2_000_00),
    ),
    6: hand(6, state="settled", outcome=Outcome.SURRENDER, net=-150_00, at_once=True),
}  # fmt: skip
"""A settlement with split hands, several bettors and a surrender."""
INSURED_BEATEN: Final[Hands] = {
    **BEATEN,
    1: hand(
        1, ("TS", "8H"), "settled", 18, Outcome.LOSE, net=-1,
        bets=bets(("Chan", 500_00), insured=250_00, outcome=Outcome.LOSE, nets=(-500_00,)),
    ),
    3: hand(
        3, ("AC", "KD"), "settled", 21, Outcome.EVEN_MONEY, net=250_00, soft=True, natural=True, at_once=True,
    ),
}  # fmt: skip
"""A settlement against the dealer's natural: one had insured, one had taken even money."""
INSURED_BUST: Final[Hands] = {
    **ALL_BUST,
    1: hand(
        1, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-1, at_once=True,
        bets=bets(("Chan", 500_00), insured=250_00, outcome=Outcome.BUST, nets=(-500_00,)),
    ),
}  # fmt: skip
"""No wager is left, but an insurance."""
WRONG_MOVES: Final = (Place(162, "box:2", "box:1"), Place(163, "box:1", "box:2"), Place(173, "box:3/1", "burn"))
"""Two cards that were changed over, and one that should have been burned."""
MADE: Final = (Made(40, 1, 1, "stand"), Made(42, 2, 1, "hit"), Made(44, 2, 1, "stand"))
"""Calls since."""
WHITE: Final = Notice.WHITE_CARD.alert()
"""The end of the shoe."""

VIEWS: Final[dict[str, PublicView]] = {
    "take_wagers": view(TakeWagers(), None, None, shoe(160, 0), cancellable=141),
    "burn": view(Burn(left=1), None, None, shoe(160, 0), cancellable=141),
    "burn_opening": view(Burn(left=5, article=Article.START), None, None, shoe(1, 1)),
    "deal_first": view(Deal(to="box:1", face="down"), None, None, shoe(161)),
    "deal": view(
        Deal(to="box:3", face="down"),
        {1: hand(1), 2: hand(2), 3: hand(3, (FACE_DOWN,)), 4: hand(4, (FACE_DOWN,)), 6: hand(6, (FACE_DOWN,))},
        of_shoe=shoe(168),
    ),
    "deal_upcard": view(Deal(to="upcard", face="up"), dealt(), of_shoe=shoe(171)),
    "deal_extra": view(
        Deal(to="box:4/1", face="up", article=Article.PLAYER), FOURTH_ASKED, dealer(("9C",), 9), shoe(173)
    ),
    "ask": view(Ask(box=1, hand=1, calls=ALL_CALLS), dealt(box1=hand(1, state="asked")), dealer(("9C",), 9)),
    "ask_after_bust": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND),
        FOURTH_ASKED | {4: hand(4, (*DOWN, "6H", "2C"), "asked")},
        dealer(("9C",), 9), shoe(175),
    ),
    "bust": view(
        Ask(box=3, hand=1, calls=HIT_OR_STAND),
        dealt(box1=STOOD, box2=BUST, box3=hand(3, state="asked")),
        dealer(("9C",), 9), shoe(173), pay=(paid(2, -1_000_00, Moved.BUST),),
    ),
    "prize": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND),
        FOURTH_ASKED | {3: PRIZE},
        dealer(("9C",), 9), shoe(174), pay=(paid(3, 750_00, Moved.PRIZE),),
    ),
    "bust_and_prize": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND),
        FOURTH_ASKED | {3: PRIZE},
        dealer(("9C",), 9), shoe(174), pay=(paid(2, -1_000_00, Moved.BUST), paid(3, 750_00, Moved.PRIZE)),
    ),
    "ace_up": view(
        Ask(box=2, hand=1, calls=HIT_OR_STAND),
        dealt(box1=STOOD, box2=hand(2, state="asked")),
        dealer(("AS", FACE_DOWN)), shoe(173),
    ),
    "hidden_due": view(Deal(to="hidden", face="down"), dealt(), dealer(("AS",), 11, soft=True)),
    "turn_hidden": view(TurnHidden(), DONE, dealer(("AS", FACE_DOWN)), shoe(176)),
    "burn_before_second": view(Burn(left=1), DONE, dealer(("9C",), 9), shoe(175)),
    "second_due": view(Deal(to="second", face="up"), DONE, dealer(("9C",), 9), shoe(176, 2)),
    "draw": view(Draw(), DONE, dealer(("9C", "5D"), 14), shoe(177, 2)),
    "soft_draw": view(Draw(), DONE, dealer(("4C", "AD"), 15, soft=True), shoe(177, 2)),
    "long_draw": view(Draw(), DONE, dealer(("2C", "2D", "3S", "2H", "3C", "2S", "AD"), 15), shoe(182, 2)),
    "settle": view(Settle(), SETTLED, NINETEEN, shoe(177, 2), result=result(SETTLED)),
    "settle_bust": view(Settle(), WON, dealer(("9C", "6D", "KS"), 25), shoe(178, 2), result=result(WON)),
    "settle_blackjack": view(
        Settle(), BEATEN, dealer(("AS", "KS"), 21, soft=True, natural=True), shoe(177), result=result(BEATEN)
    ),
    "settle_nothing": view(Settle(), ALL_BUST, dealer(("9C",), 9), shoe(177), result=result(ALL_BUST)),
    "settle_insurance_alone": view(
        Settle(), INSURED_BUST, dealer(("AS", "9S"), 20, soft=True), shoe(177), result=result(INSURED_BUST),
    ),
    "settle_cancelled": view(
        Settle(article=Article.START), CANCELLED, dealer(("9C",), 9),
        result=result(CANCELLED, cancelled=True), cancellable=None,
    ),
    "last_coup": view(
        Ask(box=1, hand=1, calls=ALL_CALLS), dealt(box1=hand(1, state="asked")), dealer(("6D",), 6),
        shoe(288, last=True, white=True), alerts=(WHITE,),
    ),
    "shuffle": cleared(view(Shuffle(), None, None, shoe(293, 0, white=True), cancellable=141)),
    "name_card": view(
        NameCard(n=174, role="box:4/1"), FOURTH_ASKED | {4: hand(4, (*DOWN, UNREAD), naming=2)},
        dealer(("9C",), 9), shoe(174), alerts=(Notice.UNREAD.alert(n=174),),
    ),
    "name_face_down": view(
        NameCard(n=164, role="box:3"), DONE | {3: hand(3, state="stood", naming=0)},
        NINETEEN, shoe(177, 2), alerts=(Notice.UNREAD.alert(n=164),),
    ),
    "name_upcard": view(
        NameCard(n=172, role="upcard"), dealt(), dealer((UNREAD,)), alerts=(Notice.UNREAD.alert(n=172),),
    ),
    "boxed": view(
        Deal(to="box:4/1", face="up", article=Article.PLAYER), FOURTH_ASKED, dealer(("9C",), 9), shoe(174),
        alerts=(Notice.BOXED.alert(),),
    ),
    "alerts": view(
        Deal(to="box:4/1", face="up", article=Article.PLAYER), FOURTH_ASKED, dealer(("9C",), 9),
        shoe(174, last=True, white=True),
        alerts=(WHITE, Notice.BOXED.alert(), Notice.WHITE_CARD_MISPLACED.alert(behind=138)),
    ),
    "lost": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND), FOURTH_ASKED, dealer(("9C",), 9), shoe(173), reader=LOST
    ),
    "missing": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND), FOURTH_ASKED, dealer(("9C",), 9), shoe(173), reader=MISSING
    ),
    "connecting": view(
        TakeWagers(), of_shoe=shoe(160, 0), cancellable=141,
        reader=LinkView(state="connecting", text="waiting for the shoe at /dev/ttyACM0: plug it in"),
    ),
    "lid_open": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND), FOURTH_ASKED, dealer(("9C",), 9), shoe(173),
        reader=LinkView(state="attention", text="the shoe's lid is open: close it"),
    ),
    "by_hand": view(
        Deal(to="box:4/1", face="up", article=Article.PLAYER), FOURTH_ASKED, dealer(("9C",), 9), shoe(173),
        reader=LinkView(state="by_hand", text=BY_HAND),
    ),
    "long_hand": view(
        Ask(box=6, hand=1, calls=HIT_OR_STAND),
        FOURTH_ASKED | {
            4: hand(4, state="stood"),
            6: hand(6, (*DOWN, "AS", "AH", "2D", "AD", "AC", "2S", "3C"), "asked"),
        },
        dealer(("2C",), 2), shoe(180),
    ),
    "offer": view(Offer(what=("surrender",)), dealt(), dealer(("9C",), 9), shoe(172)),
    "offer_ace": view(
        Offer(what=("insurance", "even_money"), article=Article.INSURANCE),
        dealt(
            box1=hand(1, bets=bets(("Chan", 500_00), insured=250_00)),
            box2=hand(2, bets=bets(("Lei", 1_000_00), insured=500_00)),
        ),
        dealer(("AS", FACE_DOWN)), shoe(173),
    ),
    "even_money": view(
        Offer(what=("insurance", "even_money"), article=Article.INSURANCE),
        dealt(
            box1=hand(1, bets=bets(("Chan", 500_00), insured=250_00)),
            box3=hand(
                3, ("AC", "KD"), "settled", 21, Outcome.EVEN_MONEY, soft=True, natural=True, at_once=True,
            ),
        ),
        dealer(("AS", FACE_DOWN)), shoe(173), pay=(paid(3, 250_00, Moved.EVEN_MONEY),),
    ),
    "surrender": view(
        Offer(what=("surrender",)),
        dealt(box6=hand(6, state="settled", outcome=Outcome.SURRENDER, at_once=True)), dealer(("9C",), 9),
        pay=(paid(6, -150_00, Moved.SURRENDER),),
    ),
    "ask_calls": view(Ask(box=1, hand=1, calls=ALL_CALLS), dealt(box1=hand(1, state="asked")), dealer(("9C",), 9)),
    "shoe_empty": view(
        Ask(box=4, hand=1, calls=("stand",)), FOURTH_ASKED, dealer(("9C",), 9),
        structs.replace(shoe(312, last=True, white=True), empty=True),
    ),
    "doubled": view(
        Deal(to="box:1/1", face="up", article=Article.DOUBLE),
        dealt(box1=hand(1, ("8H", "3S"), "asked", 11, bets=bets(("Chan", 1_000_00)))), dealer(("6C",), 6),
    ),
    "split": view(
        Deal(to="box:4/1", face="up", article=Article.SPLIT),
        FOURTH_ASKED | {4: (hand(4, ("8H",), "asked", 8), hand(4, ("8C",), total=8))}, dealer(("9C",), 9), shoe(173),
    ),
    "split_first": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND), FOURTH_ASKED | {4: SPLIT_FIRST}, dealer(("9C",), 9), shoe(174),
    ),
    "split_second": view(
        Ask(box=3, hand=2, calls=HIT_OR_STAND),
        dealt(box1=STOOD, box2=BUST, box3=SPLIT_SECOND), dealer(("9C",), 9), shoe(178),
    ),
    "split_aces": view(
        Deal(to="box:4/2", face="up", article=Article.SPLIT),
        FOURTH_ASKED | {3: SPLIT_SECOND, 4: ACES}, dealer(("9C",), 9), shoe(178),
    ),
    "four_hands": view(
        Ask(box=4, hand=3, calls=HIT_OR_STAND), FOURTH_ASKED | {4: FOUR_HANDS}, dealer(("9C",), 9), shoe(181),
    ),
    "several_bettors": view(
        TakeWagers(), None, None, shoe(160, 0), cancellable=141, placed=SHARED,
    ),
    "several_bettors_asked": view(
        Ask(box=2, hand=1, calls=ALL_CALLS),
        dealt(
            box1=STOOD, box2=hand(2, state="asked", bets=SHARED[2]), box4=hand(4, bets=SHARED[4]),
            box6=hand(6, bets=SHARED[6]),
        ),
        dealer(("9C",), 9),
    ),
    "settle_split": view(
        Settle(), SPLIT_SETTLED, NINETEEN, shoe(184, 2), result=result(SPLIT_SETTLED),
    ),
    "settle_insured": view(
        Settle(), INSURED_BEATEN, dealer(("AS", "KS"), 21, soft=True, natural=True), shoe(177),
        result=result(INSURED_BEATEN, insured_won=True),
    ),
    "shuffle_advised": view(
        TakeWagers(), None, None, shoe(284, 0, need=29), cancellable=141,
        alerts=(Notice.SHUFFLE_ADVISED.alert(boxes=5, need=29, left=28),),
    ),
    "held": view(
        Ask(box=4, hand=1, calls=HIT_OR_STAND), FOURTH_ASKED, dealer(("9C",), 9), shoe(174, held=1),
    ),
    "reconcile": view(
        Reconcile(moves=WRONG_MOVES, why="box 2 got the first card", calls=MADE),
        dealt(box1=STOOD, box2=hand(2, state="stood")), dealer(("9C",), 9), shoe(175),
    ),
    "reconcile_many": view(
        Reconcile(
            moves=tuple(Place(161 + n, f"box:{1 + n % 6}", f"box:{1 + (n + 1) % 6}") for n in range(11)), why="a burn",
        ),
        dealt(), dealer(("9C",), 9), shoe(172),
    ),
    "reconcile_nothing": view(
        Reconcile(moves=(), why="the floor was called"), dealt(), dealer(("9C",), 9), shoe(172),
    ),
    "six_boxes": view(TakeWagers(), None, None, shoe(160, 0), cancellable=141, number=6),
}  # fmt: skip
"""Every state by name."""

NEW_SHOE: Final = structs.replace(cleared(view(Shuffle(), of_shoe=shoe(0, 0), cancellable=None)), coup=1)
"""Before the first coup of a table."""

SITUATIONS: Final[dict[str, Situation]] = {
    **{name: Situation(view=seen, is_connected=True) for name, seen in VIEWS.items()},
    "core_restarting": Situation(view=VIEWS["ask_after_bust"]),
    "new_shoe": Situation(view=NEW_SHOE, is_connected=True),
    "white_card": Situation(view=VIEWS["last_coup"], is_connected=True, white_at=100),
    "guarded": Situation(view=VIEWS["ask"], is_connected=True, guarded_until_s=0.5),
    "starting": Situation(hint_at_s=5.0),
    "waiting": Situation(),
    "fault": Situation(
        view=VIEWS["ask"],
        is_connected=True,
        fault=Fault(
            code="disk_full",
            text="the journal /var/lib/banca21/journal.db cannot be written (disk is full): free space on the card, "
            "then restart banca21-core; what was journalled is safe",
        ),
    ),
}  # fmt: skip
"""Every situation by name: the views, and those without one."""
