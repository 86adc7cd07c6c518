"""``banca21 enrol``: make the house deck known to the table."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from deploy import processes
from deploy.commands.options import config_option, settings_or_exit, stop_with
from deploy.devices import Devices
from deploy.settings import SHOE1, Settings, SettingsError
from deploy.shoe import shoe_source
from deploy.vouching import Vouched, record, vouched
from engine.cards import Card, CardError
from engine.clock import WatchedClock
from engine.journal.errors import JournalError
from engine.people.duties import Action
from engine.people.errors import PeopleError
from engine.ports import SourceError
from firmware_bridge.enrolment import faces, passport, records
from firmware_bridge.enrolment.checking import Checking
from firmware_bridge.enrolment.dialogue import Dialogue
from firmware_bridge.enrolment.enrolling import Enrolling
from firmware_bridge.enrolment.errors import EnrolmentError
from firmware_bridge.enrolment.heard import Heard, Key, KeysEnded
from firmware_bridge.enrolment.listening import Listening
from firmware_bridge.enrolment.replacement import Replacement
from firmware_bridge.enrolment.replacing import Replacing
from firmware_bridge.enrolment.work import EMPTY, Asked, EnrolmentWork, refuse_while_enlarged, replaced
from firmware_bridge.registry import Registry
from firmware_bridge.shoe_source import ShoeSource
from ui.client import ClientError

NOT_COMPLETE: Final = 1
"""Exit status: ended before every card passed; what was told as enrolled is kept."""
WHO_IT_IS: Final = ("shoe", "reader")
"""The parts of a reader's health that say what it is."""
STDIN: Final = 0
"""Where keys are typed."""
WIDTH: Final = 100
"""Characters up to which what is due stands beside what was done."""

Source: TypeAlias = ShoeSource | Devices
"""A reader and, where contacts at the shoe belong to it, its panel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The command's options."""

    out: Path | None
    add: Path | None
    check: Path | None
    packs: int | None
    by: str | None
    second: str | None
    order: Path | None
    in_order: bool
    other: tuple[Path, ...]
    white: bool
    replace: str | None
    tag: str | None
    deck_name: str | None

    @property
    def path(self) -> Path:
        """The deck's file, to be read by a check, else to be written.

        Raises:
            click.UsageError: none was given.
        """
        path = self.check or self.out or self.add
        if path is None:
            raise click.UsageError("give --out, --add or --check, and a file")
        return path


_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def enrol() -> None:
    """Make the house deck known to the table."""


@enrol.command()
@config_option
@click.option("--out", type=_FILE, help="Enrol a deck into this CSV file; continues what is kept beside it.")
@click.option("--add", type=_FILE, help="Enlarge the deck of this CSV file, or with --replace change a card of it.")
@click.option("--check", type=_FILE, help="Pass the deck of this CSV file once more, card by card.")
@click.option(
    "--packs", type=click.IntRange(min=0), help="How many; else as many as the table's rules have, or 1 more."
)
@click.option("--by", metavar="NAME", help="Who enrols; stands in the passport.")
@click.option("--second", metavar="NUMBER", help="Where there is staff: who agrees; --by is a number then too.")
@click.option("--order", type=_FILE, help="52 cards in the order in which a pack passes; else AS … KS, hearts, …")
@click.option("--in-order", is_flag=True, help="With --check: sorted packs, so that each card must be the one due.")
@click.option("--other", type=_FILE, multiple=True, help="Another deck's CSV file, whose cards must not come.")
@click.option("--white", is_flag=True, help="The white card has a tag too.")
@click.option("--replace", metavar="CARD", help="With --add: a new card, such as 7H, takes a worn one's place.")
@click.option("--tag", metavar="HEX", help="With --replace: the worn card's tag; else it is passed.")
@click.option("--name", "deck_name", help="The deck's name in its passport; else the file's.")
def tags(config: Path, **options: Any) -> None:
    """Enrol the deck's tags: the cards pass the reader in a known order; ends with a pack passport.

    Exit status 0: done; 1: not complete, what was told as enrolled is kept; 2: wrong use or file.
    """
    wish = Wish(**options)
    _refuse_wrong_use(wish)
    processes.end_on_signals()
    settings = settings_or_exit(config)
    if settings.shoe.port is None:
        stop_with(SettingsError(f"{config}: shoe.port: missing; give the port of the reader that the cards pass"))
    shoe = shoe_source(settings, lambda: EMPTY)
    # a SHOE/1 shoe has its own contacts, so that it needs no panel
    source = shoe if settings.shoe.reader == SHOE1 else Devices(shoe, settings.panel, lambda _pressed: None)
    try:
        who = _vouched(wish, settings)
        done = _check(wish, source) if wish.check else _change(wish, settings, source)
        if done and who is not None:
            record(settings, f"enrolment: {wish.path} was changed", who)
    except (EnrolmentError, SourceError, CardError, PeopleError, ClientError, JournalError) as error:
        stop_with(error)
    sys.exit(0 if done else NOT_COMPLETE)


def _vouched(wish: Wish, settings: Settings) -> Vouched | None:
    """Where there is staff, a deck is changed by two people, named by their numbers."""
    if settings.people is None or wish.check:
        return None
    if not wish.second:
        raise click.UsageError("--second is missing: a deck is changed by two people, give the second staff number")
    return vouched(settings.people, Action.ENROLMENT, (wish.by or "", wish.second))


