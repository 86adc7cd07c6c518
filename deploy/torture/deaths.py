"""Death at a step: a process keeps a scripted table, and ends itself before or after one step of one event.

A coup is begun from where an undisturbed table stood, in a process that is forked for this death alone; what it told to
be safe went through a pipe. Then another core opens what it left.
"""

import os
import shutil
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from deploy.torture.core import KEY, TABLE, Step, checkpoints_of, keep_table, no_step, shown
from deploy.torture.planting import plant
from deploy.torture.script import Scripted, scripted
from deploy.torture.tally import Survival
from engine.journal import checkpoint
from engine.journal.chain import Record
from engine.journal.errors import JournalError
from engine.journal.layout import size, wal
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify
from engine.lines import event_of, fields_from
from engine.memory import Memory
from engine.sealing import put_back, secret_of

DEAD: Final = 66
"""Exit status of a process that ended itself at its step."""
DAYS: Final = 5
"""From one coup to the next, so that further files are begun."""
FIRST: Final = 8
"""Deaths of each kind that a sample has, if there are so many."""
LONGEST_S: Final = 30
"""A process that takes longer hangs, and is killed."""


@dataclass(frozen=True, slots=True)
class Death:
    """Where one dies."""

    coup: int
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Life:
    """One coup of a core: it starts, everything comes in, it stops. The same life writes the same bytes."""

    seed: int
    coup: int
    comes: list[Scripted]

    def live(self, journal: Path, acknowledged: Callable[[str], None], step: Step = no_step, salt: str = "") -> None:
        """On ``journal``; ``salt``: with other random bytes.

        Raises:
            TroubleError: the core could not go on.
        """
        chance = Random(f"{self.seed}/{self.coup}{salt}")
        keep_table(journal, self.comes, acknowledged, chance=chance, step=step, days=DAYS * self.coup)


@dataclass(frozen=True, slots=True)
class Scene:
    """An undisturbed table: what must be there whatever died."""

    folder: Path
    lives: list[Life]
    steps: list[list[str]]
    """Of each coup, the steps in order."""
    ends: list[int]
    """Of each coup, the last record when the core had stopped after it."""
    records: list[Record]
    shown: list[tuple[str, ...]]
    """The table after each record; before the first, nothing."""

    def deaths(self) -> list[Death]:
        """At every step of every event."""
        return [Death(coup, step, name) for coup, names in enumerate(self.steps) for step, name in enumerate(names)]

    def before(self, coup: int) -> Path:
        """The folder of the journal as it was before ``coup``."""
        return self.folder / f"before-{coup}"


def prepared(folder: Path, coups: int, seed: int) -> Scene:
    """Play the script undisturbed in ``folder``.

    Raises:
        RuntimeError: the core did not get through it.
    """
    lives = [Life(seed, number, comes) for number, comes in enumerate(scripted(coups, seed))]
    steps: list[list[str]] = []
    journal = folder / "before-0" / "journal.db"
    journal.parent.mkdir()
    ends = []
    for life in lives:
        after = folder / f"before-{life.coup + 1}"
        shutil.copytree(journal.parent, after)
        journal = after / "journal.db"
        status, lines = _forked(journal, life, None)
        if status != 0:
            raise RuntimeError(f"coup {life.coup} of the script ended with status {status}: run it with --seed {seed}")
        steps.append([line.removeprefix("step ") for line in lines if line.startswith("step ")])
        with Journal.open(journal) as opened:
            ends.append(opened.head.seq if opened.head is not None else 0)
    with Journal.open(journal) as opened:
        records = list(opened.records())
        tables = list(_tables(opened, [each for life in lives for each in life.comes]))
    return Scene(folder, lives, steps, ends, records, tables)


def _tables(journal: Journal, script: Iterable[Scripted]) -> Iterator[tuple[str, ...]]:
    """The table after each record, its cards taken from the script and not from the journal's secrets."""
    secrets = {each.ident: secret_of(each.event) for each in script}
    memory = Memory(journal, Random(0).randbytes)
    yield ()
    for record in journal.records():
        fields = fields_from(record.payload)
        text = secrets.get(str(fields.get("id") or fields.get("origin")))
        memory.take(record, event_of(put_back(fields, text)), fields.get("id"))
        yield shown(memory)


def _forked(journal: Path, life: Life, last: int | None) -> tuple[int, list[str]]:
    """Exit status of a process that lives ``life`` and dies at step ``last``, and what it told."""
    hears, tells = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(hears)
            signal.alarm(LONGEST_S)
            _live(journal, life, last, tells)
            status = 0
        except Exception:  # noqa: BLE001 - the process's outermost
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(tells)
    with open(hears, "rb") as told:  # noqa: PTH123 - a pipe
        lines = told.read().decode().split("\n")[:-1]
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), lines


