"""What the journal's benchmark measures is a journal and its index; its figures are no matter of tests."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from deploy.benchmarks import journal, whole_year, year_search
from deploy.benchmarks.whole_year import Year, laid, played
from deploy.commands.bench import bench
from engine.journal import index_file
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.search import Index
from engine.journal.verify import Intact, verify
from engine.log.filling import fill
from engine.log.showing import in_words, is_told

RECORDS = 6000


@pytest.fixture(scope="module", autouse=True)
def _played_once() -> object:
    """The pool is played once for all tests: it is the same by the same seed."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(whole_year, "POOL", 2)
        pool = played(21)
        patched.setattr(whole_year, "played", lambda _seed: pool)
        patched.setattr(whole_year, "AT_A_TIME", 4)
        patched.setattr(whole_year, "SLIPS", 5)
        yield


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory, _played_once: object) -> Year:
    told: list[int] = []
    made = laid(tmp_path_factory.mktemp("year"), RECORDS, 21, told.append)
    assert sum(told) == made.records >= RECORDS
    return made


def test_what_is_laid_is_a_whole_journal_with_its_commitments_opened(year: Year) -> None:
    found = verify(year.journal)
    assert isinstance(found, Intact)
    assert found.count == year.records
    assert found.details is not None
    assert found.details.opened == found.details.committed > year.records // 3


def test_its_index_is_what_the_log_itself_is_filled_into(year: Year, tmp_path: Path) -> None:
    with FilesReader(year.journal) as log:
        fill(tmp_path / "index.db", log)
    for table in ("coup", "result", "alert", "correction", "shoe"):
        rows = []
        for path in (year.index, tmp_path / "index.db"):
            with closing(index_file.reading(path)) as index:
                rows.append(index.execute(f"SELECT * FROM {table}").fetchall())
        assert rows[0] == rows[1]
        assert len(rows[0]) > 3


def test_each_coup_of_it_can_be_shown(year: Year) -> None:
    with FilesReader(year.journal) as log, Index.open(year.index) as index:
        coups = index.coups(Filters(), limit=1000)
        assert [coup.number for coup in coups] == list(range(year.coups, 0, -1))
        assert all(coup.dealer is not None for coup in coups)
        for coup in coups[::20]:
            assert is_told(log, coup)
            assert "bank" in "\n".join(in_words(log, coup))


def test_appends_are_measured_beside_a_bare_sync() -> None:
    found = journal.measure(300, 1)
    assert found.appends == 300
    assert found.bare.to_bare == 1
    assert 0 < found.with_card.to_bare < 2
    assert 4120 <= found.wal_bytes < 2 * 4120 < found.wal_bytes_with_card
    assert found.file_bytes > journal.RECORD


def test_a_disk_without_room_is_named_before_anything_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(year_search, "ROOM", 1 << 60)
    result = CliRunner().invoke(bench, ["journal", "--appends", "300", "--records", "1000"])
    assert result.exit_code == 2
    assert "MiB are needed: give fewer --records" in result.stderr


@pytest.mark.parametrize("machine", [False, True])
def test_the_command_tells_what_it_measured(machine: bool) -> None:
    arguments = [
        "journal",
        "--appends",
        "300",
        "--records",
        "2000",
        "--times",
        "2",
        *(["--json", "--no-touches"] if machine else []),
    ]
    result = CliRunner().invoke(bench, arguments)
    assert result.exit_code == 0, result.output
    if machine:
        found = json.loads(result.stdout)
        assert found["searches"]["records"] >= 2000
        assert len(found["searches"]["searched"]) == 38
        assert all(each["found"] > 0 for each in found["searches"]["asked"] if "outcome" not in each["question"])
        assert len(found["searches"]["asked"]) == 6
        return
    for words in (
        "of the bare",
        "growth by a record",
        "no filter",
        "shoe and coup",
        "figures of a week",
        "one coup shown",
        "a shoe's passport",
        "touch",
        "aims at 100 ms",
    ):
        assert words in result.stdout
