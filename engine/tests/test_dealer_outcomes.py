"""What the dealer ends with, over every sequence of ranks from six packs, against a recursion that knows no engine."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Literal

import pytest

from engine.cards import POINTS, Card, Rank, Suit
from engine.hand import Hand, Laid
from engine.procedure import dealer_draws
from engine.rules import TableRules

pytestmark = pytest.mark.thorough

PACKS = 6
BUST = 22
ENDS = (17, 18, 19, 20, 21, BUST)
UPCARDS = [rank for rank in Rank if rank not in (Rank.JACK, Rank.QUEEN, Rank.KING)]

OF_A_SIX = {17: 0.16571, 18: 0.10619, 19: 0.10643, 20: 0.10155, 21: 0.09728, BUST: 0.42284}
"""Six packs, a soft 17 stands."""


def engine_outcomes(upcard: Rank, rules: TableRules) -> dict[int, float]:
    """How likely each end is when the engine's own rule says whether the dealer draws."""
    face = {rank: Card(rank, Suit.SPADES) for rank in Rank}
    left = dict.fromkeys(Rank, 4 * PACKS)
    hand = Hand()
    found = dict.fromkeys(ENDS, Fraction(0))

    def dealt(rank: Rank, likely: Fraction) -> None:
        left[rank] -= 1
        at = len(hand.cards) + 1
        hand.cards.append(Laid(seq=at, n=at, card=face[rank], face_up=True))
        if dealer_draws(hand, rules):
            in_shoe = sum(left.values())
            for following, count in left.items():
                if count:
                    dealt(following, likely * Fraction(count, in_shoe))
        else:
            found[min(hand.points.total, BUST)] += likely
        hand.cards.pop()
        left[rank] += 1

    dealt(upcard, Fraction(1))
    return {end: float(likely) for end, likely in found.items()}


def expected_outcomes(upcard: int, *, soft_17_draws: bool) -> dict[int, float]:
    """The same by ten values and by what was drawn whatever its order; an upcard ace is 1."""

    @cache
    def after(drawn: tuple[int, ...]) -> tuple[Fraction, ...]:
        least = sum(drawn)
        best = least + 10 if 1 in drawn and least <= 11 else least
        if best >= 17 and not (soft_17_draws and best == 17 and least == 7):
            return tuple(Fraction(end == min(best, BUST)) for end in ENDS)
        ends = [Fraction(0)] * len(ENDS)
        for value, likely in drawn_next(drawn):
            for at, chance in enumerate(after(tuple(sorted((*drawn, value))))):
                ends[at] += likely * chance
        return tuple(ends)

    return dict(zip(ENDS, map(float, after((upcard,))), strict=True))


def drawn_next(drawn: tuple[int, ...]) -> Iterator[tuple[int, Fraction]]:
    """Each value from ace to ten and how likely it comes next."""
    for value in range(1, 11):
        left = (16 if value == 10 else 4) * PACKS - drawn.count(value)
        yield value, Fraction(left, 52 * PACKS - len(drawn))


@pytest.mark.parametrize("soft_17", ["stand", "draw"])
@pytest.mark.parametrize("upcard", UPCARDS, ids=str)
def test_3_2_a_the_dealer_ends_as_the_exact_recursion_has_it(upcard: Rank, soft_17: Literal["stand", "draw"]) -> None:
    rules = TableRules(decks=PACKS, dealer_soft_17=soft_17)
    expected = expected_outcomes(POINTS[upcard], soft_17_draws=soft_17 == "draw")
    assert engine_outcomes(upcard, rules) == pytest.approx(expected, rel=0, abs=1e-12)
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)


def test_3_2_a_a_dealer_who_shows_a_six() -> None:
    found = engine_outcomes(Rank.SIX, TableRules(decks=PACKS))
    assert {end: round(chance, 5) for end, chance in found.items()} == OF_A_SIX
