"""The core's socket: everybody is told, nobody who lags or talks nonsense holds up the table."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from deploy.clients import BACKLOG, Clients, SocketInUseError
from engine.events import BettingClosed
from engine.messages import LONGEST_LINE, Answered, Fault, Message, ask, decode
from engine.session import Heard, Input, Joined


@pytest.fixture
def heard() -> SimpleQueue[Input]:
    return SimpleQueue()


@pytest.fixture
def clients(tmp_path: Path, heard: SimpleQueue[Input]) -> Iterator[Clients]:
    serving = Clients(tmp_path / "core.sock", heard.put, lambda: ())
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def connect(tmp_path: Path, clients: Clients, heard: SimpleQueue[Input]) -> Iterator[Callable[[], socket.socket]]:  # noqa: ARG001
    opened: list[socket.socket] = []

    def connected() -> socket.socket:
        opened.append(socket.socket(socket.AF_UNIX))
        opened[-1].settimeout(10)
        opened[-1].connect(str(tmp_path / "core.sock"))
        assert isinstance(heard.get(timeout=10), Joined)
        return opened[-1]

    yield connected
    for one in opened:
        one.close()


def line_from(client: socket.socket) -> Message:
    line = b""
    while not line.endswith(b"\n"):
        arrived = client.recv(1)
        assert arrived
        line += arrived
    return decode(line)


Connect = Callable[[], socket.socket]


def test_a_client_that_joins_can_be_answered_alone(
    connect: Connect, clients: Clients, tmp_path: Path, heard: SimpleQueue[Input]
) -> None:
    bystander = connect()
    with socket.socket(socket.AF_UNIX) as joining:
        joining.settimeout(10)
        joining.connect(str(tmp_path / "core.sock"))
        came = heard.get(timeout=10)
        assert isinstance(came, Joined)
        came.reply(Fault(text="for you"))
        assert line_from(joining) == Fault(text="for you")
    clients.tell(Fault(text="for all"))
    assert line_from(bystander) == Fault(text="for all")


def test_everybody_is_told(connect: Connect, clients: Clients) -> None:
    listening = [connect() for _ in range(3)]
    clients.tell(Fault(text="hear"))
    assert [line_from(client) for client in listening] == [Fault(text="hear")] * 3


def test_a_request_is_heard_and_can_be_answered(connect: Connect, heard: SimpleQueue[Input]) -> None:
    client = connect()
    client.sendall(ask(BettingClosed(), "a1", 7))
    came = heard.get(timeout=10)
    assert isinstance(came, Heard)
    assert (came.asked.event, came.asked.ident, came.asked.answers) == (BettingClosed(), "a1", 7)
    came.reply(Answered(id="a1", seq=1, refused=None))
    assert line_from(client) == Answered(id="a1", seq=1, refused=None)


def test_a_request_may_arrive_in_pieces_and_two_at_once(connect: Connect, heard: SimpleQueue[Input]) -> None:
    client = connect()
    line = ask(BettingClosed(), "a", None)
    client.sendall(line[:10])
    client.sendall(line[10:] + ask(BettingClosed(), "b", None))
    idents = [came.asked.ident for came in (heard.get(timeout=10), heard.get(timeout=10)) if isinstance(came, Heard)]
    assert idents == ["a", "b"]


@pytest.mark.parametrize("nonsense", [b"nonsense", b"{}", b"[]", b'{"id":"a","type":"fold"}', b"\xff\x00", b""])
def test_nonsense_is_told_to_who_said_it_and_the_connection_stays(
    connect: Connect, heard: SimpleQueue[Input], nonsense: bytes
) -> None:
    client, bystander = connect(), connect()
    client.sendall(nonsense + b"\n")
    assert isinstance(line_from(client), Fault)
    client.sendall(ask(BettingClosed(), "a", None))
    assert isinstance(heard.get(timeout=10), Heard)
    bystander.settimeout(0.05)
    with pytest.raises(TimeoutError):
        bystander.recv(1)


def test_a_line_without_end_ends_the_connection(connect: Connect) -> None:
    client = connect()
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        for _ in range(100):
            client.sendall(b"x" * LONGEST_LINE)


def test_a_client_that_does_not_read_is_let_go_and_the_others_are_told(connect: Connect, clients: Clients) -> None:
    deaf, listening = connect(), connect()
    text = "x" * 10_000
    for told in range(3 * BACKLOG // len(text)):
        clients.tell(Fault(text=f"{told}{text}"))
        assert line_from_quickly(listening)
    read = 0
    while arrived := deaf.recv(1 << 20):
        read += len(arrived)
    assert read < 3 * BACKLOG


def line_from_quickly(client: socket.socket) -> bool:
    while True:
        if client.recv(1 << 16).endswith(b"\n"):
            return True


def test_a_client_that_lags_gets_everything_in_order(connect: Connect, clients: Clients) -> None:
    lagging = connect()
    text = "x" * 2_000
    for told in range(300):
        clients.tell(Fault(text=f"{told:03}{text}"))
    lines, until = b"", time.monotonic() + 20
    while lines.count(b"\n") < 300 and time.monotonic() < until:
        lines += lagging.recv(1 << 16)
    texts = [message.text for message in map(decode, lines.splitlines()) if isinstance(message, Fault)]
    assert [int(one[:3]) for one in texts] == list(range(300))


def test_a_client_that_went_away_is_forgotten(connect: Connect, clients: Clients) -> None:
    gone, stays = connect(), connect()
    gone.close()
    for _ in range(3):
        clients.tell(Fault(text="still there"))
        assert line_from(stays) == Fault(text="still there")


def test_a_second_core_is_refused_with_its_remedy(clients: Clients, tmp_path: Path) -> None:  # noqa: ARG001
    with pytest.raises(SocketInUseError, match=r"core\.sock: another core answers here: stop it"):
        Clients(tmp_path / "core.sock", SimpleQueue[Input]().put, lambda: ())


def test_a_dead_socket_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "core.sock"))
    serving = Clients(tmp_path / "core.sock", SimpleQueue[Input]().put, lambda: ())
    serving.start()
    serving.stop()
    assert not (tmp_path / "core.sock").exists()


def test_a_place_that_cannot_be_used_is_told_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SocketInUseError, match=r"file/core\.sock: .*: give another core\.socket"):
        Clients(tmp_path / "file" / "core.sock", SimpleQueue[Input]().put, lambda: ())


def test_only_this_user_can_connect(clients: Clients, tmp_path: Path) -> None:  # noqa: ARG001
    assert (tmp_path / "core.sock").stat().st_mode & 0o777 == 0o600
