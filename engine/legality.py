"""Whether a request can be taken: pure functions of the felt and the request, which change neither.

What :func:`refusal` judges is public. A claim that rests on hidden cards is judged by :func:`borne_out`, once its hand
is shown.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.answers import Refusal
from engine.articles import Article
from engine.betting import closing, leaving, seating, shuffling, wager, withdrawal
from engine.coup import Coup
from engine.events import (
    BettingClosed,
    Call,
    CardExposed,
    CoupCancelled,
    Done,
    EvenMoney,
    HandShown,
    Insurance,
    MisdealFound,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShuffleCalled,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
)
from engine.felt import Felt
from engine.hand import BoxHand
from engine.instructions import Ask, Deal, NameCard, Offer, Reconcile
from engine.reasons import Reason
from engine.settlement import half
from engine.windows import (
    even_money_is_open,
    insurance_is_open,
    is_eleven,
    is_pair,
    may_surrender,
    pays_even_money,
    surrender_is_open,
)


def refusal(felt: Felt, request: Request) -> Refusal | None:
    """Why ``request`` cannot be taken now, by what everybody sees; ``None``: it can, or its cards must be seen."""
    judge = JUDGED_BY.get(type(request))
    if judge is None:
        return None
    if type(request) not in CORRECTIONS:
        if felt.reconcile is not None and not (isinstance(request, Done) and isinstance(felt.due, Reconcile)):
            return _name_first(felt) or Reason.RECONCILE_FIRST.refusal()
        if felt.is_off and type(request) not in AROUND_THE_TABLE:
            return Reason.ASSISTANT_IS_OFF.refusal()
    return judge(felt, request)


def _opening(_felt: Felt, _request: TableOpened) -> Refusal | None:
    return Reason.TABLE_IS_OPEN.refusal()


# The coup


def _name_first(felt: Felt) -> Refusal | None:
    """A name that is wanted comes before anything else (2(1))."""
    due = felt.due
    return Reason.NAME_FIRST.refusal(n=due.n) if type(due) is NameCard else None


def _call(felt: Felt, request: Call) -> Refusal | None:
    coup = felt.open_coup
    if coup is None:
        return Reason.NOT_ASKED.refusal(box=request.box, hand=request.hand)
    refused = _name_first(felt)
    if refused is not None:
        return refused
    hand = coup.hand(request.box, request.hand)
    asked = hand is hand_asked(felt) or (request.call == "surrender" and not coup.cancelled)
    if hand is None or not asked:
        return Reason.NOT_ASKED.refusal(box=request.box, hand=request.hand)
    decider = coup.deciders[request.box]
    if request.player not in (None, decider):
        return Reason.NOT_HIS_CALL.refusal(decider=decider, player=request.player or "", box=request.box)
    if request.call == "stand":
        return None
    if request.call == "surrender":
        return _surrender(coup, request.box)
    if not coup.shoe.has_cards:
        return Reason.SHOE_IS_EMPTY.refusal()
    return None if request.call == "hit" else _pair_call(coup, hand, request)


def _pair_call(coup: Coup, hand: BoxHand, request: Call) -> Refusal | None:
    """A split (10) or double (11), by what everybody sees."""
    if len(hand.cards) != 2:
        return Reason.NOT_TWO_CARDS.refusal(ARTICLE_OF[request.call], box=hand.box, hand=hand.number)
    for player in request.matched_by or ():
        if hand.bet_of(player) is None:
            return Reason.NO_SUCH_BETTOR.refusal(player=player, box=hand.box, hand=hand.number)
    if request.call == "double":
        return Reason.NOT_ON_SPLIT.refusal() if hand.split and not coup.rules.double_after_split else None
    if len(coup.of_box(hand.box)) >= coup.rules.max_hands:
        return Reason.NO_RESPLIT.refusal(box=hand.box, hands=coup.rules.max_hands)
    return None


def _surrender(coup: Coup, box: int) -> Refusal | None:
    if coup.ace_up:
        return Reason.NO_SURRENDER.refusal()
    if not coup.is_dealt:
        return Reason.NOT_DEALT.refusal()
    if not surrender_is_open(coup, box):
        drawn = box if box in coup.extra_out else min(coup.extra_out)
        return Reason.SURRENDER_IS_CLOSED.refusal(box=drawn)
    return None if may_surrender(coup, box) else Reason.HAS_DECIDED.refusal(box=box)


def hand_asked(felt: Felt) -> BoxHand | None:
    """The hand that is asked, that has announced a hit whose card is not out yet, or that is asked after the offer."""
    coup, due = felt.open_coup, felt.due
    if coup is None:
        return None
    if type(due) is Ask:
        return coup.hand(due.box, due.hand)
    if type(due) is Deal and due.article is Article.PLAYER:
        return next((hand for hand in coup.hands if coup.extra(hand) == due.to), None)
    if type(due) is Offer:
        return coup.hand_to_play
    return None


def claimed_hand(felt: Felt, request: Request) -> BoxHand | None:
    """The hand whose cards ``request`` rests on."""
    coup = felt.open_coup
    if type(request) is Call and request.call in ARTICLE_OF and coup is not None:
        return coup.hand(request.box, request.hand)
    return coup.hand(request.box, 1) if type(request) is EvenMoney and coup is not None else None


ARTICLE_OF: Final = {"double": Article.DOUBLE, "split": Article.SPLIT}
"""The calls that rest on hidden cards."""


def borne_out(coup: Coup, hand: BoxHand, request: Request) -> Refusal | None:
    """Why the cards of ``hand``, which is shown, do not bear out a split, a double or even money."""
    if isinstance(request, EvenMoney):
        return None if hand.is_natural else Reason.NO_NATURAL.refusal(box=hand.box)
    if isinstance(request, Call) and request.call == "double":
        return None if is_eleven(hand) else Reason.NOT_ELEVEN.refusal(box=hand.box, hand=hand.number)
    return None if is_pair(coup, hand) else Reason.NOT_EQUAL.refusal(box=hand.box, hand=hand.number)


NOT_BORNE_OUT: Final = frozenset({"no_natural", "not_eleven", "not_equal"})
"""What a claim's cards can say against it."""


