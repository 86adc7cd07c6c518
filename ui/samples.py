"""Views of a table in every state the screen knows: for its tests and its pictures. Money is in avos."""

from typing import Final, Literal

from engine.answers import Alert, CoupResult, Outcome, SettlementRow
from engine.articles import Article
from engine.instructions import Ask, Burn, Deal, Draw, Due, NameCard, Settle, Shuffle, TakeWagers, TurnHidden
from engine.view import FACE_DOWN, UNREAD, BoxView, DealerView, HandView, LinkView, PublicView, ShoeView
from ui.situation import Situation

PLAYERS: Final = ("Chan", "Lei", "Ho", "Sousa", None, "Wong", "Ng")
"""Who sits where."""
WAGERS: Final = (500_00, 1_000_00, 250_00, 2_000_00, None, 300_00, None)
"""What lies on the boxes."""
DOWN: Final = (FACE_DOWN, FACE_DOWN)
"""A box's first two cards."""
UP: Final = LinkView(state="up", text="")
"""A shoe that is heard."""

HandState = Literal["waiting", "asked", "stood", "bust", "settled"]


def hand(
    box: int,
    cards: tuple[str, ...] = DOWN,
    state: HandState = "waiting",
    total: int | None = None,
    outcome: Outcome | None = None,
    *,
    net: int | None = None,
    soft: bool = False,
) -> HandView:
    """A hand of ``box`` on its wager."""
    wager = WAGERS[box - 1] or 0
    return HandView(cards=cards, total=total, soft=soft, state=state, wager=wager, outcome=outcome, net=net)


def boxes(hands: dict[int, HandView] | None = None, number: int = 7) -> tuple[BoxView, ...]:
    """The seven boxes, with ``hands`` where cards lie."""
    lying = hands or {}
    return tuple(
        BoxView(box=n, player=PLAYERS[n - 1], wager=WAGERS[n - 1], hands=(lying[n],) if n in lying else ())
        for n in range(1, number + 1)
    )


def dealer(cards: tuple[str, ...] = (), total: int | None = None, *, soft: bool = False) -> DealerView:
    """The dealer's cards."""
    return DealerView(cards=cards, total=total, soft=soft)


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
    number: int = 7,
) -> PublicView:
    """A whole view."""
    return PublicView(
        seq=seq,
        due=due,
        due_seq=seq,
        table="BJ-07",
        coup=142,
        boxes=boxes(hands, number),
        dealer=of_dealer or dealer(),
        shoe=of_shoe or shoe(171),
        reader=reader,
        result=result,
        alerts=alerts,
    )


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


STOOD: Final = hand(1, state="stood")
"""A hand that stands face down."""
BUST: Final = hand(2, ("7C", "9D", "KH"), "bust", 26)
"""A bust hand, turned up."""
SETTLED: Final = {
    1: hand(1, ("TS", "8H"), "settled", 18, Outcome.LOSE, net=-500_00),
    2: hand(2, ("7C", "9D", "KH"), "settled", 26, Outcome.BUST, net=-1_000_00),
    3: hand(3, ("AC", "KD"), "settled", 21, Outcome.NATURAL, net=375_00),
    4: hand(4, ("5S", "6H", "9H"), "settled", 20, Outcome.WIN, net=2_000_00),
    6: hand(6, ("9S", "4C", "6D"), "settled", 19, Outcome.PUSH, net=0),
}
"""A settlement with a natural, a win, a push, a loss and a bust."""
CANCELLED: Final = {n: hand(n, state="settled", outcome=Outcome.CANCELLED, net=0) for n in (1, 2, 3, 4, 6)}
"""A coup that counts for nothing."""
NINETEEN: Final = dealer(("9C", "KS"), 19)
"""The dealer's final hand."""
LOST: Final = LinkView(
    state="lost", text="nothing heard from the shoe for 2 s: draw no card, check its cable, wait for the green word"
)
"""A shoe that fell silent."""
MISSING: Final = LinkView(
    state="missing", text="cards 172 to 174 may have left unreported: compare the felt with the screen, call the floor"
)
"""Cards may have passed unseen."""
FOURTH_ASKED: Final = dealt(box1=STOOD, box2=BUST, box3=hand(3, state="stood"), box4=hand(4, state="asked"))
"""Three boxes are done, the fourth decides."""
BOXED: Final = Alert("boxed", "a card lay face up in the shoe: it is void", Article.START)
"""A card that lay face up."""
WHITE: Final = Alert("white_card", "the white card is out: take it away; this coup is the last", Article.END)
"""The end of the shoe."""
UNREAD_CARD: Final = Alert("unread", "a card passed unread", Article.START)
"""Told with ``name_card``."""

