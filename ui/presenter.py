"""A situation as what is shown. The screen computes nothing of the game: cards, totals and amounts are the view's."""

from typing import Final

from engine.instructions import Due, NameCard, Shuffle, TurnHidden
from engine.roles import BURN
from engine.view import PublicView, ShoeView
from ui.actions import cancel_button, keypad, primary_button, shuffle_button
from ui.band import due_band, trouble_band
from ui.boxes import box_shown
from ui.places import DEALERS, target
from ui.shown import Burned, Dealer, Notice, Page, Reader, Shoe, Shown, Table
from ui.situation import Situation
from ui.texts import sentence, text
from ui.theme import Tone

WHITE_CARD_BEHIND: Final = (20, 30)
"""Cards that should lie behind the white card (article 2(1))."""
TOLD_BY_BANNER: Final = frozenset({"white_card", "white_card_first"})
"""Alerts that the shoe's banner already tells."""

READERS: Final = {
    "connecting": Reader(Tone.LAST, "waiting", text("reader.connecting")),
    "up": Reader(Tone.PAY, "check", text("reader.up")),
    "lost": Reader(Tone.TROUBLE, "cross", text("reader.lost")),
    "missing": Reader(Tone.TROUBLE, "alarm", text("reader.missing")),
}
"""The link's states."""


def shown(situation: Situation, socket: str = "") -> Shown:
    """What the screen shows of ``situation``; ``socket`` is named while nobody has answered there yet."""
    if situation.is_connected and situation.fault is not None:
        said = text("fault.text", sentence=sentence(situation.fault))
        return Page(Tone.TROUBLE, "alarm", text("fault"), said, text("fault.foot"))
    if situation.view is None:
        foot = text("waiting.foot", socket=socket)
        return Page(Tone.MOVE, "waiting", text("waiting"), text("waiting.text"), foot)
    return _table(situation, situation.view)


def settings_page(errors: str) -> Page:
    """The page that says why no table can be opened."""
    return Page(Tone.TROUBLE, "alarm", text("settings"), text("settings.text", sentence=errors), text("settings.foot"))


def _table(situation: Situation, view: PublicView) -> Table:
    is_away = not situation.is_connected
    trouble = trouble_band(view, is_away=is_away)
    due = due_band(view)
    to = target(view.due)
    return Table(
        band=trouble or due,
        shoe=_shoe(view),
        reader=READERS[view.reader.state],
        dealer=_dealer(view),
        burned=Burned(
            label=text("burned") if view.shoe.burned else "",
            count=view.shoe.burned,
            count_text=text("times", count=view.shoe.burned) if view.shoe.burned else "",
            next_card=to == BURN,
        ),
        notice=_notice(situation, view, text("then", title=due.title) if trouble is not None else ""),
        boxes=tuple(box_shown(box, view) for box in view.boxes),
        cancel=cancel_button(view, is_away=is_away),
        shuffle=shuffle_button(view, is_away=is_away),
        primary=primary_button(situation, view, is_away=is_away),
        keypad=keypad(situation, view, is_away=is_away),
        veiled=is_away,
    )


def _shoe(view: PublicView) -> Shoe:
    shoe = view.shoe
    fewest, most = WHITE_CARD_BEHIND
    return Shoe(
        table=text("table", table=view.table),
        coup=text("coup", coup=view.coup),
        out=shoe.out,
        size=shoe.size,
        zone=(shoe.size - most, shoe.size - fewest),
        count=text("count", out=shoe.out, size=shoe.size),
        zone_label=text("white_card_zone"),
        banner=_banner(shoe, view.due),
    )


def _banner(shoe: ShoeView, due: Due) -> str:
    if shoe.empty:
        return text("banner.empty")
    if isinstance(due, Shuffle):
        return text("banner.shuffle")
    if shoe.last_coup:
        return text("banner.last.white") if shoe.white_card_out else text("banner.last")
    return text("banner.white") if shoe.white_card_out else ""


def _dealer(view: PublicView) -> Dealer:
    dealer = view.dealer
    total = "" if dealer.total is None or not dealer.cards else str(dealer.total)
    return Dealer(
        label=text("dealer"),
        cards=dealer.cards,
        total=text("soft", total=total) if dealer.soft and total else total,
        next_card=target(view.due) in DEALERS and not isinstance(view.due, TurnHidden | NameCard),
        turn=isinstance(view.due, TurnHidden),
    )


def _notice(situation: Situation, view: PublicView, then: str) -> Notice | None:
    """What became of a press, else what is due beneath a trouble, else the newest alert."""
    if situation.told is not None:
        return Notice(Tone.TROUBLE, "cross", situation.told.text)
    if then:
        return Notice(Tone.MOVE, "asked", then)
    if view.reader.state == "connecting" and view.reader.text:
        return Notice(Tone.LAST, "waiting", sentence(view.reader.text))
    alerts = [alert for alert in view.alerts if alert.code not in TOLD_BY_BANNER]
    if not alerts:
        return None
    cited = text("cited", sentence=alerts[-1].text, article=text("article", article=alerts[-1].article))
    more = len(alerts) - 1
    said = text("more_alerts", sentence=cited, more=more) if more else cited
    return Notice(Tone.LAST, "alarm", sentence(said))
