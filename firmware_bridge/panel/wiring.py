"""What is wired to which pin, and what is wrong with it. Pins have their Broadcom (BCM) numbers."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Final, Literal, TypeAlias, get_args

Level: TypeAlias = Literal["high", "low"]
Pull: TypeAlias = Literal["up", "down", "none"]
"""The pin's own resistor; ``none``: the pin floats, and something else must hold its level."""

PINS: Final = range(28)
"""GPIO 0 to 27: those on a Raspberry Pi's 40-pin header."""
PULLED_UP: Final = frozenset({2, 3})
"""Pins with a fixed pull-up of 1.8 kΩ (I2C)."""
BUTTON_DEBOUNCE_MS: Final = 30.0
"""Of buttons and switches, whose contacts bounce for up to some 10 ms."""
SENSOR_DEBOUNCE_MS: Final = 1.0
"""Of exit gate and white-card sensor: light has no bounce, and a fast card's pulse lasts a few ms. What is shorter is
picked up by the cable.
"""
LONGEST_DEBOUNCE_MS: Final = 200.0
"""Above it quick presses would be lost."""
LONGEST_SENSOR_DEBOUNCE_MS: Final = 5.0
"""Above it fast cards would be lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactWiring:
    """A button, switch or sensor on a pin."""

    pin: int
    active: Level = "low"
    """The pin's level while the contact is active. With ``pull`` on the same side it is a normally closed contact,
    and a broken wire reads as active.
    """
    pull: Pull = "up"
    debounce_ms: float = BUTTON_DEBOUNCE_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputWiring:
    """A lamp, or a buzzer that sounds by itself while it is on, behind a pin."""

    pin: int
    active: Level = "high"
    """The pin's level that switches it on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """The whole panel; what is ``None`` is not there."""

    next: ContactWiring | None = None
    """The button NEXT."""
    white_card: ContactWiring | None = None
    """Active while the white card lies under its sensor; its debounce should be :data:`SENSOR_DEBOUNCE_MS`."""
    exit_gate: ContactWiring | None = None
    """Active while a card interrupts the beam; its debounce should be :data:`SENSOR_DEBOUNCE_MS`."""
    empty: ContactWiring | None = None
    """Active while the shoe is empty."""
    lid: ContactWiring | None = None
    """Active while the lid is open."""
    green: OutputWiring | None = None
    amber: OutputWiring | None = None
    red: OutputWiring | None = None
    buzzer: OutputWiring | None = None

    def contacts(self) -> Iterator[tuple[str, ContactWiring]]:
        """Those that are there, with their names."""
        for field in fields(self):
            wired = getattr(self, field.name)
            if isinstance(wired, ContactWiring):
                yield field.name, wired

    def outputs(self) -> Iterator[tuple[str, OutputWiring]]:
        """Those that are there, with their names."""
        for field in fields(self):
            wired = getattr(self, field.name)
            if isinstance(wired, OutputWiring):
                yield field.name, wired


SENSORS: Final = frozenset({"exit_gate", "white_card"})
"""Contacts that give fast pulses."""


@dataclass(frozen=True, slots=True)
class WiringFault:
    """What is wrong with one key of the wiring and what to do about it."""

    key: str
    """Such as ``exit_gate.pin``."""
    found: str
    remedy: str


def faults(wiring: Wiring) -> tuple[WiringFault, ...]:
    """Everything that is wrong with ``wiring``, in its order."""
    found: list[WiringFault] = []
    for name, contact in wiring.contacts():
        found += _pin(name, contact.pin)
        found += _choice(f"{name}.active", contact.active, get_args(Level))
        found += _choice(f"{name}.pull", contact.pull, get_args(Pull))
        found += _pull(name, contact)
        found += _debounce(name, contact.debounce_ms)
    for name, output in wiring.outputs():
        found += _pin(name, output.pin)
        found += _choice(f"{name}.active", output.active, get_args(Level))
    return (*found, *_shared(wiring))


def _pin(name: str, pin: object) -> Iterator[WiringFault]:
    if type(pin) is not int or pin not in PINS:
        remedy = f"give a GPIO (BCM) number from {PINS[0]} to {PINS[-1]}, not the header's pin number"
        yield WiringFault(f"{name}.pin", f"{pin!r} is no GPIO of the header", remedy)


def _choice(key: str, value: str, allowed: tuple[str, ...]) -> Iterator[WiringFault]:
    if value not in allowed:
        yield WiringFault(key, f"{value!r}", "give " + " or ".join(f'"{choice}"' for choice in allowed))


def _pull(name: str, contact: ContactWiring) -> Iterator[WiringFault]:
    if contact.pin in PULLED_UP and contact.pull in ("down", "none"):
        found = f'"{contact.pull}", but GPIO {contact.pin} has a fixed pull-up'
        yield WiringFault(f"{name}.pull", found, 'give "up", or wire it to another pin')


def _debounce(name: str, debounce_ms: float) -> Iterator[WiringFault]:
    longest = LONGEST_SENSOR_DEBOUNCE_MS if name in SENSORS else LONGEST_DEBOUNCE_MS
    if not 0 < debounce_ms <= longest:
        yield WiringFault(f"{name}.debounce_ms", f"{debounce_ms}", f"give more than 0 and at most {longest:g} ms")


def _shared(wiring: Wiring) -> Iterator[WiringFault]:
    taken: dict[int, str] = {}
    pins = [(name, contact.pin) for name, contact in wiring.contacts()]
    pins += [(name, output.pin) for name, output in wiring.outputs()]
    for name, pin in pins:
        if pin in taken:
            found = f"GPIO {pin} is the pin of {taken[pin]} too"
            yield WiringFault(f"{name}.pin", found, "wire each part to a pin of its own")
        taken.setdefault(pin, name)
