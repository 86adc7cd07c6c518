import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import events as e
from engine.cards import Card, Tag
from engine.events import AnyEvent
from engine.lines import ENCODER_OF_CARDS, ENVELOPE, KINDS, EventError, event_from, event_of, said
from engine.rules import TableRules
from engine.tests.test_rules import DEFAULTS

TEN, ACE = Card.parse("TH"), Card.parse("AS")

LINES: list[tuple[dict[str, Any], AnyEvent]] = [
    ({"type": "shoe_started"}, e.ShoeStarted()),
    ({"type": "card_out", "card": "TH"}, e.CardOut(card=TEN)),
    ({"type": "card_out", "card": None}, e.CardOut(card=None)),
    (
        {
            "type": "card_out",
            "card": "AS",
            "boxed": True,
            "reader": "camera",
            "tag": "E0040150",
            "confidence": 0.75,
            "origin": "b1:7",
        },
        e.CardOut(card=ACE, boxed=True, reader="camera", tag=Tag("E0040150"), confidence=0.75, origin="b1:7"),
    ),
    ({"type": "card_out", "card": "AS", "reader": "hand"}, e.CardOut(card=ACE, reader="hand")),
    ({"type": "white_card_out"}, e.WhiteCardOut()),
    ({"type": "white_card_out", "origin": "b1:8"}, e.WhiteCardOut(origin="b1:8")),
    ({"type": "shoe_empty"}, e.ShoeEmpty()),
    ({"type": "table_opened", "rules": {}}, e.TableOpened(rules=TableRules())),
    ({"type": "table_opened", "rules": {"decks": 8}}, e.TableOpened(rules=TableRules(decks=8))),
    ({"type": "player_seated", "box": 3, "player": "Ana"}, e.PlayerSeated(box=3, player="Ana")),
    ({"type": "player_left", "box": 3}, e.PlayerLeft(box=3)),
    (
        {"type": "wager_placed", "box": 3, "player": "Ana", "amount": 200},
        e.WagerPlaced(box=3, player="Ana", amount=200),
    ),
    ({"type": "wager_withdrawn", "box": 3, "player": "Ana"}, e.WagerWithdrawn(box=3, player="Ana")),
    ({"type": "betting_closed"}, e.BettingClosed()),
    ({"type": "call", "box": 3, "call": "hit"}, e.Call(box=3, call="hit")),
    ({"type": "call", "box": 3, "call": "stand", "player": "Bo"}, e.Call(box=3, call="stand", player="Bo")),
    (
        {"type": "call", "box": 3, "hand": 2, "call": "double", "matched_by": ["Bo"]},
        e.Call(box=3, hand=2, call="double", matched_by=("Bo",)),
    ),
    ({"type": "call", "box": 3, "call": "split", "matched_by": []}, e.Call(box=3, call="split", matched_by=())),
    (
        {"type": "call", "box": 3, "call": "surrender", "before": 12, "by": "Pit", "felt": "agrees", "second": "Eva"},
        e.Call(box=3, call="surrender", before=12, by="Pit", felt="agrees", second="Eva"),
    ),
    ({"type": "insurance", "box": 3, "player": "Ana", "amount": 0}, e.Insurance(box=3, player="Ana", amount=0)),
    ({"type": "even_money", "box": 3, "player": "Ana"}, e.EvenMoney(box=3, player="Ana")),
    ({"type": "hand_shown", "box": 3}, e.HandShown(box=3)),
    ({"type": "hand_shown", "box": 3, "hand": 2}, e.HandShown(box=3, hand=2)),
    ({"type": "done"}, e.Done()),
    *(({"type": "done", "of": of}, e.Done(of=of)) for of in ("offer", "turn_hidden", "reconcile", "settle")),
    ({"type": "shuffle_called"}, e.ShuffleCalled()),
    ({"type": "withdrawn", "seq": 9, "by": "Pit", "reason": "slip"}, e.Withdrawn(seq=9, by="Pit", reason="slip")),
    ({"type": "card_named", "n": 9, "card": "TH", "by": "Pit"}, e.CardNamed(n=9, card=TEN, by="Pit")),
    (
        {"type": "card_named", "names": [{"n": 9, "card": "TH"}, {"n": 11, "card": "AS"}], "by": "Pit"},
        e.CardNamed(names=(e.NamedCard(9, TEN), e.NamedCard(11, ACE)), by="Pit"),
    ),
    (
        {"type": "card_voided", "n": 9, "reason": "fell", "by": "Pit"},
        e.CardVoided(n=9, reason="fell", by="Pit"),
    ),
    ({"type": "card_held", "n": 9, "by": "Pit"}, e.CardHeld(n=9, by="Pit")),
    ({"type": "card_exposed", "n": 9, "by": "Pit", "second": "Eva"}, e.CardExposed(n=9, by="Pit", second="Eva")),
    ({"type": "misdeal_found", "reason": "box 2", "by": "Pit"}, e.MisdealFound(reason="box 2", by="Pit")),
    ({"type": "coup_cancelled", "reason": "misdeal", "by": "Pit"}, e.CoupCancelled(reason="misdeal", by="Pit")),
    ({"type": "link", "state": "lost", "text": "unplugged"}, e.Link(state="lost", text="unplugged")),
    (
        {"type": "opened", "version": "0.1.0", "settings": "ab", "pragmas": {"synchronous": 2}},
        e.Opened(version="0.1.0", settings="ab", pragmas={"synchronous": 2}),
    ),
    ({"type": "dealer_changed"}, e.DealerChanged()),
    ({"type": "table_closed"}, e.TableClosed()),
    ({"type": "assistant_off"}, e.AssistantOff()),
    ({"type": "assistant_on"}, e.AssistantOn()),
    ({"type": "assistant_on", "white_card_out": True}, e.AssistantOn(white_card_out=True)),
    ({"type": "paid"}, e.Paid()),
    (
        {"type": "payout_corrected", "coup": 4, "box": 3, "player": "Ana", "from": 200, "to": -200},
        e.PayoutCorrected(coup=4, box=3, player="Ana", was=200, to=-200),
    ),
    (
        {"type": "payout_corrected", "coup": 4, "box": 3, "hand": 2, "player": "Ana", "from": 0, "to": 400},
        e.PayoutCorrected(coup=4, box=3, hand=2, player="Ana", was=0, to=400),
    ),
    ({"type": "alert_acknowledged", "seq": 9, "by": "2001"}, e.AlertAcknowledged(seq=9, by="2001")),
    ({"type": "signed_in"}, e.SignedIn()),
    ({"type": "signed_out"}, e.SignedOut()),
    ({"type": "clock_stepped"}, e.ClockStepped()),
    (
        {"type": "commitments_opened", "openings": [{"seq": 12, "nonce": "00", "text": "TH - -"}]},
        e.CommitmentsOpened(openings=(e.Opening(12, "00", "TH - -"),)),
    ),
    (
        {
            "type": "opened",
            "standing": {"rules": DEFAULTS, "coups": 9, "wagers": {"3": [["Ana", 1]]}, "dealer": "1042"},
        },
        e.Opened(standing=e.Standing(rules=TableRules(), coups=9, wagers={3: (("Ana", 1),)}, dealer="1042")),
    ),
    ({"type": "note"}, e.Note()),
]
"""Every event as the log writes it."""

