"""From the felt to what everybody may see: the only way out for cards. What lies face down leaves as ``##``."""

from engine.answers import Payment, SettlementRow
from engine.coup import Coup
from engine.felt import Felt
from engine.hand import BoxHand, Hand, Laid
from engine.instructions import Ask, Deal, NameCard
from engine.roles import extra
from engine.settlement import settled
from engine.view import FACE_DOWN, UNREAD, BoxView, DealerView, HandState, HandView, LinkView, PublicView, ShoeView


def projected(
    felt: Felt, *, table: str, seq: int, due_seq: int, reader: LinkView, pay: tuple[Payment, ...] = ()
) -> PublicView:
    """What everybody may see of ``felt`` after the journal's record ``seq``; ``pay`` moved when what is due became so.

    While cards may be missing, a shoe that is heard says that before anything else.
    """
    coup = felt.open_coup
    return PublicView(
        seq=seq,
        due=felt.due,
        due_seq=due_seq,
        table=table,
        coup=felt.coups + 1,
        boxes=tuple(_box(felt, coup, box) for box in range(1, felt.rules.boxes + 1)),
        dealer=_dealer(coup),
        shoe=_shoe(felt, coup),
        reader=LinkView(state="missing", text=felt.missing) if felt.missing and reader.state != "lost" else reader,
        pay=pay,
        cancellable=felt.cancellable.coup.number if felt.cancellable is not None else None,
        result=felt.result,
        alerts=felt.alerts,
    )


def _box(felt: Felt, coup: Coup | None, box: int) -> BoxView:
    hands = coup.of_box(box) if coup is not None else []
    wager = felt.wagers.get(box)
    amount = sum(hand.wager for hand in hands) if hands else wager.amount if wager is not None else None
    player = hands[0].player if hands else felt.seats.get(box)
    views = tuple(_hand(felt, hand) for hand in hands)
    return BoxView(box=box, player=player, wager=amount, hands=views)


def _hand(felt: Felt, hand: BoxHand) -> HandView:
    row = _row(felt, hand)
    cards, total, soft = _seen(hand)
    return HandView(
        cards=cards,
        total=total,
        soft=soft,
        natural=total is not None and hand.is_natural,
        naming=_naming(felt, hand),
        at_once=hand.is_over,
        state=_state(felt, hand, row),
        wager=hand.wager,
        outcome=row.outcome if row is not None else None,
        net=row.net if row is not None else None,
    )


def _naming(felt: Felt, hand: BoxHand) -> int | None:
    match felt.due:
        case NameCard(n=n):
            return next((place for place, laid in enumerate(hand.cards) if laid.n == n), None)
        case _:
            return None


def _row(felt: Felt, hand: BoxHand) -> SettlementRow | None:
    """How its wager ends, once the coup's result is final; a prize at once (article 9)."""
    if felt.result is None:
        return settled(hand, Hand(), felt.rules) if hand.is_over and hand.is_prize else None
    return next((row for row in felt.result.settlement if (row.box, row.hand) == (hand.box, hand.number)), None)


def _state(felt: Felt, hand: BoxHand, row: SettlementRow | None) -> HandState:
    match felt.due:
        case Ask(box=hand.box, hand=hand.number):
            return "asked"
        case Deal(to=to) if to == extra(hand.box, hand.number):
            return "asked"
    if hand.is_over and hand.is_bust and felt.result is None:
        return "bust"
    if row is not None:
        return "settled"
    return "stood" if hand.stood else "waiting"


def _dealer(coup: Coup | None) -> DealerView:
    if coup is None:
        return DealerView(cards=(), total=None, soft=False)
    cards, total, soft = _seen(coup.dealer)
    return DealerView(cards=cards, total=total, soft=soft, natural=total is not None and coup.dealer.is_natural)


def _shoe(felt: Felt, coup: Coup | None) -> ShoeView:
    shoe = felt.shoe
    return ShoeView(
        size=shoe.size,
        out=shoe.out,
        white_card_out=shoe.white_card_out,
        last_coup=felt.last_coup and not (coup is None and shoe.spent),
        empty=shoe.empty,
        burned=coup.burned if coup is not None else 0,
    )


def _seen(hand: Hand) -> tuple[tuple[str, ...], int | None, bool]:
    """The faces of a hand; its points and whether they are soft, if every card is public."""
    faces = tuple([_face(laid) for laid in hand.cards])
    if not faces or FACE_DOWN in faces or UNREAD in faces:
        return faces, None, False
    return faces, *hand.points


def _face(laid: Laid) -> str:
    if not laid.face_up:
        return FACE_DOWN
    return UNREAD if laid.card is None else str(laid.card)
