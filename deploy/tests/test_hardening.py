"""What a core leaves behind when it fails, and what others may read of it while it runs."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy.hardening import PR_SET_DUMPABLE, harden, places
from deploy.users import User, become

AsUser = Callable[[User, Callable[[], Any]], Any]

SECRET = "the card TH"
SAID = "'the card ' + 'TH'"
"""In words that a traceback's source line does not repeat."""
HARDENED = "from deploy.hardening import harden\nharden()\n"


def stderr_of(script: str) -> str:
    return subprocess.run([sys.executable, "-c", HARDENED + script], capture_output=True, text=True, check=False).stderr


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (f"raise ValueError({SAID})", "ValueError"),
        (
            f"try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise KeyError({SAID}) from e",
            "ZeroDivisionError",
        ),
        (f"try:\n    raise KeyError({SAID})\nexcept KeyError:\n    1 / 0", "KeyError"),
        (f"e = ValueError('x')\ne.add_note({SAID})\nraise e", "ValueError"),
        (f"raise ExceptionGroup({SAID}, [ValueError({SAID})])", "ExceptionGroup"),
        (
            "import threading\n"
            f"def f():\n    raise ValueError({SAID})\n"
            "t = threading.Thread(target=f, name='shoe')\nt.start()\nt.join()",
            "the thread shoe ended",
        ),
        (
            f"import logging\ntry:\n    raise ValueError({SAID})\n"
            "except ValueError:\n    logging.getLogger('x').exception('failed')",
            "failed\nTraceback",
        ),
        (f"import logging\nlogging.getLogger('x').error('%d', {SAID})", ""),
        (f"class A:\n    def __del__(self): raise ValueError({SAID})\na = A()\ndel a", "ValueError"),
    ],
    ids=["plain", "cause", "context", "note", "group", "thread", "logged", "ill-logged", "unraisable"],
)
def test_what_fails_tells_its_place_and_not_its_words(script: str, told: str) -> None:
    said = stderr_of(script)
    assert told in said
    assert SECRET not in said


def test_the_kernels_words_are_told() -> None:
    assert stderr_of("open('/no/such')").endswith("FileNotFoundError: No such file or directory\n")


def test_a_cause_that_goes_round_is_told_once() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert places(first).count("Traceback") == 2


def test_nothing_is_dumped_and_files_are_for_the_user_alone() -> None:
    script = HARDENED + (
        "import ctypes, faulthandler, resource\n"
        "print(resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3), faulthandler.is_enabled())\n"
        "print(open('/proc/self/status').read())\n"
    )
    run = [sys.executable, "-X", "faulthandler", "-c", script]
    lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[0] == "(0, 0) 0 False"
    assert "Umask:\t0077" in lines


@pytest.mark.parametrize(
    ("is_hardened", "environment"), [(False, "read"), (True, "PermissionError")], ids=["as-it-was", "hardened"]
)
def test_not_even_a_process_of_the_same_user_reads_it(
    as_user: AsUser, ordinary: User, is_hardened: bool, environment: str
) -> None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        become(ordinary)
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
        if is_hardened:
            harden()
        os.write(writing, b"!")
        signal.pause()
    try:
        os.read(reading, 1)
        read = as_user(ordinary, lambda: {name: read_of(child, name) for name in ("environ", "mem", "maps")})
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
        os.close(writing)
    assert read["environ"] == environment
    if is_hardened:
        assert set(read.values()) == {"PermissionError"}


def read_of(process: int, name: str) -> str:
    try:
        Path(f"/proc/{process}/{name}").open("rb").close()
    except PermissionError:
        return "PermissionError"
    return "read"
