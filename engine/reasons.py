"""Every sentence the engine says: why a request is refused, what an alert tells, why money moves. Data, by name."""

from enum import Enum
from functools import cache
from typing import Final

from msgspec import structs

from engine.answers import Alert, Payment, Refusal, SettlementRow
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
    BOX_IS_EMPTY = ("nobody occupies box {box}", Article.BOXES)
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
    BELOW_MINIMUM = ("{amount} is below the table's minimum of {limit}; {nearest} would be lawful", Article.BOXES)
    """Too little."""
    ABOVE_MAXIMUM = ("{amount} is above the table's maximum of {limit}", Article.BOXES)
    """Too much."""
    OCCUPANT_MUST_BET = ("{player} occupies another box, and bets on box {box} only if {occupant} does", Article.BOXES)
    """A guest on a box whose occupant does not bet."""
    OCCUPANT_IS_NEEDED = ("{player} bets on box {box} only because its occupant does", Article.BOXES)
    """The occupant takes his wager back while another's rests on it."""
    ONE_BOX_ONLY = ("{player} may bet on one box only, and bets on box {box}", Article.BOXES)
    """An unseated bettor's second box, or anybody's with one pack."""
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
    NO_SUCH_BETTOR = ("{player} has no wager on box {box} hand {hand}", Article.DECIDER)
    """Somebody who cannot match, insure or claim."""
    SHOE_IS_EMPTY = ("the shoe is empty: no card can be drawn", Article.END)
    """A hit, double or split without a card."""
    NOT_TWO_CARDS = ("that is for a hand's first two cards: box {box} hand {hand} has not two", Article.ORDER)
    """A double, split or even money later on."""
    NOT_ELEVEN = ("the cards of box {box} hand {hand} do not count 11", Article.DOUBLE)
    """A double on other points; a natural is not 11."""
    NOT_ON_SPLIT = ("a split hand is not doubled at this table", Article.DOUBLE)
    """``double_after_split``."""
    NOT_EQUAL = ("the two cards of box {box} hand {hand} are not equal", Article.SPLIT)
    """A split of unequal cards."""
    NO_RESPLIT = ("box {box} may not have more than {hands} hands", Article.SPLIT)
    """``max_hands``."""
    NO_SURRENDER = ("against an ace nobody may surrender", Article.SURRENDER)
    """The upcard is an ace."""
    SURRENDER_IS_CLOSED = ("surrender is closed: box {box} has drawn", Article.SURRENDER)
    """After the window's first extra card."""
    HAS_DECIDED = ("box {box} has decided already", Article.SURRENDER)
    """It stood, doubled or is over."""
    NO_UPCARD = ("there is no upcard yet", Article.DEAL)
    """Insurance or even money before the upcard is known."""
    NOT_DEALT = ("the deal is not over", Article.SURRENDER)
    """A surrender before the boxes and the dealer have their cards."""
    NO_INSURANCE = ("insurance is against an ace only", Article.INSURANCE)
    """Another upcard."""
    INSURANCE_IS_CLOSED = ("insurance is closed", Article.INSURANCE)
    """An extra card was dealt, or the hidden card was seen."""
    INSURES_TOO_MUCH = ("{amount} insures more than half of the wager: at most {limit}", Article.INSURANCE)
    """Above the half of the original wager, in whole chips."""
    INSURES_NOTHING = ("{amount} is no insurance: it takes whole chips, from 0 to {limit}", Article.INSURANCE)
    """An insurance the chips cannot make."""
    NO_EVEN_MONEY = ("even money is not paid against this upcard", Article.NATURAL)
    """``even_money_upcards``."""
    EVEN_MONEY_IS_CLOSED = ("even money is closed: the dealer's second card was seen", Article.NATURAL)
    """Turned, exposed or dealt face up."""
    COUP_IS_CANCELLED = ("the coup is cancelled", Article.START)
    """A claim in a coup of which the wagers go back."""
    EVEN_MONEY_IS_PAID = ("{player} has been paid even money on box {box}", Article.NATURAL)
    """A second claim."""
    NO_NATURAL = ("box {box} has no natural", Article.NATURAL)
    """A claim that its cards do not bear out."""
    NO_HAND = ("box {box} has no hand {hand}", Article.ORDER)
    """A hand that is not played, or has no card yet."""
    NAME_FIRST = ("card {n} must be named first", Article.START)
    """A card lies face up unread."""
    RECONCILE_FIRST = ("the cards must be laid as the law has them first", Article.START)
    """``reconcile`` is due."""
    NOT_DUE = ("that is not due now", Article.ORDER)
    """Done of something else, or while a card or a call is due."""
    COUP_IN_PROGRESS = ("a coup is in progress: the cards are shuffled after it", Article.END)
    """A shuffle in the midst of a coup."""
    COUP_IS_OPEN = ("a coup is open: the table is closed when it is paid", Article.END)
    """A table that is closed in the midst of a coup."""
    WAGERS_LIE = ("wagers lie on box {box}: they go back before the table is opened anew", Article.BOXES)
    """Other rules for wagers that were placed already."""
    RULE_FORBIDDEN = ("{field}: {why}; {remedy}", Article.EQUIPMENT)
    """A table opened with rules that the law forbids."""
    NO_COUP = ("there is no coup in progress", Article.START)
    """Nothing to cancel or to lay again."""
    NO_SUCH_CARD = ("card {n} is none of the open coup", Article.START)
    """A correction of a card that has not left, or whose coup is past."""
    NO_CARD_NAMED = ("give a card's n and its name, or names", Article.START)
    """A name without a card, or one way too many."""
    DISK_NEARLY_FULL = ("the disk is nearly full: no coup is begun until a technician has made room", Article.START)
    """The coming coup could not be written down."""
    NOT_BEING_PAID = ("nothing of that is being paid on box {box} now", Article.WIN)
    """A wager ticked off that is none of the result, or while no coup is paid."""
    NO_SUCH_PAYOUT = ("in coup {coup} no wager of {player} on box {box} can have been paid so", Article.START)
    """A payout corrected that never was, or by more than it can have been."""
    BOX_IS_HELD = (
        "box {box} is held by {by} in a dispute: its chips stay as they lie until that is settled",
        Article.START,
    )
    """A payment, wager or departure while a supervisor looks into it."""
    NOT_HELD = ("box {box} is not held", Article.START)
    """A hold lifted that is none."""
    HOLD_NEEDS_WORDS = ("say which box is held, and why; or what was found", Article.START)
    """A hold without box or reason."""
    NOT_PRINTABLE = ("write every text on one line, without control characters", Article.START)
    """A text that would not look in the log as it is."""
    NOBODY_VOUCHES = ("say by whom it is put right", Article.START)
    """A late request without ``by``."""
    NO_SUCH_REQUEST = ("record {seq} is no request of the open coup", Article.START)
    """Only requests and corrections of the open coup can be withdrawn."""
    BETTING_STANDS = ("a card of the coup has left: its betting stands", Article.BOXES)
    """A correction by which the coup would not have begun."""
    SAME_PERSON = ("the second person must be another than {by}", Article.START)
    """A correction by two people who are one."""
    WAGER_STAYS = ("record {seq} is of the betting: a card of the coup has left", Article.BOXES)
    """Wagers are not withdrawn once a card is out."""
    ASSISTANT_IS_OFF = ("the assistant is off", Article.START)
    """Between ``assistant_off`` and ``assistant_on``."""
    TABLE_MOVED_ON = ("the table has moved on since that was shown", Article.ORDER)
    """A press that answers an instruction which has passed."""
    READER_ALONE = (
        "cards come from the shoe's reader alone, by hand (reader: hand) once two people have said so",
        Article.START,
    )
    """A client that claims a card."""
    TWO_PEOPLE = ("that takes two people: name them as by and second", Article.START)
    """What a single person cannot bring about."""
    NO_SHOE = ("no shoe is open: shuffle and load first", Article.START)
    """By hand is said for the shoe that is being dealt."""
    CORE_ALONE = ("that record is written by the core alone", Article.START)
    """A client that claims what the core records."""

    def refusal(self, article: Article | None = None, /, **values: str | int) -> Refusal:
        """The refusal that says so, by ``article`` where the request has one of its own."""
        if not values:
            return _plain(self, article)
        text, own = self.value
        nearest = [money(amount) for name in ("below", "above") if isinstance(amount := values.get(name), int)]
        shown = {name: money(value) if name in AMOUNTS else value for name, value in values.items()}  # type: ignore[arg-type]
        sentence = text.format_map(shown | {"nearest": " or ".join(nearest) or "none"})
        return Refusal(sentence, article or own, self.name.lower(), values)


