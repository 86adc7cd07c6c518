"""The index beside the journal: what it holds follows from the answers alone, and its troubles are nobody else's."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.answers import Alert, Answer, CoupResult, Outcome, Refusal, SettlementRow
from engine.articles import Article
from engine.cards import Card
from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    BettingClosed,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    CoupCancelled,
    DealerChanged,
    Done,
    MisdealFound,
    Note,
    Opened,
    PayoutCorrected,
    ShoeStarted,
    Standing,
    TableOpened,
    Withdrawn,
)
from engine.instructions import TakeWagers
from engine.journal import index_file
from engine.journal.found import Filters, FoundCoup
from engine.journal.index import Indexer
from engine.journal.index_notes import Batch, Early, Gathering, Noted
from engine.journal.index_writing import write, write_early
from engine.journal.search import Index
from engine.reasons import ROUTINE, Notice
from engine.rules import TableRules

DUE = TakeWagers()
TEN = Card.parse("TH")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


def everything(path: Path) -> list[list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as other:
        tables = ("coup", "result", "alert", "correction", "shoe", "stretch", "reached")
        return [other.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def result(number: int, net: int = -100, outcome: Outcome = Outcome.LOSE, *, supersedes: bool = False) -> CoupResult:
    row = SettlementRow(1, 1, "Ana", "main", 100, outcome, net, Article.WIN)
    return CoupResult(number=number, cancelled=False, last_of_shoe=False, supersedes=supersedes, settlement=(row,))


class Told:
    """Tells an index what a table took, a second apart."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.indexer = Indexer(path)
        self.seq = 0
        self.coup = 1
        self.taken: list[tuple[int, str, AnyEvent, Answer, int]] = []

    def take(self, event: AnyEvent, at: str = "", **answered: object) -> None:
        self.seq += 1
        answer = Answer(due=DUE, **answered)  # type: ignore[arg-type]
        at = at or f"2026-01-31T12:{self.seq // 60:02}:{self.seq % 60:02}.000Z"
        self.taken.append((self.seq, at, event, answer, self.coup))
        self.indexer.take(*self.taken[-1])

    def begin(self) -> None:
        self.take(TableOpened())
        self.take(Opened(version="0.4.0", settings="ab"))
        self.take(ShoeStarted())
        self.take(DealerChanged(by="1042"))

    def play(self, net: int = -100) -> None:
        """A whole coup."""
        self.take(BettingClosed())
        self.take(CardOut(card=TEN), role="burn")
        self.take(CardOut(card=TEN), role="upcard", coup=result(self.coup, net))
        self.coup += 1
        self.take(Done())

    def corrections(self) -> list[tuple[int, str, int, str | None]]:
        """Record, code, coup and dealer of each."""
        self.indexer.close()
        with closing(sqlite3.connect(self.path)) as other:
            return other.execute("SELECT record, code, coup, dealer FROM correction ORDER BY record").fetchall()

    def standing(self) -> list[tuple[int, str]]:
        """Record and code of the alerts that nobody has acknowledged, the newest first."""
        self.indexer.close()
        with Index.open(self.path) as index:
            found = index.standing(limit=100)
            assert index.standing_count() == len(found)
        return [(each.told.record, each.told.code) for each in found]

    def coups(self) -> list[FoundCoup]:
        self.indexer.close()
        with Index.open(self.path) as index:
            return index.coups(Filters(), limit=100)


@pytest.fixture
def told(path: Path) -> Iterator[Told]:
    table = Told(path)
    table.begin()
    yield table
    table.indexer.close()


def test_a_coup_has_its_records_times_shoe_dealer_and_result(told: Told) -> None:
    told.play()
    [coup] = told.coups()
    assert (coup.first, coup.last, coup.number, coup.shoe, coup.dealer) == (1, 8, 1, 1, "1042")
    assert (coup.began_at, coup.ended_at) == ("2026-01-31T12:00:05.000Z", "2026-01-31T12:00:08.000Z")
    assert (coup.cancelled, coup.last_of_shoe, coup.bank, coup.told) == (False, False, 100, 7)
    assert coup.rows == result(1).settlement


