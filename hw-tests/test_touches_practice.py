"""``banca21 practise``, all of it by touching the screen: scenarios to their reports, the payout drill, the command."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from deploy import processes
from deploy.benchmarks.screen_glass import AFTER_TOUCH_S, PATIENCE_S, Glass, Seen
from deploy.demo_table import FOLDERS
from deploy.practice.drill import hands
from deploy.practice.place import Place
from deploy.practice.session import Session
from ui.client import CoreClient

pytestmark = pytest.mark.thorough

SEED = 4
HANDS = 3
TOUCH_S = 0.15
SAID_S = 0.1
"""What players say comes from another process than the table."""


class Practised:
    """A practice whose thread is the test's own, and its screen on the glass."""

    def __init__(self, glass: Glass, folder: Path) -> None:
        self._left = ExitStack()
        place = self._left.enter_context(Place(folder))
        self.session = self._left.enter_context(Session(place, SEED, hands=HANDS))
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="practice under test")
        self._thread.start()
        screen = processes.screen(
            place.config, "--hand", str(place.hand_at), "--practice", str(place.told_at), *glass.options
        )
        self._left.callback(screen.end)

    def _run(self) -> None:
        while not self._ended.is_set():
            self.session.step(0.02)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self._left.close()


@pytest.fixture
def practised(glass: Glass, tmp_path: Path) -> Iterator[Practised]:
    one = Practised(glass, tmp_path / "kept")
    yield one
    one.close()


def title(seen: Seen) -> str:
    return seen.texts.get("band.title", "")


def said(seen: Seen) -> str:
    return seen.texts.get("notice", "")


def deal(glass: Glass, ends: Callable[[Seen], object] = lambda _seen: False) -> Seen:
    """Do what is due and said, until the report, or until it ``ends`` otherwise."""

    def is_time(seen: Seen) -> bool:
        return bool(is_report(seen) or ends(seen) or seen.open("primary") or seen.open("draw"))

    while True:
        seen = glass.until(is_time, "something to do")
        if is_report(seen) or ends(seen):
            return seen
        glass.press(wanted(seen))
        before = seen.seq
        glass.until(lambda now, before=before: now.seq != before, "what came of it")
        time.sleep(SAID_S)


def is_report(seen: Seen) -> bool:
    return title(seen) in ("Mastered", "Not yet: once more")


def wanted(seen: Seen) -> str:
    """What is touched now: the primary too while it is closed for a moment, since it will open."""
    return "primary" if seen.button("primary") and "\u201ccard\u201d" not in said(seen) else "draw"


def tap(glass: Glass, key: str) -> None:
    """Touch a key of a page that no core's view is on: no frame tells that it showed the finger there."""
    seen = glass.until(lambda seen: seen.open(key) and time.monotonic() > seen.steady_s, f'button "{key}"')
    button = seen.open(key)
    assert button is not None
    rect = button.rect
    glass.display.finger.move(rect.x + rect.w // 2, rect.y + rect.h // 2, seen.size[1])
    glass.display.finger.down()
    time.sleep(TOUCH_S)
    glass.display.finger.up()
    time.sleep(AFTER_TOUCH_S)
    glass.until(lambda now: now.parts != seen.parts, f'what came of "{key}"')


def begins(glass: Glass, name: str) -> None:
    """Choose a scenario; its table is there."""
    tap(glass, f"practice:{name}")
    glass.until(lambda seen: said(seen).startswith("A shoe lies ready") and seen.is_connected, "a table with a shoe")


@pytest.mark.usefixtures("practised")
def test_three_sevens_are_dealt_by_touches_alone_and_reported(glass: Glass) -> None:
    begins(glass, "three_sevens")
    report = deal(glass)
    assert title(report) == "Mastered"
    assert report.texts["banner"] == "PRACTICE"
    tap(glass, "practice:menu")
    glass.until(lambda seen: title(seen) == "Practice: choose what to deal", "the menu again")


@pytest.mark.usefixtures("practised")
def test_a_stand_that_was_forgotten_is_put_right_by_touches_alone(glass: Glass) -> None:
    begins(glass, "forgotten_stand")
    assert "the next card is out" in said(deal(glass, lambda seen: "the next card is out" in said(seen)))
    glass.press("slips")
    glass.press("slip:0")
    glass.until(lambda seen: "the next card is out" not in said(seen), "that it was put right")
    assert title(deal(glass)) == "Mastered"


@pytest.mark.usefixtures("practised")
def test_the_drill_is_answered_by_touches_alone(glass: Glass) -> None:
    tap(glass, "primary")
    for hand in hands(SEED, HANDS):
        net = hand.payout.net
        glass.until(lambda seen: seen.open("lay:take"), "a hand")
        left = abs(net)
        for chip in sorted(hand.question.view.money.chips, reverse=True) if net not in (0, -hand.payout.wager) else ():
            for _ in range(left // chip):
                tap(glass, f"chip:{chip}")
            left %= chip
        tap(glass, "lay:nothing" if net == 0 else "primary" if net > 0 else "lay:take")
        glass.until(lambda seen: title(seen).startswith("Right"), "that it was right")
        tap(glass, "primary")
    glass.until(lambda seen: title(seen) == f"Payout drill: {HANDS} of {HANDS} right", "the result")


@pytest.mark.usefixtures("glass")
def test_the_command_lays_a_table_and_takes_everything_away_again(tmp_path: Path) -> None:
    config = tmp_path / "banca21.toml"
    config.write_text(f'[core]\nsocket = "{tmp_path}/core.sock"\n')
    before = folders()
    command = [sys.executable, "-m", "deploy", "practise", "split_aces", "--config", str(config)]
    heard: list[object] = []
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as one:
        try:
            until(lambda: folders() - before)
            (run,) = folders() - before
            client = CoreClient(run / "core.sock", heard.append, lambda: None)
            client.start()
            until(lambda: heard)
            client.close()
        finally:
            one.send_signal(signal.SIGTERM)
            _, told = one.communicate(timeout=PATIENCE_S)
    assert one.returncode == 130, told
    assert not run.exists()
    assert "Traceback" not in told


def folders() -> set[Path]:
    return set(Path(FOLDERS).glob("banca21-practise-*"))


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
