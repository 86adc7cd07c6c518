"""What happened at the table: the event log's records as frozen values, and how they are read and written.

Facts are always taken and always journalled. Requests can be refused. Corrections are requests by a named person
after which the coup is played again. Further records tell of the table's life and change no coup.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.answers import Alert
from engine.cards import Card, Tag
from engine.rules import Number, TableRules


def _snake(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class Event(
    Struct, frozen=True, tag_field="type", tag=_snake, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """Anything that the log can hold."""


class Fact(Event, frozen=True, kw_only=True):
    """It has happened, whatever the law says of it: always taken, always journalled."""


class Request(Event, frozen=True, kw_only=True):
    """Somebody asks for it: it can be refused, with a reason and an article."""

    before: Number | None = None
    """It was made before this card of the shoe left (a late tap); ``by`` says who vouches."""
    by: str | None = None
    """Who puts it right."""
    felt: Literal["agrees"] | None = None
    """The cards on the felt already lie as this request has them."""
    second: str | None = None
    """A second, different person."""


class ShoeStarted(Fact, frozen=True, kw_only=True):
    """Shuffled, cut and loaded: a new shoe begins."""


class CardOut(Fact, frozen=True, kw_only=True):
    """A card left the shoe; ``card`` is ``None`` where it passed unread."""

    card: Card | None
    boxed: bool = False
    """It lay face up in the shoe: void (article 2(1))."""
    reader: Literal["rfid", "camera", "hand"] = "rfid"
    tag: Tag | None = None
    confidence: float | None = None
    """0 to 1."""
    origin: str | None = None
    """The device's ``boot_id:seq``, by which a repeated delivery is dropped."""


class WhiteCardOut(Fact, frozen=True, kw_only=True):
    """The cut card left the shoe."""

    origin: str | None = None


class ShoeEmpty(Fact, frozen=True, kw_only=True):
    """Nothing is left in the shoe."""


class TableOpened(Request, frozen=True, kw_only=True):
    """The first event: the table's rules; those that are absent take their defaults."""

    rules: TableRules = TableRules()


class PlayerSeated(Request, frozen=True, kw_only=True):
    """A player occupies a box."""

    box: Number
    player: str


class PlayerLeft(Request, frozen=True, kw_only=True):
    """The player of a box leaves it."""

    box: Number


class WagerPlaced(Request, frozen=True, kw_only=True):
    """A wager in avos; a second one of the same player on the box replaces the first."""

    box: Number
    player: str
    amount: Number


class WagerWithdrawn(Request, frozen=True, kw_only=True):
    """A wager is taken back before betting closes."""

    box: Number
    player: str


class BettingClosed(Request, frozen=True, kw_only=True):
    """No more wagers: the coup begins."""


class Call(Request, frozen=True, kw_only=True):
    """A player's decision for one hand of a box."""

    box: Number
    call: Literal["hit", "stand", "double", "split", "surrender"]
    hand: Number = 1
    player: str | None = None
    """``None``: whoever has the right to decide."""
    matched_by: tuple[str, ...] | None = None


class Insurance(Request, frozen=True, kw_only=True):
    """An insurance wager in avos; 0 takes it back."""

    box: Number
    player: str
    amount: Number


class EvenMoney(Request, frozen=True, kw_only=True):
    """The holder of a natural asks for 1:1 against an ace."""

    box: Number
    player: str


class HandShown(Request, frozen=True, kw_only=True):
    """The player turned the cards over."""

    box: Number
    hand: Number = 1


class Done(Request, frozen=True, kw_only=True):
    """The dealer did the due instruction that moves no card."""

    of: Literal["offer", "turn_hidden", "reconcile", "settle"] | None = None


class ShuffleCalled(Request, frozen=True, kw_only=True):
    """The dealer shuffles before the coming coup's first card."""


class Withdrawn(Request, frozen=True, kw_only=True):
    """That request or correction of the open coup was a slip."""

    seq: Number
    by: str
    reason: str


class NamedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One card's name, among those of a whole hand."""

    n: Number
    card: Card


class CardNamed(Request, frozen=True, kw_only=True):
    """An unread or misread card is named, or a whole hand at once (``names``)."""

    by: str
    n: Number | None = None
    card: Card | None = None
    names: tuple[NamedCard, ...] | None = None


class CardVoided(Request, frozen=True, kw_only=True):
    """That card counts for nothing."""

    n: Number
    reason: str
    by: str


class CardHeld(Request, frozen=True, kw_only=True):
    """Pulled when nobody had asked: it stays with the dealer as the next card."""

    n: Number
    by: str


class CardExposed(Request, frozen=True, kw_only=True):
    """A face-down card was seen by all."""

    n: Number
    by: str


class MisdealFound(Request, frozen=True, kw_only=True):
    """The felt is not as the law has it."""

    reason: str
    by: str


class CoupCancelled(Request, frozen=True, kw_only=True):
    """The coup counts for nothing: everything of it goes back."""

    reason: str
    by: str


