"""Corrupted, forged and replayed frames against the real decoders: how many wrong cards are believed. None may be.

* SHOE/1: a link that has met its shoe hears corrupted frames; whatever it posts must be what the shoe had sent.
* SHOE/1 with a key: a link hears frames that its shoe did not send now, all with a good checksum; it must post nothing.
* Readers of tags: cards of an enrolled deck pass the exit gate while most of their frames are corrupted; a pulse may
  leave unread, never as another card. Beside it stands what the checksum alone believes, and three agreeing reads
  without a gate.
"""

from binascii import crc32, crc_hqx
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields
from functools import partial, reduce
from itertools import pairwise
from operator import xor
from os import cpu_count
from random import Random
from typing import Final, TypeAlias

from engine.cards import Card
from engine.events import CardOut, Link
from engine.ports import Journalled, Sighting
from firmware_bridge.device import Contact, Reaction
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import BadFrame, Deframer, Frame, wire
from firmware_bridge.fuse import Fuse, Rule
from firmware_bridge.link import HELLO_S, ShoeLink
from firmware_bridge.readers.line import Line
from firmware_bridge.readers.pn532 import Pn532, Pn532Answer, Pn532Decoder, tag_in
from firmware_bridge.readers.r200 import R200
from firmware_bridge.readers.rdm6300 import Rdm6300
from firmware_bridge.readers.tag_reader import Heard, TagReader, TagSeen
from firmware_bridge.registry import Registry
from firmware_bridge.tag_shoe import TagShoe

FRAMES: Final = 1_000_000
"""Corrupted frames of each kind for SHOE/1; as many forged and replayed ones in all; a tenth of it passes."""
BATCH: Final = 5000
"""Frames of SHOE/1 that one process hears at a stretch, or a fifth of it passes: a tenth of a second or two."""
CORRUPTED: Final = 0.9
"""How likely each frame of a passing card is corrupted: in two passes of three no frame is left whole."""
REPEATS: Final = range(4, 9)
"""Frames that a reader sends while a card passes."""
GAP_S: Final = (0.02, 0.065)
"""From one of them to the next, seconds: up to the RDM6300's 65 ms."""
POOL: Final = 16
"""Frames of SHOE/1 that are made at once and drawn from until one is believed: all bear the seq that is due."""
SESSION: Final = 40
"""Cards of a recorded session."""
KEY: Final = bytes(range(32))
"""The shoe's, where it has one."""
PACKS: Final = 8


class VacuousError(RuntimeError):
    """An honest frame was not believed, so that nothing is proved by others that were not."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of so many attempts."""

    tried: int = 0
    """Corrupted or forged frames; for readers of tags, passes."""
    by_checksum: int = 0
    """Wrong frames that the decoder alone believed."""
    ungated: int = 0
    """Wrong cards by the rule of readers without a gate."""
    wrong: int = 0
    """Wrong cards: what counts."""
    unread: int = 0
    """Passes without a name."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


# What happens to frames

Corrupt: TypeAlias = Callable[[bytes, bytes, Random], bytes]
"""What arrives in place of a frame, given the one behind it."""


def _place(length: int, chance: Random) -> int:
    return int(chance.random() * length)


def _flipped(frame: bytes, mask: int) -> bytes:
    return (int.from_bytes(frame, "big") ^ mask).to_bytes(len(frame), "big")


def one_bit(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """One bit flipped."""
    return _flipped(frame, 1 << _place(8 * len(frame), chance))


def two_bits(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """Two bits flipped."""
    bits = 8 * len(frame)
    first = _place(bits, chance)
    return _flipped(frame, 1 << first | 1 << (first + 1 + _place(bits - 1, chance)) % bits)


def burst(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """2 to 32 neighbouring bits replaced by chance, the first and the last of them certainly wrong."""
    length = 2 + _place(31, chance)
    mask = chance.getrandbits(length) | 1 << length - 1 | 1
    return _flipped(frame, mask << _place(8 * len(frame) - length + 1, chance))


def dropped(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """A byte lost."""
    at = _place(len(frame), chance)
    return frame[:at] + frame[at + 1 :]


def doubled(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """A byte twice."""
    at = _place(len(frame), chance)
    return frame[: at + 1] + frame[at:]


def inserted(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """A byte of chance between two."""
    at = _place(len(frame) + 1, chance)
    return frame[:at] + bytes((_place(256, chance),)) + frame[at:]


def neighbours_swapped(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """Two neighbouring bytes that differ, in each other's place."""
    first = chance.choice([at for at, (one, other) in enumerate(pairwise(frame)) if one != other])
    return _swapped(frame, first, first + 1)


