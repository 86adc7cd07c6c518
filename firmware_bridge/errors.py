"""What can go wrong between the shoe's wire and the table.

::

    BridgeError
    ├── TransportError (OSError)       the port
    │   ├── NoSuchPortError            (FileNotFoundError)
    │   ├── ForbiddenPortError         (PermissionError)
    │   ├── BusyPortError              (BlockingIOError)
    │   ├── NotASerialPortError
    │   └── VanishedPortError          (ConnectionError)
    ├── RegistryError (SourceError, ValueError)     the enrolled deck's file
    ├── KeyFileError (SourceError, ValueError)      the file of the shoe's key
    ├── AdapterError (SourceError, ImportError)     a shoe of another make
    └── SimulatedShoeError (RuntimeError)

:class:`firmware_bridge.firmware.shoe1.WireError` stands apart, since the shoe's own firmware raises it too; on the host
it goes no further than the deframer.
"""

from engine.ports import SourceError


class BridgeError(Exception):
    """Base of this package's errors; each message says what was seen, what was due and what to do."""


class TransportError(BridgeError, OSError):
    """The port can't be used."""


class NoSuchPortError(TransportError, FileNotFoundError):
    """Nothing has this path."""


class ForbiddenPortError(TransportError, PermissionError):
    """The port is there and this user may not open it."""


class BusyPortError(TransportError, BlockingIOError):
    """Another program holds the port."""


class NotASerialPortError(TransportError):
    """The path leads to something else."""


class VanishedPortError(TransportError, ConnectionError):
    """The port was open and is gone."""


class RegistryError(BridgeError, SourceError, ValueError):
    """The file of the enrolled deck is not right."""


class KeyFileError(BridgeError, SourceError, ValueError):
    """The file of the shoe's key is not right."""


class AdapterError(BridgeError, SourceError, ImportError):
    """The adapter of a shoe of another make cannot be used."""


class SimulatedShoeError(BridgeError, RuntimeError):
    """The simulated shoe was asked for what it can't do now."""
