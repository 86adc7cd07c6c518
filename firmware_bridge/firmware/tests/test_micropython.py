"""The same sources on MicroPython's unix port."""

import platform
import subprocess
from pathlib import Path

import pytest
from firmware_bridge.firmware import shoe1
from firmware_bridge.simulated_shoe import micropython

FOLDER = Path(shoe1.__file__).parent

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="MicroPython's unix port comes as a wheel for x86_64 alone"
)

GATE = """
from gate import Gate
gate = Gate(0, 4294967290)
uid = bytes.fromhex("E0040150AABBCCDD")
for at, levels in ((5, 1), (25, 3), (70, 2), (90, 0)):
    gate.read([uid], 7, at - 2)
    gate.sense(levels, at)
print(gate.passing(), gate.passing(), gate.fault())
"""

KEPT_FLASH = """
from kept_flash import KeptFlash
class Flash:
    def __init__(self):
        self.cells = [bytearray(b"\\xff" * 512) for _ in range(2)]
    def readblocks(self, sector, buffer, offset):
        buffer[:] = self.cells[sector][offset : offset + len(buffer)]
    def writeblocks(self, sector, page, offset):
        for at in range(len(page)):
            self.cells[sector][offset + at] &= page[at]
    def ioctl(self, command, argument):
        if command == 6:
            self.cells[argument] = bytearray(b"\\xff" * 512)
        return {4: 2, 5: 512, 6: 0}[command]
flash = Flash()
kept = KeptFlash(flash)
for count in range(100):
    kept.keep(4294967000 + count, count)
print(KeptFlash(flash).kept())
"""

PN5180 = """
import time
from pn5180 import Pn5180, TagReaderError, TagCollisionError
class Pin:
    def __init__(self, level=0):
        self.level = level
    def value(self, level=None):
        if level is None:
            return self.level
        self.level = level
class Chip:
    '''Answers from a list; BUSY follows NSS.'''
    def __init__(self, answers):
        self.nss = Pin(1)
        self.answers = answers
        self.frames = []
    def value(self):
        return 1 - self.nss.level if self.frames and self.nss.level == 0 and self.is_sent else 0
    is_sent = False
    def write_readinto(self, out, heard):
        self.is_sent = True
        self.frames.append(bytes(out))
        if out[0] == 0xFF:
            heard[:] = self.answers.pop(0)
word = lambda number: number.to_bytes(4, "little")
answers = [word(4), b"\\x01\\x04", word(1 << 9)]
answers += [word(1 << 24 | 1 << 17), word(2), word(1), word(10)]
answers += [b"\\x00\\x00" + bytes(reversed(bytes.fromhex("E0040150AABBCCDD"))), word(0x3FF)]
answers += [word(0)]
chip = Chip(answers)
reader = Pn5180(chip, chip.nss, chip, Pin(1), time)
print(reader.self_test(), reader.inventory(), reader.rssi)
try:
    reader.inventory()
except TagReaderError as error:
    print(error.status, isinstance(error, OSError), issubclass(TagCollisionError, TagReaderError))
print(b"\\x09\\x00\\x26\\x01\\x00" in chip.frames)
"""

BOARD = """
import micropython, sys, time
class Pin:
    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 1, 8, 4
    pins = {}
    def __init__(self, number, mode=None, pull=None, value=0):
        self.level = value
        self.pins[number] = self
    def value(self, level=None):
        if level is None:
            return self.level
        self.level = level
    def irq(self, handler, trigger, hard):
        self.handler = handler
class Uart:
    sent = b""
    def __init__(self, *args, **settings):
        pass
    def any(self):
        return 0
    def write(self, frame):
        Uart.sent += frame
class Bus:
    def __init__(self, *args, **settings):
        pass
    def write_readinto(self, out, heard):
        pass
    def read_u16(self):
        return 0
    def feed(self):
        pass
class Machine:
    PWRON_RESET, WDT_RESET = 1, 3
    mem32 = {0x4005800C: 0}
    reset_cause = staticmethod(lambda: 3)
    unique_id = staticmethod(lambda: bytes(range(8)))
Machine.Pin, Machine.UART, Machine.SPI, Machine.ADC, Machine.WDT = Pin, Uart, Bus, Bus, Bus
class Flash:
    cells = [bytearray(b"\\xff" * 512) for _ in range(2)]
    def readblocks(self, sector, buffer, offset):
        buffer[:] = self.cells[sector][offset : offset + len(buffer)]
    def writeblocks(self, sector, page, offset):
        for at in range(len(page)):
            self.cells[sector][offset + at] &= page[at]
    def ioctl(self, command, argument):
        return {4: 2, 5: 512, 6: 0}[command]
class Vfs:
    rom_ioctl = staticmethod(lambda command, segment=0: 1 if command == 1 else Flash())
sys.modules["machine"], sys.modules["vfs"] = Machine, Vfs
import hal_rp2
from shoe import Shoe
hal = hal_rp2.Rp2Hal()
shoe = Shoe(hal, hal_rp2.serial_of_board(), bytes(8), bytes(32))
hal.guard()
micropython.heap_lock()
for number, level in ((10, 1), (11, 1), (10, 0), (11, 0)):
    Pin.pins[number].level = level
    Pin.pins[number].handler(None)
micropython.heap_unlock()
hal.work()
shoe.step()
print(shoe.gate_count, hal.reset_cause(), hal.kept()[0], b"BJ21-04050607" in Uart.sent, hal.supply_low())
"""
"""The hardware layer on stubs; its interrupts run with the heap locked, as hard interrupts do."""


def said(script: str) -> str:
    """What MicroPython prints."""
    interpreter = micropython()
    assert interpreter is not None, "x86_64 without MicroPython: install the test requirements"
    command = [str(interpreter), "-c", script]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=30, check=False)
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("script", "due"),
    [
        pytest.param(
            GATE, r"Passing(kind=16, uid=b'\xe0\x04\x01P\xaa\xbb\xcc\xdd', rssi=7, reads=4) None None", id="gate"
        ),
        pytest.param(KEPT_FLASH, "(4294967099, 99)", id="kept_flash"),
        pytest.param(PN5180, "(4, 1) [b'\\xe0\\x04\\x01P\\xaa\\xbb\\xcc\\xdd'] 255\n6 True True\nTrue", id="pn5180"),
        pytest.param(BOARD, "1 2 1 True True", id="hal_rp2"),
    ],
)
def test_module_runs_on_micropython(script: str, due: str) -> None:
    assert said(script) == due


def test_main_compiles_on_micropython() -> None:
    assert said("compile(open('main_rp2.py').read(), 'main_rp2.py', 'exec'); print('compiled')") == "compiled"
