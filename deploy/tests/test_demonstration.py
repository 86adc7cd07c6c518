"""The demo's people: what they can know, and how they play."""

import pytest

from deploy.demo_table import Setting, enrolled
from deploy.demonstration import Felt, hits
from engine.cards import Card
from firmware_bridge.simulated_shoe import WHITE_CARD


@pytest.mark.parametrize(
    ("cards", "upcard", "draws"),
    [
        ("TS 6H", "TD", True),
        ("TS 7H", "TD", False),
        ("TS 2H", "6D", False),
        ("5S 6H", "6D", True),
        ("AS 6H", "2D", True),
        ("AS 7H", "TD", False),
        ("AS KH", "AD", False),
    ],
)
def test_players_draw_by_their_simple_strategy(cards: str, upcard: str, draws: bool) -> None:
    assert hits([Card.parse(card) for card in cards.split()], upcard) is draws


def test_the_deck_holds_each_card_once_a_pack_and_tags_that_tell_nothing() -> None:
    deck = enrolled(Setting(seed=3, packs=6))
    assert len(deck) == 312
    assert all(list(deck.values()).count(card) == 6 for card in Card.pack())
    by_tag = [deck[tag] for tag in sorted(deck)]
    assert by_tag != sorted(by_tag, key=str)


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
    assert felt.boxes[3] == [felt.out[1], felt.out[3]]