@cache
def _plain(reason: Reason, article: Article | None) -> Refusal:
    text, own = reason.value
    return Refusal(text, article or own, reason.name.lower(), {})


class Notice(Enum):
    """What an alert tells."""

    WHITE_CARD = ("the white card is out: take it away; this coup is the last", Article.END)
    """In a coup, or while it is paid."""
    WHITE_CARD_FIRST = ("the white card is out: take it away; the coming coup is the last", Article.END)
    """Between coups."""
    WHITE_CARD_LAST = ("the white card is out: take it away; no coup comes before the shuffle", Article.END)
    """When the cards are to be shuffled."""
    WHITE_CARD_MISPLACED = (
        "white card wrongly placed: {behind} cards lie behind it; 20 to 30 should, and it is not for the opening burn",
        Article.END,
    )
    """Too early or too late."""
    NOT_ASKED_FOR = ("a card left the shoe although none was due: it is void", Article.START)
    """No wager, or a shuffle is due."""
    DRAWN_BY_MISTAKE = ("a card left the shoe when only paying was due: it is void", Article.DEALER)
    """A mistaken draw."""
    LEFT_OVER = ("a card that waited was of the cancelled coup: it is void", Article.START)
    """Held back by a name that was due when the coup was cancelled."""
    BOXED = ("a card lay face up in the shoe: it is void", Article.START)
    """A boxed card, not burned."""
    UNREAD = ("card {n} passed unread", Article.START)
    """Its face must be named when it is public."""
    SHOE_RAN_OUT = ("the shoe is empty and a card is due: the coup is cancelled", Article.END)
    """2(2): the deal or the dealer must have a card."""
    SHUFFLE_ADVISED = (
        "the wagered boxes ({boxes}) may need {need} cards and {left} are left: shuffle before this coup",
        Article.END,
    )
    """Fewer cards than suffice for 99.99 % of coups."""
    CARD_TOO_OFTEN = ("{card} was seen {times} times in a shoe of {packs} packs", Article.PACKS)
    """n packs hold each card n times."""
    SHOE_COUNT_OFF = ("the shoe held {size} cards by its packs and {out} have left", Article.PACKS)
    """More cards than the packs hold, or an empty shoe before they are out."""
    REQUEST_DROPPED = ("{said} (record {seq}) is no longer lawful and does not count", Article.START)
    """After a correction."""
    REQUEST_COUNTS = ("{said} (record {seq}) is lawful again and counts", Article.START)
    """After another correction: it had been dropped."""
    REQUEST_LAWFUL_NOW = ("{said} (record {seq}) was refused and would be lawful now: ask again", Article.START)
    """After a correction: a refused request is never revived."""
    CLAIM_REFUSED = ("{said} (record {seq}) is not borne out by its cards", Article.ORDER)
    """A claim that waited for a card's name and proved false."""
    ASSISTANT_OFF = ("the assistant is off: the coup is finished by hand", Article.START)
    """``assistant_off`` in a coup."""
    SHOE_CHANGED = ("a new shoe began in the midst of a coup: the coup is cancelled", Article.END)
    """``shoe_started`` before the coup's end."""

    def alert(self, article: Article | None = None, /, **values: str | int) -> Alert:
        """The alert that tells it, by ``article`` where what it tells of has one of its own."""
        if not values:
            return PLAIN[self]
        text, own = self.value
        return Alert(self.name.lower(), text.format_map(values), article or own, values)


