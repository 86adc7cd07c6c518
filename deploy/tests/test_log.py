"""``banca21 log list``, ``show`` and ``export``: what they tell of a journal, and what they never tell."""

import csv
import hashlib
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from deploy.commands.log import PARTS, log
from deploy.commands.replay import replay
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CoupCancelled,
    DealerChanged,
    Done,
    PayoutCorrected,
    PlayerSeated,
    TableOpened,
    WagerPlaced,
    Withdrawn,
)
from engine.journal.errors import JournalUnreadable
from engine.journal.store import Journal
from engine.log.lines import guarded
from engine.log.tests.keeping import Kept, cards, shoe
from engine.rules import TableRules
from ui import build
from ui.digest import groups, words
from ui.texts import NotBuiltError

Ran = Callable[..., Result]
FORMULA = "=HYPERLINK(1)"


def open_coup() -> list[AnyEvent]:
    """A coup up to the upcard."""
    return [WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed(), *cards("2C 9S 9H 6D")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def kept(path: Path) -> Iterator[Kept]:
    """Two shoes of two coups each, dealt by two, and an open coup."""
    table = Kept(path)
    for dealer in ("1042", "77"):
        table.take(*shoe(), DealerChanged(by=dealer))
        table.coup(box="9S 9H", dealer="6D TD 5C", burned="7D")
        table.coup(box="TS 9H", dealer="6D TD 2C", burned="7D")
    table.take(*open_coup())
    yield table
    table.close()


@pytest.fixture
def ran(path: Path, kept: Kept) -> Ran:
    def run(command: str, *given: object) -> Result:
        kept.journal.rest()
        return CliRunner().invoke(log, [command, "--journal", str(path), *map(str, given)])

    return run


def machine(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


# List


def numbers(result: Result) -> list[int]:
    return [coup["number"] for coup in machine(result)]


def test_coups_are_listed_the_newest_first_with_how_their_wagers_ended(ran: Ran) -> None:
    result = ran("list", "--limit", 2)
    assert result.stdout.splitlines() == [
        "coup 4, shoe 2, 2026-01-31 12:01:06 UTC, bank -100, dealer 77, records 60 to 72",
        "  box 1 Ana win +100",
        "coup 3, shoe 2, 2026-01-31 12:00:54 UTC, bank 100, dealer 77, records 37 to 59",
        "  box 1 Ana lose -100",
    ]
    assert result.stderr == "further ones: add --before 37\n"


def test_a_page_goes_on_behind_the_one_before(ran: Ran) -> None:
    first = machine(ran("list", "--limit", 3, "--json"))
    rest = machine(ran("list", "--limit", 3, "--json", "--before", first[-1]["first"]))
    assert [coup["number"] for coup in first + rest] == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (["--shoe", 1], [2, 1]),
        (["--coup", 3], [3]),
        (["--box", 1, "--outcome", "win"], [4, 2]),
        (["--box", 2], []),
        (["--outcome", "LOSE"], [3, 1]),
        (["--dealer", "1042"], [2, 1]),
        (["--dealer", "1042", "--outcome", "lose"], [1]),
        (["--alert", "white_card"], []),
        (["--since", "2026-01-31T12:00:40"], [4, 3]),
        (["--until", "2026-01-31T20:00:40+08:00"], [2, 1]),
        (["--since", "2026-01-31", "--until", "2026-02-01", "--shoe", 2], [4, 3]),
    ],
    ids=str,
)
def test_coups_are_found_by(ran: Ran, given: list[object], found: list[int]) -> None:
    assert numbers(ran("list", "--json", *given)) == found


