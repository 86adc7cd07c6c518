"""What a table's log holds, and when: cards as commitments, opened when nobody is told more by it; marks; the clock."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.clock import NOT_SET, WatchedClock
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
    Call,
    CardNamed,
    CardOut,
    CommitmentsOpened,
    CoupCancelled,
    Done,
    Link,
    ShoeStarted,
    TableClosed,
    WagerPlaced,
    WhiteCardOut,
)
from engine.instructions import Settle, Shuffle, TakeWagers
from engine.journal.errors import JournalBroken, JournalFull
from engine.journal.room import KEPT
from engine.journal.room import Room as DiskRoom
from engine.journal.store import Journal
from engine.lines import event_of
from engine.memory import Memory
from engine.messages import Fault, Update
from engine.ports import Taken
from engine.table import Table
from engine.tests.test_session import BURNS_AND_DEAL, START, Room, cards
from engine.view import UNREAD, Condition

PLAYED: list[AnyEvent] = [*START, *cards(BURNS_AND_DEAL), Call(box=1, call="stand"), *cards("2H KS", boot=8)]
"""Six burned, 2C to 7H; box 1 TS 8H, the dealer 9D; then burn 2H and the second card KS."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    yield Room(tmp_path / "journal.db")


def rows(room: Room) -> list[dict[str, Any]]:
    return [json.loads(line) | {"record": at} for at, line in enumerate(room.lines, 1)]


def of(room: Room, kind: str) -> list[dict[str, Any]]:
    return [row for row in rows(room) if row["type"] == kind]


def opened(room: Room) -> dict[int, str]:
    """The faces that the log tells, by their record."""
    return {one["seq"]: one["text"].split()[0] for row in of(room, "commitments_opened") for one in row["openings"]}


def secrets(room: Room) -> dict[int, str]:
    with Journal.open(room.path) as journal:
        return {seq: one.text.split()[0] for seq, one in journal.secrets().items()}


def test_before_the_coup_is_paid_the_log_tells_no_card(room: Room) -> None:
    room.run(*PLAYED)
    assert isinstance(room.updates[-1].view.due, Settle)
    assert opened(room) == {}
    assert all(row.keys() == {"type", "commitment", "origin", "at", "record"} for row in of(room, "card_out"))
    assert list(secrets(room).values()) == [*BURNS_AND_DEAL.split(), "2H", "KS"]


def test_when_it_is_paid_the_log_tells_the_cards_that_everybody_saw(room: Room) -> None:
    room.run(*PLAYED, Done(of="settle"))
    assert sorted(opened(room).values()) == sorted(["TS", "9D", "8H", "KS"])
    assert list(secrets(room).values()) == ["2C", "3C", "4D", "5D", "6H", "7H", "2H"]


def test_a_commitment_is_the_hash_of_the_random_bytes_and_the_text(room: Room) -> None:
    room.run(*PLAYED, Done(of="settle"))
    committed = {row["record"]: row["commitment"] for row in of(room, "card_out")}
    (row,) = of(room, "commitments_opened")
    for one in row["openings"]:
        assert sha256(bytes.fromhex(one["nonce"]) + one["text"].encode()).hexdigest() == committed[one["seq"]]
    assert len({one["nonce"] for one in row["openings"]}) == 4


def test_burned_cards_are_not_told_while_the_shoe_may_go_on(room: Room) -> None:
    room.run(*PLAYED, WhiteCardOut(origin="9:1"), Done(of="settle"))
    assert isinstance(room.updates[-1].view.due, Shuffle)
    assert sorted(opened(room).values()) == sorted(["TS", "9D", "8H", "KS"])


def test_burned_cards_are_kept_when_the_table_is_closed(room: Room) -> None:
    room.run(*PLAYED, WhiteCardOut(origin="9:1"), Done(of="settle"), room.heard(TableClosed()))
    assert len(opened(room)) == 4


def test_a_new_shoe_tells_what_the_one_before_kept(room: Room) -> None:
    room.run(*PLAYED, Done(of="settle"), ShoeStarted())
    assert len(opened(room)) == 11


def test_a_shoe_that_begins_in_mid_coup_tells_nothing_until_the_wagers_are_back(room: Room) -> None:
    room.run(*PLAYED[:-3], ShoeStarted())
    assert opened(room) == {}
    room.run(Done(of="settle"))
    assert len(opened(room)) == 9


