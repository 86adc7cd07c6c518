"""The table in words, for a terminal: what each event did and what is due. It sees no more than the public view."""

from collections.abc import Iterable, Iterator

from engine.answers import Answer, CoupResult, Refusal
from engine.entry import names_in
from engine.events import (
    AnyEvent,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardVoided,
    Done,
    EvenMoney,
    HandShown,
    Insurance,
    MisdealFound,
    PlayerLeft,
    PlayerSeated,
    Request,
    WagerPlaced,
    WagerWithdrawn,
    Withdrawn,
)
from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    Due,
    Made,
    NameCard,
    Offer,
    Place,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.lines import name_of
from engine.money import money
from engine.roles import BURN, DRAW, HELD, HIDDEN, SECOND, UPCARD, VOID, Role, box_and_hand, extra
from engine.view import FACE_DOWN, HandView, PublicView

WHERE = {
    BURN: "burned",
    HIDDEN: "the dealer's hidden card",
    UPCARD: "the dealer's upcard",
    SECOND: "the dealer's second card",
    DRAW: "the dealer",
    VOID: "void",
    HELD: "held by the dealer as the next card",
}
"""Roles in words; a box's are written from their numbers."""


def plain(words: str) -> str:
    """``words`` on one line of a terminal: what is not printable in them, which people may have typed, is spelled out.

    >>> plain("a\\n\\x1b[2Jb")
    'a\\\\n\\\\x1b[2Jb'
    """
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in words)


def told(event: str, request: AnyEvent | None, answer: Answer, view: PublicView) -> Iterator[str]:
    """What one event did, a line each; ``request`` is what was asked for, if it was a request."""
    return map(plain, _told(event, request, answer, view))


def _told(event: str, request: AnyEvent | None, answer: Answer, view: PublicView) -> Iterator[str]:
    if answer.refused is not None:
        yield refused(event, answer.refused)
    elif event == "card_out":
        yield f"  card -> {_where(answer.role)}{_face(answer.role, view)}"
    elif request is not None:
        yield f"  {said(request)}"
    for n, role in answer.roles.items():
        yield f"  card {n} -> {_where(role)}"
    for alert in answer.alerts:
        yield f"  ! {alert.text} ({alert.article})"
    for moved in answer.pay:
        at = _place(moved.box, moved.hand, moved.player, view)
        yield f"  {at}: {moved.why}, {_signed(moved.amount)} ({moved.article})"
    if answer.coup is not None:
        yield from result(answer.coup, view)


def said(request: AnyEvent) -> str:
    """A request in words. A name that is given to a card is not among them: it may lie face down."""
    words = _asked_of_a_box(request) or _put_right(request) or name_of(request).replace("_", " ")
    if not isinstance(request, Request):
        return words
    late = f", before card {request.before} left" if request.before is not None else ""
    return f"{words}{late}{', as the cards lie' if request.felt == 'agrees' else ''}"


def _asked_of_a_box(request: AnyEvent) -> str | None:  # noqa: PLR0911 - one line a request
    match request:
        case PlayerSeated(box=box, player=player):
            return f"{player} occupies box {box}"
        case PlayerLeft(box=box):
            return f"the player of box {box} leaves"
        case WagerPlaced(box=box, player=player, amount=amount):
            return f"{player} wagers {money(amount)} on box {box}"
        case WagerWithdrawn(box=box, player=player):
            return f"{player} takes the wager on box {box} back"
        case Insurance(box=box, player=player, amount=0):
            return f"{player} takes the insurance of box {box} back"
        case Insurance(box=box, player=player, amount=amount):
            return f"{player} insures box {box} for {money(amount)}"
        case EvenMoney(box=box, player=player):
            return f"{player} takes even money on box {box}"
        case HandShown(box=box, hand=hand):
            return f"{_numbered(box, hand)} is shown"
        case Call(box=box, hand=hand, call=call, matched_by=matched_by):
            return f"{_numbered(box, hand)}: {call}{_matched(matched_by)}"
        case _:
            return None


def _matched(by: tuple[str, ...] | None) -> str:
    return "" if by is None else f", matched by {_listed(by) or 'nobody'}"


