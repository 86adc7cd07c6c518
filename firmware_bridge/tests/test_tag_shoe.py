"""A shoe made of a reader of tags and the panel's contacts: the real bytes of an RDM6300, edges, and what is told."""

import pytest

from engine.cards import Tag
from engine.events import CardOut, Link, ShoeEmpty, WhiteCardOut
from engine.ports import Journalled, Sighting
from firmware_bridge import wording
from firmware_bridge.device import Contact
from firmware_bridge.fuse import Rule
from firmware_bridge.readers.rdm6300 import Rdm6300
from firmware_bridge.registry import Registry
from firmware_bridge.tag_shoe import TagShoe
from firmware_bridge.tests.fakes import DECK as CARDS_OF_SHOE1

TAGS = [f"01000734{number:02X}" for number in range(52)]
DECK = Registry(dict(zip(TAGS, list(CARDS_OF_SHOE1.cards.values())[:52], strict=True)))
OPEN = Journalled(shoe_open=True)


def frame(tag: str) -> bytes:
    """What an RDM6300 sends of a tag: STX, ten digits, the XOR of their bytes, ETX."""
    check = 0
    for byte in bytes.fromhex(tag):
        check ^= byte
    return b"\x02" + tag.encode() + f"{check:02X}".encode() + b"\x03"


class Bench:
    """The device on a table, with a clock."""

    def __init__(self, rule: Rule | None = None, journalled: Journalled = OPEN, *, white: bool = True) -> None:
        self.now = 0.0
        self.device = TagShoe(Rdm6300(), DECK, rule or Rule(), journalled, has_white_card_sensor=white)
        self.posted: list[Sighting] = list(self.device.opened(0.0).post)

    def after(self, seconds: float) -> None:
        self.now += seconds
        self.posted += self.device.advance(self.now).post

    def read(self, tag: str, times: int = 3) -> None:
        for _ in range(times):
            self.after(0.065)
            self.posted += self.device.received(frame(tag), self.now).post

    def hear(self, chunk: bytes) -> None:
        self.posted += self.device.received(chunk, self.now).post

    def contact(self, contact: Contact, *, is_active: bool) -> None:
        self.posted += self.device.sensed(contact, self.now, is_active=is_active).post

    def pulse(self) -> None:
        self.contact(Contact.EXIT_GATE, is_active=True)
        self.after(0.08)
        self.contact(Contact.EXIT_GATE, is_active=False)
        self.after(0.5)

    @property
    def passes(self) -> list[Sighting]:
        return [one for one in self.posted if isinstance(one, CardOut | WhiteCardOut)]

    @property
    def links(self) -> list[Link]:
        return [one for one in self.posted if isinstance(one, Link)]


def test_cards_pass_by_their_frames_and_the_gate() -> None:
    bench = Bench()
    for tag in TAGS[:5]:
        bench.read(tag)
        bench.pulse()
    assert bench.passes == [CardOut(card=DECK.cards[tag], tag=Tag(tag)) for tag in TAGS[:5]]
    assert [link.state for link in bench.links] == ["up"]


@pytest.mark.parametrize("ghost", ["000000000000", "000000078F88", "00F00000F000", "F000060007F1", "DA9386B5EA90"])
def test_ghosts_of_a_noisy_antenna_are_no_card(ghost: str) -> None:
    bench = Bench()
    for _ in range(10):
        bench.after(1.0)
        bench.hear(b"\x02" + ghost.encode() + b"\x03")
    bench.after(1.0)
    bench.pulse()
    assert bench.passes == [CardOut(card=None)]
    tags = next(finding for finding in bench.device.health() if finding.part == "tags")
    assert "0 tags that passed no gate, 10 read too seldom" in tags.text


def test_the_same_frame_forty_times_in_three_seconds_is_one_card() -> None:
    bench = Bench()
    for at in range(40):
        bench.after(0.075)
        bench.hear(frame(TAGS[0]))
        if at == 20:
            bench.contact(Contact.EXIT_GATE, is_active=True)
            bench.contact(Contact.EXIT_GATE, is_active=False)
    bench.after(1.0)
    assert bench.passes == [CardOut(card=DECK.cards[TAGS[0]], tag=Tag(TAGS[0]))]
    without = Bench(Rule(has_gate=False, reads=3))
    for _ in range(40):
        without.after(0.075)
        without.hear(frame(TAGS[0]))
    assert len(without.passes) == 1


def test_without_a_gate_that_is_said_on_the_log_and_to_the_technician() -> None:
    bench = Bench(Rule(has_gate=False, reads=3))
    assert "without an exit gate" in bench.links[0].text
    assert "not authenticated" in bench.links[0].text
    gate = next(finding for finding in bench.device.health() if finding.part == "exit gate")
    assert gate.state == "note"


