"""States of a table that will come, to be drawn unseen before they do.

Imported after the screen's first frame, never before: with the samples comes the law of the whole table.
"""

from typing import Final

from ui.samples import SITUATIONS
from ui.situation import Situation

REHEARSED: Final[tuple[Situation, ...]] = tuple(SITUATIONS[name] for name in (
    "take_wagers", "deal", "ask_after_bust", "ace_up", "settle", "last_coup", "name_card", "lost",
    "several_bettors", "split_second", "settle_split", "reconcile",
))  # fmt: skip
"""Samples that between them hold every sign, most words and every kind of surface."""
