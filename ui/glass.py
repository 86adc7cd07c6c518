"""The display's light, and which touches of its glass count.

A screen that nobody needs goes dim. At a live table that is rare. Between two decisions a player may think, argue, or
fetch chips for minutes, and nobody touches anything: the next action must stay readable for all of them, and the touch
that answers it must count at once, not be spent on waking the screen. So the time that people choose runs only while
the table rests: no coup is open, no wager lies, nothing is wrong. Otherwise half an hour must pass without a touch or a
change; that is no live table any more, and the light is spared. Dim is no darkness: large text can still be read.

Whatever the screen newly shows wakes it: another instruction, a card, a wager, an alert, a reader that is lost. So does
a touch, and that touch presses nothing, from down to up, since it was made in the dark. Nor does one that comes down
within half a second of waking, whatever woke the screen: it was meant for what was seen before.
"""

import logging
import math
import os
from pathlib import Path
from typing import Any, Final, Self

from msgspec import structs

from engine.instructions import Shuffle, TakeWagers
from engine.view import PublicView
from ui.cues import STOPS
from ui.situation import TWICE_S, Situation

DIMMED: Final = 13
"""Percent of the light that a dim screen keeps: the least that is ever set. Large text keeps a contrast of 3:1."""
LEAST_DRAWN: Final = 45
"""Percent of the light below which drawing darkens none but a dim screen: black over all takes contrast as well, and a
table that is played keeps 7:1 (what is read second 4.5:1).
"""
IN_PLAY_S: Final = 1800.0
"""How long a table that does not rest keeps its light without a touch or a change."""
WOKEN_S: Final = 0.5
"""How long after waking a finger that comes down presses nothing."""
BOUNCE_S: Final = 0.04
"""A finger that comes back to the same button within this time never left it: nobody taps as fast."""
GAMMA: Final = 2.2
"""Of the display: a surface of half the value gives a fifth of the light."""
BACKLIGHTS: Final = Path("/sys/class/backlight")
"""Where Linux has them."""

_LOG: Final = logging.getLogger(__name__)


class Dimmer:
    """Whether the glass is dim, and which touches it takes. Times are seconds of one monotonic clock."""

    def __init__(self, now_s: float) -> None:
        self._situation = Situation()
        self._busy_s = now_s
        """When something was last shown or touched."""
        self._is_dim = False
        self._woken_s = float("-inf")
        self._swallowed: set[int] = set()

    @property
    def percent(self) -> int:
        """The light that is due."""
        return DIMMED if self._is_dim else self._situation.choices.brightness

    def sees(self, situation: Situation, now_s: float) -> None:
        """The screen shows ``situation`` now: what is new in it wakes; then what time does."""
        before, self._situation = self._situation, situation
        if _news(before, situation):
            self._wake(now_s)
        due_s = self._dims_at_s()
        if due_s is not None and now_s >= due_s:
            self._is_dim = True

    def next_change_s(self) -> float | None:
        """When time alone makes it dim."""
        return None if self._is_dim else self._dims_at_s()

    def takes_down(self, uid: int, now_s: float) -> bool:
        """A finger that comes down now counts; if not, nothing of that touch does."""
        if self._is_dim or now_s - self._woken_s < WOKEN_S:
            self._swallowed.add(uid)
        self._wake(now_s)
        return uid not in self._swallowed

    def takes(self, uid: int) -> bool:
        """What this finger does counts."""
        return uid not in self._swallowed

    def takes_up(self, uid: int, now_s: float) -> bool:
        """The same, of a finger that is lifted now; afterwards it is forgotten."""
        self._wake(now_s)
        is_taken = uid not in self._swallowed
        self._swallowed.discard(uid)
        return is_taken

    def _wake(self, now_s: float) -> None:
        self._busy_s = now_s
        if self._is_dim:
            self._is_dim, self._woken_s = False, now_s

    def _dims_at_s(self) -> float | None:
        after_s = self._situation.choices.dim_after_s
        if after_s == 0:
            return None
        return self._busy_s + (after_s if rests(self._situation) else max(after_s, IN_PLAY_S))


