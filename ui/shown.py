"""What the screen shows, as frozen values: the presenter makes them, the widgets draw them."""

from dataclasses import dataclass
from typing import Final

from engine.events import AnyEvent
from ui.choices import Choices
from ui.opened import Opened
from ui.person import Person
from ui.practice.telling import Choice
from ui.theme import Tone

DRAW: Final = "draw"
"""The key of what draws a card from the simulated shoe."""
OPENED: Final = "*"
"""Behind the face of a card that lay face down, and is known by now."""
PRIMARY: Final = "primary"
"""The key of the one large button."""
CALL: Final = "call:"
"""How the key of a call beside it begins."""


@dataclass(frozen=True, slots=True)
class Band:
    """The one dominant line: what to do next."""

    tone: Tone
    badge: str
    """A box's number, or empty: then ``sign`` is drawn."""
    sign: str
    """A name of :data:`ui.shapes.SHAPES`."""
    title: str
    detail: str
    article: str = ""
    """Of a trouble with a remedy: the shoe's count, since the band then lies over the header."""
    amount: str = ""
    """The bank's total while the coup is paid."""
    first: "Notice | None" = None
    """What is done before the rest, in the detail's place."""
    remedy: str = ""
    """The core's own sentence about a trouble."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """The shoe in the header."""

    table: str
    coup: str
    out: int
    size: int
    zone: tuple[int, int]
    """Cards out between which the white card should come."""
    count: str
    zone_label: str
    banner: str
    """What nobody may miss, or empty."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The link to the shoe, as one word with a sign."""

    tone: Tone
    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Dealer:
    """The dealer's strip."""

    label: str
    who: str
    """Who deals, by staff number."""
    cards: tuple[str, ...]
    total: str
    next_card: bool
    """The next card belongs here."""
    turn: bool
    """The hidden card is to be turned."""


@dataclass(frozen=True, slots=True)
class Burned:
    """Cards of this coup that lie aside, face down."""

    label: str
    count: int
    count_text: str
    next_card: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that stands beside the dealer's cards."""

    tone: Tone
    sign: str
    text: str
    more: str = ""
    """How many sentences wait behind it."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The cards of the box's hand in which one is to be named, beside the dealer's cards."""

    cards: tuple[str, ...]
    at: int
    """The place of the one, from 0."""


@dataclass(frozen=True, slots=True)
class State:
    """What became of a hand: word, colour and sign; a second line for money, and then a frame."""

    tone: Tone
    sign: str
    word: str
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """One bettor's part of a box's wagers, or of what a hand pays."""

    player: str
    """Or how many more, told together."""
    amount: str
    tone: Tone = Tone.CALM


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a box."""

    cards: tuple[str, ...]
    total: str
    state: State
    next_card: bool = False
    shares: tuple[Share, ...] = ()
    """What each bettor gets or gives, where there are several."""
    chips: tuple[str, ...] = ()
    """What it is paid in, a line each."""
    points: str = ""
    """The total as a bare number, where words have no room."""


@dataclass(frozen=True, slots=True)
class Box:
    """One betting place."""

    number: str
    player: str
    wager: str
    hands: tuple[Hand, ...]
    lit: Tone | None = None
    """The next action is here."""
    insured: Share | None = None
    """The insurance on it, and what becomes of it."""
    placed: str = ""
    """The wager in large, while no cards lie here."""
    shares: tuple[Share, ...] = ()
    """Each bettor's, where there are several."""
    empty: str = ""
    """Why nothing lies here."""
    button: "Button | None" = None
    """What a touch of the box does."""
    keys: tuple["Button", ...] = ()
    """What its player may ask for now, under the cards; two at most."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to touch."""

    key: str
    """``primary``, ``call:split``, ``box:3``, ``slips``, ``digit:5``, ``rank:T``, ``suit:H``."""
    text: str
    tone: Tone = Tone.CALM
    press: AnyEvent | None = None
    """What a press asks of the core."""
    also: tuple[AnyEvent, ...] = ()
    """What it asks besides, in this order."""
    answers: int | None = None
    """The record that made due what the press answers."""
    proofs: tuple[Person, ...] = ()
    """Who vouches for it with a PIN."""
    opens: Opened | None = None
    """What lies over the boxes after the touch; of a press, once it was taken."""
    closes: bool = False
    """What lies over the boxes is put away."""
    chooses: Choices | None = None
    """How the screen is from now on."""
    tells: Choice | None = None
    """What a practice is told."""
    is_open: bool = True
    reason: str = ""
    """Why it is closed, or how it is pressed."""
    is_held: bool = False
    """It must be held."""
    is_picked: bool = False
    is_quiet: bool = False
    """No button at all: a line that says that nothing needs to be touched."""
    sign: str = ""
    """A name of :data:`ui.shapes.SHAPES` before the words."""
    is_primary: bool = False
    """What is done next: drawn on its own colour."""

    @property
    def requests(self) -> tuple[AnyEvent, ...]:
        """All that a press asks of the core, in this order."""
        return () if self.press is None else (self.press, *self.also)


@dataclass(frozen=True, slots=True)
class Line:
    """Something to read: what it is, and how it is."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Pad:
    """What lies over the boxes: a title with what was entered, then lines or sentences to touch, then rows of keys."""

    title: str = ""
    entry: str = ""
    lines: tuple[Line, ...] = ()
    sentences: tuple[Button, ...] = ()
    """Wide keys, as many beside each other as the glass has room for."""
    rows: tuple[tuple[Button, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """The whole screen is one sentence with its remedy."""

    tone: Tone
    sign: str
    title: str
    text: str
    foot: str


@dataclass(frozen=True, slots=True)
class Table:
    """The table and its buttons."""

    band: Band
    shoe: Shoe
    reader: Reader
    dealer: Dealer
    burned: Burned
    beside: Notice | Naming | None
    boxes: tuple[Box, ...]
    row: tuple[Button, ...]
    """Beside the primary: first what opens the table's matters and the slips, then what is of this moment."""
    primary: Button
    pad: Pad | None
    """Over the boxes."""
    veiled: bool
    """The view is the last one of a core that is away."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys beside each other."""

    keys: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: what it is, what is said of it, what it comes to. It can be touched as a whole."""

    button: Button
    title: str
    text: str
    amount: str = ""
    tone: Tone = Tone.CALM
    """Of the amount."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Something to read, a label and a value each, as many beside each other as the glass has room for."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart."""

    label: str
    """Under it."""
    value: float
    text: str
    """What it comes to."""
    tone: Tone = Tone.MOVE


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars over and under a line."""

    title: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence or a few."""

    text: str
    tone: Tone = Tone.CALM
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """Something to compare by eye, by ear and by camera."""

    modules: tuple[tuple[bool, ...], ...]
    """A QR code, row by row from above, ``True``: dark."""
    words: str
    """The same as words."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something is, 0 to 1."""

    done: float


Block = Keys | Row | Lines | Chart | Words | Code | Progress
"""A part of a sheet, from the top."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of the supervisor's: a title, what is due at the table, what there is to read and to touch."""

    title: str
    notice: Notice
    """What became of a press, else what is due at the table."""
    blocks: tuple[Block, ...]
    row: tuple[Button, ...]
    """Beside the primary."""
    primary: Button
    time: str = ""
    """The time of day."""
    veiled: bool = False
    """The core is away, or what is shown is not what was asked for yet."""


Shown = Page | Table | Sheet
"""What the screen shows."""