def _put_right(request: AnyEvent) -> str | None:
    match request:
        case Done(of=of) if of is not None:
            return f"done: {of.replace('_', ' ')}"
        case Withdrawn(seq=seq, reason=reason):
            return f"record {seq} withdrawn: {reason}"
        case CardNamed():
            numbers = [str(n) for n, _ in names_in(request)]
            return f"card{'s' if len(numbers) > 1 else ''} {_listed(numbers)} named" if numbers else None
        case CardVoided(n=n, reason=reason):
            return f"card {n} voided: {reason}"
        case CardHeld(n=n):
            return f"card {n} held"
        case CardExposed(n=n):
            return f"card {n} exposed"
        case MisdealFound(reason=reason):
            return f"misdeal found: {reason}"
        case _:
            return None


def due(view: PublicView) -> str:
    """The one thing that is due, in words."""
    return plain(f"{instruction(view.due)} ({view.due.article})")


def instruction(due: Due) -> str:  # noqa: PLR0911 - one line an instruction
    """An instruction in words."""
    match due:
        case TakeWagers():
            return "Take wagers"
        case Burn(left=left):
            return "Burn one card" if left == 1 else f"Burn a card, {left} left"
        case Deal(to=to, face=face):
            return f"Deal {'' if to in WHERE else 'to '}{_where(to)}, face {face}"
        case Offer(what=what):
            return f"Offer {_listed(offered.replace('_', ' ') for offered in what)}"
        case Ask(box=box, hand=hand, calls=calls):
            return f"Ask {_numbered(box, hand)}: {' or '.join(calls)}"
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
        case Reconcile(moves=moves, why=why, calls=calls):
            return f"Lay the cards as the law has them ({why}){_to_move(moves)}{_since(calls)}"


def _to_move(moves: tuple[Place, ...]) -> str:
    """Where each card lies, and where it belongs."""
    return "".join(f"; card {move.n} from {_where(move.origin)} to {_where(move.to)}" for move in moves)


def _since(calls: tuple[Made, ...]) -> str:
    """What a supervisor judges: it was asked for on the strength of these cards."""
    return "".join(
        f"; record {made.seq} was made meanwhile: {_numbered(made.box, made.hand)} {made.what.replace('_', ' ')}"
        for made in calls
    )


def refused(event: str, refusal: Refusal) -> str:
    """A refusal in words."""
    return plain(f"  refused: {event.replace('_', ' ')}: {refusal.reason} ({refusal.article})")


def result(coup: CoupResult, view: PublicView) -> Iterator[str]:
    """A coup's result, a line for each wager and one for the bank."""
    ends = ", the last of the shoe" if coup.last_of_shoe else ""
    changed = " (changed)" if coup.supersedes else ""
    dealer = f": dealer {_cards(view.dealer.cards)} = {view.dealer.total or '-'}" if view.dealer.cards else ""
    yield f"  coup {coup.number}{ends}{changed}{': cancelled' if coup.cancelled else dealer}"
    for row in coup.settlement:
        at = _place(row.box, row.hand, row.player, view)
        outcome = row.outcome.replace("_", " ")
        yield f"    {at}: {outcome} {_signed(row.net)} on {money(row.wager)} ({row.article})"
    yield f"    bank {money(coup.bank)}"


def _where(role: Role | None) -> str:
    if role is None:
        return "waits"
    if role in WHERE:
        return WHERE[role]
    at = box_and_hand(role)
    if at is None:
        return role
    return _numbered(*at)


def _numbered(box: int, hand: int) -> str:
    return f"box {box}" if hand == 1 else f"box {box} hand {hand}"


def _place(box: int, hand: int, player: str, view: PublicView) -> str:
    """Whose wager, with the hand's cards where all of them are seen."""
    seen = _hand(view, box, hand)
    cards = f" {_cards(seen.cards)} = {seen.total}" if seen is not None and seen.total is not None else ""
    return f"{_numbered(box, hand)} {player}{cards}"


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


def _signed(amount: int) -> str:
    """From the player's side."""
    return f"+{money(amount)}" if amount > 0 else money(amount)


def _listed(words: Iterable[str]) -> str:
    *before, last = [*words] or [""]
    return f"{', '.join(before)} and {last}" if before else last
