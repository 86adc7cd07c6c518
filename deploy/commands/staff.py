"""``banca21 staff``: who works here, with which duty, PIN and badge. Two different people confirm every change.

PINs and badges are asked for as in ``deploy/vouching.py``: what is new first (a PIN twice), then the PINs of who
confirms.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import NoReturn

import click
import msgspec

from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.settings import PeopleSettings, Settings
from deploy.vouching import DeniedError, Vouched, asked, record, vouched
from engine.journal.errors import JournalError
from engine.people import changes, pepper, pins, private_file
from engine.people import staff as staff_file
from engine.people.attempts import Attempts
from engine.people.cost import Cost, calibrated
from engine.people.denied import Denied
from engine.people.duties import Action, Duty, Person, refusal
from engine.people.errors import PeopleError, PinError, StaffFileError
from engine.people.pepper import Pepper
from engine.people.pins import Pin
from engine.people.proofs import NUMBER, BadgeTag
from engine.people.staff import Member, Staff
from ui.client import ClientError


@dataclass(frozen=True)
class _Files:
    """The files about people."""

    settings: Settings
    people: PeopleSettings

    @property
    def staff(self) -> Path:
        return self.people.staff

    @property
    def pepper(self) -> Path:
        return self.people.pepper

    @property
    def keep_days(self) -> int:
        return self.settings.journal.keep_days

    @property
    def counter(self) -> Attempts:
        return Attempts(self.people.attempts)


def _number(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    if not NUMBER.fullmatch(value):
        raise click.BadParameter(f"{value!r} is no staff number: give 1 to 12 of A to Z, 0 to 9 and -")
    return value


_subject = click.argument("number", callback=_number)
_duty = partial(click.argument, type=click.Choice([duty.value for duty in Duty]))
_by = click.option("--by", required=True, callback=_number, help="Who confirms it.")
_second = click.option("--second", required=True, callback=_number, help="A second, different person.")


@click.group()
def staff() -> None:
    """Who works here: by number, with duty, PIN and badge. Two different people confirm every change."""


@staff.command()
@click.argument("first", callback=_number)
@_duty("first_duty")
@click.argument("second", callback=_number)
@_duty("second_duty")
@config_option
def begin(first: str, first_duty: str, second: str, second_duty: str, config: Path) -> None:
    """Make the staff file with its first two people: a shift manager, and another or a pit supervisor."""
    files = _files(config)
    persons = (Person(first, Duty(first_duty)), Person(second, Duty(second_duty)))
    _stop_unless_they_may(Action.STAFF, *persons)
    with _told():
        with private_file.locked(files.staff):
            _refuse_begun(files.staff)
        pepper.make(files.pepper)
        key, cost = pepper.load(files.pepper), calibrated()
        begun = Staff()
        for person in persons:
            kept = _new_pin(person.staff, key, cost)
            begun = changes.entered(begun, person, kept, _today(), (first, second))
        with private_file.locked(files.staff):
            _refuse_begun(files.staff)
            files.counter.begin()
            staff_file.write(files.staff, begun)
    click.echo(f"{files.staff}: begun with {first} and {second}; enter a third who may confirm, should one be away")


@staff.command()
@_subject
@_duty("duty")
@_by
@_second
@config_option
def add(number: str, duty: str, by: str, second: str, config: Path) -> None:
    """Enter a new person, who chooses a PIN of 6 to 8 digits."""
    files = _files(config)
    with _told():
        key = pepper.load(files.pepper)
        people = staff_file.read(files.staff)
        changes.refuse_known(people, number)
        kept = _new_pin(number, key, people.cost)
        who = _confirmed(files, Action.STAFF, by, second)
        person = Person(number, Duty(duty))
        _change(files, lambda now: changes.entered(now, person, kept, _today(), (by, second)))
        files.counter.lift(number)
    _done(files, f"staff {number}: entered as {duty}", who)


@staff.command()
@_subject
@_duty("new")
@_by
@_second
@config_option
def duty(number: str, new: str, by: str, second: str, config: Path) -> None:
    """Give a person another duty."""
    files = _files(config)
    _done(files, f"staff {number}: now {new}", _changed(files, number, by, second, duty=Duty(new)))


@staff.command()
@_subject
@_by
@_second
@config_option
def pin(number: str, by: str, second: str, config: Path) -> None:
    """Give a person another PIN; a lock-out is lifted with it."""
    files = _files(config)
    with _told():
        people = staff_file.read(files.staff)
        changes.known(people, number)
        kept = _new_pin(number, pepper.load(files.pepper), people.cost)
    who = _changed(files, number, by, second, pin=kept)
    with _told():
        files.counter.lift(number)
    _done(files, f"staff {number}: has another PIN", who)


@staff.command()
@_subject
@_by
@_second
@click.option("--none", "without", is_flag=True, help="Take the badge away.")
@config_option
def tag(number: str, by: str, second: str, without: bool, config: Path) -> None:
    """Give a person a badge (its tag is read or typed when asked), or take it away."""
    files = _files(config)
    with _told():
        kept = None if without else BadgeTag(asked(f"the badge's tag for {number}")).kept(pepper.load(files.pepper))
    who = _changed(files, number, by, second, tag=kept)
    _done(files, f"staff {number}: {'without a badge' if without else 'has a badge'}", who)


@staff.command()
@_subject
@_by
@_second
@config_option
def leave(number: str, by: str, second: str, config: Path) -> None:
    """Take a person out: PIN and badge at once, number and duty once the log is no longer kept."""
    files = _files(config)
    with _told():
        changes.known(staff_file.read(files.staff), number)
        who = _confirmed(files, Action.STAFF, by, second)
        _change(files, lambda now: changes.departed(now, number, _today(), (by, second)))
    _done(files, f"staff {number}: has left; the number is kept for {files.keep_days} days", who)


@staff.command()
@_subject
@_by
@config_option
def unlock(number: str, by: str, config: Path) -> None:
    """Lift the lock-out of a person's PIN; one person who may is enough."""
    files = _files(config)
    with _told():
        changes.known(staff_file.read(files.staff), number)
        who = _confirmed(files, Action.UNLOCK, by)
        files.counter.lift(number)
    _done(files, f"staff {number}: may enter the PIN again", who)


