"""The running screen. Messages come in from the client's thread; everything of Kivy happens in the main thread."""

import time
from collections import deque
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, TextIO
from uuid import uuid4

from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.uix.widget import Widget

from engine.messages import Message, ask
from ui.client import CoreClient
from ui.layout import table_layout
from ui.options import Screen
from ui.presenter import settings_page, shown
from ui.samples import SITUATIONS
from ui.shown import Button
from ui.situation import HINT_S, Situation
from ui.theme import BACKGROUND, rgb
from ui.widgets.button import ButtonDrawing
from ui.widgets.screen import ScreenDrawing

HELD_S: Final = 0.8
"""How long a destructive action is held."""
SILENT_PROVIDERS: Final = frozenset({"SDL2MotionEventProvider"})
"""SDL's fingers, which Kivy's window adds by itself and passes over on Linux: they arrive as its pointer."""
REHEARSED: Final = [
    "take_wagers", "deal", "ask_after_bust", "ace_up", "settle", "last_coup", "name_card", "lost",
    "several_bettors", "split_second", "settle_split", "reconcile",
]  # fmt: skip
"""Samples that between them hold every sign, most words and every kind of surface."""
REHEARSAL_STEP_S: Final = 0.03
"""Between two of them, so that what the core says meanwhile need not wait."""
HELD_STEP_S: Final = 1 / 30
"""How often the progress of holding is drawn."""


class Inbox:
    """Messages from the client's thread, taken together once a frame; ``None``: the connection ended."""

    def __init__(self, take: Any) -> None:
        self._take = take
        self._arrived: deque[Message | None] = deque()
        self._lock = Lock()

    def put(self, message: Message | None) -> None:
        """From the client's thread."""
        with self._lock:
            is_first = not self._arrived
            self._arrived.append(message)
        if is_first:
            Clock.schedule_once(self._take, 0)

    def taken(self) -> list[Message | None]:
        """In the main thread: what has arrived since."""
        with self._lock:
            arrived = list(self._arrived)
            self._arrived.clear()
        return arrived


class Trace:
    """Writes which view a frame showed, after the frame was flipped."""

    def __init__(self, path: Path) -> None:
        self._file: TextIO = path.open("a", buffering=1, encoding="utf-8")
        self._applied: tuple[int, int] | None = None
        self._in_frame: tuple[int, int] | None = None
        Window.bind(on_draw=self._on_draw, on_flip=self._on_flip)

    def applied(self, due_seq: int, seq: int) -> None:
        """The widgets now hold this view; the next frame will have it."""
        self._applied = (due_seq, seq)
        Window.canvas.ask_update()

    def _on_draw(self, _window: Any) -> None:
        self._in_frame, self._applied = self._applied, None

    def _on_flip(self, window: Any) -> bool:
        """Flip here and stop the event, so that the line is written after the flip and not before it."""
        window.flip()
        glFinish()
        if self._in_frame is not None:
            due_seq, seq = self._in_frame
            self._file.write(f"{due_seq} {seq} {time.monotonic_ns()}\n")
        return True

    def close(self) -> None:
        """End the file."""
        Window.unbind(on_draw=self._on_draw, on_flip=self._on_flip)
        self._file.close()


