"""What can go wrong with the files about people; each message says what was seen, what was due and what to do::

PeopleError
├── PrivateFileError (OSError)      a file cannot be read or written, or others may read it
├── StaffFileError   (ValueError)   the staff file is not right
├── PepperError      (ValueError)   the pepper is not right
└── PinError         (ValueError)   no PIN, or one that is too easily guessed
"""


class PeopleError(Exception):
    """Nobody can be recognised as asked."""


class PrivateFileError(PeopleError, OSError):
    """A file cannot be read or written, or others may read it."""


class StaffFileError(PeopleError, ValueError):
    """The staff file is not right: one line for each mistake."""


class PepperError(PeopleError, ValueError):
    """The pepper is not right."""


class PinError(PeopleError, ValueError):
    """No PIN, or one that is too easily guessed. The message never repeats it."""


class ProofError(PeopleError, ValueError):
    """Nothing that could prove who somebody is. The message repeats neither tag nor PIN."""