def any_swapped(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """Any two bytes that differ, in each other's place: no fault of a line, and the worst for a sum."""
    first = _place(len(frame), chance)
    return _swapped(frame, first, chance.choice([at for at, byte in enumerate(frame) if byte != frame[first]]))


def _swapped(frame: bytes, first: int, second: int) -> bytes:
    after = bytearray(frame)
    after[first], after[second] = after[second], after[first]
    return bytes(after)


def glued(frame: bytes, behind: bytes, chance: Random) -> bytes:
    """Its end lost, and the next frame right behind."""
    return frame[: 1 + _place(len(frame) - 1, chance)] + behind


def garbage(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """1 to 64 bytes of chance, then the frame."""
    return chance.randbytes(1 + _place(64, chance)) + frame


CORRUPTIONS: Final[Mapping[str, Corrupt]] = {
    "1 bit": one_bit,
    "2 bits": two_bits,
    "burst of 2 to 32 bits": burst,
    "byte dropped": dropped,
    "byte doubled": doubled,
    "byte inserted": inserted,
    "neighbouring bytes swapped": neighbours_swapped,
    "any two bytes swapped": any_swapped,
    "cut, glued to the next": glued,
    "garbage between": garbage,
}


# SHOE/1


class Session:
    """A host's link and an honest shoe that it meets, both in memory; without a key nothing is signed."""

    def __init__(self, deck: Registry, chance: Random, key: bytes | None = None, boot: int | None = None) -> None:
        self.deck = deck
        self.tags = list(deck.cards)
        self.boot = boot or chance.randrange(1, 1 << 16)
        self.seq = chance.randrange(1 << 16)
        """Of the shoe's next event."""
        self.now = 0.0
        self.said: list[bytes] = []
        """Every frame that the shoe has sent, oldest first."""
        self.link = fresh_link(deck, chance, key)
        self.signer: shoe1.Signer | None = None
        self._key = key
        self._chance = chance
        self._ms = chance.randrange(1 << 31)
        posted = self._answer(self.link.opened(self.now))
        if not any(isinstance(each, Link) and each.state == "up" for each in posted):
            raise VacuousError(f"a link did not meet its shoe: {posted}")

    def frame(self, kind: int, seq: int, *values: object) -> bytes:
        """As the shoe sends it now."""
        self._ms += 1
        return wire(kind, self.boot, seq, *values, number=self._ms, signer=self.signer)

    def card(self, tag: str, seq: int) -> bytes:
        """The event of a card that left."""
        return self.frame(shoe1.CARD, seq, bytes.fromhex(tag), 0xC9, 4, 1)

    def told(self, tag: str, seq: int) -> CardOut:
        """What the link makes of it."""
        return CardOut(card=self.deck.cards[tag], tag=tag, origin=f"{self.boot}:{seq}")

    def hear(self, chunk: bytes) -> list[Sighting]:
        """What the link posts when these bytes come; the shoe answers, should it be asked who it is."""
        return self._answer(self.link.received(chunk, self.now))

    def deal(self, tag: str) -> None:
        """An honest card; the journal holds it at once.

        Raises:
            VacuousError: it was not believed.
        """
        card = self.card(tag, self.seq)
        self.said.append(card)
        posted = self.hear(card)
        if posted != [self.told(tag, self.seq)]:
            raise VacuousError(f"an honest card was not believed: {posted}")
        self.has_told(self.seq)

    def has_told(self, seq: int) -> None:
        """The journal holds the event, and the shoe goes on to the next."""
        self.link.acknowledge(f"{self.boot}:{seq}")
        self.seq = shoe1.following(seq)

    def _answer(self, reaction: Reaction) -> list[Sighting]:
        posted = list(reaction.post)
        for item in Deframer().feed(reaction.send) if reaction.send else ():
            if isinstance(item, Frame) and isinstance(item.payload, shoe1.HostHello):
                posted += self._introduce(item.payload.nonce)
        return posted

    def _introduce(self, host_nonce: bytes) -> list[Sighting]:
        """A session begins: HELLO and HEARTBEAT."""
        nonce = self._chance.randbytes(shoe1.NONCE)
        if self._key is not None:
            self.signer = shoe1.Signer(self._key, host_nonce, nonce)
        features = shoe1.FEATURE_GATE | (shoe1.FEATURE_MAC if self._key else 0)
        hello = self.frame(shoe1.HELLO, self.seq, 1, 1, bytes(8), "BJ21-0001", features, shoe1.RING, 1, 0, nonce)
        beat = self.frame(shoe1.HEARTBEAT, self.seq, 0, 0, 0, 0)
        self.said += (hello, beat)
        return [*self.link.received(hello, self.now).post, *self.link.received(beat, self.now).post]


def fresh_link(deck: Registry, chance: Random, key: bytes | None) -> ShoeLink:
    """A host whose journal is empty."""
    nonce = partial(chance.randbytes, shoe1.NONCE)
    return ShoeLink(deck, Journalled(), serial=None, key=key, nonce=nonce, unix_ms=lambda: 0)


def corrupted(corrupt: Corrupt, frames: int, chance: Random) -> Tally:
    """Frames of cards without a key, each corrupted, then a zero, so that none depends on the one before.

    Raises:
        VacuousError: an honest card, after them all, was not believed.
    """
    session = Session(Registry.numbered(PACKS), chance)
    deframer = Deframer()
    by_checksum = wrong = 0
    pool: list[tuple[str, bytes]] = []
    for _ in range(frames):
        if not pool:
            pool = [(tag, session.card(tag, session.seq)) for tag in chance.sample(session.tags, POOL)]
            tag_behind = chance.choice(session.tags)
            behind = session.card(tag_behind, shoe1.following(session.seq))
        tag, frame = pool[_place(POOL, chance)]
        chunk = corrupt(frame, behind, chance) + b"\0"
        believed = [item for item in deframer.feed(chunk) if isinstance(item, Frame)]
        if believed:
            by_checksum += sum(item not in Deframer().feed(frame + behind) for item in believed)
        posted = session.link.received(chunk, session.now).post
        if posted:
            wrong += posted != (session.told(tag, session.seq),)
            session.has_told(session.seq)
            pool = []
    if not wrong:
        session.deal(session.tags[0])
    return Tally(frames, by_checksum=by_checksum, wrong=wrong)


# SHOE/1 with a key


class Forger:
    """Has the wire, all that was ever said on it, and no key."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        deck = Registry.numbered(PACKS)
        self.session = Session(deck, chance, KEY)
        self.other = Session(deck, chance, KEY, self.session.boot)
        """An earlier session of the same shoe in the same boot, so that only its nonces differ."""
        for _ in range(SESSION):
            self.session.deal(chance.choice(self.session.tags))
            self.other.deal(chance.choice(self.session.tags))

    def due(self, session: Session) -> Frame:
        """The event that is due next, as ``session`` signs it; it was never sent."""
        return _decoded(session.card(self.chance.choice(session.tags), self.session.seq))

    def said(self, session: Session) -> bytes:
        """A frame that was sent."""
        return self.chance.choice(session.said)


def _decoded(frame: bytes) -> Frame:
    [item] = Deframer().feed(frame)
    if isinstance(item, BadFrame):
        raise VacuousError(f"an honest frame was not believed: {item.reason}")
    return item


def sealed(signed: bytes, tag: bytes) -> bytes:
    """A frame with this body and authentication tag, and a good checksum."""
    plain = signed + tag
    return shoe1.cobs(plain + crc32(plain).to_bytes(4, "little")) + b"\0"


def _random_tag(forger: Forger) -> bytes:
    return sealed(forger.due(forger.session).signed, forger.chance.randbytes(shoe1.TAG))


def _unsigned(forger: Forger) -> bytes:
    return sealed(forger.due(forger.session).signed, b"")


def _another_frames_tag(forger: Forger) -> bytes:
    return sealed(forger.due(forger.session).signed, _decoded(forger.said(forger.session)).tag)


def _another_sessions_tag(forger: Forger) -> bytes:
    due = forger.due(forger.other)
    return sealed(due.signed, due.tag)


def _flipped_payload(forger: Forger) -> bytes:
    due = forger.due(forger.session)
    return sealed(due.signed[:10] + one_bit(due.signed[10:], b"", forger.chance), due.tag)


def _another_nonce(forger: Forger) -> bytes:
    """A HELLO of the forger's, signed by a key of his own, or one of an earlier session; and a card that fits it."""
    nonces = [forger.chance.randbytes(shoe1.NONCE) for _ in range(2)]
    signer = shoe1.Signer(forger.chance.randbytes(32), *nonces)
    boot, seq = forger.session.boot, forger.session.seq
    features = shoe1.FEATURE_GATE | shoe1.FEATURE_MAC
    hello = (1, 1, bytes(8), "BJ21-0001", features, shoe1.RING, 1, 0, nonces[1])
    uid = bytes.fromhex(forger.chance.choice(forger.session.tags))
    if forger.chance.random() < 0.5:
        first = wire(shoe1.HELLO, boot, seq, *hello, signer=signer)
        return first + wire(shoe1.CARD, boot, seq, uid, 0xC9, 4, 1, signer=signer)
    return forger.other.said[0] + _another_sessions_tag(forger)


def _replayed(forger: Forger) -> bytes:
    return forger.said(forger.session)


def _replayed_later(forger: Forger) -> bytes:
    return forger.said(forger.other)


Forge: TypeAlias = Callable[[Forger], bytes]

FORGERIES: Final[Mapping[str, Forge]] = {
    "random tag": _random_tag,
    "not signed": _unsigned,
    "tag of another frame": _another_frames_tag,
    "tag of another session": _another_sessions_tag,
    "payload flipped under its tag": _flipped_payload,
    "HELLO with another nonce": _another_nonce,
    "replayed in its session": _replayed,
    "replayed in a later session": _replayed_later,
}
WHOLE_SESSIONS: Final = "whole session, fresh host"
"""The last kind: a recorded session from its first frame to its last, to a host that waits for the shoe."""


def _believed(posted: list[Sighting]) -> int:
    """Of what was posted: everything but that the shoe is not heard."""
    return sum(not (isinstance(each, Link) and each.state == "lost") for each in posted)


def forged(forge: Forge, frames: int, chance: Random) -> Tally:
    """Frames that the shoe did not send now. As the host asks anew after some of them, the shoe begins new sessions.

    Raises:
        VacuousError: an honest card, after them all, was not believed.
    """
    forger = Forger(chance)
    accepted = 0
    for _ in range(frames):
        forger.session.now += HELLO_S / 100
        accepted += _believed(forger.session.hear(forge(forger)))
    if not accepted:
        forger.session.deal(forger.session.tags[0])
    return Tally(frames, wrong=accepted)


def whole_sessions(frames: int, chance: Random) -> Tally:
    """So many frames of recorded sessions, ten in the time between two HELLOs of the host."""
    recorded = Forger(chance).session
    accepted, now = 0, 0.0
    for number in range(frames):
        place = number % len(recorded.said)
        if place == 0:
            link = fresh_link(recorded.deck, chance, KEY)
            link.opened(now)
        now += HELLO_S / 10
        accepted += _believed([*link.received(recorded.said[place], now).post, *link.advance(now).post])
    return Tally(frames, wrong=accepted)


# Readers of tags


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
        pulse = _place(repeats, self._chance)
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


# The whole run

Run: TypeAlias = Callable[[int, Random], Tally]

SHOE1: Final = "SHOE/1"
SIGNED: Final = "SHOE/1 with a key"
SUBJECTS: Final[Mapping[str, Mapping[str, Run]]] = {
    SHOE1: {kind: partial(corrupted, corrupt) for kind, corrupt in CORRUPTIONS.items()},
    SIGNED: {**{kind: partial(forged, forge) for kind, forge in FORGERIES.items()}, WHOLE_SESSIONS: whole_sessions},
    **{
        subject: {kind: partial(passed, series, corrupt) for kind, corrupt in CORRUPTIONS.items()}
        for subject, series in SERIES.items()
    },
}
"""What is tried, and in which ways."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Attempts that one process makes; the same batch makes the same attempts wherever."""

    subject: str
    kind: str
    seed: int
    number: int
    size: int


@dataclass(frozen=True, slots=True)
class Row:
    """What came of attempts of one kind."""

    subject: str
    kind: str
    tally: Tally


def attempts(subject: str, frames: int) -> int:
    """Of each kind, when there are to be so many ``frames`` for SHOE/1."""
    if subject == SHOE1:
        return frames
    return -(-frames // (len(SUBJECTS[SIGNED]) if subject == SIGNED else 10))


def batches(seed: int, frames: int) -> Iterator[Batch]:
    """All of them."""
    for subject, kinds in SUBJECTS.items():
        size = BATCH if subject in (SHOE1, SIGNED) else BATCH // 5
        total = attempts(subject, frames)
        for kind in kinds:
            for number, start in enumerate(range(0, total, size)):
                yield Batch(subject, kind, seed, number, min(size, total - start))


def made(batch: Batch) -> Row:
    """What comes of it."""
    chance = Random(f"{batch.seed}/{batch.subject}/{batch.kind}/{batch.number}")
    return Row(batch.subject, batch.kind, SUBJECTS[batch.subject][batch.kind](batch.size, chance))


def measured(seed: int, frames: int) -> Iterator[Row]:
    """What came of each batch, as it is done, by as many processes as there are processors.

    Raises:
        VacuousError: an honest frame was not believed.
    """
    with ProcessPoolExecutor(cpu_count()) as pool:
        try:
            for done in as_completed([pool.submit(made, batch) for batch in batches(seed, frames)]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def summed(rows: list[Row]) -> list[Row]:
    """A row for each kind that was tried, in the order of :data:`SUBJECTS`."""
    tallies: dict[tuple[str, str], Tally] = {}
    for row in rows:
        key = row.subject, row.kind
        tallies[key] = tallies.get(key, Tally()) + row.tally
    order = [(subject, kind) for subject, kinds in SUBJECTS.items() for kind in kinds]
    return [Row(*key, tallies[key]) for key in order if key in tallies]
