"""Two tables whose events differ only in the faces of cards that lie face down: what is said at both.

A table is played by chance (:class:`engine.tests.people.People`), and everything said is kept. A pair is this table up
to some event, and the same events with other faces on cards that nobody has seen by then. It is kept if the law makes
nothing public that tells the two apart (:data:`engine.tests.secrecy.DECLASSIFIED`), by their cards alone; whether the
engine agrees is then what is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple, cast

from msgspec import structs

from engine import lines, memory, messages, replay, sealing, transcript
from engine.answers import Answer
from engine.cards import Card, Tag
from engine.events import AnyEvent, CardNamed, CardOut, CommitmentsOpened, Opening, Request, ShoeStarted, TableOpened
from engine.journal.chain import Record
from engine.journal.store import Journal
from engine.rules import TableRules
from engine.tests.people import PACK, People
from engine.tests.secrecy import Faces, Line, Seen, Step, counted
from engine.view import LinkView, PublicView

LINK: Final = LinkView(state="up", text="")
TRIES: Final = 12
"""How often other faces are looked for that the law tells not apart, before a pair is given up."""


class At:
    """A table's memory, as the core keeps it, and what it would write, without a journal."""

    def __init__(self) -> None:
        self.memory = memory.Memory(cast(Journal, None), bytes)
        self.texts: dict[int, str] = {}
        """Of what is sealed, by its record."""
        self.shoe_seq = 0
        """The record with which the shoe began."""

    @classmethod
    def opened(cls, rules: TableRules) -> "At":
        """A table that was opened."""
        table = cls()
        table.take(0, TableOpened(rules=rules))
        return table

    def take(self, at: Line, event: AnyEvent) -> Answer:
        """Let ``event`` happen."""
        if isinstance(event, ShoeStarted):
            self.shoe_seq = at + 1
        return self.memory.take(Record(at + 1, b"", b""), event, None)

    def view(self) -> PublicView:
        """What everybody sees."""
        return self.memory.view("1", LINK)

    def said(self, at: Line, event: AnyEvent, answer: Answer, view: PublicView) -> bytes:
        """Everything that leaves the core because of ``event``: message, size, transcript, the line of a replay."""
        name, request = lines.name_of(event), event if isinstance(event, Request) else None
        told = messages.encode(messages.Update(view=view, event=name, request=request, answer=answer))
        if isinstance(event, CardNamed):  # a person says the face
            size = len(told)
            told = messages.encode(messages.Update(view=view, event=name, answer=answer)) + b"%d" % size
        words = "\n".join((*transcript.told(name, request, answer, view), transcript.due(view)))
        played = replay.as_json(replay.Step(at, event, answer, self.memory.table))
        return told + words.encode() + played + self.stored(at, event) + self.opened_now()

    def stored(self, at: Line, event: AnyEvent) -> bytes:
        """The record as the journal's readers see it, the commitment as wide as it is; and how much is kept secret."""
        payload, secret = sealing.written(event, {"at": "noon"}, bytes)
        if secret is None:
            return payload
        self.texts[at + 1] = secret.text
        return payload.replace(secret.commitment.encode(), b"#" * 64) + b"%d" % len(secret.text)

    def opened_now(self) -> bytes:
        """Which commitments are opened, and what is read there; of a shoe that is over everything may be read."""
        seqs = self.memory.no_secrets()
        told = [f"{seq} {'' if seq < self.shoe_seq else self.texts[seq]}" for seq in seqs]
        self.memory.remember(self.memory.seq, CommitmentsOpened(openings=tuple(Opening(seq, "", "") for seq in seqs)))
        return f"{told}".encode() + lines.ENCODER.encode(self.memory.stands())


@dataclass
class Played:
    """A table that was played by chance."""

    seed: int
    rules: TableRules
    events: list[AnyEvent]
    said: list[bytes]
    steps: list[Step]
    seen: Seen
    few_faces: bool


