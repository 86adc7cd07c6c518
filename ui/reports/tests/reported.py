"""Reports for tests: of a table that was kept as a core keeps it, and of made-up figures."""

from pathlib import Path

from engine.cards import Card, Rank, Suit
from engine.events import (
    AlertAcknowledged,
    BettingClosed,
    Call,
    CardNamed,
    CardOut,
    DealerChanged,
    Done,
    PlayerSeated,
    WagerPlaced,
)
from engine.instructions import Ask, Burn, Deal, Draw, NameCard, Settle
from engine.journal.files import FilesReader
from engine.journal.found import Filters, FoundCoup
from engine.journal.search import Index
from engine.log.stepping import stepped
from engine.log.tests.keeping import Kept, cards, shoe
from engine.looking import Figures, Pace, Passport, Span, Step, Trouble
from ui.reports.report import CoupReport, Cover, ShoeReport, SpanReport

HASH = "28fd1711da0ff78fe1c0f9d1ec590e08d3fecee7fdf8a3d2674c7980cded8cf2"
COVER = Cover(table="BJ-01", at="2026-12-01T20:15:00.000Z", version="0.5.0", seq=56, hash=HASH)
NAMES = ("Ana", "陳大文", "สมชาย น้ำใจ")


def played(folder: Path, burned: str = "2C", names: tuple[str, str, str] = NAMES) -> Kept:
    """A table with two coups that are over; in the second a card passed unread and was named by two people."""
    folder.mkdir(exist_ok=True)
    kept = Kept(folder / "journal.db", index=folder / "index.db")
    kept.take(*shoe(), DealerChanged(by="1042"), PlayerSeated(box=3, player=names[1]))
    kept.take(PlayerSeated(box=5, player=names[2]))
    kept.coup(burned=burned)
    for box, player, amount in ((1, names[0], 50_000), (3, names[1], 125_000), (5, names[2], 20_000)):
        kept.take(WagerPlaced(box=box, player=player, amount=amount))
    kept.take(BettingClosed())
    dealt, dealers, extra = cards("9S 5H 9C 2D 6C TS"), cards("6D TC 5C"), [CardOut(card=None)]
    due = kept.memory.felt.due
    while not isinstance(due, Settle):
        match due:
            case Burn():
                kept.take(*cards(burned))
            case Deal(to=to) if to.startswith("box"):
                kept.take(dealt.pop(0))
            case Deal() | Draw():
                kept.take(dealers.pop(0))
            case Ask(box=1) if extra:
                kept.take(extra.pop())
            case Ask(box=box):
                kept.take(Call(box=box, call="stand"))
            case NameCard(n=n):
                unread = kept.taken[-1][0]
                kept.take(CardNamed(n=n, card=Card.parse("8H"), by="1042", second="7"))
                kept.take(AlertAcknowledged(seq=unread, by="7"))
            case _:
                kept.take(Done())
        due = kept.memory.felt.due
    kept.take(Done())
    return kept


def found(kept: Kept) -> tuple[FoundCoup, ...]:
    """Its coups, the oldest first; the table is closed."""
    kept.close()
    with Index.open(kept.path.with_name("index.db")) as index:
        return tuple(index.coups(Filters(), limit=100))[::-1]


def steps_of(kept: Kept, coup: FoundCoup) -> tuple[Step, ...]:
    """The steps of one of them."""
    with FilesReader(kept.path) as log:
        return stepped(log, coup, COVER.table)


def coup_report(folder: Path, burned: str = "2C", names: tuple[str, str, str] = NAMES) -> CoupReport:
    """Of the second coup."""
    kept = played(folder, burned, names)
    coup = found(kept)[-1]
    steps = steps_of(kept, coup)
    named = next(step.seq for step in steps if step.event == "card_named")
    return CoupReport(
        cover=COVER,
        coup=coup,
        steps=steps,
        people={named: ("1042", "7")},
    )


def shoe_report(coups: tuple[FoundCoup, ...]) -> ShoeReport:
    """Of a shoe with a card too often."""
    passport = Passport(
        shoe=4,
        began_at="2026-12-01T12:00:00.000Z",
        ended_at="2026-12-01T13:10:00.000Z",
        packs=6,
        size=312,
        dealt=249,
        burned=30,
        void=2,
        unread=1,
        behind=31,
        is_exhausted=False,
        doubled={"TH": 1},
        seen={f"{rank}{suit}": 4 for rank in Rank for suit in Suit} | {"TH": 7},
        first=1201,
        last=2466,
        head="ab" * 32,
        signature="5e" * 64,
        signer="cd" * 32,
    )
    return ShoeReport(cover=COVER, passport=passport, coups=coups)


def span_report(coups: tuple[FoundCoup, ...], banks: tuple[int, ...] = (400_000, -250_000, 0, 100_000)) -> SpanReport:
    """Of as many hours as ``banks``, in avos."""
    figures = Figures(
        since="2026-12-01T12:00:00.000Z",
        until=f"2026-12-01T{12 + len(banks)}:00:00.000Z",
        step_s=3600,
        spans=tuple(
            Span(at=f"2026-12-01T{12 + at}:00:00.000Z", coups=51, boxes=200, handle=9_000_000, paid=300_000, bank=bank)
            for at, bank in enumerate(banks)
        ),
        pace=(Pace(boxes=1, coups=9, an_hour=110.2), Pace(boxes=4, coups=99, an_hour=61.4)),
        troubles=(
            Trouble(kind="alert", code="unread", count=5, dealer="1042"),
            Trouble(kind="correction", code="late", count=2, dealer=None),
        ),
    )
    return SpanReport(cover=COVER, figures=figures, coups=coups)
