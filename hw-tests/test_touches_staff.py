"""A table with staff, by touches of the real screen: who deals, by hand, a coup that two people cancel with PINs."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from rig.house import DEALER, PIT, House

from deploy.benchmarks.screen_glass import Glass

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(240)]


@pytest.fixture
def screen(house: House, glass: Glass) -> Iterator[Glass]:
    """The house's screen."""
    with house.config.open("a") as settings:
        settings.write("[screen]\nfullscreen = false\n")
    command = [sys.executable, "-m", "deploy", "screen", "--config", str(house.config), *glass.options]
    process = subprocess.Popen(command)
    yield glass
    process.terminate()
    process.wait(timeout=20)


def typed(glass: Glass, digits: str) -> None:
    """A number by the keypad."""
    for digit in digits:
        glass.press(f"digit:{digit}")


def named(glass: Glass, staff: str, pin: str) -> None:
    """Somebody by number and PIN; the last one's press asks."""
    typed(glass, staff)
    glass.press("primary")
    typed(glass, pin)
    glass.press("primary")


def shows(glass: Glass, title: str) -> None:
    """What is due."""
    glass.until(lambda seen: seen.texts.get("band.title") == title, title)


def test_a_coup_by_hand_is_cancelled_by_two_people_with_their_pins(house: House, screen: Glass) -> None:
    shows(screen, "Shuffle, cut and load")
    screen.press("primary")
    screen.until(lambda seen: seen.texts.get("notice", "").startswith("Not taken"), "that somebody must be known")
    screen.press("table")
    screen.press("dealer")
    named(screen, "1042", DEALER)
    screen.until(lambda seen: seen.open("table") is not None, "the table again")
    screen.press("primary")
    shows(screen, "Take wagers")
    screen.until(lambda seen: seen.texts.get("reader") == "by hand", "that the table goes on by hand")
    screen.press("box:1")
    screen.press("chip:10000")
    screen.press("primary")
    screen.until(lambda seen: seen.texts.get("box1.placed") == "100", "the wager")
    screen.press("primary")
    shows(screen, "Burn 6 cards")
    screen.press("primary")
    shows(screen, "Burn 5 cards")
    screen.press("slips")
    screen.press("cancel", is_held=True)
    typed(screen, DEALER)
    screen.press("primary")
    named(screen, "3001", PIT)
    shows(screen, "Give the wagers back")
    screen.press("primary")
    shows(screen, "Take wagers")
    exported = house.does("log", "export").stdout
    (cancelled,) = (line for line in exported.splitlines() if '"coup_cancelled"' in line)
    assert '"1042"' in cancelled and '"3001"' in cancelled
    assert PIT not in exported and DEALER not in exported
