"""In a coup: what a box may ask for besides being asked (articles 6, 8, 12), and who adds a wager (10, 11, 13)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from engine.events import Call, EvenMoney, HandShown, Insurance
from engine.instructions import Ask, Offer
from engine.roles import extra
from engine.view import FACE_DOWN, BetView, BoxView, PublicView
from ui.opened import Asking, Insuring, Matching
from ui.pads.keys import Made, chips, primary, rows_of
from ui.pads.wagers import box_of
from ui.places import place
from ui.shown import Button, Pad
from ui.texts import money, text
from ui.theme import Tone

IN_ROW = 3
"""What may be asked for, beside each other."""
ON_A_PAGE = 6
"""And at one glance."""


def asking(opened: Asking, view: PublicView) -> Made:
    """All that ``box`` may ask for now, of each bettor."""
    each = tuple(_askable(view, box_of(view, opened.box)))
    pages = -(-len(each) // ON_A_PAGE)
    first = opened.page * ON_A_PAGE
    more = Button(
        "box:more", text("key.more"), opens=Asking(opened.box, (opened.page + 1) % max(1, pages)), sign="asked"
    )
    rows = rows_of(each[first : first + ON_A_PAGE], IN_ROW)
    return Pad(text("pad.box", box=opened.box), rows=(*rows, (more,)) if pages > 1 else rows), None


def may_ask(view: PublicView, box: BoxView) -> bool:
    """The box has something to ask for."""
    return any(True for _ in _askable(view, box))


def _askable(view: PublicView, box: BoxView) -> Iterator[Button]:
    for bet in box.hands[0].bets if box.hands else ():
        if bet.insurable is not None:
            yield from _insurances(view, box, bet)
        if bet.even_money:
            yield even_money(view, box, bet, text("key.even_money.of", player=bet.player))
    if box.may_surrender:
        yield surrender(view, box, text("key.surrender.of", box=box.box))
    yield from _matched(view, box)
    for number, hand in enumerate(box.hands, 1):
        if FACE_DOWN in hand.cards:
            words = text("key.shown", place=place(view, extra(box.box, number)))
            event = HandShown(box=box.box, hand=number)
            yield Button(f"show:{box.box}/{number}", words, Tone.CALM, event, answers=view.due_seq)


def _matched(view: PublicView, box: BoxView) -> Iterator[Button]:
    """A double or split of the hand that is asked, to which not every bettor adds a wager."""
    due = view.due
    if not isinstance(due, Ask) or due.box != box.box or len(box.hands) < due.hand:
        return
    if len(box.hands[due.hand - 1].bets) < 2:
        return
    calls: tuple[Literal["double", "split"], ...] = ("double", "split")
    for call in calls:
        if call in due.calls:
            yield Button(f"match:{call}", text(f"key.match.{call}"), Tone.ASK, opens=Matching(due.box, due.hand, call))


def _insurances(view: PublicView, box: BoxView, bet: BetView) -> Iterator[Button]:
    if bet.insurance:
        words = text("key.insurance.back", player=bet.player)
        event = Insurance(box=box.box, player=bet.player, amount=0)
        yield Button(f"uninsure:{bet.player}", words, Tone.TAKE, event, answers=view.due_seq)
    elif bet.insurable:
        told = money(bet.insurable) if view.money.is_told else ""
        yield insurance(view, box, bet, text("key.insurance.of", player=bet.player, amount=told).strip())
    if view.money.is_told and bet.insurable:
        words = text("key.insurance.other", player=bet.player)
        yield Button(f"insuring:{bet.player}", words, Tone.LAST, opens=Insuring(box.box, bet.player))


def insurance(view: PublicView, box: BoxView, bet: BetView, words: str) -> Button:
    """The most that a bettor may insure, in one touch."""
    event = Insurance(box=box.box, player=bet.player, amount=bet.insurable or 0)
    return Button(f"insure:{box.box}:{bet.player}", words, Tone.LAST, event, answers=view.due_seq)


def even_money(view: PublicView, box: BoxView, bet: BetView, words: str) -> Button:
    """A natural asks for 1:1."""
    event = EvenMoney(box=box.box, player=bet.player)
    return Button(f"even_money:{box.box}:{bet.player}", words, Tone.PAY, event, answers=view.due_seq)


def surrender(view: PublicView, box: BoxView, words: str) -> Button:
    """The box gives up, in turn or out of it."""
    event = Call(box=box.box, call="surrender")
    return Button(f"surrender:{box.box}", words, Tone.TAKE, event, answers=view.due_seq)


def keys_of(view: PublicView, box: BoxView) -> tuple[Button, ...]:
    """What is offered to a box, under its cards; of several bettors' it opens all."""
    if not isinstance(view.due, Offer) or not box.hands:
        return ()
    several = len(box.hands[0].bets) > 1
    bet = box.hands[0].bets[0]
    if not several and bet.moved is not None:
        return ()  # paid already: what may still be asked for is a touch of the box away
    found = []
    if bet.insurable and not bet.insurance and "insurance" in view.due.what:
        told = money(bet.insurable) if view.money.is_told else ""
        found.append(insurance(view, box, bet, text("key.insurance", amount=told).strip()))
    if bet.even_money and "even_money" in view.due.what:
        found.append(even_money(view, box, bet, text("key.even_money")))
    if box.may_surrender and "surrender" in view.due.what:
        found.append(surrender(view, box, text("key.surrender")))
    if several:
        found = [_of_several(key, box) if not key.key.startswith("surrender") else key for key in found]
    return tuple(found[:2])