def _done(felt: Felt, request: Done) -> Refusal | None:
    due = felt.due.__struct_config__.tag
    if due not in TOUCHES or request.of not in (None, due):
        return Reason.NOT_DUE.refusal(felt.due.article)
    return None


TOUCHES: Final = frozenset({"offer", "turn_hidden", "reconcile", "settle"})
"""What is due and moves no card."""


def _insurance(felt: Felt, request: Insurance) -> Refusal | None:
    coup = felt.open_coup
    if coup is None or coup.upcard is None:
        return _name_first(felt) or Reason.NO_UPCARD.refusal(Article.INSURANCE)
    if not coup.ace_up:
        return Reason.NO_INSURANCE.refusal()
    hand = coup.hand(request.box, 1)
    bet = hand.bet_of(request.player) if hand is not None else None
    if bet is None:
        return Reason.NO_SUCH_BETTOR.refusal(Article.INSURANCE, player=request.player, box=request.box, hand=1)
    if not insurance_is_open(coup):
        return Reason.INSURANCE_IS_CLOSED.refusal()
    limit = half(bet.unit, felt.rules)
    if request.amount > limit:
        return Reason.INSURES_TOO_MUCH.refusal(amount=request.amount, limit=limit)
    if request.amount < 0 or request.amount % felt.rules.chip_unit:
        return Reason.INSURES_NOTHING.refusal(amount=request.amount, limit=limit)
    return _name_first(felt)


def _even_money(felt: Felt, request: EvenMoney) -> Refusal | None:
    coup = felt.open_coup
    if coup is None or coup.upcard is None:
        return _name_first(felt) or Reason.NO_UPCARD.refusal(Article.NATURAL)
    hand = coup.hand(request.box, 1)
    bet = hand.bet_of(request.player) if hand is not None else None
    if hand is None or bet is None:
        return Reason.NO_SUCH_BETTOR.refusal(Article.NATURAL, player=request.player, box=request.box, hand=1)
    if coup.cancelled:
        return Reason.COUP_IS_CANCELLED.refusal()
    if coup.settlement is not None or not even_money_is_open(coup):
        return (Reason.EVEN_MONEY_IS_CLOSED if pays_even_money(coup) else Reason.NO_EVEN_MONEY).refusal()
    if bet.surrendered:
        return Reason.HAS_DECIDED.refusal(Article.NATURAL, box=request.box)
    if bet.even_money:
        return Reason.EVEN_MONEY_IS_PAID.refusal(player=request.player, box=request.box)
    if hand.split or len(hand.cards) != 2:
        return Reason.NOT_TWO_CARDS.refusal(Article.NATURAL, box=request.box, hand=1)
    return _name_first(felt)


def _showing(felt: Felt, request: HandShown) -> Refusal | None:
    coup = felt.open_coup
    hand = coup.hand(request.box, request.hand) if coup is not None else None
    if hand is None or not hand.cards:
        return Reason.NO_HAND.refusal(box=request.box, hand=request.hand)
    return _name_first(felt)


# Corrections that have their place in the coup


def _exposing(felt: Felt, request: CardExposed) -> Refusal | None:
    known = felt.card(request.n) is not None and felt.in_coup
    return None if known else Reason.NO_SUCH_CARD.refusal(n=request.n)


def _misdealing(felt: Felt, _request: MisdealFound) -> Refusal | None:
    coup = felt.open_coup
    in_progress = coup is not None and coup.begun and not coup.cancelled
    return None if in_progress else Reason.NO_COUP.refusal()


def closing_table(felt: Felt) -> Refusal | None:
    """Why the table cannot be closed: wagers of a coup lie on the felt (article 2(2))."""
    return Reason.COUP_IS_OPEN.refusal() if felt.open_coup is not None else None


def _cancelling(felt: Felt, _request: CoupCancelled) -> Refusal | None:
    return Reason.NO_COUP.refusal() if felt.cancellable is None else None


JUDGED_BY: Final[dict[type[Request], Callable[[Felt, Any], Refusal | None]]] = {
    TableOpened: _opening,
    PlayerSeated: seating,
    PlayerLeft: leaving,
    WagerPlaced: wager,
    WagerWithdrawn: withdrawal,
    BettingClosed: closing,
    Call: _call,
    Done: _done,
    ShuffleCalled: shuffling,
    Insurance: _insurance,
    EvenMoney: _even_money,
    HandShown: _showing,
    CardExposed: _exposing,
    MisdealFound: _misdealing,
    CoupCancelled: _cancelling,
}
"""Who judges which request; corrections that play the coup again are judged by :mod:`engine.correction`."""

CORRECTIONS: Final = frozenset({CardExposed, MisdealFound, CoupCancelled})
"""What can be put right while the cards do not lie as the law has them."""
AROUND_THE_TABLE: Final = frozenset({TableOpened, PlayerSeated, PlayerLeft, ShuffleCalled})
"""What goes on without the assistant."""
