from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest
from msgspec import structs

from engine.messages import Fault
from engine.view import Condition
from ui.choices import LEAST_BRIGHTNESS, Choices, DimAfter
from ui.glass import (
    BOUNCE_S,
    DIMMED,
    IN_PLAY_S,
    WOKEN_S,
    Backlight,
    Dimmer,
    Light,
    TouchGuard,
    is_finger,
    rests,
    step,
    veil,
)
from ui.samples import NEW_SHOE, VIEWS, cleared
from ui.situation import TWICE_S, Situation
from ui.theme import (
    BACKGROUND,
    DEEP,
    DIM,
    PANEL,
    PANEL_EMPTY,
    READABLE,
    READABLE_GREYED,
    TEXT,
    Colour,
    contrast,
    rgb,
)

NO_WAGERS = cleared(VIEWS["take_wagers"])
RESTING = Situation(view=NO_WAGERS, is_connected=True, choices=Choices(dim_after_s=60, brightness=80))
IN_PLAY = replace(RESTING, view=VIEWS["ask"])


def dimmer(situation: Situation = RESTING, now_s: float = 0.0) -> Dimmer:
    made = Dimmer(now_s)
    made.sees(situation, now_s)
    return made


def dim(situation: Situation = RESTING) -> Dimmer:
    """One that went dim at 60 seconds."""
    made = dimmer(situation)
    made.sees(situation, 60.0)
    assert made.percent == DIMMED
    return made


def test_a_table_that_rests_goes_dim_after_its_time() -> None:
    glass = dimmer()
    assert (glass.percent, glass.next_change_s()) == (80, 60.0)
    glass.sees(RESTING, 59.9)
    assert glass.percent == 80
    glass.sees(RESTING, 60.0)
    assert (glass.percent, glass.next_change_s()) == (DIMMED, None)


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_no_screen_goes_dim_between_two_decisions(name: str) -> None:
    """Only a felt without wagers and cards rests, and a shoe that is to be shuffled."""
    glass = dimmer(replace(RESTING, view=VIEWS[name]))
    assert glass.next_change_s() == (60.0 if name == "shuffle" else IN_PLAY_S)


def test_a_table_in_play_that_nobody_touches_goes_dim_in_the_end() -> None:
    glass = dimmer(IN_PLAY)
    glass.sees(IN_PLAY, IN_PLAY_S - 1)
    assert glass.percent == 80
    glass.sees(IN_PLAY, IN_PLAY_S)
    assert glass.percent == DIMMED


@pytest.mark.parametrize("situation", [RESTING, IN_PLAY, Situation()])
def test_who_wants_no_dimming_gets_none(situation: Situation) -> None:
    never = replace(situation, choices=Choices(dim_after_s=0))
    glass = dimmer(never)
    glass.sees(never, 1e6)
    assert (glass.percent, glass.next_change_s()) == (100, None)


@pytest.mark.parametrize(
    ("situation", "is_resting"),
    [
        (Situation(), True),
        (replace(RESTING, view=NEW_SHOE), True),
        (replace(RESTING, view=structs.replace(VIEWS["ask"], is_closed=True)), True),
        (replace(RESTING, view=structs.replace(VIEWS["ask"], is_off=True)), True),
        (replace(RESTING, view=structs.replace(VIEWS["lost"], is_closed=True), is_connected=False), True),
        (replace(RESTING, view=VIEWS["take_wagers"]), False),
        (replace(RESTING, view=structs.replace(NO_WAGERS, reader=VIEWS["lost"].reader)), False),
        (replace(RESTING, is_connected=False), False),
        (replace(RESTING, fault=Fault(text="the disk is full")), False),
        (Situation(fault=Fault(text="the disk is full")), False),
    ],
)
def test_a_table_rests_while_nothing_lies_and_nothing_is_wrong(situation: Situation, is_resting: bool) -> None:
    assert rests(situation) is is_resting


