"""``banca21 log verify``, ``backup`` and ``restore``, as they are typed."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from deploy.commands.log_proof import backup, restore, verify
from deploy.tests.witnessed import (
    Witnessed,
    changed,
    damaged,
    gone,
    no_database,
    no_key,
    of_another_head,
    of_another_key,
    opened_falsely,
)
from engine.journal import copying, files
from engine.journal.checkpoint import Checkpoints, append, file_of
from engine.journal.files import FilesReader
from engine.journal.store import Journal
from engine.journal.tests.days import KEY, PUBLIC, TABLE


class Table(Witnessed):
    """The same with its settings, and a backup on a third medium."""

    def __init__(self, root: Path) -> None:
        super().__init__(root, root / "table" / "journal.db")
        self.root, self.backup, self.public = root, root / "stick", root / "pub"
        self.public.write_bytes(PUBLIC.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
        self.settings.write_text(
            f'[table]\nname = "{TABLE}"\n[shoe]\nreader = "none"\n'
            '[journal]\npath = "table/journal.db"\nkey = "key"\ncheckpoints = "witness"\n'
        )

    def run(self, command: click.Command, *arguments: object) -> Result:
        return CliRunner().invoke(command, [*map(str, arguments), "--config", str(self.settings)])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path)
    for _ in range(3):
        table.coup()
    return table


# ---- verify ----


def test_a_journal_that_is_whole_is_told_with_its_head_and_counts(table: Table) -> None:
    seen = table.run(verify)
    head = table.day.journal.head
    assert head is not None
    assert seen.exit_code == 0, seen.output
    assert seen.stdout.splitlines() == [
        f"{table.journal}: intact",
        f"records 1 to 24, head {head.hash.hex()}",
        "commitments 15, opened 15, not opened 0",
        "checkpoints 3, the newest of 2026-12-01T12:00:24.000Z (coup) at record 24",
        "clock set back: never",
        "gaps of more than 10 minutes: none",
    ]


def test_an_auditor_needs_no_settings(table: Table) -> None:
    options = ["--journal", table.journal, "--key", table.public, "--checkpoints", table.witness]
    seen = CliRunner().invoke(verify, [*map(str, options)])
    assert seen.exit_code == 0, seen.output
    assert "checkpoints 3, the newest" in seen.stdout
    seen = CliRunner().invoke(verify, ["--journal", str(table.journal)])
    assert seen.exit_code == 0
    assert "checkpoints none given: a journal that was cut short, or written anew, would look the same" in seen.stdout


def test_what_the_clock_did_and_what_is_not_opened_is_told(table: Table) -> None:
    table.day.moment += timedelta(hours=9, minutes=3)
    table.day.card()
    table.day.moment -= timedelta(hours=1)
    table.day.card()
    seen = table.run(verify, "--from", 20)
    assert seen.stdout.splitlines()[1].startswith("records 20 to 26, head ")
    assert seen.stdout.splitlines()[2:] == [
        "commitments 5, opened 5, not opened 2",
        "checkpoints 3, the newest of 2026-12-01T12:00:24.000Z (coup) at record 24",
        "clock set back: 1, the furthest 0:59:59 before record 26",
        "gaps of more than 10 minutes: 1, the longest 9:03:01 before record 25",
    ]


def cut_short(table: Table) -> None:
    damaged(table.journal, "DELETE FROM record WHERE seq > 20")


def emptied(table: Table) -> None:
    damaged(table.journal, "DELETE FROM record")


def no_medium(table: Table) -> None:
    shutil.rmtree(table.witness)


def no_settings(table: Table) -> None:
    table.settings.unlink()


@pytest.mark.parametrize(
    ("damage", "status", "told"),
    [
        (changed, 1, "breaks at record 7: hash "),
        (of_another_key, 1, "line 4: its signature is not of this key"),
        (of_another_head, 1, "breaks at record 24: hash 00000000"),
        (opened_falsely, 1, "breaks at record 26: an opening of commitment "),
        (
            cut_short,
            2,
            "whole up to record 20, where it ends, and the checkpoint of 2026-12-01T12:00:24.000Z (coup) says",
        ),
        (emptied, 2, "whole up to record 0, where it ends"),
        (gone, 3, "no file there that this user may read"),
        (no_database, 3, "no journal of banca21"),
        (no_key, 3, "cannot be read (No such file or directory), a key in PEM was due"),
        (no_medium, 3, "the checkpoints of table BJ-01 were due: put in the medium"),
        (no_settings, 3, "copy deploy/banca21.toml there"),
    ],
)
def test_what_is_wrong_is_told_with_a_status_of_its_own(
    table: Table, damage: Callable[[Table], None], status: int, told: str
) -> None:
    damage(table)
    seen = table.run(verify)
    assert (seen.exit_code, seen.stdout) == (status, "")
    assert told in seen.stderr


@pytest.mark.parametrize("options", [["--from", "0"], ["--from", "x"], ["--nonsense"], ["extra"], ["--key"]])
def test_a_slip_in_the_options_says_nothing_of_the_journal(table: Table, options: list[str]) -> None:
    seen = table.run(verify, *options)
    assert seen.exit_code == 3
    assert "Usage:" in seen.stderr


def test_whose_checkpoints_must_be_clear(table: Table) -> None:
    append(file_of(table.witness, "BJ 02"), replace(table.day.checkpoint(), table="BJ 02").signed(KEY))
    options = ["--journal", str(table.journal), "--checkpoints", str(table.witness)]
    seen = CliRunner().invoke(verify, [*options, "--key", str(table.public)])
    assert seen.exit_code == 3
    assert "has checkpoints of BJ 02, BJ-01, those of one table were due: give its --table" in seen.stderr
    assert CliRunner().invoke(verify, [*options, "--key", str(table.public), "--table", TABLE]).exit_code == 0
    seen = CliRunner().invoke(verify, [*options, "--table", TABLE])
    assert seen.exit_code == 3
    assert "--key: missing, the public key of the checkpoints was due" in seen.stderr


def test_no_secret_is_told(table: Table) -> None:
    seq = table.day.card("TH")
    damaged(table.journal, f"UPDATE sealed SET nonce = zeroblob(32) WHERE seq = {seq}")
    seen = table.run(verify)
    assert seen.exit_code == 1
    assert f"breaks at record {seq}: a secret that opens its commitment was due" in seen.stderr
    assert "TH" not in seen.output


def test_the_command_that_people_type_ends_with_the_status(table: Table) -> None:
    cut_short(table)
    program = "import sys; from deploy.commands.log_proof import verify; verify()"
    ran = subprocess.run(
        [sys.executable, "-c", program, "--config", str(table.settings)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert ran.returncode == 2
    assert "records are missing" in ran.stderr


# ---- backup ----


def records(path: Path) -> list[tuple[int, bytes, bytes]]:
    with FilesReader(path) as reader:
        return [(record.seq, record.payload, record.hash) for record in reader.records()]


def test_a_backup_is_a_journal_with_the_same_records_and_no_secret(table: Table) -> None:
    table.day.write("opened", opens=True)
    table.day.card("TH")
    seen = table.run(backup, table.backup)
    assert seen.exit_code == 0, seen.output
    copy = table.backup / "journal.db"
    assert records(copy) == records(table.journal)
    with closing(sqlite3.connect(copy)) as other:
        assert other.execute("SELECT count(*) FROM sealed").fetchone() == (0,)
        assert other.execute("SELECT seq FROM record WHERE opens").fetchall() == [(25,)]
    assert table.day.secrets[26].nonce not in copy.read_bytes()
    assert sorted(file.name for file in table.backup.iterdir()) == ["journal.db", "manifest"]
    assert copy.stat().st_mode & 0o777 == 0o600
    head = table.day.journal.head
    assert head is not None
    assert seen.stdout == f"{copy}: records 1 to 26, head {head.hash.hex()}\n"
    words = (table.backup / "manifest").read_text().split()
    assert words[:5] == ["journal.db", "journal.db", "1", "26", head.hash.hex()]


def test_the_next_backup_adds_only_what_is_new(table: Table) -> None:
    table.run(backup, table.backup)
    first = (table.backup / "journal.db").read_bytes()
    table.coup()
    table.day.further()
    table.coup()
    seen = table.run(backup, table.backup)
    assert [line.split(": ")[1][:20] for line in seen.stdout.splitlines()] == [
        "records 25 to 32, he",
        "records 33 to 40, he",
    ]
    assert (table.backup / "journal.db").read_bytes() == first
    assert records(table.backup / "journal.db") == records(table.journal)
    assert [line.split()[:2] for line in (table.backup / "manifest").read_text().splitlines()] == [
        ["journal.db", "journal.db"],
        ["journal-000000000025.db", "journal.db"],
        ["journal-000000000033.db", "journal-000000000033.db"],
    ]
    seen = table.run(backup, table.backup)
    assert (seen.exit_code, seen.stdout) == (0, f"{table.backup}: nothing is new\n")
    seen = CliRunner().invoke(
        verify,
        [
            *("--journal", str(table.backup / "journal.db")),
            *("--key", str(table.public), "--checkpoints", str(table.witness)),
        ],
    )
    assert seen.exit_code == 0, seen.output


def test_a_backup_that_was_cut_off_is_gone_on_with(table: Table) -> None:
    table.run(backup, table.backup)
    manifest = table.backup / "manifest"
    whole = manifest.read_text()
    (table.backup / "journal-000000000025.db.part").write_bytes(b"half of it")
    manifest.write_text(whole[:30])
    table.coup()
    assert table.run(backup, table.backup).exit_code == 0
    assert records(table.backup / "journal.db") == records(table.journal)
    assert [line.split()[0] for line in manifest.read_text().splitlines()[1:]] == [
        "journal.db",
        "journal-000000000025.db",
    ]
    assert not list(table.backup.glob("*.part"))


def test_a_backup_of_another_journal_is_left_alone(table: Table, tmp_path: Path) -> None:
    table.run(backup, table.backup)
    (tmp_path / "other").mkdir()
    other = Table(tmp_path / "other")
    other.day.write("note", text="of another table")
    for _ in range(4):
        other.coup()
    seen = other.run(backup, table.backup)
    assert seen.exit_code == 3
    assert "the backup of another journal: its record 24 has the hash" in seen.stderr
    assert records(table.backup / "journal.db") == records(table.journal)


def test_a_backup_that_has_more_than_the_journal_is_told(table: Table) -> None:
    table.run(backup, table.backup)
    cut_short(table)
    seen = table.run(backup, table.backup)
    assert seen.exit_code == 2
    assert "ends at record 20, and its backup in" in seen.stderr


def test_a_damaged_record_is_not_backed_up(table: Table) -> None:
    changed(table)
    seen = table.run(backup, table.backup)
    assert seen.exit_code == 1
    assert "journal.db: the chain breaks at record 7" in seen.stderr
    assert files.names(table.backup / "journal.db") == []


def test_a_medium_that_reads_back_something_else_is_found(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def rotten(path: Path) -> None:
        damaged(path, "UPDATE record SET payload = x'00' WHERE seq = 9")

    monkeypatch.setattr(copying, "_make_durable", rotten)
    seen = table.run(backup, table.backup)
    assert seen.exit_code == 3
    assert "was read again: the medium is bad; put in another" in seen.stderr
    assert files.names(table.backup / "journal.db") == []


# ---- restore ----


@pytest.fixture
def lost(table: Table) -> Table:
    """Backed up after three coups; two more were played, and then the journal was damaged."""
    table.run(backup, table.backup)
    table.coup()
    table.day.further()
    table.coup()
    table.day.card("TH")
    table.day.journal.close()
    return table


def aside(table: Table) -> Path:
    (found,) = table.journal.parent.glob("journal.db.aside-*")
    return found


def test_a_restored_journal_is_the_backup_and_a_note_and_what_was_there_is_kept(lost: Table) -> None:
    before = records(lost.journal)
    index = lost.journal.with_name("index.db")
    index.write_bytes(b"of what was there")
    seen = lost.run(restore, lost.backup, "--replace")
    assert seen.exit_code == 0, seen.output
    after = records(lost.journal)
    assert after[:24] == before[:24]
    assert len(after) == 25
    note = json.loads(after[24][1])
    assert note["type"] == "note"
    assert note["text"] == (
        "restored from a backup up to record 24; lost: records 25 to 40, by the checkpoint of 2026-12-01T12:00:40.000Z "
        "(coup), record 40; records 25 to 41, which the journal that was there had"
    )
    assert records(aside(lost) / "journal.db") == before
    assert (aside(lost) / "index.db").read_bytes() == b"of what was there"
    assert lost.run(verify).exit_code == 0
    assert files.names(lost.journal) == [lost.journal]
    assert not list(lost.journal.parent.glob("*.staging")) + list(lost.journal.parent.glob("*.restoring"))
    with Journal.open(lost.journal) as journal:
        assert journal.append(b"{}").seq == 26


def test_the_proof_says_what_is_held_and_what_is_lost(lost: Table) -> None:
    with FilesReader(lost.journal) as reader:
        head = reader.at(24)
    assert head is not None
    seen = lost.run(restore, lost.backup, "--replace")
    assert seen.stdout.splitlines()[:4] == [
        f"{lost.backup}: whole",
        f"records 1 to 24, head {head.hash.hex()}",
        "the newest checkpoint that it holds: 2026-12-01T12:00:24.000Z (coup), record 24",
        "lost: records 25 to 40, by the checkpoint of 2026-12-01T12:00:40.000Z (coup), record 40; "
        "records 25 to 41, which the journal that was there had",
    ]


def test_checkpoints_of_lost_records_are_moved_aside_so_that_the_core_starts(lost: Table) -> None:
    before = file_of(lost.witness, TABLE).read_bytes()
    seen = lost.run(restore, lost.backup, "--replace")
    assert seen.exit_code == 0, seen.output
    (kept,) = lost.witness.glob("*.until-*")
    assert kept.read_bytes() == before
    assert file_of(lost.witness, TABLE).read_bytes() == b"".join(before.splitlines(keepends=True)[:3])
    assert file_of(lost.witness, TABLE).stat().st_mode & 0o777 == 0o644
    assert not list(lost.witness.glob("*.part"))


def test_the_files_are_as_the_journal_had_them(table: Table) -> None:
    table.run(backup, table.backup)
    table.coup()
    table.run(backup, table.backup)
    table.day.further()
    table.coup()
    table.run(backup, table.backup)
    table.day.journal.close()
    before = records(table.journal)
    seen = table.run(restore, table.backup)
    assert seen.exit_code == 0, seen.output
    assert [file.name for file in files.names(table.journal)] == ["journal.db", "journal-000000000033.db"]
    assert records(table.journal)[:40] == before
    assert "lost: nothing that is known" in seen.stdout


def test_no_longer_journal_is_replaced_unless_it_is_asked_for(lost: Table) -> None:
    before = records(lost.journal)
    seen = lost.run(restore, lost.backup)
    assert seen.exit_code == 2
    assert "has 41 records, and the backup in" in seen.stderr
    assert "--replace moves what is there aside" in seen.stderr
    assert records(lost.journal) == before


def test_a_journal_that_cannot_be_read_is_replaced_only_if_it_is_asked_for(table: Table) -> None:
    table.run(backup, table.backup)
    no_database(table)
    seen = table.run(restore, table.backup)
    assert seen.exit_code == 2
    assert "journal.db: cannot be read, and the backup in" in seen.stderr
    seen = table.run(restore, table.backup, "--replace")
    assert seen.exit_code == 0, seen.output
    assert "lost: what the journal that was there had after it, which cannot be read" in seen.stdout
    assert (aside(table) / "journal.db").read_text().startswith("not a journal")
    assert table.run(verify).exit_code == 0


def test_a_journal_that_is_gone_is_restored_without_being_asked_twice(table: Table) -> None:
    table.run(backup, table.backup)
    table.day.journal.close()
    shutil.rmtree(table.journal.parent)
    seen = table.run(restore, table.backup)
    assert seen.exit_code == 0, seen.output
    assert table.run(verify).exit_code == 0
    assert not list(table.journal.parent.glob("*.aside-*"))


def test_no_journal_is_restored_under_a_running_core(table: Table) -> None:
    table.run(backup, table.backup)
    seen = table.run(restore, table.backup)
    assert seen.exit_code == 3
    assert f"another core has the journal open (process {os.getpid()})" in seen.stderr


@pytest.mark.parametrize("damage", [changed, cut_short])
def test_a_backup_that_is_not_whole_is_not_put_in_place(table: Table, damage: Callable[[Table], None]) -> None:
    table.run(backup, table.backup)
    table.day.journal.close()
    before = records(table.journal)
    table.journal, kept = table.backup / "journal.db", table.journal
    damage(table)
    table.journal = kept
    seen = table.run(restore, table.backup, "--replace")
    if damage is changed:
        assert seen.exit_code == 1
        assert "journal.db: the chain breaks at record 7" in seen.stderr
        assert records(table.journal) == before
    else:
        assert "lost: records 21 to 24, by the checkpoint of" in seen.stdout


def test_a_backup_that_its_checkpoints_deny_is_not_put_in_place(lost: Table) -> None:
    first = next(iter(Checkpoints.of(lost.witness, TABLE, PUBLIC)))
    append(file_of(lost.witness, TABLE), replace(first, head=bytes(32)).signed(KEY))
    before = records(lost.journal)
    seen = lost.run(restore, lost.backup, "--replace")
    assert seen.exit_code == 1
    assert "breaks at record 8: hash 00000000" in seen.stderr
    assert records(lost.journal) == before


class CutOff(Exception):  # noqa: N818 -- what happens to it
    """The power fails."""


@pytest.mark.parametrize("step", range(11))
def test_wherever_a_restore_is_cut_off_no_core_begins_anew_and_it_can_be_ended(
    lost: Table, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    rename, mkdir, taken = Path.rename, Path.mkdir, iter(range(99))

    def cut(whole: Callable[..., object]) -> Callable[..., object]:
        def perhaps(path: Path, *given: object) -> object:
            if path.parent in (lost.journal.parent, files.staged(lost.journal)) and next(taken) == step:
                raise CutOff
            return whole(path, *given)

        return perhaps

    before = records(lost.journal)
    monkeypatch.setattr(Path, "rename", cut(rename))
    monkeypatch.setattr(Path, "mkdir", cut(mkdir))
    monkeypatch.setattr(Path, "rmdir", cut(Path.rmdir))
    seen = lost.run(restore, lost.backup, "--replace")
    monkeypatch.undo()
    assert isinstance(seen.exception, CutOff)
    try:
        files.settled(lost.journal)
    except OSError as error:
        assert "a restore was cut off" in str(error)
    else:
        assert records(lost.journal) == before
    seen = lost.run(restore, lost.backup, "--replace")
    assert seen.exit_code == 0, seen.output
    assert files.settled(lost.journal) == lost.journal
    assert len(records(lost.journal)) == 25
    assert lost.run(verify).exit_code == 0
    kept = {record[2] for path in lost.journal.parent.rglob("journal*.db") for record in records_of(path)}
    assert {record[2] for record in before} <= kept


def records_of(file: Path) -> list[tuple[int, bytes, bytes]]:
    with closing(sqlite3.connect(file)) as other:
        rows: list[tuple[int, bytes, bytes]] = other.execute("SELECT seq, payload, hash FROM record").fetchall()
        return rows
