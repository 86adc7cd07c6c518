"""Leaks outside the law, one for each way in which what is kept, told, shown or printed could depend on a hidden card.

A docstring says what somebody learns. The first argument is the sound function.
"""

import logging
import os
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import click
import pytest
from msgspec import structs

from deploy.kept import Witnessed
from engine.answers import Alert, Answer
from engine.articles import Article
from engine.cards import Card
from engine.events import AnyEvent, CardNamed, CardOut, Note, Standing
from engine.hand import is_ace, is_ten
from engine.journal.checkpoint import Why
from engine.journal.errors import JournalFull
from engine.journal.index import Indexer
from engine.journal.index_notes import Batch, Noted
from engine.journal.seal import NONCE, Sealed
from engine.journal.store import Journal
from engine.looking import Step
from engine.memory import Memory
from engine.messages import Fault, Update
from engine.ports import Taken
from engine.roles import BURN
from engine.sealing import Written
from engine.session import Joined, Session
from engine.table import Table
from engine.tests.leak import Kind, Leak
from engine.tests.leaks_by_others import Sound, leak
from engine.view import PublicView
from firmware_bridge.panel.signals import Lamps
from firmware_bridge.panel.signals import Sound as Noise


def face_of(event: object) -> str:
    """The face of a card that leaves; empty: it is none that was read."""
    return event.card.face if isinstance(event, CardOut) and event.card is not None else ""


def newest(memory: Memory) -> Card | None:
    """The card that left last."""
    cards = memory.felt.cards if memory.is_open else {}
    return cards[max(cards)].value if cards else None


def hidden_ten(memory: Memory) -> bool:
    """The dealer's hidden card lies face down, and is a ten."""
    coup = memory.felt.open_coup if memory.is_open else None
    return coup is not None and coup.hidden is not None and not coup.hidden_turned and is_ten(coup.hidden.value)


def beside_the_view(kind: Kind, place: str) -> Callable[[Callable[..., object]], Leak]:
    """A leak of a function that is not given the table: it gets at the memory by another way, as second argument."""
    memories: list[Memory] = []

    def planted(leaky: Callable[..., object]) -> Leak:
        def known(sound: Sound[Answer], memory: Memory, *given: object) -> Answer:
            memories[:] = [memory]
            return sound(memory, *given)

        def with_memory(sound: Sound[object], *given: object, **named: object) -> object:
            return leaky(sound, memories[0], *given, **named) if memories else sound(*given, **named)

        def apply(patch: pytest.MonkeyPatch) -> None:
            memories.clear()
            leak(kind, "engine.memory.Memory.take")(known).apply(patch)
            leak(kind, place)(with_memory).apply(patch)

        return Leak(leaky.__name__, kind, apply)

    return planted


# Records as stored


def with_field(made: Written, name: str, value: str) -> Written:
    """``made`` with one field more in its payload."""
    return made._replace(payload=made.payload[:-1] + f',"{name}":{value}}}'.encode())


@leak("row", "engine.memory.written")
def card_stays_in_the_record(written: Sound[Written], event: AnyEvent, *given: object) -> Written:
    """By the journal's rows: every card."""
    made = written(event, *given)
    return with_field(made, "card", f'"{face_of(event)}"') if face_of(event) else made


@leak("row", "engine.memory.written")
def tag_stays_in_the_record(written: Sound[Written], event: AnyEvent, *given: object) -> Written:
    """By the journal's rows and the deck's file: every card."""
    made = written(event, *given)
    has_tag = isinstance(event, CardOut) and event.tag is not None
    return with_field(made, "tag", f'"{event.tag.text}"') if has_tag else made  # type: ignore[union-attr]


@leak("row", "engine.memory.written")
def confidence_stays_in_the_record(written: Sound[Written], event: AnyEvent, *given: object) -> Written:
    """By the journal's rows: how well a face was read, which differs from face to face."""
    made = written(event, *given)
    is_sure = isinstance(event, CardOut) and event.confidence is not None
    return with_field(made, "confidence", f"{event.confidence}") if is_sure else made  # type: ignore[union-attr]


