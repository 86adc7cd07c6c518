"""The log as a whole: its proof, a shoe's passport, reports to the stick."""

from typing import Final

from engine.looking import Passport, Progress, Unfound, Verified, Written
from engine.view import PublicView
from ui import digest
from ui.happened import counted
from ui.pads.people import asked_by
from ui.shown import Block, Button, Code, Keys, Line, Lines, Sheet, Words
from ui.shown import Progress as Bar
from ui.situation import Situation
from ui.supervisor.pages import File, Log, Proof, Shoe
from ui.supervisor.parts import SUM_DIGITS, back_to, day_and_time, sheet, tabs, told_or
from ui.supervisor.replaying import card_name
from ui.texts import number, spoken, text
from ui.theme import Tone

FORMS: Final = ("pdf", "csv", "jsonl")
CARDS: Final = 6
"""Cards that are told one by one."""


def log(situation: Situation, view: PublicView, page: Log) -> Sheet:
    """What can be proved, and what can be written."""
    forms = tuple(
        Button(f"form:{form}", text(f"sup.form.{form}"), Tone.ASK, opens=Log(form), is_picked=page.form == form)
        for form in FORMS
    )
    language = spoken()
    files = {
        "report:shoe": (text("sup.report.shoe"), File("shoe", page.form, language, back=page)),
        "report:8": (text("sup.report.hours", number=8), File("span", page.form, language, hours=8, back=page)),
        "report:24": (text("sup.report.hours", number=24), File("span", page.form, language, hours=24, back=page)),
    }
    reports = tuple(
        asked_by(view, Button(key, words, Tone.ASK), file, "people.export") for key, (words, file) in files.items()
    )
    others = (
        asked_by(view, Button("verify", text("sup.verify"), Tone.ASK, sign="check"), Proof(), "people.verify"),
        Button("passport", text("sup.passport"), Tone.ASK, opens=Shoe(), sign="card"),
        asked_by(view, Button("support", text("sup.support"), Tone.ASK), File("support", back=page), "people.support"),
    )
    blocks: tuple[Block, ...] = (Words(text("sup.log.how")), Keys(forms), Keys(reports), Keys(others))
    return sheet(situation, view, text("sup.log"), blocks, tabs("log"))


def proof(situation: Situation, view: PublicView, _page: Proof) -> Sheet:
    """What the proof found, in words a person understands, and the head to compare."""
    found = situation.inquiry.found if situation.inquiry is not None else None
    title = text("sup.proof")
    if isinstance(found, Verified):
        return sheet(situation, view, title, _verdict(view, found), back_to(Log()))
    blocks: tuple[Block, ...] = told_or(situation)
    if not isinstance(found, Unfound):
        blocks = (*blocks, Bar(found.done if isinstance(found, Progress) else 0.0))
    return sheet(situation, view, title, blocks, back_to(Log()))


def _verdict(view: PublicView, found: Verified) -> tuple[Block, ...]:
    values = {"records": number(found.records), "bad": number(found.bad or 0)}
    is_good = found.state == "intact"
    code = "false_checkpoint" if found.state == "broken" and found.bad is None else found.state
    said = Words(
        text(f"sup.proof.{code}", **values),
        Tone.PAY if is_good else Tone.TROUBLE,
        "check" if is_good else "alarm",
    )
    if not is_good:
        return said, Words(found.text)
    is_witnessed = bool(found.checkpoints)
    witness = text("sup.proof.witness", count=found.checkpoints or 0) if is_witnessed else text("sup.proof.unwitnessed")
    return said, Words(witness, Tone.CALM if is_witnessed else Tone.LAST), _head(view, found)


def _head(view: PublicView, found: Verified) -> Code:
    words = "  ".join(f"{at}\u00a0{word}" for at, word in enumerate(digest.words(found.head), 1))
    code = digest.qr(digest.line(view.table, found.seq, found.head))
    return Code(code, text("sup.proof.head", seq=number(found.seq), words=words))


