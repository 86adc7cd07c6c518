"""A coup on paper: whose wagers, which cards, what was paid, what went wrong, and every record of it."""

from collections.abc import Iterator
from typing import Final

from engine.answers import SettlementRow
from engine.cards import Card
from engine.hand import points
from engine.instructions import Due
from engine.journal.found import FoundAlert
from engine.looking import Step
from engine.view import FACE_DOWN, UNREAD
from ui.band import due_band
from ui.happened import Money, followed, happened, is_correction, listed, numbered, people_of, told
from ui.reports.lettering import Style
from ui.reports.paper import ALERT, BODY, BOLD, QUIET, Cards, Cell, Column, Paper, Sentences
from ui.reports.report import CoupReport
from ui.reports.times import clock_of, day_of
from ui.sayings import alerted
from ui.texts import sentence, text

OPEN: Final = (FACE_DOWN, UNREAD)
"""Cards without a face."""
NOTE: Final = Style(7.5, QUIET)
"""Who vouches, under what happened."""


def coup_pages(paper: Paper, report: CoupReport) -> None:
    """Write ``report`` from the cursor on."""
    said = Money(is_told=report.cover.is_told)
    paper.facts(_facts(report, said))
    paper.heading(text("report.heading.settlement"))
    _settlement(paper, report, said)
    paper.heading(text("report.heading.alerts"))
    _alerts(paper, report)
    paper.heading(text("report.heading.corrections"))
    _corrections(paper, report, said)
    paper.heading(text("report.heading.notes"))
    _notes(paper, report, said)
    paper.heading(text("report.heading.steps"))
    _steps(paper, report, said)


def _facts(report: CoupReport, said: Money) -> list[tuple[str, str]]:
    coup = report.coup
    wagered = sum(row.wager for row in coup.rows)
    paid = sum(row.net for row in coup.rows if row.net > 0)
    facts = [
        ("began", f"{day_of(coup.began_at)} {clock_of(coup.began_at)}"),
        ("ended", f"{day_of(coup.ended_at)} {clock_of(coup.ended_at)}"),
        ("shoe", str(coup.shoe) + (f" ({text('report.last_of_shoe')})" if coup.last_of_shoe else "")),
        ("dealer", coup.dealer or text("report.nobody")),
        ("records", text("report.range", first=coup.first, last=coup.last)),
        ("handle", said.plain(wagered)),
        ("paid", said.plain(paid)),
        ("bank", text("report.cancelled") if coup.cancelled else said.signed(coup.bank)),
    ]
    return [(text(f"report.fact.{name}"), value) for name, value in facts]


# Settlement


def _settlement(paper: Paper, report: CoupReport, said: Money) -> None:
    hands = hands_of(report.steps)
    columns = (
        Column(text("report.column.place"), 0.14, style=BOLD),
        Column(text("report.column.player"), 0.14),
        Column(text("report.column.cards"), 0.235),
        Column(text("report.column.points"), 0.07, "right"),
        Column(text("report.column.wager"), 0.1, "right"),
        Column(text("report.column.outcome"), 0.13),
        Column(text("report.column.net"), 0.11, "right", BOLD),
        Column(text("report.column.article"), 0.075),
    )
    dealers = hands.pop(None, ())
    rows: list[list[Cell]] = [[text("dealer"), "", Cards(dealers), _points(dealers), "", "", "", ""]]
    for row in report.coup.rows:
        cards = hands.pop((row.box, row.hand), ()) if row.kind == "main" else ()
        rows.append(_settled(row, cards, said))
    for at, cards in hands.items():
        if at is not None and cards:  # cards that no wager is left on
            rows.append([numbered(*at), "", Cards(cards), _points(cards), "", "", "", ""])
    paper.table(columns, rows)


def _settled(row: SettlementRow, cards: tuple[str, ...], said: Money) -> list[Cell]:
    place = numbered(row.box, row.hand)
    return [
        place if row.kind == "main" else text("report.insurance", place=place),
        row.player,
        Cards(cards),
        _points(cards),
        said.plain(row.wager),
        text(f"outcome.{row.outcome}"),
        said.signed(row.net),
        str(row.article),
    ]


