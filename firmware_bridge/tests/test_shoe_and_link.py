"""The real firmware and the real link over a bad wire, in one thread and on one made-up clock, from a seed.

What must always hold: the journal has every card that left, each once and in order, or the table was told that cards
may be missing.
"""

from random import Random

import pytest

from engine.ports import Sighting
from firmware_bridge.device import Reaction
from firmware_bridge.firmware import shoe1
from firmware_bridge.firmware.shoe import Passing, Shoe
from firmware_bridge.framing import Deframer
from firmware_bridge.link import ShoeLink
from firmware_bridge.tests.fakes import DECK, SERIAL, TAGS, FakeHal, FakeTable, new_link

TICK_MS = 5


class Night:
    """A shoe, a wire, a link, a table, and chance."""

    def __init__(self, seed: int, noise: float) -> None:
        self.chance = Random(seed)
        self.noise = noise
        self.hal = FakeHal()
        self.shoe = Shoe(self.hal, SERIAL, bytes(8))
        self.table = FakeTable()
        self.pulled = 0
        self.out: list[str] = []
        """Of the open shoe, in order."""
        self.to_acknowledge: list[str] = []
        self.deframer = Deframer()
        self.link: ShoeLink = new_link()
        self.start_host()

    def start_host(self) -> None:
        """Everything in the host's memory is gone; the journal is not."""
        self.table.queue.clear()
        self.to_acknowledge.clear()
        self.link = new_link(self.table.journalled())
        self.deframer = Deframer()
        self.carry_out(self.link.opened(self.seconds))

    def reset_shoe(self) -> None:
        self.hal.gate.clear()
        self.shoe = Shoe(self.hal, SERIAL, bytes(8))

    def replug(self) -> None:
        self.hal.sent = b""
        self.carry_out(self.link.closed("unplugged", self.seconds))
        self.deframer = Deframer()
        self.carry_out(self.link.opened(self.seconds))

    def new_shoe(self) -> None:
        """Everything posted is journalled, then the new shoe; what was not posted yet will be of the new shoe."""
        self.journal(len(self.table.queue))
        del self.out[: len(self.table.passes)]
        self.table.new_shoe()
        self.carry_out(self.link.shoe_started())

    def pull(self) -> None:
        tag = TAGS[self.pulled % len(TAGS)]
        self.pulled += 1
        is_read = self.chance.random() < 0.9
        self.hal.gate.append(Passing(shoe1.CARD if is_read else shoe1.GATE, bytes.fromhex(tag), 0, 4))
        self.out.append(DECK.cards[tag].face if is_read else "unread")
        self.shoe.step()

    def journal(self, count: int) -> None:
        for _ in range(min(count, len(self.table.queue))):
            origin = self.table.journal_next()
            if origin is not None:
                self.carry_out(self.link.acknowledge(origin))

    def tick(self) -> None:
        self.hal.now += TICK_MS
        self.shoe.step()
        self.carry_out(self.link.received(self.spoilt(self.hal.drain()), self.seconds))
        self.carry_out(self.link.advance(self.seconds))
        self.journal(self.chance.randint(0, 3))

    def settle(self, ticks: int = 600) -> None:
        self.noise = 0.0
        for _ in range(ticks):
            self.tick()

    def carry_out(self, reaction: Reaction) -> None:
        self.table.queue += list[Sighting](reaction.post)
        self.hal.heard += self.spoilt(reaction.send)

    def spoilt(self, wire: bytes) -> bytes:
        spoilt = bytearray(wire)
        for at in range(len(spoilt)):
            if self.chance.random() < self.noise:
                spoilt[at] ^= 1 << self.chance.randrange(8)
        return bytes(spoilt)

    @property
    def seconds(self) -> float:
        return self.hal.now / 1000

    @property
    def journal_is_whole(self) -> bool:
        return [what or "unread" for what in self.table.passes] == self.out


@pytest.mark.parametrize("seed", range(15))
def test_without_a_reset_of_the_shoe_nothing_is_lost_doubled_or_called_missing(seed: int) -> None:
    night = Night(seed, noise=0.003)
    night.new_shoe()
    for _ in range(1200):
        draw = night.chance.random()
        if draw < 0.10 and len(night.shoe._ring) < shoe1.RING - 2:
            night.pull()
        elif draw < 0.105:
            night.hal.lid = not night.hal.lid
        elif draw < 0.11:
            night.replug()
        elif draw < 0.115 and not night.link._intake._count.is_restarting:
            night.start_host()
        elif draw < 0.12:
            night.new_shoe()
        night.tick()
    night.settle()
    assert night.table.missing == []
    assert night.journal_is_whole
    assert night.table.links[-1].state in ("up", "attention")


@pytest.mark.parametrize("seed", range(15))
def test_with_resets_of_the_shoe_a_lost_card_is_always_called_missing_and_no_other(seed: int) -> None:
    night = Night(seed, noise=0.003)
    night.new_shoe()
    night.settle(20)
    night.noise = 0.003
    for _ in range(600):
        draw = night.chance.random()
        if draw < 0.05:
            night.pull()
        elif draw < 0.06:
            night.reset_shoe()
        elif draw < 0.07:
            night.start_host()
        night.tick()
    night.settle()
    assert night.journal_is_whole == (night.table.missing == [])


def test_some_of_those_nights_do_lose_cards_and_some_do_not() -> None:
    lost = []
    for at_once in (True, False):
        night = Night(1, noise=0.0)
        night.new_shoe()
        night.settle(20)
        night.pull()
        if at_once:
            night.hal.drain()
        else:
            night.settle(20)
        night.reset_shoe()
        night.settle()
        lost.append((not night.journal_is_whole, len(night.table.missing)))
    assert lost == [(True, 1), (False, 0)]


def test_full_ring_is_told_and_so_are_the_cards_it_lost() -> None:
    night = Night(2, noise=0.0)
    night.new_shoe()
    night.settle(20)
    night.carry_out(night.link.closed("unplugged", night.seconds))
    for _ in range(70):
        night.pull()
    night.replug()
    night.settle()
    assert len(night.table.missing) == 1
    assert len(night.table.passes) == 63


def test_shuffles_at_full_speed_never_alarm() -> None:
    night = Night(3, noise=0.0)
    for _ in range(60):
        night.new_shoe()
        for _ in range(night.chance.randint(0, 9)):
            night.pull()
            if night.chance.random() < 0.5:
                night.tick()
        night.tick()
        night.tick()
    night.settle()
    assert night.table.missing == []
    assert night.shoe.gate_count == len(night.out) == len(night.table.passes)