def test_a_core_that_starts_in_an_open_shoe_says_that_cards_may_be_missing() -> None:
    bench = Bench(journalled=Journalled(passed=7, shoe_open=True))
    assert [link.state for link in bench.links] == ["missing", "up"]
    assert "may be missing" in bench.links[0].text
    assert [link.state for link in Bench(journalled=Journalled(passed=7)).links] == ["up"]


@pytest.mark.parametrize(
    ("has_gate", "states"), [(True, ["up", "lost", "up"]), (False, ["up", "lost", "missing", "up"])]
)
def test_a_port_that_was_away_may_have_missed_cards_unless_a_gate_counted_them(
    has_gate: bool, states: list[str]
) -> None:
    bench = Bench(Rule(has_gate=has_gate))
    bench.posted += bench.device.closed("the port hung up: plug it in", 1.0).post
    bench.now = 1.0
    bench.pulse()
    assert bench.passes == ([CardOut(card=None)] if has_gate else [])
    bench.posted += bench.device.opened(2.0).post
    assert [link.state for link in bench.links] == states


def test_garbage_is_told_with_the_rate_to_check_and_a_good_frame_heals_it() -> None:
    bench = Bench()
    bench.hear(b"\x02" + b"\xff" * 13)
    bench.hear((b"\x02" + b"zz" * 6 + b"\x03") * 110)
    assert [link.state for link in bench.links] == ["up", "lost"]
    assert "9600" in bench.links[-1].text
    bench.hear(frame(TAGS[0]))
    assert bench.links[-1].state == "up"


def test_contacts_are_told() -> None:
    bench = Bench()
    bench.contact(Contact.LID, is_active=True)
    bench.contact(Contact.LID, is_active=False)
    bench.contact(Contact.EMPTY, is_active=True)
    bench.contact(Contact.EMPTY, is_active=False)
    bench.contact(Contact.EMPTY, is_active=True)
    assert [link.text for link in bench.links[1:]] == [wording.LID_OPEN, wording.LID_CLOSED]
    assert [link.state for link in bench.links[1:]] == ["attention", "up"]
    assert bench.posted.count(ShoeEmpty()) == 1
    bench.device.shoe_started()
    bench.contact(Contact.EMPTY, is_active=True)
    assert bench.posted.count(ShoeEmpty()) == 2


def test_a_blocked_gate_is_told_once_and_when_it_is_free_again() -> None:
    bench = Bench()
    bench.contact(Contact.EXIT_GATE, is_active=True)
    assert bench.device.due_at == 3.0
    for _ in range(100):
        bench.after(0.1)
    assert [link.state for link in bench.links] == ["up", "attention"]
    gate = next(finding for finding in bench.device.health() if finding.part == "exit gate")
    assert gate.state == "fault"
    bench.contact(Contact.EXIT_GATE, is_active=False)
    bench.after(0.5)
    assert bench.links[-1].state == "up"
    assert bench.passes == [CardOut(card=None)]


def test_the_white_card_passes_by_its_sensor_and_the_gate() -> None:
    bench = Bench()
    bench.contact(Contact.WHITE_CARD, is_active=True)
    bench.contact(Contact.WHITE_CARD, is_active=False)
    bench.after(0.1)
    bench.pulse()
    assert bench.passes == [WhiteCardOut()]


def test_a_table_whose_white_card_nobody_tells_must_not_open() -> None:
    bench = Bench(white=False)
    assert [finding.part for finding in bench.device.health() if finding.state == "fault"] == ["white card"]


def test_a_card_that_still_lies_there_is_no_card_of_the_next_shoe() -> None:
    bench = Bench()
    bench.read(TAGS[0])
    bench.pulse()
    bench.read(TAGS[0], 9)
    bench.device.shoe_started()
    bench.read(TAGS[0])
    bench.pulse()
    assert bench.passes[1:] == [CardOut(card=None, tag=Tag(TAGS[0]))]
    without = Bench(Rule(has_gate=False, reads=3))
    without.read(TAGS[0], 9)
    without.device.shoe_started()
    without.read(TAGS[0], 9)
    assert len(without.passes) == 1


def test_a_shoe_that_begins_while_nobody_listens_may_miss_cards() -> None:
    bench = Bench(Rule(has_gate=False), Journalled())
    bench.posted += bench.device.closed("the port hung up: plug it in", 1.0).post
    bench.device.shoe_started()
    bench.posted += bench.device.opened(2.0).post
    assert [link.state for link in bench.links] == ["up", "lost", "missing", "up"]
