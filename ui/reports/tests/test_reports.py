"""Reports on paper: what they tell in four languages, what they never tell, and that they can be checked."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args
from unicodedata import category, normalize

import pypdfium2
import pytest
import uharfbuzz
from msgspec import structs

import engine
from engine.events import AnyEvent, Correction, Note, PayoutCorrected, WagerPlaced
from engine.journal.found import FoundCoup
from engine.log.passport import text as signed
from engine.looking import Step
from engine.reasons import Moved, Notice
from engine.view import FACE_DOWN
from ui import build
from ui.catalogues import translations
from ui.digest import groups, qr, words
from ui.fonts import THAI, files
from ui.happened import Money, kind_of, name_of_type, told
from ui.reports.checking import CHAIN, record_of
from ui.reports.coup_pages import hands_of
from ui.reports.lettering import POINT, Style
from ui.reports.paper import LEFT, RIGHT, Paper
from ui.reports.rendering import pdf
from ui.reports.report import Corrected, CoupReport, Noted, Report
from ui.reports.tests.reported import COVER, HASH, coup_report, played, shoe_report, span_report
from ui.reports.times import moment
from ui.texts import LANGUAGES, TEXTS, sentence, speak, spoken, text

MM = 72 / 25.4
"""Points."""
AUDIT = Path(engine.__file__).parents[1] / "docs" / "audit.md"
KINDS = ("coup", "shoe", "span")


@pytest.fixture(autouse=True, scope="module")
def _built() -> None:
    build.build()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    speak("en")


@pytest.fixture(scope="module")
def coup(tmp_path_factory: pytest.TempPathFactory) -> CoupReport:
    return coup_report(tmp_path_factory.mktemp("coup"))


@pytest.fixture(scope="module")
def coups(coup: CoupReport) -> tuple[FoundCoup, ...]:
    return (coup.coup,) * 3


@pytest.fixture(scope="module")
def reports(coup: CoupReport, coups: tuple[FoundCoup, ...]) -> dict[str, Report]:
    return {"coup": coup, "shoe": shoe_report(coups), "span": span_report(coups)}


_MADE: dict[tuple[int, str], tuple[Report, bytes]] = {}
"""By the report's own place in memory, which it keeps while it is here."""


def made(report: Report, language: str) -> bytes:
    """The report as a file, drawn once: several tests look at it."""
    if (id(report), language) not in _MADE:
        _MADE[id(report), language] = report, pdf(report, language)
    return _MADE[id(report), language][1]


def sheets(file: bytes) -> list[str]:
    """What can be read on each page."""
    return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pypdfium2.PdfDocument(file)]


def bare(said: str) -> str:
    """Without marks and spaces: who reads a page gives those of Thai in the order in which they stand."""
    return "".join(c for c in normalize("NFKD", said) if category(c) not in ("Mn", "Zs", "Cf") and c != "\n")


def read(report: Report, language: str = "en") -> str:
    return "\n".join(sheets(made(report, language)))


# every page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_page_says_whose_it_is_and_of_how_many(reports: dict[str, Report], kind: str, language: str) -> None:
    pages = sheets(made(reports[kind], language))
    speak(language)
    for number, page in enumerate(pages, 1):
        for said in (
            text("report.table", table="BJ-01"),
            text(f"report.kind.{kind}"),
            text("report.page", page=number, pages=len(pages)),
            text("report.made", at="2026-12-01 20:15:00", version="0.5.0"),
        ):
            assert bare(said) in bare(page), said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_written_beyond_the_margins(reports: dict[str, Report], kind: str, language: str) -> None:
    for page in pypdfium2.PdfDocument(made(reports[kind], language)):
        letters = page.get_textpage()
        boxes = [letters.get_charbox(at) for at in range(letters.count_chars())]
        drawn = [box for box in boxes if box[2] > box[0]]
        assert min(box[0] for box in drawn) >= (LEFT - 1) * MM
        assert max(box[2] for box in drawn) <= (RIGHT + 1) * MM
        assert min(box[1] for box in drawn) >= 8 * MM


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_report_is_the_same_bytes_and_small(reports: dict[str, Report], kind: str) -> None:
    first, again = made(reports[kind], "zh_Hant"), pdf(reports[kind], "zh_Hant")
    assert first == again
    assert len(first) < 300_000 * len(sheets(first))


