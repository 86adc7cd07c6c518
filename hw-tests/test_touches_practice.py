"""``banca21 practise``, all of it by touching the screen: a scenario to its report, the payout drill, and the command."""

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
from deploy.benchmarks.screen_glass import PATIENCE_S, Glass, Seen
from deploy.demo_table import FOLDERS
from deploy.practice.drill import hands
from deploy.practice.place import Place
from deploy.practice.session import Session
from ui.client import CoreClient

pytestmark = pytest.mark.thorough

SEED = 4
HANDS = 3


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


def deal(glass: Glass) -> Seen:
    """Do what is due and said, until the report."""
    while True:
        seen = glass.until(lambda seen: is_report(seen) or seen.open("primary") or seen.open("draw"), "something to do")
        if is_report(seen):
            return seen
        glass.press(wanted(seen))
        glass.until(lambda now, before=seen: (now.due_seq, now.seq) != (before.due_seq, before.seq), "what came of it")


def is_report(seen: Seen) -> bool:
    return title(seen) in ("Mastered", "Not yet: once more")


def wanted(seen: Seen) -> str:
    if "\u201ccard\u201d" in said(seen):
        return "draw"
    return next((key for key in ("primary", "draw") if seen.open(key)), "primary")


@pytest.mark.usefixtures("practised")
def test_three_sevens_are_dealt_by_touches_alone_and_reported(glass: Glass) -> None:
    glass.until(lambda seen: title(seen) == "Practice: choose what to deal", "the menu")
    glass.press("practice:three_sevens")
    glass.until(lambda seen: said(seen).startswith("A shoe lies ready"), "a table with a shoe")
    report = deal(glass)
    assert title(report) == "Mastered"
    assert report.texts["banner"] == "PRACTICE"
    glass.press("practice:menu")
    glass.until(lambda seen: title(seen) == "Practice: choose what to deal", "the menu again")


def test_a_stand_that_was_forgotten_is_put_right_by_touches_alone(glass: Glass, practised: Practised) -> None:
    practised.session.begin("forgotten_stand")
    glass.until(lambda seen: said(seen).startswith("A shoe lies ready"), "a table with a shoe")
    while "the next card is out" not in said(glass.until(lambda seen: seen.due_seq is not None, "a table")):
        seen = glass.until(lambda seen: seen.open("primary") or seen.open("draw"), "something to do")
        if "the next card is out" in said(seen):
            break
        glass.press(wanted(seen))
        glass.until(lambda now, before=seen: (now.due_seq, now.seq) != (before.due_seq, before.seq), "what came of it")
    glass.press("slips")
    glass.press("slip:0")
    glass.until(lambda seen: "the next card is out" not in said(seen), "that it was put right")
    assert title(deal(glass)) == "Mastered"


@pytest.mark.usefixtures("practised")
def test_the_drill_is_answered_by_touches_alone(glass: Glass) -> None:
    glass.press("primary")
    for hand in hands(SEED, HANDS):
        net = hand.payout.net
        glass.until(lambda seen: seen.open("lay:take"), "a hand")
        left = abs(net)
        for chip in sorted(hand.question.view.money.chips, reverse=True) if net not in (0, -hand.payout.wager) else ():
            for _ in range(left // chip):
                glass.press(f"chip:{chip}")
            left %= chip
        glass.press("lay:nothing" if net == 0 else "primary" if net > 0 else "lay:take")
        glass.until(lambda seen: title(seen).startswith("Right"), "that it was right")
        glass.press("primary")
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
