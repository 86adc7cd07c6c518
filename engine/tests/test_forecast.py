"""The advice to shuffle before a coup that the shoe may not suffice for (article 2(2))."""

import pytest

from engine.projection import projected
from engine.rules import TableRules
from engine.shoe import CARDS_A_COUP_MAY_NEED
from engine.table import Table
from engine.tests.openings import OPENING_COUP, void_cards
from engine.tests.script import go_on, play
from engine.view import LinkView, ShoeView

NEED = [(1, 14), (2, 18), (3, 22), (4, 25), (5, 29), (6, 33), (7, 36)]
"""Cards that suffice for 99.99 % of coups, by wagered boxes (article 2(2))."""
NAMES = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]

SEATED = "new shoe\n" + "\n".join(f"{name} sits {box}" for box, name in enumerate(NAMES, 1))


def shoe(table: Table) -> ShoeView:
    """What everybody may know of the shoe."""
    return projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text="")).shoe


def with_cards_left(left: int, rules: TableRules) -> Table:
    """Everybody sits, no wager is placed, and so many cards are left."""
    return play(SEATED, void_cards(52 * rules.decks - left), rules=rules)


def bets(boxes: int) -> list[str]:
    """A wager on each of the first boxes."""
    return [f"{name} bets 200 on {box}" for box, name in enumerate(NAMES[:boxes], 1)]


TWO = TableRules(decks=2)


@pytest.mark.parametrize(("boxes", "need"), NEED, ids=[f"{boxes}-boxes" for boxes, _ in NEED])
def test_2_2_a_shuffle_is_advised_when_fewer_cards_remain_than_the_coup_may_need(boxes: int, need: int) -> None:
    *before, last = bets(boxes)
    enough, short = with_cards_left(need, TWO), with_cards_left(need - 1, TWO)
    go_on(enough, *before, f"{last} then take_wagers")
    go_on(short, *before, f"{last} then take_wagers alerts shuffle_advised")
    assert (shoe(enough).need, shoe(enough).shuffle_advised) == (need, False)
    assert (shoe(short).need, shoe(short).shuffle_advised) == (need, True)


def test_2_2_the_table_of_the_regulation() -> None:
    assert CARDS_A_COUP_MAY_NEED[1:] == (14, 18, 22, 25, 29, 33, 36)


def test_2_2_each_box_more_is_advised_of_and_another_wager_on_a_box_is_not() -> None:
    table = with_cards_left(15, TWO)
    go_on(
        table,
        """
        Ana bets 200 on 1
        Bo bets 200 on 2                alerts shuffle_advised
        Ana bets 200 on 2
        Bo bets 400 on 2
        Cy bets 200 on 3                alerts shuffle_advised
        """,
    )
    advised = [alert for alert in table.felt.alerts if alert.code == "shuffle_advised"]
    assert [alert.values for alert in advised] == [
        {"boxes": 2, "need": 18, "left": 15},
        {"boxes": 3, "need": 22, "left": 15},
    ]


def test_2_2_a_wager_that_is_taken_back_takes_the_need_back() -> None:
    table = with_cards_left(15, TWO)
    go_on(table, "Ana bets 200 on 1\nBo bets 200 on 2 alerts shuffle_advised")
    assert shoe(table).shuffle_advised
    go_on(table, "Bo takes back 2")
    assert (shoe(table).need, shoe(table).shuffle_advised) == (14, False)


def test_2_2_the_advice_may_be_declined_and_the_coup_begins() -> None:
    table = with_cards_left(13, TWO)
    go_on(table, "Ana bets 200 on 1 alerts shuffle_advised\nclose then burn 2")
    assert (shoe(table).need, shoe(table).shuffle_advised) == (14, False)


def test_2_2_in_a_coup_it_is_told_whether_the_coming_one_on_as_many_boxes_can_be_played() -> None:
    table = with_cards_left(25, TWO)
    go_on(table, *bets(3), "close then burn 2")
    seen = shoe(table)
    assert (seen.left, seen.need, seen.boxes, seen.is_short) == (25, 22, 3, False)
    go_on(table, "2C 3C is burn\n?? is box:1 alerts unread\n?? is box:2 alerts unread")
    seen = shoe(table)
    assert (seen.left, seen.need, seen.boxes, seen.is_short, seen.shuffle_advised) == (21, 22, 3, True, False)


def test_2_2_between_coups_what_is_left_and_for_how_many_boxes() -> None:
    table = with_cards_left(15, TWO)
    go_on(table, "Ana bets 200 on 1\nBo bets 200 on 2 alerts shuffle_advised")
    seen = shoe(table)
    assert (seen.left, seen.need, seen.boxes, seen.is_short) == (15, 18, 2, True)


def test_2_2_the_advice_may_be_followed_and_the_wagers_stay() -> None:
    table = with_cards_left(13, TWO)
    go_on(table, "Ana bets 200 on 1 alerts shuffle_advised\nshuffle then shuffle")
    assert not shoe(table).shuffle_advised
    go_on(table, "new shoe then take_wagers\nclose then burn 2")


def test_2_2_cards_that_are_held_can_be_had() -> None:
    """The thirteenth and fourteenth last cards were pulled while the coup before was paid, and are its next cards."""
    table = play(OPENING_COUP.rpartition("done")[0], void_in_payment(2), "hold 9 later 9=held\nhold 10 later 10=held")
    go_on(table, "done then take_wagers", void_cards(104 - 10 - 12))
    assert (shoe(table).held, shoe(table).out) == (2, 92)
    go_on(table, "Ana bets 200 on 1 then take_wagers")
    assert (shoe(table).need, shoe(table).shuffle_advised) == (14, False)


def void_in_payment(count: int) -> str:
    """So many cards are pulled while a coup is paid."""
    return "\n?? is void then settle alerts drawn_by_mistake" * count


def test_2_2_one_held_card_fewer_is_one_too_few() -> None:
    table = play(OPENING_COUP.rpartition("done")[0], void_in_payment(1), "hold 9 later 9=held")
    go_on(table, "done then take_wagers", void_cards(104 - 9 - 12), "Ana bets 200 on 1 alerts shuffle_advised")


def test_2_2_nothing_is_needed_of_a_shoe_without_wagers() -> None:
    table = with_cards_left(1, TWO)
    assert (shoe(table).need, shoe(table).shuffle_advised) == (0, False)


def test_2_2_a_metal_box_holds_one_coup_and_is_not_counted() -> None:
    table = play(SEATED, *bets(7), rules=TableRules(equipment="metal_box", decks=1))
    seen = shoe(table)
    assert (seen.left, seen.need, seen.shuffle_advised, seen.is_short) == (None, None, False, False)
