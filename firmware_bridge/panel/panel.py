"""The panel: the thread ``panel``, which owns what is wired to the pins (firmware_bridge/panel/board.py)."""

import logging
import threading
import time
from typing import Final

from engine.messages import Message
from engine.ports import Finding
from firmware_bridge.panel.board import Board, Lamp, Post, Sense
from firmware_bridge.panel.pins import PinFactory
from firmware_bridge.panel.signals import Sound
from firmware_bridge.panel.wiring import Wiring

RETRY_S: Final = 0.1
"""Until a pin that failed is tried again, in seconds."""

_log = logging.getLogger(__name__)


class Panel:
    """Button, contacts, tower light and buzzer of one table. Until :meth:`tell` was called, the red lamp is lit.

    Args:
        factory: the pins, from :func:`firmware_bridge.panel.pins.factory`; closed by :meth:`stop`.
        post: takes what NEXT asks for.
        sense: takes the changes of the contacts at the shoe; those that are active at the beginning are told at once.

    Raises:
        PanelError: the wiring is wrong or a pin can't be taken; none is held then.
    """

    def __init__(self, wiring: Wiring, factory: PinFactory, post: Post, sense: Sense) -> None:
        self._board = Board(wiring, factory, post, sense, time.monotonic)
        self._is_stopping = False
        self._trouble = ""
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, switch everything off and let go of the pins; returns when that is done."""
        self._is_stopping = True
        self._board.woken.set()
        if self._thread.is_alive():
            self._thread.join()
        self._board.close()

    def _run(self) -> None:
        board = self._board
        while not self._is_stopping:
            try:
                board.step()
            except Exception as error:  # noqa: BLE001 (a thread's outermost loop)
                if self._trouble != repr(error):
                    _log.exception("the panel failed")
                self._trouble = repr(error)
                time.sleep(RETRY_S)
                continue
            self._trouble = ""
            board.woken.wait(max(0.0, board.due_at - time.monotonic()))
            board.woken.clear()

    def tell(self, message: Message) -> None:
        """The core told everybody ``message``: any thread, never blocks."""
        self._board.tell(message)

    def health(self) -> tuple[Finding, ...]:
        """How each part is; any thread."""
        if self._trouble:
            return (
                Finding(
                    "panel", "fault", f"a pin failed: {self._trouble}", "check the panel's wires, then start again"
                ),
                *self._board.health(),
            )
        found = self._board.health()
        return found or (Finding("panel", "note", "nothing is wired to it", "name its pins in the settings"),)

    # For the technician: what only a person can see and hear

    def try_lamp(self, lamp: Lamp, for_s: float) -> None:
        """Light only this lamp for so many seconds; then what the table shows again. Any thread, returns at once."""
        self._board.try_lamp(lamp, for_s)

    def play(self, sound: Sound) -> None:
        """Make a sound. Any thread, returns at once."""
        self._board.play(sound)

    def wait_for_press(self, timeout_s: float) -> bool:
        """Whether NEXT is pressed within so many seconds from now. Any thread but the panel's own."""
        board = self._board
        with board.pressed:
            before = board.presses
            return board.pressed.wait_for(lambda: board.presses > before, timeout_s)
