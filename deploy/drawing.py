"""The hands of who plays alone at ``banca21 demo --by-hand``: they draw a card when the screen tells them to.

They shuffle and load by themselves as soon as that is due; that it is done is said at the screen.
"""

import contextlib
import socket
from pathlib import Path
from threading import Lock, Thread
from typing import Self

from deploy.demonstration import Felt, Shoe
from engine.instructions import Shuffle
from engine.messages import Message, Update
from firmware_bridge.errors import SimulatedShoeError
from ui.client import CoreClient
from ui.hand import PULL


class Hands:
    """At one simulated shoe. What they are asked for comes from two threads."""

    def __init__(self, felt: Felt, shoe: Shoe) -> None:
        self._felt, self._shoe = felt, shoe
        self._lock = Lock()
        self._loaded_for: int | None = None

    def hear(self, message: Message) -> None:
        """Where the core says that a shuffle is due: load a new shoe, once."""
        if not isinstance(message, Update) or not isinstance(message.view.due, Shuffle):
            return
        with self._lock:
            if message.view.due_seq != self._loaded_for:
                self._loaded_for = message.view.due_seq
                self._shoe.load(self._felt.shuffled())

    def pull(self) -> None:
        """Let the next card leave; nothing leaves an empty shoe."""
        with self._lock, contextlib.suppress(SimulatedShoeError):
            self._shoe.pull()


class Drawing:
    """The hands at work, from entering on: at ``path`` for who tells them, and at the core's socket."""

    def __init__(self, path: Path, core: Path, hands: Hands) -> None:
        self._hands = hands
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(str(path))
        self._server.listen()
        self._told: socket.socket | None = None
        self._thread = Thread(target=self._serve, name="hand", daemon=True)
        self._core = CoreClient(core, hands.hear, lambda: None)

    def __enter__(self) -> Self:
        self._thread.start()
        self._core.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._core.close()
        for one in (self._server, self._told):
            if one is not None:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._server.close()

    def _serve(self) -> None:
        """One screen at a time, until nobody listens any more."""
        while True:
            try:
                self._told, _ = self._server.accept()
            except OSError:
                return
            with self._told, contextlib.suppress(OSError), self._told.makefile("rb") as lines:
                for line in lines:
                    if line == PULL:
                        self._hands.pull()
