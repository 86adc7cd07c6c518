"""A box of the view as it is shown: its hands, what became of them, and whether the next action is there."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.answers import Outcome
from engine.instructions import Ask, Deal, NameCard, Reconcile
from engine.roles import box_and_hand
from engine.view import BoxView, HandView, PublicView
from ui.places import target
from ui.shown import Box, Hand, Share, State
from ui.texts import money, text
from ui.theme import Tone

MOST: Final = 21
"""More points than these are bust (article 3(2)b)."""

SHARES_OF_HAND: Final = 3
"""Bettors of a hand that are told one by one."""
SHARES_PLACED: Final = 4
"""Bettors of a box without cards that are told one by one."""

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
    Outcome.SURRENDER: State(Tone.TAKE, "minus", text("pay.half")),
    Outcome.EVEN_MONEY: State(Tone.PAY, "plus", text("pay.even_money")),
    Outcome.CANCELLED: State(Tone.CALM, "back", text("pay.cancelled")),
}
"""What is done with a hand's wager."""

MOVED: Final = {
    "bust": State(Tone.TAKE, "check", text("pay.taken")),
    Outcome.BUST: State(Tone.TAKE, "check", text("pay.taken")),
    Outcome.BONUS: State(Tone.PAY, "check", text("pay.paid")),
    Outcome.SURRENDER: State(Tone.TAKE, "check", text("pay.taken")),
    Outcome.EVEN_MONEY: State(Tone.PAY, "check", text("pay.paid")),
}
"""What was done with it at once."""


def box_shown(box: BoxView, view: PublicView) -> Box:
    """``box`` as it is shown."""
    at = box_and_hand(target(view.due))
    here = at[1] if at is not None and at[0] == box.box else None
    takes_card = isinstance(view.due, Deal)
    hands = tuple(
        _hand(
            hand,
            next_card=takes_card and here == number,
            moving=_moving(view, box.box, number),
            is_alone=len(box.hands) == 1,
        )
        for number, hand in enumerate(box.hands, 1)
    ) or _awaited(here, is_dealt=takes_card)
    wager = money(box.wager) if box.wager is not None else ""
    return Box(
        number=str(box.box),
        player=_player(box),
        wager=wager if hands else "",
        hands=hands,
        lit=_lit(view, box, is_here=here is not None),
        insured=_insured(box, view),
        placed="" if hands else wager,
        shares=() if hands or len(box.wagers) < 2 else _few(_placed(box), SHARES_PLACED, money),
        empty="" if hands or wager else text("box.no_wager" if box.player else "box.free"),
    )


def _player(box: BoxView) -> str:
    """Who decides, and how many others bet with him on the hand where most do (article 13)."""
    others = max((len(hand.bets) for hand in box.hands), default=1) - 1
    if box.player is None or others < 1:
        return box.player or ""
    return text("player.more", player=box.player, more=others)


def _insured(box: BoxView, view: PublicView) -> Share | None:
    """The insurance on a box, of all its bettors, and what becomes of it (article 8)."""
    amount = sum(bet.insurance for hand in box.hands for bet in hand.bets)
    if not amount:
        return None
    rows = view.result.settlement if view.result is not None else ()
    net = sum(row.net for row in rows if (row.box, row.kind) == (box.box, "insurance"))
    if not net:
        return Share("", text("insured", amount=money(amount)), Tone.LAST)
    return Share("", text("insured", amount=signed(net)), _tone(net))


def _placed(box: BoxView) -> list[tuple[str, int]]:
    return [(bet.player, bet.wager) for bet in box.wagers]


def signed(net: int) -> str:
    """Money with its sign, from the player's side."""
    return text("won" if net > 0 else "lost", amount=money(net)) if net else money(net)


def shares(hand: HandView) -> tuple[Share, ...]:
    """What each bettor of a hand gets or gives, where there are several and money moves."""
    if len(hand.bets) < 2 or not any(bet.net for bet in hand.bets):
        return ()
    return _few([(bet.player, bet.net or 0) for bet in hand.bets], SHARES_OF_HAND, signed)


def _few(parts: list[tuple[str, int]], most: int, said: Callable[[int], str]) -> tuple[Share, ...]:
    """So many parts at most, the last of them together."""
    shown, rest = (parts, []) if len(parts) <= most else (parts[: most - 1], parts[most - 1 :])
    if rest:
        shown = [*shown, (text("more", more=len(rest)), sum(amount for _, amount in rest))]
    return tuple(Share(player, said(amount), Tone.CALM if said is money else _tone(amount)) for player, amount in shown)


def _tone(net: int) -> Tone:
    return Tone.PAY if net > 0 else Tone.TAKE if net < 0 else Tone.CALM


def _moving(view: PublicView, box: int, hand: int) -> int | None:
    """What moves at a hand before what is due is done, from the players' side."""
    amounts = [payment.amount for payment in view.pay if (payment.box, payment.hand) == (box, hand)]
    return sum(amounts) if amounts else None


def _awaited(here: int | None, *, is_dealt: bool) -> tuple[Hand, ...]:
    """A hand without cards, to which the first card is due."""
    return (Hand((), "", State(Tone.CALM, "", ""), next_card=True),) if is_dealt and here == 1 else ()


def _lit(view: PublicView, box: BoxView, *, is_here: bool) -> Tone | None:
    """The next action is here, or a card is to be laid here or taken away."""
    match view.due:
        case Reconcile(moves=moves):
            places = [box_and_hand(role) for move in moves for role in (move.origin, move.to)]
            return Tone.LAST if any(at is not None and at[0] == box.box for at in places) else None
        case Ask() | NameCard():
            return Tone.ASK if is_here else None
        case _:
            return Tone.MOVE if is_here else None


def _hand(hand: HandView, *, next_card: bool, moving: int | None, is_alone: bool) -> Hand:
    return Hand(hand.cards, _total(hand, is_alone=is_alone), _state(hand, moving), next_card, shares(hand))


def _total(hand: HandView, *, is_alone: bool) -> str:
    """Public points, in words where they are a natural, soft or too many; a split hand has no room for the last."""
    if hand.total is None:
        return ""
    if not is_alone and hand.total > MOST:
        return str(hand.total)
    if hand.natural:
        return text("natural")
    if hand.total > MOST:
        return text("bust", total=hand.total)
    return text("soft", total=hand.total) if hand.soft and hand.state != "settled" else str(hand.total)


def _state(hand: HandView, moving: int | None) -> State:
    """What is done with the hand's wager; of one that plays on, whose turn it is."""
    ended = hand.outcome if hand.state in ("bust", "settled") else None
    state = MOVED.get(ended or hand.state) if hand.at_once and moving is None else None
    if state is None:
        state = STATES[hand.state] if ended is None else OUTCOMES[ended]
    return replace(state, amount=_amount(hand, ended, moving))


def _amount(hand: HandView, ended: Outcome | None, moving: int | None) -> str:
    """The money that moves, as the core says it."""
    if ended is None:
        return money(hand.wager) if hand.state == "bust" else ""
    if moving is not None and hand.net is None:
        return money(moving)
    match ended:
        case Outcome.PUSH:
            return ""
        case Outcome.BUST | Outcome.CANCELLED:
            return money(hand.wager)
        case _:
            return money(hand.net) if hand.net is not None else ""