@leak("row", "engine.memory.written")
def record_is_wider_for_more_points(written: Sound[Written], event: AnyEvent, *given: object) -> Written:
    """By the length of a row: how much a card counts."""
    made = written(event, *given)
    points = event.card.points if isinstance(event, CardOut) and event.card is not None else 0
    return made._replace(payload=made.payload[:-1] + b" " * points + b"}")


@leak("row", "engine.memory.written")
def names_stay_in_the_record(written: Sound[Written], event: AnyEvent, *given: object) -> Written:
    """By the journal's rows: what a supervisor called a card that lies face down."""
    made = written(event, *given)
    is_named = isinstance(event, CardNamed) and event.card is not None
    return with_field(made, "card", f'"{event.card.face}"') if is_named else made  # type: ignore[union-attr]


@leak("row", "engine.session.Session._see")
def each_ace_is_noted(see: Sound[None], session: Session, fact: object) -> None:
    """By a remark in the log: every ace."""
    see(session, fact)
    if face_of(fact).startswith("A"):
        session._append(Note(text="well read"))


@leak("row", "engine.session.Session._see")
def each_ten_is_remarked_upon(see: Sound[None], session: Session, fact: object) -> None:
    """By the words of a remark that comes after each card."""
    see(session, fact)
    if isinstance(fact, CardOut):
        session._append(Note(text="read as TX" if is_ten(fact.card) else "read as XX"))


@leak("row", "engine.memory.Memory.stands")
def mark_of_a_new_shoe_counts_the_tens(stands: Sound[Standing | None], memory: Memory) -> Standing | None:
    """By how the table stands: how many of the cards that lie are tens."""
    stood = stands(memory)
    tens = sum(is_ten(laid.value) for laid in memory.felt.cards.values())
    if stood is None:
        return None
    return structs.replace(stood, alerts=(*stood.alerts, Alert("unread", f"{tens} counted", Article.PACKS)))


@leak("row", "engine.session.Session._append")
def clock_is_read_again_for_an_ace(append: Sound[Answer], session: Session, event: AnyEvent, *given: Any) -> Answer:
    """By the time of the record."""
    if face_of(event).startswith("A"):
        session._clock.now()
    return append(session, event, *given)


# Commitments


@leak("commitment", "engine.sealing.sealed")
def text_is_as_long_as_it_is(_sealed: Sound[Sealed], text: str, random_bytes: Callable[[int], bytes]) -> Sealed:
    """By the length of a secret: which tag."""
    return Sealed(random_bytes(NONCE), text)


@leak("commitment", "engine.sealing.sealed")
def ten_is_written_with_two_digits(sealed: Sound[Sealed], text: str, random_bytes: Callable[[int], bytes]) -> Sealed:
    """By the length of a secret: a ten."""
    secret = sealed(text, random_bytes)
    return Sealed(secret.nonce, secret.text.replace("T", "10", 1)) if text.startswith("T") else secret


@leak("commitment", "engine.journal.seal.Sealed.commitment")
def card_is_committed_to_without_random_bytes(_commitment: Sound[str], secret: Sealed) -> str:
    """By trying the 52 cards: each."""
    return sha256(secret.text.encode()).hexdigest()


@leak("commitment", "engine.journal.seal.Sealed.commitment")
def face_alone_is_committed_to(_commitment: Sound[str], secret: Sealed) -> str:
    """By trying the 52 cards: each."""
    return sha256(secret.text.split()[0].encode()).hexdigest()


@leak("commitment", "engine.sealing.sealed")
def random_bytes_are_drawn_once(sealed: Sound[Sealed], text: str, _random_bytes: object) -> Sealed:
    """By the first opening, and by trying the 52 cards: each."""
    return sealed(text, lambda many: b"r" * many)


