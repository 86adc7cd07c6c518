"""What people ask of the log at the screen, and what they are told: a struct for each question, one for its answer.

A client writes a question as ``{"ask": "log", "id": …, "question": {…}}``, with ``proofs`` where a PIN is due. The core
asks whether these people may; a process that reads the journal answers (``deploy/log_reader.py``). It tells what the
log tells: a card whose commitment is not opened is in no answer. Amounts in avos; times UTC, ISO 8601, milliseconds.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from engine.answers import Alert, Payment, Refusal
from engine.events import AnyEvent
from engine.journal.found import Filters, FoundCoup
from engine.people.duties import Action
from engine.roles import Role
from engine.view import PublicView

Form: TypeAlias = Literal["pdf", "csv", "jsonl"]
"""How a report is written."""


class _Question(Struct, frozen=True, kw_only=True, tag_field="about"):
    """Something that is asked of the log."""


class AskCoups(_Question, frozen=True, kw_only=True, tag="coups"):
    """Which coups are so? The newest first."""

    filters: Filters = Filters()
    minutes: int | None = None
    """Those that ended within so many minutes; the reader of the log looks at its clock."""
    limit: int = 12
    before: int | None = None
    """To go on behind a page: the first record of its last coup."""


class AskStep(_Question, frozen=True, kw_only=True, tag="step"):
    """What happened at one record of a coup, and how the table stood after it?"""

    coup: int
    """By its first record."""
    at: int = 0
    """Which of its records, from 0; -1: the last."""


class AskAlerts(_Question, frozen=True, kw_only=True, tag="alerts"):
    """Which alerts has nobody acknowledged? The newest first."""

    limit: int = 12
    before: int | None = None
    """To go on behind a page: the record of its last alert."""


class AskFigures(_Question, frozen=True, kw_only=True, tag="figures"):
    """How did the table do, and what went wrong how often?"""

    since: str | None = None
    until: str | None = None
    hours: int = 8
    """Where ``since`` and ``until`` are not given: the last so many hours, to the full hour."""
    back: int = 0
    """So many spans of ``hours`` further back; nought: up to now."""
    step_s: int = 3600
    """How long one bar of a plot is, in seconds."""


class AskPassport(_Question, frozen=True, kw_only=True, tag="passport"):
    """Was the shoe whole?"""

    shoe: int | None = None
    """``None``: the last one that is over."""


class AskMachine(_Question, frozen=True, kw_only=True, tag="machine"):
    """Which versions, settings, staff, deck?"""


class AskVerify(_Question, frozen=True, kw_only=True, tag="verify"):
    """Is the log whole?"""


class AskExport(_Question, frozen=True, kw_only=True, tag="export"):
    """Write a report to the stick."""

    what: Literal["coup", "shoe", "span"]
    form: Form
    language: str = "en"
    """One of :data:`ui.texts.LANGUAGES`; of a PDF."""
    coup: int | None = None
    """By its first record."""
    shoe: int | None = None
    since: str | None = None
    """Of a span, such as a shift: coups that ended then or later."""
    until: str | None = None
    """Of a span: coups that ended before then; ``None``: up to now."""
    hours: int = 0
    """Of a span instead of ``since`` and ``until``: the last so many hours."""


class AskSupport(_Question, frozen=True, kw_only=True, tag="support"):
    """Write a technician's bundle to the stick."""


Question: TypeAlias = (
    AskCoups | AskStep | AskAlerts | AskFigures | AskPassport | AskMachine | AskVerify | AskExport | AskSupport
)
"""Whatever is asked of the log."""

ACTIONS: Final[dict[type[Question], Action]] = {
    AskCoups: Action.READ_LOG,
    AskStep: Action.READ_LOG,
    AskAlerts: Action.READ_LOG,
    AskFigures: Action.READ_LOG,
    AskPassport: Action.READ_LOG,
    AskMachine: Action.READ_LOG,
    AskVerify: Action.VERIFY_LOG,
    AskExport: Action.EXPORT_LOG,
    AskSupport: Action.DIAGNOSE,
}
"""What each of them is, in the table of duties."""

TAKES_LONG: Final = (AskVerify, AskExport, AskSupport)
"""Those that a process of their own answers."""


class _Found(Struct, frozen=True, kw_only=True, tag_field="about"):
    """What is told."""


class Coups(_Found, frozen=True, kw_only=True, tag="coups"):
    """Coups that are over, the newest first."""

    coups: tuple[FoundCoup, ...]
    is_more: bool
    """There are older ones."""
    now: str = ""
    """What the machine's clock showed."""
    alerts: int = 0
    """How many alerts nobody has acknowledged."""


class OpenCard(Struct, frozen=True, kw_only=True):
    """A card that lay face down, now that the log tells of it."""

    box: int | None
    """``None``: the dealer's."""
    hand: int
    place: int
    """In the hand, from 0."""
    face: str


class Step(_Found, frozen=True, kw_only=True, tag="step"):
    """A record of a coup and the table after it."""

    coup: FoundCoup
    at: int
    """Which of the coup's records, from 0."""
    of: int
    """How many there are."""
    settled: int = 0
    """The first of them in which the coup's result was final; the last where none was."""
    next_call: int | None = None
    """The next one after it that is somebody's decision: a call, a claim, a correction, a request that was refused."""
    seq: int
    time: str
    event: str
    """The ``type`` of what happened."""
    request: AnyEvent | None = None
    """What was asked for or recorded; ``None``: a card, or a card's name, which ``face`` has."""
    n: int | None = None
    """The card that left or was named, by its number in the shoe."""
    face: str | None = None
    """Its face; ``##``: the log does not tell of it yet; ``??``: it passed unread."""
    role: Role | None = None
    refused: Refusal | None = None
    alerts: tuple[Alert, ...] = ()
    pay: tuple[Payment, ...] = ()
    view: PublicView
    """As the table saw it."""
    open: tuple[OpenCard, ...] = ()
    """What lay face down there."""


