"""The staff file: who works here, by number alone, with duty, PIN and badge; no names.

JSON Lines, mode 600, one person a line::

    {"staff":"1042","duty":"dealer","changed_at":"2026-12-01","confirmed_by":["3001","2001"],"pin":"$argon2id$…"}

``tag`` is the keyed hash of the badge's tag, so that the file does not name it. Who leaves keeps number and duty,
without PIN and badge, as long as the log that names the number is kept; then the line is gone, and the number may be
given again.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import combinations
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.people import private_file
from engine.people.cost import STANDARD, Cost
from engine.people.duties import Action, Duty, Person, refusal
from engine.people.errors import StaffFileError
from engine.people.pins import cost_of
from engine.people.proofs import NUMBER

_TAG_DIGITS = 64


class Member(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One person's line."""

    staff: str
    """The staff number."""
    duty: Duty
    changed_at: date
    """When the line was last changed."""
    confirmed_by: tuple[str, str]
    """The two staff numbers that confirmed it."""
    pin: str | None = None
    """Argon2id, as a PHC string."""
    tag: str | None = None
    """The badge's tag, keyed, in hexadecimal digits."""
    left_at: date | None = None
    """The person has left."""

    def __repr__(self) -> str:
        return f"Member({self.staff}, {self.duty})"

    @property
    def person(self) -> Person:
        """Who it is, for the table of duties."""
        return Person(self.staff, self.duty)


class Staff(Struct, frozen=True):
    """Everybody in the file."""

    members: tuple[Member, ...] = ()

    @property
    def present(self) -> tuple[Member, ...]:
        """Who has not left."""
        return tuple(member for member in self.members if member.left_at is None)

    @property
    def cost(self) -> Cost:
        """What a check of a PIN costs: the dearest in the file, for new PINs and for people who are not there."""
        found = (cost_of(member.pin) for member in self.members if member.pin is not None)
        return max((cost for cost in found if cost is not None), default=STANDARD)

    def known(self, number: str) -> Member | None:
        """Who has this number and has not left."""
        return next((member for member in self.present if member.staff == number), None)

    def with_badge(self, kept: str) -> Member | None:
        """Whose badge has this keyed tag."""
        return next((member for member in self.present if member.tag == kept), None)

    @property
    def can_change(self) -> bool:
        """Two different people are there who together may change the staff file."""
        return any(
            refusal(Action.STAFF, pair) is None for pair in combinations((each.person for each in self.present), 2)
        )

    def having(self, member: Member) -> "Staff":
        """With ``member`` in place of whoever had the number, or added."""
        others = tuple(each for each in self.members if each.staff != member.staff)
        return Staff(tuple(sorted((*others, member), key=lambda each: each.staff)))

    def pruned(self, today: date, keep_days: int) -> "Staff":
        """Without those who left more than ``keep_days`` ago."""
        return Staff(
            tuple(each for each in self.members if each.left_at is None or (today - each.left_at).days <= keep_days)
        )


def read(path: Path) -> Staff:
    """Everybody in the staff file.

    Raises:
        StaffFileError: it is missing, or something in it is wrong: every mistake, a line each.
        PrivateFileError: it cannot be read, or others may read it.
    """
    written = private_file.read(path)
    if written is None:
        raise StaffFileError(f"{path}: missing, the staff file was due: banca21 staff begin makes it")
    return parsed(path, written)


def parsed(path: Path, written: bytes) -> Staff:
    """The people whom the bytes of the file ``path`` tell of.

    Raises:
        StaffFileError: something is wrong: every mistake, a line each.
    """
    members: list[Member] = []
    mistakes: list[str] = []
    for number, line in enumerate(written.splitlines(), 1):
        if not line.strip():
            continue
        try:
            member = msgspec.json.decode(line, type=Member)
        except (msgspec.DecodeError, RecursionError) as error:
            mistakes.append(f"line {number}: {error}; mend the line, or have the person entered again")
            continue
        members.append(member)
        mistakes += (f"line {number}: {mistake}" for mistake in _mistakes(member))
    mistakes += _twice(members)
    if mistakes:
        raise StaffFileError("\n".join(f"{path}: {mistake}" for mistake in mistakes))
    return Staff(tuple(members))


def _mistakes(member: Member) -> Iterator[str]:
    if not all(map(NUMBER.fullmatch, (member.staff, *member.confirmed_by))):
        yield "a staff number is not 1 to 12 of A to Z, 0 to 9 and -; write it so"
    if member.left_at is not None:
        if member.pin is not None or member.tag is not None:
            yield "who has left still has a PIN or a badge; take pin and tag out"
        return
    if member.pin is None or cost_of(member.pin) is None:
        yield "pin is no argon2id hash of ours; give the person another PIN"
    if member.tag is not None and not _is_keyed(member.tag):
        yield f"tag is not {_TAG_DIGITS} hexadecimal digits; give the person the badge again"


def _is_keyed(tag: str) -> bool:
    return len(tag) == _TAG_DIGITS and set(tag) <= set("0123456789abcdef")


def _twice(members: Sequence[Member]) -> Iterator[str]:
    numbers = Counter(member.staff for member in members)
    yield from (f"staff {staff} has {count} lines; leave one" for staff, count in numbers.items() if count > 1)
    tags = Counter(member.tag for member in members if member.tag is not None)
    for tag in (tag for tag, count in tags.items() if count > 1):
        whose = ", ".join(member.staff for member in members if member.tag == tag)
        yield f"staff {whose} have one badge; give each their own"


def write(path: Path, staff: Staff) -> None:
    """Replace the staff file; the caller holds ``private_file.locked``.

    Raises:
        StaffFileError: it could not be read again; nothing was written.
        PrivateFileError: it cannot be written; the old one is untouched.
    """
    written = b"".join(msgspec.json.encode(member) + b"\n" for member in staff.members)
    parsed(path, written)
    private_file.write(path, written)


def change(path: Path, how: Callable[[Staff], Staff]) -> None:
    """Replace the staff file by what ``how`` makes of it, while nobody else changes it.

    Raises:
        PeopleError: it cannot be read or written; nothing was written.
    """
    with private_file.locked(path):
        write(path, how(read(path)))
