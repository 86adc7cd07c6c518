"""Files that are whole or not there, for one owner alone: which tag lies in which card is the table's secret."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware_bridge.enrolment.errors import DeckFileError

MODE: Final = 0o600
"""Of every file that enrolment writes."""


def write(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path``; a power cut leaves the old file or the new one.

    Raises:
        DeckFileError: it cannot be written.
    """
    beside = path.with_name(path.name + ".new")
    with explained(path):
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
        try:
            write_all(descriptor, content)
        finally:
            os.close(descriptor)
        beside.replace(path)
        sync_folder(path.parent)


def read(path: Path) -> bytes:
    """What is at ``path``.

    Raises:
        DeckFileError: it cannot be read.
    """
    with explained(path):
        return path.read_bytes()


def write_all(descriptor: int, content: bytes) -> None:
    """Write to an open file, safe on the disk at return."""
    while content:
        content = content[os.write(descriptor, content) :]
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Let a name that was made in the folder outlive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the system's errors within into ours."""
    try:
        yield
    except OSError as error:
        raise DeckFileError(
            f"{path}: {error.strerror}: give a path in a folder of this user's on a disk with room, then start again; "
            "what was told as enrolled is kept"
        ) from error
