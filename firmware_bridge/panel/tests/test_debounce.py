"""A contact without its bounce: one press is one press, whatever edges the chip loses."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.panel.debounce import Debouncer, Transition

DEBOUNCE_S: Final = 0.030
REREAD_S: Final = 0.100
MS: Final = 0.001


@dataclass(frozen=True)
class Edge:
    """A change of the contact's level."""

    at: float
    is_active: bool
    is_heard: bool = True


def edges(*ms: float, is_active: bool = True) -> list[Edge]:
    """Heard edges at these milliseconds, the first to ``is_active``, alternating."""
    return [Edge(at * MS, is_active ^ bool(n % 2)) for n, at in enumerate(ms)]


def lost(*ms: float, is_active: bool = True) -> list[Edge]:
    return [Edge(edge.at, edge.is_active, is_heard=False) for edge in edges(*ms, is_active=is_active)]


def level(contact: list[Edge], at: float) -> bool:
    """The contact's level at a time; it begins inactive."""
    return next((edge.is_active for edge in reversed(contact) if edge.at <= at), False)


def played(contact: list[Edge], until: float, debounce_s: float = DEBOUNCE_S) -> tuple[list[Transition], Debouncer]:
    """What comes of the contact, read at each re-read and whenever the debouncer wants."""
    debouncer = Debouncer(debounce_s, is_active=False, now=0.0)
    came: list[Transition] = []
    heard = iter([edge for edge in contact if edge.is_heard])
    next_edge, reread_at = next(heard, None), REREAD_S
    while True:
        due = min(reread_at, debouncer.due_at if debouncer.due_at is not None else reread_at)
        if next_edge is not None and next_edge.at <= due:
            came += debouncer.edge(next_edge.at, is_active=next_edge.is_active)
            next_edge = next(heard, None)
            continue
        if due > until:
            return came, debouncer
        came += debouncer.read(due, is_active=level(contact, due))
        if due == reread_at:
            reread_at += REREAD_S


def changes(came: Iterable[Transition]) -> list[tuple[bool, float]]:
    """Level and milliseconds."""
    return [(change.is_active, round(change.at / MS, 3)) for change in came]


@pytest.mark.parametrize(
    ("contact", "expected"),
    [
        pytest.param(edges(210, 410), [(True, 210), (False, 410)], id="clean"),
        pytest.param(edges(210, 213, 215, 410), [(True, 210), (False, 410)], id="bounce at the press"),
        pytest.param(edges(210, 410, 412, 419), [(True, 210), (False, 410)], id="bounce at the release"),
        pytest.param(edges(210, 215), [], id="a glitch of 5 ms"),
        pytest.param(edges(210, 239), [], id="a glitch just shorter than the debounce"),
        pytest.param(edges(210, 215, 510, 700), [(True, 510), (False, 700)], id="a glitch dates no later press"),
        pytest.param(edges(210, 410, 420, 600), [(True, 210), (False, 600)], id="a release of 10 ms is bounce"),
    ],
)
def test_heard_edges(contact: list[Edge], expected: list[tuple[bool, float]]) -> None:
    came, debouncer = played(contact, 2.0)
    assert changes(came) == expected
    assert debouncer.healed == 0


@pytest.mark.parametrize(
    ("contact", "expected", "healed"),
    [
        pytest.param(
            edges(210) + lost(310, is_active=False) + edges(910, 1010),
            [(True, 210), (False, 300), (True, 910), (False, 1010)],
            1,
            id="a lost release is dated from when the contact was last seen down",
        ),
        pytest.param(
            lost(250) + edges(610, is_active=False), [(True, 200), (False, 610)], 1, id="a lost press, likewise"
        ),
        pytest.param(edges(210) + lost(215, is_active=False), [], 1, id="a glitch whose release was lost is no press"),
        pytest.param(
            edges(210, 213) + lost(215) + edges(510, is_active=False),
            [(True, 210), (False, 510)],
            1,
            id="a press whose last bounce was lost",
        ),
        pytest.param(
            edges(210) + lost(315, is_active=False) + edges(325, 410),
            [(True, 210), (False, 410)],
            0,
            id="released for 10 ms unheard: no second press",
        ),
    ],
)
def test_lost_edges(contact: list[Edge], expected: list[tuple[bool, float]], healed: int) -> None:
    came, debouncer = played(contact, 2.0)
    assert (changes(came), debouncer.healed) == (expected, healed)


def test_a_press_edge_while_believed_pressed_is_no_second_press() -> None:
    debouncer = Debouncer(DEBOUNCE_S, is_active=True, now=0.0)
    assert debouncer.edge(1.0, is_active=True) == ()
    assert debouncer.read(1.03, is_active=True) == ()
    assert debouncer.is_active


def test_a_fast_pulse_that_is_handled_late_counts_by_the_times_of_its_edges() -> None:
    debouncer = Debouncer(0.001, is_active=False, now=0.0)
    assert debouncer.edge(1.000, is_active=True) == ()
    assert debouncer.edge(1.004, is_active=False) == (Transition(is_active=True, at=1.000),)
    assert debouncer.read(1.090, is_active=False) == (Transition(is_active=False, at=1.004),)


