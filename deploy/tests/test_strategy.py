"""The strategy whose edge is known, as a chart: a column for each upcard from 2 to ace."""

import pytest

from deploy.benchmarks.strategy import decision, hits_below_17
from engine.cards import Card

UPCARDS = "23456789TA"
CALLS = {"H": "hit", "S": "stand", "D": "double", "P": "split", "R": "surrender"}

TWO_CARDS = {
    "2 3": "HHHHHHHHHH",
    "2 6": "HHHHHHHHHH",
    "3 6": "HHHHHHHHHH",
    "4 6": "HHHHHHHHHH",
    "2 9": "DDDDDDDDHH",
    "5 6": "DDDDDDDDHH",
    "2 K": "HHSSSHHHHH",
    "4 9": "SSSSSHHHHH",
    "5 9": "SSSSSHHHRH",
    "6 9": "SSSSSHHHRH",
    "7 9": "SSSSSHHRRH",
    "6 T": "SSSSSHHRRH",
    "7 J": "SSSSSSSSSS",
    "9 Q": "SSSSSSSSSS",
    "A 2": "HHHHHHHHHH",
    "A 3": "HHHHHHHHHH",
    "A 4": "HHHHHHHHHH",
    "A 5": "HHHHHHHHHH",
    "A 6": "HHHHHHHHHH",
    "A 7": "SSSSSSSHHH",
    "A 8": "SSSSSSSSSS",
    "A 9": "SSSSSSSSSS",
    "A K": "SSSSSSSSSS",
    "A A": "PPPPPPPPPH",
    "2 2": "HHPPPPHHHH",
    "3 3": "HHPPPPHHHH",
    "4 4": "HHHHHHHHHH",
    "5 5": "HHHHHHHHHH",
    "6 6": "HPPPPHHHHH",
    "7 7": "PPPPPPHHRH",
    "8 8": "PPPPPPPPRH",
    "9 9": "PPPPPSPPSS",
    "T K": "SSSSSSSSSS",
}
MORE_CARDS = {
    "2 3 5": "HHHHHHHHHH",
    "2 4 5": "HHHHHHHHHH",
    "3 4 5": "HHSSSHHHHH",
    "4 4 5": "SSSSSHHHHH",
    "4 5 5": "SSSSSHHHHH",
    "4 5 6": "SSSSSHHHHH",
    "4 5 7": "SSSSSHHHHH",
    "5 5 7": "SSSSSSSSSS",
    "A 2 4": "HHHHHHHHHH",
    "A 3 4": "SSSSSSSHHH",
    "A 4 4": "SSSSSSSSSS",
    "A 6 9": "SSSSSHHHHH",
    "A 6 T": "SSSSSSSSSS",
}
AFTER_A_SPLIT = {
    "2 2": "HHHHHHHHHH",
    "6 6": "HHSSSHHHHH",
    "7 7": "SSSSSHHHHH",
    "8 8": "SSSSSHHHHH",
    "9 9": "SSSSSSSSSS",
    "2 9": "HHHHHHHHHH",
    "8 7": "SSSSSHHHHH",
    "7 A": "SSSSSSSHHH",
}


def cards_of(text: str) -> list[Card]:
    """Of hearts."""
    return [Card.parse(f"{rank}H") for rank in text.split()]


@pytest.mark.parametrize("text", [*TWO_CARDS, *MORE_CARDS])
def test_a_hand_calls_as_the_chart_has_it(text: str) -> None:
    chart = TWO_CARDS | MORE_CARDS
    calls = [decision(cards_of(text), Card.parse(f"{up}S"), has_split=False) for up in UPCARDS]
    assert calls == [CALLS[letter] for letter in chart[text]]
    assert calls == [decision(cards_of(text)[::-1], Card.parse(f"{up}S"), has_split=False) for up in UPCARDS]


@pytest.mark.parametrize("text", AFTER_A_SPLIT)
def test_a_split_hand_splits_doubles_and_surrenders_no_more(text: str) -> None:
    calls = [decision(cards_of(text), Card.parse(f"{up}S"), has_split=True) for up in UPCARDS]
    assert calls == [CALLS[letter] for letter in AFTER_A_SPLIT[text]]


@pytest.mark.parametrize("text", TWO_CARDS)
def test_face_cards_up_count_as_a_ten(text: str) -> None:
    calls = {decision(cards_of(text), Card.parse(f"{up}S"), has_split=False) for up in "TJQK"}
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("text", "call"), [("T 6", "hit"), ("T 7", "stand"), ("A 5", "hit"), ("A 6", "stand"), ("8 8", "hit")]
)
def test_the_timed_strategy_knows_only_17(text: str, call: str) -> None:
    assert hits_below_17(cards_of(text), Card.parse("6S"), has_split=False) == call
