"""The same troubles many times over, each at a moment that chance draws. Losses that nobody is told of must be 0.

Five cycles each by default; the full run is ``pytest hw-tests -k cycles --cycles 200``, whose table ends the report.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest
from rig.cycles import Tally
from rig.driver import ALARM_S, TAGS, Host, judged
from rig.faults import CutFrame, LostFrames
from rig.proxy import FaultProxy, Way
from rig.resources import Ability, Plugged
from rig.table import MortalCore, Rig, journalled_origins

from deploy import demo_table, processes
from engine.instructions import Burn, Deal
from firmware_bridge.firmware import shoe1

pytestmark = pytest.mark.thorough

BURST = 5
"""At most so many cards leave before the trouble."""
SHOE = 200
"""Cards in a shoe; a new one begins when it runs low."""

StartHost = Callable[..., Host]
PlugProxy = Callable[..., FaultProxy]
Trouble = Callable[[Plugged, FaultProxy, Random], None]


def killed(shoe: Plugged, proxy: FaultProxy, _chance: Random) -> None:
    """SIGKILL, and all that was under way is lost or not."""
    shoe.device.kill()
    proxy.heal()
    shoe.device.restart()


def killed_in_a_pull(shoe: Plugged, proxy: FaultProxy, chance: Random) -> None:
    """SIGKILL while the firmware works at a card."""
    shoe.kill_in_pull(chance)
    proxy.heal()
    shoe.restart()


def unplugged(shoe: Plugged, proxy: FaultProxy, _chance: Random) -> None:
    """No supply, no port; it comes back under another name."""
    shoe.device.unplug()
    proxy.heal()
    shoe.device.plug()


def hung_up(shoe: Plugged, proxy: FaultProxy, chance: Random) -> None:
    """The line alone is unplugged, and cards leave meanwhile."""
    proxy.hang_up()
    proxy.heal()
    shoe.pull(chance.randint(0, BURST))
    proxy.plug()


def reset_in_mid_frame(shoe: Plugged, proxy: FaultProxy, chance: Random) -> None:
    """Some bytes of a card's frame, and the firmware boots."""
    is_cut = threading.Event()
    proxy.spoil(CutFrame(shoe1.CARD, chance.randrange(32), is_cut.set), Way.TO_HOST)
    shoe.pull()
    assert is_cut.wait(10.0)
    killed(shoe, proxy, chance)


TROUBLES: Final[dict[str, Trouble]] = {
    "SIGKILL of the firmware": killed,
    "SIGKILL in a pull": killed_in_a_pull,
    "unplug": unplugged,
    "line alone": hung_up,
    "reset in mid-frame": reset_in_mid_frame,
}


