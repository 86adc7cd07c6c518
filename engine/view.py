"""The one projection of a table to what everybody may see. No face-down card, no total of one, passes here."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from engine.answers import Alert, CoupResult, Outcome, Payment, Refusal
from engine.articles import Article
from engine.events import AnyEvent, WagerPlaced
from engine.instructions import Due
from engine.rules import TableRules

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
    insurable: int | None = None
    """The most that he may insure now (article 8); ``None``: insurance is closed."""
    even_money: bool = False
    """He may ask for 1:1 now, if his two cards are a natural (article 6)."""
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
    unread: tuple[int, ...] = ()
    """While the name of one of them is due: the cards of the hand that passed unread, by their number in the shoe."""
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
    may_surrender: bool = False
    """The box may give up now, in turn or out of it (article 12)."""


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
    left: int | None = None
    """Cards that the coming coup can have, held ones among them; ``None`` where nothing is counted."""
    need: int | None = None
    """Cards that the wagered boxes may need, in a coup those that play in it (article 2(2)); ``None`` where nothing is
    counted.
    """
    boxes: int = 0
    """How many boxes ``need`` is for."""
    shuffle_advised: bool = False
    """Fewer are left than that, and no coup is open."""
    is_short: bool = False
    """Fewer are left than that: in a coup, the coming one on as many boxes would want a shuffle first."""


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


class MoneyView(Struct, frozen=True, kw_only=True):
    """How wagers are placed and told at this table. Amounts in avos."""

    chips: tuple[int, ...]
    """The table's chips, the greatest first; the smallest is the rules' ``chip_unit``."""
    least: int
    """The least lawful wager of a bettor."""
    most: int | None
    """The greatest; ``None``: no limit."""
    step: int
    """Lawful wagers are multiples of it."""
    is_told: bool = True
    """``False``: nobody tells amounts; each wager counts as two chips, and payouts are told as ratios."""


class Pile(Struct, frozen=True):
    """Equal chips."""

    chip: int
    """What one of them is worth, in avos."""
    count: int


class Payout(Struct, frozen=True, kw_only=True):
    """What is done with one wager when the coup is paid, in the order of paying. Amounts in avos."""

    box: int
    hand: int
    player: str
    kind: Literal["main", "insurance"]
    outcome: Outcome
    wager: int
    """What lies there."""
    net: int
    """From the player's side: what the bank pays, or takes if negative."""
    ratio: str = ""
    """At what the bank pays: ``3:2``, ``1:1``, ``3:1`` or ``2:1``; ``1:2`` where half is taken; else empty."""
    article: Article
    is_done: bool = False
    """It moved at once, in the coup, or was ticked off."""


class Slip(Struct, frozen=True, kw_only=True):
    """What may have gone wrong just now, and what puts it right. It follows from what everybody sees."""

    code: Literal[
        "had_stood", "had_stood_laid", "doubled", "split", "nobody_asked", "undo", "seen", "void", "misread", "misdeal"
    ]
    """``had_stood``: the hand had stood before the card, which lies where it belongs then; ``had_stood_laid``: it had,
    and the card lies at the hand; ``doubled``, ``split``: the hand had been doubled or split; ``nobody_asked``: the
    card stays with the dealer as the next one out; ``undo``: a request was a slip; ``seen``: a face-down card was seen
    by all; ``void``: a card counts for nothing; ``misread``: a public card has another name; ``misdeal``: the felt is
    not as shown.
    """
    event: AnyEvent | None = None
    """What to ask for, but for ``by`` and ``second``; ``None``: a card must be named first."""
    box: int | None = None
    hand: int | None = None
    """Of ``undo``: of the request, where it has box and hand."""
    n: int | None = None
    """The card, by its number in the shoe."""
    role: str | None = None
    """What it was for."""
    face: str | None = None
    """Of a public card: how it was read."""
    what: str | None = None
    """Of ``undo``: the request's name; of a call the call's, and of what was done its ``of``."""


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
    """Money that moves at once, before what is due is done (articles 3(2)b, 9); until the next card, call, claim, touch
    or correction.
    """
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
    rules: TableRules = TableRules()
    """In force."""
    money: MoneyView = MoneyView(chips=(), least=0, most=None, step=1)
    payouts: tuple[Payout, ...] = ()
    """While the coup is paid: each wager, in the order of paying."""
    stacks: dict[int, tuple[Pile, ...]] = {}
    """Each amount that the bank pays now, or halves that it takes, in the fewest chips, the greatest first."""
    not_now: dict[str, Refusal] = {}
    """Why what the screen has a button for cannot be asked for now: ``hit``, ``stand``, ``double``, ``split``,
    ``surrender`` of the hand that is asked; ``betting_closed``, ``shuffle_called``, ``coup_cancelled``,
    ``table_closed``.
    """
    slips: tuple[Slip, ...] = ()
    """What may be put right, the likeliest first: of what happened last, the newest."""
    repeat: tuple[WagerPlaced, ...] = ()
    """While wagers are taken: those of the coup before that may be placed again and do not lie already."""
    is_off: bool = False
    """The assistant is off: the table goes on without it."""
    is_closed: bool = False
    """The table is closed."""
    is_staffed: bool = False
    """What people ask for takes a PIN where their duties say so."""
    held: dict[int, str] = {}
    """Boxes that are held in a dispute, and by whom: their chips stay as they lie."""
    supervisor: str | None = None
    """Who is signed in to read the log, by staff number."""
