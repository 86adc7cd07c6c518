"""One card's path through the real processes: wire, core, socket, screen; and what survives when they are killed."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.answers import CoupResult
from engine.instructions import Ask, Burn, Deal, Settle
from engine.journal.store import Journal
from engine.journal.verify import Intact, verify


def result_of_coup(rig: Any, number: int) -> CoupResult:
    """Play until coup ``number`` waits to be paid."""
    rig.play_until(lambda: rig.core.view.coup == number and isinstance(rig.core.view.due, Settle))
    assert rig.core.view.result is not None
    return rig.core.view.result


def test_three_coups_end_alike_when_core_and_screen_are_killed_in_the_midst(rig: Callable[..., Any]) -> None:
    undisturbed = rig(seed=5)
    expected = [result_of_coup(undisturbed, number) for number in (1, 2, 3)]
    disturbed = rig(seed=5)
    trace = disturbed.table.folder / "trace"
    screen = disturbed.table.show_screen("--offscreen", "--trace", str(trace))
    assert result_of_coup(disturbed, 1) == expected[0]
    disturbed.play_until(lambda: disturbed.core.view.coup == 2 and isinstance(disturbed.core.view.due, Deal))
    disturbed.kill_core()
    disturbed.play_until(lambda: isinstance(disturbed.core.view.due, Ask))
    screen.process.kill()
    screen.process.wait()
    disturbed.kill_core()
    screen.keep()
    assert result_of_coup(disturbed, 2) == expected[1]
    assert result_of_coup(disturbed, 3) == expected[2]
    assert disturbed.core.view.shoe == undisturbed.core.view.shoe
    assert wait_for_frame(trace, disturbed.core.view.seq)
    assert disturbed.core.view.reader.state == "up"


def test_a_card_pulled_while_the_core_is_dead_is_neither_lost_nor_doubled(rig: Callable[..., Any]) -> None:
    one = rig(seed=6)
    one.play_until(lambda: isinstance(one.core.view.due, Deal))
    before = one.core.view
    one.table.core.process.kill()
    one.table.core.process.wait()
    one.table.shoe.pull()
    one.table.felt.pulled(before.due.to)
    one.kill_core()
    after = one.core.until(lambda view: view.shoe.out > before.shoe.out, "take the card from the shoe's ring")
    assert after.shoe.out == before.shoe.out + 1
    assert after.due != before.due
    one.play_coups(1)
    assert one.core.view.reader.state == "up"


@pytest.mark.parametrize("due", [Burn, Deal, Ask], ids=lambda due: due.__name__)
@pytest.mark.parametrize("trouble", ["restart", "replug"])
def test_a_shoe_that_was_reset_or_plugged_in_again_leaves_the_table_as_it_was(
    rig: Callable[..., Any], due: type, trouble: str
) -> None:
    one = rig(seed=8)
    one.play_until(lambda: isinstance(one.core.view.due, due) and one.core.view.reader.state == "up")
    before = one.core.view
    if trouble == "restart":
        one.table.shoe.restart()
    else:
        one.table.shoe.unplug()
        one.core.until(lambda view: view.reader.state == "lost", "notice that the shoe is gone")
        one.table.shoe.plug()
        one.core.until(lambda view: view.reader.state == "up", "hear the shoe again")
    one.play_coups(1)
    assert one.core.view.coup == before.coup + 1
    one.table.core.end()
    with Journal.open(one.table.journal) as journal:
        assert not any(b'"shoe_empty"' in record.payload for record in journal.records())


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_random_moments_the_core_comes_back_to_the_same_instruction(
    rig: Callable[..., Any], seed: int
) -> None:
    one = rig(seed=seed, players=3)
    for step in range(24):
        one.people.act()
        if step % 4 == seed:
            before = one.core.view
            one.kill_core()
            one.core.until(lambda view: view.reader.state == "up", "come back")
            after = one.core.view
            assert (after.due, after.boxes, after.dealer) == (before.due, before.boxes, before.dealer)
            assert after.due_seq == before.due_seq
    out = one.core.view.shoe.out
    one.table.core.end()
    assert isinstance(verify(one.table.journal), Intact)
    with Journal.open(one.table.journal) as journal:
        assert sum(b'"card_out"' in record.payload for record in journal.records()) == out


def test_the_core_notices_nothing_of_a_killed_screen_and_the_screen_is_back_with_the_truth(
    rig: Callable[..., Any],
) -> None:
    one = rig(seed=7)
    trace = one.table.folder / "trace"
    screen = one.table.show_screen("--offscreen", "--trace", str(trace))
    one.play_until(lambda: isinstance(one.core.view.due, Ask))
    shown = wait_for_frame(trace, one.core.view.seq)
    assert shown
    core = one.table.core.process.pid
    trace.unlink()
    screen.process.kill()
    screen.process.wait()
    began = time.monotonic()
    while screen.process.poll() is not None:
        screen.keep()
    assert wait_for_frame(trace, one.core.view.seq)
    assert time.monotonic() - began < 10, "a hung screen, not a slow machine"
    assert one.table.core.process.pid == core
    assert one.table.core.process.poll() is None


def wait_for_frame(trace: Any, seq: int, patience_s: float = 20.0) -> bool:
    """A frame that shows record ``seq`` or a later one has been flipped."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        if trace.exists() and any(int(line.split()[1]) >= seq for line in trace.read_text().splitlines()):
            return True
        time.sleep(0.02)
    return False
