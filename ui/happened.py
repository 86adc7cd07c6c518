"""What happened at a record, in words of the language that is spoken: the event, who vouches, what followed by law."""

from collections.abc import Iterator

from engine.answers import Payment
from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardVoided,
    ClockStepped,
    CoupCancelled,
    DealerChanged,
    Done,
    EvenMoney,
    Event,
    HandShown,
    Insurance,
    Link,
    MisdealFound,
    Note,
    Opened,
    Paid,
    PayoutCorrected,
    PlayerLeft,
    PlayerSeated,
    Request,
    WagerPlaced,
    WagerWithdrawn,
    Withdrawn,
)
from engine.instructions import Due
from engine.journal.index_notes import correction_of
from engine.lines import name_of
from engine.looking import Step
from engine.roles import box_and_hand
from ui.places import lies
from ui.sayings import alerted, refused
from ui.texts import TEXTS, money, sentence, text


class Money:
    """Amounts as this table tells them.

    Args:
        is_told: ``False``: nobody tells amounts there, and none is written.
    """

    def __init__(self, *, is_told: bool) -> None:
        self._is_told = is_told

    def plain(self, avos: int) -> str:
        """An amount without its sign."""
        return money(avos) if self._is_told else "\u2013"

    def signed(self, avos: int) -> str:
        """An amount with its sign; nought has none."""
        sign = "" if avos == 0 or not self._is_told else "+" if avos > 0 else "\u2212"
        return sign + self.plain(avos)


def numbered(box: int, hand: int = 1) -> str:
    """A box, and the hand where it is not the first, at the beginning of a line."""
    return text("place.box.title", box=box) if hand == 1 else text("place.hand.title", box=box, hand=hand)


def is_correction(step: Step) -> bool:
    """Somebody put something right there, or told it late, and it was taken."""
    is_naming = step.event == name_of_type(CardNamed)
    is_put_right = step.request is not None and correction_of(step.request) is not None
    return step.refused is None and (is_naming or is_put_right)


def name_of_type(kind: type[Event]) -> str:
    """The ``type`` that the log writes for events of ``kind``.

    >>> name_of_type(CardNamed)
    'card_named'
    """
    return str(kind.__struct_config__.tag)


def happened(step: Step, said: Money, before: Due | None = None) -> str:
    """What happened at ``step``; ``before``: what was due then, so what was done."""
    if step.request is None:
        return _card(step)
    if isinstance(step.request, Done) and step.request.of is None and before is not None:
        code = f"event.done.{before.__struct_config__.tag}"
        return text(code) if code in TEXTS else text("event.done")
    return told(step.request, said)


def _card(step: Step) -> str:
    """Its face is drawn beside it."""
    code = "event.card_named" if step.event == name_of_type(CardNamed) else "event.card_out"
    return text(code, n=step.n if step.n is not None else "?")


def told(event: AnyEvent, said: Money) -> str:
    """``event`` in words."""
    words = _of_a_box(event, said) or _put_right(event, said) or _of_the_table(event) or _plain(event)
    if isinstance(event, Request) and event.before is not None:
        return text("event.late", what=words, n=event.before)
    return words


def people_of(event: AnyEvent | None) -> tuple[str, ...]:
    """Who vouches for ``event``, by staff number."""
    given = (getattr(event, "by", None), getattr(event, "second", None))
    return tuple(str(one) for one in given if one)


def listed(people: tuple[str, ...]) -> str:
    """One or two people; empty: nobody."""
    return text("report.people", first=people[0], second=people[1]) if len(people) == 2 else "".join(people)


def _plain(event: AnyEvent) -> str:
    code = f"event.{name_of(event)}"
    return text(code) if code in TEXTS else name_of(event).replace("_", " ")


