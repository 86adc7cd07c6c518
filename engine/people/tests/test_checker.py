"""The thread that checks PINs: answers on it, one at a time, bounded, and denies when in doubt."""

import logging
import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from engine.people.checker import WAITING, Checker, Known
from engine.people.denied import BUSY, ENDING, Denied, Why
from engine.people.duties import Duty, Person
from engine.people.proofs import Proof
from engine.people.tests.machine import PEPPER, WRONG, Machine, shown
from engine.people.verifier import Verifier

WAIT_S = 20
RUI = Person("1042", Duty.DEALER)
MEI = Person("2001", Duty.PIT_SUPERVISOR)


class Gate(Verifier):
    """Recognises the dealer whenever it is let."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[Proof] = SimpleQueue()
        self.open = threading.Event()

    def person(self, proof: Proof) -> Person | Denied:
        self.asked.put(proof)
        assert self.open.wait(WAIT_S)
        return RUI


@pytest.fixture
def answers() -> SimpleQueue[Known]:
    return SimpleQueue()


@pytest.fixture
def checker(machine: Machine) -> Iterator[Checker]:
    running = Checker(machine.verifier())
    running.start()
    yield running
    running.stop()


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def held(gate: Gate) -> Iterator[Checker]:
    running = Checker(gate)
    running.start()
    yield running
    gate.open.set()
    running.stop()


def test_everybody_is_told_in_order(checker: Checker, answers: SimpleQueue[Known]) -> None:
    assert checker.check([shown("2001"), shown("1042")], answers.put) is None
    assert answers.get(timeout=WAIT_S) == (MEI, RUI)
    assert checker.check([], answers.put) is None
    assert answers.get(timeout=WAIT_S) == ()


def test_one_who_is_not_recognised_denies_the_whole_and_the_next_is_not_tried(
    checker: Checker, answers: SimpleQueue[Known], machine: Machine
) -> None:
    checker.check([shown("2001", WRONG), shown("1042", WRONG)], answers.put)
    denied = answers.get(timeout=WAIT_S)
    assert isinstance(denied, Denied)
    assert (denied.why, denied.staff) == (Why.WRONG, "2001")
    assert machine.attempts().standing("1042").misses == 0


def test_the_answer_comes_on_the_thread_people(checker: Checker, answers: SimpleQueue[str]) -> None:
    checker.check([shown("1042")], lambda _: answers.put(threading.current_thread().name))
    assert answers.get(timeout=WAIT_S) == "people"


def test_who_asks_does_not_wait_and_what_is_too_much_is_denied_at_once(
    held: Checker, gate: Gate, answers: SimpleQueue[Known]
) -> None:
    assert held.check([shown("1042")], answers.put) is None
    gate.asked.get(timeout=WAIT_S)
    for _ in range(WAITING):
        assert held.check([shown("1042")], answers.put) is None
    assert held.check([shown("1042")], answers.put) == BUSY
    assert gate.asked.empty()
    assert answers.empty()
    gate.open.set()
    assert [answers.get(timeout=WAIT_S) for _ in range(WAITING + 1)] == [(RUI,)] * (WAITING + 1)


def test_one_request_bears_two_people_at_most(checker: Checker, answers: SimpleQueue[Known]) -> None:
    denied = checker.check([shown("1042")] * 3, answers.put)
    assert denied is not None
    assert denied.why is Why.UNUSABLE


def test_stopping_denies_what_waits_and_what_comes(gate: Gate, answers: SimpleQueue[Known]) -> None:
    ending = Checker(gate)
    ending.start()
    ending.check([shown("1042")], answers.put)
    gate.asked.get(timeout=WAIT_S)
    ending.check([shown("1042")], answers.put)
    stopping = threading.Thread(target=ending.stop)
    stopping.start()
    while ending.check([], answers.put) != ENDING:  # until the word to stop has come
        pass
    gate.open.set()
    stopping.join(WAIT_S)
    assert not stopping.is_alive()
    told = [answers.get(timeout=WAIT_S) for _ in range(answers.qsize())]
    assert told[0] == (RUI,)
    assert told[1:]
    assert set(map(str, told[1:])) == {str(ENDING)}


def test_what_never_should_happen_denies_and_the_thread_goes_on(
    machine: Machine, answers: SimpleQueue[Known], caplog: pytest.LogCaptureFixture
) -> None:
    def failing_to_take(_: Known) -> None:
        answers.put(())
        raise RuntimeError("never")

    class Failing(Verifier):
        def person(self, proof: Proof) -> Person | Denied:
            if proof.staff == "3001":
                raise RuntimeError("never")
            return super().person(proof)

    failing = Checker(Failing(machine.staff_file, machine.attempts(), PEPPER))
    failing.start()
    with caplog.at_level(logging.DEBUG):
        failing.check([shown("3001")], answers.put)
        denied = answers.get(timeout=WAIT_S)
        assert isinstance(denied, Denied)
        assert denied.why is Why.UNUSABLE
        failing.check([shown("1042")], failing_to_take)
        assert answers.get(timeout=WAIT_S) == ()
        failing.check([shown("1042")], answers.put)
        assert answers.get(timeout=WAIT_S) == (RUI,)
    failing.stop()
    assert "a PIN could not be checked" in caplog.text
    assert "the answer to a PIN was not taken" in caplog.text
    assert "5820194" not in caplog.text
