"""What may have gone wrong, in sentences that are complete: one touch puts it right."""

from dataclasses import replace
from typing import Final

from engine.events import CardExposed, CardHeld, CardVoided, CoupCancelled
from engine.people.duties import Action
from engine.roles import box_and_hand, extra
from engine.view import PublicView, Slip
from ui.opened import Naming, Slips
from ui.pads.keys import Made
from ui.pads.people import vouched
from ui.places import lies, place
from ui.shown import Button, Pad
from ui.texts import TEXTS, text
from ui.theme import Tone

ON_A_PAGE: Final = 4
"""Sentences that are read at one glance."""
OPENS_A_CARD: Final = (CardExposed, CardHeld, CardVoided)
"""What says what a card is, or that it was seen: of one that lies face down it takes a floor person."""


def slips(opened: Slips, view: PublicView) -> Made:
    """What fits what happened last, the likeliest first; and the end of the coup."""
    first = opened.page * ON_A_PAGE
    each = [_slip(view, slip, at) for at, slip in enumerate(view.slips)]
    shown = tuple(each[first : first + ON_A_PAGE])
    pages = -(-len(each) // ON_A_PAGE)
    more = Button(
        "slips:more", text("key.more"), opens=Slips((opened.page + 1) % max(1, pages)), is_open=pages > 1, sign="asked"
    )
    return Pad(text("pad.slips" if each else "pad.slips.none"), sentences=shown, rows=((cancel(view), more),)), None


def _slip(view: PublicView, slip: Slip, at: int) -> Button:
    key, words = f"slip:{at}", _words(view, slip)
    if slip.event is None:
        return Button(key, words, Tone.ASK, opens=Naming(misread=slip.n))
    is_hidden = isinstance(slip.event, OPENS_A_CARD) and slip.face is None
    button = Button(key, words, Tone.ASK, slip.event, answers=view.due_seq)
    return vouched(view, button, f"people.{slip.code}", Action.OPEN_CARD if is_hidden else None)


def _words(view: PublicView, slip: Slip) -> str:
    at = _place(view, slip)
    what = text(f"call.{slip.what}" if f"call.{slip.what}" in TEXTS else "call.done") if slip.what is not None else ""
    lying = lies(view, slip.role) if slip.role is not None else at
    code = f"slip.{slip.code}.of" if slip.code == "undo" and at else f"slip.{slip.code}"
    return text(code, place=at, n=slip.n or 0, what=what, lies=lying, face=_name(slip.face))


def _name(face: str | None) -> str:
    """A card's face in words."""
    if not face:
        return ""
    return text("card", rank=text(f"rank.{face[0]}"), suit=text(f"suit.{face[1]}"))


def _place(view: PublicView, slip: Slip) -> str:
    if slip.box is not None:
        return place(view, extra(slip.box, slip.hand or 1), is_title=True)
    has_place = slip.role is not None and box_and_hand(slip.role) is not None
    return place(view, slip.role, is_title=True) if has_place and slip.role is not None else ""


def cancel(view: PublicView) -> Button:
    """The coup counts for nothing: held, and then two people say so."""
    words = text("button.cancel") if view.cancellable is None else text("button.cancel.coup", coup=view.cancellable)
    event = CoupCancelled(reason="said at the table", by="")
    button = Button("cancel", words, Tone.TROUBLE, event, is_held=True, reason=text("reason.hold_two"))
    if view.cancellable is None:
        is_cancelled = view.result is not None and view.result.cancelled
        why = text("reason.cancelled" if is_cancelled else "reason.no_coup")
        return replace(button, press=None, is_open=False, is_held=False, reason=why)
    return vouched(view, button, "people.cancel")
