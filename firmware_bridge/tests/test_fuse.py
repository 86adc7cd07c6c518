"""The fusing rule: what is a card, what is unread, what is nothing; the clock is an argument."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Tag
from engine.events import CardOut, WhiteCardOut
from firmware_bridge.fuse import READS_KEPT, Fuse, Pass, Rule
from firmware_bridge.registry import Registry

DECK = Registry(Registry.numbered(1).cards, frozenset({"AA55"}))
A, B, C = list(DECK.cards)[:3]
FOREIGN, WHITE = "E0040150FFFFFFFF", "AA55"
UNREAD = CardOut(card=None)


def unnamed(tag: str) -> CardOut:
    return CardOut(card=None, tag=Tag(tag))


def named(tag: str) -> CardOut:
    return CardOut(card=DECK.cards.get(tag), tag=Tag(tag))


def told(script: str, rule: Rule | None = None) -> list[Pass]:
    """What a script of ``SECONDS WHAT`` gives: a tag's name, ``(`` and ``)`` for the beam, ``w`` for the white card."""
    names = {"A": A, "B": B, "C": C, "F": FOREIGN, "W": WHITE}
    fuse, left, now = Fuse(DECK, rule or Rule()), list[Pass](), 0.0
    for word in script.split():
        if word[0] in "0123456789.":
            now = float(word)
        elif word in "()":
            left += fuse.gate(now, is_broken=word == "(")
        elif word == "w":
            left += fuse.white_card(now)
        else:
            left += fuse.read(names[word], now)
    return left + fuse.advance(now + 10)


@pytest.mark.parametrize(
    ("script", "left"),
    [
        pytest.param("0 A .1 A .15 ( .2 )", [named(A)], id="read, then the gate"),
        pytest.param("0 A .15 ( .2 ) .3 A", [named(A)], id="the second read arrives late"),
        pytest.param("0 A .15 ( .2 ) .36 A", [UNREAD], id="too late to count"),
        pytest.param("0 A .15 ( .2 )", [UNREAD], id="one read is no agreement"),
        pytest.param(".15 ( .2 )", [UNREAD], id="the gate alone"),
        pytest.param("0 A .1 A", [], id="the tag alone"),
        pytest.param("0 A .1 A .61 ( .7 )", [UNREAD], id="read long before"),
        pytest.param(".1 ( .15 A .2 ) .3 A", [UNREAD], id="only what follows the gate is the next card's"),
        pytest.param(".1 ( .15 ) .2 B .25 B .4 ( .45 )", [UNREAD, named(B)], id="dead tag, then the next card"),
        pytest.param("0 A .1 B .15 A .2 B .25 ( .3 )", [unnamed(f"{A}+{B}")], id="two at once"),
        pytest.param("0 A .1 A .15 B .25 ( .3 )", [unnamed(f"{A}+{B}")], id="a glimpse of a second"),
        pytest.param("0 F .1 F .15 ( .2 )", [named(FOREIGN)], id="not enrolled"),
        pytest.param("0 A .05 F .1 A .15 ( .2 )", [named(A)], id="a ghost beside a card"),
        pytest.param("0 F .05 A .1 A .11 F .15 ( .2 )", [unnamed(f"{A}+{FOREIGN}")], id="and a foreign"),
        pytest.param("0 A .1 A .15 ( .2 ) .25 B .28 B .3 ( .35 )", [named(A), named(B)], id="close behind"),
        pytest.param(
            "0 A .1 A .15 ( .2 ) .3 A .5 A .6 B .7 B .75 ( .8 )", [named(A), named(B)], id="A still lies there"
        ),
        pytest.param(
            "0 A .1 A .15 ( .2 ) .5 A .6 A .75 ( .8 )",
            [named(A), unnamed(A)],
            id="A lies there and a dead tag passes",
        ),
        pytest.param(
            "0 A .1 A .15 ( .2 ) 1.5 A 1.6 A 1.7 ( 1.8 )", [named(A), named(A)], id="twice: the log's to judge"
        ),
        pytest.param("0 w .15 ( .2 )", [WhiteCardOut()], id="the white card"),
        pytest.param(".15 ( .18 w .2 )", [WhiteCardOut()], id="the white card in the beam"),
        pytest.param("0 w .9 ( .95 )", [UNREAD], id="a white card long before"),
        pytest.param("0 w .1 A .12 A .15 ( .2 )", [WhiteCardOut(), unnamed(A)], id="white and a card"),
        pytest.param("0 W .1 W .15 ( .2 )", [WhiteCardOut()], id="a white card's tag"),
        pytest.param(
            "0 W .1 W .15 ( .2 ) .4 W .5 B .55 B .6 ( .7 )", [WhiteCardOut(), named(B)], id="the white card lies there"
        ),
        pytest.param("0 ( .1 ( .2 ) .3 )", [UNREAD], id="an edge lost"),
    ],
)
def test_with_a_gate(script: str, left: list[Pass]) -> None:
    assert told(script) == left


