"""One Kivy for all tests, offscreen: no display is needed."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.view import PublicView
from ui.app import configure
from ui.options import Screen
from ui.samples import VIEWS
from ui.tests.core import FakeCore

configure(Screen(socket=Path("none"), is_offscreen=True))


class _NobodyYet(FakeCore):
    """Stands where a test will put its core."""

    def __init__(self) -> None:
        pass

    def close(self) -> None:
        pass


class Glass:
    """The real screen before a fake core, its frames drawn one by one."""

    def __init__(
        self,
        folder: Path,
        greeting: PublicView | None,
        *,
        with_core: bool = True,
        check: Callable[[], str] | None = None,
    ) -> None:
        from kivy.base import EventLoop, runTouchApp
        from kivy.core.window import Window

        from ui.running import RunningScreen

        self.path = folder / "core.sock"
        self.trace = folder / "trace"
        self.core = FakeCore(self.path, greeting) if with_core else _NobodyYet()
        self.screen = RunningScreen(Screen(socket=self.path, is_offscreen=True, trace=self.trace, check=check))
        self._window, self._loop = Window, EventLoop
        if EventLoop.status != "started":
            runTouchApp(self.screen.root, embedded=True)
        else:
            Window.add_widget(self.screen.root)
        self.screen.start()

    def until(self, is_so: Callable[[], object], timeout_s: float = 5.0) -> None:
        end = time.monotonic() + timeout_s
        while not is_so():
            assert time.monotonic() < end, self.texts()
            self._loop.idle()

    def frames(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._loop.idle()

    def texts(self) -> dict[str, str]:
        return {part.id: part.text for part in self.screen.drawing.parts()}

    def shows(self, ident: str, text: str) -> None:
        self.until(lambda: self.texts().get(ident) == text)

    def down(self, key: str) -> Any:
        from kivy.tests.common import UnitTestTouch

        rect = next(p.rect for p in self.screen.drawing.parts() if p.id == key and p.kind == "button")
        touch = UnitTestTouch(rect.x + rect.w // 2, rect.y + rect.h // 2)
        touch.touch_down()
        return touch

    def tap(self, key: str) -> None:
        self.down(key).touch_up()

    def close(self) -> None:
        self.screen.close()
        self._window.remove_widget(self.screen.root)
        self.core.close()


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Callable[..., Glass]]:
    made: list[Glass] = []

    def make(name: str | None = "ask", *, with_core: bool = True, check: Callable[[], str] | None = None) -> Glass:
        made.append(Glass(tmp_path, VIEWS[name] if name else None, with_core=with_core, check=check))
        return made[-1]

    yield make
    for one in made:
        one.close()
