"""A box of the view as it is shown: its hands, what became of them, and whether the next action is there."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.answers import Outcome
from engine.events import Paid
from engine.instructions import Ask, Deal, NameCard, Reconcile, Settle, Shuffle, TakeWagers
from engine.roles import box_and_hand
from engine.view import BoxView, HandView, PublicView
from ui.opened import Asking, Bets, Numbering, Wagering
from ui.pads.coup import keys_of, may_ask
from ui.pads.wagers import toggled
from ui.places import next_payout, target
from ui.shown import Box, Button, Hand, Share, State
from ui.texts import money, text
from ui.theme import Tone

MOST: Final = 21
"""More points than these are bust (article 3(2)b)."""

MOVES_AT_ONCE: Final = frozenset({Outcome.BONUS, Outcome.SURRENDER, Outcome.EVEN_MONEY})
"""What has moved whenever a coup is settled; a bust may come to light only then (articles 6, 9, 12)."""

CHIPS_IN_LINE: Final = 9
"""Characters of piles that stand beside each other."""
CHIP_LINES: Final = 2
"""Lines of piles that a box has room for."""
SHARES_OF_HAND: Final = 3
"""Bettors of a hand that are told one by one."""
SHARES_PLACED: Final = 4
"""Bettors of a box without cards that are told one by one."""

HELD: Final = "state.held"
"""A supervisor looks into what lies here."""

STATES: Final = {
    "waiting": State(Tone.CALM, "waiting", "state.waiting"),
    "asked": State(Tone.ASK, "asked", "state.asked"),
    "stood": State(Tone.MOVE, "stood", "state.stood"),
    "bust": State(Tone.TAKE, "minus", "pay.lose"),
}
"""States of a hand before its outcome is public; here and below the word is a code."""

OUTCOMES: Final = {
    Outcome.NATURAL: State(Tone.PAY, "star", "pay.natural"),
    Outcome.BONUS: State(Tone.PAY, "star", "pay.bonus"),
    Outcome.WIN: State(Tone.PAY, "plus", "pay.win"),
    Outcome.PUSH: State(Tone.CALM, "equals", "pay.push"),
    Outcome.LOSE: State(Tone.TAKE, "minus", "pay.lose"),
    Outcome.BUST: State(Tone.TAKE, "minus", "pay.lose"),
    Outcome.SURRENDER: State(Tone.TAKE, "minus", "pay.half"),
    Outcome.EVEN_MONEY: State(Tone.PAY, "plus", "pay.even_money"),
    Outcome.CANCELLED: State(Tone.CALM, "back", "pay.cancelled"),
}
"""What is done with a hand's wager."""

DONE: Final = {Tone.PAY: "pay.paid", Tone.TAKE: "pay.taken"}
"""What was ticked off."""

MOVED: Final = {
    "bust": State(Tone.TAKE, "check", "pay.taken"),
    Outcome.BUST: State(Tone.TAKE, "check", "pay.taken"),
    Outcome.BONUS: State(Tone.PAY, "check", "pay.paid"),
    Outcome.SURRENDER: State(Tone.TAKE, "check", "pay.half"),
    Outcome.EVEN_MONEY: State(Tone.PAY, "check", "pay.paid"),
}
"""What was done with it at once."""


def box_shown(box: BoxView, view: PublicView, *, is_away: bool = False) -> Box:
    """``box`` as it is shown; while nobody answers nothing of it can be touched."""
    at = box_and_hand(target(view.due))
    here = at[1] if at is not None and at[0] == box.box else None
    takes_card = isinstance(view.due, Deal)
    hands = tuple(
        _hand(
            hand,
            view,
            next_card=takes_card and here == number,
            moving=_moving(view, box.box, number),
            is_alone=len(box.hands) == 1,
        )
        for number, hand in enumerate(box.hands, 1)
    ) or _awaited(here, is_dealt=takes_card)
    wager, keys = _wager(box, view), () if is_away else keys_of(view, box)
    if keys:
        hands = tuple(replace(hand, state=State(Tone.CALM, "", "")) for hand in hands)
    is_held = box.box in view.held
    if is_held:
        hands = tuple(
            replace(hand, state=replace(hand.state, tone=Tone.TROUBLE, sign="alarm", word=text(HELD))) for hand in hands
        )
    return Box(
        number=str(box.box),
        player=text(HELD) if is_held and not hands else _player(box),
        wager=wager if hands else "",
        hands=hands,
        lit=Tone.TROUBLE if is_held else _lit(view, box, is_here=here is not None),
        insured=_insured(box, view),
        placed="" if hands else wager,
        shares=() if hands or not _has_others(box) else _few(_placed(box), SHARES_PLACED, _told(view)),
        empty="" if hands or wager else text("box.no_wager" if box.player else "box.free"),
        button=None if is_away or is_held else _touched(box, view),
        keys=() if is_held else keys,
    )


def _touched(box: BoxView, view: PublicView) -> Button | None:
    """What a touch of the box does: its wager, what it may ask for, or that it is paid."""
    key, name = f"box:{box.box}", text("place.box.title", box=box.box)
    match view.due:
        case TakeWagers() | Shuffle():
            return _betting(box, view, key, name)
        case Settle() if any(payout.box == box.box and not payout.is_done and payout.net for payout in view.payouts):
            return Button(key, name, Tone.PAY, Paid(box=box.box), answers=view.due_seq)
        case Settle() | NameCard() | Reconcile():
            return None
        case _:
            return Button(key, name, opens=Asking(box.box)) if may_ask(view, box) else None


