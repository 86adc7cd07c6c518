"""Reports that leave for a stick: what they hold, how they are called, and why there is none."""

import csv
import hashlib
import json
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, tzinfo
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from deploy import stick
from deploy.command import main
from deploy.exporting import NotExportedError, export
from deploy.log_access import filled_index
from deploy.reporting import coup_report, cover_of
from deploy.settings import Settings, load
from engine.events import Note, PayoutCorrected
from engine.journal.errors import JournalUnreadable
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.search import Index
from engine.log.looking_up import figures
from engine.log.tests.keeping import Kept, cards, shoe
from engine.looking import AskExport, AskFigures, Unfound, Written
from ui import build
from ui.digest import groups, words
from ui.reports.checking import BACKUP, VERIFY
from ui.reports.tests.reported import played

Exported = Callable[..., Written]


@pytest.fixture(autouse=True, scope="module")
def _built() -> None:
    build.build()


@pytest.fixture
def media(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a stick is mounted."""
    path = tmp_path / "media"
    (path / "AUDIT").mkdir(parents=True)
    monkeypatch.setattr(stick, "is_mounted", lambda at: at.name == "AUDIT")
    return path


@pytest.fixture
def settings(tmp_path: Path, media: Path) -> Settings:
    file = tmp_path / "banca21.toml"
    file.write_text(
        f'[table]\nname = "BJ-01"\n[shoe]\nreader = "none"\n[journal]\npath = "{tmp_path}/table/journal.db"\n'
        f'[reports]\nfolder = "{media}"\n'
    )
    return load(file)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """A shoe that is over, with two coups, and a second one with a coup of its own."""
    kept = played(tmp_path / "table")
    kept.take(*shoe())
    kept.coup()
    return kept


@pytest.fixture
def exported(kept: Kept, settings: Settings) -> Exported:
    ends = [kept.close]

    def run(**given: Any) -> Written:
        heard: list[float] = []
        if ends:
            ends.pop()()  # what the index's thread has not written yet is written
        with FilesReader(kept.path) as log, Index.open(kept.path.with_name("index.db")) as index:
            if "number" in given:
                given["coup"] = index.coups(Filters(coup=given.pop("number")), limit=1)[0].first
            written = export(AskExport(**given), log, index, settings, heard.append)
        assert heard == sorted(heard)
        assert (heard[0] > 0, heard[-1]) == (True, 1.0)
        return written

    return run


def sheets(written: Written) -> str:
    document = pypdfium2.PdfDocument(written.path)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def head_of(kept: Kept) -> tuple[int, str]:
    with FilesReader(kept.path) as log:
        assert log.head is not None
        return log.head.seq, log.head.hash.hex()


def test_a_coup_goes_to_the_stick_as_pdf(exported: Exported, kept: Kept, media: Path) -> None:
    written = exported(what="coup", form="pdf", number=2)
    path = Path(written.path)
    assert path.parent == media / "AUDIT"
    assert path.name.startswith("banca21-BJ-01-coup-2-20")
    assert (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()) == (written.size, written.sha256)
    said = sheets(written)
    seq, head = head_of(kept)
    for words_of in ("Coup 2", "1042, 7", f"record {seq}", *groups(head), *words(head)):
        assert words_of in said, words_of


@pytest.mark.parametrize("language", ["zh_Hant", "pt", "th"])
def test_it_is_written_in_the_language_that_is_asked_for(exported: Exported, language: str) -> None:
    title = {"zh_Hant": "第1局", "pt": "Jogada 1", "th": "รอบ 1"}[language]
    assert title in sheets(exported(what="coup", form="pdf", number=1, language=language))


def test_the_last_shoe_that_is_over_goes_to_the_stick(exported: Exported) -> None:
    written = exported(what="shoe", form="pdf")
    assert "-shoe-1-" in written.path
    assert "Shoe 1" in sheets(written)


def test_a_span_goes_to_the_stick(exported: Exported) -> None:
    written = exported(what="span", form="pdf", since="2026-01-31T12:00:00.000Z", until="2026-01-31T20:00:00.000Z")
    assert "-span-20260131T1200-20260131T2000-" in written.path
    assert "2026-01-31 12:00 to 2026-01-31 20:00" in sheets(written)


def test_the_last_hours_are_those_of_the_screens_figures(
    exported: Exported, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Clock":
            return cls.fromtimestamp(kept.now.timestamp(), tz)

    monkeypatch.setattr("deploy.exporting.datetime", Clock)
    written = exported(what="span", form="pdf", hours=2)
    assert "-span-20260131T1100-20260131T1300-" in written.path
    said = sheets(written)
    assert "2026-01-31 11:00 to 2026-01-31 13:00" in said
    assert "Coups\r\n3\r\n" in said  # the last one ended in the hour that runs
    assert "11:00 12:00" in said
    with FilesReader(kept.path) as log, Index.open(kept.path.with_name("index.db")) as index:
        assert log.head is not None
        told = figures(AskFigures(hours=2), index, kept.now)
    assert (told.since[:16], told.until[:16]) == ("2026-01-31T11:00", "2026-01-31T13:00")
    rows = Path(exported(what="span", form="csv", hours=2).path).read_text(encoding="utf-8-sig")
    assert {row["coup"] for row in csv.DictReader(rows.splitlines())} == {"1", "2", "3"}


def test_a_payout_that_was_corrected_later_is_in_its_coups_report(exported: Exported, kept: Kept) -> None:
    kept.take(PayoutCorrected(coup=2, box=1, player="Ana", was=-50_000, to=25_000, by="7", second="90"))
    kept.take(*shoe())
    said = sheets(exported(what="coup", form="pdf", number=2)).replace("\r\n", " ")
    assert "Payout of coup 2, Box 1, Ana: +250 instead of −500" in said
    assert "7, 90" in said


def test_notes_about_its_boxes_are_in_a_coups_report(kept: Kept) -> None:
    kept.take(
        Note(box=1, hold=True, text="first claim", by="7"),
        Note(box=3, hold=True, text="second claim", by="7"),
        Note(box=1, hold=False, text="first let go", by="7"),
        Note(text="of no box", by="7"),
    )
    kept.coup()
    kept.take(Note(box=3, text="looked at the recording", by="90", second="7"))
    kept.coup()
    kept.take(Note(box=3, hold=False, text="second let go", by="90"))
    kept.coup()
    kept.close()
    told = {}
    with FilesReader(kept.path) as log, Index.open(kept.path.with_name("index.db")) as index:
        for coup in index.coups(Filters(), limit=4):
            report = coup_report(log, index, coup, cover_of(log, "BJ-01", "2026-01-31T14:00:00.000Z"), None)
            assert all(one.record <= coup.last for one in report.notes)
            told[coup.number] = [one.event.text for one in report.notes]
    assert told == {
        3: [],
        4: ["first claim", "second claim", "first let go"],
        5: ["second claim", "looked at the recording"],
        6: ["second claim", "second let go"],
    }


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_beside_lines_lies_how_they_are_checked(exported: Exported, kept: Kept, form: str) -> None:
    written = exported(what="shoe", form=form, shoe=1)
    path = Path(written.path)
    seq, head = head_of(kept)
    text = path.with_name(f"{path.name}.txt").read_text(encoding="utf-8")
    assert f"    banca21 BJ-01 {seq} {head}\n" in text
    assert " ".join(words(head)[:8]) in text
    command = next(line.strip() for line in text.splitlines() if "sha256sum --check" in line and "echo" in line)
    for damaged in (False, True):
        if damaged:
            path.write_bytes(path.read_bytes() + b"\n")
        done = subprocess.run(["bash", "-c", command], cwd=path.parent, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) is not damaged
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name, f"{path.name}.txt"]


def test_lines_of_csv_have_the_hash_of_the_log(exported: Exported, kept: Kept) -> None:
    path = Path(exported(what="shoe", form="csv", shoe=1, language="th").path)
    rows = list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))
    assert [row["coup"] for row in rows] == ["1", "2", "2", "2"]
    with FilesReader(kept.path) as log:
        for row in rows:
            record = log.at(int(row["last_seq"]))
            assert record is not None
            assert record.hash.hex() == row["head_hash"]
    assert "ตาราง" not in path.read_text(encoding="utf-8")


def test_a_shoe_as_json_lines_reaches_to_the_next_one(exported: Exported) -> None:
    lines = [
        json.loads(line) for line in Path(exported(what="shoe", form="jsonl", shoe=1).path).read_text().splitlines()
    ]
    types = [line["type"] for line in lines]
    assert types.count("shoe_started") == 1
    assert all(line["prev"] == before["hash"] for before, line in pairwise(lines))


def test_cards_that_are_not_told_are_in_no_export(exported: Exported, kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup(burned="KD")
    path = Path(exported(what="coup", form="jsonl", number=4).path)
    burned = [json.loads(line) for line in path.read_text().splitlines() if "card_out" in line]
    assert burned[0]["card"] is None
    assert "KD" not in path.read_text()


def test_the_commands_that_a_report_names_make_a_backup_and_prove_it(kept: Kept, tmp_path: Path) -> None:
    kept.close()
    folder = str(tmp_path / "copy")
    for command, more in ((BACKUP, ["--journal", str(kept.path)]), (VERIFY, [])):
        product, *given = command.replace("FOLDER", folder).split()
        done = CliRunner().invoke(main, [*given, *more])
        assert (product, done.exit_code) == ("banca21", 0), done.output
    assert "intact" in done.output
    (tmp_path / "copy" / "journal.db").chmod(0o600)
    with closing(sqlite3.connect(tmp_path / "copy" / "journal.db")) as copy, copy:
        for (trigger,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            copy.execute(f"DROP TRIGGER {trigger}")
        copy.execute("UPDATE record SET payload = zeroblob(9) WHERE seq = 9")
    assert CliRunner().invoke(main, VERIFY.replace("FOLDER", folder).split()[1:]).exit_code == 1


# Why there is none


def pulled_at(monkeypatch: pytest.MonkeyPatch, what: str, media: Path) -> None:
    """The stick is pulled out when ``what`` is made."""
    module, name = what.rsplit(".", 1)
    made = getattr(import_module(module), name)

    def pulling(*given: Any) -> Any:
        (media / "AUDIT").rename(media / "in a pocket")
        (media / "AUDIT").mkdir()
        return made(*given)

    monkeypatch.setattr(what, pulling)


@pytest.mark.parametrize(
    ("form", "what"),
    [
        ("pdf", "ui.reports.rendering.pdf"),
        ("csv", "deploy.exporting.csv_header"),
        ("csv", "ui.reports.beside.beside"),
        ("jsonl", "ui.reports.beside.beside"),
    ],
)
def test_with_the_stick_pulled_meanwhile_nothing_is_told_as_written(
    exported: Exported, media: Path, monkeypatch: pytest.MonkeyPatch, form: str, what: str
) -> None:
    pulled_at(monkeypatch, what, media)
    found = refused(exported, what="coup", form=form, number=1)
    assert found.code == "trouble"
    assert "was pulled out: plug it in, then write it again" in found.text
    assert list((media / "AUDIT").iterdir()) == list((media / "in a pocket").iterdir()) == []


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_record_that_cannot_be_read_is_told_of_the_log(
    exported: Exported, media: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    def gone(*_: object) -> Any:
        raise JournalUnreadable("record 3 is not in it: read the backup that holds it")

    monkeypatch.setattr("deploy.exporting.readable", gone)
    monkeypatch.setattr(FilesReader, "at", gone)
    with pytest.raises(JournalUnreadable, match="read the backup"):
        exported(what="shoe", form=form, shoe=1)
    assert list((media / "AUDIT").iterdir()) == []


def refused(exported: Exported, **given: Any) -> Unfound:
    with pytest.raises(NotExportedError) as raised:
        exported(**given)
    assert str(raised.value) == raised.value.found.text != ""
    return raised.value.found


@pytest.mark.parametrize("form", ["pdf", "csv", "jsonl"])
@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ({"what": "coup", "coup": 3}, "no_coup", "begins with record 3"),
        ({"what": "coup"}, "no_coup", "look for one first"),
        ({"what": "shoe", "shoe": 99}, "no_shoe", "99"),
        ({"what": "span"}, "trouble", "since: missing"),
        ({"what": "span", "since": "yesterday"}, "trouble", "write times as"),
        ({"what": "span", "since": "9999-12-31T23:59:59.999999Z"}, "trouble", "write times as"),
        ({"what": "span", "since": "2026-02-01", "until": "9999-12-31T23:59:59-14:00"}, "trouble", "until: "),
        ({"what": "span", "hours": -1}, "trouble", "hours: -1"),
        ({"what": "span", "hours": 10**9}, "trouble", "give less"),
        ({"what": "span", "since": "2026-02-01", "until": "2026-01-01"}, "trouble", "give a later one"),
        ({"what": "span", "hours": 1, "language": "fr"}, "trouble", "language: fr: give en"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else None,
)
def test_what_cannot_be_exported_is_told(
    exported: Exported, media: Path, given: dict[str, Any], form: str, code: str, told: str
) -> None:
    found = refused(exported, form=form, **given)
    assert found.code == code
    assert told in found.text
    assert list((media / "AUDIT").iterdir()) == []


@pytest.mark.parametrize("form", ["pdf", "csv", "jsonl"])
def test_of_a_time_without_coups_there_is_nothing_in_any_form(exported: Exported, media: Path, form: str) -> None:
    found = refused(exported, what="span", since="2020-01-01", until="2020-01-02", form=form)
    assert found.code == "no_coup"
    assert list((media / "AUDIT").iterdir()) == []


def test_a_shoe_of_which_no_coup_is_over_has_records_and_no_results(exported: Exported, kept: Kept) -> None:
    kept.take(*shoe())
    assert refused(exported, what="shoe", form="csv", shoe=3).code == "no_coup"
    lines = Path(exported(what="shoe", form="jsonl", shoe=3).path).read_text().splitlines()
    assert json.loads(lines[0])["type"] == "shoe_started"


@pytest.mark.parametrize("form", ["pdf", "csv", "jsonl"])
def test_before_the_second_shoe_none_is_over(tmp_path: Path, settings: Settings, media: Path, form: Any) -> None:
    first = Kept(tmp_path / "first" / "journal.db")
    first.take(*shoe())
    first.coup()
    first.close()
    ask = AskExport(what="shoe", form=form)
    with FilesReader(first.path) as log, filled_index(log, 1) as index:
        with pytest.raises(NotExportedError, match="over yet") as raised:
            export(ask, log, index, settings, lambda _done: None)
        assert raised.value.found.code == "no_shoe"
    assert list((media / "AUDIT").iterdir()) == []


def test_a_shoe_that_is_dealt_has_no_passport_yet(exported: Exported, kept: Kept) -> None:
    kept.take(*cards("2C"))
    assert refused(exported, what="shoe", form="pdf", shoe=2).code == "no_shoe"


def test_without_a_stick_it_is_refused(exported: Exported, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stick, "is_mounted", lambda _path: False)
    assert refused(exported, what="coup", form="pdf", number=2).code == "no_stick"


def test_on_a_full_stick_nothing_is_left(exported: Exported, media: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = stick._write_all

    def full_at_the_text(descriptor: int, piece: bytes) -> None:
        if b"sha256sum" in piece:
            raise OSError(28, "No space left on device")
        written(descriptor, piece)

    monkeypatch.setattr(stick, "_write_all", full_at_the_text)
    found = refused(exported, what="shoe", form="jsonl", shoe=1)
    assert found.code == "stick_full"
    assert list((media / "AUDIT").iterdir()) == []
