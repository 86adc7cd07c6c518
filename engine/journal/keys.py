"""The key pair of the checkpoints: Ed25519, in PEM files that openssl makes and reads::

umask 077; openssl genpkey -algorithm ed25519 -out checkpoint.key
openssl pkey -in checkpoint.key -pubout -out checkpoint.pub
"""

import os
import stat
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

from engine.journal.errors import KeyUnusable

_MAKE: Final = "make one with: umask 077; openssl genpkey -algorithm ed25519 -out {path}"
_DERIVE: Final = "make it on the table with: openssl pkey -in KEY -pubout -out {path}"
_LONGEST: Final = 4096
"""Bytes of a key's file; one of openssl's has 119."""


def private_key(path: Path) -> Ed25519PrivateKey:
    """The key that signs, as ``openssl genpkey -algorithm ed25519`` writes it.

    Raises:
        KeyUnusable: it cannot be read, others can read it, or it is no such key.
    """
    remedy = _MAKE.format(path=path)
    content, mode = _read(path, remedy)
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise KeyUnusable(f"{path}: others may read this key: chmod 600 {path}, and if it was seen, make another")
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeyUnusable(f"{path}: no private key in PEM, unencrypted, was found there: {remedy}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyUnusable(f"{path}: a private key of another kind, Ed25519 was due: {remedy}")
    return key


def public_key(path: Path) -> Ed25519PublicKey:
    """The key that proves, as ``openssl pkey -pubout`` writes it.

    Raises:
        KeyUnusable: it cannot be read, or is no such key.
    """
    remedy = _DERIVE.format(path=path)
    content, _ = _read(path, remedy)
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise KeyUnusable(f"{path}: no public key in PEM was found there: {remedy}") from error
    if not isinstance(key, Ed25519PublicKey):
        raise KeyUnusable(f"{path}: a public key of another kind, Ed25519 was due: {remedy}")
    return key


def _read(path: Path, remedy: str) -> tuple[bytes, int]:
    """What the file holds, and its mode."""
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST), os.fstat(file.fileno()).st_mode
    except OSError as error:
        raise KeyUnusable(f"{path}: cannot be read ({error.strerror}), a key in PEM was due: {remedy}") from error
