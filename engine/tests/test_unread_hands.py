"""A hand with cards that must be named is named at once (article 2(1))."""

from random import Random
from typing import Final

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from engine.events import AnyEvent, CardNamed, NamedCard
from engine.instructions import NameCard
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import PACK, events, plays, rules
from engine.tests.openings import ONE_BOX
from engine.tests.pairs import played
from engine.tests.people import People
from engine.tests.script import go_on, play
from engine.view import HandView, LinkView

pytestmark = pytest.mark.thorough

LINK: Final = LinkView(state="up", text="")
TWO_UNREAD: Final = "??          is box:1  alerts unread\n??         is box:1  alerts unread\nTD is upcard"


def hands(table: Table) -> list[HandView]:
    seen = projected(table, name="1", seq=9, due_seq=8, reader=LINK)
    return [hand for box in seen.boxes for hand in box.hands]


def unread(table: Table) -> list[tuple[int, ...]]:
    return [hand.unread for hand in hands(table)]


def test_2_1_every_card_of_a_hand_that_is_shown_and_passed_unread() -> None:
    table = play(ONE_BOX, TWO_UNREAD)
    assert unread(table) == [()]
    go_on(table, "1 shows then name_card 3 box:1")
    assert unread(table) == [(3, 4)]
    go_on(table, "name 3 TS 4 9H then offer surrender")
    assert unread(table) == [()]


def test_2_1_a_card_that_lies_face_down_need_not_be_named_yet() -> None:
    table = play(ONE_BOX, TWO_UNREAD, "?? is box:1/1 then name_card 6 box:1/1 alerts unread")
    assert unread(table) == [(6,)]


def test_10_a_claim_on_unread_cards_is_judged_when_all_are_named() -> None:
    table = play(ONE_BOX, TWO_UNREAD, "split 1 then name_card 3 box:1")
    assert unread(table) == [(3, 4)]
    go_on(table, "name 3 8S 4 8H then deal box:1/1 up")


def test_of_the_dealers_cards_no_hand_speaks() -> None:
    table = play(ONE_BOX, "TS 9H is box:1\n?? is upcard then name_card 5 upcard alerts unread")
    assert unread(table) == [()]


def check(chosen: TableRules, happened: list[AnyEvent], chance: Random) -> bool:
    """A hand of which a name is due is named by what the view says, and no name of it is due then."""
    table = Table(chosen)
    for event in happened:
        table.take(event)
    due = table.felt.due
    numbers = next((hand.unread for hand in hands(table) if hand.naming is not None), ())
    if not isinstance(due, NameCard) or not numbers:
        assert unread(table) == [()] * len(hands(table))
        return False
    assert due.n in numbers
    names = tuple(NamedCard(n, chance.choice(PACK)) for n in numbers)
    assert table.take(CardNamed(names=names, by="x")).refused is None
    assert not isinstance(table.felt.due, NameCard) or table.felt.due.n not in numbers
    return True


@settings(max_examples=150)
@given(plays, rules, st.integers(4, 100))
def test_2_1_the_view_says_all_that_must_be_named(decided: bytes, chosen: TableRules, length: int) -> None:
    happened = events(decided, chosen)[:length]
    note("\n".join(map(repr, happened)))
    check(chosen, happened, Random(length))


def test_2_1_people_name_whole_hands() -> None:
    named = 0
    for seed in range(300):
        if People.by(seed).habits.unread_deal:
            table = played(seed)
            lengths = [step.at + 1 for step in table.steps if isinstance(step.view.due, NameCard)]
            named += sum(check(table.rules, table.events[1:length], Random(length)) for length in lengths[:3])
    assert named > 20
