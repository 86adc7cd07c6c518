"""The table without its reader: told by hand by two people until the next shoe, or with the assistant off."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cards import Card, Tag
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
    CardOut,
    Link,
    ShoeEmpty,
    ShoeStarted,
    WagerPlaced,
    WhiteCardOut,
)
from engine.instructions import Burn, Deal
from engine.messages import Answered, asked
from engine.ports import Journalled
from engine.session import Heard
from engine.tests.test_session import Room, cards

START = (ShoeStarted(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
BY_HAND = Link(reader="hand", by="Rui", second="Ana")


def told(text: str | None) -> CardOut:
    """A card told by hand; ``None``: it lies face down and nobody knows it."""
    return CardOut(card=Card.parse(text) if text else None, reader="hand")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "journal.db")


def say(room: Room, *events: AnyEvent) -> list[Heard]:
    return [room.heard(event) for event in events]


def refusals(room: Room) -> list[str | None]:
    answers = [reply for reply in room.replies if isinstance(reply, Answered)]
    return [answer.refused.code if answer.refused else None for answer in answers]


def test_two_people_go_on_by_hand_until_the_next_shoe(room: Room) -> None:
    room.run(*START, *cards("2C 3C"), *say(room, BY_HAND, *map(told, ("4D", "5D", "6H", "7H"))))
    view = room.updates[-1].view
    assert refusals(room)[-5:] == [None] * 5
    assert view.shoe.out == 6
    assert isinstance(view.due, Deal)
    assert view.reader.state == "by_hand"
    room.run_again(*say(room, told(None), ShoeStarted(), told("2C")))
    assert refusals(room)[-3:] == [None, None, "reader_alone"]
    assert room.updates[-1].view.reader.state != "by_hand"


def test_it_survives_a_restart_and_the_gate_is_not_counted_against_the_log(room: Room) -> None:
    room.run(*START, *cards("2C 3C"), *say(room, BY_HAND, told("4D")))
    room.run(*say(room, told("5D")))
    assert room.source.journalled == Journalled(frozenset({"7:1", "7:2"}), 3, shoe_open=False)
    assert refusals(room) == [None]
    assert room.updates[-1].view.shoe.out == 4


def test_what_the_shoe_reports_meanwhile_is_kept_and_counts_for_nothing(room: Room) -> None:
    king = CardOut(card=Card.parse("KS"), tag=Tag("E004"), origin="7:3")
    later: list[CardOut | WhiteCardOut | ShoeEmpty] = [king, WhiteCardOut(origin="7:4"), ShoeEmpty()]
    room.run(*START, *cards("2C 3C"), *say(room, BY_HAND, told("4D")), *later, later[0])
    assert room.updates[-1].view.shoe.out == 3
    assert not room.updates[-1].view.shoe.white_card_out
    assert room.source.acknowledged == ["7:1", "7:2", "7:3", "7:4", "7:3"]
    notes = [json.loads(line) for line in room.lines if '"note"' in line]
    assert [note.get("origin") for note in notes] == ["7:3", "7:4", None]
    assert not any("KS" in line or "E004" in line for line in room.lines), "a card that left unseen stays unseen"
    room.run(later[0])
    assert room.source.acknowledged == ["7:3"], "dropped after a restart too"
    assert room.updates[-1].view.shoe.out == 3


def test_the_shoe_is_believed_again_in_the_next_one(room: Room) -> None:
    room.run(*START, *say(room, BY_HAND, told("2C"), ShoeStarted()), *START[1:], *cards("5C 6C", boot=9))
    assert room.updates[-1].view.shoe.out == 2
    assert isinstance(room.updates[-1].view.due, Burn)


def test_white_card_and_empty_shoe_are_told_by_hand_too(room: Room) -> None:
    room.run(*START, *say(room, WhiteCardOut(), BY_HAND, WhiteCardOut(), ShoeEmpty()))
    assert refusals(room)[-4:] == ["reader_alone", None, None, None]
    assert room.updates[-1].view.shoe.white_card_out
    assert room.updates[-1].view.shoe.empty


@pytest.mark.parametrize(
    "card",
    [
        CardOut(card=None),
        CardOut(card=None, reader="hand", tag=Tag("E004")),
        CardOut(card=None, reader="hand", origin="1:2"),
    ],
    ids=["as the reader", "with a tag", "with an origin"],
)
def test_by_hand_nobody_speaks_for_the_reader(room: Room, card: CardOut) -> None:
    room.run(*START, *say(room, BY_HAND, card))
    assert refusals(room)[-1] == "reader_alone"
    assert room.updates[-1].view.shoe.out == 0


@pytest.mark.parametrize(
    ("by", "second"), [(None, None), ("Rui", None), ("Rui", "Rui"), ("Rui", " rui "), ("", "Ana"), ("Rui", "  ")]
)
@pytest.mark.parametrize("kind", [lambda **who: Link(reader="hand", **who), AssistantOff, AssistantOn])
def test_one_person_alone_takes_the_table_from_no_reader(
    room: Room, kind: Callable[..., AnyEvent], by: str | None, second: str | None
) -> None:
    room.run(*START, *say(room, kind(by=by, second=second)))
    assert refusals(room)[-1] == "two_people"
    assert '"hand"' not in room.lines[-1]


def test_by_hand_is_said_of_a_shoe_that_is_open(room: Room) -> None:
    room.run(*say(room, BY_HAND))
    assert refusals(room) == ["no_shoe"]


def test_the_card_that_is_told_by_hand_is_told_to_nobody(room: Room) -> None:
    room.run(*START, *say(room, BY_HAND, *map(told, ("2C", "3C", "4C", "5C", "6C", "7C", "KH"))))
    assert room.updates[-1].view.boxes[0].hands[0].cards == ("##",)
    assert not any("KH" in str(update) for update in room.updates)


def test_the_assistant_goes_off_and_comes_back_by_two_people(room: Room) -> None:
    off, on = AssistantOff(by="Rui", second="Ana"), AssistantOn(by="Rui", second="Ana")
    room.run(*START, *say(room, off), *cards("2C 3C"), *say(room, on))
    assert refusals(room)[-2:] == [None, None]
    assert '"by":"Rui","second":"Ana"' in next(line for line in room.lines if "assistant_off" in line)
    assert room.updates[-1].view.shoe.out == 2


def asked_for(line: str, room: Room) -> Heard:
    """What a client's line asks for, as the core reads it from the socket."""
    return Heard(asked(line.encode()), room.replies.append)


def test_a_client_tells_a_card_that_nobody_knows_and_a_white_card_and_an_empty_shoe(room: Room) -> None:
    unknown = '{"type": "card_out", "card": null, "reader": "hand", "id": "%d"}'
    room.run(*START, *say(room, BY_HAND), *(asked_for(unknown % at, room) for at in range(8)))
    view = room.updates[-1].view
    assert refusals(room)[-8:] == [None] * 8
    assert (view.shoe.out, view.shoe.burned, view.boxes[0].hands[0].cards) == (8, 6, ("##", "##"))
    white, empty = (f'{{"type": "{what}", "id": "{what}"}}' for what in ("white_card_out", "shoe_empty"))
    room.run(asked_for(white, room), asked_for(empty, room))
    assert refusals(room) == [None, None]
    assert (room.updates[-1].view.shoe.white_card_out, room.updates[-1].view.shoe.empty) == (True, True)
