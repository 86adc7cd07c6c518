"""GPIO pins through gpiozero: the only place that sees it.

The pin factory is chosen by name and nothing else is tried: gpiozero's own choice falls back from one library to the
next, with warnings, until something that cannot drive a Pi 5 is taken.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from gpiozero import LED, Buzzer, DigitalOutputDevice, GPIOPinInUse, GPIOZeroError, InputDevice  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from firmware_bridge.panel.errors import (
    BusyPinError,
    ForbiddenChipError,
    NoPinLibraryError,
    NoSuchChipError,
    PanelError,
    PinError,
)
from firmware_bridge.panel.wiring import ContactWiring, OutputWiring

PinFactory: TypeAlias = Any
"""A :class:`gpiozero.Factory`, which has no types."""
EdgeTold: TypeAlias = Callable[[float, bool], None]
"""Is told an edge: gpiozero's ticks, and whether the contact is active now. On any thread; it must only take note."""

DEVICES: Final = Path("/dev")
"""Where the kernel shows the GPIO chips."""
PULL_UP: Final = {"up": True, "down": False, "none": None}
"""How gpiozero names a pull."""


def factory(kind: Literal["lgpio", "mock"]) -> PinFactory:
    """The pins of this machine (``lgpio``), or none but in memory (``mock``).

    With ``lgpio`` the process's working directory is another while the library loads: call it before other threads use
    relative paths.

    Raises:
        PanelError: the chip can't be opened.
    """
    return MockFactory() if kind == "mock" else _lgpio()


def _lgpio() -> PinFactory:
    try:
        with _pipe_elsewhere():
            from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]
    except ImportError as error:
        raise NoPinLibraryError(
            f"the library lgpio cannot be loaded ({error}): install it with pip; where pip has none for this Python "
            "(3.13 on a Pi), install Debian's python3-lgpio and make the venv with --system-site-packages"
        ) from error
    except OSError as error:
        raise PinError(
            f"the library lgpio cannot make its pipe ({error}): let {tempfile.gettempdir()} be writable, or set TMPDIR"
        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio.error is a bare Exception, and its module comes late
        raise _no_chip(error, DEVICES) from error


@contextmanager
def _pipe_elsewhere() -> Iterator[None]:
    """Let lgpio, which makes a named pipe in the working directory when it loads (joan2937/lg#12), make it in a
    directory of its own, where no other process can write edges into it; once opened it needs no name.
    """
    with tempfile.TemporaryDirectory(prefix="banca21-gpio-") as private, chdir(private):
        yield


def _no_chip(error: Exception, devices: Path) -> PanelError:
    """Why the chip could not be opened; lgpio says no more than that it could not."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        return NoSuchChipError(
            f"this machine shows no GPIO chip in {devices} ({error}): run it on a Raspberry Pi, or take the panel "
            "out of the settings"
        )
    shut = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if shut:
        return ForbiddenChipError(
            f"{shut[0]} is not open to this user ({error}): add the user to the group gpio "
            "(usermod -aG gpio USER) and log in again, or give the service SupplementaryGroups=gpio"
        )
    return PinError(f"the GPIO chip cannot be opened ({error}): see whether gpioinfo lists it, and start again")


@contextmanager
def _claiming(name: str, pin: int) -> Iterator[None]:
    """Failures to take ``pin`` for ``name``, in our words."""
    try:
        yield
    except GPIOPinInUse as error:
        raise BusyPinError(f"GPIO {pin} of {name} is in use by this program already: give each part its own") from error
    except GPIOZeroError as error:
        raise PinError(f"GPIO {pin} cannot be {name}: {error}; choose another pin") from error
    except Exception as error:  # lgpio.error is a bare Exception
        if "busy" not in str(error).lower():
            raise PinError(f"GPIO {pin} of {name} cannot be taken: {error}; choose another pin") from error
        raise BusyPinError(
            f"GPIO {pin} of {name} is held by another program ({error}): gpioinfo names it; end it, or let go of the "
            "pin in /boot/firmware/config.txt"
        ) from error


class Input:
    """A contact's pin. Every edge is told, also one that repeats the level: gpiozero's own events leave out those, and
    with them the press after a release that was lost.

    Raises:
        PanelError: the pin can't be taken.
    """

    def __init__(self, name: str, wired: ContactWiring, told: EdgeTold, pins: PinFactory) -> None:
        self._active = wired.active == "high"
        self._told = told
        pull_up = PULL_UP[wired.pull]
        with _claiming(name, wired.pin):
            self._device = InputDevice(
                wired.pin,
                pull_up=pull_up,
                active_state=self._active if pull_up is None else None,
                pin_factory=pins,
            )
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._changed  # kept weakly: this object must live as long

    def read(self) -> bool:
        """Whether the contact is active now."""
        return bool(self._device.pin.state) is self._active

    def _changed(self, ticks: float, state: object) -> None:
        self._told(ticks, bool(state) is self._active)

    def close(self) -> None:
        """Hear nothing more and let go of the pin."""
        if not self._device.closed:
            self._device.pin.when_changed = None
            self._device.close()


class Output:
    """A lamp's or the buzzer's pin, off at first.

    Raises:
        PanelError: the pin can't be taken.
    """

    def __init__(self, name: str, wired: OutputWiring, pins: PinFactory) -> None:
        kind: type[DigitalOutputDevice] = Buzzer if name == "buzzer" else LED
        with _claiming(name, wired.pin):
            self._device = kind(wired.pin, active_high=wired.active == "high", pin_factory=pins)
        self.is_on = False
        """As it was switched last."""

    def switch(self, *, is_on: bool) -> None:
        """Switch it on or off."""
        self._device.value = is_on
        self.is_on = is_on

    def close(self) -> None:
        """Switch it off and let go of the pin."""
        if not self._device.closed:
            self._device.off()
            self._device.close()
