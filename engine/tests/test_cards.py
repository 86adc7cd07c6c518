import pytest

from engine.cards import Card, CardError, Rank, Suit

COUNTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10}


@pytest.mark.parametrize(("rank", "count"), COUNTS.items())
def test_4_each_rank_counts_its_points_in_every_suit(rank: str, count: int) -> None:
    assert {Card.parse(rank + suit).points for suit in "SHDC"} == {count}


def test_a_pack_holds_each_of_the_52_faces_once() -> None:
    pack = Card.pack()
    assert {card.face for card in pack} == {rank + suit for rank in COUNTS for suit in "SHDC"}
    assert len(pack) == 52


def test_a_card_is_written_as_it_is_read() -> None:
    assert all(Card.parse(card.face) is card for card in Card.pack())
    card = Card.parse("QD")
    assert (card.rank, card.suit, card.face) == (Rank("Q"), Suit("D"), "QD")


@pytest.mark.parametrize("text", ["10H", "TH", "th", "10h"])
def test_a_ten_is_read_in_either_writing(text: str) -> None:
    assert Card.parse(text) is Card.parse("TH")


@pytest.mark.parametrize(
    "text", ["", "T", "H", "HT", "1H", "11H", "TX", "TH ", " TH", "THH", "##", "??", "1OH", "101H"]
)
def test_what_names_no_card_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(CardError, match="is no card: write rank A 2") as error:
        Card.parse(text)
    assert repr(text) in str(error.value)
