"""Everything that is wired to the pins, without a thread of its own: contacts in, lamps and sounds out.

gpiozero calls from its own thread, and what is raised there ends it: so its calls only take note. Notes and orders wait
until :meth:`Board.step`; whoever calls that may sleep on :attr:`Board.woken` till :attr:`Board.due_at`.
"""

import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, Protocol, TypeAlias, TypeVar, assert_never, get_args

from engine.messages import Answered, Asked, Fault, Health, Looked, Message, Pending, Refused, Update
from engine.ports import Finding
from engine.session import Heard
from engine.view import PublicView
from firmware_bridge.device import Contact
from firmware_bridge.panel.debounce import Debouncer, Transition
from firmware_bridge.panel.errors import WiringError
from firmware_bridge.panel.next_button import NextButton
from firmware_bridge.panel.pins import Input, Output, PinFactory
from firmware_bridge.panel.signals import Sound, lamps, sound
from firmware_bridge.panel.tower import Tower
from firmware_bridge.panel.wiring import Wiring, faults

Post: TypeAlias = Callable[[Heard], None]
"""Takes a request to the table's thread; never blocks."""
Lamp: TypeAlias = Literal["green", "amber", "red"]

NEXT: Final = "next"
"""The one contact that is no sensor."""
REREAD_S: Final = 0.1
"""Between two readings of each contact's level, in seconds."""
EDGES_KEPT: Final = 1024
"""Edges that wait; of a contact that chatters faster than they are taken, the oldest go; readings heal it."""
LATEST_EDGE_S: Final = 1.0
"""How old an edge may be by its own time, in seconds; if older, the library's clock is another."""
STUCK_S: Final = 10.0
"""NEXT held longer than that is stuck, in seconds."""

T = TypeVar("T")


class Sense(Protocol):
    """Takes what the contacts at the shoe do, such as :meth:`firmware_bridge.shoe_source.ShoeSource.sense`."""

    def __call__(self, contact: Contact, at: float, *, is_active: bool) -> None:
        """``contact`` changed at ``at``, monotonic seconds. Any thread; never blocks."""


@dataclass(frozen=True, slots=True)
class _Edge:
    """A contact's level changed."""

    name: str
    at: float
    is_active: bool


@dataclass(frozen=True, slots=True)
class _Tell:
    """The core said something."""

    message: Message
    at: float


@dataclass(frozen=True, slots=True)
class _Play:
    """Make a sound."""

    sound: Sound


@dataclass(frozen=True, slots=True)
class _TryLamp:
    """Light one lamp for a while."""

    lamp: Lamp
    until: float


_Order: TypeAlias = _Tell | _Play | _TryLamp


@dataclass(slots=True)
class _Wired:
    """A contact on its pin."""

    pin: int
    input: Input
    debouncer: Debouncer
    since: float
    """When it last changed."""
    times: int = 0
    """How often it became active."""


