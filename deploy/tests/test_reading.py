"""What the log's reader tells: from the index as it is, filled where it lacks coups; whatever is asked is answered."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deploy import log_access, reading
from deploy.reading import Answers, answered
from deploy.settings import Settings, load
from engine.events import AnyEvent, Link
from engine.journal import index_file
from engine.journal.files import FilesReader
from engine.journal.search import Index
from engine.log import looking_up
from engine.log.filling import fill
from engine.log.tests.keeping import Kept, shoe
from engine.looking import AskAlerts, AskCoups, AskPassport, AskStep, Coups, Found, Question, Step, Unfound

Asks = Callable[[Question], Found]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    file = tmp_path / "banca21.toml"
    file.write_text(
        f'[table]\nname = "BJ-01"\n[shoe]\nreader = "none"\n[journal]\npath = "{tmp_path}/table/journal.db"\n'
        f'[reports]\nfolder = "{tmp_path}/media"\n'
    )
    return load(file)


def kept_at(settings: Settings, *, is_indexed: bool = True) -> Kept:
    """A table with a player and two coups."""
    path = settings.journal.path
    path.parent.mkdir(exist_ok=True)
    kept = Kept(path, index=index_file.beside(path) if is_indexed else None)
    kept.take(*shoe())
    kept.coup()
    kept.coup()
    return kept


@pytest.fixture
def fills(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The head at each time that the index is filled."""
    seen: list[int] = []

    def counted(path: Path, log: FilesReader, told: Callable[[int], None] | None = None) -> int:
        assert log.head is not None
        seen.append(log.head.seq)
        return fill(path, log, told)

    monkeypatch.setattr(log_access, "fill", counted)
    return seen


@pytest.fixture
def asks(settings: Settings) -> Asks:
    answers = Answers(settings)
    return lambda question: answers.answer(question, lambda _done: None)


def numbers(found: Found) -> list[int]:
    assert isinstance(found, Coups), found
    return [coup.number for coup in found.coups]


def rests(kept: Kept, records: int) -> None:
    """The table rests, and its link flaps."""
    flaps: list[AnyEvent] = [Link(state="lost" if at % 2 else "up", text="t") for at in range(records)]
    kept.take(*flaps)


# The index as it is


