"""Money that moves at once is told until the next thing happens at the table, and only what still is to be moved."""

from pathlib import Path
from typing import Final

import pytest

from engine.answers import Payment
from engine.articles import Article
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardExposed,
    EvenMoney,
    HandShown,
    Insurance,
    Link,
    Note,
    PlayerLeft,
    PlayerSeated,
    ShoeEmpty,
    ShoeStarted,
    WagerPlaced,
    WhiteCardOut,
    Withdrawn,
)
from engine.instructions import Ask, Offer, Settle
from engine.paying import to_be_moved
from engine.reasons import Moved
from engine.rules import TableRules
from engine.tests.test_session import Room, cards
from engine.view import PublicView

BETS: Final[tuple[AnyEvent, ...]] = (
    ShoeStarted(),
    PlayerSeated(box=3, player="Bo"),
    WagerPlaced(box=1, player="Ana", amount=10_000),
    WagerPlaced(box=3, player="Bo", amount=20_000),
    BettingClosed(),
)
BURNS: Final = "2C 3C 4D 5D 6H 7H "
DEALT: Final = (*BETS, *cards(BURNS + "TS 5H 6S 4H 9D"))
"""Ana has 16, Bo 9."""
BUST: Final = (*DEALT, *cards("2S TC", boot=8))
"""Ana has 18, then 28."""
ACE: Final = (*BETS, *cards(BURNS + "TS 5H AS 4H AD 9C"))
"""Ana has a natural."""


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "journal.db")


def seen(room: Room) -> PublicView:
    return room.updates[-1].view


def told(room: Room, *events: AnyEvent) -> list[str]:
    """What the hands are told to move after these events."""
    room.run(*events)
    return [f"{move.code} {move.box} {move.amount:+d}" for move in seen(room).pay]


BUSTED: Final = ["bust 1 -10000"]


def test_3_2_b_a_bust_is_told_until_the_next_card_though_the_same_is_due(room: Room) -> None:
    room.rules = TableRules(player_cards="up")
    assert told(room, *BUST) == BUSTED
    asked = seen(room)
    assert isinstance(asked.due, Ask)
    assert told(room, *cards("2H", boot=9)) == []
    assert seen(room).due == asked.due
    assert seen(room).due_seq > asked.due_seq


@pytest.mark.parametrize(
    "event",
    [Call(box=3, call="hit"), Call(box=3, call="stand"), HandShown(box=3), CardExposed(n=8, by="Pit")],
    ids=lambda event: type(event).__name__,
)
def test_a_call_a_shown_hand_and_a_correction_take_it_away(room: Room, event: AnyEvent) -> None:
    assert told(room, *BUST) == BUSTED
    assert told(room, event) == []


@pytest.mark.parametrize(
    "event",
    [
        Call(box=1, call="hit"),
        PlayerSeated(box=5, player="Cy"),
        PlayerLeft(box=3),
        Note(text="x", by="7"),
        Link(state="lost", text="x"),
        Link(state="missing", text="x"),
        WhiteCardOut(origin="9:1"),
        ShoeEmpty(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_is_refused_and_what_moves_nothing_at_the_table_leaves_it(room: Room, event: AnyEvent) -> None:
    assert told(room, *BUST) == BUSTED
    assert told(room, event) == BUSTED
    assert told(room) == BUSTED, "after a restart too"


def test_a_claim_takes_it_away_and_a_press_still_answers_the_same_offer(room: Room) -> None:
    room.run(*ACE)
    due, due_seq = seen(room).due, seen(room).due_seq
    assert isinstance(due, Offer)
    assert told(room, EvenMoney(box=1, player="Ana")) == ["even_money 1 +10000"]
    assert told(room, Insurance(box=3, player="Bo", amount=5_000)) == []
    assert (seen(room).due, seen(room).due_seq) == (due, due_seq)


def test_2_1_of_what_is_taken_back_at_once_only_the_way_back_is_told(room: Room) -> None:
    assert told(room, *DEALT, Call(box=3, call="surrender")) == ["surrender 3 -10000"]
    asked = seen(room)
    assert isinstance(asked.due, Offer)
    assert told(room, Withdrawn(seq=asked.seq, reason="slip", by="Pit")) == ["taken_back 3 +10000"]
    assert told(room, Withdrawn(seq=seen(room).seq, reason="slip", by="Pit")) == ["surrender 3 -10000"]


def test_2_2_what_moves_and_goes_back_by_the_same_request_is_not_told(room: Room) -> None:
    """Bo gives up, and then the shoe has no card for the dealer."""
    assert told(room, *DEALT, ShoeEmpty(), Call(box=1, call="stand"), Call(box=3, call="surrender")) == []
    result = seen(room).result
    assert isinstance(seen(room).due, Settle)
    assert result is not None
    assert result.cancelled


def test_2_1_what_is_nothing_moves_nothing_either_way() -> None:
    """A half of one chip that is rounded to nothing, given up and taken back."""
    nothing = Payment(1, 1, "Ana", 0, "surrender", Article.SURRENDER, "surrender")
    back = Moved.back(nothing)
    assert to_be_moved((nothing, back, Moved.back(back))) == ()


def test_2_1_what_goes_back_and_forth_is_told_once() -> None:
    given = Payment(1, 1, "Ana", -100, "surrender", Article.SURRENDER, "surrender")
    assert to_be_moved((given, Moved.back(given), given)) == (given,)
    assert to_be_moved((Moved.back(given), Moved.back(Moved.back(given)), Moved.back(given))) == (Moved.back(given),)
