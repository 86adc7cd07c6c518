import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.hand import BoxHand, Laid, is_ace, points

cards_by_chance = st.lists(st.sampled_from(Card.pack()), max_size=12)


def hand(text: str) -> BoxHand:
    """Cards face down; ``??`` passed unread."""
    faces = [None if face == "??" else Card.parse(face) for face in text.split()]
    return BoxHand(cards=[Laid(seq=n, n=n, card=face) for n, face in enumerate(faces, 1)])


@pytest.mark.parametrize(
    ("text", "total", "soft"),
    [
        ("", 0, False),
        ("AS", 11, True),
        ("AS AD", 12, True),
        ("AS 6D", 17, True),
        ("AS 6D TD", 17, False),
        ("AS KD", 21, True),
        ("AS 9D AD", 21, True),
        ("AS TD TC", 21, False),
        ("AS AD TC", 12, False),
        ("AS AD TD 9D", 21, False),
        ("TS KD 2C", 22, False),
        ("5S 6S TS", 21, False),
        ("AS AD AC AH", 14, True),
    ],
)
def test_4_an_ace_counts_11_unless_the_hand_would_bust(text: str, total: int, soft: bool) -> None:
    assert hand(text).points == (total, soft)
    assert hand(text).total == total


@given(cards_by_chance)
def test_4_points_are_the_best_choice_of_every_aces_value(cards: list[Card]) -> None:
    least, aces = sum(card.points for card in cards), sum(is_ace(card) for card in cards)
    choices = [least + 10 * elevens for elevens in range(aces + 1)]
    total, soft = points(cards)
    assert total == max((choice for choice in choices if choice <= 21), default=least)
    assert soft == (total > least)


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("AS TD", True),
        ("KD AS", True),
        ("AS JD", True),
        ("QD AH", True),
        ("AS 9D", False),
        ("AS AD", False),
        ("TS KD", False),
        ("AS 9D AD", False),
        ("5S 6S TD", False),
        ("AS", False),
        ("AS TD ??", False),
        ("AS ??", False),
    ],
)
def test_6_a_natural_is_an_ace_and_a_ten_point_card_and_no_more(text: str, natural: bool) -> None:
    assert hand(text).is_natural is natural


@pytest.mark.parametrize(
    ("text", "bust"), [("TS 9S 2D", False), ("TS 9S 3D", True), ("AS 9S TD AD", False), ("TS 6S", False)]
)
def test_3_2_b_more_than_21_is_bust(text: str, bust: bool) -> None:
    assert hand(text).is_bust is bust
    assert hand(text).is_seen_bust is bust


def test_3_2_b_of_an_unread_card_only_the_player_knows_that_he_is_bust() -> None:
    assert not hand("TS ?? 9S").is_seen_bust
    assert not hand("TS ?? 9S 5D").is_seen_bust


def test_the_first_unread_card_is_the_one_to_name() -> None:
    unread = hand("TS ?? ??").unread
    assert unread is not None
    assert unread.n == 2
    assert hand("TS").unread is None


def test_an_unread_card_is_no_ace() -> None:
    assert is_ace(Card.parse("AC"))
    assert not is_ace(Card.parse("KC"))
    assert not is_ace(None)
