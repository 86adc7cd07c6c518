"""Room on the journal's disk: some is kept aside, so that a full disk can still be written down."""

import errno
import os
import shutil
from pathlib import Path
from typing import Final

KEPT: Final = 8 << 20
"""Bytes kept aside: some thousand records, or two checkpoints of the WAL."""


class Room:
    """The room beside the journal at ``path``; under ``least`` bytes free no coup is begun."""

    def __init__(self, path: Path, least: int) -> None:
        self._path = path.with_name(path.name + ".room")
        self._least = least

    @property
    def free(self) -> int:
        """Bytes that this user may still write, what is kept aside not counted."""
        return shutil.disk_usage(self._path.parent).free

    @property
    def is_short(self) -> bool:
        """Too little to begin a coup."""
        return self.free < self._least

    @property
    def text(self) -> str:
        """What a person is told of a disk that is nearly full."""
        return (
            f"{self._path.parent}: {self.free >> 20} MiB free, {self._least >> 20} MiB are needed to begin a coup: the "
            f"open coup can be ended; make room (du -xh {self._path.parent} | sort -h | tail)"
        )

    def keep(self) -> None:
        """Keep room aside again, if there is enough; a disk that fails keeps none."""
        try:
            if self._path.exists() or self.free < self._least + KEPT:
                return
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(descriptor, 0, KEPT)
            finally:
                os.close(descriptor)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                self.give()

    def give(self) -> bool:
        """Give it up, so that what waits can be written; ``False``: nothing was kept."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True