def test_a_cancelled_coup_tells_only_the_cards_that_were_seen(room: Room) -> None:
    room.run(*PLAYED[:-3], CoupCancelled(reason="misdeal", by="Pit"), Done(of="settle"))
    assert list(opened(room).values()) == ["9D"]


def test_a_name_is_told_with_the_card_that_it_names(room: Room) -> None:
    named = CardNamed(n=7, card=Card.parse("9S"), by="Pit")
    room.run(*PLAYED[:-3], room.heard(named))
    (row,) = of(room, "card_named")
    assert row.keys() == {"type", "n", "by", "commitment", "at", "id", "record"}
    room.run(*PLAYED[-3:], Done(of="settle"))
    assert opened(room)[row["record"]] == "9S"


def test_a_name_of_a_burned_card_is_kept_as_long_as_the_card(room: Room) -> None:
    room.run(*PLAYED, CardNamed(n=1, card=Card.parse("AS"), by="Pit"), Done(of="settle"))
    assert "AS" not in opened(room).values()
    room.run(ShoeStarted())
    assert "AS" in opened(room).values()


@pytest.mark.parametrize("stop", range(len(PLAYED) + 1))
def test_a_core_that_died_anywhere_knows_its_cards_again_and_tells_them_once(room: Room, stop: int) -> None:
    script = [*PLAYED, Done(of="settle"), ShoeStarted()]
    room.run(*script[:stop])
    room.run(*script[stop:])
    told = [one["seq"] for row in of(room, "commitments_opened") for one in row["openings"]]
    assert len(told) == len(set(told)) == 11
    assert secrets(room) == {}


def test_a_core_that_died_before_it_told_the_cards_tells_them_at_its_start(room: Room) -> None:
    with pytest.MonkeyPatch.context() as dead:
        dead.setattr(Memory, "no_secrets", lambda _self: [])
        room.run(*PLAYED, Done(of="settle"))
    assert opened(room) == {}
    room.run()
    assert len(opened(room)) == 4


def test_a_secret_that_is_not_what_was_committed_to_opens_no_table(room: Room) -> None:
    room.run(*PLAYED)
    with Journal.open(room.path) as journal:
        journal._connection.execute("UPDATE sealed SET text = ? WHERE seq = 16", (b"AS - -".ljust(64),))
        memory = Memory(journal, bytes)
        with pytest.raises(JournalBroken, match="record 16: the text that was committed to was due") as broken:
            memory.recall()
    assert broken.value.seq == 16


def test_without_its_secrets_a_table_takes_its_cards_for_unread(room: Room) -> None:
    """As after a restore from a backup, which holds none."""
    room.run(*PLAYED[:-3])
    with Journal.open(room.path) as journal:
        journal._connection.execute("DELETE FROM sealed")
    room.run()
    view = room.updates[-1].view
    assert view.dealer.cards == (UNREAD,)
    assert view.boxes[0].hands[0].cards == ("##", "##")


# Where a replay may begin


def coups(count: int, boot: int = 100) -> Iterator[AnyEvent]:
    """Whole coups in one shoe, the first with the opening burn."""
    for at in range(count):
        yield WagerPlaced(box=1, player="Ana", amount=10_000)
        yield from cards("2C 3C 4D 5D 6H 7H TS 8H 9D" if at == 0 else "2C TS 8H 9D", boot=boot + 2 * at)
        yield Call(box=1, call="stand")
        yield from cards("2H KS", boot=boot + 1 + 2 * at)
        yield Done(of="settle")


def test_a_new_shoe_says_how_the_table_stands(room: Room) -> None:
    room.run(ShoeStarted(), *coups(2), WagerPlaced(box=1, player="Ana", amount=1_000), ShoeStarted())
    first, second = (row for row in of(room, "opened") if "standing" in row)
    assert (first["standing"]["coups"], second["standing"]["coups"]) == (0, 2)
    assert second["standing"]["wagers"] == {"1": [["Ana", 1000]]}
    assert (second["version"], second["settings"]) == ("0.1.0", "00")


