"""Where reports go: a stick that is mounted at the settings' folder, or directly in it; whole files, none overwritten.

A file that lies there under its name is whole and on the medium. What was begun has a name of its own until then, and
is taken away when it fails.

StickError (OSError): nothing was written
├── NoStickError (FileNotFoundError): no stick is mounted that can be written to
├── StickFullError: it has no room for the file
└── StickFailedError: it cannot be written, or was pulled out
"""

import errno
import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where there is no room."""
NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)
"""What it says where a file cannot have two names, as on FAT."""
BEGUN: Final = ".banca21-*.part"
"""What is not whole yet."""
MOST_NAMES: Final = 1000
"""Files of one name, told apart by a number."""


class StickError(OSError):
    """Nothing was written: what was seen and what to do."""

    code: Literal["no_stick", "stick_full", "trouble"] = "trouble"
    """As :class:`engine.looking.Unfound` names it."""


class NoStickError(StickError, FileNotFoundError):
    """No stick is mounted that can be written to."""

    code = "no_stick"


class StickFullError(StickError):
    """There is no room for the file."""

    code = "stick_full"


class StickFailedError(StickError):
    """It cannot be written, or was pulled out."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A file that lies on a stick."""

    path: Path
    size: int
    """Bytes."""
    sha256: str
    """Hex."""


def is_mounted(path: Path) -> bool:
    """Something is mounted on ``path``: else a file would go to this machine's own disk."""
    return path.is_mount()


def place(folder: Path) -> Path:
    """The stick: ``folder`` itself where something is mounted on it, or the first directory directly in it on which
    something is and in which this process may write, in the order of names.

    Raises:
        NoStickError: there is none.
    """
    try:
        below = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        below = []
    mounted = [path for path in (folder, *below) if is_mounted(path)]
    for path in mounted:
        if os.access(path, os.W_OK | os.X_OK):
            return path
    if mounted:
        raise NoStickError(f"{mounted[0]}: a stick is there but cannot be written to: give one that is not locked")
    raise NoStickError(f"{folder}: no stick is mounted there: plug one in and wait some seconds")


def name_of(table: str, what: str, at: str, ending: str) -> str:
    """A file's name: whose report it is, of what, when it was made (UTC, as the journal writes times).

    Letters and digits of any script stay, anything else that a medium may not take becomes an underscore.

    Raises:
        ValueError: ``at`` is no time.

    >>> name_of("BJ-01", "coup-12", "2026-12-01T20:15:00.250Z", "pdf")
    'banca21-BJ-01-coup-12-20261201T201500Z.pdf'
    >>> name_of("../a b", "shoe-3", "2026-12-01T20:15:00.250Z", "csv")
    'banca21-___a_b-shoe-3-20261201T201500Z.csv'
    """
    safe = "".join(each if each.isalnum() or each == "-" else "_" for each in table)
    time = datetime.fromisoformat(at).strftime("%Y%m%dT%H%M%SZ")
    return f"banca21-{safe}-{what}-{time}.{ending}"


def write(stick: Path, name: str, pieces: Iterable[bytes]) -> Lying:
    """Write ``pieces`` as a file on ``stick``: it lies there whole and synced, or not at all.

    Where ``name`` is taken already, a number is put behind it. What ``pieces`` itself raises passes through.

    Raises:
        StickFullError: there is no room for it.
        StickFailedError: it cannot be written.
    """
    part = stick / f".{name}.part"
    try:
        for begun in stick.glob(BEGUN):  # by a process that was ended: one at a time writes to a stick
            begun.unlink()
        size, digest = _fill(part, pieces, stick)
        path = _named(part, stick, name)
        _sync(stick)
    except StickError:
        raise
    except OSError as error:
        raise _failed(stick, error) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return Lying(path, size, digest)


def _fill(part: Path, pieces: Iterable[bytes], stick: Path) -> tuple[int, str]:
    """Its size and digest. Only what the medium says of itself becomes a :class:`StickError`."""
    size, digest = 0, hashlib.sha256()
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    with os.fdopen(descriptor, "wb", buffering=0) as file:
        for piece in pieces:
            try:
                _write_all(file.fileno(), piece)
            except OSError as error:
                raise _failed(stick, error) from error
            size += len(piece)
            digest.update(piece)
        os.fsync(file.fileno())
    return size, digest.hexdigest()


def _write_all(descriptor: int, piece: bytes) -> None:
    rest = memoryview(piece)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _named(part: Path, stick: Path, name: str) -> Path:
    """Give the whole file its name, and never one that a file has already."""
    stem, _, ending = name.rpartition(".")
    for number in range(1, MOST_NAMES):
        path = stick / (name if number == 1 else f"{stem}-{number}.{ending}")
        try:
            os.link(part, path)
        except FileExistsError:
            continue
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            if os.path.lexists(path):  # nobody else writes reports: one process does, one after the other
                continue
            part.rename(path)
        return path
    raise StickFailedError(f"{stick / name}: a thousand files have this name: take some away")


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that syncs no folders
            raise
    finally:
        os.close(descriptor)


def _failed(stick: Path, error: OSError) -> StickError:
    if error.errno in FULL:
        return StickFullError(f"{stick}: the stick is full: take files away, or give another")
    return StickFailedError(f"{stick}: the stick cannot be written ({error.strerror or error}): give another")
