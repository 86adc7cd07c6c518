"""What the screen tells of its machine: everything that can be read, nothing that is secret, and nothing written."""

import platform
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from deploy import machine as described
from deploy.machine import DIGEST, machine
from deploy.settings import load
from engine.journal.tests.days import KEY, TABLE, Day
from engine.looking import Machine
from engine.people import attempts as attempts_file
from engine.people import private_file, staff
from engine.people.attempts import Attempts
from engine.people.tests.machine import BADGE, PEPPER, PINS, everybody
from firmware_bridge.enrolment import passport
from firmware_bridge.enrolment.passport import Work
from firmware_bridge.registry import Registry

SECRET_KEY = "5c" * 32
SETTINGS = f"""
[table]
name = "{TABLE}"
chips = [100, 500]
[table.players]
1 = "Ana"
4 = "Chan"
[table.rules]
decks = 2
[shoe]
reader = "shoe1"
port = "/dev/ttyUSB7"
deck = "deck.csv"
key = "shoe.key"
[panel]
pins = "mock"
next = {{ pin = 17 }}
[journal]
path = "journal.db"
key = "key"
checkpoints = "witness"
[people]
staff = "staff"
attempts = "attempts"
pepper = "pepper"
[screen]
sounds = ["pay"]
"""


class Table:
    """The files of a whole table in one folder."""

    def __init__(self, root: Path) -> None:
        self.root, self.settings = root, root / "banca21.toml"
        self.settings.write_text(SETTINGS)
        self._private("shoe.key", SECRET_KEY.encode())
        self._private("pepper", b"ab" * 32)
        self._private("key", KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        Attempts(root / "attempts").begin()
        with private_file.locked(root / "staff"):
            staff.write(root / "staff", everybody())
        self.enrolled = Registry.numbered(2)
        self._enrol()
        (root / "witness").mkdir()
        self.day = Day(root / "journal.db")
        self.day.coup()
        self.day.witness(root / "witness")

    def _private(self, name: str, content: bytes) -> None:
        (self.root / name).touch(mode=0o600)
        (self.root / name).write_bytes(content)

    def _enrol(self) -> None:
        work = Work(did="enrolled", by="Rui", at="2026-12-01T10:00:00Z", reader="PN532", port="/dev/ttyUSB0")
        made = passport.issue(
            self.enrolled, name="blue", file="deck.csv", made_at="2026-12-01T11:00:00Z", banca21="0.5.0", work=[work]
        )
        passport.save(self.enrolled, made, self.root / "deck.csv")

    def machine(self) -> Machine:
        return machine(load(self.settings))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_versions_are_told_of_what_it_stands_on(table: Table) -> None:
    told = table.machine().versions
    assert told["sqlite"] == sqlite3.sqlite_version
    assert told["banca21"].count(".") == 2
    assert all(told[part] for part in ("python", "kivy", "system", "kernel", "hardware"))


def test_kivy_is_not_imported_for_its_version() -> None:
    program = "import sys, deploy.machine as m; m.versions(); sys.exit('kivy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False, cwd=Path(__file__).parents[2]).returncode == 0


def test_the_model_is_told_where_the_machine_has_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    monkeypatch.setattr(described, "MODEL", tmp_path / "model")
    assert described.versions()["hardware"].startswith("Raspberry Pi 5 Model B Rev 1.0, ")


def test_a_system_that_does_not_say_what_it_is_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent() -> dict[str, str]:
        raise OSError(2, "No such file or directory")

    monkeypatch.setattr(platform, "freedesktop_os_release", silent)
    assert described.versions()["system"] == "not told: No such file or directory"


def test_settings_are_told_key_by_key(table: Table) -> None:
    told = table.machine().settings
    assert told["table.name"] == TABLE
    assert told["table.rules.decks"] == "2"
    assert told["table.chips"] == "100, 500"
    assert told["shoe.key"] == str(table.root / "shoe.key")
    assert told["panel.wiring.next.pin"] == "17"
    assert told["screen.fullscreen"] == "true"
    assert told["screen.size"] == "800, 480"
    assert told["core.user"] == "not given"
    assert told["screen.sounds"] == "pay"
    assert len(told[DIGEST]) == 64


def test_nothing_secret_is_among_what_is_told(table: Table) -> None:
    told = msgspec.json.encode(table.machine()).decode()
    pem = (table.root / "key").read_text().splitlines()[1]
    hashes = [member.pin for member in everybody().members if member.pin is not None]
    for secret in (SECRET_KEY, "ab" * 32, pem, BADGE, *PINS.values(), *hashes, PEPPER.keyed("tag", BADGE).hex()):
        assert secret not in told
    assert "argon2" not in told
    assert not [tag for tag in table.enrolled.cards if tag in told]
    for name in ("Ana", "Chan"):
        assert name not in told
    assert table.machine().settings["table.players"] == "2 named"


def test_staff_is_told_by_number_with_who_is_locked(table: Table) -> None:
    moments = count(1_000, 3600)
    attempts = Attempts(table.root / "attempts", lambda: float(next(moments)), attempts_file.this_boot())
    for _ in range(attempts_file.MOST):
        assert attempts.counted("2001") is None
    assert attempts.counted("1042") is None
    members = {member.staff: (member.duty, member.is_locked) for member in table.machine().staff}
    assert members == {
        "1042": ("dealer", False),
        "2001": ("pit_supervisor", True),
        "3001": ("shift_manager", False),
    }


def test_the_deck_is_told_by_its_passport(table: Table) -> None:
    told = table.machine().deck
    assert (told["packs"], told["cards"], told["white cards"]) == ("2", "104", "0")
    assert (told["made"], told["by"], told["packs passed twice"]) == ("2026-12-01T11:00:00Z", "Rui", "0")


def test_the_journal_is_told_with_its_newest_checkpoint(table: Table) -> None:
    table.day.further()
    table.day.coup()
    told = table.machine().journal
    assert (told["records"], told["files"]) == ("1 to 16", "2")
    assert told["size"].endswith(" MiB")
    assert float(told["size"].split()[0]) > 0
    assert told["free"].endswith(f" MiB in {table.root}")
    assert told["checkpoint"] == "record 8, 2026-12-01T12:00:08.000Z (coup)"


def without_staff(table: Table) -> None:
    (table.root / "staff").unlink()


def readable_staff(table: Table) -> None:
    (table.root / "staff").chmod(0o644)


def readable_attempts(table: Table) -> None:
    (table.root / "attempts").chmod(0o644)


def without_deck(table: Table) -> None:
    (table.root / "deck.csv").unlink()


def twice_a_tag(table: Table) -> None:
    lines = (table.root / "deck.csv").read_text().splitlines()
    (table.root / "deck.csv").write_text("\n".join([*lines, lines[1]]))


def another_deck(table: Table) -> None:
    (table.root / "deck.csv").write_text("\n".join(Registry.numbered(1).lines()) + "\n")


def without_passport(table: Table) -> None:
    passport.passport_path(table.root / "deck.csv").unlink()


def without_journal(table: Table) -> None:
    table.day.journal.close()
    (table.root / "journal.db").unlink()


def another_program(table: Table) -> None:
    without_journal(table)
    with closing(sqlite3.connect(table.root / "journal.db")) as other:
        other.execute("CREATE TABLE theirs (a)")


def without_key(table: Table) -> None:
    (table.root / "key").unlink()


def without_medium(table: Table) -> None:
    shutil.rmtree(table.root / "witness")
    (table.root / "witness").write_text("a file")


def false_checkpoint(table: Table) -> None:
    kept = next((table.root / "witness").iterdir())
    kept.write_bytes(kept.read_bytes().replace(b" coup ", b" stop "))


@pytest.mark.parametrize(
    ("damage", "part", "key", "words"),
    [
        (without_staff, "settings", "people.staff", "banca21 staff begin makes it"),
        (readable_staff, "settings", "people.staff", "chmod 600"),
        (readable_attempts, "settings", "people.attempts", "it cannot be told who is locked"),
        (without_deck, "deck", "packs", "banca21 doctor says why"),
        (twice_a_tag, "deck", "packs", "banca21 doctor says why"),
        (another_deck, "deck", "made", "is no passport, or another deck's"),
        (without_passport, "deck", "made", "not known: no passport lies at"),
        (without_journal, "journal", "records", "no file there that this user may read"),
        (another_program, "journal", "records", "a database of another program"),
        (without_key, "journal", "checkpoint", "openssl genpkey"),
        (without_medium, "journal", "checkpoint", "none yet in"),
        (false_checkpoint, "journal", "checkpoint", "its signature is not of this key"),
    ],
)
def test_what_cannot_be_read_is_told_in_its_place_and_the_rest_all_the_same(
    table: Table, damage: Callable[[Table], None], part: str, key: str, words: str
) -> None:
    whole = table.machine()
    damage(table)
    told = table.machine()
    assert words in getattr(told, part)[key]
    assert not [tag for tag in table.enrolled.cards if tag in msgspec.json.encode(told).decode()]
    others = {"versions", "settings", "deck", "journal"} - {part}
    for other in others - {"journal"}:
        assert getattr(told, other) == getattr(whole, other)
    assert set(told.journal) == {"file", "records", "files", "size", "free", "checkpoint"}
    if damage not in (without_staff, readable_staff):
        assert [member.staff for member in told.staff] == ["1042", "2001", "3001"]


def test_a_folder_that_is_not_there_leaves_the_rest(tmp_path: Path) -> None:
    settings = tmp_path / "banca21.toml"
    settings.write_text(
        '[table]\nname = "BJ-01"\n[shoe]\nreader = "none"\n[journal]\npath = "/nowhere/at/all/journal.db"\n'
    )
    told = machine(load(settings))
    assert "No such file or directory" in told.journal["free"]
    assert (told.journal["files"], told.journal["size"], told.deck, told.staff) == ("0", "0.0 MiB", {}, ())


def test_nothing_is_written_by_it(table: Table) -> None:
    table.day.journal.close()
    kept = ("staff", "attempts", "pepper", "deck.csv", "deck.passport.json", "journal.db", "key")
    (table.root / "attempts").write_bytes(
        (table.root / "attempts").read_bytes().replace(attempts_file.this_boot().encode(), b"another boot")
    )
    before = {name: (table.root / name).read_bytes() for name in kept}
    names = {path.name for path in table.root.iterdir()}
    table.machine()
    assert {name: (table.root / name).read_bytes() for name in kept} == before
    assert {path.name for path in table.root.iterdir()} - names <= {"journal.db-wal", "journal.db-shm"}
