"""The one projection of a table to what everybody may see. No face-down card, no total of one, passes here."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from engine.answers import Alert, CoupResult, Outcome, Payment
from engine.instructions import Due

FACE_DOWN: Final = "##"
"""How a card that lies face down is written: as wide as any card."""
UNREAD: Final = "??"
"""How a card that lies face up but passed unread is written."""

HandState: TypeAlias = Literal["waiting", "asked", "stood", "bust", "settled"]
"""What became of a hand so far."""


class BetView(Struct, frozen=True, kw_only=True):
    """One bettor's wager on a hand. Amounts in avos."""

    player: str
    wager: int
    """At risk: twice what was placed once doubled."""
    insurance: int = 0
    """Of the bettor on the box (article 8); with its first hand."""
    moved: Outcome | None = None
    """What it ended as already, its money moved at once: bust, prize, surrender or even money."""
    outcome: Outcome | None = None
    net: int | None = None
    """From the player's side, once the coup's result is final."""


class HandView(Struct, frozen=True, kw_only=True):
    """One hand of a box. Amounts in avos."""

    cards: tuple[str, ...]
    """Two characters each: a card, ``##`` or ``??``."""
    total: int | None
    """Points; ``None`` while a card of the hand is not public."""
    soft: bool
    """An ace of the total counts 11."""
    natural: bool = False
    """A public ace and ten-point card (article 6)."""
    naming: int | None = None
    """The place in ``cards``, from 0, of the one whose name is due."""
    at_once: bool = False
    """Its money has moved already: a bust was taken, a prize paid, a wager given up, even money paid."""
    state: HandState
    bets: tuple[BetView, ...] = ()
    """Each bettor's, who decides first."""
    wager: int
    """All of them together."""
    outcome: Outcome | None = None
    """Of who decides."""
    net: int | None = None
    """Of all bettors, from the players' side, once the coup's result is final."""


class BoxView(Struct, frozen=True, kw_only=True):
    """One betting place; a box that nobody occupies has no player."""

    box: int
    player: str | None
    """Who decides in the open coup (article 13); between coups who occupies it."""
    wager: int | None
    """The wagers on the felt, in avos."""
    hands: tuple[HandView, ...]
    """Empty until the coup's cards are dealt."""
    wagers: tuple[BetView, ...] = ()
    """For the coming coup, in the order they were placed."""


class DealerView(Struct, frozen=True, kw_only=True):
    """The dealer's cards."""

    cards: tuple[str, ...]
    total: int | None
    soft: bool
    natural: bool = False


class ShoeView(Struct, frozen=True, kw_only=True):
    """Counts only: never ranks."""

    size: int
    """Cards loaded."""
    out: int
    """Cards that left, burned and void ones included."""
    white_card_out: bool
    last_coup: bool
    """The open coup, or the coming one, is the last of the shoe."""
    empty: bool
    burned: int
    """Cards burned in the open coup."""
    held: int = 0
    """Cards that stay with the dealer as the next ones out (article 2(1))."""
    need: int | None = None
    """Cards that the wagered boxes may need (article 2(2)); ``None`` where nothing is counted."""
    shuffle_advised: bool = False
    """Fewer are left than that."""


class LinkView(Struct, frozen=True, kw_only=True):
    """The link to the shoe."""

    state: Literal["connecting", "up", "attention", "lost", "missing", "by_hand"]
    """``attention``: it is heard, and something about it needs a hand; ``by_hand``: none is believed until the next
    shoe.
    """
    text: str
    """What was seen and what to do, in English."""


class Condition(Struct, frozen=True):
    """Something about the machine that people at the table must know, and that holds up no card."""

    code: Literal["disk_nearly_full", "clock_not_set", "clock_stepped", "unwitnessed", "index", "secrets_lost"]
    text: str
    """What was seen and what to do, in English."""


class PublicView(Struct, frozen=True, kw_only=True):
    """Everything that people at the table may see, after the journal's record ``seq``."""

    seq: int
    due: Due
    due_seq: int
    """The record that made ``due`` due: a press answers it by this number."""
    table: str
    coup: int
    """Number of the open or coming coup of this table, from 1."""
    boxes: tuple[BoxView, ...]
    dealer: DealerView
    shoe: ShoeView
    reader: LinkView
    pay: tuple[Payment, ...] = ()
    """Money that moves at once, before what is due is done (articles 3(2)b, 9)."""
    cancellable: int | None = None
    """The number of the coup that can be cancelled now."""
    result: CoupResult | None
    """Of the coup that is being paid."""
    alerts: tuple[Alert, ...]
    """That stand until the next coup."""
    conditions: tuple[Condition, ...] = ()
    """Of the machine, as long as they are so."""
    dealt_by: str | None = None
    """Who deals, by staff number."""
