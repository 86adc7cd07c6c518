"""Split (article 10): which cards, how the hands are dealt and played, aces, more than two hands, followers."""

import pytest

from engine.instructions import Ask
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import go_on, play
from engine.view import LinkView

BY_RANK = TableRules(decks=2, split_by="rank")
BOTH_AT_ONCE = TableRules(decks=2, split_deal="both_at_once")


def cards_shown(table: Table) -> tuple[str, ...]:
    """The cards of box 1's first hand as everybody sees them."""
    view = projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text=""))
    return view.boxes[0].hands[0].cards


def calls(table: Table) -> tuple[str, ...]:
    """What the hand that is asked is offered."""
    due = table.felt.due
    assert isinstance(due, Ask)
    return due.calls


def hands(cards: str) -> str:
    """Box 1 has these two cards, and a 6 lies up."""
    return f"{ONE_BOX}\n{cards} is box:1\n6D is upcard"


EIGHTS = hands("8S 8H")


# Which cards


@pytest.mark.parametrize("cards", ["8S 8H", "8S 8S", "TS JH", "QS KH", "TS TH", "AS AH", "2S 2H", "KS TH"])
def test_10_two_cards_of_equal_points_split(cards: str) -> None:
    play(hands(cards), "split 1 then deal box:1/1 up @10")


@pytest.mark.parametrize("cards", ["8S 9H", "AS TH", "TS 9H", "AS 2H", "5S 6H"])
def test_10_unequal_cards_are_shown_and_the_split_is_refused(cards: str) -> None:
    table = play(hands(cards), "done then ask 1")
    assert cards_shown(table) == ("##", "##")
    go_on(table, "split 1 then ask 1 refused not_equal 10")
    assert cards_shown(table) == tuple(cards.split())


def test_10_a_hand_that_a_false_claim_has_shown_is_offered_what_its_cards_allow() -> None:
    table = play(hands("5S 6H"), "done then ask 1")
    assert calls(table) == ("hit", "stand", "double", "split", "surrender")
    go_on(table, "split 1 then ask 1 refused not_equal 10")
    assert calls(table) == ("hit", "stand", "double", "surrender")


@pytest.mark.parametrize(
    ("cards", "then"),
    [
        ("TS TH", "deal box:1/1 up"),
        ("8S 8H", "deal box:1/1 up"),
        ("AS AH", "deal box:1/1 up"),
        ("TS JH", "offer surrender refused not_equal 10"),
        ("QS KH", "offer surrender refused not_equal 10"),
    ],
)
def test_10_by_house_rule_only_cards_of_one_rank_split(cards: str, then: str) -> None:
    play(hands(cards), f"split 1 then {then}", rules=BY_RANK)


def test_10_a_hand_that_drew_cannot_split() -> None:
    play(
        hands("4S 4H"),
        "4D is box:1/1 then ask 1\nsplit 1 then ask 1 refused not_two_cards 10",
    )


def test_10_a_claim_on_an_unread_card_waits_for_its_name() -> None:
    play(
        ONE_BOX,
        """
        8S              is box:1
        ??              is box:1        alerts unread
        6D              is upcard
        split 1                         then name_card 4 box:1
        name 4 8H                       then deal box:1/1 up
        """,
    )


def test_10_a_claim_that_the_name_proves_false_is_told_so() -> None:
    play(
        ONE_BOX,
        """
        8S              is box:1
        ??              is box:1        alerts unread
        6D              is upcard
        split 1                         then name_card 4 box:1
        name 4 9H                       then offer surrender    alerts claim_refused
        """,
    )


def test_2_2_no_split_is_taken_when_the_shoe_is_known_to_be_empty() -> None:
    play(EIGHTS, "done\nempty alerts shoe_count_off\nsplit 1 then ask 1 stand surrender refused shoe_is_empty 2(2)")


def test_10_only_the_hand_that_is_asked_splits() -> None:
    play(EIGHTS, "done\nsplit 3 refused not_asked 3(2)c\nsplit 1/2 refused not_asked 3(2)c")


# Dealing and playing the hands


def test_10_the_first_hand_gets_its_second_card_and_is_played_out_and_then_the_other() -> None:
    play(
        EIGHTS,
        """
        split 1                         then deal box:1/1 up @10
        3D              is box:1/1      then ask 1
        TD              is box:1/1      then ask 1
        stand 1                         then deal box:1/2 up @10
        2D              is box:1/2      then ask 1/2
        stand 1                         refused not_asked 3(2)c
        hit 1/2                         then deal box:1/2 up
        9D              is box:1/2      then ask 1/2
        stand 1/2                       then burn 1
        4H              is burn
        TC              is second       then draw
        2H              is draw         then settle     ends 1/1 Ana win +200 5, 1/2 Ana win +200 5
        """,
    )


