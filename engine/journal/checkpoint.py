"""Checkpoints: how far the journal had come, signed, one line of text each, kept where the journal is not::

    banca21 <table> <seq> <head, 64 hex> <at> <why> <Ed25519 signature, base64>

Signed are the bytes of the line before the last space. A table's lines are in ``<table>.checkpoints``; the table's name
is percent-encoded. An auditor needs ``openssl pkeyutl -verify -rawin`` and nothing of ours.
"""

import base64
import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote, unquote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.journal import place
from engine.journal.errors import CheckpointFalse, JournalUnreadable

_FIELDS: Final = (
    (b"mark", b"banca21", 7),
    (b"table", rb"[\w.~%-]{1,300}", 300),
    (b"seq", rb"[1-9]\d{0,18}", 19),
    (b"head", b"[0-9a-f]{64}", 64),
    (b"at", rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", 24),
    (b"why", b"start|coup|minute|shift|stop", 6),
    (b"signature", b"[A-Za-z0-9+/]{86}==", 87),
)
"""Each field's name, its form, and how much of it there is at most where a line was cut off in it."""
_WHOLE: Final = re.compile(b" ".join(b"(?P<%b>%b)" % (name, form) for name, form, _ in _FIELDS))
_CUT_OFF: Final = re.compile(
    reduce(lambda rest, field: b"(?:(?:%b) %b|[^ ]{0,%d})" % (field[1], rest, field[2]), _FIELDS[-2::-1], b"[^ ]{0,87}")
)
_TAIL: Final = 1 << 18
"""Bytes at a file's end in which its newest checkpoint is looked for: more than a thousand lines."""
_LONGEST_NAME: Final = 200
"""Characters of a table's encoded name that its file bears: file systems take 255."""


class Why(StrEnum):
    """What a checkpoint was written at."""

    START = "start"
    """The core began."""
    COUP = "coup"
    """A coup ended."""
    MINUTE = "minute"
    """Something was written within the last minute."""
    SHIFT = "shift"
    """The table was closed."""
    STOP = "stop"
    """The core ended."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a table's journal had come."""

    table: str
    """Its name."""
    seq: int
    """The record that was the last."""
    head: bytes
    """The hash of that record, 32 bytes."""
    at: str
    """UTC, ISO 8601, milliseconds; by the table's clock."""
    why: Why

    @property
    def text(self) -> str:
        """What is signed."""
        return f"banca21 {quote(self.table, safe='')} {self.seq} {self.head.hex()} {self.at} {self.why}"

    def signed(self, key: Ed25519PrivateKey) -> str:
        """The line, without its end."""
        return f"{self.text} {base64.b64encode(key.sign(self.text.encode())).decode()}"


class Checkpoints:
    """The checkpoints of one table in one folder, as many as there were at the moment this was made."""

    def __init__(self, path: Path, table: str, public: Ed25519PublicKey) -> None:
        self.path = path
        self._table = table
        self._public = public
        try:
            self._size = path.stat().st_size
        except OSError as error:
            raise JournalUnreadable(
                f"{path}: {error.strerror}, the checkpoints of table {table} were due: put in the medium that they "
                "are on, or give its folder"
            ) from error

    @classmethod
    def of(cls, folder: Path, table: str, public: Ed25519PublicKey) -> Self:
        """Those of ``table`` in ``folder``.

        Raises:
            JournalUnreadable: there are none.
        """
        return cls(file_of(folder, table), table, public)

    def __iter__(self) -> Iterator[Checkpoint]:
        """All of them in the order they were written, each signature proved; lines cut off by a crash are passed over.

        Raises:
            CheckpointFalse: a line that the key did not sign.
            JournalUnreadable: they cannot be read.
        """
        return self._all(is_proved=True)

    def unproved(self) -> Iterator[Checkpoint]:
        """The same, no signature looked at."""
        return self._all(is_proved=False)

    def last(self) -> Checkpoint | None:
        """The one that covers most; only the end of the file is read, and only what is told is proved.

        Raises:
            CheckpointFalse, JournalUnreadable: as above.
        """
        newest: Checkpoint | None = None
        begin = max(self._size - _TAIL, 0)
        for number, line in enumerate(self._lines(begin), 1):
            if begin and number == 1:
                continue  # its beginning was not read
            where = f"line {number}" if begin == 0 else f"line {number} of its last {_TAIL} bytes"
            found = _matched(self.path, line, where)
            if found is not None and (newest is None or int(found["seq"]) >= newest.seq):
                newest = self._read(found, where, is_proved=True)
        return newest

    def _all(self, *, is_proved: bool) -> Iterator[Checkpoint]:
        for number, line in enumerate(self._lines(0), 1):
            where = f"line {number}"
            if (found := _matched(self.path, line, where)) is not None:
                yield self._read(found, where, is_proved=is_proved)

    def _lines(self, begin: int) -> Iterator[bytes]:
        """What lies between ``begin`` and the end that the file had."""
        try:
            with self.path.open("rb") as file:
                file.seek(begin)
                left = self._size - begin
                for line in file:
                    if len(line) > left:
                        return
                    left -= len(line)
                    yield line.rstrip(b"\n")
        except OSError as error:
            raise JournalUnreadable(f"{self.path}: {error.strerror}: look at the medium that it is on") from error

    def _read(self, found: re.Match[bytes], where: str, *, is_proved: bool) -> Checkpoint:
        table = unquote(found["table"].decode())
        if table != self._table:
            raise _false(self.path, where, f"it is of table {table}")
        if is_proved:
            try:
                self._public.verify(base64.b64decode(found["signature"]), found.string[: found.start("signature") - 1])
            except InvalidSignature as error:
                raise _false(self.path, where, "its signature is not of this key") from error
        head = bytes.fromhex(found["head"].decode())
        return Checkpoint(table, int(found["seq"]), head, found["at"].decode(), Why(found["why"].decode()))


def file_of(folder: Path, table: str) -> Path:
    """Where the checkpoints of ``table`` are in ``folder``."""
    return folder / f"{quote(table, safe='')[:_LONGEST_NAME]}.checkpoints"


def seq_of(line: bytes) -> int | None:
    """The record that a line speaks of, its signature not looked at; ``None`` for what is no whole line."""
    found = _WHOLE.fullmatch(line)
    return int(found["seq"]) if found else None


def last(folder: Path, table: str, public: Ed25519PublicKey) -> Checkpoint | None:
    """The checkpoint of ``table`` in ``folder`` that covers most; ``None`` where none was written yet.

    Raises:
        CheckpointFalse: its signature is not of ``public``.
        JournalUnreadable: the file is there and cannot be read.
    """
    path = file_of(folder, table)
    return Checkpoints(path, table, public).last() if path.exists() else None


def tables(folder: Path) -> list[str]:
    """The tables that have checkpoints in ``folder``, as their files are called."""
    return [unquote(file.stem) for file in folder.glob("*.checkpoints")]


def append(path: Path, line: str) -> None:
    """Add ``line`` to the checkpoints at ``path``, durable when this returns; a line cut off before is ended first.

    Raises:
        OSError: it is not known to be there.
    """
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        if is_new:
            with suppress(PermissionError):  # FAT knows no modes
                os.fchmod(descriptor, 0o644)  # whatever the core's umask: they are there to be read
        size = os.fstat(descriptor).st_size
        is_cut = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        written = b"\n" * is_cut + line.encode() + b"\n"
        if os.write(descriptor, written) < len(written):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if is_new:
        place.sync(path.parent)


def _matched(path: Path, line: bytes, where: str) -> re.Match[bytes] | None:
    """The fields of a whole line; ``None`` for one that a crash cut off.

    Raises:
        CheckpointFalse: it is neither.
    """
    found = _WHOLE.fullmatch(line)
    if found is None and not _CUT_OFF.fullmatch(line.rstrip(b"\0")):  # a crash may leave noughts where it wrote
        raise _false(path, where, "it is no checkpoint")
    return found


def _false(path: Path, where: str, why: str) -> CheckpointFalse:
    return CheckpointFalse(
        f"{path}: {where}: {why}, a checkpoint signed with the table's key was due: keep the file as it is, compare it "
        "with another copy of the checkpoints, and give the public key that belongs to them"
    )
