"""Where reports go: a stick that is mounted at the settings' folder, or directly in it; whole files, none overwritten.

A file that lies there under its name is whole and on the medium. What was begun has a name of its own until then, and
is taken away when it fails. A stick may be pulled out at any time, and then its folder is one of the machine's own
disk: all that is written is reached through the folder that was opened, of which is known that it is the stick's.

StickError (OSError): nothing was written
├── NoStickError (FileNotFoundError): no stick is mounted that can be written to
├── StickFullError: it has no room for the file
└── StickFailedError: it cannot be written
    └── StickPulledError: it was pulled out meanwhile
"""

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, Literal, Self

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where there is no room."""
NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)
"""What it says where a file cannot have two names, as on FAT."""
BEGUN: Final = ".banca21-*.part"
"""What is not whole yet."""
MOST_NAMES: Final = 1000
"""Files of one name, told apart by a number."""
READ_BY_ALL: Final = 0o644
"""The mode of a file on a stick, whatever the process's umask: who reads it there is another user."""
READ_BY_OWNER: Final = 0o600
"""The mode of a file that only whoever wrote it may read."""


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
    """It cannot be written."""


class StickPulledError(StickFailedError):
    """It was pulled out meanwhile, or another lies in its place."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder that files go to, as it was when it was looked for."""

    path: Path
    device: int
    """The file system's number,"""
    inode: int
    """and the folder's in it: by these two it is known again."""
    is_stick: bool = False
    """A medium that leaves with the files."""
    mode: int = READ_BY_ALL
    """Of the files; on a medium that stays the process's umask takes from it."""

    @classmethod
    def at(cls, path: Path, *, is_stick: bool = False, mode: int = READ_BY_ALL) -> Self:
        """The folder that is at ``path`` now; its files get ``mode``.

        Raises:
            OSError: there is none.
        """
        seen = path.stat()
        return cls(path, seen.st_dev, seen.st_ino, is_stick, mode)

    def is_same(self, seen: os.stat_result) -> bool:
        """What was seen is this folder."""
        return (seen.st_dev, seen.st_ino) == (self.device, self.inode)


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


def place(folder: Path) -> Place:
    """The stick: ``folder`` itself where something is mounted on it, or the first directory directly in it on which
    something is and in which this process may write, in the order of names.

    Raises:
        NoStickError: there is none.
    """
    try:
        below = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        below = []
    mounted = [found for path in (folder, *below) if (found := _mounted(path)) is not None]
    for found in mounted:
        if os.access(found.path, os.W_OK | os.X_OK):
            return found
    if mounted:
        raise NoStickError(f"{mounted[0].path}: a stick is there but cannot be written to: give one that is not locked")
    raise NoStickError(f"{folder}: no stick is mounted there: plug one in and wait some seconds")


def _mounted(path: Path) -> Place | None:
    """The folder is looked at before it is asked for: what is mounted or pulled out in between is told when written."""
    try:
        found = Place.at(path, is_stick=True)
    except OSError:
        return None
    return found if is_mounted(path) else None


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


def write(at: Place, name: str, pieces: Iterable[bytes]) -> Lying:
    """Write ``pieces`` as a file in the folder ``at``: it lies there whole and synced, or not at all.

    Where ``name`` is taken already, a number is put behind it. What ``pieces`` itself raises passes through.

    Raises:
        StickFullError: there is no room for it.
        StickPulledError: that folder is there no more.
        StickFailedError: it cannot be written.
    """
    with writing(at) as files:
        return files.write(name, pieces)


@contextmanager
def writing(at: Place) -> Iterator["Writing"]:
    """Files that lie in the folder ``at`` together, or not at all: what is raised within takes all of them away.

    Raises:
        StickError: as above; at the end as well, where the folder is there no more.
    """
    with _told(at):
        descriptor = _opened(at)
    files = Writing(at, descriptor)
    try:
        files.take_away_begun()
        yield files
        files.stay()
    except BaseException:
        files.take_away()
        raise
    finally:
        os.close(descriptor)


