"""The pad that lies over the boxes now: what people opened, else what is due and cannot be done without one."""

from typing import assert_never

from engine.instructions import NameCard
from engine.view import PublicView
from ui.opened import (
    Asking,
    Bets,
    Deciding,
    Insuring,
    Laying,
    Limits,
    Matching,
    Matters,
    Naming,
    Numbering,
    Opened,
    Opening,
    People,
    Rules,
    Screens,
    Seats,
    Slips,
    Wagering,
)
from ui.pads import coup, matters, naming, people, screen, slips, wagers
from ui.pads.keys import Made
from ui.practice.shown import laying
from ui.situation import Situation
from ui.supervisor.pages import PAGES


def pad_of(situation: Situation, view: PublicView) -> Made | None:
    """The pad with its primary; ``None``: the boxes are shown."""
    if situation.opened is not None:
        return _opened(situation, situation.opened, view)
    if view.is_closed:
        return matters.opening(Opening(view.rules), view)
    if isinstance(view.due, NameCard) or naming.is_told_by_hand(view):
        return naming.naming(Naming(), view)
    return None


def _opened(situation: Situation, opened: Opened, view: PublicView) -> Made:  # noqa: C901, PLR0911, PLR0912 - one line a pad
    match opened:
        case Bets():
            return wagers.bets(opened, view)
        case Wagering():
            return wagers.wagering(opened, view)
        case Numbering():
            return wagers.numbering(opened, view)
        case Deciding():
            return wagers.deciding(opened, view)
        case Seats():
            return wagers.seats(opened, view)
        case Asking():
            return coup.asking(opened, view)
        case Insuring():
            return coup.insuring(opened, view)
        case Matching():
            return coup.matching(opened, view)
        case Slips():
            return slips.slips(opened, view)
        case Naming():
            return naming.naming(opened, view)
        case Matters():
            return matters.matters(opened, view)
        case Rules():
            return matters.rules(opened, view)
        case Opening():
            return matters.opening(opened, view)
        case Limits():
            return matters.limits(opened, view)
        case Screens():
            return screen.screen(situation.choices)
        case Laying():
            return laying(opened, view)
        case People():
            return people.people(opened, view)
        case _ if isinstance(opened, PAGES):
            raise TypeError(f"{opened} is no pad but a sheet")
        case _:
            assert_never(opened)
