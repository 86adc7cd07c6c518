import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.journal.chain import GENESIS, Flaw, following, linked
from engine.journal.errors import JournalBroken, JournalError
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify

Tamper = Callable[..., None]

SWAP = (
    "UPDATE record SET seq = -6 WHERE seq = 6",
    "UPDATE record SET seq = 6 WHERE seq = 8",
    "UPDATE record SET seq = 8 WHERE seq = -6",
)
LOOSE = "PRAGMA ignore_check_constraints = 1"
INSERT = "INSERT INTO record (seq, opens, payload, hash) VALUES (%d, 0, x'00', zeroblob(32))"
CASES = [
    pytest.param(["UPDATE record SET payload = CAST('record x' AS BLOB) WHERE seq = 7"], 7, id="changed"),
    pytest.param(["UPDATE record SET hash = zeroblob(32) WHERE seq = 10"], 10, id="hash changed"),
    pytest.param(["DELETE FROM record WHERE seq = 5"], 5, id="removed"),
    pytest.param([LOOSE, *SWAP], 6, id="swapped"),
    pytest.param([INSERT % 11], 11, id="added at the end"),
    pytest.param([INSERT % 400], 11, id="added beyond the end"),
    pytest.param(["UPDATE record SET seq = seq + 100 WHERE seq > 8", INSERT % 9], 9, id="inserted"),
]


@pytest.mark.parametrize(("statements", "seq"), CASES)
def test_what_another_program_did_is_found_at_its_record(
    ten: Path, tamper: Tamper, statements: list[str], seq: int
) -> None:
    tamper(ten, *statements)
    found = verify(ten)
    assert isinstance(found, Flaw)
    assert found.seq == seq


@pytest.mark.parametrize(("statements", "seq"), CASES)
def test_a_journal_broken_after_its_last_opening_does_not_open(
    ten: Path, tamper: Tamper, statements: list[str], seq: int
) -> None:
    tamper(ten, *statements)
    with pytest.raises(JournalBroken, match=rf"breaks at record {seq}: .* was due, .* was found") as caught:
        Journal.open(ten)
    assert caught.value.seq == seq


def test_a_record_changed_before_the_last_opening_is_for_verify_to_find(ten: Path, tamper: Tamper) -> None:
    tamper(ten, "UPDATE record SET payload = x'00' WHERE seq = 2")
    Journal.open(ten).close()
    before = linked(GENESIS, 1, b"record 1")
    due, stored = (linked(before, 2, b) for b in (b"\0", b"record 2"))
    assert verify(ten) == Flaw(2, f"hash {due.hex()}", f"hash {stored.hex()}")


def test_a_number_below_one_is_found(ten: Path, tamper: Tamper) -> None:
    tamper(ten, LOOSE, INSERT % -1)
    assert verify(ten) == Flaw(1, "record 1", "record -1")


def test_a_removed_opening_is_missed_on_opening(ten: Path, tamper: Tamper) -> None:
    tamper(ten, "DELETE FROM record WHERE seq IN (3, 4)", "UPDATE record SET opens = 1 WHERE seq = 5")
    with pytest.raises(JournalBroken) as caught:
        Journal.open(ten)
    assert caught.value.seq == 4


def test_the_guards_stand_again_after_opening(ten: Path, tamper: Tamper) -> None:
    tamper(ten)
    Journal.open(ten).close()
    with closing(sqlite3.connect(ten)) as other, pytest.raises(sqlite3.IntegrityError, match="never edited"):
        other.execute("UPDATE record SET payload = x'00'")


def test_a_program_that_writes_beside_the_core_stops_it(journal: Journal, tamper: Tamper) -> None:
    first = journal.append(b"card")
    other = following(first, b"another card")
    row = f"2, 0, x'{other.payload.hex()}', x'{other.hash.hex()}'"
    tamper(journal.path, f"INSERT INTO record (seq, opens, payload, hash) VALUES ({row})")
    for _ in range(2):
        with pytest.raises(JournalBroken, match=r"record 2: the end of the journal was due, the work") as bad:
            journal.append(b"card")
        assert bad.value.seq == 2


@pytest.mark.parametrize("seed", range(4))
def test_no_flipped_bit_is_read_as_another_record(ten: Path, tmp_path: Path, seed: int) -> None:
    whole, chance = ten.read_bytes(), random.Random(seed)
    truth = verify(ten)
    for n in range(60):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        copy = tmp_path / f"{n}.db"
        copy.write_bytes(flipped)
        try:
            found = verify(copy)
        except JournalError:
            continue
        assert found == truth or isinstance(found, Flaw)
    assert isinstance(truth, Intact)


def test_a_tail_that_fell_off_the_tree_is_found(path: Path) -> None:
    with Journal.open(path) as journal:
        for n in range(200):
            journal.append(b"%0250d" % n)
    pages = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as other:
        root = (other.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'record'").fetchone()[0] - 1) * 4096
    cells = int.from_bytes(pages[root + 3 : root + 5], "big")
    last = root + int.from_bytes(pages[root + 12 + 2 * cells - 2 : root + 12 + 2 * cells], "big")
    pages[root + 8 : root + 12] = pages[last : last + 4]  # the last cell's page becomes the right-most one
    pages[root + 3 : root + 5] = (cells - 1).to_bytes(2, "big")
    path.write_bytes(pages)
    found = verify(path)
    assert isinstance(found, Flaw)
    assert 180 < found.seq < 200
    assert found.expected == "a sound file"


def test_a_layout_whose_words_were_changed_is_found_though_sqlite_reads_on(ten: Path) -> None:
    """SQLite judges the checks of a table only where it may write to it."""
    ten.write_bytes(ten.read_bytes().replace(b"CHECK (seq > 0)", b"CHECK (sdq > 0)"))
    found = verify(ten)
    assert isinstance(found, Flaw)
    assert found.expected == "a sound file"
    assert "CREATE TABLE record" in found.found
