"""An enrolment's files: what a power cut leaves, what is continued, what is refused, what is written at the end."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from firmware_bridge.enrolment import answers, passport, records
from firmware_bridge.enrolment.enrolment import Enrolment, Plan
from firmware_bridge.enrolment.errors import DeckFileError, PartFileError
from firmware_bridge.enrolment.faces import short
from firmware_bridge.enrolment.part_file import PartFile, part_path
from firmware_bridge.enrolment.replacement import Replacement
from firmware_bridge.enrolment.tests.cards import ONE_PACK, TAGS, TWO_PACKS
from firmware_bridge.enrolment.work import Asked, EnrolmentWork, replaced, replayed
from firmware_bridge.registry import Registry

ANA = records.Sitting(by="Ana", at="2026-01-31T12:00:00.000Z", reader="BJ21-0001", port="/dev/shoe")
BENTO = records.Sitting(by="Bento", at="2026-01-31T13:00:00.000Z", reader="BJ21-0001", port="/dev/shoe")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "deck.csv"


def begin(out: Path, **asked: object) -> EnrolmentWork:
    return EnrolmentWork.begin(out, Asked(**{"packs": 1, "packs_else": 6} | asked), {})  # type: ignore[arg-type]


def enrol(work: EnrolmentWork, count: int) -> None:
    """Pass so many cards, each kept; answer what is asked, first and last."""
    confirm(work)
    for _ in range(count):
        tag = next(tag for tag in TAGS if tag not in work.enrolment.tags)
        answer = work.enrolment.take(tag)
        assert isinstance(answer, answers.Enrolled)
        work.keep(records.Enrolled(tag=tag, face=short(answer.face)))
        confirm(work)


def confirm(work: EnrolmentWork) -> None:
    if isinstance(work.enrolment.confirm(), answers.Confirmed):
        work.keep(records.Confirmed())


def back(work: EnrolmentWork, count: int) -> None:
    work.enrolment.back(count)
    work.keep(records.TakenBack(count=count))


def finish(work: EnrolmentWork) -> passport.Passport:
    made = work.finish(made_at="2026-01-31T14:00:00.000Z", version="0.0")
    work.close()
    return made


def kept(out: Path, sitting: records.Sitting = ANA, cards: int = 20, **asked: object) -> bytes:
    """What an enrolment that was ended in the midst leaves."""
    work = begin(out, **asked)
    work.keep(sitting)
    enrol(work, cards)
    work.close()
    return part_path(out).read_bytes()


def an_evening(out: Path) -> bytes:
    """Every kind of step."""
    work = begin(out, packs=2)
    work.keep(ANA)
    enrol(work, 52)
    work.enrolment.agree()
    work.keep(records.Agreed())
    enrol(work, 2)
    back(work, 5)
    work.enrolment.doubt()
    work.keep(records.Doubted())
    enrol(work, 4)
    work.close()
    return part_path(out).read_bytes()


def test_an_enrolment_is_continued_where_it_stood(out: Path) -> None:
    kept(out)
    work = begin(out)
    assert work.enrolment.tags == tuple(TAGS[:20])
    assert work.enrolment.due is Card.parse("8H")
    assert not work.was_cut


def test_a_continued_enrolment_asks_about_the_last_card_first(out: Path) -> None:
    kept(out)
    for _ in range(2):
        work = begin(out)
        assert work.enrolment.asked is Card.parse("7H")
        work.close()


def test_takes_back_are_kept_too(out: Path) -> None:
    an_evening(out)
    work = begin(out, packs=2)
    assert work.enrolment.tags == tuple(TAGS[:53])
    assert work.enrolment.checked == frozenset()
    back(work, 53)
    work.close()
    assert not part_path(out).exists()


def test_a_file_cut_at_any_byte_holds_every_whole_step(out: Path) -> None:
    content = an_evening(out)
    part = part_path(out)
    first = PartFile.open(part)
    first.close()
    steps = first.records
    assert len(steps) == content.count(b"\n")
    for at in range(len(content) + 1):
        part.write_bytes(content[:at])
        opened = PartFile.open(part)
        assert opened.records == steps[: content[:at].count(b"\n")]
        assert opened.was_cut == (at > 0 and not content[:at].endswith(b"\n"))
        opened.close()


def test_a_file_cut_after_any_step_is_continued(out: Path) -> None:
    lines = an_evening(out).splitlines(keepends=True)
    number = 0
    for count, line in enumerate(lines, 1):
        number += line.startswith(b'{"type":"enrolled"') - 5 * line.startswith(b'{"type":"takenback"')
        part_path(out).write_bytes(b"".join(lines[:count]))
        work = begin(out, packs=2)
        assert work.enrolment.tags == tuple(TAGS[:number])
        work.close()
    assert number == 53


@pytest.mark.parametrize("noughts", [1, 4096])
def test_noughts_that_a_power_cut_left_behind_the_last_step_are_dropped(out: Path, noughts: int) -> None:
    content = kept(out)
    part_path(out).write_bytes(content + b"\0" * noughts)
    work = begin(out)
    assert work.was_cut
    assert work.enrolment.tags == tuple(TAGS[:20])
    enrol(work, 1)
    work.close()
    assert b"\0" not in part_path(out).read_bytes()


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b'{"ty', b'{"type":"begun","packs":1'])
def test_a_beginning_that_was_cut_short_is_begun_anew(out: Path, content: bytes) -> None:
    part_path(out).write_bytes(content)
    work = begin(out)
    assert work.enrolment.due is Card.parse("AS")
    enrol(work, 1)
    work.close()
    again = begin(out)
    assert len(again.enrolment.tags) == 1


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_step_after_a_cut_is_kept_like_any_other(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    out = tmp_path_factory.mktemp("cut") / "deck.csv"
    content = an_evening(out)
    part_path(out).write_bytes(content[: data.draw(st.integers(0, len(content)))])
    work = begin(out, packs=2)
    enrol(work, 3)
    tags = work.enrolment.tags
    work.close()
    again = begin(out, packs=2)
    assert again.enrolment.tags == tags
    assert not again.was_cut
    again.close()


@pytest.mark.parametrize(
    ("at", "old", "new", "words"),
    [
        (3, b'"AS"', b'"2S"', "line 3: Enrolled cannot come here"),
        (4, TAGS[1].encode(), TAGS[0].encode(), "line 4: Enrolled cannot come here"),
        (3, b'"tag"', b'"gat"', "line 3: Object contains unknown field"),
        (3, b"{", b"", "line 3: "),
        (3, b"enrolled", b"\xff\xfe", "line 3: "),
        (1, b'"AS"', b'"XX"', "line 1: 'XX' is no card"),
        (16, b'{"type":"confirmed"}', b'{"type":"takenback","count":14}', "line 16: TakenBack cannot come here"),
        (2, b'{"type":"sitting"', b'{"type":"agreed"}#', "line 2: "),
        (2, ANA.by.encode(), b"", ""),
    ],
)
def test_a_damaged_line_is_named_and_nothing_is_overwritten(
    out: Path, at: int, old: bytes, new: bytes, words: str
) -> None:
    lines = kept(out).splitlines(keepends=True)
    assert old in lines[at - 1]
    lines[at - 1] = lines[at - 1].replace(old, new, 1)
    part_path(out).write_bytes(b"".join(lines))
    if not words:
        begin(out).close()
        return
    with pytest.raises(PartFileError) as caught:
        begin(out)
    assert f"deck.csv.part, {words}" in str(caught.value)
    assert "bring back the file as it was" in str(caught.value)
    assert part_path(out).read_bytes() == b"".join(lines)


@pytest.mark.parametrize("content", [b"my notes", b"tag,card\n", b'{"type":"sitting"}\n'])
def test_another_file_of_that_name_is_left_alone(out: Path, content: bytes) -> None:
    part_path(out).write_bytes(content)
    with pytest.raises(PartFileError, match="no enrolment is kept in it, one was due: move it away"):
        begin(out)
    assert part_path(out).read_bytes() == content


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"packs": 2}, r"begun with 1 pack \(asked: 2\)"),
        ({"order": Card.pack()[::-1]}, "another order of the cards"),
        ({"has_white": True}, "no white card"),
        ({"deck": ONE_PACK}, "another deck than --add names"),
    ],
)
def test_an_enrolment_is_continued_as_it_was_begun(out: Path, asked: dict[str, object], words: str) -> None:
    content = kept(out)
    with pytest.raises(PartFileError, match=words):
        begin(out, **asked)
    assert part_path(out).read_bytes() == content


def test_what_is_not_asked_is_as_it_was_begun(out: Path) -> None:
    kept(out, order=Card.pack()[::-1], has_white=True)
    plan = begin(out, packs=None).enrolment.plan
    assert (plan.packs, plan.order, plan.has_white) == (1, Card.pack()[::-1], True)


def test_without_a_number_as_many_as_the_table_has_are_begun(out: Path) -> None:
    assert begin(out, packs=None).enrolment.plan.packs == 6


def test_a_second_enrolment_of_the_same_file_is_refused(out: Path) -> None:
    first = begin(out)
    with pytest.raises(PartFileError, match="another enrolment writes this file"):
        begin(out)
    enrol(first, 1)
    first.close()
    assert len(begin(out).enrolment.tags) == 1


def test_a_deck_that_is_there_is_not_overwritten(out: Path) -> None:
    out.write_text("\n".join(ONE_PACK.lines()))
    with pytest.raises(DeckFileError, match="another deck lies there already: look at it with --check, enlarge it"):
        begin(out)
    assert not part_path(out).exists()


def test_the_finished_deck_is_whole_secret_and_has_its_passport(out: Path) -> None:
    kept(out)
    work = begin(out)
    work.keep(BENTO)
    enrol(work, 32)
    made = finish(work)
    deck = Registry.load(out)
    assert dict(deck.cards) == dict(zip(TAGS, Card.pack(), strict=False))
    assert passport.of_deck(out) == made
    assert [(each.did, each.by) for each in made.work] == [
        ("enrolment of 1 pack", "Ana"),
        ("enrolment of 1 pack", "Bento"),
    ]
    assert [each.stat().st_mode & 0o777 for each in (out, passport.passport_path(out))] == [0o600, 0o600]
    assert sorted(each.name for each in out.parent.iterdir()) == ["deck.csv", "deck.passport.json"]


@pytest.mark.parametrize(("later", "name"), [(None, "house"), ("club", "club")])
def test_a_decks_name_is_kept_unless_another_is_given(out: Path, later: str | None, name: str) -> None:
    kept(out, name="house")
    work = begin(out, name=later)
    enrol(work, 32)
    assert finish(work).deck == name


def test_the_part_is_secret_too(out: Path) -> None:
    kept(out)
    assert part_path(out).stat().st_mode & 0o777 == 0o600


def test_the_passport_tells_no_tag(out: Path) -> None:
    work = begin(out)
    enrol(work, 52)
    finish(work)
    text = passport.passport_path(out).read_text()
    assert not [tag for tag in TAGS[:52] if tag in text.upper()]


@pytest.mark.parametrize("cut", ["before the deck", "before the passport", "before the part is removed"])
def test_an_end_that_was_cut_short_is_ended_again(out: Path, cut: str) -> None:
    work = begin(out)
    work.keep(ANA)
    enrol(work, 52)
    work.close()
    content = part_path(out).read_bytes()
    first = begin(out)
    confirm(first)
    made = finish(first)
    part_path(out).write_bytes(content)
    if cut == "before the deck":
        out.unlink()
    if cut != "before the part is removed":
        passport.passport_path(out).unlink()
    again = begin(out)
    confirm(again)
    assert again.enrolment.is_complete
    assert finish(again).sha256 == made.sha256
    assert passport.of_deck(out) is not None


def enlarge(out: Path) -> passport.Passport:
    return finish(enlarged(out))


def enlarged(out: Path) -> EnrolmentWork:
    work = begin(out, deck=Registry.load(out), before=passport.of_deck(out), has_white=True)
    work.keep(BENTO)
    enrol(work, 53)
    return work


def a_deck(out: Path) -> passport.Passport:
    """Two packs by Ana, the second checked, in the file that will be enlarged."""
    made = passport.issue(
        TWO_PACKS,
        name="house",
        file=out.name,
        made_at="2026-01-30T12:00:00.000Z",
        banca21="0.0",
        work=[passport.Work(did="enrolment of 2 packs", by="Ana", at=ANA.at, reader=ANA.reader, port=ANA.port)],
        checked=passport.sums_of_packs(TWO_PACKS)[1:],
    )
    passport.save(TWO_PACKS, made, out)
    return made


def test_a_deck_is_enlarged_in_its_own_file_and_its_passport_goes_on(out: Path) -> None:
    a_deck(out)
    made = enlarge(out)
    deck = Registry.load(out)
    assert list(deck.cards)[:104] == list(TWO_PACKS.cards)
    assert deck.white == {TAGS[52]}
    assert (made.deck, made.cards, made.white_cards) == ("house", 156, 1)
    assert [each.by for each in made.work] == ["Ana", "Bento"]
    assert [pack.is_checked for pack in made.packs] == [False, True, False]
    assert passport.of_deck(out) == made


def test_an_enlargement_that_was_cut_short_at_its_end_is_ended_again(out: Path) -> None:
    a_deck(out)
    work = enlarged(out)
    content = part_path(out).read_bytes()
    finish(work)
    part_path(out).write_bytes(content)
    passport.passport_path(out).unlink()
    again = begin(out, deck=Registry.load(out))
    confirm(again)
    assert [each.by for each in finish(again).work] == ["Ana", "Bento"]


def test_a_deck_that_was_changed_in_the_midst_of_its_enlargement_is_not_overwritten(out: Path) -> None:
    a_deck(out)
    work = begin(out, deck=TWO_PACKS)
    enrol(work, 3)
    work.close()
    out.write_text("\n".join(ONE_PACK.lines()))
    with pytest.raises(DeckFileError, match="another deck lies there already"):
        begin(out, deck=ONE_PACK)


def test_a_replaced_card_is_in_deck_and_passport(out: Path) -> None:
    before = a_deck(out)
    it = Replacement(TWO_PACKS, Card.parse("7H"), old=list(TWO_PACKS.cards)[52 + 19])
    it.take(TAGS[0])
    it.confirm()
    made = replaced(out, it, before, BENTO, name=None, made_at="2026-01-31T14:00:00.000Z", version="0.0")
    assert list(Registry.load(out).cards)[52 + 19] == TAGS[0]
    assert made.work[-1].did == "replacement of 7H of pack 2"
    assert [pack.is_checked for pack in made.packs] == [False, False]
    assert made.packs[0] == before.packs[0]
    assert passport.of_deck(out) == made


@pytest.mark.parametrize("is_file", [False, True], ids=["no folder", "a file in its place"])
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, is_file: bool) -> None:
    if is_file:
        (tmp_path / "folder").touch()
    with pytest.raises(DeckFileError, match=r"deck\.csv\.part: .*give a path in a folder of this user's"):
        begin(tmp_path / "folder" / "deck.csv")


def test_an_empty_part_is_an_enrolment_of_nothing(out: Path) -> None:
    opened = PartFile.open(part_path(out))
    begun, enrolment = replayed(opened, {})
    assert begun is None
    assert enrolment.due is Enrolment(Plan(0)).due is None
    opened.close()
