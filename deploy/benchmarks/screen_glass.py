"""The screen as a person has it: a display of its own, what is to be seen on it, and a finger that touches it.

The display is Xvfb, the finger is xdotool's pointer, and what is to be seen is the tree that ``banca21 screen --tree``
keeps. Nothing waits without end.
"""

import contextlib
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from deploy.demonstration import DemonstrationError
from ui.layout import Rect

COMMANDS: Final = {"Xvfb": "xvfb", "xdotool": "xdotool", "import": "imagemagick"}
"""What is run, and the Debian package it comes with."""
PATIENCE_S: Final = 20.0
"""How long anything is waited for, in seconds."""
POLL_S: Final = 0.01
"""How often a file is looked at."""
HOLD_S: Final = 1.1
"""How long a finger holds what must be held for 0.8 s."""
AFTER_TOUCH_S: Final = 0.1
"""From one touch to the next: within 0.08 s it would be the same one twice."""
TRIES: Final = 3
"""How often a button is touched until it shows the finger: to a screen that lags two touches may look like one."""
TRY_S: Final = 5.0
"""How long each finger waits for that."""


class NotShownError(DemonstrationError):
    """The screen did not show what was due."""


def missing() -> tuple[str, ...]:
    """The Debian packages without which no screen can be touched here."""
    return tuple(package for command, package in COMMANDS.items() if shutil.which(command) is None)


class Display:
    """An X server without a monitor, for whatever this process starts meanwhile; a context manager.

    It ends with its last client, so that it outlives nobody: the finger is there from the beginning to the end.
    """

    def __init__(self, size: tuple[int, int] = (800, 480)) -> None:
        self._size = size
        self._left = contextlib.ExitStack()
        self.name = ""
        self.finger: Finger

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as undo:
            self.name = undo.enter_context(_x_server(self._size))
            self.finger = undo.enter_context(contextlib.closing(Finger(self.name)))
            undo.enter_context(_environment(DISPLAY=self.name, SDL_VIDEODRIVER="x11"))
            self._left = undo.pop_all()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._left.close()

    def picture(self, path: Path) -> None:
        """All that is on the display, as a PNG."""
        command = ["import", "-display", self.name, "-window", "root", str(path)]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S)


@contextlib.contextmanager
def _x_server(size: tuple[int, int]) -> Iterator[str]:
    """The name of an X server that was started."""
    reading, writing = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp", "-terminate"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading, "rb") as told:
                yield f":{_line(told.fileno(), 'Xvfb').decode()}"
        finally:
            server.terminate()
            _ended(server)


@contextlib.contextmanager
def _environment(**changed: str) -> Iterator[None]:
    """The environment with some things changed, for a while."""
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _line(file: int, whose: str) -> bytes:
    """A line that comes in time."""
    line, until = b"", time.monotonic() + PATIENCE_S
    while not line.endswith(b"\n"):
        is_there, _, _ = select.select([file], [], [], max(0.0, until - time.monotonic()))
        came = os.read(file, 1 << 12) if is_there else b""
        if not came:
            raise DemonstrationError(f"{whose} did not answer within {PATIENCE_S:.0f} s: start it by hand and see why")
        line += came
    return line.strip()


