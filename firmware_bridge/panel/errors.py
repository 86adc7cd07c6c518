"""What can go wrong between the panel's pins and the table.

::

    BridgeError
    └── PanelError
        ├── WiringError        (ValueError)          the wiring contradicts itself
        ├── NoPinLibraryError  (ImportError)         lgpio cannot be loaded
        ├── NoSuchChipError    (FileNotFoundError)   this machine has no GPIO chip
        ├── ForbiddenChipError (PermissionError)     this user may not open it
        ├── BusyPinError       (BlockingIOError)     somebody else holds a pin
        └── PinError           (OSError)             the chip refuses otherwise

None is an :class:`engine.ports.SourceError`: the table is kept without a panel too.
"""

from firmware_bridge.errors import BridgeError


class PanelError(BridgeError):
    """The panel can't be used."""


class WiringError(PanelError, ValueError):
    """The wiring contradicts itself, or the board."""


class NoPinLibraryError(PanelError, ImportError):
    """The library that drives the pins can't be loaded."""


class NoSuchChipError(PanelError, FileNotFoundError):
    """There is no GPIO chip."""


class ForbiddenChipError(PanelError, PermissionError):
    """The chip is there and this user may not open it."""


class BusyPinError(PanelError, BlockingIOError):
    """A pin is held by another program, or twice by this one."""


class PinError(PanelError, OSError):
    """The chip or a pin refuses for another reason."""
