import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.answers import Answer
from engine.articles import Article
from engine.cards import Card
from engine.events import AnyEvent, Call, CardNamed, CardOut, Insurance, Link, ShuffleCalled, WagerPlaced
from engine.instructions import NameCard, TakeWagers
from engine.lines import EventError
from engine.messages import Answered, Asked, Fault, Message, Refused, Update, ask, asked, decode, encode
from engine.projection import projected
from engine.reasons import Notice, Reason
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import events, plays, rules
from engine.tests.script import play
from engine.view import LinkView, PublicView

LINK = LinkView(state="missing", text="2 passes were not reported: count the cards")
SETTLING = """
    new shoe
    Ana sits 1
    Ana bets 200 on 1
    2C 3C       is burn
    TS 9S       is box:1
    AD          is upcard
    7C          is hidden
    white       then offer insurance even_money     alerts white_card white_card_misplaced
    stand 1
    done        then settle     ends last: 1 win +200 5
"""


def view(table: Table) -> PublicView:
    return projected(table, name="Mesa 21", seq=12, due_seq=11, reader=LINK)


MESSAGES: list[Message] = [
    Update(view=view(play(SETTLING))),
    Update(
        view=view(play("new shoe")),
        event="wager_placed",
        request=WagerPlaced(box=1, player="Ñandú 陳", amount=200),
        answer=Answer(due=TakeWagers()),
    ),
    Update(
        view=view(play(SETTLING)),
        event="card_named",
        request=Call(box=5, call="stand"),
        answer=Answer(
            due=NameCard(n=5, role="upcard"),
            role="box:1",
            alerts=(Notice.WHITE_CARD_MISPLACED.alert(behind=93),),
            roles={6: "hidden", 7: "box:1/1"},
        ),
    ),
    Answered(id="a1", seq=None, refused=Reason.TABLE_MOVED_ON.refusal(Article.END)),
    Answered(id="a2", seq=13, refused=None),
    Refused(
        event="wager_placed",
        refused=Reason.NOT_WHOLE_CHIPS.refusal(amount=250, below=200, above=400),
    ),
    Fault(text="the disk is full: free some space"),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__.lower())
def test_a_message_is_read_as_it_was_written_on_one_line(message: Message) -> None:
    line = encode(message)
    assert decode(line) == message
    assert (line.count(b"\n"), line[-1:]) == (1, b"\n")


@settings(max_examples=40)
@given(plays, rules)
def test_every_update_of_a_table_is_read_as_it_was_written(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        answer = table.take(happened)
        aloud = None if isinstance(happened, CardNamed | CardOut) else happened
        message = Update(view=view(table), event="x", request=aloud, answer=answer)
        assert decode(encode(message)) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"kind": "gossip"}',
        b'{"kind": "fault"}',
        b'{"kind": "fault", "text": 3}',
        b'{"kind": "fault", "text": "\xff"}',
        b'{"kind": "update", "view": {}}',
        b'{"kind": "answer", "id": "a", "seq": null, "refused": {"reason": "no"}}',
        b"[" * 60_000,
    ],
    ids=lambda line: line[:40].decode(errors="replace"),
)
def test_a_line_that_is_no_message_is_told_with_what_to_do(line: bytes) -> None:
    with pytest.raises(EventError, match="start core and screen of one version"):
        decode(line)


REQUESTS: list[AnyEvent] = [
    ShuffleCalled(),
    Call(box=3, call="double", matched_by=("Bo",)),
    Insurance(box=3, player="Ñandú 陳", amount=0),
    CardNamed(n=5, card=Card.parse("AD"), by="Pit"),
    CardOut(card=None),
    Link(state="up"),
]


@pytest.mark.parametrize("event", REQUESTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("answers", [None, 0, 17])
def test_a_request_is_heard_as_it_was_asked(event: AnyEvent, answers: int | None) -> None:
    line = ask(event, "a1", answers)
    assert asked(line) == Asked(event, "a1", answers)
    assert (line.count(b"\n"), line[-1:]) == (1, b"\n")
    fields = json.loads(line)
    assert (fields["id"], fields["answers"]) == ("a1", answers)


def test_a_request_without_answers_is_tied_to_no_view() -> None:
    assert asked(b'{"type": "betting_closed", "id": "a1"}').answers is None


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (b"", "no JSON"),
        (b"[1]", "is no event"),
        (b'{"type": "done"}', '"id" is missing'),
        (b'{"type": "done", "id": ""}', '"id" is missing'),
        (b'{"type": "done", "id": 7}', '"id" is missing'),
        (b'{"type": "done", "id": null}', '"id" is missing'),
        (b'{"type": "done", "id": "a1", "answers": "17"}', '"answers" is no number'),
        (b'{"type": "done", "id": "a1", "answers": 1.5}', '"answers" is no number'),
        (b'{"type": "dance", "id": "a1"}', "'dance' is no event"),
        (b'{"id": "a1"}', '"type" is missing'),
        (b'{"type": "done", "id": "a1", "x": 1}', "`x`"),
        (b"{" * 60_000, "no JSON"),
        (b'{"type":' * 8_000, "no JSON"),
    ],
)
def test_a_line_that_is_no_request_is_told_with_what_was_found(line: bytes, wrong: str) -> None:
    with pytest.raises(EventError, match=wrong):
        asked(line)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_request_or_an_event_error(line: bytes) -> None:
    for reads in (asked, decode):
        try:
            reads(line)
        except EventError:
            continue
