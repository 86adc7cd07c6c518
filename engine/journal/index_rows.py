"""From what was noted of the records to the index's rows: coups, results, alerts, shoes."""

import sqlite3
from dataclasses import dataclass, replace

import msgspec

from engine.answers import CoupResult, Outcome
from engine.events import (
    AlertAcknowledged,
    DealerChanged,
    Opened,
    PayoutCorrected,
    ShoeStarted,
    Standing,
    TableOpened,
)
from engine.journal.index_file import Reached
from engine.journal.index_notes import Batch, Early, Noted, Told
from engine.reasons import ROUTINE


@dataclass(frozen=True, slots=True)
class _Begun:
    """A coup's beginning."""

    at: str
    shoe: int
    dealer: str | None


class Writing:
    """One batch on its way into the file; at its beginning no card of the coming coup is out."""

    def __init__(self, connection: sqlite3.Connection, state: Reached) -> None:
        self._run = connection.execute
        self._run_many = connection.executemany
        self._state = state
        self._begun: _Begun | None = None
        self._result: CoupResult | None = None
        self._result_seq = 0

    def written(self, batch: Batch) -> Reached:
        """Write ``batch``; gives how far the index has come with it."""
        for noted in batch.noted:
            self._take(noted)
        return replace(self._state, upto=batch.upto, at=batch.noted[-1].at)

    def write_early(self, early: Early) -> None:
        """Write what can be told before the batch is whole: the same as with the batch, but for the open coup's end."""
        noted = early.noted
        if early.dealer is not None:
            self._state = replace(self._state, dealer=early.dealer.by)
        self._lay_alerts(noted)
        if noted.correction is not None:
            self._note_correction(noted, noted.correction)
        if noted.is_of_past:
            self._change_past(noted)

    def _take(self, noted: Noted) -> None:
        if noted.told is not None:
            self._tell(noted, noted.told)
        state = self._state
        if noted.begins and (self._begun is None or self._begun.shoe != state.shoe):
            self._begun = _Begun(noted.at, state.shoe, state.dealer)
        self._lay_alerts(noted)
        if noted.correction is not None:
            self._note_correction(noted, noted.correction)
        if noted.result is not None and noted.result.number == state.coup:
            self._result, self._result_seq = noted.result, noted.seq
        else:
            self._change_past(noted)
        if noted.coup != state.coup:
            self._go_on_to(noted)

    def _tell(self, noted: Noted, told: Told) -> None:
        state = self._state
        match told:
            case TableOpened():
                self._state = replace(state, opened=noted.seq, coup=noted.coup, first=noted.seq)
            case ShoeStarted():
                self._state = replace(state, shoe=state.shoe + 1)
                row = (state.shoe + 1, noted.seq, noted.at, state.version, state.settings)
                self._run("INSERT OR REPLACE INTO shoe VALUES (?, ?, ?, ?, ?)", row)
            case Opened(version=version, settings=settings, standing=standing):
                self._state = replace(state, version=version, settings=settings)
                if standing is not None:
                    self._stand(noted, standing)
            case DealerChanged(by=dealer):
                self._state = replace(state, dealer=dealer)

    def _lay_alerts(self, noted: Noted) -> None:
        """Those that were written early keep who has acknowledged them since."""
        state = self._state
        for place, alert in enumerate(noted.alerts):
            values = msgspec.json.encode(alert.values).decode()
            said = (noted.seq, place, noted.at, alert.code, alert.text, alert.article, values)
            whose = (state.first, state.dealer, alert.code not in ROUTINE)
            self._run(
                "INSERT INTO alert VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL) "
                "ON CONFLICT DO UPDATE SET coup = excluded.coup, dealer = excluded.dealer",
                (*said, *whose),
            )

    def _note_correction(self, noted: Noted, code: str) -> None:
        """Of the coup that it puts right, under the one who dealt that."""
        coup, dealer = self._state.first, self._state.dealer
        if isinstance(noted.told, PayoutCorrected) and (past := self._past(noted.told.coup)) is not None:
            coup, (dealer,) = past, self._run("SELECT dealer FROM coup WHERE first = ?", (past,)).fetchone()
        row = (noted.seq, noted.at, code, coup, dealer)
        self._run("INSERT OR REPLACE INTO correction VALUES (?, ?, ?, ?, ?)", row)

    def _stand(self, noted: Noted, standing: Standing) -> None:
        """A new shoe; or what is left of a journal begins here."""
        if self._state.coup == 0:
            self._state = replace(self._state, opened=noted.seq, coup=noted.coup, first=noted.seq)
        shoe = max(self._state.shoe, 1)
        self._state = replace(self._state, shoe=shoe, dealer=standing.dealer)
        version, settings = self._state.version, self._state.settings
        self._run("INSERT OR IGNORE INTO shoe VALUES (?, ?, ?, '', '')", (shoe, noted.seq, noted.at))
        self._run("UPDATE shoe SET version = ?, settings = ? WHERE number = ?", (version, settings, shoe))

    def _go_on_to(self, noted: Noted) -> None:
        """Another coup is the open or coming one: the next, or after a correction the one before once more."""
        state = self._state
        if noted.coup == state.coup + 1:
            self._end(noted)
        # what is no touch has paid the coup because it belongs to the next one
        first = noted.seq + 1 if noted.is_done else noted.seq
        again = self._past(noted.coup)
        if again is not None:
            for table in ("alert", "correction"):
                self._run(f"UPDATE {table} SET coup = ? WHERE coup = ?", (again, state.first))
            first = again
        self._begun = self._result = None
        self._state = replace(state, coup=noted.coup, first=first)

    def _end(self, noted: Noted) -> None:
        state, result = self._state, self._result
        if result is None:  # a correction opened it once more and changed no money
            self._run("UPDATE coup SET last = ?, ended_at = ? WHERE first = ?", (noted.seq, noted.at, state.first))
            self._note_stretch(noted.at)
            return
        begun = self._begun or self._begun_before() or _Begun(noted.at, state.shoe, state.dealer)
        place = (state.first, noted.seq, result.number)
        how = (begun.shoe, begun.at, noted.at, begun.dealer)
        end = (result.cancelled, result.last_of_shoe, result.bank, self._result_seq)
        self._run("INSERT OR REPLACE INTO coup VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*place, *how, *end))
        self._lay_rows(state.first, result)
        self._note_stretch(noted.at)

    def _begun_before(self) -> _Begun | None:
        """How the coup began that a correction opened once more."""
        row = self._run("SELECT began_at, shoe, dealer FROM coup WHERE first = ?", (self._state.first,)).fetchone()
        return _Begun(*row) if row is not None else None

    def _note_stretch(self, at: str) -> None:
        """A clock that went back since the coup before begins a stretch of its own."""
        first = self._state.first
        before = self._run("SELECT ended_at FROM coup WHERE first < ? ORDER BY first DESC LIMIT 1", (first,)).fetchone()
        if before is None or at < before[0]:
            self._run("INSERT OR REPLACE INTO stretch VALUES (?)", (first,))

    def _past(self, number: int) -> int | None:
        """The first record of the coup ``number`` since the table was opened, if it is over."""
        newest = "SELECT first FROM coup WHERE number = ? AND first >= ? ORDER BY first DESC LIMIT 1"
        row = self._run(newest, (number, self._state.opened)).fetchone()
        return row[0] if row is not None else None

    def _change_past(self, noted: Noted) -> None:
        """What a coup that is over was paid, told once more, or put right; or that an alert was read.

        A table that began anew at a shoe knows no older results: a payout is put right in the rows themselves.
        """
        if isinstance(noted.told, PayoutCorrected):
            self._pay_otherwise(noted.seq, noted.told)
        elif isinstance(noted.told, AlertAcknowledged):
            self._acknowledge(noted.at, noted.told)
        elif noted.result is not None:
            self._replace(noted.seq, noted.result)

    def _acknowledge(self, at: str, read: AlertAcknowledged) -> None:
        """All alerts of that record stand no more; who was the first to say so is kept."""
        self._run(
            "UPDATE alert SET stands = 0, acknowledged_by = ?, acknowledged_at = ? "
            "WHERE record = ? AND acknowledged_at IS NULL",
            (read.by, at, read.seq),
        )

    def _pay_otherwise(self, seq: int, payout: PayoutCorrected) -> None:
        """Once, though it may be written both at once and with its batch."""
        first = self._past(payout.coup)
        known = self._run("SELECT 1 FROM coup WHERE first = ? AND told < ?", (first, seq)).fetchone()
        if known is not None:
            self._run(
                "UPDATE result SET net = net + ? WHERE coup = ? AND box = ? AND hand = ? AND player = ? "
                "AND kind = 'main' AND outcome <> ?",
                (payout.to - payout.was, first, payout.box, payout.hand, payout.player, Outcome.CANCELLED),
            )
            bank = "bank = -(SELECT coalesce(sum(net), 0) FROM result WHERE coup = first)"
            self._run(f"UPDATE coup SET told = ?, {bank} WHERE first = ?", (seq, first))

    def _replace(self, seq: int, result: CoupResult) -> None:
        """Unless a later one is written already."""
        first = self._past(result.number)
        is_older = self._run("SELECT 1 FROM coup WHERE first = ? AND told <= ?", (first, seq)).fetchone() is not None
        if first is not None and is_older:
            self._run(
                "UPDATE coup SET cancelled = ?, last_of_shoe = ?, bank = ?, told = ? WHERE first = ?",
                (result.cancelled, result.last_of_shoe, result.bank, seq, first),
            )
            self._lay_rows(first, result)

    def _lay_rows(self, coup: int, result: CoupResult) -> None:
        self._run("DELETE FROM result WHERE coup = ?", (coup,))
        self._run_many(
            "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (coup, place, row.box, row.hand, row.player, row.kind, row.wager, row.outcome, row.net, row.article)
                for place, row in enumerate(result.settlement)
            ],
        )
