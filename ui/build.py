"""Makes what the screen's languages need, ``ui/built``: ``python -m ui.build``. What is up to date is left alone.

Catalogues become what gettext reads, Debian's fonts the screen's own (:mod:`ui.font_making`). Nothing of it is
committed: of the same catalogues, fonts and code the same is made, and a digest of these says whether it is there.
"""

import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from ui import catalogues, font_making
from ui.catalogues import TRANSLATED, path_of, translations
from ui.font_making import MAKINGS, STYLES, Making, NoFontError
from ui.fonts import FAMILIES
from ui.texts import BUILT, DOMAIN, FONTS

STAMP: Final = "made-of"
"""The file with the digest of what a folder was made of."""


@dataclass(frozen=True, slots=True)
class Target:
    """A folder that is made as a whole."""

    name: str
    made_of: str
    """A digest."""

    @property
    def is_due(self) -> bool:
        """It is not there, or was made of something else."""
        stamp = BUILT / self.name / STAMP
        return not stamp.exists() or stamp.read_text(encoding="ascii") != self.made_of


def targets() -> tuple[Target, ...]:
    """A folder for each language and each font.

    Raises:
        NoFontError: a font is not installed.
    """
    for making in MAKINGS:
        font_making.check(making)
    of_languages = [
        Target(language, _digest("babel", catalogues.__file__, path_of(language))) for language in TRANSLATED
    ]
    return (*of_languages, *(Target(making.family, _made_of(making)) for making in MAKINGS))


def build() -> tuple[str, ...]:
    """Make what is due; its names.

    Raises:
        NoFontError: a font is not installed.
    """
    BUILT.mkdir(exist_ok=True)
    with (BUILT / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        due = [target for target in targets() if target.is_due]
        _build(due)
    return tuple(target.name for target in due)


def _build(due: list[Target]) -> None:
    parts = [(target.name, style) for target in due for style in (STYLES if target.name in FAMILIES else ("",))]
    for target in due:
        shutil.rmtree(_begun(target.name), ignore_errors=True)
        _begun(target.name).mkdir()
    if parts:
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            list(pool.map(_make, parts))
    for target in due:
        (_begun(target.name) / STAMP).write_text(target.made_of, encoding="ascii")
        shutil.rmtree(BUILT / target.name, ignore_errors=True)
        _begun(target.name).rename(BUILT / target.name)


def _begun(name: str) -> Path:
    """Where a folder is made, so that there is none that is half made."""
    return BUILT / f"{name}.begun"


def _make(part: tuple[str, str]) -> None:
    """One catalogue, or one weight of a font."""
    name, style = part
    if not style:
        catalogues.compiled(name, _begun(name) / f"{DOMAIN}.mo")
        return
    making = next(making for making in MAKINGS if making.family == name)
    font_making.make(making, style, _said(name), _begun(name))


def _made_of(making: Making) -> str:
    said = sha256("".join(map(chr, sorted(_said(making.family)))).encode()).hexdigest()
    return _digest("fonttools", font_making.__file__, making.regular, making.bold, also=said)


@lru_cache
def _said(family: str) -> frozenset[int]:
    """The characters that the catalogues of a font's languages need."""
    languages = [language for language in TRANSLATED if FONTS[language] == family]
    return frozenset(ord(c) for language in languages for said in translations(language).values() for c in said)


def _digest(package: str, *paths: str | Path, also: str = "") -> str:
    parts = [version(package), also, *(_content(Path(path)) for path in paths)]
    return sha256("\n".join(parts).encode()).hexdigest()


@lru_cache
def _content(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    try:
        made = build()
    except NoFontError as error:
        sys.exit(f"python -m ui.build: {error}")
    if made:
        print(f"built for the screen: {', '.join(made)}")  # noqa: T201 - a command