CONTRACT = """
    shoe_started card_out white_card_out shoe_empty table_opened player_seated player_left wager_placed wager_withdrawn
    betting_closed call insurance even_money hand_shown done shuffle_called withdrawn card_named card_voided card_held
    card_exposed misdeal_found coup_cancelled dealer_changed table_closed assistant_off assistant_on paid
    payout_corrected alert_acknowledged signed_in signed_out link clock_stepped opened note
"""
OURS = "commitments_opened"
"""What commitments need, in the journal and in exports."""
LOOSE = "dealer_changed table_closed assistant_off assistant_on paid payout_corrected alert_acknowledged signed_in "
LOOSE += "signed_out clock_stepped note link opened commitments_opened"
"""Records of which fields that this version does not know are passed over."""


def name(value: object) -> str:
    return str(value["type"]) if isinstance(value, dict) else ""


@pytest.mark.parametrize(("line", "event"), LINES, ids=name)
def test_an_event_is_read_from_its_line(line: dict[str, Any], event: AnyEvent) -> None:
    assert event_from(json.dumps(line)) == event
    assert event_from(json.dumps(line).encode()) == event


@pytest.mark.parametrize(("line", "event"), LINES, ids=name)
def test_an_event_is_written_as_its_line_with_nothing_that_is_a_default(line: dict[str, Any], event: AnyEvent) -> None:
    written = json.loads(ENCODER_OF_CARDS.encode(event))
    if isinstance(event, e.TableOpened):
        written["rules"] = {rule: value for rule, value in written["rules"].items() if rule in line["rules"]}
    assert written == line


def test_every_event_of_the_log_is_read_here_and_no_other_is_known() -> None:
    assert set(KINDS) == {*CONTRACT.split(), OURS} == {line["type"] for line, _ in LINES}


@pytest.mark.parametrize(("line", "event"), LINES, ids=name)
def test_what_journal_and_socket_write_around_an_event_is_passed_over(line: dict[str, Any], event: AnyEvent) -> None:
    envelope = {"seq": 4, "at": "2026-01-31T12:00:00.000Z", "prev": "00", "hash": "ff", "stored": "{}"}
    envelope |= {"commitment": "00", "opening": {"nonce": "00", "text": "TH"}, "ns": [4]}
    envelope |= {"id": "a1", "answers": 3, "proofs": []}
    assert envelope.keys() == ENVELOPE
    assert event_from(json.dumps(envelope | line)) == event