def test_10_by_house_rule_both_hands_get_their_second_cards_first() -> None:
    play(
        EIGHTS,
        """
        split 1                         then deal box:1/1 up @10
        3D              is box:1/1      then deal box:1/2 up @10
        2D              is box:1/2      then ask 1
        TD              is box:1/1      then ask 1
        stand 1                         then ask 1/2
        9D              is box:1/2      then ask 1/2
        stand 1/2                       then burn 1
        """,
        rules=BOTH_AT_ONCE,
    )


def test_10_the_second_wager_equals_the_first_and_each_hand_ends_on_its_own() -> None:
    play(
        EIGHTS,
        """
        split 1
        TD              is box:1/1      then ask 1
        5D              is box:1/1      then deal box:1/2 up    pays 1 -200 3(2)b
        TC              is box:1/2      then ask 1/2
        stand 1/2                       then burn 1
        4H              is burn
        AC              is second       then settle     ends 1/1 Ana bust -200 3(2)b, 1/2 Ana win +200 5
        """,
    )


def test_10_both_hands_bust_leave_the_dealer_nothing_to_do() -> None:
    play(
        EIGHTS,
        """
        split 1
        TD TS           is box:1/1      then deal box:1/2 up    pays 1 -200 3(2)b
        TC TH   is box:1/2  then settle pays 1 -200 3(2)b   ends 1/1 Ana bust -200 3(2)b, 1/2 Ana bust -200 3(2)b
        """,
    )


def test_6_a_dealers_natural_takes_split_wagers_whole() -> None:
    play(
        f"{ONE_BOX}\n8S 8H is box:1\nTD is upcard",
        """
        split 1
        TC              is box:1/1
        stand 1
        TH              is box:1/2
        stand 1/2                       then burn 1
        4H              is burn
        AC              is second       then settle     ends 1/1 Ana lose -200 6, 1/2 Ana lose -200 6
        """,
    )


@pytest.mark.parametrize(
    ("second", "draws", "row"),
    [
        pytest.param("5C", "TC", "push +0 7b", id="a-21-against-21"),
        pytest.param("TC", "3C", "win +200 5", id="1:1-against-19"),
        pytest.param("TC", "TH", "win +200 5", id="1:1-against-a-bust"),
    ],
)
def test_6_a_split_hands_21_of_two_cards_is_no_natural(second: str, draws: str, row: str) -> None:
    play(
        hands("TS TH"),
        f"""
        split 1
        AD              is box:1/1      then ask 1
        stand 1                         then deal box:1/2 up
        AC              is box:1/2      then ask 1/2
        stand 1/2                       then burn 1
        4H              is burn
        {second}        is second       then draw
        {draws}         is draw         then settle     ends 1/1 Ana {row}, 1/2 Ana {row}
        """,
    )


def test_10_both_hands_are_played_before_the_next_box() -> None:
    play(
        TWO_BOXES,
        """
        8S TH 8H 9H                     then deal upcard up
        6D              is upcard
        split 1                         then deal box:1/1 up
        TD              is box:1/1
        stand 1                         then deal box:1/2 up
        TC              is box:1/2
        stand 1/2                       then ask 3
        """,
    )


# Aces


def test_10_split_aces_get_one_card_each() -> None:
    play(
        hands("AS AH"),
        """
        split 1                         then deal box:1/1 up
        5D              is box:1/1      then deal box:1/2 up
        TD              is box:1/2      then burn 1
        4H              is burn
        TC              is second       then draw
        TH              is draw         then settle     ends 1/1 Ana win +200 5, 1/2 Ana win +200 5
        """,
    )


def test_10_split_aces_get_one_card_each_also_when_both_hands_are_dealt_first() -> None:
    play(
        hands("AS AH"),
        "split 1\n5D is box:1/1 then deal box:1/2 up\n2D is box:1/2 then burn 1",
        rules=BOTH_AT_ONCE,
    )


def test_10_split_aces_are_never_split_again() -> None:
    play(
        hands("AS AH"),
        "split 1\nAD is box:1/1 then deal box:1/2 up\nAC is box:1/2 then burn 1",
        rules=TableRules(decks=2, max_hands=4),
    )


def test_10_an_ace_that_comes_to_a_split_hand_is_no_split_ace() -> None:
    play(hands("8S 8H"), "split 1\nAD is box:1/1 then ask 1\n2D is box:1/1 then ask 1")
    again = "split 1 then ask 1 refused not_equal 10"
    play(hands("8S 8H"), f"split 1\nAD is box:1/1 then ask 1\n{again}", rules=TableRules(decks=2, max_hands=4))