def _ended(process: "subprocess.Popen[bytes]") -> None:
    try:
        process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Finger:
    """A finger on the display: the X server's pointer with its first button. ``x``, ``y`` as the layout has them."""

    def __init__(self, display: str) -> None:
        environment = os.environ | {"DISPLAY": display}
        self._process = subprocess.Popen(
            ["xdotool", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0
        )
        self._is_down = False
        self._do("")

    def move(self, x: int, y: int, height: int) -> None:
        """Go to a point of a window of this ``height``."""
        self._do(f"mousemove {x} {height - 1 - y}")

    def down(self) -> int:
        """Touch; ``time.monotonic_ns`` just before."""
        self._is_down = True
        at_ns = time.monotonic_ns()
        self._do("mousedown 1")
        return at_ns

    def up(self) -> None:
        """Let go, if it touches."""
        if self._is_down:
            self._is_down = False
            self._do("mouseup 1")

    def close(self) -> None:
        """Go away."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        _ended(self._process)
        self._process.stdout.close()

    def _do(self, words: str) -> None:
        """Have the X server do it, and see that it has: it says where the pointer is."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # then no answer comes either
            self._process.stdin.write(f"{words}\ngetmouselocation\n".encode())
        _line(self._process.stdout.fileno(), "xdotool")


class SeenPart(msgspec.Struct, frozen=True, kw_only=True):
    """One thing on the screen, as :class:`ui.widgets.ink.Part` was written."""

    id: str
    kind: str
    text: str
    rect: Rect
    is_enabled: bool


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What the last frame showed, as :class:`ui.frames.Seen` was written."""

    frame: int
    size: tuple[int, int]
    is_connected: bool
    due_seq: int | None
    seq: int | None
    steady_s: float
    parts: tuple[SeenPart, ...]

    @property
    def texts(self) -> dict[str, str]:
        """Every text by the id of its part; a button's by its key."""
        return {part.id: part.text for part in self.parts}

    def button(self, key: str) -> SeenPart | None:
        """The button of this key, open or closed."""
        return next((part for part in self.parts if part.kind == "button" and part.id == key), None)

    def open(self, key: str) -> SeenPart | None:
        """The button of this key, if it can be touched."""
        button = self.button(key)
        return button if button is not None and button.is_enabled else None


def pressed(trace: Path) -> list[int]:
    """When frames were flipped that were the first to show a finger, ``time.monotonic_ns``."""
    lines = [line.split() for line in trace.read_text().splitlines()] if trace.exists() else []
    return [int(words[2]) for words in lines if len(words) > 3]


def touch(finger: Finger, trace: Path) -> int:
    """Put the finger down where it is; how long it took until a frame had shown it, in nanoseconds.

    Raises:
        NotShownError: none ever did.
    """
    for _ in range(TRIES):
        before, down_ns = len(pressed(trace)), finger.down()
        until = time.monotonic() + TRY_S
        while time.monotonic() < until:
            shown = pressed(trace)
            if len(shown) > before:
                return shown[before] - down_ns
            time.sleep(POLL_S)
        finger.up()
        time.sleep(AFTER_TOUCH_S)
    raise NotShownError(
        f"the screen did not show the finger, {TRIES} times: look at its --tree for what can be touched"
    )


class Glass:
    """The screen that ``banca21 screen --trace … --tree …`` shows on ``display``, as eyes and a finger know it."""

    def __init__(self, display: Display, folder: Path) -> None:
        self.display = display
        self.tree, self.trace = folder / "tree.json", folder / "trace"

    @property
    def options(self) -> tuple[str, ...]:
        """What ``banca21 screen`` is to be told."""
        return ("--tree", str(self.tree), "--trace", str(self.trace))

    @property
    def seen(self) -> Seen | None:
        """What the last frame showed; ``None``: there was none yet."""
        try:
            return msgspec.json.decode(self.tree.read_bytes(), type=Seen)
        except FileNotFoundError:
            return None

    def until(self, holds: Callable[[Seen], object], what: str) -> Seen:
        """The first frame for which it ``holds``.

        Raises:
            NotShownError: it never comes; ``what`` was due.
        """
        seen: Seen | None = None

        def is_seen() -> bool:
            nonlocal seen
            seen = self.seen
            return seen is not None and bool(holds(seen))

        self._wait(is_seen, what)
        assert seen is not None
        return seen

    def reaches(self, seq: int) -> Seen:
        """The first frame that shows the core's view after record ``seq``."""
        return self.until(lambda seen: seen.is_connected and (seen.seq or 0) >= seq, f"the view after record {seq}")

    def press(self, key: str, *, is_held: bool = False) -> None:
        """Touch the button of this key in its middle, once it takes touches; let go when a frame has shown it."""
        seen = self.until(
            lambda seen: seen.open(key) and time.monotonic() > seen.steady_s, f'button "{key}" that can be touched'
        )
        button = seen.open(key)
        assert button is not None
        rect = button.rect
        self.display.finger.move(rect.x + rect.w // 2, rect.y + rect.h // 2, seen.size[1])
        touch(self.display.finger, self.trace)
        time.sleep(HOLD_S if is_held else 0)
        self.display.finger.up()
        time.sleep(AFTER_TOUCH_S)

    def leave(self, folder: Path) -> None:
        """Leave a picture and the tree in ``folder``, for whoever asks what the screen showed."""
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            self.display.picture(folder / "screen.png")
        if self.tree.exists():
            shutil.copy(self.tree, folder)

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > until:
                raise NotShownError(f"the screen did not show {what} within {PATIENCE_S:.0f} s")
            time.sleep(POLL_S)
