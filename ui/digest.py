"""A hash as people compare it: as words, by telephone, and as a square that another machine reads."""

from functools import cache
from typing import Final

import segno
from mnemonic import Mnemonic

HASH_BYTES: Final = 32
"""Of SHA-256."""


class NoHashError(ValueError):
    """What should be a hash is none."""


def words(head_hex: str) -> tuple[str, ...]:
    """24 words for a hash of 32 bytes, given as 64 hexadecimal digits; English in every language, so that two people
    can compare them. They are those of BIP-39: the last holds a checksum, so a word misheard is found.

    Raises:
        NoHashError: ``head_hex`` is no such hash.

    >>> words("00" * 32)[-2:]
    ('abandon', 'art')
    """
    return tuple(_list().to_mnemonic(_bytes(head_hex)).split())


def groups(head_hex: str) -> tuple[str, ...]:
    """The 64 hexadecimal digits of a hash in groups of eight.

    Raises:
        NoHashError: ``head_hex`` is no hash of 32 bytes.

    >>> groups("0123456789abcdef" * 4)[:2]
    ('01234567', '89abcdef')
    """
    digits = _bytes(head_hex).hex()
    return tuple(digits[at : at + 8] for at in range(0, len(digits), 8))


def line(table: str, seq: int, head_hex: str) -> str:
    """What the square beside a head holds: whose log it is, its last record, and that record's hash.

    >>> line("BJ-01", 7, "00" * 32)[:17]
    'banca21 BJ-01 7 0'
    """
    return f"banca21 {table} {seq} {head_hex}"


def qr(text: str) -> tuple[tuple[bool, ...], ...]:
    """A QR code (ISO/IEC 18004) of ``text``: row by row, ``True`` where a module is dark; without the quiet zone, four
    modules wide, that belongs around it. Its error correction is level M: an eighth of it may be dirty.

    Raises:
        ValueError: ``text`` does not fit; up to 300 characters always do.
    """
    symbol = segno.make_qr(text, error="m", boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in symbol.matrix)


@cache
def _list() -> Mnemonic:
    """The list of 2,048 words, read when it is first needed."""
    return Mnemonic("english")


def _bytes(head_hex: str) -> bytes:
    try:
        head = bytes.fromhex(head_hex)
    except ValueError as error:
        raise NoHashError(f"{head_hex!r} is no hash: give 64 hexadecimal digits") from error
    if len(head) != HASH_BYTES:
        raise NoHashError(f"a hash of {len(head)} bytes: give one of {HASH_BYTES}, as 64 hexadecimal digits")
    return head
