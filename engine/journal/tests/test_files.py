import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from engine.journal import files, layout, place
from engine.journal.chain import BEGINNING, Flaw, Record
from engine.journal.errors import JournalBroken, JournalUnreadable
from engine.journal.files import FilesReader
from engine.journal.store import Journal
from engine.journal.tests.days import Day
from engine.journal.verify import Intact, verify

Tamper = Callable[..., None]


@pytest.fixture
def three(path: Path) -> Path:
    """A closed journal of thirty records in three files; 1, 9, 11 and 25 are openings."""
    day = Day(path)
    for n in range(1, 31):
        day.write("note", text=f"{n}", opens=n in (1, 9, 11, 25))
        if n in (10, 20):
            day.further()
    day.journal.close()
    return path


def test_each_file_bears_the_number_of_its_first_record(three: Path) -> None:
    assert [file.name for file in files.names(three)] == [
        "journal.db",
        "journal-000000000011.db",
        "journal-000000000021.db",
    ]
    assert files.newest(three).name == "journal-000000000021.db"
    assert files.newest(three.with_name("another.db")).name == "another.db"


def test_what_only_looks_alike_is_no_file_of_it(three: Path) -> None:
    for name in (
        "journal-1.db",
        "journal-000000000031.db-wal",
        "journal-000000000031.db.part",
        "xjournal-000000000031.db",
    ):
        three.with_name(name).touch()
    three.with_name("journal-000000000040.db").mkdir()
    assert len(files.names(three)) == 3


def test_the_files_are_read_as_one(three: Path) -> None:
    with FilesReader(three) as reader:
        assert reader.origin == BEGINNING
        assert reader.head is not None
        assert reader.head.seq == 30
        assert [reader.at(seq) for seq in (0, 31)] == [None, None]
        found = [reader.at(seq) for seq in (1, 10, 11, 20, 21, 30)]
        assert [record and record.seq for record in found] == [1, 10, 11, 20, 21, 30]
        assert [record.seq for record in reader.records()] == list(range(1, 31))
        assert [record.seq for record in reader.records(since=10, limit=4)] == list(range(10, 31))
        assert [record.seq for record in reader.after(9, 5)] == [10]
        assert reader.after(30, 5) == []


def test_the_openings_of_all_files_are_found_the_newest_first(three: Path) -> None:
    with FilesReader(three) as reader:
        assert [record.seq for record in reader.openings(9)] == [25, 11, 9, 1]
        assert [record.seq for record in reader.openings(2)] == [25, 11]
        assert [record.seq for record in reader.openings(2, before=11)] == [9, 1]


def test_a_journal_in_three_files_is_whole(three: Path) -> None:
    with FilesReader(three) as reader:
        assert reader.head is not None
        assert verify(three) == Intact(30, reader.head.hash)


def test_a_new_file_that_nothing_was_written_to_yet_is_whole_and_gone_on_with(three: Path) -> None:
    with FilesReader(three) as reader:
        head = reader.head
    assert head is not None
    newest = files.begun(three, head)
    assert verify(three) == Intact(30, head.hash)
    assert files.settled(three) == newest
    with Journal.open(newest) as journal:
        assert journal.append(b"next").seq == 31
    assert isinstance(verify(three), Intact)


def test_a_new_file_half_made_is_made_anew(three: Path) -> None:
    with FilesReader(three) as reader:
        head = reader.head
    assert head is not None
    half = three.with_name("journal-000000000031.db.part")
    half.write_bytes(b"SQLite format 3\0 and not much more")
    half.with_name(half.name + "-wal").write_bytes(b"x" * 40)
    assert files.settled(three).name == "journal-000000000021.db"
    assert [file.name for file in three.parent.iterdir() if ".part" in file.name] == []
    half.write_bytes(b"again")
    assert files.begun(three, head).name == "journal-000000000031.db"
    assert sorted(file.name for file in three.parent.iterdir() if "31" in file.name) == ["journal-000000000031.db"]


def test_a_new_file_that_the_older_one_went_on_without_is_taken_away(three: Path) -> None:
    with Journal.open(files.newest(three)) as journal:
        assert journal.head is not None
        stale = files.begun(three, journal.head)
        journal.append(b"the rotation failed after all")
        head = journal.head
    assert verify(three) == Intact(31, head.hash)
    assert files.settled(three).name == "journal-000000000021.db"
    assert not stale.exists()


