"""The button NEXT at a real session: gpiozero's mock pins, the panel's thread, the table's thread, by-hand cards."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from deploy import devices
from deploy.devices import Devices
from deploy.panel import PanelSettings, panel_settings
from engine.cards import Card
from engine.clock import WatchedClock
from engine.events import AnyEvent, BettingClosed, Call, CardOut, Done, PlayerSeated, ShoeStarted, WagerPlaced
from engine.instructions import Ask, Offer, TakeWagers
from engine.journal.store import Journal
from engine.lines import event_of, fields_from
from engine.messages import Asked, Message, Update
from engine.sealing import put_back
from engine.session import Heard, Opening, Session, Stop
from engine.view import PublicView
from firmware_bridge.by_hand import ByHand
from firmware_bridge.panel import pins

NEXT, GREEN, RED = 17, 5, 6
PANEL = {"pins": "mock", "next": {"pin": NEXT}, "green": {"pin": GREEN}, "red": {"pin": RED}}
WAIT_S = 10.0


class Table:
    """A session in a thread, whose panel's pins a test moves."""

    def __init__(self, path: Path, factory: Any, panel: PanelSettings) -> None:
        self.path = path
        self.button = factory.pin(NEXT)
        self.lamps = {"green": factory.pin(GREEN), "red": factory.pin(RED)}
        self._told: SimpleQueue[Message] = SimpleQueue()
        self._devices = Devices(ByHand(), panel, self._press)
        seats = (PlayerSeated(box=1, player="Ana"), PlayerSeated(box=2, player="Rui"))
        self._session = Session(
            Opening("BJ-01", "0", "", seats=seats),
            lambda: Journal.open(path),
            self._devices,
            WatchedClock(),
            self._tell,
        )
        self._thread = threading.Thread(target=self._session.run)
        self._thread.start()

    def _press(self, heard: Heard) -> None:
        self._session.inbox.put(heard)

    def _tell(self, message: Message) -> None:
        self._devices.tell(message)
        self._told.put(message)

    def ask(self, *events: AnyEvent) -> None:
        for number, event in enumerate(events):
            self._session.inbox.put(Heard(Asked(event, f"{time.monotonic_ns()}-{number}", None), lambda _reply: None))

    def until(self, holds: Callable[[PublicView], bool]) -> PublicView:
        until = time.monotonic() + WAIT_S
        while True:
            message = self._told.get(timeout=max(until - time.monotonic(), 0.001))
            if isinstance(message, Update) and holds(message.view):
                return message.view

    def end(self) -> list[AnyEvent]:
        """The log's events."""
        self._session.inbox.put(Stop())
        self._thread.join(WAIT_S)
        with Journal.open(self.path) as journal:
            return [event_of(put_back(fields_from(record.payload), None)) for record in journal.records()]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    factory = pins.factory("mock")
    monkeypatch.setattr(devices, "factory", lambda _kind: factory)
    one = Table(tmp_path / "journal.db", factory, panel_settings(PANEL))
    yield one
    if one._thread.is_alive():
        one.end()


def asked(table: Table) -> PublicView:
    """Play until box 1 decides, and let the button's guard pass."""
    wagers = [WagerPlaced(box=box, player=player, amount=10_000) for box, player in ((1, "Ana"), (2, "Rui"))]
    faces = ("2C", "3C", "4C", "5C", "6C", "7C", "TS", "9S", "8D", "7H", "8H")
    cards = [CardOut(card=Card.parse(face), reader="hand") for face in faces]
    table.ask(ShoeStarted())
    table.until(lambda view: isinstance(view.due, TakeWagers) and view.reader.state == "by_hand")
    table.ask(*wagers, BettingClosed(), *cards)
    view = table.until(lambda view: isinstance(view.due, Ask | Offer))
    if isinstance(view.due, Offer):
        table.ask(Done(of="offer"))
        view = table.until(lambda view: isinstance(view.due, Ask))
    time.sleep(0.7)
    return view


def test_6_a_press_whose_release_was_lost_stands_once_and_never_repeats(table: Table) -> None:
    view = asked(table)
    assert view.due.box == 1
    table.button.drive_low()
    assert table.until(lambda view: isinstance(view.due, Ask) and view.due.box == 2)
    time.sleep(1.0)  # held, far beyond debounce and guard
    table.button._state = True  # the finger has left, and no edge was told
    time.sleep(0.5)
    calls = [event for event in table.end() if isinstance(event, Call)]
    assert [(call.box, call.call) for call in calls] == [(1, "stand")]


def test_after_a_lost_release_the_next_press_counts(table: Table) -> None:
    asked(table)
    table.button.drive_low()
    table.until(lambda view: isinstance(view.due, Ask) and view.due.box == 2)
    table.button._state = True
    time.sleep(0.8)
    table.button.drive_low()
    table.until(lambda view: not isinstance(view.due, Ask))
    calls = [event for event in table.end() if isinstance(event, Call)]
    assert [call.box for call in calls] == [1, 2]


def test_bounce_is_one_press_and_the_lamps_follow_the_view(table: Table) -> None:
    asked(table)
    for _ in range(8):
        table.button.drive_low()
        table.button.drive_high()
    table.button.drive_low()
    table.until(lambda view: isinstance(view.due, Ask) and view.due.box == 2)
    table.button.drive_high()
    time.sleep(0.3)
    assert not table.lamps["red"].state
    assert len([event for event in table.end() if isinstance(event, Call)]) == 1
