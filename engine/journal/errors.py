"""What can go wrong with a journal, in words that say what was seen, what was due and what to do::

JournalError
├── JournalUnwritable (OSError)         its place cannot be made or written, or the medium fails
│   └── JournalReadOnly               its medium is mounted read-only
├── JournalUnreadable (OSError)         there is nothing at the path that can be read
├── JournalFull       (OSError)         the disk has no room for the next record
├── JournalBusy       (BlockingIOError) another core has it open
├── JournalForeign    (ValueError)      the file is no journal of ours, or of another version
├── JournalUnsafe     (RuntimeError)    this SQLite or file system does not keep what durability needs
├── JournalBroken     (ValueError)      the chain does not hold; ``seq`` is the first bad record
├── JournalShort      (ValueError)      it ends before a checkpoint that is known: records are missing
├── CheckpointFalse   (ValueError)      a line among the checkpoints that the table's key did not sign
└── KeyUnusable       (ValueError)      the key that signs checkpoints, or the one that proves them, cannot be used
"""

# ruff: noqa: N818 -- each leaf names the state of the journal; its base names it an error

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Final

from engine.journal.chain import Flaw

_NO_ROOM: Final = 1 << 20
"""Bytes free below which a failed write is put down to a full disk: SQLite needs some 100 KiB beside the record."""

_READABLE: Final = "a file that SQLite can read"


class JournalError(Exception):
    """The journal cannot be used as asked."""

    code: ClassVar[str] = "journal"
    """The state's name, by which a screen translates it."""


class JournalUnwritable(JournalError, OSError):
    """Its place cannot be made or written, or the medium fails."""

    code = "disk_failing"


class JournalReadOnly(JournalUnwritable):
    """Its medium is read-only, perhaps since it failed: Linux mounts it so then."""

    code = "disk_read_only"


class JournalUnreadable(JournalError, OSError):
    """There is nothing at the path that can be read."""


class JournalFull(JournalError, OSError):
    """The disk has no room for the next record. What was acknowledged is safe."""

    code = "disk_full"


class JournalBusy(JournalError, BlockingIOError):
    """Another core has it open."""


class JournalForeign(JournalError, ValueError):
    """The file is no journal of ours, or of another version."""


class JournalUnsafe(JournalError, RuntimeError):
    """This SQLite or file system does not keep what durability needs."""


class JournalBroken(JournalError, ValueError):
    """The chain does not hold."""

    def __init__(self, path: Path, flaw: Flaw) -> None:
        super().__init__(
            f"{path}: the chain breaks at record {flaw.seq}: {flaw.expected} was due, {flaw.found} was found. "
            f"Deal no further from it: copy {path.name}, {path.name}-wal and {path.name}-shm as they are, call the "
            "supervisor, and compare with the last head that was kept elsewhere"
        )
        self.flaw = flaw

    @property
    def seq(self) -> int:
        """The first bad record."""
        return self.flaw.seq


class JournalShort(JournalError, ValueError):
    """It ends before a checkpoint that is known."""


class CheckpointFalse(JournalError, ValueError):
    """A line among the checkpoints that the table's key did not sign."""


class KeyUnusable(JournalError, ValueError):
    """The key that signs checkpoints, or the one that proves them, cannot be used."""


@contextmanager
def worded(path: Path, seq: int) -> Iterator[None]:
    """Turn SQLite's errors within into ours; ``seq`` is the first record not known to be good.

    Raises:
        JournalError: the leaf that fits, from SQLite's own error.
    """
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # our caller's slip, such as appending after close: no state of the file
    except UnicodeDecodeError as error:  # SQLite's own message quotes damaged bytes of the schema
        raise JournalBroken(path, Flaw(seq, _READABLE, f"bytes {error.object[:40]!r}")) from error
    except sqlite3.DatabaseError as error:
        raise _in_words(error, path, seq) from error


def full(path: Path, seen: object) -> JournalFull:
    """The disk of ``path`` has no room; ``seen`` is what the system said."""
    return JournalFull(
        f"{path}: no room for the next record ({seen}): everything acknowledged is kept; look at "
        f"df -h {path.parent}, make room, and go on"
    )


def _in_words(error: sqlite3.DatabaseError, path: Path, seq: int) -> JournalError:
    match (
        getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    ):  # the primary code, sqlite.org/rescode.html
        case sqlite3.SQLITE_FULL:
            return full(path, error)
        case sqlite3.SQLITE_IOERR if shutil.disk_usage(path.parent).free < _NO_ROOM:
            return full(path, error)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalBusy(f"{path}: another program holds it ({error}): find it with fuser -v {path} and end it")
        case sqlite3.SQLITE_CORRUPT:
            return JournalBroken(path, Flaw(seq, _READABLE, f'"{error}"'))
        case sqlite3.SQLITE_CONSTRAINT:
            return JournalBroken(path, Flaw(seq, "the end of the journal", f'the work of another program ("{error}")'))
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR:
            return JournalForeign(f"{path}: no journal of banca21 ({error}): move it away or give another path")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            kind = JournalReadOnly if os.statvfs(path.parent).f_flag & os.ST_RDONLY else JournalUnwritable
            return kind(
                f"{path}: cannot be written ({error}): check owner, rights and mount with "
                f"ls -l {path}* and findmnt -T {path.parent}"
            )
        case _:
            return JournalUnwritable(
                f"{path}: the medium failed ({error.sqlite_errorname}: {error}): look at dmesg and ulimit -f, "
                "put in another medium, and start again"
            )
