"""The dominant line: what is due, or what stands in its way."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Final

from engine.answers import CoupResult, Payment
from engine.articles import Article
from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    Due,
    NameCard,
    Offer,
    Place,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.roles import DRAW, HIDDEN, SECOND, UPCARD, box_and_hand, extra
from engine.view import FACE_DOWN, Payout, PublicView
from ui.places import hand_of, lies, next_payout, place, target
from ui.sayings import linked
from ui.shown import Band, Notice
from ui.texts import TEXTS, money, sentence, text
from ui.theme import Tone

DEALERS_CARD: Final = {UPCARD: "deal.upcard", HIDDEN: "deal.hidden", SECOND: "deal.second_up"}
"""The sentence of each card that the dealer deals to himself."""


EXTRA: Final = {Article.DOUBLE: "deal.double", Article.SPLIT: "deal.split"}
"""The line under the card that a double or a split brings; any other is a hit's."""
WHOLE: Final = "\u00a0"
"""A space at which no line ends."""
MOVES_SHOWN: Final = 5
"""Moves that are told in words; the boxes show where every card belongs."""
CALLS_SHOWN: Final = 4
"""Calls that are told of those made on wrong cards."""
PAID_SHOWN: Final = 2
"""Payments that are told in the band; each hand shows its own."""


NAMED: Final = {UPCARD: "name.upcard", HIDDEN: "name.hidden", SECOND: "name.second", DRAW: "name.draw"}
"""What each of the dealer's cards is called when it is to be named."""


def trouble_band(view: PublicView, *, is_away: bool) -> Band | None:
    """What must be put right before the next action; ``None``: nothing."""
    if is_away:
        return Band(Tone.TROUBLE, "", "waiting", text("away"), text("away.detail"))
    state = view.reader.state
    if state not in ("lost", "missing"):
        return None
    return Band(
        Tone.TROUBLE,
        "",
        "alarm",
        text(f"reader.{state}.title"),
        text(f"reader.{state}.detail"),
        article=text("count", out=view.shoe.out, size=view.shoe.size),
        amount=text("last") if view.shoe.last_coup else "",
        remedy=sentence(linked(view.reader)),
    )


def moving(view: PublicView) -> Notice | None:
    """The money that moves before what is due is done (articles 3(2)b, 9)."""
    if not view.pay:
        return None
    said = [_moving(view, own) for own in _by_hand(view.pay)]
    tone, sign = (Tone.TAKE, "minus") if view.pay[0].amount < 0 else (Tone.PAY, "star")
    more = text("and.more", more=len(said) - PAID_SHOWN) if len(said) > PAID_SHOWN else ""
    return Notice(tone, sign, text("first", what=text("and").join(said[:PAID_SHOWN]) + more))


def _by_hand(pay: Iterable[Payment]) -> list[list[Payment]]:
    """What all bettors of a hand get or give for one reason, together."""
    return [list(own) for _, own in groupby(pay, key=lambda one: (one.box, one.hand, one.code, one.amount < 0))]


def _moving(view: PublicView, own: list[Payment]) -> str:
    at, amount = place(view, extra(own[0].box, own[0].hand)), sum(payment.amount for payment in own)
    code = "first.taken_back.in" if own[0].code == "taken_back" and amount < 0 else f"first.{own[0].code}"
    if view.rules.player_cards == "up" and f"{code}.up" in TEXTS:
        code = f"{code}.up"  # nothing of it lies face down
    told = money(amount) if view.money.is_told else WITHOUT_AMOUNTS.get(own[0].code, text("settle.all"))
    return text(code, place=at, amount=told)


WITHOUT_AMOUNTS: Final = {"prize": "3:1", "surrender": "1:2", "even_money": "1:1"}
"""What moves at once where nobody tells amounts; of the rest, all (articles 6, 9, 12)."""


