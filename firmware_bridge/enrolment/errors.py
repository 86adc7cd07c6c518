"""What can be wrong with an enrolment's files.

::

    BridgeError
    └── EnrolmentError
        ├── OrderFileError (ValueError)     the order in which the cards lie
        ├── DeckFileError (OSError)         a file that cannot be read or written, or would be overwritten
        ├── PartFileError (ValueError)      what is kept of an enrolment that is not finished
        ├── PassportError (ValueError)      the passport is none, or another deck's
        └── ReplacementError (ValueError)   the deck has no such card or tag
"""

from firmware_bridge.errors import BridgeError


class EnrolmentError(BridgeError):
    """Base of this package's errors; each message says what was seen, what was due and what to do."""


class OrderFileError(EnrolmentError, ValueError):
    """The order is not that of one whole pack."""


class DeckFileError(EnrolmentError, OSError):
    """The file cannot be read or written, or holds what must not be overwritten."""


class PartFileError(EnrolmentError, ValueError):
    """The kept part of an enrolment cannot be continued so."""


class PassportError(EnrolmentError, ValueError):
    """The passport cannot be read, or is not this deck's."""


class ReplacementError(EnrolmentError, ValueError):
    """There is nothing of this name to replace."""