# More than two hands


def test_10_no_resplit() -> None:
    table = play(EIGHTS, "split 1\n8D is box:1/1 then ask 1")
    assert calls(table) == ("hit", "stand")
    go_on(table, "split 1 then ask 1 refused no_resplit 10")


@pytest.mark.parametrize("most", [3, 4])
def test_10_by_house_rule_a_box_may_have_so_many_hands(most: int) -> None:
    """Hand 1 is split again: the new one is hand 3, then hand 4, and they are played in the order of their numbers."""
    table = play(EIGHTS, "split 1\n8D is box:1/1 then ask 1", rules=TableRules(decks=2, max_hands=most))
    assert calls(table) == ("hit", "stand", "split")
    go_on(table, "split 1 then deal box:1/1 up @10\n8C is box:1/1 then ask 1")
    if most == 3:
        go_on(table, "split 1 then ask 1 refused no_resplit 10")
        go_on(table, "stand 1 then deal box:1/2 up")
    else:
        go_on(table, "split 1 then deal box:1/1 up @10\n8C is box:1/1 then ask 1\nsplit 1 refused no_resplit 10")
        go_on(table, "stand 1 then deal box:1/2 up")
    for hand in range(2, most + 1):
        then = f"deal box:1/{hand + 1} up" if hand < most else "burn 1"
        go_on(table, f"{('TH', 'TS', 'TC')[hand - 2]} is box:1/{hand} then ask 1/{hand}\nstand 1/{hand} then {then}")


def test_10_the_second_hand_split_again_makes_hand_3() -> None:
    play(
        EIGHTS,
        """
        split 1
        TC              is box:1/1
        stand 1                         then deal box:1/2 up
        8D              is box:1/2      then ask 1/2
        split 1/2                       then deal box:1/2 up
        9C              is box:1/2      then ask 1/2
        stand 1/2                       then deal box:1/3 up
        TH              is box:1/3      then ask 1/3
        stand 1/3                       then burn 1
        4H              is burn
        AC              is second   then settle ends 1/1 Ana win +200 5, 1/2 Ana push +0 7b, 1/3 Ana win +200 5
        """,
        rules=TableRules(decks=2, max_hands=3),
    )


# Several bettors (13)

FOLLOWED = """
    new shoe
    Ana sits 1
    Ana bets 400 on 1
    Cy bets 200 on 1
    Di bets 200 on 1
    2C 3C           is burn
    8S 8H           is box:1
    6D              is upcard
"""
"""Ana decides, Cy and Di follow."""


@pytest.mark.parametrize(
    ("matching", "second"),
    [
        pytest.param("", ["Ana", "Cy", "Di"], id="all-unless-it-is-said"),
        pytest.param(" with Cy", ["Ana", "Cy"], id="one-of-them"),
        pytest.param(" with nobody", ["Ana"], id="none"),
        pytest.param(" with Ana Di", ["Ana", "Di"], id="the-decider-is-named-too"),
    ],
)
def test_13_who_does_not_match_a_split_stays_on_the_first_hand(matching: str, second: list[str]) -> None:
    units = {"Ana": 400, "Cy": 200, "Di": 200}
    rows = [f"1/1 {player} push +0 7b" for player in units]
    rows += [f"1/2 {player} win +{units[player]} 5" for player in second]
    play(
        FOLLOWED,
        f"""
        split 1{matching}               then deal box:1/1 up
        9D              is box:1/1
        stand 1                         then deal box:1/2 up
        TD              is box:1/2
        stand 1/2
        4H              is burn
        AC              is second       then settle     ends {", ".join(rows)}
        """,
    )


@pytest.mark.parametrize("name", ["Bo", "Ed"])
def test_13_nobody_matches_who_has_no_wager_on_the_hand(name: str) -> None:
    play(FOLLOWED, f"split 1 with {name} then offer surrender refused no_such_bettor 13")


def test_13_the_decider_decides_for_both_hands() -> None:
    play(FOLLOWED, "split 1\nTD is box:1/1\nstand 1 as Cy refused not_his_call 13\nstand 1 as Ana then deal box:1/2 up")


# The prize (9)


def test_9_a_split_hand_wins_the_prize_on_its_own_wager() -> None:
    play(
        hands("7S 7H"),
        """
        split 1
        7D              is box:1/1      then ask 1
        7C              is box:1/1      then deal box:1/2 up    pays 1 +600 9
        TD              is box:1/2
        stand 1/2                       then burn 1
        4H              is burn
        AC              is second       then settle     ends 1/1 Ana bonus +600 9, 1/2 Ana push +0 7b
        """,
    )
