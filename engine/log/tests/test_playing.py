"""Played again from what the log tells, every answer is the one of the day; and the index is filled from it alike."""

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from msgspec import structs

from engine.answers import Answer
from engine.cards import Card
from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
    Call,
    CardExposed,
    CardNamed,
    CardOut,
    CommitmentsOpened,
    CoupCancelled,
    DealerChanged,
    Done,
    MisdealFound,
    NamedCard,
    Note,
    PayoutCorrected,
    PlayerSeated,
    ShoeEmpty,
    ShoeStarted,
    TableOpened,
    WagerPlaced,
    Withdrawn,
)
from engine.instructions import NameCard, Shuffle, TakeWagers
from engine.journal import index_file
from engine.journal.files import FilesReader
from engine.journal.found import Filters, FoundCoup
from engine.journal.index_notes import Batch, Early, Gathering, Noted
from engine.journal.index_writing import write, write_early
from engine.journal.search import Index
from engine.log.filling import fill
from engine.log.playing import Played, beginning, played
from engine.log.tests.keeping import Kept, cards, shoe
from engine.rules import TableRules
from engine.tests import chance


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def replayed(path: Path) -> list[Played]:
    with FilesReader(path) as log:
        assert log.head is not None
        return list(played(log, log.origin.seq + 1, log.head.seq))


def coups(path: Path) -> list[FoundCoup]:
    with Index.open(path) as index:
        return index.coups(Filters(), limit=1000)