@pytest.mark.parametrize(
    "news",
    [
        replace(RESTING, view=VIEWS["take_wagers"]),
        replace(RESTING, view=VIEWS["burn"]),
        replace(RESTING, view=structs.replace(NO_WAGERS, reader=VIEWS["lost"].reader)),
        replace(RESTING, view=structs.replace(NO_WAGERS, alerts=VIEWS["boxed"].alerts)),
        replace(RESTING, view=structs.replace(NO_WAGERS, conditions=(Condition("index", "behind"),))),
        replace(RESTING, is_connected=False),
        replace(RESTING, fault=Fault(text="the disk is full")),
        replace(RESTING, choices=Choices(dim_after_s=30)),
    ],
    ids=["wagers", "instruction", "reader", "alert", "condition", "core", "fault", "choice"],
)
def test_what_the_screen_newly_shows_wakes_it(news: Situation) -> None:
    glass = dim()
    glass.sees(news, 100.0)
    assert glass.percent != DIMMED
    assert not glass.takes_down(1, 100.1)  # it was meant for what was seen before
    assert not glass.takes_up(1, 102.0)
    assert glass.takes_down(2, 102.1)


def test_a_record_that_changes_nothing_to_be_seen_wakes_nobody() -> None:
    glass = dim()
    glass.sees(replace(RESTING, view=structs.replace(NO_WAGERS, seq=NO_WAGERS.seq + 1)), 100.0)
    assert glass.percent == DIMMED


def test_the_touch_that_wakes_presses_nothing_from_down_to_up() -> None:
    glass = dim()
    assert not glass.takes_down(7, 100.0)
    assert glass.percent == 80
    assert not glass.takes(7)
    assert not glass.takes_up(7, 103.0)
    assert glass.takes_down(8, 103.1)
    assert glass.takes(8)
    assert glass.takes_up(8, 103.2)


def test_a_second_finger_of_the_hand_that_wakes_presses_nothing_either() -> None:
    glass = dim()
    assert not glass.takes_down(7, 100.0)
    assert not glass.takes_down(8, 100.0 + WOKEN_S - 0.01)
    assert glass.takes_down(9, 100.0 + WOKEN_S)
    assert not glass.takes_up(8, 101.0)
    assert glass.takes_up(9, 101.0)


def test_a_touch_of_a_bright_screen_counts_and_keeps_it_bright() -> None:
    glass = dimmer()
    assert glass.takes_down(1, 59.0)
    assert glass.takes_up(1, 59.1)
    assert glass.next_change_s() == 119.1
    glass.sees(RESTING, 60.0)
    assert glass.percent == 80


@pytest.mark.parametrize("after_s", get_args(DimAfter))
def test_every_time_there_is_can_be_chosen(after_s: DimAfter) -> None:
    glass = dimmer(replace(RESTING, choices=Choices(dim_after_s=after_s)))
    assert glass.next_change_s() == (after_s or None)


def test_the_same_touch_twice_is_dropped_and_the_next_one_is_not() -> None:
    guard = TouchGuard()
    assert guard.takes_down("digit:1", "mouse", 10.0)
    guard.lifted(10.01)
    assert not guard.takes_down("digit:1", "mouse", 10.0 + TWICE_S - 0.001)
    guard.lifted(10.2)
    assert guard.takes_down("digit:1", "mouse", 10.3)


def test_a_finger_that_lost_touch_for_a_moment_is_the_same_one() -> None:
    guard = TouchGuard()
    assert guard.takes_down("digit:1", "mouse", 10.0)
    guard.lifted(10.3)
    assert not guard.takes_down("digit:1", "mouse", 10.3 + BOUNCE_S - 0.001)


def test_fast_taps_all_count() -> None:
    """Eight a second, each half on the glass; and two fingers in turn on two keys."""
    guard = TouchGuard()
    for n in range(8):
        assert guard.takes_down("digit:0", "mouse", 10 + n / 8)
        guard.lifted(10 + n / 8 + 0.0625)
    assert guard.takes_down("digit:1", "mouse", 11.0)
    guard.lifted(11.02)
    assert guard.takes_down("digit:2", "mouse", 11.03)


