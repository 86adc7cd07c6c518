"""How the table did: money, pace, and what went wrong how often."""

from collections import Counter
from dataclasses import replace
from typing import Final

from engine.looking import Figures as Told
from engine.looking import Span, Trouble
from engine.view import PublicView
from ui.happened import kind_of
from ui.shown import Bar, Block, Button, Chart, Keys, Line, Lines, Sheet, Words
from ui.situation import Situation
from ui.supervisor.pages import HOURS, Figures
from ui.supervisor.parts import clock, day_and_time, sheet, signed, tabs, told_or, tone_of
from ui.texts import money, number, text
from ui.theme import Tone

DAY_H: Final = 24
TROUBLES: Final = 12
"""So many lines have room, besides those of the dealers."""
DEALERS: Final = 4
"""So many dealers have lines of their own."""


def figures(situation: Situation, view: PublicView, page: Figures) -> Sheet:
    """A shift, a day or a week, and the times before."""
    told = situation.inquiry.told if situation.inquiry is not None else None
    keys = Keys((*_whats(page), *_times(page)))
    if not isinstance(told, Told):
        return sheet(situation, view, text("sup.tab.figures"), (keys, *told_or(situation)), tabs("figures"))
    title = text("sup.figures", since=day_and_time(told.since), until=day_and_time(told.until))
    blocks: dict[str, tuple[Block, ...]] = {
        "money": _money(told),
        "pace": _pace(told),
        "troubles": _troubles(told),
    }
    return sheet(situation, view, title, (keys, *blocks[page.what]), tabs("figures"))


def _whats(page: Figures) -> tuple[Button, ...]:
    return tuple(
        Button(
            f"what:{what}", text(f"sup.{what}"), Tone.ASK, opens=replace(page, what=what), is_picked=page.what == what
        )
        for what in ("money", "pace", "troubles")
    )


def _times(page: Figures) -> tuple[Button, ...]:
    spans = tuple(
        Button(
            f"hours:{hours}",
            text("sup.hours", number=hours) if hours <= DAY_H else text("sup.days", number=hours // DAY_H),
            Tone.ASK,
            opens=replace(page, hours=hours, back=0),
            is_picked=page.hours == hours,
        )
        for hours in HOURS
    )
    earlier = Button("earlier", text("sup.earlier"), opens=replace(page, back=page.back + 1))
    later = Button("later", text("sup.later"), opens=replace(page, back=page.back - 1), is_open=page.back > 0)
    return (*spans, earlier, later)


def _money(told: Told) -> tuple[Block, ...]:
    spans = told.spans
    bank, handle, paid = (sum(getattr(span, name) for span in spans) for name in ("bank", "handle", "paid"))
    won = tuple(Bar(_label(span, told), span.bank, _short(span.bank), tone_of(span.bank)) for span in spans)
    laid = tuple(Bar(_label(span, told), span.handle, _short(span.handle)) for span in spans)
    return (
        Chart(text("sup.chart.bank", total=signed(bank)), won),
        Chart(text("sup.chart.handle", total=money(handle), paid=money(paid)), laid),
    )


def _pace(told: Told) -> tuple[Block, ...]:
    paces = tuple(Bar(str(pace.boxes), pace.an_hour, str(round(pace.an_hour)), Tone.PAY) for pace in told.pace)
    coups = tuple(Bar(_label(span, told), span.coups, number(span.coups)) for span in told.spans)
    total = sum(span.coups for span in told.spans)
    return Chart(text("sup.chart.pace"), paces), Chart(text("sup.chart.coups", total=number(total)), coups)


def _label(span: Span, told: Told) -> str:
    return day_and_time(span.at)[:6] if told.step_s >= DAY_H * 3600 else clock(span.at)


def _short(avos: int) -> str:
    """An amount over a bar: thousands and millions in few digits."""
    patacas = abs(avos) / 100
    sign = "\u2212" if avos < 0 else ""
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if patacas >= unit:
            digits = 0 if patacas >= 100 * unit else 1
            return f"{sign}{number(patacas / unit, digits)}{name}"
    return sign + money(avos)


def _troubles(told: Told) -> tuple[Block, ...]:
    if not told.troubles:
        return (Words(text("sup.troubles.none"), Tone.PAY, "check"),)
    by_dealer: Counter[str] = Counter()
    for trouble in told.troubles:
        if trouble.kind == "correction":
            by_dealer[trouble.dealer or ""] += trouble.count
    dealers = tuple(
        Line(text("sup.corrections.of", dealer=dealer) if dealer else text("sup.corrections"), number(count))
        for dealer, count in by_dealer.most_common(DEALERS)
    )
    kinds = sorted(told.troubles, key=lambda trouble: trouble.kind == "alert")
    each = tuple(Line(_said(trouble), number(trouble.count)) for trouble in kinds[:TROUBLES])
    return (Lines(dealers), Lines(each)) if dealers else (Lines(each),)


def _said(trouble: Trouble) -> str:
    what = kind_of(trouble.code, trouble.kind)
    return what if trouble.dealer is None else text("sup.trouble.dealer", what=what, dealer=trouble.dealer)
