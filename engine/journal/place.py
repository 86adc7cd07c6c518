"""Where a journal lies: its folders and its file, made for one owner alone and safe on the disk before any record is.

SQLite gives ``-wal`` and ``-shm`` the mode of the journal itself.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.journal.chain import Flaw
from engine.journal.errors import JournalBroken, JournalError, JournalForeign, JournalReadOnly, JournalUnwritable, full
from engine.journal.layout import size, wal


def make_folder(path: Path) -> None:
    """Make the folders above ``path`` that are missing, mode 0700.

    Raises:
        JournalUnwritable, JournalFull: they cannot be made.
    """
    with placed(path):
        for folder in reversed(path.parents):
            if not folder.is_dir():
                folder.mkdir(0o700)
                sync(folder.parent)
        if path.is_dir():
            raise JournalUnwritable(f"{path}: a folder, a file was due: give a file's path, as {path}/journal.db")


def make_file(path: Path) -> None:
    """Make the file at ``path``, mode 0600, if there is none.

    Raises:
        JournalUnwritable, JournalFull: it cannot be made.
        JournalForeign: what is there is no file.
        JournalBroken: the journal is gone and its WAL is not; SQLite would delete the WAL, and records with it.
    """
    if size(wal(path)) and not size(path):
        raise JournalBroken(
            path, Flaw(1, "a journal", f"only {wal(path).name}, the journal beside it is gone or empty")
        )
    if not path.exists():
        with placed(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            sync(path.parent)
    if not path.is_file():
        raise JournalForeign(f"{path}: a device or a pipe, a file was due: give another path")


def inode(path: Path) -> int | None:
    """Which file is at ``path``; ``None`` where there is none."""
    return path.stat().st_ino if path.exists() else None


@contextmanager
def placed(path: Path) -> Iterator[None]:
    """Turn the system's errors within into ours."""
    try:
        yield
    except JournalError:
        raise
    except OSError as error:
        raise _in_words(error, path) from error


def _in_words(error: OSError, path: Path) -> JournalError:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return full(path, error.strerror)
        case errno.EEXIST | errno.ENOTDIR:
            return JournalUnwritable(
                f"{path}: {error.filename} is no folder, one was due ({error.strerror}): "
                "move it away or give another path"
            )
        case errno.EROFS:
            return JournalReadOnly(
                f"{path}: mounted read-only ({error.strerror}), a writable place was due: look at dmesg, "
                f"then mount -o remount,rw $(findmnt -nT {path.parent} -o TARGET)"
            )
        case _:
            return JournalUnwritable(
                f"{path}: {error.filename} cannot be made ({error.strerror}), a folder of this user's was due: "
                f"give another path, or mkdir -p {path.parent} and chown it to this user"
            )


def sync(folder: Path) -> None:
    """Make the folder's names durable: what was made, renamed or removed in it.

    Raises:
        OSError: the medium failed.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
