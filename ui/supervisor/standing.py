"""Alerts that stay until somebody has acknowledged them by name."""

from dataclasses import replace

from engine.events import AlertAcknowledged
from engine.looking import Alerts as Told
from engine.looking import StandingAlert
from engine.view import PublicView
from ui.pads.people import vouched
from ui.sayings import alerted
from ui.shown import Button, Keys, Row, Sheet, Words
from ui.situation import Situation
from ui.supervisor.pages import Alerts
from ui.supervisor.parts import day_and_time, sheet, tabs, told_or
from ui.texts import sentence, text
from ui.theme import Tone


def alerts(situation: Situation, view: PublicView, page: Alerts) -> Sheet:
    """The newest first; a touch says that it was read."""
    told = situation.inquiry.told if situation.inquiry is not None else None
    if not isinstance(told, Told):
        return sheet(situation, view, text("sup.tab.alerts"), told_or(situation), tabs("alerts"))
    title = text("sup.alerts", count=told.count)
    if not told.alerts:
        return sheet(situation, view, title, (Words(text("sup.alerts.none"), Tone.PAY, "check"),), tabs("alerts"))
    newer = Button("newer", text("sup.newer"), opens=Alerts(page.before[:-1]), is_open=bool(page.before))
    older = Button("older", text("sup.older"), is_open=False)
    if told.is_more:
        older = replace(older, is_open=True, opens=Alerts((*page.before, told.alerts[-1].record)))
    rows = tuple(_row(alert, view, page) for alert in told.alerts)
    return sheet(situation, view, title, (*rows, Keys((newer, older))), tabs("alerts"))


def _row(alert: StandingAlert, view: PublicView, page: Alerts) -> Row:
    read = Button(f"alert:{alert.record}", "", press=AlertAcknowledged(seq=alert.record), opens=page)
    at = day_and_time(alert.at)
    title = text("sup.alert.open", time=at) if alert.number is None else text("sup.alert", time=at, coup=alert.number)
    return Row(
        vouched(view, read, "people.acknowledge"),
        title=title,
        text=sentence(alerted(alert.alert)),
        amount=text("sup.acknowledge"),
        tone=Tone.ASK,
    )
