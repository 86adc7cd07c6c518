"""The running screen. Messages come in from the client's thread; everything of Kivy happens in the main thread."""

import logging
import struct
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock, Thread
from typing import Any, Final, Literal
from uuid import uuid4

from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from engine.looking import AskAlerts
from engine.messages import ASK_HEALTH, Message, ask, ask_log
from ui.choices import Choices, ChoicesFile
from ui.client import CoreClient
from ui.frames import Frames
from ui.glass import Backlight, Dimmer, Light
from ui.hand import Hand
from ui.layout import table_layout
from ui.options import Screen
from ui.practice.telling import Practice, PracticeClient, Waiting
from ui.presenter import settings_page, shown
from ui.shown import DRAW, Button
from ui.situation import HINT_S, Situation
from ui.sounds import Sounds
from ui.supervisor.pages import Devices
from ui.texts import SOURCE, NotBuiltError, speak
from ui.theme import BACKGROUND, rgb
from ui.touching import Fingers
from ui.widgets.screen import ScreenDrawing

SILENT_PROVIDERS: Final = frozenset({"SDL2MotionEventProvider"})
"""SDL's fingers, which Kivy's window adds by itself and passes over on Linux: they arrive as its pointer."""
FIRST_FRAME_S: Final = 3.0
"""How long what comes after the first frame waits for it at most."""
REHEARSAL_STEP_S: Final = 0.03
"""Between two rehearsed states, so that what the core says meanwhile need not wait."""
_LOG: Final = logging.getLogger(__name__)


class Inbox:
    """Messages from the clients' threads, taken together once a frame; ``None``: the connection ended."""

    def __init__(self, take: Any) -> None:
        self._take = take
        self._arrived: deque[Message | Practice | None] = deque()
        self._lock = Lock()

    def put(self, message: Message | Practice | None) -> None:
        """From the client's thread."""
        with self._lock:
            is_first = not self._arrived
            self._arrived.append(message)
        if is_first:
            Clock.schedule_once(self._take, 0)

    def taken(self) -> list[Message | Practice | None]:
        """In the main thread: what has arrived since."""
        with self._lock:
            arrived = list(self._arrived)
            self._arrived.clear()
        return arrived


