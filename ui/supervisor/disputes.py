"""A box of a coup that is disputed: what it was paid, holding it, and a payout put right by two people."""

from dataclasses import replace
from typing import Final

from engine.answers import Outcome, SettlementRow
from engine.events import Note, PayoutCorrected
from engine.looking import Step
from engine.view import PublicView
from ui.pads.keys import chips, primary
from ui.pads.people import vouched
from ui.shown import Block, Button, Keys, Row, Sheet, Words
from ui.situation import Situation
from ui.supervisor.pages import Correcting, Dispute
from ui.supervisor.parts import back_to, cited, sheet, signed, told_or, tone_of
from ui.texts import money, text
from ui.theme import Tone

HOLDS: Final = {
    "payment": "payment disputed",
    "call": "call disputed",
    "card": "card disputed",
    "wager": "wager disputed",
}
"""Why a box is held, and what the log then says, in English as all of it."""
LIFTS: Final = {
    "paid": "settled: paid as the log says",
    "corrected": "settled: payout corrected",
    "refused": "settled: claim refused",
}
"""What was found."""


def dispute(situation: Situation, view: PublicView, page: Dispute) -> Sheet:
    """The wagers on the box as they ended, each with its law, to be corrected; the box to be held, or let go.

    What is held can be let go whatever the log tells.
    """
    found = situation.inquiry.told if situation.inquiry is not None else None
    if not isinstance(found, Step):
        title, rows = text("place.box.title", box=page.box), told_or(situation)
        coup = ""
    else:
        coup = text("coup", coup=found.coup.number)
        title = text("sup.dispute", box=page.box, coup=found.coup.number)
        own = [row for row in found.coup.rows if row.box == page.box]
        rows = tuple(_row(row, page, found.coup.number) for row in own)
    blocks: tuple[Block, ...] = (*rows, Words(_state(view, page)), Keys(_holds(view, page, coup)))
    return sheet(situation, view, title, blocks, back_to(page.back))


def _state(view: PublicView, page: Dispute) -> str:
    if page.box in view.held:
        return text("sup.dispute.held", box=page.box, by=view.held[page.box])
    return text("sup.dispute.free")


def _row(row: SettlementRow, page: Dispute, coup: int) -> Row:
    then = Correcting(coup, row.box, row.hand, row.player, row.net, page, abs(row.net), row.net < 0)
    is_open = row.outcome is not Outcome.CANCELLED and row.kind == "main"
    wager = text("sup.wager", outcome=text(f"outcome.{row.outcome}"), wager=money(row.wager))
    law = cited(row.article)
    return Row(
        Button(f"row:{row.hand}:{row.player}:{row.kind}", "", opens=then, is_open=is_open),
        title=row.player,
        text=text("sup.separator").join((wager, law)),
        amount=signed(row.net),
        tone=tone_of(row.net),
    )


def _holds(view: PublicView, page: Dispute, coup: str) -> tuple[Button, ...]:
    is_held = page.box in view.held
    ways, code, title = (LIFTS, "lift", "people.lift") if is_held else (HOLDS, "hold", "people.hold")
    tone = Tone.PAY if is_held else Tone.LAST
    place = text("place.box.title", box=page.box)
    keys = []
    for way, words in ways.items():
        name = text(f"sup.{code}.{way}")
        note = Note(text=f"{words} ({coup})" if coup else words, box=page.box, hold=not is_held)
        about = text("list").join(part for part in (place, coup, name) if part)
        keys.append(vouched(view, Button(f"{code}:{way}", name, tone, note, opens=page), title, about=about))
    return tuple(keys)


def correcting(situation: Situation, view: PublicView, page: Correcting) -> Sheet:
    """What it should have been, laid in chips; two people say so."""
    to = -page.amount if page.is_loss else page.amount
    title = text("sup.correcting", box=page.box, player=page.player, was=signed(page.was), to=signed(to))
    sides = tuple(
        Button(
            f"side:{code}",
            text(f"sup.{code}"),
            tone,
            opens=replace(page, is_loss=is_loss, amount=page.amount if page.is_loss == is_loss else 0),
            is_picked=page.is_loss == is_loss,
        )
        for code, tone, is_loss in (("player_gets", Tone.PAY, False), ("bank_gets", Tone.TAKE, True))
    )
    clear = Button("wager:clear", text("key.clear"), opens=replace(page, amount=0), is_open=page.amount > 0)
    laid = chips(view, page.amount, lambda amount: replace(page, amount=amount), None)
    main = primary(text("sup.set_right", to=signed(to)), Tone.ASK, is_open=to != page.was)
    if main.is_open:
        place = text("place.box.title", box=page.box)
        change = text("sup.changes", was=signed(page.was), to=signed(to))
        about = text("list").join((place, text("coup", coup=page.coup), page.player, change))
        press = replace(main, press=_corrected(page, to), opens=page.back)
        main = vouched(view, press, "people.correct", about=about)
    why = Words(text("sup.correct.when", was=signed(page.was)))
    return sheet(situation, view, title, (why, Keys((*sides, clear)), Keys(laid)), back_to(page.back), main=main)


def _corrected(page: Correcting, to: int) -> PayoutCorrected:
    return PayoutCorrected(coup=page.coup, box=page.box, hand=page.hand, player=page.player, was=page.was, to=to)
