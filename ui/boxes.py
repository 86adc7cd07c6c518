"""A box of the view as it is shown: its hands, what became of them, and whether the next action is there."""

from typing import Final

from engine.answers import Outcome
from engine.instructions import Ask, Deal, NameCard
from engine.view import BoxView, HandView, PublicView
from ui.places import box_and_hand, target
from ui.shown import Box, Hand, State
from ui.texts import money, text
from ui.theme import Tone

STATES: Final = {
    "waiting": State(Tone.CALM, "waiting", text("state.waiting")),
    "asked": State(Tone.ASK, "asked", text("state.asked")),
    "stood": State(Tone.MOVE, "stood", text("state.stood")),
    "bust": State(Tone.TAKE, "minus", text("state.bust")),
    "settled": State(Tone.CALM, "check", text("state.settled")),
}
"""States of a hand before its outcome is public."""

OUTCOMES: Final = {
    Outcome.NATURAL: State(Tone.PAY, "star", text("pay.natural")),
    Outcome.BONUS: State(Tone.PAY, "star", text("pay.bonus")),
    Outcome.WIN: State(Tone.PAY, "plus", text("pay.win")),
    Outcome.PUSH: State(Tone.CALM, "equals", text("pay.push")),
    Outcome.LOSE: State(Tone.TAKE, "minus", text("pay.lose")),
    Outcome.BUST: State(Tone.TAKE, "check", text("pay.bust")),
    Outcome.CANCELLED: State(Tone.CALM, "back", text("pay.cancelled")),
}
"""What is done with a hand's wager."""


def box_shown(box: BoxView, view: PublicView) -> Box:
    """``box`` as it is shown."""
    at = box_and_hand(target(view.due))
    here = at[1] if at is not None and at[0] == box.box else None
    takes_card = isinstance(view.due, Deal)
    hands = tuple(
        _hand(hand, next_card=takes_card and here == number) for number, hand in enumerate(box.hands, 1)
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


def _hand(hand: HandView, *, next_card: bool) -> Hand:
    return Hand(hand.cards, _total(hand), _state(hand), next_card)


def _total(hand: HandView) -> str:
    """Public points, in words where they are soft or too many."""
    points = "" if hand.total is None else str(hand.total)
    if hand.state == "bust" or hand.outcome is Outcome.BUST:
        return text("bust", total=points).rstrip()
    return text("soft", total=points) if hand.soft and points else points


def _state(hand: HandView) -> State:
    if hand.outcome is None:
        state = STATES[hand.state]
        amount = text("amount", amount=money(hand.wager)) if hand.state == "bust" else ""
        return State(state.tone, state.sign, state.word, amount)
    state = OUTCOMES[hand.outcome]
    return State(state.tone, state.sign, state.word, _moved(hand))


def _moved(hand: HandView) -> str:
    """The money that moves, as the core says it."""
    match hand.outcome:
        case Outcome.PUSH | None:
            return ""
        case Outcome.BUST | Outcome.CANCELLED:
            return text("amount", amount=money(hand.wager))
        case _:
            return text("amount", amount=money(hand.net)) if hand.net is not None else ""
