"""The hands of who plays alone: what they do when they are told, and by themselves."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from deploy import display
from deploy.command import main
from deploy.demo_table import Setting, enrolled
from deploy.demonstration import Felt
from deploy.drawing import Drawing, Hands
from engine.instructions import Burn, Shuffle
from engine.messages import Update
from firmware_bridge.errors import SimulatedShoeError
from ui.hand import PULL, Hand
from ui.samples import VIEWS
from ui.tests.core import FakeCore

SHUFFLE = msgspec.structs.replace(next(iter(VIEWS.values())), due=Shuffle(), due_seq=3)
BURN = msgspec.structs.replace(SHUFFLE, due=Burn(left=2), due_seq=9)


class CountedShoe:
    """Notes what is done with it."""

    def __init__(self) -> None:
        self.loads: list[list[str]] = []
        self.pulls = 0

    def load(self, uids: list[str]) -> None:
        self.loads.append(uids)

    def pull(self) -> None:
        self.pulls += 1


@pytest.fixture
def shoe() -> CountedShoe:
    return CountedShoe()


@pytest.fixture
def hands(shoe: CountedShoe) -> Hands:
    return Hands(Felt(enrolled(Setting(seed=1, packs=2)), seed=1), shoe)


@pytest.fixture
def core(tmp_path: Path) -> Iterator[FakeCore]:
    with closing(FakeCore(tmp_path / "core.sock", SHUFFLE)) as one:
        yield one


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_shoe_is_loaded_once_for_each_shuffle_that_is_due(shoe: CountedShoe, hands: Hands) -> None:
    for view in (SHUFFLE, SHUFFLE, BURN, msgspec.structs.replace(SHUFFLE, due_seq=80)):
        hands.hear(Update(view=view))
    one, other = shoe.loads
    assert sorted(one) == sorted(other)
    assert one != other
    assert len(one) == 2 * 52 + 1


def test_nothing_leaves_an_empty_shoe(hands: Hands, shoe: CountedShoe, monkeypatch: pytest.MonkeyPatch) -> None:
    def empty() -> None:
        raise SimulatedShoeError("the shoe is empty: load it before you pull")

    monkeypatch.setattr(shoe, "pull", empty)
    hands.pull()


def test_whoever_comes_to_the_socket_draws_one_after_another(
    tmp_path: Path, core: FakeCore, hands: Hands, shoe: CountedShoe
) -> None:
    path = tmp_path / "hand.sock"
    with Drawing(path, core.path, hands):
        until(lambda: len(shoe.loads) == 1)
        with closing(Hand(path)) as first:
            assert first.pull()
            assert first.pull()
            until(lambda: shoe.pulls == 2)
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(str(path))
            stranger.sendall(b"push\n" + PULL + PULL[:2])
            until(lambda: shoe.pulls == 3)
        second = Hand(path)
        assert second.pull()
        until(lambda: shoe.pulls == 4)
    assert not second.pull()


def test_by_hand_wants_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "is_there", lambda: False)
    done = CliRunner().invoke(main, ["demo", "--by-hand"])
    assert done.exit_code == 2
    assert "display" in done.stderr


def test_by_hand_nobody_else_sets_the_pace() -> None:
    done = CliRunner().invoke(main, ["demo", "--by-hand", "--fast"])
    assert done.exit_code == 2
    assert "--fast" in done.stderr