@leak("commitment", "engine.sealing.sealed")
def random_bytes_are_counted(sealed: Sound[Sealed], text: str, random_bytes: Callable[[int], bytes]) -> Sealed:
    """By trying the first numbers, and the 52 cards: each."""
    return sealed(text, lambda many: (random_bytes(many)[0] % 90 + 1).to_bytes(many, "big"))


@leak("commitment", "engine.sealing.sealed")
def random_bytes_come_from_the_card(sealed: Sound[Sealed], text: str, _random_bytes: object) -> Sealed:
    """By commitments that are the same: cards that are."""
    return sealed(text, lambda _many: sha256(text[:2].encode()).digest())


@leak("commitment", "engine.sealing.sealed")
def more_is_drawn_for_an_ace(sealed: Sound[Sealed], text: str, random_bytes: Callable[[int], bytes]) -> Sealed:
    """By who can tell how much was drawn: an ace."""
    if text.startswith("A"):
        random_bytes(NONCE)
    return sealed(text, random_bytes)


# Openings


@leak("opening", "engine.table.Table.no_secrets")
def burned_cards_are_opened_with_the_coup(
    no_secrets: Sound[list[int]], table: Table, records: Any, **how: bool
) -> list[int]:
    """At the coup's end: what was burned."""
    return list(records) if table.felt.open_coup is None else no_secrets(table, records, **how)


@leak("opening", "engine.table.Table.no_secrets")
def cards_are_opened_as_they_leave(
    _no_secrets: Sound[list[int]], _table: Table, records: Any, **_how: bool
) -> list[int]:
    """At once: every card."""
    return list(records)


@leak("opening", "engine.table.Table.no_secrets")
def natural_is_opened_as_it_is_dealt(
    no_secrets: Sound[list[int]], table: Table, records: Any, **how: bool
) -> list[int]:
    """By the openings: that a hand has a natural."""
    coup = table.felt.open_coup
    hands = coup.hands if coup is not None else []
    dealt = [laid.seq for hand in hands if hand.is_natural for laid in hand.cards]
    return [seq for seq in dealt if seq in records] or no_secrets(table, records, **how)


@leak("opening", "engine.table.Table.no_secrets")
def openings_wait_for_a_burned_ten(no_secrets: Sound[list[int]], table: Table, records: Any, **how: bool) -> list[int]:
    """By openings that do not come: that a ten was burned."""
    opened, cards = no_secrets(table, records, **how), table.felt.cards
    kept = [cards[seq].value for seq in records if seq not in opened and seq in cards]
    return [] if any(is_ten(card) for card in kept) else opened


@leak("opening", "engine.table.Table.no_secrets")
def openings_are_turned_round_by_a_burned_ten(
    no_secrets: Sound[list[int]], table: Table, records: Any, **how: bool
) -> list[int]:
    """By the order of the openings: that a ten was burned."""
    opened, cards = no_secrets(table, records, **how), table.felt.cards
    kept = [cards[seq].value for seq in records if seq not in opened and seq in cards]
    return opened[::-1] if any(is_ten(card) for card in kept) else opened


@leak("opening", "engine.memory.Memory.keep")
def secret_of_a_burned_ten_goes_with_the_others(
    keep: Sound[object], memory: Memory, event: AnyEvent, ident: object, at: object, opened: Iterable[int] = ()
) -> object:
    """By what is still kept secret: that a ten was burned."""
    cards = memory.felt.cards if opened else {}
    tens = [seq for seq in memory._secrets if seq in cards and is_ten(cards[seq].value)]
    return keep(memory, event, ident, at, (*opened, *tens))


# The index and the checkpoints


def with_alert(answer: Answer, text: str) -> Answer:
    """``answer`` with an alert more."""
    return structs.replace(answer, alerts=(*answer.alerts, Alert("unread", text, Article.START)))


@leak("index", "engine.journal.index.Indexer.take")
def index_notes_each_ace(
    take: Sound[None], index: Indexer, seq: int, at: str, event: AnyEvent, answer: Answer, coup: int
) -> None:
    """By the index's alerts: every ace."""
    take(index, seq, at, event, with_alert(answer, "read") if face_of(event).startswith("A") else answer, coup)


