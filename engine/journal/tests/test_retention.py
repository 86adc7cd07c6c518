from datetime import datetime, timedelta
from pathlib import Path

import pytest

from engine.journal import files
from engine.journal.chain import Flaw, Record
from engine.journal.files import FilesReader
from engine.journal.retention import farewell_in, is_old, kept, outlived, remove
from engine.journal.tests.days import BEGAN, Day
from engine.journal.verify import Intact, verify

ROTATE, KEEP = 31, 100


def grown(path: Path, *days: float) -> Day:
    """A journal with a file begun at each of these days after the first."""
    day = Day(path)
    day.coup()
    for each in days:
        day.further()
        day.moment = BEGAN + timedelta(days=each)
        day.coup()
    return day


def after(days: float) -> datetime:
    return BEGAN + timedelta(days=days)


def months(count: int) -> list[float]:
    return [31.0 * n for n in range(1, count)]


def test_a_file_is_old_when_its_first_record_is(path: Path) -> None:
    day = grown(path)
    assert not is_old(path, after(30), ROTATE)
    assert is_old(path, after(32), ROTATE)
    day.further()
    assert not is_old(path, after(32), ROTATE)  # nothing is in it yet
    day.coup()
    assert is_old(path, after(32), ROTATE)


def test_a_clock_of_long_ago_makes_no_file_old(path: Path) -> None:
    grown(path)
    assert not is_old(path, datetime(1970, 1, 1, tzinfo=BEGAN.tzinfo), ROTATE)
    assert outlived(path, datetime(1970, 1, 1, tzinfo=BEGAN.tzinfo), ROTATE, KEEP) == []


def test_the_oldest_files_go_when_their_last_record_is_old_enough(path: Path) -> None:
    grown(path, *months(5))
    assert [each.first for each in kept(path)] == [1 + 8 * n for n in range(5)]
    assert outlived(path, after(131), ROTATE, KEEP) == []
    assert [each.first for each in outlived(path, after(132), ROTATE, KEEP)] == [1]
    assert [each.first for each in outlived(path, after(165), ROTATE, KEEP)] == [1, 9]


def test_the_newest_never_goes(path: Path) -> None:
    grown(path, 1.0)
    gone = outlived(path, after(10_000), 3660, 3660)
    assert [each.first for each in gone] == [1]


@pytest.mark.parametrize("years", [5, 73])
def test_a_clock_that_jumps_ahead_takes_no_file_that_is_not_nearly_due(path: Path, years: int) -> None:
    day = grown(path, *months(5))
    nearly = kept(path)[:2]  # 94 and 63 days old
    assert outlived(path, after(125 + 365 * years), ROTATE, KEEP) == nearly
    day.further()
    day.moment = after(125 + 365 * years)
    day.coup()
    assert outlived(path, after(126 + 365 * years), ROTATE, KEEP) == nearly


def test_what_was_removed_is_said_by_the_log_and_the_rest_is_whole(path: Path) -> None:
    day = grown(path, *months(5))
    gone = outlived(path, after(165), ROTATE, KEEP)
    for each in gone:
        day.write("note", text=each.farewell)
    assert isinstance(verify(path), Intact)
    for each in gone:
        remove(each)
    assert files.names(path)[0].name == "journal-000000000017.db"
    assert not path.exists()
    found = verify(path)
    assert isinstance(found, Intact)
    assert found.count == day.seq - 16
    with FilesReader(path) as reader:
        assert reader.origin.seq == 16
        assert reader.at(16) is None
        assert [record.seq for record in reader.after(0, 3)] == [17, 18, 19]


def test_the_cores_lock_stays_when_its_file_goes(path: Path) -> None:
    grown(path, 100.0)
    assert path.with_name("journal.db.lock").exists()
    remove(kept(path)[0])
    assert path.with_name("journal.db.lock").exists()
    assert [file.name for file in path.parent.iterdir() if file.name.startswith("journal.db")] == ["journal.db.lock"]


def test_a_file_that_nobody_said_goodbye_to_is_missed(path: Path) -> None:
    day = grown(path, *months(3))
    first, second, _ = kept(path)
    remove(first)
    missed = Flaw(
        1, "record 1, or a note of the log that says up to which the records were removed", "record 9, and no such note"
    )
    assert verify(path) == missed
    day.write("player_seated", box=1, player=first.farewell)
    assert verify(path) == missed  # a player may be called so
    assert isinstance(verify(path, since=9), Intact)
    day.write("note", text=first.farewell)
    assert isinstance(verify(path), Intact)
    remove(second)
    assert isinstance(verify(path), Flaw)


def test_a_farewell_is_read_as_it_was_said(path: Path) -> None:
    grown(path, 1.0)
    first = kept(path)[0]
    assert farewell_in(first.farewell) == Record(8, b"", first.head)
    assert farewell_in("records 1 to 8 are removed") is None
