"""The wagers of the coup before, once more (article 2(3))."""

from typing import Final

from hypothesis import given, note, settings

from engine.events import AnyEvent, WagerPlaced
from engine.instructions import Shuffle, TakeWagers
from engine.repeat import repeat
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import events, plays, rules
from engine.tests.script import go_on, play

SEATED: Final = "new shoe\nAna sits 1\nBo sits 3"
COUP: Final = """
    2C 3C       is burn
    TS 9H 4S 7H
    9D          is upcard
    stand 1
    stand 3
    5C          is burn
    9C          is second   ends 1 lose -200 5, 3 lose -400 5
    done        then take_wagers
"""
BETS: Final = "Ana bets 200 on 1\nBo bets 400 on 3"


def told(table: Table) -> list[tuple[int, str, int]]:
    return [(placed.box, placed.player, placed.amount) for placed in repeat(table.felt)]


def test_those_of_the_coup_before_that_do_not_lie_yet() -> None:
    table = play(SEATED, BETS)
    assert told(table) == []
    go_on(table, COUP)
    assert told(table) == [(1, "Ana", 200), (3, "Bo", 400)]
    go_on(table, "Ana bets 600 on 1")
    assert told(table) == [(3, "Bo", 400)]


def test_none_in_a_coup() -> None:
    table = play(SEATED, BETS, COUP, "Ana bets 200 on 1\nclose")
    assert told(table) == []


def test_2_2_also_while_a_shuffle_is_due() -> None:
    assert len(told(play(SEATED, BETS, COUP, "shuffle then shuffle"))) == 2


def test_11_a_doubled_wager_as_it_was_placed() -> None:
    coup = "2C 3C\n5S 6H is box:1\n9D is upcard\ndouble 1\nTC is box:1/1\n2C\n9C ends 1 win +400 5\ndone"
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1", coup)
    assert told(table) == [(1, "Ana", 200)]


def test_10_split_wagers_as_they_were_placed() -> None:
    coup = "2C 3C\n8S 8H is box:1\n9D is upcard\nsplit 1\nTC\nstand 1\nTD\nstand 1/2\n2C"
    ends = "9C ends 1/1 Ana push +0 7b, 1/2 Ana push +0 7b\ndone"
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1", coup, ends)
    assert told(table) == [(1, "Ana", 200)]


def test_2_3_who_left_or_sits_elsewhere_is_not_repeated() -> None:
    table = play(SEATED, BETS, COUP, "box 1 leaves")
    assert told(table) == [(3, "Bo", 400)]
    go_on(table, "Cy sits 1")
    assert told(table) == [(3, "Bo", 400)], "Ana could bet there as somebody who sits nowhere"
    go_on(table, "box 3 leaves\nBo sits 4")
    assert told(table) == []


def test_2_3_a_guests_wager_comes_behind_the_occupants() -> None:
    guest = "Bo bets 200 on 1\nBo bets 400 on 3\nAna bets 400 on 1"
    bets = f"Ana bets 200 on 1\n{guest}"
    coup = COUP.replace("1 lose -200 5", "1/1 Bo lose -200 5, 1/1 Ana lose -400 5")
    table = play(SEATED, bets, coup)
    assert told(table) == [(1, "Ana", 400), (1, "Bo", 200), (3, "Bo", 400)]


@settings(max_examples=80)
@given(plays, rules)
def test_all_of_them_can_be_placed_in_their_order(decided: bytes, chosen: TableRules) -> None:
    table, happened = Table(chosen), events(decided, chosen)
    for at, event in enumerate(happened):
        table.take(event)
        again = repeat(table.felt)
        assert not again or isinstance(table.felt.due, TakeWagers | Shuffle)
        if again and at % 5 == 0:
            note(repr(happened[: at + 1]))
            check(chosen, happened[: at + 1], again)


def check(chosen: TableRules, happened: list[AnyEvent], again: tuple[WagerPlaced, ...]) -> None:
    table = Table(chosen)
    for event in happened:
        table.take(event)
    assert [table.take(placed).refused for placed in again] == [None] * len(again)
    assert repeat(table.felt) == ()
