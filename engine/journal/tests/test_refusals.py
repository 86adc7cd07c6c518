import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.journal.chain import Flaw
from engine.journal.errors import (
    JournalBroken,
    JournalBusy,
    JournalError,
    JournalForeign,
    JournalUnreadable,
    JournalUnwritable,
)
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify

ROOT = Path(__file__).parents[3]


def folder_at_the_path(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def file_above_the_path(path: Path) -> Path:
    path.parent.write_text("a file")
    return path


def file_two_above_the_path(path: Path) -> Path:
    path.parent.write_text("a file")
    return path.parent / "deeper" / "journal.db"


def text_at_the_path(path: Path) -> Path:
    path.parent.mkdir()
    path.write_text("dealer's notes, much longer than the header of a database " * 20)
    return path


def database_of_another(path: Path) -> Path:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE record (seq)")
    return path


def later_version(path: Path) -> Path:
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 3")
    return path


def journal_without_its_table(path: Path) -> Path:
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE record")
    return path


def pipe_at_the_path(path: Path) -> Path:
    path.parent.mkdir()
    os.mkfifo(path)
    return path


CASES = {
    "folder": (folder_at_the_path, JournalUnwritable, OSError, r"journal\.db: a folder, a file was due: give"),
    "file above": (
        file_above_the_path,
        JournalUnwritable,
        OSError,
        r"table is no folder, one was due .*: move it away",
    ),
    "file above twice": (file_two_above_the_path, JournalUnwritable, OSError, r"table is no folder, one was due"),
    "proc": (lambda _: Path("/proc/journal.db"), JournalUnwritable, OSError, r"cannot be made .*: give another path"),
    "below proc": (lambda _: Path("/proc/a/j.db"), JournalUnwritable, OSError, r"/proc/a cannot be made .*: give"),
    "text": (text_at_the_path, JournalForeign, ValueError, r"no journal of banca21 \(file is not a database\): move"),
    "database": (database_of_another, JournalForeign, ValueError, r"another program \(application_id 0x0, 0x6232316a"),
    "version": (later_version, JournalForeign, ValueError, r"version 3, this core keeps version 2: start the core"),
    "table gone": (journal_without_its_table, JournalForeign, ValueError, r"no such table: .*record\): move it away"),
    "pipe": (pipe_at_the_path, JournalForeign, ValueError, r"a device or a pipe, a file was due: give another path"),
}


@pytest.mark.parametrize(("laid", "leaf", "builtin", "sentence"), CASES.values(), ids=CASES)
def test_a_place_that_will_not_do_is_named_with_what_to_do(
    path: Path, laid: Callable[[Path], Path], leaf: type[JournalError], builtin: type[Exception], sentence: str
) -> None:
    with pytest.raises(leaf, match=sentence) as caught:
        Journal.open(laid(path))
    assert isinstance(caught.value, builtin)


def test_a_read_only_disk_is_named(small_disk: Path) -> None:
    Journal.open(small_disk / "journal.db").close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(JournalUnwritable, match=r"mounted read-only .* mount -o remount,rw"):
        Journal.open(small_disk / "journal.db")


def test_a_journal_on_a_read_only_disk_can_be_verified(small_disk: Path) -> None:
    path = small_disk / "journal.db"
    with Journal.open(path) as journal:
        head = journal.append(b"card")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert verify(path) == Intact(1, head.hash)


def test_a_journal_on_a_read_only_disk_is_not_read_without_its_last_records(small_disk: Path, journal: Journal) -> None:
    journal.append(b"card")
    for suffix in ("", "-wal"):
        shutil.copy(f"{journal.path}{suffix}", f"{small_disk}/journal.db{suffix}")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(JournalUnreadable, match=r"its last records lie in journal\.db-wal.* copy both files"):
        verify(small_disk / "journal.db")


def test_a_second_core_is_refused_and_told_whom_to_stop(journal: Journal) -> None:
    second = "import sys, pathlib; from engine.journal.store import Journal; Journal.open(pathlib.Path(sys.argv[1]))"
    ran = subprocess.run(
        [sys.executable, "-c", second, str(journal.path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    told = ran.stderr.splitlines()[-1]
    assert f"another core has the journal open (process {os.getpid()})" in told
    assert "stop that one first" in told
    assert journal.append(b"undisturbed").seq == 1


def test_a_second_writer_in_the_same_core_is_refused(journal: Journal) -> None:
    with pytest.raises(JournalBusy) as caught:
        Journal.open(journal.path)
    assert isinstance(caught.value, BlockingIOError)
    journal.close()
    Journal.open(journal.path).close()


def test_a_program_that_holds_the_file_is_named(journal: Journal) -> None:
    journal._connection.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalBusy, match=r"another program holds it .*: find it with fuser"):
            journal.append(b"card")
    assert journal.append(b"card").seq == 1


def test_a_journal_taken_away_acknowledges_nothing_more(journal: Journal) -> None:
    journal.append(b"card")
    moved = journal.path.rename(journal.path.with_name("moved.db"))
    with pytest.raises(JournalUnwritable, match=r"taken from its place while it was open.*put it back"):
        journal.append(b"lost")
    moved.rename(journal.path)
    assert journal.append(b"kept").seq == 2


def test_a_wal_without_its_journal_is_kept(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(b"card")
        wal = path.with_name("journal.db-wal").read_bytes()
    path.unlink()
    path.with_name("journal.db-wal").write_bytes(wal)
    with pytest.raises(JournalBroken, match=r"record 1: .* only journal\.db-wal, the journal beside it is gone") as bad:
        Journal.open(path)
    assert isinstance(bad.value, ValueError)
    assert path.with_name("journal.db-wal").read_bytes() == wal


def test_a_damaged_page_is_told_with_the_first_record_it_took(path: Path) -> None:
    with Journal.open(path) as journal:
        for n in range(200):
            journal.append(b"%0250d" % n)
    pages = bytearray(path.read_bytes())
    place = pages.index(b"%0250d" % 150) // 4096 * 4096
    pages[place : place + 8] = b"\xff" * 8
    path.write_bytes(pages)
    found = verify(path)
    assert isinstance(found, Flaw)
    assert found.found == '"database disk image is malformed"'
    assert 130 < found.seq <= 151
    with pytest.raises(JournalBroken) as caught:
        Journal.open(path)
    assert caught.value.seq == found.seq


def test_verify_says_what_is_missing(path: Path) -> None:
    with pytest.raises(JournalUnreadable, match=r"no file there that this user may read, a journal was due: check"):
        verify(path)
    path.parent.mkdir()
    path.touch()
    with pytest.raises(JournalForeign, match=r"an empty file, a journal was due"):
        verify(path)


def test_appending_after_close_is_the_callers_slip(journal: Journal) -> None:
    journal.close()
    with pytest.raises(sqlite3.ProgrammingError):
        journal.append(b"card")
