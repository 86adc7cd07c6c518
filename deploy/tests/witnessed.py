"""A journal with checkpoints beside it, and what can be wrong with them."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from engine.journal.checkpoint import append, file_of
from engine.journal.tests.days import KEY, TABLE, Day


class Witnessed:
    """A table's journal, its checkpoints on another medium, and its key."""

    def __init__(self, root: Path, journal: Path) -> None:
        self.journal, self.witness, self.key = journal, root / "witness", root / "key"
        self.settings = root / "banca21.toml"
        self.witness.mkdir()
        self.key.touch(mode=0o600)
        self.key.write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        self.day = Day(self.journal)

    def coup(self) -> int:
        seq = self.day.coup()
        self.day.witness(self.witness)
        return seq


def damaged(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for name in ("no_update", "no_delete", "no_gap"):
            other.execute(f"DROP TRIGGER IF EXISTS {name}")
        for statement in statements:
            other.execute(statement)


def changed(table: Witnessed) -> None:
    damaged(table.journal, "UPDATE record SET payload = x'00' WHERE seq = 7")


def opened_falsely(table: Witnessed) -> None:
    seq = table.day.card()
    nonce = table.day.secrets[seq].nonce.hex()
    table.day.write("commitments_opened", openings=[{"seq": seq, "nonce": nonce, "text": f"{'9H':64}"}])


def of_another_head(table: Witnessed) -> None:
    append(file_of(table.witness, TABLE), replace(table.day.checkpoint(), head=bytes(32)).signed(KEY))


def of_another_key(table: Witnessed) -> None:
    table.day.witness(table.witness, key=Ed25519PrivateKey.generate())


def gone(table: Witnessed) -> None:
    table.day.journal.close()
    table.journal.unlink()


def no_database(table: Witnessed) -> None:
    table.day.journal.close()
    table.journal.write_text("not a journal " * 500)


def no_key(table: Witnessed) -> None:
    table.key.unlink()
