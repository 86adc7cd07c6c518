"""What the log tells a technician: how the link to the shoe was, what the core noted, how many cards passed unread.

No card is read: of a card that left, when and by which reader; of one that was told, whether it had passed unread.
Nobody's words are: of a link that a client told, the text is left out, and so are notes that a client sent.
"""

import re
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from engine.clock import written
from engine.journal import index_file
from engine.journal.chain import Record
from engine.journal.errors import JournalBroken, JournalError
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.index_file import NoIndexError
from engine.journal.search import NEWEST, Index
from engine.view import UNREAD

MOST_RECORDS: Final = 100_000
"""So many records are looked at, the newest."""
MOST_DAYS: Final = 30
"""And of those no older ones, counted back from the newest."""
MOST_LINES: Final = 10_000
"""So much is told of what happened, the newest."""
BATCH: Final = 1000
"""Records read at once; as many are passed over where some cannot be read."""
PAGE: Final = 500
"""Coups looked at together."""
_HOUR: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_CODE: Final = re.compile(r"[a-z_]{1,40}")
_READERS: Final = ("rfid", "camera", "hand")


class _Opening(msgspec.Struct, frozen=True, gc=False):
    seq: int
    text: str


class _Standing(msgspec.Struct, frozen=True):
    seats: dict[str, str] = {}
    wagers: dict[str, tuple[tuple[str, int], ...]] = {}


class _Row(msgspec.Struct, frozen=True, rename={"event_id": "id"}):
    """What is looked at of a record, whatever its type."""

    type: str = ""
    at: str = ""
    event_id: object = None
    """A client asked for it."""
    by: object = None
    reader: str = "rfid"
    state: str = "up"
    text: str = ""
    was: str = ""
    now: str = ""
    by_s: float = 0.0
    version: str = ""
    settings: str = ""
    pragmas: dict[str, str | int] = {}
    standing: _Standing | None = None
    openings: tuple[_Opening, ...] = ()
    player: str | None = None

    @property
    def hour(self) -> str:
        """UTC; question marks where it has no time."""
        return self.at[:13] if _HOUR.match(self.at) else "????-??-??T??"


class Happened(NamedTuple):
    """Something of the link, the clock or the core."""

    seq: int
    """Its record."""
    at: str
    """As the record has it, which must be scrubbed, as must the next."""
    text: str
    """One line."""
    digest: str = ""
    """Of the settings, hex, where it tells them."""


class Passes(NamedTuple):
    """Cards that left within one hour, by one reader."""

    hour: str
    """UTC."""
    reader: str
    left: int
    unread: int
    """Of those that the log tells of by now."""


class History(msgspec.Struct, frozen=True, kw_only=True):
    """What was found."""

    first: int = 0
    """The first record that was looked at,"""
    last: int = 0
    """and the last; nought: none."""
    happened: tuple[Happened, ...] = ()
    """The oldest first."""
    left_out: int = 0
    """So many older ones besides."""
    passes: tuple[Passes, ...] = ()
    players: frozenset[str] = frozenset()
    """Names that were seen, to be scrubbed from other texts; for nothing else."""
    unreadable: int = 0
    """Records that are none, or could not be read."""
    trouble: str = ""
    """Why not everything could be looked at; empty: it could."""


def history(journal: Path, told: Callable[[float], None] = lambda _done: None) -> History:
    """What the newest records of ``journal`` tell; ``told`` hears how far it is, 0 to 1. It only reads.

    A journal that is damaged, or none, is told of in ``trouble`` beside what could be read.
    """
    looking = _Looking()
    try:
        with FilesReader(journal) as log:
            looking.through(log, told)
    except (JournalError, OSError) as error:
        looking.trouble = looking.trouble or str(error)
    return looking.found()


