"""Coups that are over, and what they are looked for by."""

from dataclasses import replace
from typing import Final, Literal

from engine.answers import Outcome, SettlementRow
from engine.journal.found import Filters, FoundCoup
from engine.looking import Coups as Told
from engine.reasons import Notice
from engine.view import PublicView
from ui.pads.keys import digits, primary
from ui.shown import Block, Button, Keys, Row, Sheet, Words
from ui.situation import Situation
from ui.supervisor.pages import Coups, Finding, Replay
from ui.supervisor.parts import back_to, clock, day_and_time, sheet, signed, tabs, told_or, tone_of
from ui.texts import text
from ui.theme import Tone

MINUTES: Final = (10, 30, 60, 180)
"""How long ago, for who knows the time."""
LONGEST_NUMBER: Final = 9
"""Digits of a number."""
MOST_RESULTS: Final = 4
"""Results of a coup that have room in its row."""
WORDS_IN_ROW: Final = 4
"""Keys with words that have room beside each other."""
Number = Literal["shoe", "coup", "dealer"]
Way = Literal[Number, "outcome", "alert"]
WAYS: Final[tuple[Way, ...]] = ("coup", "shoe", "dealer", "outcome", "alert")
"""What a coup may be known by, besides its box and time."""


def coups(situation: Situation, view: PublicView, page: Coups) -> Sheet:
    """The newest first, five at a time; a key for each box."""
    found = situation.inquiry.told if situation.inquiry is not None else None
    told = found if isinstance(found, Told) else None
    keys = Keys(
        (*_boxes(page, view), Button("find", text("sup.find"), Tone.ASK, opens=Finding(page)), *_pages(page, told))
    )
    if told is None:
        blocks = (keys, *told_or(situation))
    elif not told.coups:
        blocks = (keys, Words(text("sup.coups.none")))
    else:
        blocks = (keys, *(_row(coup, page, view, told.now) for coup in told.coups))
    what = text("list").join(chosen(page))
    title = text("sup.coups.of", what=what) if what else text("sup.coups")
    now, alerts = (clock(told.now), told.alerts) if told is not None else ("", 0)
    return sheet(situation, view, title, blocks, tabs("coups", alerts), time=now)


def _boxes(page: Coups, view: PublicView) -> tuple[Button, ...]:
    every = Button("all", text("sup.all"), Tone.ASK, opens=Coups(), is_picked=page == Coups())
    return (every, *(_box(page, box) for box in range(1, view.rules.boxes + 1)))


def _box(page: Coups, box: int) -> Button:
    is_picked = page.filters.box == box
    then = replace(page, filters=replace(page.filters, box=None if is_picked else box), before=())
    words = text("place.box.title", box=box).replace(" ", "\u00a0")
    return Button(f"of_box:{box}", words, Tone.ASK, opens=then, is_picked=is_picked)


def _pages(page: Coups, told: Told | None) -> tuple[Button, Button]:
    newer = Button("newer", text("sup.newer"), opens=replace(page, before=page.before[:-1]), is_open=bool(page.before))
    if told is None or not told.is_more or not told.coups:
        return newer, Button("older", text("sup.older"), is_open=False)
    behind = told.coups[-1].first
    return newer, Button("older", text("sup.older"), opens=replace(page, before=(*page.before, behind)))


def _row(coup: FoundCoup, page: Coups, view: PublicView, now: str) -> Row:
    is_today = coup.ended_at[:10] == now[:10]
    time = clock(coup.ended_at) if is_today else day_and_time(coup.ended_at)
    box = page.filters.box
    rows = [row for row in coup.rows if box is None or row.box == box]
    said = [_said(row, has_box=box is None, is_told=view.money.is_told) for row in rows[:MOST_RESULTS]]
    if len(rows) > MOST_RESULTS:
        said.append(text("reconcile.more", more=len(rows) - MOST_RESULTS))
    what = text("sup.cancelled") if coup.cancelled else text("sup.separator").join(said) or text("sup.no_wager")
    if coup.told > coup.last:
        what = text("sup.was_corrected", what=what)
    bank = coup.bank if box is None else -sum(row.net for row in rows)
    return Row(
        Button(f"coup:{coup.first}", "", opens=Replay(coup.first, back=page)),
        title=text("sup.coup", time=time, coup=coup.number),
        text=what,
        amount=text("sup.bank", net=signed(bank)) if view.money.is_told else "",
        tone=tone_of(bank),
    )


