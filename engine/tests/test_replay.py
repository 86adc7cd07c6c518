import json
from typing import Any

import pytest
from hypothesis import given, settings

from engine.events import TableOpened
from engine.lines import ENCODER_OF_CARDS
from engine.replay import ReplayError, as_json, play, read
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import events, plays, rules

LOG = """
{"type": "table_opened", "rules": {"decks": 2}}
{"type": "shoe_started"}
{"type": "player_seated", "box": 1, "player": "Ana"}
{"type": "wager_placed", "box": 1, "player": "Ana", "amount": 250}
{"type": "wager_placed", "box": 1, "player": "Ana", "amount": 200}
{"type": "betting_closed"}
{"type": "card_out", "card": "2C"}
{"type": "card_out", "card": "3C"}
{"type": "card_out", "card": "TS"}
{"type": "card_out", "card": "8S"}
{"type": "card_out", "card": null}
{"type": "card_out", "card": "9D"}
{"type": "card_named", "n": 5, "card": "AD", "by": "Pit"}
{"type": "done", "of": "offer"}
{"type": "call", "box": 1, "call": "hit"}
{"type": "card_out", "card": "5H"}
{"type": "done", "of": "turn_hidden"}
{"type": "white_card_out"}
{"type": "done"}
""".strip().splitlines()
"""One coup: a refused wager, an unread upcard, a bust, the white card while it is paid."""

OPENING = '{"type": "table_opened", "rules": {}}'


def answers(log: list[str]) -> list[dict[str, Any]]:
    return [json.loads(as_json(step)) for step in play(read(log, "log"))]


def test_each_line_has_one_answer_with_the_fields_of_the_contract() -> None:
    told = answers(LOG)
    assert [answer["line"] for answer in told] == list(range(1, len(LOG) + 1))
    assert {tuple(sorted(answer)) for answer in told} == {
        ("alerts", "coup", "due", "line", "pay", "refused", "role", "roles")
    }
    assert told[1] == {
        "line": 2,
        "role": None,
        "due": {"do": "take_wagers", "article": "2(3)"},
        "refused": None,
        "alerts": [],
        "coup": None,
        "roles": {},
        "pay": [],
    }


def test_due_bears_what_the_contract_says() -> None:
    due = [answer["due"] for answer in answers(LOG)]
    assert due[0] == {"do": "shuffle", "article": "2(2)"}
    assert due[5] == {"do": "burn", "left": 2, "article": "2(1)"}
    assert due[7] == {"do": "deal", "to": "box:1", "face": "down", "article": "3(1)a"}
    assert due[9] == {"do": "deal", "to": "upcard", "face": "up", "article": "3(1)a"}
    assert due[10] == due[11] == {"do": "name_card", "n": 5, "role": "upcard", "article": "2(1)"}
    assert due[12] == {"do": "offer", "what": ["insurance", "even_money"], "article": "8"}
    assert due[13] == {
        "do": "ask",
        "box": 1,
        "hand": 1,
        "calls": ["hit", "stand", "double", "split"],
        "article": "3(2)c",
    }
    assert due[14] == {"do": "deal", "to": "box:1/1", "face": "up", "article": "3(2)b"}
    assert [one["do"] for one in due[15:]] == ["turn_hidden", "settle", "settle", "shuffle"]


def test_roles_of_this_line_and_of_earlier_cards() -> None:
    told = answers(LOG)
    roles = ["burn", "burn", "box:1", "box:1", "upcard", None, None, None, None, "box:1/1"]
    assert [answer["role"] for answer in told[6:16]] == roles
    assert told[12]["roles"] == {"6": "hidden"}
    assert [answer["roles"] for number, answer in enumerate(told) if number != 12] == [{}] * (len(LOG) - 1)


def test_a_refusal_bears_reason_and_article_and_the_line_counts_all_the_same() -> None:
    refused = answers(LOG)[3]["refused"]
    assert refused["article"] == "2(3)"
    assert refused["reason"] == "2.50 is no whole number of chips; 2 or 4 would be lawful"


def test_an_alert_bears_code_text_and_article() -> None:
    (alert,) = answers(LOG)[10]["alerts"]
    assert alert == {"code": "unread", "text": "card 5 passed unread", "article": "2(1)", "values": {"n": 5}}


def test_money_that_moves_at_once_bears_the_fields_of_the_contract() -> None:
    (moved,) = answers(LOG)[15]["pay"]
    why = moved.pop("why")
    assert moved == {"box": 1, "hand": 1, "player": "Ana", "amount": -200, "article": "3(2)b", "code": "bust"}
    assert "bust" in why


