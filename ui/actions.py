"""What may be touched beside the boxes: the one primary, and the row beside it."""

from dataclasses import replace
from typing import Final, Literal

from engine.answers import Refusal
from engine.events import (
    BettingClosed,
    Call,
    Done,
    Paid,
    ShoeEmpty,
    ShoeStarted,
    WhiteCardOut,
)
from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    NameCard,
    Offer,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.roles import extra
from engine.view import PublicView
from ui.opened import Matters, People, Slips
from ui.pads import matters, people
from ui.pads.naming import is_asked_by_hand, is_passed_by_hand, passed
from ui.places import has_hands, next_payout, place
from ui.sayings import refused
from ui.shown import CALL, DRAW, PRIMARY, Button
from ui.situation import Situation
from ui.texts import text
from ui.theme import Tone

Called = Literal["double", "split", "surrender"]
"""A call with a button of its own beside Stand; a hit is a card out of the shoe."""
CALLS: Final[tuple[Called, ...]] = ("double", "split", "surrender")
"""From left to right."""
NO_ROOM: Final = "disk_nearly_full"
"""Why no coup begins though wagers lie."""


def primary_button(situation: Situation, view: PublicView, *, is_away: bool) -> Button:
    """The one large button, whose meaning follows what is due; closed for a moment once that changed."""
    button = _due(view)
    if button.is_quiet and draws(situation, view) and not is_away:
        return Button(DRAW, text("button.draw"), Tone.MOVE, is_primary=True, sign="card")
    if button.is_quiet:
        is_heard = not is_away and view.reader.state != "lost"
        return replace(button, text=button.text if is_heard else "")
    return settled(situation, button, is_away=is_away)


def settled(situation: Situation, button: Button, *, is_away: bool) -> Button:
    """``button``, closed while nobody answers, and for a moment once it means something else."""
    if is_away:
        return matters.closed(button, text("reason.away"))
    return button if situation.guarded_until_s is None else replace(button, is_open=False)


def _due(view: PublicView) -> Button:  # noqa: PLR0911 - one line an instruction
    if view.is_closed:
        return matters.opened_by(view.rules, view)
    if view.is_off:
        return replace(matters.assistant_on(view), key=PRIMARY, is_primary=True)
    match view.due:
        case TakeWagers():
            return _closing(view)
        case Ask(box=box, hand=hand):
            at = place(view, extra(box, hand))
            words = text("button.stand.place", place=at) if has_hands(view, box) else text("button.stand")
            return _primary(view, words, Tone.ASK, Call(box=box, hand=hand, call="stand"))
        case Offer():
            return _primary(view, text("button.offered"), Tone.ASK, Done(of="offer"))
        case TurnHidden():
            return _primary(view, text("button.turned"), Tone.ASK, Done(of="turn_hidden"))
        case Reconcile():
            return _primary(view, text("button.laid"), Tone.ASK, Done(of="reconcile"))
        case Settle():
            is_cancelled = view.result is not None and view.result.cancelled
            words = text("button.returned" if is_cancelled else "button.paid")
            return _primary(view, words, Tone.PAY, Done(of="settle"))
        case Shuffle():
            return _primary(view, text("button.loaded"), Tone.LAST, ShoeStarted())
        case Burn() | Deal() | Draw() | NameCard():
            if is_passed_by_hand(view):
                return passed(view)
            return Button(PRIMARY, text("button.quiet"), is_open=False, is_quiet=True)


def _closing(view: PublicView) -> Button:
    button = _primary(view, text("button.betting_closed"), Tone.CALM, BettingClosed())
    refusal = view.not_now.get("betting_closed")
    if refusal is None:
        return button
    return matters.closed(button, text("reason.disk" if refusal.code == NO_ROOM else "reason.no_wager"))


def _primary(view: PublicView, words: str, tone: Tone, press: BettingClosed | Call | Done | ShoeStarted) -> Button:
    return Button(PRIMARY, words, tone, press, answers=view.due_seq, is_primary=True)


# The row beside it


def row(situation: Situation, view: PublicView, *, is_away: bool) -> tuple[Button, ...]:
    """What opens the table's matters and the slips, then what is of this moment; over a pad, what puts it away."""
    if isinstance(situation.opened, People) and (page := people.before(situation.opened)) is not None:
        return (Button("back", text("sup.back"), opens=page, sign="back"),)
    if situation.opened is not None:
        return (Button("back", text("key.back_to_table"), closes=True, sign="back"),)
    drawn = (Button(DRAW, text("key.draw"), Tone.MOVE, sign="card"),) if draws(situation, view) else ()
    if isinstance(view.due, Burn | Deal | Draw):
        drawn = ()  # the primary draws
    table = Button("table", text("key.table"), opens=Matters(), sign="menu")
    slips = Button("slips", text("key.slips"), opens=Slips(), sign="turn")
    beside = (table, slips, *drawn, *_of_moment(situation, view))
    if is_away:
        return tuple(matters.closed(button, "") for button in beside)
    return beside


