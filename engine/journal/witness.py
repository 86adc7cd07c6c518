"""The witness: signed checkpoints leave for another medium while the table goes on, and nobody waits for them.

Two threads: ``witness`` decides what is due, signs it, and tells when nothing arrives; ``witness medium`` alone touches
the medium, which may be slow, full or gone. After an outage only the newest is written: it covers all before it.
"""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.journal.checkpoint import Checkpoint, Why, append, file_of

EVERY_S: Final = 60.0
"""Without another checkpoint for so long, what was written since is covered by one of its own, in seconds."""
LATE_S: Final = 120.0
"""A checkpoint that is not on the medium after so long leaves the table unwitnessed, in seconds."""
RETRY_S: Final = 5.0
"""How long a medium that failed rests, in seconds."""
STOPPING_S: Final = 2.0
"""How long the last checkpoint is waited for, in seconds."""
_TICK_S: Final = 1.0
"""How often the time is looked at, in seconds."""


@dataclass(frozen=True, slots=True)
class Unwitnessed:
    """No checkpoint leaves the table."""

    since: str
    """When the last one did, or when the core began; UTC, ISO 8601."""
    text: str
    """What was seen and what to do."""


@dataclass(frozen=True, slots=True)
class _Due:
    seq: int
    head: bytes
    why: Why
    since_s: float
    """When the first one that is still to be written became due, on the monotonic clock."""


class Witness:
    """What signs the checkpoints of one table. ``note`` and ``mark`` are for the table's thread, and take no time."""

    def __init__(
        self,
        key: Ed25519PrivateKey,
        folder: Path,
        table: str,
        *,
        tell: Callable[[Unwitnessed | None], None],
        now: Callable[[], str],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``tell`` hears, in the thread ``witness``, when nothing arrives any more, and ``None`` when it does again;
        ``now`` gives UTC as ISO 8601 with milliseconds."""
        self._key = key
        self._path = file_of(folder, table)
        self._table = table
        self._tell = tell
        self._now = now
        self._monotonic = monotonic
        self._is_mounted = False
        self._lock = threading.Lock()
        self._noted: tuple[int, bytes] | None = None
        self._due: _Due | None = None
        self._wake = threading.Event()
        self._stopping = False
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._outcomes: SimpleQueue[str] = SimpleQueue()
        self._sent: _Due | None = None
        self._covered = 0
        self._last = now()
        self._last_s = self._retry_s = monotonic()
        self._trouble = ""
        self._told: Unwitnessed | None = None
        self._threads = (
            threading.Thread(target=self._keep, name="witness", daemon=True),
            threading.Thread(target=self._write, name="witness medium", daemon=True),
        )

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def note(self, seq: int, head: bytes) -> None:
        """The journal has come to record ``seq`` with the hash ``head``."""
        self._noted = (seq, head)

    def mark(self, why: Why) -> None:
        """A checkpoint of what was noted last is due now."""
        if self._noted is None:
            return
        seq, head = self._noted
        with self._lock:
            since_s = self._due.since_s if self._due is not None else self._monotonic()
            self._due = _Due(seq, head, why, since_s)
        self._wake.set()

    def stop(self) -> None:
        """Write a last checkpoint, which is waited for two seconds, and end."""
        self.mark(Why.STOP)
        self._stopping = True
        self._wake.set()
        self._threads[0].join(STOPPING_S)

    def _keep(self) -> None:
        while not self._stopping or self._due is not None or self._sent is not None:
            self._wake.wait(_TICK_S)
            self._wake.clear()
            self.turn()
        self._lines.put(None)

    def turn(self) -> None:
        """What is to be done at this moment: the thread's work, one round of it."""
        now_s = self._monotonic()
        while not self._outcomes.empty():
            self._settle(self._outcomes.get(), now_s)
        if self._due is None and self._sent is None and now_s - self._last_s >= EVERY_S:
            self._last_s = now_s
            if self._noted is not None and self._noted[0] != self._covered:
                self.mark(Why.MINUTE)
        if self._sent is None and (now_s >= self._retry_s or self._stopping):
            self._send()
        self._judge(now_s)

    def _send(self) -> None:
        with self._lock:
            self._sent, self._due = self._due, None
        if self._sent is None:
            return
        due = self._sent
        checkpoint = Checkpoint(self._table, due.seq, due.head, self._now(), due.why)
        self._lines.put(checkpoint.signed(self._key))

    def _settle(self, trouble: str, now_s: float) -> None:
        """The medium took what was sent, or ``trouble`` says why not."""
        sent, self._sent = self._sent, None
        if sent is None:
            return
        self._trouble = trouble
        if trouble:
            self._retry_s = now_s + RETRY_S
            with self._lock:
                newer = self._due or (None if self._stopping else sent)
                self._due = replace(newer, since_s=sent.since_s) if newer is not None else None
            return
        self._covered, self._last, self._last_s = sent.seq, self._now(), now_s

    def _judge(self, now_s: float) -> None:
        """Tell what became otherwise."""
        waiting = self._sent or self._due
        text = self._trouble
        if not text and waiting is not None and now_s - waiting.since_s > LATE_S:
            text = f"{self._path}: nothing was written for {LATE_S:.0f} s: look at dmesg, or put in another medium"
        if not text and waiting is not None and self._told is not None:
            return  # it is being tried again
        found = Unwitnessed(self._last, text) if text else None
        if found != self._told:
            self._told = found
            self._tell(found)

    def _write(self) -> None:
        self._is_mounted = os.path.ismount(self._path.parent)
        while (line := self._lines.get()) is not None:
            self._outcomes.put(self._written(line))
            self._wake.set()

    def _written(self, line: str) -> str:
        """What was the trouble."""
        if self._is_mounted and not os.path.ismount(self._path.parent):
            return f"{self._path.parent}: the medium of the checkpoints is not there any more: put it in and mount it"
        try:
            append(self._path, line)
        except OSError as error:
            return (
                f"{self._path}: no checkpoint could be written ({error.strerror}): look at "
                f"findmnt -T {self._path.parent} and df -h {self._path.parent}, make room or put in another medium"
            )
        return ""
