"""A technician's bundle: what it tells, in whatever state the table is, and that no card, tag or secret is in it."""

import errno
import grp
import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from deploy import stick, support, support_log, support_texts
from deploy.command import main
from deploy.commands.support import support as command
from deploy.settings import SettingsError, load
from deploy.support import PlaceError, bundle, written_to_stick
from deploy.support_log import history
from deploy.support_texts import MANIFEST, MEMBERS, README
from deploy.users import User
from engine.cards import Card, Tag
from engine.events import (
    AssistantOff,
    AssistantOn,
    CardNamed,
    CardOut,
    ClockStepped,
    Link,
    Note,
    PlayerSeated,
    ShoeStarted,
    WagerPlaced,
)
from engine.journal.tests.days import Day
from engine.log.tests.keeping import Kept, cards
from engine.looking import Unfound, Written
from engine.people import private_file, staff
from engine.people.attempts import Attempts
from engine.people.tests.machine import BADGE, PINS, everybody
from engine.ports import Finding
from firmware_bridge.registry import Registry

AsUser = Callable[[User, Callable[[], Any]], Any]
PLAYERS = ("Anastasia", "Wong Siu Ming", "Benedita")
PEPPER = "a7" * 32
SHOE_KEY = "5c" * 32
AMOUNT = 8_642_00
CONFIDENCE = 0.98761
DECK = Registry.numbered(6)
TAGS = {face: tag for tag, face in ((tag, card.face) for tag, card in DECK.cards.items())}


def tagged(*faces: str) -> list[CardOut]:
    """Cards as a reader tells them."""
    return [CardOut(card=Card.parse(face), tag=Tag(TAGS[face]), confidence=CONFIDENCE) for face in faces]


class Table:
    """A table's journal with known cards, its index, its settings and its people."""

    def __init__(self, root: Path) -> None:
        self.root, self.settings, self.journal = root, root / "banca21.toml", root / "journal.db"
        self.settings.write_text(
            f'[table]\nname = "BJ / 07"\n[table.players]\n1 = "{PLAYERS[0]}"\n4 = "{PLAYERS[1]}"\n'
            '[shoe]\nport = "shoe"\ndeck = "deck.csv"\nkey = "shoe.key"\n'
            '[journal]\npath = "journal.db"\n[core]\nsocket = "core.sock"\n'
            '[people]\nstaff = "staff"\nattempts = "attempts"\npepper = "pepper"\n'
        )
        for name, content in (("pepper", PEPPER), ("shoe.key", SHOE_KEY)):
            (root / name).touch(mode=0o600)
            (root / name).write_text(content)
        Attempts(root / "attempts").begin()
        with private_file.locked(root / "staff"):
            staff.write(root / "staff", everybody())
        (root / "deck.csv").write_text("\n".join(DECK.lines()) + "\n")
        self.kept = Kept(self.journal, index=root / "index.db")

    def play(self) -> None:
        """Link, clock and notes; a coup that is paid, with a card that passed unread; and one that lies open."""
        kept = self.kept
        kept.take(Link(state="lost", text="the shoe has said nothing for 750 ms: check its cable and its supply"))
        kept.take(Link(state="up", text=f"shoe BJ21-0001: {TAGS['7D']} was the 7D of Anastasia"))
        kept.take(Link(state="up", reader="hand", by="1042", text="Benedita said the TH"), ident="a1")
        kept.take(ClockStepped(was="2026-01-31T12:00:00.000Z", now="2026-01-31T13:00:00.000Z", by_s=3600.0))
        kept.take(Note(text="disk_nearly_full: /var/lib/banca21: 90 MiB free"))
        kept.take(Note(text="Benedita had the 9S", by="2001"))
        kept.take(Note(text="said without staff"), ident="a2")
        kept.take(AssistantOff(by="2001", second="1042"), AssistantOn(by="2001", second="1042"))
        kept.take(ShoeStarted(), PlayerSeated(box=1, player="Ana"), PlayerSeated(box=2, player=PLAYERS[2]))
        kept.take(WagerPlaced(box=2, player=PLAYERS[2], amount=AMOUNT))
        kept.coup(box="9S KH TS JS", dealer="4C QH 6D 5C JD")

    def open_coup(self) -> None:
        """A coup whose cards nobody may know yet."""
        self.kept.take(*tagged("7H", "QS"), CardOut(card=None, tag=Tag(TAGS["2D"])))
        self.kept.take(CardNamed(n=3, card=Card.parse("2D"), by="1042"))

    def secrets(self) -> set[str]:
        """Nonces and openings of the journal, hex and text, opened or not."""
        with closing(sqlite3.connect(self.journal)) as other:
            found = {nonce.hex() for (nonce,) in other.execute("SELECT nonce FROM sealed")}
            payloads = [payload.decode() for (payload,) in other.execute("SELECT payload FROM record")]
        for payload in payloads:
            found |= set(re.findall(r'"nonce":"([0-9a-f]{64})"', payload))
            found |= set(re.findall(r'"commitment":"([0-9a-f]{64})"', payload))
        return found

    def bundle(self, place: Path | None = None) -> Path:
        return bundle(load(self.settings), place or self.root / "stick")

    def told(self) -> dict[str, str]:
        return members(self.bundle())

    def run(self, *arguments: object) -> Result:
        return CliRunner().invoke(command, [*map(str, arguments), "--config", str(self.settings)])


