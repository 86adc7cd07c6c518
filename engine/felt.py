"""What lies on a table now, and what can be asked of it: seats, wagers, the shoe, the open coup, what is due."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct, field

from engine.answers import Alert
from engine.cards import Card
from engine.coup import Coup, Told
from engine.hand import Laid
from engine.instructions import Due, NameCard, Reconcile, Settle, Shuffle, TakeWagers, TurnHidden
from engine.play import Play
from engine.procedure import plays_on
from engine.roles import Role
from engine.rules import TableRules
from engine.shoe import BEHIND_WHITE_CARD, CARDS_A_COUP_MAY_NEED, Shoe
from engine.wagers import Wager

TAKE_WAGERS: Final = TakeWagers()
"""Between coups."""
SHUFFLE: Final = Shuffle()
"""After the last coup of a shoe."""


class Reported(Struct, eq=False):
    """What devices reported: no correction touches it."""

    origins: set[str] = field(default_factory=set)
    """Of every event that a device reported from this shoe and the one before: each counts once."""
    older_origins: set[str] = field(default_factory=set)
    """The part of them that the shoe before reported."""
    tags: set[str] = field(default_factory=set)
    """Of the cards that left this shoe: a tag that is out already is no card."""
    by_hand: bool = False
    """Two people tell each card until the next shoe; what a device reports counts for nothing."""
    missing: str = ""
    """What to do about cards that may be missing."""
    missing_at: int = 0
    """How many coups were over then: it stands until the next is, when the floor has judged it."""

    def is_repeat(self, origin: str | None) -> bool:
        """A device has reported this event before."""
        return origin is not None and origin in self.origins

    @property
    def spans(self) -> tuple[str, ...]:
        """The origins, ``boot_id:first-last`` for each run of numbers."""
        by_boot: dict[str, list[int]] = {}
        for origin in self.origins:
            boot, _, seq = origin.rpartition(":")
            if seq.isdecimal():
                by_boot.setdefault(boot, []).append(int(seq))
        spans = []
        for boot, seqs in sorted(by_boot.items()):
            runs: list[list[int]] = []
            for number in sorted(seqs):
                if runs and number == runs[-1][1] + 1:
                    runs[-1][1] = number
                else:
                    runs.append([number, number])
            spans += [f"{boot}:{first}-{last}" for first, last in runs]
        return tuple(spans)

    def take_over(self, spans: Iterable[str]) -> None:
        """Know these origins as those of the shoe before."""
        for span in spans:
            boot, _, run = span.rpartition(":")
            first, _, last = run.partition("-")
            self.older_origins |= {f"{boot}:{seq}" for seq in range(int(first), int(last) + 1)}
        self.origins = set(self.older_origins)

    def shoe_started(self) -> None:
        """Tags count anew; origins of the shoe before the last are forgotten."""
        self.tags.clear()
        self.by_hand = False
        newer = self.origins - self.older_origins
        if newer:
            self.older_origins, self.origins = newer, set(newer)


class Felt(Struct, eq=False):
    """The state of one table. :mod:`engine.happening` alone changes it."""

    rules: TableRules
    shoe: Shoe
    seats: Mapping[int, str] = field(default_factory=dict)
    """Who occupies which box. Replaced, never changed: tables at rest share it."""
    wagers: Mapping[int, tuple[Wager, ...]] = field(default_factory=dict)
    """For the coming coup, by box, in the order placed; a coup takes its own along when the betting closes. Replaced,
    never changed.
    """
    play: Play | None = None
    """The open coup; or the one before, paid, until the betting for the next closes."""
    before: Play | None = None
    """The coup before the one in ``play``, for as long as no card of that has left."""
    coups: int = 0
    """Coups that are over; a cancelled one uses up its number."""
    alerts: tuple[Alert, ...] = ()
    """That stand until the betting for the next coup closes."""
    is_off: bool = False
    """The assistant is off: cards count for nothing here."""
    names: dict[int, Card] = field(default_factory=dict)
    """What was named, by the card's record: it counts from when the card lies face up."""
    cards: dict[int, Laid] = field(default_factory=dict)
    """Those that left since the coup before was paid, by their record."""
    reconcile: Reconcile | None = None
    """The cards lie not as the law has them: that comes before all but a name (article 2(1))."""
    astray: dict[int, Role] = field(default_factory=dict)
    """Of the cards that lie elsewhere than the law has them, by their record: where."""
    unseen: Mapping[int, Role] = field(default_factory=dict)
    """While a coup is played again: the cards that nobody has seen, by their record. What was asked then shows none."""
    rest: "Felt | None" = None
    """How the table stood when the last coup was paid."""
    rest_seq: int = 0
    """The record that was being taken then."""
    seq: int = 0
    """The record that is being taken."""
    told: Told = field(default_factory=Told)
    """What the event now being taken has done."""

    def copy(self) -> "Felt":
        """The same table between two coups, to go on from here once more."""
        same = Felt(self.rules, self.shoe.copy(), self.seats, self.wagers)
        same.coups, same.alerts, same.is_off = self.coups, self.alerts, self.is_off
        if same.shoe.held:
            same.cards = {laid.seq: laid for laid in same.shoe.held}
            same.names = {seq: card for seq, card in self.names.items() if seq in same.cards}
            for laid in same.shoe.held:
                laid.lies_as = None  # whatever it was before: it lies with the dealer
        return same

    def stand(self, alerts: Iterable[Alert]) -> list[Alert]:
        """Alerts that stand from now on; gives those that did not stand already."""
        new = []
        for alert in alerts:
            if alert not in self.alerts:
                new.append(alert)
                self.alerts += (alert,)
        return new

    def card(self, n: int) -> Laid | None:
        """Card ``n`` of the shoe, if it left since the coup before was paid; of two shoes, the newer one's."""
        for laid in reversed(self.cards.values()):
            if laid.n == n:
                return laid
        return None

    @property
    def due(self) -> Due:
        """The one thing that is due now."""
        due = self.play.due if self.play is not None else None
        if due is None:
            return SHUFFLE if self.shoe.spent else TAKE_WAGERS
        if self.reconcile is not None and type(due) is not NameCard:
            return self.reconcile
        return due

    @property
    def open_coup(self) -> Coup | None:
        """The coup whose betting is closed and that is not paid yet."""
        play = self.play
        return play.coup if play is not None and not play.over else None

    @property
    def in_coup(self) -> bool:
        """A coup is in progress: its first card has left (article 2(2)), and it is not paid."""
        coup = self.open_coup
        return coup is not None and coup.begun

    @property
    def only_touches_left(self) -> bool:
        """The open coup waits to be paid; or for its hidden card to be turned when no card can follow it."""
        due = self.due
        if type(due) is TurnHidden and self.play is not None:
            coup = self.play.coup
            to_be_named = coup.is_insured and coup.hidden is not None and coup.hidden.value is None
            return not plays_on(coup) and not to_be_named
        return type(due) is Settle

    @property
    def betting_is_open(self) -> bool:
        """Wagers can be placed: no coup is open, or only touches of it are left, which a request passes over."""
        return self.open_coup is None or self.only_touches_left

    @property
    def is_clear(self) -> bool:
        """No coup is open, no wager lies, and the cards must be shuffled: other rules may begin."""
        return self.open_coup is None and self.shoe.spent and not self.wagers

    @property
    def last_coup(self) -> bool:
        """The open coup, or else the coming one, is the last of its shoe (article 2(2))."""
        return self.open_coup.last if self.open_coup is not None else self.shoe.white_card_out

    @property
    def shuffle_is_due(self) -> bool:
        """No coup can begin before the cards are shuffled; touches of the open coup, reopened with wagers for the next
        one on the felt, may still be left.
        """
        coup = self.open_coup
        return self.shoe.spent or (coup is not None and coup.last and coup.shoe is self.shoe)

    @property
    def white_card_is_misplaced(self) -> bool:
        """Asked when it shows: too many or too few cards lie behind it, or the opening burn is not over (2(1), (2))."""
        if not self.is_counted:
            return False
        coup = self.open_coup
        burned = coup.burned_before_deal if coup is not None and coup.shoe is self.shoe else 0
        return self.shoe.left not in BEHIND_WHITE_CARD or burned < self.shoe.burns_due

    @property
    def is_counted(self) -> bool:
        """The cards that are left are known; of the metal box, which is shuffled after each coup, none are counted."""
        return self.rules.equipment == "shoe" and self.shoe.counted

    @property
    def cards_needed(self) -> int | None:
        """Cards that the wagered boxes may need (article 2(2)); ``None`` where none are counted."""
        return CARDS_A_COUP_MAY_NEED[len(self.wagers)] if self.is_counted else None

    @property
    def cards_left(self) -> int:
        """Cards that the coming coup can have, held ones among them."""
        return self.shoe.left + len(self.shoe.held)

    @property
    def cancellable(self) -> Play | None:
        """The coup that can be cancelled: the one in progress, or the one before until the next one's first card."""
        play = self.play if self.play is None or self.play.coup.begun else self.before
        return play if play is not None and play.coup.begun and not play.coup.cancelled else None
