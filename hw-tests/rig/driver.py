"""The host: a :class:`ShoeSource` and a table that journals what comes and then acknowledges, with a ledger of it."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from engine.events import AnyEvent, CardOut, Link, ShoeEmpty, ShoeStarted, WhiteCardOut
from engine.journal.store import Journal
from engine.lines import ENCODER_OF_CARDS, event_from
from engine.ports import Journalled, Sighting
from firmware_bridge.registry import Registry
from firmware_bridge.shoe_source import ShoeSource
from firmware_bridge.shoes import shoe1_device
from rig.proxy import FaultProxy
from rig.resources import ANY_CARD, UNREAD, WHITE, Ability, Plugged

DECK: Final = Registry.numbered(8)
"""The enrolled one."""
TAGS: Final = tuple(DECK.cards)
WAIT_S: Final = 10.0
"""A test that waits so long has failed."""
ALARM_S: Final = 3.0
"""Within so long, cards that are missing must have been told."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What left the shoe, held against what the journal has."""

    lost: int = 0
    """Left and are not in the journal."""
    doubled: int = 0
    """Are in the journal once more than they left."""
    wrong: int = 0
    """Are in the journal and never left, or not in this order."""

    @property
    def is_whole(self) -> bool:
        """Each once and in order."""
        return not (self.lost or self.doubled or self.wrong)


def judged(left: Sequence[str], came: Sequence[str]) -> Verdict:
    """Walk both in order: what is passed over is lost, what finds no place is doubled or wrong."""
    at = lost = doubled = wrong = 0
    for one in came:
        found = next((n for n in range(at, len(left)) if _fits(one, left[n])), None)
        if found is not None:
            lost += found - at
            at = found + 1
        elif any(_fits(one, before) for before in left[:at]):
            doubled += 1
        else:
            wrong += 1
    return Verdict(lost + len(left) - at, doubled, wrong)


def _fits(came: str, left: str) -> bool:
    return came == left or (left == ANY_CARD and came not in (UNREAD, WHITE))


