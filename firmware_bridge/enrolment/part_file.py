"""The file beside the deck's that keeps an enrolment until it is finished; each step is on the disk before it is told.

A power cut can cut its last line short: that step was not told to anybody, and is dropped.
"""

import fcntl
import os
from pathlib import Path
from typing import Final, Self

import msgspec

from firmware_bridge.enrolment import files
from firmware_bridge.enrolment.errors import PartFileError
from firmware_bridge.enrolment.records import AnyRecord, Begun, line_of, record_of

_HEAD: Final = b'{"type":"begun"'
"""How every such file begins."""


def part_path(out: Path) -> Path:
    """Where the part of the deck that will be at ``out`` is kept.

    >>> part_path(Path("deck.csv")).name
    'deck.csv.part'
    """
    return out.with_name(out.name + ".part")


class PartFile:
    """The file, open and locked for one enrolment alone."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self.was_cut = False
        """Its last line had been cut short, and was dropped."""
        self.records: tuple[AnyRecord, ...] = ()
        """What it held when it was opened."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open it, or make an empty one.

        Raises:
            PartFileError: it holds something else, or another enrolment writes it.
            DeckFileError: it cannot be opened.
        """
        with files.explained(path):
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, files.MODE)
        part = cls(path, descriptor)
        try:
            part._lock()
            part._read()
        except BaseException:
            part.close()
            raise
        return part

    def begin(self, begun: Begun) -> None:
        """Keep nothing but the beginning.

        Raises:
            DeckFileError: it cannot be written.
        """
        with files.explained(self.path):
            os.ftruncate(self._descriptor, 0)
            files.sync_folder(self.path.parent)
        self.append(begun)

    def append(self, record: AnyRecord) -> None:
        """Keep one step more; at return it is on the disk.

        Raises:
            DeckFileError: it cannot be written.
        """
        with files.explained(self.path):
            os.lseek(self._descriptor, 0, os.SEEK_END)
            files.write_all(self._descriptor, line_of(record))

    def remove(self) -> None:
        """The enrolment is finished, or was never begun."""
        with files.explained(self.path):
            self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Let others open it."""
        os.close(self._descriptor)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise PartFileError(
                f"{self.path}: another enrolment writes this file: go on there, or end it and start again"
            ) from error

    def _read(self) -> None:
        content = files.read(self.path)
        whole = content[: content.rfind(b"\n") + 1]
        if not content.startswith(_HEAD) and not _HEAD.startswith(content.rstrip(b"\0")):
            raise PartFileError(f"{self.path}: no enrolment is kept in it, one was due: move it away and start again")
        self.was_cut = len(whole) < len(content)
        if self.was_cut:
            with files.explained(self.path):
                os.ftruncate(self._descriptor, len(whole))
        self.records = tuple(self._record(number, line) for number, line in enumerate(whole.splitlines(), 1))

    def _record(self, number: int, line: bytes) -> AnyRecord:
        try:
            return record_of(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise damaged(self.path, number, str(error)) from error


def damaged(path: Path, number: int, why: str) -> PartFileError:
    """The error that names a line which cannot be."""
    return PartFileError(
        f"{path}, line {number}: {why}: the file is damaged or was changed by hand; bring back the file as it was, or "
        "move it away and begin the enrolment anew"
    )
