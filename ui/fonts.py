"""Which font writes what: each language has its own, and what that lacks, such as a name, another one has."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ui.breaking import clusters
from ui.texts import BUILT, FONTS

KIVYS: Final = "Roboto"
"""Kivy's own font, for whatever is written in Latin letters."""
HANT: Final = "hant"
"""Traditional Chinese: what the screen says, and what names are mostly written with."""
THAI: Final = "thai"
"""Thai, with Latin letters of the same size."""
RARE: Final = "rare"
"""Every other Chinese character; large, so that it is only read where one is written."""
FAMILIES: Final = (KIVYS, HANT, THAI, RARE)
"""Every font, the most likely first."""
SCRIPTS: Final = {KIVYS: "Latn", HANT: "Hani", THAI: "Thai", RARE: "Hani"}
"""What a font's letters are shaped as, by ISO 15924. It must always be said: a font keeps what was said last, and
without it SARA AM may stand wrong.
"""
COVERAGE: Final = "coverage"
"""The file that tells which characters a font has."""


@dataclass(frozen=True, slots=True)
class Run:
    """Some text that one font writes."""

    family: str
    text: str


class Coverage:
    """The characters that a font has, as ranges: the first of each, and the first that is no more in it."""

    def __init__(self, edges: tuple[int, ...]) -> None:
        self._edges = edges

    def __contains__(self, character: str) -> bool:
        return bisect_right(self._edges, ord(character)) % 2 == 1

    def has(self, text: str) -> bool:
        """Every character of ``text`` is in it."""
        return all(character in self for character in text)

    @classmethod
    def of(cls, codes: frozenset[int]) -> "Coverage":
        """What has ``codes``.

        >>> "b" in Coverage.of(frozenset({97, 98})), "c" in Coverage.of(frozenset({97, 98}))
        (True, False)
        """
        return cls(tuple(sorted({code for code in codes if code - 1 not in codes} | ends_of(codes))))

    @classmethod
    def read(cls, path: Path) -> "Coverage":
        """What :meth:`write` wrote."""
        return cls(tuple(int(edge, 16) for edge in path.read_text(encoding="ascii").split()))

    def write(self, path: Path) -> None:
        """Keep it in a file."""
        path.write_text("\n".join(f"{edge:x}" for edge in self._edges) + "\n", encoding="ascii")


def ends_of(codes: frozenset[int]) -> set[int]:
    """What follows each range of ``codes``."""
    return {code + 1 for code in codes if code + 1 not in codes}


def files(family: str) -> tuple[Path, Path]:
    """The built files of ``family``: regular and bold."""
    return BUILT / family / "regular.otf", BUILT / family / "bold.otf"


@lru_cache(maxsize=len(FAMILIES))
def coverage(family: str) -> Coverage | None:
    """What ``family`` has; ``None``: it has not been built, as English needs none."""
    path = BUILT / family / COVERAGE
    return Coverage.read(path) if path.exists() else None


@lru_cache(maxsize=512)
def runs(text: str, language: str) -> tuple[Run, ...]:
    """``text`` parted by the fonts that write it in ``language``; what no font has stays with the language's own."""
    if text.isascii() or _writes(KIVYS, text):
        return (Run(KIVYS, text),)  # numbers and most names look the same in every language, and take as much room
    return tuple(_joined(_chosen(text, FONTS[language])))


def _chosen(text: str, own: str) -> Iterator[Run]:
    before = own
    for cluster in clusters(text):
        before = next((family for family in (own, before, *FAMILIES) if _writes(family, cluster)), own)
        yield Run(before, cluster)


def _writes(family: str, cluster: str) -> bool:
    found = coverage(family)
    return found is not None and found.has(cluster)


def _joined(parts: Iterator[Run]) -> Iterator[Run]:
    family, text = "", ""
    for part in parts:
        if part.family != family and text:
            yield Run(family, text)
            text = ""
        family, text = part.family, text + part.text
    if text:
        yield Run(family, text)