@pytest.mark.parametrize("line", [line for line, _ in LINES if line["type"] not in LOOSE.split()], ids=name)
def test_an_unknown_field_is_an_error(line: dict[str, Any]) -> None:
    with pytest.raises(EventError, match="sede"):
        event_from(json.dumps(line | {"sede": 1}))


@pytest.mark.parametrize(("line", "event"), [case for case in LINES if case[0]["type"] in LOOSE.split()], ids=name)
def test_an_unknown_field_of_a_further_record_is_passed_over(line: dict[str, Any], event: AnyEvent) -> None:
    assert event_from(json.dumps(line | {"sede": 1})) == event


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("card_out", "no JSON"),
        ('{"type": "done"} {"type": "done"}', "no JSON"),
        ("[]", "a list is no event"),
        ("3", "a int is no event"),
        ("null", "a NoneType is no event"),
        ("{}", 'field "type" is missing'),
        ('{"card": "TH"}', 'field "type" is missing'),
        ('{"type": null}', 'field "type" is missing'),
        ('{"type": "card_in"}', "'card_in' is no event"),
        ('{"type": "Card_Out", "card": "TH"}', "'Card_Out' is no event"),
        ('{"type": 3}', "3 is no event"),
        ('{"type": ["done"]}', "is no event"),
        ('{"type": "card_out"}', "card_out: object missing required field `card`"),
        ('{"type": "card_out", "card": "XX"}', "'XX' is no card"),
        ('{"type": "card_out", "card": ""}', "'' is no card"),
        ('{"type": "card_out", "card": 10}', "10 is no card"),
        ('{"type": "card_out", "card": ["TH"]}', "is no card"),
        ('{"type": "card_out", "card": "TH", "reader": "nose"}', "reader"),
        ('{"type": "card_out", "card": "TH", "boxed": "yes"}', "boxed"),
        ('{"type": "card_named", "names": [{"n": 3, "card": "XX"}], "by": "Pit"}', "'XX' is no card"),
        ('{"type": "card_named", "names": [{"n": 3, "card": "TH", "x": 1}], "by": "Pit"}', "x"),
        ('{"type": "card_named", "n": 3, "card": "TH"}', "`by`"),
        ('{"type": "coup_cancelled", "by": "Pit"}', "`reason`"),
        ('{"type": "wager_placed", "box": "3", "player": "Ana", "amount": 200}', r"\$\.box"),
        ('{"type": "wager_placed", "box": 3, "player": "Ana", "amount": 200.5}', r"\$\.amount"),
        ('{"type": "wager_placed", "box": 3, "player": "Ana", "amount": true}', r"\$\.amount"),
        ('{"type": "wager_placed", "box": 3, "player": null, "amount": 200}', r"\$\.player"),
        ('{"type": "call", "box": 3, "call": "fold"}', "fold"),
        ('{"type": "done", "of": "deal"}', "deal"),
        ('{"type": "done", "felt": "differs"}', "differs"),
        ('{"type": "table_opened", "rules": {"packs": 6}}', "packs"),
        ('{"type": "table_opened", "rules": {"deal_order": "zigzag"}}', "zigzag"),
        ('{"type": "link", "state": "sleepy"}', "sleepy"),
        ('{"type": "payout_corrected", "coup": 4, "box": 3, "player": "Ana", "from": 200}', "`to`"),
        ('{"type": "withdrawn", "by": "Pit", "reason": "slip"}', "`seq`"),
    ],
)
def test_what_is_no_event_is_told_with_what_was_found(line: str, wrong: str) -> None:
    with pytest.raises(EventError, match=wrong):
        event_from(line)


@pytest.mark.parametrize("line", [b'{"type": "note", "text": "\xff"}', b"\xff\xfe", b"[" * 60_000, b'{"a":' * 12_000])
def test_bytes_that_are_no_text_and_endless_nesting_are_no_event(line: bytes) -> None:
    with pytest.raises(EventError):
        event_from(line)


@given(st.binary(max_size=60))
@example(b"")
def test_any_bytes_are_an_event_or_an_event_error(line: bytes) -> None:
    try:
        event = event_from(line)
    except EventError:
        return
    assert isinstance(event, e.Event)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner))
FIELDS = ("card", "box", "player", "amount", "of", "rules", "n", "by", "reason", "call", "seq", "names", "before")


@given(st.sampled_from(list(KINDS)), st.dictionaries(st.sampled_from(FIELDS), values, max_size=5))
def test_any_fields_are_an_event_or_an_event_error(kind: str, fields: dict[str, Any]) -> None:
    try:
        event = event_of({"type": kind} | fields)
    except EventError:
        return
    assert event_of(msgspec.to_builtins(event, enc_hook=said)) == event


@pytest.mark.parametrize("digits", ["9" * 20, "9" * 4299, "9" * 4300, "9" * 100_000, "-" + "9" * 30, "1e400"], ids=len)
def test_a_number_beyond_reach_is_no_event(digits: str) -> None:
    with pytest.raises(EventError):
        event_from(f'{{"type": "wager_placed", "box": 1, "player": "Ana", "amount": {digits}}}')
