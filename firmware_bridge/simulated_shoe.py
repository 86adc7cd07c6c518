"""The reference shoe's firmware as a process behind a pty: what the demo, the tests and the bench plug in.

It takes its supply from the plug, as a shoe on USB does: unplugging ends the process, plugging in boots it. What
outlives that is in a file. The cards that physically remain are kept here, in the world.
"""

import os
import signal
import subprocess
import sys
import tty
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from firmware_bridge.errors import SimulatedShoeError

WHITE_CARD: Final = "-"
"""Stands for the white card among the tags."""
_MAIN: Final = Path(__file__).parent / "firmware" / "main_unix.py"
_QUIT_S: Final = 2.0


def unread(tag: str) -> str:
    """A card whose tag will not be read when it passes."""
    return f"{tag}!"


def read_once(tag: str) -> str:
    """A card whose tag will be read a single time when it passes."""
    return f"{tag}?"


def together(tag: str, other: str) -> str:
    """Two cards that pass as one."""
    return f"{tag}+{other}"


def micropython() -> Path | None:
    """MicroPython's unix port beside this interpreter; ``None`` where there is none."""
    path = Path(sys.executable).parent / "micropython"
    return path if path.exists() else None


@dataclass(frozen=True, slots=True)
class Pulled:
    """A card that left."""

    seq: int
    """Of its event."""
    at_ns: int | None
    """``time.monotonic_ns`` just after its frame was written; ``None``: it waits in the shoe, 8 are unacknowledged."""


class SimulatedShoe:
    """One shoe, plugged in and switched on.

    Args:
        path: where the port appears, a symbolic link to the pty of the moment.
        serial: the shoe's.
        interpreter: runs the firmware; CPython if not given, or :func:`micropython`.
        kept: the file of what outlives a reset; ``path`` with ``.kept`` added if not given.
        key: the shoe's, with which it signs; ``None``: it signs nothing.
    """

    def __init__(
        self,
        path: Path,
        *,
        serial: str = "BJ21-0001",
        interpreter: Path | None = None,
        kept: Path | None = None,
        key: bytes | None = None,
    ) -> None:
        self.path = path
        self._serial = serial
        self._interpreter = interpreter or Path(sys.executable)
        self._kept = kept or path.with_name(path.name + ".kept")
        self._key_file: Path | None = None
        if key is not None:
            self._key_file = path.with_name(path.name + ".key.hex")
            self._key_file.touch(mode=0o600)
            self._key_file.write_text(key.hex())
        self._remaining: list[str] = []
        self._line: tuple[int, int] | None = None
        self._process: subprocess.Popen[str] | None = None
        self.plug()

    @property
    def remaining(self) -> tuple[str, ...]:
        """What is still in the shoe, next first."""
        return tuple(self._remaining)

    def load(self, tags: Sequence[str]) -> None:
        """Fill the shoe: tags in hex in the order in which they will leave, :data:`WHITE_CARD`, :func:`unread`."""
        self._remaining = list(tags)
        self._ask("load", *self._remaining)

    def pull(self) -> Pulled:
        """Let the next card leave.

        Raises:
            SimulatedShoeError: the shoe is empty or off.
        """
        words = self._ask("pull").split()
        if words[0] != "pulled":
            raise SimulatedShoeError("the shoe is empty: load it before you pull")
        self._remaining.pop(0)
        return Pulled(int(words[1]), int(words[2]) or None)

    def lid(self, *, is_open: bool) -> None:
        """Open or close the lid."""
        self._ask("lid", "open" if is_open else "closed")

    def kill(self) -> None:
        """Cut the firmware short (SIGKILL); the port stays."""
        process = self._running()
        process.kill()
        self._reap(process)

    def hang(self) -> None:
        """Stop the firmware's clock (SIGSTOP); :meth:`resume` lets it go on."""
        self._running().send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the firmware go on."""
        self._running().send_signal(signal.SIGCONT)

    def restart(self) -> None:
        """Boot the firmware again, killing it if it runs; what remains is still in the shoe."""
        if self._process is not None:
            self.kill()
        self._boot()

    def unplug(self) -> None:
        """Pull the plug: the port hangs up and is gone, the firmware without supply."""
        if self._process is not None:
            self.kill()
        if self._line is not None:
            self.path.unlink(missing_ok=True)
            for end in self._line:
                os.close(end)
            self._line = None

    def plug(self) -> None:
        """Plug in: the port appears, under another pty, and the firmware boots."""
        if self._line is None:
            master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._line = master, slave
            new = self.path.with_name(self.path.name + ".new")
            new.unlink(missing_ok=True)
            new.symlink_to(os.ttyname(slave))
            new.replace(self.path)
        if self._process is None:
            self._boot()

    def close(self) -> None:
        """Switch off and take everything away but the kept file."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(BrokenPipeError):  # it has died before
                self._process.stdin.close()
        self.unplug()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _boot(self) -> None:
        """Start the process; it ends at the end of its stdin, so it does not outlive this one."""
        if self._line is None:
            raise SimulatedShoeError("the shoe has no supply: plug it in first")
        master = self._line[0]
        self._process = subprocess.Popen(
            [self._interpreter, _MAIN, str(master), self._kept, self._serial, *filter(None, [self._key_file])],
            pass_fds=[master],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            start_new_session=True,  # an interrupt at the terminal is not for the shoe
        )
        if self._remaining:
            self._ask("load", *self._remaining)

    def _ask(self, *words: str) -> str:
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise SimulatedShoeError("the firmware was started without pipes: start it by plug() or restart()")
        try:
            process.stdin.write(" ".join(words) + "\n")
            answer = process.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            raise SimulatedShoeError(
                f"the firmware ended while it was asked to {words[0]}: see its stderr, then restart()"
            )
        return answer

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            raise SimulatedShoeError("the shoe is off: restart() it, or plug() it in")
        return self._process

    def _reap(self, process: subprocess.Popen[str]) -> None:
        process.wait(_QUIT_S)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        self._process = None
