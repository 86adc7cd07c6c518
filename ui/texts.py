"""Every text the screen shows, by code, with named places for its values, said in the language that is spoken.

English is the source. The other languages are gettext catalogues, ``ui/locale``, in which a text's code is its context;
``ui/sayings.py`` has in the same way what the core says.
"""

from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from engine.money import money as patacas
from ui.log_texts import LOG_TEXTS
from ui.pads.texts import PAD_TEXTS
from ui.practice.texts import PRACTICE_TEXTS
from ui.reports.texts import REPORT_TEXTS
from ui.supervisor.texts import SUPERVISOR_TEXTS

TEXTS: Final[dict[str, str]] = {
    # what is due: the dominant line and the line under it
    "take_wagers": "Take wagers",
    "take_wagers.detail": "Touch a box for its wager. Then Betting closed, or burn a card",
    "burn": "Burn a card",
    "burn.detail": "Face down, aside: nobody looks at it",
    "burn.several": "Burn {left} cards",
    "burn.several.detail": "One at a time, face down, aside",
    "deal.up": "Card to {place}, face up",
    "deal.down": "Card to {place}, face down",
    "deal.first": "First card",
    "deal.second": "Second card",
    "deal.extra": "Extra card",
    "deal.double": "The wager lies twice; one card only",
    "deal.split": "The split hand's second card",
    "deal.upcard": "Dealer's card, face up",
    "deal.upcard.detail": "The upcard",
    "deal.hidden": "Dealer's card, face down",
    "deal.hidden.detail": "The hidden card: nobody looks at it",
    "deal.second_up": "Dealer's card, face up",
    "deal.second_up.detail": "The second card",
    "offer": "Offer {what}",
    "offer.insurance": "insurance",
    "offer.even_money": "even money",
    "offer.surrender": "surrender",
    "offer.and": ", ",
    "offer.detail": "To every box; then touch Offered",
    "ask": "{place} decides",
    "ask.detail": "Hit: draw a card  \u00b7  Stand: touch Stand",
    "ask.detail.empty": "The shoe is empty: no card can be drawn",
    "ask.detail.who": "{player} decides. Hit: draw a card",
    "turn_hidden": "Turn the hidden card",
    "turn_hidden.detail": "Then touch Turned",
    "draw": "Dealer draws, face up",
    "draw.detail": "Has {total}: draw to 17",
    "settle.nothing": "Nothing left to pay",
    "settle.nothing.detail": "Touch All paid",
    "settle.cancelled": "Give the wagers back",
    "settle.cancelled.detail": "The coup is cancelled; then touch Returned",
    "bank.wins": "bank +{amount}",
    "bank.pays": "bank \u2212{amount}",
    "bank.even": "bank 0",
    "shuffle": "Shuffle, cut and load",
    "shuffle.detail": "Then touch New shoe loaded",
    "reconcile": "Lay the cards as shown",
    "reconcile.detail": "Then touch Cards lie so. If that cannot be done, cancel the coup.",
    "reconcile.move": "card\u00a0{n}:\u00a0{origin}\u00a0to\u00a0{to}",
    "reconcile.nothing": "No card is known to lie elsewhere: look at each",
    "reconcile.more": "and {more} more",
    "reconcile.calls": "Called since: {calls}. The floor judges.",
    "reconcile.call": "{place} {call}",
    "reconcile.separator": "  \u00b7  ",
    "reconcile.none": "No call since then",
    "call.hit": "hit", "call.stand": "stand", "call.double": "double", "call.split": "split",
    "call.surrender": "surrender", "call.insurance": "insurance", "call.even_money": "even money",
    "name.box": "{place}, card {card}: name it",
    "name.upcard": "Upcard: name it",
    "name.second": "Second card: name it",
    "name.hidden": "Hidden card: name it",
    "name.draw": "Drawn card: name it",
    "name.detail": "It passed unread. Draw nothing until it is named.",
    "name.detail.down": "Turn it up. It passed unread: draw nothing until it is named.",
    # money that moves before what is due
    "first": "First: {what}",
    "first.bust": "{place} bust: turn up, take {amount}",
    "first.bust.up": "{place} bust: take {amount}",
    "first.prize": "{place} prize: turn up, pay {amount}",
    "first.prize.up": "{place} prize: pay {amount}",
    "first.surrender": "{place} surrenders: take {amount}",
    "first.even_money": "{place} even money: turn up, pay {amount}",
    "first.even_money.up": "{place} even money: pay {amount}",
    "first.taken_back": "{place}: put {amount} back there",
    "first.taken_back.in": "{place}: take {amount} back",
    "and": "; ",
    "list": ", ",
    "or": " or ",
    "none": "none",
    "and.more": "; {more} more",
    "white_card": "White card: lay it aside, then go on",
    # places
    "place.box": "box {box}",
    "place.hand": "box {box}, hand {hand}",
    "place.box.title": "Box {box}",
    "place.hand.title": "Box {box}, hand {hand}",
    "lies.burn": "the burned cards", "lies.upcard": "upcard", "lies.hidden": "hidden card",
    "lies.second": "second card",
    "lies.draw": "dealer's draw", "lies.void": "void", "lies.held": "held",
    # the header
    "coup": "coup {coup}",
    "count": "{out} / {size}",
    "white_card_zone": "white card",
    "banner.last": "LAST COUP",
    "last": "last coup",
    "banner.last.white": "LAST COUP \u2013 white card is out",
    "banner.shuffle": "SHOE ENDS \u2013 shuffle now",
    "banner.new": "NEW SHOE",
    "banner.empty": "SHOE IS EMPTY",
    "banner.advised": "SHUFFLE ADVISED",
    "reader.connecting": "waiting",
    "reader.up": "shoe",
    "reader.attention": "look",
    "reader.by_hand": "by hand",
    "reader.lost": "lost",
    "reader.missing": "missing",
    "reader.lost.title": "Shoe not heard: draw no card",
    "reader.lost.detail": "Plug it in; it goes on by itself.",
    "reader.missing.title": "Cards may be missing",
    "reader.missing.detail": "Felt as shown? Go on. If not: Put right, Cancel coup.",
    # the dealer's strip
    "dealer": "Dealer",
    "burned": "burned",
    "times": "\u00d7{count}",
    "cited": "{sentence} ({article})",
    "article": "art. {article}",
    "more_alerts": "+{more}",
    # alerts that are shorter here than in the core's words, by its code: what is so comes first, should a name be long
    "alert.white_card_misplaced": "white card wrongly placed: {behind} cards lie behind it; "
    "20 to 30 should, after the burn",
    "alert.request_dropped": "no longer counts: {said} (record {seq})",
    "alert.request_counts": "counts again: {said} (record {seq})",
    "alert.request_lawful_now": "lawful now, ask again: {said} (record {seq})",
    "alert.claim_refused": "not so by its cards: {said} (record {seq})",
    "then": "Due: {title}",
    "forecast": "{boxes} boxes may need {need} cards, {left} are left: shuffle after this coup",
    "held": "Held: {held}. It is the next card out",
    # a hand's state
    "state.waiting": "waiting",
    "state.asked": "decides",
    "state.stood": "stood",
    "state.card": "card",
    "pay.natural": "pay 3:2",
    "pay.bonus": "prize",
    "pay.win": "pay",
    "pay.push": "push",
    "pay.lose": "take",
    "pay.taken": "taken",
    "pay.paid": "paid",
    "pay.cancelled": "return",
    "pay.half": "half",
    "pay.even_money": "pay 1:1",
    "won": "+{amount}",
    "lost": "\u2212{amount}",
    "insured": "ins {amount}",
    "player.more": "{player} +{more}",
    "more": "+{more}",
    "natural": "blackjack",
    "soft": "soft {total}",
    "bust": "bust {total}",
    "box.free": "free",
    "box.no_wager": "no wager",
    # buttons
    "button.betting_closed": "Betting closed",
    "button.stand": "Stand",
    "button.stand.place": "Stand: {place}",
    "button.double": "Double",
    "button.split": "Split",
    "button.surrender": "Surrender",
    "button.offered": "Offered",
    "button.laid": "Cards lie so",
    "button.turned": "Turned",
    "button.paid": "All paid",
    "button.returned": "Returned",
    "button.loaded": "New shoe loaded",
    "button.name_it": "It is {card}",
    "button.name_first": "Touch rank and suit",
    "button.quiet": "No touch: draw from the shoe",
    "button.cancel": "Cancel coup",
    "button.cancel.coup": "Cancel coup {coup}",
    "button.shuffle": "Shuffle",
    "reason.hold": "hold it",
    "reason.advised": "advised: hold it",
    "reason.has_drawn": "drawn",
    "reason.closed": "closed",
    "reason.empty": "no card",
    "reason.no_coup": "no coup to cancel",
    "reason.cancelled": "already cancelled",
    "reason.in_coup": "after the coup",
    "reason.no_wager": "no wager yet",
    "reason.shuffle_due": "it is due",
    "reason.away": "assistant is away",
    # a card's name
    "rank.A": "ace", "rank.2": "two", "rank.3": "three", "rank.4": "four", "rank.5": "five", "rank.6": "six",
    "rank.7": "seven", "rank.8": "eight", "rank.9": "nine", "rank.T": "ten", "rank.J": "jack", "rank.Q": "queen",
    "rank.K": "king",
    "suit.S": "spades", "suit.H": "hearts", "suit.D": "diamonds", "suit.C": "clubs",
    "card": "{rank} of {suit}",
    "key.A": "A", "key.2": "2", "key.3": "3", "key.4": "4", "key.5": "5", "key.6": "6", "key.7": "7", "key.8": "8",
    "key.9": "9", "key.T": "10", "key.J": "J", "key.Q": "Q", "key.K": "K",
    # what became of a press
    "press.refused": "Not taken: {sentence}",
    "press.table_moved_on": "Too late: the table has moved on",
    "press.unsent": "\u201c{button}\u201d was not sent. Touch it again when the table is back.",
    "press.unanswered": "\u201c{button}\u201d had no answer. If it is still asked for, touch it again.",
    # the assistant
    "away": "Wait: the assistant restarts",
    "away.detail": "Leave the cards as they lie. The screen comes back by itself.",
    "starting": "Starting \u2026",
    "starting.text": "The table comes by itself within seconds.",
    "waiting": "Waiting for the assistant",
    "waiting.text": "The screen runs; the assistant does not answer yet. "
    "If it stays so: start it with \u201cbanca21 core\u201d and read what that says.",
    "saving": "Saving: the disk takes its time, nothing is lost",
    "condition.disk_nearly_full": "The disk is nearly full: end this coup, begin no other, call the technician",
    "condition.clock_not_set": "The clock is not set: play on, tell the technician",
    "condition.clock_stepped": "The clock jumped: play on, tell the technician",
    "condition.unwitnessed": "The log is not witnessed: play on, tell the technician",
    "condition.index": "Past coups cannot be looked up: play on, tell the technician",
    "condition.secrets_lost": "Some cards must be named again: look at each hand that is shown",
    "fault": "Finish this coup by hand and call the floor",
    "fault.foot": "Play no coup with the assistant until this page is gone.",
    "settings": "The settings have errors",
    "settings.foot": "Put them right and start again. No coup can be played before.",
    **PAD_TEXTS,
    **PRACTICE_TEXTS,
    **LOG_TEXTS,
    **REPORT_TEXTS,
    **SUPERVISOR_TEXTS,
}  # fmt: skip
"""Code to sentence."""


