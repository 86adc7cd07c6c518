"""The staff file: its lines, its mistakes, and how it may change."""

from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from engine.people import changes, private_file, staff
from engine.people.cost import STANDARD, Cost
from engine.people.duties import Duty, Person
from engine.people.errors import PrivateFileError, StaffFileError
from engine.people.staff import Staff
from engine.people.tests.machine import BADGE, CHEAP, DUTIES, TODAY, Machine, everybody, member

BY = ("3001", "2001")
PIN = "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"
LINE = f'{{"staff":"1042","duty":"dealer","changed_at":"2026-12-01","confirmed_by":["3001","2001"],"pin":"{PIN}"}}'


def told(*lines: str) -> list[str]:
    with pytest.raises(StaffFileError) as mistakes:
        staff.parsed(Path("staff"), "\n".join(lines).encode())
    return str(mistakes.value).splitlines()


def test_what_was_written_is_read(machine: Machine) -> None:
    assert staff.read(machine.staff_file) == everybody_as_written(machine)
    assert [each.person for each in staff.read(machine.staff_file).members] == [
        Person(number, duty) for number, duty in DUTIES.items()
    ]


def everybody_as_written(machine: Machine) -> Staff:
    lines = machine.staff_file.read_bytes().splitlines()
    return Staff(tuple(msgspec.json.decode(line, type=staff.Member) for line in lines))


def test_a_line_reads_as_the_documentation_has_it() -> None:
    people = staff.parsed(Path("staff"), f"{LINE}\n\n".encode())
    assert people.members[0].person == Person("1042", Duty.DEALER)
    assert people.members[0].changed_at == date(2026, 12, 1)


def test_the_file_names_neither_pin_nor_badge(machine: Machine) -> None:
    written = machine.staff_file.read_text()
    assert BADGE not in written.upper()
    assert "730146" not in written
    assert repr(everybody().members[0]) == "Member(1042, dealer)"


def test_every_mistake_is_told_at_once() -> None:
    lines = told(
        LINE,
        "{",
        LINE.replace("dealer", "boss").replace("1042", "1"),
        LINE.replace("1042", "ten"),
        LINE.replace(PIN, "730146").replace("1042", "2"),
        LINE.replace("}", ',"tag":"04A1"}').replace("1042", "3"),
        LINE.replace("}", ',"left_at":"2026-12-01"}').replace("1042", "4"),
        LINE.replace("}", ',"name":"Rui"}').replace("1042", "5"),
        LINE,
    )
    assert [line.partition(": ")[2].split(";")[0] for line in lines] == [
        "line 2: Input data was truncated",
        "line 3: Invalid enum value 'boss' - at `$.duty`",
        "line 4: a staff number is not 1 to 12 of A to Z, 0 to 9 and -",
        "line 5: pin is no argon2id hash of ours",
        "line 6: tag is not 64 hexadecimal digits",
        "line 7: who has left still has a PIN or a badge",
        "line 8: Object contains unknown field `name`",
        "staff 1042 has 2 lines",
    ]
    assert all(line.startswith("staff: ") and "; " in line for line in lines)


def test_a_badge_belongs_to_one_person() -> None:
    badge = f',"tag":"{"0a" * 32}"}}'
    assert told(LINE.replace("}", badge), LINE.replace("}", badge).replace("1042", "7")) == [
        "staff: staff 1042, 7 have one badge; give each their own"
    ]


@pytest.mark.parametrize("junk", [b"\xff\xfe", b"[" * 100_000, b"null", b"[]", b'"1042"'])
def test_junk_is_a_mistake_of_its_line(junk: bytes) -> None:
    with pytest.raises(StaffFileError, match="line 1"):
        staff.parsed(Path("staff"), junk)


def test_a_missing_file_and_one_that_others_read(machine: Machine) -> None:
    with pytest.raises(StaffFileError, match="banca21 staff begin"):
        staff.read(machine.folder / "gone")
    machine.staff_file.chmod(0o644)
    with pytest.raises(PrivateFileError, match="others may read"):
        staff.read(machine.staff_file)


