"""The pepper: 32 random bytes that lie apart from the staff file, so that who has that file alone can guess no PIN.

It is the systemd credential ``pepper`` where the service has one (``LoadCredential=pepper:/etc/banca21/pepper``,
systemd.exec(5)), else the file of the settings; either way 64 hexadecimal digits, as ``openssl rand -hex 32`` writes
them.
"""

import hashlib
import hmac
import os
import stat
from pathlib import Path
from typing import Final

from engine.hidden import Hidden
from engine.people import private_file
from engine.people.errors import PepperError

LENGTH: Final = 32
"""Bytes of a pepper."""

_MAKE: Final = "make one with: umask 077; openssl rand -hex 32 (every PIN and tag must then be given anew)"


class Pepper(Hidden):
    """The bytes themselves; they are said nowhere."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def keyed(self, purpose: str, *parts: str) -> bytes:
        """HMAC-SHA256 of ``parts`` for one purpose: 32 bytes. A NUL ends each part, and none may hold one."""
        message = b"".join(f"{part}\0".encode() for part in ("banca21", purpose, *parts))
        return hmac.digest(self._key, message, hashlib.sha256)


def load(path: Path) -> Pepper:
    """The service's credential, or else the pepper in the file ``path``.

    Raises:
        PeopleError: there is none, others can read it, or it is none.
    """
    credential = _credential()
    if credential is None:
        return _pepper(path, private_file.read(path))
    # its group bits are the mask of systemd's access control list, not a group's rights
    return _pepper(credential, private_file.read(credential, forbidden=stat.S_IRWXO))


def make(path: Path) -> None:
    """Make the file of a pepper unless there is one, or the service has its credential.

    Raises:
        PrivateFileError: it cannot be written.
    """
    if _credential() is not None:
        return
    with private_file.locked(path):
        if private_file.read(path) is None:
            private_file.write(path, f"{os.urandom(LENGTH).hex()}\n".encode())


def _credential() -> Path | None:
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    path = Path(folder, "pepper") if folder else None
    return path if path is not None and path.exists() else None


def _pepper(path: Path, written: bytes | None) -> Pepper:
    if written is None:
        raise PepperError(f"{path}: missing, the pepper was due: put it back from where it is kept, or {_MAKE}")
    try:
        key = bytes.fromhex(written.decode("ascii").strip())
    except ValueError:
        raise PepperError(f"{path}: not hexadecimal: {_MAKE}") from None  # the error's context would hold it
    if len(key) != LENGTH:
        raise PepperError(f"{path}: {len(key)} bytes, {LENGTH} were due: {_MAKE}")
    return Pepper(key)