def members(path: Path) -> dict[str, str]:
    """What is in a bundle, by name."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    (tmp_path / "stick").mkdir()
    return Table(tmp_path)


@pytest.fixture(autouse=True)
def no_journald(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(support_texts, "SERVICE", ("/no/such/journalctl",))


def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> None:
    """A journalctl that does this."""
    program = tmp_path / "journalctl"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setattr(support_texts, "SERVICE", (str(program), "--lines=2000"))


# ---- what must not be in it ----


def test_no_card_tag_secret_or_name_is_in_it(table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table.play()
    table.open_coup()
    said = [f"took TH {tag} of Wong Siu Ming" for tag in TAGS.values()]
    said += [f"pin {PINS['1042']}", *(f"{card.face} left" for card in Card.pack()), f"pepper {PEPPER}", SHOE_KEY]
    said += [f'{{"type":"wager_placed","player":"Benedita","amount":{AMOUNT}}}', *table.secrets()]
    (tmp_path / "said").write_text("\n".join(said))
    service(monkeypatch, tmp_path, f"cat {tmp_path}/said")
    monkeypatch.setattr(
        support_texts, "health", lambda *_, **__: (Finding("tags", "note", f"{TAGS['AS']} is the AS", "ask Benedita"),)
    )
    told = table.told()
    whole = "\n".join([*told, *told.values()])
    assert whole.count("\n") > len(said)  # the services' log is in it, scrubbed

    assert not re.findall(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[SHDC](?![A-Za-z0-9])", whole)
    hashes = {member.pin for member in everybody().members if member.pin is not None}
    secrets = {*TAGS.values(), *DECK.cards, *table.secrets(), *PINS.values(), *hashes, BADGE, PEPPER, SHOE_KEY}
    assert len(secrets) > 300
    assert [secret for secret in secrets if secret.lower() in whole.lower()] == []
    for name in (*PLAYERS, "Wong", "Siu Ming"):
        assert name not in whole
    assert not re.search(r"\bAna\b", whole)
    for figure in (str(AMOUNT), "8,642", "8642", str(CONFIDENCE), "0.98"):
        assert figure not in whole


def test_the_journal_that_was_fed_holds_what_was_looked_for(table: Table) -> None:
    """So that the search above cannot pass for want of anything to find."""
    table.play()
    table.open_coup()
    table.kept.close()
    stored = b"".join(path.read_bytes() for path in table.root.glob("journal.db*"))
    for what in (*PLAYERS[2:], "9S", TAGS["7H"], TAGS["7D"], "QS", str(AMOUNT), str(CONFIDENCE)):
        assert what.encode() in stored
    assert len(table.secrets()) > 20


def test_notes_and_links_of_people_are_told_without_their_words(table: Table) -> None:
    table.play()
    told = table.told()["link.txt"]
    assert "said without staff" not in told
    assert "had the" not in told
    assert "link up (hand)\n" in told
    assert "note: disk_nearly_full: /var/lib/banca21: 90 MiB free" in told


# ---- what is in it ----


def test_its_members_are_in_order_and_their_sums_agree(table: Table) -> None:
    table.play()
    path = table.bundle()
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert names == [README, *MEMBERS, MANIFEST]
        sums = {line[66:]: line[:64] for line in archive.read(MANIFEST).decode().splitlines()}
        assert sums == {name: hashlib.sha256(archive.read(name)).hexdigest() for name in names[:-1]}
    told = members(path)
    assert all(f"  {name}" in told[README] for name in MEMBERS)
    assert "What is not in it: no card" in told[README]
    assert re.fullmatch(r"banca21-BJ___07-support-\d{8}T\d{6}Z\.zip", path.name)


def test_the_same_findings_are_the_same_bytes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    class Noon:
        def now(self) -> str:
            return "2026-12-01T12:00:00.000Z"

    table.play()
    table.kept.close()
    monkeypatch.setattr(support, "WatchedClock", Noon)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: type("Usage", (), {"free": 1 << 30}))
    first, second = table.bundle(table.root / "a.zip"), table.bundle(table.root / "b.zip")
    assert first.read_bytes() == second.read_bytes()


def test_versions_settings_and_journal_are_told(table: Table) -> None:
    table.play()
    told = table.told()
    assert f"sqlite: {sqlite3.sqlite_version}\n" in told["versions.txt"]
    assert "table: BJ / 07\n" in told["versions.txt"]
    assert f"shoe.key: {table.root / 'shoe.key'}\n" in told["settings.txt"]
    assert "table.players: 2 named\n" in told["settings.txt"]
    assert re.search(r"^records: 1 to \d+$", told["journal.txt"], re.MULTILINE)
    assert "deck, packs: 6\n" in told["journal.txt"]


def test_link_clock_core_and_assistant_are_told_in_order(table: Table) -> None:
    table.play()
    lines = [line.split("  ", 2)[2] for line in table.told()["link.txt"].splitlines()[1:]]
    assert lines[:8] == [
        f"journal opened by version 0.4.0, settings {'5e' * 32}",
        "link lost (rfid): the shoe has said nothing for 750 ms: check its cable and its supply",
        "link up (rfid): shoe BJ21-0001: ## was the ## of ##",
        "link up (hand)",
        "clock stepped by +3600.000 s, from 2026-01-31T12:00:00.000Z to 2026-01-31T13:00:00.000Z",
        "note: disk_nearly_full: /var/lib/banca21: 90 MiB free",
        "assistant off",
        "assistant on",
    ]
    assert f"new shoe by version 0.4.0, settings {'5e' * 32}" in lines


def test_cards_and_unread_ones_are_counted_by_hour_and_reader_as_far_as_they_are_told(tmp_path: Path) -> None:
    day = Day(tmp_path / "journal.db")
    seen = [day.card("TH"), day.card("??"), day.card("??")]
    day.open(*seen)
    still_sealed = day.card("??")
    found = history(day.path).passes
    assert [(each.hour, each.reader, each.left, each.unread) for each in found] == [("2026-12-01T12", "rfid", 4, 2)]
    day.open(still_sealed)
    assert history(day.path).passes[0].unread == 3


def test_alerts_are_counted_by_code(table: Table) -> None:
    table.play()
    kept = table.kept
    kept.take(*cards("4H"))  # nobody has wagered: it is void
    kept.take(*cards("4H"))
    kept.coup(box="9S 9H", dealer="6D TD 5C")
    assert kept.indexer is not None
    kept.close()
    told = table.told()["counts.txt"]
    assert "  not_asked_for: 2\n" in told
    assert "alerts of coups that are over, up to record " in told


def test_a_core_that_answers_tells_of_its_devices(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    found = (Finding("shoe", "good", "BJ21-0001"), Finding("line", "note", "3 frames were bad", "change the cable"))
    asked: list[Path] = []

    def answer(path: Path, **_: float) -> tuple[Finding, ...]:
        asked.append(path)
        return found

    monkeypatch.setattr(support_texts, "health", answer)
    assert table.told()["health.txt"].splitlines() == [
        "good   shoe: BJ21-0001",
        "note   line: 3 frames were bad",
        "       change the cable",
    ]
    assert asked == [table.root / "core.sock"]


def test_without_a_core_it_says_so(table: Table) -> None:
    told = table.told()["health.txt"]
    assert told.startswith("no core answers this user: nobody answers at ")
    assert "banca21 doctor" in told


def test_a_core_that_would_not_answer_this_user_is_not_asked(
    table: Table, monkeypatch: pytest.MonkeyPatch, ordinary: User
) -> None:
    monkeypatch.setattr(support_texts, "health", lambda *_, **__: pytest.fail("asked"))
    monkeypatch.setattr(os, "geteuid", lambda: ordinary.uid + 1)
    written = table.settings.read_text() + f'[screen]\nuser = "{ordinary.name}"\n'
    group = grp.getgrgid(ordinary.gid).gr_name
    table.settings.write_text(written.replace("[core]\n", f'[core]\ngroup = "{group}"\n'))
    assert "as root or one of core.technicians" in table.told()["health.txt"]


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo started; echo ended", ["started", "ended"]),
        ("exit 0", ["no log of the services: it is empty, or this user may not read it"]),
        ("echo Failed to open >&2; exit 1", ["no log of the services: Failed to open"]),
        ("sleep 60", ["journalctl did not answer within 0 s"]),
    ],
)
def test_the_services_log_is_told_or_why_not(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, told: list[str]
) -> None:
    service(monkeypatch, tmp_path, script)
    monkeypatch.setattr(support_texts, "SERVICE_S", 0.3 if "sleep" in script else 10.0)
    lines = [line.replace(f"{tmp_path}/", "") for line in table.told()["service.txt"].splitlines()]
    assert lines == told


def test_a_machine_without_a_services_log(table: Table) -> None:
    assert "this machine has no /no/such/journalctl (No such file or directory)" in table.told()["service.txt"]


def test_the_progress_grows_to_one(table: Table) -> None:
    table.play()
    heard: list[float] = []
    bundle(load(table.settings), table.root / "stick", heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    assert len(heard) > 4


# ---- how much of it ----


def test_only_the_newest_records_and_days_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(tmp_path / "journal.db")
    day.write("link", state="lost", text="long ago")
    day.moment += timedelta(days=31)
    for number in range(6):
        day.write("link", state="up", text=f"number {number}")
    found = history(day.path)
    assert (found.first, found.last) == (1, 7)
    assert [each.text.rpartition(": ")[2] for each in found.happened] == [f"number {n}" for n in range(6)]
    monkeypatch.setattr(support_log, "MOST_RECORDS", 4)
    monkeypatch.setattr(support_log, "MOST_LINES", 3)
    found = history(day.path)
    assert (found.first, found.last, found.left_out) == (4, 7, 1)
    assert [each.text.rpartition(": ")[2] for each in found.happened] == ["number 3", "number 4", "number 5"]


def test_a_journal_of_several_files_is_read_through(tmp_path: Path) -> None:
    day = Day(tmp_path / "journal.db")
    day.write("link", state="lost")
    day.further()
    day.write("link", state="up")
    assert [(each.seq, each.text) for each in history(day.path).happened] == [
        (1, "link lost (rfid)"),
        (2, "link up (rfid)"),
    ]


def test_a_day_is_looked_through_within_seconds(tmp_path: Path) -> None:
    day = Day(tmp_path / "journal.db")
    day.journal._connection.execute("PRAGMA synchronous = OFF")
    for _ in range(300):
        day.coup(cards=14)
    began = time.monotonic()
    found = history(day.path)
    assert time.monotonic() - began < 1  # a fifth of a day
    assert found.last == 300 * 17
    assert sum(each.left for each in found.passes) == 300 * 14


# ---- a table in every state ----


def without_settings(table: Table) -> None:
    table.settings.unlink()


def wrong_settings(table: Table) -> None:
    table.settings.write_text(
        table.settings.read_text().replace(f'4 = "{PLAYERS[1]}"', f'9 = "{PLAYERS[1]}"\n2 = "{PLAYERS[0]}"')
        + f'[screen]\nhand = "none"\n[shoe2]\nkey = "{SHOE_KEY}"\n'
    )


def without_journal(table: Table) -> None:
    for path in table.root.glob("journal.db*"):
        path.unlink()


def damaged(table: Table) -> None:
    with closing(sqlite3.connect(table.journal, isolation_level=None)) as other:
        other.execute("DROP TRIGGER no_update")
        other.execute("UPDATE record SET payload = x'7b22' WHERE seq = 3")
        other.execute("UPDATE record SET payload = ? WHERE seq = 4", (b'{"type":"note","text":["KS"]}',))


def of_another_program(table: Table) -> None:
    without_journal(table)
    with closing(sqlite3.connect(table.journal)) as other:
        other.execute("CREATE TABLE theirs (card TEXT)")
        other.execute("INSERT INTO theirs VALUES ('KS')")


def no_database(table: Table) -> None:
    without_journal(table)
    table.journal.write_text("KS TH " * 3000)


def without_index(table: Table) -> None:
    for path in table.root.glob("index.db*"):
        path.unlink()


def false_index(table: Table) -> None:
    without_index(table)
    (table.root / "index.db").write_bytes(os.urandom(8192))


def without_deck(table: Table) -> None:
    (table.root / "deck.csv").write_text("tag,card\nE004,KS\nE004,KS\n")


def without_people(table: Table) -> None:
    (table.root / "staff").unlink()
    (table.root / "pepper").unlink()


@pytest.mark.parametrize(
    ("damage", "member", "words"),
    [
        (without_settings, "settings.txt", "copy deploy/banca21.toml there"),
        (wrong_settings, "settings.txt", "screen.hand"),
        (without_journal, "link.txt", "no file there that this user may read"),
        (damaged, "link.txt", "2 of them could not be read"),
        (of_another_program, "link.txt", "a database of another program"),
        (no_database, "link.txt", "no journal of banca21"),
        (without_index, "counts.txt", "alerts cannot be counted"),
        (false_index, "counts.txt", "alerts cannot be counted"),
        (without_deck, "journal.txt", "deck, packs: not a deck that can be read"),
        (without_people, "settings.txt", "people.staff: "),
    ],
)
def test_what_can_be_told_is_told(table: Table, damage: Callable[[Table], None], member: str, words: str) -> None:
    table.play()
    table.kept.close()
    damage(table)
    seen = table.run(table.root / "stick")
    assert seen.exit_code == 0, seen.output
    told = members(next((table.root / "stick").iterdir()))
    assert words in told[member]
    assert list(told) == [README, *MEMBERS, MANIFEST]
    whole = "\n".join(told.values())
    assert f"sqlite: {sqlite3.sqlite_version}" in whole
    assert not re.findall(r"(?<![A-Za-z0-9])[2-9TJQKA][SHDC](?![A-Za-z0-9])", whole)
    for secret in (*PLAYERS, SHOE_KEY, PEPPER, *DECK.cards):
        assert secret not in whole


def test_a_torn_journal_tells_what_is_whole_and_that_it_is_torn(tmp_path: Path) -> None:
    day = Day(tmp_path / "journal.db")
    day.journal._connection.execute("PRAGMA synchronous = OFF")  # nobody cuts the power here
    for number in range(3000):
        day.write("link", state="up", text=f"number {number}")
    day.journal.close()
    content = bytearray(day.path.read_bytes())
    middle = content.find(b"number 1500")
    page = middle - middle % 4096
    content[page : page + 4096] = bytes(4096)
    day.path.write_bytes(content)
    found = history(day.path)
    assert "the chain breaks at record" in found.trouble
    told = {each.text.rpartition(": ")[2] for each in found.happened}
    assert {"number 0", "number 2999"} <= told
    assert found.unreadable > 0


def test_without_settings_a_journal_that_is_named_is_looked_at(table: Table) -> None:
    table.play()
    table.kept.close()
    without_settings(table)
    seen = table.run(table.root / "b.zip", "--journal", table.journal)
    assert seen.exit_code == 0, seen.output
    assert "link lost (rfid)" in members(table.root / "b.zip")["link.txt"]


def test_nothing_at_the_table_is_written_by_it(table: Table) -> None:
    table.play()
    table.kept.close()
    kept = [path for path in table.root.iterdir() if path.is_file() and not path.name.endswith(("-shm", "-wal"))]
    before = {path: path.read_bytes() for path in kept}
    table.bundle()
    assert {path: path.read_bytes() for path in kept} == before


# ---- where it goes ----


def test_what_is_there_is_never_overwritten(table: Table) -> None:
    (table.root / "b.zip").write_text("mine")
    (table.root / "c.zip").symlink_to(table.root / "nowhere")
    for name in ("b.zip", "c.zip"):
        seen = table.run(table.root / name)
        assert seen.exit_code == 2
        assert "is there already and is kept: give another name" in seen.stderr
    assert (table.root / "b.zip").read_text() == "mine"
    assert not (table.root / "nowhere").exists()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("stick/none/b.zip", "make its folder (mkdir -p "),
        ("deck.csv/b.zip", "make its folder (mkdir -p "),
        ("stick/none", "give a folder that is there, or a new file as FILE.zip"),
        ("b.tar", "give a folder that is there, or a new file as FILE.zip"),
        (f"{'b' * 300}.zip", "give a shorter name"),
        ("/proc/b.zip", "give another place"),
    ],
)
def test_a_place_that_is_none_is_told_with_what_to_do(table: Table, place: str, words: str) -> None:
    before = sorted(table.root.rglob("*"))
    seen = table.run(table.root / place)
    assert (seen.exit_code, seen.stdout) == (2, "")
    assert words in seen.stderr
    assert [path for path in sorted(table.root.rglob("*")) if path not in before and path.parent.name == "stick"] == []


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "make room there (df -h "),
        (errno.EROFS, "on a medium that is not read-only"),
        (errno.EACCES, "give a folder that this user may write to"),
        (errno.EIO, "look at dmesg, put in another medium"),
    ],
)
def test_a_medium_that_fails_is_told_and_nothing_half_is_left(
    table: Table, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def fails(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(PlaceError) as told:
        table.bundle()
    assert told.value.errno == number
    assert isinstance(told.value, OSError)
    assert words in str(told.value)
    assert "nothing was left there" in str(told.value)
    assert list((table.root / "stick").iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that can be filled")
def test_a_full_disk_leaves_nothing(table: Table, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4k", "none", str(small)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("only root can mount a small disk")
    try:
        (small / "full").write_bytes(b"x" * 4096)
        seen = table.run(small)
        assert seen.exit_code == 2
        assert "make room there" in seen.stderr
        assert [path.name for path in small.iterdir()] == ["full"]
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_folder_of_somebody_else_is_told_with_what_to_do(as_user: AsUser, ordinary: User) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    with tempfile.TemporaryDirectory(prefix="banca21-") as folder:
        Path(folder).chmod(0o755)
        closed = Path(folder) / "closed"
        closed.mkdir(0o700)

        def tried(place: Path) -> str:
            told = as_user(ordinary, lambda: str(bundle(SettingsError("no settings"), place)))
            assert isinstance(told, str)
            return told

        for place in (Path(folder), Path(folder) / "b.zip", closed, closed / "b.zip"):
            told = tried(place)
            assert told.startswith(f"PlaceError: {place}: cannot be written (Permission denied)")
            assert "give a folder that this user may write to" in told
        assert [*Path(folder).iterdir(), *closed.iterdir()] == [closed]


def test_what_an_earlier_try_left_is_cleared_and_a_folder_in_its_place_is_told(table: Table) -> None:
    (table.root / ".b.zip.part").write_text("half")
    assert table.run(table.root / "b.zip").exit_code == 0
    assert not (table.root / ".b.zip.part").exists()
    (table.root / ".c.zip.part").mkdir()
    seen = table.run(table.root / "c.zip")
    assert seen.exit_code == 2
    assert "cannot be written" in seen.stderr
    assert not (table.root / "c.zip").exists()


def test_two_in_one_second_are_two(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    class Noon:
        def now(self) -> str:
            return "2026-12-01T12:00:00.000Z"

    monkeypatch.setattr(support, "WatchedClock", Noon)
    assert [table.bundle().name for _ in range(2)] == [
        "banca21-BJ___07-support-20261201T120000Z.zip",
        "banca21-BJ___07-support-20261201T120000Z-2.zip",
    ]


def with_reports_in(table: Table, folder: str) -> Callable[[], Written | Unfound]:
    table.settings.write_text(table.settings.read_text() + f'[reports]\nfolder = "{folder}"\n')
    return lambda: written_to_stick(load(table.settings), lambda _done: None)


def test_what_the_screen_asks_for_lies_on_the_stick(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = with_reports_in(table, "stick")
    table.play()
    monkeypatch.setattr(stick, "is_mounted", lambda path: path.name == "stick")
    found = ask()
    assert isinstance(found, Written)
    path = Path(found.path)
    assert path.parent == table.root / "stick"
    assert (found.size, found.sha256) == (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())
    assert "link lost (rfid)" in members(path)["link.txt"]


def test_without_a_stick_or_without_room_on_it_the_screen_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = with_reports_in(table, "stick")
    found = ask()
    assert isinstance(found, Unfound)
    assert (found.code, "plug one in" in found.text) == ("no_stick", True)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(stick, "is_mounted", lambda path: path.name == "stick")
    monkeypatch.setattr(os, "fsync", full)
    found = ask()
    assert isinstance(found, Unfound)
    assert found.code == "stick_full"
    assert list((table.root / "stick").iterdir()) == []


def test_the_command_says_where_it_is(table: Table) -> None:
    seen = CliRunner().invoke(main, ["support", str(table.root / "b.zip"), "--config", str(table.settings)])
    assert seen.exit_code == 0, seen.output
    assert seen.stdout.startswith(f"{table.root / 'b.zip'}: ")
    assert "README.txt in it says what it holds" in seen.stdout


def test_settings_that_cannot_be_used_are_an_argument_too(tmp_path: Path) -> None:
    path = bundle(SettingsError("banca21.toml: table.name: missing; give the table's name"), tmp_path)
    told = members(path)
    assert "table.name: missing; give the table's name" in told["settings.txt"]
    assert "give it with --journal" in told["link.txt"]
    assert "not known where a core would answer" in told["health.txt"]
    assert path.name.startswith("banca21-table-support-2")
