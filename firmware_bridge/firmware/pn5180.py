"""The tag reader: an NXP PN5180 on SPI, which reads the UIDs of the ISO 15693 tags in its field.

Commands and registers are numbered as in NXP's PN5180 data sheet (11.4.1 physical host interface, 11.4.3.3 host
interface commands, 11.9.1 registers) and its application note AN12650; requests and responses are ISO/IEC 15693-3's.
The chip adds, checks and takes off the CRC (CRC-16/X-25, which the RF configuration for ISO 15693 sets).

One call of :meth:`Pn5180.inventory` finds every tag by single-slot inventories with a growing mask: where answers
collide, the tags whose next bit is 0 are asked, then those whose next bit is 1. At 26 kbit/s a request takes about 2 ms
on the air and an answer 4 ms, so a round takes about 9 ms with one tag or none, and 30 ms with two.
"""

SPI_BAUD = 4000000
"""Bits a second: 7 Mbit/s at most, CPOL 0, CPHA 0, most significant bit first (data sheet, 11.4.1)."""
UID_SIZE = 8
"""Bytes of a UID; the first is E0 (ISO 15693-3, 4.1)."""
PROBES_MAX = 16
"""Requests in one round; two tags whose UIDs share the last 7 bits need more, and stay unresolved."""

STATUS_BUSY = 1
"""BUSY did not follow a frame: not wired, or the chip hangs."""
STATUS_START = 2
"""No IDLE interrupt after a reset."""
STATUS_VERSION = 3
"""The EEPROM tells no firmware version: SPI is not wired, or another chip is."""
STATUS_FIELD = 4
"""The field does not come on: most often the transmitter's 5 V are missing."""
STATUS_COMMAND = 5
"""The chip refused a command (GENERAL_ERROR)."""
STATUS_STATE = 6
"""The transceiver is not ready, or the field is off: the chip was reset behind our back."""
STATUS_SENT = 7
"""A request was not sent to its end."""
STATUS_COLLISION = 8
"""More tags answered at once than could be told apart."""

_WRITE, _WRITE_OR, _WRITE_AND, _READ = 0x00, 0x01, 0x02, 0x04
_READ_EEPROM, _SEND_DATA, _READ_DATA, _LOAD_RF_CONFIG, _RF_ON = 0x07, 0x09, 0x0A, 0x11, 0x16
_SYSTEM_CONFIG, _IRQ_STATUS, _IRQ_CLEAR, _RX_STATUS, _RF_STATUS = 0x00, 0x02, 0x03, 0x13, 0x1D
_IDLE, _TRANSCEIVE, _COMMAND_KEPT = 0, 3, 0xFFFFFFF8
_RX_IRQ, _TX_IRQ, _IDLE_IRQ, _TX_RFON_IRQ, _GENERAL_ERROR_IRQ = 1 << 0, 1 << 1, 1 << 2, 1 << 9, 1 << 17
_ALL_IRQS = 0x000FFFFF
_WAIT_TRANSMIT = 1
_ISO15693_ASK100_TX, _ISO15693_26_RX = 0x0D, 0x8D
_FIRMWARE_VERSION = 0x12

_BUSY_US = 5000
_RESET_US = 100
_START_US = 100000
_FIELD_US = 50000
_SEND_US = 10000
_ANSWER_US = 6000

_INVENTORY = b"\x26\x01"
_ANSWER_SIZE = 2 + UID_SIZE
_NOTHING, _COLLISION, _DAMAGED = b"", b"collision", b"damaged"


class TagReaderError(OSError):
    """The reader does not work: ``status`` is one of this module's STATUS numbers, FAULT's detail."""

    def __init__(self, status: int, seen: str) -> None:
        super().__init__(seen)
        self.status = status


class TagCollisionError(TagReaderError):
    """The reader works, and its field holds tags that it cannot tell apart: two or more."""


