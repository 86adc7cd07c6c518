"""The settings of one table: a single TOML file, checked whole, so that every mistake is told at once.

``deploy/banca21.toml`` is the sample, with every key explained. Relative paths in a file are relative to that file.
A field's description is the remedy that a person is told when the field is wrong.
"""

import hashlib
import re
import tomllib
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictInt,
    ValidationError,
)
from pydantic import ValidationInfo as Info
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from deploy.mistakes import Mistake, shown, tell, unknown
from deploy.panel import PanelSettings, panel_settings
from engine.betting import LONGEST_NAME
from engine.rules import TableRules, faults
from firmware_bridge.device import Contact
from firmware_bridge.shoes import READERS

LONGEST_SOCKET: Final = 107
"""Bytes of a Unix socket's path (``sun_path`` in unix(7), less its closing nought)."""


class SettingsError(ValueError):
    """A settings file that cannot be used: one line for each mistake, ``FILE: key: what was found; remedy``."""


# ---- What a field may hold. A validator that raises ValueError has the field's description told. ----


def _is_name(value: object) -> bool:
    return (
        isinstance(value, str)
        and 1 <= len(value) <= LONGEST_NAME
        and value.isprintable()
        and not (value.startswith(" ") or value.endswith(" "))
    )


def _name(value: object) -> object:
    if not _is_name(value):
        raise ValueError
    return value


def _path(value: object, info: Info) -> Path:
    if not isinstance(value, str | Path) or not str(value).strip() or "\0" in str(value):
        raise ValueError
    return Path(info.context["folder"] if info.context else "", value)


def _socket(path: Path) -> Path:
    if len(bytes(path)) > LONGEST_SOCKET:
        tell([Mistake("", f"{len(bytes(path))} bytes long", f"give a path of at most {LONGEST_SOCKET} bytes")])
    return path


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError
    return dict(value)


def _rules(value: object) -> TableRules:
    """Each rule judged for itself, then what the law forbids of the sound ones together."""
    given = _table(msgspec.to_builtins(value) if isinstance(value, TableRules) else value)
    kinds = {field.name: field.type for field in msgspec.structs.fields(TableRules)}
    sound, mistakes = {}, []
    for key, rule in given.items():
        try:
            sound[key] = msgspec.convert(rule, kinds[key])
        except KeyError:
            mistakes.append(unknown(key, kinds))
        except msgspec.ValidationError:
            mistakes.append(Mistake(key, shown(rule), _rule_remedy(kinds[key])))
    rules = TableRules(**sound)
    if "equipment" in sound or "equipment" not in given:  # the packs cannot be judged without it
        mistakes += [Mistake(fault.field, fault.why, fault.remedy) for fault in faults(rules)]
    tell(mistakes)
    return rules


def _rule_remedy(kind: Any) -> str:
    if typing.get_origin(kind) is Literal:
        return "give " + " or ".join(shown(value) for value in typing.get_args(kind))
    return "give true or false" if kind is bool else "give a whole number"


def _players(value: object, info: Info) -> Mapping[int, str]:
    """Everybody at a box of the layout, and at one only."""
    boxes = info.data["rules"].boxes if "rules" in info.data else 7
    seated: dict[int, str] = {}
    mistakes = []
    for box, name in _table(value).items():
        if str(box) not in map(str, range(1, boxes + 1)):
            mistakes.append(Mistake(str(box), "no such box", f"give a box from 1 to {boxes}"))
        elif not _is_name(name):
            mistakes.append(Mistake(str(box), shown(name), f"give a name of 1 to {LONGEST_NAME} characters"))
        elif name in seated.values():
            mistakes.append(Mistake(str(box), f"{shown(name)} sits at another box too", "seat each player once"))
        else:
            seated[int(box)] = name
    tell(mistakes)
    return MappingProxyType(seated)


