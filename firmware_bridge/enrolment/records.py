"""What is kept of an enrolment that is not finished: each step, one JSON object a line, from which it is done again."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from firmware_bridge.enrolment.passport import Passport


class Record(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """One step."""


class Begun(Record, frozen=True, kw_only=True):
    """The first: what is to be enrolled."""

    name: str | None
    """The deck's, where one was given."""
    packs: int
    order: tuple[str, ...]
    has_white: bool
    deck: tuple[str, ...]
    """Lines of the deck that is enlarged; none for a new one."""
    passport: Passport | None
    """Of the deck that is enlarged."""


class Sitting(Record, frozen=True, kw_only=True):
    """Somebody began or went on."""

    by: str
    at: str
    """UTC, ISO 8601."""
    reader: str
    port: str


class Enrolled(Record, frozen=True, kw_only=True):
    """A card got its tag."""

    tag: str
    face: str


class Confirmed(Record, frozen=True, kw_only=True):
    """The last card was looked at."""


class Doubted(Record, frozen=True, kw_only=True):
    """The last card must be looked at."""


class TakenBack(Record, frozen=True, kw_only=True):
    """So many count for nothing."""

    count: int


class Agreed(Record, frozen=True, kw_only=True):
    """The second pass of the pack that ended last agreed."""


AnyRecord: TypeAlias = Begun | Sitting | Enrolled | Confirmed | Doubted | TakenBack | Agreed
"""Every record."""

_DECODER = msgspec.json.Decoder(AnyRecord)


def line_of(record: AnyRecord) -> bytes:
    """The record's line.

    >>> line_of(Enrolled(tag="E004", face="AS"))
    b'{"type":"enrolled","tag":"E004","face":"AS"}\\n'
    """
    return msgspec.json.encode(record) + b"\n"


def record_of(line: bytes) -> AnyRecord:
    """The record of a line.

    Raises:
        msgspec.MsgspecError: it is none.
        UnicodeDecodeError: it is no text.
    """
    return _DECODER.decode(line)
