"""Why somebody may not do something, in words with a remedy."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Why(StrEnum):
    """The kind of denial, by which a screen translates it."""

    NOT_IN_TABLE = "not_in_table"
    """Nobody may: the table of duties does not know the action."""
    NOBODY = "nobody"
    """No person stands behind the request."""
    NOT_FOR_DUTY = "not_for_duty"
    """None of these persons may, by their duties."""
    SECOND_DUE = "second_due"
    """A second, different person must agree."""
    WRONG = "wrong"
    """Staff number, tag and PIN do not belong together."""
    WAIT = "wait"
    """Too many wrong PINs of this person: later again."""
    TABLE_WAITS = "table_waits"
    """Too many wrong PINs of anybody: later again."""
    LOCKED = "locked"
    """As many wrong PINs as there may be: a person must lift it."""
    BUSY = "busy"
    """Too much waits to be checked already."""
    UNUSABLE = "unusable"
    """A file about people cannot be used, so nobody is recognised."""


class Denied(Struct, frozen=True, omit_defaults=True):
    """The answer no."""

    why: Why
    text: str
    """What was seen, what was due and what to do, in English."""
    staff: str | None = None
    """Whom it concerns, as they said who they are."""
    wait_s: int = 0
    """Seconds until it may be tried again; 0: waiting does not help."""


BUSY: Final = Denied(Why.BUSY, "other PINs are being checked: enter yours again in a moment", wait_s=1)
"""The queue of the checks is full."""
ENDING: Final = Denied(Why.BUSY, "the core is ending: enter the PIN again once it is back", wait_s=5)
"""The checks have ended."""
