"""Whatever is written to standard output and error, or logged, as the core's process would have it."""

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from deploy.hardening import tell_places_alone


class Overheard:
    """What was written so far, from all ends: Python's, the file descriptors', and everything that is logged."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._at = 0

    def news(self) -> bytes:
        """What was written since this was asked last."""
        sys.stdout.flush()
        sys.stderr.flush()
        found = os.pread(self._file, 1 << 20, self._at)
        self._at += len(found)
        return found


class _Messages(logging.Formatter):
    def formatException(self, ei: object) -> str:  # noqa: ARG002, N802 - logging's name
        return "with an error"  # the core's own handler tells of it


@contextmanager
def overheard() -> Iterator[Overheard]:
    """Hear everything meanwhile, as a core logs, and besides what it logs at levels that are not shown."""
    file = os.memfd_create("overheard")
    kept = os.dup(1), os.dup(2)
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook, logging.raiseExceptions
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        os.dup2(file, 1)
        os.dup2(file, 2)
        with os.fdopen(os.dup(file), "w") as written, redirect_stdout(written), redirect_stderr(written):
            root.handlers.clear()
            tell_places_alone()
            everything = logging.StreamHandler()
            everything.setFormatter(_Messages("%(levelname)s %(name)s %(message)s"))
            root.addHandler(everything)
            root.setLevel(logging.DEBUG)
            yield Overheard(file)
    finally:
        sys.excepthook, threading.excepthook, sys.unraisablehook, logging.raiseExceptions = hooks
        root.handlers[:], root.level = handlers, level
        root.setLevel(level)
        for number, old in enumerate(kept, 1):
            os.dup2(old, number)
            os.close(old)
        os.close(file)
