"""A practice as what is shown: its menu, its reports, the payout drill, and the mark on everything that is practised.

What is paid comes from the engine's settlement; nothing is computed here.
"""

from dataclasses import replace
from typing import Final, assert_never

from engine.view import PublicView
from ui.opened import Laying, Matters
from ui.pads.keys import Made, chips, primary, rows_of
from ui.practice.telling import (
    Again,
    Begin,
    Dealing,
    Judged,
    Lay,
    Leave,
    Menu,
    Next,
    Practice,
    Question,
    Report,
    Saying,
    Score,
    Waiting,
)
from ui.shown import (
    DRAW,
    PRIMARY,
    Band,
    Box,
    Burned,
    Button,
    Dealer,
    Line,
    Naming,
    Notice,
    Pad,
    Page,
    Reader,
    Sheet,
    Shoe,
    Shown,
    Table,
)
from ui.texts import money, text
from ui.theme import Tone

BOXES: Final = 7
"""Boxes that lie empty under a pad of practice."""
IN_ROW: Final = 4
"""Keys of the menu beside each other."""
WRONG_SHOWN: Final = 4
"""Kinds of hand that a drill's result names as wrong."""
LESSON: Final = "lesson"
"""What a shoe of the log is begun by."""
DRILL: Final = "drill"
"""What the payout drill is begun by."""


# ---- the mark


def marked(shown: Shown, practice: Practice | None, opened: object = None) -> Shown:
    """``shown`` so that nobody takes it for the table: a banner and its frame, whatever else is told."""
    if practice is None:
        return shown
    mark = text("practice.banner")
    match shown:
        case Table():
            banner = _banner(shown.shoe.banner)
            table = replace(shown, shoe=replace(shown.shoe, banner=banner))
            if shown.band.remedy:  # which lies over the banner
                detail = text("practice.banner.with", banner=shown.band.detail)
                table = replace(table, band=replace(shown.band, detail=detail))
            return _dealing(table, practice, opened) if isinstance(practice, Dealing) else table
        case Page():
            return replace(shown, foot=mark)
        case Sheet():
            return replace(shown, title=text("practice.banner.with", banner=shown.title))
        case _:
            assert_never(shown)


def _banner(of_shoe: str) -> str:
    """The mark, and after it what nobody may miss of the shoe."""
    if not of_shoe:
        return text("practice.banner")
    short = text("banner.last") if of_shoe == text("banner.last.white") else of_shoe
    return text("practice.banner.with", banner=short)


def _dealing(table: Table, practice: Dealing, opened: object) -> Table:
    """With what is said at the table; what became of a press comes before it."""
    table = replace(table, row=(*_fitting(table.row), *_leaving(opened)))
    is_free = not (isinstance(table.beside, Notice) and table.beside.tone is Tone.TROUBLE)
    if practice.said is None or not is_free:
        return table
    return replace(table, beside=Notice(Tone.ASK, "asked", said(practice.said)))


def _fitting(row: tuple[Button, ...]) -> tuple[Button, ...]:
    """Beside the key that draws an upright glass has no room for why the others are closed."""
    if all(key.key != DRAW for key in row):
        return row
    return tuple(key if key.is_open else replace(key, reason="") for key in row)


def _leaving(opened: object) -> tuple[Button, ...]:
    """The key that ends what is practised, beside the table's matters."""
    if not isinstance(opened, Matters):
        return ()
    return (Button("practice:leave", text("practice.key.leave"), Tone.TROUBLE, tells=Leave(), closes=True),)


def said(saying: Saying) -> str:
    """What is said or seen at the table, in words."""
    face = saying.face
    card = text("card", rank=text(f"rank.{face[0]}"), suit=text(f"suit.{face[1]}")) if face else ""
    at = ""
    if saying.box is not None:
        code = "place.hand.title" if saying.hands > 1 else "place.box.title"
        at = text(code, box=saying.box, hand=saying.hand)
    return text(f"practice.said.{saying.code}", place=at, amount=money(saying.amount), card=card)


# ---- its own pages


def practice_table(practice: Practice, opened: object, told: str = "") -> Table | None:
    """What is shown of a practice in the table's place, and what became of a press; ``None``: the table itself."""
    page = _own_page(practice, opened)
    return replace(page, beside=Notice(Tone.TROUBLE, "cross", told)) if page is not None and told else page


