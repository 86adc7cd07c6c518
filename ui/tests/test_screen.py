from collections.abc import Callable
from itertools import combinations
from threading import current_thread
from typing import Literal

import msgspec
import pytest

from engine.answers import Refusal
from engine.articles import Article
from engine.cards import Card
from engine.events import BettingClosed, Call, CardNamed, Done, ShoeStarted, ShuffleCalled
from engine.instructions import Ask
from engine.messages import Answered, Fault
from engine.reasons import Notice
from engine.view import LinkView
from ui.layout import Rect
from ui.presenter import shown
from ui.rehearsal import REHEARSED
from ui.samples import VIEWS
from ui.screenshots import pictures
from ui.shown import Shown
from ui.situation import Situation, Told
from ui.snapshot import Snapshot
from ui.tests.conftest import Glass
from ui.texts import text
from ui.theme import IVORY, Mm, veiled

Make = Callable[..., Glass]

PRESSES = {
    "take_wagers": BettingClosed(),
    "ask": Call(box=1, hand=1, call="stand"),
    "offer": Done(of="offer"),
    "reconcile": Done(of="reconcile"),
    "turn_hidden": Done(of="turn_hidden"),
    "settle": Done(of="settle"),
    "shuffle": ShoeStarted(),
}


@pytest.mark.parametrize("name", PRESSES)
def test_the_primary_asks_for_what_is_due(glass: Make, name: str) -> None:
    table = glass(name)
    table.until(lambda: "band.title" in table.texts())
    table.tap("primary")
    request = table.core.requests.get(timeout=2)
    assert (request.event, request.answers) == (PRESSES[name], VIEWS[name].due_seq)
    assert len(request.ident) == 32


@pytest.mark.parametrize("call", ["double", "split", "surrender"])
def test_a_call_is_one_touch(glass: Make, call: Literal["double", "split", "surrender"]) -> None:
    table = glass("ask_calls")
    table.shows("band.title", "Box 1 decides")
    table.tap(f"call:{call}")
    request = table.core.requests.get(timeout=2)
    assert (request.event, request.answers) == (Call(box=1, hand=1, call=call), VIEWS["ask_calls"].due_seq)


def test_a_closed_call_sends_nothing(glass: Make) -> None:
    table = glass("ask_after_bust")
    table.shows("band.title", "Box 4 decides")
    table.tap("call:split")
    table.frames(0.1)
    assert table.core.requests.empty()


def test_a_second_touch_on_a_call_does_not_make_it_for_the_next_box(glass: Make) -> None:
    table = glass("ask_calls")
    table.shows("band.title", "Box 1 decides")
    table.tap("call:surrender")
    assert table.core.requests.get(timeout=2).event == Call(box=1, hand=1, call="surrender")
    second = msgspec.structs.replace(VIEWS["ask_calls"], seq=101, due_seq=101)
    table.core.show(msgspec.structs.replace(second, due=Ask(box=2, hand=1, calls=("hit", "stand", "surrender"))))
    table.shows("band.title", "Box 2 decides")
    table.tap("call:surrender")
    table.frames(0.2)
    assert table.core.requests.empty()


