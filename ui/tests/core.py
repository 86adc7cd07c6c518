"""A core that says what a test tells it to, on a real socket."""

import contextlib
import socket
from pathlib import Path
from queue import Queue
from threading import Thread

from engine.messages import Answered, Asked, Fault, Message, Update, asked, encode
from engine.view import PublicView


class FakeCore:
    """Listens at ``path``; everybody who connects is sent ``greeting`` first."""

    def __init__(self, path: Path, greeting: PublicView | None = None, *, answers: bool = True) -> None:
        self.path, self.greeting, self.answers = path, greeting, answers
        self.requests: Queue[Asked] = Queue()
        self.fault: Fault | None = None
        self._clients: list[socket.socket] = []
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(str(path))
        self._server.listen()
        Thread(target=self._accept, daemon=True).start()

    def say(self, message: Message) -> None:
        self.say_line(encode(message))

    def show(self, view: PublicView) -> None:
        self.say(Update(view=view, event="card_out"))

    def say_line(self, line: bytes) -> None:
        for client in list(self._clients):
            client.sendall(line)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for client in self._clients:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
            client.close()
        self.path.unlink(missing_ok=True)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            self._clients.append(client)
            if self.greeting is not None:
                client.sendall(encode(Update(view=self.greeting)))
            Thread(target=self._listen, args=(client,), daemon=True).start()

    def _listen(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), client.makefile("rb") as lines:
            for line in lines:
                request = asked(line)
                self.requests.put(request)
                if self.fault is not None:
                    client.sendall(encode(self.fault))
                if self.answers:
                    client.sendall(encode(Answered(id=request.ident, seq=1, refused=None)))
