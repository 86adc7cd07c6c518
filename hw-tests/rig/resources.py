"""What is plugged in: a shoe of whatever kind and the hand at it, with the same methods for all.

* :class:`rig.fake_shoe.FakeShoe`: the firmware's logic in a thread of this process, its hardware in memory
* :class:`firmware_bridge.simulated_shoe.SimulatedShoe`: the firmware as a process, on MicroPython or CPython
* :class:`rig.port_shoe.PortShoe`: a real shoe at a real port, its hands a person's

Another kind joins as a line of :data:`KINDS`.
"""

import contextlib
import platform
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from random import Random
from typing import Final, Protocol

from firmware_bridge.errors import SimulatedShoeError
from firmware_bridge.simulated_shoe import WHITE_CARD, Pulled, SimulatedShoe, micropython
from rig.fake_shoe import PATIENCE_S, SERIAL, FakeShoe
from rig.port_shoe import PortShoe


class Ability(Enum):
    """What can be done at a shoe."""

    LOAD = auto()
    """It can be filled, and its cards can be pulled."""
    LID = auto()
    """Its lid can be opened and closed."""
    RESET = auto()
    """Its firmware can be cut short and booted again."""
    UNPLUG = auto()
    """It can be unplugged and plugged in."""
    HANG = auto()
    """Its firmware can be stopped and go on."""
    UNREAD = auto()
    """A card can pass unread."""
    READ_ONCE = auto()
    """A card can pass whose tag is read a single time."""
    TWO_TAGS = auto()
    """Two cards can pass as one, and it says so."""
    CHOICE = auto()
    """It can have whatever serial and key a test wants."""


EVERY_ABILITY: Final = frozenset(Ability)

ANY_CARD: Final = "any card"
"""Left the shoe, and only the shoe knows which it was."""
UNREAD: Final = "unread"
"""Left the shoe unread, or read too seldom."""
WHITE: Final = "white"
"""The white card left the shoe."""


def due_of(word: str) -> str:
    """What the host should make of a card, from its word in a load."""
    if word == WHITE_CARD:
        return WHITE
    return UNREAD if word[-1:] in "!?" or "+" in word else word


class ShoeDevice(Protocol):
    """The methods that a test may use, those of :class:`SimulatedShoe`."""

    path: Path

    def load(self, tags: Sequence[str]) -> None: ...
    def pull(self) -> Pulled: ...
    def lid(self, *, is_open: bool) -> None: ...
    def kill(self) -> None: ...
    def restart(self) -> None: ...
    def hang(self) -> None: ...
    def resume(self) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...
    def close(self) -> None: ...


@dataclass
class Plugged:
    """A shoe, what it can do, and what has left it since it was loaded."""

    device: ShoeDevice
    serial: str | None = SERIAL
    key: bytes | None = None
    can: frozenset[Ability] = EVERY_ABILITY
    handful: int = 16
    """Cards that a test pulls where more are better."""
    knows_cards: bool = True
    """The hand knows which card leaves next."""
    gate_count: Callable[[], int] = int
    """What the firmware has kept of its gate's count, where that can be read."""
    left: list[str] = field(default_factory=list)
    """What has left: a tag, :data:`UNREAD`, :data:`WHITE` or :data:`ANY_CARD`."""
    remaining: list[str] = field(default_factory=list)
    """What is in it, next first."""

    @property
    def path(self) -> Path:
        """Where it is plugged in."""
        return self.device.path

    def load(self, words: Sequence[str]) -> None:
        """Fill it; the words are those of :class:`SimulatedShoe`."""
        self.device.load(words)
        self.remaining = list(words)
        self.left.clear()

    def pull(self, cards: int = 1) -> None:
        """Let the next cards leave."""
        for _ in range(cards):
            self.device.pull()
            self.gone()

    def gone(self) -> None:
        """The next card has left."""
        due = due_of(self.remaining.pop(0))
        self.left.append(due if self.knows_cards or due in (UNREAD, WHITE) else ANY_CARD)

    def kill_in_pull(self, chance: Random) -> None:
        """Cut the firmware short while it works at the next card; whatever it had counted has left."""
        before, count = self.gate_count(), len(self.left)
        with contextlib.suppress(SimulatedShoeError):
            if isinstance(self.device, FakeShoe):
                self.device.pull_and_lose_power(chance.randrange(12))
                self.gone()
                self.device.kill()
            else:
                self._kill_beside_pull(chance.uniform(0.0, 0.002))
        if len(self.left) == count and self.gate_count() == before + 1:
            self.gone()

    def _kill_beside_pull(self, after_s: float) -> None:
        pulling = threading.Thread(target=self._pull_unless_it_dies)
        pulling.start()
        time.sleep(after_s)
        self.device.kill()
        pulling.join(PATIENCE_S)

    def _pull_unless_it_dies(self) -> None:
        with contextlib.suppress(SimulatedShoeError, ValueError):  # its pipe may be closed under the reader
            self.pull()

    def restart(self) -> None:
        """Boot the firmware again; in the shoe is what has not left it."""
        self.device.restart()
        if self.knows_cards:
            self.device.load(self.remaining)


# ---- which there are -------------------------------------------------------------------------------------------------

Make = Callable[..., Plugged]
"""``(folder, *, serial, key, name) -> Plugged``."""


def fake(folder: Path, *, serial: str = SERIAL, key: bytes | None = None, name: str = "shoe") -> Plugged:
    """In this process."""
    device = FakeShoe(folder / name, serial=serial, key=key)
    return Plugged(device, serial, key, gate_count=device.gate_count)


def firmware(folder: Path, *, serial: str = SERIAL, key: bytes | None = None, name: str = "shoe") -> Plugged:
    """The firmware's process: on MicroPython where its wheel exists, on CPython elsewhere."""
    interpreter = Path(sys.executable)
    if platform.machine() == "x86_64":
        found = micropython()
        if found is None:
            raise FileNotFoundError("MicroPython is not beside this Python: install the extra 'test', as CI does")
        interpreter = found
    kept = folder / f"{name}.kept"
    device = SimulatedShoe(folder / name, serial=serial, interpreter=interpreter, kept=kept, key=key)
    return Plugged(device, serial, key, gate_count=lambda: int(kept.read_text().split()[0]))


KINDS: Final[dict[str, Make]] = {
    "fake": fake,
    "micropython" if platform.machine() == "x86_64" else "cpython": firmware,
}
"""What the tests run against where no port is given, by the name in their ids.

The AVR on simavr joins here, as ``"avr": avr`` with a function like the two above.
"""

BY_HAND: Final = EVERY_ABILITY - {Ability.HANG, Ability.READ_ONCE, Ability.CHOICE}
"""What a person can do at a real shoe."""


def real(path: Path, serial: str | None, key: bytes | None, *, has_hands: bool) -> Plugged:
    """The shoe at ``path``."""
    can = BY_HAND if has_hands else frozenset[Ability]()
    return Plugged(PortShoe(path), serial, key, can, handful=3, knows_cards=False)
