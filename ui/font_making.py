"""The screen's fonts, made of Debian's: fewer characters, one height of line, a name of their own."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

from ui.fonts import COVERAGE, HANT, KIVYS, RARE, THAI, Coverage, files

ASCENT: Final = 0.928
DESCENT: Final = 0.244
"""Above and below the line on which letters stand, of Kivy's Roboto: every language has lines of one height."""
CJK: Final = Path("/usr/share/fonts/opentype/noto")
TLWG: Final = Path("/usr/share/fonts/truetype/tlwg")
TRADITIONAL: Final = "Noto Sans CJK TC"
"""The face of the collection, by its name: in other faces the same characters look otherwise."""
LATIN: Final = frozenset(range(0x20, 0x180)) | frozenset(range(0x2010, 0x2040)) | {0x2212, 0x00D7, 0x25A1, 0xFFFD}
"""Letters with their accents, digits, punctuation, minus, and what stands for an unknown character."""
CHINESE: Final = frozenset(range(0x3000, 0x3030)) | frozenset(range(0xFF01, 0xFF61))
"""Punctuation."""
THAIS: Final = frozenset(range(0x0E01, 0x0E5C))
"""Every Thai character."""
SHAPING: Final = ["ccmp", "kern", "mark", "mkmk"]
"""The OpenType features that are kept."""
DROPPED: Final = ("vhea", "vmtx", "VORG", "BASE", "FFTM")
"""What lines from left to right need not, and an editor's own notes."""
NAMES: Final = {1: "{name}", 2: "{style}", 3: "{name} {style}", 4: "{name} {style}", 6: "{name}-{style}", 16: "{name}"}
"""What is written in a font's own names: a changed font must not bear the name of the one that it was."""
LICENCES: Final = (0, 7, 8, 9, 11, 13, 14)
"""Names that are kept: whose it is and what may be done with it."""


class NoFontError(FileNotFoundError):
    """A font that the screen's are made of is not installed."""


@dataclass(frozen=True, slots=True)
class Making:
    """How a family is made."""

    family: str
    regular: Path
    bold: Path
    package: str
    """The Debian package that has both."""
    face: str = ""
    """Of a collection."""
    characters: Callable[[frozenset[int]], frozenset[int]] | None = None
    """Which characters are kept, given those of the family's catalogue; ``None``: all."""


def big5_level_1() -> frozenset[int]:
    """The 5,401 characters that Traditional Chinese is mostly written with, names included."""
    leads, trails = range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    codes = [bytes((lead, trail)) for lead in leads for trail in trails if (lead, trail) <= (0xC6, 0x7E)]
    return frozenset(ord(code.decode("big5")) for code in codes)


def _kivys(weight: str) -> Path:
    spec = find_spec("kivy")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "data" / "fonts" / f"{KIVYS}-{weight}.ttf"


MAKINGS: Final = (
    Making(KIVYS, _kivys("Regular"), _kivys("Bold"), ""),
    Making(
        HANT, CJK / "NotoSansCJK-Regular.ttc", CJK / "NotoSansCJK-Bold.ttc", "fonts-noto-cjk", TRADITIONAL,
        lambda said: LATIN | CHINESE | big5_level_1() | said,
    ),
    Making(RARE, CJK / "NotoSansCJK-Regular.ttc", CJK / "NotoSansCJK-Bold.ttc", "fonts-noto-cjk", TRADITIONAL),
    Making(
        THAI, TLWG / "Loma.ttf", TLWG / "Loma-Bold.ttf", "fonts-tlwg-loma-ttf",
        characters=lambda said: LATIN | THAIS | said,
    ),
)  # fmt: skip
"""Every family that is made; of Kivy's own, which stays where it is, only what it covers."""
STYLES: Final = ("Regular", "Bold")
"""In the order of :func:`ui.fonts.files`."""


def check(making: Making) -> None:
    """Its fonts are installed.

    Raises:
        NoFontError: one is not.
    """
    for path in (making.regular, making.bold):
        if not path.exists():
            raise NoFontError(f"{path} is missing: apt-get install --no-install-recommends {making.package}")


def make(making: Making, style: str, said: frozenset[int], folder: Path) -> None:
    """Make one weight of a family in ``folder``, for whatever its catalogue has ``said``."""
    source = making.bold if style == "Bold" else making.regular
    font = _opened(source, making.face)
    if style == STYLES[0]:
        there = frozenset(font.getBestCmap())
        Coverage.of(there & making.characters(said) if making.characters is not None else there).write(
            folder / COVERAGE
        )
    if making.family == KIVYS:
        return
    if making.characters is not None:
        _reduce(font, making.characters(said))
    _rename(font, f"Banca21 {making.family}", style)
    _level(font)
    font.save(folder / files(making.family)[STYLES.index(style)].name)
    if style == STYLES[0]:
        (folder / "LICENCE").write_bytes(_licence(making.package))


def _opened(path: Path, face: str) -> Any:
    """The font at ``path``, of a collection the face of that name; what is not looked at is copied as it is."""
    if not face:
        return TTFont(path, recalcBBoxes=False, recalcTimestamp=False)
    for font in TTCollection(path, lazy=True).fonts:
        if font["name"].getDebugName(1) == face:
            font.recalcBBoxes = font.recalcTimestamp = False
            return font
    raise NoFontError(f"{path} has no face {face}")


def _reduce(font: Any, characters: Iterable[int]) -> None:
    options = Options(drop_tables=[*Options().drop_tables, *DROPPED])
    options.layout_features = SHAPING
    options.name_IDs = ["*"]
    options.desubroutinize = True  # then a font of every size takes a tenth of the memory
    options.notdef_outline = True
    subsetter = Subsetter(options)
    if "CFF " in font:
        font["CFF "].closure_glyphs = lambda _subsetter: None  # would look, slowly, for accents that CID fonts lack
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def _rename(font: Any, name: str, style: str) -> None:
    names = font["name"]
    names.names = [record for record in names.names if record.nameID in LICENCES]
    for ident, pattern in NAMES.items():
        said = pattern.format(name=name, style=style)
        names.setName(said.replace(" ", "") if ident == 6 else said, ident, 3, 1, 0x409)
    if font.isLoaded("CFF "):  # else it is copied as it is
        font["CFF "].cff.fontNames = [f"{name}-{style}".replace(" ", "")]


def _level(font: Any) -> None:
    """Give its lines the height of Kivy's font."""
    units = font["head"].unitsPerEm
    ascent, descent = round(ASCENT * units), round(DESCENT * units)
    hhea, os2 = font["hhea"], font["OS/2"]
    hhea.ascent, hhea.descent, hhea.lineGap = ascent, -descent, 0
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = ascent, -descent, 0
    os2.usWinAscent, os2.usWinDescent = ascent, descent


def _licence(package: str) -> bytes:
    """Debian keeps it beside every package."""
    path = Path("/usr/share/doc") / package / "copyright"
    return path.read_bytes() if path.exists() else f"see the Debian package {package}\n".encode()