def _of_several(key: Button, box: BoxView) -> Button:
    """``key``, which asks whose it is."""
    words = text("key.insurance.several") if key.key.startswith("insure") else key.text
    return replace(key, text=words, press=None, answers=None, opens=Asking(box.box))


def insuring(opened: Insuring, view: PublicView) -> Made:
    """An insurance of less than the half (article 8)."""
    box = box_of(view, opened.box)
    bet = next((bet for bet in box.hands[0].bets if bet.player == opened.player), None) if box.hands else None
    most = bet.insurable or 0 if bet is not None else 0
    row = chips(view, opened.amount, lambda amount: replace(opened, amount=amount), most)
    clear = Button("wager:clear", text("key.clear"), opens=replace(opened, amount=0), is_open=opened.amount > 0)
    event = Insurance(box=opened.box, player=opened.player, amount=opened.amount)
    button = primary(text("button.insure", amount=money(opened.amount)), Tone.LAST, is_open=opened.amount > 0)
    title = text("pad.insure", box=opened.box, player=opened.player, amount=money(most))
    made = Pad(title, money(opened.amount) if opened.amount else "", rows=(row, (clear,)))
    return made, replace(button, press=event, answers=view.due_seq)


def matching(opened: Matching, view: PublicView) -> Made:
    """Who adds a wager of his own to a double or split; all of them unless one is left out."""
    box = box_of(view, opened.box)
    bets = box.hands[opened.hand - 1].bets if len(box.hands) >= opened.hand else ()
    each = tuple(_follower(opened, bet.player) for bet in bets[1:])
    names = tuple(bet.player for bet in bets[1:] if bet.player not in opened.left_out)
    event = Call(box=opened.box, hand=opened.hand, call=opened.call, matched_by=names)
    button = replace(primary(text(f"button.{opened.call}"), Tone.ASK), press=event, answers=view.due_seq)
    return Pad(text(f"pad.match.{opened.call}", box=opened.box), sentences=each), button


def _follower(opened: Matching, player: str) -> Button:
    is_in = player not in opened.left_out
    words = text("key.adds" if is_in else "key.adds_not", player=player)
    then = replace(opened, left_out=opened.left_out ^ {player})
    return Button(f"match:{player}", words, Tone.ASK, opens=then, is_picked=is_in, sign="check" if is_in else "cross")
