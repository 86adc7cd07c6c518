"""Colours and sizes of the screen: contrast is proved by a test over :data:`PAIRS`, sizes are millimetres."""

from enum import StrEnum
from typing import Final, TypeAlias

Colour: TypeAlias = str
"""``#rrggbb``."""

BACKGROUND: Final[Colour] = "#070c0f"
"""Behind everything."""
NIGHT: Final[Colour] = "#000000"
"""What the screen is dimmed with."""
PANEL: Final[Colour] = "#131d23"
"""A box, the dealer's strip, a button at rest."""
PANEL_EMPTY: Final[Colour] = "#0c1418"
"""A box that takes no part, a closed button."""
EDGE: Final[Colour] = "#33444e"
"""The outline of a panel."""
TEXT: Final[Colour] = "#f5f7f4"
"""What is read first."""
DIM: Final[Colour] = "#b3c0c6"
"""What is read second."""
GREYED: Final[Colour] = "#86949b"
"""The label of a closed button; its reason stays :data:`DIM`."""
INK: Final[Colour] = "#0b1114"
"""Text on a bright surface."""

IVORY: Final[Colour] = "#fbf7ec"
"""A card's face."""
CARD_BLACK: Final[Colour] = "#15191c"
"""Spades and clubs."""
CARD_RED: Final[Colour] = "#a8001c"
"""Hearts and diamonds."""
CARD_EDGE: Final[Colour] = "#5d6a70"
"""The thin line that parts a card from one that lies under it."""
PICKED_RED: Final[Colour] = "#8a0017"
"""Hearts and diamonds on a key that is picked."""
BACK: Final[Colour] = "#1d4f86"
"""A card's back."""
BACK_LINE: Final[Colour] = "#a9cdf0"
"""The frame and the lattice on a back."""

BAR_TRACK: Final[Colour] = "#1a262d"
"""The shoe's bar where cards are still to come."""
BAR_FILL: Final[Colour] = "#265270"
"""The shoe's bar where cards are out."""
VEIL_ALPHA: Final = 0.34
"""How much of :data:`BACKGROUND` lies over a view that is no longer the table's."""


class Tone(StrEnum):
    """What a surface speaks of; its colour is never the only sign."""

    CALM = "calm"
    """Wagers, waiting: nothing presses."""
    MOVE = "move"
    """A card is to leave the shoe."""
    ASK = "ask"
    """A player decides."""
    PAY = "pay"
    """Money goes to players."""
    TAKE = "take"
    """Money goes to the bank."""
    LAST = "last"
    """The shoe ends."""
    TROUBLE = "trouble"
    """Something is wrong: read before going on."""


BRIGHT: Final[dict[Tone, Colour]] = {
    Tone.CALM: "#dfe6e4",
    Tone.MOVE: "#6fc6f6",
    Tone.ASK: "#ffe04a",
    Tone.PAY: "#52dd9f",
    Tone.TAKE: "#ffad8f",
    Tone.LAST: "#ffb52e",
    Tone.TROUBLE: "#ff9a94",
}
"""A tone's own colour: text on dark, or a surface under :data:`INK`."""

DEEP: Final[dict[Tone, Colour]] = {
    Tone.CALM: "#1a262c",
    Tone.MOVE: "#0d2b3d",
    Tone.ASK: "#2f2a08",
    Tone.PAY: "#0a2d20",
    Tone.TAKE: "#341a12",
    Tone.LAST: "#33230a",
    Tone.TROUBLE: "#43100f",
}
"""A tone's dark surface, under :data:`TEXT` or the tone's own bright."""


class Pair(tuple[str, Colour, Colour, float]):
    """A name, what is written, what it is written on, and the least contrast it must have."""

    __slots__ = ()


READABLE: Final = 7.0
"""Least contrast of text (WCAG AAA)."""
READABLE_GREYED: Final = 4.5
"""Least contrast of a closed button's label and of a veiled view (WCAG AA)."""


def veiled(colour: Colour) -> Colour:
    """``colour`` as it looks under the veil."""
    channels = zip(rgb(colour), rgb(BACKGROUND), strict=True)
    mixed = [round(255 * (own * (1 - VEIL_ALPHA) + under * VEIL_ALPHA)) for own, under in channels]
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def rgb(colour: Colour) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2, 1.4.6)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _pairs() -> tuple[Pair, ...]:
    dark = {"background": BACKGROUND, "panel": PANEL, "empty": PANEL_EMPTY}
    found = [(f"{name} on {on}", colour, dark[on]) for name, colour in (("text", TEXT), ("dim", DIM)) for on in dark]
    for tone in Tone:
        found += [(f"{tone} on {on}", BRIGHT[tone], surface) for on, surface in dark.items()]
        found.append((f"ink on {tone}", INK, BRIGHT[tone]))
        found += [(f"{name} on deep {tone}", colour, DEEP[tone]) for name, colour in (("text", TEXT), ("dim", DIM))]
        found.append((f"{tone} on its deep", BRIGHT[tone], DEEP[tone]))
    found += [("black suit", CARD_BLACK, IVORY), ("red suit", CARD_RED, IVORY)]
    found.append(("picked red suit", PICKED_RED, BRIGHT[Tone.ASK]))
    found += [("text on the bar", TEXT, BAR_FILL), ("text on the track", TEXT, BAR_TRACK)]
    least = [Pair((*pair, READABLE)) for pair in found]
    least.append(Pair(("greyed", GREYED, PANEL_EMPTY, READABLE_GREYED)))
    veil = [
        ("text", TEXT, PANEL),
        ("dim", DIM, PANEL),
        ("dim on empty", DIM, PANEL_EMPTY),
        ("ivory", CARD_BLACK, IVORY),
    ]
    least += [Pair((f"veiled {name}", veiled(on), veiled(under), READABLE_GREYED)) for name, on, under in veil]
    return tuple(least)


PAIRS: Final = _pairs()
"""Every pair of colours that carries text."""


class Mm:
    """Sizes in millimetres; a size in pixels is this times ``px_per_mm``."""

    TARGET: Final = 9.0
    """Least side of anything that is touched."""
    PRIMARY: Final = 12.0
    """Least side of the dealer's primary."""
    APART: Final = 2.0
    """Least distance of two targets."""

    TITLE: Final = 7.5
    """The next action, 39 px on the 7-inch display."""
    TITLE_LEAST: Final = 6.93
    """The same where it is long, 36 px."""
    TOTAL: Final = 5.8
    """Totals, 30 px."""
    BUTTON: Final = 5.4
    """The primary's label, 28 px."""
    DETAIL: Final = 4.2
    """The line under the next action, 22 px."""
    AMOUNT: Final = 4.5
    """Money to move, 23 px."""
    BODY: Final = 3.9
    """Sentences, 20 px."""
    LABEL: Final = 3.5
    """The smallest text, 18 px."""
