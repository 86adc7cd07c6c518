"""A box that is held in a dispute: its chips stay as they lie, cards are taken all the same, until it is lifted."""

from pathlib import Path
from typing import Final

import pytest

from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CoupCancelled,
    Done,
    EvenMoney,
    Insurance,
    Note,
    Paid,
    PlayerLeft,
    PlayerSeated,
    ShoeStarted,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
)
from engine.instructions import Settle, TakeWagers
from engine.messages import Answered
from engine.tests.test_session import START, Room, cards

HOLD: Final = Note(text="paid 1:1 for a natural", by="3001", box=1, hold=True)
LIFT: Final = Note(text="paid 3:2, as box 1 has a natural", by="3001", box=1, hold=False)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "journal.db")


def refusals(room: Room, *events: AnyEvent) -> list[str | None]:
    room.run(*events)
    answers = [reply for reply in room.replies if isinstance(reply, Answered)]
    return [answer.refused.code if answer.refused is not None else None for answer in answers]


def until_paying(room: Room) -> None:
    room.run(*START, *cards("2C 3C 4D 5D 6H 7H TS 8H 9D"), Call(box=1, call="stand"), *cards("KC TD 9S", boot=8))
    assert isinstance(room.updates[-1].view.due, Settle)


def test_what_lies_on_a_held_box_is_not_paid_nor_told_done(room: Room) -> None:
    until_paying(room)
    asked = refusals(room, HOLD, Paid(box=1, hand=1, player="Ana"), Paid(), Done(of="settle"), Done(), LIFT, Done())
    assert asked == [None, "box_is_held", "box_is_held", "box_is_held", "box_is_held", None, None]
    assert isinstance(room.updates[-1].view.due, TakeWagers)


@pytest.mark.parametrize(
    "event",
    [
        WagerPlaced(box=2, player="Rui", amount=10_000),
        PlayerSeated(box=2, player="Rui"),
        ShuffleCalled(),
        ShoeStarted(),
        BettingClosed(),
    ],
)
def test_what_would_say_that_the_coup_is_paid_waits_too(room: Room, event: AnyEvent) -> None:
    until_paying(room)
    assert refusals(room, HOLD, event) == [None, "box_is_held"]
    assert isinstance(room.updates[-1].view.due, Settle)


def test_a_coup_with_a_held_box_can_be_cancelled_and_corrected(room: Room) -> None:
    until_paying(room)
    cancelled = CoupCancelled(reason="box 1 was dealt wrongly", by="3001", second="4001")
    assert refusals(room, HOLD, cancelled, Done(of="settle"), LIFT, Done(of="settle")) == [
        None, None, "box_is_held", None, None,
    ]  # fmt: skip


def test_its_chips_move_by_no_call_or_claim_in_the_coup(room: Room) -> None:
    room.run(*START, *cards("2C 3C 4D 5D 6H 7H 6S 5H AD"))
    asked = refusals(
        room,
        HOLD,
        Insurance(box=1, player="Ana", amount=5_000),
        EvenMoney(box=1, player="Ana"),
        Call(box=1, call="surrender"),
        Call(box=1, call="double"),
        Call(box=1, call="split"),
        LIFT,
    )
    assert asked == [None, *5 * ["box_is_held"], None]


def test_who_sits_there_cannot_bet_or_leave_and_others_can(room: Room) -> None:
    asked = refusals(
        room,
        ShoeStarted(),
        WagerPlaced(box=1, player="Ana", amount=10_000),
        HOLD,
        WagerPlaced(box=1, player="Ana", amount=20_000),
        WagerWithdrawn(box=1, player="Ana"),
        PlayerLeft(box=1),
        BettingClosed(),
    )
    assert asked == [None, None, None, "box_is_held", "box_is_held", "box_is_held", None]


def test_cards_are_taken_all_the_same(room: Room) -> None:
    room.run(*START, HOLD, *cards("2C 3C"))
    assert room.updates[-1].view.shoe.out == 2
    assert room.updates[-1].view.held == {1: "3001"}


def test_it_is_held_after_a_restart_and_in_the_next_shoe(room: Room) -> None:
    room.run(ShoeStarted(), HOLD)
    room.run()
    assert room.updates[-1].view.held == {1: "3001"}
    room.run(ShoeStarted(), ShoeStarted())
    room.run()
    assert room.updates[-1].view.held == {1: "3001"}
    room.run(LIFT)
    assert room.updates[-1].view.held == {}


@pytest.mark.parametrize(
    ("note", "code"),
    [
        (Note(text="why", by="3001", hold=True), "hold_needs_words"),
        (Note(text=" ", by="3001", box=1, hold=True), "hold_needs_words"),
        (Note(text="why", by="3001", box=8, hold=True), "no_such_box"),
        (Note(text="why", by="3001", box=2, hold=False), "not_held"),
        (Note(text="why", box=2, hold=True), "core_alone"),
    ],
)
def test_a_hold_names_a_box_of_the_layout_and_a_reason_and_somebody(room: Room, note: Note, code: str) -> None:
    assert refusals(room, note) == [code]
    assert room.updates[-1].view.held == {}


def test_a_remark_about_a_box_holds_nothing(room: Room) -> None:
    assert refusals(room, Note(text="asked for a receipt", by="3001", box=1)) == [None]
    assert room.updates[-1].view.held == {}
