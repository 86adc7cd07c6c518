"""Views of a table, with what is due made to measure."""

from typing import Final

from msgspec import structs

from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    Due,
    NameCard,
    Offer,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.script import play
from engine.view import LinkView, PublicView

UP: Final = LinkView(state="up", text="")
WAGER: Final = "new shoe\nAna sits 1\nBo sits 3\nAna bets 200 on 1\nBo bets 400 on 3"

DUES: Final[tuple[Due, ...]] = (
    TakeWagers(),
    Burn(left=1),
    Deal(to="box:1", face="down"),
    Offer(what=("surrender",)),
    Ask(box=3, hand=2, calls=("hit", "stand")),
    TurnHidden(),
    Draw(),
    Settle(),
    Shuffle(),
    NameCard(n=9, role="upcard"),
    Reconcile(moves=(), why="box 2"),
)
"""Every instruction, in the order of :data:`engine.instructions.Due`."""


def seen(table: Table, *, due_seq: int = 7) -> PublicView:
    """What everybody sees of ``table``."""
    return projected(table, name="1", seq=9, due_seq=due_seq, reader=UP)


def view(due: Due, *, due_seq: int = 7) -> PublicView:
    """Two boxes with wagers and ``due``."""
    bare = seen(play(WAGER), due_seq=due_seq)
    return structs.replace(bare, due=due)


def nobody(due_seq: int = 7) -> PublicView:
    """No wager lies."""
    return structs.replace(seen(Table(TableRules()), due_seq=due_seq), due=TakeWagers())
