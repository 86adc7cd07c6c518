"""Cards that pass the exit gate of a reader of tags while most of its frames are corrupted."""

from binascii import crc_hqx
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from random import Random
from typing import Final

from deploy.benchmarks.corruptions import PACKS, Corrupt, Tally, VacuousError, place
from engine.cards import Card
from engine.events import CardOut
from engine.ports import Journalled, Sighting
from firmware_bridge.device import Contact, Reaction
from firmware_bridge.fuse import Fuse, Rule
from firmware_bridge.readers.line import Line
from firmware_bridge.readers.pn532 import Pn532, Pn532Answer, Pn532Decoder, tag_in
from firmware_bridge.readers.r200 import R200
from firmware_bridge.readers.rdm6300 import Rdm6300
from firmware_bridge.readers.tag_reader import Heard, TagReader, TagSeen
from firmware_bridge.registry import Registry
from firmware_bridge.tag_shoe import TagShoe

CORRUPTED: Final = 0.9
"""How likely each frame of a passing card is corrupted: in two passes of three no frame is left whole."""
REPEATS: Final = range(4, 9)
"""Frames that a reader sends while a card passes."""
GAP_S: Final = (0.02, 0.065)
"""From one of them to the next, seconds: up to the RDM6300's 65 ms."""


def rdm6300_frame(tag: bytes) -> bytes:
    """What the RDM6300 sends of a tag of 5 bytes."""
    return b"\x02" + (tag + bytes((reduce(xor, tag),))).hex().upper().encode() + b"\x03"


