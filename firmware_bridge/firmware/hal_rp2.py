"""The hardware layer on an RP2040 (Raspberry Pi Pico): pins, line, tag reader, kept memory, watchdog.

The pins' interrupts only append the sensors' levels and the time to a preallocated ring, so that no pulse of the gate
is lost while the loop is busy (a round of the tag reader, 9 ms and more). :meth:`Rp2Hal.work` does what takes time,
between two steps of the shoe.
"""

import os
import time
from array import array

import machine
import vfs

from gate import BEAM_A, BEAM_B, WHITE, Gate, ms_between
from kept_flash import KeptFlash
from pn5180 import SPI_BAUD, Pn5180, TagCollisionError, TagReaderError
from shoe1 import FAULT_TAG_READER

LINE_UART, LINE_TX, LINE_RX = 0, 0, 1
"""UART0 on GP0 (to the host's RX) and GP1 (from its TX), 115200 8N1, 3.3 V."""
READER_SPI, READER_SCK, READER_MOSI, READER_MISO = 0, 18, 19, 16
"""SPI0 to the PN5180."""
READER_NSS, READER_BUSY, READER_RESET = 17, 20, 21
"""The PN5180's other three lines."""
GATE_A, GATE_B, GATE_WHITE = 10, 11, 12
"""Inner beam, outer beam, white-card sensor between them; A before B, since interrupts are served in this order."""
LAST_CARD, LID, SERVICE = 13, 14, 15
"""Sensor under the last card, the lid's switch, the service jumper."""
SUPPLY = 29
"""GP29, ADC3: VSYS through the Pico's own divider by 3."""

BROKEN, SEES_WHITE, SEES_CARD, OPEN = 1, 1, 0, 1
"""Levels: a broken beam (the phototransistor no longer pulls down), white, a card over the sensor, the lid open."""
SUPPLY_LOW_MV = 4400
"""VSYS below which the PN5180's transmitter loses range: 5 V less a diode is 4.7 V."""
STEADY_MS = 20
"""A switch's level counts after so long."""
RETRY_MS = 1000
"""Between two attempts to start a tag reader that does not work."""
WATCHDOG_MS = 4000
"""Longer than any step: a sector's erasure takes 400 ms at most. The RP2040 allows 8388."""
BAUD, RX_BYTES, TX_BYTES = 115200, 1024, 4096
"""The line; the buffers hold 90 ms and 350 ms of it."""

POWER_ON, WATCHDOG, SOFTWARE = 1, 2, 3
"""HELLO's reset causes."""
_SCRATCH = 0x4005800C
_RESTARTED = 0x0B21C0DE
_ROM_COUNT, _ROM_SEGMENT = 1, 2
_U32 = 0xFFFFFFFF


class EdgeRing:
    """The sensors' levels at each edge and when, ``ticks_us``; 127 wait at most, later ones are dropped."""

    _MASK = 127

    def __init__(self, beam_a, beam_b, white, ticks_us):
        self._pins = beam_a, beam_b, white
        self._ticks_us = ticks_us
        self._levels = bytearray(self._MASK + 1)
        self._times = array("I", bytes(4 * (self._MASK + 1)))
        self._head = 0
        self._tail = 0
        handler = self._on_edge
        for pin in self._pins:
            pin.irq(handler=handler, trigger=machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING, hard=True)

    def levels(self):
        """BEAM_A, BEAM_B and WHITE, as they are now."""
        beam_a, beam_b, white = self._pins
        levels = BEAM_A if beam_a.value() == BROKEN else 0
        if beam_b.value() == BROKEN:
            levels |= BEAM_B
        if white.value() == SEES_WHITE:
            levels |= WHITE
        return levels

    def is_empty(self):
        """Whether no edge waits."""
        return self._tail == self._head

    def pop(self):
        """The oldest ``(levels, ticks_us)``, or ``None``."""
        if self.is_empty():
            return None
        oldest = self._levels[self._tail], self._times[self._tail]
        self._tail = (self._tail + 1) & self._MASK
        return oldest

    def _on_edge(self, _pin):
        """A hard interrupt: nothing here allocates memory."""
        following = (self._head + 1) & self._MASK
        if following != self._tail:
            self._levels[self._head] = self.levels()
            self._times[self._head] = self._ticks_us()
            self._head = following


