"""Whole coups as scripts that a person can read, one event a line, and what must come of it::

    6D          is upcard           then ask 1
    hit 1                           then deal box:1/1 up
    TS boxed    is void             then deal box:1/1 up    alerts boxed

Events: ``new shoe`` · ``Ana sits 1`` · ``box 1 leaves`` · ``Ana bets 200 on 1`` · ``Ana takes back 1`` · ``close`` ·
``hit 1`` · ``stand 1`` · ``stand 1 as Bo`` · ``done`` · ``done settle`` · ``shuffle`` · ``white`` · ``empty`` ·
``cancel`` · ``name 9 TS`` · cards (``??`` passed unread; several take the same role): ``TS 4C``, ``TS boxed``.

After it, in any order:

- ``is ROLE``: of each card of the line; ``null`` while it waits
- ``then DUE``: what is due after the line; ``@ARTICLE`` as its last word also checks the article
- ``later N=ROLE …``: earlier cards whose role this line set
- ``alerts CODE …`` · ``pays BOX AMOUNT ARTICLE``
- ``refused CODE ARTICLE``
- ``ends BOX OUTCOME NET ARTICLE, …``: the coup's result; before it ``cancelled``, ``last`` (of the shoe), ``again``
  (it replaces the one before) with a colon, as in ``ends last again: 1 win +200 5``

What a line does not mention must not happen: no refusal, alert, payment, earlier role or result.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.answers import Answer, CoupResult
from engine.cards import Card
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardNamed,
    CardOut,
    CoupCancelled,
    Done,
    PlayerLeft,
    PlayerSeated,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
)
from engine.instructions import Ask, Burn, Deal, Due, NameCard
from engine.rules import TableRules
from engine.table import Table

TWO_PACKS: Final = TableRules(decks=2)
"""Two burns instead of six keep a script short."""

EVENTS: Final[dict[str, Callable[..., AnyEvent]]] = {
    r"new shoe": ShoeStarted,
    r"(\w+) sits (\d+)": lambda player, box: PlayerSeated(box=int(box), player=player),
    r"box (\d+) leaves": lambda box: PlayerLeft(box=int(box)),
    r"(\w+) bets (\d+) on (\d+)": lambda player, amount, box: WagerPlaced(
        box=int(box), player=player, amount=int(amount)
    ),
    r"(\w+) takes back (\d+)": lambda player, box: WagerWithdrawn(box=int(box), player=player),
    r"close": BettingClosed,
    r"(hit|stand) (\d+)": lambda call, box: Call(box=int(box), call=call),
    r"(hit|stand) (\d+) as (\w+)": lambda call, box, player: Call(box=int(box), call=call, player=player),
    r"done": Done,
    r"done (\w+)": lambda of: Done(of=of),
    r"shuffle": ShuffleCalled,
    r"white": WhiteCardOut,
    r"empty": ShoeEmpty,
    r"cancel": lambda: CoupCancelled(reason="misdeal", by="Pit"),
    r"name (\d+) (\w+)": lambda n, card: CardNamed(n=int(n), card=Card.parse(card), by="Pit"),
}
"""What each line says, as a pattern."""

CARDS: Final = re.compile(r"((?:[A2-9TJQK][SHDC]|\?\?)(?: (?:[A2-9TJQK][SHDC]|\?\?))*)( boxed)?")
CLAUSE: Final = re.compile(r"\s(is|then|later|alerts|pays|refused|ends)\s")

SILENT: Final = ("refused", "alerts", "pays", "later", "ends")
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
    for pattern, event in EVENTS.items():
        found = re.fullmatch(pattern, said)
        if found is not None:
            return [event(*found.groups())]
    raise ValueError(f"{said!r} is in no script's notation")


def play(*scripts: str, rules: TableRules = TWO_PACKS) -> Table:
    """Play scripts one after the other at one table, each line checked; gives the table after them."""
    table = Table(rules)
    for script in scripts:
        for line in read(script):
            for event in line.events:
                answer = table.take(event)
                clauses = line.clauses if event is line.events[-1] else within(line.clauses)
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
        "pays": ", ".join(f"{move.box} {move.amount:+d} {move.article}" for move in answer.pay),
        "later": " ".join(f"{n}={role}" for n, role in answer.roles.items()),
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
        case Ask(box=box, hand=1, calls=("hit", "stand")):
            return f"ask {box}"
        case Ask(box=box, hand=1, calls=calls):
            return f"ask {box} {' '.join(calls)}"
        case NameCard(n=n, role=role):
            return f"name_card {n} {role}"
        case _:
            return str(instruction.__struct_config__.tag)


def result(coup: CoupResult) -> str:
    """A coup's result in the words of a script."""
    flags = {"cancelled": coup.cancelled, "last": coup.last_of_shoe, "again": coup.supersedes}
    holding = " ".join(name for name, holds in flags.items() if holds)
    rows = [f"{row.box} {row.outcome} {row.net:+d} {row.article}" for row in coup.settlement]
    return (f"{holding}: " if holding else "") + ", ".join(rows)
