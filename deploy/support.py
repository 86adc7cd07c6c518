"""A technician's bundle: one .zip that says how a table's machine and its link were, and names no card.

What is in it is written by :mod:`deploy.support_texts`. Nothing at the table is changed by it.

SupportError
└── PlaceError (OSError): it cannot be written there
"""

import errno
import hashlib
import io
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from deploy import stick
from deploy.settings import Settings, SettingsError
from deploy.stick import StickError
from deploy.support_texts import MANIFEST, table_of, texts
from engine.clock import WatchedClock
from engine.looking import Unfound, Written

_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member: the same findings are the same bytes."""


class SupportError(Exception):
    """There is no bundle."""


class PlaceError(SupportError, OSError):
    """It cannot be written there: what was seen and what to do; ``errno`` as the system gave it."""

    def __init__(self, text: str, number: int) -> None:
        super().__init__(text)
        self.errno = number


def bundle(
    settings: Settings | SettingsError,
    place: Path,
    told: Callable[[float], None] = lambda _done: None,
    *,
    journal: Path | None = None,
) -> Path:
    """Write a technician's bundle; its path.

    Args:
        settings: the table's, or why there are none: then their mistakes are told.
        place: a folder that is there, in which the bundle gets a name of its own; or a new file that ends with .zip.
        told: hears how far it is, 0 to 1.
        journal: a journal's first file, instead of the settings'.

    Raises:
        PlaceError: it cannot be written there; what was there is untouched.
    """
    now = WatchedClock().now()
    with _explained(place):
        path = _path(place, settings, now)
        folder = stick.Place.at(path.parent)
    content = packed(texts(settings, journal, now, told))
    with _explained(place):
        lying = stick.write(folder, path.name, [content])
    told(1.0)
    return lying.path


def written_to_stick(settings: Settings, told: Callable[[float], None]) -> Written | Unfound:
    """A technician's bundle on the stick of ``settings``, or why there is none; ``told`` hears the progress, 0 to 1.

    The stick is looked for first.
    """
    now = WatchedClock().now()
    try:
        folder = stick.place(settings.reports.folder)
    except StickError as error:
        return Unfound(code=error.code, text=str(error))
    content = packed(texts(settings, None, now, told))
    try:
        lying = stick.write(folder, _name(settings, now), [content])
    except StickError as error:
        return Unfound(code=error.code, text=str(error))
    told(1.0)
    return Written(path=str(lying.path), size=lying.size, sha256=lying.sha256)


def packed(members: Mapping[str, str]) -> bytes:
    """``members`` as one .zip: readme first, then they in their order, then the sha256 of each."""
    written = {name: text.encode(errors="replace") for name, text in members.items()}
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in written.items())
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packing:
        for name, content in {**written, MANIFEST: sums.encode()}.items():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            packing.writestr(entry, content)
    return archive.getvalue()


def _path(place: Path, settings: Settings | SettingsError, now: str) -> Path:
    """The bundle's own, which is not there yet."""
    if place.is_dir():
        return place / _name(settings, now)
    if place.suffix.lower() != ".zip":
        raise PlaceError(
            f"{place}: no folder there, and no name of a .zip: give a folder that is there, or a new file as FILE.zip",
            errno.ENOENT,
        )
    if os.path.lexists(place):
        raise PlaceError(f"{place}: is there already and is kept: give another name", errno.EEXIST)
    return place


def _name(settings: Settings | SettingsError, now: str) -> str:
    return stick.name_of(table_of(settings) or "table", "support", now, "zip")


@contextmanager
def _explained(place: Path) -> Iterator[None]:
    """Turn the system's errors within into ours."""
    try:
        yield
    except PlaceError:
        raise
    except OSError as error:
        raise _in_words(place, error) from error


def _in_words(place: Path, error: OSError) -> PlaceError:
    """What the system said of ``place``, be it through a :class:`StickError`."""
    seen = error.__cause__ if isinstance(error.__cause__, OSError) else error
    match seen.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            remedy = f"make room there (df -h {place.parent}), or give another place"
        case errno.EROFS | errno.EACCES | errno.EPERM:
            remedy = "give a folder that this user may write to, on a medium that is not read-only"
        case errno.ENOENT | errno.ENOTDIR:
            remedy = f"make its folder (mkdir -p {place.parent}), or give another place"
        case errno.ENAMETOOLONG:
            remedy = "give a shorter name"
        case _:
            remedy = "look at dmesg, put in another medium, or give another place"
    why = seen.strerror or str(seen)
    return PlaceError(f"{place}: cannot be written ({why}): {remedy}; nothing was left there", seen.errno or 0)
