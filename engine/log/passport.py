"""A shoe's passport: was every card of its packs there, once for each pack (article 1a)? Signed with the journal's key.

It is made when the next shoe has begun: then the log tells of burned, void and unseen cards too. What it says follows
from the records up to its ``last``, whose hash it bears, so a second one of the same shoe is the same, byte by byte.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from engine.cards import Card
from engine.entry import names_in
from engine.events import CardNamed, CardOut, TableOpened, Withdrawn
from engine.journal.files import FilesReader
from engine.journal.found import FoundShoe
from engine.journal.search import Index
from engine.log.playing import Played, played
from engine.log.reading import Logged, told_later
from engine.looking import Passport
from engine.roles import BURN, HELD, VOID, Role
from engine.table import Table

HEADLINE: Final = "banca21 shoe passport 1"
"""The first line of what is signed; another number where the lines are others."""
UNKNOWN: Final = "not known"
BETWEEN_TAGS: Final = "+"
"""Two cards that left at once were reported with both their tags, this between them."""
AFTER_BEGINNING: Final = 64
"""Within so many records of a shoe's beginning the cards of the one before are told."""


class NoPassportError(LookupError):
    """There is no passport of that shoe, or none yet: why, and what can be asked for."""


def passport(log: FilesReader, index: Index, shoe: int | None, key: Ed25519PrivateKey | None) -> Passport:
    """The passport of the shoe of that number, ``None``: of the last one that is over; signed where there is a ``key``.

    Raises:
        NoPassportError: the shoe is not over, there is none, or the log does not tell enough of it.
        JournalError: a record cannot be read.
        sqlite3.Error: the index cannot be read.
    """
    this, following = _shoes(index, shoe)
    if this.record <= log.origin.seq:
        raise NoPassportError(
            f"shoe {this.number}: its first records are not in the journal any more: read the backup that holds them"
        )
    counted = _counted(log, this, following)
    unsigned = _passport(this, counted)
    if key is None:
        return unsigned
    signature, signer = key.sign(text(unsigned).encode()), key.public_key().public_bytes_raw()
    return structs.replace(unsigned, signature=signature.hex(), signer=signer.hex())


def text(passport: Passport) -> str:
    """What is signed: a line for each fact, each ended by a newline; ASCII."""
    lines = {
        "shoe": passport.shoe,
        "began": passport.began_at,
        "ended": passport.ended_at,
        "records": f"{passport.first} to {passport.last}",
        "head": passport.head,
        "packs": passport.packs,
        "cards by the packs": passport.size,
        "dealt": passport.dealt,
        "burned": passport.burned,
        "void": passport.void,
        "unread": passport.unread,
        "never left": UNKNOWN if passport.behind is None else passport.behind,
        "every card left": UNKNOWN if passport.behind is None else "yes" if passport.is_exhausted else "no",
        "missing": _faces(passport.missing) if is_missing_known(passport) else UNKNOWN,
        "doubled": _faces(passport.doubled),
        "foreign tags": passport.foreign,
        "seen": _faces(passport.seen),
    }
    return "\n".join([HEADLINE, *(f"{name}: {value}" for name, value in lines.items()), ""])


def is_missing_known(passport: Passport) -> bool:
    """Which cards are missing is known: every card is known to have left, and each was read or named."""
    return passport.is_exhausted and not passport.unread


def _faces(times: Mapping[str, int]) -> str:
    return ", ".join(f"{face} {count}" for face, count in times.items()) or "none"


def _shoes(index: Index, number: int | None) -> tuple[FoundShoe, FoundShoe]:
    """The shoe of that number, and the one after it."""
    newest = index.newest_shoe
    if newest is None:
        raise NoPassportError("no shoe has begun yet: a passport is made of a shoe when the next one begins")
    if newest.number == 1:
        raise NoPassportError(f"shoe {number or 1}: no shoe is over yet: a passport is made when the next one begins")
    number = newest.number - 1 if number is None else number
    if not 1 <= number < newest.number:
        last = newest.number - 1
        raise NoPassportError(f"shoe {number}: the shoes that are over are 1 to {last}: ask for one of these")
    this, following = index.shoe(number), index.shoe(number + 1)
    if this is None or following is None:
        raise NoPassportError(f"shoe {number}: the log does not tell of it any more: read the backup that holds it")
    return this, following


# Counting


@dataclass(slots=True)
class _Left:
    """A card that left the shoe."""

    n: int
    role: Role | None = None
    face: str | None = None
    """``None``: nobody read and nobody named it, or the log does not tell of it."""


