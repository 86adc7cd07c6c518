"""The sentences of the link's reports: what was seen and what to do."""

from typing import Final

from firmware_bridge.firmware import shoe1
from firmware_bridge.gate_count import Disagreement

SILENT: Final = "the shoe has said nothing for 750 ms: check its cable and its supply"
NO_ANSWER: Final = "the port is open and no shoe answers: check the shoe's supply, and that the port is the shoe's"
NOISE: Final = (
    "the port gives bytes that are no frames: check the baud rate (115200), the cable, and other readers of it"
)
LID_OPEN: Final = "the shoe's lid is open: close it"
LID_CLOSED: Final = "the shoe's lid is closed"
SUPPLY_LOW: Final = "the shoe's supply is low: change its battery or its power supply before the next shoe"
SUPPLY_GOOD: Final = "the shoe's supply is good again"

_COMPARE: Final = "compare the cards on the table with the screen; if they differ, cancel the coup"


def connected(hello: shoe1.Hello) -> str:
    """The shoe answers and everything agrees."""
    return f"shoe {hello.serial} is connected"


def refusal(hello: shoe1.Hello, serial: str | None) -> str | None:
    """Why this shoe is not taken; ``None`` if it is. ``serial`` is the one that the settings name, if any."""
    if serial is not None and hello.serial != serial:
        return (
            f"the shoe on this port is {hello.serial}, the settings name {serial}: plug in {serial}, "
            f"or name {hello.serial} in the settings"
        )
    if hello.features & shoe1.FEATURE_MAC:
        return f"shoe {hello.serial} signs its frames, which this version can't check: use a shoe without a key"
    return None


def gap(first: int, last: int) -> str:
    """The shoe no longer holds events that were never taken."""
    events = f"event {first}" if first == last else f"events {first} to {last}"
    return f"cards may be missing: the shoe no longer holds its {events}: {_COMPARE}"


def disagreement(counts: Disagreement) -> str:
    """The gate counted otherwise than the log."""
    return (
        f"cards may be missing: the shoe's gate counted {counts.gate} cards out, the log holds {counts.log}: {_COMPARE}"
    )


def fault(fault: shoe1.Fault) -> str:
    """The shoe found something wrong with itself."""
    if fault.code == shoe1.FAULT_RING_FULL:
        return f"the shoe's memory was full and it dropped event {fault.detail}: look out for a report of missing cards"
    return f"the shoe reports fault {fault.code} (detail {fault.detail}): see its manual, and replace it if it recurs"
