"""Who stands behind a request: one or two people by their numbers, with their PINs where the table has staff."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    AssistantOff,
    AssistantOn,
    CoupCancelled,
    DealerChanged,
    Link,
    Note,
    PayoutCorrected,
    SignedIn,
    TableClosed,
)
from engine.looking import ACTIONS
from engine.people.duties import MAY, Action, Duty, action_of, needs_proof
from engine.view import PublicView
from ui.opened import Opened, People
from ui.pads.keys import Made, digits, primary
from ui.person import Person
from ui.shown import Button, Line, Pad
from ui.supervisor.pages import PAGES, VOUCHED, File, Log, Proof, question
from ui.texts import TEXTS, sentence, text
from ui.theme import Tone

DEALER: Final = "dealer"
"""Who presses, where nobody has given a number."""
TAKES_TWO: Final = (CoupCancelled, Link, AssistantOff, AssistantOn, PayoutCorrected)
"""Where the table has no staff: the dealer and another."""
TAKES_ONE: Final = (DealerChanged, TableClosed, AlertAcknowledged, Note)
"""Likewise, one who gives a number."""
LONGEST_STAFF: Final = 12
"""Digits of a staff number."""
PIN_DIGITS: Final = range(6, 9)
"""How many digits a PIN has."""
DOT: Final = "\u2022"
"""Stands for a digit of a PIN."""


def vouched(view: PublicView, button: Button, title: str, action: Action | None = None, *, about: str = "") -> Button:
    """``button``, whose press takes people's names first where it must: then it opens their pad.

    Args:
        title: what is asked for, by code.
        action: where it is another than the event alone tells.
        about: of what, in words.
    """
    signed = _vouched(view, button, title, action)
    if not about or not isinstance(signed.opens, People):
        return signed
    return replace(signed, opens=replace(signed.opens, about=about))


def _vouched(view: PublicView, button: Button, title: str, action: Action | None) -> Button:
    event = button.press
    if event is None:
        return button
    action = action or action_of(event)
    if view.is_staffed and action is not None and needs_proof(action):
        return replace(button, press=None, opens=_of_staff(view, event, button, title, action))
    if isinstance(event, TAKES_TWO) and not view.is_staffed:
        first = Person(view.dealt_by or DEALER)
        return replace(button, press=None, opens=People(event, button.answers, title, (first,), then=button.opens))
    if isinstance(event, TAKES_ONE) and not view.is_staffed:
        return replace(button, press=None, opens=People(event, button.answers, title, then=button.opens))
    return replace(button, press=_signed(view, event))


def _of_staff(view: PublicView, event: AnyEvent, button: Button, title: str, action: Action) -> Opened:
    """The dealer may be one of two: his number is there already."""
    second = MAY[action].second
    is_dealer_too = second is not None and Duty.DEALER in second and view.dealt_by is not None
    staff = view.dealt_by or "" if is_dealer_too else ""
    return People(event, button.answers, title, staff=staff, is_at_pin=bool(staff), then=button.opens)


def _signed(view: PublicView, event: AnyEvent) -> AnyEvent:
    """Who presses puts it right under the dealer's number."""
    bears = {field.name: field for field in structs.fields(event)}
    if "by" not in bears or getattr(event, "by", "") not in ("", None):
        return event
    return structs.replace(event, by=view.dealt_by or DEALER) if bears["by"].required or _is_late(event) else event


def _is_late(event: AnyEvent) -> bool:
    return getattr(event, "before", None) is not None or getattr(event, "felt", None) is not None


def before(opened: People) -> Opened | None:
    """Where who is asked for a name came from; ``None``: from the table."""
    if isinstance(opened.event, SignedIn):
        return None
    match opened.then:
        case File(back=back):
            return back or Log()
        case Proof():
            return Log()
        case page if isinstance(page, PAGES):
            return page
    return None


def needed(opened: People, view: PublicView) -> int:
    """How many people are due."""
    if not view.is_staffed:
        return 2 if isinstance(opened.event, TAKES_TWO) else 1
    action = _action(opened)
    return 2 if action is not None and MAY[action].second is not None else 1


