"""Fingers on the glass: which touch counts, what it lies on, and how long a button is held."""

import time
from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock

from ui.glass import Dimmer, TouchGuard, is_finger
from ui.shown import Button
from ui.widgets.screen import ScreenDrawing, Touchable

HELD_S: Final = 0.8
"""How long a destructive action is held."""
HELD_STEP_S: Final = 1 / 30
"""How often the progress of holding is drawn."""
GONE_S: Final = 5.0
"""A finger that has lain so long when another comes down was lifted unseen."""


class Finger:
    """One finger on one button, from the moment it came down; it means what the button said then."""

    def __init__(self, uid: int, target: Touchable, button: Button) -> None:
        self.uid, self.target, self.button = uid, target, button
        self.ticking: Any = None
        self._since_s = time.monotonic()

    def held_s(self) -> float:
        """How long it has been there."""
        return time.monotonic() - self._since_s

    def is_still_there(self) -> bool:
        """Its button is still there and open; a held one also still means the same."""
        now = self.target.button
        if now is None or not now.is_open or now.key != self.button.key:
            return False
        return not self.button.is_held or now == self.button


class Fingers:
    """At most one finger counts at a time.

    Args:
        root: Kivy's widget that is touched.
        drawing: what lies under a point.
        dimmer: which touches only wake the glass.
        press: does what a button means.
        touched: is told after each finger that came down; ``True``: it lies on a button.
    """

    def __init__(
        self,
        root: Any,
        drawing: ScreenDrawing,
        dimmer: Dimmer,
        press: Callable[[Button], None],
        touched: Callable[[bool], None],
    ) -> None:
        self._drawing, self._dimmer, self._press, self._touched = drawing, dimmer, press, touched
        self._guard = TouchGuard()
        self._finger: Finger | None = None
        root.bind(on_touch_down=self._on_down, on_touch_move=self._on_move, on_touch_up=self._on_up)

    def look(self) -> None:
        """The drawing has changed: a finger whose button is gone presses nothing."""
        finger = self._finger
        if finger is not None and not (finger.is_still_there() and self._drawing.can_touch(finger.target)):
            self._let_go()

    def _on_down(self, _root: Any, touch: Any) -> bool:
        now = time.monotonic()
        if not is_finger(touch):
            return True
        is_pressed = self._dimmer.takes_down(touch.uid, now) and self._comes_down(touch, now)
        self._touched(is_pressed)
        return True

    def _comes_down(self, touch: Any, now_s: float) -> bool:
        """It lies on a button, and is no second event of one touch."""
        if self._finger is not None and self._finger.held_s() < GONE_S:
            return False
        self._let_go()
        target = self._drawing.button_at(touch.x, touch.y)
        if target is None or target.button is None:
            return False
        if not self._guard.takes_down(target.button.key, str(touch.device), now_s):
            return False
        self._finger = Finger(touch.uid, target, target.button)
        target.press(is_pressed=True)
        if target.button.is_held:
            self._finger.ticking = Clock.schedule_interval(self._holding, HELD_STEP_S)
        return True

    def _on_move(self, _root: Any, touch: Any) -> bool:
        finger = self._finger
        if finger is not None and finger.uid == touch.uid and not finger.target.touched.holds(touch.x, touch.y):
            self._let_go()
        return True

    def _on_up(self, _root: Any, touch: Any) -> bool:
        now, finger = time.monotonic(), self._finger
        self._guard.lifted(now)
        if not self._dimmer.takes_up(touch.uid, now) or finger is None or finger.uid != touch.uid:
            return True
        self._let_go()
        if finger.target.touched.holds(touch.x, touch.y) and not finger.button.is_held:
            self._press(finger.button)
        return True

    def _holding(self, _dt: float) -> None:
        finger = self._finger
        if finger is None:
            return
        held = finger.held_s()
        if held < HELD_S:
            finger.target.press(is_pressed=True, held=held / HELD_S)
            return
        self._let_go()
        self._press(finger.button)

    def _let_go(self) -> None:
        if self._finger is None:
            return
        finger, self._finger = self._finger, None
        if finger.ticking is not None:
            finger.ticking.cancel()
        finger.target.press(is_pressed=False)