class SteadyPin:
    """An input whose level counts once it has been steady."""

    def __init__(self, number, active, now_ms):
        self._pin = machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        self._active = active
        self.is_active = self._pin.value() == active
        self._since_ms = now_ms

    def read(self, now_ms):
        """Whether it is active."""
        if (self._pin.value() == self._active) == self.is_active:
            self._since_ms = now_ms
        elif ms_between(self._since_ms, now_ms) >= STEADY_MS:
            self.is_active = not self.is_active
        return self.is_active


def kept_sectors():
    """The block device of the kept memory: the ROM partition, which the file system does not know of.

    Raises:
        OSError: this MicroPython was built without one.
    """
    if not hasattr(vfs, "rom_ioctl") or vfs.rom_ioctl(_ROM_COUNT) != 1:
        raise OSError("this MicroPython has no ROM partition for the gate's count: build it as the README says")
    return vfs.rom_ioctl(_ROM_SEGMENT, 0)


def in_service():
    """Whether the service jumper is set: the board then stays at its prompt, without a watchdog."""
    return machine.Pin(SERVICE, machine.Pin.IN, machine.Pin.PULL_UP).value() == 0


def serial_of_board():
    """A serial from the flash's unique number, for a board without ``serial.txt``."""
    return "BJ21-" + machine.unique_id()[-4:].hex().upper()


def restart():
    """Reset by software; the next boot tells it from a watchdog's."""
    machine.mem32[_SCRATCH] = _RESTARTED
    machine.reset()


