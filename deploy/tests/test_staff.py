"""``banca21 staff``: two people confirm every change, and no PIN is said anywhere."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from deploy.commands import staff as command
from engine.people import pepper, staff
from engine.people.attempts import Attempts, Standing
from engine.people.cost import Cost
from engine.people.duties import Duty, Person
from engine.people.proofs import BadgeTag
from engine.people.staff import Staff

SETTINGS = """
[table]
name = "BJ-07"
[shoe]
reader = "none"
[people]
staff = "staff"
attempts = "attempts"
pepper = "pepper"
[journal]
keep_days = 400
"""
IVO, MEI, RUI = "5820194", "90417263", "730146"
"""The PINs of 3001, 2001 and 1042."""
OTHER = "64190382"
BY = ("--by", "3001", "--second", "2001")

Does = Callable[..., Result]


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "calibrated", lambda: Cost(memory_kib=8, passes=1))
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "banca21.toml"
    path.write_text(SETTINGS)
    return path


@pytest.fixture
def does(config: Path) -> Does:
    """Run a command with these lines on standard input; it never says one of them."""

    def run(*words: str, lines: tuple[str, ...] = ()) -> Result:
        result = CliRunner().invoke(command.staff, [*words, "--config", str(config)], input="\n".join([*lines, ""]))
        assert not isinstance(result.exception, Exception), result.exception
        assert not any(line in result.output for line in lines if len(line) > 5)
        return result

    return run


@pytest.fixture
def begun(does: Does, config: Path) -> Iterator[Path]:
    """The folder of a staff file with a shift manager and a pit supervisor."""
    result = does("begin", "3001", "shift_manager", "2001", "pit_supervisor", lines=(IVO, IVO, MEI, MEI))
    assert (result.exit_code, result.stderr) == (0, "")
    yield config.parent
    said = (config.parent / "staff").read_text() + (config.parent / "attempts").read_text()
    assert not any(pin in said for pin in (IVO, MEI, RUI, OTHER))


def people(folder: Path) -> Staff:
    return staff.read(folder / "staff")


def misses(folder: Path, number: str) -> Standing:
    return Attempts(folder / "attempts").standing(number)


def add(does: Does, number: str = "1042", duty: str = "dealer", pin: str = RUI) -> Result:
    return does("add", number, duty, *BY, lines=(pin, pin, IVO, MEI))


def test_it_begins_with_two_people_and_every_file(begun: Path) -> None:
    assert [member.person for member in people(begun).members] == [
        Person("2001", Duty.PIT_SUPERVISOR),
        Person("3001", Duty.SHIFT_MANAGER),
    ]
    assert {name: (begun / name).stat().st_mode & 0o777 for name in ("staff", "attempts", "pepper")} == {
        "staff": 0o600,
        "attempts": 0o600,
        "pepper": 0o600,
    }


def test_it_begins_once(does: Does, begun: Path) -> None:
    before = (begun / "staff").read_bytes()
    result = does("begin", "9001", "shift_manager", "9002", "shift_manager", lines=(OTHER,) * 4)
    assert result.exit_code == 2
    assert "begun already" in result.stderr
    assert (begun / "staff").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("3001", "shift_manager", "1042", "dealer"), "two different people"),
        (("2001", "pit_supervisor", "2002", "pit_supervisor"), "call shift manager"),
        (("3001", "shift_manager", "3001", "pit_supervisor"), "two different people"),
    ],
)
def test_it_begins_with_two_who_may_change_it(does: Does, config: Path, words: tuple[str, ...], why: str) -> None:
    result = does("begin", *words, lines=(IVO, IVO, MEI, MEI))
    assert result.exit_code == 1
    assert why in result.stderr
    assert [each.name for each in config.parent.iterdir()] == ["banca21.toml"]


def test_a_person_is_entered_by_two(does: Does, begun: Path) -> None:
    result = add(does)
    assert (result.exit_code, result.stdout) == (0, "staff 1042: entered as dealer\n")
    member = people(begun).known("1042")
    assert member is not None
    assert (member.person, member.confirmed_by) == (Person("1042", Duty.DEALER), ("3001", "2001"))
    assert misses(begun, "1042") == Standing(0, 0)


CHANGES = [
    (("add", "1043", "dealer"), (OTHER, OTHER)),
    (("duty", "1042", "floor_person"), ()),
    (("pin", "1042"), (OTHER, OTHER)),
    (("tag", "1042"), ("04A1B2C3",)),
    (("leave", "1042"), ()),
]


@pytest.mark.parametrize(("words", "lines"), CHANGES, ids=[words[0] for words, _ in CHANGES])
@pytest.mark.parametrize(
    ("by", "pins", "status", "why"),
    [
        (("3001", "3001"), (IVO, IVO), 2, "cannot confirm twice"),
        (("3001", "1042"), (IVO, RUI), 1, "two different people are due"),
        (("2001", "1042"), (MEI, RUI), 1, "call shift manager"),
        (("3001", "2001"), (IVO, OTHER), 1, "staff 2001: number, badge and PIN do not belong together"),
        (("3001", "2001"), (OTHER, MEI), 1, "staff 3001: number, badge and PIN do not belong together"),
        (("3001", "7777"), (IVO, MEI), 1, "staff 7777: number, badge and PIN do not belong together"),
        (("3001", "2001"), (IVO,), 2, "standard input is over"),
        (("3001", "2001"), (IVO, "12"), 2, "no PIN"),
    ],
)
def test_nothing_is_changed_without_two_who_may(
    does: Does,
    begun: Path,
    words: tuple[str, ...],
    lines: tuple[str, ...],
    by: tuple[str, str],
    pins: tuple[str, ...],
    status: int,
    why: str,
) -> None:
    add(does)
    before = (begun / "staff").read_bytes()
    result = does(*words, "--by", by[0], "--second", by[1], lines=(*lines, *pins))
    assert result.exit_code == status
    assert why in result.stderr
    assert (begun / "staff").read_bytes() == before


def test_duty_pin_badge_and_leaving_change_one_line(does: Does, begun: Path) -> None:
    add(does)
    others = [each for each in people(begun).members if each.staff != "1042"]
    assert does("duty", "1042", "floor_person", *BY, lines=(IVO, MEI)).stdout == "staff 1042: now floor_person\n"
    assert does("tag", "1042", *BY, lines=("04a1b2c3", IVO, MEI)).stdout == "staff 1042: has a badge\n"
    member = people(begun).known("1042")
    assert member is not None
    assert member.duty is Duty.FLOOR_PERSON
    assert member.tag == BadgeTag("04A1B2C3").kept(pepper.load(begun / "pepper"))
    assert does("tag", "1042", "--none", *BY, lines=(IVO, MEI)).stdout == "staff 1042: without a badge\n"
    left = does("leave", "1042", *BY, lines=(IVO, MEI))
    assert left.stdout == "staff 1042: has left; the number is kept for 400 days\n"
    assert people(begun).known("1042") is None
    assert [each for each in people(begun).members if each.staff != "1042"] == others
    assert add(does).exit_code == 2


def test_a_new_pin_is_the_only_one_that_counts_and_lifts_a_lock_out(does: Does, begun: Path) -> None:
    add(does, "4001", "shift_manager")
    for _ in range(10):
        Attempts(begun / "attempts", now_s=iter(range(0, 10**6, 1000)).__next__, boot="another").counted("4001")
    assert misses(begun, "4001").is_locked
    assert does("pin", "4001", *BY, lines=(OTHER, OTHER, IVO, MEI)).exit_code == 0
    assert misses(begun, "4001") == Standing(0, 0)
    assert does("duty", "2001", "dealer", "--by", "4001", "--second", "3001", lines=(RUI, IVO)).exit_code == 1
    assert does("duty", "2001", "dealer", "--by", "4001", "--second", "3001", lines=(OTHER, IVO)).exit_code == 0


@pytest.mark.parametrize(
    ("first", "again", "why"),
    [
        ("123456", "123456", "too easily guessed"),
        ("104273", "104273", "staff number"),
        (RUI, OTHER, "the two PINs differ"),
        ("73014", "73014", "6 to 8 digits"),
    ],
)
def test_a_bad_new_pin_is_told_before_anybody_confirms(
    does: Does, begun: Path, first: str, again: str, why: str
) -> None:
    result = does("add", "1042", "dealer", *BY, lines=(first, again, IVO, MEI))
    assert result.exit_code == 2
    assert why in result.stderr
    assert people(begun).known("1042") is None


def test_one_person_who_may_lifts_a_lock_out(does: Does, begun: Path) -> None:
    add(does)
    for _ in range(5):
        Attempts(begun / "attempts").counted("1042")
    assert "5 wrong PINs" in does("list").stdout
    add(does, "1043", pin=OTHER)
    denied = does("unlock", "1042", "--by", "1043", lines=(OTHER,))
    assert (denied.exit_code, denied.stderr) == (
        1,
        "unlock: not for 1043 (dealer): call pit supervisor or shift manager\n",
    )
    assert does("unlock", "1042", "--by", "1042", lines=(RUI,)).exit_code == 1
    assert misses(begun, "1042").misses == 5
    assert does("unlock", "1042", "--by", "2001", lines=(MEI,)).stdout == "staff 1042: may enter the PIN again\n"
    assert misses(begun, "1042") == Standing(0, 0)


def test_a_new_person_has_no_misses_even_where_everybody_was_given_nine(does: Does, begun: Path) -> None:
    (begun / "attempts").write_bytes(b"damaged")
    for number in ("2001", "3001"):
        Attempts(begun / "attempts").lift(number)
    assert add(does).exit_code == 0
    assert misses(begun, "1042") == Standing(0, 0)
    assert misses(begun, "1043").misses == 9


def test_wrong_pins_in_the_terminal_count_as_at_the_table(does: Does, begun: Path) -> None:
    for _ in range(5):
        does("unlock", "2001", "--by", "3001", lines=(OTHER,))
    result = does("unlock", "2001", "--by", "3001", lines=(IVO,))
    assert result.exit_code == 1
    assert "wait" in result.stderr
    assert misses(begun, "3001").misses == 5


@pytest.mark.parametrize("words", [("duty", "2001", "dealer"), ("leave", "3001"), ("leave", "2001")])
def test_two_who_may_change_it_are_always_left(does: Does, begun: Path, words: tuple[str, ...]) -> None:
    before = (begun / "staff").read_bytes()
    result = does(*words, *BY, lines=(IVO, MEI))
    assert result.exit_code == 2
    assert "no two people" in result.stderr
    assert (begun / "staff").read_bytes() == before


def test_the_list_shows_neither_pin_nor_badge(does: Does, begun: Path) -> None:
    add(does)
    does("tag", "1042", *BY, lines=("04A1B2C3", IVO, MEI))
    does("leave", "1042", *BY, lines=(IVO, MEI))
    add(does, "1043")
    does("tag", "1043", *BY, lines=("04A1B2C3", IVO, MEI))
    rows = [json.loads(line) for line in does("list", "--json").stdout.splitlines()]
    today = str(people(begun).members[0].changed_at)
    assert [(row["staff"], row["duty"], row["badge"], row["state"]) for row in rows] == [
        ("1042", "dealer", None, f"left {today}"),
        ("1043", "dealer", "badge", "good"),
        ("2001", "pit_supervisor", None, "good"),
        ("3001", "shift_manager", None, "good"),
    ]
    said = does("list").stdout
    assert len(said.splitlines()) == 4
    assert "argon2" not in said
    assert "04A1B2C3" not in said


def test_what_is_missing_is_told_with_its_remedy(does: Does, config: Path, tmp_path: Path) -> None:
    told = does("list")
    assert (told.exit_code, "banca21 staff begin makes it" in told.stderr) == (2, True)
    for number in ("1042x", "", "10421042104210"):
        assert does("unlock", number, "--by", "3001").exit_code == 2
    config.write_text(SETTINGS.partition("[people]")[0])
    told = does("list")
    assert (told.exit_code, told.stderr) == (
        2,
        f"{tmp_path}/banca21.toml: people: missing; write [people] with staff, attempts and pepper\n",
    )


def test_a_pepper_that_is_lost_lets_nobody_change_anything(does: Does, begun: Path) -> None:
    (begun / "pepper").unlink()
    result = add(does)
    assert (result.exit_code, "pepper was due" in result.stderr) == (2, True)


def test_in_a_terminal_nothing_that_is_typed_is_seen(begun: Path, config: Path) -> None:
    """As a person has it, with a terminal that echoes."""
    ours, theirs = pty.openpty()
    words = ["unlock", "2001", "--by", "3001", "--config", str(config)]
    with subprocess.Popen(
        [sys.executable, "-c", "from deploy.commands.staff import staff; staff()", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        cwd=begun,
    ) as process:
        os.close(theirs)
        seen = b""
        while not seen.endswith(b"PIN of 3001: "):
            seen += os.read(ours, 100)
        os.write(ours, f"{IVO}\n".encode())
        while True:
            try:
                seen += os.read(ours, 100)
            except OSError:  # the terminal is closed with its last program
                break
    os.close(ours)
    assert process.returncode == 0, seen
    assert "".join(seen.decode().splitlines()) == "PIN of 3001: staff 2001: may enter the PIN again"
