"""What the supervisor's sheets have in common: the frame, the row of keys, times and amounts in words."""

from datetime import datetime
from typing import Final

from engine.looking import Unfound
from engine.view import PublicView
from ui.band import due_band, trouble_band
from ui.pads.keys import primary
from ui.shown import Block, Button, Line, Notice, Sheet, Words
from ui.situation import Situation
from ui.supervisor.pages import Alerts, Coups, Figures, Log, Machine, Page
from ui.texts import money, number, text
from ui.theme import Tone

TABS: Final[dict[str, Page]] = {
    "coups": Coups(),
    "alerts": Alerts(),
    "figures": Figures(),
    "log": Log(),
    "machine": Machine(),
}
"""The pages that every sheet leads to."""
UNFOUND: Final = {
    "no_coup": "sup.no_coup",
    "not_told": "sup.not_told",
    "no_shoe": "sup.no_shoe",
    "no_stick": "sup.no_stick",
    "stick_full": "sup.stick_full",
    "no_log": "sup.no_log",
    "busy": "sup.busy",
    "trouble": "sup.trouble_found",
}
"""Why something cannot be told."""
SUM_DIGITS: Final = 16
"""Digits of a hash that are read by eye."""


def to_table() -> Button:
    """Back to the dealer's screen."""
    button = primary(text("sup.table"), Tone.CALM)
    return Button(button.key, button.text, button.tone, closes=True, is_primary=True)


def tabs(at: str, alerts: int = 0) -> tuple[Button, ...]:
    """The keys to the other pages; the one of this page is picked. ``alerts``: how many stand."""
    names = {name: text(f"sup.tab.{name}") for name in TABS}
    if alerts:
        names["alerts"] = text("sup.tab.alerts.count", count=number(alerts))
    return tuple(
        Button(f"tab:{name}", names[name], Tone.ASK, opens=page, is_picked=name == at) for name, page in TABS.items()
    )


def back_to(page: Page) -> tuple[Button, ...]:
    """The one key of a page that is reached from another."""
    return (Button("back", text("sup.back"), opens=page, sign="back"),)


def sheet(
    situation: Situation,
    view: PublicView,
    title: str,
    blocks: tuple[Block, ...],
    row: tuple[Button, ...],
    *,
    main: Button | None = None,
    time: str = "",
) -> Sheet:
    """A sheet with what is due at the table in its head."""
    return Sheet(
        title=title,
        notice=_notice(situation, view),
        blocks=blocks,
        row=row,
        primary=main or to_table(),
        time=text("sup.separator").join(part for part in (view.supervisor or "", time) if part),
        veiled=not situation.is_connected,
    )


def _notice(situation: Situation, view: PublicView) -> Notice:
    if situation.told is not None:
        return Notice(Tone.TROUBLE, "cross", situation.told.text)
    band = trouble_band(view, is_away=not situation.is_connected) or due_band(view)
    return Notice(band.tone, band.sign, text("sup.due", title=band.title))


def told_or(situation: Situation, empty: str = "sup.asking") -> tuple[Block, ...]:
    """Why there is nothing to show: it is being looked for, or cannot be told."""
    found = situation.inquiry.found if situation.inquiry is not None else None
    if isinstance(found, Unfound):
        return (Words(text(UNFOUND[found.code]), Tone.TROUBLE, "alarm"), Words(found.text))
    return (Words(text(empty)),)


def clock(at: str) -> str:
    """The time of day on this machine's clock."""
    return _local(at).strftime("%H:%M") if at else ""


def day_and_time(at: str) -> str:
    """Day, month and time of day."""
    return _local(at).strftime("%d.%m. %H:%M") if at else ""


def to_the_second(at: str) -> str:
    """The time of day with seconds."""
    return _local(at).strftime("%H:%M:%S") if at else ""


def _local(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()


def signed(avos: int) -> str:
    """An amount with its sign."""
    if not avos:
        return text("sup.zero")
    return text("sup.gain" if avos > 0 else "sup.loss", amount=money(avos))


def tone_of(avos: int) -> Tone:
    """The colour of an amount that somebody gets or gives, of which the sign tells the same."""
    return Tone.CALM if not avos else Tone.PAY if avos > 0 else Tone.TAKE


def cited(article: str) -> str:
    """An article's sentence with its number."""
    return text("cited", sentence=text(f"article.{article}").rstrip("."), article=text("article", article=article))


def lines_of(values: dict[str, str]) -> tuple[Line, ...]:
    """Names and values as they are."""
    return tuple(Line(name, value) for name, value in values.items())