def _of_a_box(event: AnyEvent, said: Money) -> str:  # noqa: PLR0911 - one line a request
    match event:
        case PlayerSeated(box=box, player=player) | WagerWithdrawn(box=box, player=player):
            return text(f"event.{name_of(event)}", box=box, player=player)
        case PlayerLeft(box=box):
            return text("event.player_left", box=box)
        case WagerPlaced(box=box, player=player, amount=amount):
            return text("event.wager_placed", box=box, player=player, amount=said.plain(amount))
        case Insurance(box=box, player=player, amount=0):
            return text("event.insurance.back", box=box, player=player)
        case Insurance(box=box, player=player, amount=amount):
            return text("event.insurance", box=box, player=player, amount=said.plain(amount))
        case Call(box=box, hand=hand, call=call):
            return text("event.call", place=numbered(box, hand), call=text(f"call.{call}"))
        case Paid(box=int(box), hand=hand):
            return text("event.paid", place=numbered(box, hand or 1))
        case EvenMoney(box=box, player=player):
            return text("event.even_money", box=box, player=player)
        case HandShown(box=box, hand=hand):
            return text("event.hand_shown", place=numbered(box, hand))
    return ""


def _put_right(event: AnyEvent, said: Money) -> str:
    code = f"event.{name_of(event)}"
    match event:
        case Withdrawn(seq=seq, reason=reason):
            return text(code, seq=seq, reason=reason)
        case CardVoided(n=n, reason=reason):
            return text(code, n=n, reason=reason)
        case CardHeld(n=n) | CardExposed(n=n):
            return text(code, n=n)
        case CardNamed(n=n, names=names):
            return text(code, n=", ".join(str(one.n) for one in names) if names else n or "?")
        case MisdealFound(reason=reason) | CoupCancelled(reason=reason):
            return text(code, reason=reason)
        case PayoutCorrected(coup=coup, box=box, hand=hand, player=player, was=was, to=to):
            place = numbered(box, hand)
            return text(code, coup=coup, place=place, player=player, was=said.signed(was), to=said.signed(to))
    return ""


def _of_the_table(event: AnyEvent) -> str:
    code = f"event.{name_of(event)}"
    match event:
        case Done(of=of) if of is not None:
            return text(f"{code}.{of}")
        case Link(state=state, reader=reader):
            return text(code, state=text(f"reader.{'by_hand' if reader == 'hand' else state}"))
        case DealerChanged():
            return text(code, people=listed(people_of(event)) or text("report.nobody"))
        case AlertAcknowledged(seq=seq):
            return text(code, seq=seq or "?")
        case Opened(version=version):
            return text(code, version=version or "?")
        case ClockStepped(by_s=by_s):
            return text(code, seconds=f"{by_s:+.0f}".replace("-", "\u2212"))
        case Note(text=words, hold=hold, box=box):
            end = "" if hold is None or box is None else ".hold" if hold else ".lift"
            return text(f"{code}{end}", text=words, box=box or "")
    return ""


def followed(step: Step, said: Money) -> Iterator[tuple[str, bool]]:
    """What the law made of ``step``, sentence by sentence, each with its article; ``True``: it is an alert."""
    if step.refused is not None:
        yield _cited(text("report.refused", sentence=refused(step.refused)), step.refused.article), True
    if step.role is not None:
        yield text("report.role", lies=placed(step)), False
    for alert in step.alerts:
        yield _cited(sentence(alerted(alert)), alert.article), True
    for payment in step.pay:
        yield _cited(_paid(payment, said), payment.article), False


def placed(step: Step) -> str:
    """Where the card of ``step`` belongs."""
    assert step.role is not None
    if box_and_hand(step.role) is not None or f"lies.{step.role}" in TEXTS:
        return lies(step.view, step.role)
    return step.role


def _paid(payment: Payment, said: Money) -> str:
    code = f"report.pay.{payment.code}"
    if payment.code == "taken_back" and payment.amount < 0:
        code = f"{code}.in"
    if code not in TEXTS:
        return payment.why
    return text(code, place=numbered(payment.box, payment.hand), amount=said.plain(payment.amount))


def _cited(words: str, article: object) -> str:
    return text("cited", sentence=words.rstrip("."), article=text("article", article=str(article)))


def counted(count: int | None) -> str:
    """How many; in words where nobody knows."""
    return text("not_known") if count is None else str(count)


def kind_of(code: str, kind: str) -> str:
    """An ``alert``'s or a ``correction``'s kind in few words, without values."""
    known = f"alert_is.{code}" if kind == "alert" else f"correction.{code}"
    return sentence(text(known) if known in TEXTS else code.replace("_", " "))
