"""The sentences of the link's reports: what was seen and what to do."""

from typing import Final, Literal, TypeAlias

from firmware_bridge.firmware import shoe1
from firmware_bridge.gate_count import Disagreement

Report: TypeAlias = tuple[Literal["up", "attention", "lost", "missing"], str]
"""What the link became, and its sentence."""

SILENT: Final = "the shoe has said nothing for 750 ms: check its cable and its supply"
NO_ANSWER: Final = "the port is open and no shoe answers: check the shoe's supply, and that the port is the shoe's"
FORGED: Final = (
    "the port gives frames that the shoe's key did not sign: check that shoe.key is this shoe's, and look at the cable "
    "for what does not belong there"
)
LID_OPEN: Final = "the shoe's lid is open: close it"
LID_CLOSED: Final = "the shoe's lid is closed"
LINE_GOOD: Final = "the line to the shoe is good again"
SUPPLY_LOW: Final = "the shoe's supply is low: change its battery or its power supply before the next shoe"
SUPPLY_GOOD: Final = "the shoe's supply is good again"
TWO_TAGS: Final = "two cards left the shoe at once, so that none was read: look at what lies there, and name it"

COMPARE: Final = "compare the cards on the table with the screen; if they differ, cancel the coup"

_FAULTS: Final = {
    shoe1.FAULT_RING_FULL: "the shoe's memory was full and it dropped event {detail}: look out for a report of missing "
    "cards",
    shoe1.FAULT_TWO_TAGS: TWO_TAGS,
    shoe1.FAULT_TAG_READER: "the shoe's tag reader does not work (status {detail}): cards pass unread; name them, and "
    "change the shoe",
}


def lid(*, is_open: bool) -> Report:
    """The lid was opened or closed."""
    return ("attention", LID_OPEN) if is_open else ("up", LID_CLOSED)


def supply(*, is_low: bool) -> Report:
    """The supply's voltage fell or rose."""
    return ("attention", SUPPLY_LOW) if is_low else ("up", SUPPLY_GOOD)


def noise(baud: int) -> str:
    """The port gives garbage."""
    return f"the port gives bytes that are no frames: check the baud rate ({baud}), the cable, and other readers of it"


def connected(hello: shoe1.Hello, *, is_signed: bool) -> str:
    """The shoe answers and everything agrees; what it lacks is said."""
    lacks = "" if is_signed else ", not authenticated"
    if not hello.features & shoe1.FEATURE_GATE:
        lacks += ", without an exit gate: a card that it does not read goes unnoticed, so watch that each one shows"
    return f"shoe {hello.serial} is connected{lacks}"


def refusal(hello: shoe1.Hello, serial: str | None, *, has_key: bool) -> str | None:
    """Why this shoe is not taken; ``None`` if it is. ``serial`` is the one that the settings name, if any."""
    if serial is not None and hello.serial != serial:
        return (
            f"the shoe on this port is {hello.serial}, the settings name {serial}: plug in {serial}, "
            f"or name {hello.serial} in the settings"
        )
    if hello.features & shoe1.FEATURE_MAC and not has_key:
        return f"shoe {hello.serial} signs its frames: name the file of its key in the settings, as shoe.key"
    if has_key and not hello.features & shoe1.FEATURE_MAC:
        return (
            f"shoe {hello.serial} does not sign its frames and the settings name a key: put the key into the shoe, "
            "or strike shoe.key"
        )
    return None


def gap(first: int, last: int) -> str:
    """The shoe no longer holds events that were never taken."""
    events = f"event {first}" if first == last else f"events {first} to {last}"
    return f"cards may be missing: the shoe no longer holds its {events}: {COMPARE}"


def disagreement(counts: Disagreement) -> str:
    """The gate counted otherwise than the log."""
    return (
        f"cards may be missing: the shoe's gate counted {counts.gate} cards out, the log holds {counts.log}: {COMPARE}"
    )


def fault(fault: shoe1.Fault) -> str:
    """The shoe found something wrong with itself."""
    known = _FAULTS.get(fault.code)
    if known is not None:
        return known.format(detail=fault.detail)
    return f"the shoe reports fault {fault.code} (detail {fault.detail}): see its manual, and replace it if it recurs"
