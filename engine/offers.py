"""What each bettor and box may ask for now, by what everybody sees: insurance (8), even money (6), surrender (12)."""

from dataclasses import dataclass

from engine.coup import Coup
from engine.events import EvenMoney
from engine.felt import Felt
from engine.hand import Bet, BoxHand
from engine.instructions import NameCard
from engine.legality import refusal
from engine.settlement import half
from engine.windows import even_money_is_open, insurance_is_open, may_surrender


@dataclass(frozen=True, slots=True)
class Offers:
    """Which windows are open on this felt."""

    felt: Felt
    insurance: bool = False
    even_money: bool = False
    surrender: bool = False

    @classmethod
    def of(cls, felt: Felt, coup: Coup | None) -> "Offers":
        """None is while a name or another laying comes first."""
        if coup is None or coup.cancelled or felt.reconcile is not None or type(felt.due) is NameCard:
            return cls(felt)
        even_money = even_money_is_open(coup) and coup.settlement is None
        return cls(felt, insurance_is_open(coup), even_money, not coup.ace_up and coup.is_dealt)

    def insurable(self, hand: BoxHand, bet: Bet) -> int | None:
        """The most that the bettor may insure, in avos; ``None``: nothing can be insured."""
        return half(bet.unit, self.felt.rules) if self.insurance and hand.number == 1 else None

    def takes_even_money(self, hand: BoxHand, bet: Bet) -> bool:
        """Nothing that everybody sees is against it: a hand that lies open is a natural."""
        if not self.even_money or hand.number != 1 or (hand.is_open and not hand.is_natural):
            return False
        return refusal(self.felt, EvenMoney(box=hand.box, player=bet.player)) is None

    def may_surrender(self, coup: Coup, box: int) -> bool:
        """The box may give up now, in turn or out of it."""
        return self.surrender and may_surrender(coup, box)