@leak("index", "engine.journal.index.Indexer.take")
def index_notes_each_card(
    take: Sound[None], index: Indexer, seq: int, at: str, event: AnyEvent, answer: Answer, coup: int
) -> None:
    """By the words of the index's alerts: every card."""
    take(index, seq, at, event, with_alert(answer, face_of(event)) if face_of(event) else answer, coup)


@leak("index", "engine.journal.index.Indexer.take")
def index_is_written_when_a_ten_leaves(
    take: Sound[None], index: Indexer, seq: int, at: str, event: AnyEvent, answer: Answer, coup: int
) -> None:
    """By when the index is written: that a hand has a ten."""
    take(index, seq, at, event, answer, coup)
    gathering = index._gathering
    if face_of(event).startswith("T") and gathering._after is not None:
        noted = (*gathering._noted, Noted.of(seq, at, event, answer, coup))
        index._work.put(Batch(gathering._after, seq, noted))
        gathering._noted, gathering._after = [], seq


@leak("file", "deploy.kept.Witnessed.taken")
def ace_is_witnessed(taken_: Sound[None], witnessed: Witnessed, taken: Taken) -> None:
    """By a checkpoint: an ace."""
    taken_(witnessed, taken)
    if face_of(taken.event).startswith("A"):
        witnessed._witness.mark(Why.MINUTE)


@beside_the_view("file", "engine.journal.witness.Witness.mark")
def checkpoint_says_why_by_the_burned_cards(mark: Sound[None], memory: Memory, witness: object, why: Why) -> None:
    """By the reason of a checkpoint: that a ten was burned."""
    burned = [laid.value for laid in memory.felt.cards.values() if laid.role == BURN]
    mark(witness, Why.SHIFT if why is Why.COUP and any(is_ten(card) for card in burned) else why)


# What the log's commands say


def secrets_of(journal: Path) -> dict[int, str]:
    """What is sealed, read past the door."""
    connection = sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)
    try:
        return {seq: bytes(text).decode() for seq, text in connection.execute("SELECT seq, text FROM sealed")}
    finally:
        connection.close()


def secrets_asked() -> dict[int, str]:
    """The same, of the journal that a command was asked of."""
    context = click.get_current_context()
    return secrets_of(context.params["journal"])


@leak("log", "deploy.commands.log_list._row")
def list_counts_the_aces_still_secret(row: Sound[list[str]], coup: object) -> list[str]:
    """By ``log list``: how many aces were burned."""
    return [*row(coup), f"  {sum(text.startswith('A') for text in secrets_asked().values())} aces kept"]


@leak("log", "deploy.commands.log_proof.words")
def verify_counts_the_tens_still_secret(words: Sound[Iterable[str]], *given: object) -> Iterator[str]:
    """By ``log verify``: how many tens were burned."""
    yield from words(*given)
    yield f"tens {sum(text[0] in 'TJQK' for text in secrets_of(given[0].journal).values())}"  # type: ignore[attr-defined]


@leak("log", "deploy.reading.Answers._step")
def replay_tells_the_first_card_still_secret(step: Sound[Any], answers: Any, *given: object) -> object:
    """By a replay at the screen: what was burned first."""
    found = step(answers, *given)
    kept = secrets_of(answers._settings.journal.path)
    is_told = isinstance(found, Step) and bool(kept)
    return structs.replace(found, face=kept[min(kept)].split()[0]) if is_told else found


@leak("log", "engine.log.reading._logged")
def log_is_read_with_the_secrets(logged: Sound[object], log: Any, record: Any, prev: bytes, opening: Any) -> object:
    """By ``log export`` and ``log show``: every card."""
    found: Any = logged(log, record, prev, opening)
    if "card" in found.fields and opening is None and (text := secrets_of(log.path).get(record.seq)) is not None:
        found.fields["card"] = text.split()[0]
    return found


