"""The link's rules, each by the frames that come in and what goes out; the clock is an argument."""

import pytest

from engine.cards import Card, Tag
from engine.events import CardOut, Link, ShoeEmpty, WhiteCardOut
from engine.ports import Journalled, Sighting
from firmware_bridge import wording
from firmware_bridge.device import Reaction
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import Deframer, Frame
from firmware_bridge.intake import REPLAYS
from firmware_bridge.link import ShoeLink
from firmware_bridge.tests.fakes import TAGS, beat, card, frame, hello, new_link, said

A, B = 0xAAAA, 0xBBBB
ACK, HELLO, SET, REPLAY, TIME = shoe1.ACK, shoe1.HOST_HELLO, shoe1.SET, shoe1.REPLAY, shoe1.TIME
FLAG_EMPTY = shoe1.FLAG_EMPTY
UP = Link(state="up", text="shoe BJ21-0001 is connected, not authenticated")


def met(journalled: Journalled | None = None, *, oldest: int = 1, gate: int = 0) -> ShoeLink:
    """A link whose shoe, boot A, has answered."""
    link = new_link(journalled)
    link.opened(0.0)
    link.received(hello(A, oldest) + beat(A, oldest, gate), 0.0)
    return link


def open_shoe(passed: int = 0, *origins: str) -> Journalled:
    return Journalled(frozenset(origins), passed, shoe_open=True)


def origins(reaction: Reaction) -> list[str | None]:
    return [one.origin for one in reaction.post if isinstance(one, CardOut | WhiteCardOut)]


def links(*reactions: Reaction) -> list[Link]:
    return [one for reaction in reactions for one in reaction.post if isinstance(one, Link)]


def states(*reactions: Reaction) -> list[str]:
    return [link.state for link in links(*reactions)]


# Who is there


def test_open_port_is_greeted_after_a_zero() -> None:
    reaction = new_link().opened(0.0)
    assert reaction.send[0] == 0
    assert said(reaction.send) == [(HELLO, 0)]
    assert reaction.post == ()


def test_hello_is_repeated_until_answered() -> None:
    link = new_link()
    link.opened(0.0)
    times = [now for now in range(0, 2000, 10) if (HELLO, 0) in said(link.advance(now / 1000).send)]
    assert times[:3] == [250, 500, 750]
    link.received(hello(A, 1), 2.0)
    assert said(link.advance(2.3).send) == []


def test_link_is_up_once_the_counts_were_compared() -> None:
    link = new_link()
    link.opened(0.0)
    first = link.received(hello(A, 1), 0.1)
    assert (said(first.send), first.post) == ([(TIME, 0)], ())
    assert link.received(beat(A, 1, 0), 0.1).post == (UP,)


def test_events_before_the_answer_are_not_taken_since_nobody_knows_whose_they_are() -> None:
    link = new_link()
    link.opened(0.0)
    assert link.received(card(A, 1), 0.1) == Reaction()


def test_port_without_an_answer_is_a_lost_link_after_750_ms() -> None:
    link = new_link()
    link.opened(0.0)
    reactions = [link.advance(now / 100) for now in range(300)]
    assert links(*reactions) == [Link(state="lost", text=wording.NO_ANSWER)]
    assert links(*reactions[:75]) == []


def test_garbage_is_named_as_such() -> None:
    link = new_link()
    link.opened(0.0)
    link.received(b"noise\0" * 20, 0.5)
    assert links(link.advance(0.8)) == [Link(state="lost", text=wording.noise(115_200))]


def test_a_line_that_damages_frames_beside_good_ones_is_told_until_it_is_good_again() -> None:
    link = met()
    reactions = []
    for quarter in range(1, 60):
        broken = b"rubbish\0" if quarter < 20 else b""
        reactions.append(link.received(broken + beat(A, 1, 0), quarter / 4))
        reactions.append(link.advance(quarter / 4))
    told = [(one.state, one.text) for one in links(*reactions)]
    assert told == [("attention", wording.noise(115_200)), ("up", wording.LINE_GOOD)]


def test_another_shoe_is_refused_by_name_and_nothing_of_it_is_taken() -> None:
    link = new_link(serial="BJ21-0007")
    link.opened(0.0)
    reaction = link.received(hello(A, 1) + beat(A, 1, 0) + card(A, 1), 0.0)
    assert [type(one) for one in reaction.post] == [Link]
    (report,) = links(reaction)
    assert report.state == "lost"
    assert "BJ21-0001" in report.text
    assert "BJ21-0007" in report.text
    assert links(link.advance(1.0), link.received(hello(A, 1), 1.0)) == []