PLAIN: Final = {
    notice: Alert(notice.name.lower(), notice.value[0], notice.value[1])
    for notice in Notice
    if "{" not in notice.value[0]
}
"""The alerts that speak of nothing but themselves."""

ROUTINE: Final = frozenset(
    notice.name.lower()
    for notice in (Notice.WHITE_CARD, Notice.WHITE_CARD_FIRST, Notice.WHITE_CARD_LAST, Notice.SHUFFLE_ADVISED)
)
"""Codes of the alerts that are the day's work: nobody need acknowledge them.

Every shoe's white card comes out once, rightly placed, and a shoe that runs low is shuffled: they say what to do next,
are done with when it is done, and nothing went wrong. All others tell of something that did: a card that was void,
unread or one too many, a request that no longer counts, a coup that ended otherwise. Whoever answers for the table
should have seen them.
"""


class Moved(Enum):
    """Why money moves before the settlement, and the article."""

    BUST = ("bust: the wager is taken", Article.PLAYER)
    """3(2)b."""
    PRIZE = ("prize: three times the wager is paid", Article.BONUS)
    """9."""
    SURRENDER = ("surrender: half the wager is taken", Article.SURRENDER)
    """12."""
    EVEN_MONEY = ("even money: the natural is paid 1:1", Article.NATURAL)
    """6."""
    TAKEN_BACK = ("correction: what was moved before goes back", Article.START)
    """2(1): money told before that a correction or a cancelled coup changes."""

    def payment(self, row: SettlementRow) -> Payment:
        """The payment that says so, of a settlement's row."""
        text, article = self.value
        return Payment(row.box, row.hand, row.player, row.net, text, article, self.name.lower())

    @classmethod
    def back(cls, moved: Payment) -> Payment:
        """What was told to move goes back."""
        text, article = cls.TAKEN_BACK.value
        code = cls.TAKEN_BACK.name.lower()
        return structs.replace(moved, amount=-moved.amount, why=text, article=article, code=code)
