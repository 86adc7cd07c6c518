"""Tower light and buzzer: what they are to show, brought onto the pins as time passes."""

from collections.abc import Mapping
from typing import Final

from firmware_bridge.panel.pins import Output
from firmware_bridge.panel.signals import RED, Lamps, Sound

RHYTHM_S: Final = {
    Sound.ALERT: (0.15,),
    Sound.STOP: (0.5, 0.15, 0.5, 0.15, 0.5),
    Sound.NO: (0.05, 0.05, 0.05),
}
"""How long the buzzer is on, off, on …, in seconds. They differ in rhythm: any buzzer on any pin can play them."""


class Tower:
    """The lamps and the buzzer that are there, by name. Times are monotonic seconds."""

    def __init__(self, outputs: Mapping[str, Output]) -> None:
        self._outputs = outputs
        self._shown = RED
        self._tried: tuple[str, float] | None = None
        self._playing: Sound | None = None
        self._changes: list[float] = []
        """When the buzzer is switched, soonest first; it is on while their number is odd."""

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to do."""
        waiting = [*self._changes[:1], *([self._tried[1]] if self._tried is not None else [])]
        return min(waiting, default=None)

    def show(self, lamps: Lamps) -> None:
        """Light these, from the next :meth:`advance` on."""
        self._shown = lamps

    def try_lamp(self, name: str, until: float) -> None:
        """Light only this one for a while, whatever is shown."""
        self._tried = name, until

    def play(self, sound: Sound, now: float) -> None:
        """Begin this sound; only a stop is not broken off by another."""
        if self._playing is Sound.STOP and sound is not Sound.STOP:
            return
        self._playing, self._changes, at = sound, [], now
        for lasting_s in RHYTHM_S[sound]:
            at += lasting_s
            self._changes.append(at)

    def advance(self, now: float) -> None:
        """Switch what is due."""
        if self._tried is not None and now >= self._tried[1]:
            self._tried = None
        while self._changes and now >= self._changes[0]:
            del self._changes[0]
        if not self._changes:
            self._playing = None
        for name, output in self._outputs.items():
            output.switch(is_on=self._is_on(name))

    def _is_on(self, name: str) -> bool:
        if name == "buzzer":
            return len(self._changes) % 2 == 1
        if self._tried is not None:
            return name == self._tried[0]
        return bool(getattr(self._shown, name))

    def close(self) -> None:
        """Everything off; the pins are let go of."""
        for output in self._outputs.values():
            output.close()