def test_a_new_file_that_the_older_one_goes_on_without_hides_nothing(three: Path) -> None:
    with Journal.open(three) as journal:
        assert journal.head is not None
        files.begun(three, journal.head)
        for _ in range(3):
            journal.append(b"the rotation failed after all")
        with FilesReader(three) as reader:
            assert [record.seq for record in reader.after(29, 9)] == [30, 31, 32, 33]
            assert [record.seq for record in reader.after(31, 9)] == [32, 33]
            assert reader.at(32) is not None
        assert verify(three) == Intact(33, journal.head.hash)
        begun = files.begun(three, journal.head)
    assert [file.name for file in files.names(three)[2:]] == ["journal-000000000021.db", "journal-000000000034.db"]
    with Journal.open(three) as journal:
        assert journal.append(b"next").seq == 34
    assert begun.exists()
    assert isinstance(verify(three), Intact)


def test_a_file_with_records_is_never_taken_away(three: Path) -> None:
    with Journal.open(files.names(three)[1]) as journal:
        journal.append(b"written into an older file")
    with pytest.raises(JournalBroken, match=r"record 22: a file that continues record 21, .* that continues record 20"):
        files.settled(three)
    assert len(files.names(three)) == 3
    assert isinstance(verify(three), Flaw)


def test_a_new_journal_settles_on_its_own_name(path: Path) -> None:
    assert files.settled(path) == path


def test_a_restore_that_was_cut_off_is_ended_first(three: Path) -> None:
    files.staged(three).mkdir()
    with pytest.raises(JournalUnreadable, match=r"a restore was cut off, journal\.db\.restoring still lies beside it"):
        files.settled(three)


def removed(three: Path) -> None:
    files.names(three)[1].unlink()


def copied_over(three: Path) -> None:
    shutil.copy(files.names(three)[0], files.names(three)[1])


def of_another_table(three: Path) -> None:
    with closing(sqlite3.connect(files.names(three)[2])) as other:
        other.execute("UPDATE origin SET hash = zeroblob(32)")
        other.commit()


def without_an_origin(three: Path) -> None:
    with closing(sqlite3.connect(files.names(three)[2])) as other:
        other.execute("DELETE FROM origin")
        other.commit()


@pytest.mark.parametrize(
    ("damage", "seq"), [(removed, 11), (copied_over, 11), (of_another_table, 21), (without_an_origin, 21)]
)
def test_files_that_do_not_continue_each_other_are_found(three: Path, damage: Callable[[Path], None], seq: int) -> None:
    damage(three)
    found = verify(three)
    assert isinstance(found, Flaw)
    assert found.seq == seq


def test_a_record_changed_in_an_older_file_is_found(three: Path, tamper: Tamper) -> None:
    tamper(files.names(three)[1], "UPDATE record SET payload = x'00' WHERE seq = 14")
    found = verify(three)
    assert isinstance(found, Flaw)
    assert found.seq == 14


def test_a_journal_begun_behind_a_record_holds_it(tmp_path: Path) -> None:
    made = files.begun(tmp_path / "journal.db", Record(41, b"", bytes(range(32))))
    with closing(layout.reading(made)) as connection:
        assert layout.origin(connection) == Record(41, b"", bytes(range(32)))
    assert made.name == "journal-000000000042.db"


class CutOff(Exception):  # noqa: N818 -- what happens to it
    """The power fails."""


STEPS = 6
"""Of beginning a new file: each is one that a crash may come before."""


@pytest.mark.parametrize("step", range(STEPS + 1))
def test_wherever_a_rotation_is_cut_off_the_journal_goes_on(
    three: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    taken = iter(range(STEPS + 1))

    def cut(owner: object, name: str) -> None:
        whole = getattr(owner, name)

        def perhaps(*given: object) -> object:
            if next(taken) == step:
                raise CutOff
            return whole(*given)

        monkeypatch.setattr(owner, name, perhaps)

    journal = Journal.open(files.newest(three))
    head = journal.head
    assert head is not None
    for owner, name in (
        (files, "clear"),
        (place, "make_file"),
        (place, "sync"),
        (layout, "writing"),
        (Path, "rename"),
    ):
        cut(owner, name)
    with pytest.raises(CutOff) if step < STEPS else nullcontext():
        files.begun(three, head)
    monkeypatch.undo()
    assert next(taken) == min(step + 1, STEPS)
    journal.close()
    assert verify(three) == Intact(30, head.hash)
    with Journal.open(files.settled(three)) as gone_on:
        assert gone_on.append(b"next").seq == 31
    assert isinstance(verify(three), Intact)
    assert not [file.name for file in three.parent.iterdir() if ".part" in file.name]