class Link(Fact, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """What the link to the shoe became."""

    state: Literal["up", "attention", "lost", "missing"] = "up"
    """``attention``: it is heard, and something about it needs a hand; ``missing``: cards may have left unreported."""
    reader: Literal["rfid", "camera", "hand"] = "rfid"
    """``hand``: two people tell each card, until the next shoe."""
    text: str = ""
    """What was seen and what to do, in English."""
    by: str | None = None
    """Who goes on by hand."""
    second: str | None = None
    """A second, different person."""


class Standing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a table stands at a new shoe, before its first card: a replay may begin here. Nothing of it is secret."""

    rules: TableRules
    coups: int
    """Coups that are over."""
    seats: dict[int, str] = {}
    wagers: dict[int, tuple[tuple[str, int], ...]] = {}
    """For the coming coup, by box: player and avos, in the order they were placed."""
    alerts: tuple[Alert, ...] = ()
    is_off: bool = False
    """The assistant is off."""
    dealer: str | None = None
    """Who deals, by staff number."""
    dealers_duty: str | None = None
    is_closed: bool = False
    """The table is closed."""
    settings: str = ""
    """sha256 of the settings with which it was opened, hex; empty: not known."""
    origins: tuple[str, ...] = ()
    """What devices reported before: ``boot_id:first-last``."""
    held: dict[int, str] = {}
    """Boxes that are held in a dispute, and by whom."""


class Opened(Fact, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The journal was opened, or a new shoe begins: by which version, with which settings and pragmas."""

    version: str = ""
    settings: str = ""
    """sha256 of the settings in force, hex."""
    pragmas: dict[str, str | int] = {}
    standing: Standing | None = None
    """At a new shoe, from where a replay may begin."""


class Record(Event, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Tells of the table's life and changes no coup; fields that this version does not know are passed over."""


class DealerChanged(Record, frozen=True, kw_only=True):
    """Another dealer took over."""

    by: str | None = None
    """The one who deals now, by staff number."""
    duty: str | None = None


class TableClosed(Record, frozen=True, kw_only=True):
    """The table was closed."""

    by: str | None = None


class AssistantOff(Record, frozen=True, kw_only=True):
    """The table goes on without the assistant: an open coup ends by hand."""

    by: str | None = None
    second: str | None = None
    """A second, different person."""


class AssistantOn(Record, frozen=True, kw_only=True):
    """The assistant is back."""

    by: str | None = None
    second: str | None = None
    """A second, different person."""
    white_card_out: bool = False


class Paid(Record, frozen=True, kw_only=True):
    """A hand was paid or its wager taken."""

    box: Number | None = None
    hand: Number | None = None
    player: str | None = None


class PayoutCorrected(Record, frozen=True, kw_only=True, rename={"was": "from"}):
    """A payout of a coup long past was corrected. Amounts in avos, from the player's side."""

    coup: Number
    box: Number
    player: str
    was: Number
    to: Number
    hand: Number = 1
    by: str | None = None
    second: str | None = None
    """A second, different person."""


class AlertAcknowledged(Record, frozen=True, kw_only=True):
    """Somebody has read an alert."""

    seq: Number | None = None
    """The record that it was told of."""
    by: str | None = None


class SignedIn(Record, frozen=True, kw_only=True):
    """Somebody signed in."""

    by: str | None = None
    """By staff number."""
    duty: str | None = None


class SignedOut(Record, frozen=True, kw_only=True):
    """Somebody signed out."""

    by: str | None = None
    """By staff number."""
    why: str = ""


class ClockStepped(Record, frozen=True, kw_only=True):
    """The clock jumped; the order of the log is by its numbers alone."""

    was: str = ""
    """What it would have shown."""
    now: str = ""
    by_s: float = 0.0
    """How far it jumped, in seconds."""


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """What a commitment in the log stood for: ``sha256(nonce ‖ text)`` is the commitment."""

    seq: int
    """The record that holds the commitment."""
    nonce: str
    """32 random bytes, hex."""
    text: str
    """Filled up with spaces to a fixed length."""


class CommitmentsOpened(Record, frozen=True, kw_only=True):
    """Cards that are no secret any more, and the names that were given to them."""

    openings: tuple[Opening, ...] = ()


class Note(Record, frozen=True, kw_only=True):
    """A remark."""

    text: str = ""
    origin: str | None = None
    """Of what a device reported while its cards counted for nothing: a repeated delivery is dropped."""
    by: str | None = None
    """Whose remark it is, by staff number; ``None``: the core's own."""
    second: str | None = None
    """A second, different person."""
    box: Number | None = None
    """The box that it is about."""
    hold: bool | None = None
    """In a dispute: from now on the box is held, its chips stay as they lie; ``False``: it is held no longer."""


Correction: TypeAlias = Withdrawn | CardNamed | CardVoided | CardHeld | CardExposed | MisdealFound | CoupCancelled
"""Put right by a named person; the coup is played again with it."""

AnyEvent: TypeAlias = (
    ShoeStarted
    | CardOut
    | WhiteCardOut
    | ShoeEmpty
    | TableOpened
    | PlayerSeated
    | PlayerLeft
    | WagerPlaced
    | WagerWithdrawn
    | BettingClosed
    | Call
    | Insurance
    | EvenMoney
    | HandShown
    | Done
    | ShuffleCalled
    | Correction
    | Link
    | Opened
    | DealerChanged
    | TableClosed
    | AssistantOff
    | AssistantOn
    | Paid
    | PayoutCorrected
    | AlertAcknowledged
    | SignedIn
    | SignedOut
    | ClockStepped
    | CommitmentsOpened
    | Note
)
"""Every event of the log."""
