"""Where practice takes place: a folder with its own settings, and a table of its own for each thing that is dealt.

KeptFolderError (OSError): the folder that is to be kept cannot be used
"""

import contextlib
import json
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import msgspec
from msgspec import structs

from deploy import processes
from deploy.demo_table import FOLDERS, Setting, enrolled, write_deck, write_key
from deploy.practice.stacking import Stack
from deploy.processes import Kept
from engine.cards import Card
from engine.rules import TableRules
from firmware_bridge.simulated_shoe import WHITE_CARD, SimulatedShoe, unread
from ui.options import Screen
from ui.practice.telling import Score

NAME: Final = "PRACTICE"
"""The table's."""
BEST: Final = "drill.json"
"""The file of the best run of the payout drill."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is dealt at a practice table."""

    name: str
    stack: Stack
    rules: TableRules
    players: Mapping[int, str] = field(default_factory=dict)
    """By box; others sit down when they bet."""


class KeptFolderError(OSError):
    """The folder that is to be kept cannot be used: why, and what to do."""


class Place:
    """The folder of a practice: temporary, unless people keep it. A context manager.

    Args:
        keep: the folder that is kept; ``None``: one that goes away with the practice.
        screen: how the screen of this machine is, as far as its settings can be read.

    Raises:
        KeptFolderError: ``keep`` cannot be used.
    """

    def __init__(self, keep: Path | None = None, screen: Screen | None = None) -> None:
        if keep is not None:
            _usable(keep)
        self._left = contextlib.ExitStack()
        # sockets' paths are short: they lie here also where another folder is kept
        self._run = Path(tempfile.mkdtemp(prefix="banca21-practise-", dir=FOLDERS))
        self._left.callback(shutil.rmtree, self._run, ignore_errors=True)
        self.folder = self._run if keep is None else keep.absolute()
        self._screen = screen or Screen(socket=self._run / "none")
        self.socket = self._run / "core.sock"
        self.told_at = self._run / "practice.sock"
        self.hand_at = self._run / "hand.sock"
        self.config = self._settings(self._run, Wanted("", Stack((), 0), TableRules()), "SIM-0", deck=1)
        self._tables = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._left.close()

    @contextlib.contextmanager
    def table(self, wanted: Wanted) -> Iterator["PracticeTable"]:
        """A table with its own journal; its core answers at :attr:`socket`."""
        self._tables += 1
        folder = self._new_folder(wanted.name)
        with PracticeTable(folder, wanted, self._settings, self.socket) as table:
            yield table

    def _new_folder(self, name: str) -> Path:
        """One that is not there yet: a kept folder may have those of other days."""
        while True:
            folder = self.folder / f"{self._tables:03}-{name}"
            if not folder.exists():
                folder.mkdir()
                return folder
            self._tables += 1

    def best(self) -> Score | None:
        """The best run of the payout drill that was kept here; ``None`` too where its file is damaged."""
        try:
            return msgspec.json.decode((self.folder / BEST).read_bytes(), type=Score)
        except (OSError, msgspec.DecodeError):
            return None

    def keep_best(self, score: Score) -> None:
        """Keep the best run."""
        new = self.folder / f"{BEST}.new"
        new.write_bytes(msgspec.json.encode(score))
        new.replace(self.folder / BEST)

    def _settings(self, folder: Path, wanted: Wanted, serial: str, *, deck: int | None = None) -> Path:
        """The settings file in ``folder``; ``deck``: packs of a deck that is written beside it."""
        if deck is not None:
            write_deck(folder / "deck.csv", enrolled(Setting(seed=1, packs=deck)))
            write_key(folder / "shoe.key", secrets.token_bytes(32))
        config = folder / "banca21.toml"
        config.write_text(settings_text(wanted, serial, self.socket, self._screen))
        return config


class PracticeTable:
    """One table: its core, its shoe's firmware on a pseudo-terminal, and the cards in the shoe. A context manager."""

    def __init__(
        self, folder: Path, wanted: Wanted, settings: Callable[[Path, Wanted, str], Path], socket: Path
    ) -> None:
        self._left = contextlib.ExitStack()
        self.folder, self.stack, self.socket = folder, wanted.stack, socket
        serial = f"SIM-{secrets.token_hex(5).upper()}"
        deck = _deck(wanted)
        write_deck(folder / "deck.csv", deck)
        key = secrets.token_bytes(32)
        write_key(folder / "shoe.key", key)
        self._config = settings(folder, wanted, serial)
        self.tags = _tags(wanted.stack, deck)
        self.shoe = SimulatedShoe(folder / "shoe", serial=serial, key=key)
        self._left.callback(self.shoe.close)
        self.core: Kept

    def __enter__(self) -> Self:
        self.core = processes.core(self._config)
        self._left.callback(self.core.end)
        return self

    def __exit__(self, *_error: object) -> None:
        self._left.close()


def _usable(folder: Path) -> None:
    """See that tables can be laid in ``folder``; it is made where it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = error.strerror or str(error)
        raise KeptFolderError(
            f"{folder}: {why}: give --keep a folder that you may write to, or leave it out"
        ) from error


def _deck(wanted: Wanted) -> dict[str, Card]:
    return enrolled(Setting(seed=len(wanted.stack.cards), packs=wanted.rules.decks))


def _tags(stack: Stack, deck: Mapping[str, Card]) -> list[str]:
    """What lies in the shoe, the first to leave first: each card as one of its tags."""
    free: dict[Card, list[str]] = {}
    for tag, card in deck.items():
        free.setdefault(card, []).append(tag)
    tags = [free[card].pop() for card in stack.cards]
    tags = [unread(tag) if at in stack.unread else tag for at, tag in enumerate(tags)]
    tags.insert(stack.white_at, WHITE_CARD)
    return tags


def settings_text(wanted: Wanted, serial: str, socket: Path, screen: Screen) -> str:
    """A practice table's settings: its name says what it is; the glass is as that of this machine's screen."""
    changed = {
        name: value for name, value in structs.asdict(wanted.rules).items() if value != getattr(TableRules(), name)
    }
    rules = "".join(f"{name} = {json.dumps(value)}\n" for name, value in changed.items() if value is not None)
    players = "".join(f"{box} = {json.dumps(name)}\n" for box, name in sorted(wanted.players.items()))
    return f"""\
[table]
name = "{NAME}"

[table.rules]
{rules}
[table.players]
{players}
[shoe]
port = "shoe"
serial = "{serial}"
key = "shoe.key"
deck = "deck.csv"

[journal]
path = "journal.db"
room_mib = 16

[core]
socket = {json.dumps(str(socket))}

[screen]
size = [{screen.size[0]}, {screen.size[1]}]
px_per_mm = {screen.px_per_mm}
fullscreen = {json.dumps(screen.is_fullscreen)}
language = {json.dumps(screen.chosen.language)}
choices = "choices.json"
"""