def _own_page(practice: Practice, opened: object) -> Table | None:
    match practice:
        case Dealing():
            return None
        case Menu():
            return _menu(practice)
        case Waiting(name=name):
            title = text("practice.waiting")
            return _page(Band(Tone.MOVE, "", "waiting", title, text("practice.waiting.detail")), Pad(_name(name)))
        case Report():
            return _report(practice)
        case Question():
            return _question(practice, opened if isinstance(opened, Laying) else Laying())
        case Judged():
            return _judged(practice)
        case Score():
            return _score(practice)
        case _:
            assert_never(practice)


def _name(name: str) -> str:
    return text(f"practice.name.{name}") if name else ""


def _page(band: Band, pad: Pad, button: Button | None = None, row: tuple[Button, ...] = ()) -> Table:
    """A pad over empty boxes."""
    return Table(
        band=band,
        shoe=Shoe(table="", coup="", out=0, size=0, zone=(0, 0), count="", zone_label="", banner=""),
        reader=Reader(Tone.CALM, "card", text("practice.virtual")),
        dealer=Dealer(label="", who="", cards=(), total="", next_card=False, turn=False),
        burned=Burned(label="", count=0, count_text="", next_card=False),
        beside=None,
        boxes=tuple(Box(number=str(n), player="", wager="", hands=()) for n in range(1, BOXES + 1)),
        row=row,
        primary=button or Button(PRIMARY, "", is_open=False, is_quiet=True),
        pad=pad,
        veiled=False,
    )


def _menu(menu: Menu) -> Table:
    keys = [Button(f"practice:{name}", _name(name), Tone.ASK, tells=Begin(name=name)) for name in menu.scenarios]
    drilled = replace(primary(text("practice.key.drill")), tells=Begin(name=DRILL), sign="chip")
    words = text("practice.key.lesson", shoe=menu.lesson)
    lesson = Button(f"practice:{LESSON}", words, Tone.LAST, tells=Begin(name=LESSON), sign="card")
    band = Band(Tone.CALM, "", "card", text("practice.menu"), text("practice.menu.detail"))
    return _page(band, Pad(rows=rows_of(keys, IN_ROW)), drilled, (lesson,) if menu.lesson else ())


def _report(report: Report) -> Table:
    is_good = all(one.is_met for one in report.checked)
    lines = [
        Line(text(f"practice.need.{one.code}"), text("practice.yes" if one.is_met else "practice.no"))
        for one in report.checked
    ]
    lines += [
        Line(text("practice.as_said"), text("practice.of", part=report.as_said, whole=report.asked)),
        Line(text("practice.corrections"), str(report.corrections)),
        Line(text("practice.refusals"), str(report.refusals)),
        Line(text("practice.coups"), str(report.coups)),
        Line(text("practice.median"), _seconds(report.median_s)),
        Line(text("practice.slowest"), _seconds(report.slowest_s)),
    ]
    tone, sign, title = (
        (Tone.PAY, "check", "practice.report.good") if is_good else (Tone.LAST, "turn", "practice.report.open")
    )
    band = Band(tone, "", sign, text(title), text("practice.report.detail"))
    pad = Pad(text("practice.report", name=_name(report.name)), lines=tuple(lines))
    return _page(band, pad, *_on(report.has_next))


def _on(has_next: bool) -> tuple[Button, tuple[Button, ...]]:
    """What goes on, and beside it the menu, and the same again."""
    menu = Button("practice:menu", text("practice.key.menu"), tells=Leave(), sign="back")
    again = Button("practice:again", text("practice.key.again"), Tone.ASK, tells=Again(), sign="turn")
    if has_next:
        return replace(primary(text("practice.key.next")), tells=Next()), (menu, again)
    return replace(again, key=PRIMARY, is_primary=True), (menu,)


def _seconds(seconds: float | None) -> str:
    return text("practice.untimed") if seconds is None else text("practice.seconds", seconds=_tenths(seconds))


def _tenths(seconds: float) -> str:
    """With one decimal, in the language's own punctuation."""
    written = money(round(seconds * 10) * 10)
    return written.removesuffix("0") if round(seconds * 10) % 10 else written


# ---- the payout drill


