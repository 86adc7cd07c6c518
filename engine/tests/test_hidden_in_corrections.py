"""What a correction may not tell: cards that lie face down stay so wherever the law has them (articles 2(1), 3(2)b)."""

import pytest

from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.openings import ANA_HAS_19, ONE_BOX, TWO_BOXES
from engine.tests.script import go_on, play
from engine.view import LinkView, PublicView

DEALT = """
    KS              is box:1
    9H              is box:3
    TH              is box:1
    8H              is box:3        then deal upcard up
    6D              is upcard       then offer surrender
"""


def view(table: Table) -> PublicView:
    """What everybody sees."""
    return projected(table, name="1", seq=0, due_seq=0, reader=LinkView(state="up", text=""))


def hands(table: Table) -> list[tuple[str, ...]]:
    """What everybody sees of the boxes' hands."""
    return [hand.cards for box in view(table).boxes for hand in box.hands]


def test_2_1_a_hand_that_was_shown_is_not_shown_in_cards_that_lie_elsewhere() -> None:
    table = play(TWO_BOXES, DEALT, "1 shows")
    assert hands(table) == [("KS", "TH"), ("##", "##")]
    go_on(
        table,
        """
        void 3  then reconcile  later 3=void 4=box:1 5=box:3 6=box:1 7=box:3    alerts request_dropped
        """,
    )
    assert hands(table) == [("##", "##"), ("TH", "6D")]
    go_on(table, "done then deal upcard up\n2D is upcard then offer surrender")
    assert hands(table) == [("##", "##"), ("TH", "6D")]
    go_on(table, "name 1 4D then offer surrender")
    assert hands(table) == [("##", "##"), ("TH", "6D")]


@pytest.mark.parametrize("other", ["9H 8H", "5H 6C"], ids=["17", "eleven"])
def test_2_1_a_claim_is_not_judged_on_cards_that_lie_elsewhere(other: str) -> None:
    """Whether they bear it out or not, it is dropped: with the other hand's cards box 1 might double or not."""
    first, second = other.split()
    play(
        TWO_BOXES,
        f"""
        5S              is box:1
        {first}         is box:3
        6S              is box:1
        {second}        is box:3
        7D              is upcard       then offer surrender
        double 1                        then deal box:1/1 up
        void 3  then reconcile  later 3=void 4=box:1 5=box:3 6=box:1 7=box:3    alerts request_dropped
        """,
    )


def test_2_1_a_card_that_waited_has_no_face_before_it_is_laid() -> None:
    table = play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        4H              is burn
        void 1                          later 1=void
        9S 3H           is burn
        3D 2S           is box:1
        9C              is upcard
        stand 1                         then burn 1
        6H              is burn
        hold 1          then reconcile  later 1=burn 3=box:1 5=upcard 6=null 7=null     alerts request_dropped
        """,
    )
    go_on(table, "done then reconcile moves 6=upcard>box:1/1 later 6=box:1/1 7=burn alerts request_counts")
    assert hands(table) == [("##", "##", "9C")]
    go_on(table, "done then deal second up")
    assert hands(table) == [("##", "##", "9C")]


def test_2_1_a_correction_of_a_cancelled_coup_turns_no_card() -> None:
    table = play(
        ANA_HAS_19,
        """
        AD              is upcard       then deal hidden down
        7C              is hidden       then offer insurance even_money
        cancel                          then settle     ends cancelled: 1 cancelled +0 2(1)
        void 3                          then settle     later 3=void 5=box:1 6=upcard
        """,
    )
    assert view(table).dealer.cards == ("##",)
    go_on(table, "name 1 4D then settle")
    assert view(table).dealer.cards == ("##",)


def test_3_2_b_no_hand_is_shown_to_be_paid_before_the_cards_lie_right() -> None:
    table = play(
        ONE_BOX,
        """
        TS 4S           is box:1        then deal upcard up
        6D              is upcard       then offer surrender
        2H              is box:1/1      then ask 1
        AC              is box:1/1      then ask 1
        stand 1 before 6                then reconcile  later 6=burn 7=second
        """,
    )
    assert hands(table) == [("##", "##")]
    go_on(table, "done then settle ends 1 lose -200 5")
    assert hands(table) == [("TS", "4S")]


def test_1_a_cards_of_another_shoe_do_not_count() -> None:
    coup = """
        new shoe
        Ana bets 200 on 1
        QS              is burn
        TS 9S           is box:1
        TD 8C           then offer surrender
        stand 1         then turn_hidden
        done            then settle     ends last: 1 win +200 5
        done            then shuffle
    """
    play("new shoe\nAna sits 1", coup, coup, rules=TableRules(equipment="metal_box", decks=1))