@pytest.mark.parametrize("key", ["digit:1", "digit:2"])
def test_a_second_device_that_tells_the_same_touch_is_dropped_wherever_it_means(key: str) -> None:
    guard = TouchGuard()
    assert guard.takes_down("digit:1", "touch", 10.0)
    assert not guard.takes_down(key, "mouse", 10.02)
    guard.lifted(10.3)
    assert not guard.takes_down(key, "touch", 10.37)
    assert guard.takes_down(key, "mouse", 10.5)


@pytest.mark.parametrize(
    ("profile", "button", "counts"),
    [
        (["pos"], None, True),
        (["pos", "button"], "left", True),
        (["pos", "button"], "right", False),
        (["pos", "button"], "scrolldown", False),
    ],
)
def test_a_wheel_and_other_buttons_are_no_finger(profile: list[str], button: str | None, counts: bool) -> None:
    assert is_finger(SimpleNamespace(profile=profile, button=button)) is counts


@pytest.fixture
def panel(tmp_path: Path) -> Path:
    """A display of 31 steps, as the kernel tells it."""
    folder = tmp_path / "rpi_backlight"
    folder.mkdir()
    (folder / "max_brightness").write_text("31\n")
    (folder / "brightness").write_text("31\n")
    return folder


def test_the_light_is_set_in_the_displays_own_steps(panel: Path) -> None:
    light = Light(Backlight.found(panel.parent))
    assert [(light.shine(percent), (panel / "brightness").read_text()) for percent in (100, 80, DIMMED, 0)] == [
        (0.0, "31"),
        (0.0, "25"),
        (0.0, "5"),
        (0.0, "5"),
    ]


def test_the_light_is_set_only_when_it_changes(panel: Path) -> None:
    light = Light(Backlight.found(panel.parent))
    light.shine(80)
    (panel / "brightness").write_text("7")
    light.shine(80)
    assert (panel / "brightness").read_text() == "7"


@pytest.mark.parametrize("most", [1, 2, 31, 255, 4095])
def test_the_light_is_never_out(most: int) -> None:
    assert all(1 <= step(percent, most) <= most for percent in range(101))
    assert step(100, most) == most


def test_without_a_backlight_the_drawing_darkens(tmp_path: Path) -> None:
    assert Backlight.found(tmp_path) is None
    light = Light(None)
    assert light.shine(100) == 0.0
    assert 0.3 < light.shine(LEAST_BRIGHTNESS) < light.shine(DIMMED) < 0.62


def test_a_backlight_that_fails_is_told_once_and_the_drawing_darkens(
    panel: Path, caplog: pytest.LogCaptureFixture
) -> None:
    light = Light(Backlight.found(panel.parent))
    (panel / "max_brightness").write_text("?")
    assert light.shine(DIMMED) == veil(DIMMED)
    assert light.shine(100) == 0.0
    assert len(caplog.records) == 1


def darkened(colour: Colour, strength: float) -> Colour:
    return "#{:02x}{:02x}{:02x}".format(*(round(255 * channel * (1 - strength)) for channel in rgb(colour)))


@pytest.mark.parametrize("under", [BACKGROUND, PANEL, PANEL_EMPTY, *DEEP.values()])
def test_what_is_drawn_dark_is_still_read(under: Colour) -> None:
    for percent in range(LEAST_BRIGHTNESS, 101):
        strength = veil(percent)
        assert contrast(darkened(TEXT, strength), darkened(under, strength)) >= READABLE
        assert contrast(darkened(DIM, strength), darkened(under, strength)) >= READABLE_GREYED
    strength = veil(DIMMED)
    assert contrast(darkened(TEXT, strength), darkened(under, strength)) >= 3.0
