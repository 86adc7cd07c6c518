import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from engine.journal import layout
from engine.journal.chain import GENESIS
from engine.journal.errors import JournalBroken, JournalUnsafe
from engine.journal.seal import sealed
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify


def payloads(journal: Journal, since: int = 1) -> list[bytes]:
    return [record.payload for record in journal.records(since)]


def test_records_come_back_in_order_and_byte_for_byte(journal: Journal) -> None:
    stored = [b"", b"\x00\xff", "二十一點".encode(), b"x" * 100_000]
    records = [journal.append(payload) for payload in stored]
    assert list(journal.records()) == records
    assert [record.payload for record in records] == stored
    assert [record.seq for record in records] == [1, 2, 3, 4]


def test_the_chain_can_be_followed_with_hashlib_and_sqlite_alone(ten: Path) -> None:
    with closing(sqlite3.connect(ten)) as auditor:
        rows = auditor.execute("SELECT seq, payload, hash FROM record ORDER BY seq").fetchall()
    tip = sha256(b"banca21 journal").digest()
    for seq, payload, stored in rows:
        tip = sha256(tip + seq.to_bytes(8, "big") + payload).digest()
        assert stored == tip
    assert len(rows) == 10


def test_reading_may_begin_anywhere(ten: Path) -> None:
    with Journal.open(ten) as journal:
        assert payloads(journal, since=9) == [b"record 9", b"record 10"]
        assert payloads(journal, since=11) == []
        assert payloads(journal, since=500) == []


def test_reading_goes_on_into_what_is_appended_meanwhile(journal: Journal) -> None:
    journal.append(b"first")
    reading = journal.records()
    assert next(reading).payload == b"first"
    journal.append(b"second")
    assert next(reading).payload == b"second"


def test_a_new_journal_has_no_head_and_no_opening(journal: Journal) -> None:
    assert journal.head is None
    assert journal.openings(1) == []
    assert verify(journal.path) == Intact(0, GENESIS)


def test_the_last_opening_is_where_a_replay_begins(path: Path) -> None:
    with Journal.open(path) as journal:
        for payload, opens in [(b"opened", True), (b"card", False), (b"opened again", True), (b"card", False)]:
            journal.append(payload, opens=opens)
        assert [record.seq for record in journal.openings(2)] == [3, 1]
    with Journal.open(path) as journal:
        assert payloads(journal, since=journal.openings(1)[0].seq) == [b"opened again", b"card"]


def test_a_reopened_journal_goes_on_where_it_ended(ten: Path) -> None:
    with Journal.open(ten) as journal:
        assert journal.head == list(journal.records())[-1]
        assert journal.append(b"record 11").seq == 11
    assert isinstance(verify(ten), Intact)


def test_every_setting_is_read_back_from_the_file(journal: Journal) -> None:
    assert journal.pragmas == {
        "journal_mode": "wal",
        "synchronous": 3,
        "locking_mode": "normal",
        "wal_autocheckpoint": 1024,
        "cell_size_check": 1,
        "trusted_schema": 0,
        "recursive_triggers": 1,
        "application_id": int.from_bytes(b"b21j", "big"),
        "user_version": 2,
    }


def test_a_setting_that_does_not_take_keeps_the_journal_shut(ten: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(layout.PRAGMAS, "page_size", 8192)  # fixed when the file was made
    with pytest.raises(JournalUnsafe, match=r"PRAGMA page_size reads 4096, 8192 was set: .* keep the journal on"):
        Journal.open(ten)
    monkeypatch.undo()
    Journal.open(ten).close()


def test_the_file_and_its_folders_are_for_one_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "journal.db"
    with Journal.open(path) as journal:
        journal.append(b"card")
        names = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert names == dict.fromkeys(["journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock"], 0o600)
    assert [folder.stat().st_mode & 0o777 for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE record SET payload = x'00' WHERE seq = 3",
        "UPDATE record SET opens = 1 WHERE seq = 3",
        "DELETE FROM record WHERE seq = 10",
        "DELETE FROM record",
        "REPLACE INTO record (seq, opens, payload, hash) VALUES (3, 0, x'00', zeroblob(32))",
        "INSERT INTO record (seq, opens, payload, hash) VALUES (12, 0, x'00', zeroblob(32))",
        "INSERT INTO record (seq, opens, payload, hash) VALUES (11, 0, x'00', x'00')",
        "INSERT INTO record (seq, opens, payload, hash) VALUES (11, 0, 'text', zeroblob(32))",
    ],
)
def test_a_record_once_written_is_not_changed_by_a_slip(ten: Path, statement: str) -> None:
    before = ten.read_bytes()
    with closing(sqlite3.connect(ten)) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute(statement)
    assert ten.read_bytes() == before


