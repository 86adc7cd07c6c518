"""The shoe behind the fault proxy: whatever befalls the wire, no wrong card, none lost or doubled without an alarm.

And when the fault ends, the link comes back by itself. Chance is drawn from ``--seed``.
"""

import threading
import tracemalloc
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from rig import resources
from rig.driver import ALARM_S, TAGS, Host
from rig.fake_shoe import MemoryHal
from rig.faults import NOISE, CutFrame, Fault, ForeignFrames, LostFrames, OldFrames, SplitFrame, Stall, kind_of
from rig.proxy import FaultProxy, Passed, Way, cut
from rig.resources import Ability, Plugged

from firmware_bridge.firmware import shoe1

StartHost = Callable[..., Host]
PlugProxy = Callable[..., FaultProxy]
MakeShoe = Callable[..., Plugged]

OTHER_SERIAL = "BJ21-0002"
OTHER_KEY = bytes(range(100, 132))
ON_THE_WAY = 10
"""Cards that a test lets be on the way at once; a shoe's ring holds at least 16."""

WHOLE = (NOISE["delays"], NOISE["single bytes"])
"""They change no byte."""
OUT_OF_ORDER = (NOISE["old frames"], NOISE["swapped frames"])
"""A frame may come after those that followed it."""

cards = pytest.mark.needs(Ability.LOAD)


def stir(shoe: Plugged, host: Host) -> None:
    """Let cards leave while the wire is bad, a few on the way at once; without hands let heartbeats pass."""
    if Ability.LOAD not in shoe.can:
        host.never(lambda: bool(host.passes), "a card that nobody pulled", 1.5)
        return
    for _ in range(shoe.handful):
        shoe.pull()
        host.until(lambda: len(shoe.left) - len(host.passes) < ON_THE_WAY, "the cards under way")


def begun(shoe: Plugged, host: Host) -> None:
    host.until_link("up")
    if Ability.LOAD in shoe.can:
        host.new_shoe(shoe, list(TAGS[: shoe.handful + 4]))


@pytest.mark.parametrize("name", NOISE)
def test_noise(shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost, name: str) -> None:
    noise_befalls(NOISE[name], shoe, plug_proxy, start_host)


@pytest.mark.parametrize("name", ["bit flips", "bursts", "lost frames", "swapped frames", "old frames"])
def test_noise_where_frames_are_signed(
    signing_shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost, name: str
) -> None:
    noise_befalls(NOISE[name], signing_shoe, plug_proxy, start_host)


def noise_befalls(fault: Callable[[], Fault], shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost) -> None:
    """Both ways while cards leave. No reset is among it, so nothing is lost at all, and nobody is alarmed."""
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    believes_old = shoe.key is None and fault in OUT_OF_ORDER
    for way in (Way.TO_HOST,) if believes_old else Way:  # who signs nothing counts by a SET that comes late
        proxy.spoil(fault(), way)
    stir(shoe, host)
    proxy.heal()
    host.settle(shoe)
    assert host.verdict(shoe).is_whole, host.verdict(shoe)
    assert host.alarms == 0, host.told()
    assert any(passed.came != passed.went for passed in proxy.record) or fault in WHOLE, "nothing was spoilt"


