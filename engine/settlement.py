"""Who wins what (articles 3(2)b, 5, 6, 7, 8, 9, 12): tables whose first row that holds decides."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from engine.answers import Outcome, SettlementRow
from engine.articles import Article
from engine.hand import Bet, BoxHand, Hand
from engine.rules import TableRules

ONE_TO_ONE: Final = Fraction(1)
"""1:1 (articles 5, 6)."""
HALF: Final = Fraction(1, 2)
"""What a surrender costs (article 12)."""
THREE_TO_TWO: Final = Fraction(3, 2)
"""3:2 (article 6)."""
TWO_TO_ONE: Final = Fraction(2)
"""2:1 (article 8)."""
THREE_TO_ONE: Final = Fraction(3)
"""Three times the wager (article 9)."""
NOTHING: Final = Fraction(0)
"""The wager goes back."""


class Row(NamedTuple):
    """When ``holds``, the wager ends so and wins ``ratio`` times itself."""

    outcome: Outcome
    article: Article
    ratio: Fraction
    holds: Callable[[BoxHand, Bet, Hand], bool]


AT_ONCE: Final = (
    Row(Outcome.SURRENDER, Article.SURRENDER, -HALF, lambda _hand, bet, _dealer: bet.surrendered),
    Row(Outcome.EVEN_MONEY, Article.NATURAL, ONE_TO_ONE, lambda _hand, bet, _dealer: bet.even_money),
    Row(Outcome.BONUS, Article.BONUS, THREE_TO_ONE, lambda hand, _bet, _dealer: hand.is_over and hand.has_prize),
    Row(Outcome.BUST, Article.PLAYER, -ONE_TO_ONE, lambda hand, _bet, _dealer: hand.is_bust),
)
"""What is decided before the dealer's cards are: the money moves at once."""

AGAINST_DEALER: Final = (
    Row(Outcome.PUSH, Article.PUSH_NATURALS, NOTHING, lambda hand, _, dealer: hand.is_natural and dealer.is_natural),
    Row(Outcome.NATURAL, Article.NATURAL, THREE_TO_TWO, lambda hand, _bet, _dealer: hand.is_natural),
    Row(Outcome.LOSE, Article.NATURAL, -ONE_TO_ONE, lambda _hand, _bet, dealer: dealer.is_natural),
    Row(Outcome.WIN, Article.WIN, ONE_TO_ONE, lambda _hand, _bet, dealer: dealer.is_bust),
    Row(Outcome.WIN, Article.WIN, ONE_TO_ONE, lambda hand, _bet, dealer: hand.total > dealer.total),
    Row(Outcome.PUSH, Article.PUSH, NOTHING, lambda hand, _bet, dealer: hand.total == dealer.total),
    Row(Outcome.LOSE, Article.WIN, -ONE_TO_ONE, lambda hand, _bet, dealer: hand.total < dealer.total),
)
"""What the dealer's cards decide."""

ROWS: Final = AT_ONCE + AGAINST_DEALER
"""Read from the top."""


def row_of(hand: BoxHand, bet: Bet, dealer: Hand) -> Row:
    """How ``bet`` on ``hand`` ends against the dealer's cards."""
    for row in ROWS:
        if row.holds(hand, bet, dealer):
            return row
    raise LookupError("no row of the settlement holds")


def settled(hand: BoxHand, bet: Bet, dealer: Hand, rules: TableRules) -> SettlementRow:
    """The wager's row: what it ends as, and its net in avos."""
    row = row_of(hand, bet, dealer)
    net = rounded(bet.amount, row.ratio, rules)
    return SettlementRow(hand.box, hand.number, bet.player, "main", bet.amount, row.outcome, net, row.article)


def prize(hand: BoxHand, bet: Bet) -> SettlementRow:
    """The special prize in a row of its own (article 9, ``bonus`` add)."""
    net = int(bet.amount * THREE_TO_ONE)
    return SettlementRow(hand.box, hand.number, bet.player, "main", bet.amount, Outcome.BONUS, net, Article.BONUS)


