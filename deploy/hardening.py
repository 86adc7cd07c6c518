"""What keeps the core's memory and its last words from telling a card.

Memory is not locked (mlockall): an ordinary user may lock 8 MiB, a core has more, and what a page of swap could tell is
public once its coup is paid. A machine that deals switches its swap off.
"""

import ctypes
import faulthandler
import logging
import os
import resource
import sys
import threading
import traceback
from types import TracebackType
from typing import Final

PR_SET_DUMPABLE: Final = 4
"""prctl(2)."""


def harden() -> None:
    """Have no other process but root's read this one, and no file that it makes; nothing of it is dumped.

    Call it after the process has become its user: the kernel undoes PR_SET_DUMPABLE then.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # where dumps are files; where they are piped, the next line
    # Not dumpable: no dump, and /proc/PID/mem, environ, maps and ptrace are root's alone, not even for the same user.
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE) was refused")
    os.umask(0o077)
    faulthandler.disable()
    tell_places_alone()


def tell_places_alone() -> None:
    """Have uncaught errors, and those that are logged, tell where they came from and not what they say."""
    sys.excepthook = _tell_uncaught
    threading.excepthook = _tell_of_thread
    sys.unraisablehook = _tell_unraisable
    logging.raiseExceptions = False  # a message that cannot be formatted would be told with what it was given
    logged = logging.StreamHandler()
    logged.setFormatter(_Places())
    logging.basicConfig(level=logging.WARNING, handlers=[logged], force=True)


class _Places(logging.Formatter):
    def formatException(self, ei: "logging._SysExcInfoType") -> str:  # noqa: N802 - logging's name
        return places(ei[1]).rstrip() if ei[1] is not None else ""


def places(error: BaseException) -> str:
    """Where ``error`` and what led to it came from: kinds, files, lines and functions, but no messages.

    A message may repeat what a function was given; the words of :class:`OSError` are the kernel's own and are kept.
    """
    told: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        words = f": {current.strerror}" if isinstance(current, OSError) and current.strerror else ""
        trace = "".join(traceback.format_tb(current.__traceback__))
        told.append(f"Traceback (most recent call last):\n{trace}{type(current).__qualname__}{words}\n")
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "which led to\n".join(reversed(told))


def _tell_uncaught(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    if not isinstance(error, KeyboardInterrupt):
        sys.stderr.write(places(error))


def _tell_of_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None:
        sys.stderr.write(f"the thread {ended.thread.name if ended.thread else '?'} ended\n{places(ended.exc_value)}")


def _tell_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    if unraisable.exc_value is not None:
        sys.stderr.write(places(unraisable.exc_value))
