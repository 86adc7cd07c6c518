"""Whole coups as scripts that a person can read, one event a line, and what must come of it::

    6D          is upcard           then offer surrender
    hit 1                           then deal box:1/1 up
    TS boxed    is void             then deal box:1/1 up    alerts boxed

Events: ``new shoe`` · ``Ana sits 1`` · ``box 1 leaves`` · ``Ana bets 200 on 1`` · ``Ana takes back 1`` · ``close`` ·
``hit 1`` · ``stand 1/2`` (its second hand) · ``split 1`` · ``double 1`` · ``surrender 1``; behind a call ``as Bo`` and
``with Bo Cy`` (who match; ``with nobody``) · ``Ana insures 1 for 100`` · ``Ana takes even money on 1`` ·
``1 shows`` · ``done`` · ``done settle`` · ``shuffle`` · ``white`` · ``empty`` · ``off`` · ``on`` · cards (``??``
passed unread; several take the same role): ``TS 4C``, ``TS boxed``.

Corrections: any request with ``before 12`` behind it, and ``felt agrees`` · ``withdraw 7`` (an event's number, counted
from 1 over all scripts of a table, each card of a line one) · ``withdraw last`` · ``name 9 TS 10 4C`` · ``void 12`` ·
``hold 12`` · ``expose 12`` · ``misdeal`` · ``cancel``.

After it, in any order:

- ``is ROLE``: of each card of the line; ``null`` while it waits
- ``then DUE``: what is due after the line; ``@ARTICLE`` as its last word also checks the article
- ``later N=ROLE …``: earlier cards whose role this line set
- ``moves N=FROM>TO …``: where cards that lie elsewhere belong; ``nothing`` where they only must be looked at
- ``alerts CODE …`` · ``pays BOX AMOUNT ARTICLE, …``; a box with several bettors or hands: ``1/2 Bo -200 3(2)b``
- ``refused CODE ARTICLE``
- ``ends BOX OUTCOME NET ARTICLE, …``: the coup's result, a box with several rows as ``1/2 Bo``; before it
  ``cancelled``, ``last`` (of the shoe), ``again`` (it replaces the one before) with a colon, as in
  ``ends last again: 1 win +200 5``

What a line does not mention must not happen: no refusal, alert, payment, earlier role or result.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from msgspec import structs

from engine.answers import Answer, CoupResult, Payment, SettlementRow
from engine.cards import Card
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
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
    Insurance,
    MisdealFound,
    NamedCard,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
    Withdrawn,
)
from engine.instructions import Ask, Burn, Deal, Due, NameCard, Offer, Reconcile
from engine.rules import TableRules
from engine.table import Table

TWO_PACKS: Final = TableRules(decks=2)
"""Two burns instead of six keep a script short."""

LAST: Final = -1
"""Stands for the event before this one."""
CALLS: Final = "hit|stand|split|double|surrender"


def call(name: str, box: str, hand: str | None, player: str | None, matching: str | None) -> Call:
    """A call, with who makes it and who matches it."""
    matched_by = None if matching is None else tuple(matching.replace("nobody", "").split())
    return Call(box=int(box), hand=int(hand or 1), call=name, player=player, matched_by=matched_by)  # type: ignore[arg-type]


def naming(words: str) -> CardNamed:
    """``name 9 TS``, or several cards at once."""
    pairs = list(zip(words.split()[::2], words.split()[1::2], strict=True))
    names = tuple(NamedCard(int(n), Card.parse(card)) for n, card in pairs)
    if len(names) == 1:
        return CardNamed(n=names[0].n, card=names[0].card, by="Pit")
    return CardNamed(names=names, by="Pit")


EVENTS: Final[dict[str, Callable[..., AnyEvent]]] = {
    r"new shoe": ShoeStarted,
    r"(\w+) sits (\d+)": lambda player, box: PlayerSeated(box=int(box), player=player),
    r"box (\d+) leaves": lambda box: PlayerLeft(box=int(box)),
    r"(\w+) bets (\d+) on (\d+)": lambda player, amount, box: WagerPlaced(
        box=int(box), player=player, amount=int(amount)
    ),
    r"(\w+) takes back (\d+)": lambda player, box: WagerWithdrawn(box=int(box), player=player),
    r"close": BettingClosed,
    rf"({CALLS}) (\d+)(?:/(\d))?(?: as (\w+))?(?: with ((?:\w+ ?)+))?": call,
    r"(\w+) insures (\d+) for (-?\d+)": lambda player, box, amount: Insurance(
        box=int(box), player=player, amount=int(amount)
    ),
    r"(\w+) takes even money on (\d+)": lambda player, box: EvenMoney(box=int(box), player=player),
    r"(\d+)(?:/(\d))? shows": lambda box, hand: HandShown(box=int(box), hand=int(hand or 1)),
    r"done": Done,
    r"done (\w+)": lambda of: Done(of=of),
    r"shuffle": ShuffleCalled,
    r"white": WhiteCardOut,
    r"empty": ShoeEmpty,
    r"off": AssistantOff,
    r"on": AssistantOn,
    r"on white": lambda: AssistantOn(white_card_out=True),
    r"withdraw (\d+)": lambda seq: Withdrawn(seq=int(seq), reason="slip", by="Pit"),
    r"withdraw last": lambda: Withdrawn(seq=LAST, reason="slip", by="Pit"),
    r"name (.+)": naming,
    r"void (\d+)": lambda n: CardVoided(n=int(n), reason="fell", by="Pit"),
    r"hold (\d+)": lambda n: CardHeld(n=int(n), by="Pit"),
    r"expose (\d+)": lambda n: CardExposed(n=int(n), by="Pit"),
    r"misdeal": lambda: MisdealFound(reason="box 2", by="Pit"),
    r"cancel": lambda: CoupCancelled(reason="misdeal", by="Pit"),
}
"""What each line says, as a pattern."""

CARDS: Final = re.compile(r"((?:[A2-9TJQK][SHDC]|\?\?)(?: (?:[A2-9TJQK][SHDC]|\?\?))*)( boxed)?")
CLAUSE: Final = re.compile(r"\s(is|then|later|moves|alerts|pays|refused|ends)\s")

SILENT: Final = ("refused", "alerts", "pays", "later", "moves", "ends")
"""Clauses that hold by not being written: nothing of the kind happens."""


@dataclass
class Line:
    """One line of a script."""

    text: str
    events: list[AnyEvent]
    clauses: dict[str, str] = field(default_factory=dict)


def read(script: str) -> list[Line]:
    """The lines of a script; blank ones divide it for the eye."""
    return [_line(text) for text in script.splitlines() if text.strip()]


def _line(text: str) -> Line:
    said, *rest = CLAUSE.split(f"{text.strip()} ")
    clauses = dict(zip(rest[::2], (words.strip() for words in rest[1::2]), strict=True))
    return Line(text.strip(), events(said.strip()), clauses)


def events(said: str) -> list[AnyEvent]:
    """The events that the first words of a line name."""
    cards = CARDS.fullmatch(said)
    if cards is not None:
        faces = [None if face == "??" else Card.parse(face) for face in cards[1].split()]
        return [CardOut(card=face, boxed=cards[2] is not None) for face in faces]
    request, before, agrees = LATE.fullmatch(said).groups()  # type: ignore[union-attr]
    for pattern, event in EVENTS.items():
        found = re.fullmatch(pattern, request)
        if found is not None:
            return [late(event(*found.groups()), before, agrees is not None)]
    raise ValueError(f"{said!r} is in no script's notation")


LATE: Final = re.compile(r"(.+?)(?: before (\d+))?( felt agrees)?")


def late(event: AnyEvent, before: str | None, agrees: bool) -> AnyEvent:
    """A request with what a person says of it: when it was made, and that the felt agrees."""
    if isinstance(event, Request) and (before is not None or agrees):
        n, felt = int(before) if before is not None else None, "agrees" if agrees else None
        return structs.replace(event, before=n, by="Pit", felt=felt)
    return event


def play(*scripts: str, rules: TableRules = TWO_PACKS) -> Table:
    """Play scripts one after the other at one table, each line checked; gives the table after them."""
    return go_on(Table(rules), *scripts)


def go_on(table: Table, *scripts: str) -> Table:
    """Play scripts at a table where some were played before."""
    for script in scripts:
        for line in read(script):
            for at, event in enumerate(line.events, 1):
                last = isinstance(event, Withdrawn) and event.seq == LAST
                answer = table.take(structs.replace(event, seq=table.seq) if last else event)
                clauses = line.clauses if at == len(line.events) else within(line.clauses)
                assert told(answer, clauses) == expected(clauses), line.text
    return table


def within(clauses: dict[str, str]) -> dict[str, str]:
    """What a line of several cards says of those before the last: their role."""
    return {name: words for name, words in clauses.items() if name == "is"}


def expected(clauses: dict[str, str]) -> dict[str, str]:
    """What the clauses of a line want."""
    return dict.fromkeys(SILENT, "") | {name: " ".join(words.split()) for name, words in clauses.items()}


def told(answer: Answer, clauses: dict[str, str]) -> dict[str, str]:
    """What ``answer`` says, in the words of a script; role and due only where the clauses ask for them."""
    said = {
        "refused": f"{answer.refused.code} {answer.refused.article}" if answer.refused is not None else "",
        "alerts": " ".join(alert.code for alert in answer.alerts),
        "pays": ", ".join(f"{place(move, answer.pay)} {move.amount:+d} {move.article}" for move in answer.pay),
        "moves": moves(answer) if "moves" in clauses else "",
        "later": " ".join(f"{n}={role or 'null'}" for n, role in answer.roles.items()),
        "ends": result(answer.coup) if answer.coup is not None else "",
    }
    if "is" in clauses:
        said["is"] = answer.role or "null"
    if "then" in clauses and answer.due is not None:
        article = f" @{answer.due.article}" if "@" in clauses["then"] else ""
        said["then"] = due(answer.due) + article
    return said


def due(instruction: Due) -> str:
    """An instruction in the words of a script."""
    match instruction:
        case Burn(left=left):
            return f"burn {left}"
        case Deal(to=to, face=face):
            return f"deal {to} {face}"
        case Offer(what=what):
            return f"offer {' '.join(what)}"
        case Ask(box=box, hand=hand, calls=calls):
            place = str(box) if hand == 1 else f"{box}/{hand}"
            plain = "hit" in calls
            return f"ask {place}" if plain else f"ask {place} {' '.join(calls)}"
        case NameCard(n=n, role=role):
            return f"name_card {n} {role}"
        case _:
            return str(instruction.__struct_config__.tag)


def result(coup: CoupResult) -> str:
    """A coup's result in the words of a script."""
    flags = {"cancelled": coup.cancelled, "last": coup.last_of_shoe, "again": coup.supersedes}
    holding = " ".join(name for name, holds in flags.items() if holds)
    rows = [f"{place(row, coup.settlement)} {row.outcome} {row.net:+d} {row.article}" for row in coup.settlement]
    return (f"{holding}: " if holding else "") + ", ".join(rows)


Row = TypeVar("Row", Payment, SettlementRow)


def place(row: Row, rows: tuple[Row, ...]) -> str:
    """Whose money: the box, and where the box has several rows the hand and the bettor."""
    alone = sum(other.box == row.box for other in rows) == 1
    return str(row.box) if alone else f"{row.box}/{row.hand} {row.player}"


def moves(answer: Answer) -> str:
    """Where the cards that lie elsewhere belong."""
    if not isinstance(answer.due, Reconcile):
        return ""
    return " ".join(f"{move.n}={move.origin}>{move.to}" for move in answer.due.moves) or "nothing"
