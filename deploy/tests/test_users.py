"""Core and screen under users of their own: who runs as whom, and what the screen's user cannot read. Root's tests."""

import contextlib
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from deploy import processes
from deploy.commands.core import core as core_command
from deploy.commands.run import run as run_command
from deploy.commands.say import say as say_command
from deploy.commands.screen import screen as screen_command
from deploy.folders import make
from deploy.own_settings import screen_user
from deploy.tests.conftest import SystemUsers
from deploy.users import User, become, must_become
from engine.events import Note
from engine.messages import ASK_HEALTH, ask

AsUser = Callable[[User, Callable[[], Any]], Any]
PATIENCE_S = 20.0


def until(found: Callable[[], Any]) -> Any:
    """What ``found`` finds, as soon as it does."""
    end = time.monotonic() + PATIENCE_S
    while not (it := found()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return it


@contextlib.contextmanager
def folder_for_all() -> Iterator[Path]:
    """A folder that every user may pass, as pytest's own are not."""
    made = Path(tempfile.mkdtemp(prefix="b21-users-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def folder() -> Iterator[Path]:
    with folder_for_all() as made:
        yield made


@pytest.fixture(scope="module")
def config(system_users: SystemUsers) -> Iterator[Path]:
    """Settings of a table that all tests share."""
    with folder_for_all() as made:
        yield written(made, system_users)


def written(folder: Path, system_users: SystemUsers) -> Path:
    """Settings with a user for each role, and files for the core's eyes alone."""
    for name in ("deck.csv", "journal.key"):
        (folder / name).write_text("secret")
        (folder / name).chmod(0o600)
        os.chown(folder / name, system_users.core.uid, system_users.core.gid)
    config = folder / "banca21.toml"
    config.write_text(
        f"""
[table]
name = "BJ-07"
[shoe]
reader = "none"
[journal]
path = "log/journal.db"
[core]
socket = "run/core.sock"
user = "{system_users.core.name}"
group = "{system_users.group}"
watchers = ["{system_users.watcher.name}"]
[screen]
user = "{system_users.screen.name}"
fullscreen = false
choices = "screen/choices.json"
"""
    )
    return config


Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture(scope="module")
def started(system_users: SystemUsers, as_user: AsUser) -> Start:
    """Starts a part with a Python that the system's users can read: this one, or the system's of the same version."""
    readable = {"PYTHONPATH": f"{sysconfig.get_path('purelib')}:{Path(processes.__file__).parents[1]}"}

    def runs(python: str) -> bool:
        command = [python, "-P", "-c", "import msgspec, deploy.core"]
        return subprocess.run(command, env=os.environ | readable, capture_output=True, check=False).returncode == 0

    pythons = (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}")
    found = [python for python in pythons if as_user(system_users.screen, partial(runs, python)) is True]
    if not found:
        pytest.skip("Python and this code lie where other users cannot read them")

    def start(*arguments: str | Path, **options: Any) -> "subprocess.Popen[bytes]":
        command = [found[0], "-P", "-m", "deploy", *map(str, arguments)]
        return subprocess.Popen(command, start_new_session=True, env=os.environ | readable | {"DISPLAY": ""}, **options)

    return start


def ended(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(timeout=PATIENCE_S)


@pytest.fixture(scope="module")
def core(config: Path, started: Start) -> Iterator["subprocess.Popen[bytes]"]:
    """A core that root started, and that listens."""
    process = started("core", "--config", config)
    until(lambda: listens(config.parent / "run/core.sock"))
    yield process
    ended(process)


def listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(path)) == 0


def user_of(process: int) -> tuple[str, str, set[int]]:
    """The four user ids, the four group ids, and the other groups, as /proc tells them."""
    status = dict(
        line.split(":\t", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines() if ":\t" in line
    )
    return status["Uid"], status["Gid"], set(map(int, status["Groups"].split()))


def four(number: int) -> str:
    return "\t".join([str(number)] * 4)


def test_a_core_that_root_starts_is_its_user_with_that_users_groups_for_ever(
    core: "subprocess.Popen[bytes]", system_users: SystemUsers
) -> None:
    user = system_users.core
    assert user_of(core.pid) == (four(user.uid), four(user.gid), set(user.groups))
    status = Path(f"/proc/{core.pid}/status").read_text()
    assert "CapEff:\t0000000000000000" in status
    assert "CapPrm:\t0000000000000000" in status


def test_its_folders_and_files_are_its_own(
    core: "subprocess.Popen[bytes]",  # noqa: ARG001
    config: Path,
    system_users: SystemUsers,
) -> None:
    def of(name: str) -> tuple[int, str]:
        status = (config.parent / name).stat()
        return status.st_uid, oct(status.st_mode & 0o777)

    uid = system_users.core.uid
    assert of("run") == (uid, "0o755")
    assert of("run/core.sock") == (uid, "0o660")
    assert (config.parent / "run/core.sock").stat().st_gid == system_users.core.groups[-1] != system_users.core.gid
    assert of("log") == (uid, "0o700")
    assert until(lambda: list((config.parent / "log").iterdir()))
    assert {of(f"log/{each.name}") for each in (config.parent / "log").iterdir()} == {(uid, "0o600")}


def said(path: Path, due: set[str], *lines: bytes) -> dict[str, str]:
    """Kinds and texts of the messages to who connects and says these lines, until the kinds that are due have come."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE_S)
        client.connect(str(path))
        if lines:
            client.sendall(b"".join(lines))
        said: dict[str, str] = {}
        with client.makefile("rb") as heard:
            while due - set(said) and (line := heard.readline()):
                message = json.loads(line)
                said[message["kind"]] = message.get("text", "")
    return said


def test_the_screens_user_is_served_watchers_are_told_and_others_let_go(
    core: "subprocess.Popen[bytes]",  # noqa: ARG001
    config: Path,
    system_users: SystemUsers,
    as_user: AsUser,
) -> None:
    path = config.parent / "run/core.sock"
    lines = (ASK_HEALTH, ask(Note(text="x"), "a", None))
    all_kinds = {"answer", "health", "refusal", "update"}
    assert set(as_user(system_users.screen, lambda: said(path, all_kinds, *lines))) == all_kinds
    assert set(said(path, all_kinds, *lines)) == all_kinds  # root
    of_watcher = {"fault", "update", "health"}
    for watcher in (system_users.watcher, system_users.core):
        assert set(as_user(watcher, lambda: said(path, of_watcher, *lines))) == of_watcher
    stranger = as_user(system_users.stranger, lambda: said(path, {"update"}))
    assert set(stranger) == {"fault"}
    assert stranger["fault"].startswith(f"the user {system_users.stranger.uid} is not let in: ")
    assert as_user(system_users.outsider, lambda: said(path, {"update"})).startswith("PermissionError")


def test_the_screens_user_reads_nothing_of_the_core(
    core: "subprocess.Popen[bytes]", config: Path, system_users: SystemUsers, as_user: AsUser
) -> None:
    log = config.parent / "log"
    until((log / "journal.db").exists)
    secret = [config.parent / "deck.csv", config.parent / "journal.key", log / "journal.db"]
    secret += [Path(f"/proc/{core.pid}/{name}") for name in ("mem", "environ", "maps", "fd/0", "stack", "syscall")]

    def read(user: User) -> Any:
        return as_user(user, lambda: [str(path) for path in secret if is_read(path)])

    assert read(system_users.screen) == []
    assert as_user(system_users.screen, lambda: is_read(config))
    assert as_user(system_users.screen, lambda: sorted(log.iterdir())).startswith("PermissionError")
    assert read(system_users.core) == [str(path) for path in secret[:3]]  # not even its own user reads its memory
    assert as_user(system_users.screen, lambda: attached_to(core.pid)) == -1
    assert as_user(system_users.core, lambda: attached_to(core.pid)) == -1


def is_read(path: Path) -> bool:
    try:
        path.open("rb").close()
    except PermissionError:
        return False
    return True


def attached_to(process: int) -> int:
    """ptrace(PTRACE_SEIZE)."""
    return ctypes.CDLL(None).ptrace(0x4206, process, None, None)  # type: ignore[no-any-return]


def test_a_core_under_its_user_ends_with_the_process_that_keeps_it(
    folder: Path, system_users: SystemUsers, started: Start
) -> None:
    config = written(folder, system_users)
    keeper = started("run", "--config", config, stdout=subprocess.DEVNULL)
    try:
        until(lambda: listens(config.parent / "run/core.sock"))
        [child] = map(int, Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children").read_text().split())
        assert user_of(child)[0] == four(system_users.core.uid)
    finally:
        keeper.kill()
        keeper.wait()
    try:
        until(lambda: is_gone(child))
    finally:
        if not is_gone(child):
            os.kill(child, signal.SIGKILL)


def is_gone(process: int) -> bool:
    """It has ended, whether its new parent has taken notice or not."""
    try:
        return "State:\tZ" in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_a_screen_that_root_starts_is_its_user_and_is_served(
    core: "subprocess.Popen[bytes]",  # noqa: ARG001
    config: Path,
    system_users: SystemUsers,
    started: Start,
) -> None:
    frames = config.parent / "frames"
    frames.touch()
    os.chown(frames, system_users.screen.uid, -1)
    screen = started("screen", "--offscreen", "--trace", frames, "--config", config)
    try:
        until(frames.read_text)
        user = system_users.screen
        assert user_of(screen.pid) == (four(user.uid), four(user.gid), set(user.groups))
        own = (config.parent / "screen").stat()
        assert (own.st_uid, own.st_gid, own.st_mode & 0o777) == (user.uid, user.gid, 0o700)
    finally:
        ended(screen)


# As an ordinary user


def invoked(as_user: AsUser, user: User, command: Any, *arguments: str) -> tuple[int, str]:
    def act() -> list[Any]:
        done: Result = CliRunner().invoke(command, arguments)
        return [done.exit_code, done.output]

    status, output = as_user(user, act)
    return status, output


@pytest.fixture
def for_others(folder: Path) -> Path:
    """Settings that name users who are everywhere."""
    config = folder / "banca21.toml"
    config.write_text(
        '[table]\nname = "BJ-07"\n[shoe]\nreader = "none"\n[core]\nsocket = "core.sock"\nuser = "daemon"\n'
    )
    return config


@pytest.mark.parametrize("command", [run_command, core_command, screen_command], ids=["run", "core", "screen"])
def test_an_ordinary_user_cannot_start_what_others_run(
    as_user: AsUser, ordinary: User, for_others: Path, command: Any
) -> None:
    assert invoked(as_user, ordinary, command, "--config", str(for_others)) == (
        2,
        f"this is the user {ordinary.uid}, but the settings name daemon (core.user, screen.user): "
        "start it as root or as daemon\n",
    )
    assert sorted(for_others.parent.iterdir()) == [for_others]


def test_who_may_not_reach_the_socket_is_told_so(
    core: "subprocess.Popen[bytes]",  # noqa: ARG001
    config: Path,
    system_users: SystemUsers,
    as_user: AsUser,
) -> None:
    request = '{"type": "betting_closed"}'
    status, output = invoked(as_user, system_users.outsider, say_command, request, "--config", str(config))
    assert status == 2
    assert output == (
        f"{config.parent}/run/core.sock: this user may not reach the core: "
        "ask for a place in core.group and core.watchers\n"
    )


def test_nobody_becomes_another_but_root(as_user: AsUser, ordinary: User) -> None:
    daemon = User.named("daemon")
    assert as_user(ordinary, lambda: become(daemon)).startswith("NotThatUserError: this is the user")
    assert as_user(ordinary, lambda: must_become(ordinary)) is False


def test_who_became_another_has_no_way_back(as_user: AsUser, ordinary: User) -> None:
    assert as_user(ordinary, lambda: os.setuid(0) if os.geteuid() else "root").startswith("PermissionError")
    assert as_user(ordinary, lambda: [*os.getresuid(), *os.getresgid()]) == [ordinary.uid] * 3 + [ordinary.gid] * 3


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o711)
    make(tmp_path, 0o700)
    assert tmp_path.stat().st_mode & 0o777 == 0o711
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        make(tmp_path / "file", 0o700)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[screen]\nuser = "daemon"\nsize = 3', "daemon"),
        ('[core]\nuser = "daemon"\n[screen]\nuser = "no-such-user"', "daemon"),
        ('[screen]\nuser = 3\n[core]\nuser = "no-such-user"', None),
        ("screen = 3", None),
        ('[screen\nuser = "daemon"', None),
        ("\xff", None),
    ],
)
def test_a_file_with_mistakes_tells_the_screens_user_where_it_can(tmp_path: Path, text: str, name: str | None) -> None:
    (tmp_path / "banca21.toml").write_text(text, encoding="latin-1")
    assert screen_user(tmp_path / "banca21.toml") == name
