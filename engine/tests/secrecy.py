"""What people at a table have seen, followed from what they were told and did: never from the engine's own layout.

A card's face is known to all from the first moment that a row of :data:`DECLASSIFIED` holds for it, and stays known
whatever a correction makes of it. All others lie face down: nothing that is said may depend on their faces.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from engine.answers import Answer
from engine.articles import Article
from engine.cards import Card
from engine.events import (
    AnyEvent,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    CoupCancelled,
    Done,
    EvenMoney,
    HandShown,
    Request,
    ShoeStarted,
    Withdrawn,
)
from engine.instructions import Ask, Deal, NameCard, Offer, Reconcile, TurnHidden
from engine.rules import TableRules
from engine.view import FACE_DOWN, HandView, PublicView

Line: TypeAlias = int
"""An event of a table, counted from 0; a card is known by the line on which it left."""
Faces: TypeAlias = Callable[[Line], Card | None]
"""What each card counts."""

SEEN_CLAIMS: Final = frozenset({"not_eleven", "not_equal", "no_natural"})
"""Refusals of a claim for which the hand was shown."""
FINISHED: Final = frozenset({"stood", "bust", "settled"})
"""States of a hand that decides nothing more."""


class Step(NamedTuple):
    """One event, what was said to it, and what everybody saw before and after."""

    at: Line
    event: AnyEvent
    answer: Answer
    before: PublicView
    view: PublicView

    @property
    def is_taken(self) -> bool:
        """It was not refused."""
        return self.answer.refused is None

    @property
    def plays_again(self) -> bool:
        """It is a correction after which the coup is played again."""
        if isinstance(self.event, Withdrawn | CardNamed | CardVoided | CardHeld):
            return self.is_taken
        late = isinstance(self.event, Request) and self.event.before not in (None, self.before.shoe.out + 1)
        return late and self.is_taken


# What cards count, as a person counts them


def total(cards: Iterable[Card]) -> int:
    """Points of a hand (article 4).

    >>> total([Card.parse("AS"), Card.parse("6H"), Card.parse("TD")])
    17
    """
    worth = [
        10 if card.rank.value in "TJQK" else 1 if card.rank.value == "A" else int(card.rank.value) for card in cards
    ]
    return sum(worth) + 10 * (1 in worth and sum(worth) <= 11)


def is_bust(cards: list[Card]) -> bool:
    """More than 21 (article 3(2)b)."""
    return total(cards) > 21


def is_prize(cards: list[Card]) -> bool:
    """Three sevens, or 6-7-8 of a suit (article 9)."""
    ranks = sorted(card.rank.value for card in cards)
    return ranks == ["7", "7", "7"] or (ranks == ["6", "7", "8"] and len({card.suit for card in cards}) == 1)


class Hand(NamedTuple):
    """The cards that the law gives to one hand of a box."""

    box: int
    number: int
    cards: tuple[Line, ...]
    sealed: frozenset[Line]
    """Those that still lie face down and belong face up: they have no value yet."""
    is_split: bool

    def facts(self, faces: Faces, rules: TableRules) -> tuple[tuple[bool, ...], ...]:
        """What of it the law makes public as it grows, card by card."""
        open_only = tuple(line for line in self.cards if line not in self.sealed)
        return tuple(
            self._fact([faces(line) for line in cards[:many]], rules)
            for cards in {self.cards, open_only}
            for many in range(2, len(cards) + 1)
        )

    def _fact(self, faces: list[Card | None], rules: TableRules) -> tuple[bool, ...]:
        """Of a hand with an unread card nothing is made public by those that lie face down."""
        cards = [card for card in faces if card is not None]
        if len(cards) < len(faces):
            return ()
        stops = rules.stop_on_21 and total(cards) == 21 and (len(cards) > 2 or self.is_split)
        return is_bust(cards), is_prize(cards), stops


@dataclass
class Seen:
    """What people have seen at one table so far."""

    rules: TableRules
    at: Line = -1
    lines: dict[int, Line] = field(default_factory=dict)
    """The cards by number: of this shoe, or the one before where this one's has not left yet."""
    shoes: list[list[Line]] = field(default_factory=list)
    """The cards of each shoe in the order they left."""
    ended: dict[int, Line] = field(default_factory=dict)
    """The shoes whose end has come, and when."""
    roles: dict[Line, str] = field(default_factory=dict)
    places: dict[Line, str] = field(default_factory=dict)
    """Where each card lies on the felt: moved only when the cards are laid again."""
    cards: dict[Line, Card | None] = field(default_factory=dict)
    names: list[tuple[Line, Line, Card]] = field(default_factory=list)
    """When which card was named."""
    withdrawn: dict[Line, Line] = field(default_factory=dict)
    coup: int = 0
    current: list[Line] = field(default_factory=list)
    """The cards of the open coup."""
    public: dict[Line, tuple[Line, str]] = field(default_factory=dict)
    """The cards that everybody has seen: since when, and by which row."""
    hands: dict[Hand, Line] = field(default_factory=dict)
    """Every hand there was, and when first."""

    def take(self, step: Step) -> None:
        """People see and hear one event."""
        self.at = step.at
        self._lay(step)
        self._name(step)
        self._end(step)
        if step.answer.role is not None or step.answer.roles or step.plays_again or isinstance(step.event, Done):
            for hand in self.hands_now(step.view):
                self.hands.setdefault(hand, step.at)
        for row in DECLASSIFIED:
            for line in row.cards(self, step):
                self.public.setdefault(line, (step.at, row.name))

    def hidden(self, at: Line) -> list[Line]:
        """The cards that lie face down after line ``at``."""
        return [line for line in self.cards if line <= at and (line not in self.public or self.public[line][0] > at)]

    # Where cards lie

    def _lay(self, step: Step) -> None:
        event, answer, n = step.event, step.answer, step.view.shoe.out
        if isinstance(event, Done) and isinstance(step.before.due, Reconcile) and step.is_taken:
            self.places.update({line: self.roles[line] for line in self.current if line in self.roles})
        if not self.shoes:
            self.shoes.append([])
        given = {self.lines[n]: role for n, role in answer.roles.items() if n in self.lines}
        if isinstance(event, CardOut):
            self.lines[n] = step.at
            self.cards[step.at] = event.card
            self.shoes[-1].append(step.at)
            given[step.at] = answer.role
        self._begin(step, [role for role in given.values() if role not in (None, "void", "held")])
        for line, role in given.items():
            self._give(line, role, again=step.plays_again)
        if isinstance(event, CardVoided | CardHeld) and step.is_taken:
            line = self.lines[event.n]
            self.places[line] = self.roles.get(line, "void")
        if isinstance(event, Request) and event.felt == "agrees" and step.is_taken:
            self.places.update({line: self.roles[line] for line in self.current if line in self.roles})
        if isinstance(event, ShoeStarted):
            self.shoes.append([])

    def _begin(self, step: Step, roles: list[str | None]) -> None:
        """With its first card a coup begins; held cards go over to it."""
        if roles and not step.plays_again and step.view.coup != self.coup:
            self.coup = step.view.coup
            self.current = [line for line in self.current if self.roles.get(line) == "held"]

    def _give(self, line: Line, role: str | None, *, again: bool) -> None:
        if line not in self.current:
            self.current.append(line)
        if role is None:
            self.roles.pop(line, None)
            return
        self.roles[line] = role
        if line not in self.places or (self.places[line] == "held" and not again):
            self.places[line] = role

    def _name(self, step: Step) -> None:
        event = step.event
        if isinstance(event, CardNamed) and step.is_taken:
            named = [(name.n, name.card) for name in event.names or ()]
            if event.n is not None and event.card is not None:
                named.append((event.n, event.card))
            self.names += [(step.at, self.lines[n], card) for n, card in named if n in self.lines]
        if isinstance(event, Withdrawn) and step.is_taken:
            self.withdrawn[step.at] = event.seq - 1

    def _end(self, step: Step) -> None:
        """Of a shoe that has ended the count is public (article 1a)."""
        if step.view.due.__struct_config__.tag == "shuffle" or isinstance(step.event, ShoeStarted):
            for shoe in range(len(self.shoes) - isinstance(step.event, ShoeStarted)):
                self.ended.setdefault(shoe, step.at)

    # What they count

    def value(self, line: Line) -> Card | None:
        """The face of a card as it was read or named."""
        gone: set[Line] = set()
        for at in sorted(self.withdrawn, reverse=True):
            if at not in gone:
                gone.add(self.withdrawn[at])
        names = [card for at, named, card in self.names if named == line and at not in gone]
        return names[-1] if names else self.cards[line]

    def of_box(self, box: int, number: int | None = None) -> list[Line]:
        """The cards of a box, or the extra cards of one of its hands."""
        return [line for line in self.current if is_of(self.roles.get(line, ""), box, number)]

    def hands_now(self, view: PublicView) -> Iterator[Hand]:
        """The hands by their cards' roles. Of a split box every card may be any hand's first."""
        for box in {
            int(role[4:].split("/")[0]) for line in self.current if (role := self.roles.get(line, ""))[:4] == "box:"
        }:
            first = [line for line in self.of_box(box) if "/" not in self.roles[line]]
            split = len(view.boxes[box - 1].hands) > 1
            numbers = {int(self.roles[line].split("/")[1]) for line in self.of_box(box) if "/" in self.roles[line]} or {
                1
            }
            for number in numbers:
                extra = self.of_box(box, number)
                for begun in [[line] for line in first] if split else [first]:
                    cards = (*begun, *extra)
                    yield Hand(box, number, cards, frozenset(line for line in cards if self.is_sealed(line)), split)

    def is_sealed(self, line: Line) -> bool:
        """It lies face down, and belongs face up."""
        role = self.roles.get(line, "")
        return is_face_up(role, self.rules) and self.places.get(line) != role and line not in self.public

    def shown(self, hand: Hand) -> list[Card] | None:
        """The cards by which a hand can be judged; ``None`` with one that is unread or sealed."""
        values = [self.value(line) for line in hand.cards]
        if None not in values and not hand.sealed:
            return [card for card in values if card is not None]
        return None

    def open(self, hand: Hand) -> list[Card]:
        """Those of its cards that everybody has seen."""
        return [card for line in hand.cards if line in self.public and (card := self.value(line)) is not None]


