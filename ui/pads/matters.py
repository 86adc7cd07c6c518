"""What is done about the table itself: seats, shuffle, dealer, reader, assistant, closing, rules, the screen."""

from dataclasses import replace
from typing import Final, Literal

from msgspec import structs

from engine.events import (
    AssistantOff,
    AssistantOn,
    DealerChanged,
    Link,
    ShuffleCalled,
    SignedIn,
    TableClosed,
    TableOpened,
)
from engine.instructions import Settle, Shuffle, TakeWagers
from engine.rules import TableRules
from engine.view import PublicView
from ui.opened import Limits, Matters, Opening, People, Rules, Screens, Seats
from ui.pads.keys import Made, chips, primary
from ui.pads.people import vouched
from ui.shown import Button, Line, Pad
from ui.supervisor.pages import Coups
from ui.texts import money, text
from ui.theme import Tone

IN_MONEY: Final = ("chip_unit", "min_wager", "max_wager")
"""Rules that are amounts, in avos."""
ON_A_PAGE: Final = 8
"""Rules that are read at a time."""
LAW: Final = ("natural", "insurance", "prize", "surrender", "double")
"""What no house chooses (articles 6, 8, 9, 12, 11)."""
BOXES_OF_BOTH: Final = 6 + 7
"""The two numbers of boxes that a layout can have (article 2(3))."""


def matters(_opened: Matters, view: PublicView) -> Made:
    """Nine keys."""
    off = assistant_on(view) if view.is_off else assistant_off(view)
    rows = (
        (Button("seats", text("key.seats"), opens=Seats()), shuffle(view), dealer_changed(view), close(view)),
        (by_hand(view), off, Button("rules", text("key.rules"), opens=Rules()), screens()),
        (supervisor(view),),
    )
    return Pad(text("pad.matters"), rows=rows), None


def supervisor(view: PublicView) -> Button:
    """The supervisor's screen, between coups or while one is paid."""
    button = Button("supervisor", text("key.supervisor"), Tone.ASK, opens=Coups())
    if not isinstance(view.due, TakeWagers | Shuffle | Settle) and not view.is_closed:
        return closed(button, text("reason.in_coup"))
    if not view.is_staffed:
        return button
    return vouched(view, replace(button, press=SignedIn()), "people.supervisor")


def screens() -> Button:
    """Language, light and sound."""
    return Button("screen", text("key.screen"), opens=Screens())


def shuffle(view: PublicView) -> Button:
    """Call a shuffle before the coming coup, held."""
    button = Button(
        "shuffle",
        text("button.shuffle"),
        Tone.LAST if view.shoe.shuffle_advised else Tone.CALM,
        ShuffleCalled(),
        answers=view.due_seq,
        is_held=True,
        reason=text("reason.advised" if view.shoe.shuffle_advised else "reason.hold"),
    )
    if isinstance(view.due, TakeWagers):
        return button
    return closed(button, text("reason.shuffle_due" if isinstance(view.due, Shuffle) else "reason.in_coup"))


def dealer_changed(view: PublicView) -> Button:
    """Another dealer takes over."""
    button = Button("dealer", text("key.dealer"), press=DealerChanged(), reason=_dealt_by(view))
    return vouched(view, button, "people.dealer")


def _dealt_by(view: PublicView) -> str:
    return text("reason.dealt_by", staff=view.dealt_by) if view.dealt_by else ""


def by_hand(view: PublicView) -> Button:
    """The table goes on without its reader until the next shoe."""
    button = Button(
        "by_hand", text("key.by_hand"), Tone.LAST, Link(reader="hand"), is_held=True, reason=text("reason.hold_two")
    )
    if view.reader.state == "by_hand":
        return closed(button, text("reason.by_hand"))
    if isinstance(view.due, Shuffle):
        return closed(button, text("reason.no_shoe"))
    return vouched(view, button, "people.by_hand")


def assistant_off(view: PublicView) -> Button:
    """The table goes on without the assistant."""
    button = Button("off", text("key.off"), Tone.TROUBLE, AssistantOff(), is_held=True, reason=text("reason.hold_two"))
    return vouched(view, button, "people.off")


def assistant_on(view: PublicView) -> Button:
    """The assistant is back."""
    event = AssistantOn(white_card_out=view.shoe.white_card_out)
    return vouched(view, Button("on", text("key.on"), Tone.PAY, event), "people.on")


