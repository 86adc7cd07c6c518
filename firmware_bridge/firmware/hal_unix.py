"""The hardware layer on a Unix process: a pty is the line, a file the memory that outlives a reset, hands the gate.

Runs on MicroPython's unix port and on CPython. Both descriptors should be non-blocking: a line that nobody drains then
loses bytes, as a wire does, where a blocking one would hold up the shoe.
"""

import os
import select
import time

import shoe1
from shoe import Passing

_ON_MICROPYTHON = not hasattr(os, "read")
_RSSI = 0xC9
_READS = 4


class Descriptor:
    """Bytes in and out of a file descriptor, on either Python."""

    def __init__(self, number, can_write=False):
        self.number = number
        self.is_closed = False
        self._reader = open(number, "rb") if _ON_MICROPYTHON else None
        self._writer = open(number, "wb") if _ON_MICROPYTHON and can_write else None
        self._poll = select.poll()
        self._poll.register(self._reader or number, select.POLLIN)

    def read(self):
        """The bytes that wait, at most 4096; none where there are none."""
        if not self._poll.poll(0):
            return b""
        if not _ON_MICROPYTHON:
            return self._read_by_os()
        chunk = b""
        while len(chunk) < 4096 and self._poll.poll(0):
            byte = self._read_one()
            if not byte:
                break
            chunk += byte
        return chunk

    def write(self, frame):
        """Write what the descriptor takes now; the rest is lost, as on a wire that nobody reads."""
        try:
            if self._writer is None:
                os.write(self.number, frame)
            else:
                self._writer.write(frame)
        except OSError:
            pass

    def _read_by_os(self):
        try:
            chunk = os.read(self.number, 4096)
        except OSError:
            chunk = b""
        self.is_closed = not chunk
        return chunk

    def _read_one(self):
        try:
            byte = self._reader.read(1)
        except OSError:
            byte = b""
        self.is_closed = byte == b""
        return byte


def monotonic_ns():
    """Nanoseconds of CLOCK_MONOTONIC: to the nanosecond on CPython, to the microsecond on MicroPython's unix port."""
    return time.ticks_us() * 1000 if _ON_MICROPYTHON else time.monotonic_ns()


class UnixHal:
    """The layer that :class:`shoe.Shoe` asks for, and what the dealer's hands do to it."""

    def __init__(self, line, hands, kept_path):
        self._line = Descriptor(line, can_write=True)
        self.hands = Descriptor(hands)
        self._kept_path = kept_path
        self._poll = select.poll()
        for descriptor in (self._line, self.hands):
            self._poll.register(descriptor._reader or descriptor.number, select.POLLIN)
        self._gate = []
        self._faults = []
        self.cards = []
        self.empty = True
        self.lid = False
        self.wrote_at_ns = 0

    def wait(self, ms):
        """Sleep until a byte comes or ``ms`` are over."""
        self._poll.poll(ms)

    def millis(self):
        """Milliseconds, u32."""
        return (monotonic_ns() // 1000000) & 0xFFFFFFFF

    def read(self):
        """What has come on the line."""
        return self._line.read()

    def write(self, frame):
        """Send, and note when."""
        self._line.write(frame)
        self.wrote_at_ns = monotonic_ns()

    def passing(self):
        """The next pulse of the gate."""
        return self._gate.pop(0) if self._gate else None

    def lid_open(self):
        """Level of the lid's switch."""
        return self.lid

    def is_empty(self):
        """Level of the sensor under the last card."""
        return self.empty

    def supply_low(self):
        """Never, on a process."""
        return False

    def fault(self):
        """The next fault that the hands brought about."""
        return self._faults.pop(0) if self._faults else None

    def reset_cause(self):
        """A process is always switched on anew."""
        return 1

    def kept(self):
        """``(gate_count, boot_id)`` of the file, zeros where there is none."""
        try:
            with open(self._kept_path) as file:
                words = file.read().split()
        except OSError:
            return 0, 0
        return int(words[0]), int(words[1])

    def keep(self, gate_count, boot_id):
        """Write the file beside and rename it, so that a kill leaves the old one or the new one."""
        with open(self._kept_path + ".new", "w") as file:
            file.write(f"{gate_count} {boot_id}\n")
        os.rename(self._kept_path + ".new", self._kept_path)

    def random(self, n):
        """n bytes of the kernel's."""
        return os.urandom(n)

    def load(self, cards):
        """Fill the shoe: words of :mod:`main_unix`, in the order in which they will leave."""
        self.cards = list(cards)
        self.empty = not self.cards

    def pull(self):
        """Let the next card pass the gate; ``empty`` is the caller's to say, when the card is clear of the sensor."""
        card = self.cards.pop(0)
        if card == "-":
            self._gate.append(Passing(shoe1.WHITE_CARD, b"", 0, 0))
        elif card.endswith("!"):
            self._gate.append(Passing(shoe1.GATE, b"", 0, 0))
        elif "+" in card:
            self._gate.append(Passing(shoe1.GATE, b"", 0, 0))
            self._faults.append((shoe1.FAULT_TWO_TAGS, 0))
        elif card.endswith("?"):
            self._gate.append(Passing(shoe1.CARD, bytes.fromhex(card[:-1]), _RSSI, 1))
        else:
            self._gate.append(Passing(shoe1.CARD, bytes.fromhex(card), _RSSI, _READS))
