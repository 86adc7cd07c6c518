"""Commitments: what a record keeps of a secret that everybody may check once it is told.

An auditor needs ``sha256sum`` and nothing of ours::

    commitment = sha256(nonce, 32 bytes ‖ text, a multiple of 64 ASCII characters)

The nonce makes it impossible to try the 52 cards; the fixed length says nothing of the text.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from engine.hidden import Hidden

NONCE: Final = 32
"""Bytes."""
WIDTH: Final = 64
"""A text is filled up with spaces to a multiple of so many characters."""


class Sealed(Hidden):
    """A secret and the random bytes with which it was committed to; ``text`` is filled up to its width."""

    __slots__ = ("nonce", "text")

    def __init__(self, nonce: bytes, text: str) -> None:
        self.nonce = nonce
        self.text = text

    @property
    def commitment(self) -> str:
        """What may be written into the log, hex."""
        return sha256(self.nonce + self.text.encode("latin-1")).hexdigest()

    def is_of(self, commitment: str) -> bool:
        """It is what was committed to; a damaged text can hold anything."""
        try:
            return self.commitment == commitment
        except UnicodeEncodeError:
            return False


def sealed(text: str, random_bytes: Callable[[int], bytes]) -> Sealed:
    """``text`` filled up, with a nonce of its own.

    Raises:
        UnicodeEncodeError: the text is not ASCII.
    """
    text.encode("ascii")
    width = max(-(-len(text) // WIDTH), 1) * WIDTH
    return Sealed(random_bytes(NONCE), text.ljust(width))
