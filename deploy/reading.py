"""The process that reads the log for people at the screen: a question a line in, what is told a line out, each JSON.

The core keeps it (:mod:`deploy.log_reader`), and whether somebody may ask is decided there. It opens the journal to be
read, and can tell no more than the log tells: SQLite refuses it what is still secret. The index it fills where that is
behind; one that is damaged it takes away, so that it is made anew.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deploy.hardening import harden, places
from deploy.log_access import IndexUnreadableError, Lateness, filled_index, log_at
from deploy.processes import end_with_parent
from deploy.settings import Settings, SettingsError, load
from engine.chips import Chips
from engine.journal.errors import JournalError
from engine.journal.files import FilesReader
from engine.journal.found import FoundCoup
from engine.journal.keys import private_key
from engine.journal.search import NEWEST, Index
from engine.lines import ENCODER
from engine.log import looking_up
from engine.log.looking_up import UnanswerableError
from engine.log.passport import NoPassportError, passport
from engine.log.stepping import NotToldError, stepped
from engine.looking import (
    AskAlerts,
    AskCoups,
    AskExport,
    AskFigures,
    AskMachine,
    AskPassport,
    AskStep,
    AskSupport,
    AskVerify,
    Found,
    Progress,
    Question,
    Step,
    Unfound,
)

MOST_BEHIND: Final = 20_000
"""Records that the index may be behind and is brought up to date while somebody waits: some seconds."""
WRITING_S: Final = 0.3
"""How long the core may take to write a coup that has just ended into the index, in seconds."""
STEP: Final = 0.02
"""Progress is told in steps of this part."""
_DECODER: Final = msgspec.json.Decoder(Question)


class BehindError(RuntimeError):
    """The index must be filled before anything can be found."""


class Answers:
    """What the log of ``settings`` tells. One thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lateness = Lateness(MOST_BEHIND)
        self._replayed: tuple[FoundCoup, tuple[Step, ...]] | None = None

    def answer(self, question: Question, told: Callable[[float], None]) -> Found:
        """What is told to ``question``; ``told`` hears of the progress of what takes long, 0 to 1."""
        too_big = _too_big(question)
        if too_big:
            return Unfound(code="trouble", text=too_big)
        try:
            return self._answer(question, told)
        except NotToldError as error:
            return Unfound(code="not_told", text=str(error))
        except NoPassportError as error:
            return Unfound(code="no_shoe", text=str(error))
        except UnanswerableError as error:
            return Unfound(code="trouble", text=str(error))
        except (JournalError, BehindError, IndexUnreadableError) as error:
            return Unfound(code="no_log", text=str(error))
        except (OSError, sqlite3.Error, MemoryError) as error:
            return Unfound(code="trouble", text=f"{type(error).__name__}: {error}")
        except (OverflowError, ValueError) as error:
            return Unfound(
                code="trouble", text=f"a number or a time cannot be looked for ({error}): ask for one that there can be"
            )

    def _answer(self, question: Question, told: Callable[[float], None]) -> Found:
        match question:
            case AskMachine():
                from deploy.machine import machine

                return machine(self._settings)
            case AskVerify():
                from deploy.verifying import verified

                return verified(self._settings, told)
            case AskSupport():
                from deploy.support import written_to_stick

                return written_to_stick(self._settings, told)
            case _:
                return self._from_log(question, told)

    def _from_log(self, question: Question, told: Callable[[float], None]) -> Found:
        with log_at(self._settings.journal.path) as log:
            late = self._late(log)
            with filled_index(log, late) as index:
                if late:
                    self._lateness.filled(log)
                return self._looked_up(question, log, index, told)

    def _late(self, log: FilesReader) -> int:
        """How many records must be filled in before anything can be told.

        Raises:
            BehindError: so many that nobody would wait for it.
        """
        late = self._lateness.late(log)
        if late > MOST_BEHIND:
            time.sleep(WRITING_S)  # a long rest of the table ends with a coup that the core is just writing
            late = self._lateness.late(log)
        if late > MOST_BEHIND:
            raise BehindError(f"the index is {late} records behind: fill it with banca21 log list")
        return late

    def _looked_up(self, question: Question, log: FilesReader, index: Index, told: Callable[[float], None]) -> Found:
        match question:
            case AskCoups():
                return looking_up.coups(question, index, datetime.now(UTC))
            case AskStep():
                return self._step(question, log, index)
            case AskAlerts():
                return looking_up.alerts(question, index)
            case AskFigures():
                return looking_up.figures(question, index, datetime.now(UTC))
            case AskPassport():
                return passport(log, index, question.shoe, self._key())
            case AskExport():
                from deploy.exporting import NotExportedError, export

                try:
                    return export(question, log, index, self._settings, told)
                except NotExportedError as error:
                    return error.found
        raise TypeError(f"{question} is not asked of the log")

    def _key(self) -> Ed25519PrivateKey | None:
        path = self._settings.journal.key
        return private_key(path) if path is not None else None

    def _step(self, question: AskStep, log: FilesReader, index: Index) -> Found:
        coup = index.coup(question.coup)
        if coup is None:
            return Unfound(code="no_coup", text=f"no coup that is over begins with record {question.coup}")
        if self._replayed is None or self._replayed[0] != coup:
            of_table = self._settings.table
            chips = Chips(of_table.chips, are_told=of_table.wagers == "amounts")
            self._replayed = coup, stepped(log, coup, of_table.name, chips)
        steps = self._replayed[1]
        return steps[question.at if -len(steps) <= question.at < len(steps) else -1]


def answered(answers: Answers, line: bytes, told: Callable[[float], None]) -> Found:
    """What is told to the question that ``line`` writes, whatever becomes of it: who asked waits for an answer."""
    try:
        return answers.answer(_DECODER.decode(line), told)
    except Exception as error:  # noqa: BLE001 - the process's outermost loop
        sys.stderr.write(places(error))  # a message may repeat what a function was given
        return Unfound(
            code="trouble",
            text=f"the log's reader failed ({type(error).__name__}): ask again, or for something else; if that does "
            "not help, look at the core's own log",
        )


def _too_big(question: Question) -> str:
    """Which number of ``question`` is none that the log could hold, and what to do; empty: all can be looked for."""
    given = {name: getattr(question, name) for name in question.__struct_fields__}
    for name, value in given.items():
        if isinstance(value, int) and abs(value) > NEWEST:
            return f"{name}: {value} is beyond what a log can count: ask for one that it holds"
    return ""


def main() -> None:
    """Answer what comes in on standard input until it ends; the settings file is the only argument."""
    end_with_parent()
    harden()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else may come between the lines

    def say(found: Found) -> None:
        out.write(ENCODER.encode(found) + b"\n")
        out.flush()

    last = 0.0

    def told(done: float) -> None:
        nonlocal last
        if done - last >= STEP or done < last:
            last = done
            say(Progress(done=done))

    try:
        answers = Answers(load(Path(sys.argv[1])))
    except SettingsError as error:
        for _ in sys.stdin.buffer:
            say(Unfound(code="no_log", text=str(error)))
        return
    for line in sys.stdin.buffer:
        last = 0.0
        say(answered(answers, line, told))


if __name__ == "__main__":
    main()
