"""Whether there is a display for a screen: an X server that answers, or this terminal on a connected monitor."""

import contextlib
import os
import re
import socket
from pathlib import Path
from typing import Final

CONNECTORS: Final = Path("/sys/class/drm")
"""Where the kernel lists the monitors' connectors (Documentation/gpu/drm-kms.rst)."""


def is_there() -> bool:
    """A window can be shown to somebody."""
    return x_server_answers(os.environ.get("DISPLAY", "")) or (is_console() and monitor_is_connected())


def x_server_answers(display: str) -> bool:
    """The X server that ``DISPLAY`` names takes a connection; one on another machine is believed."""
    named = re.fullmatch(r"(?P<host>[^:]*):(?P<number>\d+)(\.\d+)?", display)
    if named is None:
        return False
    if named["host"] not in ("", "unix"):
        return True
    path = f"/tmp/.X11-unix/X{named['number']}"
    for address in (path, f"\0{path}"):
        with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
            probe.connect(address)
            return True
    return False


def is_console() -> bool:
    """The standard input is one of the machine's own text consoles, not a terminal window and not ssh."""
    try:
        return re.fullmatch(r"/dev/tty\d+", os.ttyname(0)) is not None
    except OSError:
        return False


def monitor_is_connected() -> bool:
    """A monitor is plugged in."""
    return any(status.read_text().strip() == "connected" for status in CONNECTORS.glob("card*-*/status"))