def test_nothing_is_written_in_the_midst_of_a_coup(told: Told) -> None:
    told.play()
    told.take(BettingClosed(), alerts=(Alert("unread", "card 1 passed unread", Article.START),))
    told.take(CardOut(card=TEN), role="upcard", coup=result(2))
    told.indexer.close()
    with Index.open(told.path) as index:
        assert [coup.number for coup in index.coups(Filters(), limit=9)] == [1]
        assert index.coups(Filters(alert="unread"), limit=9) == []
        assert index.reached.upto == told.indexer.upto == 8


def test_a_result_that_is_told_again_before_the_coup_is_paid_replaces_the_one_before(told: Told) -> None:
    told.take(CardOut(card=TEN), role="upcard", coup=result(1, -100))
    told.take(CoupCancelled(reason="misdeal", by="Pit"), coup=result(1, 0, Outcome.CANCELLED, supersedes=True))
    told.coup = 2
    told.take(Done())
    [coup] = told.coups()
    assert (coup.bank, coup.told, [row.outcome for row in coup.rows]) == (0, 6, ["cancelled"])


def test_a_coup_that_is_cancelled_after_it_was_paid_is_open_once_more_and_is_one_coup(told: Told) -> None:
    told.play()
    told.take(Note(), alerts=(Alert("boxed", "a card lay face up", Article.START),))
    told.coup = 1
    told.take(CoupCancelled(reason="misdeal", by="Pit"), coup=result(1, 0, Outcome.CANCELLED, supersedes=True))
    told.coup = 2
    told.take(Done())
    told.play()
    second, first = told.coups()
    assert (first.first, first.last, first.bank, [alert.record for alert in first.alerts]) == (1, 11, 0, [9])
    assert (first.began_at[17:19], first.ended_at[17:19]) == ("05", "11")
    assert (second.first, second.number) == (12, 2)


def test_a_coup_that_is_open_once_more_and_changes_no_money_keeps_its_result(told: Told) -> None:
    told.play()
    told.coup = 1
    told.take(Note())
    told.coup = 2
    told.take(Done())
    [coup] = told.coups()
    assert (coup.last, coup.bank, coup.told) == (10, 100, 7)


def test_a_payout_corrected_long_after_is_in_the_index_at_once(told: Told) -> None:
    told.play()
    told.play()
    told.take(PayoutCorrected(coup=1, box=1, player="Ana", was=-100, to=50), coup=result(1, 50, supersedes=True))
    newer, older = told.coups()
    assert (older.bank, older.told, older.last) == (-50, 13, 8)
    assert newer.bank == 100


def test_what_pays_a_coup_because_it_belongs_to_the_next_one_is_of_both(told: Told) -> None:
    told.take(CardOut(card=TEN), role="upcard", coup=result(1))
    told.coup = 2
    told.take(BettingClosed())
    told.take(CardOut(card=TEN), role="upcard", coup=result(2))
    told.coup = 3
    told.take(Done())
    second, first = told.coups()
    assert (first.last, second.first) == (6, 6)


def test_numbers_begin_anew_when_the_table_is_opened_with_other_rules(told: Told) -> None:
    told.play()
    told.coup = 1
    told.take(TableOpened())
    told.play(net=300)
    newer, older = told.coups()
    assert [(newer.number, newer.bank), (older.number, older.bank)] == [(1, -300), (1, 100)]


