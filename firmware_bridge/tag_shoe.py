"""A shoe made of a reader of tags and of contacts on the panel: a :class:`firmware_bridge.device.Device`.

Such a reader keeps nothing: what leaves while nobody listens is lost, and that is told as "cards may be missing".
"""

from collections.abc import Sequence
from typing import Final, Literal

from engine.events import ShoeEmpty
from engine.ports import Finding, Journalled, Sighting
from firmware_bridge import wording
from firmware_bridge.device import Contact, Reaction
from firmware_bridge.framing import BadFrame
from firmware_bridge.fuse import Fuse, Rule
from firmware_bridge.outbox import Outbox
from firmware_bridge.readers.tag_reader import Absent, Heard, Present, TagReader, TagSeen
from firmware_bridge.registry import Registry

NOISE: Final = 5
"""So many bad frames and no good one, and the line itself is suspected; bytes in a row give one in 256."""
BLOCKED_S: Final = 3.0
"""So long broken, and the gate's beam is blocked, seconds."""

_BLOCKED: Final = "the exit gate has been broken for 3 s: take away what lies in it, or clean its sensor"
_FREE: Final = "the exit gate is free again"
_UNHEARD: Final = "cards may be missing: {name} keeps nothing, and nobody listened for a while: " + wording.COMPARE
_WEAKER: Final = (
    "without an exit gate, so a card that it does not read goes unnoticed: watch that each one shows on the screen"
)


