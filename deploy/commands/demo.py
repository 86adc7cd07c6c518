"""``banca21 demo``: the whole main job with no hardware."""

import sys
import threading
import time
from collections.abc import Callable
from typing import Final

import click

from deploy import display, processes
from deploy.commands.options import stop_with
from deploy.commands.watch import Words, lost
from deploy.demo_table import DemoTable, Setting
from deploy.demonstration import FAST, DemonstrationError, Pace, People
from firmware_bridge.errors import SimulatedShoeError
from ui.client import CoreClient

COUPS_IN_TERMINAL: Final = 3
"""How many coups are told in a terminal when no number was given."""
SEED: Final = 332
"""Even money, a split, a double and surrenders come in its first three coups."""
LAST_WORDS_S: Final = 5.0
"""How long the end of the transcript is waited for, in seconds."""
KEPT_S: Final = 0.05
"""How often it is seen to that core and screen are there, in seconds."""


@click.command()
@click.option("--fast", is_flag=True, help="People take no time.")
@click.option("--coups", type=click.IntRange(min=1), default=None, help="How many coups; else for ever.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="Another seed, another shoe.")
@click.option("--players", type=click.IntRange(1, 7), default=5, show_default=True, help="Boxes that are occupied.")
@click.option("--by-hand", is_flag=True, help="You draw the cards and make the calls, on the screen.")
def demo(fast: bool, coups: int | None, seed: int, players: int, by_hand: bool) -> None:
    """Play with a simulated shoe: firmware on a pseudo-terminal, core, screen; without a display, in the terminal."""
    if by_hand and (fast or coups is not None):
        raise click.UsageError("--by-hand goes at your own pace for as long as you like: without --fast and --coups")
    processes.end_on_signals()
    if by_hand:
        _by_hand(Setting(seed, players, player_cards="up"))
    else:
        _by_itself(Setting(seed, players), FAST if fast else Pace(), coups)


def _by_hand(setting: Setting) -> None:
    """One person plays every box and the dealer."""
    if not display.is_there():
        click.echo("by hand you play on a display, and here is none: without --by-hand, coups are told here", err=True)
        sys.exit(2)
    try:
        with DemoTable(setting) as table, table.hands() as told:
            click.echo("draw and call on the screen; Ctrl-C ends it")
            screen = table.show_screen("--hand", str(told))
            while screen.keep() is None:
                table.core.keep()
                time.sleep(KEPT_S)
    except SimulatedShoeError as error:
        stop_with(error)
    except KeyboardInterrupt:
        sys.exit(130)


def _by_itself(setting: Setting, pace: Pace, coups: int | None) -> None:
    """People play by themselves."""
    try:
        with DemoTable(setting) as table, table.people(pace) as people:
            if display.is_there():
                click.echo("playing on the screen; Ctrl-C ends it")
                screen = table.show_screen()
                _play(table, people, coups, lambda: screen.keep() is None)
            else:
                coups = coups or COUPS_IN_TERMINAL
                click.echo(f"no display: {coups} coups are told here")
                _tell(table, people, coups)
    except (DemonstrationError, SimulatedShoeError) as error:
        stop_with(error)
    except KeyboardInterrupt:
        sys.exit(130)


def _tell(table: DemoTable, people: People, coups: int) -> None:
    """Play in the terminal."""
    words = Words()
    people.core.until(lambda _view: True, "begin")
    client = CoreClient(table.socket, words, lost)
    client.start()
    try:
        _play(table, people, coups, lambda: True)
        until = time.monotonic() + LAST_WORDS_S
        while words.seq < people.core.view.seq and time.monotonic() < until:
            time.sleep(0.01)
    finally:
        client.close()


def _play(table: DemoTable, people: People, coups: int | None, is_shown: Callable[[], bool]) -> None:
    """Play until the coups are paid, or nobody is shown them any more; a core that dies is started again."""
    failed: list[Exception] = []
    ending = threading.Event()

    def play() -> None:
        try:
            people.play(coups)
        except Exception as error:  # noqa: BLE001 - the thread's outermost loop; at the end the shoe is taken from it
            if not ending.is_set():
                failed.append(error)

    playing = threading.Thread(target=play, name="people", daemon=True)
    playing.start()
    try:
        while playing.is_alive() and is_shown():
            table.core.keep()
            time.sleep(KEPT_S)
    finally:
        ending.set()
    if failed:
        raise failed[0]
