"""The proof of the whole log as the screen is told it: the same sentences as ``banca21 log verify``, as a value."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from deploy.commands.log_proof import verify
from deploy.settings import load
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
from deploy.verifying import verified
from engine.journal.chain import GENESIS
from engine.journal.checkpoint import file_of
from engine.journal.tests.days import TABLE
from engine.looking import Verified


class Table(Witnessed):
    """The same with its settings."""

    def __init__(self, root: Path) -> None:
        super().__init__(root, root / "journal.db")
        self.write_settings('key = "key"\ncheckpoints = "witness"\n')
        self.told: list[float] = []

    def write_settings(self, journal: str = "") -> None:
        self.settings.write_text(
            f'[table]\nname = "{TABLE}"\n[shoe]\nreader = "none"\n[journal]\npath = "journal.db"\n{journal}'
        )

    def verified(self) -> Verified:
        return verified(load(self.settings), self.told.append)

    def typed(self) -> str:
        return CliRunner().invoke(verify, ["--config", str(self.settings)]).output.strip()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path)
    for _ in range(3):
        table.coup()
    return table


def test_a_whole_log_is_told_with_its_head_and_what_it_was_compared_with(table: Table) -> None:
    found, head = table.verified(), table.day.journal.head
    assert head is not None
    assert (found.state, found.records, found.bad, found.checkpoints) == ("intact", 24, None, 3)
    assert found.head == head.hash.hex()
    assert found.text == table.typed()
    assert "records 1 to 24" in found.text


def test_without_checkpoints_it_says_what_would_not_be_seen(table: Table) -> None:
    table.write_settings()
    found = table.verified()
    assert (found.state, found.records, found.checkpoints) == ("intact", 24, None)
    assert "a journal that was cut short, or written anew, would look the same" in found.text


def test_a_log_without_a_record_is_whole(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.write_settings()
    found = table.verified()
    assert (found.state, found.records, found.head) == ("intact", 0, GENESIS.hex())
    assert table.told == [1.0]


def test_the_progress_grows_to_one(table: Table) -> None:
    table.day.further()
    for _ in range(300):
        table.day.coup()
    table.verified()
    assert table.told == sorted(table.told)
    assert table.told[-1] == 1.0
    assert len({done for done in table.told if 0 < done < 1}) >= 2


@pytest.mark.parametrize(
    ("damage", "bad", "told"),
    [
        (changed, 7, "breaks at record 7: hash "),
        (opened_falsely, 26, "breaks at record 26: an opening of commitment "),
        (of_another_head, 24, "breaks at record 24: hash "),
        (of_another_key, None, "line 4: its signature is not of this key"),
    ],
)
def test_what_is_not_as_it_was_is_told_by_its_first_record(
    table: Table, damage: Callable[[Table], None], bad: int | None, told: str
) -> None:
    damage(table)
    found = table.verified()
    assert (found.state, found.bad, found.head, found.checkpoints) == ("broken", bad, "", None)
    assert told in found.text
    assert found.text == table.typed()
    assert table.told[-1] == 1.0


def test_records_that_are_missing_at_the_end_are_told_with_what_is_there(table: Table) -> None:
    damaged(table.journal, "DELETE FROM record WHERE seq > 20")
    found = table.verified()
    assert (found.state, found.records, found.bad) == ("shorter", 20, None)
    with closing(sqlite3.connect(table.journal)) as other:
        assert bytes.fromhex(found.head) == other.execute("SELECT hash FROM record WHERE seq = 20").fetchone()[0]
    assert "restore the newest backup with banca21 log restore FOLDER" in found.text
    assert found.text == table.typed()


def of_another_program(table: Table) -> None:
    table.day.journal.close()
    table.journal.unlink()
    with closing(sqlite3.connect(table.journal)) as other:
        other.execute("CREATE TABLE theirs (a)")


def seen_key(table: Table) -> None:
    table.key.chmod(0o644)


def no_medium(table: Table) -> None:
    file_of(table.witness, TABLE).unlink()


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (gone, "no file there that this user may read"),
        (of_another_program, "a database of another program"),
        (no_database, "no journal of banca21"),
        (no_key, "openssl genpkey -algorithm ed25519 -out"),
        (seen_key, "others may read this key: chmod 600"),
        (no_medium, "put in the medium that they are on"),
    ],
)
def test_what_cannot_be_looked_at_is_told_with_what_to_do(
    table: Table, damage: Callable[[Table], None], told: str
) -> None:
    damage(table)
    found = table.verified()
    assert (found.state, found.records, found.checkpoints) == ("unreadable", 0, None)
    assert told in found.text
    assert found.text == table.typed()


def test_nothing_is_changed_by_it(table: Table) -> None:
    table.day.journal.close()
    before = {path: path.read_bytes() for path in table.journal.parent.rglob("*") if path.is_file()}
    table.verified()
    after = {path: path.read_bytes() for path in before if path.exists()}
    assert {path.name for path in before if before[path] != after.get(path)} <= {"journal.db-shm", "journal.db-wal"}


def test_a_face_down_card_is_in_no_word_of_it(table: Table) -> None:
    seq = table.day.card("TH")
    damaged(table.journal, f"UPDATE sealed SET nonce = zeroblob(32) WHERE seq = {seq}")
    found = table.verified()
    assert (found.state, found.bad) == ("broken", seq)
    assert "TH" not in found.text
    assert table.day.secrets[seq].nonce.hex() not in found.text