def test_an_alert_is_told_with_its_coup_and_a_shoe_with_version_and_settings(told: Told) -> None:
    told.take(Note(), alerts=(Alert("white_card_first", "the white card is out", Article.END),))
    told.play()
    told.take(ShoeStarted())
    told.take(Opened(version="0.5.0", settings="cd", standing=Standing(rules=TableRules(), coups=1, dealer="7")))
    told.play()
    second, first = told.coups()
    assert [(alert.record, alert.code) for alert in first.alerts] == [(5, "white_card_first")]
    assert (first.shoe, first.dealer, second.shoe, second.dealer) == (1, "1042", 2, "7")
    with Index.open(told.path) as index:
        shoes = [index.shoe(number) for number in (1, 2, 3)]
        assert [(shoe.record, shoe.version, shoe.settings) for shoe in shoes if shoe is not None] == [
            (3, "0.4.0", "ab"),
            (10, "0.5.0", "cd"),
        ]
        assert shoes[2] is None


def test_a_restarted_core_tells_again_what_it_plays_again_and_nothing_comes_twice(told: Told) -> None:
    told.play()
    told.take(BettingClosed())
    told.indexer.close()
    again = Told(told.path)
    for taken in told.taken:
        again.indexer.take(*taken)
    again.seq, again.coup = told.seq, told.coup
    again.take(CardOut(card=TEN), role="upcard", coup=result(2))
    again.coup = 3
    again.take(Done())
    second, first = again.coups()
    assert (first.first, first.last, second.first, second.last) == (1, 8, 9, 11)
    assert second.began_at == "2026-01-31T12:00:09.000Z"


def test_a_gap_is_told_and_what_came_after_is_kept_until_it_is_filled(told: Told, path: Path) -> None:
    told.play()
    told.indexer.close()
    index_file.remove(path)
    late = Told(path)
    late.seq, late.coup = told.seq, told.coup
    late.take(ShoeStarted())
    late.play()
    late.indexer.close()
    assert "reaches record 0" in late.indexer.trouble
    assert "banca21 log list" in late.indexer.trouble


@pytest.mark.parametrize(
    "damaged",
    [b"", b"no database at all" * 100, None],
    ids=["empty", "not a database", "another version"],
)
def test_an_index_that_is_damaged_or_of_another_version_is_made_anew(told: Told, damaged: bytes | None) -> None:
    told.play()
    told.indexer.close()
    if damaged is None:
        with closing(sqlite3.connect(told.path)) as other:
            other.execute("PRAGMA user_version = 99")
    else:
        for file in told.path.parent.glob("index.db*"):
            file.unlink()
        told.path.write_bytes(damaged)
    again = Told(told.path)
    for taken in told.taken:
        again.indexer.take(*taken)
    assert [coup.number for coup in again.coups()] == [1]
    assert again.indexer.trouble == ""
    assert told.path.stat().st_mode & 0o777 == 0o600


def test_an_index_whose_tables_are_damaged_is_taken_away_and_told(told: Told) -> None:
    told.indexer.close()
    with closing(sqlite3.connect(told.path)) as other:
        other.execute("DROP TABLE result")
    again = Told(told.path)
    for taken in told.taken:
        again.indexer.take(*taken)
    again.seq, again.coup = told.seq, told.coup
    again.play()
    again.indexer.close()
    assert "no such table" in again.indexer.trouble
    assert not told.path.exists()


def test_an_index_that_cannot_be_written_is_a_state_and_the_table_goes_on(tmp_path: Path) -> None:
    in_the_way = tmp_path / "folder"
    in_the_way.write_bytes(b"")
    table = Told(in_the_way / "index.db")
    table.begin()
    table.play()
    table.indexer.close()
    assert "the index cannot be written" in table.indexer.trouble
    assert table.indexer.upto == 0