def _said(row: SettlementRow, *, has_box: bool, is_told: bool) -> str:
    code = "sup.result" if has_box else "sup.result.player"
    net = signed(row.net) if is_told else ""
    return text(code, box=row.box, player=row.player, outcome=text(f"outcome.{row.outcome}"), net=net).strip()


def chosen(page: Coups) -> list[str]:
    """What ``page`` looks for, in words."""
    filters = page.filters
    numbers = {"box": filters.box, "shoe": filters.shoe, "coup": filters.coup, "dealer": filters.dealer}
    said = [text(f"sup.is.{name}", number=number) for name, number in numbers.items() if number is not None]
    if filters.outcome is not None:
        said.append(text(f"outcome.{filters.outcome}"))
    if filters.alert is not None:
        said.append(text(f"alert_is.{filters.alert}"))
    return said + ([text("sup.is.minutes", number=page.minutes)] if page.minutes is not None else [])


def finding(situation: Situation, view: PublicView, page: Finding) -> Sheet:
    """What is chosen so far, and what can be added to it."""
    what = text("list").join(chosen(page.coups)) or text("sup.all")
    title = text("sup.coups.of", what=what)
    show = replace(primary(text("sup.search"), Tone.ASK), opens=page.coups)
    row = back_to(page.coups)
    match page.what:
        case "":
            return sheet(situation, view, title, _ways(page), row, main=show)
        case "outcome":
            keys = tuple(_chooses(page, f"outcome:{each}", text(f"outcome.{each}"), outcome=each) for each in Outcome)
            return sheet(situation, view, title, _in_rows(keys), row, main=show)
        case "alert":
            return sheet(situation, view, title, _alerts(page), row, main=show)
        case "shoe" | "coup" | "dealer" as number:
            return _typing(situation, view, page, number)


def _ways(page: Finding) -> tuple[Keys | Words, ...]:
    by = tuple(Button(f"by:{way}", text(f"sup.by.{way}"), Tone.ASK, opens=Finding(page.coups, way)) for way in WAYS)
    ago = Keys(
        tuple(
            Button(
                f"minutes:{minutes}",
                text("sup.is.minutes", number=minutes),
                Tone.ASK,
                opens=replace(page, coups=replace(page.coups, minutes=minutes, before=())),
                is_picked=page.coups.minutes == minutes,
            )
            for minutes in MINUTES
        )
    )
    return Words(text("sup.find.how")), Keys(by[:3]), Keys(by[3:]), ago


def _chooses(page: Finding, key: str, words: str, **filters: object) -> Button:
    """Add to what is looked for; touched again it is taken away."""
    name, value = next(iter(filters.items()))
    is_picked = getattr(page.coups.filters, name) == value
    changed: Filters = replace(page.coups.filters, **{name: None if is_picked else value})  # type: ignore[arg-type]
    then = Finding(replace(page.coups, filters=changed, before=()))
    return Button(key, words, Tone.ASK, opens=then, is_picked=is_picked)


def _alerts(page: Finding) -> tuple[Keys, ...]:
    codes = sorted(notice.name.lower() for notice in Notice)
    return _in_rows(tuple(_chooses(page, f"alert:{code}", text(f"alert_is.{code}"), alert=code) for code in codes))


def _in_rows(keys: tuple[Button, ...]) -> tuple[Keys, ...]:
    """Keys with words, a few beside each other."""
    return tuple(Keys(keys[at : at + WORDS_IN_ROW]) for at in range(0, len(keys), WORDS_IN_ROW))


def _typing(situation: Situation, view: PublicView, page: Finding, what: Number) -> Sheet:
    title = text("sup.typed", what=text(f"sup.by.{what}"), typed=page.typed)

    def becomes(typed: str) -> Finding:
        return replace(page, typed=typed)

    rows = digits(page.typed, LONGEST_NUMBER, becomes)
    typed = int(page.typed) if page.typed.strip("0") else 0
    value: object = page.typed if what == "dealer" else typed
    show = primary(text("sup.search"), Tone.ASK, is_open=bool(typed or (what == "dealer" and page.typed)))
    if show.is_open:
        filters: Filters = replace(page.coups.filters, **{what: value})  # type: ignore[arg-type]
        show = replace(show, opens=replace(page.coups, filters=filters, before=()))
    blocks: tuple[Block, ...] = (Words(text("sup.find.number")), *(Keys(row) for row in rows))
    return sheet(situation, view, title, blocks, back_to(Finding(page.coups)), main=show)
