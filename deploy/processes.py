"""Core and screen as processes of one command: started, started again when they die, ended together."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deploy.folders import EVERYBODY_PASSES, OWNER_ALONE, make
from deploy.users import User, become_and_run, must_become

if TYPE_CHECKING:
    from deploy.settings import Settings

PAUSE_S: Final = 0.2
"""Rest before a process that died is started again, in seconds; doubles while it dies at once."""
LONGEST_PAUSE_S: Final = 1.0
"""Where the doubling ends: a screen killed again and again is still back within two seconds."""
PARENT: Final = "BANCA21_PARENT"
"""The environment's name for the process that keeps this one."""
PR_SET_PDEATHSIG: Final = 1
"""prctl(2): the signal at the parent's death."""
ENDED_BY_ITSELF: Final = (0, 2)
"""Exit statuses after which a process stays away: it was told to end, or a person must mend its settings."""


class Kept:
    """One subcommand of ``banca21`` as a process that is started again whenever it dies."""

    def __init__(self, *arguments: str) -> None:
        # -P: where root stands when it starts this is no place to take code from
        self._command = [sys.executable, "-P", "-m", "deploy", *arguments]
        self._pause_s = PAUSE_S
        self._started_at = time.monotonic()
        self.process = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        self._started_at = time.monotonic()
        environment = os.environ | {PARENT: str(os.getpid())}
        return subprocess.Popen(self._command, env=environment, start_new_session=True)

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


def end_on_signals() -> None:
    """Let SIGTERM and SIGHUP end this command as an interrupt does, so that it ends its processes first."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)


def end_with_parent() -> None:
    """For a process that a :class:`Kept` started: SIGTERM comes when that parent dies, however it dies (prctl(2)).

    A core left over would go on opening its shoe's port, which by then may be another table's. Call it when the process
    has become its user: :func:`deploy.users.become` would undo it.
    """
    parent = os.environ.pop(PARENT, None)
    if parent is None:
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != int(parent):
        sys.exit(0)


def startable(settings: "Settings") -> None:
    """See that this user can start core and screen as their users.

    Raises:
        NotThatUserError: only root can.
    """
    for name in (settings.core.user, settings.screen.user):
        if name is not None:
            must_become(User.named(name))


def as_core(settings: "Settings") -> None:
    """Be the core's user, if the settings name one, with the folders that it needs; until then this may be root.

    Raises:
        NotThatUserError: this process cannot be that user.
        OSError: a folder cannot be made.
    """
    if settings.core.user is None:
        return
    user = User.named(settings.core.user)
    if must_become(user):
        make(settings.core.socket.parent, EVERYBODY_PASSES, user)
        make(settings.journal.path.parent, OWNER_ALONE, user)
    become_and_run(user)


def as_screen(name: str | None, choices: Path | None = None) -> None:
    """Be the screen's user, with a folder for its file ``choices``; with no name whoever started it.

    Raises:
        NotThatUserError: this process cannot be that user.
    """
    if name is None:
        return
    user = User.named(name)
    if must_become(user) and choices is not None:
        with suppress(OSError):  # the screen goes on without, and says so when there is a choice to keep
            make(choices.parent, OWNER_ALONE, user)
    become_and_run(user)


def core(config: Path) -> Kept:
    """The core process."""
    return Kept("core", "--config", str(config))


def screen(config: Path, *arguments: str) -> Kept:
    """The screen process."""
    return Kept("screen", "--config", str(config), *arguments)