def played(seed: int) -> Played:
    """The table number ``seed``."""
    people = People.by(seed)
    table, opening = At.opened(people.rules), people.opening()
    opened = TableOpened(rules=people.rules)
    done = Played(seed, people.rules, [opened], [b""], [], Seen(people.rules), people.habits.few_faces)
    view = table.view()
    while (event := opening.pop(0) if opening else people.next(view)) is not None:
        at = len(done.events)
        event = as_read(event, at, seed, "at the table")
        people.happened.append(event)
        answer = table.take(at, event)
        before, view = view, table.view()
        step = Step(at, event, answer, before, view)
        done.events.append(event)
        done.said.append(table.said(at, event, answer, view))
        done.steps.append(step)
        done.seen.take(step)
    return done


def as_read(event: AnyEvent, at: Line, seed: int, where: str) -> AnyEvent:
    """A card as the reader of the table number ``seed`` tells it: every third table has one that tells tags. ``where``
    decides which tag of those that such a card may have, and how surely it was read.
    """
    if not isinstance(event, CardOut) or seed % 3:
        return event
    chance = Random(f"{seed} {at} {where}")
    tag = Tag(f"E004{chance.getrandbits(48):012X}") if event.card is not None or at % 2 else None
    return structs.replace(event, tag=tag, confidence=chance.choice((None, 1.0, round(chance.random(), 2), 0.1 + 0.2)))


class Change(NamedTuple):
    """Other faces for cards that lie face down after line ``until``."""

    until: Line
    faces: dict[Line, Card]
    """Of a card, by the line on which it left."""
    names: dict[tuple[Line, Line], Card]
    """By when which card was named."""


class Told(NamedTuple):
    """A pair that tells its two tables apart."""

    at: Line
    first: bytes
    second: bytes


def altered(table: Played, change: Change) -> list[AnyEvent]:
    """The events with the other faces, and other tags."""
    events = table.events[: change.until + 1]
    for line in table.seen.hidden(change.until):
        event = events[line]
        if isinstance(event, CardOut) and (line in change.faces or event.card is None):
            face = change.faces.get(line)
            events[line] = as_read(structs.replace(event, card=face), line, table.seed, "at its twin")
    for at in {at for at, _ in change.names}:
        events[at] = renamed(table, change, at)
    return events


def renamed(table: Played, change: Change, at: Line) -> AnyEvent:
    """The naming on line ``at`` with the other faces."""
    event = table.events[at]
    if not isinstance(event, CardNamed):
        return event
    named = [line for when, line, _ in table.seen.names if when == at]
    if event.names is None:
        return structs.replace(event, card=change.names.get((at, named[0]), event.card))
    names = tuple(
        structs.replace(name, card=change.names.get((at, line), name.card))
        for name, line in zip(event.names, named, strict=True)
    )
    return structs.replace(event, names=names)


def told_apart(table: Played, change: Change) -> Told | None:
    """Where the two tables first say different things."""
    other = At.opened(table.rules)
    for at, event in enumerate(altered(table, change)[1:], 1):
        answer = other.take(at, event)
        said = other.said(at, event, answer, other.view())
        if said != table.said[at]:
            return Told(at, table.said[at], said)
    return None


# Other faces


def is_kept(table: Played, change: Change) -> bool:
    """By the cards alone, the law makes nothing public that tells the two tables apart."""
    seen, until = table.seen, change.until
    mine, others = Believed.of(seen, until), Believed.of(seen, until, change)
    touched = change.faces.keys() | {line for _, line in change.names}
    hands = [hand for hand, since in seen.hands.items() if since <= until and touched & set(hand.cards)]
    ended = [seen.shoes[shoe] for shoe, since in seen.ended.items() if since <= until]
    return all(
        hand.facts(mine.at(when), table.rules) == hand.facts(others.at(when), table.rules)
        for when in (0, *(when for when, _ in mine.names))
        for hand in hands
    ) and all(mine.counts_like(others, shoe, table.rules) for shoe in ended)


