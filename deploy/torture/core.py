"""A core for a script: a real session on a real journal; for what is around it at a table something stands in."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from deploy.torture.script import SCRIPTED, Scripted, Setting
from engine.clock import WatchedClock
from engine.journal import checkpoint
from engine.journal.checkpoint import Checkpoint, Why
from engine.journal.retention import Policy
from engine.journal.store import Journal
from engine.lines import ENCODER
from engine.memory import Memory
from engine.messages import Answered, Asked, Fault, Message
from engine.ports import Follower, Journalled, Sighting, Taken
from engine.session import Heard, Input, Opening, Session, Stop
from engine.view import UNREAD, LinkView

TABLE: Final = "TORTURE"
KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
"""Signs the checkpoints here; nothing else is signed with it."""
NOON_S: Final = 1769860800.0
"""2026-01-31, 12:00 UTC: it is always noon, so that the same coup is the same bytes."""

POLICY: Final = Policy(rotate_days=31, keep_days=36500)
"""A month to a file, and none is removed."""

Step = Callable[[str], None]
"""Told of each step before and after it is done."""


def no_step(_name: str) -> None:
    """Nobody listens."""


class TroubleError(RuntimeError):
    """The core told of a fault where none was due."""


class ScriptedInbox(SimpleQueue[Input]):
    """What comes in, all at once, and at its end the word to stop; before that the table is quiet for a moment."""

    def __init__(self, inputs: Iterable[Input]) -> None:
        super().__init__()
        for put in inputs:
            self.put(put)
        self._was_quiet = False

    def get(self, block: bool = True, timeout: float | None = None) -> Input:
        """The next; where it is the last, once nothing came in time."""
        if self.qsize() == 1 and timeout is not None and not self._was_quiet:
            self._was_quiet = True
            raise Empty
        return super().get(block, timeout)


class Source:
    """The shoe's end: ``acknowledged`` hears the origins of cards that it may forget."""

    def __init__(self, acknowledged: Callable[[str], None], step: Step) -> None:
        self._acknowledged = acknowledged
        self._step = step

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:
        """Everything comes by the script."""

    def acknowledge(self, origin: str) -> None:
        """The shoe may forget it."""
        self._step("before it was acknowledged")
        self._acknowledged(origin)
        self._step("after it was acknowledged")

    def shoe_started(self) -> None:
        """Nothing is counted here."""

    def stop(self) -> None:
        """There is no thread."""


class Signing:
    """Signs a checkpoint at each coup's end, at once: the witness without its threads."""

    def __init__(self, file: Path, step: Step) -> None:
        self._file = file
        self._step = step
        self._coups = 0
        last = checkpoint.last(file.parent, TABLE, KEY.public_key())
        self._signed = last.seq if last is not None else 0

    def taken(self, taken: Taken) -> None:
        """A record more, or one that is recalled."""
        before, self._coups = self._coups, taken.coups
        if before == taken.coups or taken.record.seq <= self._signed:
            return
        self._step("before a checkpoint left")
        made = Checkpoint(TABLE, taken.record.seq, taken.record.hash, taken.at, Why.COUP)
        checkpoint.append(self._file, made.signed(KEY))
        self._step("after a checkpoint left")

    def stop(self) -> None:
        """Nothing is left to be written."""


def checkpoints_of(journal: Path) -> Path:
    """Where the checkpoints of the journal at ``journal`` are kept here."""
    return checkpoint.file_of(journal.parent / "elsewhere", TABLE)


def keep_table(
    journal: Path,
    coup: Iterable[Scripted],
    acknowledged: Callable[[str], None],
    *,
    chance: Random,
    step: Step = no_step,
    followers: Sequence[Follower] = (),
    setting: Setting = SCRIPTED,
    days: int = 0,
) -> None:
    """Start a core on ``journal``, let everything of ``coup`` come in, and stop it.

    ``acknowledged`` hears a card's origin or a request's id once it is told to be safe. The clock stands at noon, so
    many ``days`` later; a shoe that begins a month after the journal's file does begins a further one.

    Raises:
        TroubleError: the core could not go on.
    """
    faults: list[Fault] = []

    def tell(message: Message) -> None:
        step("before it was told")
        if isinstance(message, Fault):
            faults.append(message)
        step("after it was told")

    def reply(ident: str, message: Message) -> None:
        step("before it was answered")
        if isinstance(message, Answered) and message.refused is None:
            acknowledged(ident)
        step("after it was answered")

    checkpoints_of(journal).parent.mkdir(parents=True, exist_ok=True)
    session = Session(
        Opening(TABLE, "torture", "0" * 64, setting.rules, setting.seats),
        partial(Journal.open, journal),
        Source(acknowledged, step),
        WatchedClock(lambda: NOON_S + 86400 * days, lambda: 0.0),
        tell,
        policy=POLICY,
        followers=[Signing(checkpoints_of(journal), step), *followers],
        random_bytes=chance.randbytes,
    )
    session.inbox = ScriptedInbox([*(_input(each, reply) for each in coup), Stop()])
    session.run()
    if faults:
        raise TroubleError(faults[0].text)


def _input(scripted: Scripted, reply: Callable[[str, Message], None]) -> Input:
    event = scripted.event
    if scripted.is_seen:
        return event  # type: ignore[return-value]
    return Heard(Asked(event, scripted.ident, None), partial(reply, scripted.ident))


def shown(memory: Memory) -> tuple[str, ...]:
    """What there is at the table, its numbers in the log left out: what everybody sees, and every card that lies."""
    view = structs.replace(memory.view(TABLE, LinkView(state="up", text="")), seq=0, due_seq=0)
    cards = [UNREAD if laid.value is None else laid.value.face for laid in memory.felt.cards.values()]
    return (ENCODER.encode(view).decode(), *cards)
