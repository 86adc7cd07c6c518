"""Users of this machine, made for a test by root and taken away after it."""

import json
import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from deploy.users import User, become


@dataclass(frozen=True)
class SystemUsers:
    """A user for each role; all but ``outsider`` are in the group."""

    group: str
    core: User
    screen: User
    watcher: User
    stranger: User
    outsider: User


ROLES = ("core", "screen", "watcher", "stranger", "outsider")


@pytest.fixture(scope="session")
def system_users() -> Iterator[SystemUsers]:
    if os.geteuid() != 0 or shutil.which("useradd") is None:
        pytest.skip("only root can make users (useradd)")
    group = f"b21-{os.getpid()}"
    _run("groupadd", "--system", group)
    try:
        for role in ROLES:
            joined = () if role == "outsider" else ("--groups", group)
            _run("useradd", "--system", "--user-group", "--no-create-home", *joined, f"{group}-{role}")
        yield SystemUsers(group, **{role: User.named(f"{group}-{role}") for role in ROLES})
    finally:
        for role in ROLES:
            subprocess.run(["userdel", f"{group}-{role}"], check=False, capture_output=True)
        subprocess.run(["groupdel", group], check=False, capture_output=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=30)


AsUser = Callable[[User, Callable[[], Any]], Any]


@pytest.fixture(scope="session")
def as_user() -> AsUser:
    """Calls a function in a process of another user; gives what it returns, which JSON can hold."""
    return _as_user


def _as_user(user: User, act: Callable[[], Any]) -> Any:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            become(user)
            os.write(writing, json.dumps(act()).encode())
        except BaseException as error:  # noqa: BLE001 - told to the test
            os.write(writing, json.dumps(f"{type(error).__name__}: {error}").encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        answer = told.read()
    os.waitpid(child, 0)
    return json.loads(answer)


@pytest.fixture(scope="session")
def ordinary() -> User:
    """This user, or nobody where this is root."""
    return User.named("nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