def test_that_nothing_is_found_is_said(ran: Ran) -> None:
    result = ran("list", "--box", 7)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no coup that is over is so\n")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--outcome", "won"], "give one of natural, win, push"),
        (["--alert", "boxing"], "give one of assistant_off, boxed"),
        (["--since", "yesterday"], "write 2026-01-31"),
        (["--box", 8], "1<=x<=7"),
        (["--limit", 0], "1<=x<=10000"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_a_filter_that_is_none_is_told_with_what_it_can_be(ran: Ran, given: list[object], told: str) -> None:
    result = ran("list", *given)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_payout_that_was_corrected_is_told_as_it_is_now(kept: Kept, ran: Ran) -> None:
    kept.take(PayoutCorrected(coup=1, box=1, player="Ana", was=-10_000, to=0, by="1042", second="7"))
    corrected = kept.memory.seq
    kept.take(Call(box=1, call="stand"), *cards("2C TD 5C"), Done())
    [coup] = machine(ran("list", "--coup", 1, "--json"))
    assert (coup["bank"], coup["told"]) == (0, corrected)
    lines = ran("show", 1).stdout.splitlines()
    assert lines[-3:] == [f"as record {corrected} told it last:", "  box 1 Ana: lose 0 on 100 (5)", "  bank 0"]
    assert "payout of coup 1 at box 1, Ana: 0 instead of -100 (by 1042 and 7)" in ran("show", 5).stdout


# Show


def faces(result: Result) -> list[str]:
    return [line[30:] for line in result.stdout.splitlines() if line[24:30] == "card: "]


def test_a_coup_is_shown_step_by_step_with_its_law(ran: Ran) -> None:
    assert ran("show", 4).stdout.splitlines()[:14] == [
        "coup 4, shoe 2, dealer 77, 2026-01-31T12:00:56Z to 2026-01-31T12:01:06Z",
        "        60 12:00:54.000 told: the cards of records 51, 52, 53, 57, 58",
        "                       due: Take wagers (2(3))",
        "        61 12:00:55.000 Ana wagers 100 on box 1",
        "        62 12:00:56.000 betting closed",
        "                       due: Burn one card (2(4))",
        "        63 12:00:57.000 card: sealed",
        "                       card -> burned",
        "                       due: Deal to box 1, face down (3(1)a)",
        "        64 12:00:58.000 card: TS",
        "                       card -> box 1",
        "        65 12:00:59.000 card: 9H",
        "                       card -> box 1",
        "                       due: Deal the dealer's upcard, face up (3(1)a)",
    ]
    assert ran("show", 4).stdout.splitlines()[-6:] == [
        "                       coup 4: dealer 6D TD 2C = 18",
        "                         box 1 Ana TS 9H = 19: win +100 on 100 (5)",
        "                         bank -100",
        "                       due: Pay and take (5)",
        "        72 12:01:06.000 done",
        "                       due: Take wagers (2(3))",
    ]


def test_cards_are_those_that_are_told_and_burned_ones_are_sealed(ran: Ran) -> None:
    assert faces(ran("show", 4)) == ["sealed", "TS", "9H", "6D", "sealed", "TD", "2C"]


def test_a_coup_is_shown_by_one_of_its_records_too(ran: Ran) -> None:
    coup = machine(ran("list", "--coup", 3, "--json"))[0]
    whole = ran("show", 3).stdout
    assert ran("show", "--seq", coup["first"]).stdout == ran("show", "--seq", coup["last"]).stdout == whole


def test_each_step_is_shown_as_json_with_what_was_answered(kept: Kept, ran: Ran) -> None:
    on_the_day = {seq: answer for seq, _, _, answer, _ in kept.taken}
    steps = machine(ran("show", 3, "--json"))
    assert len(steps) > 10
    for step in steps:
        assert step["answer"]["due"]["article"] == on_the_day[step["seq"]].due.article  # type: ignore[union-attr]
        assert step["answer"]["role"] == on_the_day[step["seq"]].role
    [result] = [step["answer"]["coup"] for step in steps if step["answer"]["coup"] is not None]
    assert result["settlement"][0]["net"] == -10_000


def test_of_a_coup_that_is_not_settled_only_the_records_are_listed(ran: Ran) -> None:
    result = ran("show", 5)
    assert result.stderr == "coup 5 is not settled yet: its records from 73 on, without its cards\n"
    assert faces(result) == ["sealed"] * 4
    assert "due" not in result.stdout
    assert ran("show", "--seq", 75).stdout == result.stdout
    steps = machine(ran("show", 5, "--json"))
    assert {step["answer"] for step in steps} == {None}
    assert [step["event"]["card"] for step in steps if step["event"]["type"] == "card_out"] == [None] * 4


def test_burned_cards_are_told_when_their_shoe_is_over(ran: Ran) -> None:
    assert faces(ran("show", 2)) == ["7D", "TS", "9H", "6D", "7D", "TD", "2C"]


def test_a_coup_whose_cards_the_log_never_tells_is_listed_with_its_result(path: Path) -> None:
    table = Kept(path, index=path.with_name("index.db"))  # a core that knew them
    table.take(*shoe(), *open_coup(), *cards("2C 2C 9S 9H 6D"))
    table.journal._connection.execute("DELETE FROM sealed")  # as after a restore
    table.take(CoupCancelled(reason="restored", by="Pit"), Done())
    table.close()
    result = CliRunner().invoke(log, ["show", "--journal", str(path), "1"])
    assert result.exit_code == 0
    assert result.stderr.startswith("coup 1: the log does not tell all of its cards yet")
    assert set(faces(result)) == {"sealed"}
    assert "told it last:\n  box 1 Ana: cancelled 0 on 100 (2(1))\n  bank 0\n" in result.stdout


def test_a_number_that_was_dealt_twice_must_be_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "twice.db"
    table = Kept(path)
    for decks in (6, 8):
        table.take(TableOpened(rules=TableRules(decks=decks)), *shoe())
        table.coup()
    table.close()
    run = CliRunner().invoke
    result = run(log, ["show", "--journal", str(path), "1"])
    assert result.exit_code == 2
    assert "dealt more than once" in result.stderr
    assert result.stderr.count("--seq") == 2
    assert run(log, ["show", "--journal", str(path), "1", "--shoe", "2"]).exit_code == 0


@pytest.mark.parametrize(
    ("given", "status", "told"),
    [
        ([99], 1, "no coup 99 here: the last that is over is 4, shoe 2, and 5 is the open or coming one"),
        (["--seq", 9999], 1, "record 9999 is of no coup"),
        ([], 2, "give the coup's number, or --seq"),
        ([1, "--seq", 3], 2, "give the coup's number, or --seq"),
    ],
    ids=str,
)
def test_what_is_not_there_to_be_shown_is_told(ran: Ran, given: list[object], status: int, told: str) -> None:
    result = ran("show", *given)
    assert result.exit_code == status
    assert told in result.stderr


# Export


def test_an_export_is_played_by_replay_with_the_answers_of_the_day(kept: Kept, ran: Ran, tmp_path: Path) -> None:
    kept.take(Withdrawn(seq=1, by="Pit", reason="slip"), PlayerSeated(box=2, player="Bo"))  # with a seq of its own
    out = tmp_path / "out.jsonl"
    result = ran("export", "-o", out)
    assert (result.exit_code, result.output) == (0, "")
    played = CliRunner().invoke(replay, [str(out), "--json"])
    assert played.exit_code == 0
    answers = [json.loads(line) for line in played.stdout.splitlines()]
    settled = [seq for seq, _, _, answer, _ in kept.taken if answer.coup is not None]
    for seq, _, _, answer, _ in kept.taken:
        if seq <= settled[-1]:
            told = answers[seq - 1]
            alerts = [alert for alert in told["alerts"] if alert["code"] != "unread"]
            assert (told["role"], alerts) == (answer.role, [])
            assert (told["coup"] is None) is (answer.coup is None)


def test_each_line_can_be_checked_by_hand(ran: Ran) -> None:
    lines = machine(ran("export"))
    before, opened = hashlib.sha256(b"banca21 journal").hexdigest(), 0
    for number, line in enumerate(lines, 1):
        assert line["prev"] == before
        chained = bytes.fromhex(before) + number.to_bytes(8, "big") + line["stored"].encode()
        assert hashlib.sha256(chained).hexdigest() == line["hash"]
        before = line["hash"]
        if "opening" in line:
            opened += 1
            nonce, text = bytes.fromhex(line["opening"]["nonce"]), line["opening"]["text"].encode()
            assert hashlib.sha256(nonce + text).hexdigest() == line["commitment"]
            assert text.decode().split()[0] == line["card"]
        elif "commitment" in line:
            assert line["card"] is None
    assert opened > 20


@pytest.mark.parametrize(
    ("given", "first", "last"),
    [
        (["--from", 5, "--to", 9], 5, 9),
        (["--from", 5], 5, None),
        (["--to", 9], 1, 9),
        (["--to", 9999], 1, None),
    ],
    ids=str,
)
def test_records_are_exported_from_one_to_another(ran: Ran, given: list[int], first: int, last: int | None) -> None:
    seqs = [line["seq"] for line in machine(ran("export", *given))]
    whole = len(machine(ran("export")))
    assert seqs == list(range(first, (last or whole) + 1))


def test_records_of_a_shoe_a_coup_or_a_time_are_exported(ran: Ran) -> None:
    coups = {coup["number"]: coup for coup in machine(ran("list", "--json"))}
    lines = machine(ran("export", "--shoe", 2))
    assert lines[0]["type"] == "shoe_started"
    assert len([line for line in lines if line["type"] == "shoe_started"]) == 1
    assert [line["seq"] for line in machine(ran("export", "--coup", 2))] == list(
        range(coups[2]["first"], coups[2]["last"] + 1)
    )
    seqs = [
        line["seq"] for line in machine(ran("export", "--since", coups[2]["ended_at"], "--until", coups[4]["ended_at"]))
    ]
    assert (seqs[0], seqs[-1]) == (coups[2]["first"], coups[3]["last"])


def test_results_are_exported_as_csv_with_their_place_in_the_chain(ran: Ran, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert ran("export", "--format", "csv", "-o", out).exit_code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbfcoup,shoe,")
    rows = list(csv.DictReader(out.read_text(encoding="utf-8-sig").splitlines()))
    hashes = {line["seq"]: line["hash"] for line in machine(ran("export"))}
    assert [(row["coup"], row["outcome"], row["net_avos"]) for row in rows] == [
        ("1", "lose", "-10000"),
        ("2", "win", "10000"),
        ("3", "lose", "-10000"),
        ("4", "win", "10000"),
    ]
    assert all(row["head_hash"] == hashes[int(row["last_seq"])] for row in rows)
    some = ran("export", "--format", "csv", "--from", rows[1]["first_seq"], "--to", rows[2]["last_seq"])
    assert [line.split(",")[0] for line in some.stdout.splitlines()[1:]] == ["2", "3"]


def test_no_name_in_a_csv_is_taken_for_a_formula(path: Path) -> None:
    table = Kept(path)
    table.take(*shoe(), DealerChanged(by="+1"), PlayerSeated(box=3, player=FORMULA))
    table.take(WagerPlaced(box=3, player=FORMULA, amount=10_000))
    table.coup(box="9S TS 9H 9D")
    table.close()
    result = CliRunner().invoke(log, ["export", "--journal", str(path), "--format", "csv"])
    rows = list(csv.DictReader(result.stdout.lstrip("\ufeff").splitlines()))
    assert [(row["dealer"], row["player"], row["net_avos"]) for row in rows] == [
        ("'+1", "Ana", "-10000"),
        ("'+1", f"'{FORMULA}", "-10000"),
    ]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx"])
def test_what_a_spreadsheet_would_compute_is_guarded(text: str) -> None:
    assert guarded(text) == f"'{text}"
    assert guarded(f"x{text}") == f"x{text}"


@pytest.mark.parametrize(
    ("given", "status", "told"),
    [
        (["--from", 9999], 1, "--from 9999: no such record here, they are 1 to"),
        (["--from", 9, "--to", 5], 1, "--to 5: no record before it from 9 on"),
        (["--shoe", 9], 1, "shoe 9: no such shoe here, the last is 2: ask for another"),
        (["--coup", 99], 1, "no coup that is over is so"),
        (["--coup", 1, "--from", 3], 2, "give --from and --to, or --shoe"),
        (["--format", "xml"], 2, "'xml' is not one of"),
        (["-o", "/nonexistent/out.jsonl"], 2, "/nonexistent/out.jsonl: cannot be written"),
    ],
    ids=str,
)
def test_what_cannot_be_exported_is_told(ran: Ran, given: list[object], status: int, told: str) -> None:
    result = ran("export", *given)
    assert (result.exit_code, result.stdout) == (status, "")
    assert told in result.stderr


@pytest.mark.parametrize("form", ["jsonl", "csv", "pdf"])
@pytest.mark.parametrize(
    "given",
    [["--shoe", 999], ["--coup", 999], ["--since", "2020-01-01", "--until", "2020-01-02"]],
    ids=["shoe", "coup", "time"],
)
def test_where_nothing_is_so_no_form_is_written(ran: Ran, tmp_path: Path, form: str, given: list[object]) -> None:
    for to in ([], ["-o", tmp_path / "out"]):
        result = ran("export", "--format", form, "--table", "T", *given, *to)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr
    assert list(tmp_path.glob("*out*")) == []


def test_records_in_which_no_coup_lies_whole_have_no_results(ran: Ran) -> None:
    first = machine(ran("list", "--json"))[-1]["first"]
    last = machine(ran("list", "--json"))[-1]["last"]
    for begin, end in ((first, last - 1), (first + 1, last)):
        result = ran("export", "--format", "csv", "--from", begin, "--to", end)
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"no coup that is over lies in the records from {begin} to {end}" in result.stderr
    assert ran("export", "--format", "csv", "--from", first, "--to", last).stdout.count("\n") == 2


@pytest.mark.parametrize("there", ["out.jsonl", "out.jsonl.txt"])
def test_a_file_that_is_there_is_kept(ran: Ran, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("as it was")
    result = ran("export", "-o", tmp_path / "out.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{tmp_path / there}: is there already and is kept: give another name" in result.stderr
    assert [(file.name, file.read_text()) for file in tmp_path.glob("*out*")] == [(there, "as it was")]


def test_an_export_is_its_writers_alone(ran: Ran, tmp_path: Path) -> None:
    assert ran("export", "-o", tmp_path / "out.jsonl").exit_code == 0
    assert {file.name: file.stat().st_mode & 0o777 for file in tmp_path.glob("out*")} == {
        "out.jsonl": 0o600,
        "out.jsonl.txt": 0o600,
    }


@pytest.mark.parametrize(
    ("what", "error", "status", "told"),
    [
        ("deploy.exporting.csv_rows", KeyboardInterrupt(), 1, "Aborted"),
        ("deploy.exporting.csv_rows", sqlite3.OperationalError("disk I/O error"), 3, "the index is damaged"),
        ("deploy.exporting.csv_rows", JournalUnreadable("record 3 is not in it"), 3, "record 3 is not in it"),
        ("ui.reports.beside.beside", NotBuiltError(Path("pt.mo")), 2, "pt.mo is missing"),
        ("os.link", OSError(28, "No space left on device"), 2, "cannot be written (No space left on device)"),
    ],
    ids=["interrupted", "index", "journal", "texts", "full"],
)
def test_whatever_ends_an_export_nothing_of_it_is_left(
    ran: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, error: BaseException, status: int, told: str
) -> None:
    def ends(*_given: object, **_named: object) -> Any:
        raise error

    module, name = what.rsplit(".", 1)
    monkeypatch.setattr(import_module(module), name, ends)
    result = ran("export", "--format", "csv", "-o", tmp_path / "out.csv")
    assert (result.exit_code, told in result.stderr) == (status, True), result.stderr
    assert list(tmp_path.glob("*out*")) == []


# What stops them


def damage(kept: Kept, seq: int) -> None:
    """A record is changed on the disk."""
    kept.close()
    with closing(sqlite3.connect(kept.path)) as other:
        other.execute("DROP TRIGGER no_update")
        other.execute("UPDATE record SET payload = zeroblob(9) WHERE seq = ?", (seq,))
        other.commit()


@pytest.mark.parametrize("command", ["list", "show", "export"])
def test_a_damaged_record_is_named(kept: Kept, ran: Ran, command: str) -> None:
    damage(kept, 20)
    result = ran(command, *([1] if command == "show" else []))
    assert result.exit_code == 1
    assert "the chain breaks at record 20" in result.stderr


@pytest.mark.parametrize("command", ["list", "show", "export"])
@pytest.mark.parametrize(
    ("written", "told"),
    [(None, "no file there"), (b"", "an empty file"), (b"no journal" * 500, "no journal of banca21")],
)
def test_what_is_no_journal_is_told(tmp_path: Path, command: str, written: bytes | None, told: str) -> None:
    other = tmp_path / "other.db"
    if written is not None:
        other.write_bytes(written)
    result = CliRunner().invoke(log, [command, "--journal", str(other), *(["1"] if command == "show" else [])])
    assert result.exit_code == 3
    assert told in result.stderr


def test_a_journal_without_a_record_is_told(tmp_path: Path) -> None:
    Journal.open(tmp_path / "journal.db").close()
    result = CliRunner().invoke(log, ["list", "--journal", str(tmp_path / "journal.db")])
    assert (result.exit_code, "it holds no record yet" in result.stderr) == (3, True)


def test_an_index_that_is_damaged_is_taken_away_and_made_anew(kept: Kept, ran: Ran) -> None:
    assert numbers(ran("list", "--json")) == [4, 3, 2, 1]
    index = kept.path.with_name("index.db")
    with closing(sqlite3.connect(index)) as other:
        other.execute("UPDATE result SET outcome = 'w\u00fcn'")
        other.commit()
    result = ran("list")
    assert (result.exit_code, "the index is damaged" in result.stderr) == (3, True)
    assert numbers(ran("list", "--json")) == [4, 3, 2, 1]


def test_where_no_index_can_be_written_one_is_made_for_this_time(kept: Kept, ran: Ran) -> None:
    kept.path.with_name("index.db").mkdir()
    assert numbers(ran("list", "--json")) == [4, 3, 2, 1]
    assert list(kept.path.with_name("index.db").iterdir()) == []


def test_who_reads_no_further_ends_it_quietly(kept: Kept) -> None:
    script = f"from deploy.commands.log import log; log(['export', '--journal', {str(kept.path)!r}])"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


# What they never tell


@pytest.mark.parametrize("given", [["list"], ["list", "--json"], ["show", "2"], ["show", "3"], ["show", "4"]])
def test_nothing_that_is_told_depends_on_cards_that_lie_face_down(tmp_path: Path, given: list[str]) -> None:
    """Two tables that differ in burned cards, and in the box's cards of the open coup."""
    told = []
    for burned, hidden in (("7D", "9S 9H"), ("AS", "2C KD")):
        path = tmp_path / burned / "journal.db"
        table = Kept(path)
        table.take(*shoe())
        for _ in range(3):
            table.coup(burned=burned)
        table.take(*open_coup()[:2], *cards(f"{burned} {hidden} 6D"))
        table.close()
        result = CliRunner().invoke(log, [given[0], "--journal", str(path), *given[1:]])
        assert result.exit_code == 0
        with closing(sqlite3.connect(path.with_name("index.db"))) as index:
            told.append((result.output, list(index.iterdump())))
    assert told[0] == told[1]


def test_an_export_of_two_tables_that_differ_face_down_differs_in_commitments_and_hashes_alone(tmp_path: Path) -> None:
    told = []
    for burned in ("7D", "AS"):
        path = tmp_path / burned / "journal.db"
        table = Kept(path)
        table.take(*shoe())
        table.coup(burned=burned)
        table.take(*open_coup()[:2], *cards(f"{burned} {burned} 9H"))
        table.close()
        lines = machine(CliRunner().invoke(log, ["export", "--journal", str(path)]))
        sizes = [len(json.dumps(line)) for line in lines]
        for line in lines:
            for name in ("prev", "hash", "stored"):
                del line[name]
            if line.get("card") is None:
                line.pop("commitment", None)
        told.append((lines, sizes))
    assert told[0] == told[1]


def test_every_subcommand_is_there() -> None:
    result = CliRunner().invoke(log, ["--help"])
    assert result.exit_code == 0
    for name in PARTS:
        assert f"  {name} " in result.stdout
        assert CliRunner().invoke(log, [name, "--help"]).exit_code == 0


# Reports, and what lies beside an export


@pytest.fixture
def built() -> None:
    build.build()


def pages(path: Path) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--coup", 3], "Coup 3"),
        (["--coup", 3, "--shoe", 2], "Coup 3"),
        (["--shoe", 1], "Shoe 1"),
        (["--since", "2026-01-31T12:00", "--until", "2026-01-31T20:00"], "2026-01-31 12:00 to 2026-01-31 20:00"),
        (["--coup", 3, "--language", "pt"], "Jogada 3"),
        (["--shoe", 1, "--language", "zh_Hant"], "第1靴"),
    ],
    ids=str,
)
def test_a_report_is_exported_as_pdf(ran: Ran, tmp_path: Path, given: list[object], told: str) -> None:
    out = tmp_path / "out.pdf"
    result = ran("export", "--format", "pdf", "--table", "BJ-07", "-o", out, *given)
    assert result.exit_code == 0, result.output
    last = machine(ran("export"))[-1]
    said = pages(out)
    for words_of in (told, "BJ-07", *groups(last["hash"]), *words(last["hash"])):
        assert words_of in said, words_of
    assert [file.name for file in tmp_path.glob("out*")] == ["out.pdf"]


@pytest.mark.parametrize(
    ("given", "status", "told"),
    [
        (["--table", "T"], 2, "give --coup, --shoe, or --since and --until"),
        (["--table", "T", "--from", 5], 2, "give --coup, --shoe, or --since and --until"),
        (["--table", "T", "--until", "2026-02-01"], 2, "--since is missing"),
        (["--table", "T", "--shoe", 1, "--since", "2026-01-01"], 2, "give --shoe, or --since and --until"),
        (["--shoe", 1], 2, "--table is missing: give the table's name, or --config"),
        (["--table", "T", "--coup", 99], 1, "no coup that is over is so"),
        (["--table", "T", "--shoe", 99], 1, "shoe 99"),
        (["--table", "T", "--since", "2026-02-01", "--until", "2026-01-01"], 1, "give a later one"),
        (["--table", "T", "--coup", 1, "--language", "fr"], 2, "'fr' is not one of"),
        (["--table", "T", "--coup", 1, "-o", "/nonexistent/a.pdf"], 2, "/nonexistent/a.pdf: cannot be written"),
    ],
    ids=str,
)
def test_what_cannot_be_reported_is_told(ran: Ran, given: list[object], status: int, told: str) -> None:
    result = ran("export", "--format", "pdf", *given)
    assert (result.exit_code, result.stdout) == (status, "")
    assert told in result.stderr


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_beside_a_file_lies_the_head_of_the_log_and_how_it_is_checked(ran: Ran, tmp_path: Path, form: str) -> None:
    out = tmp_path / f"out.{form}"
    assert ran("export", "--format", form, "-o", out, "--table", "BJ-07").exit_code == 0
    last = machine(ran("export"))[-1]
    text = out.with_name(f"out.{form}.txt").read_text(encoding="utf-8")
    assert f"banca21 BJ-07 {last['seq']} {last['hash']}\n" in text
    assert f"echo '{hashlib.sha256(out.read_bytes()).hexdigest()}  out.{form}' | sha256sum --check" in text
    assert "docs/audit.md" in text


def test_to_standard_output_go_the_lines_alone(ran: Ran) -> None:
    assert {line["type"] for line in machine(ran("export"))} >= {"card_out", "wager_placed"}


def test_what_lies_beside_is_as_it_was_when_the_export_fails(kept: Kept, ran: Ran, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    damage(kept, 20)
    assert ran("export", "-o", out).exit_code == 1
    assert [file.name for file in tmp_path.glob("*out*")] == []