def _refuse_wrong_use(wish: Wish) -> None:
    """Exit with status 2 where the options do not go together."""
    enrols = not wish.check and not wish.replace
    path = wish.path
    for is_wrong, words in (
        (path.name in ("", ".."), f"{path} is a folder: give the path of a CSV file"),
        (wish.check and (wish.out or wish.add), "--check stands alone: leave out --out and --add"),
        (not wish.check and not wish.by, "--by is missing: say who enrols, as in --by Ana"),
        (wish.in_order and not wish.check, "--in-order belongs to --check: enrolment is always in order"),
        (wish.replace and not wish.add, "--replace belongs to --add: name the deck's file with it"),
        (wish.replace and (wish.out or wish.order), "--replace changes the file of --add: leave out --out and --order"),
        (wish.tag and not wish.replace, "--tag belongs to --replace"),
        (not enrols and (wish.packs is not None or wish.white), "--packs and --white belong to an enrolment"),
        (wish.check and (wish.other or wish.deck_name), "--other and --name belong to an enrolment"),
        (wish.packs == 0 and not (wish.white and wish.add), "--packs 0 is for --add and --white: give a number"),
    ):
        if is_wrong:
            raise click.UsageError(words)


def _change(wish: Wish, settings: Settings, source: Source) -> bool:
    """Enrol or replace; whether it was done."""
    others = {str(path): Registry.load(path) for path in wish.other}
    deck, before = (Registry.load(wish.add), passport.of_deck(wish.add)) if wish.add else (EMPTY, None)
    if wish.replace:
        refuse_while_enlarged(wish.path)
        old = wish.tag.upper() if wish.tag else None
        return _replace(wish, Replacement(deck, Card.parse(wish.replace), old=old, others=others), before, source)
    packs_else = settings.table.rules.decks if wish.add is None else 0 if wish.white else 1
    order = faces.load_order(wish.order) if wish.order else None
    return _enrol(wish, Asked(wish.packs, packs_else, order, wish.white, deck, before, wish.deck_name), others, source)


def _enrol(wish: Wish, asked: Asked, others: Mapping[str, Registry], source: Source) -> bool:
    work = EnrolmentWork.begin(wish.path, asked, others)
    try:
        if work.was_cut:
            click.echo("the last step that was kept had been cut short and was dropped: see what is due next")
        with Listening(source, STDIN) as heard:
            if not _converse(Enrolling(work.enrolment, work.keep, lambda: _sitting(wish, source)), heard):
                return False
        made = work.finish(made_at=WatchedClock().now(), version=version("banca21"))
    finally:
        work.close()
    _show(made, wish.path)
    return True


def _replace(wish: Wish, replacement: Replacement, before: passport.Passport | None, source: Source) -> bool:
    with Listening(source, STDIN) as heard:
        if not _converse(Replacing(replacement), heard):
            return False
        sitting = _sitting(wish, source)
    made = replaced(
        wish.path,
        replacement,
        before,
        sitting,
        name=wish.deck_name,
        made_at=WatchedClock().now(),
        version=version("banca21"),
    )
    _show(made, wish.path)
    return True


def _check(wish: Wish, source: Source) -> bool:
    deck = Registry.load(wish.path)
    there = passport.of_deck(wish.path)
    order = faces.load_order(wish.order) if wish.order else Card.pack() if wish.in_order else None
    click.echo(
        f"{wish.path} has no passport beside it" if there is None else f"{wish.path} is the deck of its passport"
    )
    checking = Checking(deck, order)
    with Listening(source, STDIN) as heard:
        if not _converse(checking, heard):
            return False
    click.echo("\n".join(["every card passed", *checking.closing()]))
    return True


def _converse(dialogue: Dialogue, heard: Iterable[Heard]) -> bool:
    """Until everything is done, or somebody stops it; whether everything is done."""
    _tell([*dialogue.opening(), "waiting for the reader"], "")
    try:
        for each in heard:
            if isinstance(each, KeysEnded) or each == Key("q"):
                break
            _tell(dialogue.hear(each), "" if dialogue.is_over else dialogue.prompt)
            if dialogue.is_over:
                return True
    except KeyboardInterrupt:
        click.echo()
    _tell(dialogue.stopped(), "")
    return False


def _tell(lines: Sequence[str], prompt: str) -> None:
    """What became of it, and what is due: beside it where that is short enough."""
    shown = click.style(f" {prompt} ", bold=True, reverse=True) if prompt else ""
    between = "   " if len(lines[-1]) + len(prompt) < WIDTH or not prompt else "\n"
    click.echo(("\n".join(lines) + between + shown).rstrip())


def _sitting(wish: Wish, source: Source) -> records.Sitting:
    """Who enrols here, now, with what."""
    health = source.health()
    reader = ", ".join(each.text for each in health if each.part in WHO_IT_IS)
    port = next((each.text for each in health if each.part == "port"), "")
    return records.Sitting(by=wish.by or "", at=WatchedClock().now(), reader=reader, port=port)


def _show(made: passport.Passport, path: Path) -> None:
    click.echo("\n".join([*passport.words(made), f"written: {path}, {passport.passport_path(path)}"]))
