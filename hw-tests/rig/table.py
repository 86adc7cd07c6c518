"""A whole table without hardware: its processes real, its shoe whatever is plugged in, and a hand that kills."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from deploy.demo_table import DemoTable, Setting, enrolled, settings_text, write_deck
from deploy.demonstration import FAST, Core, Felt, People
from deploy.processes import PARENT
from engine.cards import Card
from engine.journal import layout
from engine.journal.walk import walk
from engine.lines import fields_from
from firmware_bridge.simulated_shoe import WHITE_CARD

ROOT: Final = Path(__file__).parents[2]
"""The repository."""


def settings(folder: Path, **changes: str) -> Path:
    """A settings file of the demo's, with some lines changed."""
    config = folder / "banca21.toml"
    setting = Setting(seed=1)
    write_deck(folder / "deck.csv", enrolled(setting))
    text = settings_text(setting)
    for before, after in changes.items():
        assert f"\n{before} = " in text
        text = "\n".join(
            f"{before} = {after}" if line.startswith(f"{before} = ") else line for line in text.splitlines()
        )
    config.write_text(text)
    return config


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

    def __init__(self, seed: int, cards: str = "", **setting: Any) -> None:
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
        self.start_core_again()

    def start_core_again(self) -> None:
        """It has died: wait for that, and start it as whoever started it would."""
        self.table.core.process.wait(timeout=10)
        while self.table.core.process.poll() is not None:
            self.table.core.keep()


class MortalCore:
    """A core process that can be told to die by SIGKILL between a card's record and its acknowledgement."""

    def __init__(self, config: Path) -> None:
        self._config = config
        self._order = config.with_name("die")
        self.process = self._started()

    def die_before_the_next_acknowledgement(self) -> None:
        """It will have journalled the card, and nobody will have heard of it."""
        self._order.touch()

    def keep(self) -> None:
        """Start it again if it died."""
        if self.process.poll() is not None:
            self.process = self._started()

    def end(self) -> None:
        """Ask it to end, and see that it does."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _started(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, str(Path(__file__).with_name("mortal_core.py")), str(self._order)]
        environment = os.environ | {PARENT: str(os.getpid()), "PYTHONPATH": str(ROOT)}
        return subprocess.Popen([*command, "core", "--config", str(self._config)], env=environment)


def journalled_origins(path: Path) -> list[str]:
    """Of every card and white card in the journal, in order; also while the core runs."""
    with closing(layout.reading(path)) as connection:
        events = [fields_from(record.payload) for record in walk(path, connection, None)]
    return [event["origin"] for event in events if event["type"] in ("card_out", "white_card_out")]
