"""The reader and the keys as one stream; the thread ``keys`` reads the terminal.

Every pass is acknowledged once whoever listens has dealt with it, so that a shoe which keeps its events forgets none
that was not kept here first.
"""

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from types import TracebackType
from typing import Final, Self, assert_never

from engine.cards import Tag
from engine.events import CardOut, Link, ShoeEmpty, WhiteCardOut
from engine.ports import CardSource, Journalled, Sighting
from firmware_bridge.enrolment.heard import (
    EarlierPassed,
    Heard,
    Key,
    KeysEnded,
    Reader,
    SeveralPassed,
    TagPassed,
    UnreadPassed,
    WhitePassed,
)
from firmware_bridge.fuse import TOGETHER
from firmware_bridge.wording import LID_CLOSED, SUPPLY_GOOD, TWO_TAGS

LONGEST_LINE: Final = 4096
"""Bytes that are typed without Enter; more are forgotten."""
_KEPT_EVENTS: Final = (LID_CLOSED, SUPPLY_GOOD)
"""Reports that may be of events which the shoe kept, and tell nothing of what else it kept."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """A line, or the end of the keys."""

    line: str | None


class Listening:
    """Hears from entering to leaving.

    Args:
        source: with an empty deck, so that each tag is told as it is.
        keys: the terminal's descriptor.
    """

    def __init__(self, source: CardSource, keys: int) -> None:
        self._source = source
        self._keys = keys
        self._came: SimpleQueue[Sighting | _Typed] = SimpleQueue()
        self._is_up = False
        """Whatever a shoe had kept came before this; a reader that keeps nothing gives its passes no origin."""

    def __enter__(self) -> Self:
        self._source.start(self._came.put, Journalled())
        threading.Thread(target=read_keys, args=(self._keys, self._typed), name="keys", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._source.stop()

    def __iter__(self) -> Iterator[Heard]:
        """What comes, for ever."""
        while True:
            came = self._came.get()
            heard = self._heard(came)
            if heard is not None:
                yield heard
            if isinstance(came, CardOut | WhiteCardOut) and came.origin is not None:
                self._source.acknowledge(came.origin)

    def _typed(self, line: str | None) -> None:
        self._came.put(_Typed(line))

    def _heard(self, came: Sighting | _Typed) -> Heard | None:
        match came:
            case _Typed(line):
                return KeysEnded() if line is None else Key.of(line)
            case CardOut(origin=str()) | WhiteCardOut(origin=str()) if not self._is_up:
                return EarlierPassed()
            case CardOut(tag=tag):
                return _passed(tag)
            case WhiteCardOut():
                return WhitePassed()
            case Link():
                return self._linked(came)
            case ShoeEmpty():
                return None
            case _:
                assert_never(came)

    def _linked(self, link: Link) -> Heard:
        if link.text == TWO_TAGS:  # a SHOE/1 shoe tells it after the pass, which came unread
            return SeveralPassed()
        if link.state in ("up", "missing") and link.text not in _KEPT_EVENTS and not self._is_up:
            self._is_up = True
            self._source.shoe_started()  # from here on its gate's count shows a pass that was not told
        return Reader(link.text, may_miss=link.state == "missing")


def _passed(tag: Tag | None) -> Heard:
    if tag is None:
        return UnreadPassed()
    return SeveralPassed() if TOGETHER in tag else TagPassed(tag.text)


def read_keys(descriptor: int, typed: Callable[[str | None], None]) -> None:
    """Tell each line that comes, and at the end ``None``.

    Not by ``sys.stdin``: a thread that waits in it holds a lock which the interpreter needs to end.
    """
    waiting = b""
    while True:
        try:
            chunk = os.read(descriptor, LONGEST_LINE)
        except OSError:
            chunk = b""
        if not chunk:
            typed(None)
            return
        *lines, waiting = (waiting + chunk).split(b"\n")
        waiting = waiting[-LONGEST_LINE:]
        for line in lines:
            typed(line.decode(errors="replace"))
