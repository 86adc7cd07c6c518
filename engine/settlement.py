"""Who wins what (articles 3(2)b, 5, 6, 7): a table whose first row that holds decides."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple

from engine.answers import Outcome, SettlementRow
from engine.articles import Article
from engine.hand import BoxHand, Hand
from engine.rules import TableRules

EVEN: Final = Fraction(1)
"""1:1 (article 5)."""
THREE_TO_TWO: Final = Fraction(3, 2)
"""3:2 (article 6)."""

THREE_TO_ONE: Final = Fraction(3)
"""Three times the wager (article 9)."""


class Row(NamedTuple):
    """When ``holds``, the wager ends so and wins ``ratio`` times itself."""

    outcome: Outcome
    article: Article
    ratio: Fraction
    holds: Callable[[BoxHand, Hand], bool]


ROWS: Final = (
    Row(Outcome.BONUS, Article.BONUS, THREE_TO_ONE, lambda hand, _dealer: hand.is_prize),
    Row(Outcome.BUST, Article.PLAYER, -EVEN, lambda hand, _dealer: hand.is_bust),
    Row(Outcome.PUSH, Article.PUSH_NATURALS, Fraction(0), lambda hand, dealer: hand.is_natural and dealer.is_natural),
    Row(Outcome.NATURAL, Article.NATURAL, THREE_TO_TWO, lambda hand, _dealer: hand.is_natural),
    Row(Outcome.LOSE, Article.NATURAL, -EVEN, lambda _hand, dealer: dealer.is_natural),
    Row(Outcome.WIN, Article.WIN, EVEN, lambda _hand, dealer: dealer.is_bust),
    Row(Outcome.WIN, Article.WIN, EVEN, lambda hand, dealer: hand.points.total > dealer.points.total),
    Row(Outcome.PUSH, Article.PUSH, Fraction(0), lambda hand, dealer: hand.points.total == dealer.points.total),
    Row(Outcome.LOSE, Article.WIN, -EVEN, lambda hand, dealer: hand.points.total < dealer.points.total),
)
"""Read from the top. Even money (6), insurance (8) and surrender (12) will have rows of their own."""


def settled(hand: BoxHand, dealer: Hand, rules: TableRules) -> SettlementRow:
    """How the wager on ``hand`` ends against the dealer's cards, all of them known."""
    row = next(row for row in ROWS if row.holds(hand, dealer))
    net = rounded(hand.wager * row.ratio, rules)
    return SettlementRow(hand.box, hand.number, hand.player, "main", hand.wager, row.outcome, net, row.article)


def cancelled(hand: BoxHand, dealer: Hand, rules: TableRules) -> SettlementRow:
    """The wager of a cancelled coup goes back (article 2(1)); ``void_keeps_paid``: what was decided stays so."""
    if hand.is_over and rules.void_keeps_paid:
        return settled(hand, dealer, rules)
    return SettlementRow(hand.box, hand.number, hand.player, "main", hand.wager, Outcome.CANCELLED, 0, Article.START)


def rounded(amount: Fraction, rules: TableRules) -> int:
    """``amount`` in whole chips: what does not divide goes to the side that ``odd_amounts`` names."""
    chips = amount / rules.chip_unit
    whole = -(-chips // 1) if rules.odd_amounts == "player" else chips // 1
    return int(whole) * rules.chip_unit


def is_payable(wager: int, rules: TableRules) -> bool:
    """3:2 and the half of ``wager`` are whole chips, or the house rounds them."""
    return rules.odd_amounts != "refuse" or wager % (2 * rules.chip_unit) == 0