class Rp2Hal:
    """The layer that :class:`shoe.Shoe` asks for.

    ``clock`` has the functions of MicroPython's ``time``; ``line`` has ``any()``, ``read(n)`` and ``write(frame)``, and
    is UART0 where none is given.

    Raises:
        OSError: there is no kept memory.
    """

    def __init__(self, clock=time, line=None):
        self._clock = clock
        self._ticks = clock.ticks_ms()
        self._ms = 0
        self._kept = KeptFlash(kept_sectors())
        pins = [machine.Pin(number, machine.Pin.IN) for number in (GATE_A, GATE_B, GATE_WHITE)]
        self._edges = EdgeRing(*pins, clock.ticks_us)
        self._gate = Gate(self._edges.levels(), 0)
        self._last_card = SteadyPin(LAST_CARD, SEES_CARD, 0)
        self._lid = SteadyPin(LID, OPEN, 0)
        self._supply = machine.ADC(machine.Pin(SUPPLY))
        self._line = line or machine.UART(
            LINE_UART,
            BAUD,
            tx=machine.Pin(LINE_TX),
            rx=machine.Pin(LINE_RX),
            rxbuf=RX_BYTES,
            txbuf=TX_BYTES,
            timeout=0,
        )
        self._reader = self._new_reader()
        self._reader_is_up = False
        self._reader_is_told = False
        self._retry_ms = 0
        self._faults = []
        self._cause = self._read_cause()
        self._watchdog = None

    def guard(self):
        """Start the watchdog; from now on :meth:`work` must be called every 4 s."""
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def work(self):
        """Feed the watchdog, let the tag reader read once, and erase old records while no card can leave."""
        if self._watchdog is not None:
            self._watchdog.feed()
        if self._reader_is_up:
            self._read_tags()
        elif ms_between(self._retry_ms, self.millis()) >= 0:
            self._start_reader()
        if self.lid_open() or self.is_empty():
            self._kept.tidy()

    # What the shoe asks for

    def millis(self):
        """Milliseconds, u32; MicroPython's own wrap after 12 days."""
        ticks = self._clock.ticks_ms()
        self._ms = (self._ms + self._clock.ticks_diff(ticks, self._ticks)) & _U32
        self._ticks = ticks
        return self._ms

    def read(self):
        """What has come on the line."""
        size = self._line.any()
        return (self._line.read(size) or b"") if size else b""

    def write(self, frame):
        """Send: into the buffer, which waits for the line only where more than 350 ms of frames are under way."""
        self._line.write(frame)

    def passing(self):
        """The next pass of the gate."""
        self._sense()
        return self._gate.passing()

    def fault(self):
        """The next fault: two tags in one pass, or the tag reader's."""
        return self._faults.pop(0) if self._faults else self._gate.fault()

    def lid_open(self):
        """Level of the lid's switch."""
        return self._lid.read(self.millis())

    def is_empty(self):
        """Level of the sensor under the last card."""
        return not self._last_card.read(self.millis())

    def supply_low(self):
        """Whether VSYS is low: 16 bits of 3.3 V, divided by 3 on the board."""
        return self._supply.read_u16() * 9900 // 65535 < SUPPLY_LOW_MV

    def kept(self):
        """``(gate_count, boot_id)`` as last kept."""
        return self._kept.kept()

    def keep(self, gate_count, boot_id):
        """Keep them over resets and power cuts."""
        self._kept.keep(gate_count, boot_id)

    def random(self, n):
        """n bytes of the ring oscillator's."""
        return os.urandom(n)

    def reset_cause(self):
        """POWER_ON, WATCHDOG or SOFTWARE."""
        return self._cause

    # The parts

    def _read_cause(self):
        was_restarted = machine.mem32[_SCRATCH] == _RESTARTED
        machine.mem32[_SCRATCH] = 0
        if machine.reset_cause() != machine.WDT_RESET:
            return POWER_ON
        return SOFTWARE if was_restarted else WATCHDOG

    def _new_reader(self):
        spi = machine.SPI(
            READER_SPI,
            baudrate=SPI_BAUD,
            polarity=0,
            phase=0,
            sck=machine.Pin(READER_SCK),
            mosi=machine.Pin(READER_MOSI),
            miso=machine.Pin(READER_MISO),
        )
        nss = machine.Pin(READER_NSS, machine.Pin.OUT, value=1)
        busy = machine.Pin(READER_BUSY, machine.Pin.IN)
        reset = machine.Pin(READER_RESET, machine.Pin.OUT, value=1)
        return Pn5180(spi, nss, busy, reset, self._clock)

    def _start_reader(self):
        try:
            self._reader.self_test()
        except TagReaderError as error:
            self._reader_failed(error)
        else:
            self._reader_is_up = True

    def _read_tags(self):
        """One round; the edges that came meanwhile go to the gate before it."""
        try:
            uids = self._reader.inventory()
        except TagCollisionError:
            self._sense()
            self._gate.read_unresolved(self.millis())
        except TagReaderError as error:
            self._reader_failed(error)
        else:
            self._reader_is_told = False
            self._sense()
            self._gate.read(uids, self._reader.rssi, self.millis())

    def _reader_failed(self, error):
        """Tell it once, until a round succeeds; try again in a second."""
        self._reader_is_up = False
        self._retry_ms = (self.millis() + RETRY_MS) & _U32
        if not self._reader_is_told:
            self._reader_is_told = True
            self._faults.append((FAULT_TAG_READER, error.status))

    def _sense(self):
        """Give the gate what the interrupts wrote down, then the levels, in case an edge was lost."""
        while True:
            edge = self._edges.pop()
            if edge is None:
                levels = self._edges.levels()
                if self._edges.is_empty():
                    break
            else:
                age_ms = self._clock.ticks_diff(self._clock.ticks_us(), edge[1]) // 1000
                self._gate.sense(edge[0], (self.millis() - age_ms) & _U32)
        if levels != self._gate.levels:
            self._gate.sense(levels, self.millis())