def test_the_coups_result_stands_on_the_line_that_makes_it_final_and_again_when_it_changes() -> None:
    told = answers(LOG)
    row = {
        "box": 1,
        "hand": 1,
        "player": "Ana",
        "kind": "main",
        "wager": 200,
        "outcome": "bust",
        "net": -200,
        "article": "3(2)b",
    }
    final = {"number": 1, "cancelled": False, "last_of_shoe": False, "supersedes": False, "settlement": [row]}
    assert told[16]["coup"] == final
    assert told[17]["coup"] == final | {"last_of_shoe": True, "supersedes": True}
    assert [answer["coup"] for answer in told[:16] + told[18:]] == [None] * 17


def test_omniscient_adds_every_card_and_nothing_else_does() -> None:
    steps = play(read(LOG, "log"))
    seen = [json.loads(as_json(step, omniscient=True)) for step in steps][12]
    assert seen["hands"] == {"box:1/1": ["TS", "8S"], "dealer": ["AD", "9D"]}
    assert "8S" not in json.dumps(answers(LOG)[12])


def test_blank_lines_hold_no_event_and_are_counted() -> None:
    told = answers([OPENING, "", "   ", '{"type": "shoe_started"}'])
    assert [answer["line"] for answer in told] == [1, 4]


def test_what_journal_and_exports_write_around_an_event_is_ignored() -> None:
    wrapped = [
        json.dumps({"seq": n, "at": "2026-01-31T12:00:00.000Z", "prev": "00", "hash": "ff"} | json.loads(line))
        for n, line in enumerate(LOG, 1)
    ]
    assert answers(wrapped) == answers(LOG)


def test_records_of_a_live_table_change_nothing() -> None:
    record = '{"type": "paid", "box": 1, "hand": 1, "player": "Ana"}'
    with_record = answers([*LOG[:12], record, *LOG[12:]])
    assert [one | {"line": 0} for one in with_record[:12] + with_record[13:]] == [
        one | {"line": 0} for one in answers(LOG)
    ]


@pytest.mark.parametrize(
    ("log", "wrong"),
    [
        pytest.param([], ["no event in it", "begin with a table_opened"], id="empty"),
        pytest.param(["", " "], ["no event in it"], id="blank"),
        pytest.param(
            ["", '{"type": "done"}'], ["line 2", "the first event is done", "begin with table_opened"], id="start"
        ),
        pytest.param([OPENING, "{"], ["line 2", "no JSON", "write one JSON object a line"], id="json"),
        pytest.param([OPENING, "", "[]"], ["line 3", "is no event", "write one JSON object a line"], id="array"),
        pytest.param(
            [OPENING, '{"type": "deal"}'], ["line 2", '"type"', "'deal'", "write one of shoe_started"], id="type"
        ),
        pytest.param([OPENING, '{"card": "TS"}'], ["line 2", '"type" is missing', "write one of"], id="no-type"),
        pytest.param([OPENING, '{"type": "card_out"}'], ["line 2", "`card`", "its fields are"], id="missing"),
        pytest.param([OPENING, '{"type": "done", "x": 1}'], ["line 2", "`x`", "its fields are"], id="unknown"),
        pytest.param(
            [OPENING, '{"type": "card_out", "card": "1S"}'], ["line 2", "$.card", "'1S'", "as in TH"], id="card"
        ),
        pytest.param(
            ['{"type": "table_opened", "rules": {"decks": 1}}'],
            ["line 1", "rules.decks", "1 packs in a shoe", "give 2 to 8 (article 1b)"],
            id="1b-one-pack-in-a-shoe",
        ),
        pytest.param(
            ['{"type": "table_opened", "rules": {"equipment": "metal_box", "decks": 6}}'],
            ["line 1", "rules.decks", "6 packs in a metal_box", "give 1 (article 1b)"],
            id="1b-six-packs-in-a-metal-box",
        ),
        pytest.param(
            ['{"type": "table_opened", "rules": {"boxes": 5, "chip_unit": 0}}'],
            ["rules.boxes", "give 6 or 7", "rules.chip_unit", "above 0"],
            id="all-faults-at-once",
        ),
        pytest.param(
            ['{"type": "table_opened", "rules": {"deck": 6}}'],
            ["line 1", "deck", "the fields are equipment, decks"],
            id="rule",
        ),
    ],
)
def test_a_log_that_cannot_be_played_is_told_with_file_line_field_and_remedy(log: list[str], wrong: list[str]) -> None:
    with pytest.raises(ReplayError) as error:
        read(log, "table-1.jsonl")
    said = str(error.value)
    assert all(line.startswith("table-1.jsonl: ") for line in said.splitlines())
    assert [words for words in wrong if words not in said] == []


