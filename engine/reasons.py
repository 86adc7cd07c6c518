"""Every sentence the engine says: why a request is refused, what an alert tells, why money moves. Data, by name."""

from enum import Enum
from typing import Final

from engine.answers import Alert, Refusal
from engine.articles import Article
from engine.money import money

AMOUNTS: Final = frozenset({"amount", "below", "above", "limit"})
"""Values of a sentence that are money, in avos."""


class Reason(Enum):
    """Why a request is refused: the sentence, with places for its values, and the article."""

    TABLE_IS_OPEN = ("the table is already open", Article.EQUIPMENT)
    """A second ``table_opened``."""
    NO_SUCH_BOX = ("there is no box {box} on this layout", Article.BOXES)
    """A box above the layout's number."""
    BOX_IS_TAKEN = ("box {box} is occupied by {player}", Article.BOXES)
    """Two players for one box."""
    SITS_ELSEWHERE = ("{player} already occupies box {box}", Article.BOXES)
    """A player occupies one box at most."""
    CHANGES_BOX = ("{player} plays box {box} in this coup: boxes are changed between coups", Article.BOXES)
    """A player who left his box in the midst of a coup."""
    NO_NAME = ("a player needs a name of 1 to 24 characters", Article.BOXES)
    """An empty or long name."""
    BOX_IS_EMPTY = ("nobody occupies box {box}, so it cannot be played", Article.BOXES)
    """A box without an occupant."""
    BETTING_IS_CLOSED = ("the betting is closed until this coup is paid", Article.BOXES)
    """A wager while a coup is open."""
    NOT_WHOLE_CHIPS = ("{amount} is no whole number of chips; {nearest} would be lawful", Article.BOXES)
    """A wager the chips cannot make."""
    ODD_WAGER = (
        "3:2 or half of {amount} is no whole number of chips; {nearest} would be lawful",
        Article.NATURAL,
    )
    """A wager whose 3:2 the chips cannot pay."""
    BELOW_MINIMUM = ("{amount} is below the table's minimum of {limit}", Article.BOXES)
    """Too little."""
    ABOVE_MAXIMUM = ("{amount} is above the table's maximum of {limit}", Article.BOXES)
    """Too much."""
    NO_WAGER = ("there is no wager of {player} on box {box}", Article.BOXES)
    """Nothing to take back."""
    NOBODY_WAGERS = ("there is no wager yet", Article.BOXES)
    """Betting cannot close on an empty felt."""
    SHUFFLE_IS_DUE = ("the cards must be shuffled first", Article.END)
    """A coup cannot begin."""
    NOT_ASKED = ("box {box} hand {hand} is not asked now", Article.ORDER)
    """A call out of turn."""
    NOT_HIS_CALL = ("{decider} decides for box {box}, not {player}", Article.DECIDER)
    """A call by somebody else."""
    SHOE_IS_EMPTY = ("the shoe is empty: no card can be drawn", Article.END)
    """A hit without a card."""
    NOT_DUE = ("that is not due now", Article.ORDER)
    """Done of something else, or while a card or a call is due."""
    COUP_IN_PROGRESS = ("a coup is in progress: the cards are shuffled after it", Article.END)
    """A shuffle in the midst of a coup."""
    NO_COUP = ("there is no coup to cancel", Article.START)
    """Nothing to cancel."""
    NOT_UNREAD = ("no name is asked for card {n}", Article.START)
    """A name for a card that is known, or need not be."""
    NO_CARD_NAMED = ("give one card: its n and its name", Article.START)
    """A name without a card."""
    NOT_PLAYED = ("this version does not play that yet", Article.START)
    """Insurance, even money, split, double, surrender, shown hands, and most corrections."""
    TABLE_MOVED_ON = ("the table has moved on since that was shown", Article.ORDER)
    """A press that answers an instruction which has passed."""
    READER_ALONE = ("cards come from the shoe's reader alone", Article.START)
    """A client that claims a card."""
    CORE_ALONE = ("that record is written by the core alone", Article.START)
    """A client that claims what the core records."""

    def refusal(self, article: Article | None = None, /, **values: str | int) -> Refusal:
        """The refusal that says so, by ``article`` where the request has one of its own."""
        text, own = self.value
        nearest = [money(amount) for name in ("below", "above") if isinstance(amount := values.get(name), int)]
        shown = {name: money(value) if name in AMOUNTS else value for name, value in values.items()}  # type: ignore[arg-type]
        sentence = text.format_map(shown | {"nearest": " or ".join(nearest) or "none"})
        return Refusal(sentence, article or own, self.name.lower(), values)


class Notice(Enum):
    """What an alert tells."""

    WHITE_CARD = ("the white card is out: take it away; this coup is the last", Article.END)
    """In a coup, or while it is paid."""
    WHITE_CARD_FIRST = ("the white card is out: take it away; the coming coup is the last", Article.END)
    """Between coups."""
    WHITE_CARD_MISPLACED = ("white card wrongly placed: {behind} cards lie behind it, 20 to 30 should", Article.END)
    """Too early or too late."""
    NOT_ASKED_FOR = ("a card left the shoe although none was due: it is void", Article.START)
    """No wager, or a shuffle is due."""
    DRAWN_BY_MISTAKE = ("a card left the shoe when only paying was due: it is void", Article.DEALER)
    """A mistaken draw."""
    LEFT_OVER = ("a card that waited was of the cancelled coup: it is void", Article.START)
    """Held back by a name that was due when the coup was cancelled."""
    BOXED = ("a card lay face up in the shoe: it is void", Article.START)
    """A boxed card, not burned."""
    UNREAD = ("a card passed unread", Article.START)
    """Its face must be named when it is public."""
    SHOE_RAN_OUT = ("the shoe is empty and a card is due: the coup is cancelled", Article.END)
    """2(2): the deal or the dealer must have a card."""
    SHOE_CHANGED = ("a new shoe began in the midst of a coup: the coup is cancelled", Article.END)
    """``shoe_started`` before the coup's end."""

    def alert(self, **values: int) -> Alert:
        """The alert that tells it."""
        text, article = self.value
        return Alert(self.name.lower(), text.format_map(values), article)


class Moved(Enum):
    """Why money moves before the settlement, and the article."""

    BUST = ("bust: the wager is taken", Article.PLAYER)
    """3(2)b."""
    PRIZE = ("prize: three times the wager is paid", Article.BONUS)
    """9."""