def corrections(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as index:
        return index.execute("SELECT * FROM correction ORDER BY record").fetchall()


def filled(path: Path, index: Path) -> int:
    with FilesReader(path) as log:
        return fill(index, log)


def as_told(kept: Kept, index: Path, upto: int) -> None:
    """What the core's own index holds whose last coup is over by the record ``upto``."""
    gathering = Gathering()
    with closing(index_file.writing(index)) as connection:
        for taken in kept.taken:
            match gathering.take(Noted.of(*taken)):
                case Batch() as batch if batch.upto <= upto:
                    write(connection, [batch])
                case Early() as early:
                    write_early(connection, early)


def without_unread(answer: Answer) -> Answer:
    """A card that passed unread face down is told of in the log when its shoe is over, and so are burned ones, which
    are counted with all others at its end.
    """
    later = {"unread", "card_too_often"} if isinstance(answer.due, Shuffle) else {"unread"}
    return structs.replace(answer, alerts=tuple(alert for alert in answer.alerts if alert.code not in later))


@settings(max_examples=25, deadline=None)
@given(chance.plays, chance.rules)
def test_what_the_log_tells_enough_of_is_answered_as_on_the_day_and_indexed_as_by_the_core(
    decided: bytes, rules: TableRules
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, by_core, by_log = (Path(folder) / name for name in ("journal.db", "core.db", "log.db"))
        kept = Kept(path, rules)
        kept.take(*chance.opening())
        for thrown in chance.dice(decided):
            event = chance.event(kept.memory.table, thrown)
            if not isinstance(event, TableOpened):  # the core's alone, at a table that rests
                answer = kept.take(event)
                if answer.alerts and thrown[0] % 2:
                    told = next(seq for seq, _, _, given, _ in reversed(kept.taken) if given.alerts)
                    kept.take(AlertAcknowledged(seq=told, by="2001"))
        kept.close()
        on_the_day = {seq: answer for seq, _, _, answer, _ in kept.taken}
        is_whole = True
        for each in replayed(path):
            is_whole = is_whole and each.is_certain  # after a new beginning numbers of past coups differ
            if is_whole:
                assert without_unread(each.answer) == without_unread(on_the_day[each.logged.seq])
        upto = filled(path, by_log)
        as_told(kept, by_core, upto)
        if is_whole:
            with Index.open(by_core) as ours, Index.open(by_log) as theirs:
                assert upto == 0 or ours.reached == theirs.reached
            assert _without_unread(coups(by_log)) == _without_unread(coups(by_core))
            assert corrections(by_log) == corrections(by_core)


def _without_unread(found: list[FoundCoup]) -> list[FoundCoup]:
    later = {"unread", "card_too_often"}
    return [replace(coup, alerts=tuple(a for a in coup.alerts if a.code not in later)) for coup in found]


def test_a_coup_is_played_with_its_cards_once_it_is_settled_and_its_burned_ones_stay_sealed(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe())
    kept.coup(box="9S 9H", dealer="6D TD 5C")
    kept.close()
    steps = replayed(path)
    assert all(each.is_certain for each in steps)
    faces = [(each.answer.role, each.logged.fields["card"]) for each in steps if "card" in each.logged.fields]
    assert faces == [
        *[("burn", None)] * 6,
        ("box:1", "9S"),
        ("box:1", "9H"),
        ("upcard", "6D"),
        ("burn", None),
        ("second", "TD"),
        ("draw", "5C"),
    ]
    assert [each.answer.coup.bank for each in steps if each.answer.coup is not None] == [10_000]


def test_at_the_end_of_the_shoe_the_burned_cards_are_told(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe())
    kept.coup(burned="7D")
    kept.take(ShoeEmpty(), ShoeStarted())
    kept.close()
    burned = [each for each in replayed(path) if each.answer.role == "burn"]
    assert {each.logged.fields["card"] for each in burned} == {"7D"}


def test_of_the_open_coup_the_log_does_not_tell_enough(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe())
    kept.coup()
    kept.take(*closed(), *cards("2C 9S 9H 6D"))
    kept.close()
    steps = replayed(path)
    assert not steps[-1].is_certain
    assert {each.logged.fields["card"] for each in steps[-4:]} == {None}


def closed() -> list[AnyEvent]:
    """The betting for a coup of one box is closed."""
    return [WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed()]


def test_a_name_that_is_told_only_with_those_of_unseen_cards_makes_the_log_tell_too_little(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 9S 9H 6D"))
    six = Card.parse("6S")
    kept.take(CardNamed(names=(NamedCard(1, six), NamedCard(9, six)), by="Pit"))
    kept.close()
    assert not replayed(path)[-1].is_certain


def test_whatever_is_journalled_was_taken_also_with_an_id_that_was_used_before(path: Path) -> None:
    kept = Kept(path)
    kept.take(PlayerSeated(box=2, player="Bo"), ident="a-1")
    kept.take(PlayerSeated(box=3, player="Cy"), ident="a-1")
    kept.close()
    table = replayed(path)[-1].table
    assert table is not None
    assert table.felt.seats == {2: "Bo", 3: "Cy"}


def test_a_restored_journal_whose_secrets_are_lost_is_played_from_the_next_shoe_on(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe())
    kept.coup()
    kept.take(*closed(), *cards("2C 9S 9H 6D"))
    kept.journal._connection.execute("DELETE FROM sealed")  # as after a restore
    kept.take(CoupCancelled(reason="restored", by="Pit"), Done(), ShoeStarted())
    kept.coup()
    kept.close()
    index = path.with_name("index.db")
    assert filled(path, index) > 0
    found = [(coup.number, coup.bank, coup.cancelled) for coup in coups(index)]
    assert found == [(3, 10_000, False), (2, 0, True), (1, 10_000, False)]  # where all goes back no card matters


ENDS: dict[str, tuple[AnyEvent, ...]] = {
    "cancelled": (CoupCancelled(reason="misdeal", by="3001", second="3002"), Done()),
    "cancelled after a misdeal": (
        MisdealFound(reason="misdeal", by="3001"),
        CoupCancelled(reason="it", by="3001"),
        Done(),
    ),
    "assistant off": (AssistantOff(by="3001", second="3002"), AssistantOn(by="3001", second="3002")),
    "shoe ran out": (ShoeEmpty(), CoupCancelled(reason="no cards", by="3001"), Done(), ShoeStarted()),
    "another shoe": (ShoeStarted(), Done()),
}


@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
def test_after_a_cancelled_coup_with_a_card_that_nobody_named_the_log_tells_enough_again(
    path: Path, ends: tuple[AnyEvent, ...]
) -> None:
    kept = Kept(path, index=path.with_name("core.db"))
    unnamed_when_it_was_due(kept)
    kept.take(*ends)
    for _ in range(3):
        kept.coup(burned="2C") if kept.memory.felt.shoe.out else kept.coup()
    kept.close()
    by_log = path.with_name("log.db")
    filled(path, by_log)
    core, log = coups(path.with_name("core.db")), coups(by_log)
    assert [coup.number for coup in core] == [4, 3, 2, 1]
    assert _without_unread(log)[:3] == _without_unread(core)[:3]
    assert (log[3].cancelled, log[3].rows, log[3].last) == (True, core[3].rows, core[3].last)
    on_the_day = {seq: answer for seq, _, _, answer, _ in kept.taken}
    later = [each for each in replayed(path) if each.logged.seq > core[3].last]
    assert all(each.is_certain for each in later)
    assert [without_unread(each.answer) for each in later] == [
        without_unread(on_the_day[each.logged.seq]) for each in later
    ]


def unnamed_when_it_was_due(kept: Kept) -> None:
    """A coup in which a player's card was not read and lies open, to be named."""
    kept.take(*shoe(), *closed(), *cards("2C 3C 4D 5D 6H 7H 9S"), CardOut(card=None), *cards("6D"))
    kept.take(Done(), Call(box=1, call="stand"), *cards("KC TD 5C"))
    assert isinstance(kept.memory.felt.due, NameCard)


def test_what_is_refused_while_a_name_is_due_depends_on_no_card(path: Path) -> None:
    kept = Kept(path)
    unnamed_when_it_was_due(kept)
    kept.take(Call(box=1, call="hit"), Note(text="wait", by="3001"), Done(of="settle"))
    kept.take(CoupCancelled(reason="misdeal", by="3001"))
    kept.close()
    assert [each.is_certain for each in replayed(path)][-5:] == [False, False, False, False, True]


def test_a_cancelled_coup_that_is_taken_up_again_depends_on_its_card_again(path: Path) -> None:
    kept = Kept(path)
    unnamed_when_it_was_due(kept)
    kept.take(CoupCancelled(reason="misdeal", by="3001"))
    answer = kept.take(Withdrawn(seq=kept.memory.seq, reason="slip", by="3001"))
    assert answer.refused is None
    kept.close()
    assert [each.is_certain for each in replayed(path)][-2:] == [True, False]


def test_a_name_that_stands_in_for_one_that_is_not_told_is_not_forgotten_with_the_coup(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 9S 9H 6D"))
    six = Card.parse("6S")
    kept.take(CardNamed(names=(NamedCard(1, six), NamedCard(9, six)), by="Pit"))
    kept.take(CoupCancelled(reason="misdeal", by="3001"), Done())
    kept.close()
    assert not replayed(path)[-1].is_certain


def test_a_coup_cancelled_after_its_cards_were_lost_ends_as_for_the_core_that_went_on_without_them(path: Path) -> None:
    kept = Kept(path)
    kept.take(
        *shoe(), *closed(), *cards("2C 2C 2C 2C 2C 2C 5S 6H 6D"), Done(), Call(box=1, call="double"), *cards("2D")
    )
    kept.journal._connection.execute("DELETE FROM sealed")  # as after a restore
    kept.close()
    kept = Kept(path)
    kept.take(CoupCancelled(reason="restored", by="Pit"), Done())
    kept.coup(burned="2C 2C 2C 2C 2C 2C")
    kept.close()
    last = replayed(path)[-1]
    assert last.table is not None
    assert last.is_certain
    assert dict(last.table.results) == dict(kept.memory.table.results)


# Alerts and what moves


def test_no_alert_stands_of_a_card_that_is_not_told_of(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe(), *closed(), *cards("2C 3C 4D 5D 6H 7H 9S 8D 6D"), Call(box=1, call="surrender"))
    assert kept.memory.felt.alerts == ()
    kept.close()
    assert [each.alerts for each in replayed(path)] == [()] * len(kept.taken)


def test_an_alert_of_a_card_that_lay_open_stands_as_on_the_day(path: Path) -> None:
    kept = Kept(path)
    kept.take(*cards("TH"), *shoe(), *closed())
    on_the_day = kept.memory.felt.alerts
    kept.take(*cards("2C 3C 4D 5D 6H 7H 9S 8D 6D"))
    kept.close()
    assert replayed(path)[2].alerts[0].code == "not_asked_for"
    assert replayed(path)[-1].alerts == on_the_day


def test_what_moves_is_told_as_long_as_the_table_told_it(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe(), *closed(), *cards("2C 3C 4D 5D 6H 7H 9S 8D 6D"), Call(box=1, call="surrender"))
    moves = [kept.memory.pay]
    for event in (Note(text="n", by="3001"), Call(box=1, call="hit"), PlayerSeated(box=2, player="Bo"), Done()):
        kept.take(event)
        moves.append(kept.memory.pay)
    kept.close()
    assert [len(pay) for pay in moves] == [1, 1, 1, 1, 0]
    assert [each.pay for each in replayed(path) if not isinstance(each.logged.event, CommitmentsOpened)][-5:] == moves


# Where it begins


def test_the_log_is_played_from_the_shoe_before_so_that_its_last_coup_can_still_be_put_right(path: Path) -> None:
    kept = Kept(path)
    for _ in range(3):
        kept.take(*shoe())
        kept.coup()
    kept.close()
    with FilesReader(path) as log:
        openings = [record.seq for record in log.openings(9)]
        third, second, first, opened = openings
        assert opened == 1
        assert beginning(log, third + 5) == second
        assert beginning(log, third) == second
        assert beginning(log, third - 1) == first
        assert beginning(log, first - 1) == beginning(log, 1) == 1


# Filling


@pytest.fixture
def three_shoes(path: Path) -> Path:
    kept = Kept(path)
    for number in range(3):
        kept.take(*shoe(), DealerChanged(by=str(number)))
        kept.coup()
        kept.coup(box="TS 5H", dealer="TD TC")
    kept.take(PayoutCorrected(coup=1, box=1, player="Ana", was=-10_000, to=0))
    kept.coup()
    kept.close()
    return path


def test_an_index_that_is_missing_is_filled_from_the_journal(three_shoes: Path) -> None:
    index = three_shoes.with_name("index.db")
    heard: list[int] = []
    with FilesReader(three_shoes) as log:
        upto = fill(index, log, heard.append)
    assert heard == list(range(1, heard[-1] + 1))
    assert upto <= heard[-1]
    found = coups(index)
    assert [coup.number for coup in found] == [7, 6, 5, 4, 3, 2, 1]
    assert [coup.shoe for coup in found] == [3, 3, 3, 2, 2, 1, 1]
    assert [coup.dealer for coup in found] == ["2", "2", "2", "1", "1", "0", "0"]
    assert (found[-1].bank, found[-1].told > found[-1].last) == (0, True)


def test_filling_goes_on_from_whatever_was_reached(three_shoes: Path) -> None:
    whole = three_shoes.with_name("whole.db")
    with FilesReader(three_shoes) as log:
        fill(whole, log)
        gathering = Gathering(0)
        works = [
            gathering.take(Noted.of(each.logged.seq, each.logged.at, each.logged.event, each.answer, each.coup))
            for each in replayed(three_shoes)
        ]
        batches = [work for work in works if isinstance(work, Batch)]
        assert len(batches) > 10
        for length in range(len(batches)):
            index = three_shoes.with_name(f"index{length}.db")
            with closing(index_file.writing(index)) as connection:
                write(connection, batches[:length])
            fill(index, log)
            assert coups(index) == coups(whole)


def test_alerts_who_read_them_and_what_was_put_right_are_filled_in_as_the_core_noted_them(path: Path) -> None:
    by_core, by_log = path.with_name("core.db"), path.with_name("log.db")
    kept = Kept(path, index=by_core)
    kept.take(*cards("TH"), *shoe(), DealerChanged(by="1042"), *cards("TH"))  # both of them void: there is no wager
    kept.take(AlertAcknowledged(seq=3, by="2001"), *closed(), CardExposed(n=2, by="Pit"))
    kept.take(*cards("2C 2C 2C 2C 2C 2C 9S"), CardExposed(n=8, by="Pit"), *cards("9H"))
    kept.take(CardNamed(n=7, card=Card.parse("KD"), by="Pit"), CoupCancelled(reason="misdeal", by="Pit"), Done())
    kept.coup()
    kept.take(PayoutCorrected(coup=2, box=1, player="Ana", was=-10_000, to=0), ShoeStarted(), *shoe())
    kept.coup()
    kept.close()
    filled(path, by_log)
    dumps = []
    for index in (by_core, by_log):
        with closing(sqlite3.connect(index)) as connection:
            dumps.append([connection.execute(f"SELECT * FROM {name}").fetchall() for name in ("alert", "correction")])
    assert dumps[0] == dumps[1]
    (alerts, right), second = dumps[0], coups(by_log)[1]
    assert second.number == 2
    assert [(row[3], row[-3:]) for row in alerts] == [
        ("not_asked_for", (0, "2001", "2026-01-31T12:00:08.000Z")),
        ("not_asked_for", (1, None, None)),
    ]
    assert [row[2:] for row in right] == [
        ("card_exposed", 1, "1042"),
        ("card_named", 1, "1042"),
        ("coup_cancelled", 1, "1042"),
        ("payout_corrected", second.first, "1042"),
    ]


def test_what_was_put_right_told_or_read_since_the_last_coup_is_filled_in_too(path: Path) -> None:
    by_core, by_log = path.with_name("core.db"), path.with_name("log.db")
    kept = Kept(path, index=by_core)
    kept.take(*shoe())
    kept.coup()
    kept.take(*cards("TH"))
    read = kept.memory.seq
    kept.coup(burned="2C")
    kept.take(AlertAcknowledged(seq=read, by="3001"), DealerChanged(by="1042"), *cards("TH"))
    unread = kept.memory.seq
    kept.take(PayoutCorrected(coup=2, box=1, player="Ana", was=-10_000, to=-5_000, by="3001", second="3002"))
    kept.take(PayoutCorrected(coup=2, box=1, player="Ana", was=-5_000, to=0, by="3001", second="3002"))
    kept.close()
    filled(path, by_log)
    for _ in range(2):
        with Index.open(by_log) as index:
            assert [each.told.record for each in index.standing(limit=9)] == [unread]
        assert [coup.bank for coup in coups(by_log)] == [0, 10_000]
        assert coups(by_log) == coups(by_core)
        assert [row[2] for row in corrections(by_log)] == ["payout_corrected"] * 2
        assert corrections(by_log) == corrections(by_core)
        filled(path, by_log)  # once more, and nothing is twice


def test_an_alert_of_a_card_face_down_is_filled_in_once_its_shoe_is_over(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe(), *closed(), *cards("2C 3C 4D 5D 6H 7C"), CardOut(card=None), *cards("9H 6D"))
    kept.take(Call(box=1, call="surrender"), *cards("KC TD 5C"))
    while not isinstance(kept.memory.felt.due, TakeWagers):
        kept.take(Done())
    told = [(seq, alert.code) for seq, _, _, answer, _ in kept.taken for alert in answer.alerts]
    assert [code for _, code in told][:1] == ["unread"]
    kept.close()
    index = path.with_name("index.db")
    filled(path, index)
    unread = [(alert.record, alert.code) for coup in coups(index) for alert in coup.alerts if alert.code == "unread"]
    assert unread == []  # the other card of the hand is not told of either: which passed unread is not known
    kept = Kept(path)
    kept.take(ShoeStarted())
    kept.close()
    index_file.remove(index)
    filled(path, index)
    found = [(alert.record, alert.code) for coup in coups(index) for alert in coup.alerts]
    assert found == told


def test_an_index_of_another_journal_is_made_anew(three_shoes: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    kept = Kept(other / "journal.db")
    kept.now = kept.now.replace(year=2027)
    kept.take(*shoe())
    kept.coup(box="9S 9H", dealer="6D TD TC")
    kept.close()
    index = tmp_path / "index.db"
    filled(three_shoes, index)
    filled(other / "journal.db", index)
    assert [(coup.number, coup.bank, coup.ended_at[:4]) for coup in coups(index)] == [(1, -10_000, "2027")]


def test_the_core_goes_on_from_what_was_filled_while_it_ran(path: Path) -> None:
    index = path.with_name("index.db")
    kept = Kept(path, index=index)
    kept.take(*shoe())
    kept.coup()
    kept.close()
    index_file.remove(index)  # it was lost, and the core starts again
    kept = Kept(path, index=index)
    kept.coup()
    filled(path, index)
    kept.coup()
    kept.close()
    assert kept.indexer is not None
    assert kept.indexer.trouble == ""
    assert [coup.number for coup in coups(index)] == [3, 2, 1]


def test_a_card_that_was_exposed_is_told_once_its_coup_is_over(path: Path) -> None:
    kept = Kept(path)
    kept.take(*shoe(), *closed(), *cards("7D"), CardExposed(n=1, by="Pit"), CoupCancelled(reason="burn", by="Pit"))
    kept.take(Done())
    kept.close()
    assert [each.logged.fields["card"] for each in replayed(path) if "card" in each.logged.fields] == ["7D"]
