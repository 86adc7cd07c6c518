"""The core's readers of the log: they answer in order, and whatever becomes of them the next question is answered."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue, SimpleQueue

import pytest

from deploy.log_reader import LogReader
from engine.looking import AskCoups, AskMachine, AskSupport, AskVerify, Found, Machine, Progress, Question, Unfound
from engine.messages import AskedLog, Looked, Message

CHILD = """
import json, os, sys, time
def say(**found):
    print(json.dumps(found), flush=True)
for line in sys.stdin:
    about = json.loads(line)["about"]
    if about == "machine":
        say(about="machine", versions={"pid": str(os.getpid())}, settings={})
    elif about == "verify":
        for done in (0.25, 0.5):
            say(about="progress", done=done)
            time.sleep(0.05)
        say(about="machine", versions={"pid": str(os.getpid())}, settings={})
    elif about == "coups":
        print(WHAT, flush=True) if WHAT else os._exit(3)
    else:
        time.sleep(60)
"""


class Asker:
    def __init__(self, reader: LogReader) -> None:
        self._reader, self.told = reader, Queue[tuple[str, Found]]()

    def ask(self, question: Question, ident: str = "1") -> None:
        def reply(message: Message) -> None:
            assert isinstance(message, Looked)
            self.told.put((message.id, message.found))

        self._reader.ask(AskedLog(question, ident), reply)

    def hears(self) -> tuple[str, Found]:
        return self.told.get(timeout=20)

    def pid(self) -> str:
        self.ask(AskMachine())
        _, found = self.hears()
        assert isinstance(found, Machine)
        return found.versions["pid"]


Make = Callable[..., Asker]


@pytest.fixture
def asker(tmp_path: Path) -> Iterator[Make]:
    made: list[LogReader] = []

    def make(what: str = "", quick_s: float = 10.0, command: tuple[str, ...] = ()) -> Asker:
        script = tmp_path / "child.py"
        script.write_text(f"WHAT = {what!r}\n{CHILD}")
        made.append(LogReader(command or (sys.executable, str(script)), quick_s))
        made[-1].start()
        return Asker(made[-1])

    yield make
    for one in made:
        one.stop()


def test_quick_questions_are_answered_in_order_by_one_process(asker: Make) -> None:
    one = asker()
    for ident in "abc":
        one.ask(AskMachine(), ident)
    told = [one.hears() for _ in range(3)]
    assert [ident for ident, _ in told] == ["a", "b", "c"]
    assert len({found.versions["pid"] for _, found in told if isinstance(found, Machine)}) == 1


def test_a_process_that_dies_is_told_and_the_next_question_finds_another(asker: Make) -> None:
    one = asker()
    before = one.pid()
    one.ask(AskCoups(), "x")
    ident, found = one.hears()
    assert ident == "x"
    assert isinstance(found, Unfound)
    assert found.code == "trouble"
    assert one.pid() != before


@pytest.mark.parametrize("said", ["no JSON", '{"about": "nothing"}', '{"about": "step"}'])
def test_what_is_no_answer_is_told_as_trouble(asker: Make, said: str) -> None:
    one = asker(said)
    one.ask(AskCoups())
    _, found = one.hears()
    assert isinstance(found, Unfound)
    assert "no answer" in found.text
    assert one.pid()


def test_one_that_does_not_answer_in_time_is_replaced(asker: Make) -> None:
    from engine.looking import AskAlerts

    one = asker(quick_s=0.3)
    before = one.pid()
    one.ask(AskAlerts())
    _, found = one.hears()
    assert isinstance(found, Unfound)
    assert one.pid() != before


def test_what_takes_long_tells_how_far_it_is_and_holds_up_nothing(asker: Make) -> None:
    one = asker()
    quick = one.pid()
    one.ask(AskVerify(), "long")
    one.ask(AskVerify(), "too much")
    assert one.hears() == ("too much", Unfound(code="busy", text="another is at work: ask again when it is done"))
    one.ask(AskMachine(), "quick")
    told = [one.hears() for _ in range(4)]
    assert [found.done for ident, found in told if isinstance(found, Progress) and ident == "long"] == [0.25, 0.5]
    pids = {ident: found.versions["pid"] for ident, found in told if isinstance(found, Machine)}
    assert pids["quick"] == quick != pids["long"]


@pytest.mark.parametrize("question", [AskVerify(), AskSupport()], ids=["answered", "out of time"])
def test_who_has_heard_the_end_may_ask_again_at_once(
    asker: Make, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.log_reader.SILENT_S", 0.5)
    one = asker()
    seen = SimpleQueue[tuple[Found, bool]]()

    def reply(message: Message) -> None:
        assert isinstance(message, Looked)
        seen.put((message.found, one._reader._long.is_busy))

    one._reader.ask(AskedLog(question, "1"), reply)
    while isinstance((told := seen.get(timeout=20))[0], Progress):
        assert told[1] is True
    assert told[1] is False
    one.ask(AskVerify(), "2")
    assert not isinstance(one.hears()[1], Unfound)


def test_a_command_that_cannot_be_started_is_told(asker: Make) -> None:
    one = asker(command=("/no/such/command",))
    one.ask(AskMachine())
    _, found = one.hears()
    assert isinstance(found, Unfound)
    assert "cannot be started" in found.text


def test_a_core_that_ends_does_not_wait_for_them(asker: Make) -> None:
    one = asker()
    one.ask(AskSupport())
    time.sleep(0.2)
    began = time.monotonic()
    one._reader.stop()
    assert time.monotonic() - began < 3
