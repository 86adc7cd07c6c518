"""Folders that are made where they are missing, with owner and mode."""

import os
from pathlib import Path
from typing import Final

from deploy.users import User

EVERYBODY_PASSES: Final = 0o755
OWNER_ALONE: Final = 0o700


def make(folder: Path, mode: int, owner: User | None = None) -> None:
    """Make ``folder`` if it is missing, whatever the umask is; one that is there stays as it is.

    Args:
        folder: missing parents are this process's own, and everybody passes them.
        mode: such as :data:`OWNER_ALONE`.
        owner: whose it is; ``None``: this process's user's.

    Raises:
        OSError: it cannot be made.
    """
    if folder.is_dir():
        return
    make(folder.parent, EVERYBODY_PASSES)
    folder.mkdir(OWNER_ALONE)
    made = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if owner is not None:
            os.fchown(made, owner.uid, owner.gid)
        os.fchmod(made, mode)
    finally:
        os.close(made)
