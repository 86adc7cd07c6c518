"""Wrong guesses: how many there may be, whatever is switched off, damaged or tried in between."""

import os
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.people.attempts import BUCKET, LEAK_S, MOST, STRANGERS, Attempts, Standing, this_boot
from engine.people.denied import Why
from engine.people.errors import PrivateFileError
from engine.people.tests.machine import Machine


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here is arithmetic; that the file is synced is tested with it."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def guesses(machine: Machine, number: str = "1042", *, most: int = 100) -> Iterator[int]:
    """Guess wrong and wait, again and again: the seconds waited before each guess that was let through."""
    attempts, waited = machine.attempts(), 0
    for _ in range(most):
        denied = attempts.counted(number)
        if denied is None:
            yield waited
            waited = 0
        elif denied.wait_s:
            machine.now_s += denied.wait_s
            waited += denied.wait_s
        else:
            assert denied.why is Why.LOCKED
            return


def test_ten_guesses_with_doubling_waits_and_then_a_person_must_help(machine: Machine) -> None:
    assert list(guesses(machine)) == [0, 0, 0, 0, 0, 30, 60, 120, 240, 480]
    machine.now_s += 10**9
    denied = machine.attempts().counted("1042")
    assert denied is not None
    assert (denied.why, denied.wait_s, denied.staff) == (Why.LOCKED, 0, "1042")
    assert machine.attempts().standing("1042") == Standing(10, 0)
    assert machine.attempts().standing("1042").is_locked
    machine.attempts().lift("1042")
    assert machine.attempts().counted("1042") is None


def test_a_denied_guess_is_not_counted(machine: Machine) -> None:
    attempts = machine.attempts()
    for _ in range(5):
        assert attempts.counted("1042") is None
    for left in (30, 20, 1):
        machine.now_s = 1000 + 30 - left
        denied = attempts.counted("1042")
        assert denied is not None
        assert (denied.why, denied.wait_s) == (Why.WAIT, left)
    assert attempts.standing("1042") == Standing(5, 1)


def test_a_right_pin_begins_the_ten_anew(machine: Machine) -> None:
    attempts = machine.attempts()
    for _ in range(4):
        attempts.counted("1042")
    attempts.succeeded("1042")
    assert attempts.standing("1042") == Standing(0, 0)


def test_others_are_not_held_up(machine: Machine) -> None:
    list(guesses(machine))
    assert machine.attempts().counted("2001") is None


def test_a_program_that_starts_knows_what_was_guessed_and_how_long_to_wait(machine: Machine) -> None:
    for number, _ in enumerate(range(5), 1):
        assert machine.attempts().counted("1042") is None
        assert machine.attempts().standing("1042").misses == number
    machine.now_s += 10
    assert machine.attempts().standing("1042") == Standing(5, 20)


def test_switching_off_forgets_nothing_and_begins_the_wait_anew(machine: Machine) -> None:
    for _ in range(5):
        machine.attempts().counted("1042")
    machine.now_s += 29
    machine.reboot()
    assert machine.attempts().standing("1042") == Standing(5, 30)
    machine.now_s += 10
    assert machine.attempts().standing("1042") == Standing(5, 20)


def test_a_boot_that_has_lasted_longer_than_the_one_before_is_another_all_the_same(machine: Machine) -> None:
    for _ in range(5):
        machine.attempts().counted("1042")
    machine.reboot()
    machine.now_s = 10**6
    assert machine.attempts().standing("1042") == Standing(5, 30)


def test_switching_off_between_guesses_gains_none(machine: Machine) -> None:
    """However often, there are ten, and the waits are waited."""
    through, waited = 0, 0.0
    for _ in range(200):
        machine.reboot()
        denied = machine.attempts().counted("1042")
        if denied is not None and denied.wait_s:
            machine.now_s += denied.wait_s
            waited += denied.wait_s
            denied = machine.attempts().counted("1042")
        through += denied is None
    assert (through, waited) == (10, 30 + 60 + 120 + 240 + 480)


def test_the_count_is_on_the_disk_before_the_guess_is_let_through(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda it: synced.append(str(Path(f"/proc/self/fd/{it}").readlink())))
    attempts = machine.attempts()
    synced.clear()
    assert attempts.counted("1042") is None
    assert synced == [f"{machine.attempts_file}.new", str(machine.folder)]


