"""Steps made visible in a process that is to die: hooks planted from outside, around what runs at a table.

Only for a process of its own, which ends with them in it.
"""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final
from unittest.mock import patch

from deploy.torture.core import Step
from engine import memory, sealing
from engine.answers import Answer
from engine.events import AnyEvent
from engine.journal import place, store
from engine.journal.chain import Record

STATEMENTS: Final = {
    "BEGIN": "BEGIN",
    "INSERT INTO record": "the record's INSERT",
    "INSERT INTO sealed": "the secret's INSERT",
    "DELETE FROM sealed": "the secrets' DELETE",
    "COMMIT": "COMMIT",
    "PRAGMA wal_checkpoint": "the WAL was copied back",
}
"""What SQLite is told, and how the step is called."""
REST_AFTER: Final = 16
"""Appends between two checkpoints of the WAL here, so that some happen within each coup."""


class Watched(sqlite3.Connection):
    """A connection that tells of each statement before and after it runs."""

    steps: ClassVar[list[Step]] = []
    """Who are told."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """As SQLite does."""
        return self._told(sql, partial(super().execute, sql, *values))

    def executemany(self, sql: str, values: Any) -> sqlite3.Cursor:
        """As SQLite does."""
        rows = list(values)
        return self._told(sql if rows else "", partial(super().executemany, sql, rows))

    def _told(self, sql: str, run: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        name = next((name for begin, name in STATEMENTS.items() if sql.startswith(begin)), None)
        if name is None:
            return run()
        for step in self.steps:
            step(f"before {name}")
        done = run()
        for step in self.steps:
            step(f"after {name}")
        return done


def plant(step: Step) -> None:
    """Let ``step`` hear of each step of journal and table from now on, in this process."""
    Watched.steps.append(step)
    connect, written = sqlite3.connect, sealing.written
    take, recall = memory.Memory.take, memory.Memory.recall
    rename, sync = Path.rename, place.sync
    is_recalling = False

    def told_written(*arguments: Any) -> sealing.Written:
        made = written(*arguments)
        step("after the payload was made")
        return made

    def told_take(self: memory.Memory, record: Record, event: AnyEvent, ident: str | None) -> Answer:
        if is_recalling:
            return take(self, record, event, ident)
        step("before the table took it")
        answer = take(self, record, event, ident)
        step("after the table took it")
        return answer

    def told_recall(self: memory.Memory, *arguments: Any) -> None:
        nonlocal is_recalling
        is_recalling = True
        recall(self, *arguments)
        is_recalling = False

    def told_rename(self: Path, target: Path) -> Path:
        step("before a file got its name")
        renamed = rename(self, target)
        step("after a file got its name")
        return renamed

    def told_sync(folder: Path) -> None:
        step("before the folder was synced")
        sync(folder)
        step("after the folder was synced")

    patch.object(sqlite3, "connect", partial(connect, factory=Watched)).start()
    patch.object(memory, "written", told_written).start()
    patch.object(memory.Memory, "take", told_take).start()
    patch.object(memory.Memory, "recall", told_recall).start()
    patch.object(Path, "rename", told_rename).start()
    patch.object(place, "sync", told_sync).start()
    patch.object(store, "_REST_AFTER", REST_AFTER).start()
