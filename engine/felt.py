"""What lies on a table now, and what can be asked of it: seats, wagers, the shoe, the open coup, what is due."""

from dataclasses import dataclass, field

from engine.answers import Alert, CoupResult
from engine.coup import Coup, Told, Wager
from engine.instructions import Due, Settle, Shuffle, TakeWagers, TurnHidden
from engine.procedure import Play
from engine.rules import TableRules
from engine.shoe import BEHIND_WHITE_CARD, Shoe


@dataclass(slots=True)
class Felt:
    """The state of one table. :class:`engine.table.Table` alone changes it."""

    rules: TableRules
    shoe: Shoe
    seats: dict[int, str] = field(default_factory=dict)
    """Who occupies which box."""
    wagers: dict[int, Wager] = field(default_factory=dict)
    """For the coming coup, by box; a coup takes its own along when the betting closes."""
    play: Play | None = None
    """The open coup; or the one before, paid, until the betting for the next closes."""
    before: Play | None = None
    """The coup before the one in ``play``, for as long as no card of that has left."""
    coups: int = 0
    """Coups that are over; a cancelled one uses up its number."""
    moves: int = 0
    """Grows whenever what is due may have changed: a press is meant for one of them."""
    alerts: tuple[Alert, ...] = ()
    """That stand until the betting for the next coup closes."""
    origins: set[str] = field(default_factory=set)
    """Of every event that a device reported from this shoe and the one before: each counts once."""
    older_origins: set[str] = field(default_factory=set)
    """The part of them that the shoe before reported."""
    missing: str = ""
    """What to do about cards that may be missing; stands until the coup is over, when the floor has judged it."""
    told: Told = field(default_factory=Told)
    """What the event now being taken has done."""

    @property
    def due(self) -> Due:
        """The one thing that is due now."""
        if self.play is not None and self.play.due is not None:
            return self.play.due
        return Shuffle() if self.shoe.spent else TakeWagers()

    @property
    def open_coup(self) -> Coup | None:
        """The coup whose betting is closed and that is not paid yet."""
        return self.play.coup if self.play is not None and self.play.due is not None else None

    @property
    def result(self) -> CoupResult | None:
        """Of the coup that waits to be paid."""
        return self.open_coup.result if self.open_coup is not None else None

    @property
    def in_coup(self) -> bool:
        """A coup is in progress: its first card has left (article 2(2)), and it is not paid."""
        return self.open_coup is not None and self.open_coup.begun

    @property
    def only_touches_left(self) -> bool:
        """The open coup waits to be paid; or for its hidden card to be turned when no card can follow it."""
        coup = self.open_coup
        if coup is None:
            return False
        no_card_can_follow = not (coup.alive or self.rules.dealer_draws_without_wagers)
        return isinstance(self.due, Settle) or (isinstance(self.due, TurnHidden) and no_card_can_follow)

    def is_repeat(self, origin: str | None) -> bool:
        """A device has reported this event before."""
        return origin is not None and origin in self.origins

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
        """No coup can begin before the cards are shuffled; touches of the open coup may still be left."""
        coup = self.open_coup
        return self.shoe.spent or (coup is not None and coup.last and coup.shoe is self.shoe)

    @property
    def white_card_is_misplaced(self) -> bool:
        """Asked when it shows: too many or too few cards lie behind it, or the opening burn is not over (2(1), (2))."""
        coup = self.open_coup
        burned = coup.opening_burned if coup is not None and coup.shoe is self.shoe else 0
        return self.shoe.left not in BEHIND_WHITE_CARD or burned < self.shoe.burns_due

    @property
    def cancellable(self) -> Play | None:
        """The coup that can be cancelled: the one in progress, or the one before until the next one's first card."""
        play = self.play if self.play is None or self.play.coup.begun else self.before
        return play if play is not None and play.coup.begun and not play.coup.cancelled else None
