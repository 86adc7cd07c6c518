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
from ui.supervisor.pages import Alert, Alerts, Coups, Replay
from ui.supervisor.parts import back_to, cited, day_and_time, sheet, tabs, told_or
from ui.texts import sentence, text
from ui.theme import Tone


def alerts(situation: Situation, view: PublicView, page: Alerts) -> Sheet:
    """The newest first."""
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
    rows = tuple(_row(alert, page) for alert in told.alerts)
    return sheet(situation, view, title, (*rows, Keys((newer, older))), tabs("alerts", told.count))


def _row(alert: StandingAlert, page: Alerts) -> Row:
    return Row(
        Button(f"alert:{alert.record}", "", opens=Alert(alert, page)),
        title=_title(alert),
        text=sentence(alerted(alert.alert)),
    )


def _title(alert: StandingAlert) -> str:
    at = day_and_time(alert.at)
    return text("sup.alert.open", time=at) if alert.number is None else text("sup.alert", time=at, coup=alert.number)


def one(situation: Situation, view: PublicView, page: Alert) -> Sheet:
    """An alert: the coup that it was told in, and that it was read."""
    alert, words = page.standing, sentence(alerted(page.standing.alert))
    read = Button("read", text("sup.acknowledge"), Tone.PAY, AlertAcknowledged(seq=alert.record), sign="check")
    shows = Button(
        "coup",
        text("sup.show_coup"),
        Tone.ASK,
        opens=Replay(alert.coup, back=Coups()),
        is_open=alert.number is not None,
        sign="turn",
    )
    blocks = (
        Words(words, Tone.LAST, "alarm"),
        Words(cited(alert.alert.article)),
        Keys((shows, vouched(view, replace(read, opens=page.back), "people.acknowledge", about=words))),
    )
    return sheet(situation, view, _title(alert).replace("\n", "  "), blocks, back_to(page.back))