def test_a_stall_is_noticed_and_what_it_held_is_told_once(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    proxy.spoil(Stall(), Way.TO_HOST)
    if Ability.LOAD in shoe.can:
        shoe.pull(3)
    host.until_link("lost", "said nothing for 750 ms")
    proxy.heal()
    host.settle(shoe)
    assert host.verdict(shoe).is_whole


def test_a_cut_wire_is_noticed_and_heals(shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    for way in (Way.TO_HOST, Way.TO_SHOE):
        proxy.spoil(LostFrames(1.0), way)
        if Ability.LOAD in shoe.can:
            shoe.pull()
        if way is Way.TO_HOST:
            host.until_link("lost", "said nothing for 750 ms")
        proxy.heal()
        host.until_up()
    host.settle(shoe)
    assert host.verdict(shoe).is_whole


@cards
def test_every_split_point_of_a_card(shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    points = bytes_of_a_card(shoe, host, proxy)[1:-1]
    for at in points:
        proxy.spoil(SplitFrame(shoe1.CARD, at, 0.004), Way.TO_HOST)
        shoe.pull()
        host.until_came(shoe)
    assert host.verdict(shoe).is_whole
    assert host.alarms == 0
    assert len(shoe.left) == 1 + len(points)


@cards
def test_half_a_card_and_a_hang_up_at_every_byte(shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    points = bytes_of_a_card(shoe, host, proxy)
    for at in points:
        is_cut = threading.Event()
        proxy.spoil(CutFrame(shoe1.CARD, at, is_cut.set), Way.TO_HOST)
        shoe.pull()
        assert is_cut.wait(5.0)
        proxy.hang_up()
        proxy.heal()
        proxy.plug()
        host.until_came(shoe)
    assert sum(one.type == shoe1.HOST_HELLO for one in proxy.frames(Way.TO_SHOE)) >= len(points), "opened each time"
    assert host.verdict(shoe).is_whole
    assert host.alarms == 0


@pytest.mark.needs(Ability.LOAD, Ability.RESET)
def test_half_a_card_and_a_reset_at_every_byte(shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost) -> None:
    """The card dies with the boot that told it, unless its last byte came: then it must be called missing."""
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    points = bytes_of_a_card(shoe, host, proxy)
    for at in points:
        is_cut = threading.Event()
        proxy.spoil(CutFrame(shoe1.CARD, at, is_cut.set), Way.TO_HOST)
        shoe.pull()
        assert is_cut.wait(5.0)
        shoe.device.kill()
        proxy.heal()
        shoe.device.restart()
        host.pull_and_take(shoe, proxy)
        host.until(lambda: host.alarms == host.verdict(shoe).lost, "an alarm for each lost card", ALARM_S)
    verdict = host.verdict(shoe)
    assert (verdict.doubled, verdict.wrong) == (0, 0)
    assert len(points) - 2 <= verdict.lost <= len(points), "only a frame whose last byte came is a card"


@pytest.mark.needs(Ability.LOAD, Ability.RESET)
def test_of_cards_lost_one_after_another_each_is_called_missing(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    shoe.pull(2)
    host.until_came(shoe)
    for lost in (1, 2, 3):
        proxy.spoil(LostFrames(1.0, shoe1.PASSES), Way.TO_HOST)
        shoe.pull()
        shoe.device.kill()
        proxy.heal()
        shoe.device.restart()
        host.until(lambda lost=lost: host.alarms == lost, f"{lost} alarms", ALARM_S)
    shoe.pull()
    host.until(lambda: len(host.passes) == 3, "the next card")
    assert host.verdict(shoe).lost == 3


def test_a_boot_id_that_is_drawn_again_hides_no_card(
    tmp_path: Path, start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shoe that is reset twice may draw what it had before; then its first events bear origins that are known."""
    draws = cycle([b"\x11\x11", b"\x22\x22"])
    really_random = MemoryHal.random
    monkeypatch.setattr(MemoryHal, "random", lambda hal, n: next(draws) if n == 2 else really_random(hal, n))
    shoe = resources.fake(tmp_path)
    host = start_host(shoe)
    begun(shoe, host)
    for _ in range(4):
        shoe.pull()
        host.until_came(shoe, ALARM_S)
        shoe.device.restart()
    host.kill()
    shoe.device.close()
    assert host.verdict(shoe).is_whole


def bytes_of_a_card(shoe: Plugged, host: Host, proxy: FaultProxy) -> range:
    """Begin a shoe; how many bytes may have come of a card's frame, none to all. Fewer where a hand pulls each card."""
    host.until_link("up")
    host.new_shoe(shoe, list(TAGS[: 100 if shoe.knows_cards else 20]))
    shoe.pull()
    host.until_came(shoe)
    length = max(len(frame) + 1 for frame in said(proxy.record).split(b"\0") if kind_of(frame + b"\0") == shoe1.CARD)
    return range(0, length + 1, 1 if shoe.knows_cards else 9)


def test_a_megabyte_without_a_delimiter_does_not_grow_memory(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    noise = bytes(Random(1).randrange(1, 256) for _ in range(4096))
    tracemalloc.start()
    try:
        before = held_by_the_bridge()
        for _ in range(256):
            proxy.inject(noise)
        proxy.wait_delivered()
        host.source.health()
        grown = held_by_the_bridge() - before
    finally:
        tracemalloc.stop()
    assert grown < 64 * 1024, f"{grown} bytes more"
    host.settle(shoe)
    assert host.verdict(shoe).is_whole


def held_by_the_bridge() -> int:
    """Bytes that were allocated in the product's bridge and are still held."""
    mine = tracemalloc.Filter(inclusive=True, filename_pattern="*/firmware_bridge/*")
    return sum(one.size for one in tracemalloc.take_snapshot().filter_traces([mine]).statistics("filename"))


@cards
def test_a_recorded_session_plays_no_card_to_a_fresh_host(
    signing_shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    record = recorded(signing_shoe, plug_proxy, start_host)
    proxy = plug_proxy(signing_shoe)
    cut(proxy)
    fresh = start_host(signing_shoe, proxy.path)
    for _ in range(3):
        proxy.replay(record)
    proxy.wait_delivered()
    fresh.until_link("lost", "that the shoe's key did not sign")
    assert (fresh.passes, fresh.is_up, fresh.empties) == ([], False, 0)
    proxy.heal()
    fresh.until_up()


@cards
def test_a_recorded_session_plays_no_card_into_the_next_one(
    signing_shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    record = recorded(signing_shoe, plug_proxy, start_host)
    proxy = plug_proxy(signing_shoe)
    host = start_host(signing_shoe, proxy.path)
    begun(signing_shoe, host)
    for _ in range(3):
        proxy.replay(record)
        signing_shoe.pull()
    proxy.wait_delivered()
    host.settle(signing_shoe)
    assert host.verdict(signing_shoe).is_whole


@pytest.mark.needs(Ability.LOAD, Ability.CHOICE)
@pytest.mark.parametrize("key", [None, bytes(range(32))], ids=["unsigned", "signed"])
@pytest.mark.parametrize("others_key", ["none", "the same", "another"])
def test_another_shoes_frames_are_no_cards(
    make_shoe: MakeShoe, plug_proxy: PlugProxy, start_host: StartHost, key: bytes | None, others_key: str
) -> None:
    its_key = {"none": None, "the same": key, "another": OTHER_KEY}[others_key]
    other = make_shoe(serial=OTHER_SERIAL, key=its_key, name="other")
    record = recorded(other, plug_proxy, start_host)
    frames = [frame + b"\0" for frame in said(record).split(b"\0") if frame]
    shoe = make_shoe(key=key)
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    proxy.spoil(ForeignFrames(0.7, frames), Way.TO_HOST)
    stir(shoe, host)
    proxy.heal()
    host.settle(shoe)
    assert host.verdict(shoe).is_whole
    assert host.alarms == 0, host.told()


def recorded(shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost) -> list[Passed]:
    """A whole session of the shoe's, by the proxy; its host is gone, and the shoe's ring is empty."""
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(shoe, host)
    shoe.pull(shoe.handful)
    host.until_came(shoe)
    proxy.until_acknowledged(host.origins[-1])
    host.kill()
    proxy.close()
    return proxy.record


def said(record: list[Passed]) -> bytes:
    return b"".join(passed.came for passed in record if passed.way is Way.TO_HOST)


# ---- of the rig itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NOISE)
def test_the_same_seed_spoils_alike_and_another_seed_otherwise(name: str) -> None:
    wire = b"".join(bytes([n % 251 + 1]) * 7 + b"\0" for n in range(2000))
    first, second, third = (
        [piece for at in range(0, len(wire), 64) for piece in NOISE[name]().pass_on(wire[at : at + 64], Random(seed))]
        for seed in (1, 1, 2)
    )
    assert first == second
    assert first != third or name == "single bytes"


def test_the_proxy_writes_down_what_came_and_what_went(tmp_path: Path) -> None:
    shoe = resources.fake(tmp_path)
    proxy = FaultProxy(shoe.path, tmp_path / "proxy")
    host = Host(proxy.path, tmp_path / "journal.db", serial=shoe.serial)
    try:
        begun(shoe, host)
        proxy.spoil(OldFrames(1.0), Way.TO_HOST)
        shoe.pull(3)
        host.until_came(shoe)
    finally:
        host.kill()
        proxy.close()
        shoe.device.close()
    assert proxy.origins == host.origins
    assert {passed.way for passed in proxy.record} == set(Way)
    assert sorted(passed.at for passed in proxy.record) == [passed.at for passed in proxy.record]
    assert any(len(passed.went) > len(passed.came) for passed in proxy.record)
