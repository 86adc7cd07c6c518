"""Journals as a table writes them: cards as commitments, their openings, and what else there is, with times."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.journal import files
from engine.journal.checkpoint import Checkpoint, Why, append, file_of
from engine.journal.seal import Sealed, sealed
from engine.journal.store import Journal

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key()
TABLE = "BJ-01"
BEGAN = datetime(2026, 12, 1, 12, tzinfo=UTC)


def at(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def payload(kind: str, moment: datetime = BEGAN, **fields: object) -> bytes:
    return json.dumps({"type": kind, **fields, "at": at(moment)}, separators=(",", ":")).encode()


def nonce_of(n: int) -> Callable[[int], bytes]:
    """Random bytes that are the same each time."""
    return lambda length: sha256(b"%d" % n).digest()[:length]


class Day:
    """A journal that is being written, one record a second."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = Journal.open(files.newest(path))
        self.moment = BEGAN
        self.secrets: dict[int, Sealed] = {}

    def write(self, kind: str, *, opens: bool = False, **fields: object) -> int:
        self.moment += timedelta(seconds=1)
        return self.journal.append(payload(kind, self.moment, **fields), opens=opens).seq

    def card(self, face: str = "TH") -> int:
        """A card leaves the shoe, face down or not."""
        self.moment += timedelta(seconds=1)
        seq = self.seq + 1
        secret = sealed(f"{face} E0040150{seq:08X} 0.99", nonce_of(seq))
        stored = payload("card_out", self.moment, reader="rfid", commitment=secret.commitment)
        self.secrets[seq] = secret
        return self.journal.append(stored, sealed=secret).seq

    def open(self, *seqs: int) -> int:
        """What these records committed to is told."""
        self.moment += timedelta(seconds=1)
        openings = [{"seq": n, "nonce": self.secrets[n].nonce.hex(), "text": self.secrets[n].text} for n in seqs]
        stored = payload("commitments_opened", self.moment, openings=openings)
        return self.journal.append(stored, opened=seqs).seq

    def coup(self, cards: int = 5) -> int:
        """A coup of so many cards; the last record of it."""
        self.write("betting_closed")
        seqs = [self.card(f"{'A23456789TJQK'[n % 13]}{'SHDC'[n % 4]}") for n in range(cards)]
        self.write("done", of="settle")
        return self.open(*seqs)

    def further(self) -> None:
        """The journal continues in a new file."""
        head = self.journal.head
        assert head is not None
        newer = files.begun(self.path, head)
        self.journal.close()
        self.journal = Journal.open(newer)

    @property
    def seq(self) -> int:
        return self.journal.head.seq if self.journal.head else files.FilesReader(self.path).origin.seq

    def checkpoint(self, why: Why = Why.COUP) -> Checkpoint:
        """How far it has come."""
        head = self.journal.head
        assert head is not None
        return Checkpoint(TABLE, head.seq, head.hash, at(self.moment), why)

    def witness(self, folder: Path, why: Why = Why.COUP, key: Ed25519PrivateKey = KEY) -> Checkpoint:
        """The same, written into ``folder``."""
        checkpoint = self.checkpoint(why)
        append(file_of(folder, TABLE), checkpoint.signed(key))
        return checkpoint


def several(day: Day, coups: int) -> Iterator[Checkpoint]:
    """So many coups, with the checkpoint of each."""
    for _ in range(coups):
        day.coup()
        yield day.checkpoint()
