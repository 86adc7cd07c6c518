"""Four languages: that everything is translated, can be written, is shaped right, and has room."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTCollection, TTFont
from msgspec.structs import replace

from engine.answers import Alert, Refusal
from engine.articles import Article
from engine.events import Call, Request
from engine.journal.errors import JournalError
from engine.messages import Answered, Fault
from engine.people.denied import Why
from engine.reasons import Notice, Reason
from engine.view import Condition, LinkView
from ui import build, fonts, texts
from ui.breaking import unseen_out
from ui.catalogues import TRANSLATED, path_of, source, translations, update
from ui.font_making import MAKINGS, NoFontError, check
from ui.fonts import HANT, KIVYS, RARE, THAI, files, runs
from ui.presenter import shown
from ui.samples import VIEWS
from ui.sayings import HEARD, REQUESTS, alerted, faulted, linked, refused
from ui.screenshots import pictures
from ui.situation import Sent, Situation
from ui.snapshot import Snapshot
from ui.texts import FONTS, LANGUAGES, TEXTS, NotBuiltError, money, speak, spoken, text
from ui.widgets.writing import Letters, measured, wrapped, written

GLASSES = {
    "800x480@5.2": ((800, 480), 5.2),
    "1280x720@8.2": ((1280, 720), 8.2),
    "720x1280@8.2": ((720, 1280), 8.2),
}
AMPLE: dict[str, str | int] = {
    "amount": 12_500_00, "below": 12_400_00, "above": 12_600_00, "limit": 100_00, "card": "TH", "what": "insurance",
    "said": "insurance of 12,500 by Chan at box 3", "player": "Chan", "box": 3,
}  # fmt: skip
"""Values of the core's sentences that are read otherwise than as they are."""
REQUEST: dict[str, str | int] = {"what": "insurance", "player": "Alexandrina", "box": 7, "hand": 2, "amount": 125_000}
"""What an alert tells of a request."""
LONGEST: dict[str, str | int] = {
    "amount": 12_500_50, "below": 12_500_00, "above": 12_501_00, "limit": 10_000_00, "player": "Alexandrina",
    "occupant": "Alexandrina", "decider": "Alexandrina", "by": "Alexandrina", "box": 7, "hand": 2, "hands": 2,
    "behind": 138, "boxes": 7, "need": 36, "left": 35, "card": "TH", "times": 7, "packs": 6, "size": 312, "out": 313,
    "seq": 12345, "said": "", "n": 312, "coup": 142, "field": "max_wager", "why": "it is below min_wager",
    "remedy": "give a greater one",
}  # fmt: skip
"""Values of the core's sentences, as long as they come."""


@pytest.fixture(autouse=True, scope="module")
def _built() -> None:
    build.build()