def test_a_report_made_later_says_so(coup: CoupReport) -> None:
    later = replace(coup, cover=replace(COVER, at="2026-12-02T08:00:00.000Z"))
    assert "2026-12-02 08:00:00" in read(later)
    assert made(later, "en") != made(coup, "en")


def test_what_is_spoken_stays_as_it_was(coup: CoupReport) -> None:
    speak("pt")
    pdf(coup, "th")
    assert spoken() == "pt"
    with pytest.raises(KeyError, match="give en"):
        pdf(coup, "fr")
    assert spoken() == "pt"


def test_no_kivy_is_started_for_a_report() -> None:
    told_of = "import sys, ui.reports.rendering; print([name for name in sys.modules if name.startswith('kivy')])"
    done = subprocess.run([sys.executable, "-c", told_of], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# a coup


def test_a_coup_is_told_with_its_wagers_cards_and_settlement(coup: CoupReport) -> None:
    said = read(coup)
    for words_of in (
        "Coup 2",
        "1042",
        "Ana",
        "陳大文",
        "สมชาย",
        "1,250",
        "500",
        "200",
        "Step by step",
        "Betting closed",
    ):
        assert words_of in said, words_of
    assert {at: hand for at, hand in hands_of(coup.steps).items() if hand} == {
        None: ("6D", "TC", "5C"),
        (1, 1): ("9S", "2D", "8H"),
        (3, 1): ("5H", "6C"),
        (5, 1): ("9C", "TS"),
    }


def test_each_record_is_told_with_its_time_its_law_and_what_was_due(coup: CoupReport) -> None:
    said = read(coup)
    for step in coup.steps:
        assert f"{step.seq}" in said
        assert step.time[11:19] in said
    for words_of in (
        "passed unread (art. 2(1))",
        "Offer surrender (art. 12)",
        "Box 3 decides (art. 3(2)c)",
        "All paid",
    ):
        assert words_of in said, words_of


def test_a_correction_names_both_people_and_an_alert_who_read_it(coup: CoupReport) -> None:
    said = read(coup)
    assert "1042, 7" in said
    (alert,) = coup.coup.alerts
    assert f"7 {str(alert.acknowledged_at)[11:19]}" in said
    standing = tuple(replace(alert, acknowledged_by=None, acknowledged_at=None) for alert in coup.coup.alerts)
    assert "nobody yet" in read(replace(coup, coup=replace(coup.coup, alerts=standing)))


def test_a_payout_corrected_later_is_told(coup: CoupReport) -> None:
    event = PayoutCorrected(coup=2, box=1, player="Ana", was=-50_000 + 100_000, to=75_000, by="7", second="90")
    later = replace(coup, later=(Corrected(record=99, at="2026-01-31T13:00:00.000Z", event=event),))
    said = read(later).replace("\n", " ")
    assert "Payout of coup 2, Box 1, Ana: +750 instead of +500" in said
    assert "7, 90" in said


def test_what_was_noted_about_boxes_is_told_with_who_noted_it(coup: CoupReport) -> None:
    notes = (
        Note(box=3, hold=True, text="says that he stood", by="7"),
        Note(box=5, text="looked at the recording", by="90", second="7"),
        Note(box=3, hold=False, text="he had not", by="90"),
    )
    at = "2026-01-31T13:00:0{}.000Z"
    noted = tuple(Noted(record=80 + n, at=at.format(n), event=note) for n, note in enumerate(notes))
    said = read(replace(coup, notes=noted)).replace("\n", " ")
    _, said = said.split("Notes about boxes")
    said, _ = said.split("Step by step")
    order = [
        "80 13:00:00 Box 3 held in a dispute: says that he stood 7",
        "81 13:00:01 Box 5: Note: looked at the recording 90, 7",
        "82 13:00:02 Box 3 held no longer: he had not 90",
    ]
    assert [words_of in said for words_of in order] == [True] * 3, said
    assert "Notes about boxes Record Time What happened By None" in read(coup).replace("\n", " ")


def test_what_was_burned_is_in_no_report(tmp_path: Path) -> None:
    one, other = coup_report(tmp_path / "one", burned="2C"), coup_report(tmp_path / "other", burned="KD")
    assert pdf(one, "en") == pdf(other, "en")
    burned = [step.face for step in one.steps if step.role == "burn"]
    assert burned == [FACE_DOWN] * len(burned) != []


def test_where_nobody_tells_amounts_none_is_written(coup: CoupReport) -> None:
    untold = replace(coup, cover=replace(COVER, is_told=False), steps=tuple(_untold(step) for step in coup.steps))
    said = read(untold)
    assert not [amount for amount in ("1,250", "1,950") if amount in said]
    assert "1,250" in read(coup)


def _untold(step: Step) -> Step:
    money = structs.replace(step.view.money, is_told=False)
    return structs.replace(step, view=structs.replace(step.view, money=money))


# a shoe, a span


def test_a_shoe_is_told_with_its_counts_and_signature(reports: dict[str, Report]) -> None:
    said = read(reports["shoe"])
    for words_of in (
        "Shoe 4",
        "312 (6 × 52)",
        "249",
        "1201 to 2466",
        "×1",
        "nothing can be said of missing",
        "5e" * 64,
    ):
        assert words_of in said, words_of


def test_a_shoe_without_a_signature_says_so(coups: tuple[FoundCoup, ...]) -> None:
    report = shoe_report(coups)
    assert "Not signed" in read(replace(report, passport=structs.replace(report.passport, signature="")))


@pytest.mark.parametrize(
    ("is_exhausted", "unread", "is_sure"),
    [(True, 0, True), (True, 1, False), (False, 0, False), (False, 1, False)],
    ids=["all read", "one unread", "not all counted", "neither"],
)
def test_what_is_missing_is_said_to_be_sure_only_where_it_is_known(
    coups: tuple[FoundCoup, ...], is_exhausted: bool, unread: int, is_sure: bool
) -> None:
    report = shoe_report(coups)
    passport = structs.replace(report.passport, is_exhausted=is_exhausted, unread=unread)
    said = read(replace(report, passport=passport)).replace("\r\n", " ")
    assert ("missing for sure" in said) is is_sure
    assert ("nothing can be said of missing ones" in said) is not is_sure
    assert ("not known" in signed(passport)) is not is_sure


def test_what_never_left_is_not_known_where_the_assistant_was_off(coups: tuple[FoundCoup, ...]) -> None:
    report = shoe_report(coups)
    assert re.search(r"Never left the shoe\s+31\b", read(report))
    unknown = structs.replace(report.passport, behind=None)
    assert re.search(r"Never left the shoe\s+not known", read(replace(report, passport=unknown)))
    assert "never left: not known\nevery card left: not known\n" in signed(unknown)


def test_a_span_is_told_with_its_sums_pace_and_troubles(reports: dict[str, Report]) -> None:
    said = read(reports["span"])
    for words_of in ("2026-12-01 12:00 to 2026-12-01 16:00", "204", "360,000", "+2,500", "110", "61", "Told late"):
        assert words_of in said, words_of


def _coloured(report: Report, colour: tuple[int, int, int]) -> int:
    image = pypdfium2.PdfDocument(pdf(report, "en"))[0].render(scale=1).to_pil().convert("RGB")
    return sum(pixel == colour for pixel in image.get_flattened_data())


def test_what_the_bank_lost_hangs_below_the_line(coups: tuple[FoundCoup, ...]) -> None:
    loss = (0x9A, 0x34, 0x12)
    won, lost = span_report(coups, (100, 200, 50)), span_report(coups, (100, -200, 50))
    assert _coloured(lost, loss) > _coloured(won, loss) + 500


@pytest.mark.parametrize("banks", [(), (0,), (0, 0), (-5,), tuple(range(-6, 6))], ids=str)
def test_any_figures_can_be_drawn(coups: tuple[FoundCoup, ...], banks: tuple[int, ...]) -> None:
    assert "How to check this report" in read(span_report(coups, banks))


def test_of_very_many_coups_the_newest_are_listed(coup: CoupReport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.reports.listing.MOST", 5)
    many = tuple(replace(coup.coup, number=7000 + at) for at in range(8))
    said = read(span_report(many))
    assert "The 3 oldest coups are left out here" in said
    assert ["7002" in said, "7003" in said, "7007" in said] == [False, True, True]


# how it is checked


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_page_has_the_hash_as_digits_and_words(coup: CoupReport, language: str) -> None:
    last = sheets(made(coup, language))[-1]
    for part in (*groups(HASH), *words(HASH), "banca21 log verify --journal FOLDER/journal.db", "docs/audit.md"):
        assert part in last, part


def test_the_square_on_the_last_page_is_the_heads(coup: CoupReport) -> None:
    document = pypdfium2.PdfDocument(made(coup, "en"))
    image = document[len(document) - 1].render(scale=8).to_pil().convert("L")
    modules = qr(f"banca21 BJ-01 56 {HASH}")
    dark = [(x, y) for y in range(930, 1720) for x in range(3560, 4380) if image.getpixel((x, y)) < 80]
    left, top = min(x for x, _ in dark), min(y for _, y in dark)
    size = (max(x for x, _ in dark) + 1 - left) / len(modules)
    seen = tuple(
        tuple(
            image.getpixel((round(left + (x + 0.5) * size), round(top + (y + 0.5) * size))) < 128
            for x in range(len(modules))
        )
        for y in range(len(modules))
    )
    assert seen == modules


def test_the_commands_are_those_of_the_audit_page() -> None:
    page = AUDIT.read_text(encoding="utf-8").splitlines()
    assert [line for line in CHAIN.splitlines()[1:] if line not in page] == []


def _ran(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    work = folder / "empty"
    work.mkdir(exist_ok=True)
    return subprocess.run(["bash", "-c", script], cwd=work, capture_output=True, text=True, check=False)


def test_the_commands_find_the_head_and_prove_the_chain(tmp_path: Path) -> None:
    kept = played(tmp_path / "copy")
    head = kept.taken[-1][0]
    kept.close()
    with closing(sqlite3.connect(kept.path)) as journal:
        seq, stored = journal.execute("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1").fetchone()
    assert seq >= head
    cover = replace(COVER, seq=seq, hash=stored.hex())
    shown = _ran(record_of(cover).replace("FOLDER", str(kept.path.parent)), tmp_path)
    assert shown.stdout == f"{seq}|{stored.hex()}\n"
    proved = _ran(CHAIN.replace("FOLDER", str(kept.path.parent)), tmp_path)
    assert (proved.returncode, proved.stdout) == (0, f"the chain holds over {seq} records\n"), proved.stderr


def test_the_commands_find_a_record_that_was_changed(tmp_path: Path) -> None:
    kept = played(tmp_path / "copy")
    kept.close()
    with closing(sqlite3.connect(kept.path)) as journal, journal:
        triggers = journal.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            journal.execute(f"DROP TRIGGER {name}")
        first = "SELECT min(seq) FROM record WHERE CAST(payload AS TEXT) LIKE '%Ana%'"
        payload = "CAST(replace(CAST(payload AS TEXT), 'Ana', 'Eve') AS BLOB)"
        assert journal.execute(f"UPDATE record SET payload = {payload} WHERE seq = ({first})").rowcount == 1
    proved = _ran(CHAIN.replace("FOLDER", str(kept.path.parent)), tmp_path)
    assert proved.returncode != 0
    assert "WRONG: the chain breaks there" in proved.stderr


# words and letters


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=name_of_type)
def test_every_event_has_words_in_every_language(kind: type[AnyEvent], language: str) -> None:
    code = f"event.{name_of_type(kind)}"
    assert TEXTS[code] if language == "en" else translations(language)[code]


@pytest.mark.parametrize("notice", Notice, ids=lambda notice: notice.name.lower())
def test_every_alert_has_a_kind(notice: Notice) -> None:
    assert kind_of(notice.name.lower(), "alert") == sentence(TEXTS[f"alert_is.{notice.name.lower()}"])


@pytest.mark.parametrize("code", [*(name_of_type(kind) for kind in (*get_args(Correction), PayoutCorrected)), "late"])
def test_every_correction_has_a_kind(code: str) -> None:
    assert kind_of(code, "correction") == TEXTS[f"correction.{code}"]


@pytest.mark.parametrize("moved", Moved, ids=lambda moved: moved.name.lower())
def test_every_payment_has_words(moved: Moved) -> None:
    assert f"report.pay.{moved.name.lower()}" in TEXTS


def test_an_unknown_kind_is_told_by_its_code() -> None:
    assert kind_of("brand_new", "alert") == "Brand new"


def test_words_that_people_typed_are_no_places_for_values() -> None:
    said = Money(is_told=True)
    assert told(Note(text="{box} {0} {text}", by="7"), said) == "Note: {box} {0} {text}"
    assert told(WagerPlaced(box=1, player="{amount}", amount=100), said) == "{amount} wagers 1 on box 1"


HOSTILE = (
    ("😀🂡", "a\nb\tc\x00\x1b[2J", "\u202eevil\u202c"),
    ("مرحبا", "שלום", "हिन्दी"),
    ("x" * 400, "永" * 200, "ก" * 300),
    ("**bold** __u__ <b>", "{nb} {box} %s \\", "e\u0301\u0301\u0301\u0301"),
    ("", " ", "\u200b\u2060"),
    ("㐀𠀀龘", "\udcff".encode("utf-8", "replace").decode(), "\ufffd\ufeff"),
)


def short(coup: CoupReport) -> CoupReport:
    """Its wagers and its end: what names players, and little more to draw."""
    steps = tuple(step for step in coup.steps if isinstance(step.request, WagerPlaced))
    return replace(coup, steps=(*steps, *coup.steps[-3:]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", HOSTILE, ids=["pictures", "scripts", "long", "markup", "empty", "rare"])
def test_whatever_a_player_is_called_a_report_can_be_made(
    coup: CoupReport, names: tuple[str, str, str], language: str
) -> None:
    coup = short(coup)
    assert {coup.steps[at].at % 3 for at in range(3)} == {0, 1, 2}
    rows = tuple(structs.replace(row, player=name) for row, name in zip(coup.coup.rows, names, strict=False))
    steps = tuple(
        structs.replace(step, request=structs.replace(step.request, player=names[step.at % 3]))
        if isinstance(step.request, WagerPlaced)
        else step
        for step in coup.steps
    )
    last = sheets(pdf(replace(coup, coup=replace(coup.coup, rows=rows), steps=steps), language))[-1]
    assert groups(HASH)[0] in last


def _ink(words_of: str) -> tuple[float, float]:
    """Top and bottom of what is drawn of Thai ``words_of``, in millimetres above the line they stand on."""
    paper = Paper("th", "", moment(COVER.at), lambda _paper, _page: None)
    paper.write(50.0, 100.0, words_of, Style(40.0))
    image = pypdfium2.PdfDocument(paper.file())[0].render(scale=6).to_pil().convert("L").point(lambda v: 255 - v)
    box = image.getbbox()
    assert box is not None
    return 100.0 - box[1] / 6 / MM, 100.0 - box[3] / 6 / MM


@pytest.mark.parametrize("words_of", ["จ่า", "น้ำ", "ที่", "ปั๊ม", "ก็", "ผู้"])
def test_thai_marks_stand_where_the_font_shapes_them(words_of: str) -> None:
    speak("th")
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(files(THAI)[0]))))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(words_of)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, {})
    extents = [font.get_glyph_extents(info.codepoint) for info in buffer.glyph_infos]
    moved = [position.y_offset for position in buffer.glyph_positions]
    unit = 40.0 * POINT / font.face.upem
    top = max((one.y_bearing + by) * unit for one, by in zip(extents, moved, strict=True) if one is not None)
    low = min(
        (one.y_bearing + one.height + by) * unit for one, by in zip(extents, moved, strict=True) if one is not None
    )
    assert _ink(words_of) == pytest.approx((top, low), abs=0.12)


def test_chinese_is_written_in_traditional_forms(coup: CoupReport) -> None:
    file = made(coup, "zh_Hant")
    assert b"Banca21hant" in file
    assert "第2局" in sheets(file)[0]
