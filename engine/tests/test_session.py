"""The table thread: durable first, then the table; told to everybody; the same after any restart."""

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from msgspec import structs

from engine.answers import Answer
from engine.cards import Card
from engine.chips import USUAL_CHIPS
from engine.clock import WatchedClock
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardNamed,
    CardOut,
    Done,
    EvenMoney,
    Link,
    PlayerSeated,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    TableOpened,
    WagerPlaced,
    WhiteCardOut,
)
from engine.instructions import Ask, Burn, Offer, Shuffle
from engine.journal.errors import JournalFull
from engine.journal.room import Room as DiskRoom
from engine.journal.store import Journal
from engine.lines import event_of, fields_from
from engine.messages import Answered, Asked, AskedLog, Fault, Message, Refused, Update, encode
from engine.people.desk import Desk
from engine.ports import Follower, Journalled, Sighting, SourceError
from engine.rules import TableRules
from engine.sealing import put_back
from engine.session import Heard, Inquired, Joined, Opening, Reply, Session, Stop
from engine.table import Table
from engine.view import Condition, PublicView


class FakeSource:
    """A card source that remembers what it was told."""

    def __init__(self) -> None:
        self.acknowledged: list[str] = []
        self.journalled: Journalled | None = None
        self.shoes = 0
        self.stopped = False
        self.faults: list[SourceError] = []

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:  # noqa: ARG002
        if self.faults:
            raise self.faults.pop()
        self.journalled = journalled

    def acknowledge(self, origin: str) -> None:
        self.acknowledged.append(origin)

    def shoe_started(self) -> None:
        self.shoes += 1

    def stop(self) -> None:
        self.stopped = True


FULL: Final = Fault(text="the disk is full: make room", code="disk_full")
NOON_S: Final = 1769860800.0
"""2026-01-31, 12:00 UTC."""


