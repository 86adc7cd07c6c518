"""How the machine is that the table runs on: its clock, its disk, and what threads tell of their own parts."""

from typing import Final

from engine.events import Note
from engine.journal.room import Room
from engine.ports import Clock
from engine.view import Condition

DISK_NEARLY_FULL: Final = "disk_nearly_full"


class Machine:
    """The table's thread alone uses it. Without ``room`` the disk is not looked at."""

    def __init__(self, clock: Clock, room: Room | None) -> None:
        self._clock = clock
        self._room = room
        self._told: dict[str, Condition] = {}
        self._noted: set[str] = set()

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What people at the table must know, as long as it is so."""
        return (*self._clock.conditions(), *self._told.values())

    @property
    def has_room(self) -> bool:
        """The disk has room for a coup more."""
        return self._room is None or not self._room.is_short

    def became(self, condition: Condition) -> bool:
        """It is so now, or with an empty text is so no more; ``False``: that was known."""
        before = self._told.pop(condition.code, None)
        if condition.text:
            self._told[condition.code] = condition
        return before != (condition if condition.text else None)

    def keep_room(self) -> bool:
        """Keep some of the disk aside; ``True``: it is nearly full, or no more, and was not before."""
        if self._room is None:
            return False
        self._room.keep()
        is_short = self._room.is_short
        if is_short is (DISK_NEARLY_FULL in self._told):
            return False
        return self.became(Condition(DISK_NEARLY_FULL, self._room.text if is_short else ""))

    def gives_room(self, why: str) -> bool:
        """Give what was kept aside to a disk that is full; ``False``: nothing was."""
        if self._room is None or not self._room.give():
            return False
        self.became(Condition(DISK_NEARLY_FULL, why))
        return True

    def news(self) -> list[Note]:
        """What became so since this was asked last, for the log."""
        now = self.conditions
        new = [condition for condition in now if condition.code not in self._noted]
        self._noted = {condition.code for condition in now}
        return [Note(text=f"{condition.code}: {condition.text}") for condition in new]