def due_band(view: PublicView) -> Band:  # noqa: C901, PLR0911 - one line an instruction
    """The next action."""
    due, off = view.due, _off(view)
    if off is not None:
        return off
    match due:
        case TakeWagers():
            return _band(due, Tone.CALM, "chip", text("take_wagers"), text("take_wagers.detail"))
        case Burn(left=1):
            return _band(due, Tone.MOVE, "card", text("burn"), text("burn.detail"))
        case Burn(left=left):
            return _band(due, Tone.MOVE, "card", text("burn.several", left=left), text("burn.several.detail"))
        case Deal():
            return _deal(view, due)
        case Offer(what=what):
            offered = text("offer.and").join(text(f"offer.{one}") for one in what)
            return _band(due, Tone.ASK, "chip", text("offer", what=offered), text("offer.detail"))
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
        case NameCard():
            return _naming(view, due)
        case Reconcile():
            return _reconciling(view, due)


def _band(due: Due, tone: Tone, sign: str, title: str, detail: str) -> Band:
    at = box_and_hand(target(due))
    badge = "" if at is None else str(at[0])
    return Band(tone, badge, sign, title, detail, text("article", article=due.article))


def _off(view: PublicView) -> Band | None:
    """The table goes on without the assistant, or does not go on."""
    for is_so, code, tone in ((view.is_closed, "closed", Tone.CALM), (view.is_off, "off", Tone.TROUBLE)):
        if is_so:
            return Band(tone, "", "waiting", text(f"table.{code}"), text(f"table.{code}.detail"))
    return None


def _deal(view: PublicView, due: Deal) -> Band:
    if due.to in DEALERS_CARD:
        code = DEALERS_CARD[due.to]
        return _band(due, Tone.MOVE, "card", text(code), text(f"{code}.detail"))
    title = text(f"deal.{due.face}", place=place(view, due.to))
    return _band(due, Tone.MOVE, "card", title, text(_which(view, due)))


def _which(view: PublicView, due: Deal) -> str:
    at = box_and_hand(due.to)
    if at is None or "/" in due.to:
        return EXTRA.get(due.article, "deal.extra")
    has_card = any(box.box == at[0] and box.hands and box.hands[0].cards for box in view.boxes)
    return "deal.second" if has_card else "deal.first"


def _ask(view: PublicView, due: Ask) -> Band:
    role = extra(due.box, due.hand)
    hand = hand_of(view, role)
    if "hit" not in due.calls:
        detail = text("ask.detail.empty")
    elif hand is not None and len(hand.bets) > 1:
        detail = text("ask.detail.who", player=hand.bets[0].player)
    else:
        detail = text("ask.detail")
    return _band(due, Tone.ASK, "asked", text("ask", place=place(view, role, is_title=True)), detail)


def _naming(view: PublicView, due: NameCard) -> Band:
    hand = hand_of(view, due.role)
    if hand is None or hand.naming is None:
        return _band(due, Tone.ASK, "alarm", text(NAMED[due.role]), text("name.detail"))
    title = text("name.box", place=place(view, due.role, is_title=True), card=hand.naming + 1)
    is_down = hand.cards[hand.naming] == FACE_DOWN
    return _band(due, Tone.ASK, "alarm", title, text("name.detail.down" if is_down else "name.detail"))


def _reconciling(view: PublicView, due: Reconcile) -> Band:
    """The cards lie otherwise than the law has them: where each belongs, in words (article 2(1))."""
    return Band(
        Tone.TROUBLE,
        "",
        "turn",
        text("reconcile"),
        text("reconcile.detail"),
        article=text("article", article=due.article),
        amount=text("last") if view.shoe.last_coup else "",
        remedy=_moves(view, due.moves),
    )


def _moves(view: PublicView, moves: tuple[Place, ...]) -> str:
    if not moves:
        return text("reconcile.nothing")
    said = [
        text("reconcile.move", n=one.n, origin=lies(view, one.origin), to=lies(view, one.to)).replace(" ", WHOLE)
        for one in moves[:MOVES_SHOWN]
    ]
    if len(moves) > MOVES_SHOWN:
        said.append(text("reconcile.more", more=len(moves) - MOVES_SHOWN))
    return text("reconcile.separator").join(said)


