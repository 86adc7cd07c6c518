"""A link with a key: what a recorder, a forger and an old session can do at the wire, which is to be told of."""

import pytest

from engine.events import CardOut, Link
from engine.ports import Journalled, Sighting
from firmware_bridge import wording
from firmware_bridge.device import Reaction
from firmware_bridge.firmware import shoe1
from firmware_bridge.firmware.shoe import Passing, Shoe
from firmware_bridge.link import ShoeLink
from firmware_bridge.tests.fakes import DECK, SERIAL, TAGS, FakeHal, hello

KEY = bytes(range(32))


class Wire:
    """A shoe and a host with a key each, and everything that the shoe has said."""

    def __init__(self, shoe_key: bytes | None = KEY, host_key: bytes | None = KEY, session: int = 0) -> None:
        self.hal = FakeHal()
        self.shoe = Shoe(self.hal, SERIAL, bytes(8), shoe_key)
        self._nonces = 1000 * session
        self.link = ShoeLink(
            DECK, Journalled(), serial=SERIAL, key=host_key, nonce=self._nonce, unix_ms=lambda: 1_800_000_000_000
        )
        self.posted: list[Sighting] = []
        self.recorded: list[bytes] = []
        self.carry_out(self.link.opened(0.0))

    def _nonce(self) -> bytes:
        self._nonces += 1
        return self._nonces.to_bytes(16, "big")

    @property
    def now(self) -> float:
        return self.hal.now / 1000

    @property
    def cards(self) -> list[str]:
        return [one.card.face if one.card is not None else "-" for one in self.posted if isinstance(one, CardOut)]

    @property
    def last_link(self) -> Link:
        return [one for one in self.posted if isinstance(one, Link)][-1]

    def carry_out(self, reaction: Reaction) -> None:
        self.posted += reaction.post
        self.hal.heard += reaction.send

    def inject(self, said: bytes) -> None:
        """Somebody speaks on the wire in the shoe's place."""
        self.carry_out(self.link.received(said, self.now))

    def tick(self, times: int = 1, *, is_cut: bool = False) -> None:
        """10 ms each; ``is_cut``: nothing of the shoe's arrives."""
        for _ in range(times):
            self.hal.now += 10
            self.shoe.step()
            said = self.hal.drain()
            if said:
                self.recorded.append(said)
            if not is_cut:
                self.inject(said)
            self.carry_out(self.link.advance(self.now))

    def pull(self, number: int) -> None:
        self.hal.gate.append(Passing(shoe1.CARD, bytes.fromhex(TAGS[number]), 0, 4))


def test_shoe_and_host_of_one_key_meet_and_cards_pass() -> None:
    wire = Wire()
    wire.tick(30)
    assert wire.last_link == Link(state="up", text=f"shoe {SERIAL} is connected")
    for number in range(5):
        wire.pull(number)
        wire.tick(3)
    assert wire.cards == ["AS", "2S", "3S", "4S", "5S"]
    assert {finding.part: finding.state for finding in wire.link.health()}["authentication"] == "good"


@pytest.mark.parametrize(
    ("shoe_key", "host_key", "words"),
    [
        (None, KEY, "does not sign its frames"),
        (KEY, None, "name the file of its key"),
        (KEY[::-1], KEY, "check that shoe.key"),
    ],
    ids=["shoe without", "host without", "another"],
)
def test_where_keys_differ_nothing_is_taken_and_what_to_do_is_told(
    shoe_key: bytes | None, host_key: bytes | None, words: str
) -> None:
    wire = Wire(shoe_key, host_key)
    wire.pull(0)
    wire.tick(300)
    assert wire.cards == []
    assert wire.last_link.state == "lost"
    assert words in wire.last_link.text
    assert wire.link.health()[0].state == "fault"
    assert words in wire.link.health()[0].remedy


def test_a_whole_recorded_session_plays_no_card_again() -> None:
    wire = Wire()
    wire.tick(30)
    for number in range(20):
        wire.pull(number)
        wire.tick(2)
    session = b"".join(wire.recorded)
    later = Wire(session=1)
    later.tick(10, is_cut=True)
    for at in range(0, len(session), 64):
        later.inject(session[at : at + 64])
        later.tick(is_cut=True)
    later.tick(60, is_cut=True)
    assert later.cards == []
    assert later.last_link.state == "lost"
    wire.carry_out(wire.link.closed("unplugged", wire.now))
    wire.carry_out(wire.link.opened(wire.now))
    posted = len(wire.cards)
    wire.inject(session)
    assert len(wire.cards) == posted


def test_recorded_frames_of_this_session_keep_no_dead_link_alive() -> None:
    wire = Wire()
    wire.tick(100)
    recorded = b"".join(wire.recorded)
    for _ in range(100):
        wire.tick(is_cut=True)
        wire.inject(recorded)
    lost = [one.text for one in wire.posted if isinstance(one, Link) and one.state == "lost"]
    assert lost == [wording.SILENT, wording.FORGED]


def test_unsigned_frames_are_not_believed_in_a_signed_session() -> None:
    wire = Wire()
    wire.tick(30)
    boot = wire.shoe.boot_id
    forged = shoe1.pack(shoe1.CARD, bytes.fromhex(TAGS[9]), 0, 4, 1)
    wire.inject(shoe1.wire(shoe1.Body(shoe1.CARD, boot, 1, 0, forged)))
    wire.inject(hello(boot, 9))
    wire.inject(hello(boot + 1, 9, features=7))
    assert wire.cards == []
    wire.pull(3)
    wire.tick(60)
    assert wire.cards == ["4S"]
    line = next(finding for finding in wire.link.health() if finding.part == "line")
    assert (line.state, line.remedy) == ("note", wording.FORGED)


def test_forged_frames_make_the_host_ask_again_but_not_without_end() -> None:
    wire = Wire()
    wire.tick(30)
    asked = 0
    for _ in range(100):
        reaction = wire.link.received(shoe1.wire(shoe1.Body(shoe1.GATE, wire.shoe.boot_id, 1, 0, bytes(4))), wire.now)
        asked += bool(reaction.send)
        wire.carry_out(reaction)
        wire.tick()
    assert 1 <= asked <= 5
    assert wire.last_link.state == "up"


def test_reset_of_the_shoe_in_the_midst_begins_a_new_session_and_loses_nothing() -> None:
    wire = Wire()
    wire.tick(30)
    wire.pull(0)
    wire.tick(3)
    for posted in list(wire.posted):
        if isinstance(posted, CardOut) and posted.origin:
            wire.carry_out(wire.link.acknowledge(posted.origin))
    wire.tick(3)
    wire.shoe = Shoe(wire.hal, SERIAL, bytes(8), KEY)
    wire.tick(60)
    wire.pull(1)
    wire.tick(10)
    assert wire.cards == ["AS", "2S"]
    assert wire.last_link.state == "up"
