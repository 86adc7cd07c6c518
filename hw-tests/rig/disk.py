"""A table whose journal lies on a disk of its own, and what can be wrong with a disk."""

import contextlib
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar
from uuid import uuid4

import pytest

from deploy.demo_table import DemoTable, Setting
from deploy.demonstration import FAST, Core, People
from engine.events import AnyEvent
from engine.instructions import Deal
from engine.journal.files import FilesReader
from engine.journal.verify import Intact, verify
from engine.lines import fields_from
from engine.messages import Answered, Fault, Message, Update, ask
from engine.view import PublicView
from rig.table import Rig, journalled_origins
from ui.client import CoreClient

M = TypeVar("M")

WAIT_S: Final = 15.0
"""A test that waits so long has failed."""


def run(*command: str) -> None:
    """A command as root; where it is not allowed, the test is left out."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{' '.join(command)}: {done.stderr.strip()}")


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """64 MiB of memory as a disk."""
    folder.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=64m,mode=0700", "none", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextlib.contextmanager
def ext4_disk(folder: Path) -> Iterator[Path]:
    """An ext4 in a file, which its kernel can be told to find broken."""
    image = folder.with_name("image")
    with image.open("wb") as file:
        file.truncate(80 << 20)
    run("mkfs.ext4", "-q", str(image))
    folder.mkdir()
    run("mount", "-o", "loop,errors=remount-ro", str(image), str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


class DiskRig(Rig):
    """A table with its journal on ``disk``, and somebody who hears what everybody is told, and when."""

    def __init__(self, seed: int, disk: Path) -> None:
        self.table = DemoTable(Setting(seed))
        text = self.table.config.read_text()
        self.table.journal = disk / "table" / "journal.db"
        text = text.replace('path = "journal.db"', f'path = "{self.table.journal}"\nroom_mib = 16')
        self.table.config.write_text(text)
        self.table.__enter__()
        self.meet()
        self.ear = Ear(self.table.socket)

    def meet(self) -> None:
        """People come to the table; those that heard of a fault have left it."""
        self.core = Core(self.table.socket)
        self.people = People(self.table.felt, self.table.shoe, self.core, FAST)

    def close(self) -> None:
        self.ear.close()
        super().close()

    def deal(self) -> None:
        """Play up to where a card is dealt."""
        self.play_until(lambda: isinstance(self.core.view.due, Deal))

    def pull(self) -> float:
        """Let the next card leave; gives when it did, on the monotonic clock."""
        due = self.core.view.due
        assert isinstance(due, Deal)
        self.core.close()
        at = time.monotonic()
        self.table.shoe.pull()
        self.table.felt.pulled(due.to)
        return at

    def require_whole(self) -> None:
        """Each card that left is in the journal once, and everything that was told or answered; the chain holds."""
        assert isinstance(verify(self.table.journal), Intact)
        origins = journalled_origins(self.table.journal)
        assert len(set(origins)) == len(origins) == len(self.table.felt.out)
        with FilesReader(self.table.journal) as log:
            idents = Counter(fields_from(record.payload).get("id") for record in log.records())
            assert log.head is not None
            assert log.head.seq >= max(view.seq for view in self.ear.views)
        assert {idents[each] for each in self.ear.answered} <= {1}


class Ear:
    """A client that notes when each message came."""

    def __init__(self, path: Path) -> None:
        self.came: list[tuple[float, Message]] = []
        self._more = threading.Condition()
        self._client = CoreClient(path, self._hear, lambda: None)
        self._client.start()
        self.until(Update)

    def _hear(self, message: Message) -> None:
        with self._more:
            self.came.append((time.monotonic(), message))
            self._more.notify_all()

    @property
    def views(self) -> list[PublicView]:
        """What everybody saw."""
        return [message.view for _, message in self.came if isinstance(message, Update)]

    @property
    def answered(self) -> list[str]:
        """Requests that were told to be in the journal."""
        return [one.id for _, one in self.came if isinstance(one, Answered) and one.seq is not None]

    def until(
        self, kind: type[M], holds: Callable[[M], bool] = lambda _message: True, *, since: float = 0.0
    ) -> tuple[float, M]:
        """When the first message of this kind came after ``since`` for which ``holds``, and the message."""

        def found() -> tuple[float, M] | None:
            those = ((at, one) for at, one in self.came if at >= since and isinstance(one, kind) and holds(one))
            return next(those, None)

        with self._more:
            first = self._more.wait_for(found, WAIT_S)
        assert first is not None, f"{kind.__name__} was due; the last were {self.came[-2:]}"
        return first

    def until_out(self, cards: int, since: float) -> float:
        """When it was told that so many cards have left the shoe."""
        return self.until(Update, lambda told: told.view.shoe.out == cards, since=since)[0]

    def until_nearly_full(self, since: float, *, is_so: bool = True) -> float:
        """When it was told that the disk is nearly full, or is so no more."""

        def tells(told: Update) -> bool:
            return any(each.code == "disk_nearly_full" for each in told.view.conditions) is is_so

        return self.until(Update, tells, since=since)[0]

    def ask(self, event: AnyEvent) -> Answered | Fault:
        """The answer to a request, or the fault that comes instead."""
        ident, since = uuid4().hex, time.monotonic()
        self._client.send(ask(event, ident))

        def is_answer(one: object) -> bool:
            return isinstance(one, Fault) or (isinstance(one, Answered) and one.id == ident)

        _, answer = self.until(object, is_answer, since=since)
        assert isinstance(answer, Answered | Fault)
        return answer

    def close(self) -> None:
        self._client.close()


@contextlib.contextmanager
def injected(process: int, call: str, what: str) -> Iterator[None]:
    """While within, each ``call`` of the process fails or waits as ``what`` has it, in strace's words."""
    command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{what}"]
    try:
        strace = subprocess.Popen([*command, "-p", str(process)], stderr=subprocess.PIPE, text=True)
    except FileNotFoundError:
        pytest.skip("strace is not installed: apt-get install strace")
    try:
        while not _is_traced(process):
            if strace.poll() is not None:
                pytest.skip(f"strace may not trace here: {strace.stderr.read().strip()}")  # type: ignore[union-attr]
            time.sleep(0.01)
        yield
    finally:
        strace.terminate()
        strace.wait(timeout=10)


def _is_traced(process: int) -> bool:
    """All its threads are."""
    tasks = Path(f"/proc/{process}/task")
    return all("TracerPid:\t0\n" not in (task / "status").read_text() for task in tasks.iterdir())