def _betting(box: BoxView, view: PublicView, key: str, name: str) -> Button:
    if box.player is None:
        return Button(key, name, opens=Numbering("seat", box.box))
    if _has_others(box):
        return Button(key, name, opens=Bets(box.box))
    if not view.money.is_told:
        return replace(toggled(view, box, box.player, None), text=name)
    return Button(key, name, opens=Wagering(box.box, box.player, box.wager or 0))


def _wager(box: BoxView, view: PublicView) -> str:
    if box.wager is None:
        return ""
    return money(box.wager) if view.money.is_told else text("box.wager")


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
    if not view.money.is_told:
        return Share("", text("insured", amount="").strip(), Tone.LAST)
    rows = view.result.settlement if view.result is not None else ()
    net = sum(row.net for row in rows if (row.box, row.kind) == (box.box, "insurance"))
    if not net:
        return Share("", text("insured", amount=money(amount)), Tone.LAST)
    return Share("", text("insured", amount=signed(net)), _tone(net))


def _has_others(box: BoxView) -> bool:
    """Somebody bets here besides the occupant, or instead of him."""
    return len(box.wagers) > 1 or any(bet.player != box.player for bet in box.wagers)


def _told(view: PublicView) -> Callable[[int], str]:
    """How a wager is told: its amount, or that it lies."""
    return money if view.money.is_told else lambda _amount: text("box.wager")


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
    return tuple(
        Share(player, said(amount), _tone(amount) if said is signed else Tone.CALM) for player, amount in shown
    )


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
        case Settle():
            due = next_payout(view)
            is_next = due is not None and due.box == box.box
            return (Tone.PAY if due.net > 0 else Tone.TAKE) if due is not None and is_next else None
        case Ask() | NameCard():
            return Tone.ASK if is_here else None
        case _:
            return Tone.MOVE if is_here else None


def _hand(hand: HandView, view: PublicView, *, next_card: bool, moving: int | None, is_alone: bool) -> Hand:
    total, state = _total(hand, is_alone=is_alone), _state(hand, view, moving)
    if next_card:
        state = State(Tone.MOVE, "card", text("state.card"))
    chips = _chips(hand, view, moving) if is_alone and len(hand.bets) < 2 else ()
    own = shares(hand) if view.money.is_told else ()
    return Hand(hand.cards, total, state, next_card, own, chips, str(hand.total or ""))


def _chips(hand: HandView, view: PublicView, moving: int | None) -> tuple[str, ...]:
    """What a hand is paid in, the greatest chips first; of many piles the band alone tells."""
    amount = moving if hand.net is None else left(hand, view)
    if not view.money.is_told or amount is None or amount <= 0 or (hand.at_once and moving is None):
        return ()
    lines: list[str] = []
    for pile in view.stacks.get(amount, ()):
        said = text("pile", count=pile.count, chip=money(pile.chip))
        if lines and len(lines[-1]) + len(said) < CHIPS_IN_LINE:
            lines[-1] = text("piles", first=lines[-1], second=said)
        else:
            lines.append(said)
    return tuple(lines) if len(lines) <= CHIP_LINES else ()


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


def _state(hand: HandView, view: PublicView, moving: int | None) -> State:
    """What is done with the hand's wager; of one that plays on, whose turn it is."""
    ended = hand.outcome if hand.state in ("bust", "settled") else None
    state = MOVED.get(ended or hand.state) if hand.at_once and moving is None else None
    if state is None:
        state = STATES[hand.state] if ended is None else OUTCOMES[ended]
    if hand.state == "settled" and not hand.at_once and _is_ticked(hand, view):
        state = replace(state, sign="check", word=DONE.get(state.tone, state.word))
    return replace(
        state, word=text(state.word), amount=_amount(hand, view, ended, moving) if view.money.is_told else ""
    )


def _is_ticked(hand: HandView, view: PublicView) -> bool:
    """All that is paid or taken of the hand is ticked off."""
    own = [payout for payout in view.payouts if (payout.box, payout.hand) == at_of(hand, view)]
    return bool(own) and all(payout.is_done for payout in own)


def at_of(hand: HandView, view: PublicView) -> tuple[int, int] | None:
    """The box and the number of a hand of the view."""
    return next(((box.box, n) for box in view.boxes for n, each in enumerate(box.hands, 1) if each is hand), None)


def left(hand: HandView, view: PublicView) -> int:
    """What is paid or taken of a hand at the settlement, from the players' side: not what moved at once before."""
    if hand.at_once or not view.payouts:
        return hand.net or 0
    own = at_of(hand, view)
    rows = [one for one in view.payouts if (one.box, one.hand) == own and one.kind == "main"]
    return sum(one.net for one in rows if one.outcome not in MOVES_AT_ONCE)


def _amount(hand: HandView, view: PublicView, ended: Outcome | None, moving: int | None) -> str:
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
            amount = left(hand, view) if hand.net is not None else 0
            return money(amount) if amount else ""
