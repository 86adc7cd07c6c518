"""The client that has cards drawn, at a socket that comes and goes."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ui.hand import PULL, Hand

Listen = Callable[[], socket.socket]


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    one = Hand(tmp_path / "hand.sock")
    yield one
    one.close()


@pytest.fixture
def listen(tmp_path: Path) -> Iterator[Listen]:
    made: list[socket.socket] = []

    def listening() -> socket.socket:
        path = tmp_path / "hand.sock"
        path.unlink(missing_ok=True)
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.settimeout(5)
        server.bind(str(path))
        server.listen()
        made.append(server)
        return server

    yield listening
    for server in made:
        server.close()


def test_each_pull_is_a_line_on_one_connection(hand: Hand, listen: Listen) -> None:
    server = listen()
    assert hand.pull()
    assert hand.pull()
    client, _ = server.accept()
    with client:
        assert client.recv(100) == 2 * PULL


def test_where_nobody_is_a_pull_says_so(hand: Hand) -> None:
    assert not hand.pull()


def test_whoever_comes_back_is_found_by_the_next_pull(hand: Hand, listen: Listen) -> None:
    first = listen()
    assert hand.pull()
    first.accept()[0].close()
    first.close()
    assert not hand.pull()
    second = listen()
    assert hand.pull()
    client, _ = second.accept()
    with client:
        assert client.recv(100) == PULL


def test_a_connection_that_was_let_go_is_made_anew_without_a_loss(hand: Hand, listen: Listen) -> None:
    server = listen()
    assert hand.pull()
    server.accept()[0].close()
    assert hand.pull()
    client, _ = server.accept()
    with client:
        assert client.recv(100) == PULL
