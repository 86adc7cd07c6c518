"""Tower light and buzzer say what everybody may know, and no more."""

import inspect
import typing
from itertools import pairwise

import pytest
from msgspec import structs

from engine.answers import Alert
from engine.articles import Article
from engine.instructions import Burn, Deal, Draw, Due, NameCard, Reconcile, Shuffle, TakeWagers, TurnHidden
from engine.tests.script import events, play
from engine.view import LinkView, PublicView
from firmware_bridge.panel import signals
from firmware_bridge.panel.signals import RED, Lamps, Sound, lamps, sound
from firmware_bridge.panel.tests.views import DUES, WAGER, seen, view

ALERT = Alert("white_card", "the white card is out", Article.END)


def reader(state: str, text: str = "") -> PublicView:
    """A card is due, and the link to the reader is in this state."""
    link: typing.Any = state
    return structs.replace(view(Draw()), reader=LinkView(state=link, text=text))


def alerted(*alerts: Alert) -> PublicView:
    return structs.replace(view(Draw()), alerts=alerts)


def last_coup(due: Due) -> PublicView:
    quiet = view(due)
    return structs.replace(quiet, shoe=structs.replace(quiet.shoe, last_coup=True))


@pytest.mark.parametrize("due", DUES, ids=lambda due: str(due.__struct_config__.tag))
def test_lamps_for_each_instruction(due: Due) -> None:
    is_green = isinstance(due, Burn | Deal | Draw)
    is_amber = isinstance(due, NameCard | Reconcile | Shuffle)
    assert lamps(view(due)) == Lamps(green=is_green, amber=is_amber)


def test_every_instruction_is_tried() -> None:
    assert {type(due) for due in DUES} == set(typing.get_args(Due))


@pytest.mark.parametrize(
    ("state", "expected", "heard"),
    [
        ("up", Lamps(green=True), None),
        ("connecting", RED, None),
        ("attention", Lamps(green=True, amber=True), Sound.ALERT),
        ("by_hand", Lamps(green=True, amber=True), Sound.ALERT),
        ("lost", RED, Sound.STOP),
        ("missing", RED, Sound.STOP),
    ],
)
def test_each_state_of_the_link(state: str, expected: Lamps, heard: Sound | None) -> None:
    assert lamps(reader(state)) == expected
    assert sound(view(Draw()), reader(state)) == heard


def test_every_state_of_the_link_is_tried() -> None:
    states = typing.get_args(typing.get_type_hints(LinkView)["state"])
    assert set(states) == {"up", "connecting", "attention", "by_hand", "lost", "missing"}


@pytest.mark.parametrize(
    ("now", "is_green"),
    [
        pytest.param(alerted(ALERT), True, id="an alert while a card is due"),
        pytest.param(last_coup(Draw()), True, id="the last coup, a card due"),
        pytest.param(last_coup(TakeWagers()), False, id="the last coup is coming"),
        pytest.param(
            structs.replace(view(TakeWagers()), shoe=structs.replace(view(TakeWagers()).shoe, shuffle_advised=True)),
            False,
            id="a shuffle is advised",
        ),
    ],
)
def test_attention_is_amber_beside_what_is_due_and_heard_once(now: PublicView, is_green: bool) -> None:
    assert lamps(now) == Lamps(green=is_green, amber=True)
    assert sound(view(now.due), now) is Sound.ALERT
    assert sound(now, now) is None
    assert sound(now, view(now.due)) is None


def test_red_is_alone() -> None:
    lost = structs.replace(alerted(ALERT), reader=LinkView(state="lost", text=""))
    assert lamps(lost) == RED


def test_each_new_reason_is_heard() -> None:
    other = Alert("shoe_count_off", "more cards left than the packs hold", Article.PACKS)
    said = [view(Draw()), alerted(ALERT), alerted(ALERT, other), alerted(other), view(NameCard(n=9, role="draw"))]
    said.append(view(NameCard(n=10, role="draw")))
    heard = [sound(before, now) for before, now in pairwise(said)]
    assert heard == [Sound.ALERT, Sound.ALERT, None, Sound.ALERT, Sound.ALERT]


def test_a_fault_is_red_and_heard_and_its_end_is_quiet() -> None:
    assert lamps(None) == RED
    assert sound(view(Draw()), None) is Sound.STOP
    assert sound(None, None) is None
    assert sound(None, view(Draw())) is None


def test_a_table_that_was_lost_already_is_heard_when_cards_may_be_missing() -> None:
    assert sound(reader("lost"), reader("missing")) is Sound.STOP
    assert sound(reader("lost"), reader("lost", "another sentence")) is None


# Public state only


def test_nothing_but_views_goes_in() -> None:
    for function in (signals.lamps, signals.sound):
        hints = typing.get_type_hints(function)
        del hints["return"]
        assert set(hints.values()) == {PublicView | None}
        assert list(hints) == list(inspect.signature(function).parameters)


def shown(box_1: tuple[str, str], hidden: str) -> list[tuple[Lamps, Sound | None]]:
    """Lamps and sounds of a coup whose face-down cards are these, up to the turn of the hidden one."""
    table = play(WAGER)
    said: list[PublicView | None] = [None, seen(table)]
    first, second = box_1
    for line in ("2C 3C", first, "9H", second, "7H", "white", "AD", hidden, "stand 1", "stand 3"):
        for event in events(line):
            table.take(event)
        said.append(seen(table))
    assert said[-1] is not None
    assert isinstance(said[-1].due, TurnHidden)
    return [(lamps(now), sound(before, now)) for before, now in pairwise(said)]


def test_tables_that_differ_face_down_light_and_sound_the_same() -> None:
    one = shown(("TS", "4S"), "9C")
    assert shown(("AS", "KS"), "TC") == one  # a box's natural, and the dealer's
    assert shown(("5C", "6C"), "6S") == one
    assert len(set(one)) > 3  # it was no dark coup
