"""PINs: what one is, which are refused, and how the staff file keeps them.

Kept is argon2id of HMAC-SHA256(pepper, staff number and PIN): who has the file alone has nothing to guess by, and a
hash that is copied to another number's line is worth nothing there.
"""

import base64
import hmac
import os
import re
from typing import Final

import argon2
from argon2 import Type
from argon2.exceptions import InvalidHash, VerificationError
from argon2.low_level import ARGON2_VERSION, hash_secret, verify_secret

from engine.hidden import Hidden
from engine.people import cost as costs
from engine.people.cost import Cost
from engine.people.errors import PinError
from engine.people.pepper import Pepper

SHORTEST: Final = 6
"""Digits that a PIN must have."""
LONGEST: Final = 8
"""Digits that a PIN may have."""

_DIGITS: Final = re.compile(rf"[0-9]{{{SHORTEST},{LONGEST}}}")
_RUN: Final = "01234567890123456789"
_SHORTEST_NUMBER: Final = 3
"""Digits of a staff number from which on it must not be in the PIN: shorter ones are in too many by chance."""
_SALT: Final = 16
_HASH: Final = 32


class Pin(Hidden):
    """A PIN; only ``digits`` says it."""

    __slots__ = ("_digits",)

    def __init__(self, digits: str) -> None:
        """Raises: PinError: it is not 6 to 8 digits."""
        if not _DIGITS.fullmatch(digits):
            raise PinError(f"no PIN: give {SHORTEST} to {LONGEST} digits")
        self._digits = digits

    @property
    def digits(self) -> str:
        """As it was typed."""
        return self._digits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pin) and hmac.compare_digest(self._digits, other._digits)

    __hash__ = None  # type: ignore[assignment]  # a hash tells six digits


def refuse_trivial(pin: Pin, staff: str) -> None:
    """Refuse a PIN that is among the first that anybody would try for the person ``staff``.

    Raises:
        PinError: it repeats itself, runs up or down, or is the staff number.
    """
    digits = pin.digits
    number = "".join(filter(str.isdigit, staff))
    if any(digits == (digits[:part] * len(digits))[: len(digits)] for part in range(1, len(digits) // 2 + 1)):
        why = "it repeats itself"
    elif digits in _RUN or digits in _RUN[::-1]:
        why = "it runs straight up or down"
    elif len(number) >= _SHORTEST_NUMBER and (number in digits or digits in number):
        why = "it is the staff number"
    else:
        return
    raise PinError(f"this PIN is too easily guessed ({why}): choose another of {SHORTEST} to {LONGEST} digits")


def hashed(pin: Pin, staff: str, pepper: Pepper, cost: Cost) -> str:
    """What the staff file keeps of a PIN: argon2id as a PHC string. It takes as long as a check."""
    salt, key = os.urandom(_SALT), _key(pin, staff, pepper)
    written = hash_secret(key, salt, cost.passes, cost.memory_kib, cost.lanes, _HASH, Type.ID, ARGON2_VERSION)
    return written.decode("ascii")


def agrees(kept: str, pin: Pin, staff: str, pepper: Pepper) -> bool:
    """Whether ``kept`` was made of this PIN for this staff number. It takes as long either way."""
    try:
        return verify_secret(kept.encode("ascii"), _key(pin, staff, pepper), Type.ID)
    except VerificationError:
        return False


def nobodys(cost: Cost) -> str:
    """What no PIN agrees with, at the work of ``cost``: for a check of somebody who is not there."""
    salt, key = (base64.b64encode(os.urandom(size)).rstrip(b"=").decode() for size in (_SALT, _HASH))
    return f"$argon2id$v={ARGON2_VERSION}$m={cost.memory_kib},t={cost.passes},p={cost.lanes}${salt}${key}"


def cost_of(kept: str) -> Cost | None:
    """With which cost ``kept`` was made; ``None``: it is no argon2id PHC string of ours, or too dear."""
    try:
        parameters = argon2.extract_parameters(kept)
    except (InvalidHash, ValueError):
        return None
    is_ours = parameters.type is Type.ID and parameters.version == ARGON2_VERSION
    return costs.bounded(parameters) if is_ours else None


def _key(pin: Pin, staff: str, pepper: Pepper) -> bytes:
    return pepper.keyed("pin", staff, pin.digits)
