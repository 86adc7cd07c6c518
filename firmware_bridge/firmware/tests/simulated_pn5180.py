"""A PN5180 as an SPI slave, byte by byte, with tags in its field.

It fails the test that breaks the handshake of 11.4.1, reads an answer that is not there, or sends while it can't.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware_bridge.firmware.tests.clock import Clock

BIT_US = 38
"""26.48 kbit/s."""
GAP_US = 320
"""Between a request and its answers (ISO 15693-3, t1)."""


def crc16(message: bytes) -> bytes:
    """CRC-16/X-25, low byte first."""
    crc = 0xFFFF
    for byte in message:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return (crc ^ 0xFFFF).to_bytes(2, "little")


def bits(message: bytes) -> list[int]:
    return [byte >> place & 1 for byte in message for place in range(8)]


@dataclass
class SimulatedPn5180:
    clock: Clock
    tags: list[bytes] = field(default_factory=list)
    """UIDs in the field, E0 first."""
    garbled: set[bytes] = field(default_factory=set)
    """Tags whose answer's CRC will be wrong."""
    heedless: set[bytes] = field(default_factory=set)
    """Tags that answer whatever the mask."""
    noise: bool = False
    """A collision is reported before the first byte of an answer, and GENERAL_ERROR with it."""
    has_5v: bool = True
    is_wired: bool = True
    """MISO is; else the host reads FF."""
    busy_stuck: int | None = None
    """BUSY always has this level."""
    firmware: tuple[int, int] = (4, 1)
    air: list[bytes] = field(default_factory=list)
    """Requests as they were on the air, with their CRC."""

    def __post_init__(self) -> None:
        self._nss = 1
        self._busy_until_us = 0
        self._frame = b""
        self.power_up()

    def power_up(self) -> None:
        self._registers = dict.fromkeys(range(0x2A), 0)
        self._registers[0x02] = 1 << 2
        self._is_loaded = False
        self._is_on = False
        self._answer = b""
        self._received = b""
        self._busy_is_due = False

    # Pins

    def set_nss(self, level: int) -> None:
        if level == self._nss:
            return
        self._nss = level
        if level == 0:
            assert self.busy() == 0, "NSS fell while BUSY was high"
            self._frame = b""
        else:
            self._busy_is_due = False
            self._busy_until_us = self.clock.now_us + 20
            self._obey()

    def set_reset(self, level: int) -> None:
        if level == 0:
            self.power_up()

    def busy(self) -> int:
        if self.busy_stuck is not None:
            return self.busy_stuck
        return int(self._busy_is_due or self.clock.now_us < self._busy_until_us)

    def exchange(self, out: bytes) -> bytes:
        assert self._nss == 0, "a clock without NSS"
        self.clock.sleep_us(2 * len(out))
        self._busy_is_due = True
        self._frame += out
        heard = self._answer[: len(out)]
        if self._answer:
            assert len(heard) == len(out), "more was read than was there"
        return heard if heard and self.is_wired else b"\xff" * len(out)

    # Commands

    def _obey(self) -> None:
        if self._answer:
            assert set(self._frame) == {0xFF}, f"an answer waited while {self._frame.hex()} came"
            self._answer = b""
            return
        command, *rest = self._frame
        if command in (0x00, 0x01, 0x02):
            self._set(command, rest[0], int.from_bytes(bytes(rest[1:5]), "little"))
        elif command == 0x04:
            self._answer = self._get(rest[0]).to_bytes(4, "little")
        elif command == 0x07:
            assert rest == [0x12, 2]
            self._answer = bytes(reversed(self.firmware))
        elif command == 0x09:
            self._send(rest[0], bytes(rest[1:]))
        elif command == 0x0A:
            self._answer = self._received
            assert self._answer, "READ_DATA without data"
        elif command == 0x11:
            self._is_loaded = rest == [0x0D, 0x8D]
        elif command == 0x16:
            self._is_on = self.has_5v
            self.clock.after(500, lambda: self._raise(1 << 9 if self._is_on else 0))
        else:
            raise AssertionError(f"command {command:02X}")

    def _raise(self, irqs: int) -> None:
        self._registers[0x02] |= irqs

    def _set(self, command: int, register: int, value: int) -> None:
        if register == 0x03:
            self._registers[0x02] &= ~value
            return
        old = self._registers[register]
        self._registers[register] = (value, old | value, old & value)[command]

    def _get(self, register: int) -> int:
        if register != 0x1D:
            return self._registers[register]
        is_waiting = self._registers[0x00] & 7 == 3
        return is_waiting << 24 | self._is_on << 17 | 0x155

    # The field

    def _send(self, valid_bits: int, request: bytes) -> None:
        assert valid_bits == 0
        assert self._registers[0x00] & 7 == 3, "SEND_DATA outside of Transceive"
        on_air = request + crc16(request)
        self.air.append(on_air)
        sent_us = BIT_US * 8 * len(on_air) + 120
        self.clock.after(sent_us, lambda: self._raise(1 << 1))
        self.clock.after(sent_us + GAP_US, lambda: self._hear(request))

    def _hear(self, request: bytes) -> None:
        if not (self._is_on and self._is_loaded):
            return
        assert request[:2] == b"\x26\x01", f"{request.hex()} is no inventory of one slot"
        answers = [self._reply(uid) for uid in self.tags if self._is_meant(uid, request[2], request[3:])]
        if self.noise:
            self._registers[0x13] = 1 << 18
            self._received = b""
            self.clock.after(300, lambda: self._raise(1 << 17))
        elif answers:
            self._registers[0x13], self._received = self._receive(answers)
            self.clock.after(BIT_US * 8 * 12 + 300, lambda: self._raise(1 << 0))

    def _is_meant(self, uid: bytes, length: int, mask: bytes) -> bool:
        assert len(mask) == (length + 7) // 8
        return uid in self.heedless or bits(uid[::-1])[:length] == bits(mask)[:length]

    def _reply(self, uid: bytes) -> bytes:
        message = b"\x00\x00" + uid[::-1]
        crc = crc16(message)
        return message + (bytes([crc[0] ^ 1, crc[1]]) if uid in self.garbled else crc)

    def _receive(self, answers: Iterable[bytes]) -> tuple[int, bytes]:
        """RX_STATUS and the reception buffer."""
        first, *others = answers
        places = [
            place for place, heard in enumerate(zip(*map(bits, (first, *others)), strict=True)) if len(set(heard)) > 1
        ]
        if places:
            return 1 << 18 | min(places[0], 0x7F) << 19 | places[0] // 8, first[: places[0] // 8]
        message, crc = first[:-2], first[-2:]
        if crc != crc16(message):
            return 1 << 16 | len(message), message
        return len(message), message