def is_of(role: str, box: int, number: int | None) -> bool:
    """The role is one of the box's."""
    return (
        role in (f"box:{box}", *(f"box:{box}/{hand}" for hand in range(1, 5)))
        if number is None
        else role == f"box:{box}/{number}"
    )


def is_face_up(role: str, rules: TableRules) -> bool:
    """A card of this role lies face up (articles 3(1), 3(2))."""
    if role.startswith("box:"):
        return "/" in role or rules.player_cards == "up"
    return role in ("upcard", "second", "draw")


# What makes a card public


def dealt_face_up(seen: Seen, _step: Step) -> Iterator[Line]:
    """Upcard, second card, draws, extra cards; after a correction once they are laid there."""
    return (line for line in seen.current if is_face_up(seen.places.get(line, ""), seen.rules))


def hand_shown(seen: Seen, step: Step) -> Iterable[Line]:
    """Its player turned the cards over."""
    event = step.event
    return seen.of_box(event.box) if isinstance(event, HandShown) and step.is_taken else ()


def claimed(seen: Seen, step: Step) -> Iterable[Line]:
    """A split, a double or even money: the hand is shown, whether the claim is borne out or not."""
    event, refused = step.event, step.answer.refused
    claims = isinstance(event, EvenMoney) or (isinstance(event, Call) and event.call in ("split", "double"))
    if not claims or not (refused is None or refused.code in SEEN_CLAIMS):
        return ()
    return seen.of_box(event.box)  # type: ignore[arg-type, union-attr]