def test_a_wrong_change_leaves_the_file(machine: Machine) -> None:
    before = machine.staff_file.read_bytes()
    twice = Staff((*everybody().members, member("1042")))
    with pytest.raises(StaffFileError, match="2 lines"):
        staff.change(machine.staff_file, lambda _: twice)
    assert machine.staff_file.read_bytes() == before


def test_a_change_sees_what_others_changed(machine: Machine) -> None:
    def left(number: str) -> None:
        staff.change(machine.staff_file, lambda now: changes.departed(now, number, TODAY, BY))

    left("1042")
    left("2001")
    assert [each.staff for each in staff.read(machine.staff_file).present] == ["3001"]


def test_people_are_found_by_number_and_badge_until_they_leave() -> None:
    people = everybody()
    kept = people.members[1].tag
    assert kept is not None
    assert people.with_badge(kept) is people.known("2001") is people.members[1]
    gone = changes.departed(people, "2001", TODAY, BY)
    assert gone.with_badge(kept) is None
    assert gone.known("2001") is None
    assert people.known("9") is None


def test_who_leaves_keeps_number_and_duty_for_as_long_as_the_log() -> None:
    people = changes.departed(everybody(), "2001", TODAY, BY)
    gone = people.members[1]
    assert (gone.staff, gone.duty, gone.pin, gone.tag, gone.left_at) == (
        "2001",
        Duty.PIT_SUPERVISOR,
        None,
        None,
        TODAY,
    )
    kept = people.pruned(TODAY + timedelta(days=400), keep_days=400)
    assert kept == people
    assert [each.staff for each in kept.pruned(TODAY + timedelta(days=401), keep_days=400).members] == ["1042", "3001"]


def test_a_number_is_given_once() -> None:
    people = changes.departed(everybody(), "1042", TODAY, BY)
    for number, why in [("2001", "is in the staff file"), ("1042", "left on 2026-12-01")]:
        with pytest.raises(StaffFileError, match=why):
            changes.entered(people, Person(number, Duty.DEALER), PIN, TODAY, BY)
    assert changes.entered(people, Person("1043", Duty.DEALER), PIN, TODAY, BY).known("1043") is not None
    with pytest.raises(StaffFileError, match="not in the staff file"):
        changes.departed(people, "1042", TODAY, BY)


@pytest.mark.parametrize(
    ("duties", "can"),
    [
        ("", False),
        ("S", False),
        ("PP", False),
        ("SP", True),
        ("SS", True),
        ("SDFTA", False),
        ("PADFTS", True),
    ],
)
def test_two_people_must_be_left_who_may_change_it(duties: str, *, can: bool) -> None:
    letters = {duty.value[0].upper(): duty for duty in Duty}
    people = Staff(tuple(member_of(f"{number}", letters[letter]) for number, letter in enumerate(duties)))
    assert people.can_change == can
    if not can:
        with pytest.raises(StaffFileError, match="no two people"):
            changes.able(people)
    else:
        assert changes.able(people) is people


def member_of(number: str, duty: Duty) -> staff.Member:
    return staff.Member(staff=number, duty=duty, changed_at=TODAY, confirmed_by=BY, pin=PIN)


def test_new_pins_cost_what_the_dearest_in_the_file_does() -> None:
    assert everybody().cost == CHEAP
    dearer = PIN.replace("m=8,t=1", "m=16,t=2")
    people = everybody().having(msgspec.structs.replace(member("1042"), pin=dearer))
    assert people.cost == Cost(16, 2)
    assert Staff().cost == STANDARD


def test_writing_needs_the_lock_only_for_a_moment(machine: Machine) -> None:
    """Whoever reads meanwhile sees the old file or the new one, and waits for nobody."""
    with private_file.locked(machine.staff_file):
        assert len(staff.read(machine.staff_file).members) == 3