def test_a_start_plays_from_the_shoe_before_and_comes_to_the_same_table(room: Room) -> None:
    room.run(ShoeStarted(), *coups(3), ShoeStarted(), *coups(2, 200), ShoeStarted(), *coups(1, 300))
    before = room.updates[-1].view
    with Journal.open(room.path) as journal:
        memory = Memory(journal, bytes)
        played: list[int] = []
        take = memory.take
        memory.take = lambda record, *rest: played.append(record.seq) or take(record, *rest)  # type: ignore
        memory.recall()
        marks = [record.seq for record in journal.openings(3)]
    assert played[0] == marks[1]
    after = memory.view("BJ-01", before.reader)
    assert (after.due, after.boxes, after.dealer, after.shoe, after.coup) == (
        before.due,
        before.boxes,
        before.dealer,
        before.shoe,
        before.coup,
    )


def test_the_last_coup_of_a_shoe_can_be_cancelled_after_a_start_in_the_next(room: Room) -> None:
    room.run(ShoeStarted(), *coups(2), ShoeStarted())
    room.run()
    room.run(CoupCancelled(reason="wrong hand paid", by="Pit"))
    assert isinstance(room.updates[-1].view.due, Settle)
    assert room.updates[-1].view.coup == 2


def test_a_restart_between_two_shoes_changes_nothing(room: Room, tmp_path: Path) -> None:
    script = [event for boot in (100, 200, 300, 400) for event in (ShoeStarted(), *coups(1, boot))]
    whole = Room(tmp_path / "whole.db")
    whole.run(*script)
    for at in range(0, len(script), 5):
        room.run(*script[at : at + 5])
    view, due = room.updates[-1].view, whole.updates[-1].view
    assert (view.due, view.boxes, view.shoe, view.coup) == (due.due, due.boxes, due.shoe, due.coup)
    assert isinstance(view.due, TakeWagers)


# The clock and the disk


class Hands:
    """A clock that is set by hand."""

    def __init__(self, wall_s: float = 1_800_000_000.0) -> None:
        self.wall_s, self.monotonic_s = wall_s, 0.0

    def clock(self) -> WatchedClock:
        return WatchedClock(lambda: self.wall_s, lambda: self.monotonic_s)


@pytest.mark.parametrize("by_s", [-31_536_000, -3, 3, 86_400])
def test_a_jump_of_the_clock_is_told(by_s: float) -> None:
    hands = Hands()
    clock = hands.clock()
    hands.wall_s += 100 + by_s
    hands.monotonic_s += 100
    stepped = clock.stepped()
    assert stepped is not None
    assert (stepped.by_s, stepped.was) == (by_s, "2027-01-15T08:01:40.000Z")
    assert clock.stepped() is None
    assert [condition.code for condition in clock.conditions()] == ["clock_stepped"]


@pytest.mark.parametrize("by_s", [-1.5, 0, 1.5])
def test_a_slow_drift_is_no_jump(by_s: float) -> None:
    hands = Hands()
    clock = hands.clock()
    hands.wall_s += 3600 + by_s
    hands.monotonic_s += 3600
    assert clock.stepped() is None


def test_a_clock_that_starts_in_1970_is_told() -> None:
    clock = Hands(10.0).clock()
    (condition,) = clock.conditions()
    assert condition.code == NOT_SET.code
    assert "1970-01-01T00:00:10.000Z" in condition.text


def test_a_clock_behind_the_last_record_is_told() -> None:
    clock = Hands().clock()
    assert clock.stepped_since("2027-01-15T07:59:00.000Z") is None
    stepped = clock.stepped_since("2027-01-16T08:00:00.000Z")
    assert stepped is not None
    assert stepped.by_s == -86_400


def test_jumps_and_what_the_machine_lacks_are_in_the_log_and_order_is_by_number(room: Room) -> None:
    hands = Hands()
    room.clock = hands.clock()
    room.run(*START)
    hands.wall_s = 1000.0
    room.clock = hands.clock()
    room.run(*cards("2C"))
    (step,) = of(room, "clock_stepped")
    (card,) = of(room, "card_out")
    assert step["record"] < card["record"]
    assert card["at"].startswith("1970")
    assert any(row["text"].startswith("clock_not_set") for row in of(room, "note"))
    assert [condition.code for condition in room.updates[-1].view.conditions] == ["clock_not_set"]


class FullDisk(DiskRoom):
    """A disk of which the room is what the test says."""

    free_bytes = 1 << 40

    @property
    def free(self) -> int:
        return self.free_bytes


