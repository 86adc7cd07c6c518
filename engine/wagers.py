"""Who may bet where (article 2(3)), and who decides for a box with several bettors (article 13)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.rules import TableRules


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager on a box, in avos."""

    player: str
    amount: int


Seats: TypeAlias = Mapping[int, str]
"""Who occupies which box."""
Wagers: TypeAlias = Mapping[int, Iterable[Wager]]
"""By box, in the order they were placed."""


def box_of(player: str, seats: Seats) -> int | None:
    """The box that ``player`` occupies."""
    return next((box for box, occupant in seats.items() if occupant == player), None)


def bets_on(box: int, player: str, wagers: Wagers) -> bool:
    """``player`` has a wager on ``box``."""
    return any(wager.player == player for wager in wagers.get(box, ()))


def boxes_of(player: str, wagers: Wagers) -> list[int]:
    """The boxes that ``player`` bets on."""
    return [box for box in wagers if bets_on(box, player, wagers)]


def is_guest(player: str, box: int, seats: Seats) -> bool:
    """``player`` occupies another box than this one: he bets here only if its occupant does (article 2(3))."""
    own = box_of(player, seats)
    return own is not None and own != box


def needed_by(box: int, seats: Seats, wagers: Wagers) -> str | None:
    """Whose wager on ``box`` is lawful only because its occupant bets there (article 2(3))."""
    return next((wager.player for wager in wagers.get(box, ()) if is_guest(wager.player, box, seats)), None)


def other_box(player: str, box: int, seats: Seats, wagers: Wagers, rules: TableRules) -> int | None:
    """The one box that ``player`` may bet on, where it is not ``box``: an unseated bettor's first, or anybody's with
    one pack (article 2(3)).
    """
    if rules.decks > 1 and box_of(player, seats) is not None:
        return None
    return next((other for other in boxes_of(player, wagers) if other != box), None)


def decider(wagers: Iterable[Wager], occupant: str | None) -> str:
    """Who makes all decisions for a box: the highest wager; of several, the occupant, or else who of them placed first
    (article 13).

    >>> decider([Wager("Ana", 100), Wager("Bo", 300)], "Ana")
    'Bo'
    >>> decider([Wager("Bo", 300), Wager("Cy", 300), Wager("Ana", 100)], "Ana")
    'Ana'
    """
    placed = list(wagers)
    if len(placed) == 1:
        return placed[0].player
    most = max(wager.amount for wager in placed)
    highest = [wager.player for wager in placed if wager.amount == most]
    if len(highest) > 1 and any(wager.player == occupant for wager in placed):
        return occupant or highest[0]
    return highest[0]
