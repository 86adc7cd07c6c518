"""The core's socket in the file system: where it lies, and whose group may reach it."""

import contextlib
import grp
import os
import socket
from pathlib import Path

from deploy.folders import EVERYBODY_PASSES, make


class SocketInUseError(RuntimeError):
    """Another core answers at the socket, or the place for it cannot be used."""


class BarredError(PermissionError):
    """The core's socket is not for this user."""


def listening(path: Path, group: str | None = None) -> socket.socket:
    """A listening Unix socket at ``path``; a dead one that lies there is replaced.

    Args:
        path: its folder is made if it is missing.
        group: who may reach it beside this user; ``None``: nobody.

    Raises:
        SocketInUseError: a core answers there already, or the place cannot be used.
    """
    try:
        make(path.parent, EVERYBODY_PASSES)
        if path.is_socket():
            _refuse_a_second_core(path)
            path.unlink()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        if group is not None:
            _give(path, group)
        path.chmod(0o600 if group is None else 0o660)
    except OSError as error:
        raise SocketInUseError(
            f"{path}: {error.strerror or error}: give another core.socket in the settings, of under 108 characters, "
            "in a folder that this user can write"
        ) from error
    listener.listen()
    listener.settimeout(0)
    return listener


def _give(path: Path, group: str) -> None:
    try:
        os.chown(path, -1, grp.getgrnam(group).gr_gid)
    except PermissionError as error:
        raise SocketInUseError(
            f"{path}: this user is not in the group {group} (core.group), which may reach the core: "
            f"run: adduser USER {group}, and start the core again"
        ) from error


def _refuse_a_second_core(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(ConnectionRefusedError, FileNotFoundError):
        probe.connect(str(path))
        raise SocketInUseError(f"{path}: another core answers here: stop it first, or give another core.socket")


def refuse_barred(path: Path) -> None:
    """See that this user may reach the core's socket; one that is not there is told when it is connected to.

    Raises:
        BarredError: it is there, for others.
    """
    try:
        if not path.is_socket() or os.access(path, os.W_OK):
            return
    except PermissionError:
        pass
    raise BarredError(f"{path}: this user may not reach the core: ask for a place in core.group and core.watchers")
