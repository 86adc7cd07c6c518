"""No short cut: a card reaches the core through the pseudo-terminal or not at all."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from rig.faults import Silence
from rig.proxy import FaultProxy, Way
from rig.table import journalled_origins

from engine.events import CardOut, ShuffleCalled
from engine.messages import Answered


@pytest.fixture
def tapped(taps: list[FaultProxy], rig: Callable[..., Any]) -> tuple[Any, FaultProxy]:
    """A table whose wire is tapped before the core opens it."""
    return rig(seed=11), taps[0]


def test_every_card_of_the_journal_passed_the_wire_and_every_card_of_the_wire_is_in_the_journal(
    tapped: tuple[Any, FaultProxy],
) -> None:
    one, tap = tapped
    one.play_coups(2)
    one.table.core.end()
    assert len(tap.origins) > 20
    assert journalled_origins(one.table.journal) == tap.origins


def test_with_the_wire_cut_no_card_reaches_the_core(tapped: tuple[Any, FaultProxy]) -> None:
    one, tap = tapped
    one.play_coups(1)
    out = one.core.view.shoe.out
    tap.spoil(Silence(), Way.TO_HOST)
    one.core.until(lambda view: view.reader.state == "lost", "notice the silence")
    for _ in range(3):
        one.table.shoe.pull()
    told = one.core.ask(ShuffleCalled())
    assert told.seq is not None, "the core has answered since, so whatever it was sent before has arrived"
    assert one.core.view.shoe.out == out


def test_no_client_can_give_the_core_a_card(rig: Callable[..., Any], banca21: Callable[..., Any]) -> None:
    one = rig(seed=12)
    out = one.core.view.shoe.out
    said = banca21("say", '{"type": "card_out", "card": "AS"}', "--config", one.table.config)
    assert said.returncode == 1
    answer = json.loads(said.stdout)
    assert answer["refused"]["code"] == "reader_alone"
    direct = one.core.ask(CardOut(card=None))
    assert isinstance(direct, Answered)
    assert direct.refused is not None
    assert one.core.view.shoe.out == out
