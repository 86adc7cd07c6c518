"""Who is let in as what; nobody who is not named."""

import os
import socket
from collections.abc import Mapping

import pytest

from deploy.peers import Admission, Kind, Peer, StrangerError, admission
from deploy.settings import Settings

ADMISSION = Admission(screen=101, technicians=frozenset({102}), watchers=frozenset({103, 100}))


@pytest.mark.parametrize(
    ("uid", "kind"),
    [
        (101, Kind.SCREEN),
        (102, Kind.TECHNICIAN),
        (0, Kind.TECHNICIAN),
        (103, Kind.WATCHER),
        (100, Kind.WATCHER),
    ],
)
def test_a_user_who_is_named_is_let_in_as_that(uid: int, kind: Kind) -> None:
    assert ADMISSION.kind(uid) is kind


@pytest.mark.parametrize("uid", [1, 99, 104, 1000, 65534, 2**32 - 1])
def test_every_other_is_told_where_to_be_named(uid: int) -> None:
    with pytest.raises(StrangerError, match=rf"^the user {uid} is not let in: name the user in the settings, under "):
        ADMISSION.kind(uid)


def test_a_core_that_root_runs_for_its_screen_takes_root_for_the_screen() -> None:
    assert Admission(screen=0).kind(0) is Kind.SCREEN


def test_the_kernel_tells_who_connected() -> None:
    here, there = socket.socketpair(socket.AF_UNIX)
    with here, there:
        assert Admission(screen=os.geteuid()).peer(here) == Peer(Kind.SCREEN, os.geteuid(), os.getpid())


def of(core: Mapping[str, object], screen: Mapping[str, object]) -> Admission:
    return admission(
        Settings.model_validate({"table": {"name": "A"}, "shoe": {"reader": "none"}, "core": core, "screen": screen})
    )


def test_without_a_user_of_its_own_the_screen_is_the_cores() -> None:
    assert of({}, {}) == Admission(screen=os.geteuid())


def test_the_settings_say_who_is_let_in_and_a_core_beside_its_screen_may_watch() -> None:
    named = {"technicians": ["daemon"], "watchers": ["bin", "sys"]}
    assert of(named, {"user": "nobody"}) == Admission(
        screen=65534, technicians=frozenset({1}), watchers=frozenset({2, 3, os.geteuid()})
    )
