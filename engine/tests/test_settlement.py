from typing import Literal

import pytest

from engine.answers import Outcome, SettlementRow
from engine.articles import Article
from engine.cards import Card
from engine.hand import Bet, BoxHand, Hand, Laid, is_prize
from engine.rules import TableRules
from engine.settlement import AGAINST_DEALER, AT_ONCE, cancelled, is_payable, settled

BY_DEFAULT = TableRules()
Odd = Literal["refuse", "player", "house"]


def laid(text: str) -> list[Laid]:
    return [Laid(seq=n, n=n, card=Card.parse(face), face_up=True) for n, face in enumerate(text.split(), 1)]


def box(text: str, wager: int = 200) -> BoxHand:
    return BoxHand(laid(text), box=3, number=2, bets=[Bet("Ana", wager, wager)])


def ended(hand: BoxHand, dealer: str, rules: TableRules = BY_DEFAULT) -> SettlementRow:
    """The row of its one wager; a prize ends the hand (``bonus`` replace)."""
    hand.has_prize = hand.is_over = is_prize(hand)
    return settled(hand, hand.bets[0], Hand(laid(dealer)), rules)


@pytest.mark.parametrize(
    ("player", "dealer", "outcome", "net", "article"),
    [
        pytest.param("TS 6S 6H", "TD 7D", "bust", -200, "3(2)b", id="3(2)b-bust"),
        pytest.param("TS 6S 6H", "TD 6D 6C", "bust", -200, "3(2)b", id="3(2)b-bust-though-the-dealer-busts-too"),
        pytest.param("TS 6S 6H", "AD KD", "bust", -200, "3(2)b", id="3(2)b-bust-against-a-natural"),
        pytest.param("7S 7H 7D", "AD KD", "bonus", 600, "9", id="9-three-sevens-against-a-natural"),
        pytest.param("7S 7H 7S", "TD 6D 5D", "bonus", 600, "9", id="9-three-sevens-of-any-suits-against-21"),
        pytest.param("8H 6H 7H", "TD 9D", "bonus", 600, "9", id="9-6-7-8-of-a-suit-in-any-order"),
        pytest.param("6H 7H 8D", "TD 9D", "win", 200, "5", id="9-6-7-8-of-two-suits-is-no-prize"),
        pytest.param("7S 7H 5D 2S", "TD 9D", "win", 200, "5", id="9-two-sevens-are-no-prize"),
        pytest.param("6H 7H 2H 6S", "TD 9D", "win", 200, "5", id="9-four-cards-are-no-prize"),
        pytest.param("6H 6H 8H", "TD 9D", "win", 200, "5", id="9-6-6-8-of-a-suit-is-no-prize"),
        pytest.param("AS KS", "AD KD", "push", 0, "7a", id="7a-both-naturals"),
        pytest.param("AS KS", "TD AD", "push", 0, "7a", id="7a-both-naturals-ten-up"),
        pytest.param("AS KS", "TD 9D", "natural", 300, "6", id="6-natural-against-19"),
        pytest.param("KS AS", "TD 5D 6C", "natural", 300, "6", id="6-natural-against-21-of-three-cards"),
        pytest.param("AS TS", "TD 6D 6C", "natural", 300, "6", id="6-natural-though-the-dealer-busts"),
        pytest.param("5S 6S TS", "AD KD", "lose", -200, "6", id="6-dealers-natural-beats-21-of-three-cards"),
        pytest.param("TS 9S", "AD KD", "lose", -200, "6", id="6-dealers-natural-beats-19"),
        pytest.param("TS 2S", "TD 6D 6C", "win", 200, "5", id="5-any-hand-wins-when-the-dealer-busts"),
        pytest.param("5S 6S TS", "TD 6D 6C", "win", 200, "5", id="5-a-21-of-three-cards-is-paid-1:1"),
        pytest.param("5S 6S TS", "TD 9D", "win", 200, "5", id="6-a-21-of-three-cards-is-paid-1:1-without-a-21"),
        pytest.param("TS KS", "TD 9D", "win", 200, "5", id="5-20-against-19"),
        pytest.param("AS 8S", "TD 8D", "win", 200, "5", id="4-a-soft-19-against-18"),
        pytest.param("TS 9S", "TD KD", "lose", -200, "5", id="5-19-against-20"),
        pytest.param("TS 9S", "AD 9D", "lose", -200, "5", id="4-19-against-a-soft-20"),
        pytest.param("TS 2S", "TD 7D", "lose", -200, "5", id="5-12-against-17"),
        pytest.param("TS 9S", "TD 9D", "push", 0, "7b", id="7b-equal-points"),
        pytest.param("5S 6S TS", "7D 7H 7C", "push", 0, "7b", id="7b-both-21-of-three-cards"),
        pytest.param("AS 6S", "TD 7D", "push", 0, "7b", id="7b-a-soft-17-against-17"),
    ],
)
def test_a_wager_of_200(player: str, dealer: str, outcome: str, net: int, article: str) -> None:
    row = ended(box(player), dealer)
    assert (row.outcome, row.net, row.article) == (outcome, net, article)
    assert (row.box, row.hand, row.player, row.kind, row.wager) == (3, 2, "Ana", "main", 200)