@pytest.mark.parametrize(
    ("script", "left"),
    [
        pytest.param("0 A .1 A .2 A", [named(A)], id="three reads"),
        pytest.param("0 A .1 A", [], id="two are too few"),
        pytest.param("0 A .1 A .2 A .3 A .9 A 1.8 A", [named(A)], id="it stays in the field"),
        pytest.param("0 A .1 A .2 A 1.5 A 1.6 A 1.7 A", [named(A), named(A)], id="again: the log's to judge"),
        pytest.param("0 A .1 A .2 A .3 B .4 B .5 B", [named(A), named(B)], id="one after the other"),
        pytest.param("0 A .05 B .1 A .2 A", [unnamed(f"{A}+{B}")], id="two at once, once"),
        pytest.param("0 A .05 B .1 A .2 A .3 B .4 B .5 B", [unnamed(f"{A}+{B}")], id="and no more"),
        pytest.param("0 A .3 A .6 A .9 A", [], id="too seldom"),
        pytest.param("0 F .1 F .2 F", [named(FOREIGN)], id="not enrolled"),
        pytest.param("0 w", [WhiteCardOut()], id="the white card"),
    ],
)
def test_without_a_gate(script: str, left: list[Pass]) -> None:
    assert told(script, Rule(has_gate=False, reads=3)) == left


@pytest.mark.parametrize("reads", [0, 1])
def test_one_read_is_never_enough(reads: int) -> None:
    with pytest.raises(ValueError, match="no agreement"):
        Rule(reads=reads)


def test_what_is_no_card_is_counted() -> None:
    fuse = Fuse(DECK, Rule())
    for now in (0.0, 0.1):
        fuse.read(A, now)
    fuse.read(FOREIGN, 0.1)
    fuse.read(B, 5.0)
    fuse.gate(5.1, is_broken=True)
    fuse.gate(5.2, is_broken=False)
    assert fuse.advance(6.0) == [UNREAD]
    fuse.read(C, 9.0)
    assert (fuse.tally.alone, fuse.tally.ghosts, fuse.tally.unread) == (1, 1, 1)


@given(
    st.lists(
        st.tuples(st.sampled_from(["read", "broken", "free", "white", "time"]), st.integers(0, 5), st.floats(0, 0.4)),
        max_size=200,
    ),
    st.booleans(),
)
def test_no_order_of_events_gives_a_card_without_its_reads(
    events: list[tuple[str, int, float]], has_gate: bool
) -> None:
    """No card but after two reads of its tag; with a gate, no more passes than pulses; memory is bounded."""
    rule = Rule(has_gate=has_gate, reads=2)
    fuse, left, now, pulses = Fuse(DECK, rule), list[Pass](), 0.0, 0
    reads: list[str] = []
    tags = [A, B, C, FOREIGN, WHITE, "00"]
    whites = 0
    for what, tag, later in events:
        now += later
        match what:
            case "read":
                reads.append(tags[tag])
                left += fuse.read(tags[tag], now)
            case "broken":
                pulses += fuse.blocked_since is None
                left += fuse.gate(now, is_broken=True)
            case "free":
                left += fuse.gate(now, is_broken=False)
            case "white":
                whites += 1
                left += fuse.white_card(now)
            case _:
                left += fuse.advance(now)
        assert len(fuse._reads) <= READS_KEPT
    cards = [one for one in left if isinstance(one, CardOut) and one.card is not None]
    for one in cards:
        assert reads.count(one.tag or "") >= 2 * sum(other.tag == one.tag for other in cards)
    if has_gate:
        assert len([one for one in left if isinstance(one, CardOut)]) <= pulses
    else:
        assert len(left) <= len(reads) + whites


def test_a_flood_of_reads_is_bounded() -> None:
    fuse = Fuse(DECK, Rule())
    fuse.gate(0.0, is_broken=True)
    for number in range(20_000):
        fuse.read(f"{number:08X}", number / 1000)
    assert len(fuse._reads) == READS_KEPT
    assert len(fuse._kept) <= READS_KEPT
    assert len(fuse._often) <= READS_KEPT