class RunningScreen:
    """The one owner of the situation and of the drawing."""

    def __init__(self, screen: Screen) -> None:
        self.situation = Situation(hint_at_s=time.monotonic() + HINT_S)
        self._screen = screen
        Window.clearcolor = (*rgb(BACKGROUND), 1)
        self._root = Widget(size=Window.size)
        self.drawing = ScreenDrawing(self._root.canvas, table_layout(*screen.size, screen.px_per_mm))
        self._root.bind(on_touch_down=self._on_down, on_touch_move=self._on_move, on_touch_up=self._on_up)
        self._inbox = Inbox(self._take)
        self.client = CoreClient(screen.socket, self._inbox.put, lambda: self._inbox.put(None))
        self._trace = Trace(screen.trace) if screen.trace is not None else None
        self._finger: Finger | None = None
        self._later: Any = None
        self.show()

    @property
    def root(self) -> Any:
        """The widget that Kivy shows."""
        return self._root

    def start(self) -> None:
        """Begin to listen to the core."""
        if not self._screen.errors:
            self.client.start()

    def close(self) -> None:
        """End the client and the trace."""
        self.client.close()
        if self._trace is not None:
            self._trace.close()

    def show(self) -> None:
        """Draw the situation, and come back when time alone changes it."""
        if self._screen.errors:
            self.drawing.show(settings_page(self._screen.errors))
            return
        now = time.monotonic()
        self.situation = self.situation.at(now)
        self.drawing.show(shown(self.situation, str(self._screen.socket)))
        if self._finger is not None and not self._finger.is_still_there():
            self._let_go()
        if self._later is not None:
            self._later.cancel()
        due = self.situation.next_change_s()
        self._later = None if due is None else Clock.schedule_once(self._time_passed, max(0.0, due - now) + 0.01)

    def rehearse(self, names: list[str]) -> None:
        """Draw states that will come, unseen: a first frame of its kind costs ten times what the next ones do."""
        if names:
            Clock.schedule_once(lambda _dt: self._rehearse_one(names), REHEARSAL_STEP_S)

    def _rehearse_one(self, names: list[str]) -> None:
        self.drawing.show(shown(SITUATIONS[names[0]]))
        Window.on_draw()
        self.show()
        Window.canvas.ask_update()
        self.rehearse(names[1:])

    def _time_passed(self, _dt: float) -> None:
        self.show()

    def _take(self, _dt: float) -> None:
        now = time.monotonic()
        for message in self._inbox.taken():
            if message is None:
                self.situation = self.situation.without_core(now)
            else:
                self.situation = self.situation.after(message, now)
        self.show()
        view = self.situation.view
        if self._trace is not None and view is not None:
            self._trace.applied(view.due_seq, view.seq)

    def press(self, button: Button) -> None:
        """Do what a press of ``button`` means; the same touch twice, and impatience, are passed over."""
        now = time.monotonic()
        if not self.situation.takes_press(now):
            return
        if button.press is None:
            self.situation = self.situation.picking(button.key, now)
        else:
            ident = uuid4().hex
            is_sent = self.client.send(ask(button.press, ident, button.answers))
            then = self.situation
            self.situation = then.sending(ident, button, now) if is_sent else then.unsent(button, now)
        self.show()

    def _on_down(self, _root: Any, touch: Any) -> bool:
        target = self.drawing.button_at(touch.x, touch.y)
        if self._finger is not None or target is None or target.button is None:
            return True
        self._finger = Finger(touch.uid, target, target.button)
        target.press(is_pressed=True)
        if target.button.is_held:
            self._finger.ticking = Clock.schedule_interval(self._holding, HELD_STEP_S)
        return True

    def _on_move(self, _root: Any, touch: Any) -> bool:
        finger = self._finger
        if finger is not None and finger.uid == touch.uid and not finger.target.rect.holds(touch.x, touch.y):
            self._let_go()
        return True

    def _on_up(self, _root: Any, touch: Any) -> bool:
        finger = self._finger
        if finger is None or finger.uid != touch.uid:
            return True
        self._let_go()
        if finger.target.rect.holds(touch.x, touch.y) and not finger.button.is_held:
            self.press(finger.button)
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
        self.press(finger.button)

    def _let_go(self) -> None:
        if self._finger is None:
            return
        finger, self._finger = self._finger, None
        if finger.ticking is not None:
            finger.ticking.cancel()
        finger.target.press(is_pressed=False)


class Finger:
    """One finger on one button, from the moment it came down; it means what the button said then."""

    def __init__(self, uid: int, target: ButtonDrawing, button: Button) -> None:
        self.uid, self.target, self.button = uid, target, button
        self.ticking: Any = None
        self._since_s = time.monotonic()

    def held_s(self) -> float:
        """How long it has been there."""
        return time.monotonic() - self._since_s

    def is_still_there(self) -> bool:
        """Its button is still open; a held one also still means the same."""
        now = self.target.button
        if now is None or not now.is_open:
            return False
        return not self.button.is_held or now == self.button


def run_table(screen: Screen) -> None:
    """Show the table until the window is closed."""
    running = RunningScreen(screen)
    Clock.schedule_once(_check_touch, 0)
    running.start()
    if not screen.errors:
        running.rehearse(REHEARSED)
    try:
        runTouchApp(running.root)
    finally:
        running.close()


def _check_touch(_dt: float) -> Literal[False]:
    """Two providers would deliver each touch twice: none but the one that was set may be there."""
    providers = [type(provider).__name__ for provider in EventLoop.input_providers]
    touching = [name for name in providers if name not in SILENT_PROVIDERS]
    if len(touching) != 1:
        stopTouchApp()
        raise RuntimeError(f"{len(touching)} touch providers ({', '.join(touching)}): set exactly one in the settings")
    return False