@staff.command()
@click.argument("what", type=click.Choice([Action.CLOCK, Action.KEYS]))
@click.argument("text")
@_by
@_second
@config_option
def agree(what: str, text: str, by: str, second: str, config: Path) -> None:
    """Let two people agree to set the clock, or to change a key, before a technician does: the log then says TEXT."""
    files = _files(config)
    with _told():
        who = _confirmed(files, Action(what), by, second)
    _done(files, f"{what}: agreed: {text}", who)


@staff.command("list")
@click.option("--json", "machine", is_flag=True, help="One JSON object for each person.")
@config_option
def list_(machine: bool, config: Path) -> None:
    """Who works here; PINs and badges are not shown."""
    files = _files(config)
    with _told():
        for member in staff_file.read(files.staff).members:
            row = _row(files, member)
            click.echo(
                json.dumps(row) if machine else "  ".join(f"{value or '-':<14}" for value in row.values()).rstrip()
            )


def _row(files: _Files, member: Member) -> dict[str, str | None]:
    state = f"left {member.left_at}" if member.left_at is not None else _standing(files, member.staff)
    badge = "badge" if member.tag is not None else None
    return {
        "staff": member.staff,
        "duty": member.duty.value,
        "changed_at": str(member.changed_at),
        "confirmed_by": " ".join(member.confirmed_by),
        "badge": badge,
        "state": state,
    }


def _standing(files: _Files, number: str) -> str:
    standing = files.counter.standing(number)
    if standing.is_locked:
        return "locked"
    return f"{standing.misses} wrong PINs" if standing.misses else "good"


# ---- What they have in common. ----


def _files(config: Path) -> _Files:
    settings = settings_or_exit(config)
    if settings.people is None:
        stop_with(StaffFileError(f"{config}: people: missing; write [people] with staff, attempts and pepper"))
    return _Files(settings, settings.people)


@contextmanager
def _told() -> Iterator[None]:
    """Tell what is wrong with the files, and exit with status 2."""
    try:
        yield
    except PeopleError as error:
        stop_with(error)


def _stop(denied: Denied) -> NoReturn:
    """Tell why not, and exit with status 1."""
    click.echo(denied.text, err=True)
    sys.exit(1)


def _stop_unless_they_may(action: Action, *persons: Person) -> None:
    denied = refusal(action, persons)
    if denied is not None:
        _stop(denied)


def _new_pin(number: str, key: Pepper, cost: Cost) -> str:
    """What is kept of the PIN that this person chooses."""
    chosen = Pin(asked(f"new PIN of {number}"))
    pins.refuse_trivial(chosen, number)
    if chosen != Pin(asked(f"new PIN of {number}, again")):
        raise PinError("the two PINs differ: begin again, and enter the same one twice")
    return pins.hashed(chosen, number, key, cost)


def _confirmed(files: _Files, action: Action, *numbers: str) -> Vouched:
    """Who confirms it, once all have proved who they are and may do it together."""
    try:
        return vouched(files.people, action, numbers)
    except DeniedError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def _done(files: _Files, text: str, by: Vouched) -> None:
    """Tell what was done, here and in the log; it stands even if the log cannot say so."""
    click.echo(text)
    try:
        record(files.settings, text, by)
    except (ClientError, JournalError, PeopleError) as error:
        click.echo(f"the log does not say so: {error}", err=True)


def _changed(files: _Files, number: str, by: str, second: str, **fields: Duty | str | None) -> Vouched:
    """Change ``fields`` of this person's line, confirmed by two."""
    with _told():
        changes.known(staff_file.read(files.staff), number)
        who = _confirmed(files, Action.STAFF, by, second)
        stamped = {**fields, "changed_at": _today(), "confirmed_by": (by, second)}
        _change(files, lambda now: now.having(msgspec.structs.replace(changes.known(now, number), **stamped)))
        return who


def _change(files: _Files, how: Callable[[Staff], Staff]) -> None:
    staff_file.change(files.staff, lambda now: changes.able(how(now).pruned(_today(), files.keep_days)))


def _refuse_begun(path: Path) -> None:
    if private_file.read(path):
        raise StaffFileError(f"{path}: begun already: change it with banca21 staff add, duty, pin, tag and leave")


def _today() -> date:
    return datetime.now(UTC).date()
