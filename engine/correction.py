"""Putting right (article 2(1)): what a correction is of, and what it changes for the people at the table."""

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.answers import Alert, Payment, Refusal
from engine.entry import Entry, named_as, names_in
from engine.events import (
    BettingClosed,
    Call,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    PlayerLeft,
    PlayerSeated,
    Request,
    WagerPlaced,
    WagerWithdrawn,
    Withdrawn,
)
from engine.felt import Felt
from engine.hand import Laid
from engine.history import IN_THE_COUP, PLAYED_AGAIN, History, is_reconciled
from engine.instructions import Made, Place, Reconcile
from engine.play import Play
from engine.reasons import Moved, Notice, Reason
from engine.roles import HELD, VOID, Role


def is_next(felt: Felt, request: Request) -> bool:
    """It was made before a card that has not left yet: that is now."""
    return request.before == felt.shoe.out + 1


def person_refusal(event: Request) -> Refusal | None:
    """A correction is made by a named person, and a second one is another."""
    if event.by is None:
        return None
    if not event.by.strip():
        return Reason.NOBODY_VOUCHES.refusal()
    return Reason.SAME_PERSON.refusal(by=event.by) if event.second == event.by else None


# What a correction is of


def refusal(felt: Felt, history: History, event: Request) -> Refusal | None:
    """Why ``event`` corrects nothing of the open coup; what the law says of it in its place is asked later."""
    if isinstance(event, Withdrawn):
        return _withdrawal_refusal(felt, history, event)
    if type(event) not in PLAYED_AGAIN:
        return _late_refusal(felt, history, event)
    numbers = numbers_in(event)
    both_ways = isinstance(event, CardNamed) and event.names is not None and (event.n, event.card) != (None, None)
    if not numbers or both_ways or len(set(numbers)) < len(numbers):
        return Reason.NO_CARD_NAMED.refusal()
    missing = next((n for n in numbers if felt.card(n) is None), None)
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
    laid = felt.card(event.before) if event.before is not None else None
    return laid.seq if laid is not None and history.entry(laid.seq) is not None else None


def numbers_in(event: Request) -> list[int]:
    """The cards that ``event`` names, voids or holds, by their number in the shoe."""
    if isinstance(event, CardNamed):
        return [n for n, _ in names_in(event)]
    return [event.n] if isinstance(event, CardVoided | CardHeld) else []


def _withdrawal_refusal(felt: Felt, history: History, event: Withdrawn) -> Refusal | None:
    """Only a request or correction of the open coup can have been a slip; not a wager once a card is out."""
    entry = history.entry(event.seq)
    if entry is None or entry.refused is not None or not isinstance(entry.event, Request):
        return Reason.NO_SUCH_REQUEST.refusal(seq=event.seq)
    past = any(seq not in felt.cards for seq in entry.corrects)  # it ended the coup before: a name that settled it
    if past or event.seq in history.withdrawn or is_reconciled(entry.event):
        return Reason.NO_SUCH_REQUEST.refusal(seq=event.seq)
    of_betting = isinstance(entry.event, PlayerSeated | PlayerLeft | WagerPlaced | WagerWithdrawn | BettingClosed)
    if of_betting and _first_card_followed(felt, history, event.seq):
        return Reason.WAGER_STAYS.refusal(seq=event.seq)
    return None


def _first_card_followed(felt: Felt, history: History, seq: int) -> bool:
    """The first card of a coup left after the record ``seq``: its betting rests on it."""
    places = enumerate(history.entries)
    first = next((at for at, entry in places if isinstance(entry.event, CardOut) and _is_of_a_coup(felt, entry)), None)
    return first is not None and any(entry.seq == seq for entry in history.entries[:first])


def _is_of_a_coup(felt: Felt, entry: Entry) -> bool:
    return felt.cards[entry.seq].role not in (VOID, HELD)


# How the cards lie


