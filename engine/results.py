"""What each coup was told to have ended as, and what corrected payouts made of it."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from engine.answers import CoupResult, Outcome, SettlementRow
from engine.coup import Coup
from engine.events import PayoutCorrected

FARTHEST: Final = 8
"""No two ends of a wager lie further apart, in wagers: a prize of three won, a doubled one lost, and as much again."""
MOST_CORRECTED: Final = 10**12
"""Avos by which a payout is corrected of which nothing is known: ten thousand million patacas."""


class Results:
    """The results of one table. A table that began from a :class:`~engine.events.Standing` knows none before it."""

    def __init__(self) -> None:
        self._told: dict[int, CoupResult] = {}
        self._payouts: dict[int, list[PayoutCorrected]] = {}
        self._again: CoupResult | None = None
        """A past result that changed and is not told again yet."""

    @property
    def told(self) -> Mapping[int, CoupResult]:
        """As they were told last, by the coup's number."""
        return self._told

    @property
    def is_one_to_tell_again(self) -> bool:
        """A past result changed."""
        return self._again is not None

    def told_again(self) -> CoupResult | None:
        """The past result that changed, once."""
        again, self._again = self._again, None
        if again is not None:
            self._told[again.number] = again
        return again

    def tell(self, coup: Coup, rows: tuple[SettlementRow, ...]) -> CoupResult | None:
        """The result of ``coup``; ``None``: it was told so before."""
        before = self._told.get(coup.number)
        for payout in self._payouts.get(coup.number, ()):
            rows = tuple(_paid_again(row, payout) for row in rows)
        if before is not None and (before.settlement, before.cancelled, before.last_of_shoe) == (
            rows,
            coup.cancelled,
            coup.last,
        ):
            return None
        now = CoupResult(coup.number, coup.cancelled, coup.last, before is not None, rows)
        self._told[coup.number] = now
        return now

    def is_past(self, coup: Coup) -> None:
        """It is corrected no more: what a correction made of it is told with the next answer, if it is not told yet."""
        if coup.settlement is not None:
            self._again = self.tell(coup, coup.settlement) or self._again

    def pay(self, payout: PayoutCorrected) -> None:
        """A payout was put right: the result of its coup is told again."""
        before = self._told.get(payout.coup)
        if before is not None:
            self._payouts.setdefault(payout.coup, []).append(payout)
            rows = tuple(_paid_again(row, payout) for row in before.settlement)
            self._again = structs.replace(before, settlement=rows, supersedes=True)

    def can_be_paid(self, payout: PayoutCorrected) -> bool:
        """There is a wager that ``payout`` can be of; of a coup of which nothing is known every one may be."""
        result = self._told.get(payout.coup)
        by = abs(payout.to - payout.was)
        if result is None:
            return by <= MOST_CORRECTED
        return any(_is_of(row, payout) and by <= FARTHEST * row.wager for row in result.settlement)


def _paid_again(row: SettlementRow, payout: PayoutCorrected) -> SettlementRow:
    """The row as a corrected payout leaves it; the others stay as they are."""
    return structs.replace(row, net=row.net + payout.to - payout.was) if _is_of(row, payout) else row


def _is_of(row: SettlementRow, payout: PayoutCorrected) -> bool:
    """The payout is of this wager."""
    paid = row.kind == "main" and row.outcome is not Outcome.CANCELLED
    return paid and (row.box, row.hand, row.player) == (payout.box, payout.hand, payout.player)
