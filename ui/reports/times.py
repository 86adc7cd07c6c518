"""Times as reports write them: UTC, as in the log, day and time of day."""

from datetime import datetime


def day_of(at: str) -> str:
    """The day of a time as the journal writes it.

    >>> day_of("2026-01-31T12:00:54.250Z")
    '2026-01-31'
    """
    return at[:10]


def clock_of(at: str) -> str:
    """The time of day, to the second.

    >>> clock_of("2026-01-31T12:00:54.250Z")
    '12:00:54'
    """
    return at[11:19]


def minute_of(at: str) -> str:
    """Day and time, to the minute.

    >>> minute_of("2026-01-31T12:00:54.250Z")
    '2026-01-31 12:00'
    """
    return f"{at[:10]} {at[11:16]}"


def moment(at: str) -> datetime:
    """The time as a value.

    Raises:
        ValueError: it is none.

    >>> moment("2026-01-31T12:00:54.250Z").isoformat()
    '2026-01-31T12:00:54.250000+00:00'
    """
    return datetime.fromisoformat(at)
