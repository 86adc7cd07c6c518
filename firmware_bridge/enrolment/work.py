"""An enrolment with its files: begun or continued, each step kept, finished as a deck and its passport."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self, assert_never

from msgspec import structs

from engine.cards import Card, CardError
from firmware_bridge.enrolment import answers, passport, records
from firmware_bridge.enrolment.enrolment import Enrolment, Plan
from firmware_bridge.enrolment.errors import DeckFileError, PartFileError
from firmware_bridge.enrolment.faces import packs_in_words, short
from firmware_bridge.enrolment.part_file import PartFile, damaged, part_path
from firmware_bridge.enrolment.replacement import Replacement
from firmware_bridge.registry import Registry

EMPTY: Final = Registry(MappingProxyType({}))
"""No card yet: every tag that passes is told as it is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asks to be enrolled."""

    packs: int | None
    """``None``: as many as were begun, else :attr:`packs_else`."""
    packs_else: int
    order: tuple[Card, ...] | None = None
    """``None``: as it was begun, else :meth:`Card.pack`."""
    has_white: bool = False
    deck: Registry = EMPTY
    """The deck that is enlarged."""
    before: passport.Passport | None = None
    """Its passport."""
    name: str | None = None
    """The deck's; ``None``: as it was begun, else as its passport has it, else the file's."""


class EnrolmentWork:
    """One enrolment and where it is kept."""

    def __init__(self, out: Path, part: PartFile, begun: records.Begun, enrolment: Enrolment) -> None:
        self.out = out
        self.enrolment = enrolment
        self._part = part
        self._begun = begun
        self._sittings = [record for record in part.records if isinstance(record, records.Sitting)]

    @classmethod
    def begin(cls, out: Path, asked: Asked, others: Mapping[str, Registry]) -> Self:
        """Begin the deck that will be at ``out``, or continue it where it stood.

        Raises:
            PartFileError: what is kept cannot be continued so.
            DeckFileError: the file at ``out`` would be lost, or nothing can be written there.
        """
        is_new = not part_path(out).exists()
        part = PartFile.open(part_path(out))
        try:
            return cls._of(out, part, asked, others)
        except BaseException:
            if is_new:
                part.remove()
            part.close()
            raise

    @classmethod
    def _of(cls, out: Path, part: PartFile, asked: Asked, others: Mapping[str, Registry]) -> Self:
        begun, enrolment = replayed(part, others)
        if begun is not None and enrolment.tags:
            _check_asked(part.path, begun, asked)
            _check_out(out, enrolment)
            _check_deck(part.path, asked.deck, enrolment)
            work = cls(out, part, structs.replace(begun, name=asked.name or begun.name), enrolment)
            enrolment.doubt()
            work.keep(records.Doubted())
            return work
        packs = asked.packs_else if asked.packs is None else asked.packs
        plan = Plan(packs, asked.order or Card.pack(), asked.has_white, asked.deck)
        enrolment = Enrolment(plan).beside(others)
        _check_out(out, enrolment)
        begun = records.Begun(
            name=asked.name,
            packs=plan.packs,
            order=tuple(map(short, plan.order)),
            has_white=plan.has_white,
            deck=tuple(plan.deck.lines()) if plan.deck.cards else (),
            passport=asked.before,
        )
        part.begin(begun)
        return cls(out, part, begun, enrolment)

    @property
    def was_cut(self) -> bool:
        """The last step that was kept had been cut short, and was dropped."""
        return self._part.was_cut

    def keep(self, record: records.AnyRecord) -> None:
        """Keep one step; at return it is on the disk.

        Raises:
            DeckFileError: it cannot be written.
        """
        self._part.append(record)
        if isinstance(record, records.Sitting):
            self._sittings.append(record)

    def finish(self, *, made_at: str, version: str) -> passport.Passport:
        """Write the deck's file and its passport, and keep the part no longer.

        Raises:
            DeckFileError: one cannot be written; started again, it is finished then.
        """
        before, deck = self._begun.passport, self.enrolment.registry()
        plan = self.enrolment.plan
        did = " and ".join(
            part
            for part, is_so in ((packs_in_words(plan.packs), plan.packs), ("a white card", plan.has_white))
            if is_so
        )
        sums = passport.sums_of_packs(deck)
        made = passport.issue(
            deck,
            name=self._begun.name or (before.deck if before else self.out.stem),
            file=self.out.name,
            made_at=made_at,
            banca21=version,
            work=(
                *(before.work if before else ()),
                *(_done(f"enrolment of {did}", each) for each in self._sittings),
            ),
            checked={
                *(pack.tags_sha256 for pack in (before.packs if before else ()) if pack.is_checked),
                *(sums[number - 1] for number in self.enrolment.checked),
            },
        )
        passport.save(deck, made, self.out)
        self._part.remove()
        return made

    def close(self) -> None:
        """Let others continue; where nothing is enrolled, nothing is kept."""
        if not self.enrolment.tags:
            self._part.remove()
        self._part.close()


def refuse_while_enlarged(path: Path) -> None:
    """Nothing else may change a deck while an enrolment is kept that goes on from it.

    Raises:
        PartFileError: one is.
    """
    if part_path(path).exists():
        raise PartFileError(
            f"{part_path(path)}: an enrolment into {path.name} is not finished: finish it first, with the options that "
            "it was begun with, or move the file away to give it up"
        )


def replaced(
    path: Path,
    replacement: Replacement,
    before: passport.Passport | None,
    sitting: records.Sitting,
    *,
    name: str | None,
    made_at: str,
    version: str,
) -> passport.Passport:
    """Write the deck's file with the new card in the worn one's place, and its passport.

    Raises:
        DeckFileError: one cannot be written.
    """
    deck = replacement.registry()
    made = passport.issue(
        deck,
        name=name or (before.deck if before else path.stem),
        file=path.name,
        made_at=made_at,
        banca21=version,
        work=(
            *(before.work if before else ()),
            _done(f"replacement of {replacement.card.face} of pack {replacement.pack}", sitting),
        ),
        checked={pack.tags_sha256 for pack in (before.packs if before else ()) if pack.is_checked},
    )
    passport.save(deck, made, path)
    return made


def _done(did: str, sitting: records.Sitting) -> passport.Work:
    return passport.Work(did=did, by=sitting.by, at=sitting.at, reader=sitting.reader, port=sitting.port)


def replayed(part: PartFile, others: Mapping[str, Registry]) -> tuple[records.Begun | None, Enrolment]:
    """The enrolment as it stood.

    Raises:
        PartFileError: its steps are none that an enrolment can take; with the line.
    """
    if not part.records:
        return None, Enrolment(Plan(0))
    begun, *steps = part.records
    if not isinstance(begun, records.Begun):
        raise damaged(part.path, 1, "what is to be enrolled is missing")
    try:
        order = tuple(Card.parse(card) for card in begun.order)
        deck = Registry.parse(begun.deck, name=str(part.path)) if begun.deck else EMPTY
    except (CardError, ValueError) as error:
        raise damaged(part.path, 1, str(error)) from error
    enrolment = Enrolment(Plan(begun.packs, order, begun.has_white, deck))
    for number, record in enumerate(steps, 2):
        if not _is_done(enrolment, record):
            raise damaged(part.path, number, f"{type(record).__name__} cannot come here")
    return begun, enrolment.beside(others)


def _is_done(enrolment: Enrolment, record: records.AnyRecord) -> bool:
    """Do the step again; whether it could be done."""
    match record:
        case records.Begun():
            return False
        case records.Sitting():
            return True
        case records.Enrolled(tag=tag, face=face):
            done = enrolment.take(tag)
            return isinstance(done, answers.Enrolled) and short(done.face) == face
        case records.Confirmed():
            return isinstance(enrolment.confirm(), answers.Confirmed)
        case records.Doubted():
            enrolment.doubt()
            return True
        case records.TakenBack(count=count):
            return isinstance(enrolment.back(count), answers.TakenBack)
        case records.Agreed():
            enrolment.agree()
            return enrolment.whole_pack in enrolment.checked
        case _:
            assert_never(record)


def _check_asked(path: Path, begun: records.Begun, asked: Asked) -> None:
    """Nothing else may be asked than what was begun."""
    differing = []
    if asked.packs is not None and asked.packs != begun.packs:
        differing.append(f"{packs_in_words(begun.packs)} (asked: {asked.packs})")
    if asked.order is not None and tuple(map(short, asked.order)) != begun.order:
        differing.append("another order of the cards")
    if asked.has_white and not begun.has_white:
        differing.append("no white card")
    if differing:
        raise PartFileError(
            f"{path}: an enrolment was begun with {', '.join(differing)}: ask for the same to continue it, or move the "
            "file away to begin anew"
        )


def _check_deck(path: Path, asked: Registry, enrolment: Enrolment) -> None:
    """The deck that is enlarged is the one of the beginning, or is enlarged already."""
    known = [enrolment.plan.deck.lines(), *([enrolment.registry().lines()] if enrolment.is_complete else [])]
    if asked.cards and asked.lines() not in known:
        raise PartFileError(
            f"{path}: an enrolment was begun with another deck than --add names: bring that deck back to continue, or "
            "move the file away to begin anew"
        )


def _check_out(out: Path, enrolment: Enrolment) -> None:
    """Nothing may be lost: at ``out`` lies nothing, the deck that is enlarged, or what is about to be written."""
    if not out.exists():
        return
    known = [enrolment.plan.deck.lines()] if enrolment.plan.deck.cards else []
    known += [enrolment.registry().lines()] if enrolment.is_complete else []
    if known and Registry.load(out).lines() in known:
        return
    raise DeckFileError(
        f"{out}: another deck lies there already: look at it with --check, enlarge it with --add, or give --out "
        "another path"
    )
