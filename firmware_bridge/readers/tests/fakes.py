"""Stand-ins for the chips, byte by byte, and a bench that joins one to its driver under a clock of its own."""

from binascii import crc_hqx
from dataclasses import dataclass, field
from typing import Protocol

from firmware_bridge.framing import BadFrame
from firmware_bridge.readers.tag_reader import Absent, Heard, Item, Present, TagReader, TagSeen

Spoken = list[tuple[float, bytes]]
"""Bytes, each some seconds after the last."""


class Device(Protocol):
    def hear(self, sent: bytes) -> Spoken:
        """What the chip answers."""


def pn532_frame(body: bytes) -> bytes:
    """By UM0701-02 6.2.1; extended where it must be."""
    size = len(body)
    length = bytes((size,)) if size < 255 else b"\xff\xff" + size.to_bytes(2, "big")
    check = -(size & 0xFF) - (size >> 8) & 0xFF
    return b"\x00\x00\xff" + length + bytes((check,)) + body + bytes((-sum(body) & 0xFF, 0))


def pn532_answer(uid: bytes, ats: bytes = b"") -> bytes:
    """InListPassiveTarget's answer."""
    return pn532_frame(bytes((0xD5, 0x4B, 1, 1, 0, 4, 8, len(uid))) + uid + ats)


def r200_frame(kind: int, command: int, parameters: bytes) -> bytes:
    body = bytes((kind, command)) + len(parameters).to_bytes(2, "big") + parameters
    return b"\xbb" + body + bytes((sum(body) & 0xFF, 0x7E))


