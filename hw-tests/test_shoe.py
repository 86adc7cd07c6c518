"""What every shoe must do, whichever is plugged in; at a real one, by the hand that the terminal asks."""

import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from rig.driver import ALARM_S, TAGS, Host
from rig.faults import LostFrames
from rig.proxy import FaultProxy, Way
from rig.resources import UNREAD, WHITE, Ability, Plugged

from engine.events import Link
from firmware_bridge.firmware import shoe1
from firmware_bridge.simulated_shoe import WHITE_CARD, read_once, together, unread

StartHost = Callable[..., Host]
PlugProxy = Callable[..., FaultProxy]
MakeShoe = Callable[..., Plugged]

cards = pytest.mark.needs(Ability.LOAD)


def whole(host: Host, shoe: Plugged) -> None:
    """Every card that left is in the journal, once and in order, and nobody was alarmed."""
    host.until_came(shoe)
    assert host.verdict(shoe).is_whole, host.verdict(shoe)
    assert len(set(host.origins)) == len(host.passes)
    assert host.alarms == 0, host.told()


def begun(host: Host, shoe: Plugged, words: list[str]) -> None:
    host.until_link("up")
    host.new_shoe(shoe, words)


def test_it_is_heard_and_says_who_it_is(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    said = host.until_link("up").text
    assert "is connected" in said
    assert (shoe.serial or "") in said
    assert {finding.part: finding.state for finding in host.source.health()}["shoe"] == "good"


@cards
def test_cards_come_in_order(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[: 4 * shoe.handful]))
    for _ in range(4 * shoe.handful):
        shoe.pull()
        host.until_came(shoe)
    whole(host, shoe)


@cards
def test_a_burst_of_cards_comes_in_order(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[: shoe.handful + 1]))
    shoe.pull(shoe.handful)
    whole(host, shoe)


@cards
def test_a_card_is_sent_again_ever_less_often_until_it_is_acknowledged(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(host, shoe, list(TAGS[:2]))
    proxy.spoil(LostFrames(1.0, [shoe1.ACK]), Way.TO_SHOE)
    shoe.pull()
    host.until_came(shoe)
    proxy.until(lambda: len(sendings_of(proxy, host.origins[0])) >= 4, "the card, four times")
    pauses = [later - earlier for earlier, later in pairwise(sendings_of(proxy, host.origins[0])[:4])]
    assert 0.04 <= pauses[0] <= 0.09
    assert pauses == sorted(pauses)
    proxy.heal()
    shoe.pull()
    host.until_came(shoe)
    assert len(host.passes) == 2, "sent four times, told once"
    whole(host, shoe)


def sendings_of(proxy: FaultProxy, origin: str) -> list[float]:
    """When the card of this origin came from the shoe, each time."""
    return [
        at
        for at, frame in proxy.timed_frames()
        if frame.type in shoe1.PASSES and f"{frame.boot_id}:{frame.seq}" == origin
    ]


@cards
def test_a_card_that_the_journal_does_not_hold_stays_in_the_shoe(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[:12]))
    host.acknowledges = False
    shoe.pull(3)
    host.until_came(shoe)
    origins = list(host.origins)
    host.restart()
    host.acknowledges = True
    host.until_link("up")
    assert host.origins == origins, "they came again and were known"
    shoe.pull()
    whole(host, shoe)


@cards
def test_acknowledged_late_and_all_at_once_nothing_is_lost(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[:14]))
    host.acknowledges = False
    shoe.pull(12 if shoe.knows_cards else shoe.handful)
    host.until(lambda: len(host.passes) >= min(8, len(shoe.left)), "what the window lets through")
    host.acknowledge()
    whole(host, shoe)


@pytest.mark.needs(Ability.UNREAD)
def test_an_unread_card_is_told_as_one(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, [TAGS[0], unread(TAGS[1]), TAGS[2], TAGS[3]])
    shoe.pull(3)
    whole(host, shoe)
    assert host.passes[1] == UNREAD


@pytest.mark.needs(Ability.TWO_TAGS)
def test_two_cards_at_once_are_one_unread_pass_and_told(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, [TAGS[0], together(TAGS[1], TAGS[2]), TAGS[3]])
    shoe.pull(2)
    host.until(lambda: any("two cards left the shoe at once" in link.text for link in host.links), "the word of it")
    whole(host, shoe)
    assert host.passes[1] == UNREAD


@pytest.mark.needs(Ability.READ_ONCE)
def test_a_card_read_only_once_is_not_believed(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, [read_once(TAGS[0]), TAGS[1], TAGS[2]])
    shoe.pull(2)
    whole(host, shoe)
    assert host.passes == [UNREAD, TAGS[1]]


@cards
def test_the_white_card_is_told(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, [TAGS[0], WHITE_CARD, TAGS[1], TAGS[2]])
    shoe.pull(3)
    whole(host, shoe)
    assert host.passes[1] == WHITE


@cards
def test_an_empty_shoe_is_told_once(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[:3]))
    shoe.pull(3)
    host.until(lambda: host.empties == 1, "the empty shoe")
    whole(host, shoe)
    host.restart()
    host.until_link("up")
    assert host.empties <= 1


