import os
import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.journal.checkpoint import Checkpoint, Checkpoints, Why, append, file_of, last
from engine.journal.errors import CheckpointFalse, JournalUnreadable
from engine.journal.proving import Proving
from engine.journal.tests.days import KEY, PUBLIC, TABLE

FIRST = Checkpoint(TABLE, 41, bytes(range(32)), "2026-12-01T12:00:00.000Z", Why.COUP)
SECOND = replace(FIRST, seq=97, at="2026-12-01T12:01:00.000Z", why=Why.MINUTE)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A file of two checkpoints."""
    path = file_of(tmp_path, TABLE)
    for each in (FIRST, SECOND):
        append(path, each.signed(KEY))
    return path


def read(path: Path) -> list[Checkpoint]:
    return list(Checkpoints(path, TABLE, PUBLIC))


def test_a_checkpoint_is_one_line_of_text() -> None:
    assert FIRST.text == f"banca21 BJ-01 41 {bytes(range(32)).hex()} 2026-12-01T12:00:00.000Z coup"
    assert re.fullmatch(re.escape(FIRST.text) + " [A-Za-z0-9+/]{86}==", FIRST.signed(KEY))


@pytest.mark.parametrize("name", ["BJ 01", "Sala É/2", "../out", "百家樂 21 點", "a%20b", "\U00020000" * 24])
def test_a_table_of_any_name_has_a_file_and_lines_of_seven_words(tmp_path: Path, name: str) -> None:
    mine = replace(FIRST, table=name)
    append(file_of(tmp_path, name), mine.signed(KEY))
    assert [file.parent for file in tmp_path.rglob("*.checkpoints")] == [tmp_path]
    assert len(mine.signed(KEY).split(" ")) == 7
    assert list(Checkpoints.of(tmp_path, name, PUBLIC)) == [mine]


def test_checkpoints_come_back_in_the_order_they_were_written(written: Path) -> None:
    assert read(written) == [FIRST, SECOND]
    assert last(written.parent, TABLE, PUBLIC) == SECOND


def test_none_is_known_where_none_was_written(tmp_path: Path) -> None:
    assert last(tmp_path, TABLE, PUBLIC) is None
    with pytest.raises(JournalUnreadable, match=r"No such file .* the checkpoints of table BJ-01 were due: put in"):
        Checkpoints.of(tmp_path, TABLE, PUBLIC)


def test_everybody_may_read_them_whatever_the_umask(tmp_path: Path) -> None:
    kept = os.umask(0o077)
    try:
        append(file_of(tmp_path, TABLE), FIRST.signed(KEY))
    finally:
        os.umask(kept)
    assert file_of(tmp_path, TABLE).stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(shutil.which("openssl") is None, reason="it is about openssl")
def test_openssl_alone_proves_one(written: Path, tmp_path: Path) -> None:
    line = written.read_text().splitlines()[1]
    (tmp_path / "pub").write_bytes(PUBLIC.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    check = (
        'printf %s "${LINE% *}" >text; printf %s "${LINE##* }" | base64 -d >signature; '
        "openssl pkeyutl -verify -pubin -inkey pub -rawin -in text -sigfile signature"
    )
    for text, status in ((line, 0), (line.replace(" 97 ", " 98 "), 1)):
        ran = subprocess.run(
            ["bash", "-c", check], cwd=tmp_path, env=os.environ | {"LINE": text}, check=False, capture_output=True
        )
        assert ran.returncode == status, ran


def test_a_line_cut_off_anywhere_is_passed_over_and_ended_by_the_next(written: Path) -> None:
    third = replace(SECOND, seq=120).signed(KEY)
    whole = written.read_bytes()
    for length in range(len(third)):
        written.write_bytes(whole + third[:length].encode())
        assert read(written) == [FIRST, SECOND]
        assert last(written.parent, TABLE, PUBLIC) == SECOND
        append(written, third)
        assert [each.seq for each in read(written)] == [41, 97, 120]


def test_noughts_that_a_crash_left_are_passed_over(written: Path) -> None:
    third = replace(SECOND, seq=120).signed(KEY)
    written.write_bytes(written.read_bytes() + third[:50].encode() + bytes(300))
    assert read(written) == [FIRST, SECOND]
    append(written, third)
    assert [each.seq for each in read(written)] == [41, 97, 120]


def test_a_whole_line_without_its_end_counts(written: Path) -> None:
    written.write_bytes(written.read_bytes()[:-1])
    assert read(written) == [FIRST, SECOND]
    append(written, replace(SECOND, seq=120).signed(KEY))
    assert [each.seq for each in read(written)] == [41, 97, 120]


def test_a_line_of_another_key_is_named(written: Path) -> None:
    append(written, replace(SECOND, seq=120).signed(Ed25519PrivateKey.generate()))
    with pytest.raises(
        CheckpointFalse, match=r"BJ-01\.checkpoints: line 3: its signature is not of this key, .* keep the"
    ):
        read(written)
    with pytest.raises(CheckpointFalse, match="line 3: its signature"):
        last(written.parent, TABLE, PUBLIC)


def test_a_line_of_another_table_is_named(written: Path) -> None:
    append(written, replace(SECOND, table="BJ-02").signed(KEY))
    with pytest.raises(CheckpointFalse, match="line 3: it is of table BJ-02"):
        read(written)


def test_no_flipped_bit_changes_what_is_read(written: Path) -> None:
    whole, chance = written.read_bytes(), random.Random(21)
    for _ in range(400):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole) - 1)] ^= 1 << chance.randrange(8)
        written.write_bytes(flipped)
        try:
            found = read(written)
        except CheckpointFalse:
            continue
        assert found in ([FIRST, SECOND], [FIRST]), flipped  # the last line may look cut off


def test_the_newest_of_many_is_found_at_the_end_without_proving_all(tmp_path: Path) -> None:
    path = file_of(tmp_path, TABLE)
    line = FIRST.signed(KEY)
    path.write_text("no checkpoint at all\n" + f"{line}\n" * 3000)
    append(path, SECOND.signed(KEY))
    append(path, line)
    assert last(tmp_path, TABLE, PUBLIC) == SECOND
    with pytest.raises(CheckpointFalse, match="line 1: it is no checkpoint"):
        read(path)


def test_what_is_added_while_they_are_read_is_left_for_the_next_time(written: Path) -> None:
    known = Checkpoints(written, TABLE, PUBLIC)
    append(written, replace(SECOND, seq=120).signed(KEY))
    assert [each.seq for each in known] == [41, 97]


def test_a_full_medium_says_so_and_the_line_is_ended_later(small_disk: Path) -> None:
    path = file_of(small_disk, TABLE)
    append(path, FIRST.signed(KEY))
    with pytest.raises(OSError, match="No space left"), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))
    with pytest.raises(OSError, match="No space left"):
        for seq in range(100, 200):
            append(path, replace(FIRST, seq=seq).signed(KEY))
    before = read(path)
    (small_disk / "ballast").unlink()
    append(path, replace(FIRST, seq=500).signed(KEY))
    assert [each.seq for each in read(path)] == [each.seq for each in before] + [500]


def test_signatures_are_proved_by_another_process(written: Path) -> None:
    with Proving(Checkpoints(written, TABLE, PUBLIC)) as proving:
        assert list(proving) == [FIRST, SECOND]
        proving.require()


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_false_signature_that_another_process_finds_is_named_here(written: Path, *, is_killed: bool) -> None:
    append(written, replace(SECOND, seq=120).signed(Ed25519PrivateKey.generate()))
    with Proving(Checkpoints(written, TABLE, PUBLIC)) as proving:
        if is_killed:
            proving._process.kill()
        assert [each.seq for each in proving] == [41, 97, 120]
        with pytest.raises(CheckpointFalse, match="line 3: its signature is not of this key"):
            proving.require()