def _of_moment(situation: Situation, view: PublicView) -> tuple[Button, ...]:
    match view.due:
        case TakeWagers():
            return (_repeat(view), matters.shuffle(view)) if not view.is_closed else ()
        case Ask():
            is_told = "hit" in view.due.calls and (is_asked_by_hand(view) or view.shoe.held > 0)
            hit = (_hit(view, view.due),) if is_told else ()
            calls = tuple(_call(situation, view, view.due, call) for call in CALLS)
            return hit + tuple(call for call in calls if call.press is not None) if hit else calls
        case Settle():
            return _ticks(view)
        case _ if view.reader.state == "by_hand" and not isinstance(view.due, Shuffle):
            return (
                _told(view, "white", WhiteCardOut()),
                _told(view, "empty", ShoeEmpty()),
            )
        case _ if view.reader.state in ("lost", "missing"):
            return (matters.by_hand(view),)
        case _:
            return ()


def _told(view: PublicView, key: str, fact: WhiteCardOut | ShoeEmpty) -> Button:
    """By hand: what left the shoe besides cards, held."""
    words, how = text(f"key.{key}"), text("reason.hold")
    return Button(key, words, Tone.LAST, fact, answers=view.due_seq, is_held=True, reason=how)


def _repeat(view: PublicView) -> Button:
    """Every wager of the coup before once more."""
    button = Button("repeat", text("key.repeat"), Tone.LAST, answers=view.due_seq, sign="chip")
    if not view.repeat:
        return matters.closed(button, text("reason.nothing_before"))
    return replace(button, press=view.repeat[0], also=view.repeat[1:])


def _ticks(view: PublicView) -> tuple[Button, ...]:
    """What is paid next is ticked off: a box, or where it has several wagers one bettor's hand."""
    payout = next_payout(view)
    if payout is None:
        return ()
    several = len({(one.hand, one.player) for one in view.payouts if one.box == payout.box}) > 1
    event = Paid(box=payout.box, hand=payout.hand, player=payout.player) if several else Paid(box=payout.box)
    words = text("key.tick.of", player=payout.player) if several else text("key.tick", box=payout.box)
    return (Button("tick", words, Tone.PAY, event, answers=view.due_seq, sign="check"),)


def _hit(view: PublicView, due: Ask) -> Button:
    event = Call(box=due.box, hand=due.hand, call="hit")
    return Button(f"{CALL}hit", text("button.hit"), Tone.MOVE, event, answers=view.due_seq)


def _call(situation: Situation, view: PublicView, due: Ask, call: Called) -> Button:
    """Open where the instruction has it, else with the core's reason. All bettors add their wagers: who does not, is
    said at the box.
    """
    press = Call(box=due.box, hand=due.hand, call=call)
    button = Button(CALL + call, text(f"button.{call}"), Tone.ASK, press, answers=view.due_seq)
    if call not in due.calls:
        return matters.closed(button, _why_not(view, call))
    return replace(button, is_open=situation.guarded_until_s is None)


def _why_not(view: PublicView, call: Called) -> str:
    """The core's reason in two words, with its article; the band says it whole."""
    refusal = view.not_now.get(call)
    if refusal is None:
        return text("reason.closed")
    return text("reason.article", why=_short(refusal), article=text("article", article=refusal.article))


SHORT: Final = {
    "not_two_cards": "reason.has_drawn",
    "not_eleven": "reason.not_eleven",
    "not_on_split": "reason.on_split",
    "not_equal": "reason.not_equal",
    "no_resplit": "reason.no_resplit",
    "no_surrender": "reason.ace",
    "surrender_is_closed": "reason.drawn",
    "has_decided": "reason.decided",
    "shoe_is_empty": "reason.empty",
    "not_dealt": "reason.not_dealt",
}
"""The core's reasons as a button has room for them."""


def _short(refusal: Refusal) -> str:
    code = SHORT.get(refusal.code)
    return text(code, **refusal.values) if code is not None else refused(refusal)


def draws(situation: Situation, view: PublicView) -> bool:
    """A card can be drawn on the screen from the simulated shoe."""
    if not situation.can_draw or view.reader.state == "by_hand":
        return False
    match view.due:
        case TakeWagers():
            return "betting_closed" not in view.not_now
        case Burn() | Deal() | Draw() | Ask() | Offer() | TurnHidden():
            return True
        case _:
            return False
