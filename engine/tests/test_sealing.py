"""What the journal holds of a card before it may be known: a commitment, and no more whatever the card."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Tag
from engine.events import AnyEvent, CardNamed, CardOut, NamedCard, Note
from engine.journal.seal import sealed
from engine.lines import event_of
from engine.sealing import put_back, written

ENVELOPE = {"at": "2026-01-31T12:00:00.000Z"}
CARDS = st.sampled_from(Card.pack())

EVENTS: list[AnyEvent] = [
    CardOut(card=Card.parse("TH"), tag=Tag("E00401"), confidence=0.98, origin="7:1"),
    CardOut(card=None, tag=Tag("E00401+E00402"), boxed=True),
    CardOut(card=Card.parse("AS"), reader="hand"),
    CardOut(card=Card.parse("AS"), reader="camera", tag=Tag("卡 a-b"), confidence=1e-9),
    CardNamed(by="2001", n=4, card=Card.parse("TH"), second="2002"),
    CardNamed(by="2001", names=(NamedCard(4, Card.parse("TH")), NamedCard(5, Card.parse("2C")))),
]


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_what_was_sealed_comes_back(event: AnyEvent) -> None:
    payload, secret = written(event, ENVELOPE, bytes)
    assert secret is not None
    fields = json.loads(payload)
    assert fields["commitment"] == sha256(bytes(32) + secret.text.encode()).hexdigest() == secret.commitment
    assert event_of(put_back(fields, secret.text)) == event


def test_what_holds_no_card_is_written_as_it_is() -> None:
    payload, secret = written(Note(text="x"), ENVELOPE, bytes)
    assert (json.loads(payload), secret) == ({"type": "note", "text": "x", **ENVELOPE}, None)


@given(CARDS, CARDS, st.floats(0, 1), st.floats(0, 1))
def test_nothing_of_a_record_but_its_commitment_depends_on_the_card(
    one: Card, other: Card, sure: float, unsure: float
) -> None:
    first = written(CardOut(card=one, tag=Tag("E00401"), confidence=sure, origin="7:1"), ENVELOPE, bytes)
    second = written(CardOut(card=other, tag=Tag("F00402"), confidence=unsure, origin="7:1"), ENVELOPE, bytes)
    assert first.sealed is not None and second.sealed is not None
    assert len(first.payload) == len(second.payload)
    assert len(first.sealed.text) == len(second.sealed.text) == 64
    blank = first.payload.replace(first.sealed.commitment.encode(), b"")
    assert blank == second.payload.replace(second.sealed.commitment.encode(), b"")


def test_without_its_text_a_card_is_unread_and_a_name_names_nothing() -> None:
    card = json.loads(written(EVENTS[0], ENVELOPE, bytes).payload)
    assert event_of(put_back(card, None)) == CardOut(card=None, origin="7:1")
    name = json.loads(written(EVENTS[4], ENVELOPE, bytes).payload)
    assert event_of(put_back(name, None)) == CardNamed(by="2001", n=4, second="2002")


def test_each_commitment_has_random_bytes_of_its_own() -> None:
    nonces = iter((b"a" * 32, b"b" * 32))
    first, second = (sealed("TH", lambda _: next(nonces)) for _ in range(2))
    assert first.commitment != second.commitment
    assert second.is_of(sha256(b"b" * 32 + b"TH".ljust(64)).hexdigest())
    assert not second.is_of(first.commitment)
