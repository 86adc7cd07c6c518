"""The demo's people: what they can know, and how they play."""

import pytest

from deploy.demo_table import Setting, enrolled
from deploy.demonstration import Felt, called, wants
from engine.cards import Card
from firmware_bridge.simulated_shoe import WHITE_CARD

ALL_CALLS = ("hit", "stand", "double", "split", "surrender")


def hand(cards: str) -> list[Card]:
    return [Card.parse(card) for card in cards.split()]


@pytest.mark.parametrize(
    ("cards", "upcard", "calls", "call"),
    [
        ("TS 5H", "TD", ("hit", "stand"), "hit"),
        ("TS 7H", "TD", ALL_CALLS, "stand"),
        ("TS 3H", "6D", ALL_CALLS, "stand"),
        ("5S 6H", "6D", ALL_CALLS, "double"),
        ("5S 6H", "6D", ("hit", "stand"), "hit"),
        ("8S 8H", "6D", ALL_CALLS, "split"),
        ("8S 8H", "6D", ("hit", "stand"), "stand"),
        ("AS AH", "9D", ALL_CALLS, "split"),
        ("TS 6H", "TD", ALL_CALLS, "surrender"),
        ("TS 6H", "TD", ("hit", "stand", "double", "split"), "hit"),
        ("5S 3H 3D", "6D", ("hit", "stand"), "hit"),
        ("5S 3H 3D", "6D", ("stand",), "stand"),
        ("AS KH", "AD", ALL_CALLS, "stand"),
    ],
)
def test_players_call_by_their_strategy_what_is_open_to_them(
    cards: str, upcard: str, calls: tuple[str, ...], call: str
) -> None:
    assert called(hand(cards), Card.parse(upcard), calls) == call


@pytest.mark.parametrize(
    ("cards", "upcard", "wish"),
    [
        ("AS KH", "AD", "even_money"),
        ("TS KH", "AD", "insurance"),
        ("AS 9H", "AD", "insurance"),
        ("TS 9H", "AD", ""),
        ("TS 6H", "AD", ""),
        ("TS 6H", "TD", "surrender"),
        ("TS 9H", "TD", ""),
        ("AS KH", "TD", ""),
    ],
)
def test_players_ask_for_what_is_offered_by_their_cards(cards: str, upcard: str, wish: str) -> None:
    assert wants(hand(cards), Card.parse(upcard)) == wish


def test_the_deck_holds_each_card_once_a_pack_and_tags_that_tell_nothing() -> None:
    deck = enrolled(Setting(seed=3, packs=6))
    assert len(deck) == 312
    assert all(list(deck.values()).count(card) == 6 for card in Card.pack())
    by_tag = [deck[tag] for tag in sorted(deck)]
    assert by_tag != sorted(by_tag, key=lambda card: card.face)


@pytest.mark.parametrize("seed", range(20))
def test_the_white_card_lies_before_the_last_20_to_30(seed: int) -> None:
    shoe = Felt(enrolled(Setting(seed)), seed).shuffled()
    behind = len(shoe) - 1 - shoe.index(WHITE_CARD)
    assert 20 <= behind <= 30


def test_the_same_seed_shuffles_the_same_shoes() -> None:
    one, other = (Felt(enrolled(Setting(4)), 4) for _ in range(2))
    assert [one.shuffled(), one.shuffled()] == [other.shuffled(), other.shuffled()]


def test_cards_lie_where_they_were_dealt() -> None:
    felt = Felt(enrolled(Setting(4)), 4)
    felt.shuffled()
    for place in (None, "box:3", "upcard", "box:3/1"):
        assert felt.pulled(place)
    assert felt.hands[3, 1] == [felt.out[1], felt.out[3]]


def test_the_second_card_of_a_hand_that_is_split_begins_the_next() -> None:
    felt = Felt(enrolled(Setting(4)), 4)
    felt.shuffled()
    for place in ("box:3", "box:3"):
        felt.pulled(place)
    felt.split(3, 1)
    felt.pulled("box:3/2")
    assert (felt.hands[3, 1], felt.hands[3, 2]) == ([felt.out[0]], [felt.out[1], felt.out[2]])