@pytest.fixture(params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    speak(request.param)
    return str(request.param)


def _places(sentence: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


def _edges(sentence: str) -> tuple[str, str]:
    return sentence[: len(sentence) - len(sentence.lstrip())], sentence[len(sentence.rstrip()) :]


WIDE_PUNCTUATION = "，、；：。"
"""Has its own space, so that none is written behind it."""


# the catalogues


def test_a_catalogue_has_every_sentence_and_no_other(language: str) -> None:
    with path_of(language).open("rb") as file:
        messages = [message for message in read_po(file, locale=language, abort_invalid=True) if message.context]
    english = source()
    assert [message.context for message in messages] == list(english), "python -m ui.catalogues"
    for message in messages:
        assert message.id == english[str(message.context)], f"{message.context}: English says otherwise now"
        assert message.string, f"{message.context}: not translated"
        assert not message.fuzzy, f"{message.context}: fuzzy"


def test_a_translation_has_the_places_of_the_english_sentence(language: str) -> None:
    said = translations(language)
    assert {code: _places(said[code]) for code in said} == {code: _places(source()[code]) for code in said}


def test_a_translation_begins_and_ends_as_the_english_sentence_does(language: str) -> None:
    for code, said in translations(language).items():
        english = source()[code]
        due = tuple("" if said.strip()[at] in WIDE_PUNCTUATION else _edges(english)[at] for at in (0, -1))
        if language == "zh_Hant" and english.strip() == "or":
            due = ("", "")
        assert _edges(said) == due, code


def test_a_catalogue_that_is_up_to_date_stays_as_it_is(language: str) -> None:
    before = path_of(language).read_text(encoding="utf-8")
    assert (update(language), path_of(language).read_text(encoding="utf-8")) == ([], before)


def test_updating_adds_what_is_new_marks_what_changed_and_drops_what_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.catalogues.LOCALE", tmp_path)
    monkeypatch.setattr("ui.catalogues.source", lambda: {"a": "one {n}", "b": "two", "c": "three"})
    assert update("pt") == ["a", "b", "c"]
    path = path_of("pt")
    path.write_text(path.read_text().replace('msgid "two"\nmsgstr ""', 'msgid "two"\nmsgstr "dois"'), encoding="utf-8")
    monkeypatch.setattr("ui.catalogues.source", lambda: {"b": "two", "d": "four"})
    assert update("pt") == ["d"]
    assert translations("pt") == {"b": "dois", "d": ""}
    monkeypatch.setattr("ui.catalogues.source", lambda: {"b": "two or three", "d": "four"})
    assert update("pt") == ["b", "d"]
    assert '#, fuzzy\nmsgctxt "b"\nmsgid "two or three"\nmsgstr "dois"' in path.read_text(encoding="utf-8")


def test_no_thai_line_may_end_within_a_letter(language: str) -> None:
    if language == "th":
        marks = [chr(code) for code in (0xE31, *range(0xE33, 0xE3B), *range(0xE45, 0xE4F))]
        for code, said in translations("th").items():
            assert not any(f"\u200b{mark}" in said for mark in marks), code


# what the core says


def _values(template: str) -> dict[str, str | int]:
    names = _places(template) - Counter(["nearest"])
    return {name: AMPLE.get(name, 7) for name in names}


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name.lower())
def test_every_refusal_is_told_in_the_language(reason: Reason) -> None:
    template = reason.value[0]
    refusal = reason.refusal(**_values(template))
    told = refused(refusal)
    assert "{" not in told
    if Formatter().vformat(template, (), dict.fromkeys(_places(template), "")).strip(" :;"):
        assert told != refusal.reason
    if "amount" in refusal.values:
        assert money(12_500_00) in told


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("notice", Notice, ids=lambda notice: notice.name.lower())
def test_every_alert_is_told_in_the_language(notice: Notice) -> None:
    values = _values(notice.value[0])
    told_of: dict[str, str | int] = {"what": "insurance", "player": "Chan", "box": 3} if "said" in values else {}
    alert = notice.alert(**values, **told_of)
    told = alerted(alert)
    assert "{" not in told and told != alert.text
    if "said" in values:
        assert text("call.insurance") in told and text("place.box", box=3) in told and "of" not in told.split()
    if "card" in values:
        assert text("suit.H") in told


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("why", Why)
def test_every_denial_is_told_in_the_language(why: Why) -> None:
    told = refused(Refusal("english", Article.START, why, {"wait_s": 17}))
    assert told not in ("", "english")
    assert ("17" in told) == (why in (Why.WAIT, Why.TABLE_WAITS))


def _codes(error: type[JournalError]) -> Iterator[str]:
    yield error.code
    for leaf in error.__subclasses__():
        yield from _codes(leaf)


@pytest.mark.parametrize("code", sorted({*_codes(JournalError), "reader", Fault(text="").code}))
def test_every_fault_is_told_in_the_language_before_what_a_technician_needs(language: str, code: str) -> None:
    told = faulted(Fault(text="/var/lib: no room", code=code)).split("\n")
    assert told[1:] == ["/var/lib: no room"]
    assert told[0] == translations(language)[f"fault.{code}"]


@pytest.mark.parametrize("state", sorted(set(get_args(LinkView.__annotations__["state"])) - {"up", "attention"}))
def test_every_state_of_the_link_is_told_in_the_language(language: str, state: str) -> None:
    told = linked(LinkView(state=state, text="something unheard of"))  # type: ignore[arg-type]
    assert told == translations(language)[f"link.{state}"]


def test_what_is_heard_of_the_link_is_told_in_the_language(language: str) -> None:
    for words, code in HEARD:
        assert linked(LinkView(state="attention", text=f"/dev/x: {words} so")) == translations(language)[code]
    assert linked(LinkView(state="attention", text="something unheard of")) == "something unheard of"


def test_every_condition_has_a_sentence() -> None:
    assert {f"condition.{code}" for code in get_args(Condition.__annotations__["code"])} <= TEXTS.keys()


def test_in_english_the_core_speaks_for_itself() -> None:
    refusal = Reason.NOT_WHOLE_CHIPS.refusal(amount=12_50, below=12_00, above=13_00)
    assert refused(refusal) == refusal.reason == "12.50 is no whole number of chips; 12 or 13 would be lawful"
    assert alerted(Notice.BOXED.alert()) == Notice.BOXED.value[0]
    assert faulted(Fault(text="no room", code="disk_full")) == "no room"


@pytest.mark.usefixtures("language")
def test_a_code_that_nobody_knows_is_told_as_the_core_says_it() -> None:
    assert refused(Refusal("of a newer core", Article.START, "newer", {"n": 1})) == "of a newer core"
    assert alerted(Alert("newer", "of a newer core", Article.START)) == "of a newer core"
    assert faulted(Fault(text="of a newer core", code="newer")) == "of a newer core"


def test_amounts_in_what_the_core_says_are_written_as_the_language_does() -> None:
    speak("pt")
    refusal = Reason.NOT_WHOLE_CHIPS.refusal(amount=12_500_50, below=12_500_00, above=12_501_00)
    assert refused(refusal) == "12\u00a0500,50 não dá fichas inteiras; seria lícito 12\u00a0500 ou 12\u00a0501"


def test_requests_that_an_alert_tells_of_have_a_name() -> None:
    calls = get_args(get_type_hints(Call)["call"])
    others = {str(kind.__struct_config__.tag) for kind in Request.__subclasses__()} - {"call", "table_opened"}
    assert {f"said.{name}" for name in (*calls, *others)} <= REQUESTS.keys()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("avos", [0, 100, 999_00, 1_000_00, 12_500_00, 1_250_000_00, 37_50, 12_500_05])
def test_money_is_written_as_unicode_has_it(code: str, avos: int) -> None:
    speak(code)
    locale = {"pt": "pt_PT"}.get(code, code)
    assert money(avos) == format_decimal(avos / 100, "#,##0" if avos % 100 == 0 else "#,##0.00", locale)


# speaking


def test_a_language_is_switched_while_a_coup_is_open(language: str) -> None:
    said = pictures()["ask_calls"]
    speak("en")
    assert said != pictures()["ask_calls"]
    speak(language)
    assert said == pictures()["ask_calls"]


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    with pytest.raises(KeyError, match="xx: give en, zh_Hant, pt, th"):
        speak("xx")
    assert spoken() == "en"


def test_a_language_that_was_not_built_is_refused_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "BUILT", tmp_path)
    speak("en")
    with pytest.raises(NotBuiltError, match=r"is missing: build .* python -m ui.build"):
        speak("th")
    assert spoken() == "en"
    assert texts.unbuilt("th") == tmp_path / "th"


