"""What is wrong with the settings, key by key, in words with a remedy."""

import difflib
import json
from collections.abc import Iterable
from typing import Final

import msgspec

LONGEST_SHOWN: Final = 60
"""Characters of a wrong value that a message repeats."""


class Mistake(msgspec.Struct, frozen=True):
    """What is wrong with one key and what to do about it."""

    key: str
    """Dotted, below the field or the file that it is told of; empty: that itself."""
    found: str
    remedy: str

    def under(self, key: str) -> "Mistake":
        """The same, told of the whole that ``key`` names."""
        return msgspec.structs.replace(self, key=f"{key}.{self.key}".rstrip("."))


def shown(value: object) -> str:
    """A wrong value, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # a number of thousands of digits, which Python does not write
        return "a number of thousands of digits"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def unknown(key: str, known: Iterable[str]) -> Mistake:
    """A key that means nothing here."""
    names = sorted(known)
    near = difflib.get_close_matches(key, names, n=1)
    remedy = f"write {near[0]}" if near else f"leave it out; known here: {', '.join(names)}"
    return Mistake(key if key.isprintable() else shown(key), "unknown key", remedy)
