"""The core as deploy/core.py puts it together, without a device; its table's thread is the test's own.

The threads of index and witness do their work at once, when :meth:`Core.settle` is called: so that two cores can be
compared after each event.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from deploy.clients import Clients
from deploy.core import said, waits
from deploy.hearing import Hearing
from deploy.kept import Indexed, Witnessed
from deploy.peers import Admission, Peer
from deploy.stall import StallWatch
from engine.clock import WatchedClock
from engine.journal.errors import JournalFull
from engine.journal.index import Indexer
from engine.journal.index_file import beside
from engine.journal.retention import Policy
from engine.journal.room import Room
from engine.journal.store import Journal
from engine.journal.witness import Unwitnessed, Witness
from engine.messages import Asked
from engine.people.desk import Desk
from engine.ports import Taken
from engine.rules import TableRules
from engine.session import Heard, Input, Opening, Reply, Session
from engine.view import Condition
from observed.around import STAFF, Devices, Ticks

TABLE: Final = "BJ-01"
KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
"""Signs the checkpoints here; nothing else is signed with it."""
PUBLIC: Final = KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
ROOM: Final = 1 << 20
"""Bytes that must be free here for a coup to begin."""


@dataclass(frozen=True)
class Place:
    """Where one core keeps its things; always the same path, so that it may be told in words."""

    folder: Path

    @property
    def journal(self) -> Path:
        return self.folder / "journal.db"

    @property
    def checkpoints(self) -> Path:
        return self.folder / "elsewhere"

    @property
    def socket(self) -> Path:
        return self.folder / "core.sock"

    @property
    def key(self) -> Path:
        return self.folder / "checkpoints.pem"

    def prepare(self) -> None:
        self.checkpoints.mkdir(parents=True)
        self.key.write_bytes(PUBLIC)


class NoThread:
    """Does nothing by itself."""

    def __init__(self, **_: object) -> None: ...

    def start(self) -> None: ...

    def join(self, _timeout: float | None = None) -> None: ...


@contextmanager
def without_threads() -> Iterator[None]:
    """Index and witness begin no thread meanwhile."""
    here = SimpleNamespace(Thread=NoThread, Lock=threading.Lock, Event=threading.Event)
    with patch("engine.journal.index.threading", here), patch("engine.journal.witness.threading", here):
        yield


class Client:
    """Somebody at the socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._socket.settimeout(0)

    def say(self, line: bytes) -> None:
        self._socket.sendall(line)

    def heard(self) -> bytes:
        """What has come since this was asked last."""
        heard = b""
        with suppress(BlockingIOError):
            while chunk := self._socket.recv(1 << 20):
                heard += chunk
        return heard

    def close(self) -> None:
        self._socket.close()


class Core:
    """One core from its start to its end: call :meth:`run`."""

    def __init__(
        self,
        place: Place,
        rules: TableRules,
        ticks: Ticks,
        random_bytes: Callable[[int], bytes],
        heard: Callable[[Taken], None],
        *,
        has_staff: bool,
    ) -> None:
        self.place = place
        self.devices = Devices()
        self.is_slow = False
        """The next append takes its time."""
        self.is_full = False
        """The next append meets a full disk."""
        self._has_staff = has_staff
        self._index = Indexer(beside(place.journal))
        clock = WatchedClock(ticks.wall, ticks.monotonic)
        self._witness = Witness(
            KEY, place.checkpoints, TABLE, tell=self._unwitnessed, now=clock.now, monotonic=ticks.monotonic
        )
        self.session = Session(
            Opening(TABLE, "1.0.0", "0" * 64, rules),
            self._open,
            self.devices,
            clock,
            lambda message: said(self.clients, self.devices, message),  # type: ignore[arg-type]
            room=Room(place.journal, ROOM),
            desk=Desk(ticks.monotonic) if has_staff else None,
            policy=Policy(31, 400),
            followers=(Witnessed(self._witness), Indexed(self._index, self._became), _Ear(heard)),
            random_bytes=random_bytes,
        )
        self.clients = Clients(
            place.socket,
            self._joined,
            Hearing(self._gate, lambda: ()),
            Admission(screen=os.geteuid()),
        )
        self._stall = StallWatch(lambda: self.session.pending_since, lambda pending: waits(self.clients, pending))

    def run(self) -> None:
        """Keep the table until the word to stop comes in."""
        self.clients.start()
        try:
            self.session.run()
        finally:
            self.clients.stop()
            self._index._keep()
            self._witness_now()
            self.devices.close()

    def settle(self) -> None:
        """Let the work be done that other threads of the core would do now."""
        self._index_now()
        self._witness_now()
        self._stall._look(None)

    def _index_now(self) -> None:
        while not self._index._work.empty():
            try:
                self._index._do_next()
            except Exception as error:  # noqa: BLE001 - the outermost loop of the thread that is not there
                self._index._failed(error)

    def _witness_now(self) -> None:
        witness = self._witness
        witness.turn()
        while not witness._lines.empty():
            line = witness._lines.get()
            if line is not None:
                witness._outcomes.put(witness._written(line))
            witness.turn()

    def _joined(self, joined: Input) -> None:
        self.session.inbox.put(joined)

    def _became(self, condition: Condition) -> None:
        self.session.inbox.put(condition)

    def _unwitnessed(self, unwitnessed: Unwitnessed | None) -> None:
        self._became(Condition("unwitnessed", unwitnessed.text if unwitnessed is not None else ""))

    def _gate(self, _peer: Peer, asked: Asked, reply: Reply) -> None:
        self.session.inbox.put(Heard(asked, reply, STAFF if self._has_staff else None))

    def _open(self) -> Journal:
        journal = Journal.open(self.place.journal)
        append = journal.append

        def troubled(payload: bytes, **named: Any) -> Any:
            if self.is_slow:
                self.is_slow = False
                self._stall._look(self.session.pending_since)
            if self.is_full:
                self.is_full = False
                raise JournalFull(f"{journal.path}: the disk is full: make room")
            return append(payload, **named)

        journal.append = troubled  # type: ignore[method-assign]
        return journal


class _Ear:
    """Told of every record, as what follows the journal is."""

    def __init__(self, heard: Callable[[Taken], None]) -> None:
        self._heard = heard

    def taken(self, taken: Taken) -> None:
        self._heard(taken)

    def stop(self) -> None: ...