class Room:
    """One core after another on the same journal, without processes: each run takes what was put in, then stops."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rules = TableRules()
        self.settings = "00"
        self.chips = USUAL_CHIPS
        self.told: list[Message] = []
        self.replies: list[Message] = []
        self.source = FakeSource()
        self.open_journal: Callable[[], Journal] = lambda: Journal.open(self.path)
        self.idents = count(1)
        self.clock = WatchedClock(lambda: NOON_S, lambda: 0.0)
        self.disk: DiskRoom | None = None
        self.followers: Sequence[Follower] = ()
        self.desk: Desk | None = None

    read: Callable[[AskedLog, Reply], None] | None = None
    """What answers questions to the log."""

    def run(self, *inputs: AnyEvent | Joined | Heard | Inquired | Condition) -> list[Message]:
        self.told.clear()
        self.replies.clear()
        self.source = FakeSource()
        return self.run_again(*inputs)

    def run_again(self, *inputs: AnyEvent | Joined | Heard | Inquired | Condition) -> list[Message]:
        seats = (PlayerSeated(box=1, player="Ana"),)
        opening = Opening("BJ-01", "0.1.0", self.settings, self.rules, seats, self.chips)
        session = Session(
            opening,
            self.open_journal,
            self.source,
            self.clock,
            self.told.append,
            room=self.disk,
            followers=self.followers,
            desk=self.desk,
            read=self.read,
        )
        for put in (*inputs, Stop()):
            session.inbox.put(self.input(put))
        thread = threading.Thread(target=session.run)
        thread.start()
        thread.join(timeout=20)
        assert not thread.is_alive()
        return self.told

    def input(
        self, put: "AnyEvent | Joined | Heard | Inquired | Condition | Stop"
    ) -> "Sighting | Joined | Heard | Inquired | Condition | Stop":
        if isinstance(put, CardOut | WhiteCardOut | ShoeEmpty | Link | Joined | Heard | Inquired | Condition | Stop):
            return put
        return self.heard(put)

    def heard(self, event: AnyEvent, *, ident: str = "", answers: int | None = None) -> Heard:
        return Heard(Asked(event, ident or f"r{next(self.idents)}", answers), self.replies.append)

    @property
    def updates(self) -> list[Update]:
        return [message for message in self.told if isinstance(message, Update)]

    @property
    def lines(self) -> list[str]:
        with Journal.open(self.path) as journal:
            return [record.payload.decode() for record in journal.records()]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    yield Room(tmp_path / "journal.db")


def cards(texts: str, boot: int = 7) -> list[CardOut]:
    return [CardOut(card=Card.parse(text), origin=f"{boot}:{seq}") for seq, text in enumerate(texts.split(), 1)]


START = (ShoeStarted(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
BURNS_AND_DEAL = "2C 3C 4D 5D 6H 7H TS 8H 9D"


def test_a_first_start_opens_the_table_and_seats_the_players(room: Room) -> None:
    room.run()
    types = [fields_from(line)["type"] for line in room.lines]
    assert types == ["table_opened", "player_seated", "opened"]
    assert room.updates[-1].view.boxes[0].player == "Ana"
    assert isinstance(room.updates[-1].view.due, Shuffle)


def test_every_event_is_in_the_journal_as_a_line_of_the_log(room: Room) -> None:
    room.run(*START, *cards("2C"))
    line = room.lines[-1]
    fields = fields_from(line)
    assert event_of(put_back(fields, None)) == structs.replace(cards("2C")[0], card=None)
    assert fields["at"] == "2026-01-31T12:00:00.000Z"


def test_a_card_is_acknowledged_only_when_the_journal_holds_it(room: Room) -> None:
    acknowledged_before: list[int] = []

    class Watched(Journal):
        def append(self, payload: bytes, **how):  # type: ignore[no-untyped-def]
            if b'"card_out"' in payload:
                acknowledged_before.append(len(room.source.acknowledged))
            return super().append(payload, **how)

    room.open_journal = lambda: Watched.open(room.path)
    room.run(*START, *cards("2C 3C"))
    assert acknowledged_before == [0, 1]
    assert room.source.acknowledged == ["7:1", "7:2"]


def test_a_repeated_origin_is_acknowledged_again_and_not_journalled(room: Room) -> None:
    room.run(*START, *cards("2C 3C"), *cards("2C 3C"))
    assert room.updates[-1].view.shoe.out == 2
    assert room.source.acknowledged == ["7:1", "7:2", "7:1", "7:2"]
    assert sum('"card_out"' in line for line in room.lines) == 2


def test_a_repeated_origin_is_dropped_after_a_restart_too(room: Room) -> None:
    room.run(*START, *cards("2C 3C"))
    room.run(*cards("2C 3C 4D"))
    assert room.updates[-1].view.shoe.out == 3
    assert room.source.acknowledged == ["7:1", "7:2", "7:3"]


def test_the_source_is_told_what_the_journal_holds(room: Room) -> None:
    room.run(*START, *cards("2C 3C"), WhiteCardOut(origin="7:3"))
    room.run()
    assert room.source.journalled == Journalled(frozenset({"7:1", "7:2", "7:3"}), passed=3, shoe_open=True)


def shown(view: PublicView) -> tuple[object, ...]:
    return view.due, view.due_seq, view.boxes, view.dealer, view.shoe, view.result


def test_a_restart_at_any_moment_shows_the_same_table(tmp_path: Path) -> None:
    script: list[AnyEvent] = [
        *START,
        *cards(BURNS_AND_DEAL),
        Call(box=1, call="stand"),
        *cards("2H KS", boot=8),
        Done(of="settle"),
    ]
    whole = Room(tmp_path / "whole.db")
    whole.run(*script)
    for stop in range(len(script) + 1):
        room = Room(tmp_path / f"{stop}.db")
        room.run(*script[:stop])
        before = room.updates[-1].view
        room.run(Joined(room.replies.append))
        recalled = room.replies[0]
        assert isinstance(recalled, Update)
        assert shown(recalled.view) == shown(before)
        room.run(*script[stop:])
        assert room.updates[-1].view.due == whole.updates[-1].view.due
        assert room.updates[-1].view.coup == 2


def test_a_repeated_request_gets_its_first_answer(room: Room) -> None:
    wager = WagerPlaced(box=1, player="Ana", amount=10_000)
    room.run(ShoeStarted(), room.heard(wager, ident="a"), room.heard(wager, ident="a"))
    first, second = (reply for reply in room.replies if isinstance(reply, Answered) and reply.id == "a")
    assert first == second
    assert sum('"wager_placed"' in line for line in room.lines) == 1


def test_a_repeated_request_gets_its_first_answer_after_a_restart(room: Room) -> None:
    room.run(ShoeStarted(), room.heard(WagerPlaced(box=1, player="Ana", amount=10_000), ident="a"))
    (*_, first) = room.replies
    room.run(room.heard(WagerPlaced(box=1, player="Ana", amount=10_000), ident="a"))
    assert room.replies == [first]


def test_a_press_that_answers_a_passed_instruction_is_refused(room: Room) -> None:
    room.run(*START, *cards(BURNS_AND_DEAL), Joined(room.replies.append))
    asked = room.updates[-1].view
    assert isinstance(asked.due, Offer)
    late = room.heard(Call(box=1, call="stand"), ident="late", answers=asked.due_seq)
    room.run(*cards("2H", boot=8), late)
    answer = room.replies[-1]
    assert isinstance(answer, Answered)
    assert answer.refused is not None
    assert answer.refused.code == "table_moved_on"
    assert answer.seq is None
    assert room.told[-1] == Refused(event="call", refused=answer.refused)
    assert isinstance(room.updates[-1].view.due, Ask)


def test_a_press_survives_what_does_not_change_the_instruction(room: Room) -> None:
    room.run(*START, *cards(BURNS_AND_DEAL))
    due_seq = room.updates[-1].view.due_seq
    room.run(WhiteCardOut(origin="8:1"), Link(state="up"), room.heard(Call(box=1, call="stand"), answers=due_seq))
    assert isinstance(room.updates[-1].view.due, Burn)


@pytest.mark.parametrize("event", [CardOut(card=Card.parse("AS")), WhiteCardOut(), ShoeEmpty()], ids=repr)
def test_no_client_can_report_a_card(room: Room, event: AnyEvent) -> None:
    room.run(*START, room.heard(event, ident="x"))
    answer = room.replies[-1]
    assert isinstance(answer, Answered)
    assert answer.refused is not None
    assert answer.refused.code == "reader_alone"
    assert room.updates[-1].view.shoe.out == 0


def test_missing_cards_are_told_until_the_coup_is_over(room: Room) -> None:
    room.run(*START, *cards(BURNS_AND_DEAL), Link(state="missing", text="compare"), Call(box=1, call="stand"))
    assert room.updates[-1].view.reader.text == "compare"
    room.run(Link(state="missing", text="compare"), *cards("2H KS", boot=8))
    states = [room.updates[-1].view.reader.state]
    room.run(Link(state="missing", text="compare"), Done(of="settle"))
    assert [*states, room.updates[-1].view.reader.state] == ["missing", "up"]


def test_no_client_can_write_what_the_core_records(room: Room) -> None:
    room.run(room.heard(Link(state="up"), ident="x"))
    answer = room.replies[-1]
    assert isinstance(answer, Answered)
    assert answer.refused is not None
    assert answer.refused.code == "core_alone"


def test_the_shoe_hears_of_a_new_shoe_once_it_is_journalled(room: Room) -> None:
    room.run(ShoeStarted())
    assert room.source.shoes == 1


def test_a_refused_request_is_told_to_all_and_kept_in_the_log(room: Room) -> None:
    room.run(room.heard(BettingClosed(), ident="x"))
    assert isinstance(room.told[-1], Refused)
    assert '"betting_closed"' in room.lines[-1]


def test_the_name_of_a_card_is_told_to_nobody(room: Room) -> None:
    room.run(*START, *cards(BURNS_AND_DEAL), room.heard(CardNamed(n=7, card=Card.parse("4C"), by="Pit"), ident="x"))
    assert (room.updates[-1].event, room.updates[-1].request) == ("card_named", None)
    assert "4C" not in encode(room.updates[-1]).decode()


def test_a_hand_that_was_shown_to_make_a_false_claim_is_shown_to_all(room: Room) -> None:
    room.run(*START, *cards(BURNS_AND_DEAL), room.heard(Call(box=1, call="double"), ident="x"))
    assert isinstance(room.told[-2], Refused)
    assert "##" not in room.updates[-1].view.boxes[0].hands[0].cards


def test_money_that_moves_at_once_is_shown_until_something_else_is_due(room: Room) -> None:
    room.run(*START, *cards("2C 3C 4D 5D 6H 7H AS KH AD 9C"), room.heard(EvenMoney(box=1, player="Ana"), ident="x"))
    assert [move.code for move in room.updates[-1].view.pay] == ["even_money"]
    room.run(room.heard(Done(of="turn_hidden"), ident="y"))
    assert room.updates[-1].view.pay == ()


def test_a_journal_that_cannot_be_opened_is_told_and_tried_again(room: Room) -> None:
    failures = [JournalFull("the disk is full: make room")]

    def opened() -> Journal:
        if failures:
            raise failures.pop()
        return Journal.open(room.path)

    room.open_journal = opened
    room.run(Joined(room.replies.append), *START)
    assert room.told[0] == FULL
    assert room.replies[0] == FULL
    assert isinstance(room.updates[-1].view.due, Burn)


def test_a_card_waits_while_the_journal_is_full_and_is_not_acknowledged(room: Room) -> None:
    failing = [JournalFull("the disk is full: make room")] * 2
    acknowledged: list[int] = []

    class Full(Journal):
        def append(self, payload: bytes, **how):  # type: ignore[no-untyped-def]
            if b'"card_out"' in payload and failing:
                acknowledged.append(len(room.source.acknowledged))
                raise failing.pop()
            return super().append(payload, **how)

    room.open_journal = lambda: Full.open(room.path)
    room.run(*START, *cards("2C 3C"), Joined(room.replies.append))
    assert acknowledged == [0, 0]
    assert FULL in room.told
    assert room.source.acknowledged == ["7:1", "7:2"]
    assert room.updates[-1].view.shoe.out == 2


def test_a_reader_that_cannot_begin_is_told_and_tried_again(room: Room) -> None:
    room.source.faults = [SourceError("deck.csv cannot be read: enrol the tags")]
    room.run_again(*START)
    assert room.told[0] == Fault(text="deck.csv cannot be read: enrol the tags", code="reader")
    assert room.source.journalled is not None


def test_changed_rules_open_the_table_anew_once_nothing_lies_on_it(room: Room) -> None:
    room.run(*START, *cards("2C"))
    room.rules, room.settings = TableRules(boxes=6), "01"
    room.run()
    assert len(room.updates[-1].view.boxes) == 7
    room.run(
        *cards("3C 4D 5D 6H 7H TS TH 9D 2H TD", boot=8),
        Call(box=1, call="stand"),
        *cards("2H TD", boot=9),
        Done(of="settle"),
    )
    room.run(ShuffleCalled())
    assert len(room.updates[-1].view.boxes) == 7
    room.run()
    assert len(room.updates[-1].view.boxes) == 6


def test_no_client_can_open_the_table(room: Room) -> None:
    room.run(*START, *cards("2C"), room.heard(TableOpened(rules=TableRules(boxes=6)), ident="x"))
    answer = room.replies[-1]
    assert isinstance(answer, Answered)
    assert answer.refused is not None
    assert answer.refused.code == "core_alone"
    assert room.updates[-1].view.shoe.out == 1


def test_missing_cards_are_told_again_after_a_restart_and_after_the_shoe_was_unplugged(room: Room) -> None:
    room.run(*START, *cards("2C"), Link(state="up"), Link(state="missing", text="compare"))
    room.run(Link(state="lost", text="plug it in"))
    states = [room.updates[0].view.reader, room.updates[-1].view.reader]
    room.run(Link(state="up", text="lid closed"))
    states.append(room.updates[-1].view.reader)
    assert [state.state for state in states] == ["missing", "lost", "missing"]
    assert states[-1].text == "compare"


def test_an_error_in_the_table_is_told_and_the_core_stays_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_table: Table, event: AnyEvent, seq: int | None = None) -> Answer:
        if isinstance(event, CardOut):
            raise ZeroDivisionError(f"nought {event.card}")
        return take(_table, event, seq)

    take = Table.take
    monkeypatch.setattr(Table, "take", broken)
    room.run(*START, *cards("2C 3C"), Joined(room.replies.append), BettingClosed())
    fault = room.told[-1]
    assert isinstance(fault, Fault)
    assert "ZeroDivisionError" in fault.text
    assert "2C" not in fault.text
    assert room.replies[-2:] == [fault, fault]
    assert room.source.acknowledged == []


def test_the_journal_and_the_reader_are_closed_at_the_end(room: Room) -> None:
    room.run()
    assert room.source.stopped
    Journal.open(room.path).close()
