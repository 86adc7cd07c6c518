"""What each coup was told to have ended as, and what corrected payouts made of it."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import structs

from engine.answers import CoupResult, Outcome, SettlementRow
from engine.coup import Coup
from engine.events import Paid, PayoutCorrected

FARTHEST: Final = 8
"""No two ends of a wager lie further apart, in wagers: a prize of three won, a doubled one lost, and as much again."""
MOST_CORRECTED: Final = 10**12
"""Avos by which a payout is corrected of which nothing is known: ten thousand million patacas."""


Wagered: TypeAlias = tuple[int, int, str, str, bool]
"""Box, hand, player, kind, and whether it is the prize."""


class Results:
    """The results of one table. A table that began from a :class:`~engine.events.Standing` knows none before it."""

    def __init__(self) -> None:
        self._told: dict[int, CoupResult] = {}
        self._payouts: dict[int, list[PayoutCorrected]] = {}
        self._again: CoupResult | None = None
        """A past result that changed and is not told again yet."""
        self._ticked: set[Wagered] = set()
        """Wagers of one coup that were ticked off as paid."""
        self._ticked_of = 0
        """Its number."""

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
            self._tell(again)
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
        self._tell(now)
        return now

    def _tell(self, result: CoupResult) -> None:
        """A wager that ends otherwise than it was paid is to be paid anew."""
        if self._ticked and result.number == self._ticked_of:
            before = {wagered(row): row.net for row in self._told[result.number].settlement}
            same = {wagered(row) for row in result.settlement if before.get(wagered(row)) == row.net}
            self._ticked &= same
        self._told[result.number] = result

    def tick(self, result: CoupResult, paid: Paid) -> None:
        """What ``paid`` speaks of was paid or taken."""
        if result.number != self._ticked_of:
            self._ticked, self._ticked_of = set(), result.number
        self._ticked |= {wagered(row) for row in rows_of(result, paid)}

    def ticked(self, result: CoupResult) -> set[SettlementRow]:
        """The rows of ``result`` that were paid or taken."""
        if result.number != self._ticked_of:
            return set()
        return {row for row in result.settlement if wagered(row) in self._ticked}

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
        """There is a wager that ``payout`` can be of, which came to that by now, with its stake or without; of a coup
        of which nothing is known every one may be.
        """
        result = self._told.get(payout.coup)
        by = abs(payout.to - payout.was)
        if result is None:
            return by <= MOST_CORRECTED
        own = [row for row in result.settlement if _is_of(row, payout) and by <= FARTHEST * row.wager]
        return any(payout.was in (row.net, row.net + row.wager) for row in own)


def _paid_again(row: SettlementRow, payout: PayoutCorrected) -> SettlementRow:
    """The row as a corrected payout leaves it; the others stay as they are."""
    return structs.replace(row, net=row.net + payout.to - payout.was) if _is_of(row, payout) else row


def wagered(row: SettlementRow) -> Wagered:
    """Which wager the row is of; a prize that is paid besides has a row of its own."""
    return row.box, row.hand, row.player, row.kind, row.outcome is Outcome.BONUS


def rows_of(result: CoupResult, paid: Paid) -> list[SettlementRow]:
    """The rows that ``paid`` speaks of: of a box, and where they are named of one hand, or of one player."""
    return [
        row
        for row in result.settlement
        if row.box == paid.box and paid.hand in (None, row.hand) and paid.player in (None, row.player)
    ]


def _is_of(row: SettlementRow, payout: PayoutCorrected) -> bool:
    """The payout is of this wager."""
    paid = row.kind == "main" and row.outcome is not Outcome.CANCELLED
    return paid and (row.box, row.hand, row.player) == (payout.box, payout.hand, payout.player)
