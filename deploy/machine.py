"""What this table's machine is: versions, settings, staff by number, the enrolled deck, the journal.

Nothing of it is secret: no name of a player, no PIN, no badge, no content of a key, no tag with its card. What cannot
be read is told in its place, and the rest is told all the same; nothing is written.
"""

import platform
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec
from pydantic import BaseModel

from deploy.settings import Settings
from engine.journal import files, keys
from engine.journal.checkpoint import last
from engine.journal.errors import JournalError
from engine.journal.files import FilesReader
from engine.looking import Machine, Member
from engine.people import private_file, staff
from engine.people.attempts import Attempts
from engine.people.errors import PeopleError
from firmware_bridge.enrolment import passport
from firmware_bridge.enrolment.errors import DeckFileError, PassportError
from firmware_bridge.registry import Registry, RegistryError

MODEL: Final = Path("/proc/device-tree/model")
"""Where Linux tells which Raspberry Pi it is."""
DIGEST: Final = "(sha256 of the file)"
"""Stands among the settings' keys, for what the log knows the settings by."""
_NAMES_OF_PEOPLE: Final = ("table.players", "core.technicians", "core.watchers")
"""Keys whose values are names of people: only how many is told."""


def machine(settings: Settings) -> Machine:
    """What the machine of this table is, as far as it can be read."""
    told = settings_told(settings)
    members, trouble = _members(settings)
    return Machine(
        versions=versions(),
        settings=told | trouble,
        staff=members,
        deck=deck_told(settings),
        journal=journal_told(settings),
    )


def versions() -> dict[str, str]:
    """Of banca21, of what it stands on, and of the system; Kivy's without importing it."""
    return {
        "banca21": _version("banca21"),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "kivy": _version("Kivy"),
        "system": _system(),
        "kernel": f"{platform.system()} {platform.release()}",
        "hardware": _hardware(),
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _system() -> str:
    try:
        told = platform.freedesktop_os_release()
    except OSError as error:
        return f"not told: {error.strerror or error}"
    return told.get("PRETTY_NAME", told.get("NAME", "not told"))


def _hardware() -> str:
    """The model where the machine has one, and its processor."""
    try:
        model = MODEL.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return platform.machine()
    return f"{model}, {platform.machine()}"


# Settings


def settings_told(settings: Settings) -> dict[str, str]:
    """Each key of the settings, dotted, with its value; names of people are counted, and of keys the files named."""
    told = {key: text for key, text in _flat("", settings) if not key.startswith(_NAMES_OF_PEOPLE)}
    counts = (len(settings.table.players), len(settings.core.technicians), len(settings.core.watchers))
    told |= {key: f"{count} named" for key, count in zip(_NAMES_OF_PEOPLE, counts, strict=True)}
    return dict(sorted(told.items())) | {DIGEST: settings.digest or "no file"}


def _flat(key: str, value: object) -> Iterator[tuple[str, str]]:
    """What lies below ``key``, down to texts and numbers."""
    parts = _parts(value)
    if parts is None:
        yield key, _in_words(value)
        return
    for name, part in parts.items():
        yield from _flat(f"{key}.{name}".lstrip("."), part)


def _parts(value: object) -> Mapping[str, object] | None:
    """The keys below a section; ``None``: it is a value."""
    if isinstance(value, BaseModel):
        return {name: getattr(value, name) for name in type(value).model_fields}
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): part for name, part in value.items()}
    return None


def _in_words(value: object) -> str:
    match value:
        case None:
            return "not given"
        case bool():
            return str(value).lower()
        case tuple() | list():
            return ", ".join(map(_in_words, value)) or "none"
        case frozenset():
            return ", ".join(sorted(map(_in_words, value))) or "none"
    return str(value)


# Staff


