"""Where a line may end, and where a text may be cut: between words, in Chinese between most characters, in Thai where
the catalogue says so; never within what is read as one character.
"""

import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

HERE: Final = "\u200b"
"""A place without width at which a line may end: a catalogue's, between two words of Thai."""
JOINED: Final = "\u2060"
"""A place without width at which none may end."""
UNSEEN: Final = {ord(HERE): None, ord(JOINED): None}
"""What is never drawn, for ``str.translate``."""
CUT: Final = "\u2026"
"""Stands for what was cut."""
ATTACHED: Final = "\u0e33\u0eb3"
"""Vowels that are no marks and hang on the letter before them: Thai and Lao AM."""
LEADING: Final = "\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4"
"""Vowels that are written before the letter they belong to."""
JOINER: Final = "\u200d"
"""Makes one of the two characters beside it."""
NOT_FIRST: Final = frozenset(
    "\uff0c\u3002\u3001\uff1b\uff1a\uff1f\uff01\uff09\u300d\u300f\u300b\u3009\u3011\u2026\u2014\u00b7\uff05%,.;:!?)]}\u201d\u2019"
)
"""What begins no line."""
NOT_LAST: Final = frozenset("\uff08\u300c\u300e\u300a\u3008\u3010([{\u201c\u2018$+\u2212\u00d7")
"""What ends no line."""


def clusters(text: str) -> list[str]:
    """What is read as one character each.

    >>> clusters("a\u0301b"), clusters("\u0e19\u0e49\u0e33\u0e43\u0e08")
    (['a\u0301', 'b'], ['\u0e19\u0e49\u0e33', '\u0e43\u0e08'])
    """
    found: list[str] = []
    for character in text:
        if found and (_hangs(character) or found[-1][-1] == JOINER or found[-1] in LEADING):
            found[-1] += character
        else:
            found.append(character)
    return found


def _hangs(character: str) -> bool:
    return character in ATTACHED or character == JOINER or unicodedata.category(character) in ("Mn", "Mc", "Me")


def unseen_out(text: str) -> str:
    """``text`` as it is drawn in one line."""
    return text.translate(UNSEEN)


def pieces(text: str) -> list[str]:
    """``text`` parted wherever a line may end; a piece keeps the space or the unseen place behind it."""
    found = [""]
    for cluster in clusters(text):
        if found[-1] and _may_end(found[-1][-1], cluster[0]):
            found.append("")
        found[-1] += cluster
    return found


def _may_end(before: str, after: str) -> bool:
    """A line may end between two characters that stand beside each other."""
    if before in (" ", HERE):
        return after != " "
    if after in (" ", HERE, JOINED) or before == JOINED:
        return False
    if not (_is_chinese(before) or _is_chinese(after)):
        return False
    return after not in NOT_FIRST and before not in NOT_LAST and not (before.isdigit() or after.isdigit())


def _is_chinese(character: str) -> bool:
    """Between such characters no space is written."""
    return (
        "\u2e80" <= character <= "\u9fff"
        or "\uf900" <= character <= "\ufaff"
        or character >= "\U00020000"
        or ("\uff00" <= character <= "\uff60")
    )


def lines(text: str, width: int, measure: Callable[[str], int]) -> list[str]:
    """``text`` in lines: as much on each as ``width`` has room for; wider only where a single word is."""
    return [line for part in text.split("\n") for line in _wrapped(part, width, measure)]


def _wrapped(text: str, width: int, measure: Callable[[str], int]) -> Iterator[str]:
    line = ""
    for piece in pieces(text):
        if line and measure(unseen_out(line + piece).rstrip(" ")) > width:
            yield unseen_out(line).rstrip(" ")
            line = ""
        line += piece
    yield unseen_out(line).rstrip(" ")


def shortened(text: str, parts: list[str], fits: Callable[[str], bool]) -> str:
    """As many of the ``parts`` of ``text`` as fit, and the sign of what was cut; empty where not even one does."""
    low, high = 0, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(_cut(parts[:middle])) else (low, middle - 1)
    return text if low == len(parts) else _cut(parts[:low]) if low else ""


def _cut(parts: list[str]) -> str:
    return "".join(parts).rstrip(f" {HERE}") + CUT
