"""Whether a request can be taken: one pure function of the felt and the request, which changes neither.

What the regulation has and this version does not play yet ends at :data:`NOT_PLAYED`.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.answers import Refusal
from engine.articles import Article
from engine.events import (
    BettingClosed,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardVoided,
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
    Withdrawn,
)
from engine.felt import Felt
from engine.instructions import Ask, Deal, NameCard
from engine.reasons import Reason
from engine.roles import extra
from engine.rules import TableRules
from engine.settlement import is_payable

NOT_PLAYED: Final[dict[type[Request], Article]] = {
    Insurance: Article.INSURANCE,
    EvenMoney: Article.NATURAL,
    HandShown: Article.PLAYER,
    Withdrawn: Article.START,
    CardVoided: Article.START,
    CardHeld: Article.START,
    CardExposed: Article.START,
    MisdealFound: Article.START,
}
"""Requests of the regulation and the contract that this version refuses, with their articles."""

CALLS_NOT_PLAYED: Final = {"double": Article.DOUBLE, "split": Article.SPLIT, "surrender": Article.SURRENDER}
"""Calls that this version refuses."""

LONGEST_NAME: Final = 24
"""Characters of a player's name, and of a table's."""


def refusal(felt: Felt, request: Request) -> Refusal | None:
    """Why ``request`` cannot be taken now; ``None``: it can."""
    if request.before is not None or type(request) in NOT_PLAYED:
        return Reason.NOT_PLAYED.refusal(NOT_PLAYED.get(type(request)))
    return JUDGED_BY[type(request)](felt, request)


def _opening(_felt: Felt, _request: TableOpened) -> Refusal | None:
    return Reason.TABLE_IS_OPEN.refusal()


def _seating(felt: Felt, request: PlayerSeated) -> Refusal | None:
    if not 1 <= request.box <= felt.rules.boxes:
        return Reason.NO_SUCH_BOX.refusal(box=request.box)
    if not 1 <= len(request.player) <= LONGEST_NAME or not request.player.isprintable():
        return Reason.NO_NAME.refusal()
    if request.box in felt.seats:
        return Reason.BOX_IS_TAKEN.refusal(box=request.box, player=felt.seats[request.box])
    for box, player in felt.seats.items():
        if player == request.player:
            return Reason.SITS_ELSEWHERE.refusal(player=player, box=box)
    for hand in felt.open_coup.hands if felt.open_coup is not None else ():
        if hand.player == request.player and hand.box != request.box:
            return Reason.CHANGES_BOX.refusal(player=hand.player, box=hand.box)
    return None


def _leaving(felt: Felt, request: PlayerLeft) -> Refusal | None:
    return _box_refusal(felt, request.box)


def _box_refusal(felt: Felt, box: int) -> Refusal | None:
    if not 1 <= box <= felt.rules.boxes:
        return Reason.NO_SUCH_BOX.refusal(box=box)
    return None if box in felt.seats else Reason.BOX_IS_EMPTY.refusal(box=box)


def _wager(felt: Felt, request: WagerPlaced) -> Refusal | None:
    if not felt.betting_is_open:
        return Reason.BETTING_IS_CLOSED.refusal()
    refused = _box_refusal(felt, request.box)
    if refused is None and felt.seats[request.box] != request.player:
        return Reason.NOT_PLAYED.refusal(Article.BOXES)
    return refused or amount_refusal(request.amount, felt.rules)


def amount_refusal(amount: int, rules: TableRules) -> Refusal | None:
    """Why a wager of ``amount`` avos is refused by ``rules``, with the nearest lawful amounts."""
    if amount % rules.chip_unit or amount <= 0:
        return Reason.NOT_WHOLE_CHIPS.refusal(amount=amount, **nearest_lawful(amount, rules))
    if rules.min_wager is not None and amount < rules.min_wager:
        return Reason.BELOW_MINIMUM.refusal(amount=amount, limit=rules.min_wager)
    if rules.max_wager is not None and amount > rules.max_wager:
        return Reason.ABOVE_MAXIMUM.refusal(amount=amount, limit=rules.max_wager)
    if not is_payable(amount, rules):
        return Reason.ODD_WAGER.refusal(amount=amount, **nearest_lawful(amount, rules))
    return None


def nearest_lawful(amount: int, rules: TableRules) -> dict[str, str | int]:
    """The lawful wagers next ``below`` and ``above`` an amount that is none, where there are any; avos."""
    step = rules.chip_unit * (2 if rules.odd_amounts == "refuse" else 1)
    least = -(-max(rules.min_wager or step, step) // step) * step
    steps = max(amount, 0) // step
    below, above = steps * step, max((steps + 1) * step, least)
    found: dict[str, str | int] = {}
    if rules.max_wager is not None:
        below = min(below, rules.max_wager // step * step)
    if below >= least:
        found["below"] = below
    if rules.max_wager is None or above <= rules.max_wager:
        found["above"] = above
    return found


def _withdrawal(felt: Felt, request: WagerWithdrawn) -> Refusal | None:
    if not felt.betting_is_open:
        return Reason.BETTING_IS_CLOSED.refusal()
    wager = felt.wagers.get(request.box)
    if wager is None or wager.player != request.player:
        return Reason.NO_WAGER.refusal(player=request.player, box=request.box)
    return None


def _closing(felt: Felt, _request: BettingClosed) -> Refusal | None:
    if not felt.betting_is_open:
        return Reason.BETTING_IS_CLOSED.refusal()
    if not felt.wagers:
        return Reason.NOBODY_WAGERS.refusal()
    return Reason.SHUFFLE_IS_DUE.refusal() if felt.shuffle_is_due else None


def _shuffling(felt: Felt, _request: ShuffleCalled) -> Refusal | None:
    in_the_midst = felt.in_coup and not felt.only_touches_left
    return Reason.COUP_IN_PROGRESS.refusal() if in_the_midst else None


def _call(felt: Felt, request: Call) -> Refusal | None:
    if request.call in CALLS_NOT_PLAYED:
        return Reason.NOT_PLAYED.refusal(CALLS_NOT_PLAYED[request.call])
    if not _is_asked(felt, request):
        return Reason.NOT_ASKED.refusal(box=request.box, hand=request.hand)
    decider = felt.open_coup.of_box(request.box)[0].player if felt.open_coup is not None else ""
    if request.player not in (None, decider):
        return Reason.NOT_HIS_CALL.refusal(decider=decider, player=request.player or "", box=request.box)
    if request.call == "hit" and felt.shoe.empty:
        return Reason.SHOE_IS_EMPTY.refusal()
    return None


def _is_asked(felt: Felt, request: Call) -> bool:
    """Its hand is asked, or has announced a hit whose card is not out yet."""
    match felt.due:
        case Ask(box=box, hand=hand):
            return (box, hand) == (request.box, request.hand)
        case Deal(to=to):
            return to == extra(request.box, request.hand)
        case _:
            return False


def _done(felt: Felt, request: Done) -> Refusal | None:
    due = felt.due.__struct_config__.tag
    if due not in ("turn_hidden", "settle") or request.of not in (None, due):
        return Reason.NOT_DUE.refusal(felt.due.article)
    return None


def _naming(felt: Felt, request: CardNamed) -> Refusal | None:
    if request.n is None or request.card is None or request.names is not None:
        return Reason.NO_CARD_NAMED.refusal()
    if not isinstance(felt.due, NameCard) or felt.due.n != request.n:
        return Reason.NOT_UNREAD.refusal(n=request.n)
    return None


def _cancelling(felt: Felt, _request: CoupCancelled) -> Refusal | None:
    return Reason.NO_COUP.refusal() if felt.cancellable is None else None


JUDGED_BY: Final[dict[type[Request], Callable[[Felt, Any], Refusal | None]]] = {
    TableOpened: _opening,
    PlayerSeated: _seating,
    PlayerLeft: _leaving,
    WagerPlaced: _wager,
    WagerWithdrawn: _withdrawal,
    BettingClosed: _closing,
    Call: _call,
    Done: _done,
    ShuffleCalled: _shuffling,
    CardNamed: _naming,
    CoupCancelled: _cancelling,
}
"""Who judges which request."""
