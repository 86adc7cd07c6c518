"""Lamps and sounds on the pins as time passes."""

from collections.abc import Iterator

import pytest

from firmware_bridge.panel.pins import Output, factory
from firmware_bridge.panel.signals import Lamps, Sound
from firmware_bridge.panel.tower import RHYTHM_S, Tower
from firmware_bridge.panel.wiring import OutputWiring


@pytest.fixture
def outputs() -> Iterator[dict[str, Output]]:
    mock = factory("mock")
    names = ("green", "amber", "red", "buzzer")
    yield {name: Output(name, OutputWiring(pin=pin), mock) for pin, name in enumerate(names, 5)}
    mock.close()


def lit(outputs: dict[str, Output]) -> set[str]:
    return {name for name, output in outputs.items() if output.is_on}


def rhythm(tower: Tower, outputs: dict[str, Output], now: float, until: float) -> list[tuple[bool, float]]:
    """Whether the buzzer is on, and for how long, from ``now``."""
    heard: list[tuple[bool, float]] = []
    while now < until:
        tower.advance(now)
        next_at = tower.due_at if tower.due_at is not None else until
        heard.append((outputs["buzzer"].is_on, round(next_at - now, 3)))
        now = next_at
    return heard


def test_red_until_something_is_shown(outputs: dict[str, Output]) -> None:
    tower = Tower(outputs)
    tower.advance(0.0)
    assert lit(outputs) == {"red"}
    tower.show(Lamps(green=True, amber=True))
    tower.advance(0.1)
    assert lit(outputs) == {"green", "amber"}
    assert tower.due_at is None


def test_a_lamp_that_is_tried_is_lit_alone_for_a_while(outputs: dict[str, Output]) -> None:
    tower = Tower(outputs)
    tower.show(Lamps(green=True))
    tower.try_lamp("amber", until=2.0)
    tower.advance(1.0)
    assert (lit(outputs), tower.due_at) == ({"amber"}, 2.0)
    tower.advance(2.0)
    assert (lit(outputs), tower.due_at) == ({"green"}, None)


@pytest.mark.parametrize("sound", Sound)
def test_each_sound_has_its_rhythm_and_ends(sound: Sound, outputs: dict[str, Output]) -> None:
    tower = Tower(outputs)
    tower.play(sound, 10.0)
    beats = rhythm(tower, outputs, 10.0, 20.0)
    assert beats[:-1] == [(n % 2 == 0, lasting_s) for n, lasting_s in enumerate(RHYTHM_S[sound])]
    assert beats[-1][0] is False


def test_rhythms_tell_the_sounds_apart() -> None:
    assert len(set(RHYTHM_S.values())) == len(RHYTHM_S) == len(Sound)
    assert all(len(rhythm_s) % 2 == 1 for rhythm_s in RHYTHM_S.values())


def test_a_stop_is_not_broken_off_and_all_else_is(outputs: dict[str, Output]) -> None:
    tower = Tower(outputs)
    tower.play(Sound.STOP, 10.0)
    tower.play(Sound.NO, 10.1)
    assert len(rhythm(tower, outputs, 10.1, 20.0)) == len(RHYTHM_S[Sound.STOP]) + 1
    tower.advance(20.0)
    tower.play(Sound.NO, 21.0)
    assert len(rhythm(tower, outputs, 21.0, 29.0)) == len(RHYTHM_S[Sound.NO]) + 1
    tower.play(Sound.ALERT, 30.0)
    tower.play(Sound.STOP, 30.1)
    assert len(rhythm(tower, outputs, 30.1, 40.0)) == len(RHYTHM_S[Sound.STOP]) + 1


def test_lamps_that_are_not_there_are_no_trouble() -> None:
    tower = Tower({})
    tower.show(Lamps(green=True))
    tower.play(Sound.STOP, 1.0)
    tower.advance(9.0)
    assert tower.due_at is None
