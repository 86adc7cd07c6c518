"""A staff file with cheap hashes, a clock that is set, and one boot after another."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from engine.people import pins
from engine.people.attempts import Attempts
from engine.people.cost import Cost
from engine.people.duties import Duty
from engine.people.pepper import Pepper
from engine.people.pins import Pin
from engine.people.proofs import BadgeTag, Proof
from engine.people.staff import Member, Staff
from engine.people.verifier import Verifier

CHEAP = Cost(memory_kib=8, passes=1)
PEPPER = Pepper(bytes(range(32)))
TODAY = date(2026, 12, 1)
PINS = {"1042": "730146", "2001": "90417263", "3001": "5820194"}
DUTIES = {"1042": Duty.DEALER, "2001": Duty.PIT_SUPERVISOR, "3001": Duty.SHIFT_MANAGER}
BADGE = "04A1B2C3D4E5F6"
"""Of 2001."""
WRONG = "864209"


def member(number: str, *, duty: Duty | None = None, tag: str | None = None) -> Member:
    return Member(
        staff=number,
        duty=duty or DUTIES[number],
        changed_at=TODAY,
        confirmed_by=("3001", "2001"),
        pin=pins.hashed(Pin(PINS[number]), number, PEPPER, CHEAP),
        tag=BadgeTag(tag).kept(PEPPER) if tag is not None else None,
    )


def everybody() -> Staff:
    return Staff((member("1042"), member("2001", tag=BADGE), member("3001")))


def shown(number: str | None, pin: str | None = None, tag: str | None = None) -> Proof:
    """The right PIN, unless another is given."""
    digits = pin or PINS[number or "2001"]
    return Proof(staff=number, pin=Pin(digits), tag=BadgeTag(tag) if tag is not None else None)


@dataclass
class Machine:
    """The files in a folder, and a machine that can be switched off."""

    folder: Path
    now_s: float = 1000.0
    boots: int = 0

    @property
    def staff_file(self) -> Path:
        return self.folder / "staff"

    @property
    def attempts_file(self) -> Path:
        return self.folder / "attempts"

    def attempts(self) -> Attempts:
        """As a program that starts now sees them."""
        return Attempts(self.attempts_file, lambda: self.now_s, boot=f"boot {self.boots}")

    def verifier(self) -> Verifier:
        return Verifier(self.staff_file, self.attempts(), PEPPER)

    def reboot(self) -> None:
        self.boots += 1
        self.now_s = 5.0
