"""A shoe's passport: every card counted once, from what the log tells, when it tells it; and its signature."""

import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from msgspec import structs

from engine.cards import Card, Tag
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
    CardNamed,
    CardOut,
    CardVoided,
    CoupCancelled,
    Done,
    NamedCard,
    Opened,
    Opening,
    PlayerSeated,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    TableOpened,
    WagerPlaced,
    Withdrawn,
)
from engine.journal.chain import Record
from engine.journal.errors import JournalBroken
from engine.journal.files import FilesReader
from engine.journal.search import Index
from engine.log import reading
from engine.log.filling import fill
from engine.log.passport import HEADLINE, NoPassportError, is_missing_known, passport, text
from engine.log.tests.keeping import Kept, cards, shoe
from engine.looking import Passport
from engine.rules import TableRules
from engine.tests import chance

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
BOX = TableRules(equipment="metal_box", decks=1)
FACES = [card.face for card in Card.pack()]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "journal.db")


def made(kept: Kept, number: int | None = None, key: Ed25519PrivateKey | None = None) -> Passport:
    index = kept.path.with_name("filled.db")
    with FilesReader(kept.path) as log:
        fill(index, log)
        with Index.open(index) as found:
            return passport(log, found, number, key)


def refusal(kept: Kept, number: int | None = None) -> str:
    with pytest.raises(NoPassportError) as caught:
        made(kept, number)
    return str(caught.value)


def sums(found: Passport) -> int:
    assert found.behind is not None
    return found.dealt + found.burned + found.void + found.unread + found.behind


def read(faces: str, *tags: str) -> list[AnyEvent]:
    """Cards that leave with these tags, ``??`` unread."""
    seen = [None if face == "??" else Card.parse(face) for face in faces.split()]
    return [CardOut(card=card, tag=Tag(tag)) for card, tag in zip(seen, tags, strict=True)]


def closed() -> list[AnyEvent]:
    return [WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed()]


# What is counted


