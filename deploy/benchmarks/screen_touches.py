"""The demo's people, who ask for everything at the screen: how many touches a coup takes.

There are no pixels in it: what can be touched is what the presenter makes of the situation, and what a touch does is
what :class:`ui.situation.Situation` says. For each request the shortest way from touch to touch is looked for; where
there is none, that is told and the request is sent from beside.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Final
from uuid import uuid4

from msgspec import structs

from deploy.demonstration import FAST, Asking, Felt, People, Shoe
from engine.events import AnyEvent, BettingClosed, Call, Done, EvenMoney, Insurance, ShoeStarted, WagerPlaced
from engine.lines import name_of
from engine.messages import Answered, Update
from engine.view import PublicView
from ui.presenter import shown
from ui.shown import Button
from ui.situation import Situation

DEEPEST: Final = 7
"""Touches after which no way is looked for any more."""
WIDEST: Final = 3000
"""States of the screen after which none is."""
PAUSE_S: Final = 10.0
"""From one touch to the next: by then nothing is closed for a moment any more."""
VOUCHED: Final = ("by", "second")
"""Fields that say who asks, and not for what."""


@dataclass
class Tally:
    """What was touched, by what for."""

    coups: int = 0
    played: Counter[str] = field(default_factory=Counter)
    """Coups in which all wagers were new, or all repeated."""
    touches: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    held: int = 0
    """Touches that must last."""
    without: Counter[str] = field(default_factory=Counter)
    """Requests for which there is no way, by their event."""

    def per_coup(self, kind: str) -> float:
        """Touches for that in a coup in which it comes."""
        return self.touches[kind] / (self.played.get(kind) or self.coups)


WAGERS, REPEATED, DECISIONS, STEPS, PAYMENT = "wagers", "wagers repeated", "decisions", "steps", "payment"
"""What touches are for."""


def kind_of(event: AnyEvent) -> str:
    """What a touch that asks for ``event`` is for."""
    match event:
        case WagerPlaced():
            return WAGERS
        case Call() | Insurance() | EvenMoney():
            return DECISIONS
        case Done(of="settle"):
            return PAYMENT
        case BettingClosed() | Done() | ShoeStarted():
            return STEPS
        case _:
            return name_of(event)


class AtTheGlass:
    """The core as one reaches it by touches alone."""

    def __init__(self, core: Asking) -> None:
        self._core = core
        self._now_s = 0.0
        self._situation = Situation()
        self.tally = Tally()

    @property
    def view(self) -> PublicView:
        """The newest public view."""
        return self._core.view

    def until(self, holds: Callable[[PublicView], bool], what: str) -> PublicView:
        """The first view for which ``holds``."""
        return self._core.until(holds, what)

    def ask(self, event: AnyEvent) -> Answered:
        """Ask for ``event`` by the shortest way of touches."""
        return self.ask_all((event,))[-1]

    def ask_all(self, events: Sequence[AnyEvent], kind: str | None = None) -> list[Answered]:
        """Ask for all of ``events``, whose order is of no matter: one touch may ask for several."""
        answers, due = [], list(events)
        while due:
            self._look()
            way = shortest(self._situation, due, self._now_s)
            if way is None:
                self.tally.without[name_of(due[0])] += 1
                answers.append(self._core.ask(due.pop(0)))
                continue
            *before, last = way
            asked = _asked(last)
            what = kind or kind_of(asked[0])
            self.tally.touches[what] += len(way)
            self.tally.requests[what] += len(asked)
            self.tally.held += sum(button.is_held for button in way)
            for button in before:
                self._situation = self._situation.touched(button, self._now_s)
            answers += self._press(last, asked)
            due = [event for event in due if not any(_is_same(event, one) for one in asked)]
        return answers

    def _look(self) -> None:
        """See what the core has said since; nothing is in a hurry."""
        self._now_s += PAUSE_S
        self._situation = self._situation.after(Update(view=self.view), self._now_s)
        self._now_s += PAUSE_S
        self._situation = self._situation.at(self._now_s)

    def _press(self, button: Button, asked: tuple[AnyEvent, ...]) -> list[Answered]:
        idents = [uuid4().hex for _ in asked]
        self._situation = self._situation.sending(idents, button, self._now_s)
        answers = [self._core.ask(event) for event in asked]
        self._situation = self._situation.after(Update(view=self.view), self._now_s)
        for ident, answer in zip(idents, answers, strict=True):
            self._situation = self._situation.after(structs.replace(answer, id=ident), self._now_s)
        return answers


class PeopleAtTheGlass(People):
    """The demo's people, who change their wagers every other coup and leave them as they were in between."""

    def __init__(self, felt: Felt, shoe: Shoe, core: Asking) -> None:
        self.glass = AtTheGlass(core)
        super().__init__(felt, shoe, self.glass, FAST)
        self._before: tuple[WagerPlaced, ...] = ()

    def play_counted(self, coups: int) -> Tally:
        """Play so many coups and tell what was touched."""
        self.play(coups)
        self.glass.tally.coups += coups
        return self.glass.tally

    def _bet(self, view: PublicView) -> None:
        same, self._before = self._before, ()
        wagers = same or self.wagers(view)
        kind = REPEATED if same else WAGERS
        self.glass.tally.played[kind] += 1
        self.glass.ask_all(wagers, kind)
        self._before = () if same else wagers
        self.glass.ask(BettingClosed())


