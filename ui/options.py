"""How the dealer's screen is started."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Screen:
    """How the dealer's screen is started."""

    socket: Path
    """The core's."""
    size: tuple[int, int] = (800, 480)
    px_per_mm: float = 5.2
    is_fullscreen: bool = False
    is_offscreen: bool = False
    """Draw without a display, for tests and pictures."""
    touch: str = "mouse,disable_multitouch"
    """Kivy's provider: SDL's pointer, or ``mtdev,/dev/input/…``."""
    trace: Path | None = None
    """A file that gets one line a frame: ``due_seq seq monotonic_ns``."""
    errors: str = ""
    """What is wrong with the settings: then nothing else is shown."""