def laying(opened: Laying, view: PublicView) -> Made:
    """The chips of an answer, and what is done with them."""
    clear = Button("wager:clear", text("key.clear"), opens=Laying(), is_open=opened.amount > 0)
    keys = chips(view, opened.amount, lambda amount: Laying(amount, opened.wager, opened.number), None)
    pays = opened.amount > 0
    nothing = _answer(opened, "lay:nothing", text("practice.nothing"), Tone.CALM, 0)
    amount = opened.amount or opened.wager
    words = text("practice.take", amount=money(amount)) if pays else text("practice.take.all")
    take = _answer(opened, "lay:take", words, Tone.TAKE, -amount)
    pad = Pad(rows=(keys, (clear, replace(nothing, is_open=not pays), take)))
    if not pays:
        return pad, primary(text("practice.lay"), is_open=False)
    pay = _answer(opened, PRIMARY, text("practice.pay", amount=money(opened.amount)), Tone.PAY, opened.amount)
    return pad, replace(pay, is_primary=True)


def _answer(opened: Laying, key: str, words: str, tone: Tone, net: int) -> Button:
    return Button(key, words, tone, tells=Lay(number=opened.number, net=net))


def _question(question: Question, opened: Laying) -> Table:
    at = replace(opened, wager=question.wager, number=question.number)
    pad, button = laying(at, question.view)
    title = text(f"practice.question.{question.kind}", box=question.box, amount=money(question.wager))
    detail = text(f"practice.question.{question.claim or 'detail'}")
    entry = text("practice.of", part=question.number, whole=question.of)
    band = Band(Tone.ASK, str(question.box), "chip", title, detail, entry)
    return _with_cards(_page(band, pad, button, (_menu_key(),)), question)


def _with_cards(page: Table, question: Question) -> Table:
    """With the dealer's cards, and the hand's beside them."""
    dealer = question.view.dealer
    total = text("natural") if dealer.natural else "" if dealer.total is None else str(dealer.total)
    hers = Dealer(label=text("dealer"), who="", cards=dealer.cards, total=total, next_card=False, turn=False)
    return replace(page, dealer=hers, beside=Naming(question.cards, -1))


def _menu_key() -> Button:
    return Button("practice:menu", text("practice.key.menu"), tells=Leave(), sign="back")


def _judged(judged: Judged) -> Table:
    tone, sign, code = (Tone.PAY, "check", "right") if judged.is_right else (Tone.TROUBLE, "cross", "wrong")
    title = _moved(judged.net, text(f"practice.{code}"))
    detail = text(f"practice.law.{judged.outcome}")
    article = text("article", article=judged.article)
    number = text("practice.of", part=judged.number, whole=judged.of)
    lines = [Line(text("practice.answered"), _moving(judged.said))]
    lines.append(Line(text("practice.time"), _seconds(judged.took_s)))
    if judged.ratio:
        words = text("settle.ratio", ratio=judged.ratio, wager=money(judged.wager), amount=money(judged.net))
        lines.append(Line(text("practice.law"), words))
    if judged.piles:
        piles = [text("pile", count=pile.count, chip=money(pile.chip)) for pile in judged.piles]
        lines.append(Line(text("practice.chips"), text("settle.piles").join(piles)))
    band = Band(tone, "", sign, title, detail, article, amount=number)
    on = replace(primary(text("practice.key.next"), Tone.ASK), tells=Next())
    return _with_cards(_page(band, Pad(lines=tuple(lines)), on, (_menu_key(),)), judged.question)


def _moved(net: int, verdict: str) -> str:
    code = "nothing" if net == 0 else "pay" if net > 0 else "take"
    return text(f"practice.judged.{code}", verdict=verdict, amount=money(net))


def _moving(net: int) -> str:
    if net == 0:
        return text("practice.nothing")
    return text("practice.pay" if net > 0 else "practice.take", amount=money(net))


def _score(score: Score) -> Table:
    wrong = sorted(score.wrong.items(), key=lambda one: -one[1])[:WRONG_SHOWN]
    lines = [Line(text("practice.kind", kind=text(f"practice.kind.{kind}")), str(n)) for kind, n in wrong]
    slowest = score.slowest
    kind = text(f"practice.kind.{slowest.kind}")
    lines += [
        Line(text("practice.median"), _seconds(score.median_s)),
        Line(text("practice.slowest"), text("practice.slowest.of", seconds=_tenths(slowest.seconds), kind=kind)),
        Line(text("practice.best"), text("practice.run", right=score.best_right, of=score.best_of,
                                         seconds=_tenths(score.best_median_s))),
    ]  # fmt: skip
    tone = Tone.PAY if score.right == score.of else Tone.LAST
    detail = text("practice.score.best") if score.is_best else text("practice.report.detail")
    band = Band(tone, "", "check", text("practice.score", right=score.right, of=score.of), detail)
    return _page(band, Pad(text("practice.key.drill"), lines=tuple(lines)), *_on(has_next=False))
