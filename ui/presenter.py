"""A situation as what is shown. The screen computes nothing of the game: cards, totals and amounts are the view's."""

from dataclasses import replace
from typing import Final

from engine.instructions import NameCard, Reconcile
from engine.view import PublicView
from ui.actions import primary_button, row, settled
from ui.band import called_since, due_band, moving, trouble_band
from ui.boxes import box_shown
from ui.pads.pad import pad_of
from ui.places import hand_of
from ui.practice.shown import marked, practice_table
from ui.sayings import alerted, faulted, linked
from ui.shown import PRIMARY, Band, Button, Naming, Notice, Pad, Page, Reader, Shown, Table
from ui.situation import WHITE_CARD, Situation
from ui.strips import burned_shown, dealer_shown, shoe_shown
from ui.supervisor.pages import PAGES
from ui.supervisor.sheets import opened_sheet
from ui.texts import sentence, text
from ui.theme import Tone

READERS: Final = {
    "connecting": Reader(Tone.LAST, "waiting", "reader.connecting"),
    "up": Reader(Tone.PAY, "check", "reader.up"),
    "attention": Reader(Tone.LAST, "alarm", "reader.attention"),
    "by_hand": Reader(Tone.LAST, "asked", "reader.by_hand"),
    "lost": Reader(Tone.TROUBLE, "cross", "reader.lost"),
    "missing": Reader(Tone.TROUBLE, "alarm", "reader.missing"),
}
"""The link's states, their words by code."""
TOLD_OF_READER: Final = ("connecting", "attention", "by_hand")
"""States whose sentence stands beside what is due; of the worse ones the trouble band tells."""


def shown(situation: Situation, socket: str = "") -> Shown:
    """What the screen shows of ``situation``; ``socket`` is named while nobody has answered there yet."""
    practice, opened = situation.practice, situation.opened
    told = situation.told.text if situation.told is not None else ""
    page = practice_table(practice, opened, told) if practice is not None else None
    return marked(page or _shown(situation, socket), practice, opened)


def _shown(situation: Situation, socket: str) -> Shown:
    if situation.is_connected and situation.fault is not None:
        return Page(Tone.TROUBLE, "alarm", text("fault"), sentence(faulted(situation.fault)), text("fault.foot"))
    if situation.view is None:
        if situation.hint_at_s is not None:
            return Page(Tone.MOVE, "waiting", text("starting"), text("starting.text"), "")
        return Page(Tone.MOVE, "waiting", text("waiting"), text("waiting.text"), socket)
    if isinstance(situation.opened, PAGES):
        return opened_sheet(situation, situation.view, situation.opened)
    return _table(situation, situation.view)


def settings_page(errors: str) -> Page:
    """The page that says why no table can be opened."""
    return Page(Tone.TROUBLE, "alarm", text("settings"), errors, text("settings.foot"))


def _table(situation: Situation, view: PublicView) -> Table:
    is_away = not situation.is_connected
    trouble = trouble_band(view, is_away=is_away)
    due = replace(due_band(view), first=moving(view) or _white_card(situation, view))
    made = pad_of(situation, view)
    if made is None:
        button = primary_button(situation, view, is_away=is_away)
    elif made[1] is None:
        button = Button(PRIMARY, "", is_open=False, is_quiet=True)
    else:
        button = settled(situation, made[1], is_away=is_away)
    return Table(
        band=trouble or due,
        shoe=shoe_shown(view),
        reader=replace(READERS[view.reader.state], text=text(f"reader.{view.reader.state}")),
        dealer=dealer_shown(view),
        burned=burned_shown(view),
        beside=_beside(situation, view, due if trouble is not None else None),
        boxes=tuple(box_shown(box, view, is_away=is_away) for box in view.boxes),
        row=row(situation, view, is_away=is_away),
        primary=button,
        pad=None if made is None else _closed(made[0]) if is_away else made[0],
        veiled=is_away,
    )


def _closed(pad: Pad) -> Pad:
    """``pad`` while nobody answers: nothing of it can be touched."""
    rows = tuple(tuple(replace(key, is_open=False) for key in row) for row in pad.rows)
    return replace(pad, sentences=tuple(replace(key, is_open=False) for key in pad.sentences), rows=rows)


def _white_card(situation: Situation, view: PublicView) -> Notice | None:
    """The white card, until the next thing is due."""
    if situation.white_at != view.due_seq:
        return None
    return Notice(Tone.LAST, "alarm", text("white_card"))


def _beside(situation: Situation, view: PublicView, then: Band | None) -> Notice | Naming | None:
    """What became of a press, else that the disk takes its time, else what is due beneath a trouble, else what the
    instruction needs said besides, else what stands.
    """
    if situation.told is not None:
        return Notice(Tone.TROUBLE, "cross", situation.told.text)
    if situation.is_saving:
        return Notice(Tone.LAST, "alarm", text("saving"))
    if then is not None:
        return then.first or Notice(Tone.MOVE, "asked", text("then", title=then.title))
    return _besides(view) or _standing(view)


def _standing(view: PublicView) -> Notice | None:
    """How the reader is, else a card that is held, else that the shoe will be too short, else the newest alert, else
    how the machine is.
    """
    shoe = view.shoe
    if view.reader.state in TOLD_OF_READER and view.reader.text:
        return Notice(Tone.LAST, READERS[view.reader.state].sign, sentence(linked(view.reader)))
    if shoe.held:
        return Notice(Tone.LAST, "card", text("held", held=shoe.held))
    if shoe.is_short and view.result is not None:
        forecast = text("forecast", boxes=shoe.boxes, need=shoe.need or 0, left=shoe.left or 0)
        return Notice(Tone.LAST, "shuffle", forecast)
    newest = _newest(view)
    if newest is None and view.conditions:
        more = text("more_alerts", more=len(view.conditions) - 1) if len(view.conditions) > 1 else ""
        return Notice(Tone.LAST, "alarm", text(f"condition.{view.conditions[0].code}"), more)
    return newest


def _besides(view: PublicView) -> Notice | Naming | None:
    """What the instruction needs said besides: the card to name, the calls to judge."""
    match view.due:
        case NameCard(role=role):
            hand = hand_of(view, role)
            return Naming(hand.cards, hand.naming) if hand is not None and hand.naming is not None else None
        case Reconcile():
            return called_since(view, view.due)
        case _:
            return None


def _newest(view: PublicView) -> Notice | None:
    alerts = [alert for alert in view.alerts if alert.code not in WHITE_CARD]
    if not alerts:
        return None
    cited = text("cited", sentence=alerted(alerts[-1]), article=text("article", article=alerts[-1].article))
    more = text("more_alerts", more=len(alerts) - 1) if len(alerts) > 1 else ""
    return Notice(Tone.LAST, "alarm", sentence(cited), more)
