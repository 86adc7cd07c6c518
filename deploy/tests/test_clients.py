"""The core's socket: everybody is told, nobody who lags or talks nonsense holds up the table."""

import contextlib
import grp
import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from deploy.clients import MOST_CONNECTIONS, Clients
from deploy.connection import BACKLOG, MOST_UNANSWERED
from deploy.hearing import MOST_WRONG, Hearing
from deploy.listening import SocketInUseError
from deploy.peers import Admission, Kind, Peer, StrangerError
from engine.events import BettingClosed
from engine.looking import AskCoups
from engine.messages import (
    ASK_HEALTH,
    LONGEST_LINE,
    Answered,
    Asked,
    AskedLog,
    Fault,
    Health,
    Message,
    ask,
    ask_log,
    decode,
)
from engine.ports import Finding
from engine.session import Heard, Input, Joined, Reply

ME_AS_THE_SCREEN = Admission(screen=os.geteuid())


class MeAs(Admission, frozen=True):
    """This user is let in as this kind; ``None``: not at all."""

    as_kind: Kind | None = None

    def kind(self, uid: int) -> Kind:
        if self.as_kind is None:
            raise StrangerError(f"the user {uid} is not let in")
        return self.as_kind


def made(path: Path, heard: SimpleQueue[Input], admission: Admission = ME_AS_THE_SCREEN) -> Clients:
    def gate(peer: Peer, asked: Asked | AskedLog, reply: Reply) -> None:
        assert (peer.uid, peer.pid) == (os.geteuid(), os.getpid())
        assert isinstance(asked, Asked)
        heard.put(Heard(asked, reply))

    return Clients(path, heard.put, Hearing(gate, lambda: (Finding("shoe", "good", "seen", ""),)), admission)


@contextlib.contextmanager
def serving(path: Path, heard: SimpleQueue[Input], admission: Admission) -> Iterator[Clients]:
    clients = made(path, heard, admission)
    clients.start()
    yield clients
    clients.stop()


@pytest.fixture
def heard() -> SimpleQueue[Input]:
    return SimpleQueue()


@pytest.fixture
def clients(tmp_path: Path, heard: SimpleQueue[Input]) -> Iterator[Clients]:
    with serving(tmp_path / "core.sock", heard, ME_AS_THE_SCREEN) as clients:
        yield clients


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
        made(tmp_path / "core.sock", SimpleQueue[Input]())


def test_a_dead_socket_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "core.sock"))
    serving = made(tmp_path / "core.sock", SimpleQueue[Input]())
    serving.start()
    serving.stop()
    assert not (tmp_path / "core.sock").exists()


def test_a_place_that_cannot_be_used_is_told_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SocketInUseError, match=r"file/core\.sock: .*: give another core\.socket"):
        made(tmp_path / "file" / "core.sock", SimpleQueue[Input]())


def test_only_this_user_can_connect(clients: Clients, tmp_path: Path) -> None:  # noqa: ARG001
    assert (tmp_path / "core.sock").stat().st_mode & 0o777 == 0o600


def test_a_group_can_connect_where_one_is_named(tmp_path: Path) -> None:
    name = grp.getgrgid(os.getegid()).gr_name
    hearing = Hearing(lambda _peer, _asked, _reply: None, lambda: ())
    serving = Clients(tmp_path / "core.sock", lambda _joined: None, hearing, ME_AS_THE_SCREEN, group=name)
    serving.start()
    status = (tmp_path / "core.sock").stat()
    serving.stop()
    assert (status.st_gid, status.st_mode & 0o777) == (os.getegid(), 0o660)


def test_the_sockets_folder_is_made_for_all_to_pass_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        made(tmp_path / "run" / "banca21" / "core.sock", SimpleQueue[Input]()).start()
    finally:
        os.umask(before)
    for folder in ("run", "run/banca21"):
        assert (tmp_path / folder).stat().st_mode & 0o777 == 0o755


# Who may ask


def test_who_is_not_let_in_is_told_why_and_let_go(tmp_path: Path, heard: SimpleQueue[Input]) -> None:
    with serving(tmp_path / "core.sock", heard, MeAs(screen=0)), socket.socket(socket.AF_UNIX) as stranger:
        stranger.settimeout(10)
        stranger.connect(str(tmp_path / "core.sock"))
        assert line_from(stranger) == Fault(text=f"the user {os.geteuid()} is not let in")
        assert stranger.recv(1) == b""
    assert heard.empty()


