"""What is done with each wager when the coup is paid, in the order of paying, and which chips it takes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from engine.answers import Outcome, Payment, SettlementRow
from engine.chips import piles
from engine.coup import Coup
from engine.reasons import Moved
from engine.settlement import AT_ONCE, HALF, ONE_TO_ONE, THREE_TO_ONE, THREE_TO_TWO, TWO_TO_ONE
from engine.table import Table
from engine.view import MoneyView, Payout, Pile

MOVES_AT_ONCE: Final = frozenset(row.outcome for row in AT_ONCE)
"""How a wager ends whose money moves in the coup."""
RATIOS: Final[dict[Outcome, Fraction]] = {
    Outcome.NATURAL: THREE_TO_TWO,
    Outcome.WIN: ONE_TO_ONE,
    Outcome.BONUS: THREE_TO_ONE,
    Outcome.EVEN_MONEY: ONE_TO_ONE,
    Outcome.INSURANCE_WIN: TWO_TO_ONE,
    Outcome.SURRENDER: HALF,
}
"""At what the bank pays; of a surrender, what it takes."""
HALVED: Final = Moved.SURRENDER.name.lower()
"""The payment by which half a wager is taken."""


def payouts(table: Table) -> tuple[Payout, ...]:
    """Each wager of the coup that waits to be paid: box by box and hand by hand, who decides first (article 13)."""
    result, coup = table.result, table.felt.open_coup
    if result is None or coup is None:
        return ()
    ticked = table.ticked
    rows = sorted(result.settlement, key=lambda row: _place(coup, row))
    return tuple(_payout(row, is_done=row in ticked or _has_moved(coup, row)) for row in rows)


def _place(coup: Coup, row: SettlementRow) -> tuple[int, int, int, bool]:
    hand = coup.hand(row.box, row.hand)
    bettors = [bet.player for bet in hand.bets] if hand is not None else []
    turn = -1 if row.player == coup.deciders.get(row.box) or row.player not in bettors else bettors.index(row.player)
    return row.box, row.hand, turn, row.kind == "insurance"


def _has_moved(coup: Coup, row: SettlementRow) -> bool:
    """Its money moved in the coup."""
    at = row.box, row.hand, row.player, row.net
    return row.outcome in MOVES_AT_ONCE and any(
        at == (moved.box, moved.hand, moved.player, moved.amount) for moved in coup.moved
    )


def _payout(row: SettlementRow, *, is_done: bool) -> Payout:
    ratio = RATIOS.get(row.outcome)
    return Payout(
        box=row.box,
        hand=row.hand,
        player=row.player,
        kind=row.kind,
        outcome=row.outcome,
        wager=row.wager,
        net=row.net,
        ratio=f"{ratio.numerator}:{ratio.denominator}" if ratio is not None else "",
        article=row.article,
        is_done=is_done,
    )


def to_be_moved(pay: Sequence[Payment]) -> tuple[Payment, ...]:
    """Of what one event moves: what it takes back itself lies where it lay, as when the shoe then runs out (2(2)); nor
    does nothing move.
    """
    left = [payment for payment in pay if payment.amount]
    for payment in tuple(left):
        back = Moved.back(payment)
        if payment in left and back in left and back != payment:
            left.remove(payment)
            left.remove(back)
    return tuple(left)


def stacks(payouts: Sequence[Payout], pay: Sequence[Payment], money: MoneyView) -> dict[int, tuple[Pile, ...]]:
    """The chips of each amount that the bank pays, and of each half that it takes; none where no amounts are told."""
    if not money.is_told or not (payouts or pay):
        return {}
    amounts = {abs(each.net) for each in payouts if each.net > 0 or each.outcome is Outcome.SURRENDER}
    amounts |= {abs(each.amount) for each in pay if each.amount > 0 or each.code == HALVED}
    made = ((amount, piles(amount, money.chips)) for amount in sorted(amounts))
    return {amount: chips for amount, chips in made if chips}