def exposed(seen: Seen, step: Step) -> Iterable[Line]:
    """Seen by all, by mistake."""
    event = step.event
    return (seen.lines[event.n],) if isinstance(event, CardExposed) and step.is_taken and event.n in seen.lines else ()


def bust(seen: Seen, step: Step) -> Iterator[Line]:
    """Of an unread card nobody knows: then the cards that lie open must be bust by themselves."""
    for hand in seen.hands_now(step.view):
        cards = seen.shown(hand)
        if is_bust(seen.open(hand) if cards is None else cards):
            yield from hand.cards


def prize(seen: Seen, step: Step) -> Iterator[Line]:
    """Paid at once."""
    for hand in seen.hands_now(step.view):
        cards = seen.shown(hand)
        if cards is not None and is_prize(cards):
            yield from hand.cards


def stopped_at_21(seen: Seen, step: Step) -> Iterator[Line]:
    """By house rule it stops, and counts as shown; a natural does not."""
    for hand in seen.hands_now(step.view) if seen.rules.stop_on_21 else ():
        cards = seen.shown(hand)
        if cards is not None and total(cards) == 21 and (len(cards) > 2 or hand.is_split):
            yield from hand.cards


def hidden_turned(seen: Seen, step: Step) -> Iterator[Line]:
    """Every box has finished, and the hidden card was turned, or a card left the shoe behind it."""
    if not step.is_taken or isinstance(step.event, CoupCancelled):
        return
    passed = isinstance(step.before.due, TurnHidden) and not isinstance(step.view.due, TurnHidden)
    shows = len(step.view.dealer.cards) > 1 and step.view.dealer.cards[1] != FACE_DOWN
    follows = isinstance(step.before.due, NameCard | Reconcile) or step.plays_again
    if (passed and (shows or step.view.coup > seen.coup)) or (follows and shows and all_finished(step.view)):
        yield from (line for line in seen.current if seen.roles.get(line) == "hidden")


