"""One writer: a lock file beside the journal, held from opening to close.

SQLite's own exclusive locking would shut out readers too, and a verifier must be able to read while the core runs.
The kernel drops an flock when its process dies, however it dies, so no stale lock is ever left to be removed by hand.
The lock is not taken on the journal itself: closing any descriptor of that file would drop SQLite's own locks
(sqlite.org/howtocorrupt.html, 2.2).
"""

import fcntl
import os
from pathlib import Path

from engine.journal.errors import JournalBusy


def beside(path: Path) -> Path:
    """The lock file of the journal at ``path``."""
    return path.with_name(path.name + ".lock")


def take(path: Path) -> int:
    """Become the one writer of the journal at ``path``: a descriptor that holds the lock until it is closed.

    Raises:
        JournalBusy: another core is.
        OSError: the lock file cannot be made.
    """
    lock = os.open(beside(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.read(lock, 20).decode("ascii", "replace").strip() or "unknown"
        os.close(lock)
        raise JournalBusy(
            f"{path}: another core has the journal open (process {holder}), and it has one writer: "
            "stop that one first, with kill or with Ctrl-C where it runs"
        ) from error
    os.pwrite(lock, f"{os.getpid():<19}\n".encode(), 0)  # always as long: it overwrites, so a full disk stops no start
    return lock
