"""Whether seats and wagers can be taken (articles 2(2), 2(3), and what the chips can pay): pure, and all public."""

from typing import Final

from engine.answers import Refusal
from engine.events import (
    BettingClosed,
    PlayerLeft,
    PlayerSeated,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
)
from engine.felt import Felt
from engine.reasons import Reason
from engine.rules import TableRules, least_wager, wager_step
from engine.settlement import is_payable
from engine.wagers import Seats, bets_on, is_guest, needed_by, other_box

JOINERS: Final = {0x200C: None, 0x200D: None}
"""Characters that join or part the letters of a name and are not seen themselves."""
LONGEST_NAME: Final = 24
"""Characters of a player's name, and of a table's."""


def seating(felt: Felt, request: PlayerSeated) -> Refusal | None:
    """Who may occupy a box."""
    if not 1 <= request.box <= felt.rules.boxes:
        return Reason.NO_SUCH_BOX.refusal(box=request.box)
    if not _is_name(request.player):
        return Reason.NO_NAME.refusal()
    if request.box in felt.seats:
        return Reason.BOX_IS_TAKEN.refusal(box=request.box, player=felt.seats[request.box])
    for box, player in felt.seats.items():
        if player == request.player:
            return Reason.SITS_ELSEWHERE.refusal(player=player, box=box)
    coup = None if felt.only_touches_left else felt.open_coup
    for box, player in coup.occupants.items() if coup is not None else ():
        if player == request.player and box != request.box and coup is not None and coup.of_box(box):
            return Reason.CHANGES_BOX.refusal(player=player, box=box)
    for box in felt.wagers:
        if box != request.box and bets_on(box, request.player, felt.wagers):
            seats = {**felt.seats, request.box: request.player}
            refused = _place_refusal(felt, box, request.player, seats)
            if refused is not None:
                return refused
    return None


def _is_name(player: str) -> bool:
    seen = player.translate(JOINERS)
    return 1 <= len(player) <= LONGEST_NAME and seen.isprintable() and bool(seen.strip())


def leaving(felt: Felt, request: PlayerLeft) -> Refusal | None:
    """Who may leave one."""
    return _box_refusal(felt, request.box)


def _box_refusal(felt: Felt, box: int) -> Refusal | None:
    if not 1 <= box <= felt.rules.boxes:
        return Reason.NO_SUCH_BOX.refusal(box=box)
    return None if box in felt.seats else Reason.BOX_IS_EMPTY.refusal(box=box)


def wager(felt: Felt, request: WagerPlaced) -> Refusal | None:
    """Who may bet what, and where."""
    if not felt.betting_is_open:
        return Reason.BETTING_IS_CLOSED.refusal()
    if not _is_name(request.player):
        return Reason.NO_NAME.refusal()
    return (
        _box_refusal(felt, request.box)
        or _place_refusal(felt, request.box, request.player, felt.seats)
        or amount_refusal(request.amount, felt.rules)
    )


def _place_refusal(felt: Felt, box: int, player: str, seats: Seats) -> Refusal | None:
    """Who may bet on several boxes, and where (2(3))."""
    if felt.rules.decks > 1 and seats[box] == player:
        return None
    other = other_box(player, box, seats, felt.wagers, felt.rules)
    if other is not None:
        return Reason.ONE_BOX_ONLY.refusal(player=player, box=other)
    occupant = seats[box]
    if is_guest(player, box, seats) and not bets_on(box, occupant, felt.wagers):
        return Reason.OCCUPANT_MUST_BET.refusal(player=player, box=box, occupant=occupant)
    return None


def amount_refusal(amount: int, rules: TableRules) -> Refusal | None:
    """Why a wager of ``amount`` avos is refused by ``rules``, with the nearest lawful amounts."""
    if amount % rules.chip_unit or amount <= 0:
        return Reason.NOT_WHOLE_CHIPS.refusal(amount=amount, **nearest_lawful(amount, rules))
    if rules.min_wager is not None and amount < rules.min_wager:
        return Reason.BELOW_MINIMUM.refusal(amount=amount, limit=rules.min_wager, **nearest_lawful(amount, rules))
    if rules.max_wager is not None and amount > rules.max_wager:
        return Reason.ABOVE_MAXIMUM.refusal(amount=amount, limit=rules.max_wager)
    if not is_payable(amount, rules):
        return Reason.ODD_WAGER.refusal(amount=amount, **nearest_lawful(amount, rules))
    return None


def nearest_lawful(amount: int, rules: TableRules) -> dict[str, str | int]:
    """The lawful wagers next ``below`` and ``above`` an amount that is none, where there are any; avos."""
    step, least = wager_step(rules), least_wager(rules)
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


def withdrawal(felt: Felt, request: WagerWithdrawn) -> Refusal | None:
    """Who may take a wager back."""
    if not felt.betting_is_open:
        return Reason.BETTING_IS_CLOSED.refusal()
    if not bets_on(request.box, request.player, felt.wagers):
        return Reason.NO_WAGER.refusal(player=request.player, box=request.box)
    guest = needed_by(request.box, felt.seats, felt.wagers)
    if guest is not None and felt.seats.get(request.box) == request.player:
        return Reason.OCCUPANT_IS_NEEDED.refusal(player=guest, box=request.box)
    return None


def closing(felt: Felt, _request: BettingClosed) -> Refusal | None:
    """Whether a coup can begin."""
    if not felt.betting_is_open:
        return Reason.BETTING_IS_CLOSED.refusal()
    if not felt.wagers:
        return Reason.NOBODY_WAGERS.refusal()
    return Reason.SHUFFLE_IS_DUE.refusal() if felt.shuffle_is_due else None


def shuffling(felt: Felt, _request: ShuffleCalled) -> Refusal | None:
    """Whether the cards may be shuffled (article 2(2))."""
    in_the_midst = felt.in_coup and not felt.only_touches_left
    return Reason.COUP_IN_PROGRESS.refusal() if in_the_midst else None