def test_any_shoe_is_taken_where_the_settings_name_none() -> None:
    link = new_link(serial=None)
    link.opened(0.0)
    assert states(link.received(hello(A, 1, serial="X") + beat(A, 1, 0), 0.0)) == ["up"]


def test_port_opened_again_is_judged_by_what_comes_now() -> None:
    link = new_link()
    link.opened(0.0)
    link.received(b"noise\0" * 20, 0.1)
    link.closed("gone", 0.0)
    link.opened(1.0)
    assert links(link.advance(1.8)) == [Link(state="lost", text=wording.NO_ANSWER)]


def test_echo_of_the_hosts_own_words_is_no_sign_of_life() -> None:
    link = met()
    link.received(frame(ACK, A, 1), 0.7)
    assert states(link.advance(0.75)) == ["lost"]


def test_shoe_that_signs_is_refused() -> None:
    link = new_link()
    link.opened(0.0)
    (report,) = links(link.received(hello(A, 1, features=7), 0.0))
    assert "signs" in report.text


def test_silence_over_750_ms_is_a_lost_link_and_an_answer_brings_it_back() -> None:
    link = met()
    assert link.due_at == 0.75
    assert link.advance(0.74) == Reaction()
    lost = link.advance(0.75)
    assert links(lost) == [Link(state="lost", text=wording.SILENT)]
    assert said(lost.send) == [(HELLO, 0)]
    assert states(link.received(hello(A, 1) + beat(A, 1, 0), 2.0)) == ["up"]


def test_heartbeats_keep_the_link() -> None:
    link = met()
    reactions = []
    for quarter in range(1, 20):
        reactions += [link.received(beat(A, 1, 0), quarter / 4), link.advance(quarter / 4 + 0.24)]
    assert links(*reactions) == []


def test_lost_port_is_reported_once_per_sentence() -> None:
    link = met()
    reactions = [link.closed(why, 0.0) for why in ("gone", "gone", "no such port")]
    assert states(*reactions) == ["lost", "lost"]
    assert link.due_at is None


def test_stray_frame_of_another_boot_asks_who_is_there_and_changes_nothing() -> None:
    link = met()
    stray = link.received(card(B, 1), 0.3)
    assert (said(stray.send), stray.post) == ([(HELLO, 0)], ())
    assert origins(link.received(card(A, 1), 0.3)) == [f"{A}:1"]


# Events, each once and in order


EVENTS: list[tuple[str, bytes, Sighting]] = [
    ("card", card(A, 1, 7), CardOut(card=Card.parse("8S"), tag=Tag(TAGS[7]), origin=f"{A}:1")),
    ("unread", frame(shoe1.GATE, A, 1, 1), CardOut(card=None, origin=f"{A}:1")),
    ("white card", frame(shoe1.WHITE_CARD, A, 1, 1), WhiteCardOut(origin=f"{A}:1")),
    ("empty", frame(shoe1.EMPTY, A, 1, 1), ShoeEmpty()),
    (
        "not enrolled",
        frame(shoe1.CARD, A, 1, b"\xab\xcd", 0, 2, 1),
        CardOut(card=None, tag=Tag("ABCD"), origin=f"{A}:1"),
    ),
    ("read once only", frame(shoe1.CARD, A, 1, bytes.fromhex(TAGS[7]), 0, 1, 1), CardOut(card=None, origin=f"{A}:1")),
    ("no tag", frame(shoe1.CARD, A, 1, b"", 0, 1, 1), CardOut(card=None, origin=f"{A}:1")),
    ("lid", frame(shoe1.LID, A, 1, 1), Link(state="attention", text=wording.LID_OPEN)),
    ("fault", frame(shoe1.FAULT, A, 1, 9, 4), Link(state="attention", text=wording.fault(shoe1.Fault(9, 4)))),
]


@pytest.mark.parametrize(("event", "sighting"), [case[1:] for case in EVENTS], ids=[case[0] for case in EVENTS])
def test_event_becomes_a_sighting(event: bytes, sighting: Sighting) -> None:
    assert met().received(event, 0.0).post == (sighting,)


