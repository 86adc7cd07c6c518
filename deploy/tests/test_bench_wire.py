"""What the wire's benchmark counts, on literal cards and on the firmware itself; its figures are no matter of tests."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from deploy.benchmarks import wire
from deploy.benchmarks.path import Spread
from deploy.benchmarks.wire import Came, Flow, Left, Measured, NotHeardError, Rig, flow, silences, steady, unpluggings
from deploy.commands.bench import bench
from engine.cards import Tag
from engine.events import CardOut, Link
from engine.ports import Sighting
from firmware_bridge.simulated_shoe import micropython

SPREAD = Spread(0.1, 0.2, 0.3)
WHOLE = Flow(cards=4, per_second=200.0, lost=0, doubled=0, disordered=0, held=0, to_queue=SPREAD, from_hand=SPREAD)


def left(seqs: str) -> list[Left]:
    """Cards with these seqs; ``*`` behind one: its frame waited in the shoe."""
    return [
        Left(int(word.rstrip("*")), f"AA{word.rstrip('*')}", 1_000_000, None if word.endswith("*") else 2_000_000)
        for word in seqs.split()
    ]


def came(seqs: str) -> list[Came]:
    """The same cards on the queue, a millisecond after their last byte."""
    return [Came(3_000_000, CardOut(card=None, tag=Tag(f"AA{word}"), origin=f"77:{word}")) for word in seqs.split()]


@pytest.mark.parametrize(
    ("pulled", "queued", "lost", "doubled", "disordered"),
    [
        ("1 2 3 4", "1 2 3 4", 0, 0, 0),
        ("65534 65535 0 1", "65534 65535 0 1", 0, 0, 0),
        ("1 2 3 4", "1 2 4", 1, 0, 0),
        ("1 2 3 4", "1 2 2 3 4", 0, 1, 0),
        ("1 2 3 4", "1 3 2 4", 0, 0, 1),
        ("1 2 3 4", "1 2 4 4", 1, 1, 0),
        ("1 2 3 4", "1 2 3 4 9", 0, 1, 0),
    ],
    ids=["whole", "seq begins anew", "lost", "doubled", "disordered", "both", "never left"],
)
def test_what_left_is_compared_with_what_came(
    pulled: str, queued: str, lost: int, doubled: int, disordered: int
) -> None:
    found = flow(left(pulled), came(queued), 200.0)
    assert (found.lost, found.doubled, found.disordered) == (lost, doubled, disordered)
    assert found.is_whole is not bool(lost or doubled or disordered)


def test_a_card_under_another_tag_is_both_lost_and_one_that_never_left() -> None:
    other = [*came("1 2"), Came(3_000_000, CardOut(card=None, tag=Tag("BB"), origin="77:3"))]
    found = flow(left("1 2 3"), other, 200.0)
    assert (found.lost, found.doubled) == (1, 1)


def test_times_are_from_the_last_byte_and_from_the_hand() -> None:
    found = flow(left("1 2 3* 4"), came("1 2 3 4"), 200.0)
    assert found.held == 1
    assert found.to_queue == Spread(1.0, 1.0, 1.0)
    assert found.from_hand == Spread(2.0, 2.0, 2.0)


def test_of_a_doubled_card_the_first_is_timed() -> None:
    late = [replace(each, at_ns=9_000_000) for each in came("2")]
    assert flow(left("1 2 3"), [*came("1 2"), *late, *came("3")], 200.0).to_queue.worst == 1.0


def test_a_flow_of_which_nothing_comes_is_told() -> None:
    with pytest.raises(NotHeardError, match="3 cards left, 0 of them"):
        flow(left("1 2 3"), [], 200.0)


def test_what_is_no_card_on_the_cards_queue_is_told() -> None:
    with pytest.raises(NotHeardError, match="a card was due"):
        flow(left("1 2"), [Came(0, Link(state="up"))], 200.0)


class LossyRig(Rig):
    """Loses the third card on the way to the queue, and doubles the fifth."""

    cards = 0

    def _post(self, sighting: Sighting) -> None:
        is_card = isinstance(sighting, CardOut)
        self.cards += is_card
        if is_card and self.cards == 3:
            return
        super()._post(sighting)
        if is_card and self.cards == 5:
            super()._post(sighting)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path, micropython()) as opened:
        yield opened


def test_the_firmware_loses_and_doubles_nothing(rig: Rig) -> None:
    found = steady(rig, 0.4, 100)
    assert (found.cards, found.is_whole, rig.missing) == (40, True, 0)


def test_silence_is_told_and_over_again(rig: Rig) -> None:
    [silent_ns] = silences(rig, 1, Random(1))
    assert 0.4e9 < silent_ns < 5e9
    assert steady(rig, 0.1, 100).is_whole


def test_unplugging_is_told_and_cards_come_when_it_is_back(monkeypatch: pytest.MonkeyPatch, rig: Rig) -> None:
    monkeypatch.setattr(wire, "AWAY_S", (0.05, 0.05))
    [outage] = unpluggings(rig, 1, Random(1))
    assert outage.noticed_ns > 0
    assert outage.back_ns > 0
    assert rig.missing == 0


def test_a_card_that_the_host_loses_or_doubles_is_counted(tmp_path: Path) -> None:
    with LossyRig(tmp_path, None) as lossy:
        found = steady(lossy, 0.08, 100)  # 8 cards: so many leave while the third is not acknowledged
    assert (found.lost, found.doubled, found.is_whole) == (1, 1, False)


def test_what_does_not_come_is_told(monkeypatch: pytest.MonkeyPatch, rig: Rig) -> None:
    monkeypatch.setattr(wire, "WAIT_S", 0.05)
    assert rig.came(1) == []
    with pytest.raises(NotHeardError, match="the link's report that it is lost did not come"):
        rig.await_link("lost")


@pytest.mark.parametrize(
    ("measured", "status"),
    [
        (Measured("CPython", WHOLE, SPREAD, SPREAD, SPREAD, 0), 0),
        (Measured("CPython", replace(WHOLE, lost=1), SPREAD, SPREAD, SPREAD, 0), 1),
        (Measured("CPython", WHOLE, SPREAD, SPREAD, SPREAD, 1), 1),
    ],
    ids=["whole", "a card lost", "wrongly missed"],
)
def test_the_command_ends_with_status_1_when_a_card_is_lost(
    monkeypatch: pytest.MonkeyPatch, measured: Measured, status: int
) -> None:
    monkeypatch.setattr(wire, "measure", lambda *_: measured)
    shown = CliRunner().invoke(bench, ["wire"])
    assert shown.exit_code == status
    assert f"{measured.flow.lost} lost" in shown.output
    told = CliRunner().invoke(bench, ["wire", "--json"])
    assert told.exit_code == status
    assert json.loads(told.stdout)["is_whole"] is (status == 0)
