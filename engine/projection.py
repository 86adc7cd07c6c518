"""From the felt to what everybody may see: the only way out for cards. What lies face down leaves as ``##``."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.answers import Outcome, Payment, SettlementRow
from engine.chips import USUAL_CHIPS, Chips, money_of
from engine.coup import Coup
from engine.felt import Felt
from engine.greyed import not_now
from engine.hand import Bet, BoxHand, Hand, Laid
from engine.instructions import Ask, Deal, NameCard
from engine.offers import Offers
from engine.paying import payouts, stacks
from engine.repeat import repeat
from engine.settlement import AT_ONCE
from engine.shoe import CARDS_A_COUP_MAY_NEED
from engine.slips import slips
from engine.table import Table
from engine.view import (
    FACE_DOWN,
    UNREAD,
    BetView,
    BoxView,
    Condition,
    DealerView,
    HandState,
    HandView,
    LinkView,
    PublicView,
    ShoeView,
)

NOBODY: Final[Mapping[int, str]] = MappingProxyType({})
BY_HAND: Final = "tell each card as it leaves; the shoe is believed again from the next one on"
"""What to do while the table goes on by hand."""


def projected(
    table: Table,
    *,
    name: str,
    seq: int,
    due_seq: int,
    reader: LinkView,
    pay: tuple[Payment, ...] = (),
    conditions: tuple[Condition, ...] = (),
    dealt_by: str | None = None,
    chips: Chips = USUAL_CHIPS,
    is_closed: bool = False,
    is_staffed: bool = False,
    held: Mapping[int, str] = NOBODY,
    supervisor: str | None = None,
) -> PublicView:
    """What everybody may see of a table after the journal's record ``seq``.

    ``pay`` is what moved when what is due became so.
    """
    felt = table.felt
    coup = felt.open_coup
    result = table.result
    rows = result.settlement if result is not None else ()
    offers = Offers.of(felt, coup)
    money, paid = money_of(felt.rules, chips), payouts(table)
    return PublicView(
        seq=seq,
        due=felt.due,
        due_seq=due_seq,
        table=name,
        coup=felt.coups + 1,
        boxes=tuple(_box(offers, coup, rows, box) for box in range(1, felt.rules.boxes + 1)),
        dealer=_dealer(coup),
        shoe=_shoe(felt, coup),
        reader=_reader(table, reader),
        pay=pay,
        cancellable=felt.cancellable.coup.number if felt.cancellable is not None else None,
        result=result,
        alerts=felt.alerts,
        conditions=conditions,
        dealt_by=dealt_by,
        rules=felt.rules,
        money=money,
        payouts=paid,
        stacks=stacks(paid, pay, money),
        not_now=not_now(felt, conditions),
        slips=slips(felt, table.history),
        repeat=tuple(wager for wager in repeat(felt) if wager.box not in held),
        is_off=felt.is_off,
        is_closed=is_closed,
        is_staffed=is_staffed,
        held=dict(held),
        supervisor=supervisor,
    )


def _reader(table: Table, reader: LinkView) -> LinkView:
    """While cards may be missing, a shoe that is heard says that before anything else; by hand none is listened to."""
    if table.reported.by_hand:
        return LinkView(state="by_hand", text=BY_HAND)
    if table.missing and reader.state != "lost":
        return LinkView(state="missing", text=table.missing)
    return reader


def _box(offers: Offers, coup: Coup | None, rows: tuple[SettlementRow, ...], box: int) -> BoxView:
    felt = offers.felt
    wagers = tuple(BetView(player=wager.player, wager=wager.amount) for wager in felt.wagers.get(box, ()))
    hands = coup.of_box(box) if coup is not None else []
    if coup is None or not hands:
        amount = sum(wager.wager for wager in wagers) if wagers else None
        return BoxView(box=box, player=felt.seats.get(box), wager=amount, hands=(), wagers=wagers)
    amount = sum(bet.amount for hand in hands for bet in hand.bets)
    views = tuple(_hand(offers, coup, rows, hand) for hand in hands)
    return BoxView(
        box=box,
        player=coup.deciders[box],
        wager=amount,
        hands=views,
        wagers=wagers,
        may_surrender=offers.may_surrender(coup, box),
    )


def _hand(offers: Offers, coup: Coup, rows: tuple[SettlementRow, ...], hand: BoxHand) -> HandView:
    felt = offers.felt
    own = [row for row in rows if (row.box, row.hand, row.kind) == (hand.box, hand.number, "main")]
    bets = tuple(_bet(offers, coup, own, hand, bet) for bet in hand.bets)
    first = next((bet for bet in bets if bet.player == coup.deciders[hand.box]), bets[0])
    cards, total, soft = _seen(hand)
    return HandView(
        cards=cards,
        total=total,
        soft=soft,
        natural=total is not None and hand.is_natural,
        naming=(naming := _naming(felt, hand)),
        unread=() if naming is None else tuple(laid.n for laid in hand.cards if laid in coup.to_name),
        at_once=hand.is_over,
        state=_state(felt, coup, hand, settled=bool(own)),
        bets=bets if bets[0] is first else tuple(sorted(bets, key=lambda bet: bet is not first)),
        wager=sum(bet.wager for bet in bets),
        outcome=first.outcome or first.moved,
        net=sum(row.net for row in own) if own else None,
    )


def _bet(offers: Offers, coup: Coup, rows: list[SettlementRow], hand: BoxHand, bet: Bet) -> BetView:
    own = [row for row in rows if row.player == bet.player]
    return BetView(
        player=bet.player,
        wager=bet.amount,
        insurance=coup.insurance.get((hand.box, bet.player), 0) if hand.number == 1 else 0,
        insurable=offers.insurable(hand, bet),
        even_money=offers.takes_even_money(hand, bet),
        moved=_moved(hand, bet) if hand.is_over or bet.is_over else None,
        outcome=own[-1].outcome if own else None,
        net=sum(row.net for row in own) if own else None,
    )


def _moved(hand: BoxHand, bet: Bet) -> Outcome | None:
    """What ended it at once."""
    return next((row.outcome for row in AT_ONCE if row.holds(hand, bet, Hand())), None)


def _naming(felt: Felt, hand: BoxHand) -> int | None:
    match felt.due:
        case NameCard(n=n):
            return next((place for place, laid in enumerate(hand.cards) if laid.n == n), None)
        case _:
            return None


def _state(felt: Felt, coup: Coup, hand: BoxHand, *, settled: bool) -> HandState:
    match felt.due:
        case Ask(box=hand.box, hand=hand.number):
            return "asked"
        case Deal(to=to) if to == coup.extra(hand):
            return "asked"
    if settled:
        return "settled"
    if hand.is_over:
        return "bust" if hand.is_bust else "settled"
    return "stood" if hand.stood else "waiting"


def _dealer(coup: Coup | None) -> DealerView:
    if coup is None:
        return DealerView(cards=(), total=None, soft=False)
    cards, total, soft = _seen(coup.dealer)
    return DealerView(cards=cards, total=total, soft=soft, natural=total is not None and coup.dealer.is_natural)


def _shoe(felt: Felt, coup: Coup | None) -> ShoeView:
    shoe = felt.shoe
    boxes = len(felt.wagers) if coup is None else len(coup.deciders)
    need = CARDS_A_COUP_MAY_NEED[boxes] if felt.is_counted else None
    is_short = need is not None and felt.cards_left < need and not shoe.spent
    return ShoeView(
        size=shoe.size,
        out=shoe.out,
        white_card_out=shoe.white_card_out,
        last_coup=felt.last_coup and not (coup is None and shoe.spent),
        empty=shoe.empty,
        burned=coup.burned if coup is not None else 0,
        held=len(shoe.held),
        left=felt.cards_left if felt.is_counted else None,
        need=need,
        boxes=boxes,
        shuffle_advised=is_short and coup is None,
        is_short=is_short,
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
    return UNREAD if laid.card is None else laid.card.face