def test_a_full_disk_is_named_and_what_was_kept_for_it_is_used(room: Room) -> None:
    room.disk = FullDisk(room.path, least=64 << 20)
    room.run()
    kept = room.path.with_name("journal.db.room")
    assert kept.stat().st_size == KEPT
    room.disk.free_bytes = 0

    class Full(Journal):
        def append(self, payload: bytes, **how):  # type: ignore[no-untyped-def]
            if kept.exists():
                raise JournalFull("no room")
            return super().append(payload, **how)

    room.open_journal = lambda: Full.open(room.path)
    room.run(*START, *cards("2C"))
    assert Fault(text="no room", code="disk_full") in room.told
    assert not kept.exists()
    assert any(row["text"].startswith("disk_nearly_full") for row in of(room, "note"))
    assert room.source.acknowledged == ["7:1"]
    room.disk.free_bytes = 1 << 40
    room.run()
    assert kept.exists()
    assert room.updates[-1].view.conditions == ()


def test_what_became_of_the_machine_is_told_and_noted_once(room: Room) -> None:
    gone = Condition("unwitnessed", "/media/witness: no checkpoint since noon: put the stick back")
    room.run(gone, gone, *START, Condition("unwitnessed", ""))
    assert [row["text"] for row in of(room, "note")] == [f"unwitnessed: {gone.text}"]
    seen = [message.view.conditions for message in room.told if isinstance(message, Update)]
    assert (gone,) in seen
    assert seen[-1] == ()


def test_followers_are_told_of_every_record_in_order(room: Room) -> None:
    class Noted:
        def __init__(self) -> None:
            self.all: list[Taken] = []
            self.stopped = False

        def taken(self, taken: Taken) -> None:
            self.all.append(taken)

        def stop(self) -> None:
            self.stopped = True

    noted = Noted()
    room.followers = (noted,)
    room.run(*PLAYED, Done(of="settle"))
    assert [taken.record.seq for taken in noted.all] == list(range(1, len(room.lines) + 1))
    assert [taken.coups for taken in noted.all][-2:] == [1, 1]
    assert isinstance(noted.all[-1].event, CommitmentsOpened)
    assert noted.stopped
    assert event_of({"type": "card_out", "card": None}) == CardOut(card=None)


@pytest.mark.parametrize("shoes", [1, 2, 5])
def test_a_coup_is_cancelled_after_a_start_however_many_shoes_came_since(room: Room, shoes: int) -> None:
    room.run(ShoeStarted(), *coups(2), *[ShoeStarted()] * shoes)
    room.run(CoupCancelled(reason="wrong hand paid", by="Pit"))
    room.run()
    assert isinstance(room.updates[-1].view.due, Settle)
    assert room.updates[-1].view.coup == 2


def test_repeats_are_known_after_a_shoe_by_hand_and_a_start(room: Room) -> None:
    by_hand = Link(state="up", reader="hand", by="Ana", second="Rui")
    told = [CardOut(card=one.card, reader="hand") for one in cards("2C 3C 4D 5D 6H 7H TS 8H 9D")]
    more = [CardOut(card=one.card, reader="hand") for one in cards("2H KS")]
    wager = WagerPlaced(box=1, player="Ana", amount=10_000)
    hand: list[AnyEvent] = [wager, BettingClosed(), *told, Call(box=1, call="stand"), *more, Done(of="settle")]
    room.run(ShoeStarted(), *coups(1), ShoeStarted(), room.heard(by_hand), *map(room.heard, hand), ShoeStarted())
    room.run()
    assert room.source.journalled is not None
    assert "101:2" in room.source.journalled.origins


def test_a_shoe_begun_without_the_assistant_is_not_counted_after_a_start_either(room: Room) -> None:
    off, on = AssistantOff(by="Ana", second="Rui"), AssistantOn(by="Ana", second="Rui")
    room.run(ShoeStarted(), *coups(1), room.heard(off), ShoeStarted(), room.heard(on), *coups(1, 200))
    before = room.updates[-1].view
    assert before.shoe.need is None
    room.run(ShoeStarted(), WagerPlaced(box=1, player="Ana", amount=10_000))
    with Journal.open(room.path) as journal:
        marks = [event_of(json.loads(record.payload)) for record in journal.openings(2)]
    standing = marks[1].standing  # type: ignore[union-attr]
    assert standing is not None and standing.is_off
    assert not Table.standing(standing, 1).felt.shoe.counted
