"""What an enrolment hears: from the reader and from the keys."""

from dataclasses import dataclass
from typing import Self, TypeAlias


@dataclass(frozen=True, slots=True)
class TagPassed:
    """A card passed and its tag was read."""

    tag: str


@dataclass(frozen=True, slots=True)
class UnreadPassed:
    """A card passed and no tag was read."""


@dataclass(frozen=True, slots=True)
class SeveralPassed:
    """Two cards or more passed at once."""


@dataclass(frozen=True, slots=True)
class WhitePassed:
    """The white card's sensor saw it pass."""


@dataclass(frozen=True, slots=True)
class EarlierPassed:
    """A card that passed before the reader was heard: nobody was told what was due."""


@dataclass(frozen=True, slots=True)
class Reader:
    """What became of the reader."""

    text: str
    may_miss: bool = False
    """Cards may have passed unnoticed."""


@dataclass(frozen=True, slots=True)
class Key:
    """A line was typed: a key and a number.

    >>> Key.of("b 13")
    Key(name='b', count=13)
    >>> Key.of("")
    Key(name='', count=1)
    """

    name: str
    """Empty: Enter alone. What is no key and number is here as it was typed."""
    count: int = 1

    @classmethod
    def of(cls, line: str) -> Self:
        """The key of a line."""
        name, _, count = line.strip().lower().partition(" ")
        if count.strip().isdecimal():
            return cls(name, int(count))
        return cls(line.strip().lower())


@dataclass(frozen=True, slots=True)
class KeysEnded:
    """Nobody can type any more."""


Heard: TypeAlias = TagPassed | UnreadPassed | SeveralPassed | WhitePassed | EarlierPassed | Reader | Key | KeysEnded
"""Whatever comes."""