def test_a_long_rest_of_the_table_is_no_gap(
    settings: Settings, asks: Asks, fills: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_BEHIND", 50)
    kept = kept_at(settings)
    rests(kept, 60)
    kept.close()
    for _ in range(2):
        assert numbers(asks(AskCoups())) == [2, 1]
    assert fills == []


def test_each_record_of_a_rest_is_looked_at_once(
    settings: Settings, asks: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = kept_at(settings)
    rests(kept, 40)
    kept.close()
    looked: list[int] = []
    records = FilesReader.records

    def counted(self: FilesReader, since: int = 1, limit: int = 1000) -> Any:
        for record in records(self, since, limit):
            looked.append(record.seq)
            yield record

    monkeypatch.setattr(FilesReader, "records", counted)
    asks(AskCoups())
    assert len(looked) >= 40
    looked.clear()
    asks(AskAlerts())
    assert looked == []


def test_what_the_index_lacks_is_filled_in(settings: Settings, asks: Asks, fills: list[int]) -> None:
    kept_at(settings, is_indexed=False).close()
    assert numbers(asks(AskCoups())) == [2, 1]
    again = Kept(settings.journal.path)
    again.coup()
    again.close()
    assert numbers(asks(AskCoups())) == [3, 2, 1]
    asks(AskAlerts())
    assert len(fills) == 2


def test_an_index_of_another_journal_is_made_anew(settings: Settings, asks: Asks, tmp_path: Path) -> None:
    kept_at(settings, is_indexed=False).close()
    other = Kept(tmp_path / "other.db", index=index_file.beside(settings.journal.path))
    other.take(*shoe())
    for _ in range(5):
        other.coup()
    other.close()
    assert numbers(asks(AskCoups())) == [2, 1]


def test_a_fill_that_brings_nothing_is_not_tried_again(
    settings: Settings, asks: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = kept_at(settings)
    kept.close()
    later = Kept(settings.journal.path)
    later.coup()
    tried: list[int] = []

    def in_vain(*_: object) -> int:
        tried.append(1)
        return 0

    monkeypatch.setattr(log_access, "fill", in_vain)
    for _ in range(3):
        assert numbers(asks(AskCoups())) == [2, 1]
    assert len(tried) == 1
    later.coup()
    later.close()
    for _ in range(2):
        asks(AskCoups())
    assert len(tried) == 2


@pytest.mark.parametrize("has_index", [False, True])
def test_a_fill_that_takes_long_is_told_with_its_remedy(
    settings: Settings, asks: Asks, fills: list[int], has_index: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.reading.WRITING_S", 0.0)
    kept = kept_at(settings, is_indexed=has_index)
    kept.close()
    later = Kept(settings.journal.path)
    later.coup()
    rests(later, 3)
    later.close()
    monkeypatch.setattr(reading, "MOST_BEHIND", 10)
    for _ in range(2):
        found = asks(AskCoups())
        assert isinstance(found, Unfound)
        assert (found.code, "fill it with banca21 log list" in found.text) == ("no_log", True)
    assert fills == []
    with FilesReader(settings.journal.path) as log, log_access.index_of(log):
        pass
    assert numbers(asks(AskCoups())) == [3, 2, 1]


def test_a_coup_that_the_core_is_writing_is_waited_for(
    settings: Settings, asks: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_at(settings).close()
    later = Kept(settings.journal.path)
    rests(later, 3)
    later.coup()
    later.close()
    monkeypatch.setattr(reading, "MOST_BEHIND", 10)

    def core_writes(_seconds: float) -> None:
        with FilesReader(settings.journal.path) as log:
            fill(index_file.beside(settings.journal.path), log)

    monkeypatch.setattr("deploy.reading.time.sleep", core_writes)
    assert numbers(asks(AskCoups())) == [3, 2, 1]


def test_a_damaged_index_is_told_taken_away_and_made_anew(settings: Settings, asks: Asks) -> None:
    kept_at(settings).close()
    path = index_file.beside(settings.journal.path)
    with Index.open(path) as index:
        page = index._connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'coup'").fetchone()[0]
        index._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = index._connection.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    found = asks(AskCoups())
    assert isinstance(found, Unfound)
    assert found.code == "no_log"
    assert "is damaged" in found.text
    assert "was taken away: ask again" in found.text
    assert numbers(asks(AskCoups())) == [2, 1]


def test_an_index_that_cannot_be_read_just_now_is_told_and_stays(
    settings: Settings, asks: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_at(settings).close()
    with closing(sqlite3.connect(":memory:")) as other:

        def held(*_: object) -> Found:
            other.execute("ATTACH '/no/such/folder/index.db' AS x")  # SQLITE_CANTOPEN, as of a medium that went
            raise AssertionError

        with monkeypatch.context() as patched:
            patched.setattr(looking_up, "alerts", held)
            found = asks(AskAlerts())
    assert isinstance(found, Unfound)
    assert (found.code, "cannot be read" in found.text) == ("no_log", True)
    assert index_file.beside(settings.journal.path).exists()
    assert numbers(asks(AskCoups())) == [2, 1]


# Whatever is asked

BIG = 10**30
HOSTILE = (
    {"about": "coups", "before": BIG},
    {"about": "coups", "minutes": BIG},
    {"about": "coups", "filters": {"coup": BIG}},
    {"about": "coups", "filters": {"since": "9999-12-31T23:59:59.999999+00:00"}},
    {"about": "step", "coup": BIG},
    {"about": "step", "coup": -BIG},
    {"about": "step", "coup": 2**63},
    {"about": "step", "coup": 2**63 - 1},
    {"about": "alerts", "before": 2**64},
    {"about": "figures", "hours": 10**9},
    {"about": "figures", "step_s": BIG},
    {"about": "figures", "since": "9999-12-31T23:59:59.999999Z", "until": "9999-12-31T23:59:59.9999999Z"},
    {"about": "figures", "since": "0001-01-01T00:00:00Z"},
    {"about": "passport", "shoe": BIG},
    {"about": "passport", "shoe": -BIG},
    {"about": "export", "what": "span", "form": "csv", "hours": BIG},
    {"about": "export", "what": "coup", "form": "csv", "coup": -BIG},
    {"about": "export", "what": "shoe", "form": "jsonl", "shoe": BIG},
    {"about": "export", "what": "coup", "form": "pdf", "coup": 1, "language": "\u0000"},
)


@pytest.mark.parametrize("asked", HOSTILE, ids=lambda asked: json.dumps(asked)[10:80])
def test_a_number_or_a_time_that_there_cannot_be_is_told(settings: Settings, asks: Asks, asked: dict[str, Any]) -> None:
    kept_at(settings).close()
    question: Question = msgspec.json.decode(json.dumps(asked), type=Question)
    found = asks(question)
    assert isinstance(found, Unfound)
    assert found.text


def test_the_largest_numbers_that_there_can_be_are_looked_for(settings: Settings, asks: Asks) -> None:
    kept_at(settings).close()
    assert numbers(asks(AskCoups(before=2**63 - 1))) == [2, 1]
    assert isinstance(asks(AskStep(coup=1, at=2**63 - 1)), Step)


def test_a_journal_that_is_not_there_is_told(settings: Settings, asks: Asks) -> None:
    found = asks(AskPassport())
    assert isinstance(found, Unfound)
    assert (found.code, str(settings.journal.path) in found.text) == ("no_log", True)


def test_what_nobody_thought_of_is_told_and_the_next_question_answered(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept_at(settings).close()
    answers, given = Answers(settings), "KD burned"

    def failing(*_: object) -> Found:
        raise LookupError(given)

    monkeypatch.setattr(looking_up, "alerts", failing)
    found = answered(answers, b'{"about": "alerts"}', lambda _done: None)
    assert isinstance(found, Unfound)
    assert found.text.startswith("the log's reader failed (LookupError): ask again")
    seen = capsys.readouterr().err
    assert "LookupError" in seen
    assert given not in seen + found.text
    assert numbers(answered(answers, b'{"about": "coups"}', lambda _done: None)) == [2, 1]


def test_a_line_that_is_no_question_is_answered(settings: Settings) -> None:
    for line in (b"", b"\xff", b'{"about": "cards"}', b'{"about": "step"}'):
        found = answered(Answers(settings), line, lambda _done: None)
        assert isinstance(found, Unfound), line


def test_the_process_answers_every_line(settings: Settings, tmp_path: Path) -> None:
    kept_at(settings).close()
    lines = "".join(f"{json.dumps(asked)}\n" for asked in (*HOSTILE[:6], {"about": "coups"}))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "deploy.reading", str(tmp_path / "banca21.toml")],
        input=lines.encode(),
        capture_output=True,
        check=True,
    )
    told = [json.loads(line)["about"] for line in done.stdout.splitlines()]
    assert told == ["unfound"] * 6 + ["coups"]
