"""Somebody who practises: sees what the screen shows, without drawing it, and touches its keys."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self
from uuid import uuid4

from deploy.practice.place import Place
from deploy.practice.session import Lesson, Session
from engine.events import AnyEvent, Call, CardVoided, EvenMoney, Insurance, MisdealFound
from engine.instructions import TakeWagers
from engine.messages import Answered, Message, ask
from engine.view import PublicView
from ui.client import CoreClient
from ui.hand import Hand
from ui.practice.telling import Dealing, Practice, PracticeClient, Report, Saying
from ui.presenter import shown
from ui.shown import DRAW, PRIMARY, Button, Table
from ui.situation import Situation
from ui.tests.touchable import touchable

PATIENCE_S = 30.0
QUIET_S = 0.04
LOOKS_S = 10.0
BY_HAND = ("table", "by_hand", "digit:7", PRIMARY)
"""Two people say that it goes on by hand: who deals, and number 7."""


class Trainee:
    """At the screen of a practice that runs in this process."""

    def __init__(self, folder: Path, seed: int = 1, lesson: Lesson | None = None, hands: int = 20) -> None:
        self.place = Place(folder)
        self.session = Session(self.place, seed, lesson, hands)
        self.situation = Situation(can_draw=True)
        self._heard: SimpleQueue[Message | Practice | None] = SimpleQueue()
        self._answers: dict[str, Answered] = {}
        self._now_s = 0.0
        self.pressed: list[str] = []

    def __enter__(self) -> Self:
        self.session.__enter__()
        self._core = CoreClient(self.place.socket, self._heard.put, lambda: self._heard.put(None))
        self._practice = PracticeClient(self.place.told_at, self._heard.put)
        self._hand = Hand(self.place.hand_at)
        self._core.start()
        self._practice.start()
        self.until(lambda: self.situation.practice is not None)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._core.close()
        self._practice.close()
        self._hand.close()
        self.session.__exit__()
        self.place.__exit__()

    # ---- what is seen

    @property
    def table(self) -> Table:
        made = shown(self.situation)
        assert isinstance(made, Table), made
        return made

    @property
    def view(self) -> PublicView:
        assert self.situation.view is not None
        return self.situation.view

    @property
    def said(self) -> str:
        """The code of what is said at the table."""
        practice = self.situation.practice
        return practice.said.code if isinstance(practice, Dealing) and practice.said is not None else ""

    @property
    def keys(self) -> dict[str, Button]:
        rested = shown(self.situation.at(self._now_s + LOOKS_S))
        assert isinstance(rested, Table), rested
        boxes = {f"box:{box.number}": box.button for box in rested.boxes if box.button is not None and not rested.pad}
        keys = {button.key: button for button in touchable(rested)} | boxes
        return {name: button for name, button in keys.items() if button.is_open}

    @property
    def is_over(self) -> bool:
        """A report is shown."""
        return isinstance(self.situation.practice, Report)

    def looks(self) -> None:
        """See what came of it: until the coach has seen it too, what is said is here, and nothing more comes."""
        quiet = time.monotonic() + QUIET_S
        while time.monotonic() < quiet:
            before = self.situation
            self.session.step(0.002)
            self._listen()
            if self.situation != before or not self._is_told:
                quiet = time.monotonic() + QUIET_S

    def until(self, holds: Callable[[], object]) -> None:
        """Let the practice go on until it is so."""
        end = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < end, (self.pressed[-8:], self.situation)
            self.session.step(0.002)
            self._listen()

    def _listen(self) -> None:
        while True:
            try:
                message = self._heard.get_nowait()
            except Empty:
                return
            self._now_s += 0.001
            now = self.situation.at(self._now_s)
            if message is None:
                self.situation = now.without_core(self._now_s)
            elif isinstance(message, Practice):
                self.situation = now.coached(message, self._now_s)
            else:
                if isinstance(message, Answered):
                    self._answers[message.id] = message
                self.situation = now.after(message, self._now_s)

    @property
    def _is_told(self) -> bool:
        """The coach has seen what the screen shows, and the screen was told what is said."""
        coach, view = self.session._coach, self.situation.view
        is_seen = coach is None or view is None or (coach._view is not None and coach._view.seq == view.seq)
        bets = isinstance(view.due, TakeWagers) and "betting_closed" in view.not_now if view is not None else False
        return is_seen and self.session.shown == self.situation.practice and not (bets and coach is not None)

    # ---- what is touched

    def press(self, key: str) -> None:
        """Touch the key, as somebody does who has looked at the screen for a while."""
        self._now_s += LOOKS_S
        self.situation = self.situation.at(self._now_s)
        assert key in self.keys, (key, list(self.keys), self.pressed[-8:], self.situation.practice)
        button = self.keys[key]
        self.pressed.append(key)
        if button.key == DRAW:
            self._draws()
        elif button.requests:
            self._asks(button)
        else:
            self.situation = self.situation.touched(button, self._now_s)
            if button.tells is not None:
                before = self.situation.practice
                assert self._practice.choose(button.tells)
                self.until(lambda: self.situation.practice != before)

    def press_beside(self, event: AnyEvent) -> Answered:
        """What becomes of a request that the screen has no key for now."""
        ident = uuid4().hex
        assert self._core.send(ask(event, ident, None))
        self.until(lambda: ident in self._answers)
        self.looks()
        return self._answers[ident]

    def _draws(self) -> None:
        out, white = self.view.shoe.out, self.view.shoe.white_card_out
        assert self._hand.pull()
        self.until(
            lambda: (self.situation.view is None) or (self.view.shoe.out, self.view.shoe.white_card_out) != (out, white)
        )

    def _asks(self, button: Button) -> None:
        idents = [uuid4().hex for _ in button.requests]
        for ident, event in zip(idents, button.requests, strict=True):
            assert self._core.send(ask(event, ident, button.answers))
        self.situation = self.situation.sending(idents, replace(button), self._now_s)
        self.until(lambda: all(ident in self._answers for ident in idents) or self.situation.view is None)

    # ---- how somebody deals

    def deals(self, act: Callable[[str], bool] = lambda _said: False) -> Report:
        """Do what is due and said until the report; ``act`` may do something else instead, and then says so."""
        self.begins()
        while not self.is_over:
            if not act(self.said):
                self.does(self.said)
            self.looks()
        report = self.situation.practice
        assert isinstance(report, Report)
        return report

    def begins(self) -> None:
        """The table is there, and something is said at it."""
        self.until(lambda: self.said and self.situation.view is not None and self.situation.is_connected)
        self.looks()

    def does(self, said: str) -> None:
        """What is right, by what is due and said."""
        match said:
            case "cut":
                for key in BY_HAND:
                    self.press(key)
            case "boxed":
                self.puts_right(CardVoided)
            case "misdealt":
                self.puts_right(MisdealFound)
            case "pulled":
                self.puts_right(Call)
            case "face":
                self.names()
            case "insurance" | "even_money":
                self.claims(said)
            case "double" | "split" | "surrender":
                self.press(f"call:{said}" if f"call:{said}" in self.keys else f"surrender:{self.saying.box}")
            case "hit":
                self.press("call:hit" if "call:hit" in self.keys else DRAW)
            case _:
                self.press(PRIMARY if PRIMARY in self.keys else DRAW)

    @property
    def saying(self) -> Saying:
        assert isinstance(self.situation.practice, Dealing) and self.situation.practice.said is not None
        return self.situation.practice.said

    def puts_right(self, kind: type) -> None:
        """Touch the first slip that asks for this."""
        self.press("slips")
        while True:
            slips = [
                key for key, button in self.keys.items() if key.startswith("slip:") and isinstance(button.press, kind)
            ]
            if slips:
                self.press(slips[0])
                if "back" in self.keys:
                    self.press("back")
                return
            self.press("slips:more")

    def names(self) -> None:
        """Name the card that is seen."""
        face = self.saying.face
        for key in (f"rank:{face[0]}", f"suit:{face[1]}", PRIMARY):
            self.press(key)

    def claims(self, what: str) -> None:
        """Note what a box wants of an offer."""
        kind, box = (Insurance if what == "insurance" else EvenMoney), self.saying.box

        def found() -> list[str]:
            return [
                key for key, button in self.keys.items() if isinstance(button.press, kind) and button.press.box == box
            ]

        if not found():
            self.press(f"box:{box}")
        self.press(found()[0])
        if "back" in self.keys:
            self.press("back")
