"""A whole table without hardware: settings and enrolled deck in a folder of its own, the simulated shoe, the processes.

The demo, the benchmarks and the rig play at it. What stands in for hardware is the shoe's firmware on a
pseudo-terminal; everything from there on is what runs at a real table.
"""

import contextlib
import json
import random
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Self

from deploy import processes
from deploy.demonstration import FAST, Core, Felt, Pace, People
from deploy.drawing import Drawing, Hands
from deploy.processes import Kept
from engine.cards import Card
from firmware_bridge.registry import Registry
from firmware_bridge.simulated_shoe import SimulatedShoe

FOLDERS: Final = "/var/tmp"
"""Where the tables' folders are made."""
NAMES: Final = ("Ana", "Bento", "Chan", "Dora", "Ernesto", "Fong", "Gil")
"""Who can sit at the boxes."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the demo's table is like."""

    seed: int
    players: int = 5
    packs: int = 6
    size: tuple[int, int] = (800, 480)
    player_cards: Literal["down", "up"] = "down"
    reports: str = "/media/banca21"
    """Where sticks are mounted."""


class DemoTable:
    """The table in a folder that goes away with it: a context manager; the core is started on entering."""

    def __init__(self, setting: Setting) -> None:
        self._left = contextlib.ExitStack()
        self.folder = Path(tempfile.mkdtemp(prefix="banca21-", dir=FOLDERS))
        self._left.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.config = self.folder / "banca21.toml"
        self.socket = self.folder / "core.sock"
        self.journal = self.folder / "journal.db"
        deck = enrolled(setting)
        write_deck(self.folder / "deck.csv", deck)
        serial = f"SIM-{secrets.token_hex(5).upper()}"
        self.config.write_text(settings_text(setting, serial, key="shoe.key"))
        key = secrets.token_bytes(32)
        write_key(self.folder / "shoe.key", key)
        self.felt = Felt(deck, setting.seed)
        self.shoe = SimulatedShoe(self.folder / "shoe", serial=serial, key=key)
        self._left.callback(self.shoe.close)
        self.core: Kept
        self.screen: Kept | None = None

    def __enter__(self) -> Self:
        self.core = processes.core(self.config)
        self._left.callback(self.core.end)
        return self

    def __exit__(self, *_error: object) -> None:
        self._left.close()

    def show_screen(self, *arguments: str) -> Kept:
        """Start the screen."""
        self.screen = processes.screen(self.config, *arguments)
        self._left.callback(self.screen.end)
        return self.screen

    @contextlib.contextmanager
    def people(self, pace: Pace = FAST) -> Iterator[People]:
        """Players and dealer, who come and go."""
        core = Core(self.socket)
        try:
            yield People(self.felt, self.shoe, core, pace)
        finally:
            core.close()

    @contextlib.contextmanager
    def hands(self) -> Iterator[Path]:
        """Hands that draw when they are told to, at the socket that this gives."""
        path = self.folder / "hand.sock"
        with Drawing(path, self.socket, Hands(self.felt, self.shoe)):
            yield path


def enrolled(setting: Setting) -> dict[str, Card]:
    """Tags and their cards: ISO 15693 numbers, eight bytes from E0, that tell nothing of the card."""
    chance = random.Random(setting.seed)
    cards = Card.pack() * setting.packs
    tags = {f"E004{chance.getrandbits(48):012X}" for _ in range(2 * len(cards))}
    return dict(zip(sorted(tags, key=lambda _tag: chance.random()), cards, strict=False))


def write_deck(path: Path, deck: dict[str, Card]) -> None:
    """The deck's file, as enrolment writes it."""
    path.write_text("\n".join(Registry(deck).lines()) + "\n")


def write_key(path: Path, key: bytes) -> None:
    """The shoe's key, for its owner's eyes alone."""
    path.touch(mode=0o600)
    path.write_text(key.hex())


def settings_text(setting: Setting, serial: str = "SIM-0", *, key: str | None = None) -> str:
    """The demo's settings file, for the shoe of this serial alone; ``key`` is the file of its key."""
    keyed = f'key = "{key}"\n' if key else ""
    seats = sorted(random.Random(setting.seed).sample(range(1, 8), setting.players))
    players = "".join(f"{box} = {json.dumps(NAMES[box - 1])}\n" for box in seats)
    return f"""\
[table]
name = "DEMO"
rules = {{ decks = {setting.packs}, player_cards = "{setting.player_cards}" }}

[table.players]
{players}
[shoe]
port = "shoe"
serial = "{serial}"
{keyed}deck = "deck.csv"

[journal]
path = "journal.db"

[core]
socket = "core.sock"

[screen]
size = [{setting.size[0]}, {setting.size[1]}]
fullscreen = false
choices = "choices.json"

[reports]
folder = {json.dumps(setting.reports)}
"""
