"""The supervisor's pages: every key leads somewhere, each page asks what it shows, and nothing is asked twice."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import structs

from engine.answers import Refusal
from engine.articles import Article
from engine.events import AlertAcknowledged, Note, PayoutCorrected
from engine.instructions import Burn
from engine.journal.found import Filters
from engine.looking import AskAlerts, AskCoups, AskExport, AskStep, AskVerify
from engine.messages import Answered, Looked, Update
from engine.people.duties import action_of
from ui.opened import People
from ui.person import Person
from ui.presenter import shown
from ui.samples import VIEWS
from ui.shown import OPENED, Button, Keys, Row, Sheet, Table
from ui.situation import Situation
from ui.supervisor.pages import PAGES, Alerts, Coups, Dispute, File, Log, Proof, Replay, question
from ui.supervisor.samples import FOUND, HELD, NO_STICK, SHEETS, TABLE, TOLD
from ui.texts import TEXTS

STAFFED = structs.replace(TABLE, is_staffed=True, supervisor="3001", dealt_by="1042")


def buttons(seen: Sheet | Table) -> Iterator[Button]:
    yield from (seen.primary, *seen.row)
    if isinstance(seen, Table):
        yield from (box.button for box in seen.boxes if box.button is not None)
        return
    for block in seen.blocks:
        match block:
            case Keys(keys=keys):
                yield from keys
            case Row(button=button):
                yield button


def seen_of(situation: Situation) -> Sheet | Table:
    made = shown(situation)
    assert isinstance(made, Sheet | Table)
    return made


def key(situation: Situation, name: str) -> Button:
    return next(button for button in buttons(seen_of(situation)) if button.key == name)


def key_of_table(situation: Situation, name: str) -> Button:
    made = shown(situation)
    assert isinstance(made, Table)
    return next(button for button in made.row if button.key == name)


def touched(situation: Situation, *names: str) -> Situation:
    for name in names:
        button = key(situation, name)
        assert button.is_open, button
        situation = situation.touched(button, 1.0)
    return situation


def answered(situation: Situation, found: object) -> Situation:
    asked = situation.unasked(9.0)
    assert asked is not None
    return situation.asking(asked, "7", 1.0).after(Looked(id="7", found=found), 1.0)  # type: ignore[arg-type]


def at(page: object, view: object = TABLE) -> Situation:
    return Situation(view=view, is_connected=True, opened=page)  # type: ignore[arg-type]


@pytest.mark.parametrize("is_staffed", [False, True])
@pytest.mark.parametrize("name", [name for name in SHEETS if name.startswith("sup_")])
def test_every_open_key_leads_somewhere_or_asks_for_what_people_may(name: str, is_staffed: bool) -> None:
    situation = replace(SHEETS[name], view=STAFFED) if is_staffed else SHEETS[name]
    found = [button for button in buttons(seen_of(situation)) if button.is_open]
    assert found
    assert len({button.key for button in found}) == len(found)
    for button in found:
        assert button.requests or button.opens is not None or button.closes, button
        assert all(action_of(event) is not None for event in button.requests)


@pytest.mark.parametrize("name", [name for name in SHEETS if name.startswith("sup_")])
def test_every_page_leads_back_to_the_table(name: str) -> None:
    found = list(buttons(seen_of(SHEETS[name])))
    assert any(button.closes for button in found) or any(button.key == "back" for button in found)


def test_the_last_coup_of_a_box_is_two_touches_away() -> None:
    situation = at(Coups())
    assert situation.unasked(9.0) == AskCoups(limit=5)
    situation = touched(answered(situation, TOLD), "of_box:3")
    assert situation.unasked(9.0) == AskCoups(filters=Filters(box=3), limit=5)
    situation = touched(answered(situation, TOLD), f"coup:{FOUND[0].first}")
    assert situation.unasked(9.0) == AskStep(coup=FOUND[0].first)


def test_what_was_told_stays_until_the_next_answer_and_nothing_is_asked_twice() -> None:
    situation = answered(at(Coups()), TOLD)
    assert situation.unasked(9.0) is None
    older = touched(situation, "older")
    asked = older.unasked(9.0)
    assert asked == AskCoups(limit=5, before=FOUND[-1].first)
    waiting = older.asking(asked, "8", 1.0)
    assert waiting.unasked(9.0) is None
    assert key(waiting, f"coup:{FOUND[0].first}").is_open
    late = waiting.after(Looked(id="7", found=TOLD), 1.0)
    assert late.inquiry is not None
    assert late.inquiry.is_open


def test_coups_are_asked_for_anew_when_something_has_happened_and_a_replay_is_not() -> None:
    moved = structs.replace(TABLE, seq=TABLE.seq + 5)
    assert answered(at(Coups()), TOLD).after(Update(view=moved), 2.0).unasked(9.0) == AskCoups(limit=5)
    replayed = answered(at(Replay(FOUND[0].first, 17)), SHEETS["sup_replay"].inquiry.found)  # type: ignore[union-attr]
    assert replayed.after(Update(view=moved), 2.0).unasked(9.0) is None


def test_a_replay_shows_what_lay_face_down_or_what_the_table_saw() -> None:
    opened, seen = (seen_of(SHEETS[name]) for name in ("sup_replay", "sup_replay_as_seen"))
    assert isinstance(opened, Table)
    assert isinstance(seen, Table)
    assert opened.boxes[0].hands[0].cards == ("KS" + OPENED, "9H" + OPENED)
    assert seen.boxes[0].hands[0].cards == ("##", "##")
    assert opened.shoe.banner == "Replay: coup 412  ·  18 of 48"


def test_steps_go_on_and_back_and_begin_again() -> None:
    situation = SHEETS["sup_replay"]
    assert touched(situation, "primary").unasked(9.0) == AskStep(coup=FOUND[0].first, at=18)
    assert touched(situation, "step:back").unasked(9.0) == AskStep(coup=FOUND[0].first, at=16)
    assert touched(situation, "step:end").unasked(9.0) == AskStep(coup=FOUND[0].first, at=44)
    assert touched(situation, "step:call").unasked(9.0) == AskStep(coup=FOUND[0].first, at=21)


def test_a_coup_that_begins_gives_the_screen_back_to_the_dealer() -> None:
    begun = structs.replace(VIEWS["take_wagers"], due=Burn(left=1), due_seq=999, seq=999)
    for page in (Coups(), key(SHEETS["sup_dispute"], "hold:card").opens):
        closed = at(page).after(Update(view=begun), 1.0)
        assert closed.opened is None
        assert not closed.takes_press(2.4)
        assert closed.takes_press(2.6)
    assert at(Coups(), VIEWS["settle"]).after(Update(view=TABLE), 1.0).opened == Coups()
    late = Button("primary", "", opens=Coups())
    assert Situation(view=begun, is_connected=True).touched(late, 1.0).opened is None


def test_what_was_put_right_is_told_anew_at_once_and_a_moment_later() -> None:
    page = replace(SHEETS["sup_dispute"], pressed_s=10.0)
    assert page.unasked(9.0) is None
    moved = page.after(Update(view=structs.replace(TABLE, seq=TABLE.seq + 1)), 10.0)
    asked = moved.unasked(10.0)
    assert asked == AskStep(coup=FOUND[0].first, at=17)
    told = moved.asking(asked, "8", 10.0).after(Looked(id="8", found=SHEETS["sup_replay"].inquiry.found), 10.1)  # type: ignore[arg-type, union-attr]
    assert told.unasked(10.5) is None
    assert told.next_change_s() == 10.7
    assert told.unasked(10.8) == asked


def test_who_types_stays_signed_in_and_is_told_to_the_core_now_and_then() -> None:
    typing = at(key(replace(SHEETS["sup_dispute"], view=STAFFED), "hold:card").opens, STAFFED)
    assert typing.stays_signed_in(100.0)
    assert not typing.told_to_last(100.0).stays_signed_in(119.0)
    assert typing.told_to_last(100.0).stays_signed_in(120.0)
    assert not at(Coups()).stays_signed_in(100.0)


def test_what_is_held_can_be_let_go_though_the_log_tells_nothing() -> None:
    untold = replace(SHEETS["sup_dispute_untold"], view=HELD)
    assert key(untold, "lift:paid").is_open


def test_back_from_a_keypad_leads_to_where_it_was_opened() -> None:
    hold = key(replace(SHEETS["sup_dispute"], view=STAFFED), "hold:card").opens
    assert key_of_table(at(hold, STAFFED), "back").opens == Dispute(3, Replay(FOUND[0].first, 17))
    assert key_of_table(at(key(at(Log(), STAFFED), "verify").opens, STAFFED), "back").opens == Log()


def test_the_law_of_what_is_paid_stands_beside_it() -> None:
    seen = seen_of(SHEETS["sup_replay_settled"])
    assert isinstance(seen, Table)
    paid = next(payout for payout in VIEWS["settle"].payouts if payout.net and not payout.is_done)
    assert seen.band.article == f"art. {paid.article}"
    assert seen.band.detail == TEXTS[f"article.{paid.article}"]


def test_a_supervisor_who_is_signed_in_no_more_reads_no_more() -> None:
    gone = structs.replace(STAFFED, supervisor=None)
    assert at(Coups(), STAFFED).after(Update(view=gone), 1.0).opened is None
    asked = answered(at(Coups(), STAFFED), TOLD)
    refused = Refusal("nobody", Article.START, "nobody", {})
    assert asked.after(Answered(id="7", seq=None, refused=refused), 2.0).opened is None


@pytest.mark.parametrize(("view", "idle_s"), [(TABLE, 300.0), (STAFFED, 60.0)])
def test_a_page_that_nobody_touches_is_put_away(view: object, idle_s: float) -> None:
    situation = replace(at(Coups(), view), pressed_s=0.0)
    assert situation.at(idle_s - 1).opened == Coups()
    assert situation.at(idle_s).opened is None


def test_what_takes_a_pin_opens_the_pad_for_it_and_is_asked_with_it_once() -> None:
    situation = at(Log(), STAFFED)
    asked = key(situation, "verify").opens
    assert isinstance(asked, People)
    assert (asked.event, asked.then) == (None, Proof())
    people = replace(asked, staff="3001", pin="583920", is_at_pin=True)
    confirm = seen_of(at(people, STAFFED)).primary
    assert confirm.opens == Proof((Person("3001", "583920"),))
    proving = at(people, STAFFED).touched(confirm, 1.0)
    assert proving.proofs == (Person("3001", "583920"),)
    assert proving.unasked(9.0) == AskVerify()
    assert proving.asking(AskVerify(), "9", 1.0).proofs == ()


def test_without_staff_a_report_takes_one_touch_and_is_written_once() -> None:
    writing = touched(at(Log("csv")), "report:8")
    assert writing.unasked(9.0) == AskExport(what="span", form="csv", language="en", hours=8)
    assert answered(writing, NO_STICK).unasked(9.0) is None
    away = answered(writing, NO_STICK).without_core(2.0)
    assert away.opened == Log()


def test_an_alert_is_acknowledged_by_who_is_signed_in_or_by_a_number() -> None:
    alert = touched(replace(SHEETS["sup_alerts"], view=STAFFED), "alert:20611")
    assert key(alert, "coup").opens == Replay(20_600)
    assert key(alert, "read").press == AlertAcknowledged(seq=20_611)
    assert key(alert, "read").opens == Alerts()
    named = key(touched(SHEETS["sup_alerts"], "alert:20611"), "read").opens
    assert isinstance(named, People)
    assert named.about == "Card 170 passed unread"
    assert (named.event, named.then) == (AlertAcknowledged(seq=20_611), Alerts())
    assert question(Alerts()) == AskAlerts(limit=5)


def test_a_box_is_held_with_a_reason_and_let_go_with_what_was_found() -> None:
    held = key(replace(SHEETS["sup_dispute"], view=STAFFED), "hold:payment").opens
    assert isinstance(held, People)
    assert held.event == Note(text="payment disputed (coup 412)", box=3, hold=True)
    assert isinstance(held.then, Dispute)
    lifted = key(replace(SHEETS["sup_dispute"], view=HELD), "lift:paid").opens
    assert isinstance(lifted, People)
    assert lifted.event == Note(text="settled: paid as the log says (coup 412)", box=3, hold=False)


def test_a_payout_is_corrected_by_two_people_from_what_it_was() -> None:
    situation = SHEETS["sup_correcting"]
    confirm = key(situation, "primary").opens
    assert isinstance(confirm, People)
    assert confirm.event == PayoutCorrected(coup=412, box=3, hand=1, player="Ho", was=1_000_00, to=1_500_00)
    same = touched(situation, "wager:clear", "chip:100000")
    assert not key(same, "primary").is_open
    assert key(touched(situation, "side:bank_gets", "chip:50000"), "primary").text == "Correct to −500"
    assert confirm.about == "Box 3, coup 412, Ho, +1,000 becomes +1,500"


def test_a_file_that_could_not_be_written_is_tried_again() -> None:
    situation = SHEETS["sup_no_stick"]
    asked = AskExport(what="coup", form="pdf", coup=20_600)
    assert situation.unasked(9.0) is None
    assert touched(situation, "again").unasked(9.0) == asked
    people = key(replace(situation, view=STAFFED), "again").opens
    assert isinstance(people, People)
    assert isinstance(people.then, File)
    named = replace(situation, view=STAFFED, opened=replace(people, staff="3001", pin="583920", is_at_pin=True))
    assert named.touched(seen_of(named).primary, 1.0).unasked(9.0) == asked


def test_the_page_that_is_open_is_told_anew_when_its_key_is_touched() -> None:
    situation = answered(at(Alerts()), SHEETS["sup_alerts"].inquiry.found)  # type: ignore[union-attr]
    assert situation.unasked(9.0) is None
    assert touched(situation, "tab:alerts").unasked(9.0) == AskAlerts(limit=5)


def test_a_held_box_says_so_at_the_dealers_screen() -> None:
    seen = seen_of(SHEETS["held_settle"])
    assert isinstance(seen, Table)
    assert [hand.state.word for hand in seen.boxes[3].hands] == ["dispute"]
    between = seen_of(Situation(view=HELD, is_connected=True))
    assert isinstance(between, Table)
    assert between.boxes[2].player == "dispute"
    assert all(isinstance(page, type) for page in PAGES)
