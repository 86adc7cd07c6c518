"""Situations with something open over the boxes, and tables that are closed, by hand or without the assistant."""

from typing import Final

from msgspec import structs

from engine.articles import Article
from engine.cards import Rank, Suit
from engine.events import (
    Call,
    CardExposed,
    CardHeld,
    CardVoided,
    CoupCancelled,
    DealerChanged,
    MisdealFound,
    WagerPlaced,
    Withdrawn,
)
from engine.instructions import Ask, Burn, Deal, NameCard, Offer
from engine.projection import BY_HAND
from engine.reasons import Reason
from engine.view import BoxView, HandView, LinkView, PublicView, Slip
from ui.opened import (
    Asking,
    Bets,
    Deciding,
    Insuring,
    Limits,
    Matching,
    Matters,
    Naming,
    Numbering,
    Opened,
    Opening,
    People,
    Rules,
    Screens,
    Seats,
    Slips,
    Wagering,
)
from ui.person import Person
from ui.practice.samples import PRACTICES
from ui.samples import ALL_CALLS, DOWN, HIT_OR_STAND, SHARED, VIEWS, dealer, dealt, hand, view
from ui.situation import Situation

AGAIN: Final = tuple(WagerPlaced(box=box, player=player, amount=amount) for box, player, amount in (
    (1, "Chan", 500_00), (2, "Lei", 1_000_00), (3, "Ho", 250_00),
))  # fmt: skip
"""Wagers of the coup before."""
SLIPS: Final = (
    Slip(code="had_stood", event=Call(box=4, hand=1, call="stand", before=174, felt="agrees"), box=4, hand=1, n=174),
    Slip(code="doubled", event=Call(box=4, hand=1, call="double", before=174), box=4, hand=1, n=174),
    Slip(code="nobody_asked", event=CardHeld(n=174, by=""), box=4, hand=1, n=174, face="6H"),
    Slip(code="undo", event=Withdrawn(seq=98, by="", reason="slip"), box=3, hand=1, what="stand"),
    Slip(code="had_stood_laid", event=Call(box=4, hand=1, call="stand", before=174), box=4, hand=1, n=174),
    Slip(code="misread", box=4, hand=1, n=174, face="6H", role="box:4/1"),
    Slip(code="void", event=CardVoided(n=174, reason="void", by=""), n=174, face="6H"),
    Slip(code="seen", event=CardExposed(n=171, by=""), n=171, role="box:6"),
    Slip(code="misdeal", event=MisdealFound(reason="misdeal", by="")),
)
"""What may have gone wrong after a card at box 4."""


def offering(what: tuple[str, ...], of: PublicView) -> PublicView:
    """Every box may ask for what is offered."""
    return structs.replace(of, boxes=tuple(_offered(what, box) for box in of.boxes))


def _offered(what: tuple[str, ...], box: BoxView) -> BoxView:
    hands = tuple(_may(what, one) for one in box.hands)
    return structs.replace(box, hands=hands, may_surrender="surrender" in what and bool(hands))


def _may(what: tuple[str, ...], one: HandView) -> HandView:
    bets = tuple(
        structs.replace(
            bet,
            insurable=bet.wager // 2 if "insurance" in what else None,
            even_money="even_money" in what,
        )
        for bet in one.bets
    )
    return structs.replace(one, bets=bets)


ACE: Final = dealer(("AS", "##"))
"""The dealer's ace with the hidden card."""
OFFER_ACE: Final = offering(
    ("insurance", "even_money"),
    view(Offer(what=("insurance", "even_money"), article=Article.INSURANCE), dealt(), ACE),
)
"""Insurance and even money are offered."""
OFFER_UP: Final = offering(
    ("insurance", "even_money"),
    view(
        Offer(what=("insurance", "even_money"), article=Article.INSURANCE),
        dealt(
            box1=hand(1, ("AC", "QD"), total=21, natural=True), box2=hand(2, ("KS", "9D"), total=19),
            box3=hand(3, ("AS", "5D"), total=16, soft=True),
        ),
        ACE,
    ),
)  # fmt: skip
"""The same where the house deals face up."""
OFFER_SHARED: Final = offering(
    ("insurance", "even_money"),
    view(
        Offer(what=("insurance", "even_money"), article=Article.INSURANCE),
        dealt(box2=hand(2, bets=SHARED[2]), box4=hand(4, bets=SHARED[4])), ACE,
    ),
)  # fmt: skip
"""The same, with several bettors on two boxes."""
OFFER: Final = offering(("surrender",), view(Offer(what=("surrender",)), dealt(), dealer(("9C",), 9)))
"""Surrender is offered."""
TAKING: Final = structs.replace(VIEWS["take_wagers"], repeat=AGAIN, dealt_by="1042")
"""Wagers are taken."""
FIRST_TAKEN: Final = structs.replace(
    TAKING,
    boxes=tuple(box if box.box == 1 else structs.replace(box, wager=None, wagers=()) for box in TAKING.boxes),
)
"""The first wager lies."""
NO_AMOUNTS: Final = structs.replace(VIEWS["take_wagers"], money=structs.replace(TAKING.money, is_told=False))
"""A table that tells no amounts."""
SLIPPED: Final = structs.replace(VIEWS["deal_extra"], due=Ask(box=4, hand=1, calls=HIT_OR_STAND), slips=SLIPS)
"""A card went to box 4."""
STAFFED: Final = structs.replace(SLIPPED, is_staffed=True, dealt_by="1042")
"""A table with staff."""
CLOSED: Final = structs.replace(
    VIEWS["take_wagers"], is_closed=True, boxes=tuple(structs.replace(box, wager=None) for box in TAKING.boxes)
)
"""Nobody plays here yet."""
OFF: Final = structs.replace(CLOSED, is_closed=False, is_off=True)
"""The assistant is off."""
BY: Final = LinkView(state="by_hand", text=BY_HAND)
"""People tell each card."""
UNREAD_HAND: Final = view(
    NameCard(n=173, role="box:4/1"),
    dealt(box4=structs.replace(hand(4, ("??", "??", "??"), "asked", naming=0), unread=(165, 171, 173))),
    dealer(("9C",), 9),
)
"""A whole hand passed unread."""
CANCEL: Final = CoupCancelled(reason="said at the table", by="")
"""What two people ask for."""


