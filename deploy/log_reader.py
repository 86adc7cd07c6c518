"""The core's readers of the log: processes that answer what people at the screen ask of it (:mod:`deploy.reading`).

One stays and answers what is quick; for what takes long another is started and ends with its work. Whatever becomes of
them, the table goes on: who asked is told that it failed, and the next question finds a new process.
"""

import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple

import msgspec

from deploy.processes import PARENT
from engine.cards import CardError
from engine.lines import ENCODER, decoded
from engine.looking import TAKES_LONG, Found, Progress, Unfound
from engine.messages import AskedLog, Looked
from engine.session import Reply

QUICK_S: Final = 10.0
"""How long an answer may take that should be quick, in seconds."""
SILENT_S: Final = 300.0
"""How long what takes long may say nothing of its progress, in seconds."""
CHUNK: Final = 1 << 16
_DECODER: Final = msgspec.json.Decoder(Found, dec_hook=decoded)


class _Asked(NamedTuple):
    asked: AskedLog
    reply: Reply


def reading(config: Path) -> tuple[str, ...]:
    """The command that reads the log of the settings file ``config``."""
    return sys.executable, "-P", "-m", "deploy.reading", str(config)


class LogReader:
    """Answers questions to the log.

    Args:
        command: what is started to read it.
        quick_s: how long an answer may take that should be quick, in seconds.
    """

    def __init__(self, command: Sequence[str], quick_s: float = QUICK_S) -> None:
        self._quick = _Lane("log", command, quick_s, stays=True)
        self._long = _Lane("log at length", command, SILENT_S, stays=False)

    def start(self) -> None:
        """Begin to answer."""
        self._quick.start()
        self._long.start()

    def stop(self) -> None:
        """End the processes; what waits is not answered."""
        self._quick.stop()
        self._long.stop()

    def ask(self, asked: AskedLog, reply: Reply) -> None:
        """Have it answered through ``reply``. Any thread; never blocks."""
        if not isinstance(asked.question, TAKES_LONG):
            self._quick.put(_Asked(asked, reply))
        elif self._long.is_busy:
            reply(
                Looked(id=asked.ident, found=Unfound(code="busy", text="another is at work: ask again when it is done"))
            )
        else:
            self._long.put(_Asked(asked, reply))


class _Lane:
    """A thread with a process of its own, and what it is to answer, one after the other."""

    def __init__(self, name: str, command: Sequence[str], patience_s: float, *, stays: bool) -> None:
        self._command, self._patience_s, self._stays = command, patience_s, stays
        self._work: SimpleQueue[_Asked | None] = SimpleQueue()
        self._child: _Child | None = None
        self._is_ending = False
        self._unanswered = set[int]()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Something is asked that is not answered. Any thread may ask."""
        return bool(self._unanswered)

    def put(self, asked: _Asked) -> None:
        self._unanswered.add(id(asked))
        self._work.put(asked)

    def stop(self) -> None:
        self._is_ending = True
        self._work.put(None)
        child = self._child
        if child is not None:
            child.end()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _run(self) -> None:
        if self._stays:
            with suppress(OSError):  # the first question need not wait for it
                self._started()
        while (work := self._work.get()) is not None and not self._is_ending:
            try:
                self._answer(work)
            except (OSError, ValueError) as error:  # its pipe is closed while the core ends
                self._let_go()
                self._end(work, _trouble(work.asked, f"it cannot be started or asked ({error})"))
        self._let_go()

    def _started(self) -> "_Child":
        if self._child is None or not self._child.is_alive:
            self._let_go()
            self._child = _Child(self._command)
        return self._child

    def _answer(self, work: _Asked) -> None:
        child = self._started()
        child.write(ENCODER.encode(work.asked.question) + b"\n")
        found: Found = Progress(done=0.0)
        while isinstance(found, Progress):
            line = child.line(self._patience_s)
            if line is None:
                self._let_go()
                if not self._is_ending:
                    self._end(work, _trouble(work.asked, "it ended, or did not answer in time"))
                return
            try:
                found = _DECODER.decode(line)
            except (msgspec.DecodeError, CardError) as error:
                self._let_go()
                self._end(work, _trouble(work.asked, f"it said what is no answer ({error})"))
                return
            if isinstance(found, Progress):
                work.reply(Looked(id=work.asked.ident, found=found))
        self._end(work, Looked(id=work.asked.ident, found=found))
        if not self._stays:
            self._let_go()

    def _end(self, work: _Asked, looked: Looked) -> None:
        """The last that is told: who hears it may ask again at once."""
        self._unanswered.discard(id(work))
        work.reply(looked)

    def _let_go(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _trouble(asked: AskedLog, why: str) -> Looked:
    text = f"the log's reader: {why}: ask again; if that does not help, look at the core's own log"
    return Looked(id=asked.ident, found=Unfound(code="trouble", text=text))


class _Child:
    """The process, line by line."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {PARENT: str(os.getpid())},
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._out.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._rest = b""

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def write(self, line: bytes) -> None:
        self._in.write(line)
        self._in.flush()

    def line(self, patience_s: float) -> bytes | None:
        """The next line; ``None``: it ended, or said nothing for so long."""
        until = time.monotonic() + patience_s
        while b"\n" not in self._rest:
            left = until - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                return None
            arrived = os.read(self._out.fileno(), CHUNK)
            if not arrived:
                return None
            self._rest += arrived
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def end(self) -> None:
        """Have it end; ending twice is harmless."""
        with suppress(OSError, ValueError):
            self._in.close()
        self._process.kill()  # the index stands at its last batch; what goes to a stick is there whole or not at all
        self._process.wait()
        with suppress(KeyError, ValueError):
            self._selector.unregister(self._out)
        self._out.close()
