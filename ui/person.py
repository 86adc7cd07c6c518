"""Somebody who stands behind what is asked at the screen."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Person:
    """By staff number, and PIN where the table has staff."""

    staff: str
    pin: str = field(default="", repr=False)