def all_finished(view: PublicView) -> bool:
    """No hand is left to decide."""
    return not isinstance(view.due, Ask | Offer | Deal) and all(hand.state in FINISHED for hand in hands_of(view))


def hands_of(view: PublicView) -> Iterator[HandView]:
    """Every hand on the felt."""
    return (hand for box in view.boxes for hand in box.hands)


def settled(seen: Seen, step: Step) -> Iterator[Line]:
    """The hands that live are shown before the dealer pays; so is one whose unread card must be named for that."""
    result, due = step.answer.coup, step.view.due
    final = result is not None and not result.cancelled
    asks = isinstance(due, NameCard) and not is_face_up(due.role, seen.rules) and all_finished(step.view)
    for box in step.view.boxes if final or asks else ():
        if any(not hand.at_once for hand in box.hands):
            yield from seen.of_box(box.box)


class Public(NamedTuple):
    """What makes cards public, and by which article."""

    name: str
    article: Article
    cards: Callable[[Seen, Step], Iterable[Line]]
    """The cards that are public because of it after this event."""


DECLASSIFIED: Final = (
    Public("dealt face up", Article.DEAL, dealt_face_up),
    Public("shown", Article.PLAYER, hand_shown),
    Public("claim", Article.SPLIT, claimed),
    Public("exposed", Article.START, exposed),
    Public("bust", Article.PLAYER, bust),
    Public("prize", Article.BONUS, prize),
    Public("stopped at 21", Article.PLAYER, stopped_at_21),
    Public("hidden card turned", Article.DEAL, hidden_turned),
    Public("settlement", Article.PLAYER, settled),
)
"""All that makes the face of a card public. Besides, of a shoe that has ended the count is (:func:`counted`, 1a)."""


def counted(faces: Iterable[Card | None], packs: int) -> list[tuple[Card, int]]:
    """Of which card a shoe that has ended held too many (article 1a)."""
    times = Counter(card for card in faces if card is not None)
    return [(card, often) for card, often in times.items() if often > packs]
