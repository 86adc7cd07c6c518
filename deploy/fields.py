"""What a field of the settings may hold.

A validator that raises ``ValueError`` has the field's description told, which is its remedy; :func:`tell` tells others.
"""

import re
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import AfterValidator, Field, PlainValidator, StrictInt
from pydantic import ValidationInfo as Info
from pydantic_core import PydanticCustomError

from deploy.mistakes import Mistake, shown, unknown
from deploy.own_settings import LONGEST_SOCKET, placed
from deploy.users import no_such_group, no_such_user
from engine import chips
from engine.betting import LONGEST_NAME
from engine.chips import Chips
from engine.rules import TableRules, faults
from firmware_bridge.shoes import READERS
from ui.choices import DIM_AFTER_S, Cue, DimAfter

NO_READER: Final = "none"
"""Every card is told by hand."""
SHOE1: Final = "shoe1"
"""A shoe that speaks SHOE/1."""
READER_NAMES: Final = (SHOE1, *READERS, NO_READER)
"""What ``shoe.reader`` can be, but for adapters."""
ADAPTER: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""``package.module:function``."""


def tell(mistakes: Iterable[Mistake]) -> None:
    """Have pydantic report ``mistakes``, if any, as those of the field that is being judged."""
    if told := tuple(mistakes):
        raise PydanticCustomError("mistakes", "several", {"mistakes": told})


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
    if not isinstance(value, str | Path):
        raise ValueError
    return placed(value, info.context["folder"] if info.context else "")


def _socket(path: Path) -> Path:
    if len(bytes(path)) > LONGEST_SOCKET:
        tell([Mistake("", f"{len(bytes(path))} bytes long", f"give a path of at most {LONGEST_SOCKET} bytes")])
    return path


def _user(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError
    if wrong := no_such_user(value):
        tell([wrong])
    return value


def _users(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) and name for name in value):
        raise ValueError
    tell(wrong for name in value if (wrong := no_such_user(name)))
    return tuple(value)


def _group(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError
    if wrong := no_such_group(value):
        tell([wrong])
    return value


def _dim_after(value: object) -> DimAfter:
    if type(value) is not int or value not in DIM_AFTER_S:
        raise ValueError
    return value


def _sounds(value: object) -> frozenset[Cue]:
    if not isinstance(value, list | tuple | frozenset):
        raise ValueError
    return frozenset(Cue(each) for each in value)


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


def _chips(value: object, info: Info) -> tuple[int, ...]:
    """The smallest is the rules' own, and makes up the others."""
    if not isinstance(value, list | tuple) or not value or not all(type(chip) is int and chip > 0 for chip in value):
        raise ValueError
    unit = info.data["rules"].chip_unit if "rules" in info.data else value[0]
    mistakes = [
        Mistake("", f"{shown(chip)} is no multiple of {unit}, the chip_unit", f"give multiples of {unit}")
        for chip in value
        if chip % unit
    ]
    if unit not in value:
        mistakes.append(Mistake("", f"no chip of {unit}, the chip_unit", f"add {unit}"))
    tell(mistakes)
    return tuple(sorted(set(value)))


def _wagers(value: Literal["amounts", "none"], info: Info) -> Literal["amounts", "none"]:
    """Where no amounts are told, wagers of two chips and of four must be lawful."""
    rules = info.data.get("rules", TableRules())
    found = chips.faults(rules, Chips(are_told=value == "amounts"))
    tell(Mistake("", f"{shown(value)}, with a {fault.field} of {fault.why}", fault.remedy) for fault in found)
    return value


def _reader(value: object) -> str:
    if value in READER_NAMES or (isinstance(value, str) and ADAPTER.fullmatch(value)):
        return str(value)
    raise ValueError


Name = Annotated[str, PlainValidator(_name)]
File = Annotated[Path, PlainValidator(_path)]
Socket = Annotated[File, AfterValidator(_socket)]
UserName = Annotated[str, PlainValidator(_user)]
UserNames = Annotated[tuple[str, ...], PlainValidator(_users)]
GroupName = Annotated[str, PlainValidator(_group)]
Seconds = Annotated[DimAfter, PlainValidator(_dim_after)]
Sounds = Annotated[frozenset[Cue], PlainValidator(_sounds)]
Pixels = Annotated[StrictInt, Field(ge=1)]
Rules = Annotated[TableRules, PlainValidator(_rules)]
Players = Annotated[Mapping[int, str], PlainValidator(_players)]
ChipValues = Annotated[tuple[int, ...], PlainValidator(_chips)]
Wagers = Annotated[Literal["amounts", "none"], AfterValidator(_wagers)]
Reader = Annotated[str, PlainValidator(_reader)]
