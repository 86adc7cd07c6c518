"""The core's socket from a client's side: one thread that connects, for ever, and hands on what the core says.

ClientError
├── CoreAway (ConnectionError): nobody answers at the socket
└── CoreAtFault (RuntimeError): the core runs but cannot keep the table
"""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event as Flag
from threading import Lock, Thread
from typing import Final
from uuid import uuid4

from engine.events import AnyEvent
from engine.lines import EventError
from engine.messages import ASK_HEALTH, Answered, Fault, Health, Message, ask, decode
from engine.ports import Finding

RETRY_S: Final = 0.15
"""Pause between two attempts to connect."""
PATIENCE_S: Final = 5.0
"""So long an answer is waited for."""
LONGEST_MESSAGE: Final = 1 << 20
"""Bytes that one line of the core may have; a longer one is none of the core's."""


class ClientError(Exception):
    """The core could not be spoken to."""


class CoreAway(ClientError, ConnectionError):  # noqa: N818 - what is so, not what kind it is
    """Nobody answers at the socket."""


class CoreAtFault(ClientError, RuntimeError):  # noqa: N818 - likewise
    """The core runs but cannot keep the table."""


class LineClient:
    """Keeps one connection to the socket at ``path``, again and again, until it is closed.

    Args:
        on_line: is told each line that arrives, in the client's own thread.
        on_lost: once for each connection that ends, and once when the first attempt finds nobody.
        name: the thread's.
        retry_s: between two attempts to connect, in seconds.
    """

    def __init__(
        self,
        path: Path,
        on_line: Callable[[bytes], None],
        on_lost: Callable[[], None],
        *,
        name: str,
        retry_s: float = RETRY_S,
    ) -> None:
        self._path = path
        self._on_line = on_line
        self._on_lost = on_lost
        self._retry_s = retry_s
        self._closed = Flag()
        self._lock = Lock()
        self._socket: socket.socket | None = None
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def close(self) -> None:
        """End the connection and the thread."""
        self._closed.set()
        self._drop()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)

    def send(self, line: bytes) -> bool:
        """Send one line; ``False``: it was not sent, because nobody is there or reads."""
        with self._lock:
            connected = self._socket
            if connected is None:
                return False
            try:
                sent = connected.send(line, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
            except OSError:
                return False
        if sent < len(line):
            self._drop()
        return sent == len(line)

    def _run(self) -> None:
        is_told = False
        while not self._closed.is_set():
            connected = self._connected()
            if connected is not None:
                self._listen(connected)
                self._drop()
            if not self._closed.is_set() and (connected is not None or not is_told):
                is_told = True
                self._on_lost()
            self._closed.wait(self._retry_s)

    def _connected(self) -> socket.socket | None:
        reached = _reached(self._path)
        with self._lock:
            self._socket = reached
        if self._closed.is_set():
            self._drop()
        return reached

    def _listen(self, connected: socket.socket) -> None:
        for line in _lines(connected):
            if self._closed.is_set():
                return
            self._on_line(line)

    def _drop(self) -> None:
        with self._lock:
            dropped, self._socket = self._socket, None
        if dropped is not None:
            with contextlib.suppress(OSError):
                dropped.shutdown(socket.SHUT_RDWR)
            dropped.close()


class CoreClient(LineClient):
    """A :class:`LineClient` of the core's.

    ``on_message`` is called in the client's own thread; a line that is none of the core's arrives as a
    :class:`~engine.messages.Fault`.
    """

    def __init__(
        self,
        path: Path,
        on_message: Callable[[Message], None],
        on_lost: Callable[[], None],
        *,
        retry_s: float = RETRY_S,
    ) -> None:
        super().__init__(path, lambda line: on_message(_understood(line)), on_lost, name="core-client", retry_s=retry_s)


def say(
    path: Path,
    event: AnyEvent,
    *,
    answers: int | None = None,
    proofs: Sequence[Mapping[str, str]] = (),
    timeout_s: float = PATIENCE_S,
) -> Answered:
    """Ask the core at ``path`` for ``event`` and wait for what became of it; ``proofs``: who vouches for it.

    Raises:
        CoreAway: nobody answers at ``path``, or no answer came within ``timeout_s``.
        CoreAtFault: the core runs but cannot keep the table.
    """
    ident = uuid4().hex
    for message in _answers(path, ask(event, ident, answers, proofs), timeout_s):
        match message:
            case Answered(id=id) as answer if id == ident:
                return answer
            case Fault(text=text):
                raise CoreAtFault(text)
    raise CoreAway(f"no answer from {path} within {timeout_s:g} s: see whether it was taken, then say it again")


def health(path: Path, *, timeout_s: float = PATIENCE_S) -> tuple[Finding, ...]:
    """How the devices of the core at ``path`` are.

    Raises:
        CoreAway: nobody answers at ``path``, or no answer came within ``timeout_s``.
        CoreAtFault: the core runs but cannot keep the table.
    """
    for message in _answers(path, ASK_HEALTH, timeout_s):
        match message:
            case Health(findings=findings):
                return findings
            case Fault(text=text):
                raise CoreAtFault(text)
    raise CoreAway(f"no answer from {path} within {timeout_s:g} s: restart the core")


def _answers(path: Path, line: bytes, timeout_s: float) -> Iterator[Message]:
    """What the core at ``path`` says after ``line``, until ``timeout_s`` have passed or it goes away."""
    reached = _reached(path, timeout_s)
    if reached is None:
        raise CoreAway(f'nobody answers at {path}: start the core with "banca21 core"')
    until = time.monotonic() + timeout_s
    with reached:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # let go already: what it was told is there
            reached.sendall(line)
        for heard in _lines(reached):
            reached.settimeout(max(until - time.monotonic(), 0.001))
            yield _understood(heard)


def _reached(path: Path, timeout_s: float | None = None) -> socket.socket | None:
    """A connection to ``path``, or ``None`` where nobody listens."""
    reached = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    reached.settimeout(timeout_s)
    try:
        reached.connect(str(path))
    except OSError:
        reached.close()
        return None
    return reached


def _understood(line: bytes) -> Message:
    try:
        return decode(line)
    except (EventError, RecursionError) as error:
        return Fault(text=str(error))


def _lines(connected: socket.socket) -> Iterator[bytes]:
    """The lines that arrive, until the connection ends."""
    rest = b""
    while True:
        try:
            arrived = connected.recv(1 << 16)
        except OSError:
            return
        if not arrived:
            return
        *lines, rest = (rest + arrived).split(b"\n")
        yield from lines
        if len(rest) > LONGEST_MESSAGE:
            yield rest
            return
