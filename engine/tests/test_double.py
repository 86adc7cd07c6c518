"""Double (article 11): two cards of 11 points, one more equal wager, one card."""

from itertools import combinations, product

import pytest

from engine.cards import Card
from engine.hand import BoxHand, Hand, Laid, is_prize, points
from engine.instructions import Ask
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.openings import ONE_BOX
from engine.tests.script import go_on, play
from engine.view import LinkView


def dealt(cards: str, upcard: str = "6D") -> str:
    """Box 1 has these two cards."""
    return f"{ONE_BOX}\n{cards} is box:1\n{upcard} is upcard"


ELEVEN = dealt("5S 6H")


def cards_shown(table: Table) -> tuple[str, ...]:
    """The cards of box 1 as everybody sees them."""
    view = projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text=""))
    return view.boxes[0].hands[0].cards


@pytest.mark.parametrize("cards", ["5S 6H", "2S 9H", "8S 3H", "4S 7H"])
def test_11_a_hand_of_11_points_doubles(cards: str) -> None:
    play(dealt(cards), "double 1 then deal box:1/1 up @11")


@pytest.mark.parametrize("cards", ["AS TH", "KS AH", "5S 5H", "6S 6H", "AS AH", "TS 9H"])
def test_11_other_cards_are_shown_and_the_double_is_refused(cards: str) -> None:
    """A natural is not 11."""
    table = play(dealt(cards), "done then ask 1")
    assert cards_shown(table) == ("##", "##")
    go_on(table, "double 1 then ask 1 refused not_eleven 11")
    assert cards_shown(table) == tuple(cards.split())


def test_11_one_card_only() -> None:
    play(
        ELEVEN,
        """
        double 1                        then deal box:1/1 up
        2D              is box:1/1      then burn 1
        """,
    )


@pytest.mark.parametrize(
    ("card", "ends"),
    [
        pytest.param("9D", "1 win +400 5", id="20-wins-twice-the-wager"),
        pytest.param("7D", "1 push +0 7b", id="18-pushes"),
        pytest.param("2D", "1 lose -400 5", id="13-loses-twice-the-wager"),
    ],
)
def test_11_one_more_equal_wager(card: str, ends: str) -> None:
    play(
        ELEVEN,
        f"""
        double 1
        {card}          is box:1/1      then burn 1
        4H              is burn
        2C              is second       then draw
        TC              is draw         then settle     ends {ends}
        """,
    )


def test_6_a_dealers_natural_takes_a_doubled_wager_whole() -> None:
    play(
        dealt("5S 6H", "TD"),
        "double 1\nTC is box:1/1\n4H is burn\nAC is second then settle ends 1 lose -400 6",
    )


def test_9_a_doubled_hand_never_wins_the_prize() -> None:
    """No two of the prize's cards count 11."""
    prizes = [cards for cards in product("678", repeat=3) if is_prize(hand(cards))]
    assert len(prizes) == 7
    pairs = [pair for cards in prizes for pair in combinations(cards, 2)]
    assert all(hand(pair).points.total != 11 for pair in pairs)


def hand(ranks: tuple[str, ...]) -> Hand:
    """Cards of one suit."""
    return Hand([Laid(n, n, Card.parse(f"{rank}S")) for n, rank in enumerate(ranks, 1)])


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("5S 6H", 11, False),
        ("AS", 11, True),
        ("AS TH", 21, True),
        ("AS AH", 12, True),
        ("AS AH TD", 12, False),
        ("AS 5H 6D", 12, False),
        ("AS 4H 6D", 21, True),
    ],
)
def test_4_an_ace_counts_11_where_the_hand_does_not_bust(cards: str, total: int, soft: bool) -> None:
    faces = [Card.parse(face) for face in cards.split()]
    laid = [Laid(n, n, face) for n, face in enumerate(faces, 1)]
    assert points(faces) == Hand(laid).points == (total, soft)


