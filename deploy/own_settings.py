"""The screen's own part of the settings file, read at once: a window need not wait until the whole of it is checked.

There is no pydantic in here, which takes longer to import than the rest of the screen. What is read is what
:func:`deploy.settings.load` would give; where that would find a mistake in this part, nothing is read.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from deploy.users import no_such_user
from ui.choices import Choices
from ui.options import Screen

LONGEST_SOCKET: Final = 107
"""Bytes of a Unix socket's path (``sun_path`` in unix(7), less its closing nought)."""

_Pixels = Annotated[int, Meta(ge=1)]


class _Core(Struct, frozen=True, forbid_unknown_fields=True):
    socket: str = "/run/banca21/core.sock"
    user: str | None = None
    group: Any = None
    technicians: Any = None
    watchers: Any = None


class _Screen(Choices, frozen=True, kw_only=True, forbid_unknown_fields=True):
    size: tuple[_Pixels, _Pixels] = (800, 480)
    px_per_mm: Annotated[float, Meta(gt=0, le=100)] = 5.2
    fullscreen: bool = True
    user: str | None = None
    choices: str = "/var/lib/banca21-screen/choices.json"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    core: _Core = _Core()
    screen: _Screen = _Screen()
    table: Any = None
    shoe: Any = None
    panel: Any = None
    journal: Any = None
    people: Any = None
    reports: Any = None


class OwnSettings(Struct, frozen=True):
    """What a screen needs before its first frame."""

    user: str | None
    """Whom it runs as; ``None``: whoever starts it."""
    screen: Screen
    written: bytes
    """All that the file said then."""


def own_settings(path: Path) -> OwnSettings | None:
    """What the file ``path`` says to its screen; ``None``: it cannot be read, or something in that part is wrong."""
    try:
        written = path.read_bytes()
        file = msgspec.convert(tomllib.loads(written.decode()), _File)
        folder = path.absolute().parent
        socket, choices = placed(file.core.socket, folder), placed(file.screen.choices, folder)
    except (OSError, ValueError, RecursionError, msgspec.ValidationError):
        return None
    users = [name for name in (file.screen.user, file.core.user) if name is not None]
    if len(bytes(socket)) > LONGEST_SOCKET or any(not name or no_such_user(name) for name in users):
        return None
    screen = Screen(
        socket=socket,
        size=file.screen.size,
        px_per_mm=file.screen.px_per_mm,
        is_fullscreen=file.screen.fullscreen,
        chosen=Choices(**{name: getattr(file.screen, name) for name in Choices.__struct_fields__}),
        choices=choices,
    )
    return OwnSettings(users[0] if users else None, screen, written)


def screen_user(path: Path) -> str | None:
    """The user whom a file means for its screen, as far as it tells in spite of its mistakes."""
    try:
        tree = tomllib.loads(path.read_bytes().decode())
    except (OSError, ValueError, RecursionError):
        return None
    for section in (tree.get("screen"), tree.get("core")):
        name = section.get("user") if isinstance(section, dict) else None
        if isinstance(name, str) and no_such_user(name) is None:
            return name
    return None


def placed(value: str | Path, folder: Path | str) -> Path:
    """The path that the settings mean by ``value``: relative to ``folder``.

    Raises:
        ValueError: it is none.
    """
    if not str(value).strip() or "\0" in str(value):
        raise ValueError
    return Path(folder, value)
