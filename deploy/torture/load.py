"""Records that a core appends as fast as it can, each known by its number alone: cards as commitments, and openings."""

import json
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final
from unittest.mock import patch

from engine.journal import store
from engine.journal.errors import JournalError
from engine.journal.layout import size, wal
from engine.journal.seal import Sealed, sealed
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify

CARDS: Final = frozenset({2, 3, 5, 6, 7, 8})
"""Of ten records, those that are cards; the tenth opens them."""
FACES: Final = ("TH", "AS", "2C", "KD", "7S", "QH")
OPENS_EVERY: Final = 50
REST_EVERY: Final = 23
FILE_EVERY: Final = 90
"""So often a further file is begun; nothing is secret then."""


@dataclass(frozen=True, slots=True)
class Load:
    """One record, as it is appended."""

    payload: bytes
    sealed: Sealed | None
    opened: tuple[int, ...]

    @classmethod
    def of(cls, seq: int) -> "Load":
        """The record of that number."""
        fields: dict[str, object] = {"type": "note", "text": f"record {seq} " + "x" * (seq * 37 % 160)}
        secret, opened = _secret(seq), tuple(_cards_before(seq))
        if secret is not None:
            fields = {"type": "card_out", "reader": "rfid", "origin": f"1:{seq}", "commitment": secret.commitment}
        elif opened:
            openings = [(each, _secret(each)) for each in opened]
            told = [{"seq": each, "nonce": one.nonce.hex(), "text": one.text} for each, one in openings if one]
            fields = {"type": "commitments_opened", "openings": told}
        fields["at"] = "2026-01-31T12:00:00.000Z"
        return cls(json.dumps(fields, separators=(",", ":")).encode(), secret, opened)


def _secret(seq: int) -> Sealed | None:
    if seq % 10 not in CARDS:
        return None
    return sealed(f"{FACES[seq % len(FACES)]} - -", lambda length: sha256(b"%d" % seq).digest()[:length])


def _cards_before(seq: int) -> range | list[int]:
    return [n for n in range(seq - 9, seq) if n % 10 in CARDS] if seq % 10 == 0 and seq else []


def secrets_after(seq: int) -> dict[int, Sealed]:
    """What is still sealed once there are so many records."""
    cards = {n: _secret(n) for n in range(seq - seq % 10, seq + 1)}
    return {n: secret for n, secret in cards.items() if secret is not None}


def append_next(journal: Journal) -> int:
    """Append the next record; gives its number once it is durable."""
    seq = journal.head.seq + 1 if journal.head is not None else 1
    load = Load.of(seq)
    if seq % FILE_EVERY == 1 and seq > 1:
        journal.begin_file()
    return journal.append(load.payload, opens=seq % OPENS_EVERY == 1, sealed=load.sealed, opened=load.opened).seq


def append_for_ever(path: Path, tells: int) -> None:
    """Append, and tell the number of each record that is durable through the descriptor ``tells``, until death."""
    with Journal.open(path) as journal:
        while True:
            os.write(tells, b"%d\n" % append_next(journal))
            journal.rest()


def append_some(path: str, count: int) -> None:
    """Append so many, and tell each on standard output; the WAL is copied back now and then."""
    journal = Journal.open(Path(path))
    for number in range(1, count + 1):
        os.write(1, b"%d\n" % append_next(journal))
        if number % REST_EVERY == 0:
            with patch.object(store, "_REST_AFTER", 0):
                journal.rest()
    journal.close()


def judged(path: Path, acknowledged: int) -> tuple[int, str]:
    """How many acknowledged records are not in the journal at ``path``, and what else is not as it must be."""
    if not size(path) and not size(wal(path)):
        return acknowledged, ""
    try:
        verdict = verify(path) if acknowledged else None  # before the first record a journal may be but half made
        with Journal.open(path) as journal:
            records = list(journal.records())
            secrets = journal.secrets()
    except JournalError as error:
        return acknowledged, str(error)
    wrong = "" if isinstance(verdict, Intact | None) else f"verify found {verdict}"
    if any(record.payload != Load.of(record.seq).payload for record in records):
        wrong = wrong or "the records are no prefix of those that were appended"
    if not _are_same(secrets, secrets_after(len(records))):
        wrong = wrong or f"after record {len(records)} other secrets are kept than are sealed"
    return max(acknowledged - len(records), 0), wrong


def _are_same(kept: dict[int, Sealed], due: dict[int, Sealed]) -> bool:
    return {seq: (one.nonce, one.text) for seq, one in kept.items()} == {
        seq: (one.nonce, one.text) for seq, one in due.items()
    }
