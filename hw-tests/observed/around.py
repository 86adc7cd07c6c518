"""What is around the core of one table: staff, the shoe's end, a clock that ticks as it is told, and troubles."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from engine.messages import Message
from engine.people.duties import Duty, Person
from engine.ports import Journalled, Sighting
from firmware_bridge.panel.board import Board
from firmware_bridge.panel.pins import factory
from firmware_bridge.panel.wiring import OutputWiring, Wiring

NOON_S: Final = 1769860800.0
"""2026-01-31, 12:00 UTC."""
LINE_S: Final = 0.75
"""Between two lines, in seconds."""
READING_S: Final = 0.001
"""Between two readings of the clock: so one reading more shows in every time that follows."""
STAFF: Final = (Person("2001", Duty.PIT_SUPERVISOR), Person("3001", Duty.SHIFT_MANAGER))
"""Who stand behind every request at a table with staff."""
WIRING: Final = Wiring(
    green=OutputWiring(pin=5), amber=OutputWiring(pin=6), red=OutputWiring(pin=13), buzzer=OutputWiring(pin=19)
)
LOOKS: Final = 5
"""How often lamps and buzzer are looked at between two lines."""


@dataclass(frozen=True)
class Around:
    """What happens around one table, by the line before which it does; most tables have few troubles."""

    has_staff: bool = False
    jumps_at: int | None = None
    """The clock jumps."""
    slow_at: int | None = None
    """A sync takes its time."""
    full_at: int | None = None
    """The disk is full, once."""
    restarts_at: int | None = None
    joins_at: int | None = None
    """A second client connects."""
    rests_every: int = 4
    """After every so many lines nothing comes in for a while."""

    @classmethod
    def by(cls, seed: int, lines: int) -> "Around":
        """What is around the table number ``seed``, which has so many lines."""
        chance = Random(f"around {seed}")
        late = range(min(6, lines - 1), lines)

        def once(often: float) -> int | None:
            return chance.choice(late) if chance.random() < often else None

        return cls(chance.random() < 0.3, once(0.1), once(0.3), once(0.2), once(0.3), once(0.3), chance.choice((3, 9)))


class Ticks:
    """Time that goes on from line to line, and a little with every reading."""

    def __init__(self) -> None:
        self.line_s = 0.0
        self.jumped_s = 0.0
        self._readings = 0

    def monotonic(self) -> float:
        """Seconds that only grow."""
        self._readings += 1
        return self.line_s + self._readings * READING_S

    def wall(self) -> float:
        """Seconds since 1970."""
        return NOON_S + self.jumped_s + self.monotonic()


class Devices:
    """The end of shoe and panel: notes what the shoe may forget; lamps and buzzer are wired to pins in memory."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self._now_s = 0.0
        self._board = Board(WIRING, factory("mock"), self._never, self._never, lambda: self._now_s)

    def _never(self, *_: object, **__: object) -> None:
        raise AssertionError("nothing is wired that could be pressed")

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:  # noqa: ARG002
        known = f"{sorted(journalled.origins)} {journalled.passed} {journalled.shoe_open}"
        self.done.append(f"start {known}")

    def acknowledge(self, origin: str) -> None:
        self.done.append(f"acknowledge {origin}")

    def shoe_started(self) -> None:
        self.done.append("shoe started")

    def stop(self) -> None:
        self.done.append("stop")

    def tell(self, message: Message) -> None:
        self._board.tell(message)

    def shown(self) -> str:
        """Lamps and buzzer as they are from now on until the next line."""
        looks = []
        for _ in range(LOOKS):
            self._board.step()
            looks.append(",".join(found.part for found in self._board.health() if found.text == "on"))
            self._now_s += LINE_S / LOOKS
        return "; ".join(looks)

    def close(self) -> None:
        self._board.close()