def test_empty_shoe_is_told_by_a_heartbeat_if_its_event_was_lost_with_an_earlier_host() -> None:
    link = met(open_shoe(417), gate=417)
    assert ShoeEmpty() in link.received(beat(A, 1, 417, flags=FLAG_EMPTY), 0.0).post
    assert ShoeEmpty() not in link.received(beat(A, 1, 417, flags=FLAG_EMPTY), 0.1).post


def test_empty_sensor_is_not_believed_while_cards_have_not_passed() -> None:
    link = met(open_shoe(3), gate=3)
    assert link.received(beat(A, 1, 3, flags=FLAG_EMPTY), 0.0).post == ()


def test_empty_shoe_is_told_after_the_cards_before_it() -> None:
    link = met(open_shoe(416), gate=416)
    assert ShoeEmpty() not in link.received(beat(A, 2, 417, flags=FLAG_EMPTY), 0.0).post
    posted = link.received(card(A, 1) + beat(A, 2, 417, flags=FLAG_EMPTY), 0.1).post
    assert [type(one) for one in posted if not isinstance(one, Link)] == [CardOut, ShoeEmpty]


def test_nothing_is_acknowledged_before_the_journal_holds_it() -> None:
    link = met()
    assert said(link.received(card(A, 1), 0.0).send) == []
    assert said(link.acknowledge(f"{A}:1").send) == [(ACK, 1)]


def test_repeat_is_dropped_in_silence_until_journalled_and_acknowledged_again_after() -> None:
    link = met()
    link.received(card(A, 1), 0.0)
    assert link.received(card(A, 1), 0.05) == Reaction()
    link.acknowledge(f"{A}:1")
    again = link.received(card(A, 1), 0.15)
    assert (again.post, said(again.send)) == ((), [(ACK, 1)])


def test_hello_that_shows_a_lost_acknowledgement_gets_it_again() -> None:
    link = met()
    link.received(card(A, 1), 0.0)
    link.acknowledge(f"{A}:1")
    assert said(link.received(hello(A, 1), 0.1).send) == [(ACK, 1)]
    assert said(link.received(hello(A, 2), 0.2).send) == []


def test_acknowledgement_waits_for_the_oldest() -> None:
    link = met()
    link.received(card(A, 1, 1) + card(A, 2, 2) + card(A, 3, 3), 0.0)
    assert said(link.acknowledge(f"{A}:2").send) == []
    assert said(link.acknowledge(f"{A}:1").send) == [(ACK, 2)]
    assert said(link.acknowledge(f"{A}:3").send) == [(ACK, 3)]


@pytest.mark.parametrize(
    "other", [frame(shoe1.LID, A, 2, 1), frame(shoe1.FAULT, A, 2, 9, 9), frame(shoe1.EMPTY, A, 2, 1)]
)
def test_event_that_nobody_journals_does_not_overtake_one_that_waits(other: bytes) -> None:
    link = met()
    assert said(link.received(card(A, 1) + other, 0.0).send) == []
    assert said(link.acknowledge(f"{A}:1").send) == [(ACK, 2)]


def test_event_that_nobody_journals_is_acknowledged_at_once_if_none_waits() -> None:
    assert said(met().received(frame(shoe1.LID, A, 1, 1), 0.0).send) == [(ACK, 1)]


@pytest.mark.parametrize("origin", ["1:1", f"{A}:1", f"{A}:77", "nonsense"])
def test_acknowledging_what_was_never_posted_does_nothing(origin: str) -> None:
    assert met().acknowledge(origin) == Reaction()


def test_events_after_a_gap_wait_until_it_closes() -> None:
    link = met()
    early = link.received(card(A, 2, 2) + card(A, 3, 3), 0.0)
    assert (early.post, said(early.send)) == ((), [(REPLAY, 1)])
    closed = link.received(card(A, 1, 1), 0.01)
    assert origins(closed) == [f"{A}:1", f"{A}:2", f"{A}:3"]
    assert said(link.advance(0.2).send) == []


def test_replay_is_repeated_while_the_gap_is_open() -> None:
    link = met()
    link.received(card(A, 2), 0.0)
    assert link.due_at == pytest.approx(0.1)
    assert said(link.advance(0.1).send) == [(REPLAY, 1)]


