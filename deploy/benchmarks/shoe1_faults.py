"""Corrupted, forged and replayed frames of SHOE/1 at a link that has met its shoe."""

from binascii import crc32
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, TypeAlias

from deploy.benchmarks.corruptions import PACKS, Corrupt, Tally, VacuousError, one_bit, place
from engine.cards import Tag
from engine.events import CardOut, Link
from engine.ports import Journalled, Sighting
from firmware_bridge.device import Reaction
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import BadFrame, Deframer, Frame, wire
from firmware_bridge.link import BAUD, HELLO_S, ShoeLink
from firmware_bridge.registry import Registry
from firmware_bridge.wording import LINE_GOOD, noise

POOL: Final = 16
"""Frames of SHOE/1 that are made at once and drawn from until one is believed: all bear the seq that is due."""
SESSION: Final = 40
"""Cards of a recorded session."""
KEY: Final = bytes(range(32))
"""The shoe's, where it has one."""


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
        return CardOut(card=self.deck.cards[tag], tag=Tag(tag), origin=f"{self.boot}:{seq}")

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
        posted = believed_of(reaction.post)
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


def believed_of(posted: Sequence[Sighting]) -> list[Sighting]:
    """Of what was posted: everything but that the shoe is not heard, or that the line damages what it says."""
    return [
        each
        for each in posted
        if not (isinstance(each, Link) and (each.state == "lost" or each.text in (noise(BAUD), LINE_GOOD)))
    ]


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
        tag, frame = pool[place(POOL, chance)]
        chunk = corrupt(frame, behind, chance) + b"\0"
        believed = [item for item in deframer.feed(chunk) if isinstance(item, Frame)]
        if believed:
            by_checksum += sum(item not in Deframer().feed(frame + behind) for item in believed)
        posted = believed_of(session.link.received(chunk, session.now).post)
        if posted:
            wrong += posted != [session.told(tag, session.seq)]
            session.has_told(session.seq)
            pool = []
    if not wrong:
        session.deal(session.tags[0])
    return Tally(frames, by_checksum=by_checksum, wrong=wrong)


# With a key


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


def forged(forge: Forge, frames: int, chance: Random) -> Tally:
    """Frames that the shoe did not send now. As the host asks anew after some of them, the shoe begins new sessions.

    Raises:
        VacuousError: an honest card, after them all, was not believed.
    """
    forger = Forger(chance)
    accepted = 0
    for _ in range(frames):
        forger.session.now += HELLO_S / 100
        accepted += len(believed_of(forger.session.hear(forge(forger))))
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
        accepted += len(believed_of([*link.received(recorded.said[place], now).post, *link.advance(now).post]))
    return Tally(frames, wrong=accepted)
