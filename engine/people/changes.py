"""How the staff file may change: a new number for each new person, and always two people who may change it again."""

from datetime import date

from engine.people.duties import Person
from engine.people.errors import StaffFileError
from engine.people.staff import Member, Staff


def entered(people: Staff, person: Person, kept: str, today: date, confirmed_by: tuple[str, str]) -> Staff:
    """With a new person whose PIN is kept as ``kept``.

    Raises:
        StaffFileError: the number has been given already.
    """
    refuse_known(people, person.staff)
    return people.having(
        Member(staff=person.staff, duty=person.duty, changed_at=today, confirmed_by=confirmed_by, pin=kept)
    )


def departed(people: Staff, staff: str, today: date, confirmed_by: tuple[str, str]) -> Staff:
    """Without this person; number and duty are kept, PIN and badge are not.

    Raises:
        StaffFileError: nobody has the number.
    """
    duty = known(people, staff).duty
    return people.having(Member(staff=staff, duty=duty, changed_at=today, confirmed_by=confirmed_by, left_at=today))


def known(people: Staff, staff: str) -> Member:
    """Who has this number.

    Raises:
        StaffFileError: nobody has.
    """
    member = people.known(staff)
    if member is None:
        raise StaffFileError(f"staff {staff}: not in the staff file: look at banca21 staff list")
    return member


def refuse_known(people: Staff, staff: str) -> None:
    """Refuse a number that the log may name already.

    Raises:
        StaffFileError: somebody has it, or had it.
    """
    for member in people.members:
        if member.staff == staff:
            seen = f"left on {member.left_at}" if member.left_at is not None else "is in the staff file"
            raise StaffFileError(f"staff {staff}: {seen}: give another number, since the log names this one")


def able(people: Staff) -> Staff:
    """The same people, who can change the staff file again.

    Raises:
        StaffFileError: no two of them could.
    """
    if not people.can_change:
        raise StaffFileError(
            "after this no two people could change the staff file: a shift manager, and another or a pit supervisor, "
            "are due: enter somebody else first"
        )
    return people