def test_gap_that_the_shoe_says_is_gone_may_be_a_missing_card_and_play_goes_on() -> None:
    link = met()
    link.received(card(A, 3, 3), 0.0)
    reaction = link.received(hello(A, 3) + beat(A, 4, 3), 0.01)
    assert states(reaction) == ["missing"]
    assert "events 1 to 2" in links(reaction)[0].text
    assert origins(reaction) == [f"{A}:3"]
    assert states(link.received(beat(A, 4, 3), 0.1)) == []
    assert origins(link.received(card(A, 4, 4), 0.2)) == [f"{A}:4"]
    assert said(link.acknowledge(f"{A}:3").send) == [(ACK, 3)]


def test_gap_that_no_replay_closes_is_given_up_even_if_the_shoe_does_not_say_so() -> None:
    link = met()
    reactions = []
    for tenth in range(REPLAYS + 1):
        reactions += [link.received(card(A, 2), tenth / 10), link.advance(tenth / 10 + 0.05)]
    assert states(*reactions) == ["missing"]
    assert [origin for reaction in reactions for origin in origins(reaction)] == [f"{A}:2"]


def test_heartbeat_that_tells_of_events_which_never_come_asks_for_them() -> None:
    link = met()
    assert said(link.received(beat(A, 3, 2), 0.25).send) == []
    assert said(link.received(beat(A, 3, 2), 0.5).send) == [(REPLAY, 1)]


def test_seq_goes_from_65535_to_0() -> None:
    link = met(oldest=65534)
    reaction = link.received(b"".join(card(A, seq, at) for at, seq in enumerate((65534, 65535, 0, 1))), 0.0)
    assert origins(reaction) == [f"{A}:65534", f"{A}:65535", f"{A}:0", f"{A}:1"]
    for seq in (65534, 65535, 0):
        assert said(link.acknowledge(f"{A}:{seq}").send) == [(ACK, seq)]
    assert said(link.received(card(A, 65535), 0.1).send) == [(ACK, 0)]


# After a restart of the host


def test_what_the_journal_holds_is_not_posted_again_but_acknowledged() -> None:
    link = met(open_shoe(2, f"{A}:6", f"{A}:7"), oldest=6)
    reaction = link.received(card(A, 6, 6) + card(A, 7, 7) + card(A, 8, 8), 0.0)
    assert origins(reaction) == [f"{A}:8"]
    assert said(reaction.send) == [(ACK, 6), (ACK, 7)]
    assert said(link.received(card(A, 7), 0.1).send) == [(ACK, 7)]


def test_all_that_is_left_in_the_ring_is_journalled_and_acknowledged_at_once() -> None:
    link = met(open_shoe(2, f"{A}:6", f"{A}:7"), oldest=7)
    assert said(link.received(card(A, 7), 0.0).send) == [(ACK, 7)]


def test_host_that_starts_in_an_open_shoe_is_up_if_the_counts_agree() -> None:
    link = new_link(open_shoe(41, f"{A}:40"))
    link.opened(0.0)
    assert states(link.received(hello(A, 41) + beat(A, 42, 42), 0.0)) == []
    assert states(link.received(card(A, 41), 0.0)) == ["up"]


@pytest.mark.parametrize("gate", [42, 40, 0])
def test_host_that_starts_in_an_open_shoe_says_so_if_they_do_not(gate: int) -> None:
    link = new_link(open_shoe(41))
    link.opened(0.0)
    (report,) = links(link.received(hello(B, 1) + beat(B, 1, gate), 0.0))
    assert report.state == "missing"
    assert f"counted {gate} " in report.text
    assert "holds 41" in report.text


def test_between_two_shoes_no_count_is_wrong() -> None:
    link = new_link(Journalled())
    link.opened(0.0)
    assert states(link.received(hello(A, 9) + beat(A, 9, 300), 0.0)) == ["up"]


# After a reset of the shoe


def shoe_with_three_out() -> ShoeLink:
    link = met(open_shoe())
    link.received(b"".join(card(A, seq, seq) for seq in (1, 2, 3)) + beat(A, 4, 3), 0.1)
    return link


def test_new_boot_whose_count_agrees_is_nothing_to_speak_of() -> None:
    link = shoe_with_three_out()
    assert links(link.received(hello(B, 1) + beat(B, 1, 3), 0.2)) == []
    assert origins(link.received(card(B, 1, 4), 0.3)) == [f"{B}:1"]


