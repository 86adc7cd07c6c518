"""The notation of the scripts."""

import pytest

from engine.tests.script import play, read

# The notation itself


def test_a_script_reads_its_lines_and_finds_a_wrong_one() -> None:
    assert read("TS is box:1 then deal upcard up")[0].clauses == {"is": "box:1", "then": "deal upcard up"}
    with pytest.raises(ValueError, match="no script's notation"):
        read("Ana dances")
    for wrong in ("2C is box:1", "2C is burn then settle", "Ana bets 150 on 1", "2C is burn alerts unread"):
        with pytest.raises(AssertionError):
            play("new shoe\nAna sits 1\nAna bets 200 on 1", wrong)