def called_since(view: PublicView, due: Reconcile) -> Notice:
    """The calls made since the cards lay wrong: whether they can stand is the floor's to judge (article 2(1))."""
    if not due.calls:
        return Notice(Tone.MOVE, "asked", text("reconcile.none"))
    made = [
        text("reconcile.call", place=place(view, extra(one.box, one.hand)), call=text(f"call.{one.what}"))
        for one in due.calls[:CALLS_SHOWN]
    ]
    if len(due.calls) > CALLS_SHOWN:
        made.append(text("reconcile.more", more=len(due.calls) - CALLS_SHOWN))
    return Notice(Tone.LAST, "alarm", text("reconcile.calls", calls=text("list").join(made)))


def _settle(view: PublicView, due: Settle) -> Band:
    assert view.result is not None
    next_one = next_payout(view)
    amount = _bank(view.result) if view.money.is_told else ""
    if view.result.cancelled or next_one is None:
        title, detail = _nothing_to_pay(view.result)
        return replace(_band(due, Tone.PAY, "chip", title, detail), amount=amount)
    title, detail = _paying(view, next_one)
    tone = Tone.PAY if next_one.net > 0 else Tone.TAKE
    cited = text("article", article=next_one.article)
    return Band(tone, str(next_one.box), "chip", title, detail, cited, amount)


def _bank(result: CoupResult) -> str:
    total = "bank.even" if result.bank == 0 else "bank.wins" if result.bank > 0 else "bank.pays"
    return text(total, amount=money(result.bank))


def _nothing_to_pay(result: CoupResult) -> tuple[str, str]:
    if result.cancelled:
        return text("settle.cancelled"), text("settle.cancelled.detail")
    return text("settle.nothing"), text("settle.nothing.detail")


def _paying(view: PublicView, payout: Payout) -> tuple[str, str]:
    """What is paid or taken next: the ratio, the wager, the amount, and in which chips."""
    code = "pay" if payout.net > 0 else "take"
    at = place(view, extra(payout.box, payout.hand), is_title=True)
    several = any(len(hand.bets) > 1 for box in view.boxes if box.box == payout.box for hand in box.hands)
    if not view.money.is_told:
        how, detail = _untold(payout), text(f"settle.kind.{payout.kind}")
        detail = _with_insurance(view, payout, detail)
        detail = text("settle.of", player=payout.player, how=detail) if several else detail
        return text(f"settle.{code}", place=at, amount=how), detail
    amount = money(payout.net)
    detail = text(f"settle.kind.{payout.kind}")
    if payout.ratio:
        detail = text("settle.ratio", ratio=payout.ratio, wager=money(payout.wager), amount=amount)
    piles = [text("pile", count=pile.count, chip=money(pile.chip)) for pile in view.stacks.get(abs(payout.net), ())]
    if piles and payout.ratio:
        detail = text("settle.chips", how=detail, chips=text("settle.piles").join(piles))
    detail = _with_insurance(view, payout, detail)
    detail = text("settle.of", player=payout.player, how=detail) if several else detail
    return text(f"settle.{code}", place=at, amount=amount), detail


def _untold(payout: Payout) -> str:
    """What moves, where nobody tells amounts: the ratio, all of it, or one wager of a doubled one (6)."""
    if payout.ratio or payout.net == -payout.wager:
        return payout.ratio or text("settle.all")
    return text("rule.dealer_natural_takes.one")


def _with_insurance(view: PublicView, payout: Payout, detail: str) -> str:
    """The same bettor's insurance, which is ticked off with his wager."""
    if payout.kind == "insurance":
        return detail
    own = (payout.box, payout.hand, payout.player)
    for other in view.payouts:
        if other.kind == "insurance" and (other.box, other.hand, other.player) == own and other.net:
            code = "settle.besides" if other.net > 0 else "settle.besides.take"
            return text(code, what=detail, amount=money(other.net) if view.money.is_told else _untold(other))
    return detail