@pytest.mark.parametrize("faces", [(None, "AS"), ("AS", None), (None, None)])
def test_6_an_unread_card_makes_no_natural(faces: tuple[str | None, ...]) -> None:
    laid = [Laid(n, n, Card.parse(face) if face is not None else None) for n, face in enumerate(faces, 1)]
    assert not BoxHand(laid).is_natural


def test_11_not_after_a_third_card() -> None:
    play(
        dealt("2S 3H"),
        "6C is box:1/1 then ask 1\ndouble 1 then ask 1 refused not_two_cards 11",
    )


def test_11_a_boxed_card_does_not_count_as_the_one_card() -> None:
    play(
        ELEVEN,
        """
        double 1                        then deal box:1/1 up
        TD boxed        is void         then deal box:1/1 up    alerts boxed
        9D              is box:1/1      then burn 1
        """,
    )


def test_11_a_claim_on_an_unread_card_waits_for_its_name() -> None:
    play(
        ONE_BOX,
        """
        5S              is box:1
        ??              is box:1        alerts unread
        6D              is upcard
        double 1                        then name_card 4 box:1
        name 4 6H                       then deal box:1/1 up
        """,
    )


def test_2_2_no_double_is_taken_when_the_shoe_is_known_to_be_empty() -> None:
    play(ELEVEN, "done\nempty alerts shoe_count_off\ndouble 1 then ask 1 stand surrender refused shoe_is_empty 2(2)")


def test_2_2_a_double_whose_card_the_shoe_no_longer_has_is_not_taken() -> None:
    play(
        ELEVEN,
        """
        double 1                        then deal box:1/1 up
        empty                           then ask 1 stand surrender      alerts shoe_count_off
        surrender 1                     then settle     pays 1 -100 12  ends last: 1 surrender -100 12
        """,
    )


# Split hands


EIGHTS_SPLIT = f"{dealt('8S 8H')}\nsplit 1 then deal box:1/1 up\n3D is box:1/1 then ask 1"


def test_11_not_on_split_hands() -> None:
    table = play(EIGHTS_SPLIT, "double 1 then ask 1 refused not_on_split 11")
    due = table.felt.due
    assert isinstance(due, Ask)
    assert due.calls == ("hit", "stand")


def test_11_by_house_rule_a_split_hand_doubles() -> None:
    play(
        EIGHTS_SPLIT,
        """
        double 1                        then deal box:1/1 up @11
        TD              is box:1/1      then deal box:1/2 up
        TC              is box:1/2      then ask 1/2
        double 1/2                      then ask 1/2    refused not_eleven 11
        stand 1/2                       then burn 1
        4H              is burn
        AC              is second       then settle     ends 1/1 Ana win +400 5, 1/2 Ana win +200 5
        """,
        rules=TableRules(decks=2, double_after_split=True),
    )


# Several bettors (13)

FOLLOWED = """
    new shoe
    Ana sits 1
    Ana bets 400 on 1
    Cy bets 200 on 1
    Di bets 200 on 1
    2C 3C           is burn
    5S 6H           is box:1
    6D              is upcard
"""
"""Ana decides, Cy and Di follow."""


@pytest.mark.parametrize(
    ("matching", "doubled"),
    [
        pytest.param("", "Ana Cy Di", id="all-unless-it-is-said"),
        pytest.param(" with Cy", "Ana Cy", id="one-of-them"),
        pytest.param(" with nobody", "Ana", id="none-but-the-decider"),
    ],
)
def test_13_a_follower_need_not_double_and_the_one_card_binds_him(matching: str, doubled: str) -> None:
    units = {"Ana": 400, "Cy": 200, "Di": 200}
    rows = [f"1/1 {player} win {unit * (2 if player in doubled else 1):+} 5" for player, unit in units.items()]
    play(
        FOLLOWED,
        f"""
        double 1{matching}              then deal box:1/1 up
        TD              is box:1/1      then burn 1
        4H              is burn
        AC              is second       then settle     ends {", ".join(rows)}
        """,
    )


def test_13_nobody_doubles_who_has_no_wager_on_the_hand() -> None:
    play(FOLLOWED, "double 1 with Bo then offer surrender refused no_such_bettor 13")
