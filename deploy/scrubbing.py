"""Texts that a technician may read: what could be a card, a tag, a secret or a player's name is taken out of them.

What goes into a technician's bundle names no card to begin with; this is the second lock on the same door.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.hidden import VEILED

LONGEST: Final = 500
"""Characters that are kept of a line."""
SHORT: Final = 8
"""So many hexadecimal digits one after the other are taken for a tag or a key; fewer may be any number."""
_PATTERNS: Final = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"""\{\s*\\?["'].*""", "{…"),  # JSON: a request with its PIN, an event, an opening
        (r"\$argon2\S*", VEILED),
        (r"(?i)\b(pins?\W{1,3})\d{4,}", rf"\1{VEILED}"),
        (rf"[0-9A-Fa-f]{{{SHORT},}}", VEILED),  # a tag, a random number, a key
        (r"\b[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){3,}\b", VEILED),  # a tag as some readers write it
        (r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])(?:[SHDC](?![A-Za-z0-9])|[♠♥♦♣♤♡♢♧])", VEILED),
        (r"[\U0001F0A0-\U0001F0F5]", VEILED),  # cards as single characters
    )
)
_UNPRINTABLE: Final = re.compile(r"[^\t -~\u00a0-\uffff\U00010000-\U0010ffff]|[\ud800-\udfff\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Scrub:
    """Takes out of a line what nobody may read there."""

    words: frozenset[str] = frozenset()
    """Names and tags that are known, each taken out where it stands by itself."""

    @classmethod
    def of(cls, names: Iterable[str], tags: Iterable[str]) -> "Scrub":
        """One that knows these names of players and these tags; of the latter only the short ones need be known."""
        short = [tag for tag in tags if len(tag) < SHORT]
        return cls(frozenset(filter(None, (*names, *short, *map(str.lower, short)))))

    def line(self, text: str) -> str:
        """``text`` as one line that may be read, cut where it is long."""
        text = _UNPRINTABLE.sub("?", text)[: 2 * LONGEST]
        for word in sorted((word for word in self.words if word in text), key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", VEILED, text)
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"

    def lines(self, text: str) -> list[str]:
        """Each line of ``text`` so."""
        return [self.line(line) for line in text.split("\n")]
