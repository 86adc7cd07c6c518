"""What the core says in English, said in the language that is spoken: each of its sentences has a code.

Where that is English the core's own words stand, which know more. An unknown code is told in the core's words too.
"""

from typing import Final

from engine.answers import Alert, Refusal
from engine.messages import Fault
from engine.people.denied import Why
from engine.reasons import AMOUNTS, Notice, Reason
from engine.view import LinkView
from ui.texts import SOURCE, TEXTS, money, said, sentence, spoken, text

FAULTS: Final = {
    "fault.disk_full": "The disk is full: call the technician to make room. Nothing is lost.",
    "fault.disk_failing": "The disk cannot be written: call the technician.",
    "fault.disk_read_only": "The disk lets nothing be written: call the technician.",
    "fault.journal": "The log cannot be used: call the technician.",
    "fault.reader": "The shoe's reader cannot be used: call the technician.",
    "fault.fault": "The assistant cannot go on: call the technician.",
}
"""By the code of an :class:`engine.journal.errors.JournalError`, or of the reader, or of neither."""

LINKS: Final = {
    "link.connecting": "Waiting for the shoe: plug it in.",
    "link.lost": "Check the shoe's cable and its supply. Does it stay so, call the technician.",
    "link.missing": "Compare the cards with the screen. If they differ: cancel the coup.",
    "link.by_hand": "Name each card as it leaves. The shoe counts again from the next one on.",
    "link.lid_open": "The shoe's lid is open: close it.",
    "link.supply_low": "The shoe's supply is low: change it before the next shoe.",
    "link.two_cards": "Two cards left at once, unread: look at them and name them.",
    "link.tag_reader": "The shoe reads no cards: name them, and change the shoe.",
    "link.blocked": "The exit is blocked: clear it, or clean its sensor.",
    "link.noise": "The line to the shoe is bad: check its cable.",
    "link.other_shoe": "Another shoe is plugged in: plug in this table's own.",
    "link.unplugged": "The shoe is not plugged in: plug it in.",
}
"""By the state of the link, or by one of :data:`HEARD`."""
HEARD: Final = (
    ("the shoe's lid is open", "link.lid_open"),
    ("the shoe's supply is low", "link.supply_low"),
    ("two cards left the shoe at once", "link.two_cards"),
    ("the shoe's tag reader does not work", "link.tag_reader"),
    ("the exit gate has been broken", "link.blocked"),
    ("the port gives bytes that are no frames", "link.noise"),
    ("the shoe on this port is", "link.other_shoe"),
    ("there is no port", "link.unplugged"),
    ("hung up: plug the shoe in", "link.unplugged"),
)
"""What a sentence of the link holds, and what it then means: a link tells its state, and the rest in words alone."""

DENIALS: Final = {
    Why.NOT_IN_TABLE: "Nobody may ask for that here",
    Why.NOBODY: "Staff number or badge, and PIN, first",
    Why.NOT_FOR_DUTY: "Not by this person: call the floor",
    Why.SECOND_DUE: "A second person must agree",
    Why.WRONG: "Number, badge and PIN do not match",
    Why.WAIT: "Too many wrong PINs: wait {wait_s} s",
    Why.TABLE_WAITS: "Too many wrong PINs at this table: wait {wait_s} s",
    Why.LOCKED: "This PIN is locked: call the floor",
    Why.BUSY: "Enter the PIN again in a moment",
    Why.UNUSABLE: "Nobody can be recognised: call the technician",
}
"""Why somebody may not do something."""

REQUESTS: Final = {
    "said.player_seated": "seat", "said.player_left": "leaving", "said.wager_placed": "wager",
    "said.wager_withdrawn": "wager back", "said.betting_closed": "betting closed", "said.hit": "hit",
    "said.stand": "stand", "said.double": "double", "said.split": "split", "said.surrender": "surrender",
    "said.insurance": "insurance", "said.even_money": "even money", "said.hand_shown": "hand shown",
    "said.done": "done", "said.shuffle_called": "shuffle", "said.shoe_started": "new shoe",
    "said.card_named": "card named", "said.card_exposed": "card shown", "said.card_voided": "card void",
    "said.card_held": "card held", "said.misdeal_found": "misdeal", "said.coup_cancelled": "coup cancelled",
    "said.withdrawn": "withdrawal",
}  # fmt: skip
"""Requests as an alert names them."""

SENTENCES: Final[dict[str, str]] = {
    **{f"refusal.{reason.name.lower()}": reason.value[0] for reason in Reason},
    **{f"alert.{notice.name.lower()}": notice.value[0] for notice in Notice},
    **{f"denied.{why}": english for why, english in DENIALS.items()},
    **FAULTS,
    **LINKS,
    **REQUESTS,
}
"""Code to English, of everything that the core says; :data:`ui.texts.TEXTS` has some of it in fewer words."""

Values = dict[str, str | int]
"""What a sentence speaks of, by the names of its places."""


def refused(refusal: Refusal) -> str:
    """Why a request was not taken; of who may not, in few words in every language."""
    if f"denied.{refusal.code}" in SENTENCES:
        code = f"denied.{refusal.code}"
        return said(code, SENTENCES[code]).format_map({"wait_s": 0} | refusal.values)
    return _told(f"refusal.{refusal.code}", refusal.reason, refusal.values)


def alerted(alert: Alert) -> str:
    """What an alert tells: in few words where there are such, else in the core's own."""
    return _told(f"alert.{alert.code}", alert.text, alert.values)


def faulted(fault: Fault) -> str:
    """Why the core cannot keep the table; a technician needs its own words too."""
    told = _told(f"fault.{fault.code}", fault.text, {})
    return told if told == fault.text else f"{told}\n{sentence(fault.text)}"


def linked(reader: LinkView) -> str:
    """What was seen at the shoe and what to do."""
    code = next((code for words, code in HEARD if words in reader.text), f"link.{reader.state}")
    return _told(code, reader.text, {})


def _told(code: str, of_the_core: str, values: Values) -> str:
    """The sentence ``code``; in English, and of an unknown code, what the core says."""
    if code in TEXTS:
        return said(code, TEXTS[code]).format_map(_readable(values))
    if spoken() == SOURCE or code not in SENTENCES:
        return of_the_core
    return said(code, SENTENCES[code]).format_map(_readable(values))


def _readable(values: Values) -> Values:
    """Amounts as money, cards by their names, and a request in words."""
    read = dict(values)
    for name in values.keys() & AMOUNTS:
        read[name] = money(int(values[name]))
    nearest = [str(read[name]) for name in ("below", "above") if name in values]
    read["nearest"] = text("or").join(nearest) or text("none")
    if spoken() != SOURCE:
        if "card" in values:
            card = str(values["card"])
            read["card"] = text("card", rank=text(f"rank.{card[0]}"), suit=text(f"suit.{card[1]}"))
        if "what" in values:
            read["said"] = _request(values)
    return read


def _request(values: Values) -> str:
    """A request as an alert names it: what, how much, who, where."""
    code = f"said.{values['what']}"
    what = said(code, REQUESTS[code]) if code in REQUESTS else str(values["what"]).replace("_", " ")
    parts = [what]
    if "amount" in values:
        parts.append(money(int(values["amount"])))
    if "player" in values:
        parts.append(str(values["player"]))
    if "box" in values:
        hand = values.get("hand", 1)
        at = text("place.box", box=values["box"])
        parts.append(at if hand == 1 else text("place.hand", box=values["box"], hand=hand))
    return text("list").join(parts)