@pytest.mark.parametrize(
    ("dealer", "outcome", "net", "article"),
    [
        pytest.param("TD 9D", "win", 200, "5", id="6-21-on-split-wagers-is-no-natural"),
        pytest.param("TD 6D 5D", "push", 0, "7b", id="7b-and-equals-a-21-of-three-cards"),
        pytest.param("AD KD", "lose", -200, "6", id="6-and-loses-to-a-natural"),
    ],
)
def test_6_an_ace_and_a_ten_on_a_split_wager(dealer: str, outcome: str, net: int, article: str) -> None:
    hand = box("AS KS")
    hand.split = True
    row = ended(hand, dealer)
    assert (row.outcome, row.net, row.article) == (outcome, net, article)


@pytest.mark.parametrize("dealer", ["TD 9D", "AD KD", "TD 6D 6C"], ids=["19", "natural", "bust"])
@pytest.mark.parametrize(
    ("player", "given_up", "outcome", "net", "article"),
    [
        pytest.param("TS 6S", True, "surrender", -100, "12", id="12-surrender"),
        pytest.param("AS KS", False, "even_money", 200, "6", id="6-even-money"),
    ],
)
def test_what_was_decided_before_is_not_changed_by_the_dealers_cards(
    player: str, dealer: str, outcome: str, net: int, article: str, *, given_up: bool
) -> None:
    hand = box(player)
    hand.bets[0].surrendered, hand.bets[0].even_money = given_up, not given_up
    row = ended(hand, dealer)
    assert (row.outcome, row.net, row.article) == (outcome, net, article)


def test_the_rows_are_as_many_as_the_law_has() -> None:
    """Surrender, even money, prize, bust; both naturals, natural, dealer's natural, dealer bust, more, equal, fewer."""
    assert (len(AT_ONCE), len(AGAINST_DEALER)) == (4, 7)


@pytest.mark.parametrize(
    ("wager", "chip", "odd", "net"),
    [
        pytest.param(200, 100, "refuse", 300, id="whole"),
        pytest.param(300, 100, "player", 500, id="450-for-the-player"),
        pytest.param(300, 100, "house", 400, id="450-for-the-house"),
        pytest.param(500, 500, "player", 1000, id="750-for-the-player"),
        pytest.param(500, 500, "house", 500, id="750-for-the-house"),
        pytest.param(200, 100, "player", 300, id="whole-for-the-player"),
        pytest.param(200, 100, "house", 300, id="whole-for-the-house"),
        pytest.param(2 * 10**15 + 2, 1, "refuse", 3 * 10**15 + 3, id="no-floats"),
    ],
)
def test_6_three_to_two_in_whole_chips(wager: int, chip: int, odd: Odd, net: int) -> None:
    row = ended(box("AS KS", wager), "TD 9D", TableRules(chip_unit=chip, odd_amounts=odd))
    assert row.net == net


@pytest.mark.parametrize("odd", ["player", "house"])
@pytest.mark.parametrize(("player", "net"), [("TS KS", 300), ("TS 8S", -300), ("TS 9S", 0)])
def test_5_what_divides_is_not_rounded(odd: Odd, player: str, net: int) -> None:
    assert ended(box(player, 300), "TD 9D", TableRules(odd_amounts=odd)).net == net


@pytest.mark.parametrize(
    ("wager", "odd", "payable"),
    [(200, "refuse", True), (300, "refuse", False), (300, "player", True), (300, "house", True), (400, "refuse", True)],
)
def test_6_a_wager_is_payable_if_its_3_to_2_and_its_half_are_whole_chips(wager: int, odd: Odd, payable: bool) -> None:
    assert is_payable(wager, TableRules(odd_amounts=odd)) is payable


def test_2_1_a_cancelled_wager_goes_back() -> None:
    hand = box("TS 6S 6H")
    hand.is_over = True
    (row,) = cancelled([hand], {}, Hand(laid("TH 7C")), TableRules())
    assert (row.outcome, row.net, row.article, row.wager) == (Outcome.CANCELLED, 0, Article.START, 200)
