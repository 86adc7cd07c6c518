"""From which record the log must be played to know a table."""

from collections.abc import Callable
from typing import Final

from engine.journal.chain import Record
from engine.lines import fields_from

AT_ONCE: Final = 4
"""Openings that are looked at first."""


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
            if fields.get("type") != "opened":
                return record.seq
            over = fields["standing"]["coups"]
            if coups is not None and over < coups:
                return record.seq
            coups = over if coups is None else coups
        if len(found) < limit:
            return None
        limit *= 4
