"""What a client may tell the core at all: a request, by hand a card, and with staff what people record."""

from collections.abc import Iterator
from typing import Final

from engine import chips as house
from engine import rules
from engine.answers import Refusal
from engine.chips import Chips
from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    AssistantOff,
    AssistantOn,
    Call,
    CardNamed,
    CardOut,
    Correction,
    DealerChanged,
    EvenMoney,
    Insurance,
    Link,
    Note,
    Paid,
    PayoutCorrected,
    PlayerLeft,
    Request,
    ShoeEmpty,
    ShoeStarted,
    SignedIn,
    SignedOut,
    TableClosed,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
)
from engine.instructions import Settle
from engine.legality import closing_table
from engine.memory import Memory
from engine.reasons import Reason
from engine.results import rows_of

OF_PEOPLE: Final = (AlertAcknowledged, DealerChanged, Note, Paid, PayoutCorrected, SignedIn, SignedOut, TableClosed)
"""Records that people make."""


def untold(event: AnyEvent, memory: Memory, chips: Chips, *, is_staffed: bool) -> Refusal | None:
    """Why ``event`` is not a client's to tell; ``is_staffed``: who asks is known, and judged by his duty already."""
    if not all(value.isprintable() for value in _texts(event)):
        return Reason.NOT_PRINTABLE.refusal()
    match event:
        case CardOut() | WhiteCardOut() | ShoeEmpty():
            by_hand = memory.table.reported.by_hand and _is_told(event)
            return None if by_hand else Reason.READER_ALONE.refusal()
        case Link(reader="hand", state="up") | AssistantOff() | AssistantOn():
            return _turn(event, memory, is_staffed=is_staffed)
        case _ if isinstance(event, OF_PEOPLE):
            return _moving_held(event, memory) or _recorded(event, memory, is_staffed=is_staffed)
        case CardNamed(names=names, n=n, card=card) if names is not None and (not names or n or card):
            return Reason.NO_CARD_NAMED.refusal()
        case ShoeStarted() if is_staffed and memory.felt.in_coup and not memory.felt.only_touches_left:
            return Reason.COUP_IN_PROGRESS.refusal()  # it would be cancelled: that takes two people
        case TableOpened():
            return _opening(event, memory, chips)
    is_asked = isinstance(event, Request | ShoeStarted)
    return _moving_held(event, memory) if is_asked else Reason.CORE_ALONE.refusal()


def _moving_held(event: AnyEvent, memory: Memory) -> Refusal | None:
    """The chips of a box that is held would move, or its payment be over: both wait until it is held no longer.

    What cards and corrections bring about is not asked here.
    """
    held = memory.held
    box = getattr(event, "box", None) if _moves_chips(event) else None
    if box not in held and isinstance(memory.felt.due, Settle) and _ends_paying(event):
        result = memory.table.result
        rows = result.settlement if result is not None else ()
        box = next((row.box for row in rows if row.box in held), None)
    return Reason.BOX_IS_HELD.refusal(box=box, by=held[box]) if box in held else None


def _moves_chips(event: AnyEvent) -> bool:
    """Chips of its box are placed, paid or taken by it."""
    match event:
        case Call(call=call):
            return call in ("double", "split", "surrender")
        case WagerPlaced() | WagerWithdrawn() | PlayerLeft() | Paid() | Insurance() | EvenMoney():
            return True
    return False


def _ends_paying(event: AnyEvent) -> bool:
    """While a coup is paid it says that this is done, or lets the next one begin."""
    if isinstance(event, ShoeStarted | Paid):
        return True
    return isinstance(event, Request) and not isinstance(event, Correction) and event.before is None


def _noting(note: Note, memory: Memory) -> Refusal | None:
    """A note is under somebody's name, and no device's: the core's own say what it did. A hold has box and reason."""
    if not (note.by or "").strip() or note.origin is not None:
        return Reason.CORE_ALONE.refusal()
    if note.hold is None:
        return None
    if note.box is None or not note.text.strip():
        return Reason.HOLD_NEEDS_WORDS.refusal()
    if note.box > memory.felt.rules.boxes:
        return Reason.NO_SUCH_BOX.refusal(box=note.box)
    return None if note.hold or note.box in memory.held else Reason.NOT_HELD.refusal(box=note.box)


def _opening(event: TableOpened, memory: Memory, chips: Chips) -> Refusal | None:
    """A closed table on which nothing lies is opened, by rules that the law and the house's chips admit."""
    felt = memory.felt
    if not memory.is_closed:
        return Reason.CORE_ALONE.refusal()
    if felt.open_coup is not None:
        return Reason.COUP_IS_OPEN.refusal()
    if felt.wagers:
        return Reason.WAGERS_LIE.refusal(box=min(felt.wagers))
    for fault in (*rules.faults(event.rules), *house.faults(event.rules, chips)):
        return Reason.RULE_FORBIDDEN.refusal(fault.article, field=fault.field, why=fault.why, remedy=fault.remedy)
    return None


def _recorded(event: AnyEvent, memory: Memory, *, is_staffed: bool) -> Refusal | None:
    """What people record: what is being paid, or by two a payout that can have been; a table without a coup closed."""
    match event:
        case Paid() if not _is_being_paid(event, memory):
            return Reason.NOT_BEING_PAID.refusal(box=event.box or 0)
        case TableClosed():
            return closing_table(memory.felt)
        case PayoutCorrected() if not memory.table.has_payout(event):
            return Reason.NO_SUCH_PAYOUT.refusal(coup=event.coup, box=event.box, player=event.player)
        case PayoutCorrected() if not is_staffed and not _are_two(event.by, event.second):
            return Reason.TWO_PEOPLE.refusal()
        case Note():
            return _noting(event, memory)
    return None


def _is_being_paid(paid: Paid, memory: Memory) -> bool:
    """It is of the coup that is being paid."""
    result = memory.table.result
    return result is not None and bool(rows_of(result, paid))


def _texts(event: AnyEvent) -> Iterator[str]:
    """What a client wrote in it."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (each for each in value if isinstance(each, str))


def _turn(turn: Link | AssistantOff | AssistantOn, memory: Memory, *, is_staffed: bool) -> Refusal | None:
    """By hand, without the assistant, and with it again: two people say so."""
    if isinstance(turn, Link) and not memory.felt.shoe.started:
        return Reason.NO_SHOE.refusal()
    return None if is_staffed or _are_two(turn.by, turn.second) else Reason.TWO_PEOPLE.refusal()


def _are_two(by: str | None, second: str | None) -> bool:
    """Two different people are named."""
    first, other = (by or "").strip(), (second or "").strip()
    return bool(first and other) and first.casefold() != other.casefold()


def _is_told(fact: CardOut | WhiteCardOut | ShoeEmpty) -> bool:
    """It is told by hand, and claims no device's word."""
    match fact:
        case CardOut():
            return fact.reader == "hand" and fact.origin is None and fact.tag is None
        case WhiteCardOut():
            return fact.origin is None
    return True
