"""What somebody shows to be recognised: a staff number, or the tag of a badge, or both, and a PIN.

On the socket a JSON object: ``{"staff": "1042", "pin": "…"}`` or ``{"tag": "04A1…", "pin": "…"}``. A tag can be
copied, so it is an identity and never a proof. Neither tag nor PIN can be printed, formatted, pickled or written out
as JSON.
"""

import re
from typing import Any, Final

import msgspec
from msgspec import Struct

from engine.hidden import Hidden
from engine.people.errors import PeopleError, ProofError
from engine.people.pepper import Pepper
from engine.people.pins import Pin

LONGEST_TAG: Final = 64
"""Characters of a badge's tag."""
NUMBER: Final = re.compile(r"[A-Z0-9-]{1,12}")
"""What a staff number looks like."""


class BadgeTag(Hidden):
    """The tag of somebody's badge, as the reader gave it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Raises: ProofError: it is empty, too long, or not printable ASCII."""
        text = text.strip().upper()
        if not (1 <= len(text) <= LONGEST_TAG and text.isascii() and text.isprintable()):
            raise ProofError(f"no badge's tag: give what the reader says, 1 to {LONGEST_TAG} characters")
        self._text = text

    def kept(self, pepper: Pepper) -> str:
        """What the staff file keeps of it: 64 hexadecimal digits that name it only to who has the pepper."""
        return pepper.keyed("tag", self._text).hex()


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """What one person shows."""

    pin: Pin
    staff: str | None = None
    tag: BadgeTag | None = None
    """With ``staff`` too, it must be that person's."""

    def __post_init__(self) -> None:
        if self.staff is None and self.tag is None:
            raise ProofError("neither staff number nor tag: give one of them with the PIN")
        if self.staff is not None and not NUMBER.fullmatch(self.staff):
            raise ProofError("no staff number: give 1 to 12 of A to Z, 0 to 9 and -")


def decoded(kind: type, value: object) -> Any:
    """The PIN or tag that ``value`` is: msgspec's ``dec_hook`` for a :class:`Proof`.

    Raises:
        PeopleError: it is none.
    """
    if kind in (Pin, BadgeTag) and isinstance(value, str):
        return kind(value)
    raise ProofError("no PIN and no tag: write them as texts")


def proof_of(fields: object) -> Proof:
    """The proof that the JSON object ``fields`` holds.

    Raises:
        ProofError: it holds none; the message repeats nothing of it.
    """
    try:
        return msgspec.convert(fields, Proof, dec_hook=decoded)
    except (msgspec.ValidationError, PeopleError) as error:
        why = str(error.__cause__ or error) if isinstance(error.__cause__ or error, PeopleError) else "wrong fields"
    raise ProofError(f'no proof ({why}): write {{"staff": "1042", "pin": "…"}}, or "tag" for "staff"')
