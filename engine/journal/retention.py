"""How a journal grows old: when it continues in a further file, and which of its files the policy lets go.

Clocks jump, and a file that is gone is gone: so its age is counted over the beginnings of the files after it, and no
stretch between two of them counts for more than twice the days after which a new file begins. A clock that is wrong
by years can make a file look older by one such stretch only; a table that stood still keeps its files longer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec

from engine.journal import layout, place
from engine.journal.chain import Record
from engine.journal.errors import worded
from engine.journal.files import FilesReader, beside, newest

_GONE: Final = re.compile(r"records (\d+) to (\d+), the last of hash ([0-9a-f]{64}), are removed: kept long enough")


@dataclass(frozen=True, slots=True)
class Policy:
    """How long a file grows, and how long it is kept."""

    rotate_days: int
    """After so many days the journal goes on in a further file."""
    keep_days: int
    """A file whose last record is older may go."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One file of a journal, with at least one record."""

    file: Path
    first: int
    """Its first record."""
    last: int
    """Its last record."""
    head: bytes
    """The hash of its last record, 32 bytes."""
    began: datetime | None
    """When its first record was written, by the table's clock."""

    @property
    def farewell(self) -> str:
        """What the log says when the file is removed."""
        return f"records {self.first} to {self.last}, the last of hash {self.head.hex()}, are removed: kept long enough"


class _Envelope(msgspec.Struct):
    at: str = ""


def written_at(payload: bytes) -> datetime | None:
    """When a record was written, by the table's clock; ``None`` where it does not say."""
    try:
        at = datetime.fromisoformat(msgspec.json.decode(payload, type=_Envelope).at)
    except (msgspec.DecodeError, ValueError):
        return None
    return at if at.tzinfo is not None else None


def farewell_in(text: str) -> Record | None:
    """The last record that went, without its payload, if ``text`` is a farewell."""
    match = _GONE.fullmatch(text)
    return Record(int(match[2]), b"", bytes.fromhex(match[3])) if match else None


def kept(path: Path) -> list[Kept]:
    """The files of the journal at ``path`` that have records, the oldest first.

    Raises:
        JournalError: one cannot be read.
    """
    with FilesReader(path) as reader:
        found = []
        for file in reader.files:
            with worded(file, 1):
                connection = reader.connection(file)
                last = layout.last(connection)
                first = layout.at(connection, layout.origin(connection).seq + 1)
            if first is not None and last is not None:
                found.append(Kept(file, first.seq, last.seq, last.hash, written_at(first.payload)))
    return found


def is_old(path: Path, now: datetime, rotate_days: int) -> bool:
    """The newest file of the journal at ``path`` began more than ``rotate_days`` ago.

    Raises:
        JournalError: it cannot be read.
    """
    files = kept(path)
    if not files or files[-1].file != newest(path):
        return False
    began = files[-1].began
    return began is not None and now - began > timedelta(days=rotate_days)


def outlived(path: Path, now: datetime, rotate_days: int, keep_days: int) -> list[Kept]:
    """The files whose last record is older than ``keep_days``, the oldest first; never the newest.

    The log is to say their ``farewell`` before they are removed.

    Raises:
        JournalError: one cannot be read.
    """
    files = kept(path)
    ages = _ages([each.began for each in files], now, timedelta(days=2 * rotate_days))
    gone = []
    for each, age in zip(files[:-1], ages, strict=True):
        if age <= timedelta(days=keep_days):
            break
        gone.append(each)
    return gone


def remove(outlived_file: Kept) -> None:
    """Take the file away, for good.

    Raises:
        JournalUnwritable: it cannot be removed.
    """
    with place.placed(outlived_file.file):
        for each in reversed(beside(outlived_file.file)):  # the file itself last: without it nothing of it is found
            each.unlink()
        place.sync(outlived_file.file.parent)


def _ages(began: Sequence[datetime | None], now: datetime, longest: timedelta) -> list[timedelta]:
    """How long ago each file but the newest ended, that is the one after it began."""
    times = [*began[1:], now]
    stretches = [
        min(max(after - before, timedelta()), longest) if before is not None and after is not None else timedelta()
        for before, after in pairwise(times)
    ]
    return [sum(stretches[n:], timedelta()) for n in range(len(stretches))]
