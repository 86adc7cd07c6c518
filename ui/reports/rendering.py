"""A report as PDF: the pages of its kind, what stands on every page, and at its end how it is checked."""

from collections.abc import Callable
from typing import Final, assert_never

from ui.digest import groups, qr, words
from ui.reports.checking import BACKUP, CHAIN, VERIFY, record_of
from ui.reports.coup_pages import coup_pages
from ui.reports.language import said_in
from ui.reports.lettering import Style
from ui.reports.paper import (
    ACCENT,
    BODY,
    BOLD,
    HASH,
    HEIGHT,
    INK,
    LEFT,
    RIGHT,
    SMALL,
    TINT,
    TITLE,
    TYPED,
    Paper,
)
from ui.reports.report import CoupReport, Cover, Report, ShoeReport, SpanReport
from ui.reports.shoe_pages import shoe_pages
from ui.reports.span_pages import span_pages
from ui.reports.times import clock_of, day_of, minute_of, moment
from ui.texts import text

SQUARE: Final = 34.0
"""The QR code with its quiet zone, millimetres."""
QUIET_ZONE: Final = 4
"""Modules left white around it (ISO/IEC 18004)."""
HEADER: Final = Style(8.5, INK, is_bold=True)


def pdf(report: Report, language: str) -> bytes:
    """``report`` on sheets of A4 in ``language``: the same bytes for the same report.

    Raises:
        KeyError: no such language.
        NotBuiltError: its texts and fonts have not been built.
    """
    with said_in(language):
        pages = _written(report, language, 0).pages
        return _written(report, language, pages).file()


def _written(report: Report, language: str, pages: int) -> Paper:
    """All sheets; ``pages`` stands on each as their number."""
    cover, kind, title = report.cover, _kind(report), _title(report)
    paper = Paper(language, f"{cover.table} {title}", moment(cover.at), _furnishing(cover, kind, title, pages))
    paper.write(LEFT, paper.y + 7.5, title, TITLE)
    paper.skip(11.0)
    paper.write(LEFT, paper.y + 2.6, f"{text('report.table', table=cover.table)}  \u00b7  {kind}", BODY)
    paper.skip(8.0)
    _pages(paper, report)
    proof_pages(paper, cover)
    return paper


def _pages(paper: Paper, report: Report) -> None:
    match report:
        case CoupReport():
            coup_pages(paper, report)
        case ShoeReport():
            shoe_pages(paper, report)
        case SpanReport():
            span_pages(paper, report)
        case _:
            assert_never(report)


def _kind(report: Report) -> str:
    match report:
        case CoupReport():
            return text("report.kind.coup")
        case ShoeReport():
            return text("report.kind.shoe")
        case SpanReport():
            return text("report.kind.span")


def _title(report: Report) -> str:
    match report:
        case CoupReport(coup=coup):
            return text("report.title.coup", coup=coup.number)
        case ShoeReport(passport=passport):
            return text("report.title.shoe", shoe=passport.shoe)
        case SpanReport(figures=figures):
            return text("report.title.span", since=minute_of(figures.since), until=minute_of(figures.until))


def _furnishing(cover: Cover, kind: str, title: str, pages: int) -> Callable[[Paper, int], None]:
    """Head and foot of a page, given its number."""
    made = text("report.made", at=f"{day_of(cover.at)} {clock_of(cover.at)}", version=cover.version)

    def furnish(paper: Paper, page: int) -> None:
        paper.block(LEFT, 12.4, 1.2, 4.4, ACCENT)
        paper.write(LEFT + 3.0, 15.8, text("report.table", table=cover.table), HEADER)
        paper.write(RIGHT, 15.8, f"{kind}  \u00b7  {title}", SMALL, "right")
        paper.rule(19.4)
        paper.rule(HEIGHT - 16.0)
        paper.write(LEFT, HEIGHT - 11.6, f"{made}  \u00b7  {text('report.utc')}", SMALL)
        paper.write(RIGHT, HEIGHT - 11.6, text("report.page", page=page, pages=pages), SMALL, "right")

    return furnish


# How it is checked


def proof_pages(paper: Paper, cover: Cover) -> None:
    """The chain's head as digits, words and a square, and the commands that compare it, on a sheet of their own."""
    paper.turn()
    paper.heading(text("report.heading.check"))
    paper.paragraph(text("report.check.why"))
    paper.skip(4.0)
    _head(paper, cover)
    steps: tuple[tuple[str, str], ...] = (
        ("backup", BACKUP),
        ("record", record_of(cover)),
        ("verify", VERIFY),
        ("chain", CHAIN),
        ("checkpoints", ""),
    )
    for code, command in steps:
        paper.skip(2.4)
        paper.paragraph(text(f"report.check.{code}"))
        _typed(paper, command)


def _head(paper: Paper, cover: Cover) -> None:
    top = paper.y
    _square(paper, RIGHT - SQUARE, top, cover.line)
    left = RIGHT - SQUARE - LEFT - 4.0
    paper.paragraph(text("report.check.head", seq=cover.seq), BOLD, left)
    paper.skip(1.0)
    parts = groups(cover.hash)
    for start in range(0, len(parts), 4):
        paper.paragraph(" ".join(parts[start : start + 4]), HASH, left)
    paper.skip(2.0)
    paper.paragraph(text("report.check.words"), SMALL, left)
    paper.skip(0.6)
    said = words(cover.hash)
    rows, step = 4, left / 6
    for at, word in enumerate(said):
        column, row = divmod(at, rows)
        x, y = LEFT + column * step, paper.y + (row + 0.76) * BODY.leading
        paper.write(x + 3.6, y, str(at + 1), SMALL, "right")
        paper.write(x + 4.6, y, word, BODY)
    paper.skip(rows * BODY.leading + 1.5)
    paper.paragraph(text("report.check.qr"), SMALL, left)
    paper.y = max(paper.y, top + SQUARE) + 2.0


def _square(paper: Paper, x: float, y: float, line: str) -> None:
    """A QR code; the dark modules of a row that touch are drawn as one."""
    modules = qr(line)
    size = SQUARE / (len(modules) + 2 * QUIET_ZONE)
    for row, line_of in enumerate(modules):
        start = None
        for at, dark in enumerate((*line_of, False)):
            if dark and start is None:
                start = at
            elif not dark and start is not None:
                at_x, at_y = x + (start + QUIET_ZONE) * size, y + (row + QUIET_ZONE) * size
                paper.block(at_x, at_y, (at - start) * size, size, "#000000")
                start = None


def _typed(paper: Paper, command: str) -> None:
    if not command:
        return
    lines = paper.lines(command, TYPED, RIGHT - LEFT - 4.0)
    height = len(lines) * TYPED.leading + 2.4
    paper.room(height)
    paper.block(LEFT, paper.y + 0.8, RIGHT - LEFT, height, TINT)
    y = paper.y + 2.0
    for line in lines:
        paper.write(LEFT + 2.0, y + TYPED.leading * 0.76, line, TYPED)
        y += TYPED.leading
    paper.skip(height + 1.0)