def test_rest_copies_what_has_gathered_and_loses_nothing(journal: Journal) -> None:
    empty = journal.path.stat().st_size
    for n in range(255):
        journal.append(b"%d" % n)
    journal.rest()
    assert journal.path.stat().st_size == empty
    journal.append(b"255")
    journal.rest()
    assert journal.path.stat().st_size > empty
    written = journal.path.with_name("journal.db-wal").stat().st_size
    for n in range(256, 500):
        journal.append(b"%d" % n)
    assert journal.path.with_name("journal.db-wal").stat().st_size == written
    assert payloads(journal) == [b"%d" % n for n in range(500)]


def test_a_core_that_never_rests_keeps_its_wal_small(journal: Journal) -> None:
    for n in range(1500):
        journal.append(b"%d" % n)
    assert journal.path.with_name("journal.db-wal").stat().st_size < 9 << 19


def test_five_thousand_records_verify_while_the_core_has_them_open(journal: Journal) -> None:
    for n in range(5000):
        head = journal.append(b"%0250d" % n)
    assert verify(journal.path) == Intact(5000, head.hash)


# Several files


def test_a_journal_goes_on_in_a_further_file_and_reads_as_one(ten: Path) -> None:
    with Journal.open(ten) as journal:
        journal.begin_file()
        assert [journal.append(b"record 11", opens=True).seq, journal.append(b"record 12").seq] == [11, 12]
        journal.begin_file()
        journal.append(b"record 13")
        assert payloads(journal) == [f"record {n}".encode() for n in range(1, 14)]
        assert payloads(journal, since=9) == [b"record 9", b"record 10", b"record 11", b"record 12", b"record 13"]
        assert [record.seq for record in journal.openings(2)] == [11, 4]
    assert sorted(file.name for file in ten.parent.glob("*.db")) == [
        "journal-000000000011.db",
        "journal-000000000013.db",
        "journal.db",
    ]
    with Journal.open(ten) as journal:
        assert journal.append(b"record 14").seq == 14
        assert payloads(journal, since=12) == [b"record 12", b"record 13", b"record 14"]


def test_a_file_without_a_record_is_gone_on_with(ten: Path) -> None:
    with Journal.open(ten) as journal:
        journal.begin_file()
    with Journal.open(ten) as journal:
        assert journal.head == next(journal.records(10))
        assert journal.append(b"record 11").seq == 11


def test_an_older_file_that_was_changed_is_found_when_it_is_read(ten: Path, tamper: Callable[..., None]) -> None:
    with Journal.open(ten) as journal:
        journal.begin_file()
        journal.append(b"record 11", opens=True)
    tamper(ten, "UPDATE record SET payload = x'00' WHERE seq = 10")
    with Journal.open(ten) as journal, pytest.raises(JournalBroken) as broken:
        payloads(journal, since=9)
    assert broken.value.seq == 10


def test_older_files_may_be_gone(ten: Path) -> None:
    with Journal.open(ten) as journal:
        journal.begin_file()
        journal.append(b"record 11")
    ten.unlink()
    with Journal.open(ten) as journal:
        assert payloads(journal) == [b"record 11"]


# Secrets


def test_a_secret_is_there_until_it_is_opened(journal: Journal) -> None:
    first, second = sealed("TH", lambda n: b"a" * n), sealed("2C", lambda n: b"b" * n)
    journal.append(b"card", sealed=first)
    journal.append(b"card", sealed=second)
    assert {seq: one.text for seq, one in journal.secrets().items()} == {1: first.text, 2: second.text}
    journal.append(b"opened", opened=[1])
    assert list(journal.secrets()) == [2]


def test_who_only_reads_reads_no_secret(journal: Journal) -> None:
    journal.append(b"card", sealed=sealed("TH", bytes))
    with closing(layout.reading(journal.path)) as reader:
        for columns in ("*", "text", "count(*)", "seq"):
            with pytest.raises(sqlite3.DatabaseError, match=r"prohibited|not authorized"):
                reader.execute(f"SELECT {columns} FROM sealed").fetchall()
        assert reader.execute("SELECT payload FROM record").fetchall() == [(b"card",)]