class Believed(NamedTuple):
    """What each card counted at one table, read and named."""

    read: dict[Line, Card | None]
    names: dict[tuple[Line, Line], Card]
    """By when which card was named."""

    @classmethod
    def of(cls, seen: Seen, until: Line, change: Change | None = None) -> "Believed":
        """At the table itself; or at the other one."""
        names = {(at, line): card for at, line, card in seen.names if at <= until}
        return cls(seen.cards, names) if change is None else cls({**seen.cards, **change.faces}, names | change.names)

    def at(self, when: Line) -> Faces:
        """What each card counted after line ``when``."""
        named = {line: card for (at, line), card in self.names.items() if at <= when}
        return lambda line: named.get(line, self.read[line])

    def counts_like(self, other: "Believed", shoe: list[Line], rules: TableRules) -> bool:
        """Of the same cards there were too many; where a card had two names, of none, whichever it was."""
        mine, others = (
            counted(
                [one.read[line] for line in shoe] + [one.names[at] for at in one.names if at[1] in shoe], rules.decks
            )
            for one in (self, other)
        )
        named = any(line in shoe for _, line in self.names)
        return mine == others and not (named and mine)


def changes(table: Played, chance: Random, most: int) -> Iterator[Change | None]:
    """Changes of one table, at most so many; ``None`` where the law tells every one apart that was tried."""
    seen = table.seen
    turns = sorted({at - 1 for at, _ in seen.public.values()} | {len(table.events) - 1})
    untils = [until for until in turns if seen.hidden(until)]
    for until in chance.sample(untils, min(most, len(untils))):
        yield change_at(table, until, chance)


def change_at(table: Played, until: Line, chance: Random) -> Change | None:
    """Other faces for some of the cards that lie face down after line ``until``."""
    hidden = table.seen.hidden(until)
    for _ in range(TRIES):
        some = hidden if chance.random() < 0.7 else [line for line in hidden if chance.random() < 0.5]
        change = with_faces(table, until, some or hidden[:1], chance)
        if is_kept(table, change):
            return change
    return None


PATTERNS: Final = (
    (11, (5, 6), (2, 9), (3, 8), (4, 7)),
    (21, (1, 10), (10, 1)),
    (0, (8, 8), (10, 10), (1, 1), (4, 4)),
    (5, (2, 3), (3, 2), (1, 2)),
    (17, (10, 7), (9, 8), (6, 6)),
)
"""Pairs of points that a hand may hold: 11, a natural, equal cards, few points, many points."""


def with_faces(table: Played, until: Line, some: list[Line], chance: Random) -> Change:
    """Faces from what the shoe may still hold: hands of all kinds, and every hidden card."""
    seen = table.seen
    wanted: dict[Line, int] = {}
    for box in range(1, 8):
        pair = [line for line in some if seen.places.get(line) == f"box:{box}"][-2:]
        wanted.update(zip(pair, chance.choice(chance.choice(PATTERNS)[1:]), strict=False))
    wanted |= {line: chance.choice((1, 10, chance.randint(2, 9))) for line in some if seen.places.get(line) == "hidden"}
    pool = pool_of(table, some, chance)
    faces = {line: pick(pool, wanted.get(line), chance) for line in some if seen.cards[line] is not None}
    names = {(at, line): chance.choice(PACK) for at, line, _ in seen.names if at <= until and line in some}
    return Change(until, faces, names)


def pool_of(table: Played, some: list[Line], chance: Random) -> list[Card]:
    """The faces that the packs hold besides those that are not changed."""
    if table.few_faces:
        pool = list({card for card in table.seen.cards.values() if card is not None}) * 12
        pool.sort(key=lambda card: card.face)
    else:
        pool = list(PACK) * table.rules.decks
        for line, card in table.seen.cards.items():
            if card in pool and line not in some:
                pool.remove(card)
    chance.shuffle(pool)
    return pool


def pick(pool: list[Card], points: int | None, chance: Random) -> Card:
    """A face of so many points, or any."""
    if not pool:
        return chance.choice(PACK)
    at = next((at for at, card in enumerate(pool) if card.points == points), 0)
    return pool.pop(at)
