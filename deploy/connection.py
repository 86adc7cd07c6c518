"""One client's connection: who it is, what it has said and waits for, and what is still to be sent to it."""

import socket
import threading
from collections import deque
from itertools import count
from typing import Final

from deploy.peers import Peer
from engine.messages import LONGEST_LINE

BACKLOG: Final = 1 << 20
"""Bytes kept for a client that does not read."""
MOST_UNANSWERED: Final = 64
"""Requests of one client that may wait for an answer; until one has it, no more is read of what the client says."""
CHUNK: Final = 1 << 16
"""Bytes that are read at a time."""


class Connection:
    """One client. What it says is for the clients' thread alone; sending and answering are for any thread."""

    def __init__(self, connection: socket.socket, peer: Peer) -> None:
        connection.settimeout(0)
        self.socket = connection
        self.peer = peer
        self.is_welcomed = False
        """It has been told the present state."""
        self.is_warned = False
        """It was told that its requests are too many; until all of them have their answer."""
        self.wrong = 0
        """Lines that were no request it may make."""
        self.lock = threading.Lock()
        self.backlog = bytearray()
        self._rest = b""
        self._lines: deque[bytes] = deque()
        self._numbers = count()
        self._unanswered: set[int] = set()

    # What it says

    def read(self) -> bool:
        """Take what has arrived; ``False``: it is gone."""
        try:
            said = self.socket.recv(CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        *lines, self._rest = (self._rest + said).split(b"\n")
        self._lines += lines
        return bool(said)

    @property
    def is_endless(self) -> bool:
        """What it has begun to say is longer than a line may be."""
        return len(self._rest) > LONGEST_LINE

    def line(self) -> bytes | None:
        """The oldest line that was not taken yet; ``None`` while there is none, or too many wait for an answer."""
        return self._lines.popleft() if self.can_go_on else None

    @property
    def can_go_on(self) -> bool:
        """It has said what was not taken yet, and may be taken now."""
        return bool(self._lines) and not self.is_full

    @property
    def is_held_up(self) -> bool:
        """More was asked than may wait."""
        return self.is_full and bool(self._lines)

    @property
    def is_full(self) -> bool:
        """As many requests wait for an answer as may."""
        return len(self._unanswered) >= MOST_UNANSWERED

    def asked(self) -> int:
        """A number for one more request, which waits for an answer from now on."""
        number = next(self._numbers)
        with self.lock:
            self._unanswered.add(number)
        return number

    def answered(self, number: int) -> None:
        """This request has its answer, or one more."""
        with self.lock:
            self._unanswered.discard(number)
            if not self._unanswered:
                self.is_warned = False

    # What it is told

    def send(self, line: bytes) -> bool:
        """Send ``line`` now or keep it; ``False``: the client is gone or lags too far."""
        with self.lock:
            self.backlog += line
            return self._flushed()

    def flush(self) -> bool:
        """Send what is kept; ``False``: the client is gone or lags too far."""
        with self.lock:
            return self._flushed()

    def _flushed(self) -> bool:
        try:
            while self.backlog:
                sent = self.socket.send(self.backlog)
                del self.backlog[:sent]
        except BlockingIOError:
            return len(self.backlog) <= BACKLOG
        except OSError:
            return False
        return True