def close(view: PublicView) -> Button:
    """The table is closed."""
    button = Button("close", text("key.close"), Tone.TROUBLE, TableClosed(), is_held=True, reason=text("reason.hold"))
    is_refused = "table_closed" in view.not_now
    return closed(button, text("reason.in_coup")) if is_refused else vouched(view, button, "people.close")


def closed(button: Button, reason: str) -> Button:
    """``button``, greyed with its reason."""
    return replace(button, press=None, answers=None, opens=None, is_open=False, is_held=False, reason=reason)


# Rules, and a table that is opened


def rules(opened: Rules, view: PublicView) -> Made:
    """The rules in force, in words."""
    lines = rule_lines(view.rules)
    first = opened.page * ON_A_PAGE
    pages = -(-len(lines) // ON_A_PAGE)
    more = Button("rules:more", text("key.more"), opens=Rules((opened.page + 1) % pages), sign="asked")
    title = text("pad.rules", page=opened.page + 1, pages=pages)
    return Pad(title, lines=lines[first : first + ON_A_PAGE], rows=((more,),)), None


def rule_lines(of_house: TableRules) -> tuple[Line, ...]:
    """What every house pays by law, then each rule of this one."""
    law = tuple(Line(text(f"law.{name}"), text(f"law.{name}.value")) for name in LAW)
    return law + tuple(_line(of_house, field.name) for field in structs.fields(TableRules))


def rule_value(name: str, value: object) -> str:
    """A rule's value in words."""
    match value:
        case None:
            return text("rule.none")
        case bool():
            return text("rule.yes" if value else "rule.no")
        case int():
            return money(value) if name in IN_MONEY else str(value)
        case _:
            return text(f"rule.{name}.{value}")


def opening(opened: Opening, view: PublicView) -> Made:
    """A closed table: by which limits, on how many boxes, with whom, and who deals."""
    of_house = opened.rules
    lines = tuple(_line(of_house, name) for name in ("equipment", "decks", "chip_unit", "player_cards"))
    other = BOXES_OF_BOTH - of_house.boxes
    boxes = Button(
        "open:boxes",
        text("key.boxes", boxes=of_house.boxes),
        opens=Opening(structs.replace(of_house, boxes=other)),
        reason=text("reason.boxes", boxes=other),
    )
    seats = Button("seats", text("key.seats"), opens=Seats())
    row = (boxes, _limit(of_house, "min_wager"), _limit(of_house, "max_wager"), seats)
    last = (Button("rules", text("key.rules"), opens=Rules()), screens(), supervisor(view))
    return Pad(text("pad.opening"), lines=lines, rows=(row, last)), opened_by(opened.rules, view)


def opened_by(of_house: TableRules, view: PublicView) -> Button:
    """Who deals opens the table; other rules than before are opened first."""
    dealing = vouched(view, replace(primary(text("button.open_table"), Tone.PAY), press=DealerChanged()), "people.open")
    if of_house == view.rules:
        return dealing
    anew = vouched(view, replace(dealing, press=TableOpened(rules=of_house), opens=None), "people.rules")
    if isinstance(anew.opens, People) and isinstance(dealing.opens, People):
        return replace(anew, opens=replace(anew.opens, then=dealing.opens))
    return replace(anew, opens=dealing.opens)


def _line(of_house: TableRules, name: str) -> Line:
    return Line(text(f"rule.{name}"), rule_value(name, getattr(of_house, name)))


def _limit(of_house: TableRules, name: Literal["min_wager", "max_wager"]) -> Button:
    words = text(f"key.{name}", amount=rule_value(name, getattr(of_house, name)))
    return Button(f"open:{name}", words, opens=Limits(of_house, name))


def limits(opened: Limits, view: PublicView) -> Made:
    """The least or the greatest wager, in chips; none where nothing is laid."""
    row = chips(view, opened.amount, lambda amount: replace(opened, amount=amount), None)
    clear = Button("wager:clear", text("key.clear"), opens=replace(opened, amount=0), is_open=opened.amount > 0)
    chosen = structs.replace(opened.rules, **{opened.what: opened.amount or None})
    words = text(f"key.{opened.what}", amount=money(opened.amount)) if opened.amount else text("button.no_limit")
    button = replace(primary(words, Tone.PAY), opens=Opening(chosen))
    return Pad(
        text(f"pad.limit.{opened.what}"), money(opened.amount) if opened.amount else "", rows=(row, (clear,))
    ), button
