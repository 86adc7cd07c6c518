"""The sockets of a practice: one at which the screen is told and tells, one at which it has cards drawn."""

import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread
from typing import Final, Self

LONGEST_LINE: Final = 1 << 12
"""Bytes that a line of the screen may have."""


class Ear:
    """Listens at ``path`` while it is entered; whoever connects is told the newest line, then each as it comes.

    ``hear`` is given each line that is said, without its end; in threads of its own.
    """

    def __init__(self, path: Path, hear: Callable[[bytes], None], name: str) -> None:
        self._hear, self._name = hear, name
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(str(path))
        self._server.listen()
        self._lock = Lock()
        self._newest = b""
        self._clients: list[socket.socket] = []
        self._thread = Thread(target=self._serve, name=name, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        with self._lock:
            clients = list(self._clients)
        for one in (self._server, *clients):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._thread.join(timeout=2.0)
        self._server.close()

    def tell(self, line: bytes) -> None:
        """Tell everybody; who does not read is let go."""
        with self._lock:
            self._newest = line
            for client in list(self._clients):
                self._told(client, line)

    def _told(self, client: socket.socket, line: bytes) -> None:
        try:
            whole = client.send(line, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL) == len(line)
        except OSError:
            whole = False
        if not whole:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            Thread(target=self._listen, args=(client,), name=self._name, daemon=True).start()

    def _listen(self, client: socket.socket) -> None:
        with self._lock:
            self._clients.append(client)
            if self._newest:
                self._told(client, self._newest)
        with client, contextlib.suppress(OSError), client.makefile("rb") as lines:
            while (line := lines.readline(LONGEST_LINE)) and line.endswith(b"\n"):
                self._hear(line[:-1])
        with self._lock:
            self._clients.remove(client)
