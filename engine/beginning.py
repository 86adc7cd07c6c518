"""From which record the log must be played to know a table."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.journal.chain import Record
from engine.lines import fields_from

AT_ONCE: Final = 4
"""Openings that are looked at first."""


def begins(fields: Mapping[str, Any]) -> int | None:
    """A replay may begin with the record of these fields after so many coups; -1: whatever was before.

    ``None``: it may not.
    """
    standing = fields.get("standing")
    if fields.get("type") == "table_opened":
        return -1
    return standing["coups"] if fields.get("type") == "opened" and isinstance(standing, dict) else None


def beginning(openings: Callable[[int], list[Record]]) -> int | None:
    """The record to begin with; ``None``: the first of all.

    It is the last ``table_opened``, or of the new shoes since then the newest one before the last coup: a coup can be
    put right until the next one's first card, however many shoes without a coup came between.

    Args:
        openings: gives so many of the last records from which a replay may begin, the newest first.
    """
    limit = AT_ONCE
    while True:
        found = openings(limit)
        coups: int | None = None
        for record in found:
            fields = fields_from(record.payload)
            over = begins(fields)
            if over is None:
                continue  # a mark that somebody else made: what a record is, it says itself
            if over < 0 or (coups is not None and over < coups):
                return record.seq
            coups = over if coups is None else coups
        if len(found) < limit:
            return None
        limit *= 4
