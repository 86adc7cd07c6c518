"""A shoe on paper: was every card there, how often was each seen, who signed that, and which coups it was dealt for."""

from typing import Final

from engine.cards import Rank, Suit
from engine.log.passport import is_missing_known
from engine.looking import Passport
from ui.happened import Money, counted
from ui.reports.lettering import Style
from ui.reports.listing import coups
from ui.reports.paper import (
    ACROSS,
    ALERT,
    BODY,
    BOLD,
    CARD_HEIGHT,
    CARD_STEP,
    CARD_WIDTH,
    LEFT,
    LOSS,
    RIGHT,
    SMALL,
    TYPED,
    Paper,
)
from ui.reports.report import ShoeReport
from ui.reports.times import clock_of, day_of
from ui.texts import text
from ui.theme import CARD_BLACK, CARD_RED

NAMES: Final = 14.0
"""Left of the counts, for the suits."""
ROW: Final = 6.4


def shoe_pages(paper: Paper, report: ShoeReport) -> None:
    """Write ``report`` from the cursor on."""
    said = Money(is_told=report.cover.is_told)
    passport = report.passport
    paper.facts(_facts(report, said))
    paper.heading(text("report.heading.count"))
    paper.facts(_counts(passport))
    paper.paragraph(text("report.shoe.whole" if is_missing_known(passport) else "report.shoe.part"), SMALL)
    paper.skip(2.0)
    _faces(paper, "report.shoe.missing", passport.missing)
    _faces(paper, "report.shoe.doubled", passport.doubled)
    paper.heading(text("report.heading.seen"), ROW * 5)
    _seen(paper, passport)
    paper.heading(text("report.heading.signature"))
    _signature(paper, passport)
    coups(paper, report.coups, said)


def _facts(report: ShoeReport, said: Money) -> list[tuple[str, str]]:
    passport, rows = report.passport, [row for coup in report.coups if not coup.cancelled for row in coup.rows]
    facts = [
        ("began", f"{day_of(passport.began_at)} {clock_of(passport.began_at)}"),
        ("ended", f"{day_of(passport.ended_at)} {clock_of(passport.ended_at)}"),
        ("records", text("report.range", first=passport.first, last=passport.last)),
        ("coups", str(len(report.coups))),
        ("handle", said.plain(sum(row.wager for row in rows))),
        ("paid", said.plain(sum(row.net for row in rows if row.net > 0))),
        ("bank", said.signed(sum(coup.bank for coup in report.coups))),
    ]
    return [(text(f"report.fact.{name}"), value) for name, value in facts]


def _counts(passport: Passport) -> list[tuple[str, str]]:
    packs = f"{passport.size} ({passport.packs} \u00d7 52)" if passport.packs else str(passport.size)
    counts = [
        ("packs", packs),
        ("dealt", counted(passport.dealt)),
        ("burned", counted(passport.burned)),
        ("void", counted(passport.void)),
        ("behind", counted(passport.behind)),
        ("unread", counted(passport.unread)),
        ("foreign", counted(passport.foreign)),
    ]
    return [(text(f"report.shoe.{name}"), count) for name, count in counts]


def _faces(paper: Paper, code: str, times: dict[str, int]) -> None:
    """Cards and how many of each; nothing where there are none."""
    if not times:
        return
    step = CARD_STEP + 8.0
    a_row = int((ACROSS - 40.0) / step)
    faces = sorted(times)
    for start in range(0, len(faces), a_row):
        paper.room(CARD_HEIGHT + 2.0)
        if start == 0:
            paper.write(LEFT, paper.y + 3.6, text(code), ALERT)
        for at, face in enumerate(faces[start : start + a_row]):
            x = LEFT + 40.0 + at * step
            paper.card(x, paper.y, face)
            paper.write(x + CARD_WIDTH + 0.8, paper.y + 3.6, text("times", count=times[face]), BOLD)
        paper.skip(CARD_HEIGHT + 1.6)


def _seen(paper: Paper, passport: Passport) -> None:
    """A row for each suit, a column for each rank; what is more often than there are packs stands out."""
    step = (RIGHT - LEFT - NAMES) / len(Rank)
    for at, rank in enumerate(Rank):
        paper.write(LEFT + NAMES + step * (at + 0.5) + 1.0, paper.y + 3.4, text(f"key.{rank}"), BOLD, "right")
    paper.skip(5.0)
    paper.rule(paper.y)
    for suit in Suit:
        paper.sign(suit, LEFT + 1.0, paper.y + 1.6, 3.4, CARD_RED if suit in ("H", "D") else CARD_BLACK)
        for at, rank in enumerate(Rank):
            count = passport.seen.get(f"{rank}{suit}", 0)
            style = BODY if count <= passport.packs else Style(BODY.size, LOSS, is_bold=True)
            paper.write(LEFT + NAMES + step * (at + 0.5) + 1.0, paper.y + 4.4, str(count), style, "right")
        paper.skip(ROW)
        paper.rule(paper.y)


def _signature(paper: Paper, passport: Passport) -> None:
    if not passport.signature:
        paper.paragraph(text("report.shoe.unsigned"), SMALL)
        return
    for name, value in (("heading.signature", passport.signature), ("shoe.signer", passport.signer)):
        paper.paragraph(text(f"report.{name}"), SMALL)
        paper.paragraph(value, TYPED)
        paper.skip(1.2)
