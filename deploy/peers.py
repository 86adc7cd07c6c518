"""Who is at the socket: each connection is known by its Unix user, and who is not named is nobody."""

import os
import socket
import struct
from enum import StrEnum
from typing import Final

import msgspec

from deploy.sections import Settings
from deploy.users import User

UCRED: Final = struct.Struct("iII")
"""``struct ucred``: pid, uid, gid (unix(7), SO_PEERCRED)."""
ROOT: Final = 0


class Kind(StrEnum):
    """What a client is to the table."""

    SCREEN = "screen"
    """The dealer's screen: asks for what the table's people do, and how the devices are."""
    TECHNICIAN = "technician"
    """Asks the same from a terminal."""
    WATCHER = "watcher"
    """Is shown what everybody sees, and may ask nothing but how the devices are."""


class Peer(msgspec.Struct, frozen=True):
    """Who connected, as the kernel tells it."""

    kind: Kind
    uid: int
    pid: int


class StrangerError(PermissionError):
    """A user whom the settings do not name."""


class Admission(msgspec.Struct, frozen=True):
    """Which users are let in, as what: the first that fits of screen, technician, watcher."""

    screen: int
    technicians: frozenset[int] = frozenset()
    """Beside root."""
    watchers: frozenset[int] = frozenset()

    def peer(self, connection: socket.socket) -> Peer:
        """Who is at the other end.

        Raises:
            StrangerError: nobody who is let in.
        """
        written = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, UCRED.size)
        pid, uid, _gid = UCRED.unpack(written)
        return Peer(self.kind(uid), uid, pid)

    def kind(self, uid: int) -> Kind:
        """As what this user is let in.

        Raises:
            StrangerError: he is not.
        """
        if uid == self.screen:
            return Kind.SCREEN
        if uid == ROOT or uid in self.technicians:
            return Kind.TECHNICIAN
        if uid in self.watchers:
            return Kind.WATCHER
        raise StrangerError(
            f"the user {uid} is not let in: name the user in the settings, under core.watchers or core.technicians"
        )


def admission(settings: Settings) -> Admission:
    """Whom this process, which is the core, lets in.

    Where the screen has a user of its own, the core's may watch.
    """
    own = os.geteuid()
    screen = settings.screen.user
    watchers = _uids(settings.core.watchers)
    return Admission(
        screen=own if screen is None else User.named(screen).uid,
        technicians=_uids(settings.core.technicians),
        watchers=watchers if screen is None else watchers | {own},
    )


def _uids(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(User.named(name).uid for name in names)
