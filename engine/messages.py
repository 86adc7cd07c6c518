"""What the core and its clients say to each other over the socket: one JSON object a line, each way.

A client sends a request of the event log with ``id`` and ``answers`` beside its fields. On connecting it is sent the
present state; then every update, alert and refusal as it happens.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from engine.answers import Answer, Refusal
from engine.cards import CardError
from engine.events import AnyEvent
from engine.hidden import Hidden
from engine.lines import ENCODER, EventError, decoded, event_of, fields_from, said
from engine.looking import Found, Question
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
    code: str = "fault"
    """The state's name, by which a screen translates it: of a journal that cannot be written, as
    :attr:`engine.journal.errors.JournalError.code` says.
    """


class Pending(Struct, frozen=True, tag="pending", tag_field="kind", kw_only=True):
    """The disk takes its time: what happened since is not safe yet, and is told as soon as it is."""

    since: str | None
    """UTC, ISO 8601, milliseconds; ``None``: it is safe."""


class Health(Struct, frozen=True, tag="health", tag_field="kind", kw_only=True):
    """To the client who asked how reader, line and panel are."""

    findings: tuple[Finding, ...]


class Looked(Struct, frozen=True, tag="looked", tag_field="kind", kw_only=True):
    """To the client who asked the log: what it tells. Of what takes long several come, the last is no progress."""

    id: str
    found: Found


Message: TypeAlias = Update | Answered | Refused | Fault | Pending | Health | Looked
"""Whatever the core says."""


class Asked(Struct, frozen=True):
    """A client's request."""

    event: AnyEvent
    ident: str
    """The request's ``id``: a repeated one gets the first answer."""
    answers: int | None
    """``due_seq`` of the view that the person saw; ``None``: not tied to one."""
    proofs: "Proofs | None" = None
    """Who vouches for it."""


class Proofs(Hidden):
    """Who vouches for a request, as the client wrote it: staff numbers, badges, PINs."""

    __slots__ = ("fields",)

    def __init__(self, fields: list[object]) -> None:
        self.fields = fields


class AskedLog(Struct, frozen=True):
    """A client's question to the log."""

    question: Question
    ident: str
    proofs: Proofs | None = None
    """Who vouches for it."""


ASK_HEALTH: Final = b'{"ask": "health"}\n'
"""The line with which a client asks how reader, line and panel are."""

_DECODER: Final = msgspec.json.Decoder(Message, dec_hook=decoded)
_ASKS: Final = b'{"ask"'
"""How a line begins that holds no request but a question."""


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


def ask(event: AnyEvent, ident: str, answers: int | None = None, proofs: Sequence[Mapping[str, str]] = ()) -> bytes:
    """The line with which a client asks for ``event``; ``proofs`` as :mod:`engine.people.proofs` describes them."""
    envelope = {"id": ident, "answers": answers} | ({"proofs": proofs} if proofs else {})
    return ENCODER.encode(msgspec.to_builtins(event, enc_hook=said) | envelope) + b"\n"


def ask_log(question: Question, ident: str, proofs: Sequence[Mapping[str, str]] = ()) -> bytes:
    """The line with which a client asks the log; ``proofs`` as :mod:`engine.people.proofs` describes them."""
    fields = {"ask": "log", "id": ident, "question": question} | ({"proofs": proofs} if proofs else {})
    return ENCODER.encode(fields) + b"\n"


def asked(line: bytes) -> Asked:
    """The request that a client's line holds.

    Raises:
        EventError: no request.
    """
    fields = fields_from(line)
    ident, proofs = _envelope(fields)
    answers = fields.get("answers")
    if not isinstance(answers, int | None):
        raise EventError('field "answers" is no number: give the due_seq of the view that was shown, or null')
    return Asked(event_of(fields), ident, answers, proofs)


def asked_log(line: bytes) -> AskedLog | None:
    """The question to the log that a client's line holds; ``None``: it holds something else.

    Raises:
        EventError: a question that is none.
    """
    if not line.startswith(_ASKS):
        return None
    fields = fields_from(line)
    if fields.get("ask") != "log":
        raise EventError(f'field "ask": {fields.get("ask")!r} is nothing that can be asked: write "health" or "log"')
    ident, proofs = _envelope(fields)
    try:
        question: Question = msgspec.convert(fields.get("question"), Question)
    except msgspec.ValidationError as error:
        raise EventError(f'field "question": {error}: ask one of those of engine/looking.py') from error
    return AskedLog(question, ident, proofs)


def _envelope(fields: dict[str, Any]) -> tuple[str, Proofs | None]:
    """The line's ``id``, and who vouches for it."""
    ident, proofs = fields.get("id"), fields.get("proofs")
    if not isinstance(ident, str) or not ident:
        raise EventError('field "id" is missing: give each request a text of its own')
    if not isinstance(proofs, list | None):
        raise EventError('field "proofs" is no list: give one object for each person, or leave it out')
    return ident, Proofs(proofs) if proofs else None
