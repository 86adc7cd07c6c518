"""Time that passes only when someone looks at it."""

import heapq
from collections.abc import Callable
from itertools import count

_PERIOD = 1 << 30


class Clock:
    """MicroPython's ``time`` on an RP2040: ticks wrap at 2**30; what is due happens while someone waits."""

    def __init__(self, now_us: int = 0) -> None:
        self.now_us = now_us
        self._due: list[tuple[int, int, Callable[[], object]]] = []
        self._numbers = count()

    def ticks_us(self) -> int:
        self.sleep_us(3)
        return self.now_us % _PERIOD

    def ticks_ms(self) -> int:
        return self.now_us // 1000 % _PERIOD

    def ticks_diff(self, end: int, start: int) -> int:
        return (end - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2

    def sleep_us(self, us: int) -> None:
        end_us = self.now_us + us
        while self._due and self._due[0][0] <= end_us:
            at_us, _, act = heapq.heappop(self._due)
            self.now_us = max(self.now_us, at_us)
            act()
        self.now_us = end_us

    def after(self, us: int, act: Callable[[], object]) -> None:
        heapq.heappush(self._due, (self.now_us + us, next(self._numbers), act))
