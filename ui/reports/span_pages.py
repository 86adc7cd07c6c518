"""A span of time on paper: how the table did, how quickly, what went wrong how often, and which coups were played."""

from typing import Final

from engine.looking import Figures, Trouble
from ui.happened import Money, kind_of
from ui.reports.bars import Bar, lying, upright
from ui.reports.listing import coups
from ui.reports.paper import BOLD, SMALL, Column, Paper
from ui.reports.report import SpanReport
from ui.reports.times import minute_of
from ui.texts import text

DAY_S: Final = 86_400
"""Bars as long or longer are named by their day."""


def span_pages(paper: Paper, report: SpanReport) -> None:
    """Write ``report`` from the cursor on."""
    figures, said = report.figures, Money(is_told=report.cover.is_told)
    paper.facts(_facts(figures, said))
    if report.cover.is_told and figures.spans:
        paper.heading(text("report.heading.bank"), 40.0)
        upright(
            paper,
            [Bar(_name(span.at, figures), span.bank) for span in figures.spans],
            lambda value: said.signed(round(value)),
        )
        paper.heading(text("report.heading.handle"), 40.0)
        upright(
            paper,
            [Bar(_name(span.at, figures), span.handle) for span in figures.spans],
            lambda value: said.plain(round(value)),
        )
    paper.heading(text("report.heading.pace"))
    _pace(paper, figures)
    paper.heading(text("report.heading.troubles"))
    _troubles(paper, figures.troubles)
    coups(paper, report.coups, said)


def _facts(figures: Figures, said: Money) -> list[tuple[str, str]]:
    spans = figures.spans
    facts = [
        ("began", minute_of(figures.since)),
        ("ended", minute_of(figures.until)),
        ("coups", str(sum(span.coups for span in spans))),
        ("boxes", str(sum(span.boxes for span in spans))),
        ("handle", said.plain(sum(span.handle for span in spans))),
        ("paid", said.plain(sum(span.paid for span in spans))),
        ("bank", said.signed(sum(span.bank for span in spans))),
    ]
    return [(text(f"report.fact.{name}"), value) for name, value in facts]


def _name(at: str, figures: Figures) -> str:
    return at[5:10] if figures.step_s >= DAY_S else at[11:16]


def _pace(paper: Paper, figures: Figures) -> None:
    if not figures.pace:
        paper.paragraph(text("report.nothing"), SMALL)
        return
    lying(
        paper,
        [Bar(f"{pace.boxes} \u00b7 {text('report.fact.coups')} {pace.coups}", pace.an_hour) for pace in figures.pace],
        lambda value: f"{value:.0f}",
    )


def _troubles(paper: Paper, troubles: tuple[Trouble, ...]) -> None:
    columns = (
        Column(text("report.column.count"), 0.12, "left", BOLD),
        Column(text("report.column.kind"), 0.18),
        Column(text("report.column.what"), 0.5),
        Column(text("report.column.dealer"), 0.2),
    )
    rows = [
        [
            str(one.count),
            text(f"report.trouble.{one.kind}"),
            kind_of(one.code, one.kind),
            one.dealer or text("report.nobody"),
        ]
        for one in troubles
    ]
    paper.table(columns, rows)
