"""The settings of one table: a single TOML file, checked whole, so that every mistake is told at once.

``deploy/banca21.toml`` is the sample, with every key explained. Relative paths in a file are relative to that file.
"""

import hashlib
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from deploy.agreement import of_journal, of_reader, of_users
from deploy.fields import NO_READER, SHOE1
from deploy.mistakes import Mistake, shown, unknown
from deploy.own_settings import LONGEST_SOCKET
from deploy.sections import OPTIONAL, SECTIONS, PeopleSettings, Settings, TableSettings

__all__ = [
    "LONGEST_SOCKET",
    "NO_READER",
    "SHOE1",
    "PeopleSettings",
    "Settings",
    "SettingsError",
    "TableSettings",
    "checked",
    "load",
]


class SettingsError(ValueError):
    """A settings file that cannot be used: one line for each mistake, ``FILE: key: what was found; remedy``."""


def load(path: Path) -> Settings:
    """The settings that the file ``path`` holds.

    Raises:
        SettingsError: it cannot be read, or something in it is wrong: every mistake, a line each.
    """
    try:
        written = path.read_bytes()
    except OSError as error:
        remedy = "copy deploy/banca21.toml there and fill it in, or name another file"
        raise _refusal(path, [Mistake("", f"cannot be read ({error.strerror})", remedy)]) from error
    return checked(path, written)


def checked(path: Path, written: bytes) -> Settings:
    """The settings that the file ``path`` held when this was written there.

    Raises:
        SettingsError: something in it is wrong: every mistake, a line each.
    """
    tree = _tree(path, written)
    context = {"folder": path.absolute().parent, "digest": hashlib.sha256(written).hexdigest()}
    mistakes = [
        *of_reader(tree["shoe"], tree.get("panel")),
        *of_journal(tree["journal"]),
        *of_users(tree["core"], tree["screen"]),
    ]
    try:
        settings = Settings.model_validate(tree, context=context)
    except ValidationError as error:
        mistakes += [mistake for detail in error.errors() for mistake in _mistakes(detail, tree)]
    if mistakes:
        order = {section: place for place, section in enumerate(SECTIONS)}
        mistakes.sort(key=lambda mistake: order.get(mistake.key.partition(".")[0], len(order)))
        raise _refusal(path, mistakes)
    return settings


def _tree(path: Path, written: bytes) -> dict[str, Any]:
    """What the file says, with an empty section for each that it leaves out, so that each missing key is told."""
    try:
        tree = tomllib.loads(written.decode())
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise _refusal(path, [Mistake(f"line {line}", "not UTF-8", "save the file as UTF-8")]) from error
    except RecursionError as error:
        raise _refusal(path, [Mistake("", "nested too deeply", "write key = value under a [section]")]) from error
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).removesuffix(")").rpartition(" (at ")
        raise _refusal(path, [Mistake(place, f"not TOML: {what}", "write key = value, text in quotes")]) from error
    except ValueError as error:
        raise _refusal(path, [Mistake("", "a number of thousands of digits", "write one of a few digits")]) from error
    return {section: {} for section in SECTIONS if section not in OPTIONAL} | tree


def _refusal(path: Path, mistakes: Iterable[Mistake]) -> SettingsError:
    places = [(f"{path}: {mistake.key}" if mistake.key else str(path), mistake) for mistake in mistakes]
    lines = dict.fromkeys(f"{place}: {mistake.found}; {mistake.remedy}" for place, mistake in places)
    return SettingsError("\n".join(lines))


def _mistakes(detail: ErrorDetails, tree: dict[str, Any]) -> Iterable[Mistake]:
    """One of pydantic's errors in our words: it lies in a section, or in a key of it, or deeper (told of the key)."""
    section, *rest = map(str, detail["loc"][:2])
    fields = SECTIONS.get(section, {})
    if detail["type"] == "mistakes" and not rest:
        return [mistake.under(section) for mistake in detail["ctx"]["mistakes"]]
    if detail["type"] == "extra_forbidden" and not rest:
        return [unknown(section, Settings.model_fields)]
    if not rest:
        return [Mistake(section, shown(tree[section]), f"write it as a table, [{section}]")]
    key = f"{section}.{rest[0]}"
    match detail["type"]:
        case "extra_forbidden":
            return [unknown(rest[0], fields).under(section)]
        case "mistakes":
            return [mistake.under(key) for mistake in detail["ctx"]["mistakes"]]
        case "missing" if rest[0] not in tree[section]:
            found = "missing"
        case _:
            found = shown(tree[section][rest[0]])
    return [Mistake(key, found, fields[rest[0]].description or "")]
