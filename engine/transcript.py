"""The table in words, for a terminal: what each event did and what is due. It sees no more than the public view."""

from collections.abc import Iterator

from engine.answers import Answer, CoupResult, Refusal
from engine.events import AnyEvent, Call, PlayerSeated, WagerPlaced
from engine.instructions import Ask, Burn, Deal, Draw, Due, NameCard, Settle, Shuffle, TakeWagers, TurnHidden
from engine.lines import name_of
from engine.money import money
from engine.roles import BURN, DRAW, HIDDEN, SECOND, UPCARD, VOID, Role, box_and_hand, extra
from engine.view import FACE_DOWN, HandView, PublicView

WHERE = {
    BURN: "burned",
    HIDDEN: "the dealer's hidden card",
    UPCARD: "the dealer's upcard",
    SECOND: "the dealer's second card",
    DRAW: "the dealer",
    VOID: "void",
}
"""Roles in words; a box's are written from their numbers."""


def told(event: str, request: AnyEvent | None, answer: Answer, view: PublicView) -> Iterator[str]:
    """What one event did, a line each; ``request`` is what was asked for, if it was a request."""
    if answer.refused is not None:
        yield refused(event, answer.refused)
        return
    if event == "card_out":
        yield f"  card -> {_where(answer.role)}{_face(answer.role, view)}"
    elif request is not None:
        yield f"  {said(request)}"
    for n, role in answer.roles.items():
        yield f"  card {n} -> {_where(role)}"
    for alert in answer.alerts:
        yield f"  ! {alert.text} ({alert.article})"
    for moved in answer.pay:
        yield f"  {_place(moved.box, moved.hand, view)}: {moved.why}, {money(-moved.amount)} ({moved.article})"
    if answer.coup is not None:
        yield from result(answer.coup, view)


def said(request: AnyEvent) -> str:
    """A request in words."""
    match request:
        case PlayerSeated(box=box, player=player):
            return f"{player} occupies box {box}"
        case WagerPlaced(box=box, player=player, amount=amount):
            return f"{player} wagers {money(amount)} on box {box}"
        case Call(box=box, call=call):
            return f"box {box}: {call}"
        case _:
            return name_of(request).replace("_", " ")


def due(view: PublicView) -> str:
    """The one thing that is due, in words."""
    return f"{instruction(view.due)} ({view.due.article})"


def instruction(due: Due) -> str:  # noqa: PLR0911 - one line an instruction
    """An instruction in words."""
    match due:
        case TakeWagers():
            return "Take wagers"
        case Burn(left=left):
            return "Burn one card" if left == 1 else f"Burn a card, {left} left"
        case Deal(to=to, face=face):
            return f"Deal {'' if to in WHERE else 'to '}{_where(to)}, face {face}"
        case Ask(box=box, hand=hand, calls=calls):
            return f"Ask box {box}{f' hand {hand}' if hand > 1 else ''}: {' or '.join(calls)}"
        case TurnHidden():
            return "Turn the hidden card"
        case Draw():
            return "Draw a card for the dealer"
        case Settle():
            return "Pay and take"
        case Shuffle():
            return "Shuffle, cut and load the shoe"
        case NameCard(n=n, role=role):
            return f"Name card {n} ({_where(role)}): it passed unread"


def refused(event: str, refusal: Refusal) -> str:
    """A refusal in words."""
    return f"  refused: {event.replace('_', ' ')}: {refusal.reason} ({refusal.article})"


def result(coup: CoupResult, view: PublicView) -> Iterator[str]:
    """A coup's result, a line for each wager and one for the bank."""
    ends = ", the last of the shoe" if coup.last_of_shoe else ""
    changed = " (changed)" if coup.supersedes else ""
    dealer = f": dealer {_cards(view.dealer.cards)} = {view.dealer.total or '-'}" if view.dealer.cards else ""
    yield f"  coup {coup.number}{ends}{changed}{': cancelled' if coup.cancelled else dealer}"
    for row in coup.settlement:
        hand = _hand(view, row.box, row.hand)
        shown = f" {_cards(hand.cards)} = {hand.total}" if hand is not None and hand.total is not None else ""
        net = f"+{money(row.net)}" if row.net > 0 else money(row.net)
        yield f"    box {row.box} {row.player}{shown}: {row.outcome} {net} on {money(row.wager)} ({row.article})"
    yield f"    bank {money(coup.bank)}"


def _where(role: Role | None) -> str:
    if role is None:
        return "waits"
    if role in WHERE:
        return WHERE[role]
    at = box_and_hand(role)
    if at is None:
        return role
    return f"box {at[0]}" if at[1] == 1 else f"box {at[0]} hand {at[1]}"


def _place(box: int, hand: int, view: PublicView) -> str:
    seen = _hand(view, box, hand)
    return f"box {box} {_cards(seen.cards)} = {seen.total}" if seen is not None else f"box {box}"


def _hand(view: PublicView, box: int, hand: int) -> HandView | None:
    hands = view.boxes[box - 1].hands
    return hands[hand - 1] if hand <= len(hands) else None


def _face(role: Role | None, view: PublicView) -> str:
    """The face of the card that has just left, where it lies face up."""
    at = box_and_hand(role)
    cards: tuple[str, ...] = ()
    if role in (UPCARD, SECOND, DRAW):
        cards = view.dealer.cards
    elif at is not None and role == extra(*at):
        seen = _hand(view, *at)
        cards = seen.cards if seen is not None else ()
    return f": {cards[-1]}" if cards and cards[-1] != FACE_DOWN else ""


def _cards(cards: tuple[str, ...]) -> str:
    return " ".join(cards)