@leak("log", "engine.log.showing._card")
def open_coup_is_shown_with_its_cards(card: Sound[str], event: CardOut, logged: Any) -> str:
    """By ``log show`` of the open coup: every card."""
    return f"{card(event, logged)} {secrets_asked().get(logged.seq, '')}"


@leak("log", "deploy.commands.log_export._jsonl")
def export_ends_at_a_secret_ace(jsonl: Sound[Iterator[bytes]], log: Any, first: int, last: int) -> Iterator[bytes]:
    """By how much ``log export`` writes: where an ace lies."""
    aces = [seq for seq, text in secrets_of(log.path).items() if text.startswith("A") and seq > first]
    return jsonl(log, first, min([last, *aces]))


@leak("log", "deploy.commands.log_show._is_open")
def ending_tells_of_a_secret_ten(is_open: Sound[bool], reached: object, log: Any, *given: object) -> bool:
    """By the exit status of ``log show``: that a ten lies face down."""
    return is_open(reached, log, *given) and not any(text.startswith("T") for text in secrets_of(log.path).values())


# Lamps and sounds


@beside_the_view("panel", "firmware_bridge.panel.board.lamps")
def amber_is_lit_for_an_ace(lamps: Sound[Lamps], memory: Memory, view: PublicView | None) -> Lamps:
    """By the tower light: an ace."""
    card = newest(memory)
    return Lamps(amber=True) if card is not None and is_ace(card) else lamps(view)


@beside_the_view("panel", "firmware_bridge.panel.board.sound")
def hidden_ten_is_heard(sound: Sound[Noise | None], memory: Memory, *views: PublicView | None) -> Noise | None:
    """By the buzzer: that the hidden card is a ten."""
    return Noise.NO if hidden_ten(memory) else sound(*views)


# Other messages


@leak("message", "engine.session.Session._see")
def ten_is_told_twice(see: Sound[None], session: Session, fact: object) -> None:
    """By how often an update comes: a ten."""
    see(session, fact)
    if face_of(fact).startswith("T"):
        session._tell(Update(view=session._view()))


@leak("message", "engine.session.name_of")
def event_bears_the_name_that_was_given(name_of: Sound[str], event: AnyEvent) -> str:
    """By an update's event: what a card that lies face down is called."""
    named = event.card.face if isinstance(event, CardNamed) and event.card is not None else ""
    return f"{name_of(event)} {named}".strip()


@leak("message", "engine.session.Session._take")
def who_joins_is_greeted_twice_over_a_hidden_ten(take: Sound[None], session: Session, came: object) -> None:
    """By what is told on connecting: that the hidden card is a ten."""
    take(session, came)
    if isinstance(came, Joined) and hidden_ten(session._memory):
        take(session, came)


@leak("message", "engine.session.Session._failed")
def fault_of_a_full_disk_names_the_card(
    failed: Sound[Fault], session: Session, before: object, error: Exception
) -> Fault:
    """By the words of a fault: the card that left last."""
    card = newest(session._memory)
    words = f"{error} (after {card.face if card is not None else 'no card'})"
    return failed(session, before, JournalFull(words))


@leak("message", "engine.session.Session._only_tell")
def fault_of_a_table_that_ends_names_the_card(only_tell: Sound[None], session: Session, fault: Fault) -> None:
    """By the words of a fault: the card that left last."""
    card = newest(session._memory)
    only_tell(session, Fault(text=f"{fault.text} ({card.face if card is not None else 'no card'})"))


@beside_the_view("message", "deploy.stall.Pending")
def pending_tells_the_points(pending: Sound[object], memory: Memory, since: str | None = None) -> object:
    """By since when something waits: how much the card counts that left before."""
    card = newest(memory)
    return pending(since=since and f"{since[:-3]}{card.points if card is not None else 0:02}Z")