def shortest(situation: Situation, events: Sequence[AnyEvent], now_s: float) -> tuple[Button, ...] | None:
    """The fewest touches after which some of ``events``, and nothing else, are asked for; ``None``: there are none."""
    ways: deque[tuple[Situation, tuple[Button, ...]]] = deque([(situation, ())])
    been = {situation.opened}
    while ways and len(been) < WIDEST:
        here, way = ways.popleft()
        buttons = [button for button in buttons_of(shown(here)) if button.is_open]
        asking = [button for button in buttons if _asks_for(button, events)]
        if asking:
            return *way, max(asking, key=lambda button: len(button.also))
        for button in buttons if len(way) + 1 < DEEPEST else ():
            if button.press is not None or button.chooses is not None:
                continue
            there = here.touched(button, now_s)
            if there.opened not in been and any(leads_to(there.opened, event) for event in events):
                been.add(there.opened)
                ways.append((there, (*way, button)))
    return None


def buttons_of(value: object) -> Iterator[Button]:
    """Every button in what is shown."""
    if isinstance(value, Button):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from buttons_of(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from buttons_of(getattr(value, each.name))


def leads_to(opened: object, event: AnyEvent) -> bool:
    """What lies over the boxes may be about ``event``: nothing in it speaks of another box, player, amount or card."""
    for name in ("box", "hand", "player", "call"):
        if hasattr(opened, name) and getattr(opened, name) != getattr(event, name, None):
            return False
    if getattr(opened, "amount", 0) > getattr(event, "amount", 0):
        return False
    typed = getattr(opened, "number", "") or getattr(opened, "staff", "")
    if not str(getattr(event, "player", "")).startswith(typed):
        return False
    card = getattr(event, "card", None)
    if any(getattr(opened, part, None) not in (None, getattr(card, part, None)) for part in ("rank", "suit")):
        return False
    return not hasattr(opened, "event") or _is_same(opened.event, event)


def _asked(button: Button) -> tuple[AnyEvent, ...]:
    return () if button.press is None else (button.press, *button.also)


def _asks_for(button: Button, events: Sequence[AnyEvent]) -> bool:
    asked = _asked(button)
    return bool(asked) and all(any(_is_same(one, event) for event in events) for one in asked)


def _is_same(one: AnyEvent, other: AnyEvent) -> bool:
    return type(one) is type(other) and _unsigned(one) == _unsigned(other)


def _unsigned(event: AnyEvent) -> AnyEvent:
    """Whoever asks for it."""
    known = event.__struct_fields__
    return structs.replace(event, **dict.fromkeys((name for name in VOUCHED if name in known), None))
