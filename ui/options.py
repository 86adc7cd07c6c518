"""How the dealer's screen is started."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ui.choices import Choices


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
    chosen: Choices = field(default_factory=Choices)
    """What holds until people choose otherwise."""
    choices: Path | None = None
    """The file that keeps what they chose; ``None``: nothing is kept."""
    trace: Path | None = None
    """A file that gets one line a frame: ``due_seq seq monotonic_ns``; one that first shows a finger ends in more."""
    tree: Path | None = None
    """A file that holds what the last frame showed: :class:`ui.frames.Seen` as JSON."""
    hand: Path | None = None
    """The socket of the hand that draws cards where one person plays alone (:mod:`ui.hand`)."""
    practice: Path | None = None
    """The socket of a practice (:mod:`ui.practice`)."""
    errors: str = ""
    """What is wrong with the settings: then nothing else is shown."""
    check: Callable[[], str] | None = None
    """Finds out what is wrong with them, if anything; it is asked in a thread of its own, after the first frame."""