class _Looking:
    """Records looked at one after the other."""

    def __init__(self) -> None:
        self.trouble = ""
        self._first = self._last = self._unreadable = self._seen = 0
        self._oldest = ""
        self._happened: deque[Happened] = deque(maxlen=MOST_LINES)
        self._passed: dict[int, tuple[str, str]] = {}
        self._left: Counter[tuple[str, str]] = Counter()
        self._unread: Counter[tuple[str, str]] = Counter()
        self._players: set[str] = set()

    def through(self, log: FilesReader, told: Callable[[float], None]) -> None:
        head = log.head
        if head is None:
            return
        self._oldest = _days_before(head)
        begin = max(log.origin.seq, head.seq - MOST_RECORDS)
        self._first, self._last = begin + 1, head.seq
        seq = begin
        while seq < head.seq:
            seq = self._batch(log, seq, head.seq)
            told((min(seq, head.seq) - begin) / (head.seq - begin))

    def _batch(self, log: FilesReader, seq: int, upto: int) -> int:
        """Look at the records after ``seq``; the last of them, or of those that had to be passed over."""
        try:
            records = log.after(seq, min(BATCH, upto - seq))
        except JournalBroken as error:
            self.trouble = self.trouble or str(error)
            self._unreadable += min(BATCH, upto - seq)
            return seq + BATCH
        for record in records:
            self._take(record)
        return records[-1].seq if records else upto

    def _take(self, record: Record) -> None:
        row = _row(record)
        if row is None:
            self._unreadable += 1
        elif not row.at or row.at >= self._oldest:
            self._look(record.seq, row)

    def _look(self, seq: int, row: _Row) -> None:
        match row.type:
            case "card_out":
                passed = (row.hour, row.reader if row.reader in _READERS else "other")
                self._passed[seq] = passed
                self._left[passed] += 1
            case "commitments_opened":
                self._count_unread(row.openings)
            case _:
                self._name(row)
                if (text := _told(row)) is not None:
                    digest = row.settings if _DIGEST.fullmatch(row.settings) else ""
                    self._seen += 1
                    self._happened.append(Happened(seq, row.at, text, digest))

    def _count_unread(self, openings: tuple[_Opening, ...]) -> None:
        for opening in openings:
            if opening.text.startswith(UNREAD) and (passed := self._passed.get(opening.seq)) is not None:
                self._unread[passed] += 1

    def _name(self, row: _Row) -> None:
        if row.player:
            self._players.add(row.player)
        if row.standing is not None:
            self._players |= set(row.standing.seats.values())
            self._players |= {player for wagers in row.standing.wagers.values() for player, _ in wagers}

    def found(self) -> History:
        return History(
            first=self._first,
            last=self._last,
            happened=tuple(self._happened),
            left_out=self._seen - len(self._happened),
            passes=tuple(Passes(*passed, left, self._unread[passed]) for passed, left in sorted(self._left.items())),
            players=frozenset(self._players),
            unreadable=self._unreadable,
            trouble=self.trouble,
        )


_DECODE: Final = msgspec.json.Decoder(_Row).decode


def _row(record: Record) -> _Row | None:
    """What is looked at of it; ``None``: it is no record of a journal."""
    try:
        return _DECODE(record.payload) if isinstance(record.payload, bytes) else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _days_before(head: Record) -> str:
    """The time before which nothing is told; empty where the newest record has none."""
    row = _row(head)
    try:
        newest = datetime.fromisoformat(row.at if row is not None else "")
        return written((newest - timedelta(days=MOST_DAYS)).timestamp())
    except (ValueError, OverflowError):
        return ""


def _told(row: _Row) -> str | None:
    """In one line, what a technician is told of the record; ``None``: nothing."""
    is_asked = row.event_id is not None
    match row.type:
        case "link":
            return f"link {row.state} ({row.reader})" + ("" if is_asked or not row.text else f": {row.text}")
        case "clock_stepped":
            return f"clock stepped by {row.by_s:+.3f} s, from {row.was} to {row.now}"
        case "opened":
            pragmas = ", ".join(f"{name} {value}" for name, value in sorted(row.pragmas.items()))
            what = "journal opened" if row.standing is None else "new shoe"
            return f"{what} by version {row.version}" + (f", {pragmas}" if pragmas else "")
        case "note" if row.by is None and not is_asked:
            return f"note: {row.text}"
        case "assistant_off" | "assistant_on":
            return row.type.replace("_", " ")
    return None


class Alerts(NamedTuple):
    """Alerts of coups that are over, by code."""

    counts: dict[str, int]
    upto: int
    """The record up to which the index has come."""


def alerts(journal: Path, since: int) -> Alerts | str:
    """How many alerts of each code were told from the record ``since`` on; a text: why that cannot be told."""
    path = index_file.beside(journal)
    try:
        with Index.open(path) as index:
            codes = [code for code in index.alert_codes() if _CODE.fullmatch(code)]
            counts = {code: sum(_times(index, code, since)) for code in codes}
            return Alerts({code: count for code, count in counts.items() if count}, index.reached.upto)
    except (NoIndexError, OSError) as error:
        return str(error)
    except sqlite3.Error as error:
        return f"{path}: the index is damaged ({error}): banca21 log list makes it anew"


def _times(index: Index, code: str, since: int) -> Iterator[int]:
    """How often each coup told an alert of this code, from the record ``since`` on; the newest first."""
    before = NEWEST
    while page := index.coups(Filters(alert=code), limit=PAGE, before=before):
        for coup in page:
            yield sum(alert.code == code and alert.record >= since for alert in coup.alerts)
        before = page[-1].first
        if page[-1].last < since:
            return
