"""The stream of reader and keys: what becomes of each sighting, and when it is acknowledged."""

import os
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from engine.cards import Tag
from engine.events import CardOut, Link, ShoeEmpty, WhiteCardOut
from engine.ports import Journalled, Sighting
from firmware_bridge.enrolment.heard import (
    EarlierPassed,
    Heard,
    Key,
    KeysEnded,
    Reader,
    SeveralPassed,
    TagPassed,
    UnreadPassed,
    WhitePassed,
)
from firmware_bridge.enrolment.listening import LONGEST_LINE, Listening, read_keys
from firmware_bridge.wording import LID_CLOSED, TWO_TAGS

UP = Link(state="up", text="connected")


class FakeSource:
    """Posts what it is told to, and notes what it is told."""

    def __init__(self, *sightings: Sighting) -> None:
        self.sightings = sightings
        self.noted: list[str] = []

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:
        assert journalled == Journalled()
        for sighting in self.sightings:
            post(sighting)

    def acknowledge(self, origin: str) -> None:
        self.noted.append(origin)

    def shoe_started(self) -> None:
        self.noted.append("started")

    def stop(self) -> None:
        self.noted.append("stopped")


@pytest.fixture
def keys() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)


def heard(keys: tuple[int, int], *sightings: Sighting, count: int) -> list[Heard]:
    with Listening(FakeSource(*sightings), keys[0]) as listening:
        return list(islice(listening, count))


@pytest.mark.parametrize(
    ("sighting", "meant"),
    [
        (CardOut(card=None, tag=Tag("E004"), origin="1:2"), TagPassed("E004")),
        (CardOut(card=None, tag=Tag("E004")), TagPassed("E004")),
        (CardOut(card=None, origin="1:2"), UnreadPassed()),
        (CardOut(card=None, tag=Tag("E004+E005")), SeveralPassed()),
        (WhiteCardOut(origin="1:2"), WhitePassed()),
        (Link(state="attention", text=TWO_TAGS), SeveralPassed()),
        (Link(state="lost", text="there is no port"), Reader("there is no port")),
        (Link(state="missing", text="cards may be missing"), Reader("cards may be missing", may_miss=True)),
    ],
)
def test_a_sighting_is_told_as_what_it_means(keys: tuple[int, int], sighting: Sighting, meant: Heard) -> None:
    assert heard(keys, UP, sighting, count=2) == [Reader("connected"), meant]


def test_an_empty_shoe_is_nothing(keys: tuple[int, int]) -> None:
    came = heard(keys, UP, ShoeEmpty(), WhiteCardOut(), count=2)
    assert came == [Reader("connected"), WhitePassed()]


def test_what_a_shoe_had_kept_is_not_taken(keys: tuple[int, int]) -> None:
    old, new = (CardOut(card=None, tag=Tag(tag), origin=f"1:{tag}") for tag in ("01", "02"))
    came = heard(keys, old, Link(state="up", text=LID_CLOSED), old, UP, new, count=5)
    assert came == [EarlierPassed(), Reader(LID_CLOSED), EarlierPassed(), Reader("connected"), TagPassed("02")]


def test_a_reader_that_keeps_nothing_is_believed_at_once(keys: tuple[int, int]) -> None:
    assert heard(keys, CardOut(card=None, tag=Tag("01")), count=1) == [TagPassed("01")]


def test_a_pass_is_acknowledged_only_after_it_was_dealt_with(keys: tuple[int, int]) -> None:
    source = FakeSource(
        UP, CardOut(card=None, tag=Tag("01"), origin="1:1"), CardOut(card=None, tag=Tag("02"), origin="1:2")
    )
    with Listening(source, keys[0]) as listening:
        stream = iter(listening)
        assert next(stream) == Reader("connected")
        assert next(stream) == TagPassed("01")
        assert source.noted == ["started"]
        assert next(stream) == TagPassed("02")
        assert source.noted == ["started", "1:1"]
    assert source.noted == ["started", "1:1", "stopped"]


def test_the_gate_counts_from_the_first_connection_alone(keys: tuple[int, int]) -> None:
    source = FakeSource(UP, Link(state="lost"), UP)
    with Listening(source, keys[0]) as listening:
        list(islice(listening, 3))
    assert source.noted == ["started", "stopped"]


def test_lines_are_keys_and_their_end_is_told(keys: tuple[int, int]) -> None:
    os.write(keys[1], b"\nb 13\r\n C \nq")
    with Listening(FakeSource(), keys[0]) as listening:
        assert list(islice(listening, 3)) == [Key(""), Key("b", 13), Key("c")]


def test_a_line_without_end_is_forgotten_and_takes_no_memory() -> None:
    reading, writing = os.pipe()
    lines: list[str | None] = []
    os.write(writing, b"x" * (3 * LONGEST_LINE) + b"\nq\n\xff\n")
    os.close(writing)
    read_keys(reading, lines.append)
    os.close(reading)
    assert lines[1:] == ["q", "�", None]
    assert len(lines[0] or "") < 2 * LONGEST_LINE


def test_keys_that_end_are_told() -> None:
    reading, writing = os.pipe()
    os.close(writing)
    with Listening(FakeSource(), reading) as listening:
        assert next(iter(listening)) == KeysEnded()
    os.close(reading)