def r200_notice(epc: bytes, rssi: int = 0xC9) -> bytes:
    coded = bytes((len(epc) // 2 << 3, 0)) + epc
    crc = crc_hqx(coded, 0xFFFF) ^ 0xFFFF
    return r200_frame(2, 0x22, bytes((rssi,)) + coded + crc.to_bytes(2, "big"))


@dataclass
class FakePn532:
    """Sleeps until 55 comes; keeps its retries; polls without end unless RFConfiguration bounds them."""

    uid: bytes | None = None
    ats: bytes = b""
    lose_acks: int = 0
    """Of the next commands."""
    refuse: int = 0
    """So many of the next commands are answered by an error frame."""
    break_answers: int = 0
    """So many of the next answers have a bit flipped."""
    is_deaf: bool = False
    """Hears nothing and says nothing."""
    is_mute_after_ack: bool = False
    leaves_polls_unanswered: bool = False
    version: bytes = b"\x32\x01\x06\x07"
    """IC, version, revision, support."""
    split: int | None = None
    """Answers come in pieces of so many bytes."""
    commands: list[int] = field(default_factory=list)
    aborts: int = 0
    _is_awake: bool = False
    _is_bounded: bool = False
    _heard: bytes = b""

    def power_cycle(self) -> None:
        self._is_awake = self._is_bounded = False
        self._heard = b""

    def hear(self, sent: bytes) -> Spoken:
        if self.is_deaf:
            return []
        self._is_awake = self._is_awake or b"\x55\x55\x00\x00\x00" in sent
        if not self._is_awake:
            return []
        self._heard += sent
        spoken: Spoken = []
        while (at := self._heard.find(b"\x00\xff")) >= 0:
            self._heard = self._heard[at + 2 :]
            spoken += self._obey_first()
        return spoken

    def _obey_first(self) -> Spoken:
        size = self._heard[0]
        if size == 0:
            self.aborts += 1
            return []
        body, dcs = self._heard[2 : 2 + size], self._heard[2 + size]
        assert (size + self._heard[1]) & 0xFF == 0
        assert (sum(body) + dcs) & 0xFF == 0
        assert body[0] == 0xD4
        return self._obey(body[1], body[2:])

    def _obey(self, code: int, parameters: bytes) -> Spoken:
        self.commands.append(code)
        if self.refuse:
            self.refuse -= 1
            return [(0.001, pn532_frame(b"\x7f"))]
        if self.lose_acks:
            self.lose_acks -= 1
            return []
        answer = None if self.is_mute_after_ack else self._answer(code, parameters)
        spoken = [(0.001, bytes.fromhex("00 00 FF 00 FF 00"))]
        return spoken if answer is None else spoken + self._pieces(answer)

    def _answer(self, code: int, parameters: bytes) -> bytes | None:
        match code:
            case 0x02:
                return pn532_frame(b"\xd5\x03" + self.version)
            case 0x32:
                assert parameters == b"\x05\xff\x01\x01"
                self._is_bounded = True
            case 0x4A if self.leaves_polls_unanswered:
                return None
            case 0x4A if self.uid is not None:
                return pn532_answer(self.uid, self.ats)
            case 0x4A:
                return pn532_frame(b"\xd5\x4b\x00") if self._is_bounded else None
        return pn532_frame(bytes((0xD5, code + 1)))

    def _pieces(self, answer: bytes) -> Spoken:
        if self.break_answers:
            self.break_answers -= 1
            answer = answer[:6] + bytes((answer[6] ^ 0x10,)) + answer[7:]
        size = self.split or len(answer)
        return [(0.002, answer[at : at + size]) for at in range(0, len(answer), size)]


@dataclass
class FakeR200:
    """Answers single polls, and the question what it is."""

    epcs: list[bytes] = field(default_factory=list)
    is_deaf: bool = False
    tells_what_it_is: bool = True
    split: int | None = None
    error: int = 0x15
    """When no tag is there."""
    polls: int = 0

    def hear(self, sent: bytes) -> Spoken:
        if self.is_deaf:
            return []
        if sent == bytes.fromhex("BB 00 03 00 01 00 04 7E"):
            text = b"\x00M100 26dBm V1.0"
            return [(0.003, r200_frame(1, 3, text))] if self.tells_what_it_is else []
        assert sent == bytes.fromhex("BB 00 22 00 00 22 7E")
        self.polls += 1
        answer = b"".join(map(r200_notice, self.epcs)) or r200_frame(1, 0xFF, bytes((self.error,)))
        size = self.split or len(answer)
        return [(0.01, answer[at : at + size]) for at in range(0, len(answer), size)]


class Bench:
    """A driver and its device on one line."""

    def __init__(self, reader: TagReader, device: Device) -> None:
        self.reader = reader
        self.device = device
        self.now = 100.0
        self.items: list[Item] = []
        self.wakes = 0
        """How often the driver was called since the port was opened."""
        self._coming: Spoken = []
        self._take(reader.opened(self.now))

    def run(self, seconds: float) -> list[Item]:
        """What the driver told in this time."""
        until = self.now + seconds
        before = len(self.items)
        while (
            at := min((when for when in (self._arrival, self.reader.due_at) if when is not None), default=until)
        ) < until:
            self.now = max(self.now, at)
            self.wakes += 1
            if self._arrival is not None and self._arrival <= self.now:
                self._take(self.reader.received(self._coming.pop(0)[1], self.now))
            else:
                self._take(self.reader.advance(self.now))
        self.now = until
        return self.items[before:]

    def say(self, chunk: bytes) -> None:
        """Bytes that the device did not send in answer."""
        self._take(self.reader.received(chunk, self.now))

    @property
    def tags(self) -> list[str]:
        return [item.tag for item in self.items if isinstance(item, TagSeen)]

    @property
    def _arrival(self) -> float | None:
        return self._coming[0][0] if self._coming else None

    def _take(self, heard: Heard) -> None:
        self.items += heard.items
        if heard.send:
            at = self._coming[-1][0] if self._coming else self.now
            for delay, chunk in self.device.hear(heard.send):
                at += delay
                self._coming.append((at, chunk))


def states(items: list[Item]) -> list[Item]:
    """What was told of the reader itself."""
    return [item for item in items if isinstance(item, Present | Absent)]


def bad_frames(items: list[Item]) -> list[BadFrame]:
    return [item for item in items if isinstance(item, BadFrame)]