LANGUAGES: Final = {"en": "English", "zh_Hant": "繁體中文", "pt": "Português", "th": "ไทย"}
"""Every language, and what it calls itself."""
SOURCE: Final = "en"
"""The language of :data:`TEXTS`."""
BUILT: Final = Path(__file__).parent / "built"
"""What ``python -m ui.build`` makes of catalogues and fonts; never committed."""
DOMAIN: Final = "banca21"
"""The catalogues' name."""
FONTS: Final = {"en": "Roboto", "zh_Hant": "hant", "pt": "Roboto", "th": "thai"}
"""The font of each language, as a folder of :data:`BUILT`."""
PUNCTUATION: Final = {"en": (",", "."), "zh_Hant": (",", "."), "pt": ("\u00a0", ","), "th": (",", ".")}
"""Between thousands and before avos: the Unicode CLDR's, which a test compares."""


class NotBuiltError(FileNotFoundError):
    """A language's catalogue or fonts are not there."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is missing: build the screen's languages: deploy/demo does it, or python -m ui.build")


@dataclass(slots=True)
class _Spoken:
    """What every text is said in."""

    language: str = SOURCE
    catalogue: NullTranslations | None = None


_spoken: Final = _Spoken()


def speak(language: str) -> None:
    """Say every text from now on in ``language``, one of :data:`LANGUAGES`.

    Raises:
        KeyError: no such language.
        NotBuiltError: it has not been built; the language stays what it was.
    """
    if language not in LANGUAGES:
        raise KeyError(f"{language}: give {', '.join(LANGUAGES)}")
    missing = unbuilt(language)
    if missing is not None:
        raise NotBuiltError(missing)
    _spoken.catalogue = None if language == SOURCE else _catalogue(language)
    _spoken.language = language


def unbuilt(language: str) -> Path | None:
    """What ``language`` lacks to be spoken; ``None``: nothing, as English never does."""
    needed = () if language == SOURCE else (BUILT / language, BUILT / FONTS[language])
    return next((path for path in needed if not path.exists()), None)


def _catalogue(language: str) -> NullTranslations:
    with (BUILT / language / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


def spoken() -> str:
    """The language that is spoken."""
    return _spoken.language


def said(code: str, english: str) -> str:
    """The sentence ``code``, with the places for its values, in the language that is spoken."""
    catalogue = _spoken.catalogue
    return english if catalogue is None else catalogue.pgettext(code, english)


def text(code: str, **values: str | int) -> str:
    """The sentence ``code`` with its values.

    >>> text("ask", place="Box 4")
    'Box 4 decides'
    """
    return said(code, TEXTS[code]).format_map(values)


def money(avos: int) -> str:
    """An amount without its sign, which a word says: whole patacas, avos only where there are some.

    >>> money(1_250_00), money(37_50)
    ('1,250', '37.50')
    """
    thousands, decimal = PUNCTUATION[_spoken.language]
    return patacas(abs(avos)).translate({ord(","): thousands, ord("."): decimal})


def number(value: float, decimals: int = 0) -> str:
    """A number that is no amount.

    >>> number(20_617), number(7.04, 1)
    ('20,617', '7.0')
    """
    thousands, decimal = PUNCTUATION[_spoken.language]
    return f"{value:,.{decimals}f}".translate({ord(","): thousands, ord("."): decimal})


def sentence(of_the_core: str) -> str:
    """A sentence of the core as it stands at the beginning of a line."""
    return of_the_core[:1].upper() + of_the_core[1:]
