"""What the index stores of results and alerts, read back."""

import sqlite3
from typing import Any, Final

import msgspec

from engine.answers import Outcome, SettlementRow
from engine.articles import Article
from engine.journal.found import FoundAlert

ROW: Final = "box, hand, player, kind, wager, outcome, net, article"
"""The columns of a wager's result."""
ALERT: Final = "record, at, code, text, article, speaks_of, acknowledged_by, acknowledged_at"
"""The columns of an alert."""
_VALUES: Final = msgspec.json.Decoder(dict[str, str | int])


def row_of(stored: tuple[Any, ...]) -> SettlementRow:
    """The result of one wager from :data:`ROW`.

    Raises:
        sqlite3.DatabaseError: the index holds what no table told.
    """
    box, hand, player, kind, wager, outcome, net, article = stored
    try:
        return SettlementRow(box, hand, player, kind, wager, Outcome(outcome), net, Article(article))
    except ValueError as error:
        raise sqlite3.DatabaseError(f"a result that is none: {error}") from error


def alert_of(stored: tuple[Any, ...]) -> FoundAlert:
    """The alert from :data:`ALERT`.

    Raises:
        sqlite3.DatabaseError: as above.
    """
    record, at, code, text, article, speaks_of, by, when = stored
    try:
        return FoundAlert(record, at, code, text, Article(article), _VALUES.decode(speaks_of), by, when)
    except ValueError as error:
        raise sqlite3.DatabaseError(f"an alert that is none: {error}") from error