def _of(seen: PublicView, opened: Opened | None = None) -> Situation:
    return Situation(view=seen, is_connected=True, opened=opened)


PADS: Final[dict[str, Situation]] = {
    "offer_keys": _of(OFFER_ACE),
    "offer_up": _of(OFFER_UP),
    "offer_shared": _of(OFFER_SHARED),
    "offer_surrender": _of(OFFER),
    "asking": _of(OFFER_SHARED, Asking(2)),
    "insuring": _of(OFFER_ACE, Insuring(2, "Lei", 300_00)),
    "matching": _of(VIEWS["several_bettors_asked"], Matching(2, 1, "split", frozenset({"Bo"}))),
    "wagers": _of(TAKING),
    "wagering": _of(FIRST_TAKEN, Wagering(2, "Lei")),
    "wagering_chips": _of(FIRST_TAKEN, Wagering(3, "Ho", 725_00)),
    "bets": _of(VIEWS["several_bettors"], Bets(6)),
    "seating": _of(TAKING, Numbering("seat", 5, "80")),
    "betting": _of(TAKING, Numbering("bet", 2)),
    "no_amounts": _of(NO_AMOUNTS),
    "no_amounts_bets": _of(
        structs.replace(VIEWS["several_bettors"], money=NO_AMOUNTS.money), Bets(4)
    ),
    "no_amounts_settle": _of(structs.replace(VIEWS["settle"], money=NO_AMOUNTS.money)),
    "deciding": _of(structs.replace(VIEWS["several_bettors"], money=NO_AMOUNTS.money), Deciding(4)),
    "slips": _of(SLIPPED, Slips()),
    "slips_more": _of(SLIPPED, Slips(1)),
    "slips_last": _of(SLIPPED, Slips(2)),
    "slips_none": _of(VIEWS["take_wagers"], Slips()),
    "misread": _of(SLIPPED, Naming(rank=Rank.SIX, misread=174)),
    "name_hand": _of(UNREAD_HAND),
    "name_hand_second": _of(UNREAD_HAND, Naming(rank=Rank.TEN, suit=Suit.DIAMONDS, named=("8H",))),
    "matters": _of(structs.replace(SLIPPED, dealt_by="1042", not_now={
        "table_closed": Reason.COUP_IN_PROGRESS.refusal(),
    }), Matters()),
    "matters_between": _of(TAKING, Matters()),
    "seats": _of(TAKING, Seats()),
    "rules": _of(TAKING, Rules()),
    "rules_more": _of(TAKING, Rules(1)),
    "rules_last": _of(TAKING, Rules(3)),
    "screen": _of(TAKING, Screens()),
    "limits": _of(CLOSED, Limits(CLOSED.rules, "min_wager", 100_00)),
    "closed": _of(CLOSED),
    "opening": _of(CLOSED, Opening(structs.replace(CLOSED.rules, boxes=6, min_wager=200_00, max_wager=10_000_00))),
    "off": _of(OFF),
    "people": _of(SLIPPED, People(CANCEL, None, "people.cancel", (Person("1042"),))),
    "people_number": _of(STAFFED, People(CANCEL, None, "people.cancel", (Person("1042", "583920"),), "77")),
    "people_pin": _of(STAFFED, People(CANCEL, None, "people.cancel", staff="1042", pin="5839", is_at_pin=True)),
    "dealer_changes": _of(STAFFED, People(DealerChanged(), None, "people.dealer", staff="2203", is_at_pin=True)),
    "hand_burn": _of(view(Burn(left=1), reader=BY)),
    "hand_deal": _of(view(Deal(to="box:4/1", face="up", article=Article.PLAYER), dealt(
        box1=hand(1, state="stood"), box4=hand(4, (*DOWN, "6H"), "asked")), dealer(("9C",), 9), reader=BY)),
    "hand_ask": _of(view(Ask(box=1, hand=1, calls=ALL_CALLS), dealt(box1=hand(1, state="asked")), dealer(("9C",), 9),
                         reader=BY)),
    "demo_hand": Situation(
        view=view(Ask(box=1, hand=1, calls=ALL_CALLS), dealt(box1=hand(1, state="asked")), dealer(("9C",), 9)),
        is_connected=True, can_draw=True,
    ),
    "forecast": _of(structs.replace(
        VIEWS["settle"], shoe=structs.replace(VIEWS["settle"].shoe, out=281, left=31, need=36, boxes=7, is_short=True),
    )),
    **PRACTICES,
}  # fmt: skip
"""Every one by name."""