class StandingAlert(Struct, frozen=True, kw_only=True):
    """An alert that nobody has acknowledged."""

    record: int
    at: str
    alert: Alert
    coup: int
    """The coup's first record."""
    number: int | None
    """The coup's number; ``None``: it is not over."""


class Alerts(_Found, frozen=True, kw_only=True, tag="alerts"):
    """Alerts that nobody has acknowledged, the newest first."""

    alerts: tuple[StandingAlert, ...]
    count: int
    """How many stand."""
    is_more: bool


class Span(Struct, frozen=True, kw_only=True):
    """One bar of a plot."""

    at: str
    """Its beginning."""
    coups: int = 0
    boxes: int = 0
    """Boxes with a wager, over all its coups."""
    handle: int = 0
    """What was wagered."""
    paid: int = 0
    """What the bank paid out to players who won."""
    bank: int = 0
    """What the bank won (negative: lost)."""


class Pace(Struct, frozen=True, kw_only=True):
    """How quickly so many boxes are dealt."""

    boxes: int
    coups: int
    an_hour: float
    """Coups an hour at the median time from the end of one coup to the end of the next, pauses left out."""


class Trouble(Struct, frozen=True, kw_only=True):
    """Something that went wrong, for coaching."""

    kind: Literal["alert", "correction"]
    code: str
    """An alert's code, or a correction's ``type``; ``late`` for a request that was made late."""
    count: int
    dealer: str | None
    """Who dealt, by staff number."""


class Figures(_Found, frozen=True, kw_only=True, tag="figures"):
    """How the table did."""

    since: str
    until: str
    step_s: int
    spans: tuple[Span, ...]
    """One after the other without gaps."""
    pace: tuple[Pace, ...]
    troubles: tuple[Trouble, ...]
    """The most frequent first."""


class Passport(_Found, frozen=True, kw_only=True, tag="passport"):
    """A shoe that is over: was every card of its packs there, once for each pack?"""

    shoe: int
    began_at: str
    ended_at: str
    packs: int
    size: int
    """Cards by its packs."""
    dealt: int
    """Cards of boxes and of the dealer, also in a coup that was cancelled. With the four counts that follow they are
    all cards of the packs, unless one is missing or too many.
    """
    burned: int
    void: int
    """Void, and held ones that no coup took."""
    unread: int
    """Of those that left, how many nobody read and nobody named, or whose name was lost with a journal's secrets."""
    behind: int | None
    """Never left: what lay before the white card at the shuffle, and behind it. ``None``: not known, since the
    assistant was off while cards left.
    """
    is_exhausted: bool
    """Every card is known to have left. Which are missing is known where none of them was unread either."""
    missing: dict[str, int] = {}
    """Faces and how many are missing; only where every card left and was read."""
    doubled: dict[str, int] = {}
    """Faces that were seen more often than there are packs, and by how many."""
    foreign: int = 0
    """Tags that are not of the deck."""
    seen: dict[str, int] = {}
    """Each face and how often it was seen."""
    first: int
    """Its first record."""
    last: int
    """Its last record."""
    head: str
    """The hash of its last record, hex."""
    signature: str = ""
    """Ed25519 of :func:`engine.log.passport.text`, hex; empty: the journal has no key."""
    signer: str = ""
    """The public key, hex."""


class Member(Struct, frozen=True, kw_only=True):
    """Somebody of the staff, without name or PIN."""

    staff: str
    duty: str
    is_locked: bool = False


class Machine(_Found, frozen=True, kw_only=True, tag="machine"):
    """What this table's machine is."""

    versions: dict[str, str]
    """Of the product, Python, SQLite, the system."""
    settings: dict[str, str]
    """Each key of the settings with its value; what is secret is not among them."""
    staff: tuple[Member, ...] = ()
    deck: dict[str, str] = {}
    """Of the enrolled deck: packs, cards, when, by whom."""
    journal: dict[str, str] = {}
    """Records, files, size, free room, newest checkpoint."""


class Verified(_Found, frozen=True, kw_only=True, tag="verified"):
    """What a proof of the whole log found."""

    state: Literal["intact", "broken", "shorter", "unreadable"]
    records: int = 0
    bad: int | None = None
    """The first record that is not as it was."""
    seq: int = 0
    """The last record,"""
    head: str = ""
    """and its hash, hex."""
    checkpoints: int | None = None
    """How many were compared; ``None``: none are kept."""
    text: str = ""
    """What was seen, in English."""


class Written(_Found, frozen=True, kw_only=True, tag="written"):
    """A file lies on the stick."""

    path: str
    size: int
    """Bytes."""
    sha256: str
    """Of the file, hex."""


class Progress(_Found, frozen=True, kw_only=True, tag="progress"):
    """It takes long, and is so far."""

    done: float
    """0 to 1."""


class Unfound(_Found, frozen=True, kw_only=True, tag="unfound"):
    """It cannot be told: why, and what to do."""

    code: Literal["no_coup", "not_told", "no_shoe", "no_stick", "stick_full", "no_log", "busy", "trouble"]
    text: str = ""
    """In English."""


Found: TypeAlias = Coups | Step | Alerts | Figures | Passport | Machine | Verified | Written | Progress | Unfound
"""Whatever is told of the log."""
