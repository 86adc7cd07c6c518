"""The page that a supervisor has open, as it is shown."""

from typing import assert_never

from engine.view import PublicView
from ui.shown import Sheet, Table
from ui.situation import Situation
from ui.supervisor import coups, disputes, figures, logs, machines, replaying, standing
from ui.supervisor.pages import (
    Alert,
    Alerts,
    Correcting,
    Coups,
    Devices,
    Dispute,
    Figures,
    File,
    Finding,
    Log,
    Machine,
    Page,
    Proof,
    Replay,
    Shoe,
    Touching,
)


def opened_sheet(situation: Situation, view: PublicView, page: Page) -> Sheet | Table:  # noqa: C901, PLR0911, PLR0912 - one line a page
    """``page`` with what the log told; a replay looks as the table did."""
    match page:
        case Coups():
            return coups.coups(situation, view, page)
        case Finding():
            return coups.finding(situation, view, page)
        case Replay():
            return replaying.replay(situation, view, page)
        case Dispute():
            return disputes.dispute(situation, view, page)
        case Correcting():
            return disputes.correcting(situation, view, page)
        case Alerts():
            return standing.alerts(situation, view, page)
        case Alert():
            return standing.one(situation, view, page)
        case Figures():
            return figures.figures(situation, view, page)
        case Log():
            return logs.log(situation, view, page)
        case Proof():
            return logs.proof(situation, view, page)
        case Shoe():
            return logs.shoe(situation, view, page)
        case File():
            return logs.file(situation, view, page)
        case Machine():
            return machines.machine(situation, view, page)
        case Devices():
            return machines.devices(situation, view, page)
        case Touching():
            return machines.touching(situation, view, page)
        case _:
            assert_never(page)