NO_READER: Final = "none"
"""Every card is told by hand."""
SHOE1: Final = "shoe1"
"""A shoe that speaks SHOE/1."""
READER_NAMES: Final = (SHOE1, *READERS, NO_READER)
"""What ``shoe.reader`` can be, but for adapters."""
ADAPTER: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""``package.module:function``."""

Name = Annotated[str, PlainValidator(_name)]
File = Annotated[Path, PlainValidator(_path)]
Socket = Annotated[File, AfterValidator(_socket)]
Pixels = Annotated[StrictInt, Field(ge=1)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True)


class TableSettings(_Section):
    """The table: its name, its rules, and who sits there when it opens."""

    name: Name = Field(description=f'give the table\'s name, 1 to {LONGEST_NAME} characters, such as "BJ-01"')
    rules: Annotated[TableRules, PlainValidator(_rules)] = Field(
        default=TableRules(), description="write the rules as a table, [table.rules]"
    )
    players: Annotated[Mapping[int, str], PlainValidator(_players)] = Field(
        default_factory=lambda: MappingProxyType({}),
        description="write the players as a table, [table.players], box = name",
    )


def _reader(value: object) -> str:
    if value in READER_NAMES or (isinstance(value, str) and ADAPTER.fullmatch(value)):
        return str(value)
    raise ValueError


class ShoeSettings(_Section):
    """The shoe on its wire."""

    reader: Annotated[str, PlainValidator(_reader)] = Field(
        default=SHOE1,
        description=f"give {', '.join(READER_NAMES)}, or an adapter as package.module:function",
    )
    port: File | None = Field(
        default=None, description='give the shoe\'s serial device, such as "/dev/serial/by-id/usb-…"'
    )
    serial: Annotated[str, Field(min_length=1)] | None = Field(
        default=None,
        description="give the serial number that the shoe reports, as text, or leave it out to take any shoe",
    )
    key: File | None = Field(
        default=None, description="give the file of the shoe's key in hex, or leave it out where the shoe has none"
    )
    deck: File | None = Field(
        default=None, description='give the CSV file of the enrolled tags: a line "tag,card", then one for each card'
    )
    reads: Annotated[StrictInt, Field(ge=2, le=20)] | None = Field(
        default=None, description="give a whole number of agreeing reads from 2 to 20"
    )
    before_ms: Annotated[StrictInt, Field(ge=50, le=5000)] = Field(
        default=500, description="give milliseconds from 50 to 5000"
    )
    after_ms: Annotated[StrictInt, Field(ge=0, le=2000)] = Field(
        default=150, description="give milliseconds from 0 to 2000"
    )


class JournalSettings(_Section):
    """Where everything that happened is kept."""

    path: File = Field(default=Path("/var/lib/banca21/journal.db"), description="give the journal's file")


class CoreSettings(_Section):
    """Where the core listens to the screen and other clients."""

    socket: Socket = Field(default=Path("/run/banca21/core.sock"), description="give the path of the core's socket")


class ScreenSettings(_Section):
    """The dealer's screen."""

    size: tuple[Pixels, Pixels] = Field(
        default=(800, 480), strict=False, description="give width and height in pixels, such as [800, 480]"
    )
    px_per_mm: float = Field(
        default=5.2,
        gt=0,
        le=100,
        allow_inf_nan=False,
        description="give pixels per millimetre of the display, such as 5.2",
    )
    fullscreen: bool = Field(default=True, description="give true or false")


class Settings(_Section):
    """One table's settings, sound as a whole."""

    table: TableSettings
    shoe: ShoeSettings
    panel: Annotated[PanelSettings | None, PlainValidator(panel_settings)] = None
    journal: JournalSettings = JournalSettings()
    core: CoreSettings = CoreSettings()
    screen: ScreenSettings = ScreenSettings()
    _digest: str = ""

    def model_post_init(self, context: dict[str, Any] | None) -> None:
        """Keep what the file's bytes hash to."""
        self._digest = context["digest"] if context else ""

    @property
    def digest(self) -> str:
        """SHA-256 of the file's bytes in hexadecimal digits; empty where there is no file."""
        return self._digest


SECTIONS: Final[dict[str, dict[str, FieldInfo]]] = {
    "table": TableSettings.model_fields,
    "shoe": ShoeSettings.model_fields,
    "journal": JournalSettings.model_fields,
    "core": CoreSettings.model_fields,
    "screen": ScreenSettings.model_fields,
}
"""The file's sections and the keys of each."""


# ---- The file. ----


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
    tree = _tree(path, written)
    context = {"folder": path.absolute().parent, "digest": hashlib.sha256(written).hexdigest()}
    mistakes = list(_of_reader(tree["shoe"], tree.get("panel")))
    try:
        settings = Settings.model_validate(tree, context=context)
    except ValidationError as error:
        mistakes += [mistake for detail in error.errors() for mistake in _mistakes(detail, tree)]
    if mistakes:
        order = {section: place for place, section in enumerate(SECTIONS)}
        mistakes.sort(key=lambda mistake: order.get(mistake.key.partition(".")[0], len(order)))
        raise _refusal(path, mistakes)
    return settings


def _of_reader(shoe: object, panel: object) -> Iterable[Mistake]:
    """What the reader that is named must have, and what others alone have."""
    if not isinstance(shoe, Mapping):
        return
    reader = shoe.get("reader", SHOE1)
    for key in ("port", "deck"):
        if reader != NO_READER and key not in shoe:
            yield Mistake(f"shoe.{key}", "missing", ShoeSettings.model_fields[key].description or "")
    for key in ("serial", "key"):
        if reader != SHOE1 and key in shoe:
            yield Mistake(f"shoe.{key}", f"only a {SHOE1} shoe has one", "leave it out")
    if reader == SHOE1 and isinstance(panel, Mapping):
        for contact in sorted({each.value for each in Contact} & set(panel)):
            yield Mistake(f"panel.{contact}", f"a {SHOE1} shoe has its own", "leave it out")


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
    return {section: {} for section in SECTIONS} | tree


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