VIEWS: Final[dict[str, PublicView]] = {
    "take_wagers": view(TakeWagers(), None, None, shoe(160, 0)),
    "burn": view(Burn(left=1), None, None, shoe(160, 0)),
    "burn_opening": view(Burn(left=5, article=Article.START), None, None, shoe(1, 1)),
    "deal_first": view(Deal(to="box:1", face="down"), None, None, shoe(161)),
    "deal": view(
        Deal(to="box:3", face="down"),
        {1: hand(1), 2: hand(2), 3: hand(3, (FACE_DOWN,)), 4: hand(4, (FACE_DOWN,)), 6: hand(6, (FACE_DOWN,))},
        of_shoe=shoe(168),
    ),
    "deal_upcard": view(Deal(to="upcard", face="up"), dealt()),
    "deal_extra": view(Deal(to="box:4/1", face="up", article=Article.ORDER), FOURTH_ASKED, dealer(("9C",), 9)),
    "ask": view(
        Ask(box=1, hand=1, calls=("hit", "stand")), dealt(box1=hand(1, state="asked")), dealer(("9C",), 9)
    ),
    "ask_after_bust": view(
        Ask(box=4, hand=1, calls=("hit", "stand")),
        FOURTH_ASKED | {4: hand(4, (*DOWN, "6H", "2C"), "asked")},
        dealer(("9C",), 9),
    ),
    "ace_up": view(
        Ask(box=2, hand=1, calls=("hit", "stand")),
        dealt(box1=STOOD, box2=hand(2, state="asked")),
        dealer(("AS", FACE_DOWN)),
    ),
    "hidden_due": view(Deal(to="hidden", face="down"), dealt(), dealer(("AS",), 11, soft=True)),
    "turn_hidden": view(
        TurnHidden(), dealt(box1=STOOD, box2=BUST, box3=hand(3, state="stood"), box4=hand(4, state="stood"),
                            box6=hand(6, (*DOWN, "6D"), "stood")),
        dealer(("AS", FACE_DOWN)),
    ),
    "burn_before_second": view(
        Burn(left=1), dealt(box1=STOOD, box3=hand(3, state="stood"), box2=BUST, box4=hand(4, state="stood"),
                            box6=hand(6, state="stood")),
        dealer(("9C",), 9),
    ),
    "second_due": view(Deal(to="second", face="up"), dealt(), dealer(("9C",), 9), shoe(180, 2)),
    "draw": view(Draw(), dealt(), dealer(("9C", "5D"), 14), shoe(181, 2)),
    "settle": view(Settle(), SETTLED, NINETEEN, shoe(182, 2), result=result(SETTLED)),
    "settle_cancelled": view(Settle(), CANCELLED, of_shoe=shoe(182, 2), result=result(CANCELLED, cancelled=True)),
    "last_coup": view(
        Ask(box=1, hand=1, calls=("hit", "stand")), dealt(box1=hand(1, state="asked")), dealer(("6D",), 6),
        shoe(288, last=True, white=True), alerts=(WHITE,),
    ),
    "shuffle": view(Shuffle(), None, None, shoe(293, 0, last=True, white=True)),
    "name_card": view(
        NameCard(n=183, role="box:4/1"), FOURTH_ASKED | {4: hand(4, (*DOWN, UNREAD), "asked")},
        dealer(("9C",), 9), alerts=(UNREAD_CARD,),
    ),
    "boxed": view(
        Deal(to="box:4/1", face="up"), FOURTH_ASKED, dealer(("9C",), 9), alerts=(UNREAD_CARD, BOXED)
    ),
    "lost": view(Ask(box=4, hand=1, calls=("hit", "stand")), FOURTH_ASKED, dealer(("9C",), 9), reader=LOST),
    "missing": view(Ask(box=4, hand=1, calls=("hit", "stand")), FOURTH_ASKED, dealer(("9C",), 9), reader=MISSING),
    "connecting": view(
        TakeWagers(), of_shoe=shoe(0, 0),
        reader=LinkView(state="connecting", text="waiting for the shoe at /dev/ttyACM0: plug it in"),
    ),
    "long_hand": view(
        Ask(box=6, hand=1, calls=("hit", "stand")),
        dealt(box6=hand(6, (*DOWN, "AS", "AH", "2D", "AD", "AC", "2S", "3C"), "asked")),
        dealer(("2C", "2D", "AH", "3S", "2H", "4C", "AD"), 15),
    ),
    "six_boxes": view(TakeWagers(), number=6),
}  # fmt: skip
"""Every state by name."""

SITUATIONS: Final[dict[str, Situation]] = {
    **{name: Situation(view=seen, is_connected=True) for name, seen in VIEWS.items()},
    "core_restarting": Situation(view=VIEWS["ask_after_bust"]),
    "waiting": Situation(),
    "fault": Situation(
        view=VIEWS["ask"],
        is_connected=True,
        fault="the journal /var/lib/banca21/journal.db cannot be written (disk is full): free space on the card, "
                    "then restart banca21-core; what was journalled is safe",
    ),
}  # fmt: skip
"""Every situation by name: the views, and those without one."""