class Board:
    """The pins of one panel; they are open until :meth:`close`.

    Args:
        pins: from :func:`firmware_bridge.panel.pins.factory`; closed with the board.
        clock: monotonic seconds.

    Raises:
        PanelError: the wiring is wrong or a pin can't be taken; none is held then, and ``pins`` are closed.
    """

    def __init__(self, wiring: Wiring, pins: PinFactory, post: Post, sense: Sense, clock: Callable[[], float]) -> None:
        self.woken = threading.Event()
        """Set when there is something to do before :attr:`due_at`."""
        self.pressed = threading.Condition()
        """Notified at each press of NEXT."""
        self._post = post
        self._sense = sense
        self._clock = clock
        self._orders: deque[_Order] = deque()
        self._edges: deque[_Edge] = deque(maxlen=EDGES_KEPT)
        self._next = NextButton()
        self._view: PublicView | None = None
        self._reread_at = clock() + REREAD_S
        with ExitStack() as opened:
            opened.callback(pins.close)
            if found := faults(wiring):
                raise WiringError("; ".join(f"{fault.key}: {fault.found}: {fault.remedy}" for fault in found))
            self._contacts = self._open_contacts(wiring, pins, opened)
            self._outputs = self._open_outputs(wiring, pins, opened)
            self._tower = Tower(self._outputs)
            self._open = opened.pop_all()
        self._tell_active_sensors()

    def _open_contacts(self, wiring: Wiring, pins: PinFactory, opened: ExitStack) -> dict[str, _Wired]:
        contacts = {}
        for name, wired in wiring.contacts():
            pin = Input(name, wired, partial(self._hear, name), pins)
            opened.callback(pin.close)
            now = self._clock()
            debouncer = Debouncer(wired.debounce_ms / 1000, is_active=pin.read(), now=now)
            contacts[name] = _Wired(wired.pin, pin, debouncer, since=now)
        return contacts

    def _open_outputs(self, wiring: Wiring, pins: PinFactory, opened: ExitStack) -> dict[str, Output]:
        outputs = {}
        for name, wired in wiring.outputs():
            outputs[name] = Output(name, wired, pins)
            opened.callback(outputs[name].close)
        return outputs

    def _tell_active_sensors(self) -> None:
        """Whoever is told of changes begins with everything inactive. NEXT that is down already is no press."""
        for name, wired in self._contacts.items():
            if name != NEXT and wired.debouncer.is_active:
                self._sense(Contact(name), wired.since, is_active=True)

    # From any thread

    def _hear(self, name: str, ticks: float, is_active: bool) -> None:
        """gpiozero's call. The kernel's time of the edge is used where it is on our clock, so that a short pulse is as
        long as it was, though this thread comes late.
        """
        now = self._clock()
        self._edges.append(_Edge(name, ticks if 0 <= now - ticks <= LATEST_EDGE_S else now, is_active))
        self.woken.set()

    def tell(self, message: Message) -> None:
        """The core told everybody ``message``."""
        self._order(_Tell(message, self._clock()))

    def play(self, what: Sound) -> None:
        """Make a sound."""
        self._order(_Play(what))

    def try_lamp(self, lamp: Lamp, for_s: float) -> None:
        """Light only this lamp for so many seconds."""
        self._order(_TryLamp(lamp, self._clock() + for_s))

    def _order(self, order: _Order) -> None:
        self._orders.append(order)
        self.woken.set()

    @property
    def presses(self) -> int:
        """How often NEXT was pressed."""
        return self._contacts[NEXT].times if NEXT in self._contacts else 0

    # From the panel's thread

    @property
    def due_at(self) -> float:
        """When :meth:`step` has something to do."""
        bursts = [wired.debouncer.due_at for wired in self._contacts.values()]
        return min(at for at in (self._reread_at, self._tower.due_at, *bursts) if at is not None)

    def step(self) -> None:
        """Do what waits and what is due."""
        for order in _taken(self._orders):
            self._obey(order)
        for edge in _taken(self._edges):
            wired = self._contacts[edge.name]
            self._changed(edge.name, wired, wired.debouncer.edge(edge.at, is_active=edge.is_active))
        now = self._clock()
        is_reread = now >= self._reread_at
        if is_reread:
            self._reread_at = now + REREAD_S
        for name, wired in self._contacts.items():
            due_at = wired.debouncer.due_at
            if is_reread or (due_at is not None and now >= due_at):
                self._changed(name, wired, wired.debouncer.read(now, is_active=wired.input.read()))
        self._tower.advance(now)

    def _obey(self, order: _Order) -> None:
        match order:
            case _Tell(message, at):
                self._listen(message, at)
            case _Play(sound=what):
                self._tower.play(what, self._clock())
            case _TryLamp(lamp=lamp, until=until):
                self._tower.try_lamp(lamp, until)
            case _:
                assert_never(order)

    def _listen(self, message: Message, at: float) -> None:
        match message:
            case Update(view=view):
                self._see(view, at)
            case Fault():
                self._see(None, at)
            case Answered() | Refused() | Health() | Pending() | Looked():
                pass
            case _:
                assert_never(message)

    def _see(self, view: PublicView | None, at: float) -> None:
        """This is shown now; ``None``: no table is kept."""
        self._next.tell(view, at)
        self._tower.show(lamps(view))
        if (what := sound(self._view, view)) is not None:
            self._tower.play(what, self._clock())
        self._view = view

    def _changed(self, name: str, wired: _Wired, changes: tuple[Transition, ...]) -> None:
        for change in changes:
            wired.since = change.at
            wired.times += change.is_active
            if name != NEXT:
                self._sense(Contact(name), change.at, is_active=change.is_active)
            elif change.is_active:
                self._press(change.at)

    def _press(self, at: float) -> None:
        """NEXT went down at ``at``: ask for what was due then; the session refuses what has passed."""
        press = self._next.pressed(at)
        if press is None:
            self._tower.play(Sound.NO, self._clock())
        else:
            self._post(Heard(Asked(press.request, uuid.uuid4().hex, press.answers), self._replied))
        with self.pressed:
            self.pressed.notify_all()

    def _replied(self, message: Message) -> None:
        """What became of a press; on the table's thread."""
        if not (isinstance(message, Answered) and message.refused is None):
            self.play(Sound.NO)

    def close(self) -> None:
        """Everything off; the pins are let go of."""
        self._open.close()

    # For the technician, from any thread

    def health(self) -> tuple[Finding, ...]:
        """Each part as it is."""
        contacts = tuple(self._contact_health(name, wired) for name, wired in self._contacts.items())
        return contacts + tuple(
            Finding(_part(name), "good", "on" if output.is_on else "off") for name, output in self._outputs.items()
        )

    def _contact_health(self, name: str, wired: _Wired) -> Finding:
        debouncer = wired.debouncer
        times = f"{wired.times} {'presses' if name == NEXT else 'times active'}"
        seen = f"GPIO {wired.pin} {'active' if debouncer.is_active else 'not active'}, {times}"
        if name == NEXT and debouncer.is_active and self._clock() - wired.since > STUCK_S:
            return Finding(
                _part(name),
                "note",
                f"{seen}; held down for more than {STUCK_S:g} s",
                "free the button, or check its wire",
            )
        if debouncer.healed:
            lost = f"{seen}; {debouncer.healed} edges lost and healed by reading"
            return Finding(_part(name), "note", lost, "check its cable and plug if the number grows")
        return Finding(_part(name), "good", seen)


def _part(name: str) -> str:
    """What the technician calls it."""
    words = name.replace("_", " ")
    if name == NEXT:
        return "NEXT button"
    return f"{words} lamp" if name in get_args(Lamp) else words


def _taken(waiting: deque[T]) -> Iterator[T]:
    """Those that wait, oldest first."""
    while waiting:
        yield waiting.popleft()