class Writing:
    """Writes files to a folder that is open; made by :func:`writing`."""

    def __init__(self, at: Place, descriptor: int) -> None:
        self._at, self._folder = at, descriptor
        self._left: list[str] = []

    def write(self, name: str, pieces: Iterable[bytes]) -> Lying:
        """Write one file, as the function :func:`write` does."""
        part = f".{name}.part"
        try:
            size, digest = self._fill(part, pieces)
            with _told(self._at):
                named = self._named(part, name)
                self._left.append(named)
                self._sync()
        finally:
            self._unlink(part)
        self.stay()
        return Lying(self._at.path / named, size, digest)

    def stay(self) -> None:
        """See to it that what was written lies where it is said to.

        Raises:
            StickPulledError: it lies on a medium that is there no more.
        """
        try:
            is_there = self._at.is_same(self._at.path.stat())
        except OSError:
            is_there = False
        if not is_there or not all(os.path.lexists(self._at.path / name) for name in self._left):
            raise _pulled(self._at)

    def take_away(self) -> None:
        """Take away what was written, where it can be reached."""
        for name in self._left:
            self._unlink(name)

    def take_away_begun(self) -> None:
        """Take away what a process that was ended left: one at a time writes to a folder.

        Raises:
            StickError: the folder cannot be read.
        """
        with _told(self._at):
            with os.scandir(self._folder) as lying:
                begun = [each.name for each in lying if fnmatch(each.name, BEGUN)]
            for name in begun:
                os.unlink(name, dir_fd=self._folder)

    def _fill(self, part: str, pieces: Iterable[bytes]) -> tuple[int, str]:
        """Its size and digest. Only what the medium says of itself becomes a :class:`StickError`."""
        size, digest = 0, hashlib.sha256()
        how = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW
        with _told(self._at):
            descriptor = os.open(part, how, self._at.mode, dir_fd=self._folder)
        try:
            if self._at.is_stick:
                with suppress(OSError):  # a medium that knows no modes
                    os.fchmod(descriptor, self._at.mode)
            for piece in pieces:
                with _told(self._at):
                    _write_all(descriptor, piece)
                size += len(piece)
                digest.update(piece)
            with _told(self._at):
                os.fsync(descriptor)
            return size, digest.hexdigest()
        finally:
            with suppress(OSError):
                os.close(descriptor)

    def _named(self, part: str, name: str) -> str:
        """Give the whole file its name, and never one that a file has already; the name that it got."""
        stem, _, ending = name.rpartition(".")
        for number in range(1, MOST_NAMES):
            named = name if number == 1 else f"{stem}-{number}.{ending}"
            try:
                os.link(part, named, src_dir_fd=self._folder, dst_dir_fd=self._folder)
            except FileExistsError:
                continue
            except OSError as error:
                if error.errno not in NO_LINKS:
                    raise
                if self._is_taken(named):  # nobody else writes reports: one process does, one after the other
                    continue
                os.rename(part, named, src_dir_fd=self._folder, dst_dir_fd=self._folder)
            return named
        raise StickFailedError(f"{self._at.path / name}: a thousand files have this name: take some away")

    def _is_taken(self, name: str) -> bool:
        try:
            os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return True

    def _sync(self) -> None:
        try:
            os.fsync(self._folder)
        except OSError as error:
            if error.errno != errno.EINVAL:  # a file system that syncs no folders
                raise

    def _unlink(self, name: str) -> None:
        with suppress(OSError):
            os.unlink(name, dir_fd=self._folder)


def _opened(at: Place) -> int:
    """The folder, open, and still the one that was looked for."""
    try:
        descriptor = os.open(at.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError as error:
        raise _pulled(at) from error
    if not at.is_same(os.fstat(descriptor)):
        os.close(descriptor)
        raise _pulled(at)
    return descriptor


def _write_all(descriptor: int, piece: bytes) -> None:
    rest = memoryview(piece)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


@contextmanager
def _told(at: Place) -> Iterator[None]:
    """Turn what the medium says within into ours."""
    try:
        yield
    except StickError:
        raise
    except OSError as error:
        raise _failed(at.path, error) from error


def _pulled(at: Place) -> StickPulledError:
    return StickPulledError(f"{at.path}: the stick was pulled out: plug it in, then write it again")


def _failed(stick: Path, error: OSError) -> StickError:
    if error.errno in FULL:
        return StickFullError(f"{stick}: the stick is full: take files away, or give another")
    return StickFailedError(f"{stick}: the stick cannot be written ({error.strerror or error}): give another")
