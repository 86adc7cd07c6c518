"""The panel that the settings describe: its section, checked part by part, and the panel put together."""

import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

import msgspec

from deploy.fields import tell
from deploy.mistakes import Mistake, shown, unknown
from firmware_bridge.panel.wiring import (
    SENSOR_DEBOUNCE_MS,
    SENSORS,
    ContactWiring,
    OutputWiring,
    Wiring,
    faults,
)

FACTORIES: Final = ("lgpio", "mock")
"""The pins of a Raspberry Pi, and none but in memory."""
PARTS: Final[Mapping[str, type[ContactWiring] | type[OutputWiring]]] = {
    field.name: next(kind for kind in typing.get_args(hint) if kind is not type(None))
    for field, hint in ((field, typing.get_type_hints(Wiring)[field.name]) for field in fields(Wiring))
}
"""Each part of the panel and how it is wired."""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """Which pins, and what is wired to them."""

    pins: Literal["lgpio", "mock"]
    wiring: Wiring


def panel_settings(value: object) -> PanelSettings:
    """The section ``[panel]``; every mistake in it is told at once."""
    if isinstance(value, PanelSettings):
        return value
    if not isinstance(value, Mapping):
        tell([Mistake("", shown(value), "write it as a table, [panel]")])
        raise AssertionError("told above")
    mistakes: list[Mistake] = []
    pins = value.get("pins")
    if pins not in FACTORIES:
        found = "missing" if "pins" not in value else shown(pins)
        mistakes.append(Mistake("pins", found, 'give "lgpio" on a Raspberry Pi, or "mock" to try without one'))
    parts: dict[str, Any] = {}
    for name, given in value.items():
        if name in PARTS:
            parts[name] = _part(name, given, mistakes)
        elif name != "pins":
            mistakes.append(unknown(name, ("pins", *PARTS)))
    wiring = Wiring(**parts)
    mistakes += [Mistake(fault.key, fault.found, fault.remedy) for fault in faults(wiring)]
    tell(mistakes)
    return PanelSettings(pins, wiring)  # type: ignore[arg-type]


def _part(name: str, given: object, mistakes: list[Mistake]) -> ContactWiring | OutputWiring | None:
    """How a part is wired; ``None`` where that cannot be told."""
    kind = PARTS[name]
    if not isinstance(given, Mapping):
        mistakes.append(Mistake(name, shown(given), "write it as a table: { pin = 17 }"))
        return None
    hints = typing.get_type_hints(kind)
    sound: dict[str, Any] = {"debounce_ms": SENSOR_DEBOUNCE_MS} if name in SENSORS else {}
    wrong = list(_wrong(given, hints, sound))
    if "pin" not in given:
        wrong.append(Mistake("pin", "missing", "give its GPIO (BCM) number, such as 17"))
    mistakes += [mistake.under(name) for mistake in wrong]
    return None if wrong else kind(**sound)


def _wrong(given: Mapping[str, object], hints: Mapping[str, Any], sound: dict[str, Any]) -> Iterable[Mistake]:
    """What is wrong with a part's keys; the others come into ``sound``."""
    for key, value in given.items():
        if key not in hints:
            yield unknown(key, hints)
            continue
        try:
            sound[key] = msgspec.convert(value, hints[key])
        except msgspec.ValidationError:
            choices = typing.get_args(hints[key])
            remedy = "give " + " or ".join(shown(choice) for choice in choices) if choices else "give a number"
            yield Mistake(key, shown(value), remedy)
