"""The hand that draws cards where one person plays alone, at ``banca21 demo --by-hand``: a client of its socket."""

import contextlib
import socket
from pathlib import Path
from typing import Final

PULL: Final = b"pull\n"
"""What the hand is told: let the next card leave the shoe."""
PATIENCE_S: Final = 0.2
"""So long the socket may keep who touches waiting, in seconds."""


class Hand:
    """Draws cards at ``path``; whoever is there may come and go."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None

    def pull(self) -> bool:
        """Let the next card leave the shoe; ``False``: nobody is there who could."""
        if self._socket is not None and self._sent(self._socket):
            return True
        self.close()
        self._socket = self._reached()
        return self._socket is not None and self._sent(self._socket)

    def close(self) -> None:
        """Go away."""
        gone, self._socket = self._socket, None
        if gone is not None:
            gone.close()

    def _reached(self) -> socket.socket | None:
        reached = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        reached.settimeout(PATIENCE_S)
        try:
            reached.connect(str(self._path))
        except OSError:
            reached.close()
            return None
        return reached

    def _sent(self, connected: socket.socket) -> bool:
        with contextlib.suppress(OSError):
            return connected.send(PULL, socket.MSG_NOSIGNAL) == len(PULL)
        return False
