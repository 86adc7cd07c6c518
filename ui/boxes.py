"""A box of the view as it is shown: its hands, what became of them, and whether the next action is there."""

from dataclasses import replace
from typing import Final

from engine.answers import Outcome
from engine.instructions import Ask, Deal, NameCard
from engine.roles import box_and_hand
from engine.view import BoxView, HandView, PublicView
from ui.places import target
from ui.shown import Box, Hand, State
from ui.texts import money, text
from ui.theme import Tone

MOST: Final = 21
"""More points than these are bust (article 3(2)b)."""

STATES: Final = {
    "waiting": State(Tone.CALM, "waiting", text("state.waiting")),
    "asked": State(Tone.ASK, "asked", text("state.asked")),
    "stood": State(Tone.MOVE, "stood", text("state.stood")),
    "bust": State(Tone.TAKE, "minus", text("pay.lose")),
}
"""States of a hand before its outcome is public."""

OUTCOMES: Final = {
    Outcome.NATURAL: State(Tone.PAY, "star", text("pay.natural")),
    Outcome.BONUS: State(Tone.PAY, "star", text("pay.bonus")),
    Outcome.WIN: State(Tone.PAY, "plus", text("pay.win")),
    Outcome.PUSH: State(Tone.CALM, "equals", text("pay.push")),
    Outcome.LOSE: State(Tone.TAKE, "minus", text("pay.lose")),
    Outcome.BUST: State(Tone.TAKE, "minus", text("pay.lose")),
    Outcome.CANCELLED: State(Tone.CALM, "back", text("pay.cancelled")),
}
"""What is done with a hand's wager."""

MOVED: Final = {
    "bust": State(Tone.TAKE, "check", text("pay.taken")),
    Outcome.BUST: State(Tone.TAKE, "check", text("pay.taken")),
    Outcome.BONUS: State(Tone.PAY, "check", text("pay.paid")),
}
"""What was done with it at once."""


def box_shown(box: BoxView, view: PublicView) -> Box:
    """``box`` as it is shown."""
    at = box_and_hand(target(view.due))
    here = at[1] if at is not None and at[0] == box.box else None
    takes_card = isinstance(view.due, Deal)
    moving = {(payment.box, payment.hand) for payment in view.pay}
    hands = tuple(
        _hand(hand, next_card=takes_card and here == number, is_moving=(box.box, number) in moving)
        for number, hand in enumerate(box.hands, 1)
    ) or _awaited(here, is_dealt=takes_card)
    wager = money(box.wager) if box.wager is not None else ""
    return Box(
        number=str(box.box),
        player=box.player or "",
        wager=wager if hands else "",
        hands=hands,
        lit=_lit(view) if here is not None else None,
        placed="" if hands else wager,
        empty="" if hands or wager else text("box.no_wager" if box.player else "box.free"),
    )


def _awaited(here: int | None, *, is_dealt: bool) -> tuple[Hand, ...]:
    """A hand without cards, to which the first card is due."""
    return (Hand((), "", State(Tone.CALM, "", ""), next_card=True),) if is_dealt and here == 1 else ()


def _lit(view: PublicView) -> Tone:
    return Tone.ASK if isinstance(view.due, Ask | NameCard) else Tone.MOVE


def _hand(hand: HandView, *, next_card: bool, is_moving: bool) -> Hand:
    return Hand(hand.cards, _total(hand), _state(hand, is_moved=hand.at_once and not is_moving), next_card)


def _total(hand: HandView) -> str:
    """Public points, in words where they are a natural, soft or too many."""
    if hand.total is None:
        return ""
    if hand.natural:
        return text("natural")
    if hand.total > MOST:
        return text("bust", total=hand.total)
    return text("soft", total=hand.total) if hand.soft and hand.state != "settled" else str(hand.total)


def _state(hand: HandView, *, is_moved: bool) -> State:
    outcome = hand.outcome or hand.state
    state = MOVED.get(outcome) if is_moved else None
    if state is None:
        state = STATES[hand.state] if hand.outcome is None else OUTCOMES[hand.outcome]
    return replace(state, amount=_amount(hand))


def _amount(hand: HandView) -> str:
    """The money that moves, as the core says it."""
    if hand.outcome is None:
        return money(hand.wager) if hand.state == "bust" else ""
    match hand.outcome:
        case Outcome.PUSH:
            return ""
        case Outcome.BUST | Outcome.CANCELLED:
            return money(hand.wager)
        case _:
            return money(hand.net) if hand.net is not None else ""