def test_what_could_not_be_written_is_written_once_it_can_be(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    table = Told(folder / "index.db")
    assert table.indexer.trouble != ""
    table.begin()
    table.play()
    folder.mkdir()
    table.play()
    assert [coup.number for coup in table.coups()] == [2, 1]
    assert table.indexer.trouble == ""


def test_what_no_index_can_hold_ends_nothing(told: Told) -> None:
    told.play(net=1 << 70)
    told.play()
    told.indexer.close()
    assert not told.indexer._thread.is_alive()
    assert "reaches record 1" in told.indexer.trouble
    assert "gone on from record 9:" in told.indexer.trouble


def test_an_index_taken_from_its_place_is_let_go(told: Told) -> None:
    told.play()
    told.indexer.close()
    table = Told(told.path)
    told.path.rename(told.path.with_name("moved.db"))
    table.seq, table.coup = told.seq, told.coup
    table.take(ShoeStarted())
    table.play()
    table.indexer.close()
    assert told.path.exists()
    assert "reaches record 0" in table.indexer.trouble


def test_coups_that_the_journal_holds_no_more_are_forgotten(told: Told) -> None:
    for _ in range(3):
        told.play()
    told.indexer.forget(13)
    assert [coup.number for coup in told.coups()] == [3]
    with closing(sqlite3.connect(told.path)) as other:
        assert other.execute("SELECT count(*) FROM result").fetchone() == (1,)


UNREAD = Notice.UNREAD.alert(n=3)
BOXED = Notice.BOXED.alert()


def test_an_alert_keeps_its_article_and_what_it_speaks_of(told: Told) -> None:
    told.take(Note(), alerts=(UNREAD, Notice.CARD_TOO_OFTEN.alert(card="TH", times=7, packs=6)))
    told.play()
    [coup] = told.coups()
    assert [each.alert for each in coup.alerts] == list(told.taken[4][3].alerts)
    assert [each.at for each in coup.alerts] == ["2026-01-31T12:00:05.000Z"] * 2
    assert {(each.acknowledged_by, each.acknowledged_at) for each in coup.alerts} == {(None, None)}


def test_an_alert_stands_until_it_is_acknowledged_and_all_of_that_record_with_it(told: Told) -> None:
    told.take(Note(), alerts=(UNREAD, BOXED))
    told.take(Note(), alerts=(BOXED,))
    told.play()
    told.take(AlertAcknowledged(seq=5, by="2001"))
    told.take(AlertAcknowledged(seq=5, by="2002"))
    told.play()
    assert told.standing() == [(6, "boxed")]
    first = told.coups()[-1].alerts
    assert [(each.record, each.acknowledged_by, each.acknowledged_at) for each in first] == [
        (5, "2001", "2026-01-31T12:00:11.000Z"),
        (5, "2001", "2026-01-31T12:00:11.000Z"),
        (6, None, None),
    ]


def test_an_alert_of_the_open_coup_that_is_acknowledged_in_it_never_stands(told: Told) -> None:
    told.take(BettingClosed())
    told.take(CardOut(card=None), role="burn", alerts=(UNREAD,))
    told.take(AlertAcknowledged(seq=6, by="2001"))
    told.play()
    assert told.standing() == []
    assert [each.acknowledged_by for each in told.coups()[0].alerts] == ["2001"]


def test_an_alert_of_a_coup_long_past_is_off_the_list_at_once(told: Told) -> None:
    told.take(Note(), alerts=(BOXED,))
    told.play()
    told.take(BettingClosed())
    told.take(AlertAcknowledged(seq=5, by="2001"))
    assert told.standing() == []
    assert told.indexer.upto == 9


def test_an_alert_and_what_was_put_right_are_in_the_index_at_once(told: Told) -> None:
    told.play()
    told.take(Note(), alerts=(BOXED, UNREAD))
    told.take(BettingClosed())
    told.take(CardNamed(n=1, card=TEN, by="Pit"), alerts=(BOXED,))
    assert told.standing() == [(11, "boxed"), (9, "unread"), (9, "boxed")]
    assert told.corrections() == [(11, "card_named", 9, "1042")]
    assert told.indexer.upto == 8
    with Index.open(told.path) as index:
        assert {(each.coup, each.number) for each in index.standing(limit=10)} == {(9, None)}


def test_what_was_written_early_is_the_same_with_its_coup_and_stays_acknowledged(told: Told, path: Path) -> None:
    told.play()
    told.take(DealerChanged(by="7"))
    told.take(CardExposed(n=1, by="Pit"), alerts=(BOXED, UNREAD))
    told.take(AlertAcknowledged(seq=10, by="2001"))
    told.take(Note(), alerts=(BOXED,))
    told.play()
    assert told.standing() == [(12, "boxed")]
    assert told.corrections() == [(10, "card_exposed", 9, "7")]
    late = path.with_name("late.db")
    with closing(index_file.writing(late)) as connection:
        gathering = Gathering()
        works = [gathering.take(Noted.of(*taken)) for taken in told.taken]
        write(connection, [work for work in works if isinstance(work, Batch)])
    assert everything(late) == everything(path)


def test_early_rows_know_who_deals_since_the_batch_began(told: Told) -> None:
    told.play()
    told.take(DealerChanged(by="7"))
    told.take(CardExposed(n=1, by="Pit"))
    assert told.corrections() == [(10, "card_exposed", 9, "7")]


def test_what_comes_early_is_not_written_where_the_index_is_elsewhere(told: Told) -> None:
    told.play()
    told.indexer.close()
    early = Early(3, Noted.of(9, "2026-01-31T12:00:09.000Z", Note(), Answer(due=DUE, alerts=(BOXED,)), 2), None)
    with closing(index_file.writing(told.path)) as connection:
        write_early(connection, early)
        write_early(connection, early._replace(after=99))
    assert told.standing() == []


def test_an_older_result_written_late_does_not_take_the_place_of_a_newer_one(told: Told) -> None:
    told.play()
    told.play()
    told.take(Note(), coup=result(1, 20, supersedes=True))
    told.take(Note(), coup=result(1, 70, supersedes=True))
    told.indexer.close()
    older = Noted.of(13, "2026-01-31T12:00:13.000Z", Note(), Answer(due=DUE, coup=result(1, 20)), 3)
    with closing(index_file.writing(told.path)) as connection:
        write_early(connection, Early(12, older, None))
    assert [(coup.bank, coup.told) for coup in told.coups()][1] == (-70, 14)


def test_an_alert_of_a_coup_that_is_open_once_more_has_no_number_until_it_ends_again(told: Told) -> None:
    told.play()
    told.coup = 1
    told.take(Note(), alerts=(BOXED,))
    told.indexer.close()
    with Index.open(told.path) as index:
        assert [(each.coup, each.number) for each in index.standing(limit=9)] == [(1, None)]
    again = Indexer(told.path)
    told.coup = 2
    told.indexer = again
    for taken in told.taken:
        again.take(*taken)
    told.take(Done())
    again.close()
    with Index.open(told.path) as index:
        assert [(each.coup, each.number) for each in index.standing(limit=9)] == [(1, 1)]


def test_a_coup_that_ends_again_before_the_one_before_it_did_is_found_by_its_time(told: Told) -> None:
    told.play()
    told.play()
    told.coup = 2
    told.take(Note())
    told.coup = 3
    told.take(Done(), at="2026-01-31T11:00:00.000Z")
    newer, older = told.coups()
    assert (newer.number, newer.ended_at) == (2, "2026-01-31T11:00:00.000Z")
    with Index.open(told.path) as index:
        found = [
            [coup.number for coup in index.coups(Filters(since=since, until=until), limit=9)]
            for since, until in (("2026-01-31T12", None), (None, "2026-01-31T12"), ("2026-01-31T10", None))
        ]
    assert older.number == 1
    assert found == [[1], [2], [2, 1]]


@pytest.mark.parametrize("seq", [None, 4, 99, 1 << 62], ids=str)
def test_an_acknowledgement_of_what_told_no_alert_changes_nothing(told: Told, seq: int | None) -> None:
    told.take(Note(), alerts=(BOXED,))
    told.take(AlertAcknowledged(seq=seq, by="2001"))
    told.play()
    assert told.standing() == [(5, "boxed")]
    assert told.indexer.trouble == ""


def test_whoever_acknowledges_without_a_name_has_done_so_all_the_same(told: Told) -> None:
    told.take(Note(), alerts=(BOXED,))
    told.take(AlertAcknowledged(seq=5))
    told.take(AlertAcknowledged(seq=5, by="2001"))
    told.play()
    assert told.standing() == []
    [alert] = told.coups()[0].alerts
    assert (alert.acknowledged_by, alert.acknowledged_at) == (None, "2026-01-31T12:00:06.000Z")


def test_what_is_the_days_work_need_not_be_acknowledged_and_all_else_must(told: Told) -> None:
    for notice in Notice:
        told.take(Note(), alerts=(Alert(notice.name.lower(), "", Article.START),))
    told.play()
    standing = {code for _, code in told.standing()}
    assert standing == {notice.name.lower() for notice in Notice} - ROUTINE
    assert {"white_card", "white_card_first", "white_card_last", "shuffle_advised"} == ROUTINE
    assert {each.code for each in told.coups()[0].alerts} == standing | ROUTINE


def test_corrections_are_kept_by_their_code_with_coup_and_dealer(told: Told) -> None:
    told.take(BettingClosed())
    corrections = (
        Withdrawn(seq=5, by="Pit", reason="slip"),
        CardNamed(n=1, card=TEN, by="Pit"),
        CardVoided(n=1, reason="two at once", by="Pit"),
        CardHeld(n=1, by="Pit"),
        CardExposed(n=1, by="Pit"),
        MisdealFound(reason="two upcards", by="Pit"),
        Call(box=1, call="stand", before=2, by="Pit"),
        CoupCancelled(reason="misdeal", by="Pit"),
    )
    for correction in corrections:
        told.take(correction)
    told.play()
    assert told.corrections() == [
        (6, "withdrawn", 1, "1042"),
        (7, "card_named", 1, "1042"),
        (8, "card_voided", 1, "1042"),
        (9, "card_held", 1, "1042"),
        (10, "card_exposed", 1, "1042"),
        (11, "misdeal_found", 1, "1042"),
        (12, "late", 1, "1042"),
        (13, "coup_cancelled", 1, "1042"),
    ]


def test_what_was_refused_put_nothing_right(told: Told) -> None:
    refused = Refusal("no", Article.START, "no_such_card", {})
    told.take(CardExposed(n=9, by="Pit"), refused=refused)
    told.take(Call(box=1, call="stand", before=2, by="Pit"), refused=refused)
    told.take(Call(box=1, call="stand", by="Pit"))
    told.play()
    assert told.corrections() == []


def test_a_payout_that_was_wrong_is_laid_to_the_coup_and_the_dealer_that_paid_it(told: Told) -> None:
    told.play()
    told.take(DealerChanged(by="7"))
    told.play()
    told.take(PayoutCorrected(coup=1, box=1, player="Ana", was=-100, to=50))
    told.play()
    assert told.corrections() == [(14, "payout_corrected", 1, "1042")]


def test_what_puts_a_coup_right_that_had_been_paid_is_of_that_coup(told: Told) -> None:
    told.play()
    told.coup = 1
    told.take(CoupCancelled(reason="misdeal", by="Pit"), coup=result(1, 0, Outcome.CANCELLED, supersedes=True))
    told.coup = 2
    told.take(Done())
    told.play()
    assert told.corrections() == [(9, "coup_cancelled", 1, "1042")]


def test_alerts_and_corrections_that_the_journal_holds_no_more_are_forgotten(told: Told) -> None:
    for _ in range(3):
        told.take(CardExposed(n=1, by="Pit"), alerts=(BOXED,))
        told.play()
    told.indexer.forget(15)
    assert [record for record, *_ in told.corrections()] == [15]
    assert [record for record, _ in told.standing()] == [15]


def test_the_index_holds_no_card(told: Told) -> None:
    for _ in range(3):
        told.take(CardNamed(n=1, card=TEN, by="Pit"))
        told.play()
    told.coups()
    with closing(sqlite3.connect(told.path)) as other:
        rows = [line for line in other.iterdump() if line.startswith("INSERT")]
    assert len(rows) > 3
    assert not any(TEN.face in row for row in rows)