# building


def test_what_is_up_to_date_is_not_built_again() -> None:
    assert build.build() == ()


def test_what_was_made_of_something_else_is_due(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "banca21.po"
    other.write_bytes(path_of("pt").read_bytes().replace(b"Baralhar", b"Misturar"))
    monkeypatch.setattr(build, "path_of", lambda language: other if language == "pt" else path_of(language))
    assert [target.name for target in build.targets() if target.is_due] == ["pt"]


@pytest.mark.parametrize("making", MAKINGS[1:], ids=lambda making: making.family)
def test_a_font_that_is_missing_is_told_with_its_package(making: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda _path: False)
    with pytest.raises(
        NoFontError, match=r"is missing: apt-get install --no-install-recommends fonts-(noto-cjk|tlwg-)"
    ):
        check(making)  # type: ignore[arg-type]


@pytest.mark.parametrize(("family", "style"), [(family, style) for family in (HANT, THAI, RARE) for style in (0, 1)])
def test_a_built_font_bears_no_name_of_another_and_has_lines_as_high_as_kivys(family: str, style: int) -> None:
    font = TTFont(files(family)[style], lazy=True)
    names = {font["name"].getDebugName(ident) or "" for ident in (1, 2, 3, 4, 6, 16)}
    assert not any("Noto" in name or "Source" in name or "Loma" in name for name in names), names
    units = font["head"].unitsPerEm
    assert font["hhea"].ascent / units == pytest.approx(0.928, abs=0.001)
    assert font["hhea"].descent / units == pytest.approx(-0.244, abs=0.001)
    assert files(family)[0].with_name("LICENCE").stat().st_size > 1000


@pytest.mark.parametrize("family", [HANT, RARE])
def test_the_chinese_fonts_have_the_forms_of_traditional_chinese(family: str) -> None:
    shape = _outline(TTFont(files(family)[0], lazy=True))
    collection = next(making.regular for making in MAKINGS if making.family == family)
    faces = {face["name"].getDebugName(1): _outline(face) for face in TTCollection(collection, lazy=True).fonts[:5]}
    assert shape == faces["Noto Sans CJK TC"] != faces["Noto Sans CJK JP"]


def _outline(font: TTFont) -> list[object]:
    pen = RecordingPen()
    font.getGlyphSet()[font.getBestCmap()[ord("骨")]].draw(pen)
    return list(pen.value)


# letters


def _characters(family: str, style: int) -> set[str]:
    path = MAKINGS[0].regular if (family, style) == (KIVYS, 0) else MAKINGS[0].bold if family == KIVYS else None
    return {chr(code) for code in TTFont(path or files(family)[style], lazy=True).getBestCmap()}


@pytest.fixture(scope="module")
def characters() -> dict[tuple[str, int], set[str]]:
    return {(family, style): _characters(family, style) for family in fonts.FAMILIES for style in (0, 1)}


@pytest.mark.parametrize("of", LANGUAGES)
def test_every_message_can_be_written_in_both_weights(of: str, characters: dict[tuple[str, int], set[str]]) -> None:
    said = translations(of) if of in TRANSLATED else source()
    for code, message in said.items():
        for run in runs(unseen_out(message), of):
            for style in (0, 1):
                missing = set(run.text) - characters[run.family, style] - {"\n"}
                assert not missing, f"{code}: {run.family} lacks {missing}"


@pytest.mark.parametrize("of", TRANSLATED)
def test_a_language_is_written_in_its_own_font_and_in_kivys(of: str) -> None:
    for code, message in translations(of).items():
        assert {run.family for run in runs(message, of)} <= {FONTS[of], KIVYS}, code


@pytest.mark.parametrize(
    ("said", "of", "written_in"),
    [
        ("Chan 1,250", "zh_Hant", [KIVYS]),
        ("Casa 4, mão 2", "pt", [KIVYS]),
        ("第4門", "zh_Hant", [HANT]),
        ("陳大文", "en", [HANT]),
        ("Casa 4: 陳大文 decide", "pt", [KIVYS, HANT, KIVYS]),
        ("堃", "zh_Hant", [RARE]),
        ("刘\U00020bb7", "pt", [RARE]),
        ("น้ำ 陳", "th", [THAI, HANT]),
        ("สมชาย決定", "zh_Hant", [THAI, HANT]),
        ("\U0001f600", "pt", [KIVYS]),
    ],
)
def test_each_part_of_a_text_is_written_in_a_font_that_has_it(said: str, of: str, written_in: list[str]) -> None:
    assert [run.family for run in runs(said, of)] == written_in
    assert "".join(run.text for run in runs(said, of)) == said


@pytest.mark.parametrize("said", ["陳[b]大[/b]", "[color=ff0000]陳", "陳&amp;[ref=x]", "[", "陳&bl;"])
def test_what_looks_like_markup_is_written_as_it_stands(said: str) -> None:
    letters = Letters(22, is_bold=True)
    assert written(said, letters).width == pytest.approx(measured(said, letters), abs=2)


def _blobs(said: str, letters: Letters) -> int:
    """How many separate strokes are seen."""
    texture = written(said, letters)
    width, pixels = texture.width, texture.pixels
    dark = {(at % width, at // width) for at in range(len(pixels) // 4) if pixels[4 * at + 3] > 110}
    found = 0
    while dark:
        found += 1
        edge = [dark.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2)} & dark
            dark -= near
            edge += near
    return found


@pytest.mark.parametrize("px", [30, 60, 80])
@pytest.mark.parametrize("is_bold", [False, True])
@pytest.mark.parametrize(("said", "strokes"), [("น้ำ", 4), ("ป้ำ", 4), ("ปี่", 3), ("กุ่", 3), ("ที่", 3)])
def test_thai_marks_stand_above_each_other(said: str, strokes: int, px: int, is_bold: bool) -> None:
    speak("th")
    assert _blobs(said, Letters(px, is_bold)) == strokes


def test_thai_marks_that_run_together_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    speak("th")
    monkeypatch.setitem(fonts.SCRIPTS, THAI, "Latn")
    assert _blobs("ป้ำ", Letters(61, is_bold=False)) < 4


def test_what_was_written_in_thai_leaves_other_letters_as_they_were() -> None:
    before = written("AVATAR To", Letters(31, is_bold=False)).pixels
    speak("th")
    written("น้ำ −1", Letters(31, is_bold=False))
    speak("pt")
    assert written("AVATAR To", Letters(31, is_bold=False)).pixels == before


def test_lines_of_every_language_are_as_high() -> None:
    heights = set()
    for code, said in (("en", "Ag"), ("zh_Hant", "莊家"), ("pt", "Ação"), ("th", "รอ")):
        speak(code)
        heights.add(written(said, Letters(22, is_bold=False)).height)
    assert len(heights) == 1


def test_a_paragraph_of_thai_breaks_where_the_catalogue_says_so() -> None:
    speak("th")
    letters = Letters(20, is_bold=False)
    said = translations("th")["alert.boxed"]
    width = measured(said, letters) * 2 // 3
    texture, _ = wrapped(said, width, letters)
    assert texture.width <= width
    assert texture.height > 1.5 * written("รอ", letters).height


# room


@pytest.mark.thorough
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("glass", GLASSES)
def test_every_text_of_every_state_is_whole(code: str, glass: str) -> None:
    speak(code)
    snapshot = Snapshot(*GLASSES[glass])
    cut: dict[str, str] = {}
    for name, state in pictures().items():
        snapshot.drawing.show(state)
        for part in snapshot.drawing.parts():
            if not part.is_whole and ".player" not in part.id:  # a name may be longer than any place for it
                cut.setdefault(part.text, f"{name}: {part.id} in {part.rect.w}\u00d7{part.rect.h}: {part.text}")
    assert not cut, "\n".join(cut.values())


def _longest(template: str) -> dict[str, str | int]:
    return {name: LONGEST[name] for name in _places(template) if name != "nearest"}


def _told_by_the_core() -> Iterator[tuple[str, Situation]]:
    """Everything that the core may say, as long as it comes."""
    for reason in Reason:
        refusal = reason.refusal(**_longest(reason.value[0]))
        asked = Situation(view=VIEWS["deal_extra"], is_connected=True, sent=Sent(frozenset("1"), "", 9.0))
        yield f"refusal.{refusal.code}", asked.after(Answered(id="1", seq=None, refused=refusal), 0.0)
    for notice in Notice:
        request = REQUEST if "said" in _places(notice.value[0]) else {}
        alerts = (Notice.BOXED.alert(), notice.alert(**_longest(notice.value[0]), **request))
        yield f"alert.{notice.name}", Situation(view=replace(VIEWS["deal_extra"], alerts=alerts), is_connected=True)
    for state, words in product(("lost", "missing", "attention"), [words for words, _ in HEARD] + ["unheard of"]):
        reader = LinkView(state=state, text=words)  # type: ignore[arg-type]  # one of them
        yield words, Situation(view=replace(VIEWS["bust_and_prize"], reader=reader), is_connected=True)


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("glass", GLASSES)
def test_whatever_the_core_says_is_whole(code: str, glass: str) -> None:
    speak(code)
    snapshot = Snapshot(*GLASSES[glass])
    cut: list[str] = []
    for name, situation in _told_by_the_core():
        snapshot.drawing.show(shown(situation))
        said = [part for part in snapshot.drawing.parts() if part.id in ("notice", "band.remedy", "band.detail")]
        assert said, name
        cut += [f"{name}: {part.text}" for part in said if not part.is_whole]
    assert not cut, "\n".join(cut)


def test_a_screen_shows_the_same_however_it_came_to_its_language() -> None:
    snapshot = Snapshot()
    first = snapshot.pixels(pictures()["settle"])
    speak("zh_Hant")
    chinese = snapshot.pixels(pictures()["settle"])
    assert chinese != first
    assert Snapshot().pixels(pictures()["settle"]) == chinese
    speak("en")
    assert snapshot.pixels(pictures()["settle"]) == first