def shoe(situation: Situation, view: PublicView, page: Shoe) -> Sheet:
    """Whether every card was there, once for each pack."""
    told = situation.inquiry.told if situation.inquiry is not None else None
    if not isinstance(told, Passport) or (page.shoe is not None and told.shoe != page.shoe):
        return sheet(situation, view, text("sup.passport"), told_or(situation), back_to(Log()))
    title = text("sup.shoe", shoe=told.shoe, began=day_and_time(told.began_at), ended=day_and_time(told.ended_at))
    older = Button("older", text("sup.older"), opens=Shoe(told.shoe - 1), is_open=told.shoe > 1)
    newer = Button("newer", text("sup.newer"), opens=Shoe(told.shoe + 1), is_open=page.shoe is not None)
    keys = [
        asked_by(
            view,
            Button(f"report:{form}", text(f"sup.form.{form}"), Tone.ASK),
            File("shoe", form, spoken(), shoe=told.shoe, back=page),
            "people.export",
        )
        for form in FORMS
    ]
    blocks: tuple[Block, ...] = (_whole(told), Lines(_counts(told)), Keys((older, newer, *keys)))
    return sheet(situation, view, title, blocks, back_to(Log()))


def _whole(told: Passport) -> Words:
    wrong = [
        text(f"sup.shoe.{name}", cards=_cards(cards))
        for name, cards in (("missing", told.missing), ("doubled", told.doubled))
        if cards
    ]
    if told.foreign:
        wrong.append(text("sup.shoe.foreign", count=told.foreign))
    if wrong:
        return Words(text("sup.shoe.wrong", what=text("list").join(wrong)), Tone.TROUBLE, "alarm")
    if told.behind is None:
        return Words(text("sup.shoe.uncounted"), Tone.LAST, "alarm")
    if told.unread:
        return Words(text("sup.shoe.unknown", count=number(told.unread)), Tone.LAST, "alarm")
    return Words(text("sup.shoe.whole"), Tone.PAY, "check")


def _cards(counted: dict[str, int]) -> str:
    said = [text("sup.card_times", times=times, card=card_name(face)) for face, times in counted.items()]
    more = [text("reconcile.more", more=len(said) - CARDS)] if len(said) > CARDS else []
    return text("list").join(said[:CARDS] + more)


def _counts(told: Passport) -> tuple[Line, ...]:
    names = ("packs", "size", "dealt", "burned", "void", "unread", "behind")
    counts = tuple(Line(text(f"sup.shoe.{name}"), counted(getattr(told, name))) for name in names)
    is_signed = bool(told.signature)
    signed = text("sup.shoe.signature", sum=told.signature[:SUM_DIGITS]) if is_signed else text("sup.shoe.unsigned")
    return (*counts, Line(text("sup.shoe.signed"), signed))


def _name(path: str) -> str:
    """A file's name, in two lines."""
    what, dash, rest = path.rpartition("/")[-1].rpartition("-")
    return f"{what}{dash}\n{rest}"


def file(situation: Situation, view: PublicView, page: File) -> Sheet:
    """How far the writing is, and where the file lies."""
    found = situation.inquiry.found if situation.inquiry is not None else None
    row = back_to(page.back or Log())
    if isinstance(found, Written):
        told: tuple[Block, ...] = (
            Words(text("sup.written", name=_name(found.path)), Tone.PAY, "check"),
            Words(text("sup.written.sum", sum=found.sha256[:SUM_DIGITS])),
            Words(text("sup.take_stick")),
        )
    elif isinstance(found, Unfound):
        title = "people.support" if page.what == "support" else "people.export"
        again = Keys((asked_by(view, Button("again", text("sup.again"), Tone.ASK), page, title),))
        told = (*told_or(situation), again)
    else:
        told = (Words(text("sup.asking")), Bar(found.done if isinstance(found, Progress) else 0.0))
    return sheet(situation, view, text("sup.writing"), told, row)
