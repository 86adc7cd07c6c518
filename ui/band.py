"""The dominant line: what is due, or what stands in its way."""

from typing import Final

from engine.instructions import Ask, Burn, Deal, Draw, Due, NameCard, Settle, Shuffle, TakeWagers, TurnHidden
from engine.roles import HIDDEN, SECOND, UPCARD
from engine.view import PublicView
from ui.places import box_and_hand, place, target
from ui.shown import Band
from ui.texts import money, sentence, text
from ui.theme import Tone

DEALERS_CARD: Final = {UPCARD: "deal.upcard", HIDDEN: "deal.hidden", SECOND: "deal.second_up"}
"""The sentence of each card that the dealer deals to himself."""


def trouble_band(view: PublicView, *, is_away: bool) -> Band | None:
    """What must be put right before the next action; ``None``: nothing."""
    if is_away:
        return Band(Tone.TROUBLE, "", "waiting", text("away"), text("away.detail"))
    if view.reader.state in ("lost", "missing"):
        title = text(f"reader.{view.reader.state}.title")
        return Band(Tone.TROUBLE, "", "alarm", title, sentence(view.reader.text))
    return None


def due_band(view: PublicView) -> Band:  # noqa: PLR0911 - one line an instruction
    """The next action."""
    due = view.due
    match due:
        case TakeWagers():
            return _band(due, Tone.CALM, "chip", text("take_wagers"), text("take_wagers.detail"))
        case Burn(left=1):
            return _band(due, Tone.MOVE, "card", text("burn"), text("burn.detail"))
        case Burn(left=left):
            return _band(due, Tone.MOVE, "card", text("burn.several", left=left), text("burn.several.detail"))
        case Deal():
            return _deal(view, due)
        case Ask():
            return _ask(view, due)
        case TurnHidden():
            return _band(due, Tone.ASK, "turn", text("turn_hidden"), text("turn_hidden.detail"))
        case Draw():
            detail = text("draw.detail", total=view.dealer.total or "")
            return _band(due, Tone.MOVE, "card", text("draw"), detail)
        case Settle():
            return _settle(view, due)
        case Shuffle():
            return _band(due, Tone.LAST, "shuffle", text("shuffle"), text("shuffle.detail"))
        case NameCard(role=role):
            title = text("name_card", place=place(view, role))
            return _band(due, Tone.ASK, "alarm", title, text("name_card.detail"))


def _band(due: Due, tone: Tone, sign: str, title: str, detail: str) -> Band:
    at = box_and_hand(target(due))
    badge = "" if at is None else str(at[0])
    return Band(tone, badge, sign, title, detail, text("article", article=due.article))


def _deal(view: PublicView, due: Deal) -> Band:
    if due.to in DEALERS_CARD:
        code = DEALERS_CARD[due.to]
        return _band(due, Tone.MOVE, "card", text(code), text(f"{code}.detail"))
    title = text(f"deal.{due.face}", place=place(view, due.to))
    return _band(due, Tone.MOVE, "card", title, text(_which(view, due)))


def _which(view: PublicView, due: Deal) -> str:
    at = box_and_hand(due.to)
    if at is None or "/" in due.to:
        return "deal.extra"
    has_card = any(box.box == at[0] and box.hands and box.hands[0].cards for box in view.boxes)
    return "deal.second" if has_card else "deal.first"


def _ask(view: PublicView, due: Ask) -> Band:
    role = f"box:{due.box}/{due.hand}"
    return _band(due, Tone.ASK, "asked", text("ask", place=place(view, role, is_title=True)), text("ask.detail"))


def _settle(view: PublicView, due: Settle) -> Band:
    cited = text("article", article=due.article)
    if view.result is None:
        return Band(Tone.PAY, "", "chip", text("settle"), text("settle.detail"), cited)
    code = "settle.cancelled" if view.result.cancelled else "settle"
    bank = view.result.bank
    total = "bank.even" if bank == 0 else "bank.wins" if bank > 0 else "bank.pays"
    amount = text(total, amount=money(bank))
    return Band(Tone.PAY, "", "chip", text(code), text(f"{code}.detail"), cited, amount)