@pytest.mark.needs(Ability.LID)
def test_the_lid_is_told_open_and_closed(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    host.until_up()
    shoe.device.lid(is_open=True)
    host.until(lambda: "lid is open" in host.links[-1].text, "the open lid")
    shoe.device.lid(is_open=False)
    host.until(lambda: "lid is closed" in host.links[-1].text, "the closed lid")


def test_a_shoe_of_another_serial_is_refused_by_name(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe, serial="BJ99-9999")
    said = host.until_link("lost").text
    assert (shoe.serial or "") in said
    assert "BJ99-9999" in said
    if Ability.LOAD in shoe.can:
        shoe.load(TAGS[:3])
        shoe.pull(2)
    host.never(lambda: bool(host.passes) or host.is_up, "a card of the wrong shoe", 0.5)


@pytest.mark.needs(Ability.CHOICE)
@pytest.mark.parametrize(
    ("shoes_key", "hosts_key", "words"),
    [
        (bytes(range(32)), bytes(range(1, 33)), "check that shoe.key is this shoe's"),
        (bytes(range(32)), None, "signs its frames: name the file of its key"),
        (None, bytes(range(32)), "does not sign its frames"),
    ],
    ids=["another key", "none at the host", "none in the shoe"],
)
def test_where_keys_differ_nothing_is_taken_and_it_is_told(
    make_shoe: MakeShoe, start_host: StartHost, shoes_key: bytes | None, hosts_key: bytes | None, words: str
) -> None:
    shoe = make_shoe(key=shoes_key)
    shoe.load(TAGS[:3])
    shoe.pull(2)
    host = start_host(shoe, key=hosts_key)
    assert words in host.until_link("lost").text
    host.never(lambda: bool(host.passes) or host.is_up, "a card of a shoe whose key is not ours", 0.5)


@cards
def test_with_one_key_cards_come_and_it_is_told_that_they_are_authentic(
    signing_shoe: Plugged, start_host: StartHost
) -> None:
    host = start_host(signing_shoe)
    assert "not authenticated" not in host.until_link("up").text
    host.new_shoe(signing_shoe, list(TAGS[: signing_shoe.handful + 1]))
    signing_shoe.pull(signing_shoe.handful)
    whole(host, signing_shoe)
    assert {finding.part: finding.state for finding in host.source.health()}["authentication"] == "good"


@pytest.mark.needs(Ability.LOAD, Ability.RESET)
def test_a_reset_in_mid_shoe_loses_and_doubles_nothing(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[: 3 * shoe.handful + 1]))
    for _ in range(3):
        shoe.pull(shoe.handful)
        host.until_came(shoe)
        shoe.device.restart()
    shoe.pull()
    whole(host, shoe)
    assert len({origin.split(":")[0] for origin in host.origins}) == 4, "boot after boot"


@pytest.mark.needs(Ability.LOAD, Ability.RESET)
def test_cards_that_die_with_the_firmware_are_called_missing(
    shoe: Plugged, plug_proxy: PlugProxy, start_host: StartHost
) -> None:
    proxy = plug_proxy(shoe)
    host = start_host(shoe, proxy.path)
    begun(host, shoe, list(TAGS[:12]))
    shoe.pull(2)
    host.until_came(shoe)
    proxy.spoil(LostFrames(1.0, shoe1.PASSES), Way.TO_HOST)
    shoe.pull(2)
    shoe.device.kill()
    proxy.heal()
    shoe.device.restart()
    assert "counted 4 cards out, the log holds 2" in host.until_link("missing", seconds=ALARM_S).text
    shoe.pull()
    host.until(lambda: len(host.passes) == 3, "the next card")
    assert (host.verdict(shoe).lost, host.verdict(shoe).doubled, host.verdict(shoe).wrong) == (2, 0, 0)


@pytest.mark.needs(Ability.HANG)
def test_a_hang_is_noticed_within_a_second_and_heals(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[:9]))
    shoe.pull(2)
    host.until_came(shoe)
    began = time.monotonic()
    shoe.device.hang()
    assert "said nothing for 750 ms" in host.until_link("lost").text
    assert host.link_times[-1] - began <= 1.0
    shoe.device.resume()
    host.until_link("up")
    shoe.pull(3)
    whole(host, shoe)


@pytest.mark.needs(Ability.LOAD, Ability.UNPLUG)
def test_unplugging_is_noticed_and_plugging_in_goes_on(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[:9]))
    shoe.pull(2)
    host.until_came(shoe)
    began = time.monotonic()
    shoe.device.unplug()
    assert "hung up" in host.until_link("lost").text
    if shoe.knows_cards:
        assert host.link_times[-1] - began <= 1.0
    shoe.device.plug()
    host.until_link("up")
    shoe.pull(3)
    whole(host, shoe)


@cards
def test_a_host_that_is_away_gets_everything_when_it_is_back(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[: shoe.handful + 3]))
    shoe.pull(2)
    host.until_came(shoe)
    host.kill()
    shoe.pull(min(10, shoe.handful))
    host.start()
    whole(host, shoe)


@cards
def test_a_second_shoe_counts_from_nought(shoe: Plugged, start_host: StartHost) -> None:
    host = start_host(shoe)
    begun(host, shoe, list(TAGS[:9]))
    shoe.pull(3)
    whole(host, shoe)
    for _ in range(3):
        host.new_shoe(shoe, list(TAGS[9:18]))
        shoe.pull(3)
        whole(host, shoe)
    host.restart()
    assert host.until_link("up") == Link(state="up", text=host.links[-1].text)
    whole(host, shoe)
