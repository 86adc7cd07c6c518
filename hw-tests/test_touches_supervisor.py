"""A supervisor at the real screen: finds a coup, replays it, holds a box, corrects a payout, reads an alert."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from touches.dealer import BURNS

from engine.instructions import TakeWagers

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(240)]


def has(one: Any, text: str) -> None:
    """The screen shows ``text`` somewhere."""
    one.glass.until(lambda seen: any(text in part.text for part in seen.parts), text)


def keys(one: Any, begins: str) -> list[str]:
    """The buttons whose keys begin so, from the top."""
    seen = one.glass.seen
    assert seen is not None
    found = [part for part in seen.parts if part.kind == "button" and part.id.startswith(begins)]
    return [part.id for part in sorted(found, key=lambda part: -part.rect.y)]


def press(one: Any, *names: str) -> None:
    """Touch these buttons."""
    for name in names:
        one.glass.press(name)


def played(dealer: Callable[..., Any], **setting: Any) -> Any:
    """A coup is over: box 3 had a natural, box 5 stood on 17 against 19."""
    one = dealer(BURNS + "AS TH KS 7H" + " 9D 3D TC", player_cards="up", **setting)
    one.begins(Ho_3=1000, Rui_5=500)
    one.touch("primary")  # offered
    while not isinstance(one.view.due, TakeWagers):
        one.touch("primary")
        one.deal()
    return one


def test_the_last_coup_of_box_3_is_found_in_two_touches_and_replayed(dealer: Callable[..., Any]) -> None:
    one = played(dealer)
    press(one, "table", "supervisor")
    has(one, "coup 1")
    press(one, "of_box:3")
    one.glass.until(lambda seen: any("Ho: blackjack +1,500" in part.text for part in seen.parts), "box 3's result")
    press(one, keys(one, "coup:")[0])
    one.glass.until(lambda seen: "Replay: coup 1" in seen.texts.get("banner", ""), "the replay")
    banners = set()
    for _ in range(6):
        press(one, "primary")
        banners.add(one.glass.seen.texts["banner"])
    assert len(banners) >= 5
    press(one, "step:call")
    has(one, ": stand")
    press(one, "step:end")
    has(one, "A natural beats 21 and is paid 3:2")
    press(one, "look", "back", "primary")
    one.looks()


def test_a_box_is_held_while_it_is_looked_into_and_its_payout_corrected_by_two(dealer: Callable[..., Any]) -> None:
    one = played(dealer)
    press(one, "table", "supervisor")
    has(one, "coup 1")
    press(one, keys(one, "coup:")[0])
    one.glass.until(lambda seen: "Replay" in seen.texts.get("banner", ""), "the replay")
    press(one, "box:3", "hold:payment", "digit:7", "digit:1")
    taken = one.pressed("primary")
    assert [(event["type"], event["box"], event["hold"], event["by"]) for event in taken] == [("note", 3, True, "71")]
    has(one, "Box 3 is held by 71")
    press(one, keys(one, "row:")[0], "wager:clear", "chip:100000", "primary")
    press(one, "digit:7", "digit:1")
    taken = one.pressed("primary")
    assert [(event["type"], event["from"], event["to"], event["by"], event["second"]) for event in taken] == [
        ("payout_corrected", 1500_00, 1000_00, "dealer", "71")
    ]
    press(one, "lift:corrected", "digit:7", "digit:1")
    assert one.pressed("primary")[0]["hold"] is False
    has(one, "Hold the box while you look")
    press(one, "back", "back")
    has(one, "corrected: 3: blackjack +1,000")


@contextmanager
def plugged_in(stick: Path) -> Iterator[None]:
    """Something is mounted there."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(stick)], capture_output=True, check=False
    )
    if done.returncode != 0:
        pytest.skip("only root can mount a stick")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(stick)], check=True)


def test_the_log_is_proved_and_a_report_written(dealer: Callable[..., Any], tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    one = played(dealer, reports=str(stick))
    press(one, "table", "supervisor")
    has(one, "coup 1")
    press(one, "tab:log", "verify")
    has(one, "records are as they were written")
    has(one, "Compare with a report of the same record")
    press(one, "back", "report:8")
    has(one, "No stick is plugged in")
    with plugged_in(stick):
        press(one, "again")
        has(one, "Written to the stick")
        assert [path.read_bytes()[:5] for path in stick.glob("*.pdf")] == [b"%PDF-"]
        press(one, "back", "form:csv", "report:24")
        one.glass.until(lambda _seen: list(stick.glob("*.csv")), "the table of results")
        has(one, "Written to the stick")
        press(one, "back", "support")
        one.glass.until(lambda _seen: list(stick.glob("*.zip")), "the bundle")
    press(one, "primary")
    one.looks()


def test_figures_alerts_machine_and_the_touch_test(dealer: Callable[..., Any]) -> None:
    one = played(dealer)
    press(one, "table", "supervisor")
    has(one, "coup 1")
    press(one, "tab:figures")
    has(one, "Wagered: 1,500")
    press(one, "what:pace")
    has(one, "Coups played: 1")
    press(one, "tab:alerts")
    has(one, "Every alert has been acknowledged")
    press(one, "tab:machine")
    has(one, "sqlite")
    press(one, "what:devices")
    has(one, "shoe")
    press(one, "touching")
    for at in range(24):
        press(one, f"field:{at}")
    has(one, "Every field was felt")


def test_betting_that_closes_gives_the_screen_back_to_the_dealer(dealer: Callable[..., Any]) -> None:
    one = played(dealer)
    one.seat(Ana_1=200)
    press(one, "table", "supervisor")
    has(one, "coup 1")
    one.rig.table.shoe.pull()
    one.glass.until(lambda seen: "band.title" in seen.texts, "the dealer's screen")
