"""Records as lines for others to read: JSON Lines that can be checked and played again, and CSV for a spreadsheet."""

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from engine.journal.found import FoundCoup
from engine.lines import OWN_SEQ
from engine.log.reading import Logged

COLUMNS: Final = (
    "coup",
    "shoe",
    "ended_at",
    "dealer",
    "box",
    "hand",
    "player",
    "kind",
    "wager_avos",
    "outcome",
    "net_avos",
    "article",
    "first_seq",
    "last_seq",
    "head_hash",
)
"""Of the CSV; ``net_avos`` from the player's side, ``head_hash`` of the coup's last record."""

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for the beginning of a formula (OWASP, CSV Injection)."""


def fields_of(logged: Logged) -> dict[str, Any]:
    """The event's fields, with ``seq`` and ``at``. A card that is not told of is ``null``.

    Where the event has a ``seq`` of its own, that one stays: the record follows the one in the line before.
    """
    own = logged.fields.get("type") in OWN_SEQ and "seq" in logged.fields
    return logged.fields if own else logged.fields | {"seq": logged.seq}


def json_line(logged: Logged) -> bytes:
    """One line that ``banca21 replay`` reads, with what its place in the chain and its commitment are checked by.

    ``stored`` is the payload whose hash was taken; ``opening`` is what the commitment stood for, once it is told.
    """
    proof: dict[str, Any] = {
        "prev": logged.prev.hex(),
        "hash": logged.record.hash.hex(),
        "stored": logged.record.payload.decode(),
    }
    if logged.opening is not None:
        proof["opening"] = {"nonce": logged.opening.nonce, "text": logged.opening.text}
    return msgspec.json.encode(fields_of(logged) | proof) + b"\n"


def csv_header() -> str:
    """The first line."""
    return _row(COLUMNS)


def csv_rows(coup: FoundCoup, head_hash: bytes | None) -> Iterator[str]:
    """A line for each wager of ``coup``."""
    coup_cells = (coup.number, coup.shoe, coup.ended_at, guarded(coup.dealer or ""))
    place = (coup.first, coup.last, head_hash.hex() if head_hash is not None else "")
    for row in coup.rows:
        who = (row.box, row.hand, guarded(row.player), row.kind)
        yield _row((*coup_cells, *who, row.wager, row.outcome.value, row.net, row.article.value, *place))


def guarded(text: str) -> str:
    """``text`` as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _row(cells: tuple[object, ...]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerow(cells)  # RFC 4180
    return written.getvalue()