def people(opened: People, view: PublicView) -> Made:
    """The number of the next one, then the PIN."""
    due = needed(opened, view)
    typed = opened.pin if opened.is_at_pin else opened.staff

    def becomes(said: str) -> Opened:
        return replace(opened, pin=said) if opened.is_at_pin else replace(opened, staff=said)

    longest = PIN_DIGITS[-1] if opened.is_at_pin else LONGEST_STAFF
    other = replace(opened, staff="", pin="", is_at_pin=False)
    anew = Button("people:anew", text("key.clear"), opens=other, is_open=bool(typed or opened.is_at_pin))
    code = "people.pin" if opened.is_at_pin else "people.number"
    who = text("people.second" if opened.persons else "people.first") if due > 1 else ""
    line = sentence(text(code, who=who, staff=opened.staff).strip())
    if view.is_staffed and not opened.is_at_pin:
        line = text("people.duty", line=line, duty=_whom(opened))
    entry = DOT * len(opened.pin) if opened.is_at_pin else opened.staff
    lines = (Line(text(opened.title), opened.about),) if opened.about else ()
    rows = digits(typed, longest, becomes, anew)
    pad = Pad(text("pad.people", what=text(opened.title), line=line), entry, lines=lines, rows=rows)
    return pad, _next(opened, view, due)


def _whom(opened: People) -> str:
    """The least of the duties that the next person may have."""
    action = _action(opened)
    assert action is not None
    rule = MAY[action]
    duties = rule.second if opened.persons and rule.second is not None else rule.first
    least = next((duty for duty in Duty if duty in duties), Duty.SHIFT_MANAGER)
    return text(f"duty.{least}" if f"duty.{least}" in TEXTS else "duty.shift_manager")


def _next(opened: People, view: PublicView, due: int) -> Button:
    """On to the PIN, to the next person, or to the core."""
    if opened.is_at_pin and len(opened.pin) not in PIN_DIGITS:
        return primary(text("button.pin_first"), is_open=False)
    if not opened.staff:
        return primary(text("button.number_first"), is_open=False)
    if view.is_staffed and not opened.is_at_pin:
        return replace(primary(text("button.next"), Tone.ASK), opens=replace(opened, is_at_pin=True))
    if any(person.staff == opened.staff for person in opened.persons):
        return primary(text("button.another_person"), is_open=False)
    persons = (*opened.persons, Person(opened.staff, opened.pin))
    if len(persons) < due:
        on = replace(opened, persons=persons, staff="", pin="", is_at_pin=False)
        return replace(primary(text("button.next"), Tone.ASK), opens=on)
    words = text("button.confirm", what=text(opened.title))
    proofs = persons if view.is_staffed else ()
    if opened.event is None:
        assert isinstance(opened.then, VOUCHED)
        return replace(primary(words, Tone.ASK), opens=replace(opened.then, proofs=proofs))
    event = _named(opened.event, persons)
    return replace(primary(words, Tone.ASK), press=event, answers=opened.answers, proofs=proofs, opens=opened.then)


def _action(opened: People) -> Action | None:
    """What they ask for, in the table of duties."""
    if opened.event is not None:
        return action_of(opened.event)
    asked = question(opened.then) if isinstance(opened.then, VOUCHED) else None
    return ACTIONS[type(asked)] if asked is not None else None


def asked_by(view: PublicView, button: Button, page: Proof | File, title: str) -> Button:
    """``button``, which opens ``page`` once who asks has shown a PIN, where the table has staff."""
    if not view.is_staffed:
        return replace(button, opens=page)
    return replace(button, opens=People(None, None, title, then=page))


def _named(event: AnyEvent, persons: tuple[Person, ...]) -> AnyEvent:
    """``event`` under these people's numbers."""
    bears = {field.name for field in structs.fields(event)}
    names = {"by": persons[0].staff, "second": persons[1].staff if len(persons) > 1 else None}
    return structs.replace(event, **{name: value for name, value in names.items() if name in bears})
