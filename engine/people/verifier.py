"""Who somebody is: the staff file, the pepper and the count of wrong guesses, joined.

It blocks for as long as a PIN takes. Somebody who is not there costs the same work as somebody who is, and is counted
alike.
"""

from pathlib import Path

from engine.people import pins, staff
from engine.people.attempts import Attempts
from engine.people.denied import Denied, Why
from engine.people.duties import Person
from engine.people.errors import PeopleError
from engine.people.pepper import Pepper
from engine.people.proofs import Proof
from engine.people.staff import Member, Staff

_WRONG = (
    "number, badge and PIN do not belong together: enter them once more; from the fifth wrong PIN on there is a wait, "
    "after the tenth a supervisor must help"
)


class Verifier:
    """Recognises people. The staff file is read anew each time, since ``banca21 staff`` may have changed it."""

    def __init__(self, staff_file: Path, attempts: Attempts, pepper: Pepper) -> None:
        self._staff_file = staff_file
        self._attempts = attempts
        self._pepper = pepper

    def person(self, proof: Proof) -> Person | Denied:
        """Who showed this proof, or why nobody did. A guess is counted before it is checked."""
        try:
            return self._checked(proof)
        except PeopleError as error:
            return Denied(Why.UNUSABLE, f"nobody can be recognised: {error}", proof.staff)

    def _checked(self, proof: Proof) -> Person | Denied:
        people = staff.read(self._staff_file)
        member, number = self._meant(people, proof)
        is_stranger = people.known(number) is None
        if is_stranger:  # what was typed may be a PIN: nothing of it is kept
            number = self._pepper.keyed("stranger", number).hex()[:16]
        denied = self._attempts.counted(number, is_stranger=is_stranger)
        if denied is not None:
            return denied
        kept = member.pin if member is not None and member.pin is not None else pins.nobodys(people.cost)
        if pins.agrees(kept, proof.pin, number, self._pepper) and member is not None:
            self._attempts.succeeded(number)
            return member.person
        return Denied(Why.WRONG, _WRONG, None if is_stranger else number)

    def _meant(self, people: Staff, proof: Proof) -> tuple[Member | None, str]:
        """Whom the proof means, and under which number the guess is counted; badges of nobody share one."""
        by_number = people.known(proof.staff) if proof.staff is not None else None
        if proof.tag is None:
            return by_number, proof.staff or ""
        by_badge = people.with_badge(proof.tag.kept(self._pepper))
        if proof.staff is None:
            return by_badge, by_badge.staff if by_badge is not None else ""
        return by_number if by_number is by_badge else None, proof.staff