class RunningScreen:
    """The one owner of the situation and of the drawing."""

    def __init__(self, screen: Screen) -> None:
        now = time.monotonic()
        self._kept = ChoicesFile(screen.choices, screen.chosen)
        choices = self._kept.read()
        self._speak(choices)
        self.situation = Situation(hint_at_s=now + HINT_S, choices=choices, can_draw=screen.hand is not None)
        self._screen, self._errors = screen, screen.errors
        Window.clearcolor = (*rgb(BACKGROUND), 1)
        self._root = Widget(size=Window.size)
        self.drawing = ScreenDrawing(self._root.canvas, table_layout(*screen.size, screen.px_per_mm))
        self.drawing.turn(is_left_handed=choices.hand == "left")
        self._dimmer, self._sounds = Dimmer(now), Sounds()
        has_backlight = screen.is_fullscreen and not screen.is_offscreen
        self._light = Light(Backlight.found() if has_backlight else None)
        self._fingers = Fingers(self._root, self.drawing, self._dimmer, self.press, self._touched)
        self._inbox = Inbox(self._take)
        self.client = CoreClient(screen.socket, self._inbox.put, lambda: self._inbox.put(None))
        self._hand = Hand(screen.hand) if screen.hand is not None else None
        self._practice = PracticeClient(screen.practice, self._inbox.put) if screen.practice is not None else None
        if self._practice is not None:
            self.situation = replace(self.situation, practice=Waiting(name=""))
        self._frames: Frames | None = None
        if screen.trace is not None or screen.tree is not None:
            self._frames = Frames(screen.trace, screen.tree, self.drawing, lambda: self.situation)
        self._later: Any = None
        self._preparing: Any = None
        self.show()

    @property
    def errors(self) -> str:
        """What is wrong with the settings, as far as that is known."""
        return self._errors

    @property
    def root(self) -> Any:
        """The widget that Kivy shows."""
        return self._root

    def start(self) -> None:
        """Begin to listen to the core."""
        if not self._errors:
            self.client.start()
            if self._practice is not None:
                self._practice.start()

    def close(self) -> None:
        """End the client, what is kept and written, and give the light back."""
        self.client.close()
        self._kept.close()
        self._sounds.close()
        self._light.shine(self.situation.choices.brightness)
        if self._practice is not None:
            self._practice.close()
        if self._hand is not None:
            self._hand.close()
        if self._frames is not None:
            self._frames.close()

    def show(self) -> None:
        """Draw the situation, and come back when time alone changes it."""
        if self._errors:
            self.drawing.show(settings_page(self._errors))
            return
        now = time.monotonic()
        self.situation = self.situation.at(now)
        self.drawing.show(shown(self.situation, str(self._screen.socket)))
        self._dimmer.sees(self.situation, now)
        self.drawing.dim(self._light.shine(self._dimmer.percent))
        self._sounds.hear(self.situation, now)
        self._fingers.look()
        self._come_back(now)

    def _come_back(self, now_s: float) -> None:
        """When time alone changes something."""
        if self._later is not None:
            self._later.cancel()
        due = [at for at in (self.situation.next_change_s(), self._dimmer.next_change_s()) if at is not None]
        after_s = max(0.0, min(due) - now_s) + 0.01 if due else None
        self._later = None if after_s is None else Clock.schedule_once(self._time_passed, after_s)

    def prepare(self) -> None:
        """Do what the first frame with the core's view need not wait for: once that is drawn, or after a while."""
        since_tick_s = Clock.time() - Clock.get_time()  # from which Kivy counts, at a start half a second ago
        self._preparing = Clock.schedule_once(self._prepare, since_tick_s + FIRST_FRAME_S)

    def _prepare(self, _dt: float) -> None:
        """See that the settings are sound, in a thread; rehearse when that is done, since each slows down the other."""
        self._preparing = None
        if self._screen.check is None:
            self._checked("")
        else:
            Thread(target=self._check, args=(self._screen.check,), name="settings", daemon=True).start()

    def _check(self, check: Callable[[], str]) -> None:
        """In the thread of its own."""
        errors = check()
        Clock.schedule_once(lambda _dt: self._checked(errors), 0)

    def _checked(self, errors: str) -> None:
        """The settings are known now: with mistakes in them there is no table to show."""
        if errors:
            self._errors = errors
            self.client.close()
            self.show()
            return
        from ui.rehearsal import REHEARSED  # the whole law comes with it: not before the first frame

        self._rehearse(REHEARSED)

    def _rehearse(self, states: Sequence[Situation]) -> None:
        """Draw states that will come, unseen: a first frame of its kind costs ten times what the next ones do."""
        if states:
            Clock.schedule_once(lambda _dt: self._rehearse_one(states), REHEARSAL_STEP_S)
        elif self.situation.choices.sounds:
            self._sounds.load()

    def _rehearse_one(self, states: Sequence[Situation]) -> None:
        self.drawing.show(shown(states[0]))
        Window.on_draw()
        self.show()
        Window.canvas.ask_update()
        self._rehearse(states[1:])

    def _time_passed(self, _dt: float) -> None:
        self._ask_log()
        self.show()

    def _take(self, _dt: float) -> None:
        now = time.monotonic()
        for message in self._inbox.taken():
            if message is None:
                self.situation = self.situation.without_core(now)
            elif isinstance(message, Practice):
                self.situation = self.situation.coached(message, now)
            else:
                self.situation = self.situation.after(message, now)
        self._ask_log()
        self.show()
        if self._frames is not None:
            self._frames.applied()
        if self._preparing is not None:
            self._preparing.cancel()
            self._preparing = Clock.schedule_once(self._prepare, 0)

    def _touched(self, is_pressed: bool) -> None:
        """A finger came down."""
        if self._frames is not None and is_pressed:
            self._frames.pressed()
        if not is_pressed:
            self.show()
        else:
            self._come_back(time.monotonic())

    def press(self, button: Button) -> None:
        """Do what a press of ``button`` means; the same touch twice, and impatience, are passed over."""
        now = time.monotonic()
        if not self.situation.takes_press(now):
            return
        if button.key == DRAW:
            self.situation = (
                self.situation.touched(button, now) if self._draws() else self.situation.unsent(button, now)
            )
        elif button.requests:
            self._ask(button, now)
        elif button.tells is not None:
            is_told = self._practice is not None and self._practice.choose(button.tells)
            then = self.situation
            self.situation = then.touched(button, now) if is_told else then.unsent(button, now)
        else:
            self._choose(self.situation.touched(button, now))
        self._ask_log()
        self._stay_signed_in(now)
        self.show()

    def _stay_signed_in(self, now_s: float) -> None:
        """Tell the core now and then that who is signed in is still at work."""
        if self.situation.stays_signed_in(now_s) and self.client.send(ask_log(AskAlerts(limit=1), uuid4().hex)):
            self.situation = self.situation.told_to_last(now_s)

    def _draws(self) -> bool:
        """A card leaves the simulated shoe."""
        return self._hand is not None and self._hand.pull()

    def _ask(self, button: Button, now_s: float) -> None:
        """Ask the core for all that a press asks, in order."""
        idents = [uuid4().hex for _ in button.requests]
        proofs = [{"staff": person.staff, "pin": person.pin} for person in button.proofs]
        asked = zip(button.requests, idents, strict=True)
        is_sent = all(self.client.send(ask(event, ident, button.answers, proofs)) for event, ident in asked)
        then = self.situation
        self.situation = then.sending(idents, button, now_s) if is_sent else then.unsent(button, now_s)

    def _ask_log(self) -> None:
        """Ask the log, or how the devices are, for the page that is open now."""
        if isinstance(self.situation.opened, Devices) and not self.situation.health:
            self.client.send(ASK_HEALTH)
        now = time.monotonic()
        question = self.situation.unasked(now)
        if question is None:
            return
        ident = uuid4().hex
        proofs = [{"staff": person.staff, "pin": person.pin} for person in self.situation.proofs]
        if self.client.send(ask_log(question, ident, proofs)):
            self.situation = self.situation.asking(question, ident, now)

    def _choose(self, situation: Situation) -> None:
        """Something was opened, typed or put away, or the screen is to be otherwise."""
        before, self.situation = self.situation.choices, situation
        choices = situation.choices
        if choices == before:
            return
        self._speak(choices)
        self.drawing.turn(is_left_handed=choices.hand == "left")
        self._kept.keep(choices)
        if choices.sounds:
            self._sounds.load()

    @staticmethod
    def _speak(choices: Choices) -> None:
        """In the language that was chosen; while its catalogue is not built, in English."""
        try:
            speak(choices.language)
        except (NotBuiltError, OSError, ValueError, struct.error) as error:  # not built, or damaged
            _LOG.warning("%s cannot be spoken (%s): run deploy/setup.sh again", choices.language, error)
            speak(SOURCE)


def run_table(screen: Screen) -> str:
    """Show the table until the window is closed; what is wrong with the settings."""
    running = RunningScreen(screen)
    Clock.schedule_once(_check_touch, 0)
    running.start()
    if not screen.errors:
        running.prepare()
    try:
        runTouchApp(running.root)
    finally:
        running.close()
    return running.errors


def _check_touch(_dt: float) -> Literal[False]:
    """Two providers would deliver each touch twice: none but the one that was set may be there."""
    providers = [type(provider).__name__ for provider in EventLoop.input_providers]
    touching = [name for name in providers if name not in SILENT_PROVIDERS]
    if len(touching) != 1:
        stopTouchApp()
        raise RuntimeError(f"{len(touching)} touch providers ({', '.join(touching)}): set exactly one in the settings")
    return False
