"""The coups that are dealt before who practises takes over: quickly, by nobody in particular."""

import time
from typing import Final

from deploy.demonstration import Core, DemonstrationError
from deploy.practice.place import PracticeTable
from deploy.practice.task import Coup, Task, betting
from engine.events import BettingClosed, Call, CardNamed, Done, ShoeStarted
from engine.instructions import Ask, Burn, Deal, Draw, NameCard, Offer, Settle, Shuffle, TakeWagers, TurnHidden
from engine.view import PublicView

LONGEST_S: Final = 60.0
"""How long these coups may take, in seconds."""


def deal_before(task: Task, table: PracticeTable) -> None:
    """Deal the first coups of ``task`` at ``table``; nothing where there are none.

    Raises:
        DemonstrationError: the core does not answer, or the coups do not end.
    """
    due = task.stack.coups_before
    if not due:
        return
    core, until = Core(table.socket), time.monotonic() + LONGEST_S
    try:
        while core.view.coup <= due:
            if time.monotonic() > until:
                raise DemonstrationError(
                    f"the coups before {task.name} are not over after {LONGEST_S:.0f} s: try again"
                )
            _act(core, table, task.coup(core.view.coup - 1))
    finally:
        core.close()


def _act(core: Core, table: PracticeTable, coup: Coup) -> None:
    view = core.view
    match view.due:
        case Shuffle():
            table.shoe.load(table.tags)
            core.ask(ShoeStarted())
        case TakeWagers():
            for event in betting(view, coup):
                core.ask(event)
            core.ask(BettingClosed())
        case Burn() | Deal() | Draw():
            _pull(core, table, view)
        case Offer():
            wanted = coup.players.wanted(view, view.due)
            core.ask(wanted[0] if wanted else Done(of="offer"))
        case Ask(box=box, hand=hand):
            match coup.players.call(view, view.due):
                case "hit":
                    _pull(core, table, view)
                case "stand" | "double" | "split" | "surrender" as call:
                    core.ask(Call(box=box, hand=hand, call=call))
        case NameCard(n=n):
            core.ask(CardNamed(n=n, card=table.stack.cards[n - 1], by="dealer"))
        case TurnHidden():
            core.ask(Done(of="turn_hidden"))
        case Settle():
            core.ask(Done(of="settle"))


def _pull(core: Core, table: PracticeTable, view: PublicView) -> None:
    """A card leaves the shoe, and the core has taken it."""
    table.shoe.pull()
    core.until(lambda seen: seen.shoe.out > view.shoe.out, "take the card that left the shoe")