def test_who_watches_is_told_and_may_ask_nothing_but_health(tmp_path: Path, heard: SimpleQueue[Input]) -> None:
    watching = MeAs(screen=0, as_kind=Kind.WATCHER)
    with serving(tmp_path / "core.sock", heard, watching) as clients, socket.socket(socket.AF_UNIX) as watcher:
        watcher.settimeout(10)
        watcher.connect(str(tmp_path / "core.sock"))
        assert isinstance(heard.get(timeout=10), Joined)
        refusal = Fault(text="who watches may ask nothing but health: ask as the screen's user or a technician")
        for line in (ask(BettingClosed(), "a", None), ask_log(AskCoups(), "b"), b"nonsense\n"):
            watcher.sendall(line)
            assert line_from(watcher) == refusal
        watcher.sendall(ASK_HEALTH)
        assert isinstance(line_from(watcher), Health)
        clients.tell(Fault(text="hear"))
        assert line_from(watcher) == Fault(text="hear")
    assert heard.empty()


@pytest.mark.parametrize("kind", [Kind.SCREEN, Kind.TECHNICIAN])
def test_screen_and_technicians_ask_for_play_and_health(tmp_path: Path, heard: SimpleQueue[Input], kind: Kind) -> None:
    admission = MeAs(screen=0, as_kind=kind)
    with serving(tmp_path / "core.sock", heard, admission), socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(str(tmp_path / "core.sock"))
        client.sendall(ASK_HEALTH + ask(BettingClosed(), "a", None))
        assert line_from(client) == Health(findings=(Finding("shoe", "good", "seen", ""),))
        assert isinstance(heard.get(timeout=10), Joined)
        assert isinstance(heard.get(timeout=10), Heard)


# No client makes the table's queue long


def test_so_many_requests_wait_and_more_are_read_when_they_have_their_answers(
    connect: Connect, heard: SimpleQueue[Input]
) -> None:
    greedy, other = connect(), connect()
    asked = MOST_UNANSWERED * 3
    greedy.sendall(b"".join(ask(BettingClosed(), f"{number}", None) for number in range(asked)))
    assert line_from(greedy) == Fault(
        text=f"{MOST_UNANSWERED} requests wait for an answer: more are read as they get theirs"
    )
    other.sendall(ask(BettingClosed(), "other", None))
    first = [requested(heard) for _ in range(MOST_UNANSWERED + 1)]
    assert [came.asked.ident for came in first] == [*map(str, range(MOST_UNANSWERED)), "other"]
    assert heard.empty()
    came = first[0]
    for number in range(MOST_UNANSWERED, asked):
        came.reply(Answered(id=came.asked.ident, seq=None, refused=None))
        came.reply(Fault(text="one more word"))
        came = requested(heard)
        assert came.asked.ident == str(number)
        assert heard.empty()


def requested(heard: SimpleQueue[Input]) -> Heard:
    came = heard.get(timeout=10)
    assert isinstance(came, Heard)
    return came


def test_who_asks_for_nothing_again_and_again_is_let_go(connect: Connect) -> None:
    client = connect()
    client.sendall(b"\n" * 10_000)
    lines = b""
    while arrived := client.recv(1 << 16):
        lines += arrived
    assert lines.count(b"\n") == MOST_WRONG + 2
    last = decode(lines.splitlines()[-1])
    assert last == Fault(text=f"more than {MOST_WRONG} lines that ask for nothing: connect again to ask")


def test_one_user_has_so_many_connections_and_those_that_ended_count_until_they_are_welcomed(
    tmp_path: Path,
    clients: Clients,
    heard: SimpleQueue[Input],
) -> None:
    def connected() -> socket.socket:
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(10)
        one.connect(str(tmp_path / "core.sock"))
        return one

    for _ in range(MOST_CONNECTIONS):
        connected().close()
    with connected() as refused:
        assert isinstance(line_from(refused), Fault)
        assert refused.recv(1) == b""
    for _ in range(MOST_CONNECTIONS):
        came = heard.get(timeout=10)
        assert isinstance(came, Joined)
        came.reply(Fault(text="too late"))
    with connected() as welcome:
        assert isinstance(heard.get(timeout=10), Joined)
        clients.tell(Fault(text="hear"))
        assert line_from(welcome) == Fault(text="hear")


# What stands


def test_what_stands_is_told_now_and_to_each_that_joins(connect: Connect, clients: Clients) -> None:
    early = connect()
    clients.stand(Fault(text="pending since 12:00"))
    late = connect()
    assert line_from(early) == line_from(late) == Fault(text="pending since 12:00")
    clients.stand(None)
    later = connect()
    clients.tell(Fault(text="saved"))
    assert [line_from(each) for each in (early, late, later)] == [Fault(text="saved")] * 3