def test_a_finger_on_the_primary_that_moves_away_presses_nothing(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    touch = table.down("primary")
    table.core.show(msgspec.structs.replace(VIEWS["settle"], seq=300, due_seq=300))
    table.shows("band.title", "Box 1: take 500")
    table.frames(0.6)
    touch.touch_up()
    table.frames(0.05)
    assert table.core.requests.empty()


def test_a_double_touch_sends_one(glass: Make) -> None:
    table = glass("ask")
    table.core.answers = False
    table.shows("band.title", "Box 1 decides")
    table.tap("primary")
    table.tap("primary")
    table.frames(0.15)
    table.tap("primary")  # still unanswered
    table.core.requests.get(timeout=2)
    table.frames(0.05)
    assert table.core.requests.empty()


def test_a_finger_whose_button_a_page_has_covered_presses_nothing(glass: Make) -> None:
    table = glass("take_wagers")
    table.shows("band.title", "Take wagers")
    touch = table.down("primary")
    table.core.say(Fault(text="the disk is full"))
    table.until(lambda: "page.title" in table.texts())
    touch.touch_up()
    table.frames(0.1)
    assert table.core.requests.empty()


def test_a_finger_that_slides_off_presses_nothing(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    touch = table.down("primary")
    touch.touch_move(5, 300)
    touch.touch_up()
    table.frames(0.05)
    assert table.core.requests.empty()


NEXT = msgspec.structs.replace(VIEWS["ask_after_bust"], seq=200, due_seq=200)


def test_a_finger_that_was_down_when_the_button_changed_presses_nothing(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    touch = table.down("primary")
    table.core.show(NEXT)
    table.shows("band.title", "Box 4 decides")
    table.frames(0.6)
    touch.touch_up()
    table.frames(0.05)
    assert table.core.requests.empty()


def test_a_finger_that_comes_down_during_the_guard_presses_nothing(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    table.core.show(NEXT)
    table.shows("band.title", "Box 4 decides")
    touch = table.down("primary")
    table.frames(0.6)
    touch.touch_up()
    table.frames(0.05)
    assert table.core.requests.empty()


@pytest.mark.parametrize("apart_s", [0.15, 0.3])
def test_a_second_touch_does_not_act_on_the_next_thing(glass: Make, apart_s: float) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    table.tap("primary")
    first = table.core.requests.get(timeout=2)
    table.core.show(NEXT)
    table.frames(apart_s)
    table.shows("band.title", "Box 4 decides")
    table.tap("primary")
    table.frames(0.6)
    assert (first.event, table.core.requests.empty()) == (Call(box=1, call="stand"), True)
    table.tap("primary")
    second = table.core.requests.get(timeout=2)
    assert (second.event, second.answers) == (Call(box=4, call="stand"), 200)


@pytest.mark.parametrize(
    ("name", "key", "event"),
    [
        ("take_wagers", "shuffle", ShuffleCalled()),
    ],
)
def test_a_held_button_counts_after_its_time_and_not_before(glass: Make, name: str, key: str, event: object) -> None:
    table = glass(name)
    table.until(lambda: key in table.texts())
    touch = table.down(key)
    table.frames(0.5)
    touch.touch_up()
    table.frames(0.5)
    assert table.core.requests.empty()
    touch = table.down(key)
    table.until(lambda: not table.core.requests.empty(), 2)
    touch.touch_up()
    assert table.core.requests.get().event == event


def test_the_keypad_names_a_card_and_picks_nothing_beforehand(glass: Make) -> None:
    table = glass("name_card")
    table.shows("primary.label", "Touch rank and suit")
    table.tap("primary")
    for key in ("rank:8", "suit:S", "suit:H"):
        table.frames(0.1)
        table.tap(key)
    table.shows("primary.label", "It is eight of hearts")
    table.frames(0.1)
    table.tap("primary")
    request = table.core.requests.get(timeout=2)
    assert request.event == CardNamed(n=174, card=Card.parse("8H"), by="dealer")


def test_a_refusal_is_told_with_its_article(glass: Make) -> None:
    table = glass("take_wagers")
    table.core.answers = False
    table.shows("band.title", "Take wagers")
    table.tap("primary")
    ident = table.core.requests.get(timeout=2).ident
    refused = Refusal("there is no wager yet", Article.BOXES, "nobody_wagers", {})
    table.core.say(Answered(id=ident, seq=None, refused=refused))
    table.shows("notice", "Not taken: there is no wager yet (art. 2(3))")


def test_no_core_at_the_start_then_the_table(glass: Make) -> None:
    from ui.tests.core import FakeCore

    table = glass(None, with_core=False)
    table.shows("page.title", "Starting \u2026")
    table.core = FakeCore(table.path, VIEWS["burn"])
    table.shows("band.title", "Burn a card")


def test_a_core_that_restarts_dims_the_last_view_and_closes_every_button(glass: Make) -> None:
    from ui.tests.core import FakeCore

    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    table.core.close()
    table.shows("band.title", "Wait: the assistant restarts")
    assert not any(part.is_enabled for part in table.screen.drawing.parts() if part.kind == "button")
    table.core = FakeCore(table.path, VIEWS["ask"])
    table.until(lambda: table.texts().get("band.title") == "Box 1 decides", 2.0)


def test_a_press_that_cannot_be_sent_is_told(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    touch = table.down("primary")
    table.screen.client.close()
    touch.touch_up()
    assert "was not sent" in table.texts()["notice"]


def test_a_press_without_an_answer_is_told(glass: Make) -> None:
    table = glass("ask")
    table.core.answers = False
    table.shows("band.title", "Box 1 decides")
    table.tap("primary")
    table.until(lambda: "had no answer" in table.texts().get("notice", ""))


def test_garbage_from_the_socket_is_a_sentence_and_no_crash(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    table.core.say_line(b"\xff\x00 no json\n")
    table.shows("page.title", "Finish this coup by hand and call the floor")
    table.core.show(VIEWS["burn"])
    table.shows("band.title", "Burn a card")
    table.core.say(Fault(text="the disk is full: free it"))
    table.shows("page.text", "The disk is full: free it")


def test_settings_are_checked_behind_the_first_frame_in_a_thread_of_its_own(glass: Make) -> None:
    before: list[tuple[str, str]] = []

    def check() -> str:
        before.append((current_thread().name, table.texts()["band.title"]))
        return ""

    table = glass("ask", check=check)
    table.screen.prepare()
    table.until(lambda: before)
    assert before == [("settings", "Box 1 decides")]
    assert table.screen.errors == ""


def test_mistakes_that_are_found_behind_the_first_frame_take_the_tables_place(glass: Make) -> None:
    table = glass("ask", check=lambda: "table.rules.decks: 60")
    table.screen.prepare()
    table.shows("band.title", "Box 1 decides")
    table.shows("page.title", "The settings have errors")
    assert table.texts()["page.text"] == table.screen.errors == "table.rules.decks: 60"
    assert not table.screen.client.send(b"x\n")
    table.frames(0.3)
    assert table.texts()["page.title"] == "The settings have errors"


def test_settings_are_also_checked_where_nobody_answers(glass: Make) -> None:
    table = glass(None, with_core=False, check=lambda: "table.rules.decks: 60")
    table.screen.prepare()
    table.shows("page.title", "The settings have errors")


def test_a_rehearsal_leaves_the_table_as_it_is(glass: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    draw = table.screen.drawing.show

    def show(state: Shown) -> None:
        draw(state)
        titles.append(table.texts()["band.title"])

    monkeypatch.setattr(table.screen.drawing, "show", show)
    table.screen.prepare()
    table.core.show(VIEWS["ask"])
    table.until(lambda: titles.count("Box 1 decides") >= len(REHEARSED))
    assert len(set(titles)) > len(REHEARSED) / 2
    assert table.texts()["band.title"] == "Box 1 decides"


def test_between_two_frames_only_the_newest_view_is_drawn(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    seen = table.trace.read_text().count("\n")
    for seq in range(200, 300):
        table.core.show(msgspec.structs.replace(VIEWS["ask"], seq=seq, due_seq=seq))
    table.until(lambda: table.trace.read_text().split()[-2:-1] == ["299"])
    assert table.trace.read_text().count("\n") - seen < 50


def test_the_frame_that_the_trace_tells_of_has_the_new_pixels(glass: Make) -> None:
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    table = glass("burn")
    frames: list[tuple[str, bytes]] = []

    def look(_window: object) -> None:
        lines = table.trace.read_text().splitlines()
        pixel = glReadPixels(10, 380, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
        frames.append((lines[-1].split()[1] if lines else "", bytes(pixel[:3])))

    table.shows("band.title", "Burn a card")
    table.until(lambda: table.trace.exists() and table.trace.read_text())
    Window.bind(on_flip=look)  # called before the trace's own: the line it adds tells of the frame seen here
    try:
        table.core.show(msgspec.structs.replace(VIEWS["settle_cancelled"], seq=500, due_seq=500))
        table.until(lambda: " 500 " in table.trace.read_text())
    finally:
        Window.unbind(on_flip=look)
    assert frames[-1][0] != "500"
    assert frames[-1][1] == bytes.fromhex("52dd9f")


# what is on the glass, in every state


GLASSES = {
    "7 inches": ((800, 480), 5.2),
    "7 inches, finer and lower": ((1280, 720), 8.2),
    "upright": ((720, 1280), 8.2),
}


@pytest.fixture(scope="module", params=GLASSES)
def snapshot(request: pytest.FixtureRequest) -> Snapshot:
    return Snapshot(*GLASSES[request.param])


STATES = pictures()


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest) -> Shown:
    return STATES[request.param]


def _apart(one: Rect, other: Rect) -> int:
    across = max(other.x - one.right, one.x - other.right)
    upward = max(other.y - one.top, one.y - other.top)
    return max(across, upward)


def test_targets_are_large_and_apart(snapshot: Snapshot, state: Shown) -> None:
    snapshot.drawing.show(state)
    buttons = [part for part in snapshot.drawing.parts() if part.kind == "button"]
    for part in buttons:
        least = Mm.PRIMARY if part.id == "primary" else Mm.TARGET
        assert min(part.rect.w, part.rect.h) >= snapshot.layout.sizes.at_least(least), part
    for one, other in combinations(buttons, 2):
        assert _apart(one.rect, other.rect) >= snapshot.layout.sizes.at_least(Mm.APART), (one, other)


def test_no_card_lies_over_words_or_beyond_its_place(snapshot: Snapshot, state: Shown) -> None:
    snapshot.drawing.show(state)
    parts = list(snapshot.drawing.parts())
    words = [part for part in parts if part.kind in ("words", "paragraph")]
    for card in (part for part in parts if part.kind == "card"):
        for one in words:
            lead = 0.16 * one.drawn.h
            assert _apart(card.drawn, one.drawn) >= -lead, (card, one)
        assert card.drawn.h >= snapshot.layout.sizes.px(CARD_MM), card


CARD_MM = 3.5
LEAST_MM = {"band.title": 6.9, "dealer.total": 5.3, "total": 5.3}
LEAST_MM_OF_WORD = 4.0


def test_every_text_is_whole_large_enough_and_in_its_place(snapshot: Snapshot, state: Shown) -> None:
    snapshot.drawing.show(state)
    words = [part for part in snapshot.drawing.parts() if part.kind in ("words", "paragraph")]
    whole = snapshot.layout.whole
    for part in words:
        assert part.is_whole or ".player" in part.id, part  # a name may be longer than any place for it
        least = LEAST_MM.get(part.id, LEAST_MM.get(part.id.rpartition(".")[2], Mm.LABEL))
        least = LEAST_MM_OF_WORD if part.text == "blackjack" else least
        assert part.px >= snapshot.layout.sizes.px(least), part
        assert part.drawn.w <= part.rect.w, part
        assert part.drawn.x >= 0 and part.drawn.right <= whole.w, part
        assert part.drawn.y >= -2 and part.drawn.top <= whole.h + 2, part
    for one, other in combinations(words, 2):
        lead = 0.2 * min(one.drawn.h, other.drawn.h)  # a line's height has air above and below its letters
        assert _apart(one.drawn, other.drawn) >= -lead, (one, other)


SAID: dict[str, str | int] = {
    "behind": 138, "boxes": 7, "need": 36, "left": 35, "card": "TH", "times": 7, "packs": 6, "size": 312, "out": 313,
    "seq": 12345, "said": "insurance of 1,250 by Alexandrina at box 7", "n": 312,
}  # fmt: skip
"""A value for each place of the alerts' sentences, as long as they come."""


def _alerting(notice: Notice) -> Shown:
    alerts = (Notice.BOXED.alert(), notice.alert(**SAID))
    return shown(Situation(view=msgspec.structs.replace(VIEWS["deal_extra"], alerts=alerts), is_connected=True))


@pytest.mark.parametrize("notice", Notice)
def test_no_alert_is_cut(snapshot: Snapshot, notice: Notice) -> None:
    test_every_text_is_whole_large_enough_and_in_its_place(snapshot, _alerting(notice))


LINKS = {
    "silent": "the shoe has said nothing for 750 ms: check its cable and its supply",
    "noise": "the port gives bytes that are no frames: check the baud rate (115200), the cable, "
    "and other readers of it",
    "other shoe": "the shoe on this port is BJ21-0001, the settings name BJ21-0002: plug in BJ21-0002, "
    "or name BJ21-0001 in the settings",
    "gap": "cards may be missing: the shoe no longer holds its events 1171 to 1174: compare the cards on the table "
    "with the screen, put right what differs, then confirm",
}


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("state", ["lost", "missing"])
def test_no_sentence_of_the_link_is_cut(snapshot: Snapshot, state: Literal["lost", "missing"], link: str) -> None:
    reader = LinkView(state=state, text=LINKS[link])
    seen = msgspec.structs.replace(VIEWS["bust_and_prize"], reader=reader)
    in_trouble = shown(Situation(view=seen, is_connected=True))
    test_every_text_is_whole_large_enough_and_in_its_place(snapshot, in_trouble)


@pytest.mark.parametrize("button", ["New shoe loaded", "It is queen of diamonds", "Stand: box 1, hand 2"])
@pytest.mark.parametrize("code", ["press.unsent", "press.unanswered"])
def test_nothing_that_is_told_of_a_press_is_cut(snapshot: Snapshot, code: str, button: str) -> None:
    told = Told(text(code, button=button), 1.0)
    said = shown(Situation(view=VIEWS["ask"], is_connected=True, told=told))
    test_every_text_is_whole_large_enough_and_in_its_place(snapshot, said)


def test_the_white_cards_label_stands_whole_before_its_zone(snapshot: Snapshot) -> None:
    if snapshot.layout.is_upright:
        snapshot.drawing.show(shown(Situation(view=VIEWS["ask"], is_connected=True)))
        assert all(part.id != "white_card" for part in snapshot.drawing.parts()), "an upright glass has no room for it"
        return
    ends = []
    for packs in (1, 2, 6, 8):
        seen = VIEWS["ask"]
        of_packs = msgspec.structs.replace(seen.shoe, size=52 * packs, out=14)
        seen = msgspec.structs.replace(seen, shoe=of_packs)
        snapshot.drawing.show(shown(Situation(view=seen, is_connected=True)))
        label = next(part for part in snapshot.drawing.parts() if part.id == "white_card")
        assert label.is_whole
        assert label.drawn.w <= label.rect.w
        ends.append(label.drawn.right)
    assert ends == sorted(set(ends)), "the fewer packs, the sooner the zone begins"


def test_the_tree_can_be_compared(snapshot: Snapshot) -> None:
    snapshot.drawing.show(STATES["settle"])
    rows = {row["id"]: row for row in msgspec.json.decode(snapshot.drawing.tree())}
    assert rows["box3/1.state"]["text"] == "pay 3:2"
    assert rows["box3/1.amount"]["text"] == "375"
    assert rows["primary"]["is_enabled"] is True


def test_a_card_laid_late_is_veiled_as_the_others_are() -> None:
    fresh = Snapshot()
    fresh.drawing.show(STATES["take_wagers"])
    late = fresh.pixels(STATES["core_restarting"])
    card = (800 * 290 + 90) * 4  # a corner of the dealer's first card
    assert list(late[card : card + 3]) == pytest.approx(list(bytes.fromhex(veiled(IVORY)[1:])), abs=2)


def test_a_picture_is_the_same_however_one_came_to_it(snapshot: Snapshot) -> None:
    fresh = snapshot.pixels(STATES["burn"])
    for state in STATES.values():
        snapshot.drawing.show(state)
    assert snapshot.pixels(STATES["burn"]) == fresh