class _Counting:
    """A shoe as far as it is played."""

    def __init__(self) -> None:
        self.cards: dict[int, _Left] = {}
        """By their record."""
        self.sealed: list[Logged] = []
        """Cards and names that were not told while the table stood."""
        self.foreign: set[str] = set()
        self._tags: set[str] = set()
        self.withdrawn: set[int] = set()
        """Records that were taken back."""
        self.last: Logged | None = None
        self.is_certain = True
        self.packs = 0
        self.size = 0
        self.out = 0
        self.is_empty = False
        self.is_counted = True

    def take(self, each: Played, table: Table) -> None:
        """One record more, while this is the shoe that is dealt."""
        logged, felt, shoe = each.logged, table.felt, table.felt.shoe
        if isinstance(logged.event, CardOut) and logged.seq in felt.cards:
            self._leaves(logged.seq, felt.cards[logged.seq].n, logged.event)
        self.packs, self.size, self.out = felt.rules.decks, shoe.size, shoe.out
        self.is_empty, self.is_counted = shoe.empty, shoe.counted
        self.look(each, table)

    def _leaves(self, seq: int, n: int, event: CardOut) -> None:
        self.cards[seq] = _Left(n)
        self._note_tag(event)

    def _note_tag(self, event: CardOut) -> None:
        if event.tag is not None:
            self._tags.add(event.tag.text)
            if event.card is None and BETWEEN_TAGS not in event.tag.text:
                self.foreign.add(event.tag.text)

    def look(self, each: Played, table: Table) -> None:
        """What its cards are after one record more; a correction may have changed any of the open coup."""
        logged, felt = each.logged, table.felt
        for seq, laid in felt.cards.items():
            if (left := self.cards.get(seq)) is not None:
                face = felt.names.get(seq) or laid.value
                left.role, left.face = laid.role, face.face if face is not None else None
        is_taken = each.answer.refused is None
        if logged.is_sealed and is_taken:
            self.sealed.append(logged)
        if isinstance(logged.event, Withdrawn) and is_taken:
            self.withdrawn.add(logged.event.seq)
        self.is_certain = self.is_certain and (each.is_certain or not self.cards)
        self.last = logged

    def put_in(self, later: Iterable[Logged]) -> None:
        """What was sealed, as it was told after the table had begun anew; what never was is unread."""
        by_number = {left.n: left for left in self.cards.values()}
        for logged in later:
            event, is_untold = logged.event, logged.is_sealed
            if isinstance(event, CardOut) and not is_untold and (left := self.cards.get(logged.seq)) is not None:
                is_out_already = event.tag is not None and event.tag.text in self._tags
                self._note_tag(event)
                if left.face is None and event.card is not None and not is_out_already:
                    left.face = event.card.face
            elif isinstance(event, CardNamed) and logged.seq not in self.withdrawn:
                untold = logged.fields.get("ns", () if event.n is None else (event.n,))
                names = dict.fromkeys(untold) if is_untold else {n: card.face for n, card in names_in(event)}
                for n in by_number.keys() & names.keys():
                    by_number[n].face = names[n]


def _counted(log: FilesReader, this: FoundShoe, following: FoundShoe) -> _Counting:
    """The shoe played to its end.

    Raises:
        NoPassportError: it is not over, or the log does not tell enough.
        JournalError: a record cannot be read.
    """
    head = log.head
    counting = _Counting()
    over = _play(log, this, following, counting, head.seq if head is not None else 0)
    if over is None or head is None or head.seq <= max(over, following.record):
        raise NoPassportError(
            f"shoe {this.number}: its last coup is not over yet, and then its cards are told: ask again after it"
        )
    if not counting.is_certain:
        raise NoPassportError(
            f"shoe {this.number}: the log does not tell all cards that lay face up: the journal was restored from "
            "a backup in its midst; ask for another shoe"
        )
    if counting.sealed:
        counting.put_in(told_later(log, counting.sealed, following.record, AFTER_BEGINNING))
    return counting


def _play(log: FilesReader, this: FoundShoe, following: FoundShoe, counting: _Counting, upto: int) -> int | None:
    """The record at which the shoe is over: another begins or, where that was in the midst of a coup, that coup ends;
    or the table is opened anew. ``None``: it is not over.
    """
    for each in played(log, this.record, upto):
        seq, table = each.logged.seq, each.table
        if seq < this.record or table is None:
            continue
        if seq > this.record and isinstance(each.logged.event, TableOpened):
            return seq
        if seq < following.record:
            counting.take(each, table)
        elif table.felt.open_coup is None:
            if seq > following.record:
                counting.look(each, table)
            return seq
        else:
            counting.look(each, table)
    return None


def _passport(this: FoundShoe, counted: _Counting) -> Passport:
    last = counted.last
    if last is None:
        raise NoPassportError(f"shoe {this.number}: the log tells nothing of it")
    groups = Counter(_group(left) for left in counted.cards.values())
    seen = Counter(left.face for left in counted.cards.values() if left.face is not None)
    faces = [card.face for card in Card.pack()]
    is_exhausted = counted.is_counted and (counted.is_empty or counted.out >= counted.size)
    found = Passport(
        shoe=this.number,
        began_at=this.at,
        ended_at=last.at,
        packs=counted.packs,
        size=counted.size,
        dealt=groups["dealt"],
        burned=groups["burned"],
        void=groups["void"],
        unread=groups["unread"],
        behind=_behind(counted),
        is_exhausted=is_exhausted,
        doubled={face: seen[face] - counted.packs for face in faces if seen[face] > counted.packs},
        foreign=len(counted.foreign),
        seen={face: seen[face] for face in faces},
        first=this.record,
        last=last.seq,
        head=last.record.hash.hex(),
    )
    if not is_missing_known(found):
        return found
    missing = {face: counted.packs - seen[face] for face in faces if seen[face] < counted.packs}
    return structs.replace(found, missing=missing)


def _behind(counted: _Counting) -> int | None:
    if not counted.is_counted:
        return None
    return 0 if counted.is_empty else max(counted.size - counted.out, 0)


def _group(left: _Left) -> Literal["dealt", "burned", "void", "unread"]:
    if left.face is None:
        return "unread"
    if left.role == BURN:
        return "burned"
    return "void" if left.role in (None, VOID, HELD) else "dealt"
