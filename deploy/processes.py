"""Core and screen as processes of one command: started, started again when they die, ended together."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

PAUSE_S: Final = 0.2
"""Rest before a process that died is started again, in seconds; doubles while it dies at once."""
LONGEST_PAUSE_S: Final = 1.0
"""Where the doubling ends: a screen killed again and again is still back within two seconds."""
ENDED_BY_ITSELF: Final = (0, 2)
"""Exit statuses after which a process stays away: it was told to end, or a person must mend its settings."""


class Kept:
    """One subcommand of ``banca21`` as a process that is started again whenever it dies."""

    def __init__(self, *arguments: str) -> None:
        self._command = [sys.executable, "-m", "deploy", *arguments]
        self._pause_s = PAUSE_S
        self._started_at = time.monotonic()
        self.process = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        self._started_at = time.monotonic()
        return subprocess.Popen(self._command)

    def keep(self) -> int | None:
        """Start it again if it died; its exit status if it has ended by itself."""
        status = self.process.poll()
        if status is None or status in ENDED_BY_ITSELF:
            return status
        lived_s = time.monotonic() - self._started_at
        if lived_s >= self._pause_s:
            dies_at_once = lived_s < LONGEST_PAUSE_S
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S) if dies_at_once else PAUSE_S
            self.process = self._started()
        return None

    def end(self) -> None:
        """Ask it to end, and see that it does."""
        self.process.terminate()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def end_on_sigterm() -> None:
    """Let SIGTERM end this command as an interrupt does, so that it ends its processes first."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def core(config: Path) -> Kept:
    """The core process."""
    return Kept("core", "--config", str(config))


def screen(config: Path, *arguments: str) -> Kept:
    """The screen process."""
    return Kept("screen", "--config", str(config), *arguments)
