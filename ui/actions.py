"""What may be touched now, and what each press asks of the core."""

from dataclasses import replace
from typing import Final, Literal

from engine.cards import Card, Rank, Suit
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardNamed,
    CoupCancelled,
    Done,
    ShoeStarted,
    ShuffleCalled,
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
from ui.places import hand_of, has_hands, place
from ui.shown import CALL, PRIMARY, Button
from ui.situation import Situation
from ui.texts import text
from ui.theme import Tone

DEALER: Final = "dealer"
"""Who presses, until people sign in by name."""
Called = Literal["double", "split", "surrender"]
"""A call with a button of its own beside Stand; a hit is a card out of the shoe."""
CALLS: Final[tuple[Called, ...]] = ("double", "split", "surrender")
"""From left to right."""


def primary_button(situation: Situation, view: PublicView, *, is_away: bool) -> Button:
    """The one large button, whose meaning follows what is due; closed for a moment once that changed."""
    match view.due:
        case TakeWagers():
            button = _primary(view, text("button.betting_closed"), Tone.CALM, BettingClosed())
            if not any(box.wager for box in view.boxes):
                button = _closed(button, "reason.no_wager")
        case Ask(box=box, hand=hand):
            at = place(view, extra(box, hand))
            words = text("button.stand.place", place=at) if has_hands(view, box) else text("button.stand")
            button = _primary(view, words, Tone.ASK, Call(box=box, hand=hand, call="stand"))
        case Offer():
            button = _primary(view, text("button.offered"), Tone.ASK, Done(of="offer"))
        case TurnHidden():
            button = _primary(view, text("button.turned"), Tone.ASK, Done(of="turn_hidden"))
        case Reconcile():
            button = _primary(view, text("button.laid"), Tone.ASK, Done(of="reconcile"))
        case Settle():
            is_cancelled = view.result is not None and view.result.cancelled
            words = text("button.returned" if is_cancelled else "button.paid")
            button = _primary(view, words, Tone.PAY, Done(of="settle"))
        case Shuffle():
            button = _primary(view, text("button.loaded"), Tone.LAST, ShoeStarted())
        case NameCard(n=n):
            button = _naming(situation, view, n)
        case Burn() | Deal() | Draw():
            is_heard = not is_away and view.reader.state != "lost"
            return Button(PRIMARY, text("button.quiet") if is_heard else "", is_open=False, is_quiet=True)
    if is_away:
        return _closed(button, "reason.away")
    return replace(button, is_open=False) if situation.guarded_until_s is not None else button


def call_buttons(situation: Situation, view: PublicView, *, is_away: bool) -> tuple[Button, ...]:
    """Double, split and surrender while a hand is asked: open where the instruction has them, else with the reason."""
    due = view.due
    if not isinstance(due, Ask):
        return ()
    return tuple(_call(situation, view, due, call, is_away=is_away) for call in CALLS)


def _call(situation: Situation, view: PublicView, due: Ask, call: Called, *, is_away: bool) -> Button:
    press = Call(box=due.box, hand=due.hand, call=call)
    button = Button(CALL + call, text(f"button.{call}"), Tone.ASK, press, view.due_seq)
    if call not in due.calls:
        return _closed(button, _why_not(view, due, call))
    return replace(button, is_open=not is_away and situation.guarded_until_s is None)


def _why_not(view: PublicView, due: Ask, call: Called) -> str:
    """Why a call is not open, by what everybody sees (articles 2(2), 10, 11, 12)."""
    hand = hand_of(view, extra(due.box, due.hand))
    if call == "surrender":
        return "reason.closed"
    if "hit" not in due.calls:
        return "reason.empty"
    return "reason.has_drawn" if hand is not None and len(hand.cards) > 2 else "reason.not_here"


def cancel_button(view: PublicView, *, is_away: bool) -> Button:
    """Cancel the coup, held."""
    press = CoupCancelled(reason=DEALER, by=DEALER)
    button = _secondary("cancel", text("button.cancel"), Tone.TROUBLE, press, view)
    if is_away:
        return _closed(button, "reason.away")
    if view.cancellable is not None:
        return replace(button, text=text("button.cancel.coup", coup=view.cancellable))
    is_cancelled = view.result is not None and view.result.cancelled
    return _closed(button, "reason.cancelled" if is_cancelled else "reason.no_coup")


def shuffle_button(view: PublicView, *, is_away: bool) -> Button:
    """Call a shuffle before the coming coup, held."""
    button = _secondary("shuffle", text("button.shuffle"), Tone.CALM, ShuffleCalled(), view)
    if is_away:
        return _closed(button, "reason.away")
    if isinstance(view.due, TakeWagers):
        advised = replace(button, tone=Tone.LAST, reason=text("reason.advised"))
        return advised if view.shoe.shuffle_advised else button
    return _closed(button, "reason.shuffle_due" if isinstance(view.due, Shuffle) else "reason.in_coup")


def keypad(situation: Situation, view: PublicView, *, is_away: bool) -> tuple[Button, ...]:
    """Thirteen ranks and four suits while a card is to be named; nothing is picked beforehand."""
    if not isinstance(view.due, NameCard):
        return ()
    ranks = [(f"rank:{rank}", text(f"key.{rank}"), situation.rank is rank) for rank in Rank]
    suits = [(f"suit:{suit}", text(f"suit.{suit}"), situation.suit is suit) for suit in Suit]
    return tuple(
        Button(key, words, Tone.ASK, answers=view.due_seq, is_picked=is_picked, is_open=not is_away)
        for key, words, is_picked in ranks + suits
    )


def _primary(view: PublicView, words: str, tone: Tone, press: AnyEvent) -> Button:
    return Button(PRIMARY, words, tone, press, view.due_seq)


def _secondary(key: str, words: str, tone: Tone, press: AnyEvent, view: PublicView) -> Button:
    hint = text("reason.hold")
    return Button(key, words, tone, press, view.due_seq, reason=hint, is_held=True)


def _naming(situation: Situation, view: PublicView, n: int) -> Button:
    rank, suit = situation.rank, situation.suit
    if rank is None or suit is None:
        return Button(PRIMARY, text("button.name_first"), Tone.ASK, is_open=False)
    name = text("card", rank=text(f"rank.{rank}"), suit=text(f"suit.{suit}"))
    press = CardNamed(n=n, card=Card.parse(rank.value + suit.value), by=DEALER)
    return _primary(view, text("button.name_it", card=name), Tone.ASK, press)


def _closed(button: Button, reason: str) -> Button:
    return Button(button.key, button.text, button.tone, is_open=False, reason=text(reason))