class Host:
    """One core's worth of the bridge: it starts, is killed and starts again; the journal at ``journal`` outlives that.

    ``passes``, ``links``, ``empties`` are of what was journalled; :meth:`until` waits for them to change.
    """

    def __init__(self, path: Path, journal: Path, *, serial: str | None, key: bytes | None = None) -> None:
        self.path = path
        self.acknowledges = True
        """``False``: it journals and says nothing, as a core that is held up between the two."""
        self.passes: list[str] = []
        """Of the open shoe: tag, :data:`UNREAD` or :data:`WHITE`."""
        self.origins: list[str] = []
        """Theirs."""
        self.links: list[Link] = []
        """Every report, also of the hosts before this one."""
        self.link_times: list[float] = []
        """When each was posted, ``time.monotonic``."""
        self.empties = 0
        self._older: list[str] = []
        self._journal_path = journal
        self._serial = serial
        self._key = key
        self._read_links = 0
        self._changed = threading.Condition()
        self._unanswered: list[str] = []
        self._is_on = False
        self.start()

    # Life and death

    def start(self) -> None:
        """Open the journal, remember, and open the port."""
        self._journal = Journal.open(self._journal_path)
        self._remember()
        self.source = ShoeSource(self.path, shoe1_device(lambda: DECK, serial=self._serial, key=lambda: self._key))
        self._posted: SimpleQueue[tuple[float, Sighting] | None] = SimpleQueue()
        self._table = threading.Thread(target=self._keep_table, name="rig's table", daemon=True)
        self._is_on = True
        self._table.start()
        held = Journalled(frozenset(self.origins + self._older), len(self.passes), self._is_open)
        posted = self._posted
        self.source.start(lambda sighting: posted.put((time.monotonic(), sighting)), held)

    def kill(self) -> None:
        """All but the journal is gone: what was posted and not journalled too."""
        if not self._is_on:
            return
        self._is_on = False
        self.source.stop()
        self._posted.put(None)
        self._table.join(WAIT_S)
        self._journal.close()
        self._unanswered.clear()

    def restart(self) -> None:
        """Kill it and start it again."""
        self.kill()
        self.start()

    # What a test asks

    def new_shoe(self, shoe: Plugged, words: Sequence[str]) -> None:
        """Fill the shoe and begin it: the cards count from here."""
        shoe.load(words)
        with self._changed:
            self._take(time.monotonic(), ShoeStarted())

    def acknowledge(self) -> None:
        """Acknowledge what waited, and from now on everything at once."""
        with self._changed:
            self.acknowledges = True
            for origin in self._unanswered:
                self.source.acknowledge(origin)
            self._unanswered.clear()

    def until(self, holds: Callable[[], bool], what: str, seconds: float = WAIT_S) -> None:
        """Wait until ``holds``, looked at whenever something was journalled.

        Raises:
            AssertionError: it did not within ``seconds``; ``what`` says what was waited for.
        """
        with self._changed:
            if not self._changed.wait_for(holds, seconds):
                raise AssertionError(f"{what} was due within {seconds} s; {self.told()}")

    def never(self, holds: Callable[[], bool], what: str, seconds: float) -> None:
        """Watch for so long that ``holds`` does not.

        Raises:
            AssertionError: it does; ``what`` says what that is.
        """
        with self._changed:
            if self._changed.wait_for(holds, seconds):
                raise AssertionError(f"{what}: {self.told()}")

    def told(self) -> str:
        """What is known, for a failure."""
        return f"{len(self.passes)} passes, links {[(one.state, one.text) for one in self.links[-4:]]}"

    def until_link(self, state: str, words: str = "", seconds: float = WAIT_S) -> Link:
        """The next report of this state with these words in it; those before it are done with."""

        def found() -> bool:
            while self._read_links < len(self.links):
                link = self.links[self._read_links]
                self._read_links += 1
                if link.state == state and words in link.text:
                    return True
            return False

        self.until(found, f"a link {state} ({words})", seconds)
        return self.links[self._read_links - 1]

    def until_up(self, seconds: float = WAIT_S) -> None:
        """Until the shoe is heard."""
        self.until(lambda: self.is_up, "the link", seconds)

    def until_came(self, shoe: Plugged, seconds: float = WAIT_S) -> None:
        """Until everything that left the shoe is in the journal."""
        self.until(lambda: len(self.passes) >= len(shoe.left), f"{len(shoe.left)} passes", seconds)

    def pull_and_take(self, shoe: Plugged, proxy: FaultProxy) -> None:
        """Let the next card leave, and wait until it is in the journal, whatever was lost before it."""
        since = len(proxy.frames())
        before = proxy.origins_since(since - 20)
        shoe.pull()

        def came() -> list[str]:
            if shoe.knows_cards:
                return proxy.origins_since(since, uid=shoe.left[-1])
            return [origin for origin in proxy.origins_since(since) if origin not in before]

        proxy.until(lambda: bool(came()), "the card")
        due = came()[-1]
        self.until(lambda: due in self.origins, f"card {due}")

    def settle(self, shoe: Plugged) -> None:
        """The fault is over: the link comes back, the next cards come, and what left has come or is called missing.

        Raises:
            AssertionError: it is not so; or a card came twice, wrong or out of order.
        """
        self.until_up()
        if Ability.LOAD in shoe.can:
            shoe.pull(2)
        self.until(lambda: self.verdict(shoe).is_whole or bool(self.alarms), "all cards, or an alarm")
        if shoe.knows_cards:
            self.until(lambda: self.passes[-1:] == shoe.left[-1:], "the last card")
        verdict = self.verdict(shoe)
        assert (verdict.doubled, verdict.wrong) == (0, 0), verdict
        assert len(set(self.origins)) == len(self.origins)
        self.until_up()

    @property
    def is_up(self) -> bool:
        """The last report is not of a lost link."""
        return bool(self.links) and self.links[-1].state != "lost"

    @property
    def alarms(self) -> int:
        """Reports that cards may be missing."""
        return sum(link.state == "missing" for link in self.links)

    def verdict(self, shoe: Plugged) -> Verdict:
        """Of the open shoe."""
        return judged(shoe.left, self.passes)

    # The table

    def _keep_table(self) -> None:
        while (posted := self._posted.get()) is not None and self._is_on:
            with self._changed:
                self._take(*posted)

    def _take(self, at: float, event: AnyEvent) -> None:
        """Journal it, count it, acknowledge it; only acknowledge what the journal holds: as the session does."""
        if isinstance(event, CardOut | WhiteCardOut) and event.origin in (*self.origins, *self._older):
            self.source.acknowledge(event.origin)
            return
        self._journal.append(ENCODER_OF_CARDS.encode(event))
        self._count(event)
        match event:
            case Link():
                self.links.append(event)
                self.link_times.append(at)
            case ShoeStarted():
                self.source.shoe_started()
            case CardOut(origin=str() as origin) | WhiteCardOut(origin=str() as origin):
                if self.acknowledges:
                    self.source.acknowledge(origin)
                else:
                    self._unanswered.append(origin)
        self._changed.notify_all()

    def _count(self, event: AnyEvent) -> None:
        match event:
            case CardOut(tag=tag, card=card, origin=str() as origin):
                is_right = tag is None or card == DECK.cards.get(tag)
                self.passes.append(
                    (tag.text if tag else UNREAD) if is_right else f"{card and card.face} for {tag and tag.text}"
                )
                self.origins.append(origin)
            case WhiteCardOut(origin=str() as origin):
                self.passes.append(WHITE)
                self.origins.append(origin)
            case ShoeEmpty():
                self.empties += 1
            case ShoeStarted():
                self._is_open = True
                self._older = self.origins
                self.origins = []
                self.passes.clear()
                self.empties = 0

    def _remember(self) -> None:
        self.passes.clear()
        self.origins, self._older, self.empties, self._is_open = [], [], 0, False
        for record in self._journal.records():
            self._count(event_from(record.payload))
