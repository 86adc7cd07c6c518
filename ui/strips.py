"""Header and dealer's strip of the dealer's screen, and of a replay that looks like it."""

from engine.instructions import NameCard, Shuffle, TakeWagers, TurnHidden
from engine.roles import BURN
from engine.shoe import BEHIND_WHITE_CARD
from engine.view import PublicView
from ui.boxes import MOST
from ui.places import DEALERS, target
from ui.shown import Burned, Dealer, Shoe
from ui.texts import text


def shoe_shown(view: PublicView) -> Shoe:
    """The header."""
    shoe = view.shoe
    return Shoe(
        table=view.table,
        coup=text("coup", coup=view.coup),
        out=shoe.out,
        size=shoe.size,
        zone=(shoe.size - BEHIND_WHITE_CARD[-1], shoe.size - BEHIND_WHITE_CARD[0]),
        count=text("count", out=shoe.out, size=shoe.size),
        zone_label=text("white_card_zone"),
        banner=_banner(view),
    )


def _banner(view: PublicView) -> str:
    shoe = view.shoe
    if shoe.empty:
        return text("banner.empty")
    if isinstance(view.due, Shuffle):
        is_first = shoe.out == 0 and view.coup == 1
        return text("banner.new" if is_first else "banner.shuffle")
    if shoe.last_coup:
        return text("banner.last.white") if shoe.white_card_out else text("banner.last")
    return text("banner.advised") if shoe.shuffle_advised and isinstance(view.due, TakeWagers) else ""


def dealer_shown(view: PublicView) -> Dealer:
    """The dealer's cards."""
    return Dealer(
        label=text("dealer"),
        who=view.dealt_by or "",
        cards=view.dealer.cards,
        total=_total(view),
        next_card=target(view.due) in DEALERS and not isinstance(view.due, TurnHidden | NameCard),
        turn=isinstance(view.due, TurnHidden),
    )


def _total(view: PublicView) -> str:
    dealer = view.dealer
    if dealer.total is None or not dealer.cards:
        return ""
    if dealer.natural:
        return text("natural")
    if dealer.total > MOST:
        return text("bust", total=dealer.total)
    is_soft = dealer.soft and len(dealer.cards) > 1 and view.result is None
    return text("soft", total=dealer.total) if is_soft else str(dealer.total)


def burned_shown(view: PublicView) -> Burned:
    """The cards of the coup that lie aside."""
    burned = view.shoe.burned
    return Burned(
        label=text("burned") if burned else "",
        count=burned,
        count_text=text("times", count=burned) if burned else "",
        next_card=target(view.due) == BURN,
    )
