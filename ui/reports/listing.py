"""Coups as rows: with what was wagered on how many boxes, and what the bank won."""

from typing import Final

from engine.journal.found import FoundCoup
from ui.happened import Money, kind_of
from ui.reports.paper import ALERT, BOLD, SMALL, Cell, Column, Paper, Sentences
from ui.reports.times import clock_of, day_of
from ui.texts import text

MOST: Final = 2000
"""Coups that a report lists, the newest: some forty sheets."""


def coups(paper: Paper, found: tuple[FoundCoup, ...], said: Money) -> None:
    """A row for each coup, with a heading; of more than :data:`MOST` the newest, and a line that says so."""
    paper.heading(text("report.heading.coups"))
    left_out = len(found) - MOST
    if left_out > 0:
        paper.paragraph(text("report.coups.more", count=left_out), SMALL)
        paper.skip(1.5)
    columns = (
        Column(text("report.column.coup"), 0.08, "left", BOLD),
        Column(text("report.fact.shoe"), 0.06, "right"),
        Column(text("report.fact.ended"), 0.18),
        Column(text("report.column.dealer"), 0.09),
        Column(text("report.fact.boxes"), 0.1, "right"),
        Column(text("report.fact.handle"), 0.1, "right"),
        Column(text("report.fact.paid"), 0.1, "right"),
        Column(text("report.column.bank"), 0.1, "right", BOLD),
        Column(text("report.column.alert"), 0.19),
    )
    paper.table(columns, [_row(coup, said) for coup in found[-MOST:]])


def _row(coup: FoundCoup, said: Money) -> list[Cell]:
    alerts = dict.fromkeys(kind_of(alert.code, "alert") for alert in coup.alerts)
    return [
        str(coup.number),
        str(coup.shoe),
        f"{day_of(coup.ended_at)} {clock_of(coup.ended_at)}",
        coup.dealer or "",
        str(len({row.box for row in coup.rows})),
        said.plain(0 if coup.cancelled else sum(row.wager for row in coup.rows)),
        said.plain(sum(row.net for row in coup.rows if row.net > 0)),
        text("report.cancelled") if coup.cancelled else said.signed(coup.bank),
        Sentences(tuple((words, ALERT) for words in alerts)),
    ]
