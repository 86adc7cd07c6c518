"""Views of a table in every state the screen knows: for its tests and its pictures. Money is in avos."""

from typing import Final

from msgspec import structs

from engine.answers import Alert, CoupResult, Outcome, Payment, SettlementRow
from engine.articles import Article
from engine.instructions import Ask, Burn, Deal, Draw, Due, NameCard, Settle, Shuffle, TakeWagers, TurnHidden
from engine.reasons import Moved, Notice
from engine.view import (
    FACE_DOWN,
    UNREAD,
    BoxView,
    DealerView,
    HandState,
    HandView,
    LinkView,
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
) -> HandView:
    """A hand of ``box`` on its wager."""
    return HandView(
        cards=cards,
        total=total,
        soft=soft,
        natural=natural,
        naming=naming,
        at_once=at_once,
        state=state,
        wager=WAGERS[box - 1] or 0,
        outcome=outcome,
        net=net,
    )


def boxes(hands: dict[int, HandView] | None = None, number: int = 7) -> tuple[BoxView, ...]:
    """The seven boxes, with ``hands`` where cards lie."""
    lying = hands or {}
    return tuple(
        BoxView(box=n, player=PLAYERS[n - 1], wager=WAGERS[n - 1], hands=(lying[n],) if n in lying else ())
        for n in range(1, number + 1)
    )


def dealer(
    cards: tuple[str, ...] = (), total: int | None = None, *, soft: bool = False, natural: bool = False
) -> DealerView:
    """The dealer's cards."""
    return DealerView(cards=cards, total=total, soft=soft, natural=natural)


def shoe(out: int, burned: int = 1, *, last: bool = False, white: bool = False) -> ShoeView:
    """A shoe of six packs."""
    return ShoeView(size=312, out=out, white_card_out=white, last_coup=last, empty=False, burned=burned)


def view(
    due: Due,
    hands: dict[int, HandView] | None = None,
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
) -> PublicView:
    """A whole view, of a coup in progress unless told otherwise."""
    return PublicView(
        seq=seq,
        due=due,
        due_seq=seq,
        table="BJ-07",
        coup=142,
        boxes=boxes(hands, number),
        dealer=of_dealer or dealer(),
        shoe=of_shoe or shoe(172),
        reader=reader,
        pay=pay,
        cancellable=cancellable,
        result=result,
        alerts=alerts,
    )


def cleared(of: PublicView) -> PublicView:
    """A view without wagers."""
    return structs.replace(of, boxes=tuple(structs.replace(box, wager=None) for box in of.boxes))


def dealt(**others: HandView) -> dict[int, HandView]:
    """Two cards face down at every box that wagered, but for ``others``: ``box2=…``."""
    played = {n: hand(n) for n in (1, 2, 3, 4, 6)}
    return played | {int(name[3:]): other for name, other in others.items()}


def result(hands: dict[int, HandView], *, last: bool = False, cancelled: bool = False) -> CoupResult:
    """The coup's result that ``hands`` have."""
    rows = tuple(
        SettlementRow(n, 1, PLAYERS[n - 1] or "", "main", one.wager, one.outcome, one.net or 0, Article.WIN)
        for n, one in hands.items()
        if one.outcome is not None
    )
    return CoupResult(142, cancelled, last, supersedes=False, settlement=rows)


def paid(box: int, amount: int, why: Moved) -> Payment:
    """Money that moves at once."""
    return Payment(box, 1, PLAYERS[box - 1] or "", amount, *why.value)