def test_a_mistake_on_the_last_line_is_found_before_anything_is_played() -> None:
    with pytest.raises(ReplayError, match=f"line {len(LOG) + 1}"):
        read([*LOG, '{"type": "cards_out"}'], "log")


def test_a_second_opening_is_refused_and_played_on() -> None:
    told = answers([OPENING, OPENING])
    assert told[1]["refused"]["article"] == "1b"


@settings(max_examples=60)
@given(plays, rules)
def test_a_log_that_was_written_is_read_and_played_as_the_table_took_it(decided: bytes, chosen: TableRules) -> None:
    happened = events(decided, chosen)
    lines = [{"type": "table_opened", "rules": chosen}, *happened]
    log = [numbered(ENCODER_OF_CARDS.encode(line), seq) for seq, line in enumerate(lines)]
    begun = read(log, "log")
    assert [logged.event for logged in begun[1:]] == happened
    table = Table(chosen)
    assert [step.answer for step in play(begun)][1:] == [table.take(event) for event in happened]
    once, again = ([as_json(step, omniscient=True) for step in play(begun)] for _ in range(2))
    assert once == again


def numbered(line: bytes, seq: int) -> bytes:
    """A line as an export bears it; one with a ``seq`` of its own has no other."""
    fields = json.loads(line)
    return line if "seq" in fields else json.dumps(fields | {"seq": seq}).encode()


def test_the_opening_has_rules_of_its_own() -> None:
    (opening,) = read([OPENING], "log")
    assert opening == (1, 1, TableOpened(rules=TableRules()))


DUE_WORDS = """
{"type": "shoe_started"}
{"type": "player_seated", "box": 1, "player": "Ana"}
{"type": "wager_placed", "box": 1, "player": "Ana", "amount": 200}
{"type": "card_out", "card": "2C"}
{"type": "card_out", "card": "3C"}
{"type": "card_out", "card": "TS"}
{"type": "card_out", "card": "8S"}
{"type": "card_out", "card": "6D"}
{"type": "card_voided", "n": 4, "reason": "fell", "by": "Pit"}
""".strip().splitlines()


def test_reconcile_bears_why_and_the_moves_and_earlier_cards_their_new_roles() -> None:
    told = answers([LOG[0], *DUE_WORDS])[-1]
    assert told["due"] == {
        "do": "reconcile",
        "moves": [{"n": 5, "from": "upcard", "to": "box:1"}],
        "why": "fell",
        "calls": [],
        "article": "2(1)",
    }
    assert told["roles"] == {"4": "void", "5": "box:1"}


WITHDRAWN = '{"type": "withdrawn", "seq": %d, "by": "Pit", "reason": "slip"}'


@pytest.mark.parametrize("first", [1, 41], ids=["lines-without-seq", "an-export-that-begins-at-41"])
def test_a_withdrawal_names_the_record_or_where_the_log_bears_none_the_line(first: int) -> None:
    log = [LOG[0], "", *DUE_WORDS[:-1]] if first == 1 else [LOG[0], *DUE_WORDS[:-1]]
    call = '{"type": "call", "box": 1, "call": "stand"}'
    if first > 1:
        log = [json.dumps(json.loads(line) | {"seq": seq}) for seq, line in enumerate([*log, call], first)]
    else:
        log.append(call)
    numbered = len(log) if first == 1 else first + len(log) - 1
    told = answers([*log, WITHDRAWN % numbered])
    assert told[-2]["due"]["do"] == "burn"
    assert (told[-1]["refused"], told[-1]["due"]["do"]) == (None, "offer")


def test_2_1_the_payout_of_a_coup_that_is_past_is_corrected_and_its_result_told_again() -> None:
    payout = '{"type": "payout_corrected", "coup": 1, "box": 1, "player": "Ana", "from": -200, "to": 0, "by": "Pit"}'
    told = answers([*LOG, payout, payout.replace("1", "7", 1)])
    assert told[-2]["coup"] | {"settlement": None} == told[17]["coup"] | {"settlement": None}
    assert told[-2]["coup"]["settlement"] == [told[17]["coup"]["settlement"][0] | {"net": 0}]
    assert told[-1]["coup"] is None
