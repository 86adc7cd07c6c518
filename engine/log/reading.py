"""The journal's records, with what commitments in them stood for once that is told in the log itself.

Nothing here reads a secret: a card whose commitment is not opened yet is not known.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from engine.events import AnyEvent, CommitmentsOpened, Opening
from engine.journal.chain import Flaw, Record, flaw
from engine.journal.errors import JournalBroken, JournalUnreadable
from engine.journal.files import FilesReader
from engine.journal.seal import Sealed
from engine.lines import EventError, event_of, fields_from
from engine.memory import UnreadableRecordError
from engine.sealing import put_back

_TABLE_OPENED: Final = b'{"type":"table_opened"'
_OPENED: Final = b'{"type":"opened"'
_COMMITMENTS_OPENED: Final = b'{"type":"commitments_opened"'


@dataclass(frozen=True, slots=True)
class Logged:
    """One record as it can be read."""

    record: Record
    prev: bytes
    """The hash before it, 32 bytes."""
    fields: dict[str, Any]
    """The event's, with the cards that may be known, and the journal's ``at``, ``id`` and ``commitment``."""
    event: AnyEvent
    opening: Opening | None
    """What the commitment in it stood for."""

    @property
    def seq(self) -> int:
        """Its number."""
        return self.record.seq

    @property
    def at(self) -> str:
        """When it was written, UTC."""
        return str(self.fields.get("at", ""))

    @property
    def is_sealed(self) -> bool:
        """It holds a commitment that is not opened yet."""
        return "commitment" in self.fields and self.opening is None


def readable(log: FilesReader, since: int, upto: int) -> Iterator[Logged]:
    """The records from ``since`` to ``upto``, each with what the log tells of its cards, be it told after ``upto``.

    What a record committed to is told before the next one from which a replay may begin: a shoe's records are read
    before the first of them is given.

    Raises:
        JournalUnreadable: the journal does not hold ``since``.
        JournalBroken: the chain does not hold, or a commitment was opened as something else; it names the record.
        JournalError: a record cannot be read.
    """
    shoe: list[tuple[Record, bytes]] = []
    for record, prev in _checked(log, since):
        if shoe and begins_replay(record):
            yield from _told(log, shoe, upto)
            shoe = []
            if record.seq > upto:
                return
        shoe.append((record, prev))
    yield from _told(log, shoe, upto)


def told_later(log: FilesReader, sealed: Iterable[Logged], since: int, limit: int) -> Iterator[Logged]:
    """These records with what the ``limit`` records from ``since`` tell of them.

    Cards of a table that was opened anew are told there: not before the next record from which a replay may begin.

    Raises:
        JournalBroken: a commitment was opened as something else; it names the record.
        JournalError: a record cannot be read.
    """
    told: dict[int, Opening] = {}
    for record in islice(log.records(since), limit):
        if opens_commitments(record):
            told |= {one.seq: one for one in _openings(log, record)}
    return (_logged(log, each.record, each.prev, told.get(each.seq)) for each in sealed)


def begins_replay(record: Record) -> bool:
    """A replay may begin with it."""
    if record.payload.startswith(_OPENED):
        return b'"standing":{' in record.payload
    return record.payload.startswith(_TABLE_OPENED)


def opens_commitments(record: Record) -> bool:
    """It tells what was committed to."""
    return record.payload.startswith(_COMMITMENTS_OPENED)


def _checked(log: FilesReader, since: int) -> Iterator[tuple[Record, bytes]]:
    """The records from ``since`` on, each with the hash before it."""
    before = log.at(since - 1) or log.origin
    if before.seq != since - 1:
        raise JournalUnreadable(
            f"{log.path}: record {since} is not in it, it holds those from {log.origin.seq + 1} to "
            f"{_head(log)}: ask for one of these, or read the backup that holds the older ones"
        )
    for record in log.records(since):
        if bad := flaw(record, before):
            raise JournalBroken(log.path, bad)
        yield record, before.hash
        before = record


def _head(log: FilesReader) -> int:
    head = log.head
    return head.seq if head is not None else log.origin.seq


def _told(log: FilesReader, shoe: list[tuple[Record, bytes]], upto: int) -> Iterator[Logged]:
    """The records of one shoe up to ``upto``, with what all of them tell."""
    openings: dict[int, Opening] = {}
    for record, _ in shoe:
        if opens_commitments(record):
            openings |= {one.seq: one for one in _openings(log, record)}
    for record, prev in shoe:
        if record.seq <= upto:
            yield _logged(log, record, prev, openings.get(record.seq))


def _openings(log: FilesReader, record: Record) -> tuple[Opening, ...]:
    event = _logged(log, record, b"", None).event
    return event.openings if isinstance(event, CommitmentsOpened) else ()


def _logged(log: FilesReader, record: Record, prev: bytes, opening: Opening | None) -> Logged:
    try:
        fields = fields_from(record.payload)
        is_false = opening is not None and not _is_true(opening, fields.get("commitment"))
        fields = put_back(fields, opening.text if opening is not None and not is_false else None)
        event = event_of(fields)
    except (EventError, ValueError) as error:
        raise UnreadableRecordError(
            f"{log.path}: record {record.seq} cannot be read ({error}): start the version that wrote it, or a later one"
        ) from error
    if is_false:
        raise JournalBroken(log.path, Flaw(record.seq, "the text that was committed to", "another"))
    return Logged(record, prev, fields, event, opening)


def _is_true(opening: Opening, commitment: object) -> bool:
    return isinstance(commitment, str) and Sealed(bytes.fromhex(opening.nonce), opening.text).is_of(commitment)
