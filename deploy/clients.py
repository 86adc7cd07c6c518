"""The core's socket: everybody who watches the table or asks something of it. One thread, ``clients``.

Sending never waits: what a client's socket does not take at once is kept for it, up to :data:`BACKLOG` bytes; a client
that lags further is let go, and may come back to the present state.
"""

import contextlib
import os
import selectors
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine.lines import EventError
from engine.messages import ASK_HEALTH, LONGEST_LINE, Fault, Health, Message, asked, encode
from engine.ports import Finding
from engine.session import Heard, Input, Joined

BACKLOG: Final = 1 << 20
"""Bytes kept for a client that does not read."""

CROWDED_S: Final = 0.05
"""Rest before the next client is let in when one could not be, in seconds."""


class SocketInUseError(RuntimeError):
    """Another core answers at the socket, or the place for it cannot be used."""


class _Client:
    """One connection: what it has sent of a line, and what is still to be sent to it."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.line = b""
        self.backlog = bytearray()
        self.lock = threading.Lock()

    def send(self, line: bytes) -> bool:
        """Send ``line`` now or keep it; ``False``: the client is gone or lags too far."""
        with self.lock:
            self.backlog += line
            return self.flush()

    def flush(self) -> bool:
        """Send what is kept; ``False``: the client is gone or lags too far."""
        try:
            while self.backlog:
                sent = self.connection.send(self.backlog)
                del self.backlog[:sent]
        except BlockingIOError:
            return len(self.backlog) <= BACKLOG
        except OSError:
            return False
        return True


class Clients:
    """Listens at ``path``; hands what clients say to ``heard``; ``tell`` says a message to all of them.

    ``health`` answers who asks how the devices are, in this thread: it may take a second.
    """

    def __init__(self, path: Path, heard: Callable[[Input], None], health: Callable[[], tuple[Finding, ...]]) -> None:
        self._heard = heard
        self._health = health
        self._path = path
        self._clients: dict[int, _Client] = {}
        self._lock = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._awake, self._wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._stopping = False
        self._listener = listening(path)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._awake, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="clients", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Let everybody go and take the socket away."""
        self._stopping = True
        os.write(self._wake, b"\0")
        self._thread.join()

    def tell(self, message: Message) -> None:
        """Say ``message`` to every client. Any thread; never waits."""
        line = encode(message)
        with self._lock:
            clients = list(self._clients.values())
        for client in clients:
            self._say(client, line)

    def _say(self, client: _Client, line: bytes) -> None:
        if not client.send(line):
            with contextlib.suppress(OSError):
                client.connection.shutdown(socket.SHUT_RDWR)
        if client.backlog:
            with contextlib.suppress(BlockingIOError):
                os.write(self._wake, b"\0")

    def _run(self) -> None:
        while not self._stopping:
            for key, _events in self._selector.select():
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj == self._awake:
                    with contextlib.suppress(BlockingIOError):
                        os.read(self._awake, 4096)
                    self._watch_backlogs()
                else:
                    self._serve(key.data)
        self._close()

    def _close(self) -> None:
        for client in list(self._clients.values()):
            self._drop(client)
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        try:
            connection, _address = self._listener.accept()
        except OSError:  # gone already, or no descriptor is free: he may come again
            time.sleep(CROWDED_S)
            return
        connection.settimeout(0)
        client = _Client(connection)
        with self._lock:
            self._clients[connection.fileno()] = client
        self._selector.register(connection, selectors.EVENT_READ, client)
        self._heard(Joined(lambda message: self._say(client, encode(message))))

    def _watch_backlogs(self) -> None:
        """Wake up as well when a lagging client's socket has room again."""
        for client in list(self._clients.values()):
            self._watch(client)

    def _watch(self, client: _Client) -> None:
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.backlog else 0)
        self._selector.modify(client.connection, events, client)

    def _serve(self, client: _Client) -> None:
        with client.lock:
            alive = client.flush()
        if not alive or not self._listen_to(client):
            self._drop(client)
        else:
            self._watch(client)

    def _listen_to(self, client: _Client) -> bool:
        """Take what the client has said; ``False``: it is gone."""
        try:
            said = client.connection.recv(65536)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if not said:
            return False
        *lines, client.line = (client.line + said).split(b"\n")
        for line in lines:
            self._hear(client, line)
        if len(client.line) > LONGEST_LINE:
            self._say(client, encode(Fault(text=f"a line of over {LONGEST_LINE} bytes: send one JSON object a line")))
            return False
        return True

    def _hear(self, client: _Client, line: bytes) -> None:
        if line + b"\n" == ASK_HEALTH:
            self._say(client, encode(Health(findings=self._health())))
            return
        try:
            request = asked(line)
        except EventError as error:
            self._say(client, encode(Fault(text=str(error))))
            return
        self._heard(Heard(request, lambda message: self._say(client, encode(message))))

    def _drop(self, client: _Client) -> None:
        with self._lock:
            self._clients.pop(client.connection.fileno(), None)
        self._selector.unregister(client.connection)
        client.connection.close()


def listening(path: Path) -> socket.socket:
    """A listening Unix socket at ``path``, for this user alone; a dead one that lies there is replaced.

    Raises:
        SocketInUseError: a core answers there already, or the place cannot be used.
    """
    try:
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        if path.is_socket():
            _refuse_a_second_core(path)
            path.unlink()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        path.chmod(0o600)
    except OSError as error:
        raise SocketInUseError(
            f"{path}: {error.strerror or error}: give another core.socket in the settings, of under 108 characters, "
            "in a folder that this user can write"
        ) from error
    listener.listen()
    listener.settimeout(0)
    return listener


def _refuse_a_second_core(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(ConnectionRefusedError, FileNotFoundError):
        probe.connect(str(path))
        raise SocketInUseError(f"{path}: another core answers here: stop it first, or give another core.socket")