def test_what_cannot_be_counted_is_not_let_through(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(PrivateFileError, match="No space left"):
        machine.attempts().counted("1042")


@pytest.mark.parametrize(
    "damage",
    [
        None,
        b"",
        b"\0" * 200,
        b"{}",
        b"[" * 100_000,
        b'{"boot":"boot 0","others":{"count":-99,"at_s":0},"bucket":{"level":0,"at_s":0},"of":{}}',
        b'{"boot":"boot 0","others":{"count":0,"at_s":0},"bucket":{"level":-9,"at_s":0},"of":{}}',
        b'{"boot":"","others":{"count":0,"at_s":0},"bucket":{"level":0,"at_s":0},"of":{"1042":{"count":99,"at_s":0}}}',
    ],
)
def test_a_damaged_or_missing_file_leaves_each_one_guess(machine: Machine, damage: bytes | None) -> None:
    machine.attempts_file.unlink()
    if damage is not None:
        machine.attempts_file.write_bytes(damage)
        machine.attempts_file.chmod(0o600)
    assert list(guesses(machine)) == [480]
    assert machine.attempts().standing("2001").misses == 9
    assert machine.attempts().counted("2001") is None
    machine.attempts().succeeded("2001")
    assert machine.attempts().standing("2001") == Standing(0, 0)
    assert machine.attempts().standing("3001").misses == 9


def test_damaging_it_again_and_again_gains_a_guess_each_time_at_most(machine: Machine) -> None:
    for _ in range(3):
        machine.attempts_file.write_bytes(b"junk")
        assert list(guesses(machine)) == [480]


def test_a_moment_that_is_yet_to_come_begins_the_waits_anew(machine: Machine) -> None:
    for _ in range(5):
        machine.attempts().counted("1042")
    machine.now_s = 10.0
    assert machine.attempts().standing("1042") == Standing(5, 30)
    machine.now_s += 30
    assert machine.attempts().counted("1042") is None


def test_guessing_at_many_numbers_is_bounded(machine: Machine) -> None:
    """Twenty at once, then one every quarter of an hour, however many numbers there are."""
    attempts, moments = machine.attempts(), []
    for number in range(BUCKET + 4):
        denied = attempts.counted(f"{number}", is_stranger=number % 2 == 0)
        if denied is not None:
            assert denied.why is Why.TABLE_WAITS
            machine.now_s += denied.wait_s
            assert attempts.counted(f"{number}") is None
        moments.append(machine.now_s)
    steps = [later - earlier for earlier, later in pairwise(moments)]
    assert steps == [0] * (BUCKET - 1) + [LEAK_S] * 4


def test_the_bucket_outlasts_switching_off_and_right_pins_do_not_fill_it(machine: Machine) -> None:
    for number in range(BUCKET):
        assert machine.attempts().counted(f"{number}") is None
    machine.now_s += LEAK_S - 1
    machine.reboot()
    denied = machine.attempts().counted("999")
    assert denied is not None
    assert (denied.why, denied.wait_s) == (Why.TABLE_WAITS, LEAK_S)
    machine.now_s += LEAK_S
    for _ in range(50):
        assert machine.attempts().counted("999") is None
        machine.attempts().succeeded("999")


def test_numbers_that_nobody_has_are_treated_alike_and_do_not_fill_the_disk(machine: Machine) -> None:
    attempts = machine.attempts()
    for _ in range(5):
        assert attempts.counted("777", is_stranger=True) is None
    denied = attempts.counted("777", is_stranger=True)
    assert denied is not None
    assert (denied.why, denied.wait_s, denied.staff) == (Why.WAIT, 30, None)
    attempts.counted("1042")
    for number in range(STRANGERS + 10):
        machine.now_s += LEAK_S
        assert attempts.counted(f"X{number}", is_stranger=True) is None
    assert machine.attempts_file.read_text().count('"?X') == STRANGERS
    assert attempts.standing("1042").misses == 1


STEPS = st.one_of(
    st.sampled_from(["guess", "reboot", "restart", "stranger"]),
    st.floats(0, 2000, allow_nan=False, allow_infinity=False),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, max_size=60))
def test_whatever_happens_there_are_ten_guesses_at_most(steps: list[str | float]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        attempts, through = machine.attempts(), 0
        attempts.begin()
        for step in steps:
            match step:
                case "guess":
                    through += attempts.counted("1042") is None
                case "stranger":
                    attempts.counted("777", is_stranger=True)
                case "reboot":
                    machine.reboot()
                    attempts = machine.attempts()
                case "restart":
                    attempts = machine.attempts()
                case float(seconds):
                    machine.now_s += seconds
        assert through <= MOST
        assert attempts.standing("1042").misses == through


def test_this_boot_has_a_name_that_stays() -> None:
    assert this_boot() == this_boot() != ""


def test_the_clock_is_the_machines_unless_another_is_given(tmp_path: Path) -> None:
    attempts = Attempts(tmp_path / "attempts")
    attempts.begin()
    assert attempts.counted("1042") is None
    assert this_boot() in (tmp_path / "attempts").read_text()