def test_a_reading_that_overtakes_the_falling_edge_loses_no_pulse() -> None:
    debouncer = Debouncer(0.001, is_active=False, now=0.0)
    debouncer.edge(1.000, is_active=True)
    assert debouncer.read(1.005, is_active=False) == ()
    assert debouncer.edge(1.004, is_active=False) == (Transition(is_active=True, at=1.000),)


def test_a_reading_that_overtakes_the_rising_edge_leaves_it_its_time() -> None:
    debouncer = Debouncer(DEBOUNCE_S, is_active=False, now=0.0)
    assert debouncer.read(1.0, is_active=True) == ()
    assert debouncer.edge(0.999, is_active=True) == ()
    assert debouncer.read(1.03, is_active=True) == (Transition(is_active=True, at=0.999),)
    assert debouncer.healed == 0


def test_two_glitches_that_each_lost_an_edge_are_no_press() -> None:
    debouncer = Debouncer(DEBOUNCE_S, is_active=False, now=0.0)
    debouncer.edge(1.0, is_active=True)
    assert debouncer.read(1.03, is_active=False) == ()
    assert debouncer.edge(1.05, is_active=False) == ()
    assert debouncer.read(1.08, is_active=False) == ()
    assert debouncer.due_at is None


def test_a_level_that_was_seen_otherwise_must_last_anew() -> None:
    debouncer = Debouncer(DEBOUNCE_S, is_active=False, now=0.0)
    debouncer.edge(1.0, is_active=True)
    assert debouncer.read(1.03, is_active=False) == ()
    assert debouncer.read(1.04, is_active=True) == ()
    assert debouncer.read(1.06, is_active=True) == ()
    assert debouncer.read(1.07, is_active=True) == (Transition(is_active=True, at=1.0),)


def test_a_reading_amid_the_bounce_proves_nothing() -> None:
    debouncer = Debouncer(DEBOUNCE_S, is_active=False, now=0.0)
    debouncer.edge(1.0, is_active=True)
    assert debouncer.read(1.01, is_active=True) == ()
    assert debouncer.read(1.02, is_active=False) == ()
    assert debouncer.due_at == pytest.approx(1.03)


def test_an_edge_out_of_order_shortens_no_burst() -> None:
    debouncer = Debouncer(DEBOUNCE_S, is_active=False, now=0.0)
    debouncer.edge(1.0, is_active=True)
    debouncer.edge(0.99, is_active=False)
    assert debouncer.due_at == pytest.approx(1.03)


# Whatever a contact does


def bounced(draw: st.DrawFn, at: float, *, is_active: bool) -> Iterator[Edge]:
    """A change at ``at`` with up to 12 ms of bounce; each edge may be lost."""
    bounces = draw(st.integers(0, 3)) * 2
    times = sorted(draw(st.lists(st.floats(0.0001, 0.012), min_size=bounces, max_size=bounces, unique=True)))
    for n, after in enumerate([0.0, *times]):
        yield Edge(at + after, is_active ^ bool(n % 2), is_heard=draw(st.booleans()))


@dataclass(frozen=True)
class Press:
    down: float
    up: float


@st.composite
def contacts(draw: st.DrawFn) -> tuple[list[Press], list[Edge]]:
    """Presses of 20 ms to a second, as far apart, with bounce at both ends and edges that are lost."""
    presses: list[Press] = []
    contact: list[Edge] = []
    at = 0.05
    for _ in range(draw(st.integers(1, 4))):
        down = at + draw(st.floats(0.02, 1.0))
        up = down + draw(st.floats(0.02, 1.0))
        presses.append(Press(down, up))
        contact += [*bounced(draw, down, is_active=True), *bounced(draw, up, is_active=False)]
        at = up
    return presses, contact


NOTICED_S: Final = REREAD_S + DEBOUNCE_S + 0.013
"""A press or a pause of this length, bounce included, is seen even where each of its edges is lost."""


@given(contacts())
def test_no_press_counts_twice_and_no_long_one_is_missed(case: tuple[list[Press], list[Edge]]) -> None:
    presses, contact = case
    came, debouncer = played(contact, presses[-1].up + 1)
    assert [change.is_active for change in came] == [True, False] * (len(came) // 2)  # it ends released
    downs = [change.at for change in came if change.is_active]
    unused = list(presses)
    for down in downs:  # each is of a press of its own
        own = next(press for press in unused if press.down <= down + NOTICED_S and down <= press.up + 0.013)
        unused.remove(own)
    for press in presses:
        before = max((other.up for other in presses if other.up < press.down), default=0.0)
        if press.up - press.down > NOTICED_S and press.down - before > NOTICED_S:
            assert sum(press.down - REREAD_S <= down < press.up for down in downs) == 1, (press, downs)
    assert debouncer.due_at is None


@given(contacts())
def test_what_is_believed_in_the_end_is_what_the_contact_is(case: tuple[list[Press], list[Edge]]) -> None:
    presses, contact = case
    held = contact[: -len([edge for edge in contact if edge.at >= presses[-1].up])]
    came, debouncer = played(held, presses[-1].down + 2)
    assert debouncer.is_active
    assert came[-1].is_active