@pytest.mark.needs(Ability.LOAD, Ability.RESET, Ability.UNPLUG)
@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(name, marks=pytest.mark.needs(Ability.CHOICE) if trouble is killed_in_a_pull else ())
        for name, trouble in TROUBLES.items()
    ],
)
def test_cycles_of_the_shoe(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost, tally: Tally, trouble: str
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    host.until_up()
    for _ in range(tally.cycles):
        if len(shoe.remaining) < 3 * BURST:
            begin(shoe, proxy, host)
        cycle(shoe, proxy, host, tally, TROUBLES[trouble])
    assert (tally.done, tally.unflagged, tally.doubled, tally.wrong) == (tally.cycles, 0, 0, 0), host.told()


def begin(shoe: Plugged, proxy: FaultProxy, host: Host) -> None:
    """A new shoe, from which the gate counts by now."""
    since = len(proxy.frames())
    host.new_shoe(shoe, list(TAGS[:SHOE]))
    proxy.until(
        lambda: any(one.type == shoe1.HEARTBEAT and not one.payload.gate_count for one in proxy.frames()[since:]),
        "a heartbeat of the new shoe",
    )


def cycle(shoe: Plugged, proxy: FaultProxy, host: Host, tally: Tally, trouble: Trouble) -> None:
    """A few cards, some of them never heard of; trouble at an accidental moment; one more card, and the reckoning."""
    alarms, left_before, came_before = host.alarms, len(shoe.left), len(host.passes)
    burst = tally.chance.randint(0, BURST)
    heard = tally.chance.randint(0, burst)
    shoe.pull(heard)
    host.until(lambda: len(host.passes) >= came_before + tally.chance.randint(0, heard), "some of the cards")
    if tally.chance.random() < 0.5:
        proxy.spoil(LostFrames(0.5, shoe1.PASSES), Way.TO_HOST)
    shoe.pull(burst - heard)
    trouble(shoe, proxy, tally.chance)
    began = time.monotonic()
    host.pull_and_take(shoe, proxy)
    took_s = time.monotonic() - began

    def verdict() -> object:
        return judged(shoe.left[left_before:], host.passes[came_before:])

    with contextlib.suppress(AssertionError):  # then it is counted as not told
        host.until(lambda: verdict().is_whole or host.alarms > alarms, "an alarm", ALARM_S)
    cards = len(shoe.left) - left_before
    tally.count(cards, verdict(), is_told=host.alarms > alarms, took_s=took_s)


# ---- the core --------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(make_shoe: Callable[..., Plugged], monkeypatch: pytest.MonkeyPatch, taps: list[FaultProxy]) -> Iterator[Rig]:
    """A whole table whose shoe is the one that is due, behind the proxy; its core can be told when to die."""

    def plugged(path: Path, *, serial: str, key: bytes | None = None) -> object:
        shoe = make_shoe(serial=serial, key=key).device
        taps.append(FaultProxy(shoe.path, path))
        return shoe

    monkeypatch.setattr(demo_table, "SimulatedShoe", plugged)
    monkeypatch.setattr(processes, "core", MortalCore)
    one = Rig(seed=4, players=3)
    yield one
    one.close()


@pytest.mark.needs(Ability.CHOICE)
@pytest.mark.parametrize("trouble", ["core: journalled, no ACK", "core: ACK lost"])
def test_cycles_of_the_core(table: Rig, taps: list[FaultProxy], tally: Tally, trouble: str) -> None:
    for _ in range(tally.cycles):
        table.play_until(lambda: isinstance(table.core.view.due, Burn | Deal) and table.core.view.reader.state == "up")
        cycle_of_the_core(table, taps[0], tally, is_ack_lost=trouble == "core: ACK lost")
    table.table.core.end()
    assert journalled_origins(table.table.journal) == taps[0].origins
    assert (tally.done, tally.unflagged) == (tally.cycles, 0)


def cycle_of_the_core(table: Rig, tap: FaultProxy, tally: Tally, *, is_ack_lost: bool) -> None:
    """A card that the journal holds and of which the shoe does not know so; then the next one, and the reckoning."""
    shoe, core, before = table.core.view.shoe, table.table.core, len(tap.origins)
    if before:
        tap.until_acknowledged(tap.origins[-1])
    if is_ack_lost:
        is_gone = threading.Event()
        tap.spoil(CutFrame(shoe1.ACK, 0, is_gone.set), Way.TO_SHOE)
        pull(table)
        assert is_gone.wait(10.0)
        core.process.kill()
    else:
        core.die_before_the_next_acknowledgement()
        pull(table)
    core.process.wait(timeout=10.0)
    assert len(journalled_origins(table.table.journal)) == before + 1, "it was to die with the card in the journal"
    tap.heal()
    began = time.monotonic()
    table.start_core_again()
    table.core.until(
        lambda view: (view.shoe.out, view.shoe.white_card_out) != (shoe.out, shoe.white_card_out),
        "tell the card that it journalled",
    )
    table.core.until(lambda view: view.reader.state == "up", "hear the shoe")
    table.people.act()
    took_s = time.monotonic() - began
    verdict = judged(tap.origins[before:], journalled_origins(table.table.journal)[before:])
    tally.count(2, verdict, is_told=False, took_s=took_s)


def pull(table: Rig) -> None:
    """The card that is due leaves the shoe; nobody waits for the core."""
    due = table.core.view.due
    table.table.shoe.pull()
    table.table.felt.pulled(due.to if isinstance(due, Deal) else None)
