"""Where journals lie that are made to be tried."""

from pathlib import Path
from typing import Final

DISK: Final = "/var/tmp"
"""For those that must be synced to a disk."""
MEMORY: Final = "/dev/shm"


def quick() -> str:
    """For those of which nothing hangs on a disk: a process that dies loses nothing that it had written."""
    return MEMORY if Path(MEMORY).is_dir() else DISK
