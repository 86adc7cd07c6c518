"""A journal of millions of records with the index of its coups, laid together from shoes that a real core has played.

A few shoes are played through a session: their records, openings and answers are what a table writes. Laid one behind
another again and again, each time with its own numbers, times and requests' ids, they are a year of one table: the
chain is true, a replay may begin at each shoe, and what the index holds is what its writer made of the answers.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import msgspec
from msgspec import structs

from deploy.benchmarks.log_search import BEGAN, COUP_S, DEALERS
from deploy.torture.core import keep_table
from deploy.torture.places import quick
from deploy.torture.script import Setting, scripted
from engine.clock import written
from engine.events import CommitmentsOpened, DealerChanged, Opened
from engine.journal import index_file, layout, place
from engine.journal.chain import GENESIS
from engine.journal.index_notes import Batch, Gathering, Noted
from engine.journal.index_writing import write
from engine.lines import ENCODER
from engine.ports import Taken

YEAR: Final = 35_000_000
"""Records of one table."""
BOXES: Final = {1: "Ana", 2: "Bento", 3: "Chan", 4: "Dora", 5: "Ernesto", 6: "Fong", 7: "Gil"}
SETTING: Final = Setting(6, BOXES, has_slips=False)
POOL: Final = 24
"""Shoes that are played; of two that follow each other in the journal, no card has the same origin."""
SLIPS: Final = 40
"""One of so many shoes in the journal is another one, in which cards pass unread and a coup is cancelled."""
COUPS: Final = 16
"""Scripted for each: a shoe of seven boxes has fewer."""
AT_A_TIME: Final = 50
"""Shoes written in one transaction."""
DEALER: Final = 1
"""Behind which record of a shoe another is put, that says who deals it."""

_INSERT: Final = "INSERT INTO record (seq, opens, payload, hash) VALUES (?, ?, ?, ?)"
_AT: Final = b'"at":"'
_OPENINGS: Final = b'{"type":"commitments_opened","openings":['
_QUICK: Final = ("PRAGMA journal_mode = off", "PRAGMA synchronous = off", "DROP TRIGGER no_gap")
"""While it is made nothing of it need survive."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a shoe, in pieces between which its own numbers go."""

    coup: int
    """Coups of the shoe that were over before it."""
    head: bytes
    tail: bytes
    """What comes before its time, in two pieces: between them go openings, or how many coups are over."""
    openings: tuple[tuple[int, bytes], ...] = ()
    """What it opens: the record, from the shoe's first, and what follows on its number."""
    is_asked: bool = False
    """It bears a request's id."""

    @classmethod
    def of(cls, taken: Taken, first: Taken) -> "Row":
        """Of a record of the shoe that begins with the record ``first``."""
        payload, coup = taken.record.payload, taken.coups - first.coups
        before, _, after = payload.rpartition(_AT)
        tail = before + _AT
        is_asked = b'"id":' in after
        match taken.event:
            case CommitmentsOpened(openings=openings):
                base = first.record.seq - DEALER
                told = tuple((one.seq - base, msgspec.json.encode(one).partition(b",")[2]) for one in openings)
                return cls(coup, _OPENINGS, b"]," + _AT, told, is_asked)
            case Opened(standing=standing) if standing is not None:
                head, word, tail = tail.partition(b'"coups":')
                return cls(coup, head + word, tail.lstrip(b"0123456789"), (), is_asked)
        return cls(coup, tail, b"", (), is_asked)

    def payload(self, first: int, coups: int, at: bytes, ident: int) -> bytes:
        """In a shoe whose first record is ``first``, ``coups`` being over before it; ``ident`` is the request's."""
        between = b""
        if self.openings:
            between = b",".join(b'{"seq":%d,%b' % (first + seq, told) for seq, told in self.openings)
        elif self.tail:
            between = b"%d" % coups
        return b'%b%b%b%b"%b}' % (self.head, between, self.tail, at, b',"id":"%032x"' % ident if self.is_asked else b"")


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shoe, from the record in which a replay may begin to the one before its like."""

    rows: tuple[Row, ...]
    noted: tuple[Noted, ...]
    """What the index takes note of: by its place in the shoe, its coups counted from nought."""
    coups: int

    @classmethod
    def of(cls, taken: Sequence[Taken]) -> "Shoe":
        """As it was played."""
        first = taken[0]
        rows = tuple(Row.of(each, first) for each in taken)
        noted: list[Noted] = []
        coup, begun = -1, -1
        for at, each in enumerate(taken):
            record, coups = at + (at >= DEALER), each.coups - first.coups
            one = Noted.of(record, "", each.event, each.answer, coups)
            is_known = one.begins and coups == begun and not one.alerts and one.result is None
            if coups != coup or one.opens or (one.matters and not is_known):
                noted.append(one)
            coup, begun = coups, coups if one.begins else begun
        return cls(rows, tuple(noted), coup)


class _Following:
    """Keeps all that was taken."""

    def __init__(self) -> None:
        self.all: list[Taken] = []

    def taken(self, taken: Taken) -> None:
        """A record more."""
        self.all.append(taken)

    def stop(self) -> None:
        """The core ends."""


def played(seed: int) -> tuple[list[Taken], list[Shoe]]:
    """What comes before the first shoe, and the shoes of the pool; the last is the one with slips."""
    shoes: list[Shoe] = []
    before: list[Taken] = []
    for number in range(POOL + 1):
        setting = replace(SETTING, has_slips=number == POOL)
        following = _Following()
        with tempfile.TemporaryDirectory(prefix="banca21-", dir=quick()) as folder:
            script = chain.from_iterable(scripted(COUPS, seed + number, setting, boot=2 * number))
            keep_table(
                Path(folder) / "journal.db",
                script,
                lambda _ident: None,
                chance=Random(seed + number),
                followers=[following],
                setting=setting,
            )
        begins = [at for at, each in enumerate(following.all) if isinstance(each.event, Opened) and each.event.standing]
        before = following.all[: begins[0]]
        shoes.append(Shoe.of(following.all[begins[0] : begins[1]]))
    return before, shoes


@dataclass(frozen=True, slots=True)
class Year:
    """A journal and the index of its coups."""

    journal: Path
    index: Path
    records: int
    coups: int
    shoes: int


Rows: TypeAlias = list[tuple[int, bool, bytes, bytes]]
"""As the table of records takes them."""


class _Laying:
    """The journal as far as it is laid."""

    def __init__(self, chance: Random) -> None:
        self.records = 0
        self.coups = 0
        self.shoes = 1
        self._hash = GENESIS
        self._chance = chance
        self._gathering = Gathering()

    def before(self, taken: list[Taken]) -> tuple[Rows, list[Batch]]:
        """What comes before the first shoe, and what the index makes of it."""
        noted = [Noted.of(each.record.seq, each.at, each.event, each.answer, 1) for each in taken]
        return self._rows([each.record.payload for each in taken]), self._batches(noted)

    def shoe(self, shoe: Shoe) -> tuple[Rows, list[Batch]]:
        """One shoe more, which another dealer deals."""
        first, coups = self.records + 1, self.coups
        times = [_time(coups + number) for number in range(shoe.coups + 1)]
        texts = [each.encode() for each in times]
        payloads = [row.payload(first, coups, texts[row.coup], first + at) for at, row in enumerate(shoe.rows)]
        noted = [_noted(each, first, coups, times[each.coup]) for each in shoe.noted]
        dealer = DealerChanged(by=self._chance.choice(DEALERS))
        payloads.insert(DEALER, ENCODER.encode(dealer)[:-1] + b',"at":"' + texts[0] + b'"}')
        noted.insert(DEALER, _dealer(first + DEALER, times[0], coups + 1, dealer))
        self.coups, self.shoes = coups + shoe.coups, self.shoes + 1
        return self._rows(payloads), self._batches(noted)

    def _rows(self, payloads: list[bytes]) -> Rows:
        """The next records: the first may begin a replay."""
        rows, seq, tip = [], self.records, self._hash
        for payload in payloads:
            seq += 1
            tip = sha256(tip + seq.to_bytes(8, "big") + payload).digest()
            rows.append((seq, seq == self.records + 1, payload, tip))
        self.records, self._hash = seq, tip
        return rows

    def _batches(self, noted: list[Noted]) -> list[Batch]:
        taken = (self._gathering.take(each) for each in noted)
        return [batch for batch in taken if isinstance(batch, Batch)]


def laid(folder: Path, records: int, seed: int, told: Callable[[int], None]) -> Year:
    """At least so many records and their index in ``folder``; ``told`` hears how many more there are."""
    before, pool = played(seed)
    journal, index = folder / "journal.db", folder / "index.db"
    place.make_file(journal)
    laying = _Laying(Random(seed))
    with closing(layout.writing(journal)) as log, closing(index_file.writing(index)) as coups:
        for sql in _QUICK:
            log.execute(sql)
        coups.execute("PRAGMA synchronous = off")
        shoes = chain([laying.before(before)], (laying.shoe(shoe) for shoe in _one_after_another(pool)))
        while laying.records < records:
            log.execute("BEGIN")
            some = list(islice(shoes, AT_A_TIME))
            log.executemany(_INSERT, chain.from_iterable(rows for rows, _ in some))
            log.execute("COMMIT")
            write(coups, [batch for _, batches in some for batch in batches])
            told(sum(len(rows) for rows, _ in some))
    layout.writing(journal).close()  # which sets the guards and the WAL again
    return Year(journal, index, laying.records, laying.coups, laying.shoes)


def _one_after_another(pool: list[Shoe]) -> Iterator[Shoe]:
    """Shoes for as long as they are asked for."""
    for number in count(1):
        yield pool[POOL] if number % SLIPS == 0 else pool[number % POOL]


def _noted(each: Noted, first: int, coups: int, at: str) -> Noted:
    """What the index takes note of in a shoe, in its place in the journal."""
    result = structs.replace(each.result, number=each.result.number + coups) if each.result is not None else None
    coup = coups + each.coup + 1
    return replace(each, seq=first + each.seq, at=at, coup=coup, result=result)


def _dealer(seq: int, at: str, coup: int, told: DealerChanged) -> Noted:
    return Noted(seq, at, coup, told, begins=False, is_done=False, alerts=(), result=None)


def _time(coups: int) -> str:
    """When so many coups were over."""
    return written((BEGAN + timedelta(seconds=COUP_S * coups)).timestamp())
