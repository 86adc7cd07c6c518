"""``banca21 demo``: the whole main job with no hardware."""

import sys
import threading
import time

import click

from deploy import display, processes
from deploy.commands.options import stop_with
from deploy.commands.watch import Words, lost
from deploy.demo_table import DemoTable, Setting
from deploy.demonstration import FAST, DemonstrationError, Pace, People
from ui.client import CoreClient

COUPS_IN_TERMINAL = 3
"""How many coups are told in a terminal when no number was given."""


@click.command()
@click.option("--fast", is_flag=True, help="People take no time.")
@click.option("--coups", type=click.IntRange(min=1), default=None, help="How many coups; else for ever.")
@click.option("--seed", type=int, default=21, show_default=True, help="Another seed, another shoe.")
@click.option("--players", type=click.IntRange(1, 7), default=5, show_default=True, help="Boxes that are occupied.")
def demo(fast: bool, coups: int | None, seed: int, players: int) -> None:
    """Play with a simulated shoe: firmware on a pseudo-terminal, core, screen; without a display, in the terminal."""
    processes.end_on_sigterm()
    pace = FAST if fast else Pace()
    try:
        with DemoTable(Setting(seed, players)) as table:
            if display.is_there():
                _on_screen(table, pace, coups)
            else:
                _in_terminal(table, pace, coups or COUPS_IN_TERMINAL)
    except DemonstrationError as error:
        stop_with(error)
    except KeyboardInterrupt:
        sys.exit(130)


def _in_terminal(table: DemoTable, pace: Pace, coups: int) -> None:
    words = Words()
    with table.people(pace) as people:
        people.core.until(lambda _view: True, "begin")
        client = CoreClient(table.socket, words, lost)
        client.start()
        people.play(coups)
        while words.seq < people.core.view.seq:
            time.sleep(0.01)
        client.close()


def _on_screen(table: DemoTable, pace: Pace, coups: int | None) -> None:
    """Play until the coups are paid or the screen is closed; core and screen are started again if they die."""
    screen = table.show_screen()
    failed: list[DemonstrationError] = []
    with table.people(pace) as people:
        playing = threading.Thread(target=_play, args=(people, coups, failed), name="people", daemon=True)
        playing.start()
        while screen.keep() is None and playing.is_alive():
            table.core.keep()
            time.sleep(0.05)
    if failed:
        raise failed[0]


def _play(people: People, coups: int | None, failed: list[DemonstrationError]) -> None:
    try:
        people.play(coups)
    except DemonstrationError as error:
        failed.append(error)
