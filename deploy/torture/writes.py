"""What a process does to the files of its journal, seen from outside by ``strace``."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

_CALLS: Final = "openat,close,pwrite64,write,fsync,fdatasync,ftruncate,?unlink,?unlinkat,?rename,?renameat,?renameat2"
_LINE: Final = re.compile(r"(\w+)\((.*)\)\s+= (\d+)(?: .*)?")
_TEXT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_CODE: Final = "import sys; from deploy.torture.load import append_some; append_some(sys.argv[1], int(sys.argv[2]))"
_NOT_KEPT: Final = ("-shm", ".lock")
"""How the names end of files that outlive no power failure: SQLite makes the first anew, the second holds nothing."""
_TOLD: Final = 1
"""The descriptor on which the process says which record is safe."""


class NotSeenError(RuntimeError):
    """What a process writes cannot be seen: there is no strace, it may not trace here, or it saw what is unknown."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """Bytes of a file; files are known by their names in the journal's folder."""

    name: str
    at: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """A file got this length."""

    name: str
    length: int


@dataclass(frozen=True, slots=True)
class Synced:
    """A file; with an empty name, the names in the folder."""

    name: str


@dataclass(frozen=True, slots=True)
class Named:
    """A file was made, or removed."""

    name: str
    is_there: bool


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file got another name."""

    name: str
    to: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Somebody was told that this record is safe."""

    seq: int


Act: TypeAlias = Wrote | Cut | Synced | Named | Renamed | Acknowledged
"""What a process did, as far as a power failure cares."""


def recorded(folder: Path, appends: int, lives: int = 3) -> list[Act]:
    """What processes do that begin a journal in ``folder`` and append to it, one after the other.

    Raises:
        NotSeenError: it cannot be seen.
    """
    folder.mkdir()
    there: set[str] = set()
    acts: list[Act] = []
    for _ in range(lives):
        acts += _Reading(folder, there).acts(_traced(folder, appends // lives))
    return acts


def _traced(folder: Path, appends: int) -> list[str]:
    """The calls of one process, a line each."""
    strace = shutil.which("strace")
    if strace is None:
        raise NotSeenError("strace is not installed, by which it is seen what is written: apt-get install strace")
    trace = folder.with_name("trace")
    command = [strace, "-xx", "-s", "100000", "-o", str(trace), "-e", f"trace={_CALLS}"]
    process = [sys.executable, "-c", _CODE, str(folder / "journal.db"), str(appends)]
    ended = subprocess.run([*command, *process], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise NotSeenError(f"the process did not end well under strace: {ended.stderr.strip()[-500:]}")
    return trace.read_text().splitlines()


class _Reading:
    """Reads one process's calls."""

    def __init__(self, folder: Path, there: set[str]) -> None:
        self._folder = str(folder)
        self._there = there
        self._names: dict[int, str] = {}
        """Of the files that concern us, by descriptor."""

    def acts(self, lines: Iterable[str]) -> Iterator[Act]:
        for line in lines:
            match = _LINE.fullmatch(line.strip())
            if match is None:
                continue
            call, arguments, result = match[1], match[2], int(match[3])
            texts = [bytes.fromhex(each.replace("\\x", "")) for each in _TEXT.findall(arguments)]
            if call.startswith("rename"):
                yield from self._on_rename(*(self._name(text) for text in texts))
            elif call.startswith(("openat", "unlink")):
                yield from self._on_name(self._name(texts[0]), result, is_open=call == "openat")
            else:
                number, last = arguments.partition(", ")[0], arguments.rpartition(", ")[2]
                yield from self._on_descriptor(call, int(number), texts, last)

    def _name(self, path: bytes) -> str | None:
        """The file's name in the folder; ``None`` for a file that does not concern us."""
        found = path.decode()
        if not found.startswith(self._folder) or found.endswith(_NOT_KEPT):
            return None
        return found.removeprefix(self._folder).strip("/")

    def _on_name(self, name: str | None, result: int, *, is_open: bool) -> Iterator[Act]:
        if name is None:
            return
        if is_open:
            self._names[result] = name
        if name and (name in self._there) is not is_open:
            self._there ^= {name}
            yield Named(name, is_there=is_open)

    def _on_rename(self, name: str | None, to: str | None) -> Iterator[Act]:
        if name is None or to is None:
            return
        self._there ^= {name, to}
        yield Renamed(name, to)

    def _on_descriptor(self, call: str, number: int, texts: list[bytes], last: str) -> Iterator[Act]:
        if call == "write" and number == _TOLD:
            yield Acknowledged(int(texts[0]))
            return
        if number not in self._names:
            return
        name = self._names[number]
        match call:
            case "close":
                del self._names[number]
            case "pwrite64":
                yield Wrote(name, int(last), texts[0])
            case "ftruncate":
                yield Cut(name, int(last))
            case "fsync" | "fdatasync":
                yield Synced(name)
            case _:
                raise NotSeenError(
                    f"{name} was written to by {call}, which is not followed: teach deploy.torture.writes"
                )