def unseen(felt: Felt) -> dict[int, Role]:
    """The cards that lie face down and that nobody has seen, by their record: for which role they lie there."""
    places = {laid.seq: place(felt, laid) for laid in felt.cards.values() if not laid.face_up}
    return {seq: role for seq, role in places.items() if role is not None}


def place(felt: Felt, laid: Laid) -> Role | None:
    """The role for which a card lies where it lies; ``None`` while it waits."""
    return felt.astray.get(laid.seq, laid.role)


def astray(before: Felt, after: Felt, moved: Iterable[int]) -> dict[int, Role]:
    """The cards that lie elsewhere than the law has them after a correction, but for those in ``moved``, which who
    corrected has put there.
    """
    found = {}
    for seq, laid in after.cards.items():
        lies = place(before, before.cards[seq])
        if lies not in (None, laid.role) and seq not in moved:
            found[seq] = lies
    return found


def reconcile(felt: Felt, history: History, why: str) -> Reconcile:
    """Where each card that lies elsewhere belongs by law, and which calls were made since."""
    away = [felt.cards[seq] for seq in felt.astray]
    moves = tuple(Place(laid.n, felt.astray[laid.seq], laid.role) for laid in away if laid.role is not None)
    since = min((laid.seq for laid in away), default=0)
    return Reconcile(moves=moves, why=why, calls=tuple(_made(history, since)))


def _made(history: History, since: int) -> Iterator[Made]:
    """The calls and claims after the card of record ``since``."""
    gone, counts = history.withdrawn, not since
    for entry in history.entries:
        seq, event = entry.seq, entry.event
        counts = counts or seq == since
        if counts and entry.refused is None and seq not in gone and isinstance(event, IN_THE_COUP):
            yield Made(seq, event.box, event.hand if isinstance(event, Call) else 1, named_as(event))


def counts_again(before: Felt, after: Felt, withdrawn: set[int]) -> list[Alert]:
    """What was told to be dropped and is lawful once more."""
    code = Notice.REQUEST_DROPPED.name.lower()
    gone = [alert for alert in before.alerts if alert.code == code and alert not in after.alerts]
    return [Notice.REQUEST_COUNTS.alert(**alert.values) for alert in gone if alert.values["seq"] not in withdrawn]


# Money


def changed_payments(before: Felt, after: Felt) -> list[Payment]:
    """What moves because of a correction: money told before that goes back, and money that moves now."""
    told, moved = Counter(_moved(before)), Counter(_moved(after))
    back = [Moved.back(payment) for payment in (told - moved).elements()]
    return back + list((moved - told).elements())


def paid_otherwise(before: Felt, after: Felt) -> bool:
    """The coup was paid as cancelled and no longer is, or the other way: it is to be paid again (2(1))."""
    old, new = begun(before), begun(after)
    if old is None or new is None or old.coup.number != new.coup.number:
        return False
    by_hand = () in (old.coup.settlement, new.coup.settlement)  # who finishes it by hand pays it
    return old.over and new.over and not by_hand and old.coup.cancelled is not new.coup.cancelled


def undoes_the_betting(before: Felt, after: Felt, event: Request, *, told: bool) -> bool:
    """The coup in progress would not have begun: only a first card that was pulled for nobody can say so, and not once
    the coup's result was ``told``.
    """
    old, new = begun(before), begun(after)
    if old is None or (new is not None and new.coup.number == old.coup.number):
        return False
    return told or not isinstance(event, CardHeld)


def begun(felt: Felt) -> Play | None:
    """The newest coup whose first card has left."""
    return felt.play if felt.play is None or felt.play.coup.begun else felt.before


def _moved(felt: Felt) -> list[Payment]:
    """Of the coups that can be corrected; of one that ended by hand no money is told."""
    coups = [play.coup for play in (felt.before, felt.play) if play is not None]
    return [payment for coup in coups if coup.settlement != () for payment in coup.moved]
