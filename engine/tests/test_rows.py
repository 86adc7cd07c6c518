"""What the settlement's rows tell of a wager besides its end, and how the cards lie that it rests on."""

import pytest

from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.openings import ONE_BOX
from engine.tests.script import go_on, play
from engine.view import LinkView, PublicView

Row = tuple[str, str, int, int]


def rows(table: Table) -> list[Row]:
    """Kind, outcome, wager and net of the first coup's rows."""
    return [(row.kind, row.outcome, row.wager, row.net) for row in table.results[1].settlement]


def view(table: Table) -> PublicView:
    """What everybody sees."""
    return projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text=""))


INSURED = "TS 8S is box:1\nAD is upcard\nKC is hidden\nAna insures 1 for 100"


def test_8_insurance_has_a_row_of_its_own_kind_and_its_own_wager() -> None:
    table = play(
        ONE_BOX,
        INSURED,
        "stand 1\ndone then settle ends 1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8",
    )
    assert rows(table) == [("main", "lose", 200, -200), ("insurance", "insurance_win", 100, 200)]


def test_2_1_so_it_has_in_a_cancelled_coup() -> None:
    table = play(
        ONE_BOX, INSURED, "cancel then settle ends cancelled: 1/1 Ana cancelled +0 2(1), 1/1 Ana cancelled +0 2(1)"
    )
    assert rows(table) == [("main", "cancelled", 200, 0), ("insurance", "cancelled", 100, 0)]


def test_11_a_doubled_wager_is_one_row_with_the_doubled_wager() -> None:
    doubled = "5S 6H is box:1\n6D is upcard\ndouble 1\n9H is box:1/1\n4H is burn\nAC is second"
    table = play(ONE_BOX, f"{doubled} then settle ends 1 win +400 5")
    assert rows(table) == [("main", "win", 400, 400)]


def test_6_where_one_unit_is_lost_the_rows_tell_what_was_at_risk() -> None:
    doubled = "5S 6H is box:1\nTD is upcard\ndouble 1\n9H is box:1/1\n4H is burn\nAC is second"
    rules = TableRules(decks=2, dealer_natural_takes="one")
    table = play(ONE_BOX, f"{doubled} then settle ends 1 lose -200 6", rules=rules)
    assert rows(table) == [("main", "lose", 400, -200)]


def test_9_a_prize_that_is_paid_besides_is_a_row_of_the_same_wager() -> None:
    prize = "7S 7H is box:1\nTD is upcard\n7C is box:1/1 pays 1 +600 9\n4H is burn\nTC is second"
    table = play(
        ONE_BOX,
        f"{prize} then settle ends 1/1 Ana bonus +600 9, 1/1 Ana win +200 5",
        rules=TableRules(decks=2, bonus="add"),
    )
    assert rows(table) == [("main", "bonus", 200, 600), ("main", "win", 200, 200)]


def test_5_the_bank_wins_what_the_players_lose() -> None:
    table = play(
        ONE_BOX,
        INSURED,
        "stand 1\ndone then settle ends 1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8",
    )
    assert table.results[1].bank == 0


# How the cards lie


def test_3_1_a_the_boxes_cards_lie_face_down_until_their_hands_are_shown_and_the_upcard_up() -> None:
    table = play(ONE_BOX, "TS 9S is box:1\nTD is upcard\nstand 1\n4H is burn")
    assert view(table).boxes[0].hands[0].cards == ("##", "##")
    assert view(table).dealer.cards == ("TD",)
    go_on(table, "8C is second then settle ends 1 win +200 5")
    assert view(table).boxes[0].hands[0].cards == ("TS", "9S")


def test_3_1_a_by_house_rule_the_boxes_cards_lie_face_up() -> None:
    opening = ONE_BOX.replace("then deal box:1 down", "")
    table = play(opening, "TS 9S is box:1\nTD is upcard", rules=TableRules(decks=2, player_cards="up"))
    assert view(table).boxes[0].hands[0].cards == ("TS", "9S")


def test_3_1_a_the_dealers_second_card_and_his_extra_cards_lie_face_up() -> None:
    table = play(ONE_BOX, "TS 9S is box:1\n6D is upcard\nstand 1\n4H is burn\n2C is second then draw")
    assert view(table).dealer.cards == ("6D", "2C")
    go_on(table, "3C is draw then draw")
    assert view(table).dealer.cards == ("6D", "2C", "3C")


def test_3_1_a_the_hidden_card_lies_face_down_until_it_is_turned() -> None:
    table = play(ONE_BOX, "TS 9S is box:1\nAD is upcard\n8C is hidden\nstand 1 then turn_hidden")
    assert view(table).dealer.cards == ("AD", "##")
    go_on(table, "done then settle ends 1 push +0 7b")
    assert view(table).dealer.cards == ("AD", "8C")


@pytest.mark.parametrize(
    ("cards", "script", "lie"),
    [
        pytest.param("TS 2S", "3C is box:1/1", [("##", "##", "3C")], id="an-extra-card"),
        pytest.param("5S 6H", "double 1\n3C is box:1/1", [("5S", "6H", "3C")], id="a-doubled-hands-card"),
        pytest.param("8S 8H", "split 1\n3C is box:1/1", [("8S", "3C"), ("8H",)], id="a-split-hands-second-card"),
        pytest.param(
            "TS 6S", "9C is box:1/1 pays 1 -200 3(2)b ends 1 bust -200 3(2)b", [("TS", "6S", "9C")], id="bust"
        ),
    ],
)
def test_3_2_extra_cards_lie_face_up(cards: str, script: str, lie: list[tuple[str, ...]]) -> None:
    table = play(ONE_BOX, f"{cards} is box:1\n6D is upcard", script)
    assert [hand.cards for hand in view(table).boxes[0].hands] == lie
