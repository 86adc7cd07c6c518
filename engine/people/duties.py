"""Who may do what: one table. What is not in it is refused.

Technicians see no cards and do not act in the game: no play, no log, no deck (the deck's file names the card behind
each tag). Auditors read, export and verify, and nothing else.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations
from typing import Final

from msgspec import Struct

from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    CoupCancelled,
    DealerChanged,
    Done,
    EvenMoney,
    Event,
    HandShown,
    Insurance,
    Link,
    MisdealFound,
    Note,
    Paid,
    PayoutCorrected,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    SignedIn,
    SignedOut,
    TableClosed,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
    Withdrawn,
)
from engine.people.denied import Denied, Why


class Duty(StrEnum):
    """What somebody of the staff is there for."""

    DEALER = "dealer"
    """Deals, and tells what happens."""
    FLOOR_PERSON = "floor_person"
    """Watches a few tables and is called first."""
    PIT_SUPERVISOR = "pit_supervisor"
    """Answers for a pit: cancels, corrects payouts, lifts lock-outs."""
    SHIFT_MANAGER = "shift_manager"
    """Answers for the shift: staff, keys, restoring."""
    TECHNICIAN = "technician"
    """Mends the equipment; sees no card and does not act in the game."""
    AUDITOR = "auditor"
    """Reads, exports and verifies."""


class Action(StrEnum):
    """What a person may ask for."""

    DEAL = "deal"
    """Ordinary requests of play."""
    PUT_RIGHT = "put_right"
    """Corrections of slips."""
    OPEN_CARD = "open_card"
    """A card that lies face down was seen, is void or is held."""
    TELL_CARD = "tell_card"
    """A card, white card or empty shoe told by hand."""
    ACKNOWLEDGE = "acknowledge"
    """An alert has been read."""
    CHANGE_DEALER = "change_dealer"
    """Another dealer takes over."""
    CANCEL = "cancel"
    """A coup counts for nothing."""
    CORRECT_PAYOUT = "correct_payout"
    """A payout of a coup long past is corrected."""
    BY_HAND = "by_hand"
    """The table goes on without the reader."""
    ASSISTANT = "assistant"
    """The table goes on without the assistant, or with it again."""
    OPEN_TABLE = "open_table"
    """The table that was closed is opened, with these rules."""
    CLOSE_TABLE = "close_table"
    """The table is closed."""
    SIGN_IN = "sign_in"
    """Somebody who does not deal opens a session."""
    SIGN_OUT = "sign_out"
    """Who is signed in signs out."""
    REMARK = "remark"
    """The log is to say something."""
    HOLD = "hold"
    """A box is held in a dispute, or held no longer."""
    UNLOCK = "unlock"
    """The lock-out of a PIN is lifted."""
    READ_LOG = "read_log"
    """The log is read."""
    EXPORT_LOG = "export_log"
    """The log is written to a file."""
    VERIFY_LOG = "verify_log"
    """The log is proved; no card is shown."""
    BACK_UP = "back_up"
    """The journal is copied."""
    RESTORE = "restore"
    """A journal is put back from a copy."""
    DIAGNOSE = "diagnose"
    """Reader, line and panel are tested; no card is shown."""
    CLOCK = "clock"
    """The clock is set."""
    KEYS = "keys"
    """Keys are changed."""
    ENROLMENT = "enrolment"
    """The deck is changed."""
    STAFF = "staff"
    """The staff file is changed."""


class Person(Struct, frozen=True):
    """Somebody who is known: by a PIN with this very request, or by having signed in."""

    staff: str
    """The staff number."""
    duty: Duty


class Rule(Struct, frozen=True):
    """Who may do one thing."""

    first: frozenset[Duty]
    """One person with one of these duties is due."""
    second: frozenset[Duty] | None = None
    """And a different person with one of these; ``None``: one person is enough."""
    proof: bool = True
    """A PIN with this very request is due; else it is enough to be signed in."""


_EVERYBODY: Final = frozenset(Duty)
_FLOOR: Final = frozenset({Duty.FLOOR_PERSON, Duty.PIT_SUPERVISOR, Duty.SHIFT_MANAGER})
_GAME: Final = _FLOOR | {Duty.DEALER}
_PIT: Final = frozenset({Duty.PIT_SUPERVISOR, Duty.SHIFT_MANAGER})
_SHIFT: Final = frozenset({Duty.SHIFT_MANAGER})
_TECHNICIAN: Final = frozenset({Duty.TECHNICIAN})
_AUDITOR: Final = frozenset({Duty.AUDITOR})

MAY: Final[dict[Action, Rule]] = {
    # With the hands full of cards, at once, in everybody's sight, and journalled under the signed-in person's number.
    Action.DEAL: Rule(_GAME, proof=False),
    Action.PUT_RIGHT: Rule(_GAME, proof=False),
    Action.TELL_CARD: Rule(_GAME, proof=False),
    Action.ACKNOWLEDGE: Rule(_GAME, proof=False),
    # One person, with a PIN.
    Action.OPEN_CARD: Rule(_FLOOR),
    Action.CHANGE_DEALER: Rule(_GAME),
    Action.OPEN_TABLE: Rule(_PIT),
    Action.CLOSE_TABLE: Rule(_PIT),
    Action.SIGN_IN: Rule(_EVERYBODY - {Duty.DEALER}),  # a dealer takes over: change_dealer
    Action.SIGN_OUT: Rule(_EVERYBODY, proof=False),
    Action.REMARK: Rule(_FLOOR | _TECHNICIAN),
    Action.HOLD: Rule(_FLOOR),
    Action.UNLOCK: Rule(_PIT),  # were it two, one of two people whose PIN is locked could never be helped
    # Money, and what the log rests on: two different people.
    Action.CANCEL: Rule(_PIT, second=_GAME),
    Action.CORRECT_PAYOUT: Rule(_PIT, second=_FLOOR),  # not the dealer, who may have paid it
    Action.BY_HAND: Rule(_FLOOR, second=_GAME),
    Action.ASSISTANT: Rule(_FLOOR, second=_GAME),
    Action.CLOCK: Rule(_PIT, second=_PIT | _TECHNICIAN),
    Action.KEYS: Rule(_SHIFT, second=_PIT | _TECHNICIAN),
    Action.ENROLMENT: Rule(_PIT, second=_FLOOR),
    Action.STAFF: Rule(_SHIFT, second=_PIT),
    Action.RESTORE: Rule(_SHIFT, second=_PIT | _TECHNICIAN),
    # What changes nothing. Reading needs a session (60 s idle), since each page would ask for the PIN again.
    Action.READ_LOG: Rule(_FLOOR | _AUDITOR, proof=False),
    Action.EXPORT_LOG: Rule(_PIT | _AUDITOR),
    Action.VERIFY_LOG: Rule(_PIT | _AUDITOR | _TECHNICIAN),
    Action.BACK_UP: Rule(_PIT),
    Action.DIAGNOSE: Rule(_PIT | _TECHNICIAN),
}
"""The table."""

_ACTIONS: Final[dict[type[Event], Action]] = {
    **dict.fromkeys(
        (
            ShoeStarted,
            PlayerSeated,
            PlayerLeft,
            WagerPlaced,
            WagerWithdrawn,
            BettingClosed,
            Call,
            Insurance,
            EvenMoney,
            HandShown,
            Done,
            Paid,
            ShuffleCalled,
        ),
        Action.DEAL,
    ),
    **dict.fromkeys((Withdrawn, CardNamed, CardVoided, CardHeld, CardExposed, MisdealFound), Action.PUT_RIGHT),
    CoupCancelled: Action.CANCEL,
    ShoeEmpty: Action.TELL_CARD,
    AssistantOff: Action.ASSISTANT,
    AssistantOn: Action.ASSISTANT,
    AlertAcknowledged: Action.ACKNOWLEDGE,
    DealerChanged: Action.CHANGE_DEALER,
    PayoutCorrected: Action.CORRECT_PAYOUT,
    SignedIn: Action.SIGN_IN,
    SignedOut: Action.SIGN_OUT,
    TableOpened: Action.OPEN_TABLE,
    TableClosed: Action.CLOSE_TABLE,
    Note: Action.REMARK,
}


def action_of(event: AnyEvent) -> Action | None:
    """What ``event`` asks for; ``None``: no client may tell it, since the core or a device alone does."""
    match event:
        case CardOut():
            is_told = event.reader == "hand" and event.origin is None and event.tag is None
            return Action.TELL_CARD if is_told else None
        case WhiteCardOut():
            return Action.TELL_CARD if event.origin is None else None
        case Note(hold=bool()):
            return Action.HOLD
        case Link():
            return Action.BY_HAND if event.reader == "hand" and event.state == "up" else None
        case _:
            action = _ACTIONS.get(type(event))
            is_late = isinstance(event, Request) and (event.before is not None or event.felt is not None)
            return Action.PUT_RIGHT if action is Action.DEAL and is_late else action


def needs_proof(action: Action) -> bool:
    """Whether a PIN must come with the very request; of what is not in the table, yes."""
    return action not in MAY or MAY[action].proof


def refusal(action: Action, persons: Sequence[Person]) -> Denied | None:
    """Why ``persons`` may not do ``action``; ``None``: they may. The same staff number twice is one person."""
    rule = MAY.get(action)
    if rule is None:
        return Denied(Why.NOT_IN_TABLE, f"{action}: not in the table of duties, so nobody may: ask for something in it")
    present = {person.staff: person.duty for person in reversed(persons)}
    if not present:
        return Denied(Why.NOBODY, f"{action}: nobody stands behind it: {_told(rule.first)} is due")
    if not any(duty in rule.first for duty in present.values()):
        seen = ", ".join(f"{staff} ({duty})" for staff, duty in sorted(present.items()))
        return Denied(Why.NOT_FOR_DUTY, f"{action}: not for {seen}: call {_told(rule.first)}")
    if rule.second is None or _are_two(rule.first, rule.second, tuple(present.values())):
        return None
    return Denied(
        Why.SECOND_DUE,
        f"{action}: two different people are due: {_told(rule.first)}, and besides {_told(rule.second)}",
    )


def _are_two(first: frozenset[Duty], second: frozenset[Duty], duties: tuple[Duty, ...]) -> bool:
    """Of different people, one is the first and another the second, in whichever order they came."""
    return any(one in first and other in second for one, other in permutations(duties, 2))


def _told(duties: frozenset[Duty]) -> str:
    return " or ".join(duty.value.replace("_", " ") for duty in Duty if duty in duties)
