"""A dealer at the glass: draws from the stacked shoe, touches what is shown, and looks at what comes of it."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from rig.table import Rig

from deploy.benchmarks.screen_glass import PATIENCE_S, POLL_S, Glass, Seen
from deploy.demo_table import Setting, enrolled
from engine.events import AnyEvent, PlayerSeated, WagerPlaced
from engine.instructions import Burn, Deal, Draw
from engine.journal import layout
from engine.journal.walk import walk
from engine.lines import fields_from
from engine.view import PublicView
from touches.stack import Stack
from ui.presenter import shown
from ui.shown import Table
from ui.situation import Situation

FACTS = frozenset({"card_out", "white_card_out", "shoe_empty", "link", "opened", "commitments_opened", "clock_stepped"})
"""Records of the journal that nobody asked for."""
HELD = "!"
"""Behind a button's key: it is held."""
BURNS = "2C " * 2
"""What is burned before the first coup of a shoe of two packs."""


class Dealer:
    """At a table of two packs where nobody sits; ``shoes``: in what order the cards lie (:class:`Stack`)."""

    def __init__(self, rig: Callable[..., Rig], glass: Glass, *shoes: str, **setting: Any) -> None:
        fitting = {"seed": 1, "packs": 2, "players": 0} | setting
        self.rig = rig(**fitting)
        self.glass = glass
        self._felt = Stack(enrolled(Setting(**fitting)), *shoes)
        self.rig.table.show_screen(*glass.options)

    @property
    def view(self) -> PublicView:
        """What everybody may see now."""
        return self.rig.core.view

    # ---- hands

    def load(self) -> None:
        """Shuffle, load and touch that it is done."""
        self.rig.table.shoe.load(self._felt.shuffled())
        self.touch("primary")

    def begins(self, **wagers: int) -> None:
        """A new shoe; players sit down with their wagers (:meth:`seat`), and the coup is dealt."""
        self.load()
        self.seat(**wagers)
        self.touch("primary")
        self.deal()

    def seat(self, **wagers: int) -> None:
        """Players sit down at their boxes with their wagers: ``Ana_3=200`` is Ana's 200 patacas on box 3."""
        for name, amount in wagers.items():
            player, box = name.split("_")
            self.say(PlayerSeated(box=int(box), player=player))
            self.say(WagerPlaced(box=int(box), player=player, amount=100 * amount))

    def say(self, event: AnyEvent) -> None:
        """Ask for what the screen has no button for."""
        assert self.rig.core.ask(event).refused is None
        self.looks()

    def draw(self, cards: int = 1) -> None:
        """So many cards leave the shoe, each as soon as the screen asks for it, and lie where it says."""
        for _ in range(cards):
            self.looks()
            self.rig.table.shoe.pull()
            role = getattr(self.view.due, "to", None)
            if self._felt.pulled(role):
                self.rig.core.until(lambda view: view.shoe.out == len(self._felt.out), "take the card")
            else:
                self.rig.core.until(lambda view: view.shoe.white_card_out, "take the white card")
        self.looks()

    def deal(self) -> None:
        """Draw whatever is burned, dealt and drawn by the law."""
        while isinstance(self.view.due, Burn | Deal | Draw):
            self.draw()

    def touch(self, *keys: str, asks: int = 1) -> list[dict[str, Any]]:
        """Touch these buttons, of which the last one asks something of the core; what the journal then holds of it.

        Args:
            keys: one that ends in ``!`` is held.
            asks: for how many things the last touch asks at once.
        """
        self.looks()
        taken = self.pressed(*keys, asks=asks)
        self.looks()
        return taken

    def pressed(self, *keys: str, asks: int = 1) -> list[dict[str, Any]]:
        """The same where something else than the table is shown."""
        before = len(self.requests)
        for key in keys:
            self.glass.press(key.removesuffix(HELD), is_held=key.endswith(HELD))
        until = time.monotonic() + PATIENCE_S
        while len(self.requests) < before + asks:
            assert time.monotonic() < until, f"touching {keys} asked nothing of the core"
            time.sleep(POLL_S)
        taken = self.requests[before:]
        self.rig.core.until(lambda view: view.seq >= taken[-1]["seq"], "tell what became of a touch")
        return taken

    # ---- eyes

    def looks(self) -> Seen:
        """The screen says what is due by the view that the core has told."""
        view = self.view
        seen = self.glass.reaches(view.seq)
        due = shown(Situation(view=view, is_connected=True))
        assert isinstance(due, Table)
        assert seen.texts.get("band.title") == due.band.title
        assert seen.texts.get("band.badge", "") == due.band.badge
        return seen

    @property
    def texts(self) -> dict[str, str]:
        """Every text on the screen, by the id of its part."""
        return self.looks().texts

    # ---- what the core took

    @property
    def requests(self) -> list[dict[str, Any]]:
        """Everything that was asked of the core, as the journal holds it; the chain is checked on the way."""
        return [event for event in events(self.rig.table.journal) if event["type"] not in FACTS]

    def asked(self) -> list[str]:
        """What was asked of the core since the shoe began, in few words."""
        words = [_said(event) for event in self.requests]
        return words[len(words) - words[::-1].index("shoe_started") :]


def events(journal: Path) -> list[dict[str, Any]]:
    """Every record of the journal so far, with its number; also while the core runs."""
    with closing(layout.reading(journal)) as connection:
        return [fields_from(record.payload) | {"seq": record.seq} for record in walk(journal, connection, None)]


def _said(event: dict[str, Any]) -> str:
    kind = event["type"]
    if kind == "call":
        return f"{event['call']} {event['box']}/{event.get('hand', 1)}"
    more = event.get("of", event.get("box", ""))
    return f"{kind} {more}".strip()
