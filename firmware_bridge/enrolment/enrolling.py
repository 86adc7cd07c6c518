"""The dialogue of an enrolment: cards pass in order, questions are answered, packs are checked by a second pass."""

from collections.abc import Callable
from typing import Final

from firmware_bridge.enrolment import answers, records
from firmware_bridge.enrolment.check import Check
from firmware_bridge.enrolment.enrolment import Enrolment
from firmware_bridge.enrolment.faces import PACK, SUIT, large, short, words
from firmware_bridge.enrolment.heard import Heard, Key, Reader, SeveralPassed, TagPassed, UnreadPassed
from firmware_bridge.enrolment.wording import UNANSWERED, noted, told

_KEYS: Final = "b = take the last card back, b 13 = the last thirteen, q = stop and keep"


class Enrolling:
    """A :class:`~firmware_bridge.enrolment.dialogue.Dialogue`.

    Args:
        enrolment: as it stands.
        keep: puts a step on the disk.
        sitting: who sits here, asked when the first step is kept.
    """

    def __init__(
        self,
        enrolment: Enrolment,
        keep: Callable[[records.AnyRecord], None],
        sitting: Callable[[], records.Sitting],
    ) -> None:
        self._enrolment = enrolment
        self._keep = keep
        self._sitting = sitting
        self._sat = False
        self._check: Check | None = None
        self._is_over = False

    @property
    def is_over(self) -> bool:
        """Every card is enrolled and whoever passes them agreed to write the deck."""
        return self._is_over

    @property
    def prompt(self) -> str:
        """The question that is open, or the card that is due."""
        enrolment = self._enrolment
        if self._check is not None:
            return self._check_prompt(self._check)
        if enrolment.asked is not None:
            more = ", and is nothing left of the pack" if len(enrolment.tags) % PACK == 0 else ""
            return (
                f"Look at the card that passed last: is it the {words(enrolment.asked).upper()}{more}? "
                f"Enter = yes, {_KEYS}"
            )
        pack = enrolment.whole_pack
        offer = "" if pack is None or pack in enrolment.checked else f"c = check pack {pack} by a second pass, "
        if enrolment.due is None:
            return f"Every card is enrolled. Enter = write the deck and its passport, {offer}{_KEYS}"
        return f"next: {large(enrolment.due)}" + (f"   ({offer[:-2]})" if offer else "")

    def opening(self) -> list[str]:
        """What is due, in which order, and how far it is."""
        plan = self._enrolment.plan
        first, last = plan.packs_before + 1, plan.packs_before + plan.packs
        packs = f"pack {first}, in this order" if first == last else f"packs {first} to {last}, each in this order"
        suits = [plan.order[at : at + SUIT] for at in range(0, PACK, SUIT)]
        lines = [
            *([f"{packs}, the first to pass first:"] if plan.packs else []),
            *([f"  {' '.join(map(short, suit))}" for suit in suits] if plan.packs else []),
            *(["then the white card"] if plan.has_white else []),
            f"keys, each with Enter: {_KEYS}",
        ]
        if self._enrolment.last is not None:
            number = len(self._enrolment.tags)
            lines.append(f"continued: {number} of {len(plan.faces)} are enrolled, {short(self._enrolment.last)} last")
        return lines

    def stopped(self) -> list[str]:
        """What is kept."""
        number, due = len(self._enrolment.tags), self._enrolment.due
        if not number:
            return ["stopped: nothing was enrolled"]
        then = "only the deck is still to be written" if due is None else f"{short(due)} is due next"
        return [f"stopped: {number} of {len(self._enrolment.plan.faces)} are kept, {then}; start again to go on"]

    def hear(self, heard: Heard) -> list[str]:
        """What is said to it."""
        match heard:
            case TagPassed(tag) if self._check is not None:
                return self._checked(self._check, tag)
            case TagPassed(tag):
                return [self._taken(tag)]
            case UnreadPassed():
                return [told(self._enrolment.unread())]
            case SeveralPassed():
                return [told(self._enrolment.two_at_once())]
            case Reader(may_miss=True) if self._enrolment.tags:
                self._enrolment.doubt()
                self._keep_here(records.Doubted())
                self._check = None
                return [noted(heard, _KEYS), "put back every card that passed after the one that is asked for"]
            case Key():
                return [self._typed(heard)]
            case _:
                return [noted(heard, _KEYS)]

    def _typed(self, key: Key) -> str:
        match key:
            case Key("", 1):
                return self._enter()
            case Key("b", count):
                return self._back(count)
            case Key("c", 1) if self._enrolment.whole_pack is not None and self._check is None:
                return self._begin_check(self._enrolment.whole_pack)
            case Key("e", 1) if self._check is not None:
                self._check = None
                return "the check was left: the pack is not checked"
            case _:
                return noted(key, _KEYS)

    def _taken(self, tag: str) -> str:
        answer = self._enrolment.take(tag)
        if isinstance(answer, answers.Enrolled):
            self._keep_here(records.Enrolled(tag=tag, face=short(answer.face)))
        return told(answer)

    def _enter(self) -> str:
        if self._check is not None:
            was_asked = self._check.resume()
            return "the check goes on" if was_asked else told(answers.NothingAsked())
        if self._enrolment.is_complete:
            self._is_over = True
            return "every card is enrolled"
        answer = self._enrolment.confirm()
        if isinstance(answer, answers.Confirmed):
            self._keep_here(records.Confirmed())
        return told(answer)

    def _back(self, count: int) -> str:
        answer = self._enrolment.back(count)
        if isinstance(answer, answers.TakenBack):
            self._keep_here(records.TakenBack(count=count))
            self._check = None
        return told(answer)

    def _begin_check(self, pack: int) -> str:
        faces = self._enrolment.pack(pack)
        self._check = Check(faces, dict.fromkeys(faces, pack), order=self._enrolment.plan.order)
        return f"second pass of pack {pack}: sort it as before and pass it again"

    def _checked(self, check: Check, tag: str) -> list[str]:
        answer = check.take(tag)
        match answer:
            case answers.Slipped(seen, due):
                count = self._doubtful(check)
                name, must = short(seen), short(due)
                return [
                    told(answer),
                    f"look at the card: if it is {must}, the enrolment slipped and the cards from {must} on are "
                    f"in doubt: b {count} takes them back, then pass them again; if it is {name}, the pack in your "
                    f"hand is out of order: put it right, press Enter and pass {must}",
                ]
            case answers.Passed() if check.is_complete:
                self._enrolment.agree()
                self._keep_here(records.Agreed())
                self._check = None
                return [told(answer), "the second pass agreed: every card of the pack is the one that was enrolled"]
            case answers.Unanswered():
                return [UNANSWERED]
            case _:
                return [told(answer)]

    def _doubtful(self, check: Check) -> int:
        """How many cards were enrolled from the one that is due in the check on."""
        plan, number = self._enrolment.plan, self._enrolment.whole_pack
        begin = ((number or 0) - 1 - plan.packs_before) * PACK
        return len(self._enrolment.tags) - begin - check.passed

    def _check_prompt(self, check: Check) -> str:
        if check.slip is not None:
            return f"Enter = go on, {_KEYS}"
        return "" if check.due is None else f"check, next: {large(check.due)}   (e = end the check)"

    def _keep_here(self, record: records.AnyRecord) -> None:
        if not self._sat:
            self._keep(self._sitting())
            self._sat = True
        self._keep(record)
