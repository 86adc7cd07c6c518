"""Whether there is a display: never believed on DISPLAY's word alone."""

import socket
from pathlib import Path

import pytest

from deploy import display


@pytest.mark.parametrize("named", ["", "nonsense", ":x", ":987654"])
def test_no_x_server_answers(named: str) -> None:
    assert not display.x_server_answers(named)


def test_an_x_server_that_answers_is_found() -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X98765")
        server.listen()
        assert display.x_server_answers(":98765")
        assert display.x_server_answers(":98765.0")


def test_an_x_server_elsewhere_is_believed() -> None:
    assert display.x_server_answers("desk:0")


@pytest.mark.parametrize(
    ("statuses", "is_connected"), [([], False), (["disconnected"], False), (["disconnected", "connected"], True)]
)
def test_a_monitor_is_connected_where_the_kernel_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statuses: list[str], is_connected: bool
) -> None:
    for number, status in enumerate(statuses):
        (tmp_path / f"card0-HDMI-A-{number}").mkdir()
        (tmp_path / f"card0-HDMI-A-{number}" / "status").write_text(f"{status}\n")
    monkeypatch.setattr(display, "CONNECTORS", tmp_path)
    assert display.monitor_is_connected() is is_connected
