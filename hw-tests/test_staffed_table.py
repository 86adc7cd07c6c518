"""A table with staff and a witness, from the terminal: a real core, real PINs, a kill, and a log that can be proved."""

import json
import signal

import pytest
from rig.house import DEALER, MANAGER, PIT, House


@pytest.mark.timeout(240)
def test_a_shift_with_staff(house: House) -> None:
    assert house.code({"type": "shoe_started"}) == "nobody"
    assert house.code({"type": "dealer_changed"}, n1042="274914") == "wrong"
    assert house.code({"type": "dealer_changed"}, n1042=DEALER) is None
    assert house.code({"type": "shoe_started"}) is None
    by_hand = {"type": "link", "reader": "hand"}
    assert house.code(by_hand, n3001=PIT) == "second_due"
    assert house.code(by_hand, n3001=PIT, n1042=DEALER) is None
    wager = {"type": "wager_placed", "box": 1, "player": "Ana", "amount": 10_000}
    assert [house.code(wager), house.code({"type": "betting_closed"})] == [None, None]
    cards = ["2C", "3C", "4D", "5D", "6H", "7H", "TS", "8H", "9D"]
    assert {house.code({"type": "card_out", "card": card, "reader": "hand"}) for card in cards} == {None}
    house.ends(signal.SIGKILL)
    house.opens()
    assert house.code({"type": "call", "box": 1, "call": "stand"}) is None  # who dealt deals on
    assert house.code({"type": "coup_cancelled", "reason": "x", "by": "me"}, n3001=PIT) == "second_due"
    assert house.code({"type": "coup_cancelled", "reason": "x", "by": "me"}, n3001=PIT, n1042=DEALER) is None
    assert house.code({"type": "done", "of": "settle"}) is None
    house.ends()
    verified = house.does("log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    rows = [json.loads(line) for line in house.does("log", "export").stdout.splitlines()]
    (cancelled,) = (row for row in rows if row["type"] == "coup_cancelled")
    assert (cancelled["by"], cancelled["second"]) == ("3001", "1042")
    assert any("denied: dealer_changed" in row.get("text", "") for row in rows)
    assert any(row.get("text") == "staff 1042: entered as dealer" and row["by"] == "4001" for row in rows)
    assert not any(pin in line for pin in (MANAGER, PIT, DEALER) for line in map(str, rows))
    shown = house.does("log", "show", "1").stdout
    assert "9D" in shown and "TS" not in shown  # of a cancelled coup only the card that everybody saw
    assert len((house.folder / "witness" / "BJ-01.checkpoints").read_text().splitlines()) >= 4


@pytest.mark.timeout(240)
def test_a_journal_that_is_set_back_is_not_opened(house: House) -> None:
    assert house.code({"type": "dealer_changed"}, n1042=DEALER) is None
    house.ends()
    journal = house.folder / "journal"
    older = (journal / "journal.db").read_bytes()
    house.opens()
    assert house.code({"type": "shoe_started"}) is None
    house.ends()
    (journal / "journal.db").write_bytes(older)
    assert house.does("log", "verify").returncode == 2
    house.opens()
    said = house.does("say", '{"type": "shoe_started"}')
    assert said.returncode == 2
    assert "log restore" in said.stderr