def test_new_boot_whose_count_is_ahead_lost_a_card() -> None:
    link = shoe_with_three_out()
    (report,) = links(link.received(hello(B, 1) + beat(B, 1, 4), 0.2))
    assert report.state == "missing"
    assert origins(link.received(card(B, 1, 5) + beat(B, 2, 5), 0.3)) == [f"{B}:1"]


def test_card_pulled_just_after_the_reset_is_not_missing() -> None:
    link = shoe_with_three_out()
    assert links(link.received(hello(B, 1) + beat(B, 2, 4), 0.2)) == []
    assert links(link.received(card(B, 1, 4), 0.2)) == []


def test_acknowledgement_of_the_old_boot_is_not_said_to_the_new_one() -> None:
    link = shoe_with_three_out()
    link.received(hello(B, 1) + beat(B, 1, 3), 0.2)
    assert link.acknowledge(f"{A}:1") == Reaction()


def test_pulse_that_never_became_an_event_is_missing() -> None:
    link = shoe_with_three_out()
    assert states(link.received(beat(A, 4, 4), 0.2), link.received(beat(A, 4, 4), 0.4)) == ["missing"]


def test_missing_is_not_talked_away_by_the_next_heartbeat() -> None:
    link = shoe_with_three_out()
    link.received(hello(B, 1) + beat(B, 1, 4), 0.2)
    assert states(link.received(beat(B, 1, 4), 0.4)) == []


# A new shoe


def sets(wire: bytes) -> list[tuple[int, int]]:
    """As of which seq, and to what, the gate's count was set."""
    frames = [item for item in Deframer().feed(wire) if isinstance(item, Frame)]
    return [(item.seq, item.payload.value) for item in frames if isinstance(item.payload, shoe1.Set)]


def test_new_shoe_sets_the_gate_to_nought_and_again_until_a_heartbeat_shows_it() -> None:
    link = shoe_with_three_out()
    for seq in (1, 2, 3):
        link.acknowledge(f"{A}:{seq}")
    assert sets(link.shoe_started().send) == [(3, 0)]
    late = link.received(beat(A, 4, 3), 0.2)
    assert (sets(late.send), links(late)) == ([(3, 0)], [])
    shown = link.received(beat(A, 4, 0), 0.3)
    assert (sets(shown.send), links(shown)) == ([], [])


def test_card_in_flight_when_the_new_shoe_begins_is_counted_once() -> None:
    link = shoe_with_three_out()
    for seq in (1, 2, 3):
        link.acknowledge(f"{A}:{seq}")
    link.shoe_started()
    before = link.received(card(A, 4, 4) + beat(A, 5, 4), 0.2)
    assert sets(before.send) == [(4, 1)]
    assert links(before, link.received(beat(A, 5, 1), 0.3)) == []


def test_what_is_posted_and_not_journalled_belongs_to_the_new_shoe() -> None:
    link = shoe_with_three_out()
    link.acknowledge(f"{A}:1")
    link.acknowledge(f"{A}:2")
    assert sets(link.shoe_started().send) == [(3, 1)]
    assert links(link.received(beat(A, 4, 1), 0.2)) == []


def test_reset_while_the_new_count_is_under_way_is_no_alarm() -> None:
    link = shoe_with_three_out()
    for seq in (1, 2, 3):
        link.acknowledge(f"{A}:{seq}")
    link.shoe_started()
    reaction = link.received(hello(B, 1) + beat(B, 1, 3), 0.2)
    assert (links(reaction), sets(reaction.send)) == ([], [(0, 0)])


def test_card_lost_while_the_new_count_is_under_way_is_missing() -> None:
    link = shoe_with_three_out()
    for seq in (1, 2, 3):
        link.acknowledge(f"{A}:{seq}")
    link.shoe_started()
    assert states(link.received(hello(B, 1) + beat(B, 1, 4), 0.2)) == ["missing"]


def test_first_shoe_of_all_sets_the_gate_whatever_it_counts() -> None:
    link = new_link()
    link.shoe_started()
    link.opened(0.0)
    reaction = link.received(hello(A, 9) + beat(A, 9, 300), 0.0)
    assert (sets(reaction.send), states(reaction)) == ([(8, 0)], ["up"])


# Levels


def test_low_supply_is_told_once_and_so_is_its_return() -> None:
    link = met()
    texts = [report.text for flags in (4, 4, 0, 0) for report in links(link.received(beat(A, 1, 0, flags=flags), 0.1))]
    assert texts == [wording.SUPPLY_LOW, wording.SUPPLY_GOOD]
