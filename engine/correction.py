"""Putting right (article 2(1)): what a correction is of, and what it changes for the people at the table."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from engine.answers import Payment, Refusal
from engine.events import (
    BettingClosed,
    Call,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    Request,
    WagerPlaced,
    WagerWithdrawn,
    Withdrawn,
)
from engine.felt import Felt
from engine.hand import Laid
from engine.happening import named_as, names_in
from engine.history import IN_THE_COUP, History, Known
from engine.instructions import Made, Place, Reconcile
from engine.reasons import Moved, Reason
from engine.roles import HELD, VOID

PLAYED_AGAIN: Final = (Withdrawn, CardNamed, CardVoided, CardHeld)
"""Corrections that say something of another line: the coup is played again with them."""


def card(felt: Felt, n: int) -> Laid | None:
    """Card ``n`` of the shoe, if it left since the coup before was paid; of two shoes, the newer one's."""
    return next((laid for laid in reversed(felt.cards.values()) if laid.n == n), None)


def is_next(felt: Felt, request: Request) -> bool:
    """It was made before a card that has not left yet: that is now."""
    return request.before == felt.shoe.out + 1


def refusal(felt: Felt, history: History, event: Request) -> Refusal | None:
    """Why ``event`` corrects nothing of the open coup; what the law says of it in its place is asked later."""
    if isinstance(event, Withdrawn):
        return _withdrawal_refusal(felt, history, event)
    if not isinstance(event, PLAYED_AGAIN):
        return _late_refusal(felt, history, event)
    numbers = numbers_in(event)
    both_ways = isinstance(event, CardNamed) and event.names is not None and (event.n, event.card) != (None, None)
    if not numbers or both_ways or len(set(numbers)) < len(numbers):
        return Reason.NO_CARD_NAMED.refusal()
    missing = next((n for n in numbers if card(felt, n) is None), None)
    return Reason.NO_SUCH_CARD.refusal(n=missing) if missing is not None else None


def _late_refusal(felt: Felt, history: History, event: Request) -> Refusal | None:
    """A late request has somebody who vouches, and a card of the open coup before which it was made."""
    if not event.by:
        return Reason.NOBODY_VOUCHES.refusal()
    if placed_before(felt, history, event) is None:
        return Reason.NO_SUCH_CARD.refusal(n=event.before or 0)
    return None


def placed_before(felt: Felt, history: History, event: Request) -> int | None:
    """The record of the card before which a late request was made."""
    laid = card(felt, event.before) if event.before is not None else None
    return laid.seq if laid is not None and history.line(laid.seq) is not None else None


def numbers_in(event: Request) -> list[int]:
    """The cards that ``event`` names, voids or holds, by their number in the shoe."""
    if isinstance(event, CardNamed):
        return [n for n, _ in names_in(event)]
    return [event.n] if isinstance(event, CardVoided | CardHeld) else []


def _withdrawal_refusal(felt: Felt, history: History, event: Withdrawn) -> Refusal | None:
    """Only a request or correction of the open coup can have been a slip; not a wager once a card is out."""
    line = history.line(event.seq)
    if (
        line is None
        or line.refused is not None
        or not isinstance(line.entry.event, Request)
        or event.seq in history.withdrawn
    ):
        return Reason.NO_SUCH_REQUEST.refusal(seq=event.seq)
    if isinstance(line.entry.event, WagerPlaced | WagerWithdrawn | BettingClosed) and _card_followed(
        felt, history, event.seq
    ):
        return Reason.WAGER_STAYS.refusal(seq=event.seq)
    return None


def _card_followed(felt: Felt, history: History, seq: int) -> bool:
    """A card of a coup left after the record ``seq``."""
    lines = iter(history.lines)
    for line in lines:
        if line.entry.seq == seq:
            break
    return any(
        isinstance(line.entry.event, CardOut) and felt.cards[line.entry.seq].role not in (VOID, HELD) for line in lines
    )


def reconcile(felt: Felt, history: History, known: Known, why: str) -> Reconcile:
    """Where each card that lies elsewhere belongs by law, and which calls were made since."""
    astray = [laid for laid in felt.cards.values() if is_astray(laid, known)]
    moves = tuple(Place(laid.n, known.places[laid.seq], laid.role or "") for laid in astray)
    since = min((laid.seq for laid in astray), default=0)
    return Reconcile(moves=moves, why=why, calls=tuple(_made(history, since)))


def is_astray(laid: Laid, known: Known) -> bool:
    """The card lies elsewhere than the law has it."""
    return laid.role is not None and known.places.get(laid.seq, laid.role) != laid.role


def _made(history: History, since: int) -> Iterator[Made]:
    """The calls and claims after the card of record ``since``."""
    gone, counts = history.withdrawn, not since
    for line in history.lines:
        seq, event = line.entry.seq, line.entry.event
        counts = counts or seq == since
        if counts and line.refused is None and seq not in gone and isinstance(event, IN_THE_COUP):
            yield Made(seq, event.box, event.hand if isinstance(event, Call) else 1, named_as(event))


def changed_payments(before: Felt, after: Felt) -> list[Payment]:
    """What moves because of a correction: money told before that goes back, and money that moves now."""
    told, moved = Counter(_moved(before)), Counter(_moved(after))
    back = [Moved.back(payment) for payment in (told - moved).elements()]
    return back + list((moved - told).elements())


def _moved(felt: Felt) -> list[Payment]:
    return [payment for play in (felt.before, felt.play) if play is not None for payment in play.coup.moved]
