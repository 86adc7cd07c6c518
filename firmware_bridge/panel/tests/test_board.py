"""Contacts, lamps and sounds on gpiozero's mock pins, with a clock that the test moves."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from gpiozero import LED, GPIOPinInUse  # type: ignore[import-untyped]

from engine.answers import Refusal
from engine.articles import Article
from engine.events import Call, Done
from engine.instructions import Ask, Draw, Offer, Settle
from engine.messages import Answered, Fault, Refused, Update
from engine.ports import Finding
from engine.session import Heard
from engine.view import PublicView
from firmware_bridge.device import Contact
from firmware_bridge.panel.board import EDGES_KEPT, REREAD_S, STUCK_S, Board
from firmware_bridge.panel.errors import BusyPinError, WiringError
from firmware_bridge.panel.next_button import GUARD_S
from firmware_bridge.panel.pins import PinFactory, factory
from firmware_bridge.panel.signals import Sound
from firmware_bridge.panel.tests.views import nobody, view
from firmware_bridge.panel.wiring import ContactWiring, OutputWiring, Wiring

ALL: Final = Wiring(
    next=ContactWiring(pin=17),
    white_card=ContactWiring(pin=22, active="high", pull="down", debounce_ms=1),
    exit_gate=ContactWiring(pin=27, active="high", pull="down", debounce_ms=1),
    empty=ContactWiring(pin=23),
    lid=ContactWiring(pin=24),
    green=OutputWiring(pin=5),
    amber=OutputWiring(pin=6),
    red=OutputWiring(pin=13),
    buzzer=OutputWiring(pin=19),
)
OUTPUTS: Final = {"green": 5, "amber": 6, "red": 13, "buzzer": 19}
START: Final = 1e9
"""Far from the machine's own clock, by which the mock pins stamp their edges: so the board's clock counts."""
MOVED_ON: Final = Refusal("the table has moved on", Article.ORDER, "table_moved_on", {})


class Rig:
    """A board, its pins and its clock; what it posted and sensed."""

    def __init__(self, wiring: Wiring = ALL) -> None:
        self.now = START
        self.pins: PinFactory = factory("mock")
        self.posted: list[Heard] = []
        self.sensed: list[tuple[Contact, float, bool]] = []
        self.board = Board(wiring, self.pins, self.posted.append, self.sense, lambda: self.now)

    def sense(self, contact: Contact, at: float, *, is_active: bool) -> None:
        self.sensed.append((contact, round(at - START, 3), is_active))

    def wait(self, seconds: float) -> None:
        """Let time pass as the thread would: a step whenever one is due or something came."""
        until = self.now + seconds
        self.board.step()
        while self.board.due_at <= until:
            self.now = max(self.now, self.board.due_at)
            self.board.step()
        self.now = until

    def drive(self, pin: int, is_high: int, after: float = 0.0) -> None:
        self.wait(after)
        mock = self.pins.pin(pin)
        mock.drive_high() if is_high else mock.drive_low()

    def unheard(self, pin: int, is_high: int, after: float = 0.0) -> None:
        """The pin changes and its edge is lost."""
        self.wait(after)
        self.pins.pin(pin)._state = bool(is_high)

    def show(self, view: PublicView) -> None:
        """The core tells ``view``, and its guard passes."""
        self.board.tell(Update(view=view))
        self.wait(GUARD_S)

    def press(self, for_s: float = 0.1) -> None:
        self.drive(17, 0)
        self.drive(17, 1, after=for_s)
        self.wait(1.0)

    def lit(self) -> set[str]:
        return {name for name, pin in OUTPUTS.items() if self.pins.pin(pin).state}

    def beeps(self) -> int:
        """How often the buzzer began to sound."""
        return sum(1 for state in self.pins.pin(19).states if state.state)

    @property
    def asked(self) -> list[tuple[Any, int | None]]:
        return [(heard.asked.event, heard.asked.answers) for heard in self.posted]


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    yield rig
    rig.board.close()


# NEXT


def test_a_press_asks_for_what_was_due(rig: Rig) -> None:
    rig.show(view(Ask(box=3, hand=2, calls=()), due_seq=41))
    rig.press()
    assert rig.asked == [(Call(box=3, hand=2, call="stand"), 41)]
    assert rig.beeps() == 0


def test_each_press_has_a_name_of_its_own(rig: Rig) -> None:
    rig.show(view(Settle()))
    rig.press()
    rig.press()
    assert len({heard.asked.ident for heard in rig.posted}) == 2


def test_a_press_that_bounces_is_one(rig: Rig) -> None:
    rig.show(view(Settle()))
    for bounce in range(10):
        rig.drive(17, bounce % 2, after=0.002)
    rig.drive(17, 0, after=0.002)
    for bounce in range(10):
        rig.drive(17, (bounce + 1) % 2, after=0.2 if bounce == 0 else 0.002)
    rig.drive(17, 1, after=0.002)
    rig.wait(1.0)
    assert len(rig.posted) == 1


def test_held_for_ten_seconds_it_is_one_press(rig: Rig) -> None:
    rig.show(view(Settle()))
    rig.press(for_s=10.0)
    assert len(rig.posted) == 1


def test_a_press_whose_release_was_lost_neither_repeats_nor_blocks(rig: Rig) -> None:
    rig.show(view(Settle()))
    rig.drive(17, 0)
    rig.unheard(17, 1, after=0.1)
    rig.wait(10.0)
    assert len(rig.posted) == 1
    rig.press()
    assert len(rig.posted) == 2
    (button,) = [finding for finding in rig.board.health() if finding.part == "NEXT button"]
    assert button.state == "note"
    assert "2 presses; 1 edges lost" in button.text


def test_a_press_as_the_table_moves_on_answers_what_was_due_when_the_finger_came_down(rig: Rig) -> None:
    rig.show(view(Offer(what=("surrender",)), due_seq=7))
    rig.drive(17, 0)
    rig.wait(0.01)
    rig.board.tell(Update(view=view(Settle(), due_seq=8)))
    rig.wait(1.0)
    assert rig.asked == [(Done(of="offer"), 7)]


def test_a_press_whose_edge_was_lost_is_never_for_what_became_due_meanwhile(rig: Rig) -> None:
    rig.show(view(Offer(what=("surrender",)), due_seq=7))
    rig.wait(REREAD_S / 2)
    rig.unheard(17, 0)
    rig.board.tell(Update(view=view(Settle(), due_seq=8)))
    rig.wait(1.0)
    assert rig.asked == [(Done(of="offer"), 7)]


@pytest.mark.parametrize("shown", [view(Draw()), nobody()], ids=["a card is due", "nobody wagers"])
def test_a_press_that_means_nothing_says_no(rig: Rig, shown: PublicView) -> None:
    rig.show(shown)
    rig.wait(1.0)
    before = rig.beeps()
    rig.press()
    assert (rig.asked, rig.beeps() - before) == ([], 2)


def test_a_refused_press_says_no_and_a_taken_one_nothing(rig: Rig) -> None:
    rig.show(view(Settle()))
    rig.press()
    rig.press()
    taken, refused = rig.posted
    taken.reply(Answered(id=taken.asked.ident, seq=9, refused=None))
    rig.wait(1.0)
    assert rig.beeps() == 0
    refused.reply(Answered(id=refused.asked.ident, seq=None, refused=MOVED_ON))
    rig.wait(1.0)
    assert rig.beeps() == 2


def test_a_button_that_is_down_at_the_beginning_is_no_press() -> None:
    rig = Rig(Wiring(next=ContactWiring(pin=17, active="high", pull="up")))
    rig.show(view(Settle()))
    rig.wait(1.0)
    assert rig.asked == []
    rig.drive(17, 0)
    rig.drive(17, 1, after=0.5)
    rig.wait(0.5)
    assert len(rig.asked) == 1
    rig.board.close()


# Contacts at the shoe


@pytest.mark.parametrize(
    ("pin", "contact", "active"),
    [(27, Contact.EXIT_GATE, 1), (22, Contact.WHITE_CARD, 1), (23, Contact.EMPTY, 0), (24, Contact.LID, 0)],
)
def test_a_contact_is_sensed_when_it_changes(rig: Rig, pin: int, contact: Contact, active: int) -> None:
    rig.drive(pin, active, after=0.25)
    rig.drive(pin, 1 - active, after=0.5)
    rig.wait(0.5)
    assert rig.sensed == [(contact, 0.25, True), (contact, 0.75, False)]
    assert rig.posted == []


def test_a_pulse_of_4_ms_passes_the_gate_and_no_button(rig: Rig) -> None:
    rig.show(view(Settle()))
    for pin, down in ((27, 1), (17, 0)):
        rig.drive(pin, down)
        rig.drive(pin, 1 - down, after=0.004)
        rig.wait(1.0)
    assert [(contact, is_active) for contact, _, is_active in rig.sensed] == [
        (Contact.EXIT_GATE, True),
        (Contact.EXIT_GATE, False),
    ]
    assert rig.posted == []


def test_a_pulse_counts_although_the_thread_comes_late(rig: Rig) -> None:
    mock = rig.pins.pin(27)
    mock.drive_high()
    rig.now += 0.004
    mock.drive_low()
    rig.now += 0.3
    rig.wait(0.1)
    assert rig.sensed == [(Contact.EXIT_GATE, 0.0, True), (Contact.EXIT_GATE, 0.004, False)]


def test_edges_have_the_time_that_the_kernel_gave_them() -> None:
    rig = Rig()
    heard = rig.pins.pin(27)._when_changed()
    rig.now += 0.5
    heard(START + 0.1, 1)
    heard(START + 0.103, 0)
    rig.wait(0.1)
    assert rig.sensed == [(Contact.EXIT_GATE, 0.1, True), (Contact.EXIT_GATE, 0.103, False)]
    rig.board.close()


def test_a_contact_whose_edges_are_all_lost_is_sensed_by_reading(rig: Rig) -> None:
    rig.unheard(24, 0, after=1.0)
    rig.wait(1.0)
    ((contact, at, is_active),) = rig.sensed
    assert (contact, is_active) == (Contact.LID, True)
    assert at <= 1.0


def test_a_contact_that_is_active_at_the_beginning_is_sensed() -> None:
    rig = Rig(Wiring(lid=ContactWiring(pin=24, active="high"), empty=ContactWiring(pin=23)))
    assert rig.sensed == [(Contact.LID, 0.0, True)]
    rig.board.close()


def test_a_contact_that_chatters_wildly_takes_no_memory_and_is_healed(rig: Rig) -> None:
    mock = rig.pins.pin(24)
    for _ in range(20_000):
        mock.drive_low()
        mock.drive_high()
    mock.drive_low()
    assert len(rig.board._edges) == EDGES_KEPT
    rig.wait(1.0)
    assert [is_active for _, _, is_active in rig.sensed] == [True]


# Tower light and buzzer


def test_lamps_follow_what_is_told(rig: Rig) -> None:
    rig.wait(0.1)
    assert rig.lit() == {"red"}
    rig.show(view(Draw()))
    assert rig.lit() == {"green"}
    rig.board.tell(Refused(event="call", refused=MOVED_ON))
    rig.wait(0.1)
    assert rig.lit() == {"green"}
    rig.board.tell(Fault(text="the journal is full"))
    rig.wait(3.0)
    assert (rig.lit(), rig.beeps()) == ({"red"}, 3)
    rig.press()
    assert rig.asked == []
    rig.show(view(Settle()))
    assert rig.lit() == set()


def test_each_lamp_can_be_tried(rig: Rig) -> None:
    rig.show(view(Draw()))
    rig.board.try_lamp("amber", 2.0)
    rig.wait(1.9)
    assert rig.lit() == {"amber"}
    rig.wait(0.2)
    assert rig.lit() == {"green"}


def test_the_buzzer_can_be_tried(rig: Rig) -> None:
    rig.board.play(Sound.STOP)
    rig.wait(3.0)
    assert rig.beeps() == 3


# The whole


def test_a_wrong_wiring_is_refused_whole() -> None:
    with pytest.raises(WiringError, match=r"next.pin: 40 is no GPIO.*red.pin: 41 is no GPIO"):
        Rig(Wiring(next=ContactWiring(pin=40), red=OutputWiring(pin=41)))


def test_a_pin_that_is_taken_leaves_none_held() -> None:
    pins = factory("mock")
    held = LED(19, pin_factory=pins)
    with pytest.raises(BusyPinError, match="GPIO 19 of buzzer"):
        Board(ALL, pins, lambda _: None, lambda *_, **__: None, lambda: 0.0)
    for pin in (17, 22, 27, 23, 24, 5, 6, 13):
        LED(pin, pin_factory=pins).close()
    held.close()


def test_a_closed_board_lets_go_of_its_pins() -> None:
    rig = Rig()
    rig.show(view(Draw()))
    with pytest.raises(GPIOPinInUse):
        LED(5, pin_factory=rig.pins)
    pin = rig.pins.pin(5)
    assert pin.state
    rig.board.close()
    assert not pin.state
    assert rig.pins.pins == {}  # so the factory was closed
    LED(5, pin_factory=rig.pins).close()


def test_health_of_a_quiet_board(rig: Rig) -> None:
    rig.show(view(Draw()))
    rig.press()
    assert rig.board.health() == (
        Finding("NEXT button", "good", "GPIO 17 not active, 1 presses"),
        Finding("white card", "good", "GPIO 22 not active, 0 times active"),
        Finding("exit gate", "good", "GPIO 27 not active, 0 times active"),
        Finding("empty", "good", "GPIO 23 not active, 0 times active"),
        Finding("lid", "good", "GPIO 24 not active, 0 times active"),
        Finding("green lamp", "good", "on"),
        Finding("amber lamp", "good", "off"),
        Finding("red lamp", "good", "off"),
        Finding("buzzer", "good", "off"),
    )


def test_a_button_that_sticks_is_found(rig: Rig) -> None:
    rig.drive(17, 0)
    rig.wait(STUCK_S + 1)
    button = rig.board.health()[0]
    assert button.state == "note"
    assert "held down" in button.text
    assert button.remedy
