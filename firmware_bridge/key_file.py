"""The file of a shoe's key: hexadecimal digits, for its owner's eyes alone."""

import stat
from pathlib import Path
from typing import Final

from firmware_bridge.errors import KeyFileError

SHORTEST: Final = 16
"""Bytes that a key must have: 128 bits."""
LONGEST: Final = 64
"""Bytes that a key may have: SHA-256's block."""

_MAKE: Final = "make one with: umask 077; openssl rand -hex 32"


def load(path: Path) -> bytes:
    """The key, as ``openssl rand -hex 32`` writes it.

    Raises:
        KeyFileError: it cannot be read, others can read it, or it is no key.
    """
    try:
        text = path.read_text(encoding="ascii").strip()
        mode = path.stat().st_mode
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not hexadecimal"
        raise KeyFileError(f"{path}: {why}: name the file of the shoe's key as shoe.key, or {_MAKE}") from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise KeyFileError(f"{path}: others may read this key: chmod 600 {path}, and if it was seen, change it")
    try:
        key = bytes.fromhex(text)
    except ValueError as error:
        raise KeyFileError(f"{path}: not hexadecimal: {_MAKE}") from error
    if not SHORTEST <= len(key) <= LONGEST:
        raise KeyFileError(f"{path}: {len(key)} bytes, {SHORTEST} to {LONGEST} were due: {_MAKE}")
    return key
