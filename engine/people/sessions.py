"""Who is signed in at the table: the dealer for a shift at most, a supervisor for a minute at a time.

A session lets somebody read, acknowledge and do what needs no PIN (see ``duties.needs_proof``); it never stands in
for one.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from engine.people.duties import Person

DEALER_S: Final = 12 * 60 * 60
"""How long a dealer stays signed in at most, in seconds: no shift is longer."""
IDLE_S: Final = 60
"""How long a supervisor's session lasts untouched, in seconds."""
SUPERVISOR_S: Final = 5 * 60
"""How long a supervisor's session lasts at most, in seconds."""


class Ending(StrEnum):
    """Why somebody is signed in no longer."""

    RELIEVED = "relieved"
    """Another took the place."""
    TOO_LONG = "too_long"
    """The longest time was over."""
    IDLE = "idle"
    """Nothing was touched for a while."""
    COUP_BEGAN = "coup_began"
    """The table is the dealer's again."""
    SIGNED_OUT = "signed_out"
    """They asked for it."""
    LEFT = "left"
    """They are no longer of the staff."""
    TABLE_CLOSED = "table_closed"
    """Nobody is signed in at a closed table."""


class Ended(Struct, frozen=True):
    """Somebody was signed out."""

    person: Person
    why: Ending


class _Place:
    """One place to be signed in at."""

    def __init__(self, longest_s: float, idle_s: float) -> None:
        self._longest_s, self._idle_s = longest_s, idle_s
        self.person: Person | None = None
        self._since_s = self._touched_s = 0.0

    def take(self, person: Person, now_s: float) -> None:
        self.person, self._since_s, self._touched_s = person, now_s, now_s

    def touch(self, now_s: float) -> None:
        self._touched_s = now_s

    def over(self, now_s: float) -> Ending | None:
        if now_s - self._since_s >= self._longest_s:
            return Ending.TOO_LONG
        return Ending.IDLE if now_s - self._touched_s >= self._idle_s else None


class Sessions:
    """Who is signed in now. ``now_s``: a monotonic clock, in seconds. One thread's alone."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._dealing = _Place(DEALER_S, DEALER_S)
        self._supervising = _Place(SUPERVISOR_S, IDLE_S)
        self._ended: list[Ended] = []

    def deals(self, person: Person) -> None:
        """``person`` deals from now on; whoever did is relieved."""
        self._begin(self._dealing, person)

    def supervises(self, person: Person) -> None:
        """``person`` opens a session; whoever had one is signed out."""
        self._begin(self._supervising, person)

    def touch(self) -> None:
        """The supervisor did something: the minute begins anew, the five do not."""
        self._look()
        self._supervising.touch(self._now_s())

    def coup_began(self) -> None:
        """The supervisor's session ends."""
        self._look()
        self._end(self._supervising, Ending.COUP_BEGAN)

    def table_closed(self) -> None:
        """Everybody is signed out."""
        self._look()
        for place in self._places:
            self._end(place, Ending.TABLE_CLOSED)

    def keep_only(self, employed: Callable[[Person], bool]) -> None:
        """Who is no longer of the staff is signed in nowhere."""
        self._look()
        for place in self._places:
            if place.person is not None and not employed(place.person):
                self._end(place, Ending.LEFT)

    def sign_out(self, staff: str) -> None:
        """The person with this number is signed in nowhere."""
        self._look()
        for place in self._places:
            if place.person is not None and place.person.staff == staff:
                self._end(place, Ending.SIGNED_OUT)

    @property
    def dealer(self) -> Person | None:
        """Who deals."""
        self._look()
        return self._dealing.person

    @property
    def supervisor(self) -> Person | None:
        """Who has a session open."""
        self._look()
        return self._supervising.person

    @property
    def present(self) -> tuple[Person, ...]:
        """Who stands behind a request that comes without a PIN: the supervisor first, since that session is shorter."""
        return tuple(person for person in (self.supervisor, self.dealer) if person is not None)

    def ended(self) -> tuple[Ended, ...]:
        """Who was signed out since this was asked last, in order, for the log."""
        self._look()
        told, self._ended = tuple(self._ended), []
        return told

    @property
    def _places(self) -> tuple[_Place, _Place]:
        return self._supervising, self._dealing

    def _begin(self, place: _Place, person: Person) -> None:
        self._look()
        if place.person is not None and place.person.staff != person.staff:
            self._end(place, Ending.RELIEVED)
        place.take(person, self._now_s())

    def _look(self) -> None:
        """End what time has ended."""
        for place in self._places:
            why = place.over(self._now_s())
            if why is not None:
                self._end(place, why)

    def _end(self, place: _Place, why: Ending) -> None:
        ended, place.person = place.person, None
        if ended is not None and all(each.person is None or each.person.staff != ended.staff for each in self._places):
            self._ended.append(Ended(ended, why))
