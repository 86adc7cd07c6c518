"""The sentences of enrolment: what was seen and what to do."""

from typing import Final, assert_never

from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.faces import Face, short, words
from firmware_bridge.enrolment.heard import EarlierPassed, Key, KeysEnded, Reader, WhitePassed

UNREAD: Final = (
    "a card passed unread: put it back and pass it again, alone; if it stays unread its tag is missing or dead: take a "
    "card with a good one"
)
TWO_AT_ONCE: Final = "two cards passed at once: put both back and pass them again, one by one"
UNANSWERED: Final = "a card passed before the question was answered and was not taken: put it back, then answer"
WHITE_PASSED: Final = "the white card passed its sensor"
EARLIER: Final = "a card that left the shoe before it was heard was not taken: see what is due next"


def where(face: Face, pack: int | None) -> str:
    """A face and its pack.

    >>> where("white", None)
    'white'
    """
    return short(face) if pack is None else f"{short(face)} of pack {pack}"


def told(answer: answers.Answer | answers.CheckAnswer | answers.ReplacementAnswer) -> str:  # noqa: C901, PLR0911, PLR0912
    """The sentence of an answer; a table of sentences, one each."""
    match answer:
        case answers.Enrolled(face, None, _):
            return f"{short(face)} enrolled"
        case answers.Enrolled(face, pack, number):
            return f"pack {pack}  {number:2}/52  {short(face)} enrolled"
        case answers.StillThere(face):
            return f"{short(face)} is still at the reader, or passed again: nothing to do"
        case answers.SeenBefore(face, pack):
            return (
                f"refused: this tag is enrolled already, as {where(face, pack)}: if it is that card, put it away and "
                "pass the one that is due; if it is another, take a card with a tag of its own"
            )
        case answers.OfOtherDeck(face, file):
            return f"refused: this tag is {short(face)} of the deck {file}: put the card back into that deck"
        case answers.Unread():
            return UNREAD
        case answers.TwoAtOnce():
            return TWO_AT_ONCE
        case answers.Unanswered():
            return UNANSWERED
        case answers.Surplus():
            return "one card too many: every card is enrolled and this one was not taken: put it away"
        case answers.Confirmed(face):
            return f"{words(face)}: confirmed"
        case answers.NothingAsked():
            return "nothing is asked: pass the card that is due"
        case answers.TakenBack(faces):
            return f"taken back: {' '.join(map(short, faces))}"
        case answers.NotThatMany(there):
            return f"{there} cards can be taken back, not that many: nothing was taken back"
        case answers.Passed(face, pack):
            return f"{where(face, pack)} is there"
        case answers.AlreadyPassed(face, pack):
            return f"{where(face, pack)} passed before: put it with the others that passed"
        case answers.NotEnrolled(tag):
            return f"tag {tag} is not enrolled in this deck: take this card out"
        case answers.Slipped(None, due):
            return f"order slipped: this card's tag is not enrolled here, {short(due)} was due"
        case answers.Slipped(seen, due):
            return f"order slipped: this is {short(seen)}, {short(due)} was due"
        case answers.OldFound():
            return "the worn card is known: put it away"
        case answers.StruckOut(left):
            return f"this one reads well; {left} are left"
        case answers.NotOfThisName(None):
            return "this card is not enrolled in this deck: put it away"
        case answers.NotOfThisName(face):
            return f"this is {short(face)}: put it back"
        case answers.NewRead(card):
            return f"the new {card.face} was read"
        case _:
            assert_never(answer)


def noted(heard: WhitePassed | EarlierPassed | Reader | Key | KeysEnded, keys: str) -> str:
    """The sentence of what changes nothing; ``keys`` are those that do."""
    match heard:
        case WhitePassed():
            return WHITE_PASSED
        case EarlierPassed():
            return EARLIER
        case Reader(text=text):
            return f"reader: {text}"
        case Key(name=name, count=count):
            typed = name + ("" if count == 1 else f" {count}")
            return f"{repr(typed) if typed else 'Enter'} is nothing to type now: {keys}"
        case KeysEnded():
            return "the keyboard has ended"
        case _:
            assert_never(heard)
