import doctest
from dataclasses import replace
from hashlib import sha256

import pytest

from engine.journal import chain
from engine.journal.chain import BEGINNING, GENESIS, Flaw, Record, flaw, following, linked

FIRST = following(BEGINNING, b"first")
SECOND = following(FIRST, b"second")


def test_the_example_in_the_docstring_holds() -> None:
    assert doctest.testmod(chain).failed == 0


def test_the_hash_covers_the_hash_before_the_number_and_the_bytes() -> None:
    one = sha256(GENESIS + bytes([0, 0, 0, 0, 0, 0, 0, 1]) + b"first").digest()
    two = sha256(one + bytes([0, 0, 0, 0, 0, 0, 0, 2]) + b"second").digest()
    assert (FIRST.hash, SECOND.hash) == (one, two)
    assert linked(one, 2, b"second") == two


def test_the_hash_before_the_first_can_be_had_from_sha256sum() -> None:
    assert sha256(b"banca21 journal").digest() == GENESIS


def test_a_record_that_follows_has_no_flaw() -> None:
    assert flaw(FIRST, BEGINNING) is None
    assert flaw(SECOND, FIRST) is None


@pytest.mark.parametrize(
    ("record", "found"),
    [
        pytest.param(replace(SECOND, seq=3), "record 3", id="gap"),
        pytest.param(replace(SECOND, payload=b"secund"), f"hash {SECOND.hash.hex()}", id="payload"),
        pytest.param(replace(SECOND, hash=FIRST.hash), f"hash {FIRST.hash.hex()}", id="hash"),
        pytest.param(Record(2, "second", SECOND.hash), "a payload of type str", id="text"),  # type: ignore[arg-type]
        pytest.param(Record(2, b"second", None), "hash None", id="nothing"),  # type: ignore[arg-type]
    ],
)
def test_a_record_that_does_not_follow_is_told_with_what_was_found(record: Record, found: str) -> None:
    bad = flaw(record, FIRST)
    assert bad is not None
    assert (bad.seq, bad.found) == (2, found)


def test_a_damaged_hash_is_laid_to_the_record_that_bears_it() -> None:
    assert flaw(SECOND, replace(FIRST, hash=None)) == Flaw(1, "a hash of bytes", "None")  # type: ignore[arg-type]
