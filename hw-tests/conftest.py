"""The rig: a whole table without hardware, its processes real, its shoe's firmware on a pseudo-terminal."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.demo_table import DemoTable, Setting, enrolled
from deploy.demonstration import FAST, Core, Felt, People
from engine.cards import Card
from firmware_bridge.simulated_shoe import WHITE_CARD


@pytest.fixture
def over_ssh() -> dict[str, str]:
    """The environment of a terminal over ssh."""
    return {name: value for name, value in os.environ.items() if name != "DISPLAY"}


class StackedFelt(Felt):
    """Whose shoes begin with the cards that a test wants."""

    def __init__(self, deck: dict[str, Card], cards: str) -> None:
        super().__init__(deck, seed=0)
        self._cards = [Card.parse(card) for card in cards.split()]

    def shuffled(self) -> list[str]:
        """The wanted cards first, the rest of the deck behind them, the white card before the last 25."""
        rest, first = list(self._deck), []
        for card in self._cards:
            first.append(next(tag for tag in rest if self._deck[tag] == card))
            rest.remove(first[-1])
        self._shoe = [*first, *rest[:-25], WHITE_CARD, *rest[-25:]]
        self.out.clear()
        return list(self._shoe)


class Rig:
    """A table, its people, and a hand that kills processes; ``cards``: what each shoe begins with."""

    def __init__(self, seed: int, cards: str = "", **setting: int) -> None:
        self.table = DemoTable(Setting(seed, **setting))
        if cards:
            self.table.felt = StackedFelt(enrolled(Setting(seed, **setting)), cards)
        self.table.__enter__()
        self.core = Core(self.table.socket)
        self.people = People(self.table.felt, self.table.shoe, self.core, FAST)

    def close(self) -> None:
        self.core.close()
        self.table.__exit__()

    def play_until(self, holds: Callable[[], bool]) -> None:
        """Do what is due until ``holds``."""
        while not holds():
            self.people.act()

    def play_coups(self, coups: int) -> None:
        """Play until so many coups more are paid."""
        self.people.play(coups)

    def kill_core(self) -> None:
        """SIGKILL, and start it again as whoever started it would."""
        self.table.core.process.kill()
        self.table.core.process.wait()
        while self.table.core.process.poll() is not None:
            self.table.core.keep()


@pytest.fixture
def rig() -> Iterator[Callable[..., Rig]]:
    """Makes tables; they go away at the end."""
    made: list[Rig] = []

    def make(seed: int = 1, cards: str = "", **setting: int) -> Rig:
        made.append(Rig(seed, cards, **setting))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def banca21(over_ssh: dict[str, str]) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs the command to its end, without a display."""

    def run(*arguments: str | Path, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "deploy", *map(str, arguments)]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, timeout=60, check=False, env=over_ssh
        )

    return run
