import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.journal import witness as witness_module
from engine.journal.checkpoint import Checkpoint, Checkpoints, Why, append, file_of
from engine.journal.tests.days import KEY, PUBLIC, TABLE
from engine.journal.witness import EVERY_S, LATE_S, RETRY_S, Unwitnessed, Witness


class Clock:
    """Both clocks, in seconds since the core began."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> str:
        minutes, seconds = divmod(self.seconds - 1000, 60)
        return f"2026-12-01T12:{int(minutes):02}:{seconds:06.3f}Z"


class Stick:
    """The medium: takes a line, fails with a reason, or keeps who writes waiting."""

    def __init__(self) -> None:
        self.trouble: OSError | None = None
        self.lets_go = threading.Event()
        self.lets_go.set()

    def append(self, path: Path, line: str) -> None:
        self.lets_go.wait()
        if self.trouble is not None:
            raise self.trouble
        append(path, line)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stick(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stick]:
    stick = Stick()
    monkeypatch.setattr(witness_module, "append", stick.append)
    yield stick
    stick.lets_go.set()


@pytest.fixture
def told() -> list[Unwitnessed | None]:
    return []


@pytest.fixture
def witness(tmp_path: Path, clock: Clock, stick: Stick, told: list[Unwitnessed | None]) -> Witness:  # noqa: ARG001
    """One whose rounds the test makes itself; only its medium's thread runs."""
    made = Witness(KEY, tmp_path, TABLE, tell=told.append, now=clock.now, monotonic=clock.monotonic)
    made._threads[1].start()
    return made


def written(folder: Path) -> list[tuple[int, str]]:
    return [(each.seq, each.why) for each in known(folder)]


def known(folder: Path) -> list[Checkpoint]:
    path = file_of(folder, TABLE)
    return list(Checkpoints(path, TABLE, PUBLIC)) if path.exists() else []


def answered(witness: Witness) -> None:
    """The medium has answered, and the witness knows."""
    witness._outcomes.put(witness._outcomes.get(timeout=10))
    witness.turn()


def marked(witness: Witness, seq: int, why: Why = Why.COUP) -> None:
    witness.note(seq, bytes([seq]) * 32)
    witness.mark(why)
    witness.turn()


def test_a_checkpoint_is_written_when_it_is_asked_for(witness: Witness, tmp_path: Path) -> None:
    marked(witness, 7, Why.START)
    answered(witness)
    marked(witness, 30)
    answered(witness)
    assert written(tmp_path) == [(7, "start"), (30, "coup")]
    assert [each.head for each in known(tmp_path)] == [bytes([7]) * 32, bytes([30]) * 32]


def test_what_was_asked_for_is_the_head_of_that_moment(witness: Witness, tmp_path: Path) -> None:
    witness.note(7, bytes(32))
    witness.mark(Why.COUP)
    witness.note(8, bytes(32))
    witness.turn()
    answered(witness)
    assert written(tmp_path) == [(7, "coup")]


def test_nothing_is_signed_before_there_is_a_record(witness: Witness, tmp_path: Path, clock: Clock) -> None:
    witness.mark(Why.START)
    clock.seconds += EVERY_S + 1
    witness.turn()
    assert witness._sent is None
    assert written(tmp_path) == []


def test_each_minute_covers_what_was_written_since(witness: Witness, tmp_path: Path, clock: Clock) -> None:
    marked(witness, 7)
    answered(witness)
    witness.note(8, bytes(32))
    clock.seconds += EVERY_S - 1
    witness.turn()
    assert witness._sent is None
    clock.seconds += 1
    witness.turn()
    answered(witness)
    clock.seconds += EVERY_S + 1
    witness.turn()
    assert witness._sent is None  # nothing is new
    assert written(tmp_path) == [(7, "coup"), (8, "minute")]


