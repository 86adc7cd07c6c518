from pathlib import Path
from queue import Queue

import pytest

from engine.events import BettingClosed
from engine.messages import Fault, Message, Update, ask
from ui.client import CoreAtFault, CoreAway, CoreClient, say
from ui.samples import VIEWS
from ui.tests.core import FakeCore

ARRIVES_S = 3.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "core.sock"


def test_it_waits_for_a_core_and_finds_it_again(path: Path) -> None:
    arrived: Queue[Message | None] = Queue()
    client = CoreClient(path, arrived.put, lambda: arrived.put(None), retry_s=0.02)
    client.start()
    assert arrived.get(timeout=ARRIVES_S) is None
    assert not client.send(b"{}\n")
    for name in ("burn", "settle"):
        core = FakeCore(path, VIEWS[name])
        assert arrived.get(timeout=ARRIVES_S) == Update(view=VIEWS[name])
        assert client.send(ask(BettingClosed(), "a", 7))
        assert core.requests.get(timeout=ARRIVES_S).answers == 7
        arrived.get(timeout=ARRIVES_S)
        core.close()
        assert arrived.get(timeout=ARRIVES_S) is None
    client.close()


def test_garbage_is_a_fault_and_the_connection_lives(path: Path) -> None:
    arrived: Queue[Message | None] = Queue()
    core = FakeCore(path, VIEWS["burn"])
    client = CoreClient(path, arrived.put, lambda: arrived.put(None))
    client.start()
    arrived.get(timeout=ARRIVES_S)
    core.say_line(b'{"kind":"novel"}\n')
    fault = arrived.get(timeout=ARRIVES_S)
    assert isinstance(fault, Fault)
    assert "of one version" in fault.text
    core.show(VIEWS["settle"])
    assert isinstance(arrived.get(timeout=ARRIVES_S), Update)
    client.close()
    core.close()


def test_say_gets_its_answer(path: Path) -> None:
    core = FakeCore(path, VIEWS["take_wagers"])
    assert say(path, BettingClosed(), answers=100).refused is None
    assert core.requests.get(timeout=ARRIVES_S).event == BettingClosed()
    core.close()


def test_say_tells_who_is_away_and_who_is_silent(path: Path) -> None:
    with pytest.raises(CoreAway, match="nobody answers"):
        say(path, BettingClosed())
    core = FakeCore(path, VIEWS["take_wagers"], answers=False)
    with pytest.raises(CoreAway, match="no answer"):
        say(path, BettingClosed(), timeout_s=0.1)
    core.close()


def test_say_tells_of_a_core_at_fault(path: Path) -> None:
    core = FakeCore(path, answers=False)
    core.fault = Fault(text="the disk is full: free it")
    with pytest.raises(CoreAtFault, match="free it"):
        say(path, BettingClosed())
    core.close()
