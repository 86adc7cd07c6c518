"""Every text the screen shows, by code, with named places for its values: the one module to translate."""

from typing import Final

from engine.money import money as patacas

TEXTS: Final[dict[str, str]] = {
    # what is due: the dominant line and the line under it
    "take_wagers": "Take wagers",
    "take_wagers.detail": "When all lie, touch Betting closed or draw",
    "burn": "Burn a card",
    "burn.detail": "Face down, aside: nobody looks at it",
    "burn.several": "Burn {left} cards",
    "burn.several.detail": "One at a time, face down, aside",
    "deal.up": "Card to {place}, face up",
    "deal.down": "Card to {place}, face down",
    "deal.first": "First card",
    "deal.second": "Second card",
    "deal.extra": "Extra card",
    "deal.upcard": "Dealer's card, face up",
    "deal.upcard.detail": "The upcard",
    "deal.hidden": "Dealer's card, face down",
    "deal.hidden.detail": "The hidden card: nobody looks at it",
    "deal.second_up": "Dealer's card, face up",
    "deal.second_up.detail": "The second card",
    "ask": "{place} decides",
    "ask.detail": "Hit: draw a card  \u00b7  Stand: touch Stand",
    "turn_hidden": "Turn the hidden card",
    "turn_hidden.detail": "Then touch Turned",
    "draw": "Dealer draws, face up",
    "draw.detail": "{total}: an extra card until 17",
    "settle": "Pay and take",
    "settle.detail": "From box 1 on, then touch Paid",
    "settle.cancelled": "Give the wagers back",
    "settle.cancelled.detail": "The coup is cancelled; then touch Returned",
    "bank.wins": "bank +{amount}",
    "bank.pays": "bank \u2212{amount}",
    "bank.even": "bank 0",
    "shuffle": "Shuffle, cut and load",
    "shuffle.detail": "Then touch New shoe loaded",
    "name_card": "Name the card: {place}",
    "name_card.detail": "It passed unread. Touch its rank and its suit.",
    # places
    "place.box": "box {box}",
    "place.hand": "box {box}, hand {hand}",
    "place.box.title": "Box {box}",
    "place.hand.title": "Box {box}, hand {hand}",
    "place.dealer": "dealer",
    "place.hidden": "hidden card",
    "place.burn": "burned",
    "place.other": "card {n}",
    # the header
    "table": "{table}",
    "coup": "coup {coup}",
    "count": "{out} / {size}",
    "white_card_zone": "white card",
    "banner.last": "LAST COUP",
    "banner.last.white": "LAST COUP \u2013 white card is out",
    "banner.shuffle": "SHOE ENDS \u2013 shuffle now",
    "banner.white": "WHITE CARD IS OUT",
    "banner.empty": "SHOE IS EMPTY",
    "reader.connecting": "waiting",
    "reader.up": "shoe",
    "reader.lost": "lost",
    "reader.missing": "missing",
    "reader.lost.title": "Stop: shoe not heard",
    "reader.missing.title": "Cards may be missing",
    # the dealer's strip
    "dealer": "Dealer",
    "burned": "burned",
    "times": "\u00d7{count}",
    "cited": "{sentence} ({article})",
    "article": "art. {article}",
    "more_alerts": "{sentence} (+{more})",
    "then": "Due: {title}",
    # a hand's state
    "state.waiting": "waiting",
    "state.asked": "decides",
    "state.stood": "stood",
    "state.bust": "take",
    "state.settled": "settled",
    "pay.natural": "pay 3:2",
    "pay.bonus": "prize 3:1",
    "pay.win": "pay",
    "pay.push": "push",
    "pay.lose": "take",
    "pay.bust": "taken",
    "pay.cancelled": "return",
    "amount": "{amount}",
    "soft": "soft {total}",
    "bust": "bust {total}",
    "box.free": "free",
    "box.no_wager": "no wager",
    # buttons
    "button.betting_closed": "Betting closed",
    "button.stand": "Stand",
    "button.stand.place": "Stand: {place}",
    "button.turned": "Turned",
    "button.paid": "Paid",
    "button.returned": "Returned",
    "button.loaded": "New shoe loaded",
    "button.name_it": "It is {card}",
    "button.name_first": "Touch rank and suit",
    "button.quiet": "No touch: draw from the shoe",
    "button.cancel": "Cancel coup",
    "button.shuffle": "Shuffle",
    "reason.hold": "hold it",
    "reason.no_coup": "no coup is open",
    "reason.in_coup": "after the coup",
    "reason.no_wager": "no wager yet",
    "reason.shuffle_due": "it is due",
    "reason.away": "core is away",
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
    "press.unsent": "\u201c{button}\u201d was not sent: the core is away. Touch it again when the table is back.",
    "press.unanswered": "\u201c{button}\u201d had no answer. If the screen still asks for it, touch it again.",
    # the core
    "away": "Wait: core restarts",
    "away.detail": "Leave the cards as they lie. The screen comes back by itself.",
    "waiting": "Waiting for the core",
    "waiting.text": "The screen runs; the core does not answer yet. It comes by itself within seconds. "
    "If not: start it with \u201cbanca21 core\u201d and read what that says.",
    "waiting.foot": "{socket}",
    "fault": "The core cannot keep the table",
    "fault.text": "{sentence}",
    "fault.foot": "Play no coup with the assistant until this page is gone.",
    "settings": "The settings have errors",
    "settings.text": "{sentence}",
    "settings.foot": "Put them right and start again. No coup can be played before.",
}  # fmt: skip
"""Code to sentence."""


def text(code: str, **values: str | int) -> str:
    """The sentence ``code`` with its values.

    >>> text("ask", place="Box 4")
    'Box 4 decides'
    """
    return TEXTS[code].format_map(values)


def money(avos: int) -> str:
    """An amount without its sign, which a word says: whole patacas, avos only where there are some.

    >>> money(1_250_00), money(37_50)
    ('1,250', '37.50')
    """
    return patacas(abs(avos))


def sentence(of_the_core: str) -> str:
    """A sentence of the core as it stands at the beginning of a line."""
    return of_the_core[:1].upper() + of_the_core[1:]