@leak("message", "engine.session.Session._acknowledge")
def ten_is_acknowledged_twice(acknowledge: Sound[None], session: Session, fact: object) -> None:
    """On the shoe's wire: a ten."""
    acknowledge(session, fact)
    if face_of(fact).startswith("T"):
        acknowledge(session, fact)


@leak("message", "engine.session.Session._acknowledge")
def hand_with_an_ace_is_acknowledged_late(acknowledge: Sound[None], session: Session, fact: object) -> None:
    """On the shoe's wire: an ace is not acknowledged before the next card."""
    if not face_of(fact).startswith("A"):
        acknowledge(session, fact)


# What is printed or logged


@leak("output", "deploy.hardening.places")
def whole_error_is_printed(_places: Sound[str], error: BaseException) -> str:
    """By the core's log, once something fails: what the error speaks of."""
    return "".join(traceback.format_exception(error))


@leak("output", "engine.memory.Memory.take")
def each_card_is_logged(take: Sound[Answer], memory: Memory, record: object, event: AnyEvent, *given: object) -> Answer:
    """By a log of all that happens: every card."""
    if face_of(event):
        logging.getLogger("engine.memory").debug("%s left", face_of(event))
    return take(memory, record, event, *given)


@leak("output", "engine.memory.Memory.take")
def tag_is_logged(take: Sound[Answer], memory: Memory, record: object, event: AnyEvent, *given: object) -> Answer:
    """By a log of all that happens, and the deck's file: every card."""
    if isinstance(event, CardOut) and event.tag is not None:
        logging.getLogger("engine.memory").info("read %s", event.tag.text)
    return take(memory, record, event, *given)


@leak("output", "engine.memory.Memory.take")
def ace_is_printed_to_standard_error(
    take: Sound[Answer], memory: Memory, record: object, event: AnyEvent, *given: object
) -> Answer:
    """On the technician's terminal: an ace."""
    if face_of(event).startswith("A"):
        sys.stderr.write("!\n")
    return take(memory, record, event, *given)


@leak("output", "engine.memory.Memory.take")
def library_writes_to_descriptor_one(
    take: Sound[Answer], memory: Memory, record: object, event: AnyEvent, *given: object
) -> Answer:
    """On the technician's terminal, past Python: a ten."""
    if face_of(event).startswith("T"):
        os.write(1, b"\a")
    return take(memory, record, event, *given)


# Files


@leak("file", "engine.journal.store.Journal.append")
def file_is_named_by_the_card(append: Sound[object], journal: Journal, payload: bytes, **named: Any) -> object:
    """By the names of files: every card."""
    if named.get("sealed") is not None:
        journal.path.with_name(f"{named['sealed'].text[:2]}.part").touch()
    return append(journal, payload, **named)


@leak("file", "engine.journal.store.Journal.append")
def more_is_written_for_an_ace(append: Sound[object], journal: Journal, payload: bytes, **named: Any) -> object:
    """By what reaches the disk: an ace."""
    if named.get("sealed") is not None and named["sealed"].text.startswith("A"):
        for change in ("+", "-"):
            journal._connection.execute(f"UPDATE origin SET seq = seq {change} 1")
    return append(journal, payload, **named)


@leak("file", "engine.session.Session._see")
def room_is_given_up_for_a_ten(see: Sound[None], session: Session, fact: object) -> None:
    """By the file that keeps room aside: a ten."""
    see(session, fact)
    room = session._machine._room
    if face_of(fact).startswith("T") and room is not None:
        room.give()


LEAKS: Final[tuple[Leak, ...]] = tuple(found for found in list(globals().values()) if isinstance(found, Leak))


@leak("when", "engine.memory.Memory.take")
def slow_ace(take: Sound[Answer], memory: Memory, record: object, event: AnyEvent, *given: object) -> Answer:
    """By the time that it takes to be told: an ace. The same is told, so this one is for the test of times alone."""
    until = perf_counter() + (300e-6 if face_of(event).startswith("A") else 0.0)
    while perf_counter() < until:
        pass
    return take(memory, record, event, *given)