def _live(journal: Path, life: Life, last: int | None, tells: int) -> None:
    passed = 0

    def step(name: str) -> None:
        nonlocal passed
        if passed == last:
            os._exit(DEAD)
        passed += 1
        if last is None:
            os.write(tells, f"step {name}\n".encode())

    plant(step)
    life.live(journal, lambda ident: _tell(tells, ident), step)


def _tell(tells: int, ident: str) -> None:
    os.write(tells, f"safe {ident}\n".encode())


# What another core finds


def died(scene: Scene, death: Death) -> Survival:
    """Let one die, and judge what it left."""
    folder = scene.folder / f"death-{os.getpid()}"
    shutil.copytree(scene.before(death.coup), folder)
    try:
        return _judged(scene, death, folder / "journal.db")
    finally:
        shutil.rmtree(folder)


def _judged(scene: Scene, death: Death, journal: Path) -> Survival:
    status, lines = _forked(journal, scene.lives[death.coup], death.step)
    safe = [line.removeprefix("safe ") for line in lines]
    wrong = [f"exit status {status}, {DEAD} was due"] if status != DEAD else []
    is_begun = bool(safe) or death.coup > 0
    found = _idents(_recovered(scene, journal, wrong, is_begun=is_begun))
    lost = [ident for ident in safe if ident not in found]
    if not wrong:
        _go_on(scene, death, journal, wrong)
    where = f"coup {death.coup}, step {death.step} ({death.name})"
    told = [f"{where}: {each}" for each in (*wrong, *(f"{ident} was lost" for ident in lost))]
    return Survival(kind_of(death), 1, len(safe), len(lost), bool(wrong), tuple(told))


def _recovered(scene: Scene, journal: Path, wrong: list[str], *, is_begun: bool) -> list[Record]:
    """What is there; ``wrong`` is told where it is not as it was before the death. A journal that is not begun, of
    which nothing was told to be safe, may be half made.
    """
    if not size(journal) and not size(wal(journal)):
        return []  # it died before there was a journal
    try:
        verdict = verify(journal, _checkpoints(journal)) if is_begun else None
        with Journal.open(journal) as opened:
            records = list(opened.records())
            memory = Memory(opened, Random(0).randbytes)
            memory.recall()
            table = shown(memory) if memory.is_open else ()
    except JournalError as error:
        wrong.append(str(error))
        return []
    if not isinstance(verdict, Intact | None):
        wrong.append(f"verify found {verdict}")
    if records != scene.records[: len(records)]:
        wrong.append("the records are no prefix of the undisturbed ones")
    elif table != scene.shown[len(records)]:
        wrong.append(f"after record {len(records)} the table is another than the undisturbed one")
    return records


def _go_on(scene: Scene, death: Death, journal: Path, wrong: list[str]) -> None:
    """Everything of the coup comes in once more, told to be safe or not: the table must end as the undisturbed one."""
    life = scene.lives[death.coup]
    try:
        life.live(journal, lambda _ident: None, salt="once more")
        verdict = verify(journal, _checkpoints(journal))
        with Journal.open(journal) as opened:
            idents = _idents(opened.records())
            memory = Memory(opened, Random(0).randbytes)
            memory.recall()
    except (JournalError, RuntimeError) as error:
        wrong.append(f"going on: {error}")
        return
    if not isinstance(verdict, Intact):
        wrong.append(f"going on: verify found {verdict}")
    if any(idents.count(each.ident) != 1 for each in life.comes):
        wrong.append("going on: something is there twice, or not at all")
    if shown(memory) != scene.shown[scene.ends[death.coup]]:
        wrong.append("going on: the table ends otherwise than the undisturbed one")


def _checkpoints(journal: Path) -> list[checkpoint.Checkpoint]:
    file = checkpoints_of(journal)
    return list(checkpoint.Checkpoints(file, TABLE, KEY.public_key())) if file.exists() else []


def _idents(records: Iterable[Record]) -> list[str]:
    """Of each record that came in: its origin or its request's id."""
    fields = [fields_from(record.payload) for record in records]
    return [str(each.get("id") or each.get("origin")) for each in fields if "id" in each or "origin" in each]


def kind_of(death: Death) -> str:
    """Before or after a step is one kind."""
    return death.name.removeprefix("before ").removeprefix("after ")


def sampled(scene: Scene, size: int | None, chance: Random) -> list[Death]:
    """So many deaths, the rarest steps first, so that there are some of each kind; ``None``: all of them."""
    every = scene.deaths()
    if size is None or size >= len(every):
        return every
    chance.shuffle(every)
    seen: Counter[str] = Counter()
    first: list[Death] = []
    rest: list[Death] = []
    for death in every:
        kind = kind_of(death)
        seen[kind] += 1
        (first if seen[kind] <= FIRST else rest).append(death)
    return (first + rest)[: max(size, len(seen))]
