"""The core's socket: everybody who watches the table or asks something of it. One thread, ``clients``.

Sending never waits: what a client's socket does not take at once is kept for it, up to a limit; a client that lags
further is let go, and may come back to the present state. Nor can clients make the table's queue long: so many requests
of one connection, and so many connections of one user, wait for the table, and no more.
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

from deploy.connection import Connection
from deploy.hearing import Hearing
from deploy.listening import listening
from deploy.peers import Admission, Peer, StrangerError
from engine.messages import Fault, Message, encode
from engine.session import Input, Joined

CROWDED_S: Final = 0.05
"""Rest before the next client is let in when one could not be, in seconds."""
MOST_CONNECTIONS: Final = 32
"""Connections of one user; one that ended counts until the table has read that it came."""


class Clients:
    """Listens at ``path``; ``tell`` says a message to all who are let in.

    Args:
        path: the socket's.
        joined: takes each client that is let in.
        hearing: takes what they say.
        admission: who is let in, as what.
        group: who may reach the socket beside this user; ``None``: nobody.

    Raises:
        SocketInUseError: a core answers there already, or the place cannot be used.
    """

    def __init__(
        self,
        path: Path,
        joined: Callable[[Input], None],
        hearing: Hearing,
        admission: Admission,
        *,
        group: str | None = None,
    ) -> None:
        self._joined = joined
        self._hearing = hearing
        self._admission = admission
        self._path = path
        self._clients: set[Connection] = set()
        self._leaving: set[Connection] = set()
        self._standing = b""
        self._lock = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._awake, self._wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._stopping = False
        self._listener = listening(path, group)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._awake, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="clients", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Let everybody go and take the socket away."""
        self._stopping = True
        self._awaken()
        self._thread.join()

    def tell(self, message: Message) -> None:
        """Say ``message`` to every client. Any thread; never waits."""
        self._say_to_all(encode(message))

    def stand(self, message: Message | None) -> None:
        """Say ``message`` to every client, and to each that joins as long as it stands. Any thread; never waits.

        Args:
            message: takes the place of the one before; ``None``: none stands any more, and nobody is told.
        """
        line = encode(message) if message is not None else b""
        with self._lock:
            self._standing = line
        if line:
            self._say_to_all(line)

    def _say_to_all(self, line: bytes) -> None:
        with self._lock:
            clients = list(self._clients)
        for client in clients:
            self._say(client, line)

    def _say(self, client: Connection, line: bytes) -> None:
        if not client.send(line):
            with contextlib.suppress(OSError):
                client.socket.shutdown(socket.SHUT_RDWR)
        if client.backlog or client.can_go_on:
            self._awaken()

    def _awaken(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake, b"\0")

    def _run(self) -> None:
        while not self._stopping:
            for key, _events in self._selector.select():
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj == self._awake:
                    self._look_again()
                else:
                    self._serve(key.data)
        self._close()

    def _close(self) -> None:
        for client in list(self._clients):
            self._drop(client)
        self._listener.close()
        self._path.unlink(missing_ok=True)

    # Coming and going

    def _accept(self) -> None:
        try:
            connection, _address = self._listener.accept()
        except OSError:  # gone already, or no descriptor is free: he may come again
            time.sleep(CROWDED_S)
            return
        try:
            client = Connection(connection, self._let_in(connection))
        except StrangerError as error:
            with connection, contextlib.suppress(OSError):
                connection.settimeout(0)
                connection.send(encode(Fault(text=str(error))))
            return
        with self._lock:
            self._clients.add(client)
            if self._standing:
                self._say(client, self._standing)
        self._watch(client)
        self._joined(Joined(lambda message: self._welcome(client, message)))

    def _let_in(self, connection: socket.socket) -> Peer:
        peer = self._admission.peer(connection)
        self._leaving = {client for client in self._leaving if not client.is_welcomed}
        if sum(client.peer.uid == peer.uid for client in self._clients | self._leaving) >= MOST_CONNECTIONS:
            raise StrangerError(f"{MOST_CONNECTIONS} connections of the user {peer.uid}: end one first")
        return peer

    def _welcome(self, client: Connection, message: Message) -> None:
        client.is_welcomed = True
        self._say(client, encode(message))

    def _drop(self, client: Connection) -> None:
        with self._lock:
            self._clients.discard(client)
        if not client.is_welcomed:
            self._leaving.add(client)
        with contextlib.suppress(KeyError, ValueError):  # none is due of it, or it was let go already
            self._selector.unregister(client.socket)
        client.socket.close()

    def _look_again(self) -> None:
        """Wake up as well when a lagging client's socket has room again; go on with who was held up."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._awake, 4096)
        for client in list(self._clients):
            self._keep(client, alive=self._hearing.hear(client, self._say))

    def _serve(self, client: Connection) -> None:
        self._keep(client, alive=client.flush() and self._hearing.listen_to(client, self._say))

    def _keep(self, client: Connection, *, alive: bool) -> None:
        if alive:
            self._watch(client)
        else:
            self._drop(client)

    def _watch(self, client: Connection) -> None:
        """Have its socket looked at for what is due of it; nothing, as long as it is held up and owed nothing."""
        due = (0 if client.is_held_up else selectors.EVENT_READ) | (selectors.EVENT_WRITE if client.backlog else 0)
        with contextlib.suppress(KeyError):
            if self._selector.get_key(client.socket).events == due:
                return
            self._selector.unregister(client.socket)
        if due:
            self._selector.register(client.socket, due, client)
