"""Who somebody is, from the files."""

from pathlib import Path

import pytest

from engine.people import changes, pins, staff
from engine.people.attempts import Standing
from engine.people.cost import Cost
from engine.people.denied import Denied, Why
from engine.people.duties import Duty, Person
from engine.people.pepper import Pepper
from engine.people.pins import Pin
from engine.people.proofs import Proof
from engine.people.tests.machine import BADGE, PINS, TODAY, WRONG, Machine, shown


def why(found: Person | Denied) -> Why:
    assert isinstance(found, Denied)
    assert WRONG not in found.text
    assert BADGE not in found.text
    return found.why


@pytest.mark.parametrize(("number", "duty"), [("1042", Duty.DEALER), ("3001", Duty.SHIFT_MANAGER)])
def test_number_and_pin_are_known(machine: Machine, number: str, duty: Duty) -> None:
    assert machine.verifier().person(shown(number)) == Person(number, duty)


def test_a_badge_stands_for_the_number_or_goes_with_it(machine: Machine) -> None:
    mei = Person("2001", Duty.PIT_SUPERVISOR)
    assert machine.verifier().person(shown(None, tag=BADGE)) == mei
    assert machine.verifier().person(shown("2001", tag=BADGE.lower())) == mei
    assert machine.verifier().person(shown("2001")) == mei


@pytest.mark.parametrize(
    ("number", "pin", "badge"),
    [
        ("1042", WRONG, None),
        ("1042", PINS["2001"], None),
        ("9999", PINS["1042"], None),
        (None, WRONG, BADGE),
        (None, PINS["2001"], "04FF"),
        ("1042", PINS["1042"], BADGE),
        ("1042", PINS["2001"], BADGE),
        ("2001", PINS["2001"], "04FF"),
    ],
)
def test_what_does_not_belong_together_is_denied_in_the_same_words(
    machine: Machine, number: str | None, pin: str, badge: str | None
) -> None:
    found = machine.verifier().person(shown(number, pin, badge))
    assert why(found) is Why.WRONG
    assert isinstance(found, Denied)
    assert found.text.startswith("number, badge and PIN do not belong together")
    assert found.staff in ("1042", "2001", None)
    assert (found.staff is None) is (number == "9999" or (number is None and badge == "04FF"))


def test_a_miss_is_counted_under_the_number_that_is_meant_and_a_right_pin_forgets_it(machine: Machine) -> None:
    verifier = machine.verifier()
    verifier.person(shown("2001", WRONG))
    verifier.person(shown(None, WRONG, BADGE))
    verifier.person(shown("2001", PINS["2001"], "04FF"))
    assert machine.attempts().standing("2001") == Standing(3, 0)
    verifier.person(shown("2001"))
    assert machine.attempts().standing("2001") == Standing(0, 0)


def test_a_number_of_nobody_and_of_who_left_is_counted_as_a_strangers(machine: Machine) -> None:
    staff.change(machine.staff_file, lambda now: changes.departed(now, "1042", TODAY, ("3001", "2001")))
    for count, number in enumerate(("9999", "1042"), 1):
        machine.verifier().person(shown(number, WRONG))
        written = machine.attempts_file.read_text()
        assert written.count('"?') == count
        assert number not in written  # it may be a PIN, typed into the wrong field
        assert machine.attempts().standing(number).misses == 0


def test_ten_guesses_at_most_before_a_person_must_help(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a guesser has it who waits as told, and switches off before each guess. Then not even the right PIN helps."""
    checked: list[str] = []
    agrees = pins.agrees

    def counted(kept: str, pin: Pin, number: str, pepper: Pepper) -> bool:
        checked.append(number)
        return agrees(kept, pin, number, pepper)

    monkeypatch.setattr(pins, "agrees", counted)
    for guess in range(100):
        if guess % 3 == 0:
            machine.reboot()
        found = machine.verifier().person(shown("1042", f"{864200 + guess}"))
        assert isinstance(found, Denied)
        machine.now_s += found.wait_s
    assert checked == ["1042"] * 10
    assert why(machine.verifier().person(shown("1042"))) is Why.LOCKED
    assert machine.verifier().person(shown("3001")) == Person("3001", Duty.SHIFT_MANAGER)
    machine.attempts().lift("1042")
    assert machine.verifier().person(shown("1042")) == Person("1042", Duty.DEALER)


def test_a_plug_pulled_during_the_check_does_not_give_the_guess_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PlugPulledError(BaseException):
        """Nothing more is written."""

    def pulled(*_: object) -> bool:
        raise PlugPulledError

    monkeypatch.setattr(pins, "agrees", pulled)
    with pytest.raises(PlugPulledError):
        machine.verifier().person(shown("1042"))
    machine.reboot()
    assert machine.attempts().standing("1042").misses == 1


@pytest.mark.parametrize(
    "proof", [shown("1042"), shown("1042", WRONG), shown("9999", WRONG), shown(None, WRONG, "04FF")]
)
def test_who_is_not_there_costs_the_same_work(machine: Machine, monkeypatch: pytest.MonkeyPatch, proof: Proof) -> None:
    costs: list[Cost | None] = []
    agrees = pins.agrees

    def noted(kept: str, pin: Pin, number: str, pepper: Pepper) -> bool:
        costs.append(pins.cost_of(kept))
        return agrees(kept, pin, number, pepper)

    monkeypatch.setattr(pins, "agrees", noted)
    machine.verifier().person(proof)
    assert costs == [Cost(8, 1)]


def test_who_left_is_known_no_longer_while_the_core_runs(machine: Machine) -> None:
    verifier = machine.verifier()
    assert verifier.person(shown("1042")) == Person("1042", Duty.DEALER)
    staff.change(machine.staff_file, lambda now: changes.departed(now, "1042", TODAY, ("3001", "2001")))
    assert why(verifier.person(shown("1042"))) is Why.WRONG


@pytest.mark.parametrize("broken", ["staff", "attempts"])
def test_files_that_cannot_be_used_let_nobody_in_and_say_what_to_do(machine: Machine, broken: str) -> None:
    (machine.folder / broken).chmod(0o644)
    found = machine.verifier().person(shown("1042"))
    assert why(found) is Why.UNUSABLE
    assert isinstance(found, Denied)
    assert "chmod 600" in found.text
    (machine.folder / broken).chmod(0o600)
    assert machine.verifier().person(shown("1042")) == Person("1042", Duty.DEALER)


def test_a_folder_that_is_gone_lets_nobody_in(machine: Machine, tmp_path: Path) -> None:
    verifier = machine.verifier()
    for each in tmp_path.iterdir():
        each.unlink()
    tmp_path.rmdir()
    assert why(verifier.person(shown("1042"))) is Why.UNUSABLE
    tmp_path.mkdir()