def rests(situation: Situation) -> bool:
    """Nothing is in progress and nothing is wrong: the screen may go dim."""
    view = situation.view
    if situation.fault is not None:
        return False
    if view is None:
        return True
    if view.is_closed or view.is_off:
        return True
    if not situation.is_connected or view.reader.state in STOPS:
        return False
    match view.due:
        case TakeWagers():
            return not any(box.wager for box in view.boxes)
        case Shuffle():
            return True
        case _:
            return False


def _news(before: Situation, after: Situation) -> bool:
    """Somebody who looked at the one would see something else in the other, but for what a touch opened."""
    if (before.fault, before.is_connected, before.choices) != (after.fault, after.is_connected, after.choices):
        return True
    return before.view is not after.view and _seen(before.view) != _seen(after.view)


def _seen(view: PublicView | None) -> PublicView | None:
    """All of ``view`` but the number of the record, which nobody sees."""
    return structs.replace(view, seq=0) if view is not None else None


class TouchGuard:
    """Drops the second event of one touch: what a glass that chatters or a second device makes of one finger."""

    def __init__(self) -> None:
        self._key = self._device = ""
        self._down_s = self._up_s = float("-inf")

    def takes_down(self, key: str, device: str, now_s: float) -> bool:
        """A finger that comes down now on the target ``key`` is another touch than the last one."""
        is_same = self._is_same(key, device, now_s)
        self._key, self._device, self._down_s = key, device, now_s
        return not is_same

    def lifted(self, now_s: float) -> None:
        """A finger was lifted."""
        self._up_s = now_s

    def _is_same(self, key: str, device: str, now_s: float) -> bool:
        if device != self._device:
            return now_s - max(self._down_s, self._up_s) < TWICE_S
        return key == self._key and (now_s - self._down_s < TWICE_S or now_s - self._up_s < BOUNCE_S)


def is_finger(touch: Any) -> bool:
    """Kivy's ``touch`` is a finger or a mouse's first button: no wheel, which comes as a touch too, no other button."""
    return "button" not in touch.profile or touch.button == "left"


class Backlight:
    """The display's own light, as Linux has it; all of them where there are several."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders
        self._percent: int | None = None

    @classmethod
    def found(cls, root: Path = BACKLIGHTS) -> Self | None:
        """What of it this user may set; ``None``: nothing."""
        folders = sorted(each.parent for each in root.glob("*/brightness"))
        for folder in folders:
            if not os.access(folder / "brightness", os.W_OK):
                _LOG.warning("%s: not this user's to set; see brightness in deploy/banca21.toml", folder / "brightness")
        usable = tuple(folder for folder in folders if os.access(folder / "brightness", os.W_OK))
        return cls(usable) if usable else None

    def set(self, percent: int) -> bool:
        """Give ``percent`` of the light, never less than is legible; ``False``: that cannot be done."""
        if percent == self._percent:
            return True
        try:
            for folder in self._folders:
                most = int((folder / "max_brightness").read_text())
                (folder / "brightness").write_text(str(step(percent, most)))
        except (OSError, ValueError) as error:
            _LOG.warning("the backlight cannot be set (%s): the screen is darkened by drawing", error)
            return False
        self._percent = percent
        return True


def step(percent: int, most: int) -> int:
    """The step, of ``most``, that gives ``percent`` of the light: never none, never less than a dim screen's."""
    return max(1, math.ceil(most * max(percent, DIMMED) / 100))


def veil(percent: int) -> float:
    """How much black, 0 to 0.61, leaves ``percent`` of the light."""
    light = max(percent, LEAST_DRAWN) if percent > DIMMED else DIMMED
    return 1 - math.pow(light / 100, 1 / GAMMA)


class Light:
    """Gives the light that is due: by the backlight, or else by what is drawn over everything."""

    def __init__(self, backlight: Backlight | None) -> None:
        self._backlight = backlight

    def shine(self, percent: int) -> float:
        """Give ``percent`` of the light; what is returned, 0 to 0.61, is how much black must be drawn for it."""
        if self._backlight is not None and not self._backlight.set(percent):
            self._backlight = None
        return 0.0 if self._backlight is not None else veil(percent)
