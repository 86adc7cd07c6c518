"""Small files for one owner's eyes alone: read whole, replaced whole, and changed by one program at a time.

A replaced file keeps its owner, so that root may change what the core, under its own user, must read. A symbolic link
is never followed for writing, so that whoever owns the folder cannot have root write elsewhere.
"""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.people.errors import PrivateFileError

LARGEST: Final = 1 << 20
"""Bytes that such a file may have."""

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_NEW: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def read(path: Path, *, forbidden: int = _OTHERS) -> bytes | None:
    """What the file holds; ``None`` where there is none. ``forbidden``: mode bits that it must not have.

    Raises:
        PrivateFileError: it cannot be read, is no file or too large, or others may read it.
    """
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            written = file.read(LARGEST + 1) if stat.S_ISREG(status.st_mode) else b""
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _in_words(path, "read", error) from error
    if not stat.S_ISREG(status.st_mode):
        raise PrivateFileError(f"{path}: a device or a pipe, a file was due: give another path")
    if status.st_mode & forbidden:
        mode = stat.S_IMODE(status.st_mode)
        raise PrivateFileError(
            f"{path}: others may read or change it (mode {mode:03o}), 600 was due: chmod 600 {path}, and if it was "
            "seen or changed, give everybody another PIN"
        )
    if len(written) > LARGEST:
        raise PrivateFileError(f"{path}: larger than {LARGEST} bytes: it is another file; give the right path")
    return written


def write(path: Path, content: bytes) -> None:
    """Replace the file by ``content``, mode 0600: after a crash it is the old one or the new one, whole.

    The caller holds :func:`locked`.

    Raises:
        PrivateFileError: it cannot be written; the old one is untouched.
    """
    new = path.with_name(path.name + ".new")
    try:
        new.unlink(missing_ok=True)
        descriptor = os.open(new, _NEW, 0o600)
        try:
            _give(descriptor, path if path.exists() else path.parent)
            _write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        new.replace(path)
        _sync(path.parent)
    except OSError as error:
        raise _in_words(path, "written", error) from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else changes the file within: a lock beside it, which the kernel drops with its holder.

    Raises:
        PrivateFileError: the lock cannot be taken.
    """
    try:
        lock = _lock_of(path)
    except OSError as error:
        raise _in_words(path, "locked", error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _lock_of(path: Path) -> int:
    beside = path.with_name(path.name + ".lock")
    try:
        lock = os.open(beside, _NEW, 0o600)
    except FileExistsError:
        return os.open(beside, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    _give(lock, path.parent)
    return lock


def _give(descriptor: int, owned: Path) -> None:
    """Have the file belong to whom ``owned`` belongs."""
    status = owned.lstat()
    if os.geteuid() == 0 and status.st_uid != 0:
        os.fchown(descriptor, status.st_uid, status.st_gid)


def _write_all(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _in_words(path: Path, done: str, error: OSError) -> PrivateFileError:
    return PrivateFileError(
        f"{path}: cannot be {done} ({error.strerror}): look at ls -ld {path.parent} {path} and df {path.parent}, "
        "and give this user the rights or the room"
    )
