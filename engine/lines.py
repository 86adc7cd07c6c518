"""Events as lines of the log: one JSON object each, read and written alike by journal, socket and replay."""

from typing import Any, Final, get_args

import msgspec

from engine.cards import Card, CardError, Tag
from engine.events import AnyEvent, Event
from engine.hidden import VEILED, Hidden
from engine.rules import TableRules


class EventError(ValueError):
    """A line that is no event: what was found, where, and what to write instead."""


OWN_SEQ: Final = frozenset({"withdrawn", "alert_acknowledged"})
"""Events with a field ``seq`` of their own: the record that they speak of."""


def name_of(event: Event | type[Event]) -> str:
    """The event's ``type``."""
    return str(event.__struct_config__.tag)


KINDS: Final[dict[str, type[Event]]] = {name_of(kind): kind for kind in get_args(AnyEvent)}
"""Every event by its ``type``."""

ENVELOPE: Final = frozenset(
    {"seq", "at", "prev", "hash", "stored", "commitment", "opening", "ns", "id", "answers", "proofs"}
)
"""What the journal and the socket write around an event; no part of it."""


def decoded(kind: type, value: object) -> Any:
    """The card or tag that ``value`` names: msgspec's ``dec_hook``.

    Raises:
        CardError: it names none.
    """
    if kind is Card and isinstance(value, str):
        return Card.parse(value)
    if kind is Tag and isinstance(value, str):
        return Tag(value)
    raise CardError(f"{value!r} is no card: write it as a text, as in TH")


def _veiled(value: object) -> str:
    if isinstance(value, Hidden):
        return VEILED
    raise TypeError(f"{type(value).__name__} has no place in an event")


def said(value: object) -> str:
    """A card's face or a tag's text, for who may know it: msgspec's ``enc_hook``.

    Raises:
        TypeError: it is neither.
    """
    match value:
        case Card():
            return value.face
        case Tag():
            return value.text
    raise TypeError(f"{type(value).__name__} has no place in an event")


ENCODER: Final = msgspec.json.Encoder(enc_hook=_veiled)
"""Writes events and answers as JSON; no card, no tag passes."""
ENCODER_OF_CARDS: Final = msgspec.json.Encoder(enc_hook=said)
"""Writes cards and tags as well: for a request of somebody who names one, and for logs of games that are no table's."""


def event_from(line: bytes | str) -> AnyEvent:
    """The event that one JSON line holds, its envelope passed over.

    Raises:
        EventError: the line is no JSON object or no event of the contract.
    """
    return event_of(fields_from(line))


def fields_from(line: bytes | str) -> dict[str, Any]:
    """The JSON object of one line.

    Raises:
        EventError: the line is no JSON object.
    """
    try:
        fields = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise EventError(f"no JSON ({error}): write one JSON object a line") from error
    if not isinstance(fields, dict):
        raise EventError(f"a {type(fields).__name__} is no event: write one JSON object a line")
    return fields


def event_of(fields: dict[str, Any]) -> AnyEvent:
    """The event that ``fields`` describe, its envelope passed over.

    Raises:
        EventError: no event of the contract.
    """
    own = {"seq"} if str(fields.get("type")) in OWN_SEQ else set()
    bare = {name: value for name, value in fields.items() if name not in ENVELOPE - own}
    kind: Any = KINDS.get(str(bare.get("type")), AnyEvent)  # to find it among all costs fifty times as much
    try:
        event: AnyEvent = msgspec.convert(bare, kind, dec_hook=decoded, str_keys=True)
    except (msgspec.ValidationError, CardError) as error:
        raise EventError(_explained(bare, str(error))) from error
    return event


def _explained(bare: dict[str, Any], error: str) -> str:
    kind = bare.get("type")
    if kind is None:
        return f'field "type" is missing: write one of {", ".join(KINDS)}'
    if not isinstance(kind, str) or kind not in KINDS:
        return f'field "type": {kind!r} is no event; write one of {", ".join(KINDS)}'
    of_rules = "$.rules" in error
    known = msgspec.structs.fields(TableRules if of_rules else KINDS[kind])
    fields = ", ".join(field.encode_name for field in known)
    return f"{kind}: {error[0].lower()}{error[1:]}; {'the' if of_rules else 'its'} fields are {fields or 'none'}"
