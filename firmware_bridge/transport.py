"""The serial port: the only place that knows pyserial, and where its errors become sentences with a remedy."""

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import serial

from firmware_bridge.errors import (
    BusyPortError,
    ForbiddenPortError,
    NoSuchPortError,
    NotASerialPortError,
    TransportError,
    VanishedPortError,
)

_CHUNK: Final = 4096
_ABSENT: Final = (errno.ENOENT, errno.ENXIO, errno.ENODEV)
_FORBIDDEN: Final = (errno.EACCES, errno.EPERM)
_BUSY: Final = (errno.EBUSY, errno.EAGAIN)
_FULL: Final = (errno.EAGAIN, errno.EINTR)


class Port:
    """An open serial port. Nothing here waits: poll :meth:`fileno` for bytes.

    pyserial opens and sets up the port; reading and writing go to its descriptor, since pyserial's own ``write`` spins
    while a full port takes nothing.
    """

    def __init__(self, path: str, device: serial.Serial) -> None:
        self._path = path
        self._device = device

    @classmethod
    def open(cls, path: str, baud: int) -> Self:
        """Open exclusively at ``baud`` 8N1, with DTR off so that opening does not reset the shoe.

        Raises:
            TransportError: one of its leaves, by the cause.
        """
        device = serial.Serial(port=None, baudrate=baud, timeout=0, exclusive=True)
        device.port = path
        device.dtr = False
        try:
            device.open()
        except (OSError, ValueError) as error:
            raise _explained(path, error) from error
        return cls(path, device)

    def fileno(self) -> int:
        """The descriptor."""
        return int(self._device.fileno())

    def read(self) -> bytes:
        """The bytes that wait, at most 4096; call it when a poll says that there are some.

        Raises:
            VanishedPortError: there are none: the port hung up, or another program took them.
        """
        try:
            chunk = os.read(self.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise self._vanished() from error
        if not chunk:
            raise self._vanished()
        return chunk

    def check_name(self) -> None:
        """Call it now and then while nothing comes in.

        Raises:
            VanishedPortError: the path leads to another port by now: the adapter was plugged in again.
        """
        try:
            is_same = Path(self._path).stat().st_rdev == os.fstat(self.fileno()).st_rdev
        except OSError:
            return  # the node may come back; until then the open one is what we have
        if not is_same:
            raise VanishedPortError(f"{self._path} leads to another port now: it is opened anew")

    def write(self, frames: bytes) -> None:
        """Send what the port takes now. The rest is lost, as on a wire, and SHOE/1 repeats it.

        Raises:
            VanishedPortError: the port hung up.
        """
        try:
            os.write(self.fileno(), frames)
        except OSError as error:
            if error.errno not in _FULL:
                raise self._vanished() from error

    def close(self) -> None:
        """Give the port back."""
        self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _vanished(self) -> VanishedPortError:
        return VanishedPortError(
            f"{self._path} hung up: plug the shoe in again, and let no other program read the port"
        )


def _explained(path: str, error: OSError | ValueError) -> TransportError:
    number = getattr(error, "errno", None)
    if number in _ABSENT:
        return NoSuchPortError(f"there is no port {path}: plug the shoe in, or correct its path in the settings")
    if number in _FORBIDDEN:
        return ForbiddenPortError(f"this user may not open {path}: add the user to the group dialout and log in again")
    if number in _BUSY:
        return BusyPortError(
            f"another program holds {path}: end it (ModemManager, or a second core), then wait a moment"
        )
    return NotASerialPortError(f"{path} is no serial port: correct the shoe's path in the settings")
