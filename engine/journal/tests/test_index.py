"""The index beside the journal: what it holds follows from the answers alone, and its troubles are nobody else's."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.answers import Alert, Answer, CoupResult, Outcome, SettlementRow
from engine.articles import Article
from engine.cards import Card
from engine.events import (
    AnyEvent,
    BettingClosed,
    CardOut,
    CoupCancelled,
    DealerChanged,
    Done,
    Note,
    Opened,
    PayoutCorrected,
    ShoeStarted,
    Standing,
    TableOpened,
)
from engine.instructions import TakeWagers
from engine.journal import index_file
from engine.journal.found import Filters, FoundCoup
from engine.journal.index import Indexer
from engine.journal.search import Index
from engine.rules import TableRules

DUE = TakeWagers()
TEN = Card.parse("TH")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


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

    def take(self, event: AnyEvent, **answered: object) -> None:
        self.seq += 1
        answer = Answer(due=DUE, **answered)  # type: ignore[arg-type]
        at = f"2026-01-31T12:{self.seq // 60:02}:{self.seq % 60:02}.000Z"
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


def test_the_index_holds_no_card(told: Told) -> None:
    for _ in range(3):
        told.play()
    told.coups()
    with closing(sqlite3.connect(told.path)) as other:
        rows = [line for line in other.iterdump() if line.startswith("INSERT")]
    assert len(rows) > 3
    assert not any(TEN.face in row for row in rows)