def test_a_shoe_is_counted_as_it_was_dealt(kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup(box="9S 9H", dealer="6D TD 5C", burned="2C")
    kept.coup(box="TS 5H", dealer="AD TC", burned="3C")
    kept.take(*cards("7D"))  # nobody had a wager: void
    last = kept.journal.head
    kept.take(ShoeStarted())
    found = made(kept)
    roles = Counter(answer.role for _, _, event, answer, _ in kept.taken if isinstance(event, CardOut))
    assert (found.shoe, found.packs, found.size) == (1, 6, 312)
    assert found.burned == roles["burn"] > 6
    assert (found.dealt, found.void, found.unread) == (9, 1, 0)
    assert found.behind == 312 - roles.total()
    assert sums(found) == 312
    assert not found.is_exhausted
    assert f"never left: {found.behind}\n" in text(found)
    assert (found.missing, found.doubled, found.foreign) == ({}, {"2C": found.seen["2C"] - 6}, 0)
    assert {face: count for face, count in found.seen.items() if count and face not in ("2C", "3C")} == dict.fromkeys(
        ("9S", "9H", "6D", "TD", "5C", "TS", "5H", "AD", "TC", "7D"), 1
    )
    assert found.seen["2C"] + found.seen["3C"] == found.burned
    assert last is not None
    assert (found.first, found.last, found.head) == (3, last.seq, last.hash.hex())
    assert found.began_at == "2026-01-31T12:00:03.000Z"
    assert found.ended_at > found.began_at
    assert (found.signature, found.signer) == ("", "")


def whole_box(kept: Kept, pack: list[str]) -> None:
    """A box is dealt to its last card: a coup, and then cards that nobody asked for."""
    kept.take(*shoe(), *closed())
    dealt = cards(" ".join(pack))
    kept.take(*dealt, ShoeEmpty(), CoupCancelled(reason="box emptied", by="Pit"), Done())


def test_a_box_that_was_dealt_to_its_last_card_has_none_missing(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal.db", BOX)
    whole_box(kept, FACES)
    kept.take(ShoeStarted())
    found = made(kept)
    assert (found.size, found.packs, found.behind, found.is_exhausted) == (52, 1, 0, True)
    assert sums(found) == 52
    assert found.seen == dict.fromkeys(FACES, 1)
    assert (found.missing, found.doubled) == ({}, {})


@pytest.mark.parametrize(
    ("pack", "missing", "doubled"),
    [
        (["AS", *FACES[:-1]], {"KC": 1}, {"AS": 1}),
        (["AS", "AS", "AH", *FACES[2:-1]], {"2S": 1, "KC": 1}, {"AS": 1, "AH": 1}),
        (FACES[1:], {"AS": 1}, {}),
        ([*FACES, "TD"], {}, {"TD": 1}),
    ],
    ids=["one for another", "two", "a card too few", "a card too many"],
)
def test_faces_that_are_missing_and_doubled_are_named(
    tmp_path: Path, pack: list[str], missing: dict[str, int], doubled: dict[str, int]
) -> None:
    kept = Kept(tmp_path / "journal.db", BOX)
    whole_box(kept, pack)
    kept.take(ShoeStarted())
    found = made(kept)
    assert is_missing_known(found)
    assert (found.missing, found.doubled) == (missing, doubled)
    assert sums(found) == len(pack)
    assert found.is_exhausted
    assert found.behind == 0


def test_while_a_card_is_unread_nobody_knows_what_is_missing(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal.db", BOX)
    kept.take(*shoe(), *cards(" ".join(FACES[1:])), CardOut(card=None), ShoeEmpty(), ShoeStarted())
    found = made(kept)
    assert (found.unread, found.is_exhausted, found.missing) == (1, True, {})
    assert not is_missing_known(found)
    assert "missing: not known\n" in text(found)
    assert "unread: 1\n" in text(found)


def test_cards_count_by_the_names_that_people_gave_them_and_a_name_taken_back_does_not(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C"), CardOut(card=None), *cards("9H 6D"))
    kept.take(CardNamed(n=7, card=Card.parse("KD"), by="Pit"))  # was unread
    kept.take(CardNamed(n=8, card=Card.parse("8H"), by="Pit"))  # was misread
    kept.take(CardNamed(names=(NamedCard(1, Card.parse("QS")), NamedCard(2, Card.parse("JS"))), by="Pit"))  # burned
    slip = kept.append(CardNamed(n=9, card=Card.parse("AC"), by="Pit"))
    assert slip.refused is None
    kept.take(Withdrawn(seq=kept.taken[-1][0], by="Pit", reason="slip"))
    kept.take(CoupCancelled(reason="misread", by="Pit"), Done(), ShoeStarted())
    found = made(kept)
    assert {face: count for face, count in found.seen.items() if count} == {
        "2C": 4,
        "KD": 1,
        "8H": 1,
        "QS": 1,
        "JS": 1,
        "6D": 1,
    }
    assert (found.unread, found.burned, found.dealt) == (0, 6, 3)


def test_a_card_that_was_voided_by_hand_is_void(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 9S 9H"), CardVoided(n=8, reason="two at once", by="Pit"))
    kept.take(CoupCancelled(reason="misdeal", by="Pit"), Done(), ShoeStarted())
    found = made(kept)
    assert (found.burned, found.dealt, found.void) == (6, 1, 1)


def test_tags_that_are_not_of_the_deck_are_foreign_and_one_that_is_out_already_is_unread(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C"))
    kept.take(*read("9S ?? ?? ?? ?? 9S", "E1", "F1", "F2", "F1", "E2+E3", "E1"))
    kept.take(CoupCancelled(reason="foreign", by="Pit"), Done(), ShoeStarted())
    found = made(kept)
    assert found.foreign == 2  # F1 came twice, and two at once are no stranger
    assert (found.unread, found.seen["9S"]) == (5, 1)
    assert sums(found) == 312


def test_a_card_that_a_device_reports_again_is_one_card(kept: Kept) -> None:
    twice = CardOut(card=Card.parse("9S"), origin="a:1")
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C"), twice, twice)
    kept.take(CoupCancelled(reason="", by="Pit"), CoupCancelled(reason="test", by="Pit"), Done(), ShoeStarted())
    found = made(kept)
    assert (found.seen["9S"], found.burned + found.dealt) == (1, 7)


def test_while_the_assistant_was_off_nobody_knows_what_left(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal.db", BOX)
    kept.take(*shoe(), *cards(" ".join(FACES[:30])), AssistantOff(by="1", second="2"), *cards(" ".join(FACES[30:])))
    kept.take(AssistantOn(by="1", second="2"), ShoeEmpty(), ShoeStarted())
    found = made(kept)
    assert not found.is_exhausted
    assert not is_missing_known(found)
    assert (found.behind, found.missing) == (None, {})
    assert "never left: not known\nevery card left: not known\nmissing: not known\n" in text(found)


# When


def test_before_the_next_shoe_has_begun_there_is_none(kept: Kept) -> None:
    assert "no shoe has begun yet" in refusal(kept)
    kept.take(*shoe())
    kept.coup()
    assert "shoe 1: no shoe is over yet: a passport is made when the next one begins" in refusal(kept, 1)
    kept.take(ShuffleCalled())
    assert "shoe 1: no shoe is over yet" in refusal(kept)
    kept.take(ShoeEmpty())
    assert "shoe 1: no shoe is over yet" in refusal(kept)
    kept.take(ShoeStarted())
    assert made(kept).shoe == 1


@pytest.mark.parametrize("number", [0, -1, 3, 4, 1 << 70])
def test_a_shoe_that_is_not_over_or_never_was_is_named_with_those_that_are(kept: Kept, number: int) -> None:
    for _ in range(3):
        kept.take(*shoe())
        kept.coup()
    words = refusal(kept, number)
    assert words.startswith(f"shoe {number}: ")
    assert "the shoes that are over are 1 to 2: ask for one of these" in words


def test_each_shoe_that_is_over_has_its_own_and_the_last_is_the_one_that_is_meant(kept: Kept) -> None:
    for face in ("3C", "4C", "5C"):
        kept.take(*shoe())
        kept.coup(burned=face)
    first, second = made(kept, 1), made(kept, 2)
    assert (first.seen["3C"], first.seen["4C"], second.seen["3C"], second.seen["4C"]) == (first.burned, 0, 0, 7)
    assert made(kept) == second
    assert first.last < second.first


def test_a_shoe_that_ended_in_the_midst_of_a_coup_is_over_when_that_coup_is(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 9S 9H"))
    kept.take(ShoeStarted(), *cards("KD"))
    assert "shoe 1: no shoe is over yet" in refusal(kept)
    kept.take(Done())
    found = made(kept)
    assert (found.burned, found.dealt, found.seen["9S"], found.seen["KD"]) == (6, 2, 1, 0)
    assert found.last > found.first + 10


def test_an_index_that_knows_of_the_next_shoe_before_the_cards_are_told_has_to_wait(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 9S 9H"), ShoeStarted())
    kept.append(Done())  # and the core is about to tell the cards
    with FilesReader(kept.path) as log:
        index = kept.path.with_name("live.db")
        fill(index, log)
        with Index.open(index) as found, pytest.raises(NoPassportError):
            passport(log, found, 1, None)


def test_a_table_that_was_opened_with_other_rules_ends_the_shoe_whose_cards_are_told_later(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 9S 9H 6D"))
    kept.take(CardNamed(names=(NamedCard(1, Card.parse("QS")), NamedCard(2, Card.parse("JS"))), by="Pit"))
    kept.take(CoupCancelled(reason="closed", by="Pit"), Done(), CardOut(card=None))
    kept.take(TableOpened(rules=TableRules(decks=8)), Opened(version="0.4.0", settings="5f" * 32))
    assert "shoe 1: no shoe is over yet" in refusal(kept, 1)
    kept.take(ShoeStarted(), PlayerSeated(box=1, player="Ana"))
    kept.coup()
    found = made(kept, 1)
    assert (found.packs, found.size, found.burned, found.dealt, found.unread) == (6, 312, 6, 3, 1)
    assert {face: count for face, count in found.seen.items() if count} == {
        "QS": 1,
        "JS": 1,
        "2C": 4,
        "9S": 1,
        "9H": 1,
        "6D": 1,
    }


def test_tags_of_a_shoe_whose_cards_are_told_later_count_as_on_the_day(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *read("9S ?? ?? 9S 2C", "E1", "F1", "E2+E3", "E1", "E4"))
    kept.take(CoupCancelled(reason="closed", by="Pit"), Done())
    kept.take(TableOpened(rules=TableRules(decks=8)), Opened(version="0.4.0", settings="5f" * 32), ShoeStarted())
    found = made(kept, 1)
    assert (found.foreign, found.unread, found.burned, found.seen["9S"]) == (1, 3, 2, 1)


def test_a_card_told_later_as_another_than_it_was_is_a_broken_journal(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C"), CoupCancelled(reason="closed", by="Pit"), Done())
    kept.take(TableOpened(rules=TableRules(decks=8)), Opened(version="0.4.0", settings="5f" * 32), ShoeStarted())
    assert made(kept, 1).seen["2C"] == 2
    openings = reading._openings

    def falsified(log: FilesReader, record: Record) -> tuple[Opening, ...]:
        return tuple(structs.replace(one, text=one.text.replace("2C", "3C")) for one in openings(log, record))

    monkeypatch.setattr(reading, "_openings", falsified)
    with pytest.raises(JournalBroken):
        made(kept, 1)


def test_what_was_lost_with_the_secrets_is_unread_and_none_is_guessed(kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup(burned="2C")
    kept.journal._connection.execute("DELETE FROM sealed")  # as after a restore
    kept.take(ShoeStarted(), *cards("TH"))
    found = made(kept)
    assert (found.burned, found.unread, found.dealt, found.seen["2C"]) == (0, 7, 5, 0)
    assert sums(found) == 312


def test_where_the_log_tells_too_little_of_what_lay_face_up_there_is_none(kept: Kept) -> None:
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 2C 9S 9H 6D"))
    kept.journal._connection.execute("DELETE FROM sealed")
    kept.take(CoupCancelled(reason="restored", by="Pit"), Done(), ShoeStarted())
    kept.coup()
    assert "does not tell all cards that lay face up" in refusal(kept, 1)


# What is signed


def test_what_is_signed_is_plain_and_the_same_whenever_it_is_asked(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal.db", BOX)
    whole_box(kept, ["AS", *FACES[:-1]])
    kept.take(ShoeStarted())
    first = made(kept, 1, KEY)
    kept.take(PlayerSeated(box=2, player="Bo"))
    kept.coup(burned="TD")
    assert made(kept, 1, KEY) == first
    lines = text(first).splitlines()
    assert lines[0] == HEADLINE == "banca21 shoe passport 1"
    assert lines[1:6] == [
        "shoe: 1",
        f"began: {first.began_at}",
        f"ended: {first.ended_at}",
        f"records: {first.first} to {first.last}",
        f"head: {first.head}",
    ]
    assert "missing: KC 1" in lines
    assert "doubled: AS 1" in lines
    assert lines[-1].startswith("seen: AS 2, 2S 1, ")
    assert text(first).endswith("KC 0\n")
    assert text(first).isascii()
    assert all(": " in line for line in lines[1:])


def test_the_signature_is_of_the_text_and_of_no_other(kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup()
    kept.take(ShoeStarted())
    found = made(kept, key=KEY)
    assert found.signer == KEY.public_key().public_bytes_raw().hex()
    KEY.public_key().verify(bytes.fromhex(found.signature), text(found).encode())
    for other in (
        structs.replace(found, burned=8),
        structs.replace(found, seen=found.seen | {"2C": 1}),
        structs.replace(found, shoe=2),
        structs.replace(found, head="0" * 64),
    ):
        with pytest.raises(InvalidSignature):
            KEY.public_key().verify(bytes.fromhex(found.signature), text(other).encode())
    unsigned = structs.replace(found, signature="", signer="")
    assert text(unsigned) == text(found)
    assert made(kept) == unsigned


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not there")
def test_openssl_proves_it(kept: Kept, tmp_path: Path) -> None:
    kept.take(*shoe())
    kept.coup()
    kept.take(ShoeStarted())
    found = made(kept, key=KEY)
    (tmp_path / "text").write_text(text(found))
    (tmp_path / "signature").write_bytes(bytes.fromhex(found.signature))
    (tmp_path / "key").write_bytes(KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    arguments = ("-verify", "-pubin", "-inkey", "key", "-rawin", "-in", "text", "-sigfile", "signature")
    assert subprocess.run(["openssl", "pkeyutl", *arguments], cwd=tmp_path, check=False).returncode == 0
    (tmp_path / "text").write_text(text(found).replace("burned: 7", "burned: 6"))
    assert subprocess.run(["openssl", "pkeyutl", *arguments], cwd=tmp_path, check=False).returncode == 1


# By chance


class Watched:
    """What a table that knows all cards says of each, while it plays."""

    def __init__(self) -> None:
        self.faces: dict[int, str | None] = {}

    def look(self, kept: Kept) -> None:
        felt = kept.memory.felt
        for seq, laid in felt.cards.items():
            face = felt.names.get(seq) or laid.value
            self.faces[seq] = None if face is None else face.face


@settings(max_examples=25, deadline=None)
@given(chance.plays, chance.rules)
def test_whatever_was_played_each_card_is_counted_once_by_its_true_face(decided: bytes, rules: TableRules) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept, watched = Kept(Path(folder) / "journal.db", rules), Watched()
        kept.take(*chance.opening())
        began = next(seq for seq, _, event, _, _ in kept.taken if isinstance(event, ShoeStarted))
        for thrown in chance.dice(decided):
            event = chance.event(kept.memory.table, thrown)
            if not isinstance(event, TableOpened | ShoeStarted):
                kept.take(event)
                watched.look(kept)
        kept.append(ShoeStarted())  # perhaps in the midst of a coup
        ended = kept.taken[-1][0]
        kept.take(*[Done()] * 3, CoupCancelled(reason="of the shoe before", by="Pit"), *[Done()] * 3)
        watched.look(kept)
        kept.take(PlayerSeated(box=rules.boxes, player="Zed"), *cards("TH"))
        found = made(kept, 1)
        kept.close()
    true = Counter(face for seq, face in watched.faces.items() if began < seq < ended)
    out = true.total()
    assert found.dealt + found.burned + found.void + found.unread == out
    assert found.unread == true.pop(None, 0)
    assert {face: count for face, count in found.seen.items() if count} == true