class Pn5180:
    """The reader. ``spi`` is a ``machine.SPI``, the pins are ``machine.Pin``; ``clock`` is MicroPython's ``time``.

    Any other reader fits the shoe that offers :meth:`self_test`, :meth:`inventory`, :attr:`rssi` and these errors.
    """

    def __init__(self, spi, nss, busy, reset, clock) -> None:  # type: ignore[no-untyped-def]
        self._spi = spi
        self._nss = nss
        self._busy = busy
        self._reset = reset
        self._clock = clock
        self.rssi = 0
        """The receiver's gain control at the last answer, RF_STATUS.AGC_VALUE / 4: 0 to 255, no dBm."""
        self.damaged = 0
        """Rounds that told nothing, because an answer's CRC or length was wrong."""

    def self_test(self) -> "tuple[int, int]":
        """Reset the chip and switch the field on; gives its firmware's version, major and minor.

        Raises:
            TagReaderError: the chip does not answer, or has no field.
        """
        self._nss.value(1)
        self._reset.value(0)
        self._clock.sleep_us(_RESET_US)
        self._reset.value(1)
        if not self._await(_IDLE_IRQ, _START_US):
            raise TagReaderError(STATUS_START, "no IDLE interrupt came after a reset: check RESET and the 3.3 V")
        minor, major = self._ask(bytes([_READ_EEPROM, _FIRMWARE_VERSION, 2]), 2)
        if major in (0x00, 0xFF):
            raise TagReaderError(STATUS_VERSION, f"firmware {major:02X}.{minor:02X} is none: check MISO and MOSI")
        self._write(_WRITE, _IRQ_CLEAR, _ALL_IRQS)
        self._tell(bytes([_LOAD_RF_CONFIG, _ISO15693_ASK100_TX, _ISO15693_26_RX]))
        self._tell(bytes([_RF_ON, 0x00]))
        if not self._await(_TX_RFON_IRQ, _FIELD_US):
            raise TagReaderError(STATUS_FIELD, "the field did not come on: check the transmitter's 5 V")
        return major, minor

    def inventory(self) -> "list[bytes]":
        """One round: the UIDs of all tags that answer, E0 first; none where an answer was damaged.

        Raises:
            TagCollisionError: tags collide that :data:`PROBES_MAX` requests do not tell apart.
            TagReaderError: the chip does not answer, or lost its field; :meth:`self_test` starts it anew.
        """
        found: list[bytes] = []
        waiting = [(0, 0)]
        for _ in range(PROBES_MAX):
            if not waiting:
                return found
            length, value = waiting.pop()
            answer = self._probe(length, value)
            if answer is _COLLISION:
                waiting += [(length + 1, value | 1 << length), (length + 1, value)]
            elif answer is _DAMAGED:
                self.damaged += 1
                return []
            elif answer:
                found.append(answer)
        if waiting:
            raise TagCollisionError(STATUS_COLLISION, f"tags still collided after {PROBES_MAX} requests")
        return found

    def _probe(self, length: int, value: int) -> bytes:
        """Ask the tags whose UID ends in the ``length`` bits of ``value``: a UID, or what else was heard."""
        self._write(_WRITE_AND, _SYSTEM_CONFIG, _COMMAND_KEPT | _IDLE)
        self._write(_WRITE_OR, _SYSTEM_CONFIG, _TRANSCEIVE)
        self._write(_WRITE, _IRQ_CLEAR, _ALL_IRQS)
        state = self._read(_RF_STATUS)
        if (state >> 24) & 7 != _WAIT_TRANSMIT or not (state >> 17) & 1:
            raise TagReaderError(STATUS_STATE, f"RF_STATUS was {state:08X}: WaitTransmit with the field on was due")
        mask = value.to_bytes((length + 7) // 8, "little")
        self._tell(bytes([_SEND_DATA, 0]) + _INVENTORY + bytes([length]) + mask)
        if not self._await(_TX_IRQ, _SEND_US):
            raise TagReaderError(STATUS_SENT, "an inventory request was not sent to its end")
        if not self._await(_RX_IRQ | _GENERAL_ERROR_IRQ, _ANSWER_US):
            return _NOTHING
        return self._answer(length, value)

    def _answer(self, length: int, value: int) -> bytes:
        """What RX_STATUS and the reception buffer hold.

        A collision before the first byte is noise, as in NXP's reader library: the flags of all answers are alike.
        """
        status = self._read(_RX_STATUS)
        size = status & 0x1FF
        if status & 1 << 18:
            return _COLLISION if size or (status >> 19) & 0x7F else _NOTHING
        if status & 3 << 16 or size != _ANSWER_SIZE:
            return _DAMAGED
        answer = self._ask(bytes([_READ_DATA, 0x00]), _ANSWER_SIZE)
        uid = bytes(reversed(answer[2:]))
        is_asked = int.from_bytes(uid, "big") & ((1 << length) - 1) == value
        if answer[0] & 1 or uid[0] != 0xE0 or not is_asked:
            return _DAMAGED
        self.rssi = (self._read(_RF_STATUS) & 0x3FF) >> 2
        return uid

    def _await(self, irq: int, within_us: int) -> bool:
        """Whether one of these interrupts comes in time; a reception that ends in an error may raise GENERAL_ERROR."""
        start = self._clock.ticks_us()
        while True:
            is_late = self._clock.ticks_diff(self._clock.ticks_us(), start) > within_us
            irqs = self._read(_IRQ_STATUS)
            if irqs & (_GENERAL_ERROR_IRQ | ~_ALL_IRQS) & ~irq:
                raise TagReaderError(STATUS_COMMAND, f"IRQ_STATUS was {irqs:08X}: the chip refused a command")
            if irqs & irq:
                return True
            if is_late:
                return False

    def _read(self, register: int) -> int:
        return int.from_bytes(self._ask(bytes([_READ, register]), 4), "little")

    def _write(self, command: int, register: int, value: int) -> None:
        self._tell(bytes([command, register]) + value.to_bytes(4, "little"))

    def _ask(self, command: bytes, size: int) -> bytes:
        self._tell(command)
        return self._frame(b"\xff" * size)

    def _tell(self, command: bytes) -> None:
        self._frame(command)

    def _frame(self, out: bytes) -> bytes:
        """One SPI frame, with the handshake of data sheet 11.4.1: NSS low, bytes, BUSY high, NSS high, BUSY low."""
        heard = bytearray(len(out))
        self._await_busy(0)
        self._nss.value(0)
        try:
            self._spi.write_readinto(out, heard)
            self._await_busy(1)
        finally:
            self._nss.value(1)
        self._await_busy(0)
        return bytes(heard)

    def _await_busy(self, level: int) -> None:
        start = self._clock.ticks_us()
        while self._busy.value() != level:
            if self._clock.ticks_diff(self._clock.ticks_us(), start) > _BUSY_US:
                raise TagReaderError(STATUS_BUSY, f"BUSY was not {level} within {_BUSY_US} us: check BUSY, NSS and SCK")