class TagShoe:
    """The fusing rule over one reader.

    Args:
        reader: tells the tags in its field.
        deck: the enrolled one.
        rule: what makes a tag a card.
        has_white_card_sensor: a contact tells the white card.
        journalled: what the journal holds.
    """

    def __init__(
        self, reader: TagReader, deck: Registry, rule: Rule, journalled: Journalled, *, has_white_card_sensor: bool
    ) -> None:
        self._reader = reader
        self._deck = deck
        self._fuse = Fuse(deck, rule)
        self._outbox = Outbox()
        self._has_white_card_sensor = has_white_card_sensor
        self._shoe_open = journalled.shoe_open
        self._is_doubtful = journalled.shoe_open and journalled.passed > 0
        """Cards may have left while nobody listened."""
        self._identity = ""
        self._why = ""
        self._is_open = False
        self._is_up = False
        self._is_blocked = False
        self._noise = 0
        self._bad = 0
        self._empty_told = not journalled.shoe_open

    @property
    def baud(self) -> int:
        """The reader's."""
        return self._reader.baud

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to do, seconds."""
        since = self._fuse.blocked_since
        blocked = since + BLOCKED_S if since is not None and not self._is_blocked else None
        reader = self._reader.due_at if self._is_open else None
        dues = [due for due in (reader, self._fuse.due_at, blocked) if due is not None]
        return min(dues, default=None)

    def opened(self, now: float) -> Reaction:
        """The port is open."""
        self._is_open = True
        self._noise = 0
        return self._take(self._reader.opened(now), now)

    def closed(self, why: str, now: float) -> Reaction:
        """There is no port, or none any more. What a gate counts meanwhile leaves unread, and is not missed."""
        self._is_open = False
        self._lose(why)
        return self.advance(now)

    def received(self, chunk: bytes, now: float) -> Reaction:
        """Bytes came."""
        return self._take(self._reader.received(chunk, now), now)

    def sensed(self, contact: Contact, now: float, *, is_active: bool) -> Reaction:
        """A contact changed."""
        match contact:
            case Contact.EXIT_GATE:
                self._post(self._fuse.gate(now, is_broken=is_active))
                if not is_active and self._is_blocked:
                    self._is_blocked = False
                    self._report("up", _FREE)
            case Contact.WHITE_CARD if is_active:
                self._post(self._fuse.white_card(now))
            case Contact.EMPTY:
                self._see_empty(is_empty=is_active)
            case Contact.LID:
                self._report(*wording.lid(is_open=is_active))
        return self._outbox.drain()

    def advance(self, now: float) -> Reaction:
        """Time has passed."""
        self._post(self._fuse.advance(now))
        since = self._fuse.blocked_since
        if since is not None and not self._is_blocked and now >= since + BLOCKED_S:
            self._is_blocked = True
            self._report("attention", _BLOCKED)
        return self._take(self._reader.advance(now) if self._is_open else Heard(), now)

    def acknowledge(self, origin: str) -> Reaction:  # noqa: ARG002 (the seam's)
        """Nothing: such a reader keeps no events."""
        return Reaction()

    def shoe_started(self) -> Reaction:
        """A new shoe."""
        self._shoe_open = True
        self._is_doubtful = not self._is_up and not self._fuse.rule.has_gate
        self._empty_told = False
        return Reaction()

    def health(self) -> tuple[Finding, ...]:
        """The reader, the rule, and what was no card."""
        name, tally, rule = self._reader.name, self._fuse.tally, self._fuse.rule
        found = [
            Finding("reader", "good", self._identity or name)
            if self._is_up
            else Finding("reader", "fault", f"{name} is not heard", self._why or wording.NO_ANSWER),
            Finding("authentication", "note", f"{name} cannot be authenticated", "use a SHOE/1 shoe with a key"),
        ]
        if not rule.has_gate:
            found.append(Finding("exit gate", "note", f"none: a card is a tag read {rule.reads} times", _WEAKER))
        elif self._is_blocked:
            found.append(Finding("exit gate", "fault", "blocked", _BLOCKED))
        else:
            found.append(Finding("exit gate", "good", f"a card is a tag read {rule.reads} times and a pulse"))
        if not self._has_white_card_sensor and not self._deck.white:
            remedy = "wire a sensor (panel.white_card), or give the white card a tag and enrol it as white"
            found.append(Finding("white card", "fault", "nothing tells it", remedy))
        found.append(
            Finding(
                "tags",
                "good",
                f"{tally.unread} cards unread ({tally.foreign} foreign, {tally.together} times two at once); ignored: "
                f"{tally.alone} tags that passed no gate, {tally.ghosts} read too seldom; {self._bad} bad frames",
            )
        )
        return tuple(found)

    def _take(self, heard: Heard, now: float) -> Reaction:
        for item in heard.items:
            match item:
                case TagSeen(tag):
                    self._noise = 0
                    self._meet()
                    self._post(self._fuse.read(tag, now))
                case BadFrame():
                    self._bad += 1
                    self._noise += 1
                    if self._noise == NOISE:
                        self._lose(f"{self._reader.name}: " + wording.noise(self._reader.baud))
                case Present(text):
                    self._noise = 0
                    self._identity = text
                    self._meet()
                case Absent(text):
                    self._lose(text)
        reaction = self._outbox.drain()
        return Reaction(reaction.post, heard.send)

    def _meet(self) -> None:
        if self._is_up:
            return
        self._is_up = True
        name = self._identity or self._reader.name
        if self._is_doubtful:
            self._is_doubtful = False
            self._outbox.report("missing", _UNHEARD.format(name=name))
        gate = "" if self._fuse.rule.has_gate else f", {_WEAKER}"
        self._outbox.report("up", f"{name} is connected, not authenticated{gate}")

    def _lose(self, why: str) -> None:
        self._why = why
        self._is_up = False
        if self._shoe_open and not self._fuse.rule.has_gate:
            self._is_doubtful = True
        self._outbox.report("lost", why)

    def _report(self, state: Literal["up", "attention", "lost", "missing"], text: str) -> None:
        """A report of the contacts, which changes nothing of whether the reader is heard."""
        self._outbox.report(state if self._is_up else "lost", text)

    def _see_empty(self, *, is_empty: bool) -> None:
        if is_empty and not self._empty_told and self._shoe_open:
            self._empty_told = True
            self._outbox.post(ShoeEmpty())

    def _post(self, sightings: Sequence[Sighting]) -> None:
        for sighting in sightings:
            self._outbox.post(sighting)
