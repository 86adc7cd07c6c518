"""The chain: each record's hash covers the hash before it, so no record can change without every later one changing.

An auditor needs ``sha256sum`` and nothing of ours::

    hash(0) = sha256("banca21 journal")
    hash(n) = sha256(hash(n - 1) ‖ n as 8 bytes, big-endian ‖ payload(n))
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

GENESIS: Final = sha256(b"banca21 journal").digest()
"""The hash before the first record, 32 bytes."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the journal."""

    seq: int
    """From 1, without gaps."""
    payload: bytes
    """What the caller stored, never interpreted here."""
    hash: bytes
    """Its place in the chain, 32 bytes."""


BEGINNING: Final = Record(0, b"", GENESIS)
"""What the first record of all comes after."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Where the chain first fails to hold."""

    seq: int
    """The record that was due there."""
    expected: str
    found: str


def linked(prev: bytes, seq: int, payload: bytes) -> bytes:
    """The hash of record ``seq`` that follows the hash ``prev``, 32 bytes.

    >>> linked(GENESIS, 1, b"{}").hex()[:16]
    '513a0cd3e3a7cd80'
    """
    return sha256(prev + seq.to_bytes(8, "big") + payload).digest()


def following(previous: Record, payload: bytes) -> Record:
    """The record that comes after ``previous``."""
    seq = previous.seq + 1
    return Record(seq, payload, linked(previous.hash, seq, payload))


def flaw(record: Record, previous: Record) -> Flaw | None:
    """What is wrong with ``record``, which was read after ``previous``; ``None`` where the chain holds.

    The fields may hold anything: a damaged row can be read with another type.
    """
    seq = previous.seq + 1
    if record.seq != seq:
        return Flaw(seq, f"record {seq}", f"record {record.seq}")
    if not isinstance(record.payload, bytes):
        return Flaw(seq, "a payload of bytes", f"a payload of type {type(record.payload).__name__}")
    if not isinstance(previous.hash, bytes):
        return Flaw(previous.seq, "a hash of bytes", repr(previous.hash))
    due = following(previous, record.payload)
    if record.hash != due.hash:
        return Flaw(seq, f"hash {due.hash.hex()}", f"hash {_shown(record.hash)}")
    return None


def _shown(found: object) -> str:
    return found.hex() if isinstance(found, bytes) else repr(found)