STOOD: Final = hand(1, state="stood")
"""A hand that stands face down."""
BUST: Final = hand(2, ("7C", "9D", "KH"), "bust", 26, at_once=True)
"""A bust hand, turned up, its wager taken."""
PRIZE: Final = hand(3, ("7S", "7D", "7H"), "settled", 21, Outcome.BONUS, net=750_00, at_once=True)
"""Three sevens, paid."""
SETTLED: Final = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.LOSE, net=-500_00),
    2: hand(2, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-1_000_00, at_once=True),
    3: hand(3, ("AC", "KD"), "settled", 21, Outcome.NATURAL, net=375_00, soft=True, natural=True),
    4: hand(4, ("5S", "6H", "9H"), "settled", 20, Outcome.WIN, net=2_000_00),
    6: hand(6, ("9S", "4C", "6D"), "settled", 19, Outcome.PUSH, net=0),
}
"""A settlement with a natural, a win, a push, a loss and a bust."""
WON: Final = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.WIN, net=500_00),
    2: hand(2, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-1_000_00),
    3: PRIZE,
    4: hand(4, ("5S", "6H", "9H"), "settled", 20, Outcome.WIN, net=2_000_00),
    6: hand(6, ("AS", "8C"), "settled", 19, Outcome.WIN, net=300_00, soft=True),
}
"""A settlement after the dealer went bust, with a prize that was paid and a bust that comes to light."""
BEATEN: Final = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.LOSE, net=-500_00),
    2: SETTLED[2],
    3: hand(3, ("AC", "KD"), "settled", 21, Outcome.PUSH, net=0, soft=True, natural=True),
    4: hand(4, ("5S", "6H", "9H"), "settled", 20, Outcome.LOSE, net=-2_000_00),
    6: hand(6, ("9S", "4C", "6D"), "settled", 19, Outcome.LOSE, net=-300_00),
}
"""A settlement against the dealer's natural, with one that equals it."""
ALL_BUST: Final = {
    n: hand(n, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-(WAGERS[n - 1] or 0), at_once=True)
    for n in (1, 2, 3, 4, 6)
}
"""No wager is left to pay or to take."""
CANCELLED: Final = {n: hand(n, state="settled", outcome=Outcome.CANCELLED, net=0) for n in (1, 2, 3, 4, 6)}
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
FOURTH_ASKED: Final = dealt(box1=STOOD, box2=BUST, box3=hand(3, state="stood"), box4=hand(4, state="asked"))
"""Three boxes are done, the fourth decides."""
DONE: Final = {
    **FOURTH_ASKED, 4: hand(4, (*DOWN, "6H"), "stood"), 6: hand(6, (*DOWN, "6D"), "stood"),
}  # fmt: skip
"""Every box is done: the dealer's turn."""
HIT_OR_STAND: Final = ("hit", "stand")
"""What a box may call."""
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
    "ask": view(Ask(box=1, hand=1, calls=HIT_OR_STAND), dealt(box1=hand(1, state="asked")), dealer(("9C",), 9)),
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
    "settle_cancelled": view(
        Settle(article=Article.START), CANCELLED, dealer(("9C",), 9),
        result=result(CANCELLED, cancelled=True), cancellable=None,
    ),
    "last_coup": view(
        Ask(box=1, hand=1, calls=HIT_OR_STAND), dealt(box1=hand(1, state="asked")), dealer(("6D",), 6),
        shoe(288, last=True, white=True), alerts=(WHITE,),
    ),
    "shuffle": cleared(view(Shuffle(), None, None, shoe(293, 0, white=True), cancellable=141)),
    "name_card": view(
        NameCard(n=174, role="box:4/1"), FOURTH_ASKED | {4: hand(4, (*DOWN, UNREAD), naming=2)},
        dealer(("9C",), 9), shoe(174), alerts=(Notice.UNREAD.alert(),),
    ),
    "name_face_down": view(
        NameCard(n=164, role="box:3"), DONE | {3: hand(3, state="stood", naming=0)},
        NINETEEN, shoe(177, 2), alerts=(Notice.UNREAD.alert(),),
    ),
    "name_upcard": view(
        NameCard(n=172, role="upcard"), dealt(), dealer((UNREAD,)), alerts=(Notice.UNREAD.alert(),),
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
    "long_hand": view(
        Ask(box=6, hand=1, calls=HIT_OR_STAND),
        FOURTH_ASKED | {
            4: hand(4, state="stood"),
            6: hand(6, (*DOWN, "AS", "AH", "2D", "AD", "AC", "2S", "3C"), "asked"),
        },
        dealer(("2C",), 2), shoe(180),
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
        fault="the journal /var/lib/banca21/journal.db cannot be written (disk is full): free space on the card, "
                    "then restart banca21-core; what was journalled is safe",
    ),
}  # fmt: skip
"""Every situation by name: the views, and those without one."""