def settlement(
    hands: list[BoxHand], insurance: dict[tuple[int, str], int], dealer: Hand, rules: TableRules
) -> tuple[SettlementRow, ...]:
    """Every wager's row, the box first on the dealer's left first."""
    rows = []
    for hand in hands:
        for bet in hand.bets:
            if hand.has_prize and not hand.is_over:
                rows.append(prize(hand, bet))
            rows.append(_main(hands, hand, bet, dealer, rules))
    rows += [_insured(box, player, amount, dealer) for (box, player), amount in sorted(insurance.items()) if amount]
    return tuple(rows)


def _main(hands: list[BoxHand], hand: BoxHand, bet: Bet, dealer: Hand, rules: TableRules) -> SettlementRow:
    if rules.dealer_natural_takes == "one" and row_of(hand, bet, dealer) is TAKEN_BY_NATURAL:
        return _one_unit(hands, hand, bet, dealer)
    return settled(hand, bet, dealer, rules)


TAKEN_BY_NATURAL: Final = AGAINST_DEALER[2]
"""The dealer's natural takes the wager (article 6)."""


def _one_unit(hands: list[BoxHand], hand: BoxHand, bet: Bet, dealer: Hand) -> SettlementRow:
    """Of a bettor's wagers on a box one original unit is lost, on his first hand that lives; the rest goes back."""
    first = next(
        other
        for other in hands
        if other.box == hand.box
        and (own := other.bet_of(bet.player)) is not None
        and row_of(other, own, dealer) is TAKEN_BY_NATURAL
    )
    outcome, net = (Outcome.LOSE, -bet.unit) if first is hand else (Outcome.PUSH, 0)
    return SettlementRow(hand.box, hand.number, bet.player, "main", bet.amount, outcome, net, Article.NATURAL)


def _insured(box: int, player: str, amount: int, dealer: Hand) -> SettlementRow:
    """Insurance pays 2:1 on the dealer's natural, and is lost otherwise (article 8)."""
    won = dealer.is_natural
    outcome = Outcome.INSURANCE_WIN if won else Outcome.INSURANCE_LOSE
    net = int(amount * (TWO_TO_ONE if won else -ONE_TO_ONE))
    return SettlementRow(box, 1, player, "insurance", amount, outcome, net, Article.INSURANCE)


def cancelled(
    hands: list[BoxHand], insurance: dict[tuple[int, str], int], dealer: Hand, rules: TableRules
) -> tuple[SettlementRow, ...]:
    """Every wager of a cancelled coup goes back (article 2(1)); ``void_keeps_paid``: what was decided stays so."""
    rows = [row for hand in hands for bet in hand.bets for row in _reversed(hand, bet, dealer, rules)]
    rows += [
        SettlementRow(box, 1, player, "insurance", amount, Outcome.CANCELLED, 0, Article.START)
        for (box, player), amount in sorted(insurance.items())
        if amount
    ]
    return tuple(rows)


def _reversed(hand: BoxHand, bet: Bet, dealer: Hand, rules: TableRules) -> Iterable[SettlementRow]:
    if rules.void_keeps_paid and hand.has_prize and not hand.is_over:
        yield prize(hand, bet)
    if rules.void_keeps_paid and (hand.is_over or bet.is_over):
        yield settled(hand, bet, dealer, rules)
    else:
        yield SettlementRow(hand.box, hand.number, bet.player, "main", bet.amount, Outcome.CANCELLED, 0, Article.START)


def rounded(wager: int, ratio: Fraction, rules: TableRules) -> int:
    """``ratio`` of ``wager`` in whole chips: what does not divide goes to the side that ``odd_amounts`` names."""
    exact, of = wager * ratio.numerator, ratio.denominator * rules.chip_unit
    chips = -(-exact // of) if rules.odd_amounts == "player" else exact // of
    return chips * rules.chip_unit


def is_payable(wager: int, rules: TableRules) -> bool:
    """3:2 and the half of ``wager`` are whole chips, or the house rounds them."""
    return rules.odd_amounts != "refuse" or wager % (2 * rules.chip_unit) == 0


def half(wager: int, rules: TableRules) -> int:
    """The most that insures ``wager``: half of it, in whole chips (article 8)."""
    return wager // 2 // rules.chip_unit * rules.chip_unit
