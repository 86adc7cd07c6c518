import random
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.journal.errors import JournalFull, JournalUnwritable
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify

CORE = """
import os, sys
from pathlib import Path
from engine.journal.store import Journal
journal = Journal.open(Path(sys.argv[1]))
while True:
    seq = journal.head.seq + 1 if journal.head else 1
    record = journal.append(b"record %d of a core that will be killed" % seq, opens=seq % 50 == 1)
    os.write(1, b"%d\\n" % record.seq)
    journal.rest()
"""
ROOT = Path(__file__).parents[3]


def acknowledged_by_a_killed_core(path: Path, enough: int) -> int:
    """The last record that a core acknowledged which was killed some time after ``enough`` acknowledgements."""
    with subprocess.Popen([sys.executable, "-c", CORE, str(path)], stdout=subprocess.PIPE, cwd=ROOT) as core:
        assert core.stdout is not None
        for _ in range(enough):
            assert core.stdout.readline()
        core.send_signal(signal.SIGKILL)
        lines = core.stdout.read().split(b"\n")
    whole = [line for line in lines[:-1] if line]
    return int(whole[-1]) if whole else 0


def test_what_a_killed_core_acknowledged_is_there(path: Path) -> None:
    chance = random.Random(21)
    for _ in range(30):
        acknowledged = acknowledged_by_a_killed_core(path, chance.randrange(1, 120))
        found = verify(path)
        assert isinstance(found, Intact)
        assert found.count >= acknowledged
        with Journal.open(path) as journal:
            assert journal.head is not None
            assert journal.head.seq == found.count
            assert journal.head.payload == b"record %d of a core that will be killed" % found.count
        count = found.count
    assert count > 1000


def appended_until_full(journal: Journal) -> tuple[int, JournalFull]:
    for n in range(100_000):
        try:
            journal.append(b"%0250d" % n)
        except JournalFull as error:
            return n, error
    raise AssertionError("the disk never filled")


def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(300 << 10))
    with Journal.open(small_disk / "journal.db") as journal:
        kept, error = appended_until_full(journal)
        assert re.search(r"no room for the next record .* is kept; look at df -h .*, make room", str(error))
        assert kept > 50
        assert journal.head is not None
        assert journal.head.seq == kept
        assert verify(journal.path) == Intact(kept, journal.head.hash)
        ballast.unlink()
        assert journal.append(b"room again").seq == kept + 1
    with Journal.open(small_disk / "journal.db") as journal:
        assert [record.seq for record in journal.records()] == list(range(1, kept + 2))


def test_a_disk_full_from_the_start_is_named(small_disk: Path) -> None:
    with pytest.raises(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))
    with pytest.raises(JournalFull):
        Journal.open(small_disk / "journal.db")


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_that_fails_leaves_neither_gap_nor_duplicate(journal: Journal) -> None:
    kept = journal.append(b"kept")
    with files_no_longer_than(16 << 10):
        for _ in range(2):
            with pytest.raises(JournalUnwritable, match=r"the medium failed \(SQLITE_IOERR_WRITE.*look at dmesg"):
                journal.append(bytes(40_000))
    assert journal.head == kept
    assert journal.append(b"next").seq == 2
    assert isinstance(verify(journal.path), Intact)


def test_a_commit_whose_outcome_is_unknown_is_looked_up(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    journal.append(b"first")

    class Interrupted:
        def execute(self, statement: str, fields: tuple[int, bool, bytes, bytes]) -> None:
            connection.execute(statement, fields)
            raise KeyboardInterrupt

    connection = journal._connection
    monkeypatch.setattr(journal, "_connection", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        journal.append(b"second")
    monkeypatch.undo()
    assert journal.head is not None
    assert (journal.head.seq, journal.head.payload) == (2, b"second")
    assert journal.append(b"third").seq == 3
    assert verify(journal.path) == Intact(3, journal.head.hash)


def test_nothing_is_left_open_after_a_refused_opening(path: Path) -> None:
    path.mkdir(parents=True)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        with pytest.raises(JournalUnwritable):
            Journal.open(path)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
