"""Everything that can be observed of a core, and what of it is random by nature.

A commitment and whatever follows from it (hashes of records, signatures of checkpoints) says nothing of a card as long
as its nonce is random: each one is replaced, in its place, by the record that it belongs to. Nothing else is.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.journal.chain import GENESIS
from engine.journal.checkpoint import file_of
from observed.core import TABLE, Place

_HASH: Final = re.compile(r"[0-9a-f]{64}")
_COUNTED: Final = re.compile(rb"(wchar|syscw): (\d+)")
_INDEX: Final = ("coup", "result", "alert", "correction", "shoe", "stretch", "reached")


class Moment(NamedTuple):
    """When something is observed."""

    line: int
    """The line after which."""
    stage: str = ""
    """Of those that come after the same line."""


@dataclass
class Observed:
    """What was observed at one moment, by where."""

    moment: Moment
    surfaces: dict[str, bytes]
    rows: list[bytes]
    """Records, as stored."""
    opened: frozenset[int] = frozenset()
    """Records of which the commitments were opened so far."""


@dataclass
class Known:
    """What is random by nature in one journal so far."""

    names: dict[str, str] = field(default_factory=lambda: {GENESIS.hex(): "hash of nothing"})

    def take(self, name: str, random: str) -> None:
        """``random``, 64 digits, belongs to the record that ``name`` tells."""
        self.names[random] = name

    def blanked(self, text: str) -> str:
        """``text`` with the names in its place, as wide."""
        return _HASH.sub(lambda found: self.names.get(found[0], found[0]).ljust(64, "."), text)


class Journalled:
    """The rows of a journal, as somebody with its file reads them."""

    def __init__(self, path: Path, known: Known) -> None:
        self._connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
        self._known = known
        self._upto = 0
        self.openings: list[dict[str, Any]] = []
        self.commitments: dict[int, str] = {}

    def news(self) -> list[bytes]:
        """The rows that have come, their commitments blanked."""
        rows = self._connection.execute(
            "SELECT seq, opens, payload, hash FROM record WHERE seq > ? ORDER BY seq", (self._upto,)
        ).fetchall()
        return [self._row(*row) for row in rows]

    def _row(self, seq: int, opens: int, payload: bytes, digest: bytes) -> bytes:
        self._upto = seq
        self._known.take(f"hash of {seq}", digest.hex())
        fields = json.loads(payload)
        if fields["type"] == "commitments_opened":
            self.openings += fields["openings"]
        if (commitment := fields.get("commitment")) is not None:
            self._known.take(f"commitment of {seq}", commitment)
            self.commitments[seq] = commitment
            payload = payload.replace(f'"commitment":"{commitment}"'.encode(), b'"commitment":"%b"' % (b"#" * 64), 1)
        return b"%d %d %d bytes, hash of %d: %b" % (seq, opens, len(payload), len(digest), payload)

    def sealed(self) -> bytes:
        """Which secrets are kept, and how long they are."""
        rows = self._connection.execute("SELECT seq, length(nonce), length(text) FROM sealed ORDER BY seq").fetchall()
        return f"{rows}".encode()

    def close(self) -> None:
        self._connection.close()


class Index:
    """The rows of an index, as somebody with its file reads them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = self._opened()

    def rows(self) -> bytes:
        """All of them."""
        if self._inode != self._path.stat().st_ino:  # it was made anew
            self.close()
            self._connection = self._opened()
        return f"{[self._connection.execute(f'SELECT * FROM {table}').fetchall() for table in _INDEX]}".encode()

    def _opened(self) -> sqlite3.Connection:
        self._inode = self._path.stat().st_ino
        return sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True, isolation_level=None)

    def close(self) -> None:
        self._connection.close()


def files(folder: Path) -> bytes:
    """Name, kind and size of everything in ``folder``."""
    return "\n".join(_files(str(folder), "")).encode()


def _files(folder: str, before: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        for each in sorted(found, key=lambda entry: entry.name):
            stat = each.stat(follow_symlinks=False)
            yield f"{before}{each.name} {stat.st_mode:o} {stat.st_size}"
            if each.is_dir(follow_symlinks=False):
                yield from _files(each.path, f"{before}{each.name}/")


def checkpoints(place: Place, known: Known) -> bytes:
    """The lines, their heads and signatures blanked."""
    file = file_of(place.checkpoints, TABLE)
    lines = file.read_text().splitlines() if file.exists() else []
    told = []
    for line in lines:
        signed, _, signature = line.rpartition(" ")
        told.append(f"{known.blanked(signed)} a signature of {len(signature)}")
    return "\n".join(told).encode()


class Written:
    """How much this process has written since it was asked last, and how often: what who watches the disk sees."""

    def __init__(self) -> None:
        self._before = self._now()

    def news(self) -> bytes:
        now = self._now()
        before, self._before = self._before, now
        return f"{[mine - its for mine, its in zip(now, before, strict=True)]}".encode()

    def skip(self) -> None:
        """What was written meanwhile does not count."""
        self._before = self._now()

    @staticmethod
    def _now() -> list[int]:
        with Path("/proc/self/io").open("rb") as counted:
            return [int(number) for _, number in _COUNTED.findall(counted.read())]


def without_texts(rows: list[bytes], seqs: frozenset[int]) -> Iterator[bytes]:
    """``rows``, with the texts of what these records committed to blanked."""
    for row in rows:
        head, _, payload = row.partition(b": ")
        fields = json.loads(payload)
        for one in fields.get("openings", ()):
            if one["seq"] in seqs:
                one["text"] = "#" * len(one["text"])
        yield head + b": " + json.dumps(fields).encode()
