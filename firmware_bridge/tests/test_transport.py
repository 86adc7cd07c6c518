"""The port on a real pty, and the sentence for each way in which it can fail."""

import errno
import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from firmware_bridge.errors import (
    BusyPortError,
    ForbiddenPortError,
    NoSuchPortError,
    NotASerialPortError,
    TransportError,
    VanishedPortError,
)
from firmware_bridge.transport import Port


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """The master end and the slave's path."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def refused(path: str, kind: type[TransportError]) -> str:
    with pytest.raises(kind) as caught:
        Port.open(path, 115_200)
    assert path in str(caught.value)
    return str(caught.value)


def test_bytes_go_both_ways(pty: tuple[int, str]) -> None:
    master, path = pty
    with Port.open(path, 115_200) as port:
        port.write(b"\0\1\r\n\xff")
        assert os.read(master, 99) == b"\0\1\r\n\xff"
        os.write(master, b"\0\3\r\n\xff")
        assert port.read() == b"\0\3\r\n\xff"


def test_a_port_that_nobody_drains_holds_nobody_up(pty: tuple[int, str]) -> None:
    with Port.open(pty[1], 115_200) as port:
        for _ in range(100):
            port.write(b"x" * 4096)


def test_there_is_no_such_port(tmp_path: Path) -> None:
    assert "plug the shoe in" in refused(str(tmp_path / "ttyX"), NoSuchPortError)


def test_a_file_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "is no serial port" in refused(str(tmp_path / "file"), NotASerialPortError)


@pytest.mark.parametrize("path", ["/dev/null", "/tmp"])
def test_a_device_or_folder_is_no_port(path: str) -> None:
    refused(path, NotASerialPortError)


def test_a_second_reader_finds_the_port_busy(pty: tuple[int, str]) -> None:
    with Port.open(pty[1], 115_200):
        assert "another program holds" in refused(pty[1], BusyPortError)
    Port.open(pty[1], 115_200).close()


def test_permission_is_named_with_the_group_that_gives_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put in place of pyserial's own call, since tests may run as root, who may open everything."""

    def forbid(_device: serial.Serial) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial.Serial, "open", forbid)
    assert "dialout" in refused("/dev/ttyUSB0", ForbiddenPortError)


def test_opening_leaves_dtr_off_since_it_would_reset_the_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    dtr = []
    monkeypatch.setattr(serial.Serial, "open", lambda device: dtr.append(device.dtr))
    Port.open("/dev/ttyUSB0", 115_200)
    assert dtr == [False]


def test_hang_up_is_told_by_reading_and_by_writing() -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    with Port.open(path, 115_200) as port:
        os.close(slave)
        os.close(master)
        with pytest.raises(VanishedPortError, match=path):
            port.read()
        with pytest.raises(VanishedPortError, match=path):
            port.write(b"x")


@pytest.mark.parametrize(
    ("kind", "built_in"),
    [
        (NoSuchPortError, FileNotFoundError),
        (ForbiddenPortError, PermissionError),
        (BusyPortError, BlockingIOError),
        (NotASerialPortError, OSError),
        (VanishedPortError, ConnectionError),
    ],
)
def test_errors_are_also_the_built_in_ones(kind: type[TransportError], built_in: type[Exception]) -> None:
    assert issubclass(kind, built_in)