def _members(settings: Settings) -> tuple[tuple[Member, ...], dict[str, str]]:
    """Who works here, and by the settings' keys what cannot be read of it."""
    people = settings.people
    if people is None:
        return (), {}
    try:
        present = staff.read(people.staff).present
    except PeopleError as error:
        return (), {"people.staff": str(error)}
    try:
        locked = _locked(people.attempts, [member.staff for member in present])
    except (PeopleError, OSError) as error:
        trouble = {"people.attempts": f"{people.attempts}: it cannot be told who is locked: {error}"}
        locked = frozenset()
    else:
        trouble = {}
    return tuple(Member(staff=each.staff, duty=each.duty, is_locked=each.staff in locked) for each in present), trouble


def _locked(attempts: Path, numbers: list[str]) -> frozenset[str]:
    """Which of ``numbers`` a person must help, by a copy: asking brings the file itself up to this boot.

    Raises:
        PeopleError, OSError: it cannot be told.
    """
    kept = private_file.read(attempts)
    if kept is None:
        return frozenset()
    with tempfile.TemporaryDirectory(prefix="banca21-") as folder:
        copy = Path(folder) / attempts.name
        copy.touch(mode=0o600)
        copy.write_bytes(kept)
        counted = Attempts(copy)
        return frozenset(number for number in numbers if counted.standing(number).is_locked)


# Deck


def deck_told(settings: Settings) -> dict[str, str]:
    """Of the enrolled deck: its file, packs, cards, when it was made and by whom; empty where none is configured."""
    path = settings.shoe.deck
    if path is None:
        return {}
    told = {"file": str(path)}
    try:
        deck = Registry.load(path)
    except RegistryError:  # its words may name a tag and its card
        return told | {"packs": "not a deck that can be read: banca21 doctor says why"}
    told |= {"packs": str(len(deck.cards) // 52), "cards": str(len(deck.cards)), "white cards": str(len(deck.white))}
    return told | _made(path)


def _made(deck: Path) -> dict[str, str]:
    try:
        found = passport.of_deck(deck)
    except DeckFileError as error:
        return {"made": str(error)}
    except PassportError:  # likewise
        return {"made": f"{passport.passport_path(deck)} is no passport, or another deck's: banca21 enrol tags --check"}
    if found is None:
        return {"made": f"not known: no passport lies at {passport.passport_path(deck)}"}
    who = ", ".join(dict.fromkeys(work.by for work in found.work)) or "nobody named"
    checked = sum(pack.is_checked for pack in found.packs)
    return {"made": found.made_at, "by": who, "banca21": found.banca21, "packs passed twice": str(checked)}


# Journal


def journal_told(settings: Settings) -> dict[str, str]:
    """Of the journal: its file, records, files, size, free room, newest checkpoint."""
    path = settings.journal.path
    parts: dict[str, Callable[[], str]] = {
        "records": lambda: _records(path),
        "files": lambda: str(len(files.names(path))),
        "size": lambda: _in_mib(sum(each.stat().st_size for file in files.names(path) for each in files.beside(file))),
        "free": lambda: f"{_in_mib(shutil.disk_usage(path.parent).free)} in {path.parent}",
        "checkpoint": lambda: _checkpoint(settings),
    }
    return {"file": str(path)} | {name: _or_why_not(part) for name, part in parts.items()}


def _or_why_not(part: Callable[[], str]) -> str:
    """What ``part`` tells, or why it cannot."""
    try:
        return part()
    except JournalError as error:
        return f"cannot be read: {error}"
    except OSError as error:
        return f"cannot be read: {error}"


def _records(path: Path) -> str:
    with FilesReader(path) as log:
        head, origin = log.head, log.origin
    if head is None:
        return "none"
    return f"{origin.seq + 1} to {head.seq}"


def _in_mib(size: int) -> str:
    return f"{size / (1 << 20):.1f} MiB"


def _checkpoint(settings: Settings) -> str:
    """The newest, its signature proved."""
    key, folder = settings.journal.key, settings.journal.checkpoints
    if key is None or folder is None:
        return "none are kept: give journal.key and journal.checkpoints, a folder on another medium"
    known = last(folder, settings.table.name, keys.private_key(key).public_key())
    return f"record {known.seq}, {known.at} ({known.why})" if known is not None else f"none yet in {folder}"
