"""An RP2040 board in memory: the modules ``machine`` and ``vfs`` as far as the shoe uses them, its chips, and hands."""

from collections.abc import Callable
from functools import partial
from types import ModuleType, SimpleNamespace

from firmware_bridge.firmware.tests.clock import Clock
from firmware_bridge.firmware.tests.nor_flash import NorFlash
from firmware_bridge.firmware.tests.simulated_pn5180 import SimulatedPn5180
from firmware_bridge.framing import BadFrame, Deframer, Frame

RISING, FALLING = 8, 4
"""``machine.Pin.IRQ_RISING`` and ``IRQ_FALLING`` on the RP2040."""


class ResetError(Exception):
    """``machine.reset()`` was called."""


class Pin:
    """``machine.Pin``: two objects of one number are one pin."""

    def __init__(self, board: "Board", number: int, mode: int | None, value: int | None) -> None:
        self.number = number
        self._board = board
        if mode is not None:
            board.modes[number] = mode
        if value is not None:
            self.value(value)

    def value(self, level: int | None = None) -> int | None:
        if level is None:
            return self._board.level(self.number)
        assert self._board.modes.get(self.number) == _PinClass.OUT, f"GP{self.number} is an input"
        self._board.set_level(self.number, level)
        return None

    def irq(self, handler: Callable[["Pin"], None], trigger: int, *, hard: bool) -> None:
        assert hard, "a soft interrupt waits while the loop is busy"
        self._board.handlers[self.number] = lambda edge: handler(self) if edge & trigger else None


class Uart:
    """``machine.UART``: ``read`` gives ``None`` where nothing waits; the buffer to send holds ``txbuf`` bytes."""

    def __init__(self, board: "Board", number: int, baudrate: int, **settings: object) -> None:
        assert (number, baudrate) == (0, 115200)
        assert settings["timeout"] == 0
        self._board = board

    def any(self) -> int:
        return len(self._board.heard)

    def read(self, size: int) -> bytes | None:
        taken, self._board.heard = self._board.heard[:size], self._board.heard[size:]
        return taken or None

    def write(self, frame: bytes) -> int:
        self._board.sent += frame
        return len(frame)


class Watchdog:
    def __init__(self, board: "Board", timeout: int) -> None:
        assert timeout <= 8388, "ports/rp2/machine_wdt.c"
        self.timeout_us = timeout * 1000
        self._board = board
        board.watchdog = self
        self.feed()

    def feed(self) -> None:
        self.fed_at_us = self._board.clock.now_us

    def has_bitten(self) -> bool:
        return self._board.clock.now_us - self.fed_at_us > self.timeout_us


class Board:
    """Chips, wires and a file system's worth of flash that outlive a reset; :meth:`modules` are what a boot imports."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.chip = SimulatedPn5180(self.clock)
        self.flash = NorFlash()
        self.has_rom = True
        self.vsys_mv = 4750
        self.cause = 1
        self.scratch: dict[int, int] = {}
        self.levels = {10: 0, 11: 0, 12: 0, 13: 0, 14: 0, 15: 1, 17: 1, 21: 1}
        self.power_up()

    def power_up(self) -> None:
        """What a reset forgets."""
        self.heard = b""
        self.sent = b""
        self.modes: dict[int, int] = {}
        self.handlers: dict[int, Callable[[int], None]] = {}
        self.watchdog: Watchdog | None = None
        self._deframer = Deframer()

    def modules(self) -> dict[str, ModuleType]:
        machine, vfs = ModuleType("machine"), ModuleType("vfs")
        machine.Pin = _PinClass(self)  # type: ignore[attr-defined]
        machine.UART = lambda *args, **settings: Uart(self, *args, **settings)  # type: ignore[attr-defined]
        machine.WDT = lambda timeout: Watchdog(self, timeout)  # type: ignore[attr-defined]
        machine.SPI = self._spi  # type: ignore[attr-defined]
        machine.ADC = self._adc  # type: ignore[attr-defined]
        machine.PWRON_RESET, machine.WDT_RESET = 1, 3  # type: ignore[attr-defined]
        machine.mem32 = _Memory(self.scratch)  # type: ignore[attr-defined]
        machine.reset_cause = lambda: self.cause  # type: ignore[attr-defined]
        machine.reset = self._reset  # type: ignore[attr-defined]
        machine.unique_id = lambda: bytes.fromhex("E6614103E7452D2F")  # type: ignore[attr-defined]
        vfs.rom_ioctl = self._rom_ioctl  # type: ignore[attr-defined]
        return {"machine": machine, "vfs": vfs}

    def level(self, number: int) -> int:
        return self.chip.busy() if number == 20 else self.levels[number]

    def set_level(self, number: int, level: int) -> None:
        """Drive a pin, from either side of it; its interrupt comes at once."""
        if number == 17:
            self.chip.set_nss(level)
        elif number == 21:
            self.chip.set_reset(level)
        was, self.levels[number] = self.levels.get(number), level
        if level != was and number in self.handlers:
            self.handlers[number](RISING if level else FALLING)

    def pull(self, *uids: bytes, after_us: int = 0, is_white: bool = False) -> None:
        """Draw a card with these tags: 60 ms in the field, then through the beams in 110 ms, as time goes by."""
        self.clock.after(after_us, partial(self.chip.tags.extend, uids))
        at_us = after_us + 60_000
        moves = ((10, 1, 0), (12, int(is_white), 10), (11, 1, 20), (12, 0, 30), (10, 0, 80), (11, 0, 100))
        for number, level, later_ms in moves:
            self.clock.after(at_us + later_ms * 1000, partial(self.set_level, number, level))
        for uid in uids:
            self.clock.after(at_us + 110_000, partial(self.chip.tags.remove, uid))

    def said(self) -> list[Frame]:
        """The frames since the last call; each must be a good one."""
        found = self._deframer.feed(self.sent)
        self.sent = b""
        good = [frame for frame in found if not isinstance(frame, BadFrame)]
        assert good == found
        return good

    def _spi(self, number: int, *, baudrate: int, polarity: int, phase: int, **pins: Pin) -> SimpleNamespace:
        assert (number, polarity, phase) == (0, 0, 0)
        assert baudrate <= 7_000_000
        assert {name: pin.number for name, pin in pins.items()} == {"sck": 18, "mosi": 19, "miso": 16}

        def write_readinto(out: bytes, heard: bytearray) -> None:
            heard[:] = self.chip.exchange(bytes(out))

        return SimpleNamespace(write_readinto=write_readinto)

    def _adc(self, pin: Pin) -> SimpleNamespace:
        assert pin.number == 29
        return SimpleNamespace(read_u16=lambda: self.vsys_mv * 65535 // 9900)

    def _rom_ioctl(self, command: int, segment: int = 0) -> "int | NorFlash":
        if command == 1:
            return int(self.has_rom)
        assert (command, segment) == (2, 0)
        return self.flash

    def _reset(self) -> None:
        self.cause = 3
        raise ResetError


class _PinClass:
    """``machine.Pin``, whose objects know their board."""

    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 1, RISING, FALLING

    def __init__(self, board: Board) -> None:
        self._board = board

    def __call__(
        self, number: int, mode: int | None = None, _pull: int | None = None, *, value: int | None = None
    ) -> Pin:
        return Pin(self._board, number, mode, value)


class _Memory:
    """``machine.mem32``: registers that nobody wrote are 0."""

    def __init__(self, words: dict[int, int]) -> None:
        self._words = words

    def __getitem__(self, address: int) -> int:
        return self._words.get(address, 0)

    def __setitem__(self, address: int, word: int) -> None:
        self._words[address] = word
