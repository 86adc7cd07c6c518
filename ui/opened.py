"""What people have opened over the boxes, and what was entered there so far: one frozen value, no part of the table."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.cards import Rank, Suit
from engine.events import AnyEvent
from engine.rules import TableRules
from ui.person import Person
from ui.supervisor.pages import PAGES, Page


@dataclass(frozen=True, slots=True)
class Bets:
    """The wagers on a box for the coming coup, and who may add one."""

    box: int


@dataclass(frozen=True, slots=True)
class Wagering:
    """One bettor's wager on a box. Amounts in avos."""

    box: int
    player: str
    amount: int = 0
    """Laid so far."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """A number is typed: of who sits down, of who bets besides, or of who deals."""

    what: Literal["seat", "bet"]
    box: int
    number: str = ""


@dataclass(frozen=True, slots=True)
class Deciding:
    """Where no amounts are told: who decides for a box with several bettors (article 13)."""

    box: int


@dataclass(frozen=True, slots=True)
class Asking:
    """What a box may ask for in a coup: insurance, even money, surrender, showing its cards."""

    box: int
    page: int = 0


@dataclass(frozen=True, slots=True)
class Insuring:
    """An insurance of less than may be. Amounts in avos."""

    box: int
    player: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Matching:
    """A double or split of a hand with several bettors: who adds his own wager (article 13)."""

    box: int
    hand: int
    call: Literal["double", "split"]
    left_out: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Slips:
    """What may have gone wrong."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Naming:
    """A card is named: one that is due or was misread, those of a hand at once, or by hand the one that left."""

    rank: Rank | None = None
    suit: Suit | None = None
    named: tuple[str, ...] = ()
    """Of a hand: the faces before this one."""
    misread: int | None = None
    """The card, by its number in the shoe, whose name is put right; ``None``: what is due."""


@dataclass(frozen=True, slots=True)
class Matters:
    """What is done about the table itself."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The house's rules in words."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Screens:
    """Language, light, sound, and which hand."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a closed table is to be opened: other limits, another number of boxes. Nothing is asked for until it is."""

    rules: TableRules


@dataclass(frozen=True, slots=True)
class Limits:
    """A limit of a table that is opened. Amounts in avos."""

    rules: TableRules
    """What is chosen so far."""
    what: Literal["min_wager", "max_wager"]
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Laying:
    """In practice: the answer to a hand of the payout drill. Amounts in avos."""

    amount: int = 0
    """Laid so far."""
    wager: int = 0
    """What lies on the hand."""
    number: int = 0
    """Which hand of the drill."""


@dataclass(frozen=True, slots=True)
class People:
    """Who stands behind a request, or a question to the log: staff numbers, and PINs where the table has staff."""

    event: AnyEvent | None
    """What they ask for; ``None``: to be told what ``then`` asks of the log."""
    answers: int | None
    """The record it answers; ``None``: it stands until it is put away."""
    title: str
    """What it is called, by code."""
    persons: tuple[Person, ...] = ()
    """Those who are named already."""
    staff: str = ""
    """Typed so far."""
    pin: str = field(default="", repr=False)
    is_at_pin: bool = False
    then: "Opened | None" = None
    """What is opened once this was taken."""
    about: str = ""
    """Of what: whoever signs must see it."""


Opened: TypeAlias = (
    Bets
    | Wagering
    | Numbering
    | Deciding
    | Asking
    | Insuring
    | Matching
    | Slips
    | Naming
    | Matters
    | Seats
    | Rules
    | Screens
    | Opening
    | Limits
    | Laying
    | People
    | Page
)
"""Whatever people can have opened: over the boxes, or over everything."""

STAYS = (Matters, Seats, Rules, Screens, Opening, Limits, People, *PAGES)
"""Those that stay when something else is due: they answer no instruction, but for a :class:`People` that does."""