def test_a_medium_that_fails_is_told_at_once_and_the_newest_is_written_when_it_takes_it_again(
    witness: Witness, tmp_path: Path, clock: Clock, stick: Stick, told: list[Unwitnessed | None]
) -> None:
    marked(witness, 7)
    answered(witness)
    clock.seconds += 10
    stick.trouble = OSError(28, "No space left on device")
    marked(witness, 20)
    answered(witness)
    for seq in (30, 40):
        marked(witness, seq)
    assert [each and each.since for each in told] == ["2026-12-01T12:00:00.000Z"]
    assert told[0] is not None
    assert "BJ-01.checkpoints: no checkpoint could be written (No space left on device): look at" in told[0].text
    stick.trouble = None
    clock.seconds += RETRY_S
    witness.turn()
    answered(witness)
    assert written(tmp_path) == [(7, "coup"), (40, "coup")]
    assert told[1:] == [None]


def test_a_medium_that_fails_rests_between_two_attempts(
    witness: Witness, clock: Clock, stick: Stick, told: list[Unwitnessed | None]
) -> None:
    stick.trouble = OSError(5, "Input/output error")
    marked(witness, 7)
    answered(witness)
    clock.seconds += RETRY_S - 0.1
    witness.turn()
    assert witness._sent is None
    clock.seconds += 0.2
    witness.turn()
    answered(witness)
    assert len(told) == 1  # the same trouble is told once


def test_a_medium_that_does_not_answer_holds_nobody_up_and_is_told_after_two_minutes(
    witness: Witness, tmp_path: Path, clock: Clock, stick: Stick, told: list[Unwitnessed | None]
) -> None:
    stick.lets_go.clear()
    marked(witness, 7)
    clock.seconds += 60
    marked(witness, 20)
    clock.seconds += LATE_S - 60
    witness.turn()
    assert told == []
    clock.seconds += 1
    witness.turn()
    assert [each and each.since for each in told] == ["2026-12-01T12:00:00.000Z"]
    stick.lets_go.set()
    answered(witness)
    answered(witness)
    assert told[1:] == [None]
    assert written(tmp_path) == [(7, "coup"), (20, "coup")]


def test_a_medium_that_was_taken_out_is_not_written_to_in_its_absence(
    tmp_path: Path, clock: Clock, told: list[Unwitnessed | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_mounted = iter([True, False])
    monkeypatch.setattr(os.path, "ismount", lambda _folder: next(is_mounted))
    witness = Witness(KEY, tmp_path, TABLE, tell=told.append, now=clock.now, monotonic=clock.monotonic)
    witness._threads[1].start()
    marked(witness, 7)
    answered(witness)
    assert written(tmp_path) == []
    assert told[0] is not None
    assert "the medium of the checkpoints is not there any more: put it in and mount it" in told[0].text


def running(folder: Path, clock: Clock, told: list[Unwitnessed | None]) -> Witness:
    made = Witness(KEY, folder, TABLE, tell=told.append, now=clock.now, monotonic=clock.monotonic)
    made.start()
    return made


def test_a_stopped_witness_has_written_a_last_one(
    tmp_path: Path, clock: Clock, stick: Stick, told: list[Unwitnessed | None]
) -> None:
    witness = running(tmp_path, clock, told)
    witness.note(7, bytes(32))
    witness.mark(Why.START)
    witness.note(9, bytes(32))
    witness.stop()
    assert written(tmp_path)[-1] == (9, "stop")
    assert not any(thread.is_alive() for thread in witness._threads[:1])
    assert stick.trouble is None


def test_a_medium_that_fails_to_the_end_is_tried_once_more_and_left(
    tmp_path: Path, clock: Clock, stick: Stick, told: list[Unwitnessed | None]
) -> None:
    witness = running(tmp_path, clock, told)
    stick.trouble = OSError(5, "Input/output error")
    witness.note(7, bytes(32))
    witness.mark(Why.COUP)
    witness.stop()
    assert not witness._threads[0].is_alive()
    assert written(tmp_path) == []
    assert len(told) == 1


def test_a_medium_that_does_not_answer_keeps_no_core_from_ending(
    tmp_path: Path, clock: Clock, stick: Stick, told: list[Unwitnessed | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness_module, "STOPPING_S", 0.1)
    witness = running(tmp_path, clock, told)
    stick.lets_go.clear()
    witness.note(7, bytes(32))
    witness.stop()
    assert witness._threads[0].is_alive()
    stick.lets_go.set()
    witness._threads[0].join(10)
    assert not witness._threads[0].is_alive()
    assert written(tmp_path) == [(7, "stop")]
