"""A coup step by step on the dealer's own screen, as the table saw it, with the law beside it and its cards open."""

from dataclasses import replace

from engine.instructions import Settle
from engine.looking import OpenCard, Step
from engine.view import FACE_DOWN, UNREAD, PublicView
from ui.band import due_band, moving
from ui.boxes import box_shown
from ui.happened import Money, followed, happened, listed, people_of
from ui.pads.keys import primary
from ui.pads.people import asked_by
from ui.places import next_payout
from ui.shown import OPENED, Band, Box, Button, Dealer, Notice, Reader, Sheet, Table
from ui.situation import Situation
from ui.strips import burned_shown, dealer_shown, shoe_shown
from ui.supervisor.pages import Dispute, File, Replay
from ui.supervisor.parts import back_to, sheet, to_the_second, told_or
from ui.texts import spoken, text
from ui.theme import Tone


def replay(situation: Situation, view: PublicView, page: Replay) -> Table | Sheet:
    """The step, or why there is none."""
    found = situation.inquiry.told if situation.inquiry is not None else None
    if not isinstance(found, Step) or found.coup.first != page.coup:
        return sheet(situation, view, text("sup.coups"), told_or(situation), back_to(page.back))
    return _table(situation, view, page, found)


def _table(situation: Situation, view: PublicView, page: Replay, step: Step) -> Table:
    seen = step.view
    shoe = shoe_shown(seen)
    named = text("sup.replay", coup=step.coup.number, at=step.at + 1, of=step.of)
    opened = step.open if page.is_open else ()
    at_end = step.at + 1 >= step.of
    then = replace(page, at=0 if at_end else step.at + 1)
    return Table(
        band=_band(seen),
        shoe=replace(shoe, banner=named),
        reader=Reader(Tone.LAST, "turn", text("sup.replay.short")),
        dealer=_dealer(dealer_shown(seen), opened),
        burned=burned_shown(seen),
        beside=_happened(step, Money(is_told=view.money.is_told)),
        boxes=tuple(_box(box_shown(box, seen, is_away=True), page, opened) for box in seen.boxes),
        row=_keys(view, page, step),
        primary=replace(primary(text("sup.step.last" if at_end else "sup.step"), Tone.ASK), opens=then),
        pad=None,
        veiled=not situation.is_connected,
    )


def _band(seen: PublicView) -> Band:
    """What was due then, and the sentence of the law that made it so."""
    band, payout = due_band(seen), next_payout(seen)
    article = payout.article if payout is not None and isinstance(seen.due, Settle) else seen.due.article
    cited = text("article", article=article)
    return replace(band, detail=text(f"article.{article}"), article=cited, remedy="", first=moving(seen))


def _dealer(dealer: Dealer, opened: tuple[OpenCard, ...]) -> Dealer:
    return replace(dealer, cards=_faces(dealer.cards, opened, None, 1))


def _box(box: Box, page: Replay, opened: tuple[OpenCard, ...]) -> Box:
    number = int(box.number)
    hands = tuple(replace(hand, cards=_faces(hand.cards, opened, number, at)) for at, hand in enumerate(box.hands, 1))
    name = text("place.box.title", box=number)
    return replace(box, hands=hands, button=Button(f"box:{number}", name, opens=Dispute(number, page)))


def _faces(cards: tuple[str, ...], opened: tuple[OpenCard, ...], box: int | None, hand: int) -> tuple[str, ...]:
    """``cards``, with the faces of those that lay face down."""
    known = {card.place: card.face for card in opened if (card.box, card.hand) == (box, hand)}
    return tuple(known[at] + OPENED if card == FACE_DOWN and at in known else card for at, card in enumerate(cards))


def _keys(view: PublicView, page: Replay, step: Step) -> tuple[Button, ...]:
    report = File("coup", language=spoken(), coup=step.coup.first, back=page)
    look = Button(
        "look",
        text("sup.opened"),
        Tone.ASK,
        opens=replace(page, at=step.at, is_open=not page.is_open),
        is_picked=page.is_open,
    )
    call = step.next_call
    decision = Button("step:call", text("sup.step.call"), opens=replace(page, at=call or 0), is_open=call is not None)
    return (
        *back_to(page.back),
        Button("step:back", text("sup.step.back"), opens=replace(page, at=max(0, step.at - 1)), is_open=step.at > 0),
        decision,
        Button("step:end", text("sup.step.end"), opens=replace(page, at=step.settled), is_open=step.at != step.settled),
        look,
        asked_by(view, Button("report", text("sup.report"), Tone.ASK), report, "people.export"),
    )


def _happened(step: Step, said: Money) -> Notice:
    """What this record was, with the time; what the table answered besides."""
    words = happened(step, said)
    if step.face is not None:
        words = text("sup.card", what=words, face=_named(step.face))
    if people := listed(people_of(step.request)):
        words = text("sup.by", what=words, by=people)
    followed_by = [sentence for sentence, _ in followed(step, said)]
    tone, sign = Tone.MOVE, "asked"
    if step.refused is not None:
        tone, sign = Tone.TROUBLE, "cross"
    elif step.alerts:
        tone, sign = Tone.LAST, "alarm"
    told = text("sup.separator").join((words, *followed_by))
    return Notice(tone, sign, text("sup.record", time=to_the_second(step.time), what=told))


def _named(faces: str) -> str:
    """Cards by their names."""
    return text("list").join(card_name(face) for face in faces.split())


def card_name(face: str) -> str:
    """A card by its name."""
    if face == FACE_DOWN:
        return text("sup.face.down")
    if face == UNREAD:
        return text("sup.face.unread")
    return text("card", rank=text(f"rank.{face[0]}"), suit=text(f"suit.{face[1]}"))
