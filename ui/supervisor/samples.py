"""Pages of a supervisor's as pictures and tests show them: what was asked of the log, and what it told."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from engine.answers import Outcome, SettlementRow
from engine.articles import Article
from engine.events import Call, Done
from engine.journal.found import Filters, FoundCoup
from engine.looking import (
    Alerts as ToldAlerts,
)
from engine.looking import (
    Coups as ToldCoups,
)
from engine.looking import (
    Figures as ToldFigures,
)
from engine.looking import (
    Found,
    Member,
    OpenCard,
    Pace,
    Passport,
    Progress,
    Span,
    StandingAlert,
    Step,
    Trouble,
    Unfound,
    Verified,
    Written,
)
from engine.looking import (
    Machine as ToldMachine,
)
from engine.ports import Finding as Seen
from engine.reasons import Notice, Reason
from ui.samples import VIEWS
from ui.situation import Inquiry, Situation
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
    question,
)

TABLE: Final = VIEWS["take_wagers"]
NOW: Final = "2026-01-31T14:52:07.000Z"
HEAD: Final = "8f2c41d09b7e5a36c2f08d417be95a03d6c1f29e47ab30581c9d4e72f6a0b813"
NAMES: Final = ("Ana", "Lei", "Ho", "Wong", "Rui", "Chan", "Sousa")
LAW: Final = {
    Outcome.NATURAL: Article.NATURAL,
    Outcome.BUST: Article.PLAYER,
    Outcome.PUSH: Article.PUSH,
    Outcome.SURRENDER: Article.SURRENDER,
    Outcome.BONUS: Article.BONUS,
    Outcome.CANCELLED: Article.START,
}


def _row(box: int, outcome: Outcome, wager: int, net: int, hand: int = 1) -> SettlementRow:
    return SettlementRow(box, hand, NAMES[box - 1], "main", wager, outcome, net, LAW.get(outcome, Article.WIN))


ROWS: Final = (
    _row(1, Outcome.WIN, 200_00, 200_00),
    _row(2, Outcome.LOSE, 500_00, -500_00),
    _row(3, Outcome.NATURAL, 1_000_00, 1_500_00),
    _row(4, Outcome.BUST, 300_00, -300_00),
    _row(5, Outcome.PUSH, 100_00, 0),
    _row(6, Outcome.SURRENDER, 400_00, -200_00),
    _row(7, Outcome.BONUS, 100_00, 300_00),
)


def _coup(number: int, rows: tuple[SettlementRow, ...], at: str, *, cancelled: bool = False) -> FoundCoup:
    return FoundCoup(
        first=number * 50,
        last=number * 50 + 49,
        number=number,
        shoe=3,
        began_at=at,
        ended_at=at,
        dealer="1042",
        cancelled=cancelled,
        last_of_shoe=False,
        bank=-sum(row.net for row in rows),
        told=number * 50 + 40,
        rows=rows,
        alerts=(),
    )


FOUND: Final = (
    _coup(412, ROWS, "2026-01-31T14:51:02.000Z"),
    _coup(411, ROWS[1:3], "2026-01-31T14:49:30.000Z"),
    _coup(410, (_row(1, Outcome.CANCELLED, 200_00, 0),), "2026-01-31T14:47:11.000Z", cancelled=True),
    _coup(409, ROWS[2:4], "2026-01-31T14:45:40.000Z"),
    _coup(408, ROWS[:1], "2026-01-30T23:58:40.000Z"),
)
TOLD: Final = ToldCoups(coups=FOUND, is_more=True, now=NOW, alerts=14)
STEPPED: Final = structs.replace(VIEWS["ask_after_bust"], coup=412)
OPENED: Final = tuple(
    OpenCard(box=box, hand=1, place=place, face=face)
    for box, faces in ((1, ("KS", "9H")), (2, ("AD", "TC")), (3, ("AS", "KD")), (4, ("8H", "5C")), (5, ("7S", "7D")))
    for place, face in enumerate(faces)
)
CALLED: Final = Step(
    coup=FOUND[0],
    at=17,
    of=48,
    settled=44,
    next_call=21,
    seq=20_617,
    time="2026-01-31T14:50:22.000Z",
    event="call",
    request=Call(box=3, call="stand"),
    view=STEPPED,
    open=OPENED,
)
DRAWN: Final = structs.replace(
    CALLED, event="card_out", request=None, n=171, face="TH", role="box:4/1", alerts=(Notice.UNREAD.alert(n=170),)
)
REFUSED: Final = structs.replace(CALLED, refused=Reason.NOT_EQUAL.refusal(box=3, hand=1))
SETTLED: Final = structs.replace(CALLED, view=VIEWS["settle"], event="done", request=Done(of="turn_hidden"), at=44)
ALERTS: Final = ToldAlerts(
    alerts=(
        StandingAlert(record=20_611, at=NOW, alert=Notice.UNREAD.alert(n=170), coup=20_600, number=412),
        StandingAlert(
            record=20_200, at=NOW, alert=Notice.WHITE_CARD_MISPLACED.alert(behind=41), coup=20_150, number=None
        ),
        StandingAlert(
            record=19_200,
            at=NOW,
            alert=Notice.CARD_TOO_OFTEN.alert(card="7H", times=7, packs=6),
            coup=19_150,
            number=390,
        ),
    ),
    count=14,
    is_more=True,
)
SHIFT: Final = ToldFigures(
    since="2026-01-31T07:00:00.000Z",
    until="2026-01-31T15:00:00.000Z",
    step_s=3600,
    spans=tuple(
        Span(
            at=f"2026-01-31T{7 + hour:02}:00:00.000Z",
            coups=52 + hour,
            boxes=300,
            handle=(180 + 20 * hour) * 1_000_00,
            paid=(90 + 9 * hour) * 1_000_00,
            bank=bank * 1_000_00,
        )
        for hour, bank in enumerate((4, -2, 7, 12, -9, 3, 0, 5))
    ),
    pace=tuple(Pace(boxes=boxes, coups=40 * boxes, an_hour=118.0 - 9 * boxes) for boxes in range(1, 8)),
    troubles=(
        Trouble(kind="alert", code="unread", count=17, dealer="1042"),
        Trouble(kind="correction", code="late", count=6, dealer="1042"),
        Trouble(kind="correction", code="card_named", count=17, dealer="1055"),
        Trouble(kind="correction", code="coup_cancelled", count=1, dealer=None),
    ),
)
WEEK: Final = structs.replace(
    SHIFT,
    step_s=24 * 3600,
    spans=tuple(
        structs.replace(span, at=f"2026-01-{25 + day}T00:00:00.000Z", handle=span.handle * 22, bank=span.bank * 22)
        for day, span in enumerate(SHIFT.spans[:7])
    ),
)
QUIET: Final = structs.replace(SHIFT, spans=tuple(Span(at=span.at) for span in SHIFT.spans), pace=(), troubles=())
INTACT: Final = Verified(state="intact", records=20_617, seq=20_617, head=HEAD, checkpoints=431)
PASSPORT: Final = Passport(
    shoe=3,
    began_at="2026-01-31T11:02:00.000Z",
    ended_at="2026-01-31T13:40:00.000Z",
    packs=6,
    size=312,
    dealt=231,
    burned=49,
    void=3,
    unread=2,
    behind=27,
    is_exhausted=False,
    first=15_100,
    last=20_100,
    head=HEAD,
    signature=HEAD * 2,
    signer=HEAD,
)
WRITTEN: Final = Written(
    path="/media/banca21/STICK/banca21-BJ-01-coup-412-20260131T145207Z.pdf", size=48_213, sha256=HEAD
)
MACHINE: Final = ToldMachine(
    versions={"banca21": "0.6.0", "Python": "3.11.2", "SQLite": "3.40.1", "Kivy": "2.3.1", "system": "Debian 12"},
    settings={f"table.rules.option_{n}": "two_passes" for n in range(31)},
    staff=(Member(staff="1042", duty="dealer"), Member(staff="3001", duty="pit_supervisor", is_locked=True)),
    journal={"records": "20,617", "files": "1", "size": "14 MiB", "free": "21 GiB"},
)
HEALTHY: Final = (
    Seen("shoe", "good", "answers within 3 ms"),
    Seen("exit gate", "note", "dirty: 14 % of its light is left", "Clean the gate with a dry brush"),
    Seen("disk", "good", "21 GiB free"),
)


def _of(page: Page, found: Found | None = None) -> Situation:
    asked = question(page)
    inquiry = Inquiry(asked, "1", TABLE.seq, found) if asked is not None else None
    return Situation(view=TABLE, is_connected=True, opened=page, inquiry=inquiry)


BOX_3: Final = Coups(Filters(box=3))
REPLAYED: Final = Replay(FOUND[0].first, 17)
DISPUTED: Final = Dispute(3, REPLAYED)
HELD: Final = structs.replace(TABLE, held={3: "3001"})
BUSY: Final = Unfound(code="busy", text="another is at work: ask again when it is done")
NO_STICK: Final = Unfound(code="no_stick", text="/media/banca21: nothing is mounted there")

SHEETS: Final[dict[str, Situation]] = {
    "sup_coups": _of(Coups(), TOLD),
    "sup_coups_of_box": _of(BOX_3, structs.replace(TOLD, coups=(FOUND[0], FOUND[1], FOUND[3]), is_more=False)),
    "sup_coups_none": _of(Coups(Filters(box=6, outcome=Outcome.BONUS)), ToldCoups(coups=(), is_more=False)),
    "sup_looking": _of(Coups()),
    "sup_finding": _of(Finding(Coups(Filters(box=3), minutes=30))),
    "sup_finding_outcome": _of(Finding(Coups(), "outcome")),
    "sup_finding_alert": _of(Finding(Coups(), "alert")),
    "sup_finding_number": _of(Finding(Coups(), "coup", "412")),
    "sup_replay": _of(REPLAYED, CALLED),
    "sup_replay_card": _of(REPLAYED, DRAWN),
    "sup_replay_refused": _of(REPLAYED, REFUSED),
    "sup_replay_as_seen": _of(replace(REPLAYED, is_open=False), CALLED),
    "sup_replay_settled": _of(replace(REPLAYED, at=44), SETTLED),
    "sup_not_told": _of(REPLAYED, Unfound(code="not_told", text="the log does not tell all cards of this coup yet")),
    "sup_dispute": _of(DISPUTED, CALLED),
    "sup_dispute_held": replace(_of(DISPUTED, CALLED), view=HELD),
    "sup_dispute_untold": _of(DISPUTED, BUSY),
    "sup_correcting": _of(Correcting(412, 3, 1, "Ho", 1_000_00, DISPUTED, 1_500_00), CALLED),
    "sup_alerts": _of(Alerts(), ALERTS),
    "sup_alert": _of(Alert(ALERTS.alerts[1], Alerts())),
    "sup_alerts_none": _of(Alerts(), ToldAlerts(alerts=(), count=0, is_more=False)),
    "sup_figures": _of(Figures(), SHIFT),
    "sup_figures_week": _of(Figures(hours=168), WEEK),
    "sup_figures_pace": _of(Figures("pace"), SHIFT),
    "sup_figures_troubles": _of(Figures("troubles"), SHIFT),
    "sup_figures_quiet": _of(Figures(), QUIET),
    "sup_log": _of(Log()),
    "sup_proof_running": _of(Proof(), Progress(done=0.37)),
    "sup_proof_intact": _of(Proof(), INTACT),
    "sup_proof_unwitnessed": _of(Proof(), structs.replace(INTACT, checkpoints=None)),
    "sup_proof_broken": _of(
        Proof(), Verified(state="broken", records=20_617, bad=1_204, text="record 1204: the hash was changed")
    ),
    "sup_proof_false": _of(Proof(), Verified(state="broken", records=20_617, text="checkpoint 31 is not signed so")),
    "sup_shoe": _of(Shoe(), structs.replace(PASSPORT, unread=0)),
    "sup_shoe_unknown": _of(Shoe(), PASSPORT),
    "sup_shoe_uncounted": _of(Shoe(), structs.replace(PASSPORT, behind=None)),
    "sup_shoe_wrong": _of(
        Shoe(), structs.replace(PASSPORT, doubled={"7H": 1, "TS": 2}, foreign=1, signature="", signer="")
    ),
    "sup_shoe_none": _of(Shoe(), Unfound(code="no_shoe")),
    "sup_written": _of(File("coup", coup=20_600), WRITTEN),
    "sup_writing": _of(File("shoe"), Progress(done=0.6)),
    "sup_no_stick": _of(File("coup", coup=20_600), NO_STICK),
    "sup_busy": _of(File("shoe"), BUSY),
    "sup_machine": _of(Machine(), MACHINE),
    "sup_machine_settings": _of(Machine("settings"), MACHINE),
    "sup_machine_staff": _of(Machine("staff"), MACHINE),
    "sup_machine_deck": _of(Machine("deck"), MACHINE),
    "sup_devices": replace(_of(Devices()), health=HEALTHY),
    "sup_touching": _of(Touching(frozenset(range(9)))),
    "held_settle": Situation(view=structs.replace(VIEWS["settle"], held={4: "3001"}), is_connected=True),
}
"""Every one by name."""