def r200_frame(epc: bytes) -> bytes:
    """What the R200 sends of an EPC."""
    coded = bytes((len(epc) // 2 << 3, 0)) + epc
    parameters = b"\xc9" + coded + (crc_hqx(coded, 0xFFFF) ^ 0xFFFF).to_bytes(2, "big")
    body = b"\x02\x22" + len(parameters).to_bytes(2, "big") + parameters
    return b"\xbb" + body + bytes((sum(body) & 0xFF, 0x7E))


def pn532_frame(uid: bytes) -> bytes:
    """What the PN532 answers a poll of a tag."""
    body = b"\xd5\x4b\x01\x01\x00\x44\x00" + bytes((len(uid),)) + uid
    return b"\x00\x00\xff" + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


class Pn532Line:
    """The PN532's decoder without the dialogue; in it an answer is believed only to the poll under way."""

    name: Final = "PN532"
    baud: Final = 115200
    reads: Final = Pn532.reads
    due_at: float | None = None

    def __init__(self) -> None:
        self._line = Line(Pn532Decoder())

    def opened(self, now: float) -> Heard:  # noqa: ARG002 (the seam's)
        """Nothing is sent."""
        return Heard()

    def received(self, chunk: bytes, now: float) -> Heard:
        """Bytes came."""
        return self._heard(self._line.received(chunk, now))

    def advance(self, now: float) -> Heard:
        """Time has passed."""
        return self._heard(self._line.advance(now))

    def _heard(self, frames: Sequence[object]) -> Heard:
        answers = (tag_in(each.payload) for each in frames if isinstance(each, Pn532Answer) and each.code == 0x4B)
        return Heard(tuple(each for each in answers if each is not None))


class Overheard:
    """A reader, and which tags it has told."""

    def __init__(self, reader: TagReader) -> None:
        self._reader = reader
        self.name = reader.name
        self.baud = reader.baud
        self.reads = reader.reads
        self.tags: list[str] = []

    @property
    def due_at(self) -> float | None:
        """The reader's."""
        return self._reader.due_at

    def opened(self, now: float) -> Heard:
        """As the reader does."""
        return self._reader.opened(now)

    def received(self, chunk: bytes, now: float) -> Heard:
        """As the reader does."""
        return self._noted(self._reader.received(chunk, now))

    def advance(self, now: float) -> Heard:
        """As the reader does."""
        return self._noted(self._reader.advance(now))

    def _noted(self, heard: Heard) -> Heard:
        for item in heard.items:
            if isinstance(item, TagSeen):
                self.tags.append(item.tag)
        return heard


@dataclass(frozen=True, slots=True)
class Series:
    """A reader of tags, and the tags of one customer's deck."""

    reader: Callable[[], TagReader]
    frame: Callable[[bytes], bytes]
    """What the reader sends of a tag."""
    size: int
    """Bytes of a tag."""
    is_consecutive: bool = True
    """As they come from the maker: numbered on from somewhere, so that a wrong digit hits another card of the deck."""

    def deck(self, chance: Random) -> Registry:
        """Eight packs with such tags."""
        bits = 8 * self.size
        faces = Card.pack() * PACKS
        if self.is_consecutive:
            first = chance.randrange((1 << bits) - len(faces))
            numbers = [first + each for each in range(len(faces))]
        else:
            numbers = chance.sample(range(1 << min(bits, 62)), len(faces))
        tags = (number.to_bytes(self.size, "big").hex().upper() for number in numbers)
        return Registry(dict(zip(tags, faces, strict=True)))


SERIES: Final[Mapping[str, Series]] = {
    "RDM6300, random tags": Series(Rdm6300, rdm6300_frame, 5, is_consecutive=False),
    "RDM6300, consecutive tags": Series(Rdm6300, rdm6300_frame, 5),
    "R200, consecutive tags": Series(R200, r200_frame, 12),
    "PN532, consecutive tags": Series(Pn532Line, pn532_frame, 7),
}


class Passes:
    """Cards that pass a gate one after the other while their frames are corrupted."""

    def __init__(self, series: Series, corrupt: Corrupt, chance: Random, rule: Rule | None) -> None:
        self._corrupt = corrupt
        self._chance = chance
        deck = series.deck(chance)
        self._frames = {tag: series.frame(bytes.fromhex(tag)) for tag in deck.cards}
        self._tags = list(deck.cards)
        self._tag = ""
        self._reader = Overheard(series.reader())
        rule = rule or Rule(reads=self._reader.reads)
        self._shoe = TagShoe(self._reader, deck, rule, Journalled(), has_white_card_sensor=False)
        self._ungated_rule = Fuse(deck, Rule(has_gate=False, reads=self._reader.reads + 1))
        self._now = 0.0
        self._posted: list[Sighting] = []
        self._by_checksum = self._ungated = 0
        self._shoe.opened(self._now)

    def one(self, *, is_clean: bool = False) -> Tally:
        """A card other than the last; the beam is broken behind any of its frames, and free behind all."""
        self._by_checksum = self._ungated = 0
        self._posted = []
        self._tag = self._chance.choice([tag for tag in self._chance.sample(self._tags, 2) if tag != self._tag])
        repeats = max(REPEATS) if is_clean else self._chance.choice(REPEATS)
        pulse = place(repeats, self._chance)
        for each in range(repeats):
            self._read(is_clean=is_clean)
            if each == pulse:
                self._take(self._shoe.sensed(Contact.EXIT_GATE, self._now, is_active=True))
        self._take(self._shoe.sensed(Contact.EXIT_GATE, self._now, is_active=False))
        for later in (0.06, 1.0):  # a frame that was begun is given up; the next card is some time off
            self._now += later
            self._take(self._shoe.advance(self._now))
        cards = [each for each in self._posted if isinstance(each, CardOut)]
        wrong = sum(each.card is not None and each.tag != self._tag for each in cards)
        return Tally(1, self._by_checksum, self._ungated, wrong, sum(each.card is None for each in cards))

    def _read(self, *, is_clean: bool) -> None:
        frame = self._frames[self._tag]
        if not is_clean and self._chance.random() < CORRUPTED:
            frame = self._corrupt(frame, frame, self._chance)
        self._now += self._chance.uniform(*GAP_S)
        self._take(self._shoe.received(frame, self._now))

    def _take(self, reaction: Reaction) -> None:
        self._posted += reaction.post
        for tag in self._reader.tags:
            self._by_checksum += tag != self._tag
            for left in self._ungated_rule.read(tag, self._now):
                self._ungated += isinstance(left, CardOut) and left.card is not None and left.tag != self._tag
        self._reader.tags.clear()


def passed(series: Series, corrupt: Corrupt, passes: int, chance: Random, rule: Rule | None = None) -> Tally:
    """So many passes, by the reader's own rule if none is given.

    Raises:
        VacuousError: a card after them all whose frames were good was not believed.
    """
    gate = Passes(series, corrupt, chance, rule)
    tally = sum((gate.one() for _ in range(passes)), Tally())
    clean = gate.one(is_clean=True)
    if not tally.wrong and clean != Tally(1):
        raise VacuousError(f"a card whose frames were all good was not believed: {clean}")
    return tally
