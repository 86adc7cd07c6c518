"""How an event is written into the journal: whatever names a card is kept as a commitment, and put back when read.

A ``card_out`` keeps card, tag and confidence so, a ``card_named`` the cards; what is left is known to everybody. The
text of a card that left is ``TH E00401509F1C2B3A 0.98``, with ``??`` for one that passed unread and ``-`` for what is
not known; of names the cards alone, in the order of ``n`` or ``ns``.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote

import msgspec

from engine.events import AnyEvent, CardNamed, CardOut
from engine.journal.seal import Sealed, sealed
from engine.lines import ENCODER
from engine.view import UNREAD

NOTHING: Final = "-"
"""In a text: not known."""


class Written(NamedTuple):
    """An event as the journal takes it."""

    payload: bytes
    """One JSON object."""
    sealed: Sealed | None
    """What the commitment in it stands for."""


def written(event: AnyEvent, envelope: dict[str, Any], random_bytes: Callable[[int], bytes]) -> Written:
    """``event`` with ``envelope`` (``at``, a request's ``id``) behind its fields."""
    text = secret_of(event)
    if text is None:
        return Written(ENCODER.encode(event)[:-1] + b"," + ENCODER.encode(envelope)[1:], None)
    secret = sealed(text, random_bytes)
    fields = msgspec.to_builtins(event, enc_hook=str)
    for name in ("card", "tag", "confidence"):
        fields.pop(name, None)
    if (names := fields.pop("names", None)) is not None:
        fields["ns"] = [name["n"] for name in names]
    return Written(msgspec.json.encode(fields | {"commitment": secret.commitment} | envelope), secret)


def secret_of(event: AnyEvent) -> str | None:
    """What of ``event`` nobody may know yet; ``None``: nothing."""
    match event:
        case CardOut(card=card, tag=tag, confidence=confidence):
            face = UNREAD if card is None else card.face
            sure = NOTHING if confidence is None else repr(confidence)
            return f"{face} {NOTHING if tag is None else quote(tag.text, safe='+') or NOTHING} {sure}"
        case CardNamed(names=names) if names is not None:
            return " ".join(name.card.face for name in names)
        case CardNamed(card=card) if card is not None:
            return card.face
    return None


def put_back(fields: dict[str, Any], text: str | None) -> dict[str, Any]:
    """The fields of an event with its secret, or without it where ``text`` is not known (``None``)."""
    words = text.split() if text is not None else []
    match fields.get("type"):
        case "card_out":
            face, tag, sure = words if len(words) == 3 else (UNREAD, NOTHING, NOTHING)
            return fields | {
                "card": None if face == UNREAD else face,
                "tag": None if tag == NOTHING else unquote(tag),
                "confidence": None if sure == NOTHING else float(sure),
            }
        case "card_named" if "ns" in fields and words:
            return fields | {"names": [{"n": n, "card": card} for n, card in zip(fields["ns"], words, strict=True)]}
        case "card_named" if words:
            return fields | {"card": words[0]}
    return fields