def hands_of(steps: tuple[Step, ...]) -> dict[tuple[int, int] | None, tuple[str, ...]]:
    """Each hand's cards as they lay at last, by box and hand (``None``: the dealer's), those open that are told."""
    last = next((step for step in reversed(steps) if _has_cards(step)), None)
    if last is None:
        return {}
    known = {(card.box, card.hand, card.place): card.face for card in last.open}
    found: dict[tuple[int, int] | None, tuple[str, ...]] = {
        None: tuple(known.get((None, 1, at), face) for at, face in enumerate(last.view.dealer.cards))
    }
    for box in last.view.boxes:
        for number, hand in enumerate(box.hands, 1):
            cards = (known.get((box.box, number, at), face) for at, face in enumerate(hand.cards))
            found[box.box, number] = tuple(cards)
    return found


def _has_cards(step: Step) -> bool:
    view = step.view
    return bool(view.dealer.cards) or any(hand.cards for box in view.boxes for hand in box.hands)


def _points(faces: tuple[str, ...]) -> str:
    if not faces or any(face in OPEN for face in faces):
        return ""
    return str(points(map(Card.parse, faces)).total)


# What went wrong


def _alerts(paper: Paper, report: CoupReport) -> None:
    times = {step.seq: step.time for step in report.steps}
    rows: list[list[Cell]] = []
    for alert in report.coup.alerts:
        at, words = clock_of(times.get(alert.record, "")), sentence(alerted(alert.alert))
        rows.append([str(alert.record), at, words, str(alert.article), _reader(alert)])
    columns = (
        Column(text("report.column.record"), 0.1),
        Column(text("report.column.time"), 0.12),
        Column(text("report.column.alert"), 0.5, style=ALERT),
        Column(text("report.column.article"), 0.08),
        Column(text("report.column.acknowledged"), 0.2),
    )
    paper.table(columns, rows)


def _reader(alert: FoundAlert) -> str:
    if alert.acknowledged_at is None:
        return text("report.standing")
    return f"{alert.acknowledged_by or text('report.nobody')} {clock_of(alert.acknowledged_at)}"


def _corrections(paper: Paper, report: CoupReport, said: Money) -> None:
    found = [
        (step.seq, step.time, happened(step, said), listed(report.people.get(step.seq, ())))
        for step in report.steps
        if is_correction(step)
    ]
    found += [(one.record, one.at, told(one.event, said), listed(people_of(one.event))) for one in report.later]
    _vouched(paper, [[str(seq), clock_of(at), words, people] for seq, at, words, people in found])


def _notes(paper: Paper, report: CoupReport, said: Money) -> None:
    rows: list[list[Cell]] = []
    for one in report.notes:
        place = "" if one.event.hold is not None or one.event.box is None else f"{numbered(one.event.box)}: "
        people = listed(people_of(one.event))
        rows.append([str(one.record), clock_of(one.at), place + told(one.event, said), people])
    _vouched(paper, rows)


def _vouched(paper: Paper, rows: list[list[Cell]]) -> None:
    """What somebody said, and who."""
    columns = (
        Column(text("report.column.record"), 0.1),
        Column(text("report.column.time"), 0.12),
        Column(text("report.column.what"), 0.53),
        Column(text("report.column.people"), 0.25, style=BOLD),
    )
    paper.table(columns, rows)


# Step by step


def _steps(paper: Paper, report: CoupReport, said: Money) -> None:
    columns = (
        Column(text("report.column.record"), 0.09),
        Column(text("report.column.time"), 0.105),
        Column(text("report.column.what"), 0.245),
        Column(text("report.column.card"), 0.06),
        Column(text("report.column.law"), 0.28),
        Column(text("report.column.due"), 0.22),
    )
    paper.table(columns, list(_rows(report, said)))


def _rows(report: CoupReport, said: Money) -> Iterator[list[Cell]]:
    before, due_before = "", None
    for step in report.steps:
        due = _due(step)
        yield [
            str(step.seq),
            clock_of(step.time),
            _happened(report, step, said, due_before),
            Cards(tuple(step.face.split()) if step.face is not None else ()),
            Sentences(tuple((words, ALERT if is_alert else BODY) for words, is_alert in followed(step, said))),
            due if due != before else "",
        ]
        before, due_before = due, step.view.due


def _happened(report: CoupReport, step: Step, said: Money, before: Due | None) -> Sentences:
    people = listed(report.people.get(step.seq, ()))
    told_by = ((people, NOTE),) if people else ()
    return Sentences(((happened(step, said, before), BODY), *told_by))


def _due(step: Step) -> str:
    band = due_band(step.view)
    article = band.article.replace(" ", "\u00a0")
    return f"{band.title} ({article})" if article else band.title
