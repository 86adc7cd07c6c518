"""What the core and its clients say to each other over the socket: one JSON object a line, each way.

A client sends a request of the event log with ``id`` and ``answers`` beside its fields. On connecting it is sent the
present state; then every update, alert and refusal as it happens.
"""

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from engine.answers import Answer, Refusal
from engine.cards import CardError
from engine.events import AnyEvent
from engine.lines import ENCODER, EventError, decoded, event_of, fields_from
from engine.ports import Finding
from engine.view import PublicView

LONGEST_LINE: Final = 64 * 1024
"""Bytes a client's line may have."""


class Update(Struct, frozen=True, tag="update", tag_field="kind", kw_only=True):
    """Something happened, or this is the state on connecting (``event`` is ``None``)."""

    view: PublicView
    event: str | None = None
    """The ``type`` of what happened."""
    request: AnyEvent | None = None
    """What was asked for, when it was a request that was said aloud: a card's name is not."""
    answer: Answer | None = None


class Answered(Struct, frozen=True, tag="answer", tag_field="kind", kw_only=True):
    """To the client who asked: what became of the request ``id``."""

    id: str
    seq: int | None
    """Its record in the journal; ``None`` when it was refused before it was journalled."""
    refused: Refusal | None


class Refused(Struct, frozen=True, tag="refusal", tag_field="kind", kw_only=True):
    """To everybody: a request was refused."""

    event: str
    refused: Refusal


class Fault(Struct, frozen=True, tag="fault", tag_field="kind", kw_only=True):
    """The core runs but cannot keep the table: what was seen and what to do."""

    text: str


class Health(Struct, frozen=True, tag="health", tag_field="kind", kw_only=True):
    """To the client who asked how reader, line and panel are."""

    findings: tuple[Finding, ...]


Message: TypeAlias = Update | Answered | Refused | Fault | Health
"""Whatever the core says."""


class Asked(Struct, frozen=True):
    """A client's request."""

    event: AnyEvent
    ident: str
    """The request's ``id``: a repeated one gets the first answer."""
    answers: int | None
    """``due_seq`` of the view that the person saw; ``None``: not tied to one."""


ASK_HEALTH: Final = b'{"ask": "health"}\n'
"""The line with which a client asks how reader, line and panel are."""

_DECODER: Final = msgspec.json.Decoder(Message, dec_hook=decoded)


def encode(message: Message) -> bytes:
    """``message`` as one line."""
    return ENCODER.encode(message) + b"\n"


def decode(line: bytes) -> Message:
    """The message that the core wrote as ``line``.

    Raises:
        EventError: the line is none of the core's.
    """
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, CardError) as error:
        raise EventError(f"not a message of the core ({error}): start core and screen of one version") from error


def ask(event: AnyEvent, ident: str, answers: int | None = None) -> bytes:
    """The line with which a client asks for ``event``."""
    return ENCODER.encode(msgspec.to_builtins(event, enc_hook=str) | {"id": ident, "answers": answers}) + b"\n"


def asked(line: bytes) -> Asked:
    """The request that a client's line holds.

    Raises:
        EventError: no request.
    """
    fields = fields_from(line)
    ident, answers = fields.get("id"), fields.get("answers")
    if not isinstance(ident, str) or not ident:
        raise EventError('field "id" is missing: give each request a text of its own')
    if not isinstance(answers, int | None):
        raise EventError('field "answers" is no number: give the due_seq of the view that was shown, or null')
    return Asked(event_of(fields), ident, answers)
